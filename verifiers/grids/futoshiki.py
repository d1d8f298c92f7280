"""Checks a filled futoshiki by the rules alone: givens kept, no number twice in a row or column, all signs true.

There is one right grid for each puzzle, and the verifier does not know it.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Any

from ..answers.cells import accepted_forms
from ..base import Verdict
from .rules import GIVENS, LINES, distinct_lines, judged, kept, read_cells, share

__all__ = ["accepted_forms", "verify"]


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, the rows of the filled grid (see `rlvr.verifiers.answers.cells` for the forms).

    Parts: ``givens``, the share of given numbers that are kept; ``lines``, the share of rows and columns that
    hold each number once; ``signs``, the share of inequalities that hold.
    """
    n = payload["size"]
    grid = read_cells(answer, n, 1, n)
    if isinstance(grid, Verdict):
        return grid
    flat = list(chain.from_iterable(grid))
    parts = {
        "givens": kept(grid, payload["givens"]),
        "lines": distinct_lines(grid),
        # Cells are counted row by row from 0; the first of a pair holds the smaller number.
        "signs": share([flat[a] < flat[b] for a, b in payload["less"]]),
    }
    return judged(
        parts, {"givens": GIVENS, "lines": LINES, "signs": "An inequality between two cells does not hold."}
    )
