"""Polynomials as lists a second time: powers of x modulo the divisor, linear equations, and bisection with decimals."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

from ..base import Json
from ..kernels.optimum import confirming_optimum
from ..solving import confirming


def _remainder(p: list[int], q: list[int]) -> list[int]:
    """Each power of x is x times the one before it, with its highest term replaced."""
    power = [Fraction(int(k == 0)) for k in range(len(q) - 1)]
    total = [Fraction(0)] * len(power)
    for coefficient in p:
        total = [t + coefficient * x for t, x in zip(total, power, strict=True)]
        over = power[-1] / q[-1]
        power = [x - over * c for x, c in zip([Fraction(0), *power[:-1]], q, strict=False)]
    return [int(x) if x.denominator == 1 else 10**12 for x in total]


def _interpolation(points: list[list[int]]) -> list[int]:
    """One linear equation for each point, solved by elimination."""
    rows = [[Fraction(x) ** k for k in range(len(points))] + [Fraction(y)] for x, y in points]
    for i in range(len(rows)):
        pivot = next(r for r in range(i, len(rows)) if rows[r][i])
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for r, other in enumerate(rows):
            if r != i and other[i]:
                rows[r] = [a - other[i] * b for a, b in zip(other, rows[i], strict=True)]
    return [int(line[-1]) if line[-1].denominator == 1 else 10**12 for line in rows]


def solve(problem: Mapping[str, Json]) -> Any:
    """The place of the minimum: f(x + h) - f(x - h) changes its sign there."""
    with localcontext(prec=80):
        step = Decimal(10) ** -25

        def rises(x: Decimal) -> bool:
            values = [sum(c * y**k for k, c in enumerate(problem["f"])) for y in (x + step, x - step)]
            return bool(values[0] > values[1])

        low, high = Decimal(-10_000), Decimal(10_000)
        for _ in range(110):
            middle = (low + high) / 2
            low, high = (low, middle) if rises(middle) else (middle, high)
        return Fraction(round(low, problem["places"]))


_is_best = confirming_optimum(
    {
        "remainder": (lambda given, **_: given, _remainder),
        "interpolation": (lambda given, **_: given, _interpolation),
    }
)
_is_place = confirming(solve)


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer is right, found a second time."""
    return _is_place(payload, answer) if "gold" in payload else _is_best(payload, answer)
