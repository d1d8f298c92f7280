"""Random filled grids: sudoku grids and Latin squares, the solutions that puzzles are dug out of.

Grids of side up to 9 come from a randomised search: a few cells that cannot clash are drawn, the rest is searched
for with random cells and digits. Every filled grid can come out, though not with exactly equal chance.

For larger sudoku such a search can run away. There a cyclic pattern with shuffled rows, columns and digits is
solved anew, again and again, a random quarter of the digits being taken out each time; after `STIRS` times
little of the pattern is left (in a 16 x 16, 62 different sets of four numbers stand in the 64 rows of the
boxes; the pattern has 16, a grid without any order 63). That takes long, so a process does it once, and goes on to
`STIRRED` such grids. A random grid is one of them in a random order of its lines, with random names of its digits,
and stirred once more.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache

from ..base import GenerationError
from .candidates import Board, OutOfNodes, find, place

LATIN_SQUARES = {3: 12, 4: 576, 5: 161280, 6: 812851200, 7: 61479419904000, 8: 108776032459082956800}
"""How many Latin squares there are of a side."""
LATIN_SQUARES[9] = 5524751496156892842531225600
STIRS = 12
STIRRED = 16
_TRIES = 100
_BUDGET = 60


def random_sudoku(rng: random.Random, board: Board, rows: int, cols: int) -> int:
    """The true candidates of a random filled sudoku grid with boxes of `rows` x `cols` cells."""
    if board.n > 9:
        return _stirred(rng, board, rows, cols)
    return _searched(rng, board, lambda: _diagonal_boxes(rng, rows, cols))


def random_latin(rng: random.Random, board: Board) -> int:
    """The true candidates of a random Latin square."""
    return _searched(rng, board, lambda: _first_lines(rng, board.n))


def _searched(rng: random.Random, board: Board, start: Callable[[], list[int]]) -> int:
    for _ in range(_TRIES):
        known = board.bits(start())
        open_ = place(board, board.full, known)
        try:
            if solution := find(board, open_, known, budget=_BUDGET, rng=rng):
                return solution
        except OutOfNodes:
            continue
    raise GenerationError(f"no filled grid of side {board.n} was found; take a smaller size")


def _first_lines(rng: random.Random, n: int) -> list[int]:
    row = rng.sample(range(1, n + 1), n)
    column = row[1:]
    rng.shuffle(column)
    digits = row + [0] * (n * n - n)
    digits[n::n] = column
    return digits


def _diagonal_boxes(rng: random.Random, rows: int, cols: int) -> list[int]:
    # Boxes that share no row and no column cannot clash with one another.
    n = rows * cols
    digits = [0] * (n * n)
    for box in range(min(rows, cols)):
        corner = box * rows * n + box * cols
        for i, digit in enumerate(rng.sample(range(1, n + 1), n)):
            digits[corner + i // cols * n + i % cols] = digit
    return digits


def _stirred(rng: random.Random, board: Board, rows: int, cols: int) -> int:
    n, digits = board.n, rng.choice(_stirred_well(board, rows, cols))
    down, right, names = _order(rng, rows, cols), _order(rng, cols, rows), rng.sample(range(1, n + 1), n)
    if rows == cols and rng.random() < 0.5:
        shown = [names[digits[c * n + r] - 1] for r in down for c in right]
    else:
        shown = [names[digits[r * n + c] - 1] for r in down for c in right]
    before = solution = board.bits(shown)
    for _ in range(STIRS):
        solution = _stirred_once(rng, board, before)
        if solution != before:
            break
    return solution


@lru_cache(maxsize=4)
def _stirred_well(board: Board, rows: int, cols: int) -> list[list[int]]:
    """Some filled grids in which nothing is left of the pattern, as the digits of their cells; always the same."""
    rng, n, found = random.Random(rows * 100 + cols), board.n, list[list[int]]()
    lines, stacks, names = _order(rng, rows, cols), _order(rng, cols, rows), rng.sample(range(1, n + 1), n)
    solution = board.bits([names[(r % rows * cols + r // rows + c) % n] for r in lines for c in stacks])
    for _ in range(STIRS):
        solution = _stirred_once(rng, board, solution)
    while len(found) < STIRRED:
        for _ in range(4):
            solution = _stirred_once(rng, board, solution)
        found.append(board.digits(solution))
    return found


def _order(rng: random.Random, size: int, count: int) -> list[int]:
    """Lines in an order that keeps bands of a size together."""
    return [band * size + i for band in rng.sample(range(count), count) for i in rng.sample(range(size), size)]


def _stirred_once(rng: random.Random, board: Board, solution: int) -> int:
    """Take a quarter of the digits out and fill the grid again; as it was if that takes too long."""
    known = solution
    for digit in rng.sample(range(board.n), board.n // 4):
        known &= ~(board.layer << digit * board.cells)
    try:
        return find(board, place(board, board.full, known), known, budget=_BUDGET, rng=rng)
    except OutOfNodes:
        return solution
