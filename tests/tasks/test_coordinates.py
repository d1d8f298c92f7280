"""Coordinate geometry: points and lines are known by what vanishes there, and no equation is solved."""

from __future__ import annotations

import math
from fractions import Fraction

import sympy
from geometry_reader import Geometry, across, at, difference, halfway, minus, through
from hypothesis import given
from hypothesis import strategies as st

from rlvr.generators.geometry.exact import root_text, split_square, text


def mean(*points):
    return at([sum(c) / len(points) for c in zip(*points, strict=True)])


def weighted(a, b, m, n):
    return at([(n * p + m * q) / (m + n) for p, q in zip(a, b, strict=True)])


def height(a, b, x):
    """The k of (x, k) on ab: where a linear function of k is zero."""
    start, after = (through(a, b)(x, k) for k in (0, 1))
    return start / (start - after)


def from_line(a, line):
    zero, x, y, value = (difference(line)(*p) for p in ((0, 0), (1, 0), (0, 1), a))
    return float(abs(value)) / math.hypot(x - zero, y - zero)


TWO, THREE = "The points A = @ and B = @ are given. ", "The points A = @, B = @ and C = @ are given. "
FOUR = "The points A = @, B = @, C = @ and D = @ are given. "
SENTENCES = {
    TWO + "What is the distance between A and B?": math.dist,
    TWO + "What is the distance between A and B in space?": math.dist,
    TWO + "What is the midpoint of the segment AB?": mean,
    TWO + "Which point P on the segment AB divides it so that AP : PB = # : #?": weighted,
    TWO + "What is the slope of the line through A and B?": lambda a, b: (b[1] - a[1]) / (b[0] - a[0]),
    TWO + "For which number k does the point (#, k) lie on the line through A and B?": height,
    TWO + "What is an equation of the line through A and B?": through,
    THREE + "What is an equation of the line through C that is parallel to the line AB?": lambda a, b, c: (
        through(c, minus(c, minus(a, b)))
    ),
    THREE + "What is an equation of the line through C that is perpendicular to the line AB?": across,
    TWO + "What is an equation of the perpendicular bisector of the segment AB?": halfway,
    FOUR + "Where do the line through A and B and the line through C and D meet?": lambda a, b, c, d: [
        through(a, b),
        through(c, d),
    ],
    "The point A = @ and the line g with the equation ~ are given. What is the distance of A from g?": from_line,
    THREE + "What is the foot of the perpendicular from A to the line BC?": lambda a, b, c: [
        through(b, c),
        across(b, c, a),
    ],
    THREE + "Which point D makes ABCD, in this order, a parallelogram?": lambda a, b, c: at(
        minus(a, minus(b, c))
    ),
    THREE + "What is the centroid of the triangle ABC?": mean,
    THREE + "What is the circumcenter of the triangle ABC?": lambda a, b, c: [halfway(a, b), halfway(b, c)],
    THREE + "What is the orthocenter of the triangle ABC?": lambda a, b, c: [across(b, c, a), across(a, c, b)],
}

PHRASES = """
altitudes through C; and AC; and through B; distance; length of; midpoint; normal; normal B; perpendicular
bisectors of AB; perpendicular to AB; perpendicular to AC; slope; slope of AB; the line BC, and the
perpendicular to it through A
"""


class TestCoordinates(Geometry):
    id, head, sentences, phrases = (
        "coordinates",
        "In a Cartesian coordinate system the following is given. ",
        SENTENCES,
        PHRASES,
    )

    def test_lines_in_other_forms(self):
        payload = {"problem": {}, "gold": {"text": "2*x - 3*y = 5", "kind": "equation"}}
        for right in ("2x - 3y = 5", "4x - 6y = 10", "y = (2x - 5)/3", "3*y - 2*x + 5 = 0"):
            assert self.spec.verify_answer(payload, right).passed, right
        for wrong in ("2x - 3y = 6", "2x + 3y = 5", "2x - 3y", "5", "x = y", "0 = 0"):
            assert not self.spec.verify_answer(payload, wrong).passed, wrong


@given(st.integers(0, 10**6))
def test_square_free_parts(number):
    outside, inside = split_square(number)
    assert outside * outside * inside == number
    assert all(inside % (d * d) for d in range(2, 1001))


@given(st.fractions(min_value=0, max_value=1000, max_denominator=60))
def test_texts_of_roots(square):
    assert sympy.sympify(root_text(square)) ** 2 == sympy.Rational(square.numerator, square.denominator)


def test_texts_of_sums():
    assert text((3, ""), (-1, "pi"), (0, "x")) == "3 - pi"
    assert text((Fraction(-3, 4), "sqrt(2)")) == "-3*sqrt(2)/4"
    assert text((0, "pi")) == "0"
