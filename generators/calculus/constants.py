"""Exact constants: sums of rational multiples of products of a power of e, a square root, pi and a logarithm.

A `Constant` maps a `Key` to its rational coefficient. A logarithm is that of a prime (or 1 for none), a square root
that of a square-free number, so that equal constants of this kind are equal maps.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from ..expressions_of_x import Expression


class Key(NamedTuple):
    """A product ``e^power * pi^circle * sqrt(root) * ln(log)``; `log` is 1 where there is no logarithm."""

    power: int = 0
    circle: int = 0
    root: int = 1
    log: int = 1


Constant = dict[Key, Fraction]
ONE = Key()
MAX_POWER = 12


class NoConstant(ValueError):
    """The value is not of this kind, or too large."""


def rational(value: Fraction | int) -> Constant:
    """A rational number."""
    return {ONE: Fraction(value)} if value else {}


def pi_times(value: Fraction) -> Constant:
    """A rational multiple of pi."""
    return {Key(circle=1): value} if value else {}


def plus(a: Constant, b: Constant, weight: int | Fraction = 1) -> Constant:
    """``a + weight * b``."""
    total = dict(a)
    for key, value in b.items():
        total[key] = total.get(key, Fraction(0)) + weight * value
    return {key: value for key, value in total.items() if value}


def times(a: Constant, b: Constant) -> Constant:
    """The product.

    Raises:
        NoConstant: for a product of two logarithms.
    """
    total: Constant = {}
    for p, u in a.items():
        for q, v in b.items():
            if p.log > 1 < q.log:
                raise NoConstant
            factor, root = square_free(p.root * q.root)
            key = Key(p.power + q.power, p.circle + q.circle, root, max(p.log, q.log))
            total[key] = total.get(key, Fraction(0)) + u * v * factor
    return {key: value for key, value in total.items() if value}


def inverse(a: Constant) -> Constant:
    """The reciprocal of a constant of one term without a logarithm."""
    if len(a) != 1:
        raise NoConstant
    ((key, value),) = a.items()
    if key.log > 1 or key.circle:
        raise NoConstant
    return {Key(-key.power, 0, key.root): 1 / (value * key.root)}


def square_free(number: int) -> tuple[int, int]:
    """``(a, b)`` with ``number = a*a*b`` and b square-free."""
    factor, divisor = 1, 2
    while divisor * divisor <= number:
        while number % (divisor * divisor) == 0:
            number //= divisor * divisor
            factor *= divisor
        divisor += 1
    return factor, number


def square_root(value: Fraction) -> Constant:
    """The square root of a rational number."""
    if value < 0 or value.numerator * value.denominator > 10**8:
        raise NoConstant
    factor, root = square_free(value.numerator * value.denominator)
    return {Key(root=root): Fraction(factor, value.denominator)} if value else {}


def logarithm(value: Fraction) -> Constant:
    """The natural logarithm of a positive rational number, as one of primes."""
    if value <= 0 or max(value.numerator, value.denominator) > 10**7:
        raise NoConstant
    total: Constant = {}
    for number, sign in ((value.numerator, 1), (value.denominator, -1)):
        divisor = 2
        while number > 1:
            if divisor * divisor > number:
                divisor = number
            while number % divisor == 0:
                number //= divisor
                total = plus(total, {Key(log=divisor): Fraction(sign)})
            divisor += 1
    return total


_SINES = {0: (0, 1), 2: (1, 1), 3: (1, 2), 4: (1, 3), 6: (2, 1)}
"""Twice the sine of so many twelfths of pi, as a whole number times a root."""


def sine(twelfths: Fraction) -> Constant:
    """The sine of so many twelfths of pi; of multiples of pi/6 and pi/4 only."""
    if twelfths.denominator != 1:
        raise NoConstant
    n = twelfths.numerator % 24
    sign, n = (-1, n - 12) if n >= 12 else (1, n)
    n = min(n, 12 - n)
    if n not in _SINES:
        raise NoConstant
    factor, root = _SINES[n]
    return {Key(root=root): Fraction(sign * factor, 2)} if factor else {}


def arctangent(value: Constant) -> Constant:
    """The arc tangent of 0, 1, sqrt(3), sqrt(3)/3 or one of these with a minus sign."""
    for twelfths, tangent in (
        (0, {}),
        (3, rational(1)),
        (4, square_root(Fraction(3))),
        (2, square_root(Fraction(1, 3))),
    ):
        for sign in (1, -1):
            if value == plus({}, tangent, sign):
                return pi_times(Fraction(sign * twelfths, 12))
    raise NoConstant


def evaluate(expression: Expression, x: Constant) -> Constant:
    """The exact value of a function of x (see `rlvr.generators.expressions_of_x`).

    Raises:
        NoConstant: if it has none of this kind.
    """
    if isinstance(expression, int):
        return rational(expression)
    if expression == "x":
        return x
    kind, *parts = expression
    if kind == "^":
        base = evaluate(parts[0], x)
        if len(base) > 1 and parts[1] > 4:
            raise NoConstant
        value = rational(1)
        for _ in range(parts[1]):
            value = times(value, base)
        return value
    values = [evaluate(part, x) for part in parts]
    value = values[0]
    if kind == "+":
        for term in values[1:]:
            value = plus(value, term)
        return value
    if kind == "*":
        for factor in values[1:]:
            value = times(value, factor)
        return value
    if kind == "/":
        return times(value, inverse(values[1]))
    if kind == "arctan":
        return arctangent(value)
    if kind == "ln" and len(value) == 1 and (power := next(iter(value)).power):
        ((only, weight),) = value.items()
        if only == Key(power):
            return plus(logarithm(weight), rational(power))
    if kind in ("sin", "cos"):
        if set(value) <= {Key(circle=1)}:
            twelfths = 12 * value.get(Key(circle=1), Fraction(0))
            return sine(twelfths if kind == "sin" else twelfths + 6)
        raise NoConstant
    if not set(value) <= {ONE}:
        raise NoConstant
    number = value.get(ONE, Fraction(0))
    if kind == "ln":
        return logarithm(number)
    if kind == "sqrt":
        return square_root(number)
    if number.denominator != 1 or abs(number) > MAX_POWER:
        raise NoConstant
    return {Key(power=int(number)): Fraction(1)}


def size(value: Constant) -> int:
    """The largest numerator or denominator."""
    return max((max(abs(c.numerator), c.denominator) for c in value.values()), default=0)


def as_fraction(value: Constant) -> Fraction | None:
    """The rational number that the constant is, if it is one."""
    return value.get(ONE, Fraction(0)) if set(value) <= {ONE} else None


def text_of(value: Constant) -> str:
    """The constant as text, such as ``3*e^2*ln(2)/4 - 5``."""
    text = ""
    for key in sorted(value, reverse=True):
        term = _term(key, abs(value[key]))
        text += (" - " if text else "-") + term if value[key] < 0 else (" + " if text else "") + term
    return text or "0"


def _term(key: Key, coefficient: Fraction) -> str:
    above: list[str] = []
    below: list[str] = []
    if key.power:
        name = "e" if abs(key.power) == 1 else f"e^{abs(key.power)}"
        (above if key.power > 0 else below).append(name)
    if key.circle:
        above.append("pi" if key.circle == 1 else f"pi^{key.circle}")
    if key.root > 1:
        above.append(f"sqrt({key.root})")
    if key.log > 1:
        above.append(f"ln({key.log})")
    if coefficient.numerator != 1 or not above:
        above.insert(0, str(coefficient.numerator))
    if coefficient.denominator != 1:
        below.insert(0, str(coefficient.denominator))
    text = "*".join(above)
    if below:
        text += "/" + (below[0] if len(below) == 1 else f"({'*'.join(below)})")
    return text
