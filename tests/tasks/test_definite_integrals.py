"""Definite integrals: the double exponential rule adds up the function that the prompt prints, between its bounds."""

from __future__ import annotations

import itertools
import math
import re
from fractions import Fraction

import mpmath
import numpy
import pytest
import smooth_formulas as formulas
import sympy
from formulas import FormulaPromises
from hypothesis import given, settings
from hypothesis import strategies as st

from rlvr.conformance.promises import read
from rlvr.generators.calculus.constants import evaluate, logarithm, rational, text_of
from rlvr.verifiers.base import Reason

CONSTANTS = (
    "Give the exact value: an integer, a fraction in lowest terms such as -3/4, or an expression with pi, e, ln and "
    "sqrt; no decimal approximation."
)
WORDINGS = {
    form: [
        "Work out the definite integral of {f:.+} with respect to x from x = {a:.+} to x = {b:[^ ]+}. " + form,
        "f(x) = {f:.+}\n\nWhat is the integral of f(x) dx from {a:.+} to {b:[^ ]+}? " + form,
        "Integrate {f:.+} dx between the bounds {a:[^ ]+} (lower) and {b:[^ ]+} (upper).\n" + form,
    ]
    for form in (CONSTANTS, formulas.RATIONAL_FORM)
}
STEPS = numpy.arange(-3, 3, 1 / 16)
INNER = numpy.pi / 2 * numpy.sinh(STEPS)
NODES, WEIGHTS = numpy.tanh(INNER), numpy.pi / 32 * numpy.cosh(STEPS) / numpy.cosh(INNER) ** 2
TAIL_STEPS = numpy.arange(-4.5, 4.5, 1 / 16)
TAIL = numpy.exp(numpy.pi / 2 * numpy.sinh(TAIL_STEPS))
TAIL_WEIGHTS = numpy.pi / 32 * numpy.cosh(TAIL_STEPS) * TAIL


def integral(function, low, high):
    """The integral over pieces between whole numbers, and that of the function's size."""
    a = float(formulas.of_floats(low))
    last = a + 40 if high == "oo" else float(formulas.of_floats(high))
    ends = numpy.array([a, *range(int(numpy.floor(a)) + 1, int(numpy.ceil(last))), last])
    half = numpy.diff(ends)[:, None] / 2
    x, weights = (ends[:-1, None] + half * (1 + NODES)).ravel(), (half * WEIGHTS).ravel()
    if high == "oo":
        x, weights = numpy.concatenate([x, last + TAIL]), numpy.concatenate([weights, TAIL_WEIGHTS])
    values = weights * formulas.of_floats(function, x=x)
    return values.sum(), abs(values).sum()


def of(function, low, high, text):
    gold = {"text": text, "kind": "expression", "require": ["evaluated"]}
    return {"problem": {"function": function, "low": low, "high": high, "breaks": []}, "gold": gold}


class TestDefiniteIntegrals(FormulaPromises):
    id = "definite-integrals"
    alphabet = "e0123456789/-^ "
    wrong = ("{}1", "{} or 7", "about {}", "{0} {0}", "{} + 1", "{} + C", "")
    calculates = False
    cases = (
        (of("1/x", "1", "4", "2*ln(2)"), Reason.CORRECT, ("2*ln(2)", "ln(4)", "2ln2", "-2*ln(1/2)")),
        (of("1/x", "1", "4", "2*ln(2)"), None, ("1.3862943611198906", "ln(2)", "2*ln(3)", "", "oo", "2")),
    )

    def oracle(self, prompt):
        form, question = read(prompt, WORDINGS)
        return form, *integral(str(question["f"]), str(question["a"]), str(question["b"]))

    def agrees(self, found, task):
        form, value, size = found
        if form != CONSTANTS and any(char.isalpha() for char in task.answer):
            return False
        return abs(float(formulas.of_floats(task.answer)) - value) <= 1e-9 * max(1, size)

    def test_antiderivatives_and_values_of_the_worked_solution(self):
        for level in self.spec.levels:
            for seed in range(60):  # some kinds are rare
                task = self.spec.task(level, seed)
                *lines, _ = task.trace.splitlines()
                if not lines[-1].startswith("F("):
                    _, question = read(task.prompt, WORDINGS)
                    rules = known(*(str(question[name]) for name in "fab"), task.answer, lines)
                    for line in lines:
                        formulas.follows(line, rules)
                    continue
                parts = [formulas.integrated(line) for line in lines if not line.startswith("F(")]
                values = [line.split(" = ", 1) for line in lines if line.startswith("F(")]
                if values[0][0] != "F(x)":
                    values.insert(0, ("F(x)", parts[0][1]))
                assert formulas.same(values[0][1], " + ".join(f"({whole})" for _, whole in parts))
                (_, whole), (above, high), (below, low), (difference, answer) = values
                assert (difference, answer) == (f"{above} - {below}", task.answer)
                for name, value in ((above, high), (below, low)):
                    x = formulas.of_floats(name[2:-1])
                    wanted = float(formulas.of_floats(whole, x=numpy.float64(x)))
                    assert float(formulas.of_floats(value)) == pytest.approx(wanted, rel=1e-9, abs=1e-9), (
                        task.id
                    )

    def test_powers_alone_ask_for_a_rational_number(self):
        for seed in range(3):
            assert formulas.RATIONAL_FORM in self.spec.task(2, seed, params={"kinds": "powers"}).prompt

    def test_integrals_are_the_same_if_function_and_bounds_are(self):
        self.same_problems(
            lambda p: (p["function"], p["low"], p["high"]), 600, terms=1, largest=2, exponent=1, reach=2
        )


