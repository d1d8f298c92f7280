"""Limits and series: sympy's limits and expansions, sums added up, forms and near-misses."""

from __future__ import annotations

import re
from fractions import Fraction
from math import factorial

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.generators.calculus import power_series as series
from rlvr.generators.calculus.limits_check import accepts as accepts_limit
from rlvr.generators.calculus.series_check import accepts as accepts_series
from rlvr.verifiers.base import Reason
from rlvr.verifiers.calculus.limits import accepted_forms, verify

LIMITS, SERIES = rlvr.get("limits"), rlvr.get("series")
X, N = sympy.Symbol("x"), sympy.Symbol("n", integer=True)
NAMES = {"x": X, "n": N, "ln": sympy.log, "arctan": sympy.atan, "e": sympy.E, "oo": sympy.oo}


def symbolic(text):
    """The expression as sympy reads it (text of the generator, never a model's)."""
    return sympy.sympify(text.replace("n!", "factorial(n)").replace("^", "**"), locals=NAMES)


def rising(function, order):
    """The coefficients of the Taylor series at 0 up to the order, by derivatives."""
    found = []
    for n in range(order + 1):
        found.append(function.subs(X, 0) / factorial(n))
        function = sympy.diff(function, X)
    return found


def series_limit(function):
    """The limit at 0 of a fraction, by the first terms of both sides."""
    top, bottom = function.as_numer_denom()
    for _ in range(8):
        a, b = top.subs(X, 0), bottom.subs(X, 0)
        if b != 0:
            return a / b
        assert a == 0
        top, bottom = sympy.diff(top, X), sympy.diff(bottom, X)  # l'Hospital
    raise AssertionError(function)


@pytest.mark.parametrize("level", LIMITS.levels)
def test_sympy_finds_the_same_limit(level):
    for seed in range(5 if level < 4 else 4):
        task = LIMITS.task(level, seed)
        problem = task.payload["problem"]
        function, point, side = symbolic(problem["function"]), symbolic(problem["point"]), problem["side"]
        assert problem["function"] in task.prompt
        if point == 0 and not function.is_rational_function(X) and "^(" not in problem["function"]:
            found = series_limit(function)
        else:
            found = sympy.limit(function, X, point, "-" if side < 0 else "+")
        assert sympy.simplify(found - symbolic(task.answer)) == 0 or found == symbolic(task.answer), task.id


def test_a_limit_from_both_sides_is_asked_for_only_where_the_sides_agree():
    seen = set()
    for seed in range(80):
        problem = LIMITS.task(2, seed).payload["problem"]
        answer = LIMITS.task(2, seed).answer
        seen.add(problem["side"])
        if "oo" in answer:
            assert problem["side"] or problem["point"] == "oo"
        assert ("from the" in LIMITS.task(2, seed).prompt) == bool(problem["side"])
    assert seen == {-1, 0, 1}


def test_infinite_limits_and_their_forms():
    for sign in ("", "-"):
        payload = {
            "problem": {"function": f"{sign}1/(x - 2)", "point": "2", "side": 1},
            "gold": {"text": f"{sign}oo", "kind": "expression"},
        }
        for form in accepted_forms(f"{sign}oo"):
            assert verify(payload, form).passed, form
        assert accepts_limit(payload, f"{sign}oo")
        other = "oo" if sign else "-oo"
        for answer in (
            other,
            "0",
            "inf",
            "undefined",
            "10^100",
            "",
            "oo - oo",
            "1/0",
            "does not exist",
            "2*oo",
        ):
            assert not verify(payload, answer).passed, answer
            assert not accepts_limit(payload, answer), answer
        assert verify(payload, other).reason is Reason.WRONG
    payload = {
        "problem": {"function": "sin(3*x)/(4*x)", "point": "0", "side": 0},
        "gold": {"text": "3/4", "kind": "rational", "require": ["reduced"]},
    }
    assert verify(payload, "3/4").passed
    assert accepts_limit(payload, "3/4")
    for answer in ("oo", "-oo", "6/8", "4/3", "-3/4", "sin(3)/4"):
        assert not verify(payload, answer).passed, answer
        assert not accepts_limit(payload, answer), answer


