"""Systems of linear equations, solved by exact elimination; for the solvers of this family."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from fractions import Fraction
from typing import Any

Equation = tuple[Mapping[Any, int | Fraction], int | Fraction]
"""Coefficients by unknown, and the right side."""


def determined(equations: Iterable[Equation]) -> dict[Hashable, Fraction]:
    """The unknowns that the equations determine, with their values.

    Raises:
        ValueError: if the equations contradict each other.
    """
    # Rows by the unknown that each is solved for; no other row holds that unknown.
    rows: dict[Hashable, tuple[dict[Hashable, Fraction], Fraction]] = {}
    for given, right in equations:
        row = {x: Fraction(c) for x, c in given.items() if c}
        value = Fraction(right)
        for x in [x for x in row if x in rows]:
            value = _subtract(row, value, row[x], rows[x])
        if not row:
            if value:
                raise ValueError("the equations contradict each other")
            continue
        pivot, lead = next(iter(row.items()))
        row, value = {x: c / lead for x, c in row.items()}, value / lead
        for y, (other, result) in rows.items():
            if pivot in other:
                rows[y] = (other, _subtract(other, result, other[pivot], (row, value)))
        rows[pivot] = (row, value)
    return {x: value for x, (row, value) in rows.items() if len(row) == 1}


def _subtract(
    row: dict[Hashable, Fraction],
    value: Fraction,
    factor: Fraction,
    other: tuple[dict[Hashable, Fraction], Fraction],
) -> Fraction:
    """Take `factor` times another row from `row`, in place; the new right side."""
    for x, c in other[0].items():
        changed = row.get(x, 0) - factor * c
        if changed:
            row[x] = Fraction(changed)
        else:
            row.pop(x, None)
    return value - factor * other[1]
