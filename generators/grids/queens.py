"""Queens: put n queens on a board of n x n so that none attacks another, some being given or some squares forbidden.

Kind ``given``: some queens stand already. Kind ``blocked``: on some squares no queen may stand. A random placement is
drawn, and queens or forbidden squares are told until the rules settle every square; what turns out to be spare is taken
back but for `extra`. So a puzzle has exactly one solution.

Symmetries of the fingerprint: the 8 rotations and reflections of the board. It is exact: the least of the 8 images.

Difficulty: `size` of the board, fewer `extra` squares told, and `ahead` more that are not told.

Source: the eight queens of Max Bezzel (1848); completing a placement, Gent, Jefferson and Nightingale (2017).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache

from ..base import Draft, GenerationError
from ..kernels.clue import Puzzle, Rule, choose
from ..kernels.clue_rules import Apart, Count, Tellable, told
from ..limits import Whole, Words, limited
from ..wording import phrase
from .clue_text import aligned, answer_text, cell_name, rows_of, steps_of, turns, worked

_SIGNS = {
    "given": "Q is a queen that stands there already and stays; a dot is any other square.",
    "blocked": "On a square with an x no queen may stand, but queens attack across it; a dot is any other square.",
}
WORDINGS = (
    "Place {n} queens on this {n}x{n} chessboard so that no two of them are in the same row, in the same column or on "
    "the same diagonal, however far apart. {signs}\n\n{puzzle}\n\nWrite the whole board with 1 for a queen and 0 for "
    "a square without one: one row per line, with spaces between the digits.",
    "{puzzle}\n\nThis is a board of {n} rows and {n} columns. {signs} In the end there must be exactly {n} queens, and "
    "none may attack another: not along a row, a column or a diagonal, over any distance. Answer with {n} lines of {n} "
    "digits, separated by spaces: 1 where a queen stands, 0 where none stands.",
    "Complete the board: every row and every column holds exactly one queen, and no diagonal, long or short, holds "
    "more than one. {signs}\n\n{puzzle}\n\nThere is one solution. Give its {n} rows from top to bottom, a line for "
    "each, as {n} digits with spaces between them: 1 for a queen and 0 for anything else.",
)
_PLACEMENTS = {7: 40, 8: 92, 9: 352, 10: 724, 11: 2680, 12: 14200, 13: 73712}
"""How many ways there are on a board of a side (OEIS A000170)."""
_SEARCHED = 10
"""From this side on placements are searched for, not all written down."""
_TRIES = 60
_STEPS = 6_000
_TESTS = 5


@limited(
    size=Whole(7, 13, "the side of the board, and the number of queens"),
    extra=Whole(0, 40, "squares that are told although the puzzle could be solved without them"),
    ahead=Whole(0, 40, "squares that are not told, where that is possible, although a trial is then needed"),
    kinds=Words(_SIGNS, "whether some queens are given, or squares where none may stand"),
)
def generate(rng: random.Random, *, size: int, extra: int, ahead: int, kinds: str) -> Draft:
    """Make one puzzle with exactly one solution.

    Raises:
        ValueError: if a parameter is out of its limit.
        GenerationError: if no puzzle was found.
    """
    kind = rng.choice(kinds.split())
    value = int(kind == "given")
    puzzle = _puzzle(size)
    for _ in range(_TRIES):
        columns = _placed(rng, size)
        solution = [int(columns[cell // size] == cell % size) for cell in range(size * size)]
        order = rng.sample(range(size * size), size * size)
        clues = {told(cell, value): cell for cell in order if solution[cell] == value}
        chosen = choose(puzzle, [[*clues]], solution, most=_STEPS, tests=_TESTS, ahead=ahead)
        if not chosen or (kind == "given" and len(chosen) + extra >= size - 1):
            continue
        shown = [clues[clue] for clue in chosen]
        shown += [cell for cell in clues.values() if cell not in shown][:extra]
        if not _first_free(size, kind, shown):
            break
    else:
        raise GenerationError(f"no puzzle of {size} queens was found; take another size")
    return _draft(rng, size, kind, solution, sorted(shown))


def _first_free(n: int, kind: str, shown: Sequence[int]) -> bool:
    """Whether the first square that is free in each row, from top to bottom, is right."""
    queens = [divmod(cell, n) for cell in shown] if kind == "given" else []
    for row in sorted({*range(n)} - {r for r, _ in queens}):
        free = (
            column
            for column in range(n)
            if not (kind == "blocked" and row * n + column in shown)
            and all(abs(column - c) not in (0, abs(row - r)) for r, c in queens)
        )
        column = next(free, -1)
        if column < 0:
            return False
        queens.append((row, column))
    return True


def _placed(rng: random.Random, n: int) -> Sequence[int]:
    """The columns of queens that do not attack each other, row by row.

    All are as likely on small boards; on others a search in random order is begun anew at times.
    """
    if n < _SEARCHED:
        return rng.choice(_all_placed(n))
    while True:
        columns: list[int] = []
        while free := _free(n, columns):
            columns.append(rng.choice(free))
        if len(columns) == n:
            return columns


def _free(n: int, columns: Sequence[int]) -> list[int]:
    """The columns where the next queen is not attacked; none if all stand."""
    row = len(columns)
    return [
        column
        for column in range(n if row < n else 0)
        if all(abs(column - other) not in (0, row - r) for r, other in enumerate(columns))
    ]


@lru_cache(maxsize=8)
def _all_placed(n: int) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = [()]
    for _ in range(n):
        found = [(*columns, column) for columns in found for column in _free(n, columns)]
    return found


@lru_cache(maxsize=16)
def _puzzle(n: int) -> Puzzle:
    """The tables of the squares come first, then lines and what queens attack."""
    cells, name = range(n * n), cell_name(n)
    rules: list[Rule] = [Tellable(f"given {name(cell)}", cell, 2) for cell in cells]
    rules += [Count(f"row {i + 1}", range(i * n, i * n + n), 1, 1) for i in range(n)]
    rules += [Count(f"column {i + 1}", range(i, n * n, n), 1, 1) for i in range(n)]
    attacked = [[other for other in cells if other != cell and _attack(n, cell, other)] for cell in cells]
    return Puzzle.of([3] * (n * n), [*rules, Apart("attacks", attacked)])


def _attack(n: int, one: int, other: int) -> bool:
    down, right = abs(one // n - other // n), abs(one % n - other % n)
    return down == 0 or right == 0 or down == right


def _draft(rng: random.Random, n: int, kind: str, solution: Sequence[int], shown: list[int]) -> Draft:
    puzzle, value = _puzzle(n), int(kind == "given")
    log, steps = steps_of(puzzle, [told(cell, value) for cell in shown], solution, 10 * _STEPS)
    signs = [int(cell in shown) for cell in range(n * n)]
    board = aligned([[".xQ"[mark * (1 + value)] for mark in row] for row in rows_of(signs, n)])
    return Draft(
        prompt=phrase(rng, WORDINGS, n=n, signs=_SIGNS[kind], puzzle=board),
        payload={"size": n, "kind": kind, "told": shown},
        answer=answer_text(solution, n),
        trace=worked(puzzle, log, cell_name(n), given=shown),
        canonical=[kind, min(turns(rows_of(signs, n)))],
        guess_rate=1 / _PLACEMENTS[n],
        difficulty=float(steps),
    )
