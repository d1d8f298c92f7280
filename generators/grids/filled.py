"""Random filled grids: sudoku grids and Latin squares, the solutions that puzzles are dug out of.

Grids of side up to 9 come from a randomised search: a few cells that cannot clash are drawn, the rest is searched
for with random cells and digits. Every filled grid can come out, though not with exactly equal chance.

For larger sudoku such a search can run away. There a cyclic pattern with shuffled rows, columns and digits is
solved anew, again and again, a random quarter of the digits being taken out each time; after `STIRS` times
little of the pattern is left (in a 16 x 16, 62 different sets of four numbers stand in the 64 rows of the
boxes; the pattern has 16, a grid without any order 63).
"""

from __future__ import annotations

import random
from collections.abc import Callable

from ..base import GenerationError
from .candidates import Board, OutOfNodes, find, place

LATIN_SQUARES = {3: 12, 4: 576, 5: 161280, 6: 812851200, 7: 61479419904000, 8: 108776032459082956800}
"""How many Latin squares there are of a side."""
LATIN_SQUARES[9] = 5524751496156892842531225600
STIRS = 12
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
    n = board.n
    lines = [band * rows + i for band in rng.sample(range(cols), cols) for i in rng.sample(range(rows), rows)]
    stacks = [
        stack * cols + i for stack in rng.sample(range(rows), rows) for i in rng.sample(range(cols), cols)
    ]
    names = rng.sample(range(1, n + 1), n)
    solution = board.bits([names[(r % rows * cols + r // rows + c) % n] for r in lines for c in stacks])
    for _ in range(STIRS):
        known = solution
        for digit in rng.sample(range(n), n // 4):
            known &= ~(board.layer << digit * board.cells)
        try:
            solution = find(board, place(board, board.full, known), known, budget=_BUDGET, rng=rng)
        except OutOfNodes:
            continue
    return solution
