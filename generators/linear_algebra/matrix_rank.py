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
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ..base import Draft, GenerationError
from ..wording import phrase
from .elimination import reduced
from .matrices import (
    MAX_LARGEST,
    MAX_SIZE,
    Matrix,
    as_json,
    draw,
    from_json,
    largest_in,
    matrix_text,
    product,
    rank_of,
)
from .readers import read_matrix, read_row

WORDINGS = (
    "{question}\nA = {matrix}\n\n{form}",
    "A = {matrix}\n\n{question} {form}",
    "Take the matrix A = {matrix}, given by its rows. {question}\n{form}",
)
KINDS = ("pair", "pivots", "echelon")
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
TRIES = 200


def generate(rng: random.Random, *, kinds: str, rows: int, columns: int, largest: int) -> Draft:
    """Make one matrix and one question.

    Args:
        rng: the task's random source.
        kinds: names from `KINDS`, separated by spaces; one is drawn.
        rows: the largest number of rows, 2 to 8; one less occurs from 3 on.
        columns: the largest number of columns, 2 to 8; one less occurs from 3 on.
        largest: the largest entry, 4 to 1000.

    Raises:
        ValueError: if a parameter is out of its range.
        GenerationError: if no matrix without a zero row was found.
    """
    if not set(kinds.split()) <= set(KINDS) or not kinds.split():
        raise ValueError(f"kinds must be of {', '.join(KINDS)}, not {kinds!r}")
    if not (2 <= rows <= MAX_SIZE and 2 <= columns <= MAX_SIZE and 4 <= largest <= MAX_LARGEST):
        raise ValueError(
            f"need 2 <= rows, columns <= {MAX_SIZE} and 4 <= largest <= {MAX_LARGEST}; "
            f"got {rows}, {columns}, {largest}"
        )
    kind = rng.choice(kinds.split())
    for _ in range(TRIES):
        height = rows if rows == 2 else rng.randint(rows - 1, rows)
        width = columns if columns == 2 else rng.randint(columns - 1, columns)
        matrix = _of_rank(rng, height, width, kind)
        zeros = sum(not a for row in matrix for a in row)
        if all(map(any, matrix)) and 3 * zeros <= height * width and largest_in(matrix) <= largest:
            break
    else:
        raise GenerationError(f"no matrix without a zero row in {TRIES} tries; raise 'largest'")
    state = reduced(matrix)
    rank = len(state.pivots)
    where = ", ".join(str(i + 1) for i in state.pivots)
    lines = list(state.lines)
    gold: dict[str, Any]
    canonical: Any = as_json(matrix)
    if kind == "pair":
        answer = f"({rank}, {width - rank})"
        lines.append(f"pivots in columns {where}: rank {rank}, nullity {width} - {rank} = {width - rank}")
        gold = {"text": answer, "kind": "tuple"}
        rate = 1 / min(height, width)
    elif kind == "pivots":
        answer = where
        lines.append(f"columns with a pivot: {where}")
        gold = {"text": answer, "kind": "list"}
        rate = 0.5 if width < 4 else 0.35
    else:
        answer = matrix_text(state.rows)
        lines.append(f"echelon form: {answer}")
        gold = {"text": answer, "kind": "matrix"}
        rate = 0.5 if rank == min(height, width) and width <= height else 1 / largest
    return Draft(
        prompt=phrase(rng, WORDINGS, question=QUESTIONS[kind], matrix=matrix_text(matrix), form=FORMS[kind]),
        payload={"problem": {"kind": kind, "matrix": as_json(matrix)}, "gold": gold},
        answer=answer,
        trace="\n".join(lines),
        canonical=[kind, sorted(canonical, key=str) if kind == "pair" else canonical],
        guess_rate=min(0.6, rate),
        difficulty=float(state.work),
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


def _bare(answer: str) -> list[Fraction] | None:
    """A list of numbers, with or without brackets around it."""
    return read_row(answer, "()") or read_row(answer) or read_row(answer, "{}") or read_row(f"[{answer}]")


def accepts(payload: Mapping[str, Any], answer: str) -> bool:
    """A second check of a bare answer: ranks of the leading columns, and relations instead of row operations."""
    problem = payload["problem"]
    matrix = from_json(problem["matrix"])
    ranks = [rank_of([row[:width] for row in matrix]) for width in range(len(matrix[0]) + 1)]
    answer = answer.strip()
    if problem["kind"] == "pair":
        return _bare(answer) == [Fraction(a) for a in (ranks[-1], len(matrix[0]) - ranks[-1])]
    pivots = [j for j in range(len(matrix[0])) if ranks[j + 1] > ranks[j]]
    if problem["kind"] == "pivots":
        return _bare(answer) == [Fraction(j + 1) for j in pivots]
    given = read_matrix(answer)
    if given is None or (len(given), len(given[0])) != (len(matrix), len(matrix[0])):
        return False
    for i, row in enumerate(given):
        if i >= len(pivots):
            if any(row):
                return False
        elif [row[j] for j in pivots] != [int(i == k) for k in range(len(pivots))] or any(row[: pivots[i]]):
            return False
    # With these pivots, a form of that shape is the right one if and only if each column of A is the
    # combination of the pivot columns of A that it states.
    return all(
        sum((row[p] * given[k][j] for k, p in enumerate(pivots)), Fraction()) == row[j]
        for row in matrix
        for j in range(len(row))
    )
