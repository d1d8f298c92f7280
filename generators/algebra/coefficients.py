"""Polynomials in one variable multiplied out, from the trees of formulas, for solvers."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import repeat, zip_longest

from ..formula_reader import Tree
from ..formula_trees import two_sides

_LARGEST = 10**300


def coefficients(tree: Tree, name: str, limit: int = 40) -> list[Fraction] | None:
    """A polynomial multiplied out, lowest power first; None if it is none, or its degree or a number too large."""
    if isinstance(tree, int):
        return [Fraction(tree)] if tree else []
    if not isinstance(tree, tuple):
        return [Fraction(0), Fraction(1)] if tree == name else None
    kind, first, *rest = tree
    if kind not in ("+", "*", "^", "neg"):
        return None
    total = coefficients(first, name, limit)
    parts: Iterator[list[Fraction] | None] = (coefficients(part, name, limit) for part in rest)
    if kind == "^":
        (exponent,) = rest
        if not isinstance(exponent, int) or not 0 <= exponent <= limit:
            return None
        if exponent == 0:
            return [Fraction(1)] if total else None
        parts = repeat(total, exponent - 1)
    for part in parts:
        if total is None or part is None:
            return None
        total = _sum(total, part) if kind == "+" else _product(total, part)
        if len(total) > limit + 1 or any(abs(c.numerator) > _LARGEST for c in total):
            return None
    if total is None:
        return None
    total = [-c for c in total] if kind == "neg" else list(total)
    while total and not total[-1]:
        total.pop()
    return total


def whole_fraction(tree: Tree, name: str) -> tuple[list[int], list[int]] | None:
    """A fraction of polynomials with integer coefficients, as written: numerator and denominator."""
    sign, top, bottom = two_sides(tree)
    above, below = coefficients(top, name), coefficients(bottom, name)
    if above is None or not below:
        return None
    return [sign * int(c) for c in above], [int(c) for c in below]


def _sum(a: list[Fraction], b: list[Fraction]) -> list[Fraction]:
    return [x + y for x, y in zip_longest(a, b, fillvalue=Fraction(0))]


def _product(a: list[Fraction], b: list[Fraction]) -> list[Fraction]:
    total = [Fraction(0)] * max(len(a) + len(b) - 1, 0)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            total[i + j] += x * y
    return total
