r"""Checks the value of an arithmetic expression, exactly.

The expression is evaluated here from its text, with exact rationals; the generator's value is not known. The
answer must be an integer or, where the value is none, a fraction in lowest terms (``-3/4``, ``\frac{3}{4}``):
``6/2`` is not taken for 3, nor ``0.75`` for 3/4, so that an expression cannot be its own answer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from math import gcd
from typing import Any

from ..base import Verdict, correct, unparsable, wrong
from ..expressions import Grammar, read
from ..reading import MAX_DIGITS, normal_signs, read_integer
from .exact import Exact, Rational

_GRAMMAR = Grammar()
_FRACTION = re.compile(r"([+-]?)([0-9]+) ?/ ?([0-9]+)")
_LATEX = re.compile(r"([+-]?)\\[dt]?frac ?\{ ?([0-9]+) ?\} ?\{ ?([0-9]+) ?\}")


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, an integer or a fraction in lowest terms."""
    if len(answer) > MAX_DIGITS:
        return unparsable("The answer is too long.")
    text = normal_signs(answer).strip().removesuffix(".")
    integer = read_integer(text)
    top, bottom = (integer, 1) if integer is not None else _read_fraction(text)
    if bottom == 0:
        return unparsable("Give an integer or a fraction such as -3/4.")
    if integer is None and (bottom == 1 or gcd(top, bottom) != 1):
        return unparsable("Reduce the fraction to lowest terms; write a whole number without a denominator.")
    value = _value(payload["expression"])
    return correct() if (top, bottom) == (value.numerator, value.denominator) else wrong()


def variants(answer: str) -> list[str]:
    """Other forms of a right answer."""
    forms = [f" {answer}\n", f"{answer}.", answer.replace("-", "\u2212")]
    if not answer.startswith("-"):
        forms.append(f"+{answer}")
    if "/" in answer:
        top, bottom = answer.split("/")
        sign = "-" if top.startswith("-") else ""
        forms += [f"{top} / {bottom}", f"{sign}\\frac{{{top.removeprefix('-')}}}{{{bottom}}}"]
    return forms


def _read_fraction(text: str) -> tuple[int, int]:
    """Numerator and denominator; the latter is 0 if `text` is no fraction."""
    match = _FRACTION.fullmatch(text) or _LATEX.fullmatch(text)
    if match is None:
        return 0, 0
    sign, top, bottom = match.groups()
    return (-int(top) if sign == "-" else int(top)), int(bottom)


@lru_cache(maxsize=4096)
def _value(expression: str) -> Rational:
    return read(expression, _GRAMMAR, Exact())
