"""Derivatives: the complex step differentiates what the prompt says; equal forms are taken, all others refused."""

from __future__ import annotations

import re

import mpmath
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.conformance.promises import SEEDS, Promises
from rlvr.generators.expressions_of_x import add, differentiate, divide, multiply, power, text_of
from rlvr.verifiers.algebra.tape import GRAMMAR, Tape
from rlvr.verifiers.base import Reason
from rlvr.verifiers.expressions import read

SPEC = rlvr.get("derivative")
X = sympy.Symbol("x", real=True)
STEP = mpmath.mpf("1e-60")
POINTS = [mpmath.mpf(1) / 7, mpmath.mpf(10) / 11, mpmath.mpf(17) / 12]
WORDINGS = (
    r"^Differentiate with respect to x:\nf\(x\) = (.+)\n\nWrite"
    r"|^Let f\(x\) = (.+)\. Find the derivative f'\(x\)\.\nWrite"
    r"|^What is the derivative of (.+) with respect to x\? Write"
)
POLYNOMIAL_FORM = "it as an expression in x with + - * ^ and parentheses; any equal form will do.\n"
FORM = (
    "it as an expression in x with + - * / ^, parentheses and sin, cos, tan, exp, ln, sqrt; any equal form will do (ln "
    "is the natural logarithm). A product in a denominator or an exponent needs parentheses.\n"
)
FUNCTIONS = {name: getattr(mpmath, name) for name in ("sin", "cos", "tan", "exp", "ln", "sqrt", "mpf")}


def values(text, step):
    """The values of a function as printed, that many imaginary steps away from the points."""
    assert re.fullmatch(r"(?:sin|cos|tan|exp|ln|sqrt|[-+*/^() x0-9])+", text)
    code = compile(re.sub(r"[0-9]+", r"mpf(\g<0>)", text).replace("^", "**"), "", "eval")
    with mpmath.workdps(130):
        return [mpmath.mpmathify(eval(code, {**FUNCTIONS, "x": mpmath.mpc(x, step)})) for x in POINTS]


def is_slope(slopes, text):
    """Whether the imaginary parts of values over the step are the values of an expression, zero among them."""
    with mpmath.workdps(50):
        return all(
            abs(a.imag / STEP - b.real) <= abs(b) * 1e-30 + 1e-80
            for a, b in zip(slopes, values(text, 0), strict=True)
        )


def symbolic(text):
    """The expression as sympy reads it (text of the generator or of sympy itself, never a model's)."""
    return sympy.sympify(text.replace("^", "**"), locals={"x": X, "ln": sympy.log})


def of(function):
    return {"function": function}


