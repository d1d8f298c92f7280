"""Sequences a second time: the rule is found again from the terms shown, by Lagrange or Cramer."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise

from ..base import Json
from ..solving import confirming


def solve(problem: Mapping[str, Json]) -> int | list[int]:
    """The next term, or the list of the next terms."""
    found = _following(problem)
    return found if problem["ask"] > 1 else found[0]


confirms = confirming(solve)


def _following(problem: Mapping[str, Json]) -> list[int]:
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
    rows, right = [], []
    for n in range(order, count):
        rows.append(terms[n - order : n][::-1] + [n + 1] * index + [1] * constant)
        right.append(terms[n])
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
