"""Second check of recurrences: they are followed step by step, and sums are added up term by term."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from ..base import canonical_json
from ..readers import reduced


def accepts(payload: Mapping[str, Any], answer: str) -> bool:
    """A second check of a bare answer: the recurrence is followed step by step, the sum is added up term by term."""
    problem = payload["problem"]
    value = reduced(answer)
    if value is None or (problem["kind"] not in ("reciprocal", "cycle") and "/" in answer):
        return False
    return value == _step_by_step(canonical_json(dict(problem)))


@lru_cache(maxsize=1024)
def _step_by_step(text: str) -> Fraction:
    problem = json.loads(text)
    kind, n = problem["kind"], problem["n"]
    if kind in ("powers", "weighted"):
        total = 0
        for i in range(problem["first"], n + 1):
            total += sum(c * i**k for k, c in enumerate(problem["coefficients"])) * problem.get("ratio", 1) ** i
        return Fraction(total)
    if kind in ("second", "remainder"):
        p, q = problem["factors"]
        a, b = problem["first"]
        if kind == "second":
            for _ in range(n):
                a, b = b, p * b + q * a
            return Fraction(a)
        m = problem["modulus"]
        power = _matrix_power((p, q, 1, 0), n, m)
        return Fraction((power[2] * b + power[3] * a) % m)
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
    return Fraction(total if problem["sum"] else current)


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
