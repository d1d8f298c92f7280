"""Eigenvalues with their multiplicity, and eigenvectors, of exact matrices.

The matrix is similar to an upper triangular one, or to one with a 2 x 2 block for a pair ``a + b*sqrt(d)`` or
``a + bi``, so that all eigenvalues are known. For `vector` one rational eigenvalue is given, and every vector
but 0 that belongs to it is right.

Symmetries: a matrix and its transpose have the same eigenvalues, so for values they are one problem.

Difficulty: `kinds` of eigenvalues and questions; `size` of the matrix; entries of up to `largest`; eigenvalues
of up to `value` in size. Proxy: digit operations of the characteristic polynomial, or of the elimination.
"""

from __future__ import annotations

import random
from fractions import Fraction
from functools import partial
from math import factorial, lcm
from typing import Any

from ..family import TUPLE, Family, Question, as_stated
from ..limits import Whole
from .elimination import reduced
from .matrices import (
    MAX_LARGEST,
    Matrix,
    Number,
    as_json,
    conjugated,
    digits,
    dot_work,
    factor_text,
    identity,
    largest_in,
    matrix_text,
    plain,
    product,
    quotient,
    sum_text,
    transpose,
)

WORDINGS = (
    "{question}\nA = {matrix}\n\n{form}",
    "A = {matrix}\n\n{question} {form}",
    "Take the square matrix A with the rows {matrix}. {question}\n{form}",
)
KINDS = ("integer", "repeated", "rational", "surd", "complex", "vector")
MAX_SIZE = 6
_VALUES = "Find all eigenvalues of A."
_FORMS = {
    "": "such as {{-40, 70, 70}}",
    "rational": "such as {{-40, 3/7, 3/7}} (exact fractions)",
    "surd": "such as {{-40, 3 + 2*sqrt(7), 3 - 2*sqrt(7)}} (exact values)",
    "complex": "such as {{-40, 3 + 2i, 3 - 2i}} (complex eigenvalues included)",
}


def _relation(*, largest: int, value: int, **_: Any) -> str:
    return "" if value <= largest else f"value must be at most largest, not {value} with {largest}"


def _question(kind: str, rng: random.Random, *, size: int, largest: int, value: int) -> Question | None:
    """A question about a matrix; None if that has many zeros or a large entry."""
    simple, pair, block = _blocks(rng, kind, size, value)
    matrix = conjugated(rng, block, 3 * size, largest)
    zeros = sum(not a for row in matrix for a in row)
    if zeros > size * size // 6 or largest_in(matrix) > largest:
        return None
    problem: dict[str, Any] = {"matrix": as_json(matrix)}
    if kind == "vector":
        eigenvalue = rng.choice(simple)
        vector, lines, work = _vector(matrix, eigenvalue)
        problem |= {"kind": "vector", "eigenvalue": str(eigenvalue)}
        answer = f"({', '.join(map(str, vector))})"
        gold = TUPLE
        question = (
            f"The number {eigenvalue} is an eigenvalue of A. Find an eigenvector of A that belongs to it."
        )
        form = "Any one will do. Give it as a tuple of exact numbers, such as (1, -3/4, 2)."
        canonical: Any = ["vector", as_json(matrix), str(eigenvalue)]
        rate = (0.12, 0.06, 0.03, 0.02, 0.02)[size - 2]
    else:
        lines, work = _values(matrix, simple, pair)
        texts = [str(a) for a in sorted(simple)] + ([] if pair is None else _pair_texts(*pair))
        problem["kind"] = "values"
        answer = f"{{{', '.join(texts)}}}"
        gold = {"kind": "multiset"}
        question = _VALUES
        example = _FORMS["" if kind in ("integer", "repeated") else kind].format()
        form = f"Give them in braces, each as often as its algebraic multiplicity says, {example}."
        canonical = ["values", min(as_json(matrix), as_json(transpose(matrix)), key=str)]
        different = size - 1 if kind == "repeated" else size
        rate = 2 * factorial(size) / (2 * value + 1) ** different
    return Question(
        {"question": question, "matrix": matrix_text(matrix), "form": form},
        problem,
        answer,
        lines,
        gold,
        canonical,
        min(0.5, rate),
        work,
    )


Pair = tuple[int, int, int]
"""a, b and d of the eigenvalues a + b*sqrt(d) and a - b*sqrt(d), d being -1 or square-free and above 1."""


