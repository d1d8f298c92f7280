"""Triangles, circles and areas: floating-point measurement of what the prompt says, exact polygons, near misses."""

from __future__ import annotations

import importlib
import math
import random
import re
from fractions import Fraction

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy.geometry import Circle, Point, Polygon

import rlvr
from rlvr.generators.geometry import area_questions, circle_questions, triangle_questions
from rlvr.generators.geometry.decimals import cosine, sine

NAMES = ("triangles", "circles", "areas")
SPECS = {name: rlvr.get(name) for name in NAMES}
SEEDS = st.integers(0, 10**9)
LEVELS = st.integers(1, 7)
X, Y = sympy.symbols("x y")
NUMBER = r"-?[0-9]+(?:/[0-9]+)?"


def module_of(name):
    return importlib.import_module(f"rlvr.generators.geometry.{name}")


def value(text):
    assert re.fullmatch(r"[-+*/() 0-9a-z]+", text)
    return float(eval(text, {"sqrt": math.sqrt, "pi": math.pi}))


def said(task):
    """The facts of the prompt, without the question and the form of the answer."""
    return re.sub(r"Give (an|the) .*", "", task.prompt, flags=re.S)


def numbers(text):
    return [float(Fraction(found)) for found in re.findall(NUMBER, text)]


def corner(a, b, c):
    """The vertices of a triangle with these sides: C at the origin, B on the x-axis."""
    x = (a * a + b * b - c * c) / (2 * a)
    return complex(x, math.sqrt(b * b - x * x)), complex(a, 0), 0j


def triangle_oracle(task):
    problem, prompt = task.payload["problem"], said(task)
    kind, n = problem["kind"], numbers(said(task))
    if kind == "angles":
        f, s = zip(*((float(m[0] or 1), float((m[1] or "0").replace(" ", ""))) for m in re.findall(
            r"\((?:(\d+)\*)?x(?: ([+-] \d+))?\)", prompt)), strict=True)  # fmt: skip
        x = (180 - sum(s)) / sum(f)
        return max(a * x + b for a, b in zip(f, s, strict=True)) if "largest angle" in prompt else x
    if kind == "hypotenuse":
        return abs(complex(n[0], n[1]))
    if kind == "leg":
        return math.sin(math.acos(n[1] / n[0])) * n[0]
    if kind in ("area_angle", "cosine_side"):
        a, b, angle = n
        p, q = complex(a, 0), b * complex(math.cos(math.radians(angle)), math.sin(math.radians(angle)))
        if kind == "area_angle":
            return (p.conjugate() * q).imag / 2
        return abs(p - q) ** (2 if "square of the length" in prompt else 1)
    if kind == "sines":
        one, other, a = n
        return a * math.sin(math.radians(other)) / math.sin(math.radians(one))
    if kind == "similar":
        return n[1] * n[3] / n[0]
    if kind == "right_altitude":
        p, q = [float(Fraction(v)) for v in re.search(rf"length ({NUMBER}) and ({NUMBER})", prompt).groups()]
        h = math.sqrt(p * q)
        return math.hypot(p, h) if "leg" in prompt else h
    if kind == "coordinates_angle":
        a, b, c = (complex(n[i], n[i + 1]) for i in (0, 2, 4))
        return math.cos(math.atan2(((b - a).conjugate() * (c - a)).imag, ((b - a).conjugate() * (c - a)).real))
    a, b, c = (float(Fraction(v)) for v in re.findall(rf"(?:BC|CA|AB) = ({NUMBER})", prompt))
    at, bt, ct = corner(a, b, c)
    area = at.imag * a / 2
    if kind == "cosine_angle":
        return math.cos(math.atan2(at.imag, at.real))
    if kind == "bisector":
        d = at + (bt - at) * b / (a + b)
        return abs(d - at) if "AD?" in prompt else abs(d - ct)
    return {
        "heron": area,
        "altitude": 2 * area / c,
        "inradius": 2 * area / (a + b + c),
        "circumradius": c / (2 * math.sin(math.atan2(at.imag, at.real))),
        "median": abs((at + bt) / 2 - ct),
    }[kind]


