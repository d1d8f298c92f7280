"""Determinants a second time: the sum over all choices of columns, built up row by row."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ..base import Json
from ..solving import confirming
from .matrices import from_json  # how a payload writes a matrix


def solve(problem: Mapping[str, Json]) -> Fraction:
    """The determinant, or the entry: the determinant is linear in it, and known at 0 and 1."""
    rows = from_json(problem["matrix"])
    if problem["kind"] == "value":
        return _by_subsets(rows)
    row, column = problem["place"]
    at_zero = _by_subsets(rows)
    rows[row][column] = Fraction(1)
    return (Fraction(problem["determinant"]) - at_zero) / (_by_subsets(rows) - at_zero)


confirms = confirming(solve)


def _by_subsets(rows: list[list[Fraction]]) -> Fraction:
    """Laplace expansion of the first rows on every set of columns: each set is met once."""
    sums: dict[int, Fraction] = {0: Fraction(1)}
    for row in rows:
        following: dict[int, Fraction] = {}
        for used, value in sums.items():
            for j, entry in enumerate(row):
                if entry and not used >> j & 1:
                    odd = (used >> (j + 1)).bit_count() % 2
                    following[used | 1 << j] = (
                        following.get(used | 1 << j, Fraction()) + (-value if odd else value) * entry
                    )
        sums = following
    return sums.get((1 << len(rows)) - 1, Fraction())
