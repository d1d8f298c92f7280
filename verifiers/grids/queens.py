"""Checks a board of queens by the rules alone: what is told of squares, one queen in each line, no two on a diagonal.

Any placement that keeps the rules is right; the verifier does not know the one of the reference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from ..answers.cells import accepted_forms
from ..base import Verdict
from .rules import judged, read_cells, share

__all__ = ["accepted_forms", "verify"]

_TOLD = {
    "given": "A queen that is given does not stand where it stood.",
    "blocked": "A queen stands on a square where none may stand.",
}
_BROKEN = {
    "lines": "A row or a column does not hold exactly one queen.",
    "diagonals": "Two queens stand on the same diagonal.",
}


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, rows of 1 (a queen) and 0 (see `rlvr.verifiers.answers.cells` for the forms).

    Parts: ``told``, the share of the squares told that hold what they must; ``lines``, the share of rows and columns
    with one queen; ``diagonals``, the share of queens that are alone on their diagonals.
    """
    n, kind = payload["size"], payload["kind"]
    grid = read_cells(answer, n, 0, 1)
    if isinstance(grid, Verdict):
        return grid
    queens = [(r, c) for r, row in enumerate(grid) for c, queen in enumerate(row) if queen]
    falling = Counter(r - c for r, c in queens)
    rising = Counter(r + c for r, c in queens)
    parts = {
        "told": share([grid[cell // n][cell % n] == (kind == "given") for cell in payload["told"]]),
        "lines": share([sum(line) == 1 for line in (*grid, *zip(*grid, strict=True))]),
        "diagonals": share([falling[r - c] == rising[r + c] == 1 for r, c in queens]),
    }
    return judged(parts, {"told": _TOLD[kind], **_BROKEN})