class TestDerivative(Promises):
    id = "derivative"
    alphabet = "xe0123456789+-*/^(). "
    wrong = ("{} + 1", "{} - x/10^20", "2*({})", "{}, 2", "{} or 2", "d/dx({})", "({})'", "{} + C", "")
    calculates = False  # the lines are derivatives: see below
    cases = (
        (of("x^3 + 2*x"), Reason.CORRECT, ("3x^2+2", "3*x**2 + 2", "3x*x+2", "(3x^4+2x^2)/x^2",
          "3x^2+2sin(x)^2+2cos^2 x", "sqrt(9)*x^2+4^(1/2)", "3x^2+2e^0", "3x^2 + 2 + 10^30*x - 10^30*x",
          "12x^2/4+2.0")),
        (of("sin(2*x)"), Reason.CORRECT, ("2cos(2x)", "2cos 2x", "2*(cos(x)^2-sin(x)^2)", "2-4sin^2(x)",
          "2*sin(2x)/tan(2x)")),
        (of("exp(3*x)"), Reason.CORRECT, ("3e^(3x)", "3exp(3x)", "3exp(x)^3", "3*(e^x)^3", "3/e^(-3x)",
          "3*e^x*e^(2x)")),
        (of("ln(x)"), Reason.CORRECT, ("1/x", "x^-1", "x^(-1)", "1/(x)", "exp(-ln(x))", "1/sqrt(x)^2")),
        (of("sqrt(x)"), Reason.CORRECT, ("1/(2sqrt(x))", "x^(-1/2)/2", "0.5*x^-0.5", "sqrt(x)/(2x)", "(1/2)/x^(1/2)")),
        (of("tan(x)"), Reason.CORRECT, ("sec^2(x)", "1/cos(x)^2", "1+tan(x)^2", "sec(x)*sec(x)",
          "(1+cot^2 x)/cot^2 x")),
        (of("x^2*exp(x)"), Reason.CORRECT, ("x^2e^x+2xe^x", "xe^x(x+2)", "(x^2+2x)exp(x)", "x(x+2)e^x")),
        (of("x^3 + 2*x"), Reason.WRONG, ("3x^2", "3x^2+2+1/10^30", "3x^2+2+(2^61-1)*(2^89-1)*x", "x^3+2x",
          "3x^2+2.0000000000000000000000000001")),
        (of("sin(x)"), Reason.WRONG, ("cos(x)+10^-30", "cos(x)+exp(-60)", "1-x^2/2+x^4/24-x^6/720+x^8/40320")),
        (of("exp(x)"), Reason.WRONG, ("2.718281828459045^x", "exp(exp(exp(exp(exp(exp(100*x))))))")),
        (of("exp(x)"), Reason.UNDECIDED, ("exp(exp(exp(exp(exp(exp(100*x^2))))))",)),
        (of("x^2"), Reason.WRONG, ("2*sqrt(x)^2", "2*exp(ln(x))", "2*x + ln(-1)",  # none has a value for x < 0
          "((((x^1000)^1000)^1000)^1000)^1000")),
        (of("x^2"), Reason.ILLEGAL, ("2*x + 0/(x-x)", "2*x/0", "0/0", "0^-1")),
        (of("x^2"), Reason.UNPARSABLE, ("d/dx(x^2)", "diff(x^2, x)", r"\frac{d}{dx} x^2", "f'(x)", "(x^2)'", "D(x^2)",
          "f'(x) = f'(x)", "f'(x) = 2x = 2*x", "2x = 2x", "f(x) = 2x", "g'(x) = 2x", "2x + C", "2x or x", "2x, 3x",
          "2x; 3x", "2x dx", "2y", "lim(h)", "", "=", "f'(x) =", "\ud800", "2\u0445",  # a Cyrillic letter
          "9**9**9", "x^100000000000", "+".join(f"sin({i}x)" for i in range(300)), "=" * 4000)),
        (of("x^2"), Reason.TOO_LONG, ("x+" * 3000 + "x", "x" * 10**6)),
    )  # fmt: skip

    def oracle(self, prompt):
        (function,) = filter(None, re.search(WORDINGS, prompt).groups())
        forms = FORM in prompt, POLYNOMIAL_FORM in prompt
        assert forms in ((True, False), (False, True))
        assert forms[0] or not re.search("[a-wyz/]", function)
        return values(function, STEP)

    def agrees(self, found, task):
        return is_slope(found, task.answer)

    @settings(max_examples=15)
    @given(SEEDS)
    def test_every_line_is_a_derivative(self, seed):
        for level in self.spec.levels:
            for line in self.spec.task(level, seed).trace.splitlines()[:-1]:
                part, slope = line.removeprefix("(").split(")' = ")
                assert is_slope(values(part, STEP), slope), line

    def test_functions_are_the_same_as_printed(self):
        self.same_problems(lambda p: p["function"], terms=1, coefficient=2, exponent=2)

    def test_no_term_is_so_large_that_it_hides_another(self):
        for level in self.spec.levels:
            for seed in range(5):
                task = self.spec.task(level, seed)
                for slip in ("+ x/10^20", "- 1/10^20", "+ sin(x)/10^20"):
                    assert self.spec.verify_answer(task.payload, f"{task.answer} {slip}").reason is Reason.WRONG
                    assert not self.spec.confirms(task.payload, f"{task.answer} {slip}")

    def test_forms_that_sympy_writes_are_accepted(self):
        verified = self.spec.verify_answer
        for level in self.spec.levels:
            for seed in range(200, 204):
                task = self.spec.task(level, seed)
                slope = sympy.diff(symbolic(task.payload["function"]), X)
                short = [sympy.expand(slope)] if level < 4 else []
                for form in (slope, *short, sympy.together(slope), sympy.factor_terms(slope)):
                    if "Abs" not in str(form) and len(str(form)) <= 4000:  # the prompt names no absolute value
                        assert verified(task.payload, str(form)).passed, (task.id, form)
                        assert not verified(task.payload, str(form + 1)).passed
                if level < 4:
                    assert verified(task.payload, sympy.latex(slope, ln_notation=True)).passed, task.id

    @settings(max_examples=25)
    @given(SEEDS, st.sampled_from(["exp", "tan", "ln sqrt", "sin exp", ""]), st.integers(1, 3))
    def test_other_settings_make_tasks_that_can_be_verified(self, seed, functions, depth):
        params = {"terms": 2, "depth": depth, "kinds": "call product quotient power", "functions": functions}
        task = self.spec.task(5, seed, params={**params, "coefficient": 20, "exponent": 6})
        assert self.spec.verify_answer(task.payload, task.answer).passed

    @settings(max_examples=200)
    @given(st.text(max_size=40) | st.text("0123456789x+-*/^()[]{}.\\sincotaexpqrl ='", max_size=30))
    def test_no_text_raises(self, text):
        before = mpmath.mp.prec
        self.spec.verify_answer(of("x^2*sin(x)"), text)
        self.spec.confirms(of("x^2*sin(x)"), text)
        assert mpmath.mp.prec == before


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"kinds": ""}, "kinds must name"),
        ({"kinds": "call", "functions": ""}, "kinds must name"),
        ({"terms": 8, "depth": 0, "exponent": 3}, "8 terms needs an exponent"),
    ],
)
def test_parameters_that_do_not_go_together(change, message):
    with pytest.raises(ValueError, match=message):
        SPEC.task(3, 0, params=change)


