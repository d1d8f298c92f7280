"""Sudoku: fill a grid so that every row, column and box holds each number once.

Boxes may have any shape of `rows` x `cols` cells; the grid then has rows * cols rows and columns. A random
filled grid is dug out: clues go in batches as long as singles still solve what is left, and then one by one,
each with an exact proof that no second solution appears. A puzzle has exactly the blanks asked for and one
solution.

Symmetries of the fingerprint: renaming digits, permuting bands and stacks, rows within a band and columns within
a stack, and transposing where boxes are square. It is exact for 4 x 4 and a strong invariant above that (see
`sudoku_symmetry`).

Difficulty: `rows` and `cols` of a box set the size; `blanks` is the number of empty cells.

Source: the puzzle as published by Nikoli; solving by singles and trial is folklore.
"""

from __future__ import annotations

import random
from functools import lru_cache

from ..base import Draft, GenerationError
from ..limits import Whole, limited
from ..wording import phrase
from .candidates import Board, ones, place, settle, sudoku_board, unique_without
from .filled import random_sudoku
from .steps import BOX, CELL, COLUMN, NOT, ROW, Step, explain
from .sudoku_symmetry import sudoku_canonical

WORDINGS = (
    "Solve this {n}x{n} sudoku. Each row, each column and each box of {rows} rows by {cols} columns must contain "
    "every number from 1 to {n} exactly once. Empty cells are shown as {empty}.\n\n{grid}\n\n"
    "Write the full grid, one row per line, with spaces between the numbers.",
    "{grid}\n\nThe grid above is a sudoku; {empty} marks a cell that is still empty. Replace every {empty} by a "
    "number from 1 to {n}, so that no number appears twice in a row, in a column or in one of the {n} boxes. "
    "The boxes are {rows} rows high and {cols} columns wide and tile the grid from its top left corner. "
    "Give all {n} rows, a line for each, with the numbers separated by spaces.",
    "Complete the grid.\n\n{grid}\n\nRules: it has {n} rows and {n} columns, and it is divided into boxes of "
    "{rows} rows by {cols} columns. In every row, every column and every box, each of the numbers 1 to {n} "
    "stands exactly once. The numbers that are given stay where they are; {empty} is an empty cell. There is one "
    "solution. Answer with the completed grid: {n} lines of {n} numbers, separated by spaces.",
)
_EMPTY = ("0", ".", "_")
_LINES = {ROW: "row", COLUMN: "column", BOX: "box"}
# Filled grids by side, where the number is known: whoever ignores the clues draws one of these.
_FILLED = {4: 288, 6: 28200960, 9: 6670903752021072936960}
_BUDGET = 200


@limited(
    rows=Whole(2, 8, "rows of a box"),
    cols=Whole(2, 8, "columns of a box; rows * cols, the side of the grid, is at most 16"),
    blanks=Whole(1, 255, "empty cells"),
)
def generate(rng: random.Random, *, rows: int, cols: int, blanks: int) -> Draft:
    """Make one sudoku with exactly one solution.

    The most `blanks` that are found for sure and in fair time are 12 of 16 cells in a 4 x 4, 26 of 36 in a 6 x 6,
    58 of 81 in a 9 x 9 and 158 of 256 in a 16 x 16.

    Raises:
        ValueError: if a parameter is out of its limit, or the grid is too large or has too few cells.
        GenerationError: if no puzzle with so many blanks was found.
    """
    n = rows * cols
    if n > 16:
        raise ValueError(f"rows * cols must be at most 16, not {rows} * {cols}")
    if blanks >= n * n:
        raise ValueError(f"blanks must be at most {n * n - 1} for boxes of {rows} x {cols}, not {blanks}")
    board = sudoku_board(rows, cols)
    for _ in range(60 if n <= 9 else 6):  # about a second at the worst for 9 x 9, ten for 16 x 16
        solution = random_sudoku(rng, board, rows, cols)
        clues = dig(rng, board, solution, blanks)
        if clues:
            break
    else:
        raise GenerationError(f"no sudoku of side {n} with {blanks} blanks was found; take fewer blanks")
    return _draft(rng, board, rows, cols, clues, solution)


