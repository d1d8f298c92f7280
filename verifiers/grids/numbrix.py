"""Checks a numbrix or hidato by the rules alone: what is given stays, each number once, and each beside the next.

There is one right grid for each puzzle, and the verifier does not know it.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Any

from ..answers.cells import accepted_forms
from ..base import Verdict
from .rules import GIVENS, judged, kept, read_cells, share

__all__ = ["accepted_forms", "verify"]

_BROKEN = {
    "givens": GIVENS,
    "used": "The cells do not hold each number exactly once.",
    "beside": "A number does not stand beside the one that follows it.",
}


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, rows of numbers (see `rlvr.verifiers.answers.cells` for the forms).

    Parts: ``givens``, the share of given numbers that stayed; ``used``, the share of the numbers that stand somewhere;
    ``beside``, the share of the numbers but the last that stand beside the next.
    """
    n, corners = payload["size"], payload["kind"] == "corners"
    grid = read_cells(answer, n, 1, n * n)
    if isinstance(grid, Verdict):
        return grid
    at = {number: (r, c) for r, row in enumerate(grid) for c, number in enumerate(row)}
    parts = {
        "givens": kept(grid, payload["givens"]),
        "used": len(set(chain.from_iterable(grid))) / (n * n),
        "beside": share([_beside(at, number, corners) for number in range(1, n * n)]),
    }
    return judged(parts, _BROKEN)


def _beside(at: Mapping[int, tuple[int, int]], number: int, corners: bool) -> bool:
    if number not in at or number + 1 not in at:
        return False
    down, right = (abs(a - b) for a, b in zip(at[number], at[number + 1], strict=True))
    return max(down, right) == 1 if corners else down + right == 1
