"""Checks a hitori by the rules alone: whites differ in a line and hang together, blacks stand apart.

There is one right grid for each puzzle, and the verifier does not know it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..answers.cells import accepted_forms
from ..base import Verdict
from .rules import Grid, judged, read_cells, share

__all__ = ["accepted_forms", "in_one_piece", "verify"]

_BROKEN = {
    "different": "A row or a column has a number twice among its white cells.",
    "apart": "Two black cells are side by side.",
    "together": "The white cells do not all hang together.",
}


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, rows of 1 (black) and 0 (see `rlvr.verifiers.answers.cells` for the forms).

    Parts: ``different``, the share of lines without a number twice among white cells; ``apart``, the share of black
    cells that are beside no other; ``together``, the share of white cells in the largest part that hangs together.
    """
    n, numbers = payload["size"], payload["numbers"]
    grid = read_cells(answer, n, 0, 1)
    if isinstance(grid, Verdict):
        return grid
    white = [
        [number for number, black in zip(*both, strict=True) if not black]
        for both in zip([*numbers, *zip(*numbers, strict=True)], [*grid, *zip(*grid, strict=True)], strict=True)
    ]
    alone = [
        not any(grid[r][c] for r, c in beside(row, column, n))
        for row in range(n)
        for column in range(n)
        if grid[row][column]
    ]
    parts = {
        "different": share([len(set(line)) == len(line) for line in white]),
        "apart": share(alone),
        "together": in_one_piece(grid),
    }
    return judged(parts, _BROKEN)


def beside(row: int, column: int, n: int) -> list[tuple[int, int]]:
    """The cells directly beside, above and below a cell."""
    near = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return [(r, c) for r, c in near if 0 <= r < n and 0 <= c < n]


def in_one_piece(grid: Grid) -> float:
    """The share of the cells with 0 that are in the largest part of them; 0.0 if there are none."""
    left = {(r, c) for r, row in enumerate(grid) for c, value in enumerate(row) if not value}
    every, largest = len(left), 0
    while left:
        part = [left.pop()]
        for row, column in part:
            for cell in beside(row, column, len(grid)):
                if cell in left:
                    left.discard(cell)
                    part.append(cell)
        largest = max(largest, len(part))
    return largest / every if every else 0.0