def test_forms_of_tex_and_names_of_the_derivative_are_read():
    for function, answer in (
        ("x^3 + 2*x", "2+3x^{2}"), ("x^3 + 2*x", r"\frac{df}{dx} = 3x^{2}+2."), ("x^3 + 2*x", "dy/dx=3x^2+2"),
        ("x^3 + 2*x", "f'(x) = 3x^2+2"), ("x^3 + 2*x", "3·x^2 + 2"), ("x^3 + 2*x", "3X^2+2"), ("exp(3*x)", "3e^{3x}"),
        ("sin(2*x)", r"2\cos\left(2x\right)"), ("ln(x)", r"\frac{1}{x}"), ("sqrt(x)", r"\frac{1}{2\sqrt{x}}"),
    ):  # fmt: skip
        assert SPEC.verify_answer(of(function), answer).passed, answer


def test_the_verifiers_tape_differentiates_like_sympy_and_shares_instructions():
    function, tape = "x^3*sin(2*x)/(x^2 + 1) - ln(x + 3)*sqrt(x^2 + 2)*exp(-x)", Tape()
    slope = tape.derivative(read(function, GRAMMAR, tape))
    assert len(set(tape.code)) == len(tape.code)
    f = sympy.lambdify(X, sympy.diff(symbolic(function), X), "mpmath")
    with mpmath.workdps(60):
        for k in range(1, 10):
            value = mpmath.make_mpf(tape.real(slope, sympy.Rational(k, 7), 200))
            assert abs(value - f(mpmath.mpf(k) / 7)) < mpmath.mpf(10) ** -50


def test_values_modulo_a_prime_are_those_of_the_rational_function():
    tape, prime, function = Tape(), 10_007, "(3*x^5 - x/2)/(x^2 + 7)^3"
    slope, wanted = tape.derivative(read(function, GRAMMAR, tape)), sympy.diff(symbolic(function), X)
    assert tape.rational
    for x in range(1, 40):
        value = wanted.subs(X, x)
        assert tape.modulo(slope, x, prime) == int(value.p) * pow(int(value.q), -1, prime) % prime


def test_building_printing_and_constants():
    for built, text in (
        (add(multiply(3, "x"), -2), "3*x - 2"), (add(1, "x", add("x", 2)), "x + x + 3"),
        (multiply(2, "x", -3, power("x", 2)), "-6*x^3"), (multiply(-1, add("x", 1)), "-(x + 1)"),
        (divide(multiply(4, "x"), multiply(-6, ("sin", "x"))), "-2*x/(3*sin(x))"), (divide(power("x", 3), "x"), "x^2"),
        (divide(1, divide("x", 2)), "2/x"), (multiply(("ln", "x"), divide(1, "x")), "ln(x)/x"),
        (power(multiply(-1, "x"), 2), "(-x)^2"), (power(divide("x", 2), 2), "(x/2)^2"),
        (divide("x", power(add("x", 1), 2)), "x/(x + 1)^2"), (multiply(0, "x"), "0"),
        (multiply(add("x", 1), ("exp", multiply(-1, "x"))), "(x + 1)*exp(-x)"),
    ):  # fmt: skip
        assert text_of(built) == text
    for constant in (5, ("sin", 3), divide(7, 2), power(("ln", 2), 3)):
        assert differentiate(constant, {}) == 0
