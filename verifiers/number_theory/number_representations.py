"""Representations of numbers: one number is compared with the reference, what is written out is worked out.

Nested powers of two are read sign by sign; exponents are bounded, so no large number is ever made.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from ..answers.wrapping import plain
from ..base import Verdict, correct, illegal, unparsable, wrong
from ..math import typed_value
from ..optimum import Broken, Objective, Payload, exactly, judge, list_forms

MAX_EXPONENT: Final = 4096
MAX_CHARS: Final = 4096
_FORM = "Give a sum such as 2(2(2)+2(0))+2(2+2(0))+2+2(0)."


def _signed_fibonacci(payload: Payload, given: Sequence[int]) -> int:
    known, a, b = {1, 2}, 1, 2
    while b < max(map(abs, given), default=0):
        a, b = b, a + b
        known.add(b)
    for number in given:
        if abs(number) not in known:
            raise Broken(f"{number} is neither a Fibonacci number nor the negative of one.")
    if sum(given) != payload["n"]:
        raise Broken(f"The numbers have the sum {sum(given)}.")
    return len(given)


def _digits(payload: Payload, given: Sequence[int]) -> list[int]:
    for digit in given:
        if not 0 <= digit < payload["base"]:
            raise Broken(f"{digit} is no digit from 0 to {payload['base'] - 1}.")
    if not given or not given[0]:
        raise Broken("The first digit must not be 0.")
    return list(given)


def _in_order(payload: Payload, given: Sequence[int]) -> list[int]:
    exactly(given, len(payload["numbers"]), "answers")
    return list(given)


OBJECTIVES = {
    "products": Objective("Give the counts with commas between them.", _in_order, exact=True),
    "fibonacci": Objective("Give signed Fibonacci numbers with commas between them.", _signed_fibonacci),
    "negative-base": Objective("Give the digits with commas between them.", _digits, exact=True),
    "nearest": Objective("Give the positions with commas between them.", _in_order, exact=True),
}


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score an answer: a number by ``payload["gold"]``, all else by the kind."""
    if "gold" in payload:
        return typed_value.verify(payload, answer)
    if payload["kind"] != "nested-powers":
        return judge(OBJECTIVES, payload, answer, nouns=("numbers", "digits", "positions", "list"))
    text = re.sub(r"\s+|\\left|\\right", "", plain(answer)) if len(answer) <= MAX_CHARS else ""
    text = text.removeprefix(f"{payload['n']}=")
    if not re.fullmatch(r"[02()+]+", text):
        return unparsable(_FORM)
    try:
        value = _worked_out(text)
    except Broken as rule:
        return illegal(str(rule))
    if value is None:
        return unparsable(_FORM)
    return correct() if value == payload["n"] else wrong("The sum has another value.")


def _worked_out(text: str) -> int | None:
    """The value of nested powers; None if the text is none.

    Raises:
        Broken: if a power comes twice in a sum, or is written in another way than the rules say.
    """
    sums, empty = [0], True  # the sums that are open, and whether a power has to follow
    at = 0
    while at < len(text):
        sign, rest = text[at], text[at + 1 : at + 4]
        if empty and sign == "2" and rest == "(0)":
            sums[-1] = _with(sums[-1], 0)
            at, empty = at + 4, False
        elif empty and sign == "2" and rest[:1] == "(":
            sums.append(0)
            at += 2
        elif empty and sign == "2":
            sums[-1] = _with(sums[-1], 1)
            at, empty = at + 1, False
        elif not empty and sign == "+":
            at, empty = at + 1, True
        elif not empty and sign == ")" and len(sums) > 1:
            exponent = sums.pop()
            if exponent == 1:
                raise Broken("The power 2^1 is written as 2.")
            sums[-1] = _with(sums[-1], exponent)
            at += 1
        else:
            return None
    return sums[0] if not empty and len(sums) == 1 else None


def _with(value: int, exponent: int) -> int:
    if exponent > MAX_EXPONENT:
        raise Broken("An exponent is far too large.")
    if value >> exponent & 1:
        raise Broken("A power comes twice in one sum.")
    return value | 1 << exponent


def accepted_forms(answer: str) -> list[str]:
    """Other forms of a right answer that must be accepted."""
    if "(" in answer:
        return [answer.replace("+", " + "), f"`{answer}`", f"**{answer}**", f"${answer}$", f"{answer}."]
    return list_forms(answer) if "," in answer else typed_value.accepted_forms(answer)
