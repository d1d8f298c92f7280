"""Integrals: sympy differentiates the answers, mpmath integrates between bounds; forms, near-misses, hostile texts."""

from __future__ import annotations

import re

import mpmath
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.generators.calculus.constants import evaluate, logarithm, rational, text_of
from rlvr.generators.calculus.definite_integrals_check import accepts as accepts_value
from rlvr.generators.calculus.integrals import accepts
from rlvr.verifiers.base import Reason
from rlvr.verifiers.calculus.integrals import accepted_forms, verify

PLAIN, DEFINITE = rlvr.get("integrals"), rlvr.get("definite-integrals")
SEEDS = st.integers(0, 10**9)
X = sympy.Symbol("x", positive=True)
NAMES = {"x": X, "C": sympy.Integer(5), "ln": sympy.log, "arctan": sympy.atan, "e": sympy.E, "Abs": sympy.Abs}


def symbolic(text):
    """The expression as sympy reads it (text of the generator, never a model's)."""
    text = re.sub(r"\|([^|]*)\|", r"Abs(\1)", text).replace("^", "**")
    return sympy.sympify(text, locals=NAMES)


def zero(expression):
    """Whether an expression vanishes at three points, to 25 digits."""
    function = sympy.lambdify(X, expression, "mpmath")
    with mpmath.workdps(60):
        return all(abs(function(mpmath.mpf(n) / 10)) < mpmath.mpf(10) ** -25 for n in (3, 11, 19))


@pytest.mark.parametrize("level", PLAIN.levels)
def test_the_derivative_of_the_answer_is_the_integrand(level):
    for seed in range(12):
        task = PLAIN.task(level, seed)
        integrand = task.payload["integrand"]
        assert integrand in task.prompt
        assert zero(sympy.diff(symbolic(task.answer), X) - symbolic(integrand)), task.id


@pytest.mark.parametrize("level", PLAIN.levels)
def test_every_term_of_the_worked_solution_is_integrated_rightly_and_they_add_up(level):
    for seed in range(50, 55):
        task = PLAIN.task(level, seed)
        parts = []
        for line in task.trace.splitlines()[:-1]:
            integrand, _, rest = line.partition(": ")
            parts.append((symbolic(integrand), symbolic(rest.rpartition("this gives ")[2])))
            assert zero(sympy.diff(parts[-1][1], X) - parts[-1][0]), line
        assert len(parts) == PLAIN.params(level)["terms"]
        assert zero(sum(f for f, _ in parts) - symbolic(task.payload["integrand"]))
        assert zero(sum(F for _, F in parts) + 5 - symbolic(task.answer))


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(PLAIN.levels), SEEDS)
def test_forms_of_a_right_answer(level, seed):
    task = PLAIN.task(level, seed)
    for form in accepted_forms(task.answer):
        assert verify(task.payload, form).passed, form


def test_any_antiderivative_is_right_and_nothing_else():
    payload = {"integrand": "2*x + 1/x"}
    for answer in (
        *(
            "x^2 + ln(x)",
            "x^2 + ln|x| + C",
            "C + ln(2*x) + x^2",
            "x^2 + ln(x) + pi",
            "(x-1)(x+1)+\\ln x",
            "F(x)=x*x+ln(5x)",
        ),
        *(
            "x^2 + ln(x) + c",
            "x^2 + 0.5*ln(x^2) - 7",
            "\\frac{2x^2}{2} + \\ln\\left|x\\right|",
            "x^2 - ln(1/x)",
        ),
    ):
        assert verify(payload, answer).passed, answer
    for answer in (
        *(
            "2*x + 1/x",
            "x^2 + ln(x) + x",
            "x^2 + ln(x) + C*x",
            "x^2 - ln(x)",
            "x^2 + 1.0000001*ln(x)",
            "x^2",
            "C",
            "0",
        ),
        *("x^2 + ln(x + 1)", "x^2 + ln(x)*C", "2 - 2/x^2", "x^2 + log(x)/ln(10)"),
    ):
        assert verify(payload, answer).reason is Reason.WRONG, answer
        assert not accepts(payload, answer)
    for answer in (
        "",
        "x^2 + ln(x) + K",
        "∫ 2x + 1/x dx",
        "x^2 + |ln(x)",
        "x^2 + ln(x) = C",
        "٣*x",
        "integral(2*x + 1/x)",
    ):
        assert verify(payload, answer).reason is Reason.UNPARSABLE, answer
    assert not verify(payload, "x^2 + ln(-x)").passed  # no value where x > 0
    assert not verify(payload, "1/0").passed


@pytest.mark.parametrize(
    "text",
    [
        "(" * 10**5,
        "9**9**9",
        "x^" * 3000,
        "|" * 4001,
        "sin(" * 900,
        "\ud800",
        "\0",
        "exp(exp(exp(x^200)))",
        "x" * 10**6,
    ],
)
def test_hostile_texts_are_refused(text):
    assert not verify({"integrand": "2*x"}, text).passed
    assert not accepts({"integrand": "2*x"}, text)


