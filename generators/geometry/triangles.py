"""Triangles: Pythagoras, sines and cosines, Heron, radii, altitudes, medians, bisectors, similarity; all exact.

The kinds of questions are the makers below, by name. Angles whose sine is needed are multiples of 30 or 45
degrees.

Symmetries: none; the problem is what the text says.

Difficulty: `kinds` of questions; sides of up to `largest`, with denominators of up to `denominator`. Proxy: digits
in the worked solution.
"""

from __future__ import annotations

import random
from fractions import Fraction
from functools import partial

from ..family import Question
from ..limits import Whole
from .asking import FRACTION, ROOT, exact_family, question
from .exact import bracketed, linear_text, root_text, signed, text

WORDINGS = (
    "{facts} {ask}\n{form}",
    "This is what is known. {facts}\n\nQuestion: {ask}\n{form}",
    "Triangle problem: {facts}\n{ask} {form}",
)

SINE_SQUARES = {30: Fraction(1, 4), 45: Fraction(1, 2), 60: Fraction(3, 4), 90: Fraction(1)}
SINE_SQUARES |= {120: Fraction(3, 4), 135: Fraction(1, 2), 150: Fraction(1, 4)}
_SINES = {30: "1/2", 45: "sqrt(2)/2", 60: "sqrt(3)/2", 90: "1", 120: "sqrt(3)/2", 135: "sqrt(2)/2", 150: "1/2"}
_COSINES = {30: (Fraction(1, 2), "sqrt(3)"), 45: (Fraction(1, 2), "sqrt(2)"), 60: (Fraction(1, 2), "")}
_COSINES |= {120: (Fraction(-1, 2), ""), 135: (Fraction(-1, 2), "sqrt(2)"), 150: (Fraction(-1, 2), "sqrt(3)")}


_value = partial(question, form=ROOT, guess_rate=0.03)


def _side(rng: random.Random, largest: int, denominator: int, least: int = 2) -> Fraction:
    """A length."""
    bottom = rng.randint(2, denominator) if denominator > 1 and rng.random() < 0.5 else 1
    return Fraction(rng.randint(least * bottom, largest * bottom), bottom)


def _sides(rng: random.Random, largest: int, denominator: int) -> list[Fraction]:
    """Three sides of a triangle, not all equal."""
    while True:
        sides = [_side(rng, largest, denominator) for _ in range(3)]
        if 2 * max(sides) < sum(sides) and len(set(sides)) > 1:
            return sides


def _root_line(name: str, square: Fraction) -> str:
    simple = root_text(square)
    return f"{name} = sqrt({square})" + ("" if simple == f"sqrt({square})" else f" = {simple}")