@settings(max_examples=150)
@given(LEVELS, SEEDS)
def test_triangles_measured_from_the_prompt(level, seed):
    task = SPECS["triangles"].task(level, seed)
    assert value(task.answer) == pytest.approx(triangle_oracle(task), rel=1e-9, abs=1e-9)


def equation_of(text):
    left, right = text.split("=")
    return sympy.sympify(left.replace("^", "**")) - sympy.sympify(right.replace("^", "**"))


def places(text):
    return [Point(*map(sympy.Rational, m)) for m in re.findall(rf"\(({NUMBER}), ({NUMBER})\)", text)]


def circle_oracle(task):
    """A number, a point or an equation, from the prompt."""
    kind, prompt = task.payload["problem"]["kind"], said(task)
    n = numbers(prompt)
    if kind in ("center", "radius"):
        circle = Circle(equation_of(re.search(r"the equation (.*?)\.(?: |\n|$)", prompt)[1]))
        return circle.center if kind == "center" else float(circle.radius)
    if kind == "equation":
        p, q = places(prompt)
        circle = Circle(p.midpoint(q), p.distance(q) / 2) if "diameter" in prompt else Circle(p, p.distance(q))
        return circle.equation(X, Y)
    if kind == "three_points":
        return Circle(*places(prompt)).equation(X, Y)
    if kind == "tangent":
        center, at = places(prompt)
        return sympy.Line(center, at).perpendicular_line(at).equation(X, Y)
    if kind in ("tangent_length", "line_chord"):
        circle = equation_of(re.search(r"(?:The|the) circle (.*?) (?:and|in)", prompt)[1])
        h, k = (-sympy.diff(circle, v).subs(v, 0) / 2 for v in (X, Y))
        square = -circle.subs({X: h, Y: k})
        if kind == "tangent_length":
            (at,) = list(places(prompt))
            return math.sqrt(float((at.x - h) ** 2 + (at.y - k) ** 2 - square))
        line = equation_of(re.search(r"[Tt]he line (.*?) cuts", prompt)[1])
        distance = float(sympy.Line(line).distance(Point(h, k)))
        return 2 * math.sqrt(float(square) - distance**2)
    if kind == "chord":
        if "How far" in prompt:
            r, chord = (float(Fraction(re.search(rf"{w} ({NUMBER})", prompt)[1])) for w in ("radius", "length"))
            return math.sqrt(r * r - chord * chord / 4)
        r, d = (float(Fraction(re.search(rf"{w} ({NUMBER})", prompt)[1])) for w in ("radius", "distance"))
        return 2 * math.sqrt(r * r - d * d)
    if kind in ("arc", "sector", "segment"):
        r, angle = n[0], math.radians(n[1])
        if kind == "arc":
            return r * angle + (2 * r if "perimeter" in prompt else 0)
        return r * r / 2 * (angle - (math.sin(angle) if kind == "segment" else 0))
    if kind == "inscribed":
        x = X
        first, second = (sympy.sympify(m) for m in re.findall(r"\(([^()]*x[^()]*)\)", prompt))
        equation = first + second - 180 if "opposite" in prompt else 2 * first - second
        return float(sympy.solve(equation, x)[0])
    named = {k: float(Fraction(v)) for k, v in re.findall(rf"([A-Z]{{2}}) = ({NUMBER})", prompt)}
    if "AP" in named:
        return named["AP"] * named["PB"] / named["CP"]
    power = named["PA"] * named["PB"]
    return power / named["PC"] if "PC" in named else math.sqrt(power)


@settings(max_examples=100, deadline=None)
@given(LEVELS, SEEDS)
def test_circles_measured_from_the_prompt(level, seed):
    task = SPECS["circles"].task(level, seed)
    wanted = circle_oracle(task)
    if isinstance(wanted, Point):
        assert places(task.answer) == [wanted]
    elif isinstance(wanted, float):
        assert value(task.answer) == pytest.approx(wanted, rel=1e-9)
    else:
        ratio = sympy.cancel(sympy.expand(equation_of(task.answer)) / sympy.expand(wanted))
        assert ratio.is_number
        assert ratio != 0


