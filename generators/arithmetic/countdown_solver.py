"""Countdown a second time: the order of the tokens is looked at first, then two stacks work the expression out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from ..base import Json
from ..readers import bare
from .two_stacks import worked_out

_OPERATORS = "+-*/"


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare expression keeps the rules and has the target as its value."""
    target, answer = payload["target"], bare(answer)
    left, equals, right = answer.partition("=")
    if equals:
        sides = [side for side, other in ((left, right), (right, left)) if other.strip() == str(target)]
        if not sides:
            return False
        answer = sides[0]
    tokens = _words(answer)
    if not tokens:
        return False
    used = [int(token) for token in tokens if token.isdigit()]
    given: Counter[int] = Counter(payload["numbers"])
    if (Counter(used) != given) if payload["use_all"] else (Counter(used) - given):
        return False
    if any(token in _OPERATORS and token not in payload["operators"] for token in tokens):
        return False
    try:
        return bool(worked_out(tokens) == target)
    except ZeroDivisionError:
        return False


def _words(text: str) -> list[str]:
    """The tokens of an expression, or [] if their order is not that of one."""
    for sign in "+-*/()":
        text = text.replace(sign, f" {sign} ")
    tokens = text.split()
    depth, operand_next = 0, True
    for token in tokens:
        if token == "(" and operand_next:
            depth += 1
        elif token == ")" and not operand_next and depth:
            depth -= 1
        elif token in _OPERATORS and not operand_next:
            operand_next = True
        elif (
            operand_next
            and token.isascii()
            and token.isdigit()
            and len(token) < 30
            and str(int(token)) == token
        ):
            operand_next = False
        else:
            return []
    return [] if depth or operand_next else tokens
