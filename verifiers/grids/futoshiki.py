"""Checks a filled futoshiki by the rules alone: givens kept, no number twice in a row or column, all signs true.

There is one right grid for each puzzle, and the verifier does not know it.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Any

from ..answers.cells import accepted_forms, read_square
from ..base import Verdict, correct, illegal, unparsable

__all__ = ["accepted_forms", "verify"]


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, the rows of the filled grid (see `rlvr.verifiers.answers.cells` for the forms).

    Parts: ``givens``, the share of given numbers that are kept; ``lines``, the share of rows and columns that
    hold each number once; ``signs``, the share of inequalities that hold.
    """
    n = payload["size"]
    grid = read_square(answer, n)
    if grid is None:
        return unparsable(f"Give the whole grid: {n} lines of {n} numbers from 1 to {n}, separated by spaces.")
    wanted = set(range(1, n + 1))
    flat = list(chain.from_iterable(grid))
    if not wanted.issuperset(flat):
        return illegal(f"Every cell must hold a number from 1 to {n}.")
    givens = [(a, b) for a, b in zip(chain.from_iterable(payload["givens"]), flat, strict=True) if a]
    kept = sum(a == b for a, b in givens)
    lines = sum(set(line) == wanted for line in chain(grid, zip(*grid, strict=True)))
    less = payload["less"]  # cells are counted row by row from 0; the first of a pair holds the smaller number
    holding = sum(flat[a] < flat[b] for a, b in less)
    if kept == len(givens) and lines == 2 * n and holding == len(less):
        return correct(givens=1.0, lines=1.0, signs=1.0)
    parts = {
        "givens": kept / len(givens) if givens else 1.0,
        "lines": lines / (2 * n),
        "signs": holding / len(less) if less else 1.0,
    }
    if kept < len(givens):
        return illegal("Keep every number that is given in the puzzle where it stands.", **parts)
    if lines < 2 * n:
        return illegal("A row or a column has a number twice; each needs every number once.", **parts)
    return illegal("An inequality between two cells does not hold.", **parts)
