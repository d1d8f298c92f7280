"""Checks a filled binario by the rules alone: givens kept, no three alike, and the share of ones of each line.

There is one right grid for each puzzle, and the verifier does not know it.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from ..answers.cells import accepted_forms
from ..base import Verdict
from .rules import GIVENS, judged, kept, read_cells, share

__all__ = ["accepted_forms", "verify"]

_BROKEN = {
    "givens": GIVENS,
    "triples": "Three equal digits stand next to each other.",
    "ones": "A row or a column does not have the number of ones that it needs.",
    "different": "Two rows or two columns are equal.",
}


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, the rows of the filled grid (see `rlvr.verifiers.answers.cells` for the forms).

    Parts: ``givens``, the share of given digits that are kept; of all lines the shares without ``triples`` and with
    the right number of ``ones``; and, where lines must be ``different``, of the lines that are like no other.
    """
    n = payload["size"]
    grid = read_cells(answer, n, 0, 1)
    if isinstance(grid, Verdict):
        return grid
    rows, columns = grid, [list(column) for column in zip(*grid, strict=True)]
    lines = rows + columns
    wanted = [*payload["rows"], *payload["columns"]] if payload["kind"] == "counts" else [n // 2] * (2 * n)
    parts = {
        "givens": kept(grid, payload["givens"], empty=None),
        "triples": share([max(len(list(run)) for _, run in groupby(line)) < 3 for line in lines]),
        "ones": share([sum(line) == ones for line, ones in zip(lines, wanted, strict=True)]),
    }
    if payload["kind"] == "halves":
        parts["different"] = share([among.count(line) == 1 for among in (rows, columns) for line in among])
    return judged(parts, _BROKEN)
