"""Numbers of fifty digits for second checkers: coordinates of a triangle, sines, and a few lengths."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction

Place = tuple[Decimal, Decimal]

PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899")


def decimal(value: Fraction | int | str) -> Decimal:
    """The rational number, in the precision of the context."""
    number = Fraction(value)
    return Decimal(number.numerator) / Decimal(number.denominator)


def sine(angle: int) -> Decimal:
    """The sine of a whole number of degrees, by its series after the angle is made small."""
    angle %= 360
    if angle >= 180:
        return -sine(angle - 180)
    if angle > 90:
        angle = 180 - angle
    with localcontext() as context:
        context.prec += 10
        x = PI * angle / 180
        term, total, n = x, x, 1
        while abs(term) > Decimal("1e-60"):
            term = -term * x * x / ((n + 1) * (n + 2))
            total += term
            n += 2
    return +total


def cosine(angle: int) -> Decimal:
    """The cosine of a whole number of degrees."""
    return sine(90 - angle)


def length(p: Place, q: Place) -> Decimal:
    """The distance of two points."""
    return ((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2).sqrt()


def triangle(a: Decimal, b: Decimal, c: Decimal) -> tuple[Place, Place, Place]:
    """A, B and C with BC = a, CA = b and AB = c: A at the origin and B on the x-axis."""
    x = (b * b + c * c - a * a) / (2 * c)
    return (Decimal(0), Decimal(0)), (c, Decimal(0)), (x, (b * b - x * x).sqrt())
