"""Kenken: fill a Latin square so that the numbers of each cage give its result by its operation.

A random Latin square is drawn and cut into cages of up to `cage` cells. Where the cages leave a cell open, it is taken
out of its cage and shown, until lines and cages settle everything (with trials, if `ahead`). A puzzle has exactly one
solution.

Symmetries of the fingerprint: the 8 rotations and reflections of the square. It is exact: the least of the 8 images.

Difficulty: `size` of the square, larger cages, operations that are `hidden`, and whether a trial may be needed.

Source: the puzzle of Tetsuya Miyamoto (2004), also known as Calcudoku or Mathdoku.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from math import isqrt, prod
from typing import NamedTuple

from ..base import Draft, GenerationError, Json
from ..kernels.clue import (
    AHEAD,
    RULES,
    Different,
    Meter,
    OutOfSteps,
    Puzzle,
    Relation,
    Rule,
    State,
    Step,
    Table,
    is_solved,
    settle,
    solve,
    start,
    undecided,
)
from ..limits import Flag, Whole, Words, limited
from ..wording import phrase
from .candidates import latin_board
from .clue_text import aligned, answer_text, cell_name, rows_of, turns, worked
from .filled import LATIN_SQUARES, random_latin

_SIGNS = (
    "A number with + is the sum of the numbers in the cage, and one with * their product; with - it is the larger of "
    "two numbers minus the smaller, and with / the larger divided by the smaller. A cage of one cell shows its "
    "number."
)
_NO_SIGNS = (
    "Which operation a cage has is not told: its number is the sum or the product of the numbers in it or, for two "
    "cells, also the larger minus the smaller or the larger divided by the smaller. A cage of one cell shows its "
    "number."
)
WORDINGS = (
    "Solve this {n}x{n} kenken. Every row and every column must contain each number from 1 to {n} exactly once, and "
    "the numbers in each cage must give its result; within a cage, a number may come again if its row and its column "
    "allow it. {signs}\n\n{puzzle}\n\nWrite the completed grid, one row per "
    "line, with spaces between the numbers.",
    "{puzzle}\n\nThis is a calcudoku puzzle on {n} rows and {n} columns, divided into cages. Fill it with the "
    "numbers 1 to {n} so that no number comes twice in a row or in a column and every cage has its result; within a "
    "cage, a number may come again if its row and its column allow it. {signs} Answer with {n} lines of {n} numbers, "
    "separated by spaces.",
    "Fill a square of {n} rows and {n} columns so that each row and each column is an arrangement of the numbers 1 "
    "to {n} and the cages come out right. A number may stand more than once in a cage, but not in the same row or "
    "column. {signs}\n\n{puzzle}\n\nThere is one solution. Give only its rows, from top "
    "to bottom, a line for each, with spaces between the numbers.",
)
OPERATIONS = ("+", "-", "*", "/")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_TRIES = 30
_STEPS = 5_000


class Cage(NamedTuple):
    """Some cells, counted row by row from 0, what they give, and by which operation; "=" for a single cell."""

    cells: tuple[int, ...]
    result: int
    operation: str


@limited(
    size=Whole(3, 8, "the side of the square"),
    cage=Whole(2, 4, "the most cells of a cage"),
    operations=Words(OPERATIONS, "the operations that cages may have; - and / are for two cells"),
    hidden=Flag("whether the operations are not told"),
    ahead=Flag("whether a trial may be needed"),
)
def generate(rng: random.Random, *, size: int, cage: int, operations: str, hidden: bool, ahead: bool) -> Draft:
    """Make one puzzle with exactly one solution.

    Raises:
        ValueError: if a parameter is out of its limit, or there is no operation for more than two cells.
        GenerationError: if no puzzle was found.
    """
    known = operations.split()
    if cage > 2 and not {"+", "*"} & set(known):
        raise ValueError(f"operations must include + or * for cages of more than two cells, not {operations!r}")
    board, tier = latin_board(size), AHEAD if ahead else RULES
    for _ in range(_TRIES):
        digits = board.digits(random_latin(rng, board))
        solution = [digit - 1 for digit in digits]
        cages = [_labelled(rng, digits, cells, known) for cells in _cut(rng, size, cage)]
        puzzle = _puzzle(size, cages, hidden)
        state, news = start(puzzle), [*range(len(puzzle.rules))]
        while not _solved(puzzle, state, news, solution, tier):
            before, domains = set(cages), state.domains
            cages = _shown(rng, size, digits, cages, undecided(puzzle, state))
            puzzle = _puzzle(size, cages, hidden)
            state, news = start(puzzle), [*range(len(puzzle.rules))]
            if not hidden and not ahead:
                # With known operations the new cages tell all that the old one did, so what followed still holds.
                state.domains = domains
                news = [at for at, each in enumerate(cages) if each not in before]
        if sum(len(each.cells) == 1 for each in cages) <= size:
            return _draft(rng, digits, sorted(cages), hidden)
    raise GenerationError(f"no kenken of size {size} was found; take smaller cages, or tell the operations")


def _solved(puzzle: Puzzle, state: State, news: Sequence[int], solution: Sequence[int], tier: int) -> bool:
    """Whether a tier finds the solution; rules are enough where only the rules `news` can tell anything new."""
    try:
        if tier == RULES:
            settle(puzzle, state, news, Meter(_STEPS), open_=len(undecided(puzzle, state)))
            return is_solved(puzzle, state)
        return solve(puzzle, state, solution, Meter(_STEPS), tier)
    except OutOfSteps:
        return False


def _cut(rng: random.Random, n: int, most: int) -> list[list[int]]:
    """The cells in cages, each of which hangs together."""
    free, cages = set(range(n * n)), list[list[int]]()
    for first in rng.sample(range(n * n), n * n):
        if first not in free:
            continue
        cage, wanted = [first], rng.randint(2, most)
        free.discard(first)
        while len(cage) < wanted:
            around = sorted({other for cell in cage for other in _beside(n, cell)} & free)
            if not around:
                break
            cage.append(rng.choice(around))
            free.discard(cage[-1])
        if len(cage) == 1:  # nothing was free beside it: it joins a small cage
            near = [other for other in cages if len(other) < most and set(other) & set(_beside(n, first))]
            if near:
                rng.choice(near).append(first)
                continue
        cages.append(cage)
    return cages


@lru_cache(maxsize=1024)
def _beside(n: int, cell: int) -> tuple[int, ...]:
    row, column = divmod(cell, n)
    return tuple(
        r * n + c
        for r, c in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
        if 0 <= r < n and 0 <= c < n
    )


def _labelled(rng: random.Random, digits: Sequence[int], cells: Sequence[int], known: Sequence[str]) -> Cage:
    """A cage with one of the operations that its numbers allow."""
    values = [digits[cell] for cell in cells]
    fitting = [sign for sign in known if len(cells) > 1 and _result(sign, values) is not None]
    sign = rng.choice(fitting) if fitting else ("=" if len(cells) == 1 else "+")
    result = _result(sign, values)
    assert result is not None
    return Cage(tuple(sorted(cells)), result, sign)


def _result(sign: str, values: Sequence[int]) -> int | None:
    """What an operation gives; None where it is not for such numbers."""
    if sign == "+":
        return sum(values)
    if sign == "*":
        return prod(values)
    if sign == "=":
        return values[0]
    low, high = min(values), max(values)
    if len(values) != 2:
        return None
    return high - low if sign == "-" else None if high % low else high // low


def _shown(
    rng: random.Random, n: int, digits: Sequence[int], cages: list[Cage], open_: Sequence[int]
) -> list[Cage]:
    """The cages after one of the open cells is shown: it gets a cage of its own."""
    old, cell = rng.choice(
        [(cage, cell) for cage in cages for cell in cage.cells if len(cage.cells) > 1 and cell in open_]
    )
    parts = [[cell], *_pieces(n, [other for other in old.cells if other != cell])]
    new = [_labelled(rng, digits, part, [old.operation]) for part in parts]
    return [cage for cage in cages if cage is not old] + new


def _pieces(n: int, cells: list[int]) -> list[list[int]]:
    """The cells in parts that hang together."""
    parts, left = [], set(cells)
    while left:
        part, grown = [left.pop()], 0
        while grown < len(part):
            for other in _beside(n, part[grown]):
                if other in left:
                    left.discard(other)
                    part.append(other)
            grown += 1
        parts.append(part)
    return parts


@lru_cache(maxsize=32)
def _rows(n: int, count: int) -> Relation:
    return Relation(product(range(n), repeat=count))


@lru_cache(maxsize=256)
def _by_result(n: int, count: int, sign: str) -> dict[int, int]:
    """The rows of a cage by what an operation gives."""
    found: dict[int, int] = {}
    for at, row in enumerate(_rows(n, count).rows):
        result = _result(sign, [value + 1 for value in row])
        if result is not None:
            found[result] = found.get(result, 0) | 1 << at
    return found


@lru_cache(maxsize=1024)
def _unlike(n: int, count: int, pairs: tuple[tuple[int, int], ...]) -> int:
    return _rows(n, count).where(lambda row: all(row[a] != row[b] for a, b in pairs))


@lru_cache(maxsize=256)
def _fitting(n: int, cage: Cage, hidden: bool) -> int:
    """The rows that give the result of a cage and put no number twice into a line."""
    cells, count = cage.cells, len(cage.cells)
    signs = OPERATIONS if hidden and count > 1 else (cage.operation,)
    rows = 0
    for sign in signs:
        rows |= _by_result(n, count, sign).get(cage.result, 0)
    pairs = tuple(
        (a, b)
        for b in range(count)
        for a in range(b)
        if cells[a] // n == cells[b] // n or cells[a] % n == cells[b] % n
    )
    return rows & _unlike(n, count, pairs)


def _puzzle(n: int, cages: Sequence[Cage], hidden: bool) -> Puzzle:
    rules: list[Rule] = [
        Table(f"cage {LETTERS[at]}", cage.cells, _rows(n, len(cage.cells)), _fitting(n, cage, hidden))
        for at, cage in enumerate(cages)
    ]
    return Puzzle.of([(1 << n) - 1] * (n * n), [*rules, *_lines(n)])


@lru_cache(maxsize=8)
def _lines(n: int) -> list[Different]:
    """The rules of the rows and columns, which remember nothing."""
    every = (1 << n) - 1
    rows = [Different(f"row {i + 1}", range(i * n, i * n + n), every) for i in range(n)]
    return [*rows, *(Different(f"column {i + 1}", range(i, n * n, n), every) for i in range(n))]


def _draft(rng: random.Random, digits: Sequence[int], cages: list[Cage], hidden: bool) -> Draft:
    n = isqrt(len(digits))
    puzzle = _puzzle(n, cages, hidden)
    log: list[Step] = []
    meter = Meter(10 * _STEPS)
    solve(puzzle, start(puzzle), [digit - 1 for digit in digits], meter, AHEAD, log)
    told = [f"{cage.result}{'' if hidden or cage.operation == '=' else cage.operation}" for cage in cages]
    show = rng.choice((_drawing, _drawing, _listing))
    single = [cage.cells[0] for cage in cages if len(cage.cells) == 1]
    return Draft(
        prompt=phrase(rng, WORDINGS, n=n, signs=_NO_SIGNS if hidden else _SIGNS, puzzle=show(n, cages, told)),
        payload={
            "size": n,
            "cages": [[list(cage.cells), cage.result, "" if hidden else cage.operation] for cage in cages],
        },
        answer=answer_text(digits, n),
        trace=worked(puzzle, log, cell_name(n), first=1, given=single),
        canonical=_canonical(n, cages, told),
        guess_rate=1 / LATIN_SQUARES[n],
        difficulty=float(meter.used),
    )


def _canonical(n: int, cages: Sequence[Cage], told: Sequence[str]) -> Json:
    label = {cell: at for at, cage in enumerate(cages) for cell in cage.cells}
    images = []
    for image in turns(rows_of([label[cell] for cell in range(n * n)], n)):
        names: dict[int, int] = {}
        cells = [names.setdefault(at, len(names)) for row in image for at in row]
        images.append([cells, [told[at] for at in names]])
    return min(images)


def _drawing(n: int, cages: Sequence[Cage], told: Sequence[str]) -> str:
    letter = {cell: LETTERS[at] for at, cage in enumerate(cages) for cell in cage.cells}
    grid = aligned([[letter[row * n + column] for column in range(n)] for row in range(n)])
    results = ", ".join(f"{LETTERS[at]}: {result}" for at, result in enumerate(told))
    return f"{grid}\n\nEqual letters are one cage. The results: {results}"


def _listing(n: int, cages: Sequence[Cage], told: Sequence[str]) -> str:
    name = cell_name(n)
    lines = [
        f"cage {LETTERS[at]}, {' '.join(map(name, cage.cells))}: {result}"
        for at, (cage, result) in enumerate(zip(cages, told, strict=True))
    ]
    return (
        "\n".join(lines)
        + "\n\n(r2c3 is the cell in the second row from the top and the third column from the left.)"
    )
