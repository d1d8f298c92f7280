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

    def test_every_line_of_the_worked_solution_holds(self):
        for level in self.spec.levels:
            for seed in range(20):
                task = self.spec.task(level, seed)
                _, question = read(task.prompt, QUESTIONS)
                *lines, _ = task.trace.splitlines()
                with mpmath.workdps(250):
                    rules = known(str(question["function"]), question.get("a"), task.answer, lines)
                    for line in lines:
                        formulas.follows(line, rules)

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


NEAR = mpmath.mpf("1e-30")


def parts(function):
    """Numerator and denominator of a fraction; the denominator is 1 where there is none."""
    depth = 0
    for place, char in enumerate(function):
        depth += (char == "(") - (char == ")")
        if char == "/" and not depth:
            return function[:place], function[place + 1 :]
    return function, "1"


def known(function, a, answer, lines):
    """What the lines on a limit say."""
    top, bottom = parts(function)
    same, of = formulas.same, formulas.of

    def zero(point, factor):
        return int(point) == a and abs(of(factor, x=a)) < NEAR

    def without(text):
        return same(text, function)

    def worked_out(text, *_):
        sides = text.split(" = ")
        return sides[-1] == answer and same(*sides)

    def begins(text, beginning):
        return formulas.close(of(text, x=NEAR) / of(beginning, x=NEAR), 1, 20)

    def highest(above, below):
        return formulas.close(of(f"({top})/({bottom})/(({above})/({below}))", x=1 / NEAR), 1, 20)

    def goes_to(left, right, value):
        x = NEAR + a if a is not None else 1 / NEAR
        return same(left, right, x=x, digits=20) and same(right, value, x=x, digits=20)

    def logarithm(text):
        return same(function, f"exp({text})", x=mpmath.mpf("0.01") if a == 0 else mpmath.mpf(100))

    def numerator(point, value, *rest):
        return int(point) == a and same(top, value, x=a) and (not rest or same(rest[0], rest[1], x=a))

    def side(name, point, factor, sign):
        value = of(factor, x=a + (NEAR if name == "right" else -NEAR))
        return int(point) == a and (value > 0) == (sign == "positive") and abs(value) < NEAR * 2

    number = r"(\(?-?[0-9/]+\)?)"
    return {
        "numerator and denominator are 0 at x = (.+); both have the factor (.+)": zero,
        "without it: (.+)": without,
        r"at x = (?:-?[0-9]+): (-?[0-9].*)": worked_out,
        "the highest powers decide: (.+) above, (.+) below": highest,
        "(-?[0-9]+/.+|-?[0-9]+)": worked_out,
        "the (denominator|numerator) grows faster": lambda name: (answer == "0") == (name == "denominator"),
        "so (.+) = (.+), which goes to (?:.+ = )?(.+)": goes_to,
        "with the factor ([0-9]+), (?:turned over, )?this is (.+)": lambda k, v: v == answer and k in function,
        "with the factor ([0-9]+)": lambda k: function.startswith((f"{k}*", f"({k}*")),
        "the quotient goes to (.+)": worked_out,
        "less (.+): (.+)": lambda d, value: value == answer,
        "the numerator begins with (.+)": lambda text: begins(top, text),
        "the denominator begins with (.+)": lambda text: begins(bottom, text),
        "(.+) begins with u, so the logarithm goes to (.+) = (.+)": lambda u, a, b: (
            same(a, b) and same(f"e^({b})", answer)
        ),
        "(.+) begins with (.+)": begins,
        "its logarithm is (.+)": logarithm,
        "which goes to (.+) = (.+)": lambda a, b: same(a, b) and same(f"e^({b})", answer),
        r"the limit is e to this: (.+)": worked_out,
        "the denominator is (.+)": lambda text: same(text, bottom),
        rf"at x = (-?[0-9]+) the numerator is {number} and (.+) is {number}": numerator,
        rf"at x = (-?[0-9]+) the numerator is {number}": numerator,
        "(left|right) of (-?[0-9]+), (.+) is small and (positive|negative)": side,
        r"(.+) = (.+) \+ \.\.\.": formulas.begins,
        r"(.+?) = (.+?)(?: = (.+))?": lambda *sides: same(*filter(None, sides)),
    }
