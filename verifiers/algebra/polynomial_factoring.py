r"""Checks a complete factorization of a polynomial over the integers.

The answer must be a product. Every factor is multiplied out here; it must be a whole number or one of the
polynomial's irreducible factors up to its sign, and the product must be the polynomial. A factor with a common
divisor of its coefficients (``2*x + 2``), or one that splits further, is refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from ..answers.formulas import stated
from ..base import Verdict, correct, illegal, unparsable, wrong
from ..expressions import Unreadable
from .trees import MAX_EXPONENT, NotPolynomial, Tree, is_a, polynomial, read_tree

_FORM = "Give a product of integers and polynomials with integer coefficients, such as 2*(x - 3)*(x + 1)^2."
Factor = tuple[tuple[tuple[int, ...], int], ...]
"""A polynomial with integer coefficients as (exponents, coefficient), highest exponents first."""


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, a product that is complete, against the polynomial of the payload."""
    problem, gold = payload["problem"], payload["gold"]
    variables: list[str] = problem["variables"]
    try:
        constant, factors = factors_of(stated(answer), variables)
    except Unreadable as error:
        return unparsable(str(error))
    except NotPolynomial:
        return unparsable(_FORM)
    wanted_constant, wanted = _wanted(gold["text"], tuple(variables))
    if (constant, factors) == (wanted_constant, wanted):
        return correct()
    if set(factors) <= set(wanted):
        return wrong("The product of these factors is not the polynomial.")
    return illegal("Factor completely: take out common integers and split every factor that is reducible.")


def accepted_forms(answer: str) -> list[str]:
    """Other forms of a right answer."""
    return [
        answer.replace("*", ""),
        answer.replace(" ", "") + ".",
        answer.replace("^", "**"),
        answer.replace("-", "\u2212").replace("*", "\u00b7"),
        f"({answer})",
        "1*" + answer if not answer.startswith("-") else f"(-1)*{answer[1:]}",
    ]


@lru_cache(maxsize=1024)
def _wanted(text: str, variables: tuple[str, ...]) -> tuple[int, Counter[Factor]]:
    return factors_of(text, variables)


def factors_of(text: str, variables: Sequence[str]) -> tuple[int, Counter[Factor]]:
    """The constant and the other factors (leading coefficient positive) of a product as written.

    Raises:
        Unreadable: if the text is no expression.
        NotPolynomial: if a factor is no polynomial with integer coefficients.
    """
    constant = 1
    found: Counter[Factor] = Counter()
    for tree, power in _flat(read_tree(text, variables), 1):
        factor = _factor(tree, variables)
        if len(factor) == 1 and not any(factor[0][0]):
            if abs(factor[0][1]) > 1 and power > MAX_EXPONENT:
                raise NotPolynomial
            constant *= factor[0][1] ** power
            if constant.bit_length() > 10_000:
                raise NotPolynomial
            continue
        if factor[0][1] < 0:
            factor = tuple((e, -c) for e, c in factor)
            constant *= (-1) ** (power % 2)
        found[factor] += power
    return constant, found


def _flat(tree: Tree, power: int) -> list[tuple[Tree, int]]:
    """The factors of a product with their powers; a product within brackets is part of it."""
    if is_a(tree, "-"):
        return [(-1, power), *_flat(tree[1], power)]
    if is_a(tree, "*"):
        return [pair for factor in tree[1:] for pair in _flat(factor, power)]
    if is_a(tree, "^"):
        exponent = tree[2]
        if not isinstance(exponent, int) or not 1 <= exponent <= MAX_EXPONENT:
            raise NotPolynomial
        return _flat(tree[1], min(power * exponent, 10**6))
    return [(tree, power)]


def _factor(tree: Tree, variables: Sequence[str]) -> Factor:
    terms = polynomial(tree, variables)
    if not terms:
        raise NotPolynomial
    return tuple(sorted(((e, c.numerator) for e, c in terms.items()), reverse=True))
