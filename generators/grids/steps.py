"""Worked solutions of square puzzles: singles round by round, and trials where singles end.

The same steps give the trace and the difficulty: the *work* of a solution is the number of candidates still
open, summed over its rounds, those of the trials that exclude a digit included. It is what a patient player who
looks through all candidates in each round, and always tries the right thing, has to look at.
"""

from __future__ import annotations

from typing import NamedTuple

from .candidates import Board, Narrow, Round, fewest, ones, place, settle

CELL, ROW, COLUMN, BOX, NOT = range(5)
"""Kinds of a step: the only digit for a cell; the only place in a row, column or box; a refuted trial."""


class Step(NamedTuple):
    """One deduction: `digit` (from 1) stands in `cell`, or for kind `NOT` it does not."""

    kind: int
    cell: int
    digit: int


def explain(
    board: Board, clues: int, solution: int, narrow: Narrow | None = None
) -> tuple[list[tuple[int, list[Step]]], int]:
    """The rounds from the clues to the solution, and their work.

    A round is the candidates that are open at its start and the steps that follow from them. A trial that
    excludes a wrong digit is a round of its own.
    """
    rounds: list[tuple[int, list[Step]]] = []
    work = 0
    open_, known = place(board, board.full, clues), clues
    while True:
        log: list[Round] = []
        open_, known = settle(board, open_, known, narrow, log)
        for seen in log:
            work += seen.open_.bit_count() - seen.known.bit_count()
            if steps := _singles(board, seen):
                rounds.append((seen.open_, steps))
        if known.bit_count() == board.cells:
            return rounds, work
        refuted, cost = _refute(board, open_, known, solution, narrow)
        work += cost
        open_ ^= refuted
        digit, cell = divmod(refuted.bit_length() - 1, board.cells)
        rounds.append((open_, [Step(NOT, cell, digit + 1)]))


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
    """A wrong candidate that singles refute, if possible from a cell with few, and the work of that trial."""
    few = board.column_of(fewest(board, open_)) & open_ & ~solution
    others = open_ & ~solution & ~few
    for candidates in (few, others):
        for index in ones(candidates):
            log: list[Round] = []
            trial = 1 << index
            placed = place(board, open_, trial)
            left, _ = settle(board, placed, known | trial, narrow, log) if placed else (0, 0)
            if not left:
                return trial, sum(seen.open_.bit_count() - seen.known.bit_count() for seen in log)
    # Very rare: no trial ends in a clash by singles alone. The caller has proved that the solution is unique,
    # so a search inside the trial would end in one.
    return few & -few, open_.bit_count() - known.bit_count()
