"""Inequalities: the prompt's text is true or false at numbers near all zeros, and the answer must say the same."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise
from math import isqrt

import numpy as np
import pytest
from formulas import FormulaPromises, value
from hypothesis import given, settings
from hypothesis import strategies as st

ASKED = (
    r"Solve for (?P<name>[a-z]): (?P<shown>.+)\nGive",
    r"Find the set of all real numbers (?P<name>[a-z]) with (?P<shown>.+)\nGive",
    r"(?P<shown>.+)\n\nFor which real numbers (?P<name>[a-z]) is this true\? Give",
)
FORM = (
    "Give the solution set in interval notation with exact ends, such as (-oo, -2) U [1/2, 3) U {5}: oo stands for "
    "infinity, U for union, {5} for a single point, sqrt(2) for a root."
)
SIGN = r" (<=|>=|<|>) "
TINY = Fraction(1, 10**20)
COMPARE = {"<": "__lt__", "<=": "__le__", ">": "__gt__", ">=": "__ge__"}


def side(text, name, x, number=Fraction):
    """The value at x of one side, which may stand between bars."""
    found = value(text.strip("|"), number, **{name: x})
    return abs(found) if text.startswith("|") else found


def holds(shown, name, x):
    """Whether inequalities as printed are true at x, perhaps a root to 40 places; not where 0 is divided by."""
    results = []
    for part in re.split(" and | or ", shown):
        sides = re.split(SIGN, part)
        try:
            values = [side(text, name, x) for text in sides[::2]]
        except ZeroDivisionError:
            results.append(False)
            continue
        apart = [a - b if abs(a - b) > TINY else 0 for a, b in pairwise(values)]
        results.append(all(getattr(d, COMPARE[sign])(0) for d, sign in zip(apart, sides[1::2], strict=True)))
    return any(results) if " or " in shown else all(results)


def critical(shown, name):
    """Roughly, where the inequalities as printed may change: zeros of differences and of denominators."""
    x = np.poly1d([1.0, 0.0])
    for part in re.split(" and | or ", shown):
        for a, b in pairwise(re.split(SIGN, part)[::2]):
            above, below = a.split("/") if "/" in a else (a, "1")
            top, bottom, right = (value(text.strip("|"), float, **{name: x}) for text in (above, below, b))
            for difference in (top - right * bottom, top + right * bottom, bottom):
                yield from (zero.real for zero in np.roots(np.atleast_1d(np.poly1d(difference).c)))


def root(number):
    return Fraction(isqrt(int(number) * 10**80), 10**40)


def ends(piece):
    """The ends of an interval or of a single point, None for an infinite one."""
    texts = piece[1:-1].split(", ") if piece[0] != "{" else [piece[1:-1]] * 2
    return [None if "oo" in text else value(text, sqrt=root) for text in texts]


def inside(answer, x):
    """Whether x is in a union of intervals as printed."""
    for piece in answer.split(" U "):
        low, high = ends(piece)
        above = low is None or x > low or (x == low and piece[0] in "[{")
        below = high is None or x < high or (x == high and piece[-1] in "]}")
        if above and below:
            return True
    return False


class TestInequalities(FormulaPromises):
    id = "inequalities"
    alphabet = ""  # a text that means the same in two ways is read by the engine alone: see below
    wrong = ("", "about {}", "(-oo, oo)", "(12345, 12346)")
    calculates = False

    def oracle(self, prompt):
        assert FORM in prompt
        asked = next(filter(None, (re.match(pattern, prompt) for pattern in ASKED)))
        assert set(re.findall("[a-z]", re.sub(" and | or ", "", asked["shown"]))) == {asked["name"]}
        return asked["shown"], asked["name"]

    def agrees(self, found, task):
        near = list(critical(*found))
        points = {Fraction(zero).limit_denominator(60) for zero in near}
        points |= {Fraction(zero + step) for zero in near for step in (-1e-3, 1e-3)}
        points |= {end for piece in task.answer.split(" U ") for end in ends(piece) if end is not None}
        return all(holds(*found, x) == inside(task.answer, x) for x in points)

    @settings(max_examples=15)
    @given(st.integers(0, 10**9))
    def test_the_worked_solution_says_where_it_is_true(self, seed):
        for level in self.spec.levels:
            task = self.spec.task(level, seed)
            shown, name = self.oracle(task.prompt)
            before, after = task.trace.split("zeros in order: ")
            zeros, *tried, _ = after.splitlines()
            numbers = []
            for line in tried:
                x, true = re.fullmatch(rf"at {name} = (.*): (true|false)", line).groups()
                numbers.append(value(x, sqrt=root))
                assert holds(shown, name, numbers[-1]) == (true == "true")
            assert numbers == sorted(numbers)
            assert numbers[1::2] == [value(zero, sqrt=root) for zero in zeros.split(", ") if zero != "none"]
            for line in before.splitlines():
                line = line.replace("squares: ", "")
                assert re.search(SIGN, line) or "/" in line
                parts = re.split(" and | or ", shown)
                assert any(
                    all(
                        holds(line, name, Fraction(n, 7)) == holds(part, name, Fraction(n, 7))
                        for n in range(-99, 99)
                    )
                    for part in parts
                )

    @settings(max_examples=60)
    @given(st.integers(1, 7), st.integers(0, 10**9), st.text("0123456789+-*/()[]{}, Uosqrt", max_size=30))
    def test_solver_and_verifier_agree_on_changed_answers(self, level, seed, text):
        task = self.spec.task(level, seed)
        answer = (task.answer[: len(text)] + text[:2] + task.answer[len(text) :])[: len(task.answer)]
        assert self.spec.verify_answer(task.payload, answer).passed == self.spec.confirms(task.payload, answer)

    @pytest.mark.parametrize(
        ("kind", "shown", "answer"),
        [
            *(("linear", rf"[^|^/]+{SIGN}[^|^/]+", ""), ("double", "-?[0-9]+ <=? [^<=>]+ <=? -?[0-9]+", ",")),
            *(
                ("absolute", r"\|.*\|.*", ""),
                ("quadratic", r".*\^2.*", "^[^q]*$"),
                ("surd", r".*\^2.*", "sqrt"),
            ),
            *(
                ("polynomial", r"[^/]*[\^(][^/]*", "^[^q]*$"),
                ("rational", r".*/.*", "^[^q]*$"),
                ("both", ".* (and|or) .*", ""),
            ),
        ],
    )
    def test_each_kind_alone(self, kind, shown, answer):
        for seed in range(15):
            task = self.spec.task(5, seed, params={"kinds": kind})
            assert re.fullmatch(shown, task.payload["problem"]["inequality"])
            assert re.search(answer, task.answer)

    def test_all_kinds_of_pieces_and_of_inequalities_occur(self):
        tasks = [self.spec.task(level, seed) for level in (3, 4, 5, 6) for seed in range(60)]
        for piece in ("sqrt", "{", " U ", "[", "(", "oo"):
            assert any(piece in task.answer for task in tasks), piece
        for piece in ("|", " and ", " or ", "/(", ")^2", ")*("):
            assert any(piece in task.payload["problem"]["inequality"] for task in tasks), piece

    @pytest.mark.parametrize(
        ("answer", "passed"),
        [
            *[(text, True) for text in ("[3, oo) U (-oo, 2]", "(-oo, 2] U [3, oo)", "[3, oo) U (-oo, 4/2]")],
            *[
                (text, False)
                for text in ("(-oo, 2) U [3, oo)", "(-oo, 2] U (3, oo)", "[2, 3]", "(2, 3)", "x < 2")
            ],
            *[(text, False) for text in ("(-oo, 2] U [3, 4)", "(-oo, oo)")],
        ],
    )
    def test_intervals_by_name(self, answer, passed):
        parts = [{"top": [6, -5, 1], "bottom": [1], "relation": ">="}]
        payload = {
            "problem": {"parts": parts, "join": "and"},
            "gold": {"text": "(-oo, 2] U [3, oo)", "kind": "interval"},
        }
        assert self.spec.verify_answer(payload, answer).passed == self.spec.confirms(payload, answer) == passed
        assert self.spec.verify_answer(payload, "x <= 2 or x >= 3").passed

    def test_inequalities_in_other_unknowns_are_the_same(self):
        def key(p):
            return re.sub("[a-z]", "x", p["inequality"])

        self.same_problems(key, value=2, leading=1)
