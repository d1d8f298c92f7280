"""What puzzles on the clue kernel share in words: names of cells, grids as text, worked solutions, symmetries."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from ..kernels.clue import AHEAD, Clue, Meter, Puzzle, Step, solve, start, values_of

Square = Sequence[Sequence[int]]


def cell_name(n: int) -> Callable[[int], str]:
    """Names of the cells of a grid with n columns, counted row by row: ``r2c3``."""
    return lambda cell: f"r{cell // n + 1}c{cell % n + 1}"


def rows_of(values: Sequence[int], n: int) -> list[list[int]]:
    """The rows of n that a list of cells makes up."""
    return [list(values[i : i + n]) for i in range(0, len(values), n)]


def answer_text(values: Sequence[int], n: int) -> str:
    """The reference answer: a line for each row, with spaces between the numbers."""
    return "\n".join(" ".join(map(str, row)) for row in rows_of(values, n))


def aligned(table: Sequence[Sequence[str]]) -> str:
    """Lines whose entries stand below one another."""
    wide = max(len(entry) for line in table for entry in line)
    return "\n".join(" ".join(entry.rjust(wide) for entry in line).rstrip() for line in table)


def listed(values: Iterable[object], none: str = "-") -> str:
    """``1, 2, 3``, with a sign for None."""
    return ", ".join(none if value is None else str(value) for value in values)


def worked(
    puzzle: Puzzle,
    log: Sequence[Step],
    name: Callable[[int], str],
    *,
    first: int = 0,
    given: Collection[int] = (),
    words: Sequence[str] = (),
    aside: Callable[[int, list[int]], str] | None = None,
) -> str:
    """One line for each step: the rule and what it leaves of each cell that changed.

    Args:
        puzzle: the puzzle.
        log: its steps.
        name: of a cell.
        first: what the value 0 is called; others follow it.
        words: what all values are called, where they are no numbers that follow `first`.
        given: cells whose values the prompt tells; they are not told again.
        aside: how the values that are left of a cell that only helps are told; None if they are not.
    """
    lines = []

    def left(cell: int, domain: int) -> str:
        values = [words[value] if words else str(value + first) for value in values_of(domain)]
        return f"{name(cell)} = {values[0]}" if len(values) == 1 else f"{name(cell)} in {{{','.join(values)}}}"

    for step in log:
        told = [
            left(cell, domain) if cell < puzzle.asked or not aside else aside(cell, values_of(domain))
            for cell, domain in step.left
            if cell not in given and (cell < puzzle.asked or aside is not None)
        ]
        if step.refuted >= 0:
            cell = step.left[0][0]
            lines.append(f"{left(cell, 1 << step.refuted)} leads to a clash, so {told[0]}")
        elif told:
            lines.append(f"{puzzle.rules[step.rule].name}: {', '.join(told)}")
    return "\n".join(lines)


def turns(square: Square) -> list[list[list[int]]]:
    """The eight images of a square under rotations and reflections."""
    images, now = [], [list(row) for row in square]
    for _ in range(4):
        images += [now, [row[::-1] for row in now]]
        now = [list(column) for column in zip(*now[::-1], strict=True)]
    return images


def renumbered(square: Square) -> list[list[int]]:
    """A square with its numbers called 0, 1, 2, ... in the order in which they first come, row by row."""
    names: dict[int, int] = {}
    return [[names.setdefault(value, len(names)) for value in row] for row in square]


def steps_of(
    puzzle: Puzzle, clues: Iterable[Clue], solution: Sequence[int], most: int
) -> tuple[list[Step], int]:
    """The steps that settle a puzzle, look-ahead included, and how many looks at rules they took.

    Raises:
        OutOfSteps: if they take more than `most`.
    """
    log, meter = list[Step](), Meter(most)
    solve(puzzle, start(puzzle, clues), solution, meter, AHEAD, log)
    return log, meter.used


def framed(
    inside: Square, top: Sequence[int], bottom: Sequence[int], left: Sequence[int], right: Sequence[int]
) -> list[list[int]]:
    """A square with numbers around it; the corners are 0."""
    lines = [[a, *row, b] for a, row, b in zip(left, inside, right, strict=True)]
    return [[0, *top, 0], *lines, [0, *bottom, 0]]
