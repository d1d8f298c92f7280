"""Polynomial equations a second time: the numbers are put in, and the zeros counted without finding them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from ..base import Json
from .number_checks import Complex, complex_value, members
from .polynomials import Poly, common_factor, divided, primitive, trimmed  # only arithmetic of polynomials


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer lists each solution."""
    problem = payload["problem"]
    polynomial: Poly = problem["polynomial"]
    values: list[Complex] = []
    listed = members(answer)
    if not listed:
        return False
    for text in listed:
        value = complex_value(text)
        if value is None:
            return False
        if not any(value.equals(other) for other in values):
            values.append(value)
    simple = divided(polynomial, common_factor(polynomial, [i * c for i, c in enumerate(polynomial)][1:]))
    assert simple is not None
    count = len(simple) - 1 if problem["domain"] == "complex" else _real_zeros(simple)
    if len(values) != count or (problem["domain"] == "real" and any(not value.is_real() for value in values)):
        return False
    return all(_vanishes(polynomial, value) for value in values)


def _vanishes(polynomial: Poly, value: Complex) -> bool:
    total = Complex.of(0)
    for coefficient in reversed(polynomial):
        total = total.times(value).plus(Complex.of(coefficient))
    return total.equals(Complex.of(0))


def _real_zeros(poly: Poly) -> int:
    """The number of real zeros of a polynomial without multiple ones, by Sturm's theorem."""
    chain = [poly, [i * c for i, c in enumerate(poly)][1:]]
    while len(chain[-1]) > 1:
        rest, divisor = list(chain[-2]), chain[-1]
        while len(rest) >= len(divisor):
            top, lead = rest[-1], divisor[-1]
            scale = abs(lead)
            rest = [scale * c for c in rest]
            shift = len(rest) - len(divisor)
            for i, c in enumerate(divisor):
                rest[shift + i] -= top * c * (1 if lead > 0 else -1)
            rest = trimmed(rest)
        if not rest:
            break
        sign = -1 if rest[-1] > 0 else 1
        chain.append([sign * c for c in primitive(rest)])
    return _changes([p[-1] * (-1) ** (len(p) - 1) for p in chain]) - _changes([p[-1] for p in chain])


def _changes(values: list[int]) -> int:
    signs = [value > 0 for value in values if value]
    return sum(a != b for a, b in pairwise(signs))
