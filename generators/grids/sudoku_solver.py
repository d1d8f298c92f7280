"""Sudoku a second time, as an exact cover: every number in a cell meets three demands, and each is to be met once."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from ..base import Json
from .square_answers import square


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer is a filled grid that keeps the clues."""
    rows, cols = payload["rows"], payload["cols"]
    n: int = rows * cols
    numbers = square(answer, n)
    if numbers is None or min(numbers) < 1 or max(numbers) > n:
        return False
    if any(clue not in (0, number) for clue, number in zip(chain(*payload["clues"]), numbers, strict=True)):
        return False
    met = set()
    for cell, number in enumerate(numbers):
        row, column = divmod(cell, n)
        met |= {("row", row, number), ("column", column, number), (row // rows, column // cols, number)}
    return len(met) == 3 * n * n
