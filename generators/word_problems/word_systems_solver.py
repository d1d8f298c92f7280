"""Word systems a second time: the equations solved over the rationals, row by row, all unknowns at once."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ..base import Json
from ..solving import confirming
from .elimination import determined


def solve(problem: Mapping[str, Json]) -> Fraction | None:
    """The asked unknown, if the equations determine it."""
    equations = [(dict(zip("xyzuv", row, strict=False)), right) for row, right in problem["equations"]]
    return determined(equations).get(problem["ask"])


confirms = confirming(solve)
