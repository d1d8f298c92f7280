"""Circles: equations, centres, tangents, chords, arcs, sectors, segments, inscribed angles, powers of points.

The kinds of questions are the makers below, by name. Everything is exact, in terms of roots and pi; any
equation of the circle or line that is asked for is right.

Symmetries: none; the problem is what the text says.

Difficulty: `kinds` of questions; numbers of up to `largest`, with denominators of up to `denominator`. Proxy: digits
in the worked solution.
"""

from __future__ import annotations

import random
from fractions import Fraction
from math import gcd, lcm

from ..family import Question
from ..limits import Whole
from .asking import CIRCLE, FRACTION, LINE, POINT, ROOT, exact_family, question
from .exact import (
    Number,
    Point,
    bracketed,
    cross,
    linear_text,
    minus,
    point_from,
    point_text,
    root_text,
    square_of,
    text,
)

WORDINGS = (
    "{facts} {ask}\n{form}",
    "This is what is known. {facts}\n\nQuestion: {ask}\n{form}",
    "A question about a circle. {facts}\n{ask} {form}",
)
_HALF = Fraction(1, 2)
SEGMENTS: dict[int, tuple[Fraction, str]] = {30: (_HALF, ""), 45: (_HALF, "sqrt(2)"), 60: (_HALF, "sqrt(3)")}
SEGMENTS |= {90: (Fraction(1), ""), 120: (_HALF, "sqrt(3)"), 135: (_HALF, "sqrt(2)"), 150: (_HALF, "")}


def _size(rng: random.Random, largest: int, denominator: int) -> Fraction:
    """A positive number."""
    bottom = rng.randint(2, denominator) if denominator > 1 and rng.random() < 0.5 else 1
    return Fraction(rng.randint(bottom, largest * bottom), bottom)


def _square(name: str, at: Number) -> str:
    return f"{name}^2" if at == 0 else f"({name} {'-' if at > 0 else '+'} {abs(at)})^2"


def _circle(center: Point, square: Fraction) -> str:
    return f"{_square('x', center[0])} + {_square('y', center[1])} = {square}"


def _general(center: Point, square: Fraction) -> tuple[str, tuple[Fraction, ...]]:
    """``x^2 + y^2 + 4*x - 6*y = 3`` with whole numbers, and its five numbers."""
    values = (Fraction(1), -2 * center[0], -2 * center[1], square - square_of(center))
    common = lcm(*(v.denominator for v in values))
    a, d, e, f = (v * common for v in values)
    return f"{linear_text((a, 'x^2'), (a, 'y^2'), (d, 'x'), (e, 'y'))} = {f}", (a, d, e, f)


def _completed(numbers: tuple[Fraction, ...], center: Point, square: Fraction) -> list[str]:
    """The lines that complete the squares."""
    a, d, e, f = numbers
    lines = []
    if a != 1:
        lines.append(f"{linear_text((1, 'x^2'), (1, 'y^2'), (d / a, 'x'), (e / a, 'y'))} = {f / a}")
    h, k = center
    lines.append(f"center ({bracketed(-d / a)}/2, {bracketed(-e / a)}/2) = {point_text(center)}")
    lines.append(f"r^2 = {f / a} + {h * h} + {k * k} = {square}")
    return lines


def _drawn(rng: random.Random, largest: int, denominator: int) -> tuple[Point, Fraction]:
    """A centre that is not the origin, and the square of a radius."""
    while True:
        center = point_from(rng, largest, min(denominator, 4))
        square = Fraction(rng.randint(2, 4 * largest))
        if rng.random() < 0.4:
            square = Fraction(rng.randint(2, largest)) ** 2
        if any(center):
            return center, square


