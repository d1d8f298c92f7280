"""Systems A*x = b in matrix form with one solution, none, or infinitely many.

Asked for is the solution set (a vector, a vector with parameters, or "no solution"), the number of solutions
(0, 1 or infinitely many), or the number k in b for which there is a solution. Every way to write the solution
set with parameters is right.

Symmetries: the order of the equations.

Difficulty: `kinds` of questions; up to `rows` equations in `columns` unknowns; entries of up to `largest`;
solutions with denominators of up to `denominator`; at most `free` parameters. Proxy: digit operations of the
elimination.
"""

from __future__ import annotations

import random
from fractions import Fraction
from functools import partial
from typing import Any

from ..english import listed
from ..family import Family, Question, as_stated
from ..limits import Whole
from .elimination import Reduction, barred, reduced
from .matrices import (
    MAX_LARGEST,
    MAX_SIZE,
    Matrix,
    Number,
    Row,
    as_json,
    draw,
    factor_text,
    matrix_text,
    nonzero,
    plain,
    product,
    row_text,
    sum_text,
)

WORDINGS = (
    "{question}\nA = {matrix}\nb = {right}\n\n{form}",
    "A = {matrix}\nb = {right}\n\n{question} {form}",
    "Consider the system A*x = b with A = {matrix} and b = {right}. {question}\n{form}",
)
QUESTIONS = {
    "solve": "Solve the system of linear equations A*x = b.",
    "count": "How many vectors x satisfy A*x = b?",
    "parameter": "For which number k does A*x = b have a solution?",
}
FORMS = {
    "solve": (
        "If there is exactly one solution, give it as a tuple of integers or exact fractions, such as (1, -3/4). "
        "If there are infinitely many, give all of them as a tuple with {parameters}, such as "
        "(1 - 2*t, t). If there is none, write: no solution"
    ),
    "count": "Answer with one of: none, one, many (for infinitely many)",
    "parameter": "Give k as an integer or an exact fraction, such as -3/4.",
}
PARAMETERS = "tsuv"
TRIES = 300


def _relation(*, columns: int, free: int, **_: Any) -> str:
    return "" if free < columns else f"free must be less than columns, not {free} with {columns}"


def _question(
    kind: str,
    rng: random.Random,
    *,
    rows: int,
    columns: int,
    largest: int,
    denominator: int,
    free: int,
) -> Question | None:
    """A system and a question; None if no matrix without a zero row was found."""
    solvable = kind == "parameter" or rng.random() < (0.67 if kind == "count" else 0.85)
    for _ in range(TRIES):
        nullity = _nullity(rng, kind, solvable, rows, columns, free)
        matrix, right = _system(rng, solvable, rows, columns, columns - nullity, largest, denominator)
        state = reduced([[*row, b] for row, b in zip(matrix, right, strict=True)], bar=columns)
        zeros = sum(not a for row in matrix for a in row)
        if (
            (columns not in state.pivots) == solvable
            and len(state.pivots) - (not solvable) == columns - nullity
            and all(map(any, matrix))
            and zeros <= len(matrix) * columns // 4
            and (kind != "parameter" or len(matrix) > columns - nullity)
        ):
            break
    else:
        return None
    shown: list[Any] = list(right)
    if kind == "parameter":
        found = _parameter(rng, matrix, right)
        if found is None:
            return None
        answer, lines, work, row = found
        shown[row] = "k"
        rate = 0.5 / largest
    else:
        lines, work = [barred([*r, b], columns) for r, b in zip(matrix, right, strict=True)], state.work
        lines = [f"[A | b]: {'; '.join(lines)}", *state.lines]
        if not solvable:
            answer = "no solution" if kind == "solve" else "none"
            lines.append("a row says 0 = 1: no solution")
        elif kind == "count":
            answer = "many" if nullity else "one"
            lines.append(f"no contradiction; {columns} unknowns, {columns - nullity} pivots: {answer}")
        else:
            answer, reading = _general(state, columns)
            lines += reading
        rate = 0.17 if kind == "solve" else 0.4
    left = as_json(matrix)
    ends = [a if isinstance(a, (int, str)) else str(a) for a in shown]
    return Question(
        {
            "question": QUESTIONS[kind],
            "matrix": matrix_text(matrix),
            "right": row_text(shown),
            "form": FORMS[kind].format(parameters=_parameters(free)),
        },
        {"problem": {"kind": kind, "A": left, "b": ends}},
        answer,
        lines,
        None,
        [kind, sorted(([r, b] for r, b in zip(left, ends, strict=True)), key=str)],
        rate,
        work,
    )


def _parameters(count: int) -> str:
    if count == 1:
        return f"the free parameter {PARAMETERS[0]}"
    return f"free parameters {listed(PARAMETERS[:count])}"


def _nullity(rng: random.Random, kind: str, solvable: bool, rows: int, columns: int, free: int) -> int:
    """How many parameters the solutions of A*x = 0 have; at least so many that the question makes sense."""
    least = max(0, columns - rows + (not solvable or kind == "parameter"))
    if kind == "solve" and solvable and least == 0 and rng.random() < 0.45:
        return 0
    if kind == "count":
        return max(least, rng.choice((0, rng.randint(1, free))))
    return max(least, rng.randint(min(1, free), free) if solvable else rng.randint(0, free))


