"""Coordinates and transformations: sympy's geometry on what the prompt says, worked solutions, forms, near misses."""

from __future__ import annotations

import importlib
import random
import re

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Line, Point, Rational, Triangle

import rlvr
from rlvr.generators.geometry import transformations
from rlvr.generators.geometry.coordinate_questions import QUESTIONS
from rlvr.generators.geometry.exact import root_text, split_square, text

COORDINATES = rlvr.get("coordinates")
MOVES = rlvr.get("transformations")
SEEDS = st.integers(0, 10**9)
LEVELS = st.integers(1, 7)
X, Y = sympy.symbols("x y")
POINT = r"\((-?[0-9/]+(?:, -?[0-9/]+)+)\)"


def points_in(text):
    return [Point(*map(Rational, found.split(","))) for found in re.findall(POINT, text)]


def equation_of(text):
    left, right = text.split("=")
    return sympy.sympify(left) - sympy.sympify(right)


def oracle(task):
    """The right answer by sympy's geometry, from the prompt alone."""
    p = [points_in(found.group())[0] for found in re.finditer(rf"(?<=[A-D] = ){POINT}", task.prompt)]
    kind = task.payload["problem"]["kind"]
    if kind in ("distance", "space"):
        return p[0].distance(p[1])
    if kind == "point_line":
        line = re.search(r"the equation (.*?) are given", task.prompt)[1]
        return Line(equation_of(line)).distance(p[0])
    if kind == "division":
        m, n = map(int, re.search(r"(\d+) : (\d+)", task.prompt).groups())
        return p[0] + (p[1] - p[0]) * Rational(m, m + n)
    if kind == "collinear":
        x = Rational(re.search(r"\((-?\d+), k\)", task.prompt)[1])
        return Line(p[0], p[1]).intersection(Line(Point(x, 0), Point(x, 1)))[0].y
    return {
        "midpoint": lambda: p[0].midpoint(p[1]),
        "slope": lambda: Line(p[0], p[1]).slope,
        "line": lambda: Line(p[0], p[1]).equation(X, Y),
        "parallel": lambda: Line(p[0], p[1]).parallel_line(p[2]).equation(X, Y),
        "perpendicular": lambda: Line(p[0], p[1]).perpendicular_line(p[2]).equation(X, Y),
        "bisector": lambda: sympy.Segment(p[0], p[1]).perpendicular_bisector().equation(X, Y),
        "intersection": lambda: Line(p[0], p[1]).intersection(Line(p[2], p[3]))[0],
        "foot": lambda: Line(p[1], p[2]).projection(p[0]),
        "fourth": lambda: p[0] + (p[2] - p[1]),
        "centroid": lambda: Triangle(*p[:3]).centroid,
        "circumcenter": lambda: Triangle(*p[:3]).circumcenter,
        "orthocenter": lambda: Triangle(*p[:3]).orthocenter,
    }[kind]()


@settings(max_examples=60, deadline=None)
@given(LEVELS, SEEDS)
def test_coordinates_against_sympy(level, seed):
    task = COORDINATES.task(level, seed)
    wanted = oracle(task)
    if isinstance(wanted, Point):
        assert points_in(task.answer) == [wanted]
    elif "=" in task.answer:
        ratio = sympy.simplify(equation_of(task.answer) / wanted)
        assert ratio.is_number
        assert ratio != 0
    else:
        assert sympy.simplify(sympy.sympify(task.answer) - wanted) == 0


def test_all_kinds_of_questions_occur():
    kinds = {
        COORDINATES.task(level, seed).payload["problem"]["kind"] for level in range(1, 8) for seed in range(80)
    }
    assert kinds == set(QUESTIONS)


def test_lines_and_values_in_other_forms():
    payload = {"problem": {}, "gold": {"text": "2*x - 3*y = 5", "kind": "equation"}}
    for right in ("2x - 3y = 5", "4x - 6y = 10", "y = (2x - 5)/3", "3*y - 2*x + 5 = 0"):
        assert COORDINATES.verify_answer(payload, right).passed, right
    for wrong in ("2x - 3y = 6", "2x + 3y = 5", "2x - 3y", "5", "x = y", "0 = 0"):
        assert not COORDINATES.verify_answer(payload, wrong).passed, wrong


