"""Magic squares: complete a square so that rows, columns and both diagonals have one sum, with different numbers.

Kind ``first``: the numbers from 1 to n * n; kind ``list``: other numbers, also negative ones, all different. Squares
are sums of two orthogonal Latin squares with different diagonals; of side 3, all that there are. Cells are told until
the rules settle the others. So a puzzle has exactly one solution.

Symmetries of the fingerprint: the 8 rotations and reflections of the square. It is exact: the least of the 8 images.

Difficulty: `size` of the square, fewer `extra` numbers, and `ahead` more that are missing.

Source: Euler, "De quadratis magicis" (1776), for the way to make them.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import factorial

from ..base import Draft, GenerationError
from ..limits import OneOf, Whole, Words, limited
from ..wording import phrase
from .clue_text import aligned, answer_text, listed, turns
from .sums import Filled, rows_and_columns, with_blanks

_KINDS = ("first", "list")
WORDINGS = (
    "Complete this magic square of {n} rows and {n} columns: every row, every column and both long diagonals must have "
    "the same sum. The numbers still to be put in are {missing}, each of them exactly once.\n\n{puzzle}\n\nWrite the "
    "whole square: one row per line, with spaces between the numbers.",
    "{puzzle}\n\nSome numbers of this {n}x{n} magic square are missing ({blank}). Put each of {missing} into one of "
    "these cells so that all rows, all columns and the two diagonals from corner to corner add up to one and the same "
    "number. Answer with the {n} rows of {n} numbers, separated by spaces.",
    "In a magic square, the numbers of each row, of each column and of each of the two main diagonals have the same "
    "sum. Use the numbers {missing} once each to fill the empty cells ({blank}) of this one.\n\n{puzzle}\n\nThere is "
    "one solution. Give its {n} rows from top to bottom, a line for each, as {n} numbers with spaces between them.",
)
_LATIN = {
    4: (
        ((0, 1, 2, 3), (2, 3, 0, 1), (3, 2, 1, 0), (1, 0, 3, 2)),
        ((0, 1, 2, 3), (3, 2, 1, 0), (1, 0, 3, 2), (2, 3, 0, 1)),
    ),
    5: tuple(tuple(tuple((k * r + c) % 5 for c in range(5)) for r in range(5)) for k in (2, 3)),
}
"""Two orthogonal Latin squares of a side, whose diagonals hold each value once too."""
_TRIES = 40
_LARGEST = 99


@limited(
    size=OneOf((3, 4, 5), "the side of the square"),
    extra=Whole(0, 20, "numbers that are told although the puzzle could be solved without them"),
    ahead=Whole(0, 20, "numbers that are not told, where that is possible, although a trial is then needed"),
    kinds=Words(_KINDS, "whether the numbers are the first ones or any"),
)
def generate(rng: random.Random, *, size: int, extra: int, ahead: int, kinds: str) -> Draft:
    """Make one puzzle with exactly one solution.

    Raises:
        ValueError: if a parameter is out of its limit.
        GenerationError: if no puzzle was found.
    """
    kind = rng.choice(kinds.split())
    for _ in range(_TRIES):
        square = _square(rng, size, kind)
        while len(set(square)) < size * size or max(map(abs, square)) > _LARGEST:
            square = _square(rng, size, kind)
        diagonals = [
            ("the diagonal from the top left", range(0, size * size, size + 1)),
            ("the diagonal from the top right", range(size - 1, size * size - 1, size - 1)),
        ]
        filled = Filled(size, square, [*rows_and_columns(size), *diagonals])
        shown = filled.told(rng, extra, ahead)
        if shown is not None:
            return _draft(rng, kind, filled, shown)
    raise GenerationError(f"no magic square of size {size} with {extra} extra numbers was found; take fewer")


def _square(rng: random.Random, n: int, kind: str) -> list[int]:
    """A magic square, whose numbers need not be different."""
    if n == 3:
        a, b = (1, 3) if kind == "first" else rng.sample([step for step in range(-30, 31) if step], 2)
        m = 5 if kind == "first" else rng.randint(-9, 40)
        rows = [[m + a, m - a - b, m + b], [m - a + b, m, m + a - b], [m - b, m + a + b, m - a]]
    else:
        if kind == "first":
            ones, others = [*range(1, n + 1)], [*range(0, n * n, n)]
        else:
            ones, others = rng.sample(range(-20, 21), n), rng.sample(range(-15, 60), n)
        rng.shuffle(ones)
        rng.shuffle(others)
        first, second = _LATIN[n]
        rows = [
            [ones[a] + others[b] for a, b in zip(*both, strict=True)]
            for both in zip(first, second, strict=True)
        ]
    return [number for row in rng.choice(turns(rows)) for number in row]


def _draft(rng: random.Random, kind: str, filled: Filled, shown: Sequence[int]) -> Draft:
    n, square = filled.size, filled.square
    givens, missing = filled.givens(shown), filled.missing(shown)
    trace, steps = filled.worked(shown)
    blank = rng.choice(("_", "?", "."))
    unknown = max(square) + 1
    known = [[unknown if value is None else value for value in row] for row in givens]
    return Draft(
        prompt=phrase(
            rng, WORDINGS, n=n, blank=blank, missing=listed(missing), puzzle=aligned(with_blanks(givens, blank))
        ),
        payload={"size": n, "kind": kind, "numbers": missing, "givens": givens},
        answer=answer_text(square, n),
        trace=f"All lines have the sum {sum(square) // n}, the sum of all numbers divided by {n}.\n{trace}",
        canonical=[missing, min(turns(known))],
        guess_rate=1 / factorial(len(missing)),
        difficulty=float(steps),
    )
