"""Circles a second time: measured in coordinates of fifty digits, or met by their points."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

from ..constant_values import rational
from .decimals import PI, decimal, length, sine
from .readers import POINTS, is_equation, is_point, is_value

Known = Mapping[str, Any]


def confirms(payload: Mapping[str, Any], answer: str) -> bool:
    """Whether a bare answer is right: circles are measured in coordinates of fifty digits, or met by their points."""
    problem = payload["problem"]
    kind = problem["kind"]
    known: dict[str, Any] = {
        name: [Fraction(a) for a in value] if isinstance(value, list) else Fraction(value)
        for name, value in problem.items()
        if name != "kind"
    }
    if kind == "center":
        a, d, e, _ = known["numbers"]
        return is_point(answer, (-d / (2 * a), -e / (2 * a)))
    if kind in _EQUATIONS:
        sides = [(at, rational(_EQUATIONS[kind](known, Fraction(at[0]), Fraction(at[1])))) for at in POINTS]
        return is_equation(answer, sorted(sides, key=lambda side: side[1][0] == 0))
    with localcontext() as context:
        context.prec = 50
        numbers = {
            name: [decimal(a) for a in value] if isinstance(value, list) else decimal(value)
            for name, value in known.items()
        }
        value = _MEASURES[kind](numbers)
    return is_value(answer, (value, Decimal(0)))


def _two(k: Known, x: Fraction, y: Fraction) -> Fraction:
    """Zero if the point is as far from the centre as the one that is given."""
    (h, v), (p, q) = k["center"], k["through"]
    return Fraction((x - p) * (x + p - 2 * h) + (y - q) * (y + q - 2 * v))


def _three(k: Known, x: Fraction, y: Fraction) -> Fraction:
    """The determinant of the three points as seen from (x, y): zero on their circle, and nowhere else."""
    rows = [[a * a + b * b - x * x - y * y, a - x, b - y] for a, b in (k["A"], k["B"], k["C"])]
    (a, b, c), (d, e, f), (g, h, i) = rows
    return Fraction(a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g))


def _tangent(k: Known, x: Fraction, y: Fraction) -> Fraction:
    """The tangent is perpendicular to the radius."""
    (h, v), (p, q) = k["center"], k["at"]
    return Fraction((x - p) * (p - h) + (y - q) * (q - v))


_EQUATIONS: dict[str, Callable[[Known, Fraction, Fraction], Fraction]] = {
    "equation": _two,
    "three_points": _three,
    "tangent": _tangent,
}


def _radius(k: Known) -> Decimal:
    """Half the distance of the points where the horizontal line through the centre meets the circle."""
    a, d, e, f = k["numbers"]
    y = -e / (2 * a)
    constant = a * y * y + e * y - f
    return Decimal((d * d - 4 * a * constant).sqrt() / (2 * a))


def _tangent_length(k: Known) -> Decimal:
    """The product of the near and the far point on the line through the centre."""
    distance, r = length(tuple(k["center"]), tuple(k["at"])), k["square"].sqrt()
    return Decimal(((distance - r) * (distance + r)).sqrt())


def _line_chord(k: Known) -> Decimal:
    """Put y = (c - a*x)/b into the circle; the roots of the quadratic are the ends."""
    (h, v), (a, b, c) = k["center"], k["line"]
    one = 1 + a * a / (b * b)
    half = -h - (c / b - v) * a / b
    last = h * h + (c / b - v) ** 2 - k["square"]
    spread = 2 * (half * half - one * last).sqrt() / one
    return Decimal(spread * one.sqrt())


def _chord(k: Known) -> Decimal:
    other = ((k["r"] - k["d"]) * (k["r"] + k["d"])).sqrt()
    return Decimal(other if k["back"] else 2 * other)


def _inscribed(k: Known) -> Decimal:
    if k["cyclic"]:
        return Decimal((180 - k["s"] - k["t"]) / (k["m"] + k["n"]))
    return Decimal((k["t"] - 2 * k["s"]) / (2 * k["m"] - k["n"]))


def _power(k: Known) -> Decimal:
    if k["way"] == 0:
        return Decimal(k["a"] / k["c"] * k["b"])
    square = (k["a"] + k["b"] / 2) ** 2 - (k["b"] / 2) ** 2
    return Decimal(square / k["c"] if k["way"] == 1 else square.sqrt())


_MEASURES: dict[str, Callable[[Known], Decimal]] = {
    "radius": _radius,
    "tangent_length": _tangent_length,
    "chord": _chord,
    "line_chord": _line_chord,
    "arc": lambda k: Decimal(k["angle"] * PI / 180 * k["r"] + (2 * k["r"] if k["whole"] else 0)),
    "sector": lambda k: Decimal(k["angle"] * PI / 180 * k["r"] * k["r"] / 2),
    "segment": lambda k: Decimal((k["angle"] * PI / 180 - sine(int(k["angle"]))) * k["r"] * k["r"] / 2),
    "inscribed": _inscribed,
    "power": _power,
}
