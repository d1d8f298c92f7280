"""Reading a sum of terms that is written out: no brackets to multiply out, like terms collected.

A term is a number, or a product of at most one number and powers of different variables; the number may be a
fraction in lowest terms where fractions are allowed.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd

from ..expressions import Unreadable
from .trees import Exponents, Polynomial, Tree, is_a, parts, read_tree, unsigned

_ADVICE = "Multiply everything out and collect like terms: a sum of terms such as 3*x^2."


def read_expanded(text: str, variables: Sequence[str], *, fractions: bool = False) -> Polynomial:
    """The polynomial that `text` is, in expanded form.

    Raises:
        Unreadable: if the text is no expression, or not in this form.
    """
    return expanded(read_tree(text, variables), variables, fractions=fractions)


def expanded(tree: Tree, variables: Sequence[str], *, fractions: bool = False) -> Polynomial:
    """The polynomial that a tree is, if it has the form; otherwise Unreadable is raised."""
    terms = parts(tree, "+")
    total: Polynomial = {}
    for term in terms:
        exponents, coefficient = _term(term, variables, fractions)
        if exponents in total or (coefficient == 0 and len(terms) > 1):
            raise Unreadable(_ADVICE)
        total[exponents] = coefficient
    return {e: c for e, c in total.items() if c}


def _term(tree: Tree, variables: Sequence[str], fractions: bool) -> tuple[Exponents, Fraction]:
    sign, tree = unsigned(tree)
    bottom = 1
    whole = False
    if is_a(tree, "/") and fractions:
        _, tree, bottom = tree
        whole = True
    coefficient: Fraction | None = None
    exponents = dict.fromkeys(variables, 0)
    for factor in parts(tree, "*"):
        inner, factor = unsigned(factor)
        sign *= inner
        if isinstance(factor, int) or (is_a(factor, "/") and fractions and not whole):
            if coefficient is not None:
                raise Unreadable(_ADVICE)
            coefficient = _number(factor)
            continue
        base, exponent = (factor[1], factor[2]) if is_a(factor, "^") else (factor, 1)
        if not isinstance(base, str) or not isinstance(exponent, int) or exponent < 1 or exponents[base]:
            raise Unreadable(_ADVICE)
        exponents[base] = exponent
    number = Fraction(1) if coefficient is None else coefficient
    if whole:
        if not isinstance(bottom, int) or bottom < 2 or gcd(number.numerator, bottom) > 1:
            raise Unreadable("Reduce each fraction to lowest terms.")
        number /= bottom
    return tuple(exponents.values()), sign * number


def _number(tree: Tree) -> Fraction:
    """A whole number, or a fraction of two in lowest terms."""
    if isinstance(tree, int):
        return Fraction(tree)
    _, top, bottom = tree
    sign, top = unsigned(top)
    if not isinstance(top, int) or not isinstance(bottom, int) or bottom < 2 or gcd(top, bottom) > 1:
        raise Unreadable("Reduce each fraction to lowest terms.")
    return sign * Fraction(top, bottom)
