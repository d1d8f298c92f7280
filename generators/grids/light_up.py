"""Light up: put bulbs into a grid with walls so that every cell is lit and no bulb lights another.

Walls are drawn, and bulbs are put into dark cells until all are lit. Walls tell how many bulbs touch them until the
rules settle every cell, and what turns out to be spare is taken back but for `extra` numbers. So a puzzle has exactly
one solution.

Symmetries of the fingerprint: the 8 rotations and reflections of the square. It is exact: the least of the 8 images.

Difficulty: `size` of the square, fewer `extra` numbers, and `ahead` more that are missing.

Source: the puzzle of the publisher Nikoli (2001), also known as Akari.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from itertools import product

from ..base import Draft, GenerationError
from ..kernels.clue import Clue, Puzzle, Relation, Rule, Table, choose
from ..kernels.clue_rules import Apart, Count
from ..limits import Whole, limited
from ..wording import phrase
from .clue_text import aligned, answer_text, cell_name, steps_of, turns, worked

_RULES = (
    "A bulb lights its own cell and, in all four directions along its row and column, every cell up to the next wall "
    "or the edge. Every cell that is no wall must be lit, and no bulb may be lit by another one. A number on a wall "
    "says how many bulbs stand directly beside, above and below it; a wall without a number may have any."
)
WORDINGS = (
    "Put light bulbs into this {n}x{n} grid; none stands on a wall. {rules}\n\n{puzzle}\n\nWrite the grid with 1 for a "
    "bulb and 0 for every other cell, walls included: one row per line, with spaces between the digits.",
    "{puzzle}\n\nThis is a light-up puzzle (akari) with {n} rows and {n} columns: place bulbs on cells that are no "
    "walls. {rules} Answer with {n} lines of {n} digits, separated by spaces: 1 where a bulb stands, 0 where there is "
    "none.",
    "Find out where bulbs must stand so that the whole room of {n} rows and {n} columns is lit; they stand on free "
    "cells only. "
    "{rules}\n\n{puzzle}\n\nThere is one solution. Give its rows from top to bottom, a line for each, as digits with "
    "spaces between them: 1 for a bulb and 0 for anything else.",
)
WALL = "#"
_TRIES = 200
_STEPS = 6_000
_TESTS = 4


@limited(
    size=Whole(4, 12, "the side of the square"),
    extra=Whole(0, 24, "numbers that are shown although the puzzle could be solved without them"),
    ahead=Whole(0, 24, "numbers that are left out, where that is possible, although a trial is then needed"),
)
def generate(rng: random.Random, *, size: int, extra: int, ahead: int) -> Draft:
    """Make one puzzle with exactly one solution.

    Raises:
        ValueError: if a parameter is out of its limit.
        GenerationError: if no puzzle was found.
    """
    for _ in range(_TRIES):
        walls = rng.sample(range(size * size), size * size * rng.randint(22, 32) // 100)
        seen = _seen(size, frozenset(walls))
        solution = _bulbs(rng, frozenset(walls), seen)
        puzzle = _puzzle(size, walls, seen)
        counts = {wall: sum(solution[cell] for cell in _beside(size, wall)) for wall in walls}
        clues = {_told(size, i, wall, counts[wall]): wall for i, wall in enumerate(walls)}
        chosen = choose(puzzle, [[*clues]], solution, most=_STEPS, tests=_TESTS, ahead=ahead)
        if chosen:
            break
    else:
        raise GenerationError(f"no light-up puzzle of size {size} was found; take another size")
    shown = [clues[clue] for clue in chosen]
    shown += [wall for wall in walls if wall not in shown][:extra]
    told = [clue for clue, wall in clues.items() if wall in shown]
    return _draft(
        rng, size, {wall: counts[wall] if wall in shown else None for wall in walls}, puzzle, told, solution
    )


@lru_cache(maxsize=1024)
def _beside(n: int, cell: int) -> tuple[int, ...]:
    """The cells directly beside a cell."""
    row, column = divmod(cell, n)
    near = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return tuple(r * n + c for r, c in near if 0 <= r < n and 0 <= c < n)


def _seen(n: int, walls: frozenset[int]) -> list[list[int]]:
    """For each cell the cells that a bulb there lights, itself left out; none for a wall."""
    seen: list[list[int]] = [[] for _ in range(n * n)]
    for line in [*(range(i * n, i * n + n) for i in range(n)), *(range(i, n * n, n) for i in range(n))]:
        run: list[int] = []
        for cell in (*line, -1):  # the end of a line ends a run as a wall does
            if cell >= 0 and cell not in walls:
                run.append(cell)
                continue
            for one in run:
                seen[one] += [other for other in run if other != one]
            run = []
    return seen


def _bulbs(rng: random.Random, walls: frozenset[int], seen: Sequence[Sequence[int]]) -> list[int]:
    """Bulbs on random dark cells until all is lit."""
    solution, lit = [0] * len(seen), set(walls)
    for cell in rng.sample(range(len(seen)), len(seen)):
        if cell not in lit:
            solution[cell] = 1
            lit.update(seen[cell], (cell,))
    return solution


@lru_cache(maxsize=8)
def _walls(count: int) -> Relation:
    return Relation(product((0, 1), repeat=count))


@lru_cache(maxsize=32)
def _with(count: int, bulbs: int) -> int:
    return _walls(count).where(lambda row: sum(row) == bulbs)


def _told(n: int, rule: int, wall: int, bulbs: int) -> Clue:
    """The number of a wall, whose table is rule `rule`."""
    return Clue(rule, _with(len(_beside(n, wall)), bulbs))


def _puzzle(n: int, walls: Sequence[int], seen: Sequence[Sequence[int]]) -> Puzzle:
    """The rules of the walls come first, in their order."""
    name, among = cell_name(n), set(walls)
    rules: list[Rule] = [
        Table(f"wall {name(wall)}", _beside(n, wall), _walls(len(_beside(n, wall)))) for wall in walls
    ]
    rules.append(Apart("bulbs do not light each other", seen))
    rules += [
        Count(f"light on {name(cell)}", (cell, *seen[cell]), 1, n * n)
        for cell in range(n * n)
        if cell not in among
    ]
    return Puzzle.of([1 if cell in among else 3 for cell in range(n * n)], rules)


def _draft(
    rng: random.Random,
    n: int,
    numbers: dict[int, int | None],
    puzzle: Puzzle,
    clues: Sequence[Clue],
    solution: Sequence[int],
) -> Draft:
    log, steps = steps_of(puzzle, clues, solution, 10 * _STEPS)
    room = [WALL if cell in numbers else "." for cell in range(n * n)]
    for wall, number in numbers.items():
        if number is not None:
            room[wall] = str(number)
    rows = [room[i : i + n] for i in range(0, n * n, n)]
    signs = [[".#01234".index(sign) for sign in row] for row in rows]
    free = rng.choice((".", "_"))
    shown = aligned([[free if sign == "." else sign for sign in row] for row in rows])
    return Draft(
        prompt=phrase(
            rng,
            WORDINGS,
            n=n,
            rules=_RULES,
            puzzle=f"{shown}\n\n({WALL} is a wall without a number, a digit a wall with it, and {free} a free cell.)",
        ),
        payload={"size": n, "rows": ["".join(row) for row in rows]},
        answer=answer_text(solution, n),
        trace=worked(puzzle, log, cell_name(n), given=numbers),
        canonical=min(turns(signs)),
        guess_rate=2.0 ** -sum(solution),
        difficulty=float(steps),
    )
