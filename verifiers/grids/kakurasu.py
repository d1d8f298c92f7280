"""Checks a shading of kakurasu by the rules alone: the weights of the shaded cells of each line reach its target.

There is one right grid for each puzzle, and the verifier does not know it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..answers.cells import accepted_forms
from ..base import Verdict
from .rules import judged, read_cells, share

__all__ = ["accepted_forms", "verify"]


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, rows of 1 (shaded) and 0 (see `rlvr.verifiers.answers.cells` for the forms).

    Parts: ``rows`` and ``columns``, the shares of those whose sum is right.
    """
    n = payload["size"]
    grid = read_cells(answer, n, 0, 1)
    if isinstance(grid, Verdict):
        return grid
    places = list(range(1, n + 1))
    columns = [list(column) for column in zip(*grid, strict=True)]
    parts = {
        name: share([_sum(line, weights) == target for line, target in zip(lines, payload[name], strict=True)])
        for name, lines, weights in (
            ("rows", grid, payload.get("column_weights", places)),
            ("columns", columns, payload.get("row_weights", places)),
        )
    }
    return judged(parts, {name: f"One of the {name} does not reach its target." for name in parts})


def _sum(line: list[int], weights: list[int]) -> int:
    return sum(cell * weight for cell, weight in zip(line, weights, strict=True))
