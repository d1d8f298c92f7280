"""Rank and nullity, pivot columns, and the reduced row echelon form of an integer matrix.

A matrix of known rank is a random reduced form, multiplied from the left by a random matrix. Asked for is the
pair (rank, nullity), the numbers of the columns that are no combination of the columns before them, or the
reduced row echelon form, which is unique.

Symmetries: for the pair, the order of the rows and of the columns.

Difficulty: `kinds` of questions; up to `rows` rows and `columns` columns; entries of up to `largest`. Proxy:
digit operations of the elimination.
"""

from __future__ import annotations

import random
from functools import partial

from ..family import LIST, TUPLE, Family, Question
from ..limits import Whole
from .elimination import reduced
from .matrices import (
    MAX_LARGEST,
    MAX_SIZE,
    Matrix,
    as_json,
    draw,
    largest_in,
    matrix_text,
    product,
)

WORDINGS = (
    "{question}\nA = {matrix}\n\n{form}",
    "A = {matrix}\n\n{question} {form}",
    "Take the matrix A = {matrix}, given by its rows. {question}\n{form}",
)
QUESTIONS = {
    "pair": "Find the rank and the nullity of A (the nullity is the dimension of its null space).",
    "pivots": (
        "Which columns of A, numbered from 1 from the left, are not linear combinations of the columns to their "
        "left? (A column that is not zero and has none to its left counts.)"
    ),
    "echelon": "Find the reduced row echelon form of A.",
}
FORMS = {
    "pair": "Give the pair (rank, nullity).",
    "pivots": "Give their numbers as a list in increasing order, such as 2, 9, 10.",
    "echelon": (
        "Give it as a list of its rows, zero rows included, such as [[1, 0, -3/4], [0, 1, 2]], with integers or "
        "exact fractions."
    ),
}


def _question(kind: str, rng: random.Random, *, rows: int, columns: int, largest: int) -> Question | None:
    """A question about a matrix; None if that has a zero row, many zeros or a large entry."""
    height = rows if rows == 2 else rng.randint(rows - 1, rows)
    width = columns if columns == 2 else rng.randint(columns - 1, columns)
    matrix = _of_rank(rng, height, width, kind)
    zeros = sum(not a for row in matrix for a in row)
    if not all(map(any, matrix)) or 3 * zeros > height * width or largest_in(matrix) > largest:
        return None
    state = reduced(matrix)
    rank = len(state.pivots)
    where = ", ".join(str(i + 1) for i in state.pivots)
    if kind == "pair":
        answer, gold, rate = f"({rank}, {width - rank})", TUPLE, 1 / min(height, width)
        last = f"pivots in columns {where}: rank {rank}, nullity {width} - {rank} = {width - rank}"
    elif kind == "pivots":
        answer, gold, rate = where, LIST, 0.5 if width < 4 else 0.35
        last = f"columns with a pivot: {where}"
    else:
        answer, gold = matrix_text(state.rows), {"kind": "matrix"}
        rate = 0.5 if rank == min(height, width) and width <= height else 1 / largest
        last = f"echelon form: {answer}"
    shown = as_json(matrix)
    return Question(
        {"question": QUESTIONS[kind], "matrix": matrix_text(matrix), "form": FORMS[kind]},
        {"matrix": shown},
        answer,
        [*state.lines, last],
        gold,
        sorted(shown, key=str) if kind == "pair" else shown,
        min(0.6, rate),
        state.work,
    )


def _of_rank(rng: random.Random, height: int, width: int, kind: str) -> Matrix:
    """A random reduced form without its zero rows, multiplied from the left by a random matrix."""
    most = min(height, width)
    if kind == "echelon" and height >= width:
        most -= 1  # else the form would often be the identity
    rank = rng.randint(max(1, most - 2), most)
    pivots = sorted(rng.sample(range(width), rank)) if rng.random() < 0.5 else list(range(rank))
    if rng.random() < 0.9:
        pivots[0] = 0
    form: Matrix = [
        [int(j == pivots[i]) if j in pivots or j < pivots[i] else rng.randint(-3, 3) for j in range(width)]
        for i in range(rank)
    ]
    return product(draw(rng, height, rank, 4), form)


generate = Family(
    {kind: partial(_question, kind) for kind in QUESTIONS},
    WORDINGS,
    {
        "rows": Whole(2, MAX_SIZE, "the largest number of rows; one less occurs from 3 on"),
        "columns": Whole(2, MAX_SIZE, "the largest number of columns; one less occurs from 3 on"),
        "largest": Whole(4, MAX_LARGEST, "the largest entry"),
    },
    tries=200,
    advice="raise 'largest': no matrix without a zero row",
)
