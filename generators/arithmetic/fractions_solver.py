"""Fractions a second time: the printed expression is worked out by a machine with two stacks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from ..base import Json
from ..solving import confirming
from .two_stacks import spaced, worked_out

_MIXED = re.compile(r"\(([0-9]+) ([0-9]+/[0-9]+)\)")


def solve(problem: Mapping[str, Json]) -> Fraction:
    """The value of the expression."""
    return worked_out(spaced(_MIXED.sub(r"(\1 + \2)", problem["expression"])))


confirms = confirming(solve)
