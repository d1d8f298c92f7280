"""Linear equations in integers: the prompt's equation is solved by trying, and every solution of it is accepted."""

from __future__ import annotations

import math
import re
from itertools import product
from math import gcd

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import rlvr
from rlvr.conformance.promises import SEEDS, Promises, read
from rlvr.conformance.worked_lines import calculated, equations
from rlvr.verifiers.base import Reason
from rlvr.verifiers.number_theory.diophantine import accepted_forms

SPEC = rlvr.get("diophantine")
LEVELS = st.sampled_from(SPEC.levels)
EQUATION = "{equation:[0-9]+ x [-+0-9xyz ]+ = [0-9]+}"
NAMES = "{names:x and y|x, y and z}"
FORM = "{form:x = [.]+, y = [.]+(?:, z = [.]+)?}"
ASKED = {
    "any": (
        f"Find integers {NAMES} with {EQUATION}. Any solution counts. Answer in the form {FORM}, or: no solution.",
        f"Does {EQUATION} have a solution in integers? If so, give one, whichever you like, in the form {FORM}; if "
        "not, answer: no solution.",
        f"{EQUATION}\n\nSolve this equation in integers (negative ones are allowed). One solution is enough: write it "
        f"in the form {FORM}. If there is none, write: no solution.",
    ),
    "count": (
        f"How many solutions in {{sort:positive|nonnegative}} integers does {EQUATION} have? Answer with an integer.",
        f"Count the {{tuples:pairs .x, y.|triples .x, y, z.}} of {{sort:positive|nonnegative}} integers with "
        f"{EQUATION}. Give the number as an integer.",
        f"{EQUATION}\n\nIn how many ways can {NAMES} be chosen as {{sort:positive|nonnegative}} integers so that this "
        "holds? Give an integer.",
    ),
    "least": (
        f"What is the smallest positive integer x for which there is an integer y, of either sign or 0, with {EQUATION}"
        "? Give x.",
        f"Among all integer solutions (x, y) of {EQUATION}, y being allowed to be negative, take the one with the "
        "smallest positive x. Give that x as an integer.",
        f"{EQUATION}\n\nx and y are integers and x > 0. Find the least possible value of x; give only that integer.",
    ),
    "frobenius": (
        "In a country there are only coins worth {a} and {b}. What is the largest whole amount that cannot be paid "
        "exactly with such coins, without change? Give an integer.",
        "What is the largest integer that is not of the form {a} x + {b} y with nonnegative integers x and y?",
        "Eggs are sold in boxes of {a} and in boxes of {b}, and boxes are not opened. What is the largest number of "
        "eggs that cannot be bought exactly? Answer with an integer.",
    ),
}


def equation(text):
    """Coefficients and right side of ``3 x - 5 y = 7``."""
    left, right = text.split(" = ")
    terms = re.findall("(-?[0-9]+) ([xyz])", left.replace("+ ", "").replace("- ", "-"))
    assert "".join(name for _, name in terms) in ("xy", "xyz")
    return [int(a) for a, _ in terms], int(right)


