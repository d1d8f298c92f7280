"""Areas and solids: sums of thin slices and Pick's theorem, from what the prompt says."""

from __future__ import annotations

import math
import random
import re

from geometry_reader import Geometry, point, worth
from hypothesis import given, settings
from hypothesis import strategies as st

from rlvr.generators.geometry import areas, areas_solver

PI = math.pi
AREA, ITS, VOLUME, SURFACE = (
    f" What is {what}?" for what in ("the area of the {}", "its area", "its volume", "its total surface area")
)
CAPSULE = "A capsule is a cylinder of radius # and height # with a half ball of the same radius on each end."
PYRAMID = "A pyramid has a square base with sides of length # and its top at height # above the center."
CONE, CYLINDER = (
    "A cone has the base radius # and the height #.",
    "A cylinder has the radius # and the height #.",
)
BALL, BOX = "A ball has the radius #.", "A box has edges of length #, # and #."


def sliced(area, height):
    """The volume under a cross-section: Gauss's rule of two points, exact for a cubic."""
    return height / 2 * sum(area(height / 2 * (1 + sign / math.sqrt(3))) for sign in (-1, 1))


def disk(r):
    return PI * r * r


def ball(r):
    return sliced(lambda z: disk(r) - disk(z - r), 2 * r)


def frustum(a, b, h):
    return sliced(lambda z: disk(a + (b - a) * z / h), h)


def regular(sides):
    return lambda a: sides * a * a / 4 / math.tan(PI / sides)


def corners(text):
    return [point(found) for found in re.findall(r"\(.*?\)", text)]


def sides_of(points):
    return list(zip(points, points[1:] + points[:1], strict=True))


def polygon(text):
    """The trapezoids between the sides and the x-axis."""
    return abs(sum((c - a) * (b + d) / 2 for (a, b), (c, d) in sides_of(corners(text))))


def inside(text):
    """Pick's theorem."""
    border = sum(math.gcd(int(a - c), int(b - d)) for (a, b), (c, d) in sides_of(corners(text)))
    return polygon(text) - border / 2 + 1


def of_pi(rule):
    """The last fact is a multiple of pi, such as ``5*pi/3``."""
    return lambda *facts: rule(*facts[:-1], worth(facts[-1]) / PI)


