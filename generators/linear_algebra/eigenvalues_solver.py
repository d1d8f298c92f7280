"""Eigenvalues a second time: det(t*I - A) is the product of all t - eigenvalue, at enough values of t."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from .. import constant_values
from ..formula_reader import MAX_CHARS
from ..readers import rational
from .linear_forms import read_forms
from .matrices import from_json


def confirms(payload: Mapping[str, Any], answer: str) -> bool:
    """Whether a bare answer is right: det(t*I - A) is the product of all t - eigenvalue, at enough values of t."""
    problem = payload["problem"]
    matrix = from_json(problem["matrix"])
    answer = answer.strip()
    if problem["kind"] == "vector":
        vector = _vector(answer)
        number = Fraction(problem["eigenvalue"])
        return (
            vector is not None
            and len(vector) == len(matrix)
            and any(vector)
            and all(
                sum((a * x for a, x in zip(row, vector, strict=True)), Fraction()) == number * y
                for row, y in zip(matrix, vector, strict=True)
            )
        )
    if len(answer) > MAX_CHARS:
        return False
    if answer[:1] + answer[-1:] in ("{}", "()", "[]"):
        answer = answer[1:-1].strip()
    pieces = answer.split(",")
    if any(rational(piece) is None and not any(map(str.isalpha, piece)) for piece in pieces):
        return False  # 0 - 1 is a calculation, not its result
    values = [constant_values.value_of(piece) for piece in pieces]
    if len(values) != len(matrix):
        return False
    for t in range(len(matrix)):
        left = constant_values.rational(1)
        for value in values:
            if value is None:
                return False
            left = constant_values.times(
                left, constant_values.plus(constant_values.rational(t), constant_values.negative(value))
            )
        shifted = [[(t if i == j else 0) - a for j, a in enumerate(row)] for i, row in enumerate(matrix)]
        if not constant_values.same(left, constant_values.rational(_determinant(shifted))):
            return False
    return True


def _vector(text: str) -> list[Fraction] | None:
    """The numbers between commas, each of which may be a sum of numbers: any multiple of an eigenvector is one."""
    forms = read_forms(text)
    if forms is None or any(set(form) - {""} for form in forms):
        return None
    return [form.get("", Fraction()) for form in forms]


def _determinant(rows: list[list[Fraction]]) -> Fraction:
    """By cross-multiplication without division, and one division at the end."""
    rows = [list(row) for row in rows]
    value, scale = Fraction(1), Fraction(1)
    while rows:
        at = next((i for i, row in enumerate(rows) if row[0]), None)
        if at is None:
            return Fraction(0)
        if at:
            rows[0], rows[at] = rows[at], rows[0]
            value = -value
        first = rows[0]
        value *= first[0]
        scale *= first[0] ** (len(rows) - 1)
        rows = [
            [first[0] * b - row[0] * a for a, b in zip(first[1:], row[1:], strict=True)] for row in rows[1:]
        ]
    return value / scale
