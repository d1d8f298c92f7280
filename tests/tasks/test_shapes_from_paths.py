"""Shapes from paths: the commands are read from the text; sympy's geometry measures what they draw."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import accumulate

import pytest
import sympy
from sympy import Point, Polygon

from rlvr.conformance.promises import Promises, read
from rlvr.generators.spatial.shapes_from_paths import NAMES, mirrors, name_of

MANY = {3: "triangle", 5: "pentagon", 6: "hexagon", 7: "heptagon", 8: "octagon"}
NUMBER = r"-?\d+"
SVG = (
    "… commands … those of SVG. M moves … pen to a point, L draws … straight line to a point, H and V draw to an x "
    "or a y, A draws … arc (two radii, a rotation, two flags and the end point), and Z draws back to the last M; small "
    "letters count from where … pen is."
)
TURTLE = (
    "A turtle draws … line where it walks. Forward 5 means 5 steps ahead, and left 60 … turns to its left by 60 "
    "degrees on the spot."
)
PATHS, WALKS = "```\n{drawn:Path[^`]+}\n```", r"{drawn:Walk \d+: [a-z0-9, ]+(?:\nWalk \d+: [a-z0-9, ]+)*}"
NO_CORNERS = "Points on … straight side … no corners."
WORDS = f"Take the most special of these words for each: {{words:[a-z; ()]+}}. {NO_CORNERS}"
ASKED = {
    "name": (
        f"Which shape does each path draw? {WORDS}",
        "Give {n} words in … order of … paths, separated by commas.",
    ),
    "turtle": (
        f"Which shape does each walk draw? {WORDS}",
        "Give {n} words in … order of … walks, separated by commas.",
    ),
    "corners": (
        f"How many corners does each shape have? {NO_CORNERS}",
        "Give {n} numbers in … order of … paths, separated by commas.",
    ),
    "symmetry": (
        "How many mirror lines (axes of symmetry) does each shape have?",
        "Give {n} numbers in … order of … paths, separated by commas.",
    ),
    "area": ("Which area does … shape have … path encloses?", "Give … exact number."),
    "perimeter": ("How long … whole outline … path draws?", "Give … exact number."),
    "pieces": (
        "… segments make closed shapes … not touch each other. How many triangles, quadrilaterals, pentagons and "
        f"hexagons … there? {NO_CORNERS}",
        "Give the four numbers in this order, separated by commas.",
    ),
}
TOLD = {
    kind: [[WALKS, TURTLE, *asks] if kind == "turtle" else [PATHS, SVG, *asks]] for kind, asks in ASKED.items()
}
ROUND = {"circle", "ellipse", "sector"}


def told(prompt):
    """The kind, and the texts of the paths; they are numbered if there are several."""
    kind, said = read(prompt, TOLD)
    lines = [line.split(": ") for line in said["drawn"].split("\n")]
    noun = "Walk" if kind == "turtle" else "Path"
    assert [name for name, _ in lines] == (
        [noun] if len(lines) == 1 else [f"{noun} {n}" for n in range(1, len(lines) + 1)]
    )
    assert said.get("n", len(lines)) == len(lines)
    if "words" in said:
        words = said["words"].replace(" (just one pair of parallel sides)", "").split("; ")
        assert "trapezoid (just one pair of parallel sides)" in said["words"]
        assert sorted(words) == sorted(set(NAMES) - (ROUND if kind == "turtle" else set()))
    return kind, [text for _, text in lines]


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


def points_of(x, number=1):
    """The corners of a path, in its order."""
    return corners(drawn(x.paths[number - 1])[0][0])


def whole(text):
    return [int(number) for number in re.findall(NUMBER, str(text))]


def answered(x):
    """A line of each path in order, which ends in what the answer says of it."""
    return x.n == len(x.before) + 1 and str(x.found) == x.answer.split(", ")[x.n - 1]


def corners_line(x):
    (points, *more), radii = drawn(x.paths[x.n - 1])
    return (
        answered(x)
        and not more
        and not radii
        and whole(x.points) == [n for point in corners(points) for n in point]
    )


def turtle_line(x):
    """Lengths of sides, and the turns after them; the last one is not walked."""
    moves, sides = re.findall(r"(forward|left|right) (\d+)", x.paths[x.n - 1]), [0]
    turns = [int(value) for word, value in moves if word != "forward"]
    for word, value in moves:
        if word == "forward":
            sides[-1] += int(value)
        else:
            sides.append(0)
    turns.append(360 - sum(turns))
    pairs = [n for pair in zip(sides, turns, strict=True) for n in pair]
    return answered(x) and len({word for word, _ in moves}) == 2 and whole(x.steps) == pairs


def sides_of(points):
    return zip(points, [*points[1:], points[0]], strict=True)


def products_line(x):
    """The products of the corners of each side, and their sum; a side is at least from one point to the next."""
    (points,), _ = drawn(x.paths[0])
    upto = {*accumulate(a * d - b * c for (a, b), (c, d) in sides_of(points))}
    found = [*accumulate(whole(x.terms))]
    return upto.issuperset(found) and len(found) >= len(points_of(x)) and x.total == found[-1]


def half_line(x):
    (line,) = x.before
    return x.twice == abs(int(line.split(" = ")[1])) and Fraction(x.area) == Fraction(x.twice, 2) == Fraction(
        x.answer
    )


def lengths_line(x):
    """The lengths of all sides; they may begin anywhere."""
    lengths = sorted(abs(complex(*b) - complex(*a)) for a, b in sides_of(points_of(x)))
    terms = sorted(whole(x.terms))
    return all(abs(a - b) < 1e-9 for a, b in zip(terms, lengths, strict=True)) and x.total == sum(terms)


ANSWER = {"{last:[-a-z0-9., ]+}": lambda x: x.before and str(x.last) == x.answer}
EACH = {"{n}. corners {points:[-0-9(), ]+}: {found:[a-z0-9]+}": corners_line, **ANSWER}
LINES = {
    "corners": EACH,
    "symmetry": EACH,
    "name": {
        "{n}. arcs: {found:[a-z]+}": lambda x: answered(x) and x.found in ROUND and "A" in x.paths[x.n - 1],
        **EACH,
    },
    "turtle": {"{n}. sides and turns: {steps:[0-9, ]+}: {found:[a-z]+}": turtle_line, **ANSWER},
    "area": {
        "x1 y2 - x2 y1 for each side: {terms:[-0-9() +]+} = {total}": products_line,
        "{twice} / 2 = {area:[0-9.]+}": half_line,
        **ANSWER,
    },
    "perimeter": {"{terms:[0-9 +]+} = {total}": lengths_line, **ANSWER},
    "pieces": {
        "{a} {:triangles?}, {b} {:quadrilaterals?}, {c} {:pentagons?} and {d} {:hexagons?}": lambda x: (
            [x.a, x.b, x.c, x.d] == whole(x.answer)
        ),
        **ANSWER,
    },
}


class TestShapesFromPaths(Promises):
    id = "shapes-from-paths"
    calculates = False
    alphabet = ""
    right = ("{}", " {}\n", "{}.", "**{}**", "{}\n")
    wrong = ("{}, 7", "{} or 99", "about x {}", "{0} {0}", "")

    def agrees(self, found, task):
        return Fraction(task.answer) == found if isinstance(found, Fraction) else found == task.answer

    lines = LINES

    def known(self, found, task):
        return {"paths": told(task.prompt)[1], "answer": task.answer}

    def oracle(self, prompt):
        kind, texts = told(prompt)
        if kind == "turtle":
            return ", ".join(name(walked(text)) for text in texts)
        paths = [drawn(text) for text in texts]
        ((points, *_), radii), *_ = paths
        if kind == "name":
            names = []
            for (points,), radii in paths:
                if radii:
                    names.append(
                        "sector" if len(radii) == 1 else "circle" if radii[0][0] == radii[0][1] else "ellipse"
                    )
                else:
                    names.append(name(points))
            return ", ".join(names)
        if kind == "corners":
            return ", ".join(str(len(corners(points))) for (points,), _ in paths)
        if kind == "symmetry":
            return ", ".join(str(lines_of_symmetry(corners(points))) for (points,), _ in paths)
        if kind == "area":
            return abs(Fraction(str(Polygon(*map(Point, corners(points))).area)))
        if kind == "perimeter":
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
