"""Minesweeper: find all mines of a field from the numbers of some safe cells and the number of mines.

Mines are placed at random; safe cells are opened until the rules settle every cell, and what turns out to be spare is
closed again but for `extra` cells. So nothing has to be guessed, and a field has exactly one solution.

Symmetries of the fingerprint: the 8 rotations and reflections of the square. It is exact: the least of the 8 images.

Difficulty: `size` of the square, `mines`, fewer `extra` open cells, and `ahead` more that are closed.

Source: the game as of Microsoft Minesweeper (1990); open cells that settle all, as in puzzle magazines.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from math import comb

from ..base import Draft, GenerationError
from ..kernels.clue import (
    AHEAD,
    Clue,
    Meter,
    Puzzle,
    Relation,
    Rule,
    Step,
    Table,
    choose,
    solve,
    start,
)
from ..kernels.clue_rules import Count
from ..limits import Whole, limited
from ..wording import phrase
from .clue_text import aligned, answer_text, cell_name, listed, rows_of, turns, worked

WORDINGS = (
    "This {n}x{n} minesweeper field holds {mines}. A number stands on a safe cell and says how many of the "
    "cells that touch it, also at a corner, hold a mine.\n\n{puzzle}\n\nFind all mines. Write the grid with 1 for a "
    "mine and 0 for a safe cell, one row per line, with spaces between the digits.",
    "{puzzle}\n\nThis minesweeper field has {n} rows and {n} columns, and {mines} on it. The open cells are safe; "
    "each shows how many mines lie on the up to eight cells around it. Everything else can be worked out without a "
    "guess. Answer with {n} lines of {n} digits, separated by spaces: 1 where there is a mine, 0 where there is none.",
    "Work out where the mines are on a square field of {n} rows and {n} columns. It holds {mines}. Each number "
    "stands on a safe cell and counts the mines on the cells next to it, across corners too.\n\n{puzzle}\n\n"
    "There is one solution. Give its rows from top to bottom, a line for each, as digits with spaces between them: 1 "
    "for a mine and 0 for no mine.",
)
_HIDDEN = ("#", "?", "_")
_TRIES = 40
_STEPS = 8_000
_TESTS = 6


@limited(
    size=Whole(3, 12, "the side of the square"),
    mines=Whole(1, 60, "how many mines there are: at most half of the cells"),
    extra=Whole(0, 100, "open cells that are shown although the field could be solved without them"),
    ahead=Whole(0, 40, "open cells that are closed, where that is possible, although a trial is then needed"),
)
def generate(rng: random.Random, *, size: int, mines: int, extra: int, ahead: int) -> Draft:
    """Make one field with exactly one solution.

    Raises:
        ValueError: if a parameter is out of its limit, or there are too many mines.
        GenerationError: if no field was found.
    """
    if 2 * mines > size * size:
        raise ValueError(f"mines must be at most {size * size // 2} for size {size}, not {mines}")
    puzzle = _puzzle(size, mines)
    for _ in range(_TRIES):
        order = rng.sample(range(size * size), size * size)
        solution = [0] * (size * size)
        for cell in order[:mines]:
            solution[cell] = 1
        opened = {_told(size, cell, _number(size, solution, cell)): cell for cell in order[mines:]}
        chosen = choose(puzzle, [[*opened]], solution, most=_STEPS, tests=_TESTS, ahead=ahead)
        if chosen is not None:
            break
    else:
        raise GenerationError(f"no field of size {size} with {mines} mines was found; take fewer mines")
    shown = [opened[clue] for clue in chosen]
    shown += [cell for cell in order[mines:] if cell not in shown][:extra]
    return _draft(rng, size, solution, sorted(shown))


@lru_cache(maxsize=1024)
def _around(n: int, cell: int) -> tuple[int, ...]:
    """The cells that touch a cell, also at a corner."""
    row, column = divmod(cell, n)
    near = product(range(max(row - 1, 0), min(row + 2, n)), range(max(column - 1, 0), min(column + 2, n)))
    return tuple(r * n + c for r, c in near if (r, c) != (row, column))


def _number(n: int, solution: Sequence[int], cell: int) -> int:
    return sum(solution[other] for other in _around(n, cell))


@lru_cache(maxsize=16)
def _near(count: int) -> Relation:
    """A cell and the ones that touch it: anything, until it is opened."""
    return Relation(product((0, 1), repeat=count + 1))


@lru_cache(maxsize=64)
def _open(count: int, number: int) -> int:
    return _near(count).where(lambda row: row[0] == 0 and sum(row) == number)


def _told(n: int, cell: int, number: int) -> Clue:
    return Clue(cell, _open(len(_around(n, cell)), number))


@lru_cache(maxsize=64)
def _puzzle(n: int, mines: int) -> Puzzle:
    name, cells = cell_name(n), range(n * n)
    rules: list[Rule] = [
        Table(f"number at {name(cell)}", (cell, *_around(n, cell)), _near(len(_around(n, cell))))
        for cell in cells
    ]
    return Puzzle.of([3] * (n * n), [*rules, Count("number of mines", cells, mines, mines)])


def _draft(rng: random.Random, n: int, solution: Sequence[int], shown: list[int]) -> Draft:
    mines = sum(solution)
    puzzle = _puzzle(n, mines)
    numbers = [_number(n, solution, cell) if cell in shown else None for cell in range(n * n)]
    log: list[Step] = []
    meter = Meter(10 * _STEPS)
    posted = [_told(n, cell, number) for cell, number in enumerate(numbers) if number is not None]
    solve(puzzle, start(puzzle, posted), solution, meter, AHEAD, log)
    show = rng.choice((_drawing, _drawing, _listing))
    field = rows_of([-1 if number is None else number for number in numbers], n)
    return Draft(
        prompt=phrase(
            rng, WORDINGS, n=n, mines=f"{mines} mine{'s' * (mines > 1)}", puzzle=show(rng, n, numbers)
        ),
        payload={"size": n, "mines": mines, "numbers": [numbers[i : i + n] for i in range(0, n * n, n)]},
        answer=answer_text(solution, n),
        trace=worked(puzzle, log, cell_name(n), given=shown),
        canonical=[mines, min(turns(field))],
        guess_rate=1 / comb(n * n - len(shown), mines),
        difficulty=float(meter.used),
    )


def _drawing(rng: random.Random, n: int, numbers: Sequence[int | None]) -> str:
    hidden = rng.choice(_HIDDEN)
    cells = [hidden if number is None else str(number) for number in numbers]
    return f"{aligned([cells[i : i + n] for i in range(0, n * n, n)])}\n\n({hidden} is a closed cell.)"


def _listing(rng: random.Random, n: int, numbers: Sequence[int | None]) -> str:
    name = cell_name(n)
    told = listed(f"{name(cell)}: {number}" for cell, number in enumerate(numbers) if number is not None)
    return (
        f"Numbers: {told}\n\n(r2c3 is the cell in the second row from the top and the third column from the left. All "
        "other cells are closed.)"
    )