def area_oracle(task):
    """Lengths in the order of the prompt; integrals by the midpoint rule where there is a solid."""
    problem, _prompt = task.payload["problem"], said(task)
    kind, shape, n = problem["kind"], problem.get("shape"), numbers(re.sub(r"\*?pi", "", said(task)))
    if kind == "plane":
        return {"trapezoid": lambda: (n[0] + n[1]) / 2 * n[2], "parallelogram": lambda: n[0] * n[1]}.get(
            shape, lambda: n[0] * n[1] / 2
        )()
    if kind == "regular":
        sides = {"e": 3, "r": 6}[shape[0]] if "octagon" not in shape else 8
        return sides * n[0] ** 2 / (4 * math.tan(math.pi / sides))
    if kind == "composite":
        return {
            "stadium": lambda: n[0] * n[1] + math.pi * n[1] ** 2 / 4,
            "window": lambda: n[0] * n[1] + math.pi * n[0] ** 2 / 8,
            "hole": lambda: n[1] * n[2] - math.pi * n[0] ** 2,
            "ring": lambda: math.pi * (n[1] ** 2 - n[0] ** 2),
            "corner": lambda: n[2] * n[3] - n[0] * n[1],
        }[shape]()
    if kind == "inverse":
        return {
            "cylinder": lambda: n[1] / n[0] ** 2,
            "cone": lambda: 3 * n[1] / n[0] ** 2,
            "ball": lambda: 4 / 3 * math.sqrt(n[0] / 4) ** 3,
            "cube": lambda: math.sqrt(n[0] / 6) ** 3,
            "disk": lambda: (n[0] / 2) ** 2,
            "trapezoid": lambda: 2 * n[0] / n[1] - n[2],
        }[shape]()
    pi = math.pi
    if kind == "solid_volume":
        return {
            "box": lambda: n[0] * n[1] * n[2],
            "cylinder": lambda: revolved(lambda z: n[0], n[1]),
            "cone": lambda: revolved(lambda z: n[0] * (1 - z / n[1]), n[1]),
            "ball": lambda: revolved(lambda z: math.sqrt(n[0] ** 2 - (z - n[0]) ** 2), 2 * n[0]),
            "pyramid": lambda: n[0] * n[1] * n[2] / 3,
            "frustum": lambda: revolved(lambda z: n[0] + (n[1] - n[0]) * z / n[2], n[2]),
            "capsule": lambda: pi * n[0] ** 2 * (n[1] + 4 / 3 * n[0]),
            "pipe": lambda: revolved(lambda z: n[1], n[0]) - revolved(lambda z: n[2], n[0]),
        }[shape]()
    return {
        "box": lambda: 2 * (n[0] * n[1] + n[0] * n[2] + n[1] * n[2]),
        "diagonal": lambda: math.hypot(*n[:3]),
        "cylinder": lambda: 2 * pi * n[0] * (n[0] + n[1]),
        "cone": lambda: pi * n[0] * (n[0] + math.hypot(n[0], n[1])),
        "slanted": lambda: pi * n[0] * math.hypot(n[0], n[1]),
        "ball": lambda: 4 * pi * n[0] ** 2,
        "capsule": lambda: 2 * pi * n[0] * n[1] + 4 * pi * n[0] ** 2,
        "pyramid": lambda: n[0] ** 2 + 2 * n[0] * math.hypot(n[0] / 2, n[1]),
    }[shape]()


def revolved(radius, height, steps=400):
    step = height / steps
    return math.pi * step * math.fsum(radius((i + 0.5) * step) ** 2 for i in range(steps))


@settings(max_examples=120, deadline=None)
@given(LEVELS, SEEDS)
def test_areas_measured_from_the_prompt(level, seed):
    task = SPECS["areas"].task(level, seed)
    problem = task.payload["problem"]
    if problem["kind"] not in ("polygon", "lattice"):
        assert value(task.answer) == pytest.approx(area_oracle(task), rel=1e-5)
        return
    corners = places(said(task))
    shape = Polygon(*corners)
    assert isinstance(shape, Polygon)
    assert len(shape.vertices) == len(corners)
    area = abs(shape.area)
    if problem["kind"] == "polygon":
        assert sympy.Rational(task.answer) == area
    else:
        border = sum(sympy.igcd(s.p1.x - s.p2.x, s.p1.y - s.p2.y) for s in shape.sides)
        assert int(task.answer) == area - sympy.Rational(border, 2) + 1


