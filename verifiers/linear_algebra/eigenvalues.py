"""Checks eigenvalues as one multiset of exact numbers, and an eigenvector by multiplying the matrix with it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ..answers.vectors import read_vector
from ..base import Verdict, correct, unparsable, wrong
from ..math.typed_value import verify as verify_typed


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`: the multiset of eigenvalues, or any eigenvector of the one that is given."""
    problem = payload["problem"]
    if problem["kind"] != "vector":
        return verify_typed(payload, answer)
    vector = read_vector(answer)
    if vector is None:
        return unparsable("Give a tuple of exact numbers, such as (1, -3/4, 2).")
    rows = [[Fraction(a) for a in row] for row in problem["matrix"]]
    if len(vector) != len(rows):
        return wrong("The tuple does not have as many parts as the matrix has columns.")
    if not any(vector):
        return wrong("The zero vector is not an eigenvector.")
    eigenvalue = Fraction(problem["eigenvalue"])
    for row, x in zip(rows, vector, strict=True):
        if sum((a * y for a, y in zip(row, vector, strict=True)), Fraction()) != eigenvalue * x:
            return wrong()
    return correct()
