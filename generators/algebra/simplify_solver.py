"""Simplest forms a second time: the value by other arithmetic, and the form as written.

Values are compared modulo primes, those with roots to 50 digits. Euclid's algorithm and the test for squares are
shared with the generator, as plain arithmetic.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd
from typing import Any

from ..base import Json
from ..constant_values import same, tree_value
from ..formula_trees import is_a, operands, signed, two_sides
from ..written_terms import collected_terms
from .coefficients import whole_fraction
from .formulas import given, shown
from .modular_values import same_value
from .polynomials import common_factor
from .roots import squarefree


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer equals the expression and has the simplest form of its kind."""
    problem = payload["problem"]
    names: list[str] = problem["variables"]
    kind = problem["kind"]
    roots = kind == "radical"
    tree = given(answer, names, roots=roots)
    if tree is None:
        return False
    asked = shown(problem["expression"], *names, roots=roots)
    if roots:
        return _has_root_form(tree) and same(tree_value(tree), tree_value(asked), 50)
    if not same_value(tree, asked, names):
        return False
    if kind == "like":
        return collected_terms(tree, names) is not None
    if kind == "monomial":
        return _is_one_term(tree, names)
    sides = whole_fraction(tree, names[0])
    return sides is not None and common_factor(*sides) == [1] and gcd(*sides[0], *sides[1]) == 1


def _is_one_term(tree: Any, names: list[str]) -> bool:
    _, top, bottom = two_sides(tree)
    above, below = collected_terms(top, names), collected_terms(bottom, names)
    if above is None or below is None or len(above) != 1 or len(below) != 1:
        return False
    ((up, a),), ((down, b),) = above.items(), below.items()
    return gcd(int(a), int(b)) == 1 and not any(i and j for i, j in zip(up, down, strict=True))


def _has_root_form(tree: Any) -> bool:
    over = 1
    _, top, bottom = two_sides(tree)
    if bottom != 1 and len(operands(signed(top)[1], "+")) > 1:
        tree, over = signed(top)[1], bottom
        if not isinstance(over, int) or over < 2:
            return False
    roots: list[int] = []
    numbers: list[int] = []
    terms = operands(signed(tree)[1] if over > 1 else tree, "+")
    for term in terms:
        _, up, down = two_sides(term)
        if not isinstance(down, int) or down < 1 or (down != 1 and over > 1) or _over_one(term):
            return False
        root, number, counted = 1, 1, 0
        for factor in operands(up, "*"):
            _, factor = signed(factor)
            if is_a(factor, "/"):
                above = signed(factor[1])[1]
                if over > 1 or down != 1 or not isinstance(above, int) or not isinstance(factor[2], int):
                    return False
                if factor[2] < 2 or gcd(above, factor[2]) > 1:
                    return False
                counted, number = counted + 1, above
            elif isinstance(factor, int):
                counted, number = counted + 1, factor
            elif is_a(factor, "sqrt") and root == 1 and isinstance(factor[1], int):
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
    _, inner = signed(term)
    return is_a(inner, "/") and inner[2] == 1
