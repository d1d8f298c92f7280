"""Polynomial equations a second time: the numbers are put in, and the zeros counted without finding them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise

from ..base import Json
from ..constant_values import Value, is_real, plus, rational, same, times, value_of
from .polynomials import Poly, common_factor, divided, primitive, trimmed  # only arithmetic of polynomials


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer lists each solution."""
    problem = payload["problem"]
    polynomial: Poly = problem["polynomial"]
    values: list[Value] = []
    listed = _members(answer)
    if not listed:
        return False
    for text in listed:
        value = value_of(text)
        if value is None:
            return False
        if not any(same(value, other, 50) for other in values):
            values.append(value)
    simple = divided(polynomial, common_factor(polynomial, [i * c for i, c in enumerate(polynomial)][1:]))
    assert simple is not None
    count = len(simple) - 1 if problem["domain"] == "complex" else _real_zeros(simple)
    if len(values) != count or (problem["domain"] == "real" and not all(map(is_real, values))):
        return False
    return all(_vanishes(polynomial, value) for value in values)


def _members(text: str) -> list[str]:
    """The members of a set as written, in braces or without; [] if the text is no such list."""
    text = text.strip().removesuffix(".").strip()
    if text.startswith("{") and text.endswith("}"):
        text = text[1:-1]
    pieces = [piece.strip() for piece in re.split("[,;]", text)]
    return pieces if all(pieces) else []


def _vanishes(polynomial: Poly, value: Value) -> bool:
    total = rational(0)
    for coefficient in reversed(polynomial):
        total = plus(times(total, value), rational(coefficient))
    return same(total, rational(0), 50)


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
