"""Series: Cauchy's integral around the point, or the terms added up, from the prompt's text."""

from __future__ import annotations

import re
from math import factorial

import mpmath
import smooth_formulas as formulas
from formulas import FormulaPromises

from rlvr.conformance.promises import read

CONSTANTS = (
    "Give the exact value: an integer, a fraction in lowest terms such as -3/4, or an expression with e and ln; no "
    "decimal approximation."
)
POLYNOMIAL = "Write the polynomial as an expression in x with exact coefficients (integers or fractions)."
MACLAURIN = "in the Maclaurin series (Taylor series at 0) of {f:.+} ? " + formulas.RATIONAL_FORM
ASKED = {
    "derivative": [
        "Let f(x) = {f:.+}. What is the value at x = 0 of the derivative of f of order {n}? "
        + formulas.RATIONAL_FORM
    ],
    "coefficient": [
        "What is the coefficient of x^{n} " + MACLAURIN,
        "What is the coefficient of {x:x} " + MACLAURIN,
        "What is the coefficient of (x - {a})^{n} in the Taylor series at x = {a} of {f:.+} ? "
        + formulas.RATIONAL_FORM,
        "What is the coefficient of (x + {b})^{n} in the Taylor series at x = -{b} of {f:.+} ? "
        + formulas.RATIONAL_FORM,
    ],
    "polynomial": [
        "Which Taylor polynomial at 0, up to and including the power x^{n}, belongs to {f:.+} ? " + POLYNOMIAL
    ],
    "sum": ["What is the sum over all integers n from {first} to infinity of {term:.+} ? " + CONSTANTS],
}
QUESTIONS = {
    kind: [
        before + text.replace("? ", f"?{between}")
        for text in texts
        for before, between in (
            ("", " "), ("", "\n\n"), ("Solve this problem on series exactly. ", "\n"),
            ("Answer this question on series. ", "\n"),
        )
    ]
    for kind, texts in ASKED.items()
}  # fmt: skip


def added_up(term, first):
    """The sum, by its terms, which are accelerated where they fall like 1/n^2 only."""
    if re.search(r"\^n|n!", term):
        return sum(formulas.of(term, n=mpmath.mpf(n)) for n in range(first, 400))
    return mpmath.nsum(lambda n: formulas.of(term, n=n), [first, mpmath.inf], method="euler-maclaurin")


class TestSeries(FormulaPromises):
    id = "series"
    alphabet = "0123456789-/ "
    wrong = ("{}1", "{} or 7", "about {}", "{0} {0}", "{} + 1", "")
    calculates = False

    def oracle(self, prompt):
        kind, q = read(prompt, QUESTIONS)
        with mpmath.workdps(110):
            if kind == "sum":
                mpmath.mp.dps = 40
                return added_up(q["term"], q["first"])
            n, at = q.get("n", 1), q.get("a", -q.get("b", 0))
            found = formulas.taylor(q["f"], at, n)
            return found if kind == "polynomial" else found[n] * (factorial(n) if kind == "derivative" else 1)

    def agrees(self, found, task):
        with mpmath.workdps(40):
            if isinstance(found, list):
                answers = (formulas.of(task.answer, x=x) for x in (2, -3))
                values = (mpmath.polyval(found[::-1], x) for x in (2, -3))
                return all(formulas.close(a, b, 12) for a, b in zip(answers, values, strict=True))
            return formulas.close(found, formulas.of(task.answer), 15)

    def test_the_worked_solution_ends_in_the_answer(self):
        for level in self.spec.levels:
            for seed in range(40):
                task = self.spec.task(level, seed)
                *_, last, marked = task.trace.splitlines()
                assert marked == f"<answer>{task.answer}</answer>"
                if task.payload["problem"]["asked"] != "polynomial":
                    assert re.search(rf"(?:: |it is ){re.escape(task.answer)}$", last), task.id

    def test_questions_are_the_same_if_all_numbers_are(self):
        def key(problem):
            return tuple(sorted(problem.items()))

        self.same_problems(key, 400, kinds="geometric logarithmic", largest=3, order=3)

    def test_taylor_polynomials_in_their_forms(self):
        payload = {
            "problem": {"function": "exp(x)*cos(x)", "power": 3, "at": "0", "asked": "polynomial"},
            "gold": {"text": "-x^3/3 + x + 1", "kind": "expression", "require": ["expanded"]},
        }
        self.takes(
            payload,
            ("1 + x - x^3/3", "-x^3/3 + x + 1"),
            ("1 + x", "1 + x - x^3/3 - x^4/6", "1 + x + x^3/3", "exp(x)*cos(x)", "1 + x - 0.333*x^3", ""),
        )
        assert self.spec.verify_answer(payload, "x - 1/3*x^3 + 1").passed