VERTICES = "A polygon has, in order, the vertices ~. "
SENTENCES = {
    VERTICES + "What is the area of the polygon?": polygon,
    VERTICES + "How many points with two integer coordinates lie strictly inside the polygon?": inside,
    "A trapezoid has parallel sides of length # and #, and its height is #." + AREA.format("trapezoid"): (
        lambda a, b, h: sliced(lambda z: a + (b - a) * z / h, h)
    ),
    **{
        f"The diagonals of a {shape} have length # and #." + AREA.format(shape): lambda a, b: a * b / 2
        for shape in ("rhombus", "kite")
    },
    "A parallelogram has a side of length #, and the height on that side is #."
    + AREA.format("parallelogram"): (lambda a, h: a * h),
    "A triangle has a side of length #, and the height on that side is #." + AREA.format("triangle"): (
        lambda a, h: sliced(lambda z: a * z / h, h)
    ),
    "An equilateral triangle has sides of length #." + ITS: regular(3),
    "A regular hexagon has sides of length #." + ITS: regular(6),
    "A regular octagon has sides of length #." + ITS: regular(8),
    "A shape is a rectangle of # by # with a semicircle on the outside of both sides of length #." + ITS: (
        lambda a, b, c: a * b + disk(b / 2) if b == c else None
    ),
    "A window is a rectangle of width # and height # with a semicircle over the whole width on top." + ITS: (
        lambda b, a: a * b + disk(b / 2) / 2
    ),
    "A circle of radius # is cut out of a rectangle of # by #, in which it fits. What is the area of what is left?": (
        lambda r, a, b: a * b - disk(r) if 2 * r <= min(a, b) else None
    ),
    "A ring lies between two circles with the same center and the radii # and #." + ITS: (
        lambda b, a: disk(a) - disk(b)
    ),
    "A rectangle of # by # is cut out of a corner of a rectangle of # by #, sides along sides. "
    "What is the area of what is left?": lambda c, d, a, b: a * b - c * d if c <= a and d <= b else None,
    BOX + VOLUME: lambda a, b, h: a * b * h,
    CYLINDER + VOLUME: lambda a, h: sliced(lambda z: disk(a), h),
    CONE + VOLUME: lambda a, h: frustum(a, 0, h),
    BALL + VOLUME: ball,
    "A pyramid has a rectangular base of # by # and the height #." + VOLUME: (
        lambda a, b, h: sliced(lambda z: a * b * z * z / h / h, h)
    ),
    "A truncated cone has the base radius #, the top radius # and the height #." + VOLUME: frustum,
    CAPSULE + VOLUME: lambda a, h: disk(a) * h + ball(a),
    "A pipe of length # has the outer radius # and the inner radius #. What is the volume of its material?": (
        lambda h, a, b: frustum(a, a, h) - frustum(b, b, h)
    ),
    BOX + SURFACE: lambda a, b, h: 2 * (a * b + a * h + b * h),
    BOX + " How long is its space diagonal?": lambda *edges: math.hypot(*edges),
    CYLINDER + SURFACE: lambda a, h: 2 * PI * a * (a + h),
    CONE + SURFACE: lambda a, h: PI * a * (a + math.hypot(a, h)),
    CONE + " What is the area of its lateral surface, without the base?": lambda a, h: (
        PI * a * math.hypot(a, h)
    ),
    BALL + SURFACE: lambda a: 4 * disk(a),
    CAPSULE + SURFACE: lambda a, h: 2 * PI * a * h + 4 * disk(a),
    PYRAMID + SURFACE: lambda a, h: a * a + 2 * a * math.hypot(a / 2, h),
    "A cylinder has the radius # and the volume ~. How high is it?": of_pi(lambda a, v: v / a**2),
    "A cone has the base radius # and the volume ~. How high is it?": of_pi(lambda a, v: 3 * v / a**2),
    "A ball has the surface area ~. What is its volume divided by pi?": of_pi(
        lambda s: ball(math.sqrt(s / 4)) / PI
    ),
    "A cube has the surface area #. What is its volume?": lambda s: math.sqrt(s / 6) ** 3,
    "A disk has the circumference ~. What is its area divided by pi?": of_pi(lambda c: (c / 2) ** 2),
    "A trapezoid has the area # and the height #, and one of its parallel sides has length #. "
    "How long is the other parallel side?": lambda area, h, a: 2 * area / h - a,
}

PHRASES = """
area; both semicircles pi; circle pi; height of a side face; inside; lateral surface; other; points on the
sides; rectangle; semicircle pi; slant; sum; surface; volume
"""


class TestAreas(Geometry):
    id, head, sentences, phrases = "areas", "Measure exactly. ", SENTENCES, PHRASES
    unfinished = ("composite",)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**9))
def test_polygons_do_not_cross_themselves_and_lattice_points_are_counted_one_by_one(seed):
    rng = random.Random(seed)
    points = areas._polygon(rng, 6, rng.randint(3, 9))
    sides = sides_of(points)
    for i, (a, b) in enumerate(sides):
        for j in range(i + 2, len(sides) - (i == 0)):
            assert not crossing(a, b, *sides[j])
    inside = 0
    for p in ((x, y) for x in range(-6, 7) for y in range(-6, 7)):
        turns = [turn(a, b, p) for a, b in sides]
        border = any(t == 0 and between(a, p, b) for t, (a, b) in zip(turns, sides, strict=True))
        winding = sum(
            (a[1] <= p[1] < b[1] and t > 0) - (b[1] <= p[1] < a[1] and t < 0)
            for t, (a, b) in zip(turns, sides, strict=True)
        )
        inside += not border and winding != 0
    problem = {"kind": "lattice", "corners": [list(corner) for corner in points]}
    assert areas_solver.confirms({"problem": problem}, str(inside))


def turn(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def between(a, p, b):
    return all(min(a[i], b[i]) <= p[i] <= max(a[i], b[i]) for i in (0, 1))


def crossing(a, b, c, d):
    apart = any(max(a[i], b[i]) < min(c[i], d[i]) or max(c[i], d[i]) < min(a[i], b[i]) for i in (0, 1))
    return not apart and turn(a, b, c) * turn(a, b, d) <= 0 and turn(c, d, a) * turn(c, d, b) <= 0
