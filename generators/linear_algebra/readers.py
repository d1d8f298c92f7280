"""Strict readers of rows and matrices, for the solvers of this family. None of them raises."""

from __future__ import annotations

import re
from fractions import Fraction

from ..readers import rational

MAX_CHARS = 4096


def _entry(text: str) -> Fraction | None:
    """A number; ``8/2`` is none, it must be worked out."""
    value = rational(" ".join(text.split()))
    return None if value is None or ("/" in text and value.denominator == 1) else value


def read_row(text: str, brackets: str = "[]") -> list[Fraction] | None:
    """``[1, 2/3]``, or the same in other brackets; None if it is none."""
    text = text.strip()
    if not 2 <= len(text) <= MAX_CHARS or text[0] != brackets[0] or text[-1] != brackets[1]:
        return None
    numbers = [_entry(piece) for piece in text[1:-1].split(",")]
    row = [number for number in numbers if number is not None]
    return row if len(row) == len(numbers) else None


def read_matrix(text: str) -> list[list[Fraction]] | None:
    """``[[1, 2], [3, 4]]``, rows of one length; None if it is none."""
    text = text.strip()
    if len(text) > MAX_CHARS or text[:1] != "[" or text[-1:] != "]":
        return None
    matrix: list[list[Fraction]] = []
    inside = text[1:-1].strip()
    for piece in re.split(r"(?<=\])\s*,(?=\s*\[)", inside):
        row = read_row(piece)
        if row is None or len(row) != len(matrix[0] if matrix else row):
            return None
        matrix.append(row)
    return matrix
