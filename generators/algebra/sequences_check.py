"""Second check of sequences: the rule is found again from the terms shown, by Lagrange or Cramer."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

from .sequences import equations

_INTEGER = re.compile(r"[+-]? ?[0-9]{1,40}")


def accepts(payload: Mapping[str, Any], answer: str) -> bool:
    """A second check of a bare answer: the rule is found again from the terms shown, by Lagrange or Cramer."""
    problem = payload["problem"]
    text = answer.strip().removesuffix(".").rstrip() if len(answer) <= 400 else ""
    pieces = [piece.strip() for piece in text.split(",")] if problem["ask"] > 1 else [text]
    if not all(_INTEGER.fullmatch(piece) for piece in pieces) or len(pieces) != problem["ask"]:
        return False
    return [int(piece.replace(" ", "")) for piece in pieces] == _found_again(problem)


def _found_again(problem: Mapping[str, Any]) -> list[int]:
    terms, ask, kind = list(problem["terms"]), problem["ask"], problem["kind"]
    count = len(terms)
    if kind in ("polynomial", "interleaved"):
        strands, degree = problem.get("strands", 1), problem["degree"]
        for n in range(count, count + ask):
            strand = [(i, terms[i]) for i in range(n % strands, count, strands)][-degree - 1 :]
            terms.append(_lagrange(strand, n))
        return terms[count:]
    if kind == "periodic":
        steps = [b - a for a, b in pairwise(terms)]
        period = min(
            t
            for t in range(1, problem["longest"] + 1)
            if all(steps[i] == steps[i % t] for i in range(len(steps)))
        )
        for n in range(count - 1, count - 1 + ask):
            terms.append(terms[-1] + steps[n % period])
        return terms[count:]
    order, constant, index = problem["order"], problem["constant"], problem["index"]
    rows, right = equations(terms, order, constant, index)
    width = len(rows[0])
    whole = _determinant(rows[:width])
    unknowns = []
    for j in range(width):
        changed = [[*row[:j], b, *row[j + 1 :]] for row, b in zip(rows[:width], right[:width], strict=True)]
        unknowns.append(Fraction(_determinant(changed), whole))
    for n in range(count + 1, count + ask + 1):
        factors = [terms[-k] for k in range(1, order + 1)] + ([n] if index else []) + ([1] if constant else [])
        terms.append(int(sum(u * f for u, f in zip(unknowns, factors, strict=True))))
    return terms[count:]


def _lagrange(points: list[tuple[int, int]], x: int) -> int:
    total = Fraction(0)
    for i, y in points:
        weight = Fraction(y)
        for j, _ in points:
            if i != j:
                weight *= Fraction(x - j, i - j)
        total += weight
    return int(total)


def _determinant(matrix: list[list[int]]) -> int:
    """By the first column; the matrices are small."""
    if not matrix:
        return 1
    total = 0
    for i, row in enumerate(matrix):
        if row[0]:
            total += (-1) ** i * row[0] * _determinant([other[1:] for other in matrix[:i] + matrix[i + 1 :]])
    return total
