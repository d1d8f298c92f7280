"""Checks a survo by the rules alone: what is given stays, the numbers to put in are used, and lines have their sums.

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
    "rows": "One of the rows does not have its sum.",
    "columns": "One of the columns does not have its sum.",
}


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, rows of numbers (see `rlvr.verifiers.answers.cells` for the forms).

    Parts: ``givens``, the share of given numbers that stayed; ``used``, the share of the numbers to put in that stand
    in the empty cells; ``rows`` and ``columns``, the shares of those with their sum.
    """
    grid = read_numbers(answer, payload["size"], payload["numbers"], payload["givens"])
    if isinstance(grid, Verdict):
        return grid
    parts = {
        "givens": kept(grid, payload["givens"], None),
        "used": all_used(grid, payload["givens"], payload["numbers"]),
        "rows": share([sum(row) == total for row, total in zip(grid, payload["rows"], strict=True)]),
        "columns": share(
            [
                sum(column) == total
                for column, total in zip(zip(*grid, strict=True), payload["columns"], strict=True)
            ]
        ),
    }
    return judged(parts, _BROKEN)
