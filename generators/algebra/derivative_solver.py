"""Derivatives a second time: central differences of the function against the answer's values.

It knows no rule of differentiation. The reader is a plain recursive descent over plain-text expressions; values are
260-digit numbers of a private mpmath context.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from ..base import Json

_TOKEN = re.compile(
    r"([0-9]*\.[0-9]+|[0-9]+)|(sqrt|sin|cos|tan|sec|csc|cot|exp|log|ln|x|e)|(\*\*|[-+*/^()])|(\s+)"
)
_MAX_DEPTH = 60
_STEP = 100  # the difference is taken over 2 * 10**-100
_DIGITS = 260
_AGREEMENT = 90
_POINTS = tuple(Fraction(n, 701) for n in (151, -211, 293, 450, -499, 37, 617, 823, 1187))
_NEEDED = 4

_MAX_FUNCTIONS = 128

Code = list[str]
"""An expression in postfix order: numbers, names, functions, the binary operators and ``negate``."""


class _NotRead(ValueError):
    pass


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether `answer` reads as an expression that equals the function's derivative wherever that was tried."""
    try:
        code = _Reader(answer).whole()
    except _NotRead:
        return False
    agreed = 0
    for point in _POINTS:
        x = _context().mpf(point.numerator) / point.denominator
        slope = _slope(payload["function"], point)
        value = None if slope is None else _value(code, x)
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
    code, h = _Reader(function).whole(), context.mpf(10) ** -_STEP
    x = context.mpf(point.numerator) / point.denominator
    ahead, behind = _value(code, x + h), _value(code, x - h)
    unknown = (None, _HUGE)
    return None if ahead in unknown or behind in unknown else (ahead - behind) / (2 * h)


@lru_cache(maxsize=1)
def _context() -> Any:
    from mpmath.ctx_mp import MPContext

    # A context of our own: the precision of the shared one belongs to everybody.
    context: Any = MPContext()
    context.dps = _DIGITS
    return context


_HUGE = "huge"


def _value(code: Code, x: Any) -> Any:
    """The real value; None if there is none; `_HUGE` if a number on the way is too large to go on with."""
    context = _context()
    stack: list[Any] = []
    for word in code:
        if word == "x":
            stack.append(x)
        elif word[0] in "0123456789.":
            stack.append(context.mpf(word))
        elif word == "e":
            stack.append(context.e + 0)
        elif word == "negate":
            stack[-1] = -stack[-1]
        else:
            b = stack.pop()
            a = stack.pop() if word in "+-*/^" else b
            try:
                value = _applied(word, a, b)
            except ZeroDivisionError:
                return None
            if value is None or value is _HUGE:
                return value
            if isinstance(value, context.mpc):
                return None
            stack.append(value)
    return stack[0]


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
        text = text.strip().removesuffix(".")
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
            if match[1] and (len(match[1]) > 40 or re.fullmatch("0[0-9]+", match[1])):
                raise _NotRead
        self.tokens.append("")
        self.code: Code = []
        self.at = 0
        self.depth = 0

    def whole(self) -> Code:
        self.sum()
        if self.tokens[self.at] or sum(word.isalpha() for word in self.code if len(word) > 1) > _MAX_FUNCTIONS:
            raise _NotRead
        return self.code

    def sum(self) -> None:
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise _NotRead
        self.product()
        while self.tokens[self.at] in ("+", "-"):
            operator = self.next()
            self.product()
            self.code.append(operator)
        self.depth -= 1

    def product(self) -> None:
        self.signed()
        divided = False
        while True:
            token = self.tokens[self.at]
            if token in ("*", "/"):
                self.at += 1
                self.signed()
                self.code.append(token)
                divided = token == "/"
            elif token and token not in "+-)^" and token[0] not in "0123456789.":
                if divided:
                    raise _NotRead  # 1/2x
                self.power()
                self.code.append("*")
            else:
                return

    def signed(self) -> None:
        negative = False
        while self.tokens[self.at] in ("+", "-"):
            negative ^= self.next() == "-"
        self.power()
        if negative:
            self.code.append("negate")

    def power(self) -> None:
        self.atom()
        self.raised()

    def raised(self) -> None:
        """What stands behind a base: an exponent, or nothing."""
        if self.tokens[self.at] != "^":
            return
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise _NotRead
        self.at += 1
        self.signed()
        if self.tokens[self.at] == "x" and self.tokens[self.at - 1] != ")":
            raise _NotRead  # e^2x
        self.code.append("^")
        self.depth -= 1

    def atom(self) -> None:
        token = self.next()
        if token == "(":
            self.sum()
            if self.next() != ")":
                raise _NotRead
        elif token and (token[0] in "0123456789." or token in ("x", "e")):
            self.code.append(token)
        elif token.isalpha():
            self.function(token)
        else:
            raise _NotRead

    def function(self, name: str) -> None:
        outer = ""
        if self.tokens[self.at] == "^":
            self.at += 1
            parenthesised = self.tokens[self.at] == "("
            self.at += parenthesised
            outer = self.next()
            if not outer.isdigit() or (parenthesised and self.next() != ")"):
                raise _NotRead
        if self.tokens[self.at] == "(":
            self.atom()
            self.code.append(name)
        else:
            factor = self.next() if self.tokens[self.at][:1].isdigit() else ""
            if self.next() != "x":
                raise _NotRead
            self.code += [factor, "x"] if factor else ["x"]
            self.raised()
            if self.tokens[self.at] in ("(", "x", "e"):
                raise _NotRead  # sin x(x+1)
            self.code += ["*", name] if factor else [name]
        if outer:
            self.code += [outer, "^"]

    def next(self) -> str:
        token = self.tokens[self.at]
        self.at += bool(token)
        return token
