"""The values of constant expressions such as ``3 + 2*sqrt(5)/3`` or ``9*pi/4 - 2i``, to fifty digits.

For solvers of answers with roots, pi and i: values are complex numbers of two `Decimal`, and two that
agree to thirty digits are taken for equal, which no two different short expressions do. Products need no sign
(``2sqrt(3)``, ``5pi``), a quotient followed by such a product is refused, and nothing is evaluated but this.
"""

from __future__ import annotations

import re
from decimal import Context, Decimal
from fractions import Fraction

MAX_CHARS = 400
MAX_DEPTH = 30
_CONTEXT = Context(prec=50, Emax=10**6, Emin=-(10**6))
_ZERO, _ONE = Decimal(0), Decimal(1)
_PI = _CONTEXT.plus(
    Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899")
)
_TOKEN = re.compile(r"\s*([0-9]+(?:\.[0-9]+)?|sqrt|pi|i|[-+*/^()])")

Value = tuple[Decimal, Decimal]


class _NoValue(ValueError):
    """The text is no such expression."""


def value_of(text: str) -> Value | None:
    """The value of the expression that is the whole of `text`; None if it is none or has none."""
    if len(text) > MAX_CHARS:
        return None
    tokens: list[str] = []
    text = text.strip()
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None or len(match.group(1)) > 60:
            return None
        tokens.append(match.group(1))
        position = match.end()
    reader = _Reader([*tokens, ""])
    try:
        value = reader.sum(0)
    except (_NoValue, ArithmeticError):
        return None
    return value if reader.at == len(tokens) else None


def rational(value: Fraction | int) -> Value:
    """The value of a rational number."""
    return _CONTEXT.divide(Decimal(value.numerator), Decimal(value.denominator)), _ZERO


def same(left: Value | None, right: Value | None) -> bool:
    """Whether both are values, and agree to thirty digits."""
    if left is None or right is None:
        return False
    size = max(_ONE, *(abs(part) for part in (*left, *right)))
    return all(
        abs(_CONTEXT.subtract(a, b)) <= size * Decimal("1e-30") for a, b in zip(left, right, strict=True)
    )


def plus(left: Value, right: Value) -> Value:
    """The sum."""
    return _CONTEXT.add(left[0], right[0]), _CONTEXT.add(left[1], right[1])


def negative(value: Value) -> Value:
    """The value times -1."""
    return _CONTEXT.minus(value[0]), _CONTEXT.minus(value[1])


def times(left: Value, right: Value) -> Value:
    """The product."""
    c = _CONTEXT
    (a, b), (x, y) = left, right
    return (
        c.subtract(c.multiply(a, x), c.multiply(b, y)),
        c.add(c.multiply(a, y), c.multiply(b, x)),
    )


def over(left: Value, right: Value) -> Value:
    """The quotient; ArithmeticError if `right` is zero."""
    c = _CONTEXT
    size = c.add(c.multiply(right[0], right[0]), c.multiply(right[1], right[1]))
    if not size:
        raise _NoValue
    top = times(left, (right[0], c.minus(right[1])))
    return c.divide(top[0], size), c.divide(top[1], size)


def root(value: Value) -> Value:
    """The square root of a real number that is not negative."""
    if value[1] or value[0] < 0:
        raise _NoValue
    return _CONTEXT.sqrt(value[0]), _ZERO


class _Reader:
    """Recursive descent; the last token is the empty text."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens, self.at = tokens, 0

    def take(self, *wanted: str) -> str:
        token = self.tokens[self.at]
        if token not in wanted:
            return ""
        self.at += 1
        return token

    def sum(self, depth: int) -> Value:
        if depth > MAX_DEPTH:
            raise _NoValue
        value = self.product(depth)
        while sign := self.take("+", "-"):
            term = self.product(depth)
            value = plus(value, term if sign == "+" else negative(term))
        return value

    def product(self, depth: int) -> Value:
        value = self.signed(depth)
        divided = False
        while True:
            if sign := self.take("*", "/"):
                factor = self.signed(depth)
                value = times(value, factor) if sign == "*" else over(value, factor)
                divided = sign == "/"
            elif self.follows() and not divided:
                value = times(value, self.power(depth))
            else:
                return value

    def follows(self) -> bool:
        """Whether a factor without a sign comes next; a number only after i, as in ``i3``."""
        token = self.tokens[self.at]
        return token in ("sqrt", "pi", "i", "(") or (token[:1].isdigit() and self.tokens[self.at - 1] == "i")

    def signed(self, depth: int) -> Value:
        if depth > MAX_DEPTH:
            raise _NoValue
        if sign := self.take("+", "-"):
            value = self.signed(depth + 1)
            return value if sign == "+" else negative(value)
        return self.power(depth)

    def power(self, depth: int) -> Value:
        base = self.operand(depth)
        if not self.take("^"):
            return base
        exponent = self.tokens[self.at]
        if not exponent.isdigit() or len(exponent) > 2:
            raise _NoValue
        self.at += 1
        value: Value = (_ONE, _ZERO)
        for _ in range(int(exponent)):
            value = times(value, base)
        return value

    def operand(self, depth: int) -> Value:
        token = self.tokens[self.at]
        self.at += bool(token)
        if token == "pi":
            return _PI, _ZERO
        if token == "i":
            return _ZERO, _ONE
        if token == "sqrt":
            if self.tokens[self.at] != "(":
                raise _NoValue
            return root(self.operand(depth))
        if token == "(":
            value = self.sum(depth + 1)
            if not self.take(")"):
                raise _NoValue
            return value
        if token[:1].isdigit():
            return Decimal(token), _ZERO
        raise _NoValue
