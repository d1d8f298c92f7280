"""Gaussian elimination on whole numbers, written out step by step."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd

from .linear_terms import text_of

Row = list[int]
"""Coefficients of an equation, and last the number that their sum equals."""


class SingularError(ValueError):
    """The equations do not have exactly one solution."""


def row_text(row: Sequence[int], names: Sequence[str]) -> str:
    """``2x - y = 3`` for the row [2, -1, 3]."""
    left = text_of([(a, i) for i, a in enumerate(row[:-1]) if a], names, "")
    return f"{left} = {row[-1]}"


def eliminate(rows: Sequence[Row], names: Sequence[str]) -> tuple[list[Fraction], list[str], int]:
    """Solve as many equations as there are unknowns.

    Returns:
        The only solution; a line of text for each step; and the digit operations spent.

    Raises:
        SingularError: if there is no solution or more than one.
    """
    size = len(names)
    left = [(number, list(row)) for number, row in enumerate(rows, 1)]
    triangle: list[Row] = []
    lines: list[str] = []
    work = 0
    for column in range(size):
        pivots = [(abs(row[column]), number, row) for number, row in left if row[column]]
        if not pivots:
            raise SingularError
        _, chosen, pivot = min(pivots, key=lambda candidate: candidate[:2])
        triangle.append(pivot)
        remaining = []
        for number, row in left:
            if number == chosen:
                continue
            if row[column]:
                shared = gcd(row[column], pivot[column])
                up, down = pivot[column] // shared, row[column] // shared
                if up < 0:
                    up, down = -up, -down
                work += sum(_work(a, up) + _work(b, down) for a, b in zip(row, pivot, strict=True) if a or b)
                row = _reduced([a * up - b * down for a, b in zip(row, pivot, strict=True)])
                sign = "-" if down > 0 else "+"
                lines.append(
                    f"({number}) := {_times(up)}({number}) {sign} {_times(abs(down))}({chosen}): {row_text(row, names)}"
                )
            remaining.append((number, row))
        left = remaining
    solution = [Fraction(0)] * size
    for column in range(size - 1, -1, -1):
        row = triangle[column]
        known = [(a, i) for i, a in enumerate(row[:-1]) if a and i != column]
        rest = row[-1] - sum((a * solution[i] for a, i in known), Fraction(0))
        solution[column] = rest / row[column]
        work += sum(_work(a, solution[i].numerator * solution[i].denominator) for a, i in known)
        work += _work(row[column], row[-1])
        lines.append(_solved(row, column, known, rest, solution, names))
    return solution, lines, work


def _solved(
    row: Row,
    column: int,
    known: list[tuple[int, int]],
    rest: Fraction,
    solution: list[Fraction],
    names: Sequence[str],
) -> str:
    name = names[column]
    steps = ""
    if known:
        taken = "".join(f" {'-' if a > 0 else '+'} {_times(abs(a))}({solution[i]})" for a, i in known)
        steps = f"{text_of([(row[column], column)], names, '')} = {row[-1]}{taken} = {rest}"
        if row[column] == 1:
            return steps
        steps += ", "
    elif row[column] != 1:
        return f"{name} = {row[-1]}/{row[column]} = {solution[column]}"
    return f"{steps}{name} = {solution[column]}"


def _times(factor: int) -> str:
    return "" if factor == 1 else f"{factor}*"


def _reduced(row: Row) -> Row:
    shared = gcd(*row)
    return [a // shared for a in row] if shared > 1 else row


def _work(a: int, b: int) -> int:
    return len(str(abs(a))) * len(str(abs(b)))
