"""Decimals a second time: the printed expression by a machine with two stacks, on exact fractions; then rounded."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import floor

from ..base import Json
from ..solving import confirming
from .two_stacks import spaced, worked_out


def solve(problem: Mapping[str, Json]) -> Fraction:
    """The value of the expression, or what is nearest to it with so many decimal places."""
    value, places = worked_out(spaced(problem["expression"])), problem["places"]
    if places is None:
        return value
    unit = Fraction(1, int(10**places))
    return floor(value / unit + Fraction(1, 2)) * unit


confirms = confirming(solve)
