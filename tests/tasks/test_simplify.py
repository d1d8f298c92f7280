"""Simplifying: sympy and mpmath work out what the prompt says; each kind's simplest form is unique."""

from __future__ import annotations

import re
from math import gcd

import formulas
import mpmath
import sympy
from hypothesis import given, settings
from sympy.polys.fields import field

from rlvr.conformance.promises import SEEDS
from rlvr.verifiers.base import Reason

FIELD, X, Y, Z = field("x,y,z", sympy.ZZ)
NAMES = {
    name: one for names, one in zip(("xaupmt", "ybvqn", "zcwrk"), (X, Y, Z), strict=True) for name in names
}
POINT = {name: mpmath.mpf(61 * place + 7) / 997 for place, name in enumerate(NAMES, 1)} | {"sqrt": mpmath.sqrt}
FORMS = {
    "like": "Give a sum of terms without parentheses, with like terms collected, such as 3*x - 2*y + 1.\n",
    "monomial": (
        "No denominator is zero. Give one term, such as 2*x^3/(3*y): positive exponents only, every variable at most "
        "once, the numbers in lowest terms.\n"
    ),
    "radical": (
        "Give a sum of terms such as 3*sqrt(2), if need be over one whole number in lowest terms: no root of a number "
        "that a square above 1 divides, every root at most once, none in a denominator.\n"
    ),
    "fraction": (
        "Give one fraction in lowest terms, such as (x + 1)/(2*x - 3): numerator and denominator are polynomials with "
        "integer coefficients and have no common factor, numbers included.\n"
    ),
}
LINE = re.compile(
    r"[^:]* = [^:]*|(?:\w(?:\^2)?|numbers): [^:]+ = -?[0-9]+|(?:without brackets|number): [^:]+"
    r"|exponent of \w: -?[0-9]+|multiply above and below by .+|below: .+ = -?[0-9]+|above: .+ = .+"
)
POWER = r"[a-z](?:\^[0-9]+)?"
TERM = re.compile(rf"[0-9]+|(?:[0-9]+\*)?{POWER}(?:\*{POWER})*")
FRACTION = re.compile(r"(\([^()]*\)|[^/()]+)(?:/(?:\(([^()]*)\)|([^/()]+)))?")
ROOTS = re.compile(r"\(([^/]*)\)/([0-9]+)|([^/]*)(?:/([0-9]+))?")
ROOT = re.compile(r"(?:([0-9]+)\*)?sqrt\(([0-9]+)\)|([0-9]+)")


def value(text):
    """A formula without roots as sympy's fraction of coprime polynomials."""
    return FIELD(formulas.value(text, FIELD, **NAMES))


def number(text):
    """The value of a formula at one point, to 60 digits."""
    with mpmath.workdps(60):
        return formulas.value(text, mpmath.mpf, **POINT)


def near(a, b):
    return abs(a - b) <= 1e-40 * max(1, abs(a))


def of(kind, text, *names):
    return {
        "problem": {"kind": kind, "expression": text, "variables": list(names)},
        "gold": {"text": text, "kind": kind},
    }


ROOT_OF_72, OVER_SEVEN = of("radical", "6*sqrt(2)"), of("radical", "(3 + 2*sqrt(5))/7")
LIKE, ONE_TERM = of("like", "3*x - 2*y", "x", "y"), of("monomial", "2*x^3/(3*y)", "x", "y")
LOWEST = of("fraction", "(x + 1)/(2*x - 3)", "x")


