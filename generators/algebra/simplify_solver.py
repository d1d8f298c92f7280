"""Simplest forms a second time: the value by other arithmetic, and the form as written.

Values are compared modulo primes, those with roots to 50 digits. Euclid's algorithm and the test for squares are
shared with the generator, as plain arithmetic.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import DecimalException
from functools import lru_cache
from math import gcd
from typing import Any

from ..base import Json
from . import readers
from .number_checks import value_of
from .polynomials import common_factor
from .roots import squarefree


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer equals the expression and has the simplest form of its kind."""
    problem = payload["problem"]
    names: list[str] = problem["variables"]
    kind = problem["kind"]
    tree = readers.formula(answer, names, roots=kind == "radical")
    if tree is None:
        return False
    shown = _problem(problem["expression"], kind == "radical", *names)
    if kind == "radical":
        return _has_root_form(tree) and _same_number(tree, shown)
    if not readers.same_value(tree, shown, names):
        return False
    if kind == "like":
        return readers.collected_terms(tree, names) is not None
    if kind == "monomial":
        return _is_one_term(tree, names)
    sides = readers.whole_fraction(tree, names[0])
    return sides is not None and common_factor(*sides) == [1] and gcd(*sides[0], *sides[1]) == 1


@lru_cache(maxsize=256)
def _problem(text: str, roots: bool, *names: str) -> Any:
    return readers.formula(text, names, roots=roots)


def _is_one_term(tree: Any, names: list[str]) -> bool:
    _, top, bottom = readers.two_sides(tree)
    above, below = readers.collected_terms(top, names), readers.collected_terms(bottom, names)
    if above is None or below is None or len(above) != 1 or len(below) != 1:
        return False
    ((up, a),), ((down, b),) = above.items(), below.items()
    return gcd(int(a), int(b)) == 1 and not any(i and j for i, j in zip(up, down, strict=True))


def _has_root_form(tree: Any) -> bool:
    over = 1
    _, top, bottom = readers.two_sides(tree)
    if bottom != 1 and len(readers.operands(readers.signed(top)[1], "+")) > 1:
        tree, over = readers.signed(top)[1], bottom
        if not isinstance(over, int) or over < 2:
            return False
    roots: list[int] = []
    numbers: list[int] = []
    terms = readers.operands(readers.signed(tree)[1] if over > 1 else tree, "+")
    for term in terms:
        _, up, down = readers.two_sides(term)
        if not isinstance(down, int) or down < 1 or (down != 1 and over > 1) or _over_one(term):
            return False
        root, number, counted = 1, 1, 0
        for factor in readers.operands(up, "*"):
            _, factor = readers.signed(factor)
            if isinstance(factor, tuple) and factor[0] == "/":
                above = readers.signed(factor[1])[1]
                if over > 1 or down != 1 or not isinstance(above, int) or not isinstance(factor[2], int):
                    return False
                if factor[2] < 2 or gcd(above, factor[2]) > 1:
                    return False
                counted, number = counted + 1, above
            elif isinstance(factor, int):
                counted, number = counted + 1, factor
            elif isinstance(factor, tuple) and factor[0] == "sqrt" and root == 1 and isinstance(factor[1], int):
                root = factor[1]
                if not 1 < root < 10**6 or not squarefree(root):
                    return False
            else:
                return False
        if counted > 1 or gcd(number, down) > 1 or root in roots or (number == 0 and len(terms) > 1):
            return False
        roots.append(root)
        numbers.append(number)
    return over == 1 or gcd(over, *numbers) == 1


def _over_one(term: Any) -> bool:
    """Whether the term is written as a quotient by 1."""
    _, inner = readers.signed(term)
    return isinstance(inner, tuple) and inner[0] == "/" and inner[2] == 1


def _same_number(a: Any, b: Any) -> bool:
    try:
        first, second = value_of(a), value_of(b)
    except DecimalException:  # out of range on the way
        return False
    return first is not None and second is not None and first.equals(second)
