"""Rational functions a second time: the value at points modulo primes, and the form on polynomials.

The generator knows from the factors that it drew what cancels. Euclid's algorithm and the test for squares are shared
with it, as plain arithmetic.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd
from typing import Any

from ..base import Json
from ..formula_trees import is_a, operands, signed, two_sides
from .coefficients import coefficients, whole_fraction
from .formulas import given, shown
from .modular_values import same_value
from .polynomials import common_factor, is_square, primitive


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer equals the expression and has the form that is asked for."""
    problem = payload["problem"]
    names: list[str] = problem["variables"]
    tree = given(answer, names)
    if tree is None or not same_value(shown(problem["expression"], *names), tree, names):
        return False
    if problem["kind"] == "apart":
        return _is_apart(tree, names[0])
    return _is_lowest(tree, names[0])


def _is_lowest(tree: Any, name: str) -> bool:
    sides = whole_fraction(tree, name)
    if sides is None:
        return False
    above, below = sides
    return common_factor(above, below) == [1] and gcd(*above, *below) == 1


def _is_apart(tree: Any, name: str) -> bool:
    seen: list[tuple[list[int], int]] = []
    for term in operands(tree, "+"):
        _, top, bottom = two_sides(term)
        base: list[int] = []
        power = 0
        for factor in operands(bottom, "*"):
            _, inner = signed(factor)
            below, exponent = inner[1:] if is_a(inner, "^") else (inner, 1)
            poly = coefficients(below, name)
            if not poly or not isinstance(exponent, int) or not 1 <= exponent <= 64:
                return False
            if len(poly) > 1:
                if power:
                    return False
                base, power = primitive([int(c) for c in poly]), exponent
        above = coefficients(_over_numbers(top), name)
        if above is None or (power and not above):
            return False
        if power:
            if len(above) >= len(base) or (base, power) in seen or len(base) > 3:
                return False
            if len(base) == 3 and is_square(base[1] ** 2 - 4 * base[0] * base[2]):
                return False
            seen.append((base, power))
    return True


def _over_numbers(tree: Any) -> Any:
    """The tree with its quotients by numbers left out: for degrees, not for values."""
    if isinstance(tree, tuple):
        if tree[0] == "/" and isinstance(signed(tree[2])[1], int):
            return _over_numbers(tree[1])
        return (tree[0], *(_over_numbers(part) for part in tree[1:]))
    return tree
