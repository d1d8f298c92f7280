"""Inverses and matrix equations a second time: the answer is multiplied with A."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from .matrices import from_json, identity
from .readers import read_matrix, read_row


def confirms(payload: Mapping[str, Any], answer: str) -> bool:
    """Whether a bare answer, multiplied with A, gives the right-hand side."""
    problem = payload["problem"]
    if problem["kind"] == "left" and len(problem["B"][0]) == 1:
        given: list[list[Fraction]] | None = [[a] for a in read_row(answer, "()") or []]
    else:
        given = read_matrix(answer)
    matrix = from_json(problem["A"])
    if not given:
        return False
    right: Any = from_json(problem["B"]) if "B" in problem else identity(len(matrix))
    first, second = (given, matrix) if problem["kind"] == "right" else (matrix, given)
    if len(first[0]) != len(second):
        return False
    columns = list(zip(*second, strict=True))
    return bool([[sum(a * b for a, b in zip(row, c, strict=True)) for c in columns] for row in first] == right)
