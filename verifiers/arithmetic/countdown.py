"""Checks a countdown expression: own grammar, exact rationals, every number used no more often than it is given.

Any expression that keeps the rules and has the target as its value is right. The grammar has numbers, the binary
signs allowed by the task and parentheses, and nothing else: no sign in front of an operand, no power, no joined
digits, no comment; ``= target`` (or ``target =``) may stand beside the expression once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from ..answers import read_integer
from ..answers.formulas import formula
from ..base import Verdict, correct, illegal, unparsable, wrong
from ..expressions import Grammar, Undefined, Unreadable, read
from .exact import Exact

_GRAMMAR = Grammar()
_MAX_CHARS = 1000
_MAX_NUMBERS = 64


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, an expression such as ``(25-4)*7``."""
    if len(answer) > _MAX_CHARS:
        return unparsable("The expression is too long.")
    target: int = payload["target"]
    expression = text = formula(answer)
    if "=" in text:
        left, _, right = text.partition("=")
        if read_integer(right) == target:
            expression = left
        elif read_integer(left) == target:
            expression = right
        else:
            return unparsable("Beside an equals sign only the target may stand; give one expression.")
    exact = Exact(_MAX_NUMBERS)
    try:
        value = read(expression, _GRAMMAR, exact)
    except Unreadable as error:
        return unparsable(str(error))
    except Undefined as error:
        return illegal(str(error))
    if foreign := exact.operators - set(payload["operators"]):
        return illegal(f"The operator {min(foreign)} is not allowed in this task.")
    given, used = Counter(payload["numbers"]), Counter(exact.used)
    if not used <= given:
        return illegal("Use only the given numbers, each no more often than it is given.")
    if payload["use_all"] and used != given:
        return illegal("Use every given number.")
    return correct() if value == target else wrong("The expression does not have the target as its value.")


def accepted_forms(answer: str) -> list[str]:
    """Other forms of a right answer."""
    spaced = answer
    for sign in "+-*/":
        spaced = spaced.replace(sign, f" {sign} ")
    return [
        spaced,
        f"({answer}).",
        answer.replace("*", "\u00d7").replace("/", "\u00f7").replace("-", "\u2212"),
        answer.replace("*", " \\times ").replace("/", " \\div "),
        answer.replace("(", "[").replace(")", "]"),
        spaced.replace("(", "( ").replace(")", " )"),
    ]
