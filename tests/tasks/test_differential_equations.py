"""Initial value problems: Cauchy's integral gives the answer's slopes, which Python puts into the printed equation."""

from __future__ import annotations

import re

import mpmath
import smooth_formulas as formulas
from formulas import FormulaPromises

from rlvr.conformance.promises import read
from rlvr.verifiers.base import Reason

FORM = (
    "Give an expression in x with + - * / ^, parentheses and sin, cos, exp, ln, sqrt; any equal form will do (ln is "
    "the natural logarithm)."
)
WORDINGS = [
    f"Solve the initial value problem <start>. {FORM}",
    f"<start>\n\nWhich function y(x) satisfies this equation and <these>? {FORM}",
    f"A function y of x satisfies <with>. Find y(x).\n{FORM}",
    f"Find the solution y(x) of <with>. {FORM}",
]
EQUATIONS = {
    1: (r"{left:[^=,]+} = {right:[^=,(]+(?:\([^=,]+)?}", "y(0) = {y}", "this value"),
    2: (r"{left:[^=,]+y''[^=,]*|y''[^=,]*} = {right:[^=,]+}", "y(0) = {y} and y'(0) = {p}", "these values"),
    3: (r"{left:x\*y'[^=,]+} = {right:[^=,]+} (for x > 0)", "y(1) = {y}", "this value"),
}
QUESTIONS = {
    order: [
        wording.replace("<start>", f"{equation}, {values}")
        .replace("<with>", f"{equation} with {values}")
        .replace("<these>", these)
        for wording in WORDINGS
    ]
    for order, (equation, values, these) in EQUATIONS.items()
}


def sides(question, x, values):
    """The values of both sides of the equation, where y and its slopes have some values."""
    names = dict(zip(("y", "yp", "ypp"), values, strict=True))
    for side in (question["left"], question["right"]):
        text = str(side).replace("y''", "ypp").replace("y'", "yp")
        yield formulas.of(text, x=x, **names)


class TestDifferentialEquations(FormulaPromises):
    id = "differential-equations"
    alphabet = "xe0123456789+-*/^() "
    wrong = ("{} + 1", "2*({}) + x", "{} + C", "({})*exp(x)", "{}, 2", "{} or 2", "({})'", "{} + x^2/10^20", "")
    calculates = False
    cases = tuple(
        (
            {
                "problem": {"equation": "y'' + y = 0", "start": 0, "values": [1, 2]},
                "gold": {"text": "cos(x) + 2*sin(x)", "kind": "expression"},
            },
            reason,
            answers,
        )
        for reason, answers in (
            (Reason.CORRECT, ("cos(x) + 2*sin(x)", "2*sin(x) + cos(x)")),
            (
                Reason.WRONG,
                ("cos(x) + 3*sin(x)", "cos(x) + sin(x)", "2*cos(x) + sin(x)", "cos(x)", "exp(x)", "1 + 2*x"),
            ),
            (None, ("A*cos(x) + B*sin(x)", "y'' = -y", "")),
        )
    )

    def oracle(self, prompt):
        kind, question = read(prompt, QUESTIONS)
        start = 1 if kind == 3 else 0
        assert ("y''" in question["left"]) == ("p" in question)
        return start, question

    def agrees(self, found, task):
        start, question = found
        with mpmath.workdps(80):
            at_start = formulas.taylor(task.answer, start, 2)
            if not all(
                formulas.close(a, question[b]) for a, b in zip(at_start, "yp", strict=False) if b in question
            ):
                return False
            for x in (start, start + mpmath.mpf("0.01937"), start + mpmath.mpf("0.0871")):
                y, slope, half = at_start if x == start else formulas.taylor(task.answer, x, 2)
                left, right = sides(question, x, (y, slope, 2 * half))
                if not formulas.close(left, right):
                    return False
        return True

    def test_forms_of_a_right_answer(self):
        for level in self.spec.levels:
            for seed in range(6):
                task = self.spec.task(level, seed)
                a = task.answer
                for form in (
                    *(f"y = {a}", f"y(x) = {a}", a.replace(" ", ""), f"{a} + 0"),
                    re.sub(r"exp\(([^()]*)\)", r"e^(\1)", a),
                ):
                    assert self.spec.verify_answer(task.payload, form).passed, form

    def test_problems_are_the_same_if_equation_and_values_are(self):
        self.same_problems(
            lambda p: (p["equation"], p["start"], str(p["values"])), 400, kinds="growth", largest=3
        )

    def test_every_line_of_the_worked_solution_holds(self):
        for level in self.spec.levels:
            for seed in range(20):
                task = self.spec.task(level, seed)
                start, question = self.oracle(task.prompt)
                *lines, _ = task.trace.splitlines()
                with mpmath.workdps(50):
                    for line in lines:
                        check_line(line, start, question, task.answer, lines)


