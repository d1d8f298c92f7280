"""Areas of polygons and composite shapes, volumes and surfaces of solids; all exact, with roots and pi.

The kinds of questions are the makers below, by name. Polygons are simple: their corners are given in the
order of their directions from a point inside, and no three in a row are on a line.

Symmetries: none; the problem is what the text says.

Difficulty: `kinds` of questions; lengths and coordinates of up to `largest`, with denominators of up to
`denominator`, which is also how many corners beyond four a polygon may have. Proxy: digits in the worked solution.
"""

from __future__ import annotations

import random
from fractions import Fraction
from math import gcd
from typing import Any

from ..english import listed
from ..family import Question
from ..limits import Whole
from .asking import FRACTION, INTEGER, exact_family, question
from .exact import Number, bracketed, cross, minus, point_text, root, root_text, text

WORDINGS = (
    "{facts} {ask}\n{form}",
    "This is what is known. {facts}\n\nQuestion: {ask}\n{form}",
    "Measure exactly. {facts}\n{ask} {form}",
)

Corner = tuple[int, int]


def _size(rng: random.Random, largest: int, denominator: int, least: int = 1) -> Fraction:
    """A length."""
    bottom = rng.randint(2, denominator) if denominator > 1 and rng.random() < 0.5 else 1
    return Fraction(rng.randint(least * bottom, largest * bottom), bottom)


def _polygon(rng: random.Random, largest: int, corners: int) -> list[Corner]:
    """A simple polygon: its corners, seen from a point inside, in order of their direction."""
    while True:
        points = [(rng.randint(-largest, largest), rng.randint(-largest, largest)) for _ in range(corners)]
        if corners > 4 or corners == 3:
            middle = Fraction(sum(x for x, _ in points), corners), Fraction(sum(y for _, y in points), corners)
        else:
            middle = (
                Fraction(points[0][0] + points[1][0], 2) + Fraction(1, 7),
                Fraction(points[0][1] + points[1][1], 2),
            )
        rays = [((x - middle[0], y - middle[1]), (x, y)) for x, y in points]
        upper = [r for r in rays if r[0][1] > 0 or (r[0][1] == 0 and r[0][0] > 0)]
        lower = [r for r in rays if not (r[0][1] > 0 or (r[0][1] == 0 and r[0][0] > 0))]
        ordered = []
        for half in (upper, lower):  # each less than half a turn, so that a cross product tells the order
            half.sort(key=lambda ray: Fraction(-ray[0][0]) / (abs(ray[0][0]) + abs(ray[0][1]) or 1))
            ordered += half if half is upper else half[::-1]
        turns = [cross(a[0], b[0]) for a, b in zip(ordered, ordered[1:] + ordered[:1], strict=True)]
        found = [corner for _, corner in ordered]
        bends = [
            cross(minus(b, a), minus(c, b))  # type: ignore[arg-type]
            for a, b, c in zip(found, found[1:] + found[:1], found[2:] + found[:2], strict=True)
        ]
        if min(turns) > 0 and all(bends):
            start = rng.randrange(corners)
            return found[start:] + found[:start]


def _shoelace(points: list[Corner], lines: list[str]) -> int:
    """Twice the area, with the lines that find it."""
    total = 0
    parts = []
    for (x, y), (u, v) in zip(points, points[1:] + points[:1], strict=True):
        total += x * v - u * y
        parts.append(f"{bracketed(x)}*{bracketed(v)} - {bracketed(u)}*{bracketed(y)} = {x * v - u * y}")
    lines += [*parts, f"sum = {total}"]
    return abs(total)


