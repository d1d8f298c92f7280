"""Exact determinants and Cramer's rule, for the second checks of this family."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

Matrix = Sequence[Sequence[Fraction]]


def determinant(matrix: Matrix) -> Fraction:
    """By expansion along rows, one row after the other, over the sets of columns used so far (up to about 8 rows)."""
    partial: dict[int, Fraction] = {0: Fraction(1)}
    for row in matrix:
        new: dict[int, Fraction] = {}
        for used, value in partial.items():
            for j, entry in enumerate(row):
                if entry and not used >> j & 1:
                    sign = -1 if (used >> (j + 1)).bit_count() % 2 else 1
                    key = used | 1 << j
                    new[key] = new.get(key, Fraction(0)) + sign * value * entry
        partial = new
    return partial.get((1 << len(matrix)) - 1, Fraction(0))


def solve_for(matrix: Matrix, right: Sequence[Fraction], unknown: int) -> Fraction:
    """One unknown of a regular system of linear equations."""
    replaced = [[*row[:unknown], r, *row[unknown + 1 :]] for row, r in zip(matrix, right, strict=True)]
    return determinant(replaced) / determinant(matrix)