@settings(max_examples=15, deadline=None)
@given(SEEDS)
def test_polygons_do_not_cross_themselves_and_lattice_points_are_counted_one_by_one(seed):
    rng = random.Random(seed)
    corners = area_questions._polygon(rng, 6, rng.randint(3, 9))
    count = len(corners)
    for i in range(count):
        for j in range(i + 2, count - (i == 0)):
            assert not crossing(corners[i], corners[i - count + 1], corners[j], corners[j - count + 1])
    inside = 0
    for x in range(-6, 7):
        for y in range(-6, 7):
            turns = [turn(a, b, (x, y)) for a, b in zip(corners, corners[1:] + corners[:1], strict=True)]
            border = any(
                t == 0 and min(a[0], b[0]) <= x <= max(a[0], b[0]) and min(a[1], b[1]) <= y <= max(a[1], b[1])
                for t, a, b in zip(turns, corners, corners[1:] + corners[:1], strict=True)
            )
            winding = sum(
                (a[1] <= y < b[1] and t > 0) - (b[1] <= y < a[1] and t < 0)
                for t, a, b in zip(turns, corners, corners[1:] + corners[:1], strict=True)
            )
            inside += not border and winding != 0
    payload = {"problem": {"kind": "lattice", "corners": [list(c) for c in corners]}}
    assert module_of("areas").accepts(payload, str(inside))


def turn(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def crossing(a, b, c, d):
    apart = any(max(a[i], b[i]) < min(c[i], d[i]) or max(c[i], d[i]) < min(a[i], b[i]) for i in (0, 1))
    return not apart and turn(a, b, c) * turn(a, b, d) <= 0 and turn(c, d, a) * turn(c, d, b) <= 0


def test_all_kinds_of_questions_occur():
    for name, questions in zip(NAMES, (triangle_questions, circle_questions, area_questions), strict=True):
        found = {
            SPECS[name].task(level, s).payload["problem"]["kind"] for level in range(1, 8) for s in range(80)
        }
        assert found == set(questions.QUESTIONS)


@settings(max_examples=60)
@given(st.sampled_from(NAMES), LEVELS, SEEDS)
def test_references_pass_and_other_answers_are_judged_alike(name, level, seed):
    spec, accepts = SPECS[name], module_of(name).accepts
    task = spec.task(level, seed)
    assert spec.verify_answer(task.payload, task.answer).passed
    for other in [task.answer, "1", *(spec.task(level, seed + i).answer for i in range(1, 6))]:
        assert spec.verify_answer(task.payload, other).passed == accepts(task.payload, other)


def test_near_misses():
    payload = {"problem": {"kind": "hypotenuse", "a": "1", "b": "1"}}
    payload["gold"] = {"text": "sqrt(2)", "kind": "expression", "require": ["simplified"]}
    for wrong in (
        "1.414",
        "1.41421356237309504880",
        "2",
        "sqrt(1+1)",
        "sqrt(3)",
        "-sqrt(2)",
        "sqrt 2 or 2",
        "",
    ):
        assert not SPECS["triangles"].verify_answer(payload, wrong).passed, wrong
    for right in ("sqrt(2)", "\\sqrt{2}", "√2"):
        assert SPECS["triangles"].verify_answer(payload, right).passed, right


@pytest.mark.parametrize("angle", [-30, 0, 17, 45, 90, 135, 200, 355, 720])
def test_sines_to_fifty_digits(angle):
    exact = sympy.sin(sympy.pi * angle / 180).evalf(40)
    assert abs(sympy.Float(str(sine(angle)), 40) - exact) < 1e-26
    assert float(cosine(angle)) == pytest.approx(math.cos(math.radians(angle)), abs=1e-15)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("bad", [{"kinds": "nothing"}, {"kinds": ""}, {"largest": 4}, {"denominator": 0}])
def test_bad_parameters(name, bad):
    with pytest.raises(ValueError, match=r"need|kinds"):
        module_of(name).generate(random.Random(0), **(SPECS[name].params(3) | bad))
