"""Checks a star battle by the rules alone: the stars of rows, columns and regions, and that none touch.

There is one right grid for each puzzle, and the verifier does not know it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..answers.cells import accepted_forms
from ..base import Verdict
from .rules import judged, read_cells, share

__all__ = ["accepted_forms", "verify"]

_BROKEN = {
    "apart": "Two stars touch each other.",
    "lines": "A row or a column does not have the number of stars that it needs.",
    "regions": "A region does not have the number of stars that it needs.",
}


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, rows of 1 (a star) and 0 (see `rlvr.verifiers.answers.cells` for the forms).

    Parts: ``apart``, the share of stars that touch no other; ``lines`` and ``regions``, the shares of those with the
    right number of stars.
    """
    n, stars, regions = payload["size"], payload["stars"], payload["regions"]
    grid = read_cells(answer, n, 0, 1)
    if isinstance(grid, Verdict):
        return grid
    counts = [0] * n
    alone = []
    for r, row in enumerate(grid):
        for c, star in enumerate(row):
            if star:
                counts[regions[r][c]] += 1
                near = grid[max(r - 1, 0) : r + 2]
                alone.append(sum(sum(line[max(c - 1, 0) : c + 2]) for line in near) == 1)
    parts = {
        "apart": share(alone),
        "lines": share([sum(line) == stars for line in (*grid, *zip(*grid, strict=True))]),
        "regions": share([count == stars for count in counts]),
    }
    return judged(parts, _BROKEN)
