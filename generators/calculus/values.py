"""Reading and evaluating formulas in plain text, for the solvers of this family.

A recursive descent over plain text, values with as many digits as asked for (mpmath, imported when first needed). It
knows no rule of calculus: the solvers work by differences, sums and values close to a point.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ..readers import reduced

Code = tuple[str, ...]
"""A formula in postfix order: numbers, names, functions, binary operators and ``negate``."""

FUNCTIONS = ("sqrt", "arcsin", "arctan", "sin", "cos", "tan", "exp", "ln", "log", "abs", "sen")
CONSTANTS = ("pi", "e")
MAX_CHARS = 4096
_MAX_DEPTH = 60
_MAX_WORDS = 2000
_LARGE = 10**6  # logarithm of a power beyond which it is not worked out
_SIGNS = re.compile(r"\*\*|[-+*/^()|]")
_NUMBER = re.compile(r"[0-9]*\.[0-9]+|[0-9]+")


class _NotRead(ValueError):
    pass


def read(text: str, names: str = "x") -> Code | None:
    """The formula that is the whole of `text`, in one-letter `names`; None if it is none."""
    text = text.strip().removesuffix(".").rstrip()
    if len(text) > MAX_CHARS or not text.isascii():
        return None
    try:
        tokens = _tokens(text, _words(names))
        reader = _Reader(tokens, names)
        reader.sum()
        if tokens[reader.at]:
            return None
    except _NotRead:
        return None
    return tuple(reader.code) if len(reader.code) <= _MAX_WORDS else None


@lru_cache(maxsize=16)
def _words(names: str) -> re.Pattern[str]:
    return re.compile("|".join([*FUNCTIONS, *CONSTANTS, *names]))


def _tokens(text: str, words: re.Pattern[str]) -> list[str]:
    found: list[str] = []
    position = bars = 0
    while position < len(text):
        if text[position] in " \n\t":
            position += 1
            continue
        match = _NUMBER.match(text, position) or words.match(text, position) or _SIGNS.match(text, position)
        if match is None or len(match[0]) > 400:
            raise _NotRead
        token, position = match[0], match.end()
        if token == "|":
            bars += 1
            found += ["(", "abs", "("] if bars % 2 else [")", ")"]
        else:
            found.append("^" if token == "**" else token)
    return [*found, ""]


class _Reader:
    """sum = product (± product)*; product = signed (* signed | / signed | power)*; signed = ± signed | power."""

    def __init__(self, tokens: list[str], names: str) -> None:
        self.tokens, self.names, self.variables = tokens, (*CONSTANTS, *names), tuple(names[:1])
        self.code: list[str] = []
        self.at = self.depth = 0

    def take(self) -> str:
        token = self.tokens[self.at]
        self.at += bool(token)
        return token

    def sum(self) -> None:
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise _NotRead
        self.product()
        while self.tokens[self.at] in ("+", "-"):
            sign = self.take()
            self.product()
            self.code.append(sign)
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
            elif token == "(" or token in self.names or token in FUNCTIONS:
                if divided:
                    raise _NotRead  # 1/2x
                self.power()
                self.code.append("*")
            else:
                return

    def signed(self) -> None:
        negative = False
        while self.tokens[self.at] in ("+", "-"):
            negative ^= self.take() == "-"
        self.power()
        if negative:
            self.code.append("negate")

    def power(self) -> None:
        token = self.take()
        if token == "(":
            self.sum()
            if self.take() != ")":
                raise _NotRead
        elif token in FUNCTIONS:
            self.function(token)
        elif token in self.names or token[:1].isdigit() or token[:1] == ".":
            self.code.append(token)
        else:
            raise _NotRead
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
        if self.tokens[self.at - 1] != ")" and self.tokens[self.at] in self.variables:
            raise _NotRead  # e^2x
        self.code.append("^")
        self.depth -= 1

    def function(self, name: str) -> None:
        outer = ""
        if self.tokens[self.at] == "^":
            self.at += 1
            outer = self.take()
            if not outer.isdigit():
                raise _NotRead
        if self.tokens[self.at] == "(":
            self.at += 1
            self.sum()
            if self.take() != ")":
                raise _NotRead
        else:
            self.bare_argument()
        self.code.append(name)
        if outer:
            self.code += [outer, "^"]

    def bare_argument(self) -> None:
        """``sin x``, ``sin 2x``, ``ln 2``: up to one number and one name."""
        token = self.take()
        if token[:1].isdigit():
            self.code.append(token)
            if self.tokens[self.at] in self.names:
                self.code += [self.take(), "*"]
        elif token in self.names:
            self.code.append(token)
        else:
            raise _NotRead
        self.raised()
        if self.tokens[self.at] in ("(", *self.names):
            raise _NotRead  # sin x(x+1)


@lru_cache(maxsize=1)
def context() -> Any:
    """An mpmath context of our own: the precision of the shared one belongs to everybody."""
    from mpmath.ctx_mp import MPContext

    return MPContext()


def value(code: Code, point: Mapping[str, Any], digits: int) -> Any:
    """The real value of a formula at a point with about so many digits; None if it has none or is too large."""
    mp = context()
    mp.dps = digits
    stack: list[Any] = []
    for word in code:
        if word in point:
            stack.append(point[word])
        elif word[0] in "0123456789.":
            stack.append(mp.mpf(word))
        elif word == "pi":
            stack.append(+mp.pi)
        elif word == "e":
            stack.append(+mp.e)
        elif word == "negate":
            stack[-1] = -stack[-1]
        else:
            b = stack.pop()
            a = stack.pop() if word in "+-*/^" else b
            result = _applied(mp, word, a, b)
            if result is None:
                return None
            stack.append(result)
    return stack[0]


def _applied(mp: Any, kind: str, a: Any, b: Any) -> Any:
    if kind == "+":
        return a + b
    if kind == "-":
        return a - b
    if kind == "*":
        return a * b
    if kind == "/":
        return a / b if b else None
    if kind == "^":
        if (a == 0 and b <= 0) or abs(b) > mp.mpf(10) ** 80 or (a < 0 and b != int(b)):
            return None
        if a and abs(b * mp.ln(abs(a))) > _LARGE:
            return None
        return a ** (int(b) if b == int(b) and abs(b) < 1000 else b)
    if kind in ("ln", "log"):
        return mp.ln(a) if a > 0 else None
    if kind == "sqrt":
        return mp.sqrt(a) if a >= 0 else None
    if kind == "abs":
        return abs(a)
    if kind == "arctan":
        return mp.atan(a)
    if kind == "arcsin":
        return mp.asin(a) if abs(a) <= 1 else None
    if abs(a) > 10**6:
        return None
    return getattr(mp, "sin" if kind == "sen" else kind)(a)


def close(a: Any, b: Any, digits: int) -> bool:
    """Whether two values exist and agree to so many digits (absolutely, where they are small)."""
    if a is None or b is None:
        return False
    mp = context()
    return bool(abs(a - b) <= max(1, abs(a), abs(b)) * mp.mpf(10) ** -digits)


def agrees(answer: str, wanted: Any, digits: int, *, rational: bool) -> bool:
    """Whether a bare answer has the value `wanted`, a number known to so many digits; in lowest terms if `rational`."""
    if rational:
        number = reduced(answer)
        code = None if number is None else read(f"({number.numerator})/{number.denominator}", "")
    else:  # a decimal point is a sign of an approximation
        code = None if "." in answer.strip()[:-1] else read(answer, "")
    return code is not None and close(value(code, {}, digits + 10), wanted, digits)
