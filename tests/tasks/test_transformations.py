"""Transformations: every step is read from its words and made an affine map by what it does to points."""

from __future__ import annotations

import re
from fractions import Fraction

from geometry_reader import NUMBER, PLACE, difference, minus, point, said, worth

from rlvr.conformance.promises import Promises

IN_LINE = re.compile(rf"reflect in the line (y = -?x(?: [+-] \d+)?|[xy] = {NUMBER})")
SHIFT, TURN = re.compile(f"translate by the vector {PLACE}"), re.compile(r"rotate by (.*) about (.*)")
SCALE = re.compile(rf"scale \(dilate\) by the factor {NUMBER} from (.*)")
TURNS = {"90 degrees counterclockwise": (0, 1), "180 degrees": (-1, 0), "90 degrees clockwise": (0, -1)}
LIST = r"ransformation(?P<s>s?)(?P<order>, in this order)?: (?P<moves>.*)\. "
ENDS = {
    "image": rf"The point P is (?P<given>\(.*?\))\. T{LIST}Where does P end up after the transformation(?P=s)\?",
    "shape": r"The (?P<shape>triangle ABC|quadrilateral ABCD) has the vertices (?P<given>.*)\. "
    rf"T{LIST}What are the images of A, B(?P<d>, C)? and [CD]\?",
    "original": r"The point Q = (?P<given>\(.*?\)) is the image of a point P under the following "
    rf"t{LIST}What is the point P\?",
    "fixed": rf"T{LIST}Which point of the plane returns to its own place after all of the transformations "
    r"\(there is exactly one\)\?",
}


def center(text):
    return (Fraction(0), Fraction(0)) if text == "the origin" else point(text.removeprefix("the point "))


def moved(words, p):
    """The image of a point under one step; a mirror is where its equation vanishes, halfway to the image."""
    if words in ("reflect in the x-axis", "reflect in the y-axis"):
        return (p[0], -p[1]) if "x-axis" in words else (-p[0], p[1])
    if found := IN_LINE.fullmatch(words):
        zero = difference(found[1])
        start = zero(Fraction(0), Fraction(0))
        normal = (zero(Fraction(1), Fraction(0)) - start, zero(Fraction(0), Fraction(1)) - start)
        step = 2 * zero(*p) / sum(n * n for n in normal)
        return minus(p, [step * n for n in normal])
    if found := SHIFT.fullmatch(words):
        return tuple(a + b for a, b in zip(p, point(found[1]), strict=True))
    if found := TURN.fullmatch(words):
        (a, b), (x, y) = TURNS[found[1]], minus(p, center(found[2]))
        return tuple(c + d for c, d in zip(center(found[2]), (a * x - b * y, a * y + b * x), strict=True))
    found = SCALE.fullmatch(words)
    fixed = center(found[2])
    return tuple(c + Fraction(found[1]) * (a - c) for a, c in zip(p, fixed, strict=True))


class TestTransformations(Promises):
    id = "transformations"
    calculates = False
    wrong = ("{}0", "{} or 2", "about {}", "{0} {0}", "")

    def oracle(self, prompt):
        text, _ = said(prompt, "The following takes place in the coordinate plane. ")
        ((kind, found),) = [(k, m) for k, end in ENDS.items() if (m := re.fullmatch(end, text))]
        parts = found["moves"].split("; ")
        numbers, steps = zip(*(re.fullmatch(r"\((\d+)\) (.*)", part).groups() for part in parts), strict=True)
        assert list(map(int, numbers)) == list(range(1, len(steps) + 1))
        assert bool(found["s"]) == bool(found["order"]) == (len(steps) > 1)
        given = [point(p) for p in re.findall(PLACE, found["given"])] if kind != "fixed" else []
        if kind == "shape":
            names = found["shape"].split()[1]
            assert re.findall(r"([A-D]) = \(", found["given"]) == list(names)
            assert len(names) == len(given) == 3 + bool(found["d"])
            assert text.endswith(f" and {names[-1]}?")
        return kind, given, steps

    def agrees(self, found, task):
        kind, given, steps = found
        answers = [point(p) for p in re.findall(PLACE, task.answer)]
        images = answers if kind in ("original", "fixed") else given
        for words in steps:
            images = [moved(words, p) for p in images]
        return images == (given if kind == "original" else answers)

    def test_each_step_of_a_worked_solution_is_done_rightly(self):
        for level in self.spec.levels:
            for seed in range(20):
                place = None
                for line in self.spec.task(
                    level, seed, params={"kinds": "image shape original"}
                ).trace.splitlines():
                    if start := re.fullmatch(rf"[A-DPQ] = {PLACE}", line):
                        place = point(start[1])
                    elif step := re.fullmatch(rf"\d+\. (.*?): (.*): {PLACE}", line):
                        place = moved(step[1], place)
                        assert place == point(step[3]), line
                        for axis, value in re.findall(r"([xy]) = ([^,]*)", step[2]):
                            assert worth(value, x=0) == place["xy".index(axis)], line
                assert place

    def test_the_answer_is_not_in_the_problem(self):
        for seed in range(100):
            task = self.spec.task(1, seed)
            assert task.answer not in task.prompt
