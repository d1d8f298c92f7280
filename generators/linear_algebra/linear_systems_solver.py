"""Linear systems a second time: ranks tell how many solutions there are, and what is given is put in."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ..readers import rational
from .linear_forms import read_forms
from .matrices import from_json, rank_of  # no generator uses the second one

_NONE = ("no solution", "no solutions", "none", "inconsistent")
_COUNTS = {"none": 0, "0": 0, "one": 1, "1": 1, "many": 2, "infinitely many": 2, "infinite": 2, "infinity": 2}


def confirms(payload: Mapping[str, Any], answer: str) -> bool:
    """Whether a bare answer is right: ranks decide how many solutions there are, and substitution is exact."""
    problem = payload["problem"]
    matrix = from_json(problem["A"])
    words = " ".join(answer.lower().split()).removesuffix(".")
    if problem["kind"] == "parameter":
        value = rational(words)
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
    forms = read_forms(words)
    if forms is None or len(forms) != width:
        return False
    names = sorted({"", *(name for form in forms for name in form)})
    vectors = {name: [form.get(name, Fraction()) for form in forms] for name in names}
    for name, vector in vectors.items():
        for row, b in zip(matrix, right, strict=True):
            if sum((a * x for a, x in zip(row, vector, strict=True)), Fraction()) != (0 if name else b):
                return False
    directions = [vector for name, vector in vectors.items() if name]
    return (rank_of(directions) if directions else 0) == width - rank
