"""Simplified forms: one fraction in lowest terms, a monomial, a sum of square roots, partial fractions.

Each reader returns a value that two answers share if and only if they are the same answer in that form, apart
from what the reader itself refuses by raising `Unreadable`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm

from ..expressions import Unreadable
from .expanded import expanded
from .trees import MAX_EXPONENT, NotPolynomial, Polynomial, Tree, is_a, parts, polynomial, read_tree, unsigned

Frozen = tuple[tuple[tuple[int, ...], Fraction], ...]

_ONE_FRACTION = "Give one fraction of two polynomials with integer coefficients, such as (x + 1)/(x^2 - 4)."
_APART = "Give a sum of a polynomial and fractions whose denominators are powers of irreducible polynomials."
_RADICAL = "Give a sum of terms such as 3*sqrt(2), each root only once, with no root in a denominator."


def _frozen(terms: Polynomial) -> Frozen:
    return tuple(sorted(terms.items()))


@lru_cache(maxsize=2048)
def fraction_form(text: str, variables: tuple[str, ...]) -> tuple[Frozen, Frozen]:
    """Numerator and denominator of one fraction as written, the leading coefficient below made positive."""
    sign, tree = unsigned(read_tree(text, variables))
    top, bottom = (tree[1], tree[2]) if is_a(tree, "/") else (tree, 1)
    try:
        above, below = polynomial(top, variables), polynomial(bottom, variables)
    except NotPolynomial:
        raise Unreadable(_ONE_FRACTION) from None
    if not below:
        raise Unreadable("The denominator is zero.")
    if below[max(below)] < 0:
        sign, below = -sign, {e: -c for e, c in below.items()}
    return _frozen({e: sign * c for e, c in above.items()}), _frozen(below)


@lru_cache(maxsize=2048)
def monomial_form(text: str, variables: tuple[str, ...]) -> tuple[Frozen, Frozen]:
    """Numerator and denominator of a fraction of two monomials as written, each written out."""
    sign, tree = unsigned(read_tree(text, variables))
    top, bottom = (tree[1], tree[2]) if is_a(tree, "/") else (tree, 1)
    above, below = expanded(top, variables), expanded(bottom, variables)
    if len(above) != 1 or len(below) != 1:
        raise Unreadable("Give one term, such as 3*x^2/(4*y).")
    if min(below.values()) < 0:
        sign, below = -sign, {e: -c for e, c in below.items()}
    return _frozen({e: sign * c for e, c in above.items()}), _frozen(below)


@lru_cache(maxsize=2048)
def radical_form(text: str) -> tuple[tuple[int, Fraction], ...]:
    """Coefficients by the number under the root (1 for none), of a sum that may stand over one number."""
    sign, tree = unsigned(read_tree(text, (), ("sqrt",)))
    over = 1
    if is_a(tree, "/") and is_a(unsigned(tree[1])[1], "+"):
        over = tree[2]
        inner, tree = unsigned(tree[1])
        sign *= inner
        if not isinstance(over, int) or over < 2:
            raise Unreadable(_RADICAL)
    terms = parts(tree, "+")
    found: dict[int, Fraction] = {}
    for term in terms:
        root, coefficient = _radical_term(term, over == 1)
        if root in found or (coefficient == 0 and len(terms) > 1):
            raise Unreadable(_RADICAL)
        found[root] = coefficient
    if over > 1 and gcd(over, *(c.numerator for c in found.values())) > 1:
        raise Unreadable("Reduce the fraction to lowest terms.")
    return tuple(sorted((root, sign * c / over) for root, c in found.items()))


def _radical_term(tree: Tree, fractions: bool) -> tuple[int, Fraction]:
    sign, tree = unsigned(tree)
    below = 1
    if is_a(tree, "/") and fractions:
        _, tree, below = tree
        if not isinstance(below, int) or below < 2:
            raise Unreadable(_RADICAL)
    root, coefficient = 1, None
    for factor in parts(tree, "*"):
        inner, factor = unsigned(factor)
        sign *= inner
        if is_a(factor, "sqrt") and isinstance(factor[1], int) and factor[1] > 1 and root == 1:
            root = factor[1]
            continue
        if coefficient is not None:
            raise Unreadable(_RADICAL)
        if is_a(factor, "/") and fractions and below == 1:
            above, under = factor[1:]
            if not (isinstance(above, int) and isinstance(under, int) and under > 1 and gcd(above, under) == 1):
                raise Unreadable(_RADICAL)
            coefficient = Fraction(above, under)
        elif isinstance(factor, int):
            coefficient = Fraction(factor)
        else:
            raise Unreadable(_RADICAL)
    coefficient = Fraction(1) if coefficient is None else coefficient
    if below > 1 and gcd(coefficient.numerator, below) > 1:
        raise Unreadable("Reduce each fraction to lowest terms.")
    return root, sign * coefficient / below


@lru_cache(maxsize=2048)
def partial_fractions(text: str, variables: tuple[str, ...]) -> tuple[tuple[Frozen, int, Frozen], ...]:
    """The terms of a sum of fractions as written: denominator's base and power, numerator; the rest has power 0."""
    rest: Polynomial = {}
    found: dict[tuple[Frozen, int], Frozen] = {}
    try:
        for term in parts(read_tree(text, variables), "+"):
            sign, tree = unsigned(term)
            if is_a(tree, "/"):
                base, power, constant = _power_below(tree[2], variables)
                if power:
                    top = polynomial(tree[1], variables, quotients=True)
                    if not top or (base, power) in found:
                        raise Unreadable(_APART)
                    found[base, power] = _frozen({e: sign * c / constant for e, c in top.items()})
                    continue
            for exponents, coefficient in polynomial(tree, variables, quotients=True).items():
                rest[exponents] = rest.get(exponents, Fraction(0)) + sign * coefficient
    except NotPolynomial:
        raise Unreadable(_APART) from None
    terms = [(base, power, top) for (base, power), top in sorted(found.items())]
    return (((), 0, _frozen({e: c for e, c in rest.items() if c})), *terms)


def _power_below(tree: Tree, variables: Sequence[str]) -> tuple[Frozen, int, Fraction]:
    """The one base of a denominator, primitive and with a positive leading coefficient; its power; the constant."""
    base: Frozen = ()
    power, constant = 0, Fraction(1)
    for factor in parts(tree, "*"):
        sign, factor = unsigned(factor)
        constant *= sign
        below, exponent = (factor[1], factor[2]) if is_a(factor, "^") else (factor, 1)
        if not isinstance(exponent, int) or not 1 <= exponent <= MAX_EXPONENT:
            raise NotPolynomial
        terms = polynomial(below, variables)
        if not terms:
            raise NotPolynomial
        if set(terms) == {(0,) * len(variables)}:
            constant *= polynomial(factor, variables)[(0,) * len(variables)]
            continue
        if power:
            raise NotPolynomial
        common = Fraction(
            gcd(*(c.numerator for c in terms.values())), lcm(*(c.denominator for c in terms.values()))
        )
        if terms[max(terms)] < 0:
            common = -common
        base, power = _frozen({e: c / common for e, c in terms.items()}), exponent
        constant *= common**exponent
    return base, power, constant
