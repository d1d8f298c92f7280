"""Nonograms: shade cells so that the runs of shaded cells in each row and column have the lengths that are told.

A random shading is drawn, and cells that the lines leave open are turned over until the lines, one by one, settle all
of them. So a puzzle has exactly one solution, and it is proved; two cells that could be exchanged with two others
are never left.

Symmetries of the fingerprint: the 8 rotations and reflections of the square. It is exact: as there is one solution, it
is the least of the 8 images of that.

Difficulty: `size` of the square and `shaded`, the share of its cells that the first drawing shades, in percent.

Source: the puzzle of Non Ishida and Tetsuya Nishio (1987), also known as Picross, Griddlers or Hanjie.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby, product
from math import prod

from ..base import Draft, GenerationError
from ..kernels.clue import Meter, Puzzle, Relation, Rule, Step, Table, solve, start, undecided
from ..limits import Whole, limited
from ..wording import phrase
from .clue_text import answer_text, cell_name, rows_of, turns, worked

Runs = tuple[int, ...]

WORDINGS = (
    "Solve this {n}x{n} nonogram. The numbers of a row or column are the lengths of its runs of shaded cells, in "
    "order, with at least one cell that is not shaded between two runs; 0 stands for no shaded cell.\n\n{puzzle}\n\n"
    "Write the grid with 1 for a shaded cell and 0 for any other: one row per line, with spaces between the digits.",
    "{puzzle}\n\nThese numbers describe a picture of {n} rows and {n} columns: how long the unbroken runs of shaded "
    "cells of each line are, one after the other. Runs of a line do not touch, and a line with 0 has none. Which cells "
    "are shaded? Answer with {n} lines of {n} digits, separated by spaces: 1 where a cell is shaded and 0 where it is "
    "not.",
    "Find the picture in this square of {n} rows and {n} columns. Of each line you know the lengths of all groups of "
    "shaded cells in the order in which they come; groups are apart by one or more cells, and 0 means that the line is "
    "empty.\n\n{puzzle}\n\nThere is one solution. Give its rows from top to bottom, a line for each, as digits with "
    "spaces between them: 1 for shaded, 0 for not shaded.",
)
_TRIES = 60
_CHANGES = 60
_STEPS = 4_000


@limited(
    size=Whole(3, 12, "the side of the square"),
    shaded=Whole(30, 70, "cells of the first drawing that are shaded, of a hundred"),
)
def generate(rng: random.Random, *, size: int, shaded: int) -> Draft:
    """Make one puzzle with exactly one solution.

    Raises:
        ValueError: if a parameter is out of its limit.
        GenerationError: if no puzzle was found.
    """
    for _ in range(_TRIES):
        cells = [int(rng.random() * 100 < shaded) for _ in range(size * size)]
        for _ in range(_CHANGES):
            puzzle = _puzzle(size, cells)
            state = start(puzzle)
            if solve(puzzle, state, cells, Meter(_STEPS)):
                return _draft(rng, size, puzzle, cells)
            open_ = undecided(puzzle, state)
            for cell in rng.sample(open_, min(2, len(open_))):
                cells[cell] ^= 1
    raise GenerationError(f"no nonogram of size {size} was found; take a smaller size")


def runs_of(line: Sequence[int]) -> Runs:
    """The lengths of the runs of ones."""
    return tuple(len(list(run)) for value, run in groupby(line) if value)


@lru_cache(maxsize=16)
def _lines(n: int) -> Relation:
    return Relation(product((0, 1), repeat=n))


@lru_cache(maxsize=16)
def _by_runs(n: int) -> dict[Runs, int]:
    """The lines by their runs, as sets of rows."""
    found: dict[Runs, int] = {}
    for at, line in enumerate(_lines(n).rows):
        runs = runs_of(line)
        found[runs] = found.get(runs, 0) | 1 << at
    return found


def _puzzle(n: int, cells: Sequence[int]) -> Puzzle:
    lines, by_runs = _lines(n), _by_runs(n)
    where = [(f"row {i + 1}", range(i * n, i * n + n)) for i in range(n)]
    where += [(f"column {i + 1}", range(i, n * n, n)) for i in range(n)]
    rules: list[Rule] = [
        Table(name, line, lines, by_runs[runs_of([cells[cell] for cell in line])]) for name, line in where
    ]
    return Puzzle.of([3] * (n * n), rules)


def _draft(rng: random.Random, n: int, puzzle: Puzzle, cells: Sequence[int]) -> Draft:
    log: list[Step] = []
    meter = Meter(_STEPS)
    solve(puzzle, start(puzzle), cells, meter, log=log)
    grid = rows_of(cells, n)
    rows, columns = ([runs_of(line) for line in lines] for lines in (grid, zip(*grid, strict=True)))
    return Draft(
        prompt=phrase(rng, WORDINGS, n=n, puzzle=rng.choice((_lists, _table))(rows, columns)),
        payload={"size": n, "rows": [[*runs] for runs in rows], "columns": [[*runs] for runs in columns]},
        answer=answer_text(cells, n),
        trace=worked(puzzle, log, cell_name(n)),
        canonical=min(turns(grid)),
        guess_rate=max(1 / prod(_by_runs(n)[runs].bit_count() for runs in lines) for lines in (rows, columns)),
        difficulty=float(meter.used),
    )


def _said(runs: Runs) -> str:
    return " ".join(map(str, runs)) or "0"


def _lists(rows: Sequence[Runs], columns: Sequence[Runs]) -> str:
    return (
        f"Rows, from top to bottom: {', '.join(map(_said, rows))}\n"
        f"Columns, from left to right: {', '.join(map(_said, columns))}"
    )


def _table(rows: Sequence[Runs], columns: Sequence[Runs]) -> str:
    told = [f"row {i}: {_said(runs)}" for i, runs in enumerate(rows, 1)]
    told += [f"column {i}: {_said(runs)}" for i, runs in enumerate(columns, 1)]
    return "\n".join([*told, "", "(Rows are counted from the top and columns from the left.)"])
