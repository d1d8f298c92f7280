"""Exact-looking numbers for the second checks: complex values to 80 digits of plain formulas with roots and i."""

from __future__ import annotations

import re
from decimal import Context, Decimal, DecimalException
from typing import Any

from . import readers

_DIGITS = 80
_CONTEXT = Context(prec=_DIGITS)
_TINY = Decimal("1e-50")
_HUGE = Decimal("1e1000")
_ZERO = Decimal(0)


class Complex:
    """A complex number as two decimals of 80 digits."""

    __slots__ = ("im", "re")

    def __init__(self, re: Decimal, im: Decimal) -> None:
        self.re, self.im = re, im

    @classmethod
    def of(cls, number: int) -> Complex:
        """A whole number."""
        return cls(Decimal(number), _ZERO)

    def plus(self, other: Complex) -> Complex:
        """The sum."""
        return Complex(_CONTEXT.add(self.re, other.re), _CONTEXT.add(self.im, other.im))

    def negative(self) -> Complex:
        """The negative."""
        return Complex(self.re.copy_negate(), self.im.copy_negate())

    def times(self, other: Complex) -> Complex:
        """The product."""
        product = _CONTEXT.multiply
        return Complex(
            _CONTEXT.subtract(product(self.re, other.re), product(self.im, other.im)),
            _CONTEXT.add(product(self.re, other.im), product(self.im, other.re)),
        )

    def inverse(self) -> Complex | None:
        """The reciprocal; None of zero."""
        if self.equals(Complex.of(0)):
            return None
        size = _CONTEXT.add(_CONTEXT.multiply(self.re, self.re), _CONTEXT.multiply(self.im, self.im))
        return Complex(_CONTEXT.divide(self.re, size), _CONTEXT.divide(self.im.copy_negate(), size))

    def is_real(self) -> bool:
        """Whether the imaginary part is zero, to 50 digits."""
        return self.im.copy_abs() < _TINY

    def equals(self, other: Complex) -> bool:
        """Whether the values agree to 50 places."""
        return (
            _CONTEXT.subtract(self.re, other.re).copy_abs() < _TINY
            and _CONTEXT.subtract(self.im, other.im).copy_abs() < _TINY
        )


def complex_value(text: str) -> Complex | None:
    """The value of a formula with whole numbers, ``sqrt(...)`` and ``i``; None if the text is none."""
    tree = readers.formula(text, ("i",), roots=True)
    if tree is None:
        return None
    try:
        value = value_of(tree)
    except DecimalException:  # out of range on the way
        return None
    return None if value is None or max(abs(value.re), abs(value.im)) > _HUGE else value


def value_of(tree: Any) -> Complex | None:
    """The value of a tree without names other than ``i``; None if it has none."""
    if isinstance(tree, int):
        return Complex.of(tree)
    if tree == "i":
        return Complex(_ZERO, Decimal(1))
    kind, *rest = tree
    total = value_of(rest[0])
    if total is None:
        return None
    if kind == "neg":
        return total.negative()
    if kind == "sqrt":
        if not total.is_real() or total.re < 0:
            return None
        return Complex(_CONTEXT.sqrt(total.re), _ZERO)
    if kind == "^":
        exponent = rest[1]
        if not isinstance(exponent, int) or exponent > 10_000:
            return None
        power = Complex.of(1)
        for digit in bin(exponent)[2:]:
            power = power.times(power)
            if digit == "1":
                power = power.times(total)
        return power
    for part in rest[1:]:
        value = value_of(part)
        if value is not None and kind == "/":
            value = value.inverse()
        if value is None:
            return None
        total = total.plus(value) if kind == "+" else total.times(value)
    return total


def members(text: str) -> list[str]:
    """The members of a set as written, in braces or without; [] if the text is no such list."""
    text = text.strip().removesuffix(".").strip()
    if text.startswith("{") and text.endswith("}"):
        text = text[1:-1]
    if re.search(r"[{}]", text):
        return []
    pieces = [piece.strip() for piece in re.split("[,;]", text)]
    return pieces if all(pieces) else []
