"""Checks a nonogram by the rules alone: the runs of shaded cells of each line are those that are told.

There is one right grid for each puzzle, and the verifier does not know it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..answers.cells import accepted_forms
from ..base import Verdict
from .rules import judged, read_cells, share

__all__ = ["accepted_forms", "verify"]


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, rows of 1 (shaded) and 0 (see `rlvr.verifiers.answers.cells` for the forms).

    Parts: ``rows`` and ``columns``, the shares of those whose runs are right.
    """
    grid = read_cells(answer, payload["size"], 0, 1)
    if isinstance(grid, Verdict):
        return grid
    columns = [list(column) for column in zip(*grid, strict=True)]
    parts = {
        name: share([runs_of(line) == told for line, told in zip(lines, payload[name], strict=True)])
        for name, lines in (("rows", grid), ("columns", columns))
    }
    return judged(parts, {name: f"One of the {name} has other runs than it needs." for name in parts})


def runs_of(line: Sequence[int]) -> list[int]:
    """The lengths of the runs of ones."""
    runs, before = list[int](), 0
    for cell in line:
        if cell and before:
            runs[-1] += 1
        elif cell:
            runs.append(1)
        before = cell
    return runs
