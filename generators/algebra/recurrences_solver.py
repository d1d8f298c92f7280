"""Recurrences a second time: they are followed step by step, and sums are added up term by term."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ..base import Json
from ..solving import confirming


def solve(problem: Mapping[str, Json]) -> Fraction | int:
    """The far term, the sum, or the remainder of a far term."""
    kind, n = problem["kind"], problem["n"]
    if kind in ("powers", "weighted"):
        total = 0
        for i in range(problem["first"], n + 1):
            total += sum(c * i**k for k, c in enumerate(problem["coefficients"])) * problem.get("ratio", 1) ** i
        return total
    if kind in ("second", "remainder"):
        p, q = problem["factors"]
        a, b = problem["first"]
        if kind == "second":
            for _ in range(n):
                a, b = b, p * b + q * a
            return int(a)
        m = problem["modulus"]
        power = _matrix_power((p, q, 1, 0), n, m)
        return int((power[2] * b + power[3] * a) % m)
    if kind in ("reciprocal", "cycle"):
        value = Fraction(problem["start"])
        a1, a0, b1, b0 = problem["matrix"]
        for _ in range(n - 1):
            value = (a1 * value + a0) / (b1 * value + b0)
        return value
    current, total = problem["start"], 0
    for i in range(1, n + 1):
        total += current
        if i < n:
            current = problem["factor"] * current + sum(c * i**k for k, c in enumerate(problem["add"]))
    return int(total if problem["sum"] else current)


confirms = confirming(solve)

Square = tuple[int, int, int, int]


def _matrix_power(matrix: Square, n: int, m: int) -> Square:
    result: Square = (1, 0, 0, 1)
    while n:
        if n & 1:
            result = _matrix_product(result, matrix, m)
        matrix = _matrix_product(matrix, matrix, m)
        n >>= 1
    return result


def _matrix_product(a: Square, b: Square, m: int) -> Square:
    return (
        (a[0] * b[0] + a[1] * b[2]) % m,
        (a[0] * b[1] + a[1] * b[3]) % m,
        (a[2] * b[0] + a[3] * b[2]) % m,
        (a[2] * b[1] + a[3] * b[3]) % m,
    )
