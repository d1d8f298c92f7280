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
from fractions import Fraction
from typing import Any

from ..base import Draft, GenerationError
from ..wording import phrase
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
from .readers import read_rational

WORDINGS = (
    "{question}\n{matrix}\n\n{form}",
    "A = {matrix}\n\n{question} {form}",
    "The rows of a square matrix are {matrix}. {question}\n{form}",
)
KINDS = ("value", "entry")
TRIES = 100


def generate(rng: random.Random, *, kinds: str, size: int, largest: int, denominator: int) -> Draft:
    """Make one matrix and its question.

    Args:
        rng: the task's random source.
        kinds: names from `KINDS`, separated by spaces; one is drawn.
        size: rows and columns, 2 to 8.
        largest: the largest numerator, 2 to 1000.
        denominator: the largest denominator, 1 to 20.

    Raises:
        ValueError: if a parameter is out of its range.
        GenerationError: if no matrix with the cofactor that is needed was found.
    """
    if not set(kinds.split()) <= set(KINDS) or not kinds.split():
        raise ValueError(f"kinds must be of {', '.join(KINDS)}, not {kinds!r}")
    if not (2 <= size <= MAX_SIZE and 2 <= largest <= MAX_LARGEST and 1 <= denominator <= 20):
        raise ValueError(
            f"need 2 <= size <= {MAX_SIZE}, 2 <= largest <= {MAX_LARGEST} and 1 <= denominator <= 20; "
            f"got {size}, {largest}, {denominator}"
        )
    kind = rng.choice(kinds.split())
    matrix = draw(rng, size, size, largest, denominator)
    whole = denominator == 1
    if kind == "value":
        answer, lines, work = _determinant(matrix, "A")
        question = "Find the determinant of this matrix."
        problem: dict[str, Any] = {"matrix": as_json(matrix)}
        canonical: Any = ["value", min(as_json(matrix), as_json(transpose(matrix)), key=str)]
        shown = matrix_text(matrix)
        rate = 3 / largest**size
    else:
        for _ in range(TRIES):
            row, column = rng.randrange(size), rng.randrange(size)
            rest = [r[:column] + r[column + 1 :] for i, r in enumerate(matrix) if i != row]
            cofactor, cofactor_lines, cofactor_work = _determinant(rest, "M")
            if cofactor:
                break
            matrix = draw(rng, size, size, largest, denominator)
        else:
            raise GenerationError(f"no cofactor but 0 in {TRIES} tries; raise 'largest'")
        answer = matrix[row][column]
        value, _, _ = _determinant(matrix, "A")
        zeroed = [list(r) for r in matrix]
        zeroed[row][column] = 0
        base, base_lines, base_work = _determinant(zeroed, "A0")
        sign = -1 if (row + column) % 2 else 1
        question = f"One entry, k, is unknown. For which k is the determinant {value}?"
        hidden = [[*map(str, r)] for r in matrix]
        hidden[row][column] = "k"
        shown = matrix_text(hidden)  # type: ignore[arg-type]
        problem = {"matrix": as_json(zeroed), "place": [row, column], "determinant": str(value)}
        canonical = ["entry", hidden, str(value)]
        lines = [
            f"det A = c*k + d, where d is det A for k = 0 and c = {'-' if sign < 0 else ''}det M, "
            f"M being A without row {row + 1} and column {column + 1}",
            f"A0 = {matrix_text(zeroed)}",
            *base_lines,
            f"M = {matrix_text(rest)}",
            *cofactor_lines,
            f"{factor_text(sign * cofactor)}*k + {factor_text(base)} = {value}",
            f"k = ({sum_text([value, -base])})/{factor_text(sign * cofactor)} = {answer}",
        ]
        work = base_work + cofactor_work + digits(value) * digits(cofactor)
        rate = 0.7 / largest
    form = (
        "Give an integer."
        if whole
        else "Give the exact value: an integer or a fraction in lowest terms, such as -3/4."
    )
    gold: dict[str, Any] = {"text": str(answer), "kind": "integer" if whole else "rational"}
    if not whole:
        gold["require"] = ["reduced"]
    return Draft(
        prompt=phrase(rng, WORDINGS, question=question, matrix=shown, form=form),
        payload={"problem": {"kind": kind, **problem}, "gold": gold},
        answer=str(answer),
        trace="\n".join(lines),
        canonical=canonical,
        guess_rate=min(0.5, rate),
        difficulty=float(work),
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


def accepts(payload: Mapping[str, Any], answer: str) -> bool:
    """A second check of a bare answer: the sum over all choices of columns, built up row by row."""
    given = read_rational(answer.strip().removesuffix("."))
    problem = payload["problem"]
    if given is None or not _in_form(answer, given):
        return False
    rows = [[Fraction(a) for a in row] for row in problem["matrix"]]
    if problem["kind"] == "value":
        return given == _by_subsets(rows)
    row, column = problem["place"]
    rows[row][column] = given
    return _by_subsets(rows) == Fraction(problem["determinant"])


def _in_form(answer: str, value: Fraction) -> bool:
    """Whether a fraction is in lowest terms, and an integer has no denominator."""
    bottom = answer.partition("/")[2].strip().removesuffix(".")
    return "." not in answer.strip()[:-1] and (
        not bottom or (value.denominator > 1 and int(bottom) == value.denominator)
    )


def _by_subsets(rows: list[list[Fraction]]) -> Fraction:
    """Laplace expansion of the first rows on every set of columns: each set is met once."""
    sums: dict[int, Fraction] = {0: Fraction(1)}
    for row in rows:
        following: dict[int, Fraction] = {}
        for used, value in sums.items():
            for j, entry in enumerate(row):
                if entry and not used >> j & 1:
                    odd = (used >> (j + 1)).bit_count() % 2
                    following[used | 1 << j] = (
                        following.get(used | 1 << j, Fraction()) + (-value if odd else value) * entry
                    )
        sums = following
    return sums.get((1 << len(rows)) - 1, Fraction())
