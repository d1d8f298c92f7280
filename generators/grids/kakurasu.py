"""Kakurasu: shade cells so that the weights of the shaded cells of each row and column add up to its number.

Kind ``places``: a cell weighs as much as its place in the line, 1, 2, 3, ...; kind ``weights``: columns and rows have
weights of their own. A random shading is drawn, and cells that the numbers leave open are turned over until the lines
settle all of them (if `ahead`, those and a trial). A puzzle has exactly one solution.

Symmetries of the fingerprint: exchanging rows and columns. It is exact: the lesser of the two images.

Difficulty: `size` of the square.

Source: a puzzle of the World Puzzle Championships, also known as Index Sums.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from itertools import product

from ..base import Draft, GenerationError, Json
from ..kernels.clue import Meter, Puzzle, Relation, Step, Table, solve, start, undecided
from ..limits import Whole, Words, limited
from ..wording import phrase
from .clue_text import aligned, answer_text, cell_name, listed, worked

_WEIGHS = {
    "places": (
        "In a row, a cell counts as much as the number of its column, from 1 on the left to {n} on the right; in a "
        "column, as much as the number of its row, from 1 at the top to {n} at the bottom."
    ),
    "weights": (
        "In a row, a cell counts as much as the weight of its column; in a column, as much as the weight of its row."
    ),
}
WORDINGS = (
    "Shade some cells of this {n}x{n} grid. {weighs} For every row and every column, the shaded cells must add up to "
    "its target.\n\n{puzzle}\n\nWrite the grid with 1 for a shaded cell and 0 for any other: one row per line, with "
    "spaces between the digits.",
    "{puzzle}\n\nThis is a kakurasu puzzle on {n} rows and {n} columns: choose the cells to shade so that in each row "
    "and in each column the values of the shaded cells add up to the target of that line. {weighs} Answer with {n} "
    "lines of {n} digits, separated by spaces: 1 where a cell is shaded and 0 where it is not.",
    "Which cells of this {n}x{n} grid are to be shaded? Each row and each column has a target, and what its shaded "
    "cells count must have exactly that sum. {weighs}\n\n{puzzle}\n\nThere is one solution. Give its rows from top to "
    "bottom, a line for each, as digits with spaces between them: 1 for shaded, 0 for not shaded.",
)
_TRIES = 40
_CHANGES = 40
_STEPS = 4_000


@limited(
    size=Whole(3, 10, "the side of the square"),
    kinds=Words(_WEIGHS, "whether cells weigh as much as their place, or lines have weights of their own"),
)
def generate(rng: random.Random, *, size: int, kinds: str) -> Draft:
    """Make one puzzle with exactly one solution.

    Raises:
        ValueError: if a parameter is out of its limit.
        GenerationError: if no puzzle was found.
    """
    kind = rng.choice(kinds.split())
    for _ in range(_TRIES):
        weights = _weights(rng, size, kind)
        cells = [int(rng.random() < 0.5) for _ in range(size * size)]
        for _ in range(_CHANGES):
            puzzle = _puzzle(*weights, cells)
            state = start(puzzle)
            if solve(puzzle, state, cells, Meter(_STEPS)):
                return _draft(rng, kind, weights, puzzle, cells)
            open_ = undecided(puzzle, state)
            for cell in rng.sample(open_, min(2, len(open_))):
                cells[cell] ^= 1
    raise GenerationError(f"no kakurasu of size {size} was found; take a smaller size")


def _weights(rng: random.Random, n: int, kind: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The weights of the columns, which count in rows, and those of the rows."""
    if kind == "places":
        return tuple(range(1, n + 1)), tuple(range(1, n + 1))
    first, second = (tuple(rng.sample(range(1, 2 * n + 1), n)) for _ in range(2))
    return first, second


