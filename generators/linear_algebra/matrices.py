"""Exact matrices as lists of rows: drawing them, their text, and the few operations that generators share.

A whole number is kept as `int`, which is many times faster than `Fraction`; every function here gives whole
numbers back as `int`.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

Number = int | Fraction
Row = list[Number]
Matrix = list[Row]

MAX_SIZE = 8
MAX_LARGEST = 1000


def plain(value: Number) -> Number:
    """The value as an `int` if it is whole."""
    return value.numerator if value.denominator == 1 else value


def quotient(top: Number, bottom: Number) -> Number:
    """The exact quotient; `bottom` is not zero."""
    if isinstance(top, int) and isinstance(bottom, int) and top % bottom == 0:
        return top // bottom
    return plain(Fraction(top) / bottom)


def row_text(row: Sequence[Number]) -> str:
    """``[1, -2/3]``."""
    return f"[{', '.join(map(str, row))}]"


def matrix_text(matrix: Sequence[Sequence[Number]]) -> str:
    """``[[1, 2], [3, 4]]``."""
    return f"[{', '.join(map(row_text, matrix))}]"


def column_text(matrix: Sequence[Sequence[Number]]) -> str:
    """``(1, -2/3)`` for a matrix with one column."""
    return f"({', '.join(str(row[0]) for row in matrix)})"


def factor_text(value: Number) -> str:
    """The value as a factor of a product: in parentheses if it is negative or a fraction."""
    return str(value) if isinstance(value, int) and value >= 0 else f"({value})"


def sum_text(terms: Sequence[Number]) -> str:
    """``3 - 4 + 1/2`` for 3, -4 and 1/2."""
    first, *rest = terms
    return str(first) + "".join(f" {'-' if value < 0 else '+'} {abs(value)}" for value in rest)


def dot_text(left: Sequence[Number], right: Sequence[Number]) -> str:
    """``2*3 + (-1)*5``."""
    return " + ".join(f"{factor_text(a)}*{factor_text(b)}" for a, b in zip(left, right, strict=True))


def dot(left: Sequence[Number], right: Sequence[Number]) -> Number:
    """The sum of products."""
    total: Number = 0
    for a, b in zip(left, right, strict=True):
        total += a * b
    return plain(total)


def product(left: Matrix, right: Matrix) -> Matrix:
    """The matrix product; the shapes fit."""
    columns = transpose(right)
    return [[dot(row, column) for column in columns] for row in left]


def transpose(matrix: Matrix) -> Matrix:
    """Rows as columns."""
    return [list(column) for column in zip(*matrix, strict=True)]


def identity(size: int) -> Matrix:
    """The identity matrix."""
    return [[int(i == j) for j in range(size)] for i in range(size)]


def as_json(matrix: Matrix) -> Any:
    """Rows of integers, and fractions as text."""
    return [[a if isinstance(a, int) else str(a) for a in row] for row in matrix]


def from_json(rows: Any) -> list[list[Fraction]]:
    """The inverse of `as_json`, all values as `Fraction`."""
    return [[Fraction(a) for a in row] for row in rows]


def draw(rng: random.Random, rows: int, columns: int, largest: int, denominator: int = 1) -> Matrix:
    """Numbers of up to `largest` in size; with `denominator` above 1, half of them over 2 up to it."""
    if denominator == 1:
        return [[rng.randint(-largest, largest) for _ in range(columns)] for _ in range(rows)]
    return [[_rational(rng, largest, denominator) for _ in range(columns)] for _ in range(rows)]


def _rational(rng: random.Random, largest: int, denominator: int) -> Number:
    bottom = rng.randint(2, denominator) if rng.random() < 0.5 else 1
    return plain(Fraction(rng.randint(-largest, largest), bottom))


def nonzero(rng: random.Random, largest: int) -> int:
    """An integer between -largest and largest, but 0."""
    return rng.choice((-1, 1)) * rng.randint(1, largest)


def largest_in(rows: Matrix) -> Number:
    """The size of the largest number."""
    worst: Number = 0
    for row in rows:
        for a in row:
            if a > worst or -a > worst:
                worst = a if a > 0 else -a
    return worst


def mixed(rng: random.Random, matrix: Matrix, steps: int, largest: int) -> Matrix:
    """Rows added to rows and columns to columns, with small factors, while no entry outgrows `largest`.

    The rank stays what it is, and so does the determinant but for its sign. Rows are in random order.
    """
    matrix = [list(row) for row in matrix]
    for _ in range(steps):
        if rng.random() < 0.5:
            matrix = transpose(matrix)
        if len(matrix) == 1:
            continue
        i, j = rng.sample(range(len(matrix)), 2)
        factor = rng.choice((-2, -1, -1, 1, 1, 2))
        row = [plain(a + factor * b) for a, b in zip(matrix[i], matrix[j], strict=True)]
        if largest_in([row]) <= largest:
            matrix[i] = row
    rng.shuffle(matrix)
    return matrix


def conjugated(rng: random.Random, matrix: Matrix, steps: int, largest: int) -> Matrix:
    """A similar matrix: row i += f * row j together with column j -= f * column i, entries up to `largest`."""
    matrix = [list(row) for row in matrix]
    size = len(matrix)
    for _ in range(steps if size > 1 else 0):
        i, j = rng.sample(range(size), 2)
        factor = rng.choice((-2, -1, -1, 1, 1, 2))
        new = [list(row) for row in matrix]
        new[i] = [plain(a + factor * b) for a, b in zip(new[i], new[j], strict=True)]
        for row in new:
            row[j] = plain(row[j] - factor * row[i])
        if largest_in(new) <= largest:
            matrix = new
    return matrix


def digits(value: Number) -> int:
    """Decimal digits of a number, those of a denominator included."""
    if isinstance(value, int):
        return len(str(abs(value)))
    return len(str(abs(value.numerator))) + len(str(value.denominator))


def dot_work(left: Sequence[Number], right: Sequence[Number]) -> int:
    """Digit operations of a sum of products."""
    return sum(digits(a) * digits(b) for a, b in zip(left, right, strict=True))


def rank_of(matrix: list[list[Fraction]]) -> int:
    """The size of a basis of the rows, built up row by row without division."""
    basis: list[tuple[int, list[Fraction]]] = []
    for row in matrix:
        for lead, other in basis:
            if row[lead]:
                row = [a * other[lead] - b * row[lead] for a, b in zip(row, other, strict=True)]
        lead = next((j for j, a in enumerate(row) if a), -1)
        if lead >= 0:
            basis.append((lead, row))
    return len(basis)
