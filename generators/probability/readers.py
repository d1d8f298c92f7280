"""Readers of bare answers for the second checks of this family: strict, linear, total, apart from the verifiers."""

from __future__ import annotations

import re
from fractions import Fraction
from math import gcd

MAX_CHARS = 1000
_INTEGER = re.compile(r"[+-]?(?:[0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)")
_FRACTION = re.compile(r"([+-]?[0-9]+)\s*/\s*([0-9]+)")


def read_integer(answer: str) -> int | None:
    """The one integer that `answer` is; None for anything else."""
    text = answer.strip().removesuffix(".")
    if len(text) > MAX_CHARS or not _INTEGER.fullmatch(text):
        return None
    return int(text.replace(",", ""))


def read_reduced(answer: str) -> Fraction | None:
    """An integer, or a fraction in lowest terms; None for anything else."""
    whole = read_integer(answer)
    if whole is not None:
        return Fraction(whole)
    text = answer.strip().removesuffix(".")
    match = _FRACTION.fullmatch(text) if len(text) <= MAX_CHARS else None
    if match is None:
        return None
    top, bottom = int(match[1]), int(match[2])
    return Fraction(top, bottom) if bottom > 1 and gcd(top, bottom) == 1 else None
