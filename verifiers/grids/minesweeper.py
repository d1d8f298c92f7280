"""Checks the mines of a field by the rules alone: none on an open cell, all numbers right, and as many as there are.

There is one right grid for each field, and the verifier does not know it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..answers.cells import accepted_forms
from ..base import Verdict
from .rules import judged, read_cells, share

__all__ = ["accepted_forms", "verify"]

_BROKEN = {
    "open": "There is a mine on an open cell.",
    "numbers": "A number does not fit the mines around it.",
    "mines": "The field does not hold that many mines.",
}


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, rows of 1 (a mine) and 0 (see `rlvr.verifiers.answers.cells` for the forms).

    Parts: the shares of ``open`` cells without a mine and of ``numbers`` that fit; ``mines`` is 1.0 if as many are
    marked as there are.
    """
    n = payload["size"]
    grid = read_cells(answer, n, 0, 1)
    if isinstance(grid, Verdict):
        return grid
    told = [
        (r, c, number)
        for r, row in enumerate(payload["numbers"])
        for c, number in enumerate(row)
        if number is not None
    ]
    parts = {
        "open": share([not grid[r][c] for r, c, _ in told]),
        "numbers": share(
            [
                sum(sum(row[max(c - 1, 0) : c + 2]) for row in grid[max(r - 1, 0) : r + 2]) - grid[r][c]
                == number
                for r, c, number in told
            ]
        ),
        "mines": float(sum(map(sum, grid)) == payload["mines"]),
    }
    return judged(parts, _BROKEN)
