"""Worked solutions of square puzzles: singles round by round, and trials where singles end.

The same steps give the trace and the difficulty: the *work* of a solution is the number of candidates still open,
summed over the rounds that the solver needs, those of its trials included. It is what a patient solver who
looks through all candidates in each round would have to look at.
"""

from __future__ import annotations

from typing import NamedTuple

from .candidates import Board, Narrow, OutOfNodes, Round, fewest, find, ones, place, settle

CELL, ROW, COLUMN, BOX, NOT = range(5)
"""Kinds of a step: the only digit for a cell; the only place in a row, column or box; a refuted trial."""

_DEEP_BUDGET = 2000


class Step(NamedTuple):
    """One deduction: `digit` (from 1) stands in `cell`, or for kind `NOT` it does not."""

    kind: int
    cell: int
    digit: int


def explain(
    board: Board, clues: int, solution: int, narrow: Narrow | None = None
) -> tuple[list[list[Step]], int]:
    """The steps, round by round, from the clues to the solution, and their work.

    A round uses nothing but what stood before it. A trial of a wrong digit counts as one round of its own.
    """
    rounds: list[list[Step]] = []
    work = 0
    open_, known = place(board, board.full, clues), clues
    while True:
        log: list[Round] = []
        open_, known = settle(board, open_, known, narrow, log)
        for seen in log:
            work += seen.open_.bit_count() - seen.known.bit_count()
            if steps := _singles(board, seen):
                rounds.append(steps)
        if known.bit_count() == board.cells:
            return rounds, work
        refuted, cost = _refute(board, open_, known, solution, narrow)
        work += cost
        open_ ^= refuted
        digit, cell = divmod(refuted.bit_length() - 1, board.cells)
        rounds.append([Step(NOT, cell, digit + 1)])


def _singles(board: Board, seen: Round) -> list[Step]:
    steps = []
    told = 0
    for kind, singles in enumerate(seen.singles):
        for index in ones(singles & ~told):
            digit, cell = divmod(index, board.cells)
            steps.append(Step(kind, cell, digit + 1))
        told |= singles
    return steps


def _refute(board: Board, open_: int, known: int, solution: int, narrow: Narrow | None) -> tuple[int, int]:
    """A wrong candidate that singles alone refute, from a cell with few candidates, and the work of the trials."""
    work = 0
    few = board.column_of(fewest(board, open_)) & open_ & ~solution
    others = open_ & ~solution & ~few
    for candidates in (few, others):
        for index in ones(candidates):
            log: list[Round] = []
            trial = 1 << index
            placed = place(board, open_, trial)
            left, _ = settle(board, placed, known | trial, narrow, log) if placed else (0, 0)
            work += sum(seen.open_.bit_count() - seen.known.bit_count() for seen in log)
            if not left:
                return trial, work
    # Very rare: every trial goes on without a clash, so a trial within the trial is needed.
    trial = few & -few
    try:
        find(board, place(board, open_, trial), known | trial, budget=_DEEP_BUDGET, narrow=narrow)
    except OutOfNodes:
        pass  # the caller has proved that the solution is unique, so the candidate is wrong all the same
    return trial, work
