"""Exact values with roots and pi, and their text in simplest form."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import isqrt

Number = int | Fraction
Point = tuple[Fraction, ...]


@lru_cache(maxsize=65536)
def split_square(number: int) -> tuple[int, int]:
    """The (a, b) with ``number == a*a*b`` and b square-free, for a number of 0 or more."""
    if number == 0:
        return 0, 1
    outside, inside, d = 1, 1, 2
    rest = number
    while d * d * d <= rest:
        while rest % (d * d) == 0:
            rest //= d * d
            outside *= d
        if rest % d == 0:
            rest //= d
            inside *= d
        d += 1
    whole = isqrt(rest)  # at most two primes are left
    return (outside * whole, inside) if whole * whole == rest else (outside, inside * rest)


def root(square: Number) -> tuple[Fraction, int]:
    """The (a, b) with ``sqrt(square) == a*sqrt(b)``, a rational and b square-free; `square` is not negative."""
    square = Fraction(square)
    outside, inside = split_square(square.numerator * square.denominator)
    return Fraction(outside, square.denominator), inside


def root_text(square: Number, factor: Number = 1) -> str:
    """``factor * sqrt(square)`` in simplest form."""
    outside, inside = root(square)
    return text((factor * outside, "" if inside == 1 else f"sqrt({inside})"))


def text(*terms: tuple[Number, str]) -> str:
    """A sum of rational multiples of named constants: ``3 + 5*sqrt(2)/3 - pi``. Zero terms are left out."""
    shown = ""
    for number, name in terms:
        value = Fraction(number)
        if not value:
            continue
        top, bottom = abs(value.numerator), value.denominator
        size = str(top) if not name else name if top == 1 else f"{top}*{name}"
        if bottom > 1:
            size += f"/{bottom}"
        sign = (" - " if value < 0 else " + ") if shown else ("-" if value < 0 else "")
        shown += sign + size
    return shown or "0"


def point_text(point: Sequence[Number]) -> str:
    """``(1, -3/4)``."""
    return f"({', '.join(map(str, point))})"


def bracketed(value: Number) -> str:
    """The value, in parentheses if it is negative or a fraction."""
    return str(value) if value >= 0 and Fraction(value).denominator == 1 else f"({value})"


def signed(value: Number) -> str:
    """``+ 3`` or ``- 3``."""
    return f"{'-' if value < 0 else '+'} {abs(value)}"


def linear_text(*terms: tuple[Number, str]) -> str:
    """``2*x - y + 3``, with whole or fractional numbers in front of the names."""
    shown = ""
    for number, name in terms:
        if not number:
            continue
        size = name if abs(number) == 1 and name else f"{abs(number)}*{name}" if name else str(abs(number))
        shown += (f" {'-' if number < 0 else '+'} " if shown else "-" if number < 0 else "") + size
    return shown or "0"


def number_from(rng: random.Random, largest: int, denominator: int) -> Fraction:
    """A number of up to `largest` in size; with `denominator` above 1, a fraction half of the time."""
    if denominator > 1 and rng.random() < 0.5:
        bottom = rng.randint(2, denominator)
        return Fraction(rng.randint(-largest * bottom, largest * bottom), bottom)
    return Fraction(rng.randint(-largest, largest))


def point_from(rng: random.Random, largest: int, denominator: int, dimensions: int = 2) -> Point:
    """A point with such coordinates."""
    return tuple(number_from(rng, largest, denominator) for _ in range(dimensions))


def minus(left: Sequence[Fraction], right: Sequence[Fraction]) -> Point:
    """The vector from `right` to `left`."""
    return tuple(a - b for a, b in zip(left, right, strict=True))


def square_of(vector: Sequence[Fraction]) -> Fraction:
    """The squared length."""
    return sum((a * a for a in vector), Fraction())


def cross(left: Sequence[Fraction], right: Sequence[Fraction]) -> Fraction:
    """The signed area of the parallelogram of two vectors in the plane."""
    return left[0] * right[1] - left[1] * right[0]


def as_json(point: Sequence[Number]) -> list[str]:
    """Coordinates as text."""
    return [str(value) for value in point]
