"""Checks a filled kenken by the rules alone: a Latin square in which every cage gives its result.

There is one right grid for each puzzle, and the verifier does not know it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from math import prod
from typing import Any

from ..answers.cells import accepted_forms
from ..base import Verdict
from .rules import LINES, distinct_lines, judged, read_cells, share

__all__ = ["accepted_forms", "verify"]


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, the rows of the filled grid (see `rlvr.verifiers.answers.cells` for the forms).

    Parts: ``lines``, the share of rows and columns that hold each number once; ``cages``, the share of cages that
    give their result.
    """
    n = payload["size"]
    grid = read_cells(answer, n, 1, n)
    if isinstance(grid, Verdict):
        return grid
    flat = list(chain.from_iterable(grid))
    parts = {
        "lines": distinct_lines(grid),
        "cages": share(
            [
                gives([flat[cell] for cell in cells], result, operation)
                for cells, result, operation in payload["cages"]
            ]
        ),
    }
    return judged(parts, {"lines": LINES, "cages": "The numbers of a cage do not give its result."})


def gives(numbers: Sequence[int], result: int, operation: str) -> bool:
    """Whether some numbers give a result by an operation; by any of the four if it is not told."""
    if len(numbers) == 1:
        return numbers[0] == result
    low, high = min(numbers), max(numbers)
    by = {"+": sum(numbers) == result, "*": prod(numbers) == result}
    if len(numbers) == 2:
        by |= {"-": high == low + result, "/": high == low * result}
    return by.get(operation, False) if operation else any(by.values())
