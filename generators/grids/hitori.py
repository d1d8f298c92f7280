"""Hitori: black out cells so that no number repeats among the rest of a line, and the rest hangs together.

Cells to black out are drawn, the others are those of a Latin square, and each black cell repeats a number of its row
or column; black cells whose part stays open get another number, until the rules settle every cell. So a puzzle has
exactly one solution.

Symmetries of the fingerprint: the 8 rotations and reflections of the square, and the names of numbers. It is exact:
the least of the 8 images.

Difficulty: `size` of the square.

Source: the puzzle of the publisher Nikoli (1990).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, pairwise, product

from ..base import Draft, GenerationError
from ..kernels.clue import (
    Meter,
    Puzzle,
    Relation,
    Rule,
    Table,
    is_solved,
    solve,
    start,
)
from ..kernels.clue_rules import Around, Connected
from ..limits import Whole, limited
from ..wording import phrase
from .clue_text import aligned, answer_text, cell_name, renumbered, rows_of, steps_of, turns, worked

_RULES = (
    "In every row and in every column, no number may come twice among the cells that stay white. Black cells are "
    "never directly beside, above or below one another. All white cells hang together: from each of them every other "
    "one is reached by steps to the left, right, up and down over white cells."
)
WORDINGS = (
    "Black out some cells of this {n}x{n} grid. {rules}\n\n{puzzle}\n\nWrite the grid with 1 for a black cell and 0 "
    "for a white one: one row per line, with spaces between the digits.",
    "{puzzle}\n\nThis is a hitori puzzle with {n} rows and {n} columns: each cell is to be black or white. {rules} "
    "Answer with {n} lines of {n} digits, separated by spaces: 1 where a cell is black and 0 where it is white.",
    "Find out which cells must be made black. The square has {n} rows and {n} columns. {rules}\n\n{puzzle}\n\nThere "
    "is one "
    "solution. Give its rows from top to bottom, a line for each, as digits with spaces between them: 1 for black, 0 "
    "for white.",
)
_TRIES = 60
_CHANGES = 40
_STEPS = 6_000


@limited(
    size=Whole(4, 10, "the side of the square"),
)
def generate(rng: random.Random, *, size: int) -> Draft:
    """Make one puzzle with exactly one solution.

    Raises:
        ValueError: if a parameter is out of its limit.
        GenerationError: if no puzzle was found.
    """
    for _ in range(_TRIES):
        black = _blacks(rng, size)
        numbers = _latin(rng, size)
        solution = [int(cell in black) for cell in range(size * size)]
        rest = set(range(size * size)) - set(black)
        for cell in black:
            numbers[cell] = _repeated(rng, size, numbers, rest, cell)
        for _ in range(_CHANGES):
            puzzle = _puzzle(size, numbers)
            state = start(puzzle)
            solve(puzzle, state, solution, Meter(_STEPS))
            open_ = [cell for cell in black if state.domains[cell] == 3]
            if not open_:
                break
            cell = rng.choice(open_)
            white = {other for other, domain in enumerate(state.domains) if domain == 1}
            numbers[cell] = _repeated(rng, size, numbers, white, cell) or _repeated(
                rng, size, numbers, rest, cell
            )
        if is_solved(puzzle, state):
            return _draft(rng, size, numbers, solution)
    raise GenerationError(f"no hitori of size {size} was found; take another size")


def _blacks(rng: random.Random, n: int) -> list[int]:
    """Cells that do not touch and leave the others in one piece, so many that there is no room for more."""
    around, every = Around(n, n), (1 << n * n) - 1
    taken, black = 0, list[int]()
    for cell in rng.sample(range(n * n), n * n):
        bit = 1 << cell
        if not around(bit) & taken and _whole(around, every ^ taken ^ bit):
            taken |= bit
            black.append(cell)
    return black


def _whole(around: Around, places: int) -> bool:
    """Whether some places hang together."""
    reached = places & -places
    while True:
        more = (reached | around(reached)) & places
        if more == reached:
            return reached == places
        reached = more


def _latin(rng: random.Random, n: int) -> list[int]:
    """A Latin square: a cyclic one with rows, columns and numbers in random order."""
    rows, columns, names = (rng.sample(range(n), n) for _ in range(3))
    return [names[(row + column) % n] + 1 for row in rows for column in columns]


def _repeated(rng: random.Random, n: int, numbers: Sequence[int], among: set[int], cell: int) -> int:
    """The number of a cell, out of `among`, in the row or column of a cell; 0 if there is none."""
    row, column = divmod(cell, n)
    line = [*range(row * n, row * n + n), *range(column, n * n, n)]
    found = [numbers[other] for other in line if other in among]
    return rng.choice(found) if found else 0


@lru_cache(maxsize=16)
def _lines(n: int) -> Relation:
    """All lines without two black cells side by side."""
    return Relation(line for line in product((0, 1), repeat=n) if (1, 1) not in pairwise(line))


@lru_cache(maxsize=16)
def _connected(n: int) -> Connected:
    return Connected("white cells hang together", n)


@lru_cache(maxsize=4096)
def _fit(numbers: tuple[int, ...]) -> int:
    """The lines in which of equal numbers at most one stays white."""
    lines = _lines(len(numbers))
    rows = lines.every
    for one, other in combinations(range(len(numbers)), 2):
        if numbers[one] == numbers[other]:
            rows &= lines.has[one][1] | lines.has[other][1]
    return rows


def _puzzle(n: int, numbers: Sequence[int]) -> Puzzle:
    lines, rules = _lines(n), list[Rule]()
    where = [(f"row {i + 1}", range(i * n, i * n + n)) for i in range(n)]
    where += [(f"column {i + 1}", range(i, n * n, n)) for i in range(n)]
    for name, cells in where:
        rules.append(Table(name, cells, lines, _fit(tuple(numbers[cell] for cell in cells))))
    return Puzzle.of([3] * (n * n), [*rules, _connected(n)])


def _draft(rng: random.Random, n: int, numbers: Sequence[int], solution: Sequence[int]) -> Draft:
    puzzle, rows = _puzzle(n, numbers), rows_of(numbers, n)
    log, steps = steps_of(puzzle, (), solution, 10 * _STEPS)
    return Draft(
        prompt=phrase(rng, WORDINGS, n=n, rules=_RULES, puzzle=aligned([[*map(str, row)] for row in rows])),
        payload={"size": n, "numbers": rows},
        answer=answer_text(solution, n),
        trace=worked(puzzle, log, cell_name(n)),
        canonical=min(renumbered(image) for image in turns(rows)),
        guess_rate=2.0 ** -sum(solution),
        difficulty=float(steps),
    )
