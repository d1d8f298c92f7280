"""Whether an expression is the derivative of another, by central differences: an independent check for tests.

The reader is a plain recursive descent over plain-text expressions; values are 110-digit numbers of a private
mpmath context.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import Any

_TOKEN = re.compile(
    r"([0-9]*\.[0-9]+|[0-9]+)|(sqrt|sin|cos|tan|sec|csc|cot|exp|log|ln|x|e)|(\*\*|[-+*/^()])|(\s+)"
)
_MAX_DEPTH = 60
_STEP = 40  # the difference is taken over 2 * 10**-40
_DIGITS = 110
_AGREEMENT = 30
_POINTS = tuple(Fraction(n, 701) for n in (151, -211, 293, 450, -499, 37, 617, 823, 1187))
_NEEDED = 4

Tree = Any
"""``("number", text)``, ``("x",)``, ``("e",)`` or an operation with its trees."""


class _NotRead(ValueError):
    pass


def agrees(function: str, answer: str) -> bool:
    """Whether `answer` reads as an expression that equals the derivative wherever that was tried."""
    try:
        tree = _Reader(answer).whole()
    except _NotRead:
        return False
    agreed = 0
    for point in _POINTS:
        x = _context().mpf(point.numerator) / point.denominator
        slope = _slope(function, point)
        value = None if slope is None else _value(tree, x)
        if slope is None or value is _HUGE:
            continue
        if (
            value is None
            or abs(value - slope) > max(abs(value), abs(slope)) * _context().mpf(10) ** -_AGREEMENT
        ):
            return False
        agreed += 1
        if agreed == _NEEDED:
            return True
    return False


@lru_cache(maxsize=512)
def _slope(function: str, point: Fraction) -> Any:
    """The central difference of the function; None where the function has no value."""
    context = _context()
    tree, h = _Reader(function).whole(), context.mpf(10) ** -_STEP
    x = context.mpf(point.numerator) / point.denominator
    ahead, behind = _value(tree, x + h), _value(tree, x - h)
    unknown = (None, _HUGE)
    return None if ahead in unknown or behind in unknown else (ahead - behind) / (2 * h)


@lru_cache(maxsize=1)
def _context() -> Any:
    from mpmath.ctx_mp import MPContext  # type: ignore[import-untyped]

    # A context of our own: the precision of the shared one belongs to everybody.
    context: Any = MPContext()
    context.dps = _DIGITS
    return context


_HUGE = "huge"


def _value(tree: Tree, x: Any) -> Any:
    """The real value; None if there is none; `_HUGE` if a number on the way is too large to go on with."""
    context = _context()
    kind, *parts = tree
    if kind == "x":
        return x
    if kind == "number":
        return context.mpf(parts[0])
    if kind == "e":
        return context.e + 0
    values = [_value(part, x) for part in parts]
    if None in values or _HUGE in values:
        return None if None in values else _HUGE
    try:
        value = _applied(kind, values[0], values[-1])
    except ZeroDivisionError:
        return None
    return None if isinstance(value, context.mpc) else value


def _applied(kind: str, a: Any, b: Any) -> Any:
    context = _context()
    if kind == "+":
        return a + b
    if kind == "-":
        return a - b
    if kind == "*":
        return a * b
    if kind == "/":
        return a / b
    if kind == "^":
        return _HUGE if abs(b) * (1 + abs(context.mag(a))) > 10**9 else context.power(a, b)
    if kind in ("ln", "log"):
        return context.ln(a) if a > 0 else None
    if kind == "sqrt":
        return context.sqrt(a)
    if abs(a) > 10**18:
        return _HUGE
    return {
        "sin": context.sin,
        "cos": context.cos,
        "tan": context.tan,
        "sec": context.sec,
        "csc": context.csc,
        "cot": context.cot,
        "exp": context.exp,
    }[kind](a)


class _Reader:
    """sum = product (± product)*; product = signed (* signed | / signed | power)*; signed = ± signed | power."""

    def __init__(self, text: str) -> None:
        text = text.strip()
        if len(text) > 4096 or not text.isascii():
            raise _NotRead
        self.tokens: list[str] = []
        position, text = 0, text.lower()
        while position < len(text):
            match = _TOKEN.match(text, position)
            if match is None:
                raise _NotRead
            position = match.end()
            if not match[4]:
                self.tokens.append("^" if match[0] == "**" else match[0])
            if match[1] and re.fullmatch("0[0-9]+", match[1]):
                raise _NotRead
        self.tokens.append("")
        self.at = 0
        self.depth = 0

    def whole(self) -> Tree:
        tree = self.sum()
        if self.tokens[self.at]:
            raise _NotRead
        return tree

    def sum(self) -> Tree:
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise _NotRead
        tree = self.product()
        while self.tokens[self.at] in ("+", "-"):
            operator = self.next()
            tree = (operator, tree, self.product())
        self.depth -= 1
        return tree

    def product(self) -> Tree:
        tree, divided = self.signed(), False
        while True:
            token = self.tokens[self.at]
            if token in ("*", "/"):
                self.at += 1
                tree, divided = (token, tree, self.signed()), token == "/"
            elif token and token not in "+-)^" and not token[0].isdigit() and token[0] != ".":
                if divided:
                    raise _NotRead  # 1/2x
                tree = ("*", tree, self.power())
            else:
                return tree

    def signed(self) -> Tree:
        negative = False
        while self.tokens[self.at] in ("+", "-"):
            negative ^= self.next() == "-"
        tree = self.power()
        return ("*", ("number", "-1"), tree) if negative else tree

    def power(self) -> Tree:
        base = self.atom()
        return self.raised(base)

    def raised(self, base: Tree) -> Tree:
        if self.tokens[self.at] != "^":
            return base
        self.at += 1
        exponent = self.signed()
        if self.tokens[self.at] == "x" and self.tokens[self.at - 1] != ")":
            raise _NotRead  # e^2x
        return ("^", base, exponent)

    def atom(self) -> Tree:
        token = self.next()
        if token == "(":
            tree = self.sum()
            if self.next() != ")":
                raise _NotRead
            return tree
        if token[:1].isdigit() or token[:1] == ".":
            return ("number", token)
        if token in ("x", "e"):
            return (token,)
        if not token.isalpha():
            raise _NotRead
        outer = None
        if self.tokens[self.at] == "^":
            self.at += 1
            parenthesised = self.tokens[self.at] == "("
            self.at += parenthesised
            outer = self.next()
            if not outer.isdigit() or (parenthesised and self.next() != ")"):
                raise _NotRead
        tree = (token, self.argument())
        return tree if outer is None else ("^", tree, ("number", outer))

    def argument(self) -> Tree:
        if self.tokens[self.at] == "(":
            return self.atom()
        factor = self.next() if self.tokens[self.at][:1].isdigit() else None
        if self.next() != "x":
            raise _NotRead
        tree = self.raised(("x",))
        following = self.tokens[self.at]
        if following in ("(", "x", "e"):
            raise _NotRead  # sin x(x+1)
        return tree if factor is None else ("*", ("number", factor), tree)

    def next(self) -> str:
        token = self.tokens[self.at]
        self.at += bool(token)
        return token
