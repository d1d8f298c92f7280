"""A small strict reader of formulas for the second checks of this family, and values of what it reads.

It turns plain text into a tree by recursive descent: an `int`, a name, or ``(operator, left, right)`` with one of
``+ - * / ^``, ``("neg", a)``, ``("sqrt", a)``. None stands for a text that is no formula.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

Tree = Any

PRIMES = (2**61 - 1, 2**89 - 1)
"""Formulas are compared by their values modulo these."""

_TOKEN = re.compile(r"([0-9]+)|(sqrt|[a-z])|(\*\*|[-+*/^()\[\]])|\s+")
_MAX_DEPTH = 40
_MAX_DIGITS = 40


class _NotRead(ValueError):
    pass


def formula(text: str, names: Sequence[str], *, roots: bool = False) -> Tree | None:
    """The tree of a formula in the given one-letter names; with `roots` it may hold ``sqrt(...)``."""
    text = text.strip().removesuffix(".")
    if len(text) > 4096 or not text.isascii():
        return None
    found: list[str] = []
    position, text = 0, text.lower()
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            return None
        position = match.end()
        number, word, sign = match.groups()
        if word and word not in (*names, *(("sqrt",) if roots else ())):
            return None
        if number and (len(number) > _MAX_DIGITS or (len(number) > 1 and number[0] == "0")):
            return None
        if number or word or sign:
            found.append("^" if sign == "**" else match[0])
    reader = _Reader([*found, ""], names)
    try:
        tree = reader.sum(0)
    except _NotRead:
        return None
    return tree if reader.at == len(found) else None


class _Reader:
    def __init__(self, tokens: list[str], names: Sequence[str]) -> None:
        self.tokens, self.names, self.at, self.slashes = tokens, names, 0, 0

    def take(self) -> str:
        token = self.tokens[self.at]
        self.at += bool(token)
        return token

    def sum(self, depth: int) -> Tree:
        if depth > _MAX_DEPTH:
            raise _NotRead
        terms = [self.product(depth)]
        while self.tokens[self.at] in ("+", "-"):
            minus = self.take() == "-"
            term = self.product(depth)
            terms.append(("neg", term) if minus else term)
        return terms[0] if len(terms) == 1 else ("+", *terms)

    def product(self, depth: int) -> Tree:
        left = self.signed(depth)
        after_slash = False
        while True:
            token = self.tokens[self.at]
            if token in ("*", "/"):
                self.at += 1
                right = self.signed(depth)
                after_slash = token == "/"
                self.slashes += after_slash
                if self.slashes > _MAX_DEPTH:
                    raise _NotRead
            elif token in ("(", "[", "sqrt") or token in self.names:
                if after_slash:
                    raise _NotRead  # 1/2x
                token, right = "*", self.raised(depth)
            else:
                return left
            if token == "*" and isinstance(left, tuple) and left[0] == "*":
                left = (*left, right)
            else:
                left = (token, left, right)

    def signed(self, depth: int) -> Tree:
        if depth > _MAX_DEPTH:
            raise _NotRead
        if self.tokens[self.at] in ("+", "-"):
            minus = self.take() == "-"
            value = self.signed(depth + 1)
            return ("neg", value) if minus else value
        return self.raised(depth)

    def raised(self, depth: int) -> Tree:
        base = self.atom(depth)
        if self.tokens[self.at] != "^":
            return base
        self.at += 1
        exponent = self.signed(depth + 1)
        last, following = self.tokens[self.at - 1], self.tokens[self.at]
        if self.names and following == self.names[0] and last not in ")]":
            raise _NotRead  # 2^3x
        return ("^", base, exponent)

    def atom(self, depth: int) -> Tree:
        token = self.take()
        if token.isdigit():
            return int(token)
        if token in self.names and token:
            return token
        if token == "sqrt":
            if self.tokens[self.at] != "(":
                raise _NotRead
            return ("sqrt", self.atom(depth + 1))
        if token in ("(", "["):
            inner = self.sum(depth + 1)
            if self.take() != {"(": ")", "[": "]"}[token]:
                raise _NotRead
            return inner
        raise _NotRead


def operands(tree: Tree, kind: str) -> tuple[Tree, ...]:
    """The terms of a sum (``+``) or the factors of a product (``*``), those in inner brackets included."""
    if isinstance(tree, tuple) and tree[0] == kind:
        return tuple(part for inner in tree[1:] for part in operands(inner, kind))
    return (tree,)


def signed(tree: Tree) -> tuple[int, Tree]:
    """The sign in front of a tree, and the tree without it."""
    if isinstance(tree, tuple) and tree[0] == "neg":
        sign, inner = signed(tree[1])
        return -sign, inner
    return 1, tree


def modulo(tree: Tree, values: Mapping[str, int], prime: int) -> int | None:
    """The value of a tree without roots modulo a prime; None if it has none, or for exponents above 200."""
    if isinstance(tree, int):
        return tree % prime
    if isinstance(tree, str):
        return values[tree]
    kind, *rest = tree
    if kind == "^":
        sign, exponent = signed(rest[1])
        base = modulo(rest[0], values, prime)
        if (
            base is None
            or not isinstance(exponent, int)
            or exponent > 200
            or (base == 0 and sign * exponent <= 0)
        ):
            return None
        return pow(base, sign * exponent, prime)
    total: int | None = None
    for part in rest:
        value = modulo(part, values, prime)
        if value is None:
            return None
        if kind == "neg":
            total = -value
        elif total is None:
            total = value
        elif kind == "+":
            total += value
        elif kind == "*":
            total *= value
        elif kind == "/":
            if value == 0:
                return None
            total *= pow(value, -1, prime)
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


def coefficients(tree: Tree, name: str, limit: int = 40) -> list[Fraction] | None:
    """A polynomial in one variable multiplied out, lowest power first; None if it is none or too large."""
    if isinstance(tree, int):
        return [Fraction(tree)] if tree else []
    if isinstance(tree, str):
        return [Fraction(0), Fraction(1)] if tree == name else None
    kind, *rest = tree
    if kind == "^":
        base = coefficients(rest[0], name, limit)
        exponent = rest[1]
        if (
            base is None
            or not isinstance(exponent, int)
            or not 0 <= exponent <= limit
            or not (base or exponent)
        ):
            return None
        parts: list[list[Fraction] | None] = [base] * exponent
        total: list[Fraction] = [Fraction(1)]
        kind = "*"
    elif kind in ("+", "*", "neg"):
        first, *parts = (coefficients(part, name, limit) for part in rest)
        if first is None:
            return None
        total = first
    else:
        return None
    for part in parts:
        if part is None:
            return None
        if kind == "+":
            size = max(len(total), len(part))
            total = [
                (total[i] if i < len(total) else Fraction(0)) + (part[i] if i < len(part) else Fraction(0))
                for i in range(size)
            ]
        else:
            longer = [Fraction(0)] * max(len(total) + len(part) - 1, 0)
            for i, a in enumerate(total):
                for j, b in enumerate(part):
                    longer[i + j] += a * b
            total = longer
        if len(total) > limit + 1 or any(abs(c.numerator) > 10**300 for c in total):
            return None
    if kind == "neg":
        total = [-c for c in total]
    while total and not total[-1]:
        total.pop()
    return total


def collected_terms(
    tree: Tree, names: Sequence[str], *, fractions: bool = False
) -> dict[tuple[int, ...], Fraction] | None:
    """Coefficients by exponents of a sum that is written out; None if it has brackets or like terms."""
    found: dict[tuple[int, ...], Fraction] = {}
    terms = operands(tree, "+")
    for term in terms:
        read = _single_term(term, names, fractions)
        if read is None or read[0] in found or (read[1] == 0 and len(terms) > 1):
            return None
        found[read[0]] = read[1]
    return found


def _single_term(tree: Tree, names: Sequence[str], fractions: bool) -> tuple[tuple[int, ...], Fraction] | None:
    sign, tree = signed(tree)
    over = 1
    if isinstance(tree, tuple) and tree[0] == "/":
        _, tree, over = tree
        if not fractions or not isinstance(over, int) or over < 2:
            return None
    numbers: list[Fraction] = []
    powers: dict[str, int] = {}
    for part in operands(tree, "*"):
        minus, part = signed(part)
        sign *= minus
        if isinstance(part, int):
            numbers.append(Fraction(part))
        elif isinstance(part, tuple) and part[0] == "/" and fractions and over == 1:
            inner, top = signed(part[1])
            if not isinstance(top, int) or not isinstance(part[2], int) or part[2] < 2:
                return None
            numbers.append(Fraction(inner * top, part[2]))
            if numbers[-1].denominator != part[2]:
                return None
        else:
            base, exponent = part[1:] if isinstance(part, tuple) and part[0] == "^" else (part, 1)
            if base not in names or not isinstance(exponent, int) or exponent < 1 or base in powers:
                return None
            powers[base] = exponent
    if len(numbers) > 1:
        return None
    number = numbers[0] if numbers else Fraction(1)
    if over > 1 and (number / over).denominator != number.denominator * over:
        return None
    return tuple(powers.get(name, 0) for name in names), sign * number / over


def two_sides(tree: Tree) -> tuple[int, Tree, Tree]:
    """The sign, the numerator and the denominator of a tree that is one fraction; the latter is 1 if it is none."""
    sign, tree = signed(tree)
    return (sign, tree[1], tree[2]) if isinstance(tree, tuple) and tree[0] == "/" else (sign, tree, 1)


def whole_fraction(tree: Tree, name: str) -> tuple[list[int], list[int]] | None:
    """A fraction of polynomials with integer coefficients, as written: numerator and denominator."""
    sign, top, bottom = two_sides(tree)
    above, below = coefficients(top, name), coefficients(bottom, name)
    if above is None or not below:
        return None
    return [sign * int(c) for c in above], [int(c) for c in below]
