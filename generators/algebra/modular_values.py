"""Formulas compared by their values modulo large primes, for solvers: exact, but for a chance of about 1 in 10^18."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from ..formula_reader import Tree
from ..formula_trees import signed

PRIMES = (2**61 - 1, 2**89 - 1)
_MAX_EXPONENT = 200


def modulo(tree: Tree, values: Mapping[str, int], prime: int) -> int | None:
    """The value of a tree without functions modulo a prime; None if it has none, or for exponents above 200."""
    if isinstance(tree, int | Fraction):
        return tree.numerator * pow(tree.denominator, -1, prime) % prime
    if isinstance(tree, str):
        return values[tree] % prime
    kind, first, *rest = tree
    total = modulo(first, values, prime)
    if total is None:
        return None
    if kind == "neg":
        return -total % prime
    if kind == "^":
        sign, exponent = signed(rest[0])
        if not isinstance(exponent, int) or exponent > _MAX_EXPONENT or (total == 0 and sign * exponent <= 0):
            return None
        return pow(total, sign * exponent, prime)
    if kind not in ("+", "*", "/"):
        return None
    for part in rest:
        value = modulo(part, values, prime)
        if value is None or (kind == "/" and value == 0):
            return None
        if kind == "+":
            total += value
        else:
            total *= value if kind == "*" else pow(value, -1, prime)
        total %= prime
    return total


def same_value(a: Tree, b: Tree, names: Sequence[str]) -> bool:
    """Whether two rational formulas have equal values at points modulo large primes."""
    for turn, prime in enumerate(PRIMES):
        point = {name: (10**15 + 37) ** (place + 2 + turn) % prime for place, name in enumerate(names)}
        value = modulo(a, point, prime)
        if value is None or value != modulo(b, point, prime):
            return False
    return True
