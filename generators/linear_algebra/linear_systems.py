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
import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ..base import Draft, GenerationError
from ..wording import phrase
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
    from_json,
    matrix_text,
    nonzero,
    plain,
    product,
    rank_of,
    row_text,
    sum_text,
)
from .readers import read_rational

WORDINGS = (
    "{question}\nA = {matrix}\nb = {right}\n\n{form}",
    "A = {matrix}\nb = {right}\n\n{question} {form}",
    "Consider the system A*x = b with A = {matrix} and b = {right}. {question}\n{form}",
)
KINDS = ("solve", "count", "parameter")
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


def generate(
    rng: random.Random, *, kinds: str, rows: int, columns: int, largest: int, denominator: int, free: int
) -> Draft:
    """Make one system and one question.

    Args:
        rng: the task's random source.
        kinds: names from `KINDS`, separated by spaces; one is drawn.
        rows: the largest number of equations, 2 to 8.
        columns: number of unknowns, 2 to 8.
        largest: the largest entry of A before fractions are cleared, 4 to 1000.
        denominator: the largest denominator of a particular solution, 1 to 12.
        free: the largest number of free parameters, 1 to 4 and less than `columns`.

    Raises:
        ValueError: if a parameter is out of its range.
        GenerationError: if no matrix without a zero row was found.
    """
    if not set(kinds.split()) <= set(KINDS) or not kinds.split():
        raise ValueError(f"kinds must be of {', '.join(KINDS)}, not {kinds!r}")
    if not (
        2 <= rows <= MAX_SIZE
        and 2 <= columns <= MAX_SIZE
        and 4 <= largest <= MAX_LARGEST
        and 1 <= denominator <= 12
        and 1 <= free <= min(4, columns - 1)
    ):
        raise ValueError(
            f"need 2 <= rows, columns <= {MAX_SIZE}, 4 <= largest <= {MAX_LARGEST}, 1 <= denominator <= 12 and "
            f"1 <= free <= 4, free < columns; got {rows}, {columns}, {largest}, {denominator}, {free}"
        )
    kind = rng.choice(kinds.split())
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
        raise GenerationError(f"no matrix without a zero row in {TRIES} tries; raise 'largest' or 'rows'")
    problem: dict[str, Any] = {"kind": kind, "A": as_json(matrix)}
    shown: list[Any] = list(right)
    if kind == "parameter":
        answer, lines, work, row = _parameter(rng, matrix, right)
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
    problem["b"] = [a if isinstance(a, (int, str)) else str(a) for a in shown]
    return Draft(
        prompt=phrase(
            rng,
            WORDINGS,
            question=QUESTIONS[kind],
            matrix=matrix_text(matrix),
            right=row_text(shown),
            form=FORMS[kind].format(parameters=_parameters(free)),
        ),
        payload={"problem": problem},
        answer=answer,
        trace="\n".join(lines),
        canonical=[kind, sorted(([r, b] for r, b in zip(problem["A"], problem["b"], strict=True)), key=str)],
        guess_rate=rate,
        difficulty=float(work),
    )


def _parameters(count: int) -> str:
    if count == 1:
        return f"the free parameter {PARAMETERS[0]}"
    return f"free parameters {', '.join(PARAMETERS[: count - 1])} and {PARAMETERS[count - 1]}"


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


def _parameter(rng: random.Random, matrix: Matrix, right: Row) -> tuple[str, list[str], int, int]:
    """The k that makes one equation follow from the others: the answer, lines, work and the row of k."""
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
    raise GenerationError("no equation follows from the others; raise 'rows'")


_NONE = ("no solution", "no solutions", "none", "inconsistent")
_COUNTS = {"none": 0, "0": 0, "one": 1, "1": 1, "many": 2, "infinitely many": 2, "infinite": 2, "infinity": 2}
_TERM = re.compile(r"([+-]?)\s*([^+-]+)")
_FACTOR = re.compile(
    r"\s*([*/]?)\s*(?:([0-9]+(?:\.[0-9]+)?)|\(\s*([0-9]+(?: ?/ ?0*[1-9][0-9]*)?)\s*\)|([a-z]))\s*"
)


def accepts(payload: Mapping[str, Any], answer: str) -> bool:
    """A second check of a bare answer: ranks decide how many solutions there are, and substitution is exact."""
    problem = payload["problem"]
    matrix = from_json(problem["A"])
    words = " ".join(answer.lower().split()).removesuffix(".")
    if problem["kind"] == "parameter":
        value = read_rational(words)
        if value is None:
            return False
        right = [value if b == "k" else Fraction(b) for b in problem["b"]]
        return rank_of(matrix) == rank_of([[*row, b] for row, b in zip(matrix, right, strict=True)])
    right = [Fraction(b) for b in problem["b"]]
    rank = rank_of(matrix)
    solvable = rank == rank_of([[*row, b] for row, b in zip(matrix, right, strict=True)])
    width = len(matrix[0])
    if problem["kind"] == "count":
        return _COUNTS.get(words) == (0 if not solvable else 1 if rank == width else 2)
    if not solvable or words in _NONE:
        return not solvable and words in _NONE
    vectors = _vectors(words, width)
    if vectors is None:
        return False
    for name, vector in vectors.items():
        for row, b in zip(matrix, right, strict=True):
            if sum((a * x for a, x in zip(row, vector, strict=True)), Fraction()) != (0 if name else b):
                return False
    directions = [vector for name, vector in vectors.items() if name]
    return (rank_of(directions) if directions else 0) == width - rank


def _term(text: str) -> tuple[Fraction, str] | None:
    """The factor and the parameter ("" for none) of one term: ``3``, ``2/3*t``, ``t/4``, ``(1/2)t``, ``t*3``.

    ``1/2t`` is None: it is read in two ways.
    """
    value, name, position, divided = Fraction(1), "", 0, False
    while position < len(text):
        match = _FACTOR.match(text, position)
        if match is None:
            return None
        sign, number, quotient, letter = match.groups()
        beside = position > 0 and not sign
        if (position == 0 and sign) or (beside and (letter is None or divided)):
            return None
        position = match.end()
        if letter is not None:
            if name or sign == "/":
                return None
            name = letter
            continue
        factor = Fraction((number or quotient).replace(" ", ""))
        if sign == "/" and not factor:
            return None
        value = value / factor if sign == "/" else value * factor
        divided = divided or sign == "/"
    return value, name


def _vectors(text: str, width: int) -> dict[str, list[Fraction]] | None:
    """For "" and every parameter, the vector it goes with in a tuple of sums."""
    if text[:1] + text[-1:] not in ("()", "[]") or len(text) > 4000:
        return None
    pieces = text[1:-1].split(",")
    vectors: dict[str, list[Fraction]] = {"": [Fraction()] * width}
    for at, piece in enumerate(pieces):
        position, piece = 0, piece.strip()
        if len(pieces) != width or not piece:
            return None
        while position < len(piece):
            match = _TERM.match(piece, position)
            if match is None or (position and not match.group(1)):
                return None
            position = match.end()
            read = _term(match.group(2))
            if read is None:
                return None
            value, name = read
            vector = vectors.setdefault(name, [Fraction()] * width)
            vector[at] += -value if match.group(1) == "-" else value
    return vectors