def hypotenuse(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The hypotenuse from the legs."""
    a, b = _side(rng, largest, denominator, 1), _side(rng, largest, denominator, 1)
    if rng.random() < 0.3:
        scale = _side(rng, max(2, largest // 2), denominator, 1)
        p, q = rng.choice(((3, 4), (5, 12), (8, 15), (7, 24), (20, 21), (12, 5), (4, 3)))
        a, b = p * scale, q * scale
    lines = [f"c^2 = {bracketed(a)}^2 + {bracketed(b)}^2 = {a * a} + {b * b} = {a * a + b * b}"]
    return _value(
        f"A right triangle has legs of length {a} and {b}.",
        "How long is its hypotenuse?",
        root_text(a * a + b * b),
        {"a": a, "b": b},
        [*lines, _root_line("c", a * a + b * b)],
    )


def leg(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """A leg from the hypotenuse and the other leg."""
    while True:
        a, c = _side(rng, largest, denominator, 1), _side(rng, largest, denominator, 2)
        if a < c:
            break
    square = c * c - a * a
    lines = [
        f"b^2 = {bracketed(c)}^2 - {bracketed(a)}^2 = {c * c} - {a * a} = {square}",
        _root_line("b", square),
    ]
    return _value(
        f"A right triangle has a hypotenuse of length {c} and one leg of length {a}.",
        "How long is its other leg?",
        root_text(square),
        {"a": a, "c": c},
        lines,
    )


def angles(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The x of angles that are linear in x; all angles come out positive."""
    while True:
        x = _side(rng, min(largest, 40), denominator)
        factors = [rng.randint(1, 9) for _ in range(3)]
        shifts = [rng.randint(-30, 60) for _ in range(2)]
        last = 180 - sum(factors) * x - sum(shifts)
        if last.denominator > 1:
            continue
        values = [f * x + s for f, s in zip(factors, [*shifts, int(last)], strict=True)]
        if min(values) > 5 and abs(last) <= 120:
            break
    shifts.append(int(last))
    shown = [f"({linear_text((f, 'x'), (s, ''))})" for f, s in zip(factors, shifts, strict=True)]
    total, rest = sum(factors), sum(shifts)
    lines = [f"{linear_text((total, 'x'), (rest, ''))} = 180", f"x = (180 - {bracketed(rest)})/{total} = {x}"]
    problem = {f"f{i}": f for i, f in enumerate(factors)} | {f"s{i}": s for i, s in enumerate(shifts)}
    ask = "What is x?"
    answer = x
    if rng.random() < 0.5:
        ask, answer = "How many degrees does the largest angle have?", max(values)
        lines.append(f"angles: {', '.join(map(str, values))}")
    return _value(
        f"The angles of a triangle measure {shown[0]}, {shown[1]} and {shown[2]} degrees.",
        ask,
        str(answer),
        problem | {"largest": int(ask != "What is x?")},
        lines,
        form=FRACTION,
        guess_rate=0.06,
    )


def area_angle(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The area from two sides and their angle."""
    a, b = _side(rng, largest, denominator), _side(rng, largest, denominator)
    angle = rng.choice((30, 45, 60, 120, 135, 150))
    answer = root_text(SINE_SQUARES[angle], a * b / 2)
    return _value(
        f"Two sides of a triangle have length {a} and {b}, and the angle between them is {angle} degrees.",
        "What is the area of the triangle?",
        answer,
        {"a": a, "b": b, "angle": angle},
        [f"area = 1/2*{bracketed(a)}*{bracketed(b)}*sin({angle}) = {a * b / 2}*{_SINES[angle]} = {answer}"],
    )


def cosine_side(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The third side, or its square where that has a root, by the law of cosines."""
    a, b = _side(rng, largest, denominator), _side(rng, largest, denominator)
    angle = rng.choice((30, 45, 60, 60, 120, 120, 135, 150))
    number, name = _COSINES[angle]
    product = -2 * a * b * number
    lines = [
        f"c^2 = {bracketed(a)}^2 + {bracketed(b)}^2 - 2*{bracketed(a)}*{bracketed(b)}*cos({angle})",
        f"c^2 = {a * a} + {b * b} - {2 * a * b}*{bracketed(number) if not name else f'({text((number, name))})'}",
    ]
    facts = f"Two sides of a triangle have length {a} and {b}, and the angle between them is {angle} degrees."
    if name:
        answer, ask = (
            text((a * a + b * b, ""), (product, name)),
            "What is the square of the length of the third side?",
        )
    else:
        square = a * a + b * b + product
        answer, ask = root_text(square), "How long is the third side?"
        lines += [f"c^2 = {square}", _root_line("c", square)]
    return _value(facts, ask, answer, {"a": a, "b": b, "angle": angle}, lines)


def _given(a: Fraction, b: Fraction, c: Fraction) -> str:
    return f"The triangle ABC has the sides BC = {a}, CA = {b} and AB = {c}."


def cosine_angle(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The cosine of an angle from the sides."""
    a, b, c = _sides(rng, largest, denominator)
    value = (a * a + b * b - c * c) / (2 * a * b)
    return _value(
        _given(a, b, c),
        "What is the cosine of the angle at C?",
        str(value),
        {"a": a, "b": b, "c": c},
        [
            f"cos C = ({a * a} + {b * b} - {c * c})/(2*{bracketed(a)}*{bracketed(b)}) = "
            f"({a * a + b * b - c * c})/({2 * a * b}) = {value}"
        ],
        form=FRACTION,
    )


def _heron(a: Fraction, b: Fraction, c: Fraction, lines: list[str]) -> Fraction:
    """The square of the area."""
    s = (a + b + c) / 2
    square = s * (s - a) * (s - b) * (s - c)
    lines.append(f"s = ({a} + {b} + {c})/2 = {s}")
    lines.append(f"area^2 = {bracketed(s)}*{bracketed(s - a)}*{bracketed(s - b)}*{bracketed(s - c)} = {square}")
    lines.append(_root_line("area", square))
    return square


def heron(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The area from the sides."""
    a, b, c = _sides(rng, largest, denominator)
    lines: list[str] = []
    square = _heron(a, b, c, lines)
    return _value(
        _given(a, b, c), "What is the area of the triangle?", root_text(square), {"a": a, "b": b, "c": c}, lines
    )


def altitude(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """An altitude from the sides."""
    a, b, c = _sides(rng, largest, denominator)
    lines: list[str] = []
    answer = root_text(_heron(a, b, c, lines), 2 / c)
    lines.append(f"altitude = 2*area/{bracketed(c)} = {answer}")
    return _value(
        _given(a, b, c),
        "How long is the altitude from C to the line AB?",
        answer,
        {"a": a, "b": b, "c": c},
        lines,
    )


def inradius(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The radius of the inscribed circle."""
    a, b, c = _sides(rng, largest, denominator)
    lines: list[str] = []
    answer = root_text(_heron(a, b, c, lines), 2 / (a + b + c))
    lines.append(f"r = area/s = {answer}")
    return _value(
        _given(a, b, c), "What is the radius of the inscribed circle?", answer, {"a": a, "b": b, "c": c}, lines
    )


def circumradius(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The radius of the circumscribed circle."""
    a, b, c = _sides(rng, largest, denominator)
    lines: list[str] = []
    square = _heron(a, b, c, lines)
    answer = root_text(square, a * b * c / 4 / square)
    lines.append(f"R = {bracketed(a)}*{bracketed(b)}*{bracketed(c)}/(4*area) = {a * b * c / 4}/area = {answer}")
    return _value(
        _given(a, b, c),
        "What is the radius of the circumscribed circle?",
        answer,
        {"a": a, "b": b, "c": c},
        lines,
    )


def median(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The length of a median."""
    a, b, c = _sides(rng, largest, denominator)
    square = (2 * a * a + 2 * b * b - c * c) / 4
    lines = [f"m^2 = (2*{a * a} + 2*{b * b} - {c * c})/4 = {square}", _root_line("m", square)]
    return _value(
        _given(a, b, c),
        "How long is the median from C to the midpoint of AB?",
        root_text(square),
        {"a": a, "b": b, "c": c},
        lines,
    )


def bisector(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The part of a side that a bisector cuts off, or the length of the bisector."""
    a, b, c = _sides(rng, largest, denominator)
    part = c * b / (a + b)
    lines = [f"AD : DB = AC : BC = {b} : {a}", f"AD = {bracketed(c)}*{bracketed(b)}/({a} + {b}) = {part}"]
    facts = f"{_given(a, b, c)} The bisector of the angle at C meets AB in D."
    if rng.random() < 0.5:
        return _value(facts, "How long is AD?", str(part), {"a": a, "b": b, "c": c, "length": 0}, lines)
    other = c - part
    square = a * b - part * other
    lines += [
        f"DB = {c} - {part} = {other}",
        f"CD^2 = {a}*{bracketed(b)} - {bracketed(part)}*{bracketed(other)} = {square}",
    ]
    lines.append(_root_line("CD", square))
    return _value(facts, "How long is CD?", root_text(square), {"a": a, "b": b, "c": c, "length": 1}, lines)


def sines(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """A side by the law of sines."""
    a = _side(rng, largest, denominator)
    while True:
        one, other = rng.choice(tuple(SINE_SQUARES)), rng.choice(tuple(SINE_SQUARES))
        if one != other and one + other < 180:
            break
    answer = root_text(SINE_SQUARES[other] / SINE_SQUARES[one], a)
    return _value(
        f"In the triangle ABC the angle at A is {one} degrees, the angle at B is {other} degrees, and BC = {a}.",
        "How long is CA?",
        answer,
        {"a": a, "A": one, "B": other},
        [f"CA = BC*sin({other})/sin({one}) = {bracketed(a)}*({_SINES[other]})/({_SINES[one]}) = {answer}"],
    )


def similar(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """A side of a similar triangle."""
    a, b, c = _sides(rng, largest, denominator)
    while True:
        scale = Fraction(rng.randint(2, 15), rng.randint(2, 9))
        if scale != 1:
            break
    value = b * scale
    return _value(
        f"{_given(a, b, c)} The triangle DEF is similar to it, A, B and C corresponding to D, E and F. "
        f"The side EF is {a * scale}.",
        "How long is FD?",
        str(value),
        {"a": a, "b": b, "d": a * scale},
        [
            f"factor = ({a * scale})/{bracketed(a)} = {scale}",
            f"FD = {bracketed(b)}*{bracketed(scale)} = {value}",
        ],
        form=FRACTION,
    )


def right_altitude(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """In a right triangle: the altitude on the hypotenuse or a leg, from the parts of the hypotenuse."""
    p, q = _side(rng, largest, denominator, 1), _side(rng, largest, denominator, 1)
    facts = f"The altitude of a right triangle on its hypotenuse cuts the hypotenuse into parts of length {p} and {q}."
    if rng.random() < 0.5:
        lines = [f"h^2 = {bracketed(p)}*{bracketed(q)} = {p * q}", _root_line("h", p * q)]
        return _value(facts, "How long is the altitude?", root_text(p * q), {"p": p, "q": q, "leg": 0}, lines)
    square = p * (p + q)
    lines = [f"a^2 = {bracketed(p)}*({p} + {q}) = {square}", _root_line("a", square)]
    return _value(
        facts,
        f"How long is the leg next to the part of length {p}?" if p != q else "How long is each leg?",
        root_text(square),
        {"p": p, "q": q, "leg": 1},
        lines,
    )


def coordinates_angle(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The cosine of an angle between points: a rational number times a root."""
    while True:
        a, b, c = ((rng.randint(-largest, largest), rng.randint(-largest, largest)) for _ in range(3))
        u, v = (b[0] - a[0], b[1] - a[1]), (c[0] - a[0], c[1] - a[1])
        if u[0] * v[1] != u[1] * v[0] and (inner := u[0] * v[0] + u[1] * v[1]):
            break
    p, q = u[0] ** 2 + u[1] ** 2, v[0] ** 2 + v[1] ** 2
    answer = root_text(Fraction(1, p * q), inner)
    lines = [
        f"B - A = {u}, C - A = {v}, inner product {bracketed(u[0])}*{bracketed(v[0])} {signed(u[1] * v[1])} = {inner}",
        f"squared lengths {p} and {q}, cos A = {inner}/sqrt({p * q}) = {answer}",
    ]
    problem = dict(zip(("u0", "u1", "v0", "v1"), (*u, *v), strict=True))
    return _value(
        f"A triangle has the vertices A = {a}, B = {b} and C = {c}.",
        "What is the cosine of the angle at A?",
        answer,
        problem | {"ax": a[0], "ay": a[1]},
        lines,
    )


def polygon(rng: random.Random, *, largest: int, denominator: int) -> Question | None:
    """The last angle of a convex polygon, from the others; drawn by no level."""
    n = rng.randint(4, min(5 + largest // 10, 12))
    outer = [Fraction(rng.randint(5, 90 if n < 8 else 40)) for _ in range(n - 1)]
    if denominator > 1:
        outer = [turn + Fraction(rng.randrange(denominator), denominator) for turn in outer]
    last = 360 - sum(outer)
    if not 5 <= last < 175:
        return None
    known = [180 - turn for turn in outer]
    total = 180 * (n - 2)
    listed = ", ".join(map(str, known))
    return _value(
        f"A convex polygon has {n} sides. All its angles but one measure {listed} degrees.",
        "How many degrees does the remaining angle have?",
        str(180 - last),
        {f"a{i}": angle for i, angle in enumerate(known)},
        [f"all angles: {n - 2} * 180 = {total}", f"the last: {total} - {sum(known)} = {180 - last}"],
        form=FRACTION,
        guess_rate=0.02,
    )


generate = exact_family(
    [
        hypotenuse,
        leg,
        angles,
        area_angle,
        cosine_side,
        cosine_angle,
        heron,
        altitude,
        inradius,
        circumradius,
        median,
        bisector,
        sines,
        similar,
        right_altitude,
        coordinates_angle,
        polygon,
    ],
    WORDINGS,
    Whole(5, 10_000, "the longest side"),
    Whole(1, 20, "the largest denominator of a side"),
)
