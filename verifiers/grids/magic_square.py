"""Checks a magic square by the rules alone: what is given stays, the numbers are used, and all lines have one sum.

Any square that keeps the rules is right; the verifier does not know the one of the reference.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..answers.cells import accepted_forms
from ..base import Verdict
from .rules import GIVENS, all_used, judged, kept, read_numbers, share

__all__ = ["accepted_forms", "verify"]

_BROKEN = {
    "givens": GIVENS,
    "used": "The empty cells do not hold each of the numbers to put in exactly once.",
    "lines": "A row or a column does not have the sum that all lines must have.",
    "diagonals": "A diagonal does not have the sum that all lines must have.",
}


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, rows of numbers (see `rlvr.verifiers.answers.cells` for the forms).

    Parts: ``givens``, the share of given numbers that stayed; ``used``, the share of the numbers to put in that stand
    in the empty cells; ``lines`` and ``diagonals``, the shares of those with the sum of all numbers divided by the
    side.
    """
    n, givens = payload["size"], payload["givens"]
    grid = read_numbers(answer, n, payload["numbers"], givens)
    if isinstance(grid, Verdict):
        return grid
    every = sum(payload["numbers"]) + sum(value for row in givens for value in row if value is not None)
    diagonals = [[grid[i][i] for i in range(n)], [grid[i][n - 1 - i] for i in range(n)]]
    parts = {
        "givens": kept(grid, givens, None),
        "used": all_used(grid, givens, payload["numbers"]),
        "lines": share([n * sum(line) == every for line in (*grid, *zip(*grid, strict=True))]),
        "diagonals": share([n * sum(line) == every for line in diagonals]),
    }
    return judged(parts, _BROKEN)
