"""Coordinate geometry: distances, midpoints, slopes, lines, intersections, feet, centres; all exact.

The kinds of questions are the makers below, by name. Points are different, and three points are collinear only where
that is the question. Lines are asked for by an equation, and any equation of the line is right.

Symmetries: none; the problem is what the text says.

Difficulty: `kinds` of questions; coordinates of up to `largest`, with denominators of up to `denominator`. Proxy:
digits in the worked solution.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from math import gcd, lcm

from ..base import Json
from ..english import listed
from ..family import Question
from ..limits import Whole
from .asking import FRACTION, LINE, POINT, ROOT, exact_family, question
from .exact import (
    Point,
    as_json,
    bracketed,
    cross,
    linear_text,
    minus,
    point_from,
    point_text,
    root_text,
    square_of,
)

WORDINGS = (
    "{facts} {ask}\n{form}",
    "This is what is known. {facts}\n\nQuestion: {ask}\n{form}",
    "In a Cartesian coordinate system the following is given. {facts}\n{ask}\n{form}",
)

NAMES = "ABCD"


def _points(rng: random.Random, largest: int, denominator: int, count: int, dimensions: int = 2) -> list[Point]:
    """Different points, no three of them collinear, none on the same vertical line as the one before."""
    while True:
        points = [point_from(rng, largest, denominator, dimensions) for _ in range(count)]
        if any(a[0] == b[0] or a[1] == b[1] for i, a in enumerate(points) for b in points[:i]):
            continue
        if dimensions == 2 and any(
            cross(minus(b, a), minus(c, a)) == 0
            for i, a in enumerate(points)
            for j, b in enumerate(points[:i])
            for c in points[:j]
        ):
            continue
        return points


def _given(points: list[Point]) -> str:
    """The sentence that states the points."""
    texts = [f"{name} = {point_text(point)}" for name, point in zip(NAMES, points, strict=False)]
    return f"The points {listed(texts)} are given."


def _about(
    points: list[Point],
    ask: str,
    form: str,
    answer: str,
    lines: list[str],
    guess_rate: float = 0.02,
    more: Mapping[str, Json] | None = None,
) -> Question | None:
    """A question about points, and what else is known."""
    facts = {"points": [as_json(point) for point in points], **(more or {})}
    return question(_given(points), ask, answer, facts, lines, form, guess_rate)


def _length_lines(a: Point, b: Point) -> list[str]:
    vector = minus(b, a)
    squares = " + ".join(f"{bracketed(v)}^2" for v in vector)
    square = square_of(vector)
    simple = "" if root_text(square) == f"sqrt({square})" else f" = {root_text(square)}"
    return [
        f"B - A = {point_text(vector)}",
        f"distance^2 = {squares} = {' + '.join(str(v * v) for v in vector)} = {square}",
        f"distance = sqrt({square}){simple}",
    ]


def distance(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The distance of two points in the plane."""
    a, b = points = _points(rng, largest, denominator, 2)
    answer = root_text(square_of(minus(b, a)))
    return _about(points, "What is the distance between A and B?", ROOT, answer, _length_lines(a, b))


