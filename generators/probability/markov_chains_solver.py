"""Markov chains a second time: backward equations, Cramer's rule, and spanning trees for what is stationary."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import Any

from ..solving import confirming
from .cramer import determinant, solve_for


def solve(problem: Mapping[str, Any]) -> Fraction:
    """The value."""
    kind = problem["kind"]
    if kind == "ruin":
        return _ruin(problem)
    rows = [[Fraction(p) for p in row] for row in problem["rows"]]
    n, goal = len(rows), problem["goal"]
    if kind in {"steps", "first"}:  # integers: everything times a common denominator
        common = lcm(*(p.denominator for row in rows for p in row))
        whole = [[int(p * common) for p in row] for row in rows]
        ahead = [int(i == goal) for i in range(n)]
        for step in range(problem["n"]):
            if kind == "first" and step:
                ahead[goal] = 0
            ahead = [sum(a * b for a, b in zip(row, ahead, strict=True)) for row in whole]
        return Fraction(ahead[problem["start"]], common ** problem["n"])
    minus = [[int(i == j) - p for j, p in enumerate(row)] for i, row in enumerate(rows)]
    if kind in {"stationary", "return"}:
        trees = [
            determinant([[*row[:s], *row[s + 1 :]] for i, row in enumerate(minus) if i != s]) for s in range(n)
        ]
        total = sum(trees, Fraction(0))
        share: Fraction = trees[goal] / total
        return share if kind == "stationary" else 1 / share
    k = n - problem["ends"]
    inner = [[Fraction(x) for x in row[:k]] for row in minus[:k]]
    right = [
        row[goal] if kind == "absorb" else Fraction(int(kind == "time" or i == goal))
        for i, row in enumerate(rows[:k])
    ]
    return solve_for(inner, right, problem["start"])


def _ruin(problem: Mapping[str, Any]) -> Fraction:
    """The three-term recurrence from 0 upwards with an unknown first value, which the upper end then fixes."""
    p, q = Fraction(problem["p"]), Fraction(problem["q"])
    n: int = problem["n"]
    i: int = problem["i"]
    cost = Fraction(int(problem["ask"] == "time"))
    # x_j = a_j * t + b_j with x_1 = t; p x_(j+1) = (p + q) x_j - q x_(j-1) - cost
    a, b = [Fraction(0), Fraction(1)], [Fraction(0), Fraction(0)]
    for j in range(1, n):
        a.append(((p + q) * a[j] - q * a[j - 1]) / p)
        b.append(((p + q) * b[j] - q * b[j - 1] - cost) / p)
    t = ((0 if cost else 1) - b[n]) / a[n]
    return a[i] * t + b[i]


confirms = confirming(solve)
