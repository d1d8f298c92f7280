"""Linear equations: Cramer's rule solves what the prompt says; every line holds at the solution."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from math import gcd

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.conformance.promises import SEEDS, Promises
from rlvr.conformance.worked_lines import calculated
from rlvr.generators.algebra import linear_equations
from rlvr.generators.algebra.elimination import SingularError, eliminate
from rlvr.generators.base import GenerationError
from rlvr.verifiers.base import Reason

EQUATION = r"(?:\([0-9]\) )?[^=.\n]+ = [^=.\n]+"
EQUATIONS = rf"{EQUATION}(?:\n{EQUATION})*"
FORM = r"(Give the answer in the form [^\n]*)"
WORDINGS = (
    rf"Solve for (.+):\n{EQUATIONS}\n\n{FORM}",
    rf"Find (.+) exactly, given that\n{EQUATIONS}\n\n{FORM}",
    rf"{EQUATIONS}\n\nFor which (.+) does this hold\? {FORM}",
)
TWO = {"unknowns": ["x", "y"], "rows": [[2, 2, 5], [2, -2, 7]]}  # x = 3, y = -1/2
ONE = {"unknowns": ["n"], "rows": [[4, 6]]}  # n = 3/2
STEP = r"\(([0-9])\) := (?:([0-9]+)\*)?\(\1\) ([-+]) (?:([0-9]+)\*)?\(([0-9])\): (.*)"
NUMBER = r"-?[0-9]+(?:/[0-9]+)?"
TAKEN = rf"(?: [-+] (?:[0-9]+\*)?\({NUMBER}\))+"
FOUND = (
    rf"[a-z] = {NUMBER}|[a-z] = -?[0-9]+/-?[0-9]+ = {NUMBER}|[a-z] = {NUMBER}{TAKEN} = {NUMBER}"
    rf"|(?:-|-?[0-9]+)([a-z]) = {NUMBER}{TAKEN} = {NUMBER}, \1 = {NUMBER}"
)


def value(side, values):
    """The value of one side of an equation as printed."""
    return calculated(
        re.sub(r"[a-z]", lambda m: f"({values[m[0]]})", re.sub(r"(?<=[0-9])(?=[a-z(])", "*", side))
    )


def determinant(rows):
    signed = (
        (-1) ** i * row[0] * determinant([r[1:] for r in rows[:i] + rows[i + 1 :]])
        for i, row in enumerate(rows)
    )
    return sum(signed) if rows else 1


def coefficients(left, right, names):
    """All on the left, but for the number on the right."""
    zero = dict.fromkeys(names, 0)
    number = value(left, zero) - value(right, zero)
    at = [{**zero, name: 1} for name in names]
    return [*(value(left, v) - value(right, v) - number for v in at), -number]


def printed(prompt):
    return re.findall(r"^(?:\([0-9]\) )?([^=.\n]+) = ([^=.\n]+)$", prompt, re.MULTILINE)


class TestLinearEquations(Promises):
    id = "linear-equations"
    alphabet = "xyzn=,;/-+. 0123456789and"
    wrong = ("{}1", "1{}", "{} or 2", "about {}", "{0} {0}", "")
    calculates = False  # the lines hold unknowns: see below
    cases = (
        (TWO, Reason.CORRECT, ("x = 3, y = -1/2", "y=-.5;x=6/2", "x=3 y=-0.50", "x = 03, y = -5/10",
          "x = 3, y = -0.5.", "x = 3. y = - 1/2", "x = 3, y = -1/2,", "x = 3, y = -1/2;")),
        (ONE, Reason.CORRECT, ("n = 3/2", "3/2", "1.5", "n=1.50", "+3 / 2")),
        (TWO, Reason.WRONG, ("x = -1/2, y = 3", "x = 3, y = 1/2", "x = 3.0000001, y = -0.5")),
        (ONE, Reason.WRONG, ("1.49999999999999999999", "n = 2/3")),
        (TWO, Reason.ILLEGAL, ("x = 3", "x = 3, x = 3, y = -1/2", "x = 3, y = -1/2, y = 4", "x = 3, z = -1/2")),
        (ONE, Reason.ILLEGAL, ("x = 3/2",)),
        (TWO, Reason.UNPARSABLE, ("3, -1/2", "(3, -1/2)", "x = 3, y = -1/2 or 4", "x = 3 or 4, y = -1/2",
          "x = 3, y = -1/2, 7", "x = 6/2 = 3, y = -1/2", "x = y = 3", "x = 3, y = -1/0", "x = 1+2, y = -1/2",
          "x = ٣, y = -1/2", "x = 3, y = -0.5..", "x = 3, y = -1/2,,", "x = 3, y = -1/2, and", "x = 3andy = -1/2",
          "x = --3, y = -1/2", "- x = 3; y = -1/2", "2x + 2y = 5, 2x - 2y = 7")),
        (ONE, Reason.UNPARSABLE, ("1 1/2", "1.5 1.5", "3/2/1", "1,5", "1e0", "n", "n =", "= 3/2", "", "\ud800",
          "n = 3/2 " * 300)),
    )  # fmt: skip

    def oracle(self, prompt):
        text = prompt.rpartition("\n\n")[0]
        ((listed, asked),) = [found.groups() for w in WORDINGS if (found := re.fullmatch(w, text))]
        names = re.split(", | and ", listed)
        form, each = ", ".join(f"{name} = ..." for name in names), "each value" if names[1:] else "the value"
        assert asked.endswith(f"in the form {form}, {each} as an integer or an exact fraction such as -3/4.")
        pairs = [re.sub(r"(?<=[0-9])(?=[a-z(])", "*", f"{a} - ({b})") for a, b in printed(prompt)]
        assert all(re.fullmatch(r"[-+*() 0-9a-z]+", pair) for pair in pairs)
        codes, zero = [compile(pair.strip(), "", "eval") for pair in pairs], dict.fromkeys(names, 0)
        totals = [-eval(code, dict(zero)) for code in codes]
        columns = [
            [eval(c, {**zero, name: 1}) + t for c, t in zip(codes, totals, strict=True)] for name in names
        ]
        whole = determinant(columns)
        found = [
            Fraction(determinant([*columns[:i], totals, *columns[i + 1 :]]), whole) for i in range(len(names))
        ]
        return ", ".join(f"{name} = {number}" for name, number in zip(names, found, strict=True))

    @settings(max_examples=40)
    @given(SEEDS)
    def test_every_line_holds_and_the_parameters_are_kept(self, seed):
        for level in self.spec.levels:
            task, params = self.spec.task(level, seed), self.spec.params(level)
            values = {name: Fraction(number) for name, number in re.findall(r"(\w) = ([^,]+)", task.answer)}
            assert len(set(values.values())) == len(values) == params["unknowns"]
            assert all(
                abs(v) <= params["value"] and v.denominator <= params["denominator"] for v in values.values()
            )
            for line in task.trace.splitlines()[:-1]:
                for equation in re.sub(r"^\([0-9]\) (:= [-+*()0-9 ]+: )?", "", line).split(", "):
                    assert len({value(side, values) for side in equation.split(" = ")}) == 1, line
            for left, right in printed(task.prompt):
                brackets = [
                    text[:i].count("(") - text[:i].count(")")
                    for text in (left, right)
                    for i in range(len(text))
                ]
                assert max(brackets) <= params["depth"]
                assert params["both_sides"] or not re.search("[a-z]", right)

    @settings(max_examples=30)
    @given(SEEDS)
    def test_every_step_of_the_elimination_does_what_it_says(self, seed):
        for level in self.spec.levels:
            task = self.spec.task(level, seed)
            names, lines = task.payload["unknowns"], task.trace.splitlines()[:-1]
            rows = [coefficients(left, right, names) for left, right in printed(task.prompt)]
            assert task.payload["rows"] == rows
            for line in lines:
                if ":=" in line:
                    step = re.fullmatch(STEP, line)
                    number, other = int(step[1]) - 1, int(step[5]) - 1
                    up, down = int(step[2] or 1), int(step[3] + (step[4] or "1"))
                    made = [int(up * a + down * b) for a, b in zip(rows[number], rows[other], strict=True)]
                    rows[number] = [a // gcd(*made) for a in made]
                    assert coefficients(*step[6].split(" = "), names) == rows[number], line
            for line in lines[-len(names) :]:
                assert re.fullmatch(FOUND, line), line

    @settings(max_examples=20)
    @given(SEEDS)
    def test_fingerprints_do_not_depend_on_names_and_order(self, seed):
        for level in self.spec.levels:
            rng, params = random.Random(seed), self.spec.params(level)
            solution = linear_equations._solution(
                rng, params["unknowns"], params["value"], params["denominator"]
            )
            sizes = params["largest"], params["both_sides"], params["depth"]
            equations = [linear_equations._equation(rng, solution, *sizes) for _ in solution]
            canonical = linear_equations._canonical(equations, solution)
            for _ in range(3):
                assert linear_equations._canonical(*scrambled(equations, solution, rng)) == canonical
            (left, right), *others = equations
            changed = [([(7, None), *left], [(7, None), *right]), *others]
            assert linear_equations._canonical(changed, solution) != canonical

    @settings(max_examples=300)
    @given(st.lists(st.sampled_from(
        [*"xyn=,;/-+. ", "3", "1/2", "-1/2", "x = 3", "y = -1/2", "and", "3/2", "n="]), max_size=9).map("".join)
        | st.text(max_size=40))  # fmt: skip
    def test_solver_and_verifier_agree_on_pieces(self, text):
        for payload in (ONE, TWO):
            assert self.spec.verify_answer(payload, text).passed == self.spec.confirms(payload, text)

    def test_tex_is_read_and_the_share_of_equations_that_hold_is_told(self):
        for answer in ("X = 3\nY = \u22121/2.", r"x = 3 and y = -\frac{1}{2}", r"y = \frac{-2}{4}, x = +3,"):
            assert self.spec.verify_answer(TWO, answer).passed, answer
        assert self.spec.verify_answer(ONE, r"\frac{6}{4}").passed
        verdict = self.spec.verify_answer(TWO, "x = 4, y = -3/2")
        assert verdict.parts == {"satisfied": 0.5}
        assert verdict.score == 0.0


def scrambled(equations, solution, rng):
    """The same equations in another order, sides and terms exchanged, unknowns numbered anew."""
    new = rng.sample(range(len(solution)), len(solution))

    def side(terms):
        turned = [(f, side(w) if isinstance(w, list) else w if w is None else new[w]) for f, w in terms]
        return rng.sample(turned, len(turned))

    turned = [tuple(rng.sample([side(a), side(b)], 2)) for a, b in equations]
    moved = dict(zip(new, solution, strict=True))
    return rng.sample(turned, len(turned)), [moved[place] for place in range(len(solution))]


@pytest.mark.parametrize(
    "rows", [[[1, 2, 3], [2, 4, 6]], [[1, 2, 3], [2, 4, 7]], [[0, 1, 3], [0, 2, 6]], [[0, 0, 0], [1, 1, 1]]]
)
def test_equations_without_exactly_one_solution_are_refused(rows):
    with pytest.raises(SingularError):
        eliminate(rows, ["x", "y"])


def test_the_largest_tasks_are_made_and_hopeless_parameters_end_with_advice(monkeypatch):
    spec = rlvr.get("linear-equations")
    params = {"unknowns": 8, "largest": 99, "value": 99, "denominator": 12, "both_sides": True, "depth": 2}
    task = spec.task(1, 0, params=params)
    assert spec.verify_answer(task.payload, task.answer).passed
    with pytest.raises(ValueError, match="value 7 leaves too few"):
        spec.task(1, 0, params={**params, "value": 7})
    monkeypatch.setattr(linear_equations, "_nonzero", lambda rng, largest: 1)
    with pytest.raises(GenerationError, match="raise 'largest'"):
        spec.task(4, 0, params={"both_sides": False})