def _blocks(rng: random.Random, kind: str, size: int, value: int) -> tuple[list[Number], Pair | None, Matrix]:
    """Rational eigenvalues, a pair of others, and an upper triangular matrix of blocks that has them."""
    pair: Pair | None = None
    count = size
    if kind in ("surd", "complex"):
        root = -1 if kind == "complex" else rng.choice((2, 3, 5, 6, 7, 10, 11, 13))
        pair = (rng.randint(-value, value), rng.randint(1, max(1, value if root < 0 else value // 2)), root)
        count -= 2
    values: list[Number] = [rng.randint(-value, value) for _ in range(count)]
    if kind == "rational":
        bottom = rng.randint(2, 5)
        values = [plain(Fraction(rng.randint(-value * 2, value * 2), bottom)) for _ in values]
    if kind == "repeated":
        values[1] = values[0]
        rng.shuffle(values)
    above = 1 if kind == "rational" else 4 if size == 2 else 2
    block: Matrix = [
        [values[i] if i == j else rng.randint(-above, above) if i < j else 0 for j in range(count)]
        for i in range(count)
    ]
    if pair is not None:
        a, b, d = pair
        block = [[*row, rng.randint(-1, 1), rng.randint(-1, 1)] for row in block]
        split = rng.choice([k for k in range(1, b + 1) if b % k == 0])
        zeros: list[Number] = [0] * count
        block += [[*zeros, a, split * d], [*zeros, b * b // split, a]]
    return values, pair, block


def _pair_texts(a: int, b: int, d: int) -> list[str]:
    """``3 + 2*sqrt(5)`` and ``3 - 2*sqrt(5)``, or ``2 + 3i`` and ``2 - 3i``."""
    size = "" if b == 1 else str(b)
    tail = f"{size}i" if d < 0 else f"{size}{'*' if size else ''}sqrt({d})"
    return [f"{a} + {tail}", f"{a} - {tail}"] if a else [tail, f"-{tail}"]


def _values(matrix: Matrix, simple: list[Number], pair: Pair | None) -> tuple[list[str], int]:
    """The characteristic polynomial and its roots, by traces of products; and the digit operations."""
    size = len(matrix)
    polynomial: list[Number] = [1]
    lines: list[str] = []
    work = 0
    if size == 2:
        (a, b), (c, d) = matrix
        trace, determinant = plain(a + d), plain(a * d - b * c)
        lines = [
            f"trace = {sum_text([a, d])} = {trace}",
            f"det = {factor_text(a)}*{factor_text(d)} - {factor_text(b)}*{factor_text(c)} = {determinant}",
        ]
        work = digits(a) * digits(d) + digits(b) * digits(c) + digits(trace) + digits(determinant)
        polynomial += [-trace, determinant]
    else:
        shifted = identity(size)
        for k in range(1, size + 1):
            step = product(matrix, shifted)
            if k > 1:
                columns = transpose(shifted)
                work += sum(dot_work(row, column) for row in matrix for column in columns)
            trace = plain(sum(step[i][i] for i in range(size)))
            coefficient = quotient(-trace, k)
            before = f"A*(M{k - 1} {_signed(polynomial[-1])}*I)" if k > 1 else "A"
            lines.append(f"M{k} = {before} = {matrix_text(step)}, c{k} = -({trace})/{k} = {coefficient}")
            polynomial.append(coefficient)
            shifted = [[plain(a + coefficient * (i == j)) for j, a in enumerate(r)] for i, r in enumerate(step)]
    lines.append(f"p(x) = {_polynomial_text(polynomial)}")
    rest = polynomial
    for root in sorted(simple):
        if len(rest) == 2:
            break
        divided: list[Number] = [1]
        for a in rest[1:]:
            divided.append(plain(a + root * divided[-1]))
        work += sum(digits(root) * digits(a) for a in divided)
        lines.append(f"p = 0 at x = {root}; divided by x {_signed(-root)}: {_polynomial_text(divided[:-1])}")
        rest = divided[:-1]
    if pair is not None:
        a, b, d = pair
        discriminant = rest[1] * rest[1] - 4 * rest[2]
        work += digits(discriminant) ** 2
        tail = f"{2 * b}i" if d < 0 else f"{2 * b}*sqrt({d})"
        lines.append(
            f"x = ({-rest[1]} +- sqrt({discriminant}))/2 = ({2 * a} +- {tail})/2 = {' and '.join(_pair_texts(*pair))}"
        )
    else:
        lines.append(f"x = {-rest[1]}")
    return lines, work


def _signed(value: Number) -> str:
    return f"{'-' if value < 0 else '+'} {abs(value)}"


def _polynomial_text(coefficients: list[Number]) -> str:
    """``x^2 - 5*x + 6``; the first coefficient is 1."""
    top = len(coefficients) - 1
    text = ""
    for power, a in zip(range(top, -1, -1), coefficients, strict=True):
        if not a:
            continue
        name = "" if power == 0 else "x" if power == 1 else f"x^{power}"
        size = str(abs(a)) if not name else "" if abs(a) == 1 else f"{abs(a)}*"
        text += (f" {'-' if a < 0 else '+'} " if text else "") + size + name
    return text


def _vector(matrix: Matrix, eigenvalue: Number) -> tuple[list[int], list[str], int]:
    """A whole vector of the null space of A - eigenvalue*I, by elimination."""
    size = len(matrix)
    shifted = [[plain(a - eigenvalue * (i == j)) for j, a in enumerate(row)] for i, row in enumerate(matrix)]
    state = reduced(shifted)
    free = next(j for j in range(size) if j not in state.pivots)
    solution: list[Number] = [int(j == free) for j in range(size)]
    for row, pivot in zip(state.rows, state.pivots, strict=False):
        solution[pivot] = -row[free]
    common = lcm(*(a.denominator for a in solution))
    whole = [int(a * common) for a in solution]
    lines = [
        f"A {_signed(-eigenvalue)}*I = {matrix_text(shifted)}",
        *state.lines,
        f"with component {free + 1} = 1 and other free ones 0: ({', '.join(map(str, solution))})",
    ]
    return whole, lines, state.work + size


generate = Family(
    {kind: partial(_question, kind) for kind in KINDS},
    WORDINGS,
    {
        "size": Whole(2, MAX_SIZE, "rows and columns"),
        "largest": Whole(4, MAX_LARGEST, "the largest entry"),
        "value": Whole(2, 100, "the largest eigenvalue, or the largest part of one; at most largest"),
    },
    relation=_relation,
    kind_in_facts=False,
    canonical=as_stated,
    tries=300,
    advice="raise 'largest': no matrix without many zeros",
)