def test_fingerprints_do_not_depend_on_the_order_of_the_terms():
    from rlvr.generators.base import fingerprint_of

    for seed in range(20):
        task = PLAIN.task(3, seed)
        terms = [line.partition(": ")[0] for line in task.trace.splitlines()[:-1]]
        assert task.fingerprint == fingerprint_of(PLAIN.fingerprint_space, sorted(terms))
    assert len({PLAIN.task(3, seed).fingerprint for seed in range(300)}) > 295


@pytest.mark.parametrize("level", DEFINITE.levels)
def test_numerical_integration_gives_the_value(level):
    for seed in range(7):
        task = DEFINITE.task(level, seed)
        problem = task.payload["problem"]
        assert problem["function"] in task.prompt
        function = sympy.lambdify(X, symbolic(problem["function"]), "mpmath")
        ends = [
            mpmath.inf if text == "oo" else mpmath.mpf(sympy.N(symbolic(text), 25))
            for text in (problem["low"], problem["high"])
        ]
        with mpmath.workdps(20):
            found = mpmath.quad(
                function,
                sorted(
                    [
                        *ends,
                        *problem["breaks"],
                        *([ends[0] + 2, ends[0] + 9] if problem["high"] == "oo" else []),
                    ]
                ),
            )
            value = mpmath.mpf(sympy.N(symbolic(task.answer), 25))
            assert abs(found - value) < 1e-9 * max(1, abs(value)), task.id


@pytest.mark.parametrize("level", [1, 2, 3, 5, 7])
def test_the_values_at_the_bounds_in_the_worked_solution_are_right(level):
    seen = 0
    for seed in range(20, 32):
        task = DEFINITE.task(level, seed)
        last = task.trace.splitlines()[-2]
        if match := re.fullmatch(r"F\((.*)\) - F\((.*)\) = (.*)", last):
            seen += 1
            assert match[3] == task.answer
            above, below = (symbolic(line.partition(" = ")[2]) for line in task.trace.splitlines()[-4:-2])
            assert abs(sympy.N(above - below - symbolic(task.answer), 30)) < 1e-20
    assert seen > 3


def test_named_values_and_their_near_misses():
    payload = {
        "problem": {"function": "1/x", "low": "1", "high": "4", "breaks": []},
        "gold": {"text": "2*ln(2)", "kind": "expression", "require": ["evaluated"]},
    }
    for answer in ("2*ln(2)", "ln(4)", "2ln2", "-2*ln(1/2)"):
        assert DEFINITE.verify_answer(payload, answer).passed, answer
        assert accepts_value(payload, answer), answer
    for answer in ("1.3862943611198906", "ln(2)", "2*ln(3)", "", "oo", "2"):
        assert not DEFINITE.verify_answer(payload, answer).passed, answer
        assert not accepts_value(payload, answer), answer


@settings(max_examples=60)
@given(st.integers(1, 400), st.integers(1, 400))
def test_logarithms_are_sums_of_those_of_primes(a, b):
    from fractions import Fraction

    value = logarithm(Fraction(a, b))
    assert float(symbolic(text_of(value))) == pytest.approx(float(sympy.log(sympy.Rational(a, b))), abs=1e-12)
    assert all(sympy.isprime(key.log) for key in value)


def test_exact_values_of_functions():
    for expression, x, text in (
        (("sqrt", ("*", 2, "x")), 4, "2*sqrt(2)"),
        (("/", ("exp", "x"), 3), 2, "e^2/3"),
        (("^", ("+", "x", ("sqrt", "x")), 2), 2, "4*sqrt(2) + 6"),
    ):
        assert text_of(evaluate(expression, rational(x))) == text


@pytest.mark.parametrize(
    ("spec", "change"),
    [
        (PLAIN, {"terms": 0}),
        (PLAIN, {"kinds": "powers magic"}),
        (PLAIN, {"largest": 1}),
        (PLAIN, {"exponent": 10}),
        (DEFINITE, {"terms": 5}),
        (DEFINITE, {"kinds": ""}),
        (DEFINITE, {"reach": 1}),
    ],
)
def test_bad_parameters_are_named(spec, change):
    with pytest.raises(ValueError, match=next(iter(change))):
        spec.task(2, 0, params=change)


@pytest.mark.parametrize(
    "extra",
    [
        "|x - 5| + x",
        "abs(x - 5) + x",
        "sqrt((x - 5)^2) + x",
        "((x - 5)^2)^(1/2) + x",
        "((x - 5)^4)^0.25 + x",
        "exp(ln((x - 5)^2)/2) + x",
        "e^(ln|x - 5|) + x",
        "arccos(cos(x)) - x",
        "arcsin(2*x/(x^2 + 1)) - 2*arctan(x)",
    ],
)
def test_what_is_another_function_elsewhere_is_refused(extra: str) -> None:
    payload = {"integrand": "2*x"}
    assert verify(payload, "x^2 + C").passed
    assert verify(payload, f"x^2 + {extra}").reason is Reason.UNPARSABLE


@pytest.mark.parametrize(
    "same",
    [
        "ln|x - 5| - ln|5 - x|",
        "|x| - x",
        "sqrt(x^2) - x",
        "sqrt(x^2 + 3)^2 - x^2",
        "exp(ln(x)) - x",
        "|x^2 + 1| - x^2",
    ],
)
def test_what_is_one_function_for_all_positive_x_is_not(same: str) -> None:
    assert verify({"integrand": "2*x"}, f"x^2 + {same}").passed
