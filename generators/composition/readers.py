"""A strict reader of numbers for this family; it shares nothing with the verifiers."""

from __future__ import annotations

import re
from fractions import Fraction
from math import gcd

MAX_CHARS = 1000

_INTEGER = re.compile(r"([+-]?)([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)")
_RATIO = re.compile(r"([+-]?[0-9]+) ?/ ?([0-9]+)")


def number(text: str) -> Fraction | None:
    """An integer, or a fraction in lowest terms; None for anything else."""
    if len(text) > MAX_CHARS:
        return None
    text = text.strip().removesuffix(".").rstrip()
    if match := _INTEGER.fullmatch(text):
        return Fraction(int(match[1] + match[2].replace(",", "")))
    match = _RATIO.fullmatch(text)
    if match is None:
        return None
    top, bottom = int(match[1]), int(match[2])
    return Fraction(top, bottom) if bottom > 1 and gcd(top, bottom) == 1 else None
