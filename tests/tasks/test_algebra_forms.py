"""Simplifying, rational functions: values by sympy, forms by name."""

from __future__ import annotations

import re

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr

SIMPLIFY, RATIONAL = SPECS = tuple(map(rlvr.get, ("simplify", "rational-functions")))
ALL = pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.id)
SEEDS = st.integers(0, 10**9)
LEVELS = st.sampled_from(SIMPLIFY.levels)
NAMES = {name: sympy.Symbol(name) for name in "abcdefghjklmnopqrstuvwxyz"} | {"i": sympy.I, "sqrt": sympy.sqrt}
POINT = {
    sympy.Symbol(name): sympy.Rational(n * 61, 997)
    for name, n in zip("abcdefghjklmnopqrstuvwxyz", range(16, 99), strict=False)
}


def value_of(text):
    """Sympy's reading of a formula that a generator made."""
    assert re.fullmatch(r"[-+*/^() a-z0-9]+", text)
    return sympy.parse_expr(text.replace("^", "**"), local_dict=NAMES)


def equal(a, b):
    return abs((value_of(a) - value_of(b)).subs(POINT).evalf(40)) < 1e-25


@settings(max_examples=40)
@given(LEVELS, SEEDS)
def test_simplified_expressions_are_equal_and_the_problem_is_not_its_answer(level, seed):
    task = SIMPLIFY.task(level, seed)
    shown = task.payload["problem"]["expression"]
    assert shown in task.prompt
    assert equal(shown, task.answer)
    assert not SIMPLIFY.verify_answer(task.payload, shown).passed
    for line in task.trace.splitlines()[:-1]:
        if re.fullmatch(r"[^:]* = .*", line) and "times" not in line:
            for part in line.split(", so "):
                first, *sides = part.split(" = ")
                assert all(equal(first, side) for side in sides)


def problem(kind, gold, *names):
    return {
        "problem": {"kind": kind, "expression": gold, "variables": list(names)},
        "gold": {"text": gold, "kind": kind},
    }


@pytest.mark.parametrize(
    ("payload", "right", "wrong"),
    [
        (
            problem("radical", "6*sqrt(2)"),
            ["6sqrt(2)", "sqrt(2)*6"],
            [
                "sqrt(72)",
                "3*sqrt(8)",
                "sqrt(2) + 5*sqrt(2)",
                "2*3*sqrt(2)",
                "12/sqrt(2)",
                "6*sqrt(2) + 0",
                "12*sqrt(2)/2",
            ],
        ),
        (
            problem("radical", "(3 + 2*sqrt(5))/7"),
            ["(2*sqrt(5) + 3)/7", "3/7 + 2*sqrt(5)/7", "3/7 + 2/7*sqrt(5)", "-(-3 - 2*sqrt(5))/7"],
            [
                "(6 + 4*sqrt(5))/14",
                "(3 + sqrt(20))/7",
                "11/(7*(2*sqrt(5) - 3))",
                "(3 + 2*sqrt(5))/7/1",
                "6/14 + 2*sqrt(5)/7",
            ],
        ),
        (
            problem("like", "3*x - 2*y", "x", "y"),
            ["-2y + 3x"],
            ["x + 2*x - 2*y", "3*(x - 2*y/3)", "3*x - 2*y + 0", "3*x - 2*y + 1"],
        ),
        (
            problem("monomial", "2*x^3/(3*y)", "x", "y"),
            ["2x^3/(3y)", "(2*x^3)/(3*y)"],
            [
                "4*x^3/(6*y)",
                "2*x^4/(3*x*y)",
                "2*x*x^2/(3*y)",
                "2/3*x^3/y",
                "2*x^3*y^(-1)/3",
                "2*x^3/(3*y*1*1)",
                "2*x^3/3*y",
            ],
        ),
        (
            problem("fraction", "(x + 1)/(2*x - 3)", "x"),
            ["(1 + x)/(2x - 3)", "-(x + 1)/(3 - 2*x)", "(-x - 1)/(-2*x + 3)"],
            [
                "(2*x + 2)/(4*x - 6)",
                "(x^2 - 1)/((2*x - 3)*(x - 1))",
                "x + 1/(2*x - 3)",
                "1/((2*x - 3)/(x + 1))",
            ],
        ),
    ],
)
def test_simplest_forms_by_name(payload, right, wrong):
    for answer in right:
        assert SIMPLIFY.verify_answer(payload, answer).passed, answer
        assert SIMPLIFY.confirms(payload, answer), answer
    for answer in wrong:
        assert not SIMPLIFY.verify_answer(payload, answer).passed, answer
        assert not SIMPLIFY.confirms(payload, answer), answer