def _targets(cells: Sequence[int], columns: Sequence[int], rows: Sequence[int]) -> tuple[list[int], list[int]]:
    """The sums of the rows and those of the columns."""
    n = len(columns)
    across = [sum(w for w, c in zip(columns, cells[i * n : i * n + n], strict=True) if c) for i in range(n)]
    return across, [sum(w for w, c in zip(rows, cells[i::n], strict=True) if c) for i in range(n)]


@lru_cache(maxsize=16)
def _lines(n: int) -> Relation:
    return Relation(product((0, 1), repeat=n))


@lru_cache(maxsize=64)
def _by_sum(weights: tuple[int, ...]) -> dict[int, int]:
    """The lines by the sum of their weights."""
    sums = [
        sum(w for w, shaded in zip(weights, line, strict=True) if shaded) for line in _lines(len(weights)).rows
    ]
    found: dict[int, int] = {}
    for at, total in enumerate(sums):
        found[total] = found.get(total, 0) | 1 << at
    return found


def _puzzle(columns: tuple[int, ...], rows: tuple[int, ...], cells: Sequence[int]) -> Puzzle:
    n, (across, down) = len(rows), _targets(cells, columns, rows)
    lines, by_columns, by_rows = _lines(n), _by_sum(columns), _by_sum(rows)
    rules = [Table(f"row {i + 1}", range(i * n, i * n + n), lines, by_columns[across[i]]) for i in range(n)]
    rules += [Table(f"column {i + 1}", range(i, n * n, n), lines, by_rows[down[i]]) for i in range(n)]
    return Puzzle.of([3] * (n * n), rules)


def _draft(
    rng: random.Random,
    kind: str,
    weights: tuple[tuple[int, ...], tuple[int, ...]],
    puzzle: Puzzle,
    cells: Sequence[int],
) -> Draft:
    (columns, rows), n = weights, len(weights[0])
    across, down = _targets(cells, columns, rows)
    log: list[Step] = []
    meter = Meter(_STEPS)
    solve(puzzle, start(puzzle), cells, meter, log=log)
    payload: dict[str, Json] = {"size": n, "kind": kind, "rows": across, "columns": down}
    if kind == "weights":
        payload |= {"row_weights": list(rows), "column_weights": list(columns)}
    show = rng.choice((_drawing, _listing))
    return Draft(
        prompt=phrase(
            rng, WORDINGS, n=n, weighs=_WEIGHS[kind].format(n=n), puzzle=show(kind, columns, rows, across, down)
        ),
        payload=payload,
        answer=answer_text(cells, n),
        trace=worked(puzzle, log, cell_name(n)),
        canonical=[
            kind,
            min([across, down, list(rows), list(columns)], [down, across, list(columns), list(rows)]),
        ],
        guess_rate=2.0 ** -(n * n),
        difficulty=float(meter.used),
    )


def _drawing(
    kind: str, columns: Sequence[int], rows: Sequence[int], across: Sequence[int], down: Sequence[int]
) -> str:
    lines = [["", "|", *map(str, columns), "|", ""]]
    lines += [
        [str(w), "|", *["."] * len(columns), "|", str(target)] for w, target in zip(rows, across, strict=True)
    ]
    names = (
        ("numbers of the columns", "numbers of the rows")
        if kind == "places"
        else ("weights of the columns", "weights of the rows")
    )
    return (
        f"{aligned([*lines, ['', '|', *map(str, down), '|', '']])}\n\n(At the top stand the {names[0]} and on "
        f"the left the {names[1]}; the targets of the rows are on the right, and those of the columns at the bottom.)"
    )


def _listing(
    kind: str, columns: Sequence[int], rows: Sequence[int], across: Sequence[int], down: Sequence[int]
) -> str:
    weights = (
        f"Weights of the columns, from left to right: {listed(columns)}\n"
        f"Weights of the rows, from top to bottom: {listed(rows)}\n"
    )
    return (
        f"{weights if kind == 'weights' else ''}Targets of the rows, from top to bottom: {listed(across)}\n"
        f"Targets of the columns, from left to right: {listed(down)}"
    )
