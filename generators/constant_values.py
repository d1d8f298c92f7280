"""The values of constant formulas such as ``3 + 2*sqrt(5)/3`` or ``9*pi/4 - 2i``, to eighty digits.

For solvers of answers with roots, pi and i: values are complex numbers of two `Decimal`, and two that agree to
thirty digits are taken for equal, which no two different short formulas do.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Context, Decimal
from fractions import Fraction

from .formula_reader import Notation, Tree, formula
from .formula_trees import signed

CONSTANT = Notation(
    constants=("pi", "i"),
    functions=("sqrt",),
    decimals=True,
    zeros=True,
    before_numbers=("i",),
    max_digits=400,
    max_divisions=64,
)
"""Numbers as people write them beside roots, pi and i."""

_MAX_EXPONENT = 10_000
_CONTEXT = Context(prec=80, Emax=10**6, Emin=-(10**6))
_ZERO, _ONE = Decimal(0), Decimal(1)
_HUGE = Decimal("1e100")
_PI = _CONTEXT.plus(
    Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899")
)

Value = tuple[Decimal, Decimal]
"""The real and the imaginary part."""


class _NoValue(ValueError):
    """The formula has no value, or none that is worked out here."""


def value_of(text: str, notation: Notation = CONSTANT) -> Value | None:
    """The value of the formula that is the whole of `text`; None if it is none or has none."""
    tree = formula(text, notation)
    return None if tree is None else tree_value(tree)


def tree_value(tree: Tree, point: Mapping[str, Value] | None = None) -> Value | None:
    """The value of a tree where names have the values of `point`; None if it has none, or one above 10^100."""
    try:
        value = _value(tree, {"pi": (_PI, _ZERO), "i": (_ZERO, _ONE), **(point or {})})
    except (_NoValue, ArithmeticError):  # out of range on the way
        return None
    return value if max(map(abs, value)) <= _HUGE else None


def rational(value: Fraction | int) -> Value:
    """The value of a rational number."""
    return _CONTEXT.divide(Decimal(value.numerator), Decimal(value.denominator)), _ZERO


def same(left: Value | None, right: Value | None, digits: int = 30) -> bool:
    """Whether both are values, and agree to so many digits."""
    if left is None or right is None:
        return False
    size = max(_ONE, *(abs(part) for part in (*left, *right)))
    return all(
        abs(_CONTEXT.subtract(a, b)) <= size.scaleb(-digits, _CONTEXT) for a, b in zip(left, right, strict=True)
    )


def is_real(value: Value) -> bool:
    """Whether the imaginary part is zero, to fifty digits."""
    return same((_ZERO, value[1]), rational(0), 50)


def plus(left: Value, right: Value) -> Value:
    """The sum."""
    return _CONTEXT.add(left[0], right[0]), _CONTEXT.add(left[1], right[1])


def negative(value: Value) -> Value:
    """The value times -1."""
    return value[0].copy_negate(), value[1].copy_negate()


def times(left: Value, right: Value) -> Value:
    """The product."""
    c = _CONTEXT
    (a, b), (x, y) = left, right
    return (
        c.subtract(c.multiply(a, x), c.multiply(b, y)),
        c.add(c.multiply(a, y), c.multiply(b, x)),
    )


def over(left: Value, right: Value) -> Value:
    """The quotient; ValueError if `right` is zero to fifty digits."""
    c = _CONTEXT
    if same(right, rational(0), 50):
        raise _NoValue
    size = c.add(c.multiply(right[0], right[0]), c.multiply(right[1], right[1]))
    top = times(left, conjugate(right))
    return c.divide(top[0], size), c.divide(top[1], size)


def conjugate(value: Value) -> Value:
    """The value with the other sign of its imaginary part."""
    return value[0], value[1].copy_negate()


def root(value: Value) -> Value:
    """The square root of a real number that is not negative; ValueError of others."""
    if not is_real(value) or value[0] < 0:
        raise _NoValue
    return _CONTEXT.sqrt(value[0]), _ZERO


def _value(tree: Tree, point: Mapping[str, Value]) -> Value:
    if isinstance(tree, int | Fraction):
        return rational(tree)
    if isinstance(tree, str):
        if tree not in point:
            raise _NoValue
        return point[tree]
    kind, first, *rest = tree
    total = _value(first, point)
    if kind == "neg":
        return negative(total)
    if kind == "sqrt":
        return root(total)
    if kind == "^":
        return _power(total, rest[0])
    if kind not in _OPERATIONS:
        raise _NoValue
    for part in rest:
        total = _OPERATIONS[kind](total, _value(part, point))
    return total


_OPERATIONS = {"+": plus, "*": times, "/": over}


def _power(base: Value, exponent: Tree) -> Value:
    """By squaring, for exponents written as a whole number."""
    sign, number = signed(exponent)
    if not isinstance(number, int) or number > _MAX_EXPONENT or (not number and not any(base)):
        raise _NoValue
    power = rational(1)
    for digit in bin(number)[2:]:
        power = times(power, power)
        if digit == "1":
            power = times(power, base)
    return power if sign > 0 else over(rational(1), power)
