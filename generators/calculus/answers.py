"""The one exact constant that an answer of this family is: its gold entry, its form in words, its second reading."""

from __future__ import annotations

import re
from fractions import Fraction
from math import gcd
from typing import Any

from .constants import Constant, as_fraction, text_of
from .values import Code, close, read, value

FORM = (
    "Give the exact value: an integer, a fraction in lowest terms such as -3/4, or an expression with "
    "{names}; no decimal approximation."
)
RATIONAL_FORM = "Give the exact value: an integer or a fraction in lowest terms, such as -3/4."
_RATIONAL = re.compile(r"([+-]?) ?([0-9]{1,400})(?: ?/ ?([0-9]{1,400}))?")


def gold(constant: Constant) -> dict[str, Any]:
    """The payload's entry for the engine: rational numbers in lowest terms, others in any evaluated form."""
    if as_fraction(constant) is None:
        return {"text": text_of(constant), "kind": "expression", "require": ["evaluated"]}
    return {"text": text_of(constant), "kind": "rational", "require": ["reduced"]}


def reduced(answer: str) -> Fraction | None:
    """An integer or a fraction in lowest terms that is the whole of `answer`."""
    match = _RATIONAL.fullmatch(answer.strip().removesuffix(".").rstrip()) if len(answer) <= 1000 else None
    if match is None:
        return None
    sign, top, bottom = match[1], int(match[2]), match[3]
    if bottom is not None and (int(bottom) < 2 or gcd(top, int(bottom)) != 1):
        return None
    number = Fraction(top, int(bottom or 1))
    return -number if sign == "-" else number


def agrees(answer: str, wanted: Any, digits: int, *, rational: bool) -> bool:
    """Whether a bare answer has the value `wanted`, a number known to so many digits; in lowest terms if `rational`."""
    if rational:
        number = reduced(answer)
        if number is None:
            return False
        code: Code | None = (str(abs(number.numerator)), str(number.denominator), "/")
        if number < 0:
            code = (*code, "negate")  # type: ignore[misc]
    else:  # a decimal point is a sign of an approximation
        code = None if "." in answer.strip()[:-1] else read(answer, "")
    return code is not None and close(value(code, {}, digits + 10), wanted, digits)
