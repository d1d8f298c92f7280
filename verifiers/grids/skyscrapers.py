"""Checks a filled skyscrapers grid by the rules alone: a Latin square that keeps the givens and shows every clue.

There is one right grid for each puzzle, and the verifier does not know it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

from ..answers.cells import accepted_forms
from ..base import Verdict
from .rules import GIVENS, LINES, distinct_lines, judged, kept, read_cells, share

__all__ = ["accepted_forms", "verify"]


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, the rows of the filled grid (see `rlvr.verifiers.answers.cells` for the forms).

    Parts: ``givens``, the share of given heights that are kept; ``lines``, the share of rows and columns that hold
    each height once; ``clues``, the share of clues that are right.
    """
    n = payload["size"]
    grid = read_cells(answer, n, 1, n)
    if isinstance(grid, Verdict):
        return grid
    columns = list(zip(*grid, strict=True))
    views = [
        seen(line, payload["kind"]) == clue
        for side, lines, order in (
            ("north", columns, 1),
            ("south", columns, -1),
            ("west", grid, 1),
            ("east", grid, -1),
        )
        for line, clue in zip([each[::order] for each in lines], payload[side], strict=True)
        if clue
    ]
    parts = {
        "givens": kept(grid, payload["givens"]),
        "lines": distinct_lines(grid),
        "clues": share(views),
    }
    return judged(
        parts, {"givens": GIVENS, "lines": LINES, "clues": "A clue at the edge is not what is seen from there."}
    )


def seen(line: Sequence[int], kind: str) -> int:
    """What is seen along a line: the different heights among the greatest ones so far, or their sum."""
    skyline = set(accumulate(line, max))
    return sum(skyline) if kind == "sum" else len(skyline)
