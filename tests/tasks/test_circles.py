"""Circles: equations are functions that vanish, angles are integrated, lengths are measured between points."""

from __future__ import annotations

import cmath
import math
from fractions import Fraction

from geometry_reader import Geometry, across, at, difference, halfway, minus, worth

SECTOR = "A sector of a circle has the radius # and the angle # degrees. "
SECANT = "From a point P outside a circle a line meets the circle in A and then in B, with PA = # and PB = #. "
ROUND = "What is an equation of the circle?"
INSCRIBED = (
    "An inscribed angle of a circle is (~) degrees, and the central angle over the same arc is (~) degrees. "
)


def around(center, point):
    """Zero on the circle about a center through a point."""
    square = sum(v * v for v in minus(point, center))
    return lambda *p: sum(v * v for v in minus(p, center)) - square


def middle(a, b):
    return tuple((p + q) / 2 for p, q in zip(a, b, strict=True))


def seen(equation):
    """Center and squared radius of a circle, from the values of its equation at a few points."""
    zero = difference(equation)
    here, right, left, up, down = (zero(*map(Fraction, p)) for p in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)))
    factor = (right + left) / 2 - here
    assert factor == (up + down) / 2 - here != 0
    center = ((left - right) / (4 * factor), (down - up) / (4 * factor))
    return center, -zero(*center) / factor


def three(a, b, c):
    """Zero on the circle through three points, whose center is where two bisectors meet."""
    (p, q, r), (s, t, u) = (
        (f(0, 0), f(1, 0) - f(0, 0), f(0, 1) - f(0, 0)) for f in (halfway(a, b), halfway(a, c))
    )
    below = q * u - r * t
    return around(((r * s - p * u) / below, (p * t - q * s) / below), a)


def touching(circle, point):
    center, square = seen(circle)
    return math.sqrt(math.dist(center, point) ** 2 - square)


def cut(line, circle):
    """The chord on a line: twice the leg of a right triangle."""
    (center, square), zero = seen(circle), difference(line)
    start, x, y = (zero(*map(Fraction, p)) for p in ((0, 0), (1, 0), (0, 1)))
    return 2 * math.sqrt(square - zero(*center) ** 2 / ((x - start) ** 2 + (y - start) ** 2))


def x_of(equal, one, most):
    """The x for which a linear function is zero, with which the first angle is one."""
    start, after = equal(0), equal(1)
    x = start / (start - after)
    assert 0 < worth(one, x=x) < most
    return x


SENTENCES = {
    "A circle has the equation ~. What is its center?": lambda circle: at(seen(circle)[0]),
    "A circle has the equation ~. What is its radius?": lambda circle: math.sqrt(seen(circle)[1]),
    "A circle has the center @ and passes through the point @. " + ROUND: around,
    "The segment between the points @ and @ is a diameter of a circle. " + ROUND: lambda a, b: around(
        middle(a, b), b
    ),
    "A circle passes through A = @, B = @ and C = @. " + ROUND: three,
    "A circle with the center M = @ passes through the point P = @. "
    "What is an equation of the tangent to the circle at P?": (lambda m, p: across(m, p, p)),
    "The circle ~ and the point P = @ outside it are given. "
    "How long is the segment of a tangent from P to the point where it touches the circle?": touching,
    "A chord of a circle of radius # has the distance # from the center. How long is the chord?": (
        lambda r, d: 2 * r * math.sin(math.acos(d / r))
    ),
    "A chord of a circle of radius # has the length #. How far is the chord from the center?": (
        lambda r, c: r * math.cos(math.asin(c / 2 / r))
    ),
    "The line ~ cuts the circle ~ in two points. What is the distance of the two points?": cut,
    SECTOR + "How long is its arc?": lambda r, angle: r * math.radians(angle),
    SECTOR + "What is its perimeter?": lambda r, angle: r * math.radians(angle) + 2 * r,
    SECTOR + "What is its area?": lambda r, angle: r * r * math.radians(angle) / 2,
    "In a circle of radius #, a chord cuts off the smaller arc, which has a central angle of # degrees. "
    "What is the area between the chord and this arc?": (
        lambda r, angle: r * r * (math.radians(angle) - cmath.rect(1, math.radians(angle)).imag) / 2
    ),
    "Two opposite angles of a quadrilateral inscribed in a circle are (~) and (~) degrees. What is x?": (
        lambda one, other: x_of(lambda x: worth(one, x=x) + worth(other, x=x) - 180, one, 180)
    ),
    INSCRIBED + "What is x?": lambda one, other: x_of(
        lambda x: 2 * worth(one, x=x) - worth(other, x=x), one, 90
    ),
    "Two chords AB and CD of a circle cross in P, with AP = #, PB = # and CP = #. How long is PD?": (
        lambda a, b, c: a * b / c
    ),
    SECANT + "A tangent from P touches the circle in T. How long is PT?": lambda a, b: math.sqrt(a * b),
    SECANT + "Another line through P meets the circle in C and D, with PC = #. How long is PD?": (
        lambda a, b, c: a * b / c
    ),
}

PHRASES = """
arc; area; center; chord; distance; from A; from the center; h, k; half; length; normal; perimeter; sector;
segment; sin; triangle
"""


class TestCircles(Geometry):
    id, head, sentences, phrases = "circles", "A question about a circle. ", SENTENCES, PHRASES