X = mpmath.mpf("0.0213")


def holds(left, right, start, answer):
    """Whether two formulas of x, y and its slope agree on the solution."""
    x = start + X
    y, slope, _ = formulas.taylor(answer, x, 2)
    values = [formulas.of(str(side).replace("y'", "yp"), x=x, y=y, yp=slope) for side in (left, right)]
    return formulas.close(*values, 15)


def is_slope(left, right, start, answer):
    """Whether a product with y has a derivative."""
    x = start + X
    return formulas.close(
        formulas.taylor(left.replace("y", f"({answer})"), x, 1)[1], formulas.of(right, x=x), 15
    )


def check_line(line, start, question, answer, lines):
    """One worked line; A and B are what the last line says they are."""
    weights = {name: formulas.of(text) for name, text in re.findall(r"([AB]) = (-?[0-9/]+)(?=$|,)", lines[-1])}
    part = next(
        (line.split(": ")[1].split(", where")[0] for line in lines if line.startswith("one solution")), "0"
    )
    x = start + X

    def general(text):
        text = text.replace("that one", f"({part})")
        return formulas.close(formulas.of(text, x=x, **weights), formulas.of(answer, x=x), 15)

    def at_start(text, value, *_):
        return formulas.same(text, value, **weights) and formulas.close(formulas.of(value), question["y"])

    def particular(text, y, slope):
        values = formulas.taylor(text, x, 2)
        known = formulas.taylor(text, 0, 1)
        left, right = sides(question, x, (values[0], values[1], 2 * values[2]))
        return formulas.close(left, right) and all(
            formulas.close(a, formulas.of(b)) for a, b in zip(known, (y, slope), strict=True)
        )

    def root(polynomial, *roots):
        return all(
            abs(formulas.of(polynomial, r=mpmath.mpmathify(complex(r.replace("i", "j"))))) < 1e-20
            for r in (re.sub(r"(?<![0-9])i", "1i", r.replace(" ", "")) for r in roots)
        )

    so = "so y = (.+)"
    formulas.follows(
        line,
        {
            "a constant solution: (.+) = 0 at y = (.+)": lambda f, y: (
                abs(formulas.of(f, y=formulas.of(y))) < 1e-20
            ),
            "a polynomial that solves it: (.+); all solutions: (.+)": (
                lambda p, text: text.startswith(p) and general(text)
            ),
            "all solutions: y = (.+)": general,
            r"y\(0\) = (.*A) = (.+), so A = (.+)": at_start,
            r"y\(([01])\) = (.+) gives A = (.+)": lambda at, y, _: int(at) == start and int(y) == question["y"],
            "separate: (.+) = (.+)": lambda a, b: holds(a, b, start, answer),
            "integrate from 0: (.+) = (.+)": lambda a, b: holds(a, b, start, answer),
            r"(.+) = (.+), and y\(0\) = (.+) is (positive|negative)": lambda a, b, y, sign: (
                holds(a, b, start, answer) and (int(y) > 0) == (sign == "positive") and int(y) == question["y"]
            ),
            f"(.+) has the derivative (.+), {so}": lambda a, b, y: is_slope(a, b, start, answer) and general(y),
            rf"with the factor x\^\((-?[0-9]+)\): \((.+)\)' = (.+), {so}": lambda n, a, b, y: (
                is_slope(a, b, start, answer) and general(y) and a.startswith(f"x^({int(n) + 1})*y")
            ),
            rf"\((.+)\)' = (.+), {so}": lambda a, b, y: is_slope(a, b, start, answer) and general(y),
            "the roots of (.+) are (.+) and (.+)": root,
            "(.+) has the double root (.+)": root,
            r"one solution with the right-hand side: (.+), where y\(0\) = (.+) and y'\(0\) = (.+)": particular,
            "(.+) = (.+) and (.+) = (.+) give A = (.+), B = (.+)": lambda a, u, b, v, *_: (
                formulas.same(a, u, **weights) and formulas.same(b, v, **weights)
            ),
            "(1/y|y) = (.+)": lambda a, b: holds(a, b, start, answer),
        },
    )