def number_of_solutions(coefficients, total, least):
    *others, a, b = coefficients
    count = 0
    for values in product(*(range(least, total // c + 1) for c in others)):
        rest = total - sum(c * value for c, value in zip(others, values, strict=True))
        count += int(((rest - a * np.arange(least, max(rest - b * least, -1) // a + 1)) % b == 0).sum())
    return count


def _general(*terms):
    """Start and step of each of ``3 + 7`` and ``8 - 5``."""
    return [
        int(part.replace(" ", ""))
        for term in terms
        for part in re.fullmatch(r"(-?\d+) ([-+] \d+)", term).groups()
    ]


class TestDiophantine(Promises):
    id = "diophantine"
    calculates = False  # unknowns are in most lines; see below
    alphabet = "0123456789xyz=,- "
    says = (  # the pieces between commas and colons
        "{unknown:[wxyz]} = {sides:[0-9 ()*+=-]+} | gcd({a}, {b}) = {d} | {left:let .*} = {d} w | none | "
        "so that {d} w {sign:[-+]} {c} z = {n} | {a} x + {b} y = {n} | ({x}, {y}) | {n} | together {n} | "
        "all solutions | x = {x} + {s} k | y = {y} - {t} k | x > 0 for k >= 0 | y >= {n} | so k = 0 to {n} "
        "| k <= ({y} - {n}) / {t} | y >= {n} for no such k | but {n} = {q} * {d} + {r} | {d} divides the "
        "left side | {a} and {b} have no common divisor | the largest is {a} * {b} - {a} - {b}"
    ).split(" | ")

    def kind(self, task):
        problem = task.payload["problem"]
        three = len(problem["coefficients"]) == 3
        return {"any": "three", "count": "ways"}[problem["kind"]] if three else problem["kind"]

    def oracle(self, prompt):
        kind, slots = read(prompt, ASKED)
        if kind == "frobenius":
            a, b = slots["a"], slots["b"]
            payable = np.unique(np.add.outer(a * np.arange(b), b * np.arange(a)))
            return int(np.setdiff1d(np.arange(a * b), payable).max())
        coefficients, total = equation(slots["equation"])
        assert all(abs(a) > 1 and total % a for a in coefficients)
        names = "x, y and z" if len(coefficients) == 3 else "x and y"
        assert slots.get("names", names) == names
        assert slots.get("form", "").count("=") in (0, len(coefficients))
        assert slots.get("tuples", "").count(",") in (0, len(coefficients) - 1)
        if kind == "least":
            a, b = coefficients
            return next(x for x in range(1, abs(b) + 1) if (total - a * x) % b == 0)
        if kind == "any":
            return coefficients, total
        return number_of_solutions(coefficients, total, int(slots["sort"] == "positive"))

    def agrees(self, found, task):
        if not isinstance(found, tuple):
            return super().agrees(found, task)
        coefficients, total = found
        if task.answer == "no solution":
            return total % gcd(*coefficients) != 0
        values = re.fullmatch(
            ", ".join(f"{name} = (-?[0-9]+)" for name in "xyz"[: len(coefficients)]), task.answer
        )
        return sum(a * int(value) for a, value in zip(coefficients, values.groups(), strict=True)) == total

    @given(SEEDS)
    def test_every_line_of_the_worked_solution_is_true(self, seed):
        for level in SPEC.levels:
            task = SPEC.task(level, seed)
            problem = task.payload["problem"]
            calculations = list(equations(re.sub("[wxyz] = ", "", task.trace)))
            assert calculations or self.kind(task) == "ways"
            for sides in calculations:
                assert len(set(map(calculated, sides))) == 1, sides
            for line in task.trace.splitlines():
                if found := re.fullmatch(r"y >= (\d): k <= (.*), so k = 0 to (-?\d+): (\d+)", line):
                    assert int(found[1]) == problem["positive"]
                    assert math.floor(calculated(found[2])) == int(found[3]) == int(found[4]) - 1
                if found := re.fullmatch(r"all solutions: x = (.*) k, y = (.*) k; x > 0 for k >= 0", line):
                    (a, b), x, step, y, fall = problem["coefficients"], *_general(*found.groups())
                    assert a * x + b * y == problem["total"]
                    assert 0 < x <= step == b // gcd(a, b)
                    assert fall == -a // gcd(a, b)
                if found := re.fullmatch(
                    r"(\d+) divides the left side, but (\d+) = \d+ \* \1 \+ ([1-9]\d*)", line
                ):
                    assert gcd(*problem["coefficients"]) == int(found[1])
                    assert int(found[2]) == problem["total"]
                if found := re.fullmatch(r"z = (\d+): (\d+) x \+ (\d+) y = (\d+): (.*)", line):
                    z, a, b, rest = map(int, found.groups()[:4])
                    assert rest == problem["total"] - problem["coefficients"][2] * z
                    pairs = {tuple(map(int, pair)) for pair in re.findall(r"\((\d+), (\d+)\)", found[5])}
                    values = range(int(problem["positive"]), rest)
                    assert pairs == {(x, y) for x in values for y in values if a * x + b * y == rest}

    @given(LEVELS, SEEDS, st.integers(-(10**6), 10**6))
    def test_every_solution_is_right_and_neighbours_are_wrong(self, level, seed, k):
        task = SPEC.task(level, seed)
        problem = task.payload["problem"]
        assume(problem["kind"] == "any" and task.answer != "no solution")
        a, b, *_ = problem["coefficients"]
        x, y, *rest = map(int, re.findall(r"-?\d+", task.answer))
        x, y = x + b // gcd(a, b) * k, y - a // gcd(a, b) * k
        for values, right in (((x, y, *rest), True), ((x + 1, y, *rest), False)):
            bare = ", ".join(map(str, values))
            text = ", ".join(f"{name} = {value}" for name, value in zip("xyz", values, strict=False))
            for form in (text, bare, f"({bare})", *accepted_forms(text)):
                assert SPEC.verify_answer(task.payload, form).passed == right, form
            assert SPEC.confirms(task.payload, text) == right
        assert not SPEC.verify_answer(task.payload, "no solution").passed

    def test_the_share_of_equations_without_a_solution(self):
        params = {"kinds": "any three", "largest": 25, "unsolvable": 30}
        answers = [SPEC.task(1, seed, params=params).answer for seed in range(400)]
        assert 80 < answers.count("no solution") < 160
        assert "no solution" not in [SPEC.task(1, seed).answer for seed in range(200)]

    def test_order_and_free_signs_do_not_matter(self):
        def key(p):
            sizes = [abs(a) for a in p["coefficients"]]
            return p["kind"], p["total"], *(sizes if p["kind"] == "least" else sorted(sizes))

        self.same_problems(key, 4000, kinds="any least", largest=10, unsolvable=0)


ANY = {"problem": {"kind": "any", "coefficients": [3, -5], "total": 7}}
NONE = {"problem": {"kind": "any", "coefficients": [6, -9], "total": 7}}
THREE = {"problem": {"kind": "any", "coefficients": [6, 10, 15], "total": 1}}
LEAST = {"problem": {"kind": "least", "coefficients": [3, -5], "total": 7}}


@pytest.mark.parametrize(
    ("payload", "answers"),
    [
        (ANY, ("x = 4, y = 1", "(4, 1)", "4, 1", "4 1", "y=1, x=4", "x = 9 and y = 4", "-1, -2")),
        (ANY, ("(x, y) = (4, 1)", "x=+4;y=01.", "x = \u22121, y = \u22122", "[4, 1]")),
        (NONE, ("no solution", "No solutions.", "none", "There is no integer solution")),
        (THREE, ("x = 1, y = 1, z = -1", "(1, 1, -1)", "z = -1, x = 1, y = 1", "-14, 1, 5")),
        (LEAST, ("4", "x = 4", "+4", "4.")),
    ],
)
def test_accepted(payload, answers):
    for answer in answers:
        assert SPEC.verify_answer(payload, answer).passed, answer


@pytest.mark.parametrize(
    ("payload", "reason", "answers"),
    [
        (ANY, Reason.WRONG, ("x = 1, y = 4", "no solution", "y = 4, x = 1", "(1, 4)")),
        (ANY, Reason.UNPARSABLE, ("x = 4", "4", "x = 4, x = 1", "4, 1, 0", "x = 4, z = 1", "x = 4, 1")),
        (ANY, Reason.UNPARSABLE, ("4 = x, 1 = y", "x = 8/2, y = 1", "4, 1 or 9, 4", "", "x = ٤, y = 1")),
        (ANY, Reason.UNPARSABLE, ("x = 4 + 5k, y = 1 + 3k", "((4, 1))")),
        (NONE, Reason.WRONG, ("x = 1, y = 0", "0, 0")),
        (NONE, Reason.UNPARSABLE, ("no", "not solvable", "no solution or 1, 1")),
        (THREE, Reason.UNPARSABLE, ("1, 1", "x = 1, y = 1", "x = 1, y = 1, z = -1, z = -1")),
        (THREE, Reason.WRONG, ("1, -1, 1", "1, 1, 1", "none")),
        (LEAST, Reason.WRONG, ("9", "-1", "5")),
        (LEAST, Reason.UNPARSABLE, ("4, 1", "y = 4", "x = 4, y = 1", "no solution")),
    ],
)
def test_refused(payload, reason, answers):
    for answer in answers:
        assert SPEC.verify_answer(payload, answer).reason is reason, answer
        assert not SPEC.confirms(payload, answer), answer


@given(st.text(max_size=40))
def test_no_text_raises(text):
    for payload in (ANY, NONE, THREE, LEAST):
        assert SPEC.verify_answer(payload, text).passed == SPEC.confirms(payload, text)
