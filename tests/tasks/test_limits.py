"""Limits: the mean on a small circle around the point, or the value close to it on its side, from the prompt's text."""

from __future__ import annotations

import mpmath
import smooth_formulas as formulas
from formulas import FormulaPromises

from rlvr.conformance.promises import read
from rlvr.verifiers.base import Reason
from rlvr.verifiers.calculus.limits import accepted_forms

FORM = (
    "Give the exact value: an integer, a fraction in lowest terms such as -3/4, or a power of e such as e^2; "
    "write oo or -oo if the limit is infinite."
)
WORDINGS = (
    "Find the limit of {function:.+} as <approach>. " + FORM,
    "f(x) = {function:.+}\n\nWhat is the limit of f(x) as <approach>? " + FORM,
    "What does {function:.+} tend to as <approach>?\n" + FORM,
)
APPROACHES = {
    "infinity": "x goes to infinity (x -> oo)",
    "both": "x -> {a}",
    "right": "x -> {a} from the right (x > {a})",
    "left": "x -> {a} from the left (x < {a})",
}
QUESTIONS = {
    side: [text.replace("<approach>", words) for text in WORDINGS] for side, words in APPROACHES.items()
}


def of(function, point, side, text, kind="expression"):
    gold = {"text": text, "kind": kind, "require": ["reduced"] if kind == "rational" else []}
    return {"problem": {"function": function, "point": point, "side": side}, "gold": gold}


class TestLimits(FormulaPromises):
    id = "limits"
    alphabet = "e0123456789-/^. "
    wrong = ("{}1", "{} or 7", "about {}", "{0} {0}", "-({})/2 - 1", "", "undefined", "1/0", "oo - oo", "DNE")
    calculates = False  # the lines are about functions: see below
    cases = (
        *(
            (of(f"{sign}1/(x - 2)", "2", 1, f"{sign}oo"), reason, answers)
            for sign, other in (("", "-"), ("-", ""))
            for reason, answers in (
                (Reason.CORRECT, (f"{sign}oo", f"{sign}infinity", f" {sign}oo.")),
                (Reason.WRONG, (f"{other}oo", "0")),
                (None, ("inf", "undefined", "10^100", "", "oo - oo", "1/0", "does not exist", "2*oo")),
            )
        ),
        (of("sin(3*x)/(4*x)", "0", 0, "3/4", "rational"), Reason.CORRECT, ("3/4", " 3/4.")),
        (
            of("sin(3*x)/(4*x)", "0", 0, "3/4", "rational"),
            None,
            ("oo", "-oo", "6/8", "4/3", "-3/4", "sin(3)/4"),
        ),
    )

    def oracle(self, prompt):
        side, question = read(prompt, QUESTIONS)
        function = question["function"]
        with mpmath.workdps(200):
            near = mpmath.mpf("1e-60")
            if side == "both":
                return formulas.taylor(function, question["a"], 0)[0]
            return formulas.of(
                function,
                x=1 / near if side == "infinity" else question["a"] + (near if side == "right" else -near),
            )

    def agrees(self, found, task):
        if task.answer.endswith("oo"):
            return abs(found) > 1e50 and (found < 0) == task.answer.startswith("-")
        with mpmath.workdps(60):
            return formulas.close(found, formulas.of(task.answer))

    def test_forms_of_infinity(self):
        for level in self.spec.levels:
            for seed in range(3):
                task = self.spec.task(level, seed)
                for form in accepted_forms(task.answer):
                    assert self.spec.verify_answer(task.payload, form).passed, form

    def test_limits_are_the_same_if_function_point_and_side_are(self):
        self.same_problems(
            lambda p: (p["function"], p["point"], p["side"]), 400, kinds="pole euler", largest=3, order=1
        )