def image(moves_text, point):
    """The image by sympy's matrices, of the moves as the prompt words them."""
    for move in re.findall(r"\(\d+\) (.*?)(?:; |\. |\.\n|\.$)", moves_text + "\n"):
        place = points_in(move)
        if line := re.search(r"line (.*)", move):
            at = equation_of(line[1])
            point = point.reflect(Line(at)) if at.has(X) and at.has(Y) else reflected(at, point)
        elif "axis" in move:
            point = Point(point.x, -point.y) if "x-axis" in move else Point(-point.x, point.y)
        elif "translate" in move:
            point = point + place[0]
        else:
            center = place[0] if place else Point(0, 0)
            if "scale" in move:
                factor = Rational(re.search(r"factor (-?[0-9/]+)", move)[1])
                point = center + (point - center) * factor
            else:
                turn = (
                    -sympy.pi / 2 if " clockwise" in move else sympy.pi / 2 if "counter" in move else sympy.pi
                )
                point = point.rotate(turn, center)
    return point


def reflected(at, point):
    if at.has(X):
        return Point(2 * sympy.solve(at, X)[0] - point.x, point.y)
    return Point(point.x, 2 * sympy.solve(at, Y)[0] - point.y)


@settings(max_examples=25, deadline=None)
@given(LEVELS, SEEDS)
def test_transformations_against_sympy(level, seed):
    task = MOVES.task(level, seed)
    kind = task.payload["problem"]["kind"]
    start = task.prompt.index("(1) ")
    moves = task.prompt[start : task.prompt.index(".", start) + 1]
    given_points = points_in(task.prompt[:start])
    answers = points_in(task.answer)
    if kind in ("image", "shape"):
        assert [image(moves, p) for p in given_points] == answers
    elif kind == "original":
        assert image(moves, answers[0]) == given_points[-1]
    else:
        assert image(moves, answers[0]) == answers[0]


@settings(max_examples=60)
@given(LEVELS, SEEDS)
def test_references_pass_and_answers_of_other_seeds_are_judged_alike(level, seed):
    for spec, name in ((COORDINATES, "coordinates"), (MOVES, "transformations")):
        accepts = importlib.import_module(f"rlvr.generators.geometry.{name}").accepts
        task = spec.task(level, seed)
        assert spec.verify_answer(task.payload, task.answer).passed
        for other in [task.answer, *(spec.task(level, seed + i).answer for i in range(1, 6))]:
            assert spec.verify_answer(task.payload, other).passed == accepts(task.payload, other)


def test_the_answer_of_a_transformation_is_not_in_the_problem():
    for seed in range(100):
        task = MOVES.task(1, seed)
        assert task.answer not in task.prompt


@given(st.integers(0, 10**6))
def test_square_free_parts(number):
    outside, inside = split_square(number)
    assert outside * outside * inside == number
    assert all(inside % (d * d) for d in range(2, 1001))


@given(st.fractions(min_value=0, max_value=1000, max_denominator=60))
def test_texts_of_roots(square):
    assert sympy.sympify(root_text(square)) ** 2 == Rational(square.numerator, square.denominator)


def test_texts_of_sums():
    assert text((3, ""), (-1, "pi"), (0, "x")) == "3 - pi"
    assert text((Rational(-3, 4), "sqrt(2)")) == "-3*sqrt(2)/4"
    assert text((0, "pi")) == "0"


@pytest.mark.parametrize(
    ("spec", "bad"),
    [
        (COORDINATES, {"kinds": "nothing"}),
        (COORDINATES, {"kinds": ""}),
        (COORDINATES, {"largest": 3}),
        (COORDINATES, {"denominator": 0}),
        (MOVES, {"kinds": "move"}),
        (MOVES, {"steps": 0}),
        (MOVES, {"largest": 2}),
        (MOVES, {"scale": 3}),
    ],
)
def test_bad_parameters(spec, bad):
    module = (
        transformations if spec is MOVES else importlib.import_module("rlvr.generators.geometry.coordinates")
    )
    with pytest.raises(ValueError, match=r"need|kinds"):
        module.generate(random.Random(0), **(spec.params(3) | bad))