def dig(rng: random.Random, board: Board, solution: int, blanks: int) -> int:
    """Clues that leave `blanks` cells empty and have one solution; 0 if the cells ran out before."""
    order = rng.sample(range(board.cells), board.cells)
    clue = [0] * board.cells
    for digit in range(board.n):
        layer = solution >> digit * board.cells & board.layer
        while layer:
            low = layer & -layer
            clue[low.bit_length() - 1] = low << digit * board.cells
            layer ^= low
    clues, missing = solution, blanks
    kept: list[int] = []
    start = 0
    while missing and start < board.cells:
        batch = order[start : start + missing]
        start += len(batch)
        for cell in batch:
            clues ^= clue[cell]
        open_, known = settle(board, place(board, board.full, clues), clues)
        for cell in batch:
            if known.bit_count() == board.cells:
                break
            if not known & clue[cell]:  # singles end here: give the clue back
                clues |= clue[cell]
                kept.append(cell)
                open_, known = settle(board, place(board, open_, clue[cell]), known | clue[cell])
        missing = blanks - (board.cells - clues.bit_count())
    for cell in kept:
        if not missing:
            break
        fewer = clues ^ clue[cell]
        open_, known = settle(board, place(board, board.full, fewer), fewer)
        if unique_without(board, open_, known, solution, cell, _BUDGET):
            clues = fewer
            missing -= 1
    return 0 if missing else clues


def _draft(rng: random.Random, board: Board, rows: int, cols: int, clues: int, solution: int) -> Draft:
    n = board.n
    given = board.digits(clues)
    grid = [given[i : i + n] for i in range(0, board.cells, n)]
    solved = board.digits(solution)
    empty = rng.choice(_EMPTY)
    names = [empty, *map(str, range(1, n + 1))]
    rounds, work = explain(board, clues, solution)
    blanks = given.count(0)
    return Draft(
        prompt=phrase(
            rng,
            WORDINGS,
            n=n,
            rows=rows,
            cols=cols,
            empty=empty,
            grid="\n".join(" ".join([names[digit] for digit in row]) for row in grid),
        ),
        payload={"rows": rows, "cols": cols, "clues": grid},
        answer="\n".join(" ".join(map(str, solved[i : i + n])) for i in range(0, board.cells, n)),
        trace=_trace(given, rows, cols, rounds),
        canonical=sudoku_canonical(rows, cols, given),
        guess_rate=max(1 / n**blanks, 1 / _FILLED.get(n, n**blanks)),
        difficulty=float(work),
    )


def _trace(given: list[int], rows: int, cols: int, rounds: list[tuple[int, list[Step]]]) -> str:
    """One line a step, with what it needs: the numbers that a cell sees, or the line that needs a number."""
    n = rows * cols
    seen = [[0] * n, [0] * n, [0] * n]
    where = [(i // n, i % n, i // n // rows * rows + i % n // cols) for i in range(n * n)]
    for cell, digit in enumerate(given):
        if digit:
            for masks, line in zip(seen, where[cell], strict=True):
                masks[line] |= 1 << digit
    excluded: dict[int, str] = {}
    lines = []
    for _, steps in rounds:
        for kind, cell, digit in steps:
            row, column, box = where[cell]
            name = f"r{row + 1}c{column + 1}"
            if kind == NOT:
                lines.append(f"{name}={digit} leads to a clash, so {name} is not {digit}")
                excluded[cell] = f"{excluded.get(cell, '')}, not {digit}"
                continue
            if kind == CELL:
                if n > 9:  # fifteen numbers in each line would make the trace very long
                    lines.append(f"{name} can only be {digit}")
                else:
                    a, b, c = _listed(seen[0][row]), _listed(seen[1][column]), _listed(seen[2][box])
                    lines.append(f"{name}: row {a}, column {b}, box {c}{excluded.get(cell, '')} -> {digit}")
            else:
                lines.append(f"{_LINES[kind]} {where[cell][kind - 1] + 1} needs {digit}: only at {name}")
            seen[0][row] |= 1 << digit
            seen[1][column] |= 1 << digit
            seen[2][box] |= 1 << digit
    return "\n".join(lines)


@lru_cache(maxsize=4096)
def _listed(mask: int) -> str:
    return " ".join(map(str, ones(mask))) or "-"