class TestSimplify(formulas.FormulaPromises):
    id = "simplify"
    alphabet = "0123456789xyi+-*/^()[]{}, sqrt"
    wrong = ("{} + 1", "2*({})/2", "-({})", "{} + 0", "{} or 2", "{}, 2", "")
    cases = (
        (ROOT_OF_72, Reason.CORRECT, ("6sqrt(2)", "sqrt(2)*6")),
        (ROOT_OF_72, None, ("sqrt(72)", "3*sqrt(8)", "sqrt(2) + 5*sqrt(2)", "2*3*sqrt(2)", "12/sqrt(2)",
          "6*sqrt(2) + 0", "12*sqrt(2)/2")),
        (OVER_SEVEN, Reason.CORRECT, ("(2*sqrt(5) + 3)/7", "3/7 + 2*sqrt(5)/7", "3/7 + 2/7*sqrt(5)",
          "-(-3 - 2*sqrt(5))/7")),
        (OVER_SEVEN, None, ("(6 + 4*sqrt(5))/14", "(3 + sqrt(20))/7", "11/(7*(2*sqrt(5) - 3))", "(3 + 2*sqrt(5))/7/1",
          "6/14 + 2*sqrt(5)/7")),
        (LIKE, Reason.CORRECT, ("-2y + 3x",)),
        (LIKE, None, ("x + 2*x - 2*y", "3*(x - 2*y/3)", "3*x - 2*y + 0", "3*x - 2*y + 1")),
        (ONE_TERM, Reason.CORRECT, ("2x^3/(3y)", "(2*x^3)/(3*y)")),
        (ONE_TERM, None, ("4*x^3/(6*y)", "2*x^4/(3*x*y)", "2*x*x^2/(3*y)", "2/3*x^3/y", "2*x^3*y^(-1)/3",
          "2*x^3/(3*y*1*1)", "2*x^3/3*y")),
        (LOWEST, Reason.CORRECT, ("(1 + x)/(2x - 3)", "-(x + 1)/(3 - 2*x)", "(-x - 1)/(-2*x + 3)")),
        (LOWEST, None, ("(2*x + 2)/(4*x - 6)", "(x^2 - 1)/((2*x - 3)*(x - 1))", "x + 1/(2*x - 3)",
          "1/((2*x - 3)/(x + 1))")),
    )  # fmt: skip

    def kind(self, task):  # the payload names the form of the answer
        form, shown = task.payload["problem"]["kind"], task.payload["problem"]["expression"]
        return (
            form
            if form != "radical"
            else "rationalize"
            if "/(" in shown
            else "product"
            if shown[0] == "("
            else form
        )

    def oracle(self, prompt):
        (kind,) = (kind for kind, form in FORMS.items() if form in prompt)
        pattern = (
            r"^Simplify: (.+)\n|^Write this expression in its simplest form: (.+)\n"
            r"|^(.+)\n\nSimplify the expression above\. "
        )
        (expression,) = filter(None, re.search(pattern, prompt).groups())
        return kind, number(expression) if kind == "radical" else value(expression)

    def agrees(self, found, task):
        kind, wanted = found
        if kind == "radical":
            return near(number(task.answer), wanted) and has_root_form(task.answer)
        if kind == "like":
            terms = re.split(r" [+-] ", task.answer.removeprefix("-"))
            assert all(map(TERM.fullmatch, terms)), task.answer
            return len(terms) == len(wanted.numer) and value(task.answer) == wanted
        top, *bottom = FRACTION.fullmatch(task.answer).groups()
        bottom = next(filter(None, bottom), "1")
        if kind == "monomial":
            assert TERM.fullmatch(top.removeprefix("-")), task.answer
            assert TERM.fullmatch(bottom), task.answer
        pair = value(top).numer, value(bottom).numer
        return pair in ((wanted.numer, wanted.denom), (-wanted.numer, -wanted.denom))

    @settings(max_examples=40)
    @given(SEEDS)
    def test_every_line_of_the_worked_solution_holds(self, seed):
        for level in self.spec.levels:
            task = self.spec.task(level, seed)
            whole = number(task.payload["problem"]["expression"])
            product, powers = re.search(r"^number: (.+)", task.trace, re.M), 1
            for line in task.trace.splitlines()[:-1]:
                assert LINE.fullmatch(line), line
                if found := re.fullmatch(r"exponent of (\w): (-?[0-9]+)", line):
                    powers *= POINT[found[1]] ** int(found[2])
                elif found := re.fullmatch(r"without brackets: (.+)", line):
                    assert near(number(found[1]), whole), line
                for equation in re.sub(r"^[^=]*: ", "", line).split(", so "):
                    first, *sides = re.sub(r"(.+) times (.+) =", r"(\1)*(\2) =", equation).split(" = ")
                    assert all(near(number(first), number(side)) for side in sides), line
            assert product is None or abs(number(product[1]) * powers - whole) <= 1e-12 * abs(whole)

    def test_the_problem_is_not_its_answer(self):
        for level in self.spec.levels:
            for seed in range(30):
                task = self.spec.task(level, seed)
                assert not self.spec.verify_answer(task.payload, task.payload["problem"]["expression"]).passed

    def test_names_do_not_count(self):
        def key(p):
            renamed = re.sub(
                r"\b[a-z]\b",
                lambda m: "xyz"[p["variables"].index(m[0])] if p["variables"] else m[0],
                p["expression"],
            )
            return p["kind"], renamed

        small = {"size": 2, "largest": 4, "exponent": 2, "depth": 0}
        self.same_problems(key, kinds="like monomial radical product rationalize fraction", **small)


def has_root_form(answer):
    """Whether an answer is a sum of multiples of different roots without squares, over a number in lowest terms."""
    inside, below, text, under = ROOTS.fullmatch(answer).groups()
    over, text, numbers, roots = int(below or under or 1), inside or text, [], []
    for term in re.split(r" [+-] ", text.removeprefix("-")):
        times, root, alone = ROOT.fullmatch(term).groups()
        numbers.append(int(times or alone or 1))
        roots.append(int(root or 1))
    free = all(root % (d * d) for root in roots for d in range(2, 8))
    return free and len(set(roots)) == len(roots) and (over == 1 or gcd(over, *numbers) == 1)
