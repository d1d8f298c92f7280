"""Numbrix and hidato: complete the numbers from 1 to n * n so that each one stands beside the next.

Kind ``sides``: beside means left, right, above or below; kind ``corners``: across a corner too. A random path through
all cells is drawn, and numbers are told until the rules settle the others; what turns out to be spare is taken back but
for `extra` numbers. So a puzzle has exactly one solution.

Symmetries of the fingerprint: the 8 rotations and reflections of the square, and counting backwards. It is exact: the
least of the 16 images.

Difficulty: `size` of the square, fewer `extra` numbers, and `ahead` more that are missing.

Source: Marilyn vos Savant's Numbrix (2008) and Gyora Benedek's Hidato (2008). Random paths: "backbite" moves,
Mansfield, "Monte Carlo studies of polymer chain dimensions in the melt" (1982).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from math import factorial

from ..base import Draft, GenerationError
from ..kernels.clue import Different, Puzzle, Rule, choose, values_of
from ..kernels.clue_rules import Around, Near, Tellable, told
from ..limits import Whole, Words, limited
from ..wording import phrase
from .clue_text import aligned, answer_text, cell_name, rows_of, steps_of, turns, worked

_BESIDE = {
    "sides": "directly to its left or right, above or below it",
    "corners": "on one of the up to eight cells around it, across a side or a corner",
}
WORDINGS = (
    "Fill in the missing numbers of this {n}x{n} grid, so that each number from 1 to {most} stands in exactly one "
    "cell. Every number but {most} has the next larger one {beside}.\n\n{puzzle}\n\nWrite the whole grid: one row per "
    "line, with spaces between the numbers.",
    "{puzzle}\n\nA path visits every cell of this grid of {n} rows and {n} columns once, and the cells are numbered "
    "from 1 to {most} along it: the number after each one stands {beside}. Some numbers are shown, {blank} is a cell "
    "whose number is not. Answer with all {n} rows of {n} numbers, separated by spaces.",
    "The numbers 1, 2, 3 and so on up to {most} are to stand in the {n} rows and {n} columns of this grid, one in each "
    "cell. Wherever a number stands, the one that follows it is {beside}. The cells with {blank} are still "
    "empty.\n\n{puzzle}\n\nThere is one solution. Give its rows from top to bottom, a line for each, as {n} numbers "
    "with spaces between them.",
)
_TRIES = 20
_STEPS = 20_000
_TESTS = 3


@limited(
    size=Whole(3, 9, "the side of the square"),
    extra=Whole(0, 40, "numbers that are told although the puzzle could be solved without them"),
    ahead=Whole(0, 40, "numbers that are not told, where that is possible, although a trial is then needed"),
    kinds=Words(_BESIDE, "whether numbers that follow each other share a side, or a side or a corner"),
)
def generate(rng: random.Random, *, size: int, extra: int, ahead: int, kinds: str) -> Draft:
    """Make one puzzle with exactly one solution.

    Raises:
        ValueError: if a parameter is out of its limit.
        GenerationError: if no puzzle was found.
    """
    kind = rng.choice(kinds.split())
    puzzle = _puzzle(size, kind)
    for _ in range(_TRIES):
        path = _path(rng, size, kind)
        order = rng.sample(range(size * size), size * size)
        clues = {told(number, path[number]): number for number in order}
        chosen = choose(puzzle, [[*clues]], path, most=_STEPS, tests=_TESTS, ahead=ahead)
        if chosen is not None and len(chosen) + extra < size * size - 2:
            break
    else:
        raise GenerationError(f"no path of size {size} with {extra} extra numbers was found; take fewer")
    shown = [clues[clue] for clue in chosen]
    shown += [number for number in order if number not in shown][:extra]
    return _draft(rng, size, kind, path, shown)


@lru_cache(maxsize=32)
def _around(n: int, kind: str) -> Around:
    return Around(n, n, corners=kind == "corners")


@lru_cache(maxsize=32)
def _beside(n: int, kind: str) -> list[list[int]]:
    return [values_of(_around(n, kind)(1 << cell)) for cell in range(n * n)]


def _path(rng: random.Random, n: int, kind: str) -> list[int]:
    """A random path through all cells: again and again an end takes hold of a cell beside it, whose next is the end."""
    beside = _beside(n, kind)
    path = [row * n + (column if row % 2 == 0 else n - 1 - column) for row in range(n) for column in range(n)]
    for _ in range(4 * n * n):
        if rng.random() < 0.5:
            path.reverse()
        at = path.index(rng.choice(beside[path[-1]]))
        path[at + 1 :] = path[:at:-1]
    return path


@lru_cache(maxsize=32)
def _puzzle(n: int, kind: str) -> Puzzle:
    """What is looked for are the places of the numbers: a domain is a set of cells."""
    every, numbers = (1 << n * n) - 1, range(n * n)
    rules: list[Rule] = [Tellable(f"given {number + 1}", number, n * n) for number in numbers]
    rules += [
        Near(f"{number + 1} beside {number + 2}", number, number + 1, _around(n, kind))
        for number in numbers[:-1]
    ]
    return Puzzle.of([every] * (n * n), [*rules, Different("one number in each cell", numbers, every)])


def _draft(rng: random.Random, n: int, kind: str, path: Sequence[int], shown: Sequence[int]) -> Draft:
    most, name, puzzle = n * n, cell_name(n), _puzzle(n, kind)
    log, steps = steps_of(puzzle, [told(number, path[number]) for number in shown], path, 10 * _STEPS)
    values = [0] * most
    for number, cell in enumerate(path):
        values[cell] = number + 1
    known = [value if value - 1 in shown else 0 for value in values]
    back = [value and most + 1 - value for value in known]
    blank = rng.choice(("_", "?", "."))
    board = aligned([[str(value) if value else blank for value in row] for row in rows_of(known, n)])
    return Draft(
        prompt=phrase(rng, WORDINGS, n=n, most=most, beside=_BESIDE[kind], blank=blank, puzzle=board),
        payload={"size": n, "kind": kind, "givens": rows_of(known, n)},
        answer=answer_text(values, n),
        trace=worked(
            puzzle, log, lambda number: str(number + 1), given=shown, words=[name(cell) for cell in range(most)]
        ),
        canonical=[kind, min(*turns(rows_of(known, n)), *turns(rows_of(back, n)))],
        guess_rate=1 / factorial(most - len(shown)),
        difficulty=float(steps),
    )
