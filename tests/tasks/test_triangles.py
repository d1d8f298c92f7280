"""Triangles: drawn in the complex plane from what the prompt says, and measured with floating-point numbers."""

from __future__ import annotations

import cmath
import math
import re

import pytest
import sympy
from geometry_reader import Geometry, worth

from rlvr.generators.geometry.decimals import cosine, sine

SIDES = "The triangle ABC has the sides BC = #, CA = # and AB = #. "
FAN = "Two sides of a triangle have length # and #, and the angle between them is # degrees. "
FORMULAS = "The angles of a triangle measure (~), (~) and (~) degrees. "
PARTS = "The altitude of a right triangle on its hypotenuse cuts the hypotenuse into parts of length # and #. "


def corners(a, b, c):
    """A, B and C, with C at the origin and B on the x-axis."""
    x = (a * a + b * b - c * c) / (2 * a)
    return complex(x, math.sqrt(b * b - x * x)), complex(a), 0j


def area(a, b, c):
    return float(corners(a, b, c)[0].imag * a / 2)


def fan(a, b, angle):
    return complex(a), cmath.rect(b, math.radians(angle))


def third(a, b, angle):
    p, q = fan(a, b, angle)
    return abs(p - q)


def meets(a, b, c):
    """Where the bisector at C meets AB: as far along AB as the sides tell."""
    p, q, _ = corners(a, b, c)
    return p + (q - p) * float(b / (a + b))


def unknown(*formulas):
    """The x with which three angles make 180 degrees: their sum is linear in x."""
    start, after = (sum(worth(f, x=x) for f in formulas) for x in (0, 1))
    x = (180 - start) / (after - start)
    assert all(worth(f, x=x) > 0 for f in formulas)
    return x


def cosine_at(a, b, c):
    u, v = (complex(*map(float, p)) - complex(*map(float, a)) for p in (b, c))
    return math.cos(cmath.phase(u / v))


SENTENCES = {
    "A right triangle has legs of length # and #. How long is its hypotenuse?": math.hypot,
    "A right triangle has a hypotenuse of length # and one leg of length #. How long is its other leg?": (
        lambda c, a: c * math.sin(math.acos(a / c))
    ),
    FORMULAS + "What is x?": unknown,
    FORMULAS + "How many degrees does the largest angle have?": lambda *formulas: max(
        worth(f, x=unknown(*formulas)) for f in formulas
    ),
    FAN + "What is the area of the triangle?": lambda *facts: (
        math.prod(facts[:2]) * fan(1, 1, facts[2])[1].imag / 2
    ),
    FAN + "How long is the third side?": third,
    FAN + "What is the square of the length of the third side?": lambda *facts: third(*facts) ** 2,
    SIDES + "What is the cosine of the angle at C?": lambda a, b, c: math.cos(cmath.phase(corners(a, b, c)[0])),
    SIDES + "What is the area of the triangle?": area,
    SIDES + "How long is the altitude from C to the line AB?": lambda a, b, c: 2 * area(a, b, c) / c,
    SIDES + "What is the radius of the inscribed circle?": lambda a, b, c: 2 * area(a, b, c) / (a + b + c),
    SIDES + "What is the radius of the circumscribed circle?": (
        lambda a, b, c: c / (2 * math.sin(cmath.phase(corners(a, b, c)[0])))
    ),
    SIDES + "How long is the median from C to the midpoint of AB?": lambda *s: abs(sum(corners(*s)) / 2),
    SIDES + "The bisector of the angle at C meets AB in D. How long is AD?": (
        lambda *s: abs(meets(*s) - corners(*s)[0])
    ),
    SIDES + "The bisector of the angle at C meets AB in D. How long is CD?": lambda *s: abs(meets(*s)),
    "In the triangle ABC the angle at A is # degrees, the angle at B is # degrees, and BC = #. How long is CA?": (
        lambda one, other, a: a * math.sin(math.radians(other)) / math.sin(math.radians(one))
    ),
    SIDES
    + "The triangle DEF is similar to it, A, B and C corresponding to D, E and F. The side EF is #. How long is FD?": (
        lambda a, b, c, d: b * d / a
    ),
    PARTS + "How long is the altitude?": lambda p, q: math.sqrt(p * q),
    PARTS + "How long is the leg next to the part of length #?": lambda p, q, part: math.sqrt(part * (p + q)),
    PARTS + "How long is each leg?": lambda p, q: math.sqrt(p * (p + q)) if p == q else None,
    "A triangle has the vertices A = @, B = @ and C = @. What is the cosine of the angle at A?": cosine_at,
}

PHRASES = """
altitude; and; angles; area; cos; cos A; cos C; factor; inner product; sin; squared lengths
"""


class TestTriangles(Geometry):
    id, head, sentences, phrases = "triangles", "Triangle problem: ", SENTENCES, PHRASES
    unfinished = ("angles",)

    def test_the_bisector_cuts_as_the_sides_beside_it(self):
        for seed in range(200):
            task = self.spec.task(self.spec.levels[-1], seed, params={"kinds": "bisector"})
            ratio = re.search("AD : DB = AC : BC = (.*) : (.*)\n", task.trace)
            assert ratio.groups() == re.search("BC = (.*), CA = (.*) and AB", task.prompt).group(2, 1)

    def test_near_misses(self):
        gold = {"text": "sqrt(2)", "kind": "expression", "require": ["simplified"]}
        payload = {"problem": {"kind": "hypotenuse", "a": "1", "b": "1"}, "gold": gold}
        for wrong in (
            "1.414",
            "1.41421356237309504880",
            "2",
            "sqrt(1+1)",
            "sqrt(3)",
            "-sqrt(2)",
            "sqrt 2 or 2",
        ):
            assert not self.spec.verify_answer(payload, wrong).passed, wrong
        for right in ("sqrt(2)", "\\sqrt{2}", "√2"):
            assert self.spec.verify_answer(payload, right).passed, right


@pytest.mark.parametrize("angle", [-30, 0, 17, 45, 90, 135, 200, 355, 720])
def test_sines_to_fifty_digits(angle):
    exact = sympy.sin(sympy.pi * angle / 180).evalf(40)
    assert abs(sympy.Float(str(sine(angle)), 40) - exact) < 1e-26
    assert float(cosine(angle)) == pytest.approx(math.cos(math.radians(angle)), abs=1e-15)