def center(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The centre from a general equation."""
    place, square = _drawn(rng, largest, denominator)
    shown, numbers = _general(place, square)
    return question(
        f"A circle has the equation {shown}.",
        "What is its center?",
        point_text(place),
        {"numbers": numbers},
        _completed(numbers, place, square)[:-1],
        POINT,
        0.01,
    )


def radius(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The radius from a general equation."""
    place, square = _drawn(rng, largest, denominator)
    shown, numbers = _general(place, square)
    lines = [*_completed(numbers, place, square), f"r = sqrt({square}) = {root_text(square)}"]
    return question(
        f"A circle has the equation {shown}.",
        "What is its radius?",
        root_text(square),
        {"numbers": numbers},
        lines,
        ROOT,
    )


def equation(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The equation from the centre and a point, or from the ends of a diameter."""
    while True:
        a, b = point_from(rng, largest, denominator), point_from(rng, largest, denominator)
        if a != b:
            break
    if rng.random() < 0.5:
        square = square_of(minus(b, a))
        lines = [f"r^2 = {' + '.join(f'{bracketed(v)}^2' for v in minus(b, a))} = {square}"]
        facts = f"A circle has the center {point_text(a)} and passes through the point {point_text(b)}."
        place = a
    else:
        place = tuple((p + q) / 2 for p, q in zip(a, b, strict=True))
        square = square_of(minus(b, place))
        lines = [
            f"center {point_text(place)}",
            f"r^2 = {' + '.join(f'{bracketed(v)}^2' for v in minus(b, place))} = {square}",
        ]
        facts = f"The segment between the points {point_text(a)} and {point_text(b)} is a diameter of a circle."
    return question(
        facts,
        "What is an equation of the circle?",
        _circle(place, square),
        {"center": place, "through": b},
        lines,
        CIRCLE,
        0.001,
    )


def three_points(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The circle through three points."""
    while True:
        a, b, c = (point_from(rng, largest, min(denominator, 3)) for _ in range(3))
        u, v = minus(b, a), minus(c, a)
        if cross(u, v):
            break
    below = 2 * cross(u, v)
    p, q = square_of(u), square_of(v)
    h, k = (v[1] * p - u[1] * q) / below, (u[0] * q - v[0] * p) / below
    place = (a[0] + h, a[1] + k)
    square = h * h + k * k
    lines = [
        f"from A: B - A = {point_text(u)}, C - A = {point_text(v)}, center (h, k)",
        f"{linear_text((2 * u[0], 'h'), (2 * u[1], 'k'))} = {p}, {linear_text((2 * v[0], 'h'), (2 * v[1], 'k'))} = {q}",
        f"h = {h}, k = {k}, center {point_text(place)}, r^2 = {h * h} + {k * k} = {square}",
    ]
    facts = f"A circle passes through A = {point_text(a)}, B = {point_text(b)} and C = {point_text(c)}."
    return question(
        facts,
        "What is an equation of the circle?",
        _circle(place, square),
        {"A": a, "B": b, "C": c},
        lines,
        CIRCLE,
        0.001,
    )


def tangent(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The tangent at a point of the circle."""
    while True:
        place, at = point_from(rng, largest, denominator), point_from(rng, largest, denominator)
        if place != at:
            break
    u = minus(at, place)
    value = u[0] * at[0] + u[1] * at[1]
    common = lcm(u[0].denominator, u[1].denominator, value.denominator)
    whole = [int(v * common) for v in (*u, value)]
    shared = gcd(*whole)
    x, y, right = (v // shared for v in whole)
    answer = f"{linear_text((x, 'x'), (y, 'y'))} = {right}"
    lines = [
        f"normal = P - M = {point_text(u)}",
        f"{linear_text((u[0], 'x'), (u[1], 'y'))} = {bracketed(u[0])}*{bracketed(at[0])} + "
        f"{bracketed(u[1])}*{bracketed(at[1])} = {value}",
    ]
    if common != 1 or shared != 1:
        lines.append(answer)
    return question(
        f"A circle with the center M = {point_text(place)} passes through the point P = {point_text(at)}.",
        "What is an equation of the tangent to the circle at P?",
        answer,
        {"center": place, "at": at},
        lines,
        LINE,
        0.001,
    )


def tangent_length(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The length of a tangent from a point outside."""
    while True:
        place, square = _drawn(rng, largest, denominator)
        at = point_from(rng, 2 * largest, denominator)
        power = square_of(minus(at, place)) - square
        if power > 0:
            break
    lines = [
        f"distance^2 from the center = {square_of(minus(at, place))}",
        f"length^2 = {square_of(minus(at, place))} - {square} = {power}",
        f"length = sqrt({power}) = {root_text(power)}",
    ]
    return question(
        f"The circle {_circle(place, square)} and the point P = {point_text(at)} outside it are given.",
        "How long is the segment of a tangent from P to the point where it touches the circle?",
        root_text(power),
        {"center": place, "square": square, "at": at},
        lines,
        ROOT,
    )


def chord(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """A chord from its distance to the centre, or the distance from the chord."""
    while True:
        r, d = _size(rng, 2 * largest, denominator), _size(rng, 2 * largest, denominator)
        if d < r:
            break
    if rng.random() < 0.5:
        square = 4 * (r * r - d * d)
        lines = [
            f"half^2 = {bracketed(r)}^2 - {bracketed(d)}^2 = {r * r - d * d}",
            f"chord = 2*half = {root_text(square)}",
        ]
        return question(
            f"A chord of a circle of radius {r} has the distance {d} from the center.",
            "How long is the chord?",
            root_text(square),
            {"r": r, "d": d, "back": 0},
            lines,
            ROOT,
        )
    square = r * r - d * d
    lines = [f"distance^2 = {bracketed(r)}^2 - {bracketed(d)}^2 = {square}", f"distance = {root_text(square)}"]
    return question(
        f"A chord of a circle of radius {r} has the length {2 * d}.",
        "How far is the chord from the center?",
        root_text(square),
        {"r": r, "d": d, "back": 1},
        lines,
        ROOT,
    )


def line_chord(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The chord that a line cuts out."""
    while True:
        place, square = _drawn(rng, largest, denominator)
        a, b = rng.randint(1, 9), rng.choice((-1, 1)) * rng.randint(1, 9)
        c = rng.randint(-5 * largest, 5 * largest)
        offset = a * place[0] + b * place[1] - c
        quarter = square - offset * offset / (a * a + b * b)
        if quarter > 0 and offset:
            break
    lines = [
        f"distance^2 = ({a}*{bracketed(place[0])} + {bracketed(b)}*{bracketed(place[1])} - {bracketed(c)})^2"
        f"/({a * a} + {b * b}) = {bracketed(offset * offset)}/{a * a + b * b}",
        f"half^2 = {square} - {square - quarter} = {quarter}",
        f"chord = 2*sqrt({quarter}) = {root_text(quarter, 2)}",
    ]
    return question(
        f"The line {linear_text((a, 'x'), (b, 'y'))} = {c} cuts the circle {_circle(place, square)} in two points.",
        "What is the distance of the two points?",
        root_text(quarter, 2),
        {"center": place, "square": square, "line": (a, b, c)},
        lines,
        ROOT,
    )


def arc(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The length of an arc or the perimeter of its sector."""
    r, angle = _size(rng, 3 * largest, denominator), rng.randint(1, 71) * 5
    value = Fraction(angle, 180) * r
    length = text((value, "pi"))
    lines = [f"arc = {angle}/360*2*pi*{bracketed(r)} = {length}"]
    facts = f"A sector of a circle has the radius {r} and the angle {angle} degrees."
    if rng.random() < 0.6:
        return question(facts, "How long is its arc?", length, {"r": r, "angle": angle, "whole": 0}, lines)
    answer = text((2 * r, ""), (value, "pi"))
    lines.append(f"perimeter = 2*{bracketed(r)} + arc = {answer}")
    return question(facts, "What is its perimeter?", answer, {"r": r, "angle": angle, "whole": 1}, lines)


def sector(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The area of a sector."""
    r, angle = _size(rng, 3 * largest, denominator), rng.randint(1, 71) * 5
    answer = text((Fraction(angle, 360) * r * r, "pi"))
    return question(
        f"A sector of a circle has the radius {r} and the angle {angle} degrees.",
        "What is its area?",
        answer,
        {"r": r, "angle": angle},
        [f"area = {angle}/360*pi*{bracketed(r)}^2 = {angle}/360*{r * r}*pi = {answer}"],
    )


def segment(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The area between a chord and its arc."""
    r, angle = _size(rng, 6 * largest, denominator), rng.choice(tuple(SEGMENTS))
    number, name = SEGMENTS[angle]
    answer = text((Fraction(angle, 360) * r * r, "pi"), (-r * r * number / 2, name))
    lines = [
        f"sector = {angle}/360*pi*{r * r} = {text((Fraction(angle, 360) * r * r, 'pi'))}",
        f"triangle = 1/2*{r * r}*sin({angle}) = {text((r * r * number / 2, name))}",
        f"segment = {answer}",
    ]
    return question(
        f"In a circle of radius {r}, a chord cuts off the smaller arc, which has a central angle of {angle} degrees.",
        "What is the area between the chord and this arc?",
        answer,
        {"r": r, "angle": angle},
        lines,
    )


def inscribed(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The x of an inscribed and a central angle, or of opposite angles of a cyclic quadrilateral."""
    while True:
        x = _size(rng, min(largest, 40), denominator)
        m, n = rng.randint(1, 9), rng.randint(1, 9)
        s = rng.randint(-40, 60)
        cyclic = rng.random() < 0.5
        one = m * x + s
        other = 180 - one if cyclic else 2 * one
        t = other - n * x
        below = m + n if cyclic else 2 * m - n
        if t.denominator == 1 and below and 5 < one < (175 if cyclic else 88) and abs(t) <= 150:
            break
    first, second = linear_text((m, "x"), (s, "")), linear_text((n, "x"), (t, ""))
    if cyclic:
        facts = f"Two opposite angles of a quadrilateral inscribed in a circle are ({first}) and ({second}) degrees."
        lines = [
            f"{linear_text((below, 'x'), (s + t, ''))} = 180",
            f"x = (180 - {bracketed(s + t)})/{below} = {x}",
        ]
    else:
        facts = (
            f"An inscribed angle of a circle is ({first}) degrees, and the central angle over the same arc is "
            f"({second}) degrees."
        )
        lines = [f"2*({first}) = {second}", f"{linear_text((below, 'x'))} = {t - 2 * s}"]
        if below != 1:
            lines.append(f"x = {x}")
    problem = {"m": m, "s": s, "n": n, "t": t, "cyclic": int(cyclic)}
    return question(facts, "What is x?", str(x), problem, lines, FRACTION, 0.12)


def power(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """Chords that cross, or secants or a tangent from a point."""
    a, b, c = (_size(rng, largest, denominator) for _ in range(3))
    way = rng.choice("cst")
    problem = {"a": a, "b": b, "c": c, "way": "cst".index(way)}
    if way == "c":
        value = a * b / c
        return question(
            f"Two chords AB and CD of a circle cross in P, with AP = {a}, PB = {b} and CP = {c}.",
            "How long is PD?",
            str(value),
            problem,
            [f"PD = AP*PB/CP = {bracketed(a)}*{bracketed(b)}/{bracketed(c)} = {value}"],
            FRACTION,
        )
    near, far = a, a + b
    facts = (
        f"From a point P outside a circle a line meets the circle in A and then in B, with PA = {near} and "
        f"PB = {far}."
    )
    if way == "t":
        lines = [f"PT^2 = {bracketed(near)}*{bracketed(far)} = {near * far}", f"PT = {root_text(near * far)}"]
        return question(
            f"{facts} A tangent from P touches the circle in T.",
            "How long is PT?",
            root_text(near * far),
            problem,
            lines,
            ROOT,
        )
    value = near * far / c
    lines = [f"PD = PA*PB/PC = {bracketed(near)}*{bracketed(far)}/{bracketed(c)} = {value}"]
    return question(
        f"{facts} Another line through P meets the circle in C and D, with PC = {c}.",
        "How long is PD?",
        str(value),
        problem,
        lines,
        FRACTION,
    )


generate = exact_family(
    [
        center,
        radius,
        equation,
        three_points,
        tangent,
        tangent_length,
        chord,
        line_chord,
        arc,
        sector,
        segment,
        inscribed,
        power,
    ],
    WORDINGS,
    Whole(5, 10_000, "the largest number"),
    Whole(1, 20, "the largest denominator"),
)
