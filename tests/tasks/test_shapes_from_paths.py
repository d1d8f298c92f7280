"""Shapes from paths: the commands are read from the text; sympy's geometry measures what they draw."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction

import pytest
import sympy
from sympy import Point, Polygon

from rlvr.conformance.promises import Promises
from rlvr.generators.spatial.shapes_from_paths import NAMES, mirrors, name_of

MANY = {3: "triangle", 5: "pentagon", 6: "hexagon", 7: "heptagon", 8: "octagon"}
NUMBER = r"-?\d+"


def drawn(text):
    """The subpaths of a path, each a list of points, and the radii of its arcs."""
    at, start, parts, radii = (0, 0), (0, 0), [], []
    for letter, values in re.findall(r"([MLHVAZlhv])([^MLHVAZlhv]*)", text):
        numbers = [int(number) for number in re.findall(NUMBER, values)]
        x, y = at
        if letter in "MLA":
            at = (numbers[-2], numbers[-1])
        elif letter in "Hh":
            at = (numbers[0] + (x if letter == "h" else 0), y)
        elif letter in "Vv":
            at = (x, numbers[0] + (y if letter == "v" else 0))
        else:
            at = start if letter == "Z" else (x + numbers[0], y + numbers[1])
        if letter == "M":
            start = at
            parts.append([at])
        else:
            parts[-1].append(at)
        if letter == "A":
            radii.append(tuple(numbers[:2]))
    return parts, radii


def walked(text):
    """The points of a walk; exact for turns by multiples of 30 and 45 degrees, by sympy for others."""
    at, facing, points = (sympy.Integer(0), sympy.Integer(0)), 0, []
    for word, value in re.findall(r"(forward|left|right) (\d+)", text):
        if word == "forward":
            points.append(at)
            angle = sympy.pi * facing / 180
            at = at[0] + int(value) * sympy.cos(angle), at[1] + int(value) * sympy.sin(angle)
        else:
            facing += int(value) * (1 if word == "left" else -1)
    assert all(abs(sympy.N(value, 30)) < 1e-25 for value in at), "the walk is not closed"
    return [tuple(float(value) for value in point) for point in points]


def corners(points):
    if points[0] == points[-1]:
        points = points[:-1]
    found = []
    for n, (x, y) in enumerate(points):
        (a, b), (c, d) = points[n - 1], points[(n + 1) % len(points)]
        if abs((x - a) * (d - y) - (y - b) * (c - x)) > 1e-9:
            found.append((x, y))
    return found


def name(points):
    """By sides and angles, with floats."""
    points = corners(points)
    if len(points) != 4:
        return MANY[len(points)]
    sides = [complex(*b) - complex(*a) for a, b in zip(points, [*points[1:], points[0]], strict=True)]
    slopes = [abs((sides[n] * sides[n + 2].conjugate()).imag) < 1e-9 for n in (0, 1)]
    sizes = [round(abs(side), 6) for side in sides]
    if sum(slopes) == 1:
        return "trapezoid"
    square = abs((sides[0] * sides[1].conjugate()).real) < 1e-9
    if all(slopes):
        return [["parallelogram", "rectangle"], ["rhombus", "square"]][len(set(sizes)) == 1][square]
    ordered = (sizes[0] == sizes[1] and sizes[2] == sizes[3]) or (sizes[1] == sizes[2] and sizes[3] == sizes[0])
    return "kite" if ordered else "quadrilateral"


def lines_of_symmetry(points):
    """Reflections among all lines through two of: corners and middles of sides, in whole numbers."""
    doubled = [(2 * x, 2 * y) for x, y in points]
    size = len(doubled)
    middles = [
        tuple((a + b) // 2 for a, b in zip(doubled[n], doubled[n - 1], strict=True)) for n in range(size)
    ]
    edges = {frozenset((doubled[n], doubled[n - 1])) for n in range(size)}
    marks, found = doubled + middles, set()
    for n, (x, y) in enumerate(marks):
        for u, v in marks[n + 1 :]:
            a, b, c = v - y, x - u, (v - y) * x + (x - u) * y
            if (a, b) == (0, 0):
                continue

            def image(point, a=a, b=b, c=c):
                way = Fraction(2 * (a * point[0] + b * point[1] - c), a * a + b * b)
                return point[0] - a * way, point[1] - b * way

            if all(image(point) in doubled for point in doubled) and all(
                frozenset(map(image, edge)) in edges for edge in edges
            ):
                scale = a if a else b
                found.add((Fraction(a, scale), Fraction(b, scale), Fraction(c, scale)))
    return len(found)


class TestShapesFromPaths(Promises):
    id = "shapes-from-paths"
    calculates = False
    alphabet = ""
    right = ("{}", " {}\n", "{}.", "**{}**", "{}\n")
    wrong = ("{}, 7", "{} or 99", "about x {}", "{0} {0}", "")

    def agrees(self, found, task):
        return Fraction(task.answer) == found if isinstance(found, Fraction) else found == task.answer

    def oracle(self, prompt):
        if "turtle" in prompt:
            return ", ".join(name(walked(text)) for text in re.findall(r"^Walk \d+: (.+)$", prompt, re.M))
        paths = [drawn(text) for text in re.findall(r"^Path(?: \d+)?: (.+)$", prompt, re.M)]
        ((points, *_), radii), *_ = paths
        if "Which shape" in prompt:
            names = []
            for (points,), radii in paths:
                if radii:
                    names.append(
                        "sector" if len(radii) == 1 else "circle" if radii[0][0] == radii[0][1] else "ellipse"
                    )
                else:
                    names.append(name(points))
            return ", ".join(names)
        if "How many corners" in prompt:
            return ", ".join(str(len(corners(points))) for (points,), _ in paths)
        if "mirror lines" in prompt:
            return ", ".join(str(lines_of_symmetry(corners(points))) for (points,), _ in paths)
        if "Which area" in prompt:
            return abs(Fraction(str(Polygon(*map(Point, corners(points))).area)))
        if "How long" in prompt:
            return Fraction(str(Polygon(*map(Point, corners(points))).perimeter))
        segments = [tuple(part) for part in paths[0][0]]
        tally = Counter()
        while segments:
            way = list(segments.pop())
            while way[0] != way[-1]:
                (following,) = [segment for segment in segments if way[-1] in segment]
                segments.remove(following)
                way.append(following[following[0] == way[-1]])
            tally[len(corners(way))] += 1
        return ", ".join(str(tally[number]) for number in (3, 4, 5, 6))

    def test_names_are_asked_for_in_words(self):
        """Elsewhere the answer was the letter of one of a few options."""
        for kind in ("name", "turtle"):
            for seed in range(20):
                task = self.spec.task(1, seed, params={"kinds": kind})
                assert set(task.answer.split(", ")) <= set(NAMES)
                assert len(task.answer.split(", ")) > 1
                assert not re.search(r"\([A-J]\)", task.prompt)

    def test_every_name_is_drawn(self):
        answers = Counter()
        for seed in range(120):
            answers.update(self.spec.task(4, seed, params={"kinds": "name"}).answer.split(", "))
        assert set(answers) == set(NAMES)
        assert max(answers.values()) <= 0.2 * sum(answers.values())

    @pytest.mark.parametrize(
        ("points", "word", "lines"),
        [
            ([(0, 0), (4, 0), (4, 4), (0, 4)], "square", 4),
            ([(0, 0), (1, 2), (3, 1), (2, -1)], "square", 4),
            ([(0, 0), (4, 0), (4, 3), (0, 3)], "rectangle", 2),
            ([(0, 0), (5, 0), (8, 4), (3, 4)], "rhombus", 2),
            ([(0, 0), (4, 0), (5, 3), (1, 3)], "parallelogram", 0),
            ([(0, 0), (6, 0), (4, 3), (2, 3)], "trapezoid", 1),
            ([(0, 0), (6, 0), (4, 3), (1, 3)], "trapezoid", 0),
            ([(2, 0), (0, 2), (-2, 0), (0, -5)], "kite", 1),
            ([(0, 0), (5, 1), (4, 4), (1, 6)], "quadrilateral", 0),
            ([(0, 0), (4, 0), (2, 5)], "triangle", 1),
            ([(0, 0), (2, 1), (4, 0), (2, 5)], None, 1),
            ([(0, 0), (2, 0), (4, 0), (2, 5)], None, 1),
        ],
    )
    def test_shapes_by_name(self, points, word, lines):
        assert name_of(points) == word
        if word:
            assert name(points) == word
            assert mirrors(points) == lines == lines_of_symmetry(points)

    def test_answers_are_spread(self):
        for level in self.spec.levels:
            answers = Counter(self.spec.task(level, seed).answer for seed in range(100))
            assert answers.most_common(1)[0][1] <= 10
