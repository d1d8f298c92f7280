"""Survo: put numbers into the empty cells of a square so that rows and columns have their sums.

Kind ``first``: the numbers from 1 to n * n; kind ``list``: other numbers, all different. A random square is drawn, and
cells are told until the rules settle the others. So a puzzle has exactly one solution.

Symmetries of the fingerprint: any order of rows and of columns, and exchanging rows and columns. Rows and columns are
sorted by their sums and given numbers, so equal ones may leave two fingerprints for one problem.

Difficulty: `size` of the square, fewer `extra` numbers, and `ahead` more that are missing.

Source: Seppo Mustonen, "On certain cross sum puzzles" (2006).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import factorial

from ..base import Draft, GenerationError
from ..limits import Whole, Words, limited
from ..wording import phrase
from .clue_text import aligned, answer_text, listed
from .sums import Filled, rows_and_columns, with_blanks

_KINDS = ("first", "list")
WORDINGS = (
    "Fill in the missing numbers of this {n}x{n} square. The numbers to put in are {missing}; use each of them exactly "
    "once. On the right stands the sum of each row, and at the bottom the sum of each column.\n\n{puzzle}\n\nWrite the "
    "whole square without the sums: one row per line, with spaces between the numbers.",
    "{puzzle}\n\nThis is a survo puzzle on {n} rows and {n} columns; {blank} is an empty cell. The last number of each "
    "row is the sum of that row, and the last line holds the sums of the columns. Put the numbers {missing} into the "
    "empty cells, each of them once. Answer with the {n} rows of {n} numbers, without the sums, separated by spaces.",
    "Put each of the numbers {missing} into one of the empty cells ({blank}), so that the numbers of every row add up "
    "to what stands at its right, behind the bar, and those of every column to what stands below it.\n\n{puzzle}\n\n"
    "There is one solution. Give the {n} rows of the square from top to bottom, a line for each, as {n} numbers with "
    "spaces between them; leave the sums out.",
)
_TRIES = 20


@limited(
    size=Whole(3, 6, "the side of the square"),
    extra=Whole(0, 30, "numbers that are told although the puzzle could be solved without them"),
    ahead=Whole(0, 30, "numbers that are not told, where that is possible, although a trial is then needed"),
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
        most = size * size if kind == "first" else rng.choice((3, 4, 5)) * size * size // 2
        square = rng.sample(range(1, most + 1), size * size)
        filled = Filled(size, square, rows_and_columns(size))
        shown = filled.told(rng, extra, ahead)
        if shown is not None:
            return _draft(rng, kind, filled, shown)
    raise GenerationError(f"no survo of size {size} with {extra} extra numbers was found; take fewer")


def _draft(rng: random.Random, kind: str, filled: Filled, shown: Sequence[int]) -> Draft:
    n, square = filled.size, filled.square
    givens, missing = filled.givens(shown), filled.missing(shown)
    rows, columns = (
        [sum(square[cell] for cell in line) for _, line in some]
        for some in (filled.lines[:n], filled.lines[n:])
    )
    trace, steps = filled.worked(shown)
    blank = rng.choice(("_", "?", "."))
    lines = [[*row, "|", str(total)] for row, total in zip(with_blanks(givens, blank), rows, strict=True)]
    return Draft(
        prompt=phrase(
            rng,
            WORDINGS,
            n=n,
            blank=blank,
            missing=listed(missing),
            puzzle=aligned([*lines, [*map(str, columns)]]),
        ),
        payload={
            "size": n,
            "kind": kind,
            "numbers": missing,
            "givens": givens,
            "rows": rows,
            "columns": columns,
        },
        answer=answer_text(square, n),
        trace=trace,
        canonical=[
            missing,
            min(_sorted(givens, rows, columns), _sorted([*zip(*givens, strict=True)], columns, rows)),
        ],
        guess_rate=1 / factorial(len(missing)),
        difficulty=float(steps),
    )


def _sorted(
    givens: Sequence[Sequence[int | None]], rows: Sequence[int], columns: Sequence[int]
) -> list[list[list[int]]]:
    """Rows and columns in the order of their sums and given numbers."""
    known = [[value or 0 for value in row] for row in givens]

    def order(sums: Sequence[int], lines: Sequence[Sequence[int]]) -> list[int]:
        return sorted(range(len(sums)), key=lambda i: (sums[i], sorted(lines[i])))

    down, across = order(rows, known), order(columns, [*zip(*known, strict=True)])
    inside = [[known[r][c] for c in across] for r in down]
    return [[[rows[r] for r in down], [columns[c] for c in across]], *([row] for row in inside)]
