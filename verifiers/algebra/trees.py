"""Formulas as small trees, and the polynomials they stand for, with every cost bounded.

A tree is an `int`, a name, or a tuple: ``("+", a, b, ...)``, ``("*", a, b, ...)``, ``("/", a, b)``, ``("^", a, b)``,
``("-", a)`` for a sign, ``(function, a)``. Sums and products are flat, so that trees are never deep.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from ..answers.formulas import formula
from ..expressions import Grammar, Unreadable, read

Tree = Any
Exponents = tuple[int, ...]
Polynomial = dict[Exponents, Fraction]
"""Coefficients by the exponents of the variables; none of them is zero."""

MAX_DIVISIONS = 64
MAX_EXPONENT = 64
MAX_BITS = 4096
MAX_PRODUCTS = 20_000


class NotPolynomial(ValueError):
    """The tree is no polynomial in the variables, or one that is too large to look at."""


def read_tree(text: str, variables: Sequence[str], functions: Sequence[str] = ()) -> Tree:
    """The tree of the expression that is the whole of `text`; products may be written without a sign.

    Raises:
        Unreadable: if the text is no such expression.
    """
    return read(formula(text), _grammar(tuple(variables), tuple(functions)), _Builder())


@lru_cache(maxsize=64)
def _grammar(variables: tuple[str, ...], functions: tuple[str, ...]) -> Grammar:
    return Grammar(
        variable=variables[0] if variables else "",
        constants=frozenset(variables[1:]),
        functions=frozenset(functions),
        operators=frozenset("+-*/^"),
        signs=True,
        latex=True,
    )


class _Builder:
    def __init__(self) -> None:
        self.divisions = 0

    def number(self, text: str) -> Tree:
        return int(text)

    def name(self, text: str) -> Tree:
        return text

    def negative(self, value: Tree) -> Tree:
        return ("-", value)

    def call(self, function: str, argument: Tree) -> Tree:
        return (function, argument)

    def binary(self, operator: str, left: Tree, right: Tree) -> Tree:
        if operator == "-":
            operator, right = "+", ("-", right)
        if operator == "/":
            self.divisions += 1
            if self.divisions > MAX_DIVISIONS:
                raise Unreadable("The expression has too many divisions.")
        if operator in "+*":
            first = left[1:] if is_a(left, operator) else (left,)
            last = right[1:] if is_a(right, operator) else (right,)
            return (operator, *first, *last)
        return (operator, left, right)


def is_a(tree: Tree, kind: str) -> bool:
    """Whether the tree's outermost operation is `kind`."""
    return isinstance(tree, tuple) and tree[0] == kind


def parts(tree: Tree, kind: str) -> tuple[Tree, ...]:
    """The operands of an outermost sum or product; the tree itself if it is none."""
    return tree[1:] if is_a(tree, kind) else (tree,)


def unsigned(tree: Tree) -> tuple[int, Tree]:
    """A tree without the signs in front of it, and those signs as 1 or -1."""
    sign = 1
    while is_a(tree, "-"):
        sign, tree = -sign, tree[1]
    return sign, tree


def polynomial(tree: Tree, variables: Sequence[str], *, quotients: bool = False) -> Polynomial:
    """The polynomial that a tree is when it is multiplied out.

    Args:
        tree: any tree.
        variables: the names whose exponents are kept, in this order.
        quotients: whether it may be divided by numbers.

    Raises:
        NotPolynomial: if it is none, or too large.
    """
    return _Expander(variables, quotients).expand(tree)


class _Expander:
    def __init__(self, variables: Sequence[str], quotients: bool) -> None:
        self.units = {
            name: tuple(int(i == place) for i in range(len(variables))) for place, name in enumerate(variables)
        }
        self.one = (0,) * len(variables)
        self.quotients = quotients
        self.products = 0

    def expand(self, tree: Tree) -> Polynomial:
        if isinstance(tree, int):
            return {self.one: Fraction(tree)} if tree else {}
        if isinstance(tree, str):
            if tree not in self.units:
                raise NotPolynomial
            return {self.units[tree]: Fraction(1)}
        kind, *operands = tree
        if kind == "-":
            return {e: -c for e, c in self.expand(operands[0]).items()}
        if kind == "+":
            total: Polynomial = {}
            for operand in operands:
                for exponents, coefficient in self.expand(operand).items():
                    total[exponents] = total.get(exponents, Fraction(0)) + coefficient
            return {e: c for e, c in total.items() if c}
        if kind == "*":
            product = self.expand(operands[0])
            for operand in operands[1:]:
                product = self.times(product, self.expand(operand))
            return product
        if kind == "^":
            return self.power(self.expand(operands[0]), operands[1])
        if kind == "/" and self.quotients:
            divisor = self.expand(operands[1])
            if set(divisor) == {self.one}:
                return self.times(self.expand(operands[0]), {self.one: 1 / divisor[self.one]})
        raise NotPolynomial

    def times(self, a: Polynomial, b: Polynomial) -> Polynomial:
        self.products += len(a) * len(b)
        if self.products > MAX_PRODUCTS:
            raise NotPolynomial
        total: Polynomial = {}
        for e, c in a.items():
            for f, d in b.items():
                exponents = tuple(i + j for i, j in zip(e, f, strict=True))
                total[exponents] = total.get(exponents, Fraction(0)) + c * d
        if any(max(e, default=0) > MAX_EXPONENT or _bits(c) > MAX_BITS for e, c in total.items()):
            raise NotPolynomial
        return {e: c for e, c in total.items() if c}

    def power(self, base: Polynomial, exponent: Tree) -> Polynomial:
        if not isinstance(exponent, int) or not 0 <= exponent <= MAX_EXPONENT:
            raise NotPolynomial
        if not exponent and not base:
            raise NotPolynomial  # 0^0
        value: Polynomial = {self.one: Fraction(1)}
        for _ in range(exponent):
            value = self.times(value, base)
        return value


def _bits(value: Fraction) -> int:
    return max(value.numerator.bit_length(), value.denominator.bit_length())
