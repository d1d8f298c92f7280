"""Determinants of integer or rational matrices, and the entry that gives a determinant its value.

A matrix of `value` kind is given whole, and its determinant is asked for. One of `entry` kind has the letter k
in one place and its determinant is given; the cofactor of that place is not 0, so that there is exactly one k.

Symmetries: a matrix and its transpose have the same determinant, so for `value` they are one problem.

Difficulty: `kinds`; `size` of the matrix; numbers of up to `largest` and, if
`denominator` is above 1, fractions. Proxy: digit operations.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from ..base import Json
from ..family import FRACTION, INTEGER, Family, Question, as_stated
from ..limits import Whole
from .elimination import echelon
from .matrices import (
    MAX_LARGEST,
    MAX_SIZE,
    Matrix,
    Number,
    as_json,
    digits,
    draw,
    factor_text,
    matrix_text,
    plain,
    sum_text,
    transpose,
)

WORDINGS = (
    "{question}\n{matrix}\n\n{form}",
    "A = {matrix}\n\n{question} {form}",
    "The rows of a square matrix are {matrix}. {question}\n{form}",
)


def value(rng: random.Random, *, size: int, largest: int, denominator: int) -> Question:
    """The determinant of a matrix that is given whole."""
    matrix = draw(rng, size, size, largest, denominator)
    answer, lines, work = _determinant(matrix, "A")
    shown = as_json(matrix)
    return _question(
        "Find the determinant of this matrix.",
        matrix_text(matrix),
        answer,
        {"matrix": shown},
        lines,
        denominator,
        canonical=["value", min(shown, as_json(transpose(matrix)), key=str)],
        guess_rate=3 / largest**size,
        work=work,
    )


def entry(rng: random.Random, *, size: int, largest: int, denominator: int) -> Question | None:
    """The entry that gives a determinant its value."""
    matrix = draw(rng, size, size, largest, denominator)
    row, column = rng.randrange(size), rng.randrange(size)
    rest = [r[:column] + r[column + 1 :] for i, r in enumerate(matrix) if i != row]
    cofactor, cofactor_lines, cofactor_work = _determinant(rest, "M")
    if not cofactor:
        return None
    answer = matrix[row][column]
    given, _, _ = _determinant(matrix, "A")
    zeroed = [list(r) for r in matrix]
    zeroed[row][column] = 0
    base, base_lines, base_work = _determinant(zeroed, "A0")
    sign = -1 if (row + column) % 2 else 1
    hidden = [[*map(str, r)] for r in matrix]
    hidden[row][column] = "k"
    lines = [
        f"det A = c*k + d, where d is det A for k = 0 and c = {'-' if sign < 0 else ''}det M, "
        f"M being A without row {row + 1} and column {column + 1}",
        f"A0 = {matrix_text(zeroed)}",
        *base_lines,
        f"M = {matrix_text(rest)}",
        *cofactor_lines,
        f"{factor_text(sign * cofactor)}*k + {factor_text(base)} = {given}",
        f"k = ({sum_text([given, -base])})/{factor_text(sign * cofactor)} = {answer}",
    ]
    return _question(
        f"One entry, k, is unknown. For which k is the determinant {given}?",
        matrix_text(hidden),  # type: ignore[arg-type]
        answer,
        {"matrix": as_json(zeroed), "place": [row, column], "determinant": str(given)},
        lines,
        denominator,
        canonical=["entry", hidden, str(given)],
        guess_rate=0.7 / largest,
        work=base_work + cofactor_work + digits(given) * digits(cofactor),
    )


def _question(
    question: str,
    matrix: str,
    answer: Number,
    facts: Mapping[str, Json],
    lines: list[str],
    denominator: int,
    *,
    canonical: Json,
    guess_rate: float,
    work: int,
) -> Question:
    form = "Give the exact value: an integer or a fraction in lowest terms, such as -3/4."
    return Question(
        {"question": question, "matrix": matrix, "form": "Give an integer." if denominator == 1 else form},
        facts,
        str(answer),
        lines,
        INTEGER if denominator == 1 else FRACTION,
        canonical,
        min(0.5, guess_rate),
        work,
    )


def _determinant(matrix: Matrix, name: str) -> tuple[Number, list[str], int]:
    """The determinant, the lines that lead to it, and the digit operations spent."""
    if len(matrix) == 1:
        return matrix[0][0], [f"det {name} = {matrix[0][0]}"], 0
    if len(matrix) == 2:
        value, text, work = _two(matrix)
        return value, [f"det {name} = {text} = {value}"], work
    if len(matrix) == 3:
        return _three(matrix, name)
    state = echelon(matrix)
    if len(state.pivots) < len(matrix):
        return 0, [*state.lines, f"a row of zeros: det {name} = 0"], state.work
    total: Number = -1 if state.swaps % 2 else 1
    pivots = [row[i] for i, row in enumerate(state.rows)]
    partial = []
    for pivot in pivots:
        state.work += digits(total) * digits(pivot)
        total = plain(total * pivot)
        partial.append(total)
    sign = "-" if state.swaps % 2 else ""
    swaps = f"{state.swaps} row {'swap' if state.swaps == 1 else 'swaps'}, so the sign is {sign or '+'}"
    factors = "*".join(map(factor_text, pivots))
    lines = [*state.lines, swaps, f"products of pivots with the sign: {', '.join(map(str, partial))}"]
    return total, [*lines, f"det {name} = {sign}{factors} = {total}"], state.work


def _two(matrix: Matrix) -> tuple[Number, str, int]:
    (a, b), (c, d) = matrix
    text = f"{factor_text(a)}*{factor_text(d)} - {factor_text(b)}*{factor_text(c)}"
    return plain(a * d - b * c), text, digits(a) * digits(d) + digits(b) * digits(c)


def _three(matrix: Matrix, name: str) -> tuple[Number, list[str], int]:
    """Along the first row."""
    lines, terms, work = [], [], 0
    for j, head in enumerate(matrix[0]):
        minor = [row[:j] + row[j + 1 :] for row in matrix[1:]]
        value, text, spent = _two(minor)
        signed = plain(-head * value if j == 1 else head * value)
        work += spent + digits(head) * digits(value)
        sign = "-" if j == 1 else "+"
        lines.append(
            f"{sign} {factor_text(head)}*({text}) = {sign} {factor_text(head)}*{factor_text(value)} = {signed}"
        )
        terms.append(signed)
    total = plain(sum(terms))
    return total, [*lines, f"det {name} = {sum_text(terms)} = {total}"], work


generate = Family(
    {"value": value, "entry": entry},
    WORDINGS,
    {
        "size": Whole(2, MAX_SIZE, "rows and columns"),
        "largest": Whole(2, MAX_LARGEST, "the largest numerator"),
        "denominator": Whole(1, 20, "the largest denominator"),
    },
    canonical=as_stated,
    tries=100,
    advice="raise 'largest': every cofactor was 0",
)