@pytest.mark.parametrize("level", SERIES.levels)
def test_coefficients_and_sums_are_those_that_sympy_finds(level):
    kinds = set()
    for seed in range(14):
        task = SERIES.task(level, seed)
        problem = task.payload["problem"]
        kinds.add(problem["asked"])
        if problem["asked"] == "sum":
            check_sum(problem, task.answer)
            assert problem["term"] in task.prompt
            continue
        assert problem["function"] in task.prompt
        function = symbolic(problem["function"]).subs(X, X + int(problem["at"]))
        if problem["power"] > 5:
            continue  # sympy takes seconds
        found = rising(function, problem["power"])
        if problem["asked"] == "polynomial":
            assert sympy.expand(symbolic(task.answer) - sum(c * X**k for k, c in enumerate(found))) == 0, (
                task.id
            )
        else:
            scale = factorial(problem["power"]) if problem["asked"] == "derivative" else 1
            assert sympy.simplify(found[-1] * scale - symbolic(task.answer)) == 0, task.id
    assert kinds


def check_sum(problem, answer):
    """The sum of many terms, with the tail of a telescoping series bounded by an integral."""
    function = sympy.lambdify(N, symbolic(problem["term"]), "math")
    fast = "^n" in problem["term"] or "n!" in problem["term"]
    first, last = problem["first"], 140 if fast else 20_000
    total = sum(function(n) for n in range(first, last))
    value = float(sympy.N(symbolic(answer), 20))
    assert abs(total - value) < (1e-6 if fast else 0.002) * max(1, abs(value)), (problem, answer)


@settings(max_examples=40)
@given(st.sampled_from(series.NAMES), st.integers(-4, 4).filter(bool), st.integers(1, 6))
def test_known_series(name, a, order):
    assert series.known(name, a, order) == [
        Fraction(int(c.p), int(c.q)) for c in rising(symbolic(series.text(name, a)), order)
    ]


def test_composition_of_exp_and_ln_is_linear():
    assert series.composed(series.known("exp", 1, 7), series.known("ln", 3, 7)) == [1, 3] + [0] * 6


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(SERIES.levels), st.integers(0, 10**6))
def test_the_worked_solution_ends_in_the_answer(level, seed):
    task = SERIES.task(level, seed)
    *lines, marked = task.trace.splitlines()
    assert marked == f"<answer>{task.answer}</answer>"
    if task.payload["problem"]["asked"] != "polynomial":
        assert lines[-1].endswith(task.answer)


def test_taylor_polynomials_in_their_forms():
    payload = {
        "problem": {"function": "exp(x)*cos(x)", "power": 3, "at": "0", "asked": "polynomial"},
        "gold": {"text": "-x^3/3 + x + 1", "kind": "expression", "require": ["expanded"]},
    }
    for answer in ("1 + x - x^3/3", "-x^3/3 + x + 1", "x - 1/3*x^3 + 1"):
        assert SERIES.verify_answer(payload, answer).passed, answer
    assert accepts_series(payload, "1 + x - x^3/3")
    for answer in ("1 + x", "1 + x - x^3/3 - x^4/6", "1 + x + x^3/3", "exp(x)*cos(x)", "1 + x - 0.333*x^3", ""):
        assert not SERIES.verify_answer(payload, answer).passed, answer
        assert not accepts_series(payload, answer), answer


@pytest.mark.parametrize(
    ("spec", "change"),
    [
        (LIMITS, {"kinds": "root roots"}),
        (LIMITS, {"largest": 2}),
        (LIMITS, {"order": 7}),
        (SERIES, {"kinds": ""}),
        (SERIES, {"largest": 31}),
        (SERIES, {"order": 2}),
    ],
)
def test_bad_parameters_are_named(spec, change):
    with pytest.raises(ValueError, match=next(iter(change))):
        spec.task(2, 0, params=change)


def test_prompts_name_the_form_of_the_answer():
    for level in SERIES.levels:
        for seed in range(20):
            task = SERIES.task(level, seed)
            if re.search(r"\be\b|ln", task.answer):
                assert "e and ln" in task.prompt
