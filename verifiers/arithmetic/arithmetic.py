r"""Checks the value of an arithmetic expression, exactly.

The expression is evaluated here from its text, with exact rationals; the generator's value is not known. The
answer must be an integer or, where the value is none, a fraction in lowest terms (``-3/4``, ``\frac{3}{4}``):
``6/2`` is not taken for 3, nor ``0.75`` for 3/4, so that an expression cannot be its own answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import gcd
from typing import Any

from ..answers.numbers import MAX_DIGITS, read_fraction
from ..base import Verdict, correct, unparsable, wrong
from ..expressions import Grammar, read
from .exact import Exact, Rational

_GRAMMAR = Grammar()
_REDUCE = "Reduce the fraction to lowest terms; write a whole number without a denominator."


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, an integer or a fraction in lowest terms."""
    if len(answer) > MAX_DIGITS:
        return unparsable("The answer is too long.")
    found = read_fraction(answer)
    if found is None or found[1] == 0:
        return unparsable("Give an integer or a fraction such as -3/4.")
    top, bottom = found
    if bottom == 1 and "/" in answer + answer.replace("frac", "/"):
        return unparsable(_REDUCE)
    if bottom > 1 and gcd(top, bottom) != 1:
        return unparsable(_REDUCE)
    value = _value(payload["expression"])
    return correct() if (top, bottom) == (value.numerator, value.denominator) else wrong()


def accepted_forms(answer: str) -> list[str]:
    """Other forms of a right answer."""
    forms = [f" {answer}\n", f"{answer}.", answer.replace("-", "\u2212")]
    if not answer.startswith("-"):
        forms.append(f"+{answer}")
    if "/" in answer:
        top, bottom = answer.split("/")
        sign = "-" if top.startswith("-") else ""
        forms += [f"{top} / {bottom}", f"{sign}\\frac{{{top.removeprefix('-')}}}{{{bottom}}}"]
    return forms


@lru_cache(maxsize=4096)
def _value(expression: str) -> Rational:
    return read(expression, _GRAMMAR, Exact())