def _system(
    rng: random.Random, solvable: bool, rows: int, columns: int, rank: int, largest: int, denominator: int
) -> tuple[Matrix, Row]:
    """A matrix of (most likely) the given rank, and a right-hand side that fits it or does not."""
    height = rows if rows == 2 else rng.randint(max(rank + (not solvable), rows - 1), max(rows, rank + 1))
    small = max(2, min(5, largest // 4))
    if rank == columns:
        matrix = draw(rng, max(height, rank), columns, largest)
        if len(matrix) > columns:  # further equations that follow from the others
            matrix[columns:] = product(draw(rng, len(matrix) - columns, columns, 2), matrix[:columns])
    else:
        matrix = product(draw(rng, height, rank, 3), draw(rng, rank, columns, small))
    bottom = rng.randint(1, denominator)
    solution: Row = [plain(Fraction(rng.randint(-9 * bottom, 9 * bottom), bottom)) for _ in range(columns)]
    right: Row = [row[0] for row in product(matrix, [[a] for a in solution])]
    for i, value in enumerate(right):  # so that all numbers shown are whole
        if value.denominator > 1:
            matrix[i] = [a * value.denominator for a in matrix[i]]
            right[i] = value.numerator
    if not solvable:
        at = rng.randrange(len(right))
        right[at] += nonzero(rng, 5)
    order = rng.sample(range(len(matrix)), len(matrix))
    return [matrix[i] for i in order], [right[i] for i in order]


def _general(state: Reduction, columns: int) -> tuple[str, list[str]]:
    """The solution with a parameter for each column without a pivot, and how it is read off."""
    free = [j for j in range(columns) if j not in state.pivots]
    name = dict(zip(free, PARAMETERS, strict=False))
    parts = dict(name)
    for row, pivot in zip(state.rows, state.pivots, strict=False):
        parts[pivot] = _affine(row[columns], [(-row[j], name[j]) for j in free if row[j]])
    lines = [f"free: {', '.join(f'x{j + 1} = {name[j]}' for j in free)}"] if free else []
    lines.append(", ".join(f"x{j + 1} = {parts[j]}" for j in state.pivots))
    return f"({', '.join(parts[j] for j in range(columns))})", lines


def _affine(constant: Number, terms: list[tuple[Number, str]]) -> str:
    """``3 - 2*t + 1/2*s``."""
    text = str(constant) if constant or not terms else ""
    for factor, name in terms:
        size = "" if abs(factor) == 1 else f"{abs(factor)}*"
        sign = (" - " if factor < 0 else " + ") if text else ("-" if factor < 0 else "")
        text += sign + size + name
    return text


def _parameter(rng: random.Random, matrix: Matrix, right: Row) -> tuple[str, list[str], int, int] | None:
    """The k that makes one equation follow from the others: answer, lines, work and the row of k; None if none does."""
    rows = list(range(len(matrix)))
    rng.shuffle(rows)
    for row in rows:
        others = [i for i in range(len(matrix)) if i != row]
        # The row is a combination of others if and only if A^T restricted to them has the row in its range.
        columns = [[matrix[i][j] for i in others] + [matrix[row][j]] for j in range(len(matrix[0]))]
        state = reduced(columns, bar=len(others))
        if len(others) in state.pivots:
            continue
        factors: Row = [0] * len(others)
        for line, pivot in zip(state.rows, state.pivots, strict=False):
            factors[pivot] = line[-1]
        used = [(f, right[i]) for f, i in zip(factors, others, strict=True) if f]
        if not used:
            continue
        names = " + ".join(f"{factor_text(f)}*R{i + 1}" for f, i in zip(factors, others, strict=True) if f)
        values = [plain(f * b) for f, b in used]
        answer = plain(sum(values))
        lines = [
            f"write row {row + 1} of A as a combination of the other rows; columns of A: "
            + "; ".join(barred(c, len(others)) for c in columns),
            *state.lines,
            f"R{row + 1} = {names}",
            f"k = {' + '.join(f'{factor_text(f)}*{factor_text(b)}' for f, b in used)}"
            + (f" = {sum_text(values)} = {answer}" if len(values) > 1 else f" = {answer}"),
        ]
        return str(answer), lines, state.work, row
    return None


generate = Family(
    {kind: partial(_question, kind) for kind in QUESTIONS},
    WORDINGS,
    {
        "rows": Whole(2, MAX_SIZE, "the largest number of equations"),
        "columns": Whole(2, MAX_SIZE, "the number of unknowns"),
        "largest": Whole(4, MAX_LARGEST, "the largest entry of A before fractions are cleared"),
        "denominator": Whole(1, 12, "the largest denominator of a particular solution"),
        "free": Whole(1, 4, "the largest number of free parameters, less than columns"),
    },
    relation=_relation,
    kind_in_facts=False,
    canonical=as_stated,
    tries=3,
    advice="raise 'largest' or 'rows': no matrix without a zero row",
)