def space(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The distance of two points in space."""
    a, b = points = _points(rng, largest, denominator, 2, 3)
    answer = root_text(square_of(minus(b, a)))
    return _about(points, "What is the distance between A and B in space?", ROOT, answer, _length_lines(a, b))


def midpoint(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The midpoint of two points."""
    a, b = points = _points(rng, largest, denominator, 2)
    lines = [
        f"{axis} = ({p} + {bracketed(q)})/2 = {p + q}/2 = {(p + q) / 2}"
        for axis, p, q in zip("xy", a, b, strict=True)
    ]
    answer = point_text([(p + q) / 2 for p, q in zip(a, b, strict=True)])
    return _about(points, "What is the midpoint of the segment AB?", POINT, answer, lines)


def division(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The point that divides a segment in a ratio."""
    a, b = points = _points(rng, largest, denominator, 2)
    while True:
        m, n = rng.randint(1, 9), rng.randint(1, 9)
        if m != n and gcd(m, n) == 1:
            break
    vector, share = minus(b, a), Fraction(m, m + n)
    place = [p + share * v for p, v in zip(a, vector, strict=True)]
    lines = [f"P = A + {m}/{m + n}*(B - A), B - A = {point_text(vector)}"]
    lines += [
        f"{axis} = {p} + {m}/{m + n}*{bracketed(v)} = {p} + {bracketed(share * v)} = {q}"
        for axis, p, v, q in zip("xy", a, vector, place, strict=True)
    ]
    return _about(
        points,
        f"Which point P on the segment AB divides it so that AP : PB = {m} : {n}?",
        POINT,
        point_text(place),
        lines,
        more={"ratio": [m, n]},
    )


def slope(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The slope of a line through two points."""
    a, b = points = _points(rng, largest, denominator, 2)
    x, y = minus(b, a)
    lines = [f"slope = ({b[1]} - {bracketed(a[1])})/({b[0]} - {bracketed(a[0])}) = ({y})/({x}) = {y / x}"]
    return _about(points, "What is the slope of the line through A and B?", FRACTION, str(y / x), lines, 0.05)


def collinear(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The missing coordinate of a third point on a line."""
    a, b = points = _points(rng, largest, denominator, 2)
    while True:
        x = Fraction(rng.randint(-2 * largest, 2 * largest))
        if x not in (a[0], b[0]):
            break
    u = minus(b, a)
    step = u[1] / u[0]
    value = a[1] + step * (x - a[0])
    lines = [
        f"slope of AB = ({u[1]})/({u[0]}) = {step}",
        f"k = {a[1]} + {bracketed(step)}*({x} - {bracketed(a[0])}) = {a[1]} + {bracketed(step * (x - a[0]))} = {value}",
    ]
    return _about(
        points,
        f"For which number k does the point ({x}, k) lie on the line through A and B?",
        FRACTION,
        str(value),
        lines,
        0.05,
        more={"x": str(x)},
    )


def _whole(a: Fraction, b: Fraction, c: Fraction) -> tuple[int, int, int]:
    """The line a*x + b*y = c with coprime whole numbers, the first of them positive."""
    common = lcm(a.denominator, b.denominator, c.denominator)
    whole = [int(v * common) for v in (a, b, c)]
    shared = gcd(*whole) * (-1 if (whole[0] or whole[1]) < 0 else 1)
    return whole[0] // shared, whole[1] // shared, whole[2] // shared


def _equation(normal: Point, through: Point, lines: list[str]) -> str:
    """The line through a point with a normal vector, and the lines that lead to it."""
    a, b = normal
    c = a * through[0] + b * through[1]
    text = f"{linear_text((a, 'x'), (b, 'y'))} = {c}"
    lines.append(
        f"{linear_text((a, 'x'), (b, 'y'))} = {bracketed(a)}*{bracketed(through[0])} + "
        f"{bracketed(b)}*{bracketed(through[1])} = {c}"
    )
    p, q, r = _whole(a, b, c)
    simple = f"{linear_text((p, 'x'), (q, 'y'))} = {r}"
    if simple != text:
        lines.append(simple)
    return simple


def line(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The line through two points."""
    a, b = points = _points(rng, largest, denominator, 2)
    u = minus(b, a)
    lines = [f"B - A = {point_text(u)}, normal {point_text((u[1], -u[0]))}"]
    answer = _equation((u[1], -u[0]), a, lines)
    return _about(points, "What is an equation of the line through A and B?", LINE, answer, lines, 0.001)


def parallel(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The parallel to a line through a point."""
    a, b, c = points = _points(rng, largest, denominator, 3)
    u = minus(b, a)
    lines = [f"B - A = {point_text(u)}, normal {point_text((u[1], -u[0]))}"]
    answer = _equation((u[1], -u[0]), c, lines)
    return _about(
        points,
        "What is an equation of the line through C that is parallel to the line AB?",
        LINE,
        answer,
        lines,
        0.001,
    )


def perpendicular(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The perpendicular to a line through a point."""
    a, b, c = points = _points(rng, largest, denominator, 3)
    u = minus(b, a)
    lines = [f"normal B - A = {point_text(u)}"]
    answer = _equation(u, c, lines)
    return _about(
        points,
        "What is an equation of the line through C that is perpendicular to the line AB?",
        LINE,
        answer,
        lines,
        0.001,
    )


def bisector(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The perpendicular bisector of a segment."""
    a, b = points = _points(rng, largest, denominator, 2)
    u = minus(b, a)
    middle = tuple((p + q) / 2 for p, q in zip(a, b, strict=True))
    lines = [f"normal B - A = {point_text(u)}, midpoint {point_text(middle)}"]
    answer = _equation(u, middle, lines)
    return _about(
        points,
        "What is an equation of the perpendicular bisector of the segment AB?",
        LINE,
        answer,
        lines,
        0.001,
    )


def _meeting(first: tuple[int, int, int], second: tuple[int, int, int], lines: list[str]) -> Point:
    """The common point of two lines, by Cramer's rule."""
    (a, b, c), (d, e, f) = first, second
    below, x, y = a * e - b * d, c * e - b * f, a * f - c * d
    under = bracketed(below)
    lines += [f"{linear_text((p, 'x'), (q, 'y'))} = {r}" for p, q, r in (first, second)]
    a_, b_, c_, d_, e_, f_ = map(bracketed, (a, b, c, d, e, f))
    lines += [
        f"D = {a_}*{e_} - {b_}*{d_} = {below}",
        f"x = ({c_}*{e_} - {b_}*{f_})/D = {x}/{under} = {Fraction(x, below)}",
        f"y = ({a_}*{f_} - {c_}*{d_})/D = {y}/{under} = {Fraction(y, below)}",
    ]
    return Fraction(x, below), Fraction(y, below)


def _through(a: Point, b: Point) -> tuple[int, int, int]:
    u = minus(b, a)
    return _whole(u[1], -u[0], u[1] * a[0] - u[0] * a[1])


def _across(normal: Point, through: Point) -> tuple[int, int, int]:
    return _whole(normal[0], normal[1], normal[0] * through[0] + normal[1] * through[1])


def intersection(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The common point of two lines."""
    while True:
        a, b, c, d = points = _points(rng, largest, denominator, 4)
        if cross(minus(b, a), minus(d, c)):
            break
    lines: list[str] = []
    place = _meeting(_through(a, b), _through(c, d), lines)
    return _about(
        points,
        "Where do the line through A and B and the line through C and D meet?",
        POINT,
        point_text(place),
        lines,
        0.001,
    )


def point_line(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The distance of a point from a line."""
    while True:
        point = point_from(rng, largest, denominator)
        if rng.random() < 0.3:  # a length without a root
            a, b = rng.choice(((3, 4), (5, 12), (8, 15), (4, 3)))
        else:
            a, b = rng.randint(1, 12), rng.randint(1, 12)
        b *= rng.choice((-1, 1))
        c = rng.randint(-largest, largest)
        value = a * point[0] + b * point[1] - c
        if value:
            break
    answer = root_text(value * value / (a * a + b * b))
    text = f"{linear_text((a, 'x'), (b, 'y'))} = {c}"
    lines = [
        f"{bracketed(a)}*{bracketed(point[0])} + {bracketed(b)}*{bracketed(point[1])} - {bracketed(c)} = {value}",
        f"length of ({a}, {b}) = sqrt({a * a} + {b * b}) = {root_text(a * a + b * b)}",
        f"distance = {abs(value)}/({root_text(a * a + b * b)}) = {answer}",
    ]
    return question(
        f"The point A = {point_text(point)} and the line g with the equation {text} are given.",
        "What is the distance of A from g?",
        answer,
        {"points": [as_json(point)], "line": [a, b, c]},
        lines,
        ROOT,
    )


def foot(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The foot of a perpendicular."""
    a, b, c = points = _points(rng, largest, denominator, 3)
    u = minus(c, b)
    lines: list[str] = ["the line BC, and the perpendicular to it through A:"]
    place = _meeting(_through(b, c), _across(u, a), lines)
    return _about(
        points,
        "What is the foot of the perpendicular from A to the line BC?",
        POINT,
        point_text(place),
        lines,
        0.001,
    )


def fourth(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The fourth vertex of a parallelogram."""
    a, b, c = points = _points(rng, largest, denominator, 3)
    place = [p + r - q for p, q, r in zip(a, b, c, strict=True)]
    lines = ["D = A + C - B"] + [
        f"{axis} = {p} + {bracketed(r)} - {bracketed(q)} = {v}"
        for axis, p, q, r, v in zip("xy", a, b, c, place, strict=True)
    ]
    return _about(
        points,
        "Which point D makes ABCD, in this order, a parallelogram?",
        POINT,
        point_text(place),
        lines,
        0.001,
    )


def centroid(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The centroid of a triangle."""
    points = _points(rng, largest, denominator, 3)
    place, lines = [], []
    for axis, (p, q, r) in zip("xy", zip(*points, strict=True), strict=True):
        place.append((p + q + r) / 3)
        lines.append(f"{axis} = ({p} + {bracketed(q)} + {bracketed(r)})/3 = ({p + q + r})/3 = {place[-1]}")
    return _about(points, "What is the centroid of the triangle ABC?", POINT, point_text(place), lines, 0.001)


def circumcenter(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The centre of the circle through three points."""
    a, b, c = points = _points(rng, largest, denominator, 3)
    halves = [tuple((p + q) / 2 for p, q in zip(a, other, strict=True)) for other in (b, c)]
    lines = [
        f"perpendicular bisectors of AB (midpoint {point_text(halves[0])}) and AC (midpoint {point_text(halves[1])}):"
    ]
    place = _meeting(_across(minus(b, a), halves[0]), _across(minus(c, a), halves[1]), lines)
    return _about(
        points, "What is the circumcenter of the triangle ABC?", POINT, point_text(place), lines, 0.001
    )


def orthocenter(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The common point of the altitudes."""
    a, b, c = points = _points(rng, largest, denominator, 3)
    lines = ["altitudes through C (perpendicular to AB) and through B (perpendicular to AC):"]
    place = _meeting(_across(minus(b, a), c), _across(minus(c, a), b), lines)
    return _about(
        points, "What is the orthocenter of the triangle ABC?", POINT, point_text(place), lines, 0.001
    )


generate = exact_family(
    [
        distance,
        space,
        midpoint,
        division,
        slope,
        collinear,
        line,
        parallel,
        perpendicular,
        bisector,
        intersection,
        point_line,
        foot,
        fourth,
        centroid,
        circumcenter,
        orthocenter,
    ],
    WORDINGS,
    Whole(4, 10_000, "the largest coordinate"),
    Whole(1, 20, "the largest denominator of a coordinate"),
)