@settings(max_examples=15)
@given(LEVELS, SEEDS)
def test_rational_functions_are_those_of_sympy(level, seed):
    task = RATIONAL.task(level, seed)
    shown = task.payload["problem"]["expression"]
    assert shown in task.prompt
    assert equal(shown, task.answer)
    if task.payload["problem"]["kind"] == "apart":
        oracle = sympy.apart(value_of(shown))
    else:
        top, bottom = sympy.fraction(sympy.cancel(sympy.together(value_of(shown))))
        common = sympy.lcm(
            [number.q for number in sympy.Poly(sympy.expand(top), *value_of(shown).free_symbols).coeffs()]
        )
        top, bottom = common * top, common * bottom  # whole coefficients, as the prompt wants them
        oracle = None
        assert RATIONAL.verify_answer(
            task.payload, f"({sympy.expand(top)})/({sympy.factor(bottom)})".replace("**", "^")
        ).passed
        assert not RATIONAL.verify_answer(task.payload, f"(2*({top}))/(2*({bottom}))".replace("**", "^")).passed
    if oracle is not None and level <= 3:
        assert len(sympy.Add.make_args(oracle)) == len(sympy.Add.make_args(value_of(task.answer)))
    assert not RATIONAL.verify_answer(task.payload, shown).passed


@pytest.mark.parametrize(
    ("answer", "passed"),
    [
        *(
            ("1 + 2/(x - 1) - 3/(x + 2)^2", True),
            ("-3/(x+2)^2 + 2/(x-1) + 1", True),
            ("1 + 4/(2*x - 2) - 3/(x + 2)^2", True),
        ),
        *(("1 + 2/(x - 1) - 3/(x^2 + 4*x + 4)", False), ("1 + 1/(x - 1) + 1/(x - 1) - 3/(x + 2)^2", False)),
        *(
            ("(x + 1)/(x - 1) - 3/(x + 2)^2", False),
            ("1 + 2/(x - 1) + 3/(x + 2)^2", False),
            ("1 + 2/(x - 1)", False),
        ),
        *(("1 - (-2)/(x - 1) - 3/(x + 2)^2", True), ("1 + 2*(1/(x - 1)) - 3/(x + 2)^2", False)),
    ],
)
def test_partial_fractions_by_name(answer, passed):
    text = "1 + 2/(x - 1) - 3/(x + 2)^2"
    payload = {
        "problem": {"kind": "apart", "expression": text, "variables": ["x"]},
        "gold": {"text": text, "kind": "partial fractions"},
    }
    assert RATIONAL.verify_answer(payload, answer).passed == passed


@ALL
@settings(max_examples=60)
@given(LEVELS, SEEDS, st.text("0123456789xyi+-*/^()[]{}, Uosqrt", max_size=30))
def test_verifier_and_second_checker_agree_on_changed_answers(spec, level, seed, text):
    task = spec.task(level, seed)
    mutant = task.answer[: len(text)] + text[:2] + task.answer[len(text) :]
    for answer in (text, mutant):
        assert spec.verify_answer(task.payload, answer).passed == spec.confirms(task.payload, answer)


@ALL
@pytest.mark.parametrize(
    "text",
    [
        "x^" * 2000 + "x",
        "(x+1)^64*" * 400 + "x",
        "(" * 4000,
        "((x^9)^9)^9",
        "9^9^9^9",
        "1/" * 2000 + "1",
        "-" * 4000 + "x",
        "(((9^60)^60)^60)^60",
        "sqrt(" * 800,
        "sqrt(2)*" * 500 + "1",
        "\x00",
        "\ud800",
        "[((9^60)^60)^60, oo)",
        "i^" * 2000,
        "1/0",
        "0/0",
        "x" * 10**6,
    ],
)
def test_hostile_formulas(spec, text):
    for level in (1, 3, 5, 7):
        payload = spec.task(level, 1).payload
        assert spec.verify_answer(payload, text).score == 0.0
        if len(text) <= 4096:
            assert not spec.confirms(payload, text)


@ALL
@pytest.mark.parametrize(
    "change",
    [
        {"kinds": "other"},
        {"kinds": ""},
        {"leading": 0},
        {"size": 1},
        {"depth": 99},
        {"largest": 1},
        {"exponent": 99},
        {"terms": 0},
        {"power": 9},
        {"value": 1},
        {"degree": 0},
        {"coefficient": 1},
    ],
)
def test_bad_parameters_are_named(spec, change):
    if set(change) <= set(spec.params(3)):
        with pytest.raises(ValueError, match="|".join(change)):
            spec.task(3, 0, params=change)
