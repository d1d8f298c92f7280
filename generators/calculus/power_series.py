"""Power series at zero, as lists of exact coefficients, lowest power first."""

from __future__ import annotations

from fractions import Fraction
from math import comb, factorial

Series = list[Fraction]
NAMES = ("exp", "sin", "cos", "ln", "sqrt", "inverse", "arctan")


def known(name: str, a: int, order: int) -> Series:
    """The series of ``exp(ax), sin(ax), cos(ax), ln(1 + ax), sqrt(1 + ax), 1/(1 - ax)`` or ``arctan(ax)``."""
    return [_coefficient(name, n) * a**n for n in range(order + 1)]


def _coefficient(name: str, n: int) -> Fraction:
    odd, sign = n % 2, -1 if n % 4 >= 2 else 1
    if name == "exp":
        return Fraction(1, factorial(n))
    if name == "sin":
        return Fraction(sign * odd, factorial(n))
    if name == "cos":
        return Fraction(sign * (1 - odd), factorial(n))
    if name == "arctan":
        return Fraction(sign * odd, n or 1)
    if name == "ln":
        return Fraction(1 if odd else -1, n) if n else Fraction(0)
    if name == "sqrt":
        return Fraction((-1) ** (n + 1) * comb(2 * n, n), 4**n * (2 * n - 1))
    return Fraction(1)


def text(name: str, a: int) -> str:
    """The function that `known` gives the series of."""
    times = {1: "x", -1: "-x"}.get(a, f"{a}*x")
    if name in ("ln", "sqrt"):
        return f"{name}(1 {'-' if a < 0 else '+'} {times.removeprefix('-')})"
    if name == "inverse":
        return f"1/(1 {'+' if a < 0 else '-'} {times.removeprefix('-')})"
    return f"{name}({times})"


def product(a: Series, b: Series) -> Series:
    """The product, to the same order."""
    return [sum((a[k] * b[n - k] for k in range(n + 1)), Fraction(0)) for n in range(len(a))]


def composed(outer: Series, inner: Series) -> Series:
    """``outer(inner(x))`` for an inner series without constant term."""
    total: Series = [Fraction(0)] * len(outer)
    for coefficient in reversed(outer):
        total = product(total, inner)
        total[0] += coefficient
    return total


def combined(parts: list[tuple[Fraction | int, Series]]) -> Series:
    """The weighted sum."""
    return [sum((w * s[n] for w, s in parts), Fraction(0)) for n in range(len(parts[0][1]))]