@settings(max_examples=60)
@given(st.integers(1, 400), st.integers(1, 400))
def test_logarithms_are_sums_of_those_of_primes(a, b):
    value = logarithm(Fraction(a, b))
    assert float(formulas.of_floats(text_of(value))) == pytest.approx(numpy.log(a / b), abs=1e-12)
    assert all(sympy.isprime(key.log) for key in value)


def test_exact_values_of_functions():
    for expression, x, text in (
        (("sqrt", ("*", 2, "x")), 4, "2*sqrt(2)"),
        (("/", ("exp", "x"), 3), 2, "e^2/3"),
        (("^", ("+", "x", ("sqrt", "x")), 2), 2, "4*sqrt(2) + 6"),
    ):
        assert text_of(evaluate(expression, rational(x))) == text


def known(function, low, high, answer, lines):
    """What the lines on absolute values, circles and infinite bounds say."""
    same = formulas.same

    def is_integral(text, a, b, value):
        return integral(text, a, b)[0] == pytest.approx(float(formulas.of_floats(value)), abs=1e-9, rel=1e-9)

    def changes(inside, *roots):
        signs = [
            (formulas.of(inside, x=int(r) - 0.1) > 0) != (formulas.of(inside, x=int(r) + 0.1) > 0)
            for r in roots
            if r
        ]
        return function == f"|{inside}|" and all(signs)

    def values(text):
        found = re.findall(r"F\(([^)]+)\) = ([^;]+)", text)
        whole = lines[1].removeprefix("F(x) = ").partition(" is ")[0]
        pieces = ", ".join(str(abs(Fraction(b) - Fraction(a))) for (_, a), (_, b) in itertools.pairwise(found))
        ends = (found[0][0], found[-1][0]) == (low, high)
        right = all(same(whole.replace("x", f"({x})"), value) for x, value in found)
        return ends and right and pieces == lines[3].removeprefix("sizes of the pieces: ")

    def slope_is(whole, text):
        x = mpmath.mpf(high if high != "oo" else low) + 1
        with mpmath.workdps(100):
            return formulas.close(formulas.slope(whole, x), formulas.of(text, x=x), 12)

    def area(text, a, b, value):
        return text in function and (a, b) == (low, high) and is_integral(text, a, b, value)

    def times(k, value):
        below = re.search("(?:its area is|a triangle:) (.+)", lines[0])[1]
        return same(f"({k})*({below})", value)

    def added(c, product, value, total):
        return (
            total == answer
            and same(product, value)
            and same(f"{lines[1].partition(': ')[2]} + {value}", total)
            and (Fraction(value) == int(c) * (int(high) - int(low)))
        )

    def gamma(count, n, m):
        value = f"{math.factorial(int(n))}/{m}^{int(n) + 1}"
        return count == n and is_integral(f"x^{n}*exp(-{m}*x)", "0", "oo", value)

    return {
        "(.+) changes its sign at (-?[0-9]+)(?: and (-?[0-9]+))?": changes,
        r"F\(x\) = (.+) is an antiderivative of (.+)": slope_is,
        r"(F\(-?[0-9]+\) = .+)": values,
        "sizes of the pieces: (.+)": None,  # compared with the line before
        "their sum: (.+)": lambda total: total == answer,
        r"the graph of (.+) is a half circle of radius ([0-9]+): from (.+) to (.+) its area is (.+)": (
            lambda text, r, a, b, value: area(text, a, b, value) and f"({int(r) ** 2} - x^2)" in text
        ),
        "the area below (.+) from (0) to (.+) is a sector of pi/6 and a triangle: (.+)": area,
        "times (-?[0-9]+): (.+)": times,
        "the constant (-?[0-9]+) adds (.+) = (-?[0-9]+): (.+)": added,
        r"by parts ([0-9]+) times: the integral of x\^n\*exp\(-m\*x\) from 0 to oo is n!/m\^\(n\+1\), with n = "
        "([0-9]+) and m = ([0-9]+)": gamma,
        r"F\(x\) = (.+) goes to 0": lambda whole: slope_is(whole, function),
        r"F\(x\) = (.+) goes to (.+), and F\(0\) = 0": lambda whole, end: (
            slope_is(whole, function) and end == answer
        ),
        "by parts twice: the integral of (.+) from 0 to oo is (.+)": lambda text, value: is_integral(
            text, "0", "oo", value
        ),
        "in all (.+)": lambda total: total == answer,
    }
