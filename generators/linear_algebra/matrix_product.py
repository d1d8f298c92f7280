"""Matrix arithmetic: sums, products, powers and transposes of integer or rational matrices, exactly.

An expression such as ``A*B^T - 2*C`` in up to four matrices, whose shapes fit, is to be worked out; a vector is
a matrix with one column. Products are taken before sums and powers before products.

Symmetries: the names of the matrices.

Difficulty: `kinds` of expressions; matrices of up to `size` rows or columns with numbers of up to `largest`
and, if `denominator` is above 1, fractions; powers of up to `exponent`. Proxy: digit operations.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import partial

from ..family import Family, Question, as_stated
from ..limits import Whole
from .matrices import (
    MAX_LARGEST,
    MAX_SIZE,
    Matrix,
    as_json,
    column_text,
    digits,
    dot,
    dot_text,
    dot_work,
    draw,
    matrix_text,
    nonzero,
    plain,
    sum_text,
    transpose,
)

WORDINGS = (
    "Compute {expression} for\n{matrices}\n\n{form}",
    "{matrices}\n\nWhat is {expression}? {form}",
    "Let\n{matrices}\nWork out the matrix {expression}.\n{form}",
)
KINDS = ("sum", "vector", "product", "transpose", "power", "chain", "mixed")
MAX_EXPONENT = 8


@dataclass(frozen=True)
class Factor:
    """A matrix in a product: its number, its rows and columns as used, and what is done to it first."""

    which: int
    rows: int
    columns: int
    transposed: bool = False
    power: int = 1

    def text(self, names: str) -> str:
        """``A``, ``A^T`` or ``A^3``."""
        return names[self.which] + ("^T" if self.transposed else f"^{self.power}" if self.power > 1 else "")


Term = tuple[int, list[Factor]]
"""A number, not 0, times a product of matrices."""


def _question(
    kind: str, rng: random.Random, *, size: int, largest: int, denominator: int, exponent: int
) -> Question:
    """An expression and its matrices."""
    terms = _terms(rng, kind, size, exponent)
    factors = [factor for _, product in terms for factor in product]
    names = rng.choice(("ABCDEF", "ABCDEF", "MNPQRS", "PQRSUV"))
    if kind == "vector":
        names = names[0] + rng.choice("vuwx")
    matrices = [
        draw(rng, *((f.columns, f.rows) if f.transposed else (f.rows, f.columns)), largest, denominator)
        for f in factors
    ]
    expression = expression_text(terms, names)
    lines, value, work = _worked(terms, names, matrices)
    fractions = "integers or exact fractions such as -3/4" if denominator > 1 else "integers"
    column = len(value[0]) == 1
    if column:
        how = "Give the result, a column vector, as a tuple from top to bottom, such as (1, 2)"
    else:
        how = "Give the result as a list of its rows, such as [[1, 2], [3, 4]]"
    facts = {name: as_json(matrix) for name, matrix in zip(names, matrices, strict=False)}
    note = "(^T means transpose.) " if any(f.transposed for f in factors) else ""
    return Question(
        {
            "expression": expression,
            "matrices": "\n".join(f"{n} = {matrix_text(m)}" for n, m in zip(names, matrices, strict=False)),
            "form": f"{note}{how}, with {fractions}.",
        },
        {"expression": expression, "matrices": facts},
        column_text(value) if column else matrix_text(value),
        lines,
        {"kind": "tuple" if column else "matrix"},
        [expression_text(terms, "ABCDEF"), list(facts.values())],
        3 / (2 * largest + 1) ** (len(value) * len(value[0])),
        work,
    )


def _terms(rng: random.Random, kind: str, size: int, exponent: int) -> list[Term]:
    """An expression of the kind, its matrices numbered from 0."""

    def some() -> int:
        return rng.randint(2, size)

    if kind == "vector":
        rows, columns = some(), some()
        return [(1, [Factor(0, rows, columns), Factor(1, columns, 1)])]
    if kind == "product":
        rows, inner, columns = some(), some(), some()
        return [(1, [Factor(0, rows, inner), Factor(1, inner, columns)])]
    if kind == "transpose":
        rows, inner, columns = some(), some(), some()
        first = rng.random() < 0.5
        return [(1, [Factor(0, rows, inner, first), Factor(1, inner, columns, not first)])]
    if kind == "power":
        side = some()
        return [(1, [Factor(0, side, side, power=rng.randint(2, exponent))])]
    if kind == "chain":
        a, b, c, d = some(), some(), some(), some()
        return [(1, [Factor(0, a, b), Factor(1, b, c), Factor(2, c, d)])]
    rows, columns = some(), some()
    if kind == "sum":
        one, other = rng.choice(((1, 1), (1, -1), (nonzero(rng, 4), nonzero(rng, 4))))
        return [(abs(one), [Factor(0, rows, columns)]), (other, [Factor(1, rows, columns)])]
    inner = some()
    power = rng.randint(2, min(3, exponent)) if rng.random() < 0.4 else 1
    left = Factor(0, rows, rows if power > 1 else inner, power == 1 and rng.random() < 0.4, power)
    right = Factor(1, left.columns, columns, rng.random() < 0.4)
    other_term: Term = (nonzero(rng, 4), [Factor(2, rows, columns, rng.random() < 0.4)])
    return [(rng.randint(1, 3), [left, right]), other_term]


def expression_text(terms: list[Term], names: str) -> str:
    """``2*A*B^T - 3*C``; the first number is positive."""
    text = ""
    for number, product in terms:
        size = "" if abs(number) == 1 else f"{abs(number)}*"
        sign = (" - " if number < 0 else " + ") if text else ""
        text += sign + size + "*".join(factor.text(names) for factor in product)
    return text


def _worked(terms: list[Term], names: str, matrices: list[Matrix]) -> tuple[list[str], Matrix, int]:
    """The lines of a worked solution, the value, and the digit operations spent."""
    lines: list[str] = []
    work = 0
    values: list[Matrix] = []
    for number, product in terms:
        value: Matrix | None = None
        name = ""
        for factor in product:
            matrix = matrices[factor.which]
            if factor.transposed:
                matrix = transpose(matrix)
                lines.append(f"{factor.text(names)} = {matrix_text(matrix)}")
            shown = factor.text(names) if factor.power == 1 else names[factor.which]
            if value is None:
                value, name = matrix, shown
                if factor.power > 1:
                    for k in range(2, factor.power + 1):
                        value, spent = _multiplied(value, matrix, name, shown, f"{shown}^{k}", lines)
                        work += spent
                        name = f"{shown}^{k}"
            else:
                joined = f"{name}*{shown}"
                value, spent = _multiplied(value, matrix, name, shown, joined, lines)
                work += spent
                name = joined
        assert value is not None
        if abs(number) != 1:
            value = [[plain(abs(number) * a) for a in row] for row in value]
            lines.append(f"{abs(number)}*{name} = {matrix_text(value)}")
            work += sum(digits(a) for row in value for a in row)
        values.append(value if number > 0 else [[-a for a in row] for row in value])
    if len(values) == 1:
        return lines, values[0], work
    total = [[plain(sum(group)) for group in zip(*rows, strict=True)] for rows in zip(*values, strict=True)]
    for i, rows in enumerate(zip(*values, strict=True)):
        sums = [f"{sum_text(group)} = {a}" for group, a in zip(zip(*rows, strict=True), total[i], strict=True)]
        lines.append(f"row {i + 1}: {', '.join(sums)}")
    work += sum(digits(a) for matrix in values for row in matrix for a in row)
    return lines, total, work


def _multiplied(
    left: Matrix, right: Matrix, left_name: str, right_name: str, name: str, lines: list[str]
) -> tuple[Matrix, int]:
    """A product, with a line for each of its rows, and its digit operations."""
    columns = transpose(right)
    value: Matrix = []
    work = 0
    lines.append(f"{name}: rows of {left_name} times columns of {right_name}")
    for i, row in enumerate(left):
        value.append([dot(row, column) for column in columns])
        work += sum(dot_work(row, column) for column in columns)
        dots = [f"{dot_text(row, column)} = {a}" for column, a in zip(columns, value[-1], strict=True)]
        lines.append(f"row {i + 1}: {', '.join(dots)}")
    lines.append(f"{name} = {matrix_text(value)}")
    return value, work


generate = Family(
    {kind: partial(_question, kind) for kind in KINDS},
    WORDINGS,
    {
        "size": Whole(2, MAX_SIZE, "the largest number of rows or columns"),
        "largest": Whole(1, MAX_LARGEST, "the largest numerator"),
        "denominator": Whole(1, 20, "the largest denominator"),
        "exponent": Whole(2, MAX_EXPONENT, "the largest power"),
    },
    kind_in_facts=False,
    canonical=as_stated,
)
