"""Rational functions: sympy cancels what the prompt says; partial fractions are unique in their form."""

from __future__ import annotations

import re

import formulas
import sympy
from hypothesis import given, settings
from sympy.polys.fields import field

from rlvr.conformance.promises import SEEDS
from rlvr.verifiers.base import Reason

FIELD, X = field("x", sympy.ZZ)
NAMES = dict.fromkeys("xtzuw", X)
FORMS = {
    "Write this as one fraction in lowest terms": (
        "Give a single fraction whose numerator and denominator are polynomials with integer coefficients, in "
        "parentheses where needed, without any common factor, numbers included; give a polynomial alone if the "
        "denominator is 1.\n"
    ),
    "Decompose this into partial fractions": (
        "Give a sum of fractions, and of a polynomial if the division leaves one. Each denominator is a power, written "
        "with ^, of one polynomial with integer coefficients that cannot be factored over the rationals, and occurs "
        "only once; each numerator has a lower degree than the polynomial of which the denominator is a power.\n"
    ),
}
TERM = re.compile(r"([+-]?) ?((?:\([^()]*\)|[^ ()])+)(?: |$)")
FRACTION = re.compile(r"(\([^()]*\)|[^/()]+)(?:/(?:\(([^()]*)\)|([^/()]+)))?")
BASE = re.compile(r"(?:\(([^()]*)\)|(\w))(?:\^([0-9]+))?")
LINE = re.compile(
    r"[^a-s:]+|(?:over one bar|sum|common denominator|common factor|denominator|divide): [^a-s]+"
    r"|at \w = \S+: [^a-s]+, the numerator over [^a-s]+; left: [^a-s]+|over [^a-s]+ stays [^a-s]+"
)
"""The lines of worked solutions; the names are t to z."""
PARTS = {"kind": "apart", "expression": "1 + 2/(x - 1) - 3/(x + 2)^2", "variables": ["x"]}
APART = {"problem": PARTS, "gold": {"text": PARTS["expression"], "kind": "partial fractions"}}


def value(text):
    """A formula as sympy's fraction of coprime polynomials with integer coefficients."""
    return FIELD(formulas.value(text, FIELD, **NAMES))


class TestRationalFunctions(formulas.FormulaPromises):
    id = "rational-functions"
    alphabet = "0123456789xt+-*/^()[]{}, sqrti"
    wrong = ("{} + 1", "2*({})/2", "-({})", "{} or 2", "{}, 2", "")
    cases = (
        (APART, Reason.CORRECT, ("1 + 2/(x - 1) - 3/(x + 2)^2", "-3/(x+2)^2 + 2/(x-1) + 1",
          "1 + 4/(2*x - 2) - 3/(x + 2)^2", "1 - (-2)/(x - 1) - 3/(x + 2)^2")),
        (APART, None, ("1 + 2/(x - 1) - 3/(x^2 + 4*x + 4)", "1 + 1/(x - 1) + 1/(x - 1) - 3/(x + 2)^2",
          "(x + 1)/(x - 1) - 3/(x + 2)^2", "1 + 2/(x - 1) + 3/(x + 2)^2", "1 + 2/(x - 1)",
          "1 + 2*(1/(x - 1)) - 3/(x + 2)^2")),
    )  # fmt: skip

    def oracle(self, prompt):
        (task,) = (task for task, form in FORMS.items() if (task in prompt) + (form in prompt) == 2)
        pattern = (
            rf"^{task}: (.+)\n|^Consider (.+), where all denominators are other than zero\.\n{task}\. "
            rf"|^(.+)\n\n{task}, wherever the expression above has a value\. "
        )
        (expression,) = filter(None, re.search(pattern, prompt).groups())
        return "partial" in task, value(expression)

    def agrees(self, found, task):
        partial, wanted = found
        if not partial:
            top, *bottom = FRACTION.fullmatch(task.answer).groups()
            pair = value(top).numer, value(next(filter(None, bottom), "1")).numer
            return pair in ((wanted.numer, wanted.denom), (-wanted.numer, -wanted.denom))
        bases = []
        for _, term in TERM.findall(task.answer):
            top, _, bottom = term.partition("/")
            if bottom:
                inside, name, power = BASE.fullmatch(bottom).groups()
                base = value(inside or name).numer
                assert base.is_irreducible, term
                assert value(top).numer.degree() < base.degree(), term
                bases.append((str(base), power))
        return len(set(bases)) == len(bases) > 0 and value(task.answer) == wanted

    @settings(max_examples=20)
    @given(SEEDS)
    def test_every_line_of_the_worked_solution_holds(self, seed):
        for level in self.spec.levels:
            task = self.spec.task(level, seed)
            for line in task.trace.splitlines()[:-1]:
                assert LINE.fullmatch(line), line
                for piece in re.split(r"; |: ", re.sub(r"^at \w = [^:]+: ", "", line)):
                    if re.fullmatch(r"[-+*/^() =0-9tuwxz]+", piece):
                        sides = [value(side) for side in piece.split(" = ")]
                        assert all(side == sides[0] for side in sides), line
                if whole := re.fullmatch(r"(?:over one bar|sum): (.+)", line):
                    assert value(whole[1]) == value(task.payload["problem"]["expression"]), line

    def test_the_problem_is_not_its_answer_and_factors_may_stay(self):
        for level in self.spec.levels:
            for seed in range(8):
                task = self.spec.task(level, seed)
                expression = task.payload["problem"]["expression"]
                assert not self.spec.verify_answer(task.payload, expression).passed
                if task.payload["problem"]["kind"] != "apart":
                    found, name = value(expression), sympy.Symbol(task.payload["problem"]["variables"][0])
                    bottom = sympy.factor(found.denom.as_expr(name))
                    answer = f"({found.numer.as_expr(name)})/({bottom})".replace("**", "^")
                    assert self.spec.verify_answer(task.payload, answer).passed, answer

    def test_names_and_the_order_of_terms_do_not_count(self):
        def key(p):
            text = re.sub("[a-z]", "x", p["expression"])
            terms = sorted((sign or "+") + term for sign, term in TERM.findall(text))
            return p["kind"], {"add": terms, "apart": value(text)}.get(p["kind"], text)

        small = {"size": 2, "constant": 2, "leading": 1, "quadratic": False, "power": 1}
        self.same_problems(lambda p: str(key(p)), kinds="add apart multiply divide", **small)
