"""Matrix inverses, and matrix equations A*X = B and X*A = B, with exact fractions.

The matrix A is made from a diagonal one, whose determinant is small, by adding rows and columns to one another,
so that it has an inverse whose entries are fractions over that determinant.

Symmetries: none; the matrices as printed are the problem.

Difficulty: `kinds` of questions; `size` of A; entries of up to `largest`; determinant of up to `determinant`
in size. Proxy: digit operations of the elimination.
"""

from __future__ import annotations

import random
from functools import partial

from ..family import Family, Question
from ..limits import Whole
from .elimination import barred, reduced
from .matrices import (
    MAX_LARGEST,
    MAX_SIZE,
    Matrix,
    as_json,
    column_text,
    digits,
    draw,
    identity,
    matrix_text,
    mixed,
    quotient,
    transpose,
)

WORDINGS = (
    "{question}\n{matrices}\n\n{form}",
    "{matrices}\n\n{question} {form}",
    "The following holds matrices as lists of their rows.\n{matrices}\n{question}\n{form}",
)
QUESTIONS = {
    "inverse": "Find the inverse of A.",
    "left": "Find the matrix X with A*X = B.",
    "right": "Find the matrix X with X*A = B.",
}


def _question(kind: str, rng: random.Random, *, size: int, largest: int, determinant: int) -> Question | None:
    """A matrix with an inverse, and for an equation its right-hand side; None if zeros or the answer are shown."""
    matrix = _invertible(rng, size, largest, determinant)
    if sum(not a for row in matrix for a in row) > size * size // 4:
        return None
    shown = {"A": matrix}
    value, lines, work = _worked(rng, kind, shown, min(largest, 9))
    if value in shown.values():  # a matrix may be its own inverse
        return None
    column = len(value[0]) == 1
    if column:
        form = "X is a column vector: give it as a tuple from top to bottom, such as (1, -3/4), "
    else:
        form = "Give the result as a list of its rows, such as [[1, -3/4], [0, 2]], "
    facts = {name: as_json(m) for name, m in shown.items()}
    return Question(
        {
            "question": QUESTIONS[kind],
            "matrices": "\n".join(f"{name} = {matrix_text(m)}" for name, m in shown.items()),
            "form": form + "with integers or exact fractions.",
        },
        facts,
        column_text(value) if column else matrix_text(value),
        lines,
        {"kind": "tuple" if column else "matrix"},
        list(facts.values()),
        1 / (2 * largest + 1) ** (len(value) * len(value[0])),
        work,
    )


def _worked(
    rng: random.Random, kind: str, shown: dict[str, Matrix], largest: int
) -> tuple[Matrix, list[str], int]:
    """The answer, the lines of a worked solution, and its digit operations; adds B to `shown` if there is one."""
    matrix = shown["A"]
    size = len(matrix)
    if kind == "inverse":
        return _two(matrix) if size == 2 else _solved(matrix, identity(size), "I")
    width = rng.randint(1, 2) if size < 4 else rng.randint(1, size - 1)
    right = draw(rng, size, width, largest)
    if kind == "left":
        shown["B"] = right
        return _solved(matrix, right, "B")
    shown["B"] = transpose(right)
    value, lines, work = _solved(transpose(matrix), right, "B^T")
    lines = ["X*A = B is the same as A^T*X^T = B^T", *lines, f"X^T = {matrix_text(value)}"]
    return transpose(value), lines, work


def _invertible(rng: random.Random, size: int, largest: int, determinant: int) -> Matrix:
    """An integer matrix with a determinant of up to `determinant` in size."""
    matrix = identity(size)
    rest = rng.randint(1, determinant)
    for i in rng.sample(range(size), size):  # the determinant is spread over the diagonal
        factor = rng.choice([d for d in range(1, min(rest, largest) + 1) if rest % d == 0])
        matrix[i][i] = rng.choice((-1, 1)) * factor
        rest //= factor
    return mixed(rng, matrix, 8 * size, largest)


def _solved(matrix: Matrix, right: Matrix, name: str) -> tuple[Matrix, list[str], int]:
    """The X with matrix*X = right, by Gauss and Jordan on [matrix | right]."""
    size = len(matrix)
    joined = [a + b for a, b in zip(matrix, right, strict=True)]
    state = reduced(joined, size, bar=size)
    start = f"[A{'^T' if name == 'B^T' else ''} | {name}]: {'; '.join(barred(row, size) for row in joined)}"
    return [row[size:] for row in state.rows], [start, *state.lines], state.work


def _two(matrix: Matrix) -> tuple[Matrix, list[str], int]:
    """The inverse of [[a, b], [c, d]] is [[d, -b], [-c, a]] over its determinant."""
    (a, b), (c, d) = matrix
    value = a * d - b * c
    adjugate: Matrix = [[d, -b], [-c, a]]
    lines = [
        f"det A = ({a})*({d}) - ({b})*({c}) = {value}",
        f"inverse = {matrix_text(adjugate)} divided by {value}",
    ]
    work = digits(a) * digits(d) + digits(b) * digits(c) + sum(digits(x) for x in (a, b, c, d))
    return [[quotient(x, value) for x in row] for row in adjugate], lines, work


generate = Family(
    {kind: partial(_question, kind) for kind in QUESTIONS},
    WORDINGS,
    {
        "size": Whole(2, MAX_SIZE, "rows and columns of A"),
        "largest": Whole(3, MAX_LARGEST, "the largest entry of A"),
        "determinant": Whole(1, 1000, "the largest determinant of A"),
    },
    canonical=lambda kind, question: [kind, *question.canonical],
    tries=200,
    advice="raise 'largest': only matrices with many zeros",
)
