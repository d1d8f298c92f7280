"""Expanding: sympy multiplies the prompt's products; every line is an identity; near misses by name."""

from __future__ import annotations

import re

import pytest
import sympy
from formulas import FormulaPromises, value
from sympy.polys.rings import ring

from rlvr.verifiers.base import Reason

RING, X, Y, Z = ring("x,y,z", sympy.ZZ)
NAMES = {
    name: one for names, one in zip(("xaupmt", "ybvqns", "zcwrk"), (X, Y, Z), strict=True) for name in names
}
POINT = {name: 1000 + 77 * place for place, name in enumerate(NAMES)}
PAYLOAD = {"problem": {"expression": "(x - y)*(2*x + 3*y)", "variables": ["x", "y"]}, "gold": {}}
WORDINGS = (
    r"^Expand and collect like terms: (.+)\n|^Multiply out (.+) and simplify\.\n"
    r"|^(.+)\n\nWrite the expression above as a polynomial in expanded form\. "
)
FORM = (
    "Give a sum of terms without parentheses, at most one term for each product of powers, with * for products and ^ "
    "for powers.\n"
)
POWER = r"[a-z](?:\^[0-9]+)?"
TERM = re.compile(rf"[0-9]+|(?:[0-9]+\*)?{POWER}(?:\*{POWER})*")


def last_side(line):
    return line.split(" = ")[-1]


def collected(x, *sides):
    """All sides are the same, and the last one has no two terms alike; what is multiplied is known."""
    *_, last = found = [RING(value(side, int, **NAMES)) for side in sides]
    return all(side == last for side in found) and len(re.split(r" [+-] ", sides[-1])) == len(last)


def multiplied(x):
    known = x.a == last_side(x.before[-1]) if f"({x.a})" not in x.shown else True
    return known and f"({x.b})" in x.shown and collected(x, f"({x.a})*({x.b})", *x.sides.split(" = "))


def added(x):
    """What the products have come to, one after the other."""
    above = map(last_side, x.before)
    return (
        x.total == x.answer
        and all(part in above for part in x.parts[1:-1].split(") + ("))
        and (collected(x, x.parts, x.total))
    )


LINES = {
    "product: ({a:[^()]+})*({b:[^()]+}) = {sides:[^()]+}": multiplied,
    "{k}*({a:[^()]+}) = {b:[^()]+}": lambda x: (
        x.a == last_side(x.before[-1]) and collected(x, f"({x.k})*({x.a})", x.b)
    ),
    r"{parts:\([^()]+\)(?: \+ \([^()]+\))+} = {total:[^()]+}": added,
}


class TestPolynomialExpansion(FormulaPromises):
    id = "polynomial-expansion"
    alphabet = "0123456789xyab+-*/^(){}, sqrti"
    wrong = ("{} + 1", "2*({})", "-({})", "{} - x + x", "{} or 2", "{}, 2", "")
    calculates = False  # the lines hold polynomials
    lines = {"": LINES}  # noqa: RUF012
    cases = (
        (PAYLOAD, Reason.CORRECT, ("2*x^2 + x*y - 3*y^2", "x*y - 3y^2 + 2x^2")),
        (PAYLOAD, None, ("-3*y^2 + x*y + 2*x*2", "(x - y)*(2*x + 3*y)", "2*x*x + x*y - 3*y^2",
          "2*x^2 + 2*x*y - x*y - 3*y^2", "x^2 + x^2 + x*y - 3*y^2", "2*x^2 + x*y - 3*y^2 + 0", "2*x^2 + x*y - 3*y",
          "2*x^2 + y*(x - 3*y)", "4/2*x^2 + x*y - 3*y^2", "2*x^2 + x*y - 3*y^2 = 0")),
    )  # fmt: skip

    def oracle(self, prompt):
        (expression,) = filter(None, re.search(WORDINGS, prompt).groups())
        assert FORM in prompt
        return RING(value(expression, int, **NAMES))

    def agrees(self, found, task):
        terms = re.split(r" [+-] ", task.answer.removeprefix("-"))
        assert all(map(TERM.fullmatch, terms)), task.answer
        return len(terms) == len(found) and RING(value(task.answer, int, **NAMES)) == found

    def known(self, found, task):
        return {"shown": task.payload["problem"]["expression"], "answer": task.answer}

    def test_the_worked_solution_ends_with_the_answer(self):
        for level in self.spec.levels:
            for seed in range(5):
                task = self.spec.task(level, seed)
                assert last_side(task.trace.splitlines()[-2]) == task.answer

    def test_names_do_not_count(self):
        self.same_problems(
            lambda p: re.sub("[a-z]", lambda m: "xyz"[p["variables"].index(m[0])], p["expression"]),
            4000,
            largest=2,
        )

    def test_more_terms_than_there_are(self):
        with pytest.raises(ValueError, match="there are no 3 terms of degree 1 in 1 variables"):
            self.spec.task(1, 0, params={"terms": 3})
