"""Exact values: rational and Gaussian rational numbers, with every growth bounded before it happens.

`evaluate` gives None where a value is not of this kind (a square root of 2, a sine); `numeric` decides those.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial, gcd, isqrt, lcm

from .budget import MAX_BITS, Budget, OutOfBudget, Undefined
from .tree import Add, Call, Const, Div, Mul, Neg, Node, Num, Pow, Sum, Var

_MAX_FACTORIAL = 2000
_MAX_TERMS = 300


@dataclass(frozen=True, slots=True)
class Gauss:
    """A Gaussian rational with an imaginary part that is not zero."""

    re: Fraction
    im: Fraction


Exact = Fraction | Gauss
_ONE = Fraction(1)
_ZERO = Fraction(0)


def evaluate(node: Node, budget: Budget, point: Mapping[str, Fraction] | None = None) -> Exact | None:
    """The exact value of a scalar, or None if it has none that is (Gaussian) rational and found by these rules.

    Args:
        node: a scalar.
        budget: what the steps are taken from.
        point: values of the variables.

    Raises:
        Undefined: at a division by zero and the like.
        OutOfBudget: if a number would grow over `MAX_BITS` bits.
    """
    budget.left -= 1
    if budget.left < 0:
        raise OutOfBudget
    match node:
        case Num(value=number):
            return number
        case Var(name=name):
            return None if point is None else point.get(name)
        case Const(name=name):
            if name == "i":
                return Gauss(_ZERO, _ONE)
            if name == "oo":
                raise Undefined("Infinity is not a number to compute with.")
            return None
        case Add(terms=terms):
            return _fold(_plus, terms, budget, point)
        case Mul(factors=factors):
            return _fold(_times, factors, budget, point)
        case Neg(value=inner):
            value = evaluate(inner, budget, point)
            return None if value is None else negative(value)
        case Div(top=top, bottom=bottom):
            a, b = evaluate(top, budget, point), evaluate(bottom, budget, point)
            if b == 0:
                raise Undefined("A division by zero has no value.")
            return None if a is None or b is None else _times(a, _inverse(b), budget)
        case Pow(base=base, exponent=exponent):
            b, n = evaluate(base, budget, point), evaluate(exponent, budget, point)
            return None if b is None or n is None else power(b, n, budget)
        case Call(name=name, arguments=arguments):
            values: list[Exact] = []
            known = True
            for argument in arguments:  # all of them: an undefined one must be found
                value = evaluate(argument, budget, point)
                if value is None:
                    known = False
                else:
                    values.append(value)
            return _call(name, values, budget) if known else None
        case Sum(kind=kind):
            total: Exact | None = _ZERO if kind == "sum" else _ONE
            for k in summed(node, budget, point):
                value = evaluate(node.body, budget, {**(point or {}), node.name: k})
                if value is None:
                    total = None
                elif total is not None:
                    total = _plus(total, value, budget) if kind == "sum" else _times(total, value, budget)
            return total
    return None


def summed(node: Sum, budget: Budget, point: Mapping[str, Fraction] | None) -> list[Fraction]:
    """The whole numbers that a sum goes over.

    Raises:
        Undefined: if its bounds are no whole numbers.
        OutOfBudget: if there are too many of them, or they have no value here.
    """
    low = evaluate(node.low, budget, point)
    high = None if node.high == Const("oo") else evaluate(node.high, budget, point)
    if low is None or high is None:
        raise OutOfBudget
    if (
        not (isinstance(low, Fraction) and isinstance(high, Fraction))
        or low.denominator * high.denominator != 1
    ):
        raise Undefined("A sum goes over whole numbers.")
    if high - low > _MAX_TERMS:
        raise OutOfBudget
    return [Fraction(k) for k in range(int(low), int(high) + 1)]


def _fold(
    join: Callable[[Exact, Exact, Budget], Exact],
    nodes: tuple[Node, ...],
    budget: Budget,
    point: Mapping[str, Fraction] | None,
) -> Exact | None:
    total: Exact | None = None
    known = True
    for node in nodes:
        value = evaluate(node, budget, point)
        if value is None:
            known = False
        elif known:
            total = value if total is None else join(total, value, budget)
    return total if known else None


def bits(value: Fraction) -> int:
    """The size of a rational number, in bits."""
    return max(value.numerator.bit_length(), value.denominator.bit_length())


def _sized(value: Fraction, budget: Budget) -> Fraction:
    size = bits(value)
    if size > MAX_BITS:
        raise OutOfBudget
    budget.spend(size >> 9)
    return value


def _plus(a: Exact, b: Exact, budget: Budget) -> Exact:
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        if a.denominator == b.denominator == 1:
            return Fraction(a.numerator + b.numerator)
        return _sized(a + b, budget)
    (p, q), (r, s) = _parts(a), _parts(b)
    return gaussian(_sized(p + r, budget), _sized(q + s, budget))


def _times(a: Exact, b: Exact, budget: Budget) -> Exact:
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        if bits(a) + bits(b) > MAX_BITS:
            raise OutOfBudget
        return _sized(a * b, budget)
    (p, q), (r, s) = _parts(a), _parts(b)
    if max(bits(p), bits(q)) + max(bits(r), bits(s)) > MAX_BITS // 4:
        raise OutOfBudget
    return gaussian(_sized(p * r - q * s, budget), _sized(p * s + q * r, budget))


def gaussian(re: Fraction, im: Fraction) -> Exact:
    """``re + im i``, as a plain rational number if that is what it is."""
    return Gauss(re, im) if im else re


def _parts(value: Exact) -> tuple[Fraction, Fraction]:
    return (value, _ZERO) if isinstance(value, Fraction) else (value.re, value.im)


def negative(value: Exact) -> Exact:
    """``-value``."""
    return -value if isinstance(value, Fraction) else Gauss(-value.re, -value.im)


def _inverse(value: Exact) -> Exact:
    if isinstance(value, Fraction):
        return 1 / value
    norm = value.re**2 + value.im**2
    return gaussian(value.re / norm, -value.im / norm)


def power(base: Exact, exponent: Exact, budget: Budget) -> Exact | None:
    """``base ^ exponent`` where that is exact, else None."""
    if isinstance(exponent, Gauss):
        return None
    if base == 0:
        if exponent <= 0:
            raise Undefined("Zero has no such power.")
        return _ZERO
    if exponent.denominator != 1:
        return _fractional_power(base, exponent, budget)
    n = exponent.numerator
    if isinstance(base, Fraction):
        if base in (1, -1):
            return base if n % 2 else _ONE
        size = bits(base)
        if abs(n) * (size - 1) > MAX_BITS:
            raise OutOfBudget
        return _sized(base**n, budget)
    if abs(n) * (max(bits(base.re), bits(base.im)) + 1) > MAX_BITS // 4:
        raise OutOfBudget
    result: Exact = _ONE
    square: Exact = base if n >= 0 else _inverse(base)
    n = abs(n)
    while n:
        if n & 1:
            result = _times(result, square, budget)
        n >>= 1
        if n:
            square = _times(square, square, budget)
    return result


def _fractional_power(base: Exact, exponent: Fraction, budget: Budget) -> Exact | None:
    if isinstance(base, Gauss):
        return None
    if base < 0:
        if exponent.denominator != 2:
            return None
        root = exact_root(-base, 2)
        return None if root is None else power(Gauss(_ZERO, root), Fraction(exponent.numerator), budget)
    root = exact_root(base, exponent.denominator)
    return None if root is None else power(root, Fraction(exponent.numerator), budget)


def exact_root(value: Fraction, degree: int) -> Fraction | None:
    """The rational root of a rational number that is not negative, if there is one."""
    top = _integer_root(value.numerator, degree)
    if top is None:
        return None
    bottom = _integer_root(value.denominator, degree)
    return None if bottom is None else Fraction(top, bottom)


def _integer_root(value: int, degree: int) -> int | None:
    if degree == 2:
        root = isqrt(value)
        return root if root * root == value else None
    if value < 2:
        return value
    if degree >= value.bit_length():
        return None
    low, high = 1, 1 << (value.bit_length() // degree + 1)
    while low < high:
        middle = (low + high) // 2
        if middle**degree < value:
            low = middle + 1
        else:
            high = middle
    return low if low**degree == value else None


def _integers(values: list[Exact]) -> list[int]:
    found = [v.numerator for v in values if isinstance(v, Fraction) and v.denominator == 1]
    if len(found) != len(values):
        raise Undefined("This function takes whole numbers.")
    return found


def _call(name: str, values: list[Exact], budget: Budget) -> Exact | None:
    first = values[0]
    match name:
        case "root":
            return _root(first, values[1])
        case "factorial":
            (n,) = _integers(values)
            if n < 0:
                raise Undefined("A negative number has no factorial.")
            if n > _MAX_FACTORIAL:
                raise OutOfBudget
            return _sized(Fraction(factorial(n)), budget)
        case "binomial":
            if len(values) != 2:
                raise Undefined("A binomial coefficient has two arguments.")
            n, k = _integers(values)
            if n < 0:
                raise Undefined("This binomial coefficient is not defined.")
            if k < 0 or k > n:
                return _ZERO
            if n > 10**6 or min(k, n - k) * n.bit_length() > MAX_BITS // 4:
                raise OutOfBudget
            return _sized(Fraction(comb(n, k)), budget)
        case "gcd":
            return Fraction(gcd(*_integers(values)))
        case "lcm":
            numbers = _integers(values)
            if sum(n.bit_length() for n in numbers) > MAX_BITS:
                raise OutOfBudget
            return Fraction(lcm(*numbers))
        case "ratio":
            if len(values) != 2 or values[1] == 0:
                raise Undefined("This ratio is not one number.")
            return _times(first, _inverse(values[1]), budget)
        case "Re" | "Im" | "conj":
            re, im = _parts(first)
            return {"Re": re, "Im": im}[name] if name != "conj" else gaussian(re, -im)
    if isinstance(first, Gauss):
        if name == "abs":
            return _root(first.re**2 + first.im**2, Fraction(2))
        return None
    match name:
        case "abs":
            return abs(first)
        case "sign":
            return Fraction((first > 0) - (first < 0))
        case "floor":
            return Fraction(first.numerator // first.denominator)
        case "ceil":
            return Fraction(-(-first.numerator // first.denominator))
        case "max" | "min":
            reals = [value for value in values if isinstance(value, Fraction)]
            if len(reals) != len(values):
                raise Undefined("Complex numbers have no order.")
            return max(reals) if name == "max" else min(reals)
        case "ln" | "log":
            if first == 0:
                raise Undefined("Zero has no logarithm.")
            return _ZERO if first == 1 else None
        case "sin" | "tan" | "arcsin" | "arctan" | "sinh" | "tanh":
            return _ZERO if first == 0 else None
        case "cos" | "cosh" | "sec":
            return _ONE if first == 0 else None
    return None


def _root(value: Exact, degree: Exact) -> Exact | None:
    if not isinstance(degree, Fraction) or degree.denominator != 1 or degree.numerator < 1:
        raise Undefined("The degree of a root is a positive whole number.")
    n = degree.numerator
    if isinstance(value, Gauss):
        return _gaussian_sqrt(value) if n == 2 else None
    if value >= 0:
        return exact_root(value, n)
    if n == 2:
        root = exact_root(-value, 2)
        return None if root is None else Gauss(_ZERO, root)
    if n % 2 == 0:
        raise Undefined("A negative number has no even root.")
    root = exact_root(-value, n)
    return None if root is None else -root


def _gaussian_sqrt(value: Gauss) -> Exact | None:
    """The principal square root of a Gaussian rational, if it is one."""
    modulus = exact_root(value.re**2 + value.im**2, 2)
    if modulus is None:
        return None
    re = exact_root((modulus + value.re) / 2, 2)
    return None if not re else gaussian(re, value.im / (2 * re))
