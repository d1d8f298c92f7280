"""Checks a filled sudoku grid by the rules alone: the clues are kept, and no row, column or box repeats a number.

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

    Parts: ``clues``, the share of clues that are kept; ``units``, the share of rows, columns and boxes that
    hold each number once.
    """
    rows, cols, clues = payload["rows"], payload["cols"], payload["clues"]
    n = rows * cols
    grid = read_square(answer, n)
    if grid is None:
        return unparsable(f"Give the whole grid: {n} lines of {n} numbers from 1 to {n}, separated by spaces.")
    wanted = set(range(1, n + 1))
    if not wanted.issuperset(chain.from_iterable(grid)):
        return illegal(f"Every cell must hold a number from 1 to {n}.")
    given = [
        (clue, number)
        for clue_row, row in zip(clues, grid, strict=True)
        for clue, number in zip(clue_row, row, strict=True)
        if clue
    ]
    kept = sum(clue == number for clue, number in given)
    boxes = [
        list(chain.from_iterable(row[left : left + cols] for row in grid[top : top + rows]))
        for top in range(0, n, rows)
        for left in range(0, n, cols)
    ]
    good = {
        name: sum(set(unit) == wanted for unit in units)
        for name, units in (("row", grid), ("column", list(zip(*grid, strict=True))), ("box", boxes))
    }
    if kept == len(given) and all(count == n for count in good.values()):
        return correct(clues=1.0, units=1.0)
    parts = {"clues": kept / len(given) if given else 1.0, "units": sum(good.values()) / (3 * n)}
    if kept < len(given):
        return illegal("Keep every number that is given in the puzzle where it stands.", **parts)
    bad = next(name for name, count in good.items() if count < n)
    return illegal(f"A {bad} has a number twice; each row, column and box needs every number once.", **parts)
