"""Factorizations a second time: the value of the product at points modulo primes, and Kronecker's test of each factor.

The plain arithmetic of polynomials is shared with the generator; its proofs of irreducibility are not.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import gcd
from typing import Any

from ..base import Json
from ..formula_trees import is_a, signed
from .coefficients import coefficients
from .formulas import given, shown
from .modular_values import PRIMES, modulo, same_value
from .polynomials import Poly, at, divided, divisors

MAX_DEGREE = 12


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer is a product that equals the polynomial, of integers and irreducible factors."""
    names: list[str] = payload["problem"]["variables"]
    tree = given(answer, names)
    if tree is None or not same_value(tree, shown(payload["problem"]["polynomial"], *names), names):
        return False
    return all(_irreducible_or_number(factor, names) for factor in _written_factors(tree))


def _written_factors(tree: Any) -> list[Any]:
    _, tree = signed(tree)
    if is_a(tree, "*"):
        return [inner for part in tree[1:] for inner in _written_factors(part)]
    if is_a(tree, "^"):
        return _written_factors(tree[1]) if isinstance(tree[2], int) and 1 <= tree[2] <= 60 else [("/", 0, 0)]
    return [tree]


def _irreducible_or_number(tree: Any, names: list[str]) -> bool:
    if isinstance(tree, int) or tree in names:
        return True
    plain = coefficients(_with_one(tree, names[1:]), names[0], MAX_DEGREE)
    if not plain or any(c.denominator > 1 for c in plain):
        return False
    if (
        len(names) == 2
    ):  # homogeneous of the degree that is left where the second name is 1: no such factor is lost
        prime = PRIMES[0]
        one = modulo(tree, {names[0]: 12345, names[1]: 6789}, prime)
        two = modulo(tree, {names[0]: 24690, names[1]: 13578}, prime)
        if one is None or two != one * 2 ** (len(plain) - 1) % prime:
            return False
    return len(plain) == 1 or _irreducible(tuple(int(c) for c in plain))


def _with_one(tree: Any, names: list[str]) -> Any:
    """The tree with 1 for each of the names."""
    if isinstance(tree, str):
        return 1 if tree in names else tree
    return (tree[0], *(_with_one(part, names) for part in tree[1:])) if isinstance(tree, tuple) else tree


@lru_cache(maxsize=4096)
def _irreducible(poly: tuple[int, ...]) -> bool:
    """Kronecker's test, for the degrees that irreducible factors have here: up to 4."""
    degree = len(poly) - 1
    if gcd(*poly) > 1 or degree > 4:
        return False
    if degree == 1:
        return True
    if poly[0] == 0 or any(
        sum(c * p**i * q ** (degree - i) for i, c in enumerate(poly)) == 0
        for q in divisors(poly[-1])
        for d in divisors(poly[0])
        for p in (d, -d)
    ):
        return False
    return degree < 4 or not _has_quadratic_factor(list(poly))


def _has_quadratic_factor(poly: Poly) -> bool:
    """Whether some a*x^2 + b*x + c divides a polynomial; its values at 0, 1 and -1 divide those of the polynomial."""
    ahead, behind = int(at(poly, 1)), int(at(poly, -1))
    values = [sign * d for d in divisors(ahead) for sign in (1, -1)]
    for a in divisors(poly[-1]):
        for d in divisors(poly[0]):
            for c in (d, -d):
                for value in values:
                    before = 2 * (a + c) - value
                    if before and behind % before == 0 and divided(poly, [c, value - a - c, a]):
                        return True
    return False
