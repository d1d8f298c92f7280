"""Sums of square roots with rational coefficients: arithmetic and text.

A value is a dictionary of coefficients by the square-free number under the root; 1 stands for no root.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import gcd, isqrt, lcm

from .polynomials import sum_text

Roots = dict[int, Fraction]


def square_part(number: int) -> int:
    """The largest integer whose square divides a positive number."""
    found, divisor = 1, 2
    while divisor * divisor <= number:
        while number % (divisor * divisor) == 0:
            number //= divisor * divisor
            found *= divisor
        divisor += 1
    return found


def squarefree(number: int) -> bool:
    """Whether no square above 1 divides the positive number."""
    return all(number % (d * d) for d in range(2, isqrt(number) + 1))


def root_of(number: int) -> Roots:
    """The square root of a positive number."""
    outside = square_part(number)
    return {number // outside**2: Fraction(outside)}


def times_roots(a: Mapping[int, Fraction], b: Mapping[int, Fraction]) -> Roots:
    """The product of two values."""
    total: Roots = {}
    for r, p in a.items():
        for s, q in b.items():
            common = gcd(r, s)  # sqrt(r)*sqrt(s) = common*sqrt(r*s/common^2)
            root = r * s // common**2
            total[root] = total.get(root, Fraction(0)) + p * q * common
    return {root: value for root, value in total.items() if value}


def roots_text(value: Mapping[int, Fraction]) -> str:
    """The value as text: a sum of terms, over one whole number if need be."""
    terms = sorted((root, c) for root, c in value.items() if c)
    below = lcm(*(c.denominator for _, c in terms))
    text = sum_text([(int(c * below), "" if root == 1 else f"sqrt({root})") for root, c in terms])
    if below == 1:
        return text
    return f"({text})/{below}" if " " in text else f"{text}/{below}"


class Surd:
    """A number ``a + b*sqrt(d)``, a and b rational, d a square-free integer: negative for complex numbers, 1 if b = 0.

    Attributes:
        rational: a.
        factor: b.
        inside: d.
    """

    __slots__ = ("factor", "inside", "rational")

    def __init__(self, rational: Fraction, factor: Fraction = Fraction(0), inside: int = 1) -> None:
        self.rational, self.factor, self.inside = rational, factor, inside

    def near(self) -> Fraction:
        """A fraction within 10**-40 of a real number times the size of b; exact for rational ones."""
        return self.rational + self.factor * Fraction(isqrt(self.inside * 10**80), 10**40)

    def text(self) -> str:
        """The number as text, over one whole number."""
        below = lcm(self.rational.denominator, self.factor.denominator)
        body = "*".join(
            part
            for part in (
                "i" if self.inside < 0 else "",
                f"sqrt({abs(self.inside)})" if abs(self.inside) > 1 else "",
            )
            if part
        )
        terms = [(int(self.rational * below), ""), (int(self.factor * below), body)]
        text = sum_text([(c, body) for c, body in terms if c])
        if below == 1:
            return text
        return f"({text})/{below}" if " " in text else f"{text}/{below}"


def zeros_of(poly: list[int]) -> list[Surd]:
    """The zeros of a polynomial of degree 1 or 2, the smaller or the one with the negative root first."""
    if len(poly) == 2:
        return [Surd(Fraction(-poly[0], poly[1]))]
    c, b, a = poly
    discriminant = b * b - 4 * a * c
    middle = Fraction(-b, 2 * a)
    if discriminant == 0:
        return [Surd(middle)]
    outside = square_part(abs(discriminant))
    inside = discriminant // outside**2
    half = Fraction(outside, 2 * abs(a))
    if inside == 1:
        return [Surd(middle - half), Surd(middle + half)]
    return [Surd(middle, -half, inside), Surd(middle, half, inside)]