def polygon(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The area of a polygon from its corners; more corners with more denominators."""
    points = _polygon(rng, largest, rng.randint(3, 4 + denominator))
    lines: list[str] = []
    twice = _shoelace(points, lines)
    lines.append(f"area = {twice}/2 = {Fraction(twice, 2)}")
    return question(
        f"A polygon has, in order, the vertices {listed(map(point_text, points))}.",
        "What is the area of the polygon?",
        str(Fraction(twice, 2)),
        {"corners": [list(p) for p in points]},
        lines,
        FRACTION,
    )


def lattice(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The lattice points inside a polygon, by Pick's theorem."""
    points = _polygon(rng, largest, rng.randint(3, 4 + denominator // 2))
    lines: list[str] = []
    twice = _shoelace(points, lines)
    steps = [gcd(u - x, v - y) for (x, y), (u, v) in zip(points, points[1:] + points[:1], strict=True)]
    border = sum(steps)
    inside = (twice - border + 2) // 2
    lines += [
        f"points on the sides: {' + '.join(map(str, steps))} = {border}",
        f"inside = area - {border}/2 + 1 = {Fraction(twice, 2)} - {Fraction(border, 2)} + 1 = {inside}",
    ]
    return question(
        f"A polygon has, in order, the vertices {listed(map(point_text, points))}.",
        "How many points with two integer coordinates lie strictly inside the polygon?",
        str(inside),
        {"corners": [list(p) for p in points]},
        lines,
        INTEGER,
    )


def plane(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """A trapezoid, a rhombus or kite by its diagonals, a parallelogram, or a triangle."""
    a, b, h = (_size(rng, largest, denominator) for _ in range(3))
    shape = rng.choice(("trapezoid", "rhombus", "parallelogram", "triangle", "kite"))
    if shape == "trapezoid":
        facts, value = (
            f"A trapezoid has parallel sides of length {a} and {b}, and its height is {h}.",
            (a + b) * h / 2,
        )
        lines = [f"area = ({a} + {b})/2*{bracketed(h)} = {value}"]
    elif shape in ("rhombus", "kite"):
        facts, value = f"The diagonals of a {shape} have length {a} and {b}.", a * b / 2
        lines = [f"area = {bracketed(a)}*{bracketed(b)}/2 = {value}"]
    else:
        value = a * h / (2 if shape == "triangle" else 1)
        facts = f"A {shape} has a side of length {a}, and the height on that side is {h}."
        lines = [f"area = {bracketed(a)}*{bracketed(h)}{'/2' if shape == 'triangle' else ''} = {value}"]
    problem = {"shape": shape, "a": a, "b": b, "h": h}
    if shape != "trapezoid":
        del problem["h" if shape in ("rhombus", "kite") else "b"]
    return question(facts, f"What is the area of the {shape}?", str(value), problem, lines, FRACTION)


def regular(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """An equilateral triangle, a regular hexagon or a regular octagon."""
    side = _size(rng, 9 * largest, denominator)
    square = side * side
    shape, terms, rule = rng.choice(
        (
            ("equilateral triangle", ((square / 4, "sqrt(3)"),), "sqrt(3)/4*a^2"),
            ("regular hexagon", ((square * 3 / 2, "sqrt(3)"),), "3*sqrt(3)/2*a^2"),
            ("regular octagon", ((2 * square, ""), (2 * square, "sqrt(2)")), "(2 + 2*sqrt(2))*a^2"),
        )
    )
    answer = text(*terms)
    article = "An" if shape[0] == "e" else "A"
    return question(
        f"{article} {shape} has sides of length {side}.",
        "What is its area?",
        answer,
        {"shape": shape, "a": side},
        [f"a^2 = {square}", f"area = {rule} = {answer}"],
    )


def composite(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """A rectangle with semicircles, with a hole, or with a corner cut out; a ring."""
    a, b = _size(rng, largest, denominator, 2), _size(rng, largest, denominator, 2)
    shape = rng.choice(("stadium", "hole", "corner", "ring", "window"))
    if shape == "stadium":
        terms = ((a * b, ""), (b * b / 4, "pi"))
        facts = f"A shape is a rectangle of {a} by {b} with a semicircle on the outside of both sides of length {b}."
        lines = [f"rectangle {a * b}, both semicircles pi*({bracketed(b)}/2)^2 = {text((b * b / 4, 'pi'))}"]
    elif shape == "window":
        terms = ((a * b, ""), (b * b / 8, "pi"))
        facts = f"A window is a rectangle of width {b} and height {a} with a semicircle over the whole width on top."
        lines = [f"rectangle {a * b}, semicircle pi*({bracketed(b)}/2)^2/2 = {text((b * b / 8, 'pi'))}"]
    elif shape == "hole":
        a, b = max(a, b), min(a, b)
        r = b / rng.choice((2, 3, 4))
        terms = ((a * b, ""), (-r * r, "pi"))
        facts = f"A circle of radius {r} is cut out of a rectangle of {a} by {b}, in which it fits."
        lines = [f"rectangle {a * b}, circle pi*{bracketed(r)}^2 = {text((r * r, 'pi'))}"]
        return question(
            facts,
            "What is the area of what is left?",
            text(*terms),
            {"shape": shape, "a": a, "b": b, "r": r},
            lines,
        )
    elif shape == "ring":
        a, b = max(a, b) + 1, min(a, b)
        terms = ((a * a - b * b, "pi"), (Fraction(0), ""))
        facts = f"A ring lies between two circles with the same center and the radii {b} and {a}."
        lines = [f"area = pi*({a * a} - {b * b})"]
    else:
        c, d = a * Fraction(1, rng.randint(2, 5)), b * Fraction(rng.randint(1, 3), 4)
        terms = ((a * b - c * d, ""), (Fraction(0), ""))
        facts = (
            f"A rectangle of {c} by {d} is cut out of a corner of a rectangle of {a} by {b}, sides along sides."
        )
        lines = [f"area = {bracketed(a)}*{bracketed(b)} - {bracketed(c)}*{bracketed(d)} = {a * b} - {c * d}"]
        problem = {"shape": shape, "a": a, "b": b, "c": c, "d": d}
        return question(facts, "What is the area of what is left?", text(*terms), problem, lines)
    answer = text(*terms)
    lines.append(f"area = {answer}")
    return question(facts, "What is its area?", answer, {"shape": shape, "a": a, "b": b}, lines)


def solid_volume(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The volume of a solid."""
    shape = rng.choice(("box", "cylinder", "cone", "ball", "pyramid", "frustum", "capsule", "pipe"))
    a, b, h = (_size(rng, largest, denominator) for _ in range(3))
    a, b = (max(a, b) + 1, min(a, b)) if shape in ("frustum", "pipe") else (a, b)
    ball = _size(rng, 9 * largest, denominator)
    facts, value, round_, rule = {
        "box": (
            f"A box has edges of length {a}, {b} and {h}.",
            a * b * h,
            False,
            f"{bracketed(a)}*{bracketed(b)}*{bracketed(h)}",
        ),
        "cylinder": (
            f"A cylinder has the radius {a} and the height {h}.",
            a * a * h,
            True,
            f"pi*{bracketed(a)}^2*{bracketed(h)}",
        ),
        "cone": (
            f"A cone has the base radius {a} and the height {h}.",
            a * a * h / 3,
            True,
            f"1/3*pi*{bracketed(a)}^2*{bracketed(h)}",
        ),
        "ball": (
            f"A ball has the radius {ball}.",
            ball**3 * Fraction(4, 3),
            True,
            f"4/3*pi*{bracketed(ball)}^3",
        ),
        "pyramid": (
            f"A pyramid has a rectangular base of {a} by {b} and the height {h}.",
            a * b * h / 3,
            False,
            f"1/3*{bracketed(a)}*{bracketed(b)}*{bracketed(h)}",
        ),
        "frustum": (
            f"A truncated cone has the base radius {a}, the top radius {b} and the height {h}.",
            (a * a + a * b + b * b) * h / 3,
            True,
            f"1/3*pi*({a * a} + {a * b} + {b * b})*{bracketed(h)}",
        ),
        "capsule": (
            f"A capsule is a cylinder of radius {a} and height {h} with a half ball of the same radius on each end.",
            a * a * h + a**3 * Fraction(4, 3),
            True,
            f"pi*{bracketed(a)}^2*{bracketed(h)} + 4/3*pi*{bracketed(a)}^3",
        ),
        "pipe": (
            f"A pipe of length {h} has the outer radius {a} and the inner radius {b}.",
            (a * a - b * b) * h,
            True,
            f"pi*({a * a} - {b * b})*{bracketed(h)}",
        ),
    }[shape]
    answer = text((value, "pi" if round_ else ""))
    ask = "What is the volume of its material?" if shape == "pipe" else "What is its volume?"
    problem = {"shape": shape, "a": ball if shape == "ball" else a, "b": b, "h": h}
    if shape not in ("box", "pyramid", "frustum", "pipe"):
        del problem["b"]
    if shape == "ball":
        del problem["h"]
    return question(facts, ask, answer, problem, [f"volume = {rule} = {answer}"])


_RIGHT = ((3, 4, 5), (5, 12, 13), (8, 15, 17), (4, 3, 5), (12, 5, 13), (15, 8, 17), (7, 24, 25))


def solid_surface(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The whole surface of a solid, or its diagonal."""
    shape = rng.choice(("box", "cylinder", "cone", "ball", "pyramid", "capsule", "diagonal", "slanted"))
    a, b, h = (_size(rng, largest, denominator) for _ in range(3))
    ask = "What is its total surface area?"
    problem: dict[str, Number | str] = {"shape": shape, "a": a, "b": b, "h": h}
    if shape in ("box", "diagonal"):
        facts = f"A box has edges of length {a}, {b} and {h}."
        answer = text((2 * (a * b + a * h + b * h), ""))
        lines = [f"surface = 2*({a * b} + {a * h} + {b * h}) = {answer}"]
        if shape == "diagonal":
            square = a * a + b * b + h * h
            ask, answer = "How long is its space diagonal?", root_text(square)
            lines = [f"d^2 = {a * a} + {b * b} + {h * h} = {square}", f"d = {answer}"]
    elif shape in ("cone", "pyramid"):
        p, q, r = rng.choice(_RIGHT)
        unit = _size(rng, max(2, largest // 4), denominator)
        if shape == "cone":
            a, h, slant = p * unit, q * unit, r * unit
            facts = f"A cone has the base radius {a} and the height {h}."
            answer = text((a * a + a * slant, "pi"))
            lines = [f"slant = sqrt({a * a} + {h * h}) = {slant}"]
            lines.append(f"surface = pi*{bracketed(a)}^2 + pi*{bracketed(a)}*{bracketed(slant)} = {answer}")
        else:
            a, h, slant = 2 * p * unit, q * unit, r * unit
            facts = f"A pyramid has a square base with sides of length {a} and its top at height {h} above the center."
            answer = text((a * a + 2 * a * slant, ""))
            lines = [f"height of a side face = sqrt({a * a / 4} + {h * h}) = {slant}"]
            lines.append(f"surface = {a * a} + 4*1/2*{bracketed(a)}*{bracketed(slant)} = {answer}")
        problem = {"shape": shape, "a": a, "h": h}
    elif shape == "slanted":
        facts = f"A cone has the base radius {a} and the height {h}."
        ask = "What is the area of its lateral surface, without the base?"
        outside, inside = root(a * a + h * h)
        answer = text((a * outside, "pi" if inside == 1 else f"sqrt({inside})*pi"))
        lines = [f"slant = sqrt({a * a} + {h * h}) = {root_text(a * a + h * h)}"]
        lines.append(f"lateral surface = pi*{bracketed(a)}*slant = {answer}")
        problem = {"shape": shape, "a": a, "h": h}
    elif shape == "ball":
        a = _size(rng, 9 * largest, denominator)
        facts, answer = f"A ball has the radius {a}.", text((4 * a * a, "pi"))
        lines, problem = [f"surface = 4*pi*{bracketed(a)}^2 = {answer}"], {"shape": shape, "a": a}
    elif shape == "cylinder":
        facts, answer = f"A cylinder has the radius {a} and the height {h}.", text((2 * a * (a + h), "pi"))
        lines = [f"surface = 2*pi*{bracketed(a)}^2 + 2*pi*{bracketed(a)}*{bracketed(h)} = {answer}"]
        problem = {"shape": shape, "a": a, "h": h}
    else:
        facts = f"A capsule is a cylinder of radius {a} and height {h} with a half ball of the same radius on each end."
        answer = text((2 * a * h + 4 * a * a, "pi"))
        lines = [f"surface = 2*pi*{bracketed(a)}*{bracketed(h)} + 4*pi*{bracketed(a)}^2 = {answer}"]
        problem = {"shape": shape, "a": a, "h": h}
    return question(facts, ask, answer, problem, lines)


def inverse(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """A length from a volume or an area."""
    shape = rng.choice(("cylinder", "cone", "ball", "cube", "disk", "trapezoid"))
    a, b, h = (_size(rng, largest, denominator) for _ in range(3))
    problem: dict[str, Any] = {"shape": shape, "a": a}
    if shape in ("cylinder", "cone"):
        value = a * a * h / (3 if shape == "cone" else 1)
        radius = "base radius" if shape == "cone" else "radius"
        facts = f"A {shape} has the {radius} {a} and the volume {text((value, 'pi'))}."
        ask, answer = "How high is it?", h
        three = "3*" if shape == "cone" else ""
        lines = [f"height = {three}volume/(pi*{a * a}) = {h}"]
        problem["value"] = value
    elif shape == "ball":
        a = _size(rng, 9 * largest, denominator)
        value = 4 * a * a
        facts, ask, answer = (
            f"A ball has the surface area {text((value, 'pi'))}.",
            "What is its volume divided by pi?",
            a**3 * Fraction(4, 3),
        )
        lines = [f"r^2 = {value}/4 = {a * a}, r = {a}", f"volume/pi = 4/3*{bracketed(a)}^3 = {answer}"]
        problem = {"shape": shape, "value": value}
    elif shape == "cube":
        a = _size(rng, 9 * largest, denominator)
        value = 6 * a * a
        facts, ask, answer = f"A cube has the surface area {value}.", "What is its volume?", a**3
        lines = [f"a^2 = {value}/6 = {a * a}, a = {a}", f"volume = {bracketed(a)}^3 = {answer}"]
        problem = {"shape": shape, "value": value}
    elif shape == "disk":
        a = _size(rng, 9 * largest, denominator)
        facts, ask, answer = (
            f"A disk has the circumference {text((2 * a, 'pi'))}.",
            "What is its area divided by pi?",
            a * a,
        )
        lines = [f"r = {2 * a}/2 = {a}", f"area/pi = {bracketed(a)}^2 = {answer}"]
        problem = {"shape": shape, "value": 2 * a}
    else:
        value = (a + b) * h / 2
        facts = f"A trapezoid has the area {value} and the height {h}, and one of its parallel sides has length {a}."
        ask, answer = "How long is the other parallel side?", b
        lines = [
            f"other = 2*{bracketed(value)}/{bracketed(h)} - {bracketed(a)} = {2 * value / h} - {bracketed(a)} = {b}"
        ]
        problem |= {"value": value, "h": h}
    return question(facts, ask, str(answer), problem, lines, FRACTION)


generate = exact_family(
    [plane, polygon, lattice, regular, composite, solid_volume, solid_surface, inverse],
    WORDINGS,
    Whole(5, 1000, "the largest length or coordinate"),
    Whole(1, 12, "the largest denominator of a length"),
)
