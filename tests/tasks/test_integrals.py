"""Integrals: the complex step differentiates the answer; any antiderivative for x > 0 is right, and nothing else."""

from __future__ import annotations

import mpmath
import smooth_formulas as formulas
from formulas import FormulaPromises

from rlvr.conformance.promises import read
from rlvr.verifiers.base import Reason
from rlvr.verifiers.calculus.integrals import accepted_forms

POINTS = [mpmath.mpf(3) / 7, mpmath.mpf(10) / 9, mpmath.mpf(9) / 4]
POLYNOMIAL = (
    "Write it as an expression in x with + - * / ^ and parentheses; any equal form will do, with or without a constant "
    "C."
)
FORM = (
    "Write it as an expression in x with + - * / ^, parentheses and sin, cos, exp, ln, sqrt, arctan; any equal form "
    "will do (ln is the natural logarithm), with or without a constant C."
)
WORDINGS = [
    "Find an antiderivative, for x > 0, of\nf(x) = {f:[^\n]+}\n\n{form:.+}",
    "Integrate with respect to x (for x > 0): {f:[^\n]+}\n{form:.+}",
    "Let f(x) = {f:[^\n]+} for x > 0. Which function F has the derivative f? {form:W.+}",
    "Work out the indefinite integral of {f:[^\n]+} with respect to x, where x > 0. {form:W.+}",
]


def is_slope(function, text):
    """Whether a function is the derivative of another at some points."""
    with mpmath.workdps(120):
        return all(formulas.close(formulas.slope(text, x, C=5), formulas.of(function, x=x), 50) for x in POINTS)


def of(integrand):
    return {"integrand": integrand}


class TestIntegrals(FormulaPromises):
    id = "integrals"
    alphabet = "xCe0123456789+-*/^() "
    wrong = ("{} + x", "{} + x/10^20", "2*({}) + x", "{}, 2", "{} or 2", "d/dx({})", "")
    calculates = False  # the lines are integrals: see below
    cases = (
        (of("2*x + 1/x"), Reason.CORRECT, ("x^2 + ln(x)", "C + ln(2*x) + x^2", "x^2 + ln(x) + pi", "x^2 + ln(x) + c",
          "x^2 + 0.5*ln(x^2) - 7", "x^2 - ln(1/x)", "x^2 + ln|x| + C")),
        (of("2*x + 1/x"), Reason.WRONG, ("2*x + 1/x", "x^2 + ln(x) + x", "x^2 + ln(x) + C*x", "x^2 - ln(x)", "x^2",
          "x^2 + 1.0000001*ln(x)", "C", "0", "x^2 + ln(x + 1)", "x^2 + ln(x)*C", "2 - 2/x^2", "x^2 + log(x)/ln(10)")),
        (of("2*x + 1/x"), Reason.UNPARSABLE, ("", "x^2 + ln(x) + K", "∫ 2x + 1/x dx", "x^2 + |ln(x)", "x^2 + ln(x) = C",
          "٣*x", "integral(2*x + 1/x)")),
        (of("2*x + 1/x"), None, ("x^2 + ln(-x)", "1/0", "|" * 4001, "exp(exp(exp(x^200)))")),  # no value where x > 0
        (of("2*x"), Reason.CORRECT, tuple(f"x^2 + {same}" for same in ("ln|x - 5| - ln|5 - x|", "|x| - x",
          "sqrt(x^2) - x", "sqrt(x^2 + 3)^2 - x^2", "exp(ln(x)) - x", "|x^2 + 1| - x^2"))),
    )  # fmt: skip

    def oracle(self, prompt):
        question = read(prompt, {"": WORDINGS})[1]
        assert question["form"] in (FORM, POLYNOMIAL)
        return question

    def agrees(self, found, task):
        named = any(char in task.answer.replace(" + C", "") for char in "abcdefghijklmnopqrstuvwyz")
        return is_slope(found["f"], task.answer) and named == (found["form"] == FORM)

    def test_every_term_is_integrated_rightly_and_they_add_up(self):
        for level in self.spec.levels:
            for seed in range(20):
                task = self.spec.task(level, seed)
                parts = [formulas.integrated(line) for line in task.trace.splitlines()[:-1]]
                assert len(parts) == self.spec.params(level)["terms"]
                assert all(is_slope(*part) for part in parts), task.id
                assert is_slope(" + ".join(f"({f})" for f, _ in parts), task.answer)

    def test_every_form_of_a_right_answer_is_taken(self):
        for level in self.spec.levels:
            for seed in range(3):
                task = self.spec.task(level, seed)
                for form in accepted_forms(task.answer):
                    assert self.spec.verify_answer(task.payload, form).passed, form

    def test_sums_of_the_same_terms_are_the_same(self):
        def key(problem):
            return tuple(sorted(problem["integrand"].replace("- ", "+ -").split(" + ")))

        self.same_problems(key, 400, terms=2, kinds="powers", largest=3, exponent=2)

    def test_forms_that_only_the_verifier_reads(self):
        forms = ("(x-1)(x+1)+\\ln x", "F(x)=x*x+ln(5x)", "\\frac{2x^2}{2} + \\ln\\left|x\\right|")
        self.judges(of("2*x + 1/x"), forms, (), ())

    def test_what_is_another_function_elsewhere_is_refused(self):
        extras = ("|x - 5| + x", "abs(x - 5) + x", "sqrt((x - 5)^2) + x", "((x - 5)^2)^(1/2) + x",
            "((x - 5)^4)^0.25 + x", "exp(ln((x - 5)^2)/2) + x", "e^(ln|x - 5|) + x", "arccos(cos(x)) - x",
            "arcsin(2*x/(x^2 + 1)) - 2*arctan(x)")  # fmt: skip
        self.judges(of("2*x"), ("x^2 + C",), [f"x^2 + {extra}" for extra in extras], ())
