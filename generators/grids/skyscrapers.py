"""Skyscrapers: fill a Latin square of heights so that each clue at the edge tells what is seen from there.

A taller building hides all lower ones behind it. A clue tells how many buildings are seen along its line (kind
``count``) or the sum of their heights (``sum``). A random Latin square is drawn; clues are added until they settle it,
numbers where even all clues do not, and what turns out to be spare is taken back but for `extra` clues. A puzzle has
exactly one solution.

Symmetries of the fingerprint: the 8 rotations and reflections of the square. It is exact: the least of the 8 images.

Difficulty: `size` of the square, fewer `extra` clues, and `ahead` more that are missing.

Source: the puzzle of Masanori Natsuhara, known from the World Puzzle Championships since 1992.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations

from ..base import Draft, GenerationError
from ..kernels.clue import AHEAD, Clue, Meter, Puzzle, Relation, Step, Table, choose, solve, start
from ..limits import Whole, Words, limited
from ..wording import phrase
from .candidates import latin_board
from .clue_text import aligned, answer_text, cell_name, framed, listed, rows_of, turns, worked
from .filled import LATIN_SQUARES, random_latin

WORDINGS = (
    "Solve this {n}x{n} skyscrapers puzzle. Each cell holds a building with a height from 1 to {n}, and every row "
    "and every column has each height exactly once. A clue outside the grid tells {clue} when you look from there "
    "along the row or column; a building hides every lower one behind it.\n\n{puzzle}\n\n"
    "Write the completed grid without the clues, one row per line, with spaces between the heights.",
    "{puzzle}\n\nThis is a skyscrapers puzzle. Fill the {n} rows and {n} columns of the grid with the heights 1 to {n} "
    "so that no height comes twice in a row or in a column. Seen from a clue at the edge, taller buildings hide the "
    "lower ones behind them, and the clue tells {clue} in its line. Answer with {n} lines of {n} heights, "
    "separated by spaces; leave the clues out.",
    "A town has {n} rows of {n} buildings. Their heights are the numbers 1 to {n}, each of them once in every row and "
    "once in every column. Someone who looks into a row or column from outside does not see what stands behind a "
    "taller building. The clues around the plan tell {clue} from there.\n\n{puzzle}\n\n"
    "Find all heights. Give the rows of the grid from top to bottom, a line for each, with spaces between the heights "
    "and without the clues.",
)
CLUES = {"count": "how many buildings can be seen", "sum": "the sum of the heights that can be seen"}
SIDES = ("north", "south", "west", "east")
_TRIES = 50
_STEPS = 3_000
_TESTS = 8
"""Clues that are tried without."""


@limited(
    size=Whole(4, 7, "the side of the square"),
    extra=Whole(0, 28, "clues that are shown although the puzzle could be solved without them"),
    ahead=Whole(0, 20, "clues that are left out, where that is possible, although a trial is then needed"),
    kinds=Words(CLUES, "what clues tell: how many buildings are seen, or the sum of their heights"),
)
def generate(rng: random.Random, *, size: int, extra: int, ahead: int, kinds: str) -> Draft:
    """Make one puzzle with exactly one solution.

    Raises:
        ValueError: if a parameter is out of its limit.
        GenerationError: if no puzzle was found.
    """
    kind, board = rng.choice(kinds.split()), latin_board(size)
    puzzle = _puzzle(size)
    for _ in range(_TRIES):
        digits = board.digits(random_latin(rng, board))
        solution = [digit - 1 for digit in digits]
        edges = [(side, line) for side in range(4) for line in range(size)]
        rng.shuffle(edges)
        seen = {edge: _seen(_line(digits, size, *edge), kind) for edge in edges}
        cells = rng.sample(range(size * size), size * size)
        told = {_told(size, kind, *edge, seen[edge]): edge for edge in edges}
        given = {_given(size, cell, solution[cell]): cell for cell in cells}
        chosen = choose(puzzle, [[*told], [*given]], solution, most=_STEPS, tests=_TESTS, ahead=ahead)
        if chosen is not None:
            break
    else:
        raise GenerationError(f"no skyscrapers puzzle of size {size} was found; take another size")
    shown = [told[clue] for clue in chosen if clue in told]
    shown += [edge for edge in edges if edge not in shown][:extra]
    clues = [[seen[side, line] if (side, line) in shown else 0 for line in range(size)] for side in range(4)]
    givens = [0] * size * size
    for clue in chosen:
        if clue in given:
            givens[given[clue]] = digits[given[clue]]
    return _draft(rng, kind, digits, givens, clues)


def _draft(
    rng: random.Random, kind: str, digits: list[int], givens: list[int], clues: list[list[int]]
) -> Draft:
    n = len(clues[0])
    puzzle, solution = _puzzle(n), [digit - 1 for digit in digits]
    posted = [
        _told(n, kind, side, at, clue) for side in range(4) for at, clue in enumerate(clues[side]) if clue
    ]
    posted += [_given(n, cell, digit - 1) for cell, digit in enumerate(givens) if digit]
    log: list[Step] = []
    meter = Meter(_STEPS)
    solve(puzzle, start(puzzle, posted), solution, meter, AHEAD, log)
    top, bottom, left, right = clues
    inside = rows_of(givens, n)
    show = rng.choice((_drawing, _drawing, _listing))
    return Draft(
        prompt=phrase(rng, WORDINGS, n=n, clue=CLUES[kind], puzzle=show(rng, inside, clues)),
        payload={"size": n, "kind": kind, "givens": inside, **dict(zip(SIDES, clues, strict=True))},
        answer=answer_text(digits, n),
        trace=worked(
            puzzle, log, cell_name(n), first=1, given=[cell for cell, digit in enumerate(givens) if digit]
        ),
        canonical=[kind, min(turns(framed(inside, top, bottom, left, right)))],
        guess_rate=1 / LATIN_SQUARES[n],
        difficulty=float(meter.used),
    )


@lru_cache(maxsize=8)
def _rows(n: int) -> Relation:
    return Relation(permutations(range(n)))


@lru_cache(maxsize=8)
def _puzzle(n: int) -> Puzzle:
    rows = [Table(f"row {i + 1}", range(i * n, i * n + n), _rows(n)) for i in range(n)]
    columns = [Table(f"column {i + 1}", range(i, n * n, n), _rows(n)) for i in range(n)]
    return Puzzle.of([(1 << n) - 1] * (n * n), [*rows, *columns])


def _line(digits: Sequence[int], n: int, side: int, at: int) -> list[int]:
    """The heights of a line in the order in which they are seen from a side: top, bottom, left, right."""
    line = digits[at::n] if side < 2 else digits[at * n : at * n + n]
    return list(line[::-1] if side % 2 else line)


def _seen(line: Sequence[int], kind: str) -> int:
    """What is seen of heights along a line: how many, or their sum."""
    tallest = total = 0
    for height in line:
        if height > tallest:
            tallest = height
            total += height if kind == "sum" else 1
    return total


def _told(n: int, kind: str, side: int, at: int, clue: int) -> Clue:
    return Clue(n + at if side < 2 else at, _fitting(n, kind, side % 2 == 1, clue))


@lru_cache(maxsize=512)
def _fitting(n: int, kind: str, backwards: bool, clue: int) -> int:
    """The rows that show a clue."""
    return _rows(n).where(lambda row: _seen([v + 1 for v in (row[::-1] if backwards else row)], kind) == clue)


def _given(n: int, cell: int, value: int) -> Clue:
    row, column = divmod(cell, n)
    return Clue(row, _rows(n).has[column][value])


def _drawing(rng: random.Random, inside: list[list[int]], clues: list[list[int]]) -> str:
    empty, (top, bottom, left, right) = rng.choice(("_", "0")), clues

    def shown(clue: int) -> str:
        return str(clue) if clue else "."

    lines = [
        [shown(a), "|", *(str(digit or empty) for digit in row), "|", shown(b)]
        for a, row, b in zip(left, inside, right, strict=True)
    ]
    above, below = (["", "", *map(shown, side), "", ""] for side in (top, bottom))
    return (
        aligned([above, *lines, below]) + "\n\n"
        f"(Between the bars is the grid: a number is a height that is known, and {empty} is an empty cell, whose "
        "height is to be found. Around it are the clues, each where you look from; a dot is no clue.)"
    )


def _listing(rng: random.Random, inside: list[list[int]], clues: list[list[int]]) -> str:
    shown = [listed(clue or None for clue in side) for side in clues]
    known = [f"r{r + 1}c{c + 1} = {v}" for r, row in enumerate(inside) for c, v in enumerate(row) if v]
    return (
        f"Clues above the columns, from left to right: {shown[0]}\n"
        f"Clues below the columns, from left to right: {shown[1]}\n"
        f"Clues on the left of the rows, from top to bottom: {shown[2]}\n"
        f"Clues on the right of the rows, from top to bottom: {shown[3]}\n"
        f"Known heights: {listed(known) or 'none'}\n\n"
        "(A hyphen is no clue. r2c3 is the cell in the second row from the top and the third column from the left.)"
    )
