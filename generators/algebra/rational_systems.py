"""Systems of linear equations with rational numbers, by elimination: rank and the one solution."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction


def solve(rows: Sequence[Sequence[Fraction | int]], right: Sequence[Fraction | int]) -> list[Fraction] | None:
    """The one solution of ``rows * unknowns = right``; None if there is none or more than one."""
    width = len(rows[0])
    table = [[Fraction(a) for a in row] + [Fraction(b)] for row, b in zip(rows, right, strict=True)]
    for column in range(width):
        pivot = next((i for i in range(column, len(table)) if table[i][column]), None)
        if pivot is None:
            return None
        table[column], table[pivot] = table[pivot], table[column]
        head = table[column][column]
        table[column] = [a / head for a in table[column]]
        for i, row in enumerate(table):
            if i != column and row[column]:
                factor = row[column]
                table[i] = [a - factor * b for a, b in zip(row, table[column], strict=True)]
    if any(row[-1] for row in table[width:]):
        return None
    return [row[-1] for row in table[:width]]
