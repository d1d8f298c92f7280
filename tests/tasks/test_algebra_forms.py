"""Simplifying, rational functions, inequalities, complex numbers, compositions: values by sympy, forms by name."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr

SIMPLIFY, RATIONAL, INEQUALITIES, COMPLEX, FUNCTIONS = SPECS = tuple(
    map(rlvr.get, ("simplify", "rational-functions", "inequalities", "complex-numbers", "function-composition"))
)
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


def holds(shown, x):
    """Whether inequalities as printed are true at x, by Python's own reading."""
    joined = re.sub(r"\|([^|]*)\|", r"abs(\1)", shown).replace("^", "**")
    joined = re.sub(r"(?<![a-z])([a-z])(?![a-z])", "x", joined)
    assert re.fullmatch(r"[-+*/() 0-9xabsndor<>=]+", joined)
    try:
        return eval(joined, {"__builtins__": {}}, {"x": x, "abs": abs})
    except ZeroDivisionError:
        return None


def inside(answer, x):
    """Whether x is in a union of intervals as printed, by sympy's values of its ends."""
    for piece in answer.split(" U "):
        if piece[0] == "{":
            if value_of(piece[1:-1]) == x:
                return True
            continue
        low, high = piece[1:-1].split(", ")
        above = low == "-oo" or (value_of(low) <= x if piece[0] == "[" else value_of(low) < x)
        below = high == "oo" or (value_of(high) >= x if piece[-1] == "]" else value_of(high) > x)
        if above and below:
            return True
    return False


@settings(max_examples=20)
@given(LEVELS, SEEDS)
def test_solutions_of_inequalities_are_the_numbers_where_they_hold(level, seed):
    task = INEQUALITIES.task(level, seed)
    shown = task.payload["problem"]["inequality"]
    assert shown in task.prompt
    points = {Fraction(n, 4) for n in range(-60, 61, 3)}
    for text in re.findall(r"(?<![0-9a-z(])-?[0-9]+(?:/[0-9]+)?(?=[,\])}])", task.answer):
        end = Fraction(text)
        points |= {end, end + Fraction(1, 10**6), end - Fraction(1, 10**6)}
    for x in points:
        true = holds(shown, x)
        assert bool(true) == bool(inside(task.answer, sympy.Rational(x.numerator, x.denominator))), (shown, x)


def test_all_kinds_of_pieces_occur():
    answers = [INEQUALITIES.task(level, seed).answer for level in (4, 5, 6) for seed in range(60)]
    for piece in ("sqrt", "{", " U ", "[", "(", "oo"):
        assert any(piece in answer for answer in answers), piece


@pytest.mark.parametrize(
    "answer",
    ["(-oo, 2) U [3, oo)", "(-oo, 2] U (3, oo)", "[2, 3]", "(2, 3)", "x < 2", "(-oo, 2] U [3, 4)", "(-oo, oo)"],
)
def test_wrong_intervals(answer):
    parts = [{"top": [6, -5, 1], "bottom": [1], "relation": ">="}]
    payload = {
        "problem": {"parts": parts, "join": "and"},
        "gold": {"text": "(-oo, 2] U [3, oo)", "kind": "interval"},
    }
    assert INEQUALITIES.verify_answer(payload, "[3, oo) U (-oo, 2]").passed
    assert INEQUALITIES.verify_answer(payload, "x <= 2 or x >= 3").passed
    assert INEQUALITIES.confirms(payload, "[3, oo) U (-oo, 4/2]")
    assert not INEQUALITIES.verify_answer(payload, answer).passed
    assert not INEQUALITIES.confirms(payload, answer)


@settings(max_examples=35)
@given(LEVELS, SEEDS)
def test_complex_values_are_those_of_sympy(level, seed):
    task = COMPLEX.task(level, seed)
    ask, shown = task.payload["problem"]["ask"], task.payload["problem"]["expression"]
    value, answer = sympy.simplify(sympy.expand(value_of(shown))), value_of(task.answer)
    if ask == "root":
        assert sympy.expand(answer**2) == value
        assert sympy.re(answer) > 0
    else:
        wanted = {"value": value, "conjugate": sympy.conjugate(value), "modulus": sympy.Abs(value) ** 2}[ask]
        assert sympy.simplify(wanted - answer) == 0
    if ask == "value":
        assert not COMPLEX.verify_answer(task.payload, shown).passed


@pytest.mark.parametrize(
    ("answer", "passed"),
    [
        *(("3/5 - 2*i", True), ("-2i + 3/5", True), (r"\frac{3}{5} - 2i", True), ("3/5 - i*2", True)),
        *(
            ("6/10 - 2*i", False),
            ("3/5 + 2*i", False),
            ("(3 - 10*i)/5", False),
            ("3/5 - i - i", False),
            ("3/5", False),
        ),
        *(("0.6 - 2*i", False), ("3/5 - 2*j", False), ("3/5 + 2*i^3", False), ("3/5 - 2*i = 0", False)),
    ],
)
def test_complex_numbers_by_name(answer, passed):
    payload = {
        "problem": {"ask": "value", "expression": "3/5 - 2*i"},
        "gold": {"text": "3/5 - 2*i", "kind": "complex"},
    }
    assert COMPLEX.verify_answer(payload, answer).passed == passed
    assert COMPLEX.confirms(payload, answer) == passed or "\\" in answer


def applied(task):
    """The functions of a prompt as sympy expressions, and the names that its question applies, innermost first."""
    given = dict(re.findall(r"^([fgh])\(x\) = (.*)$", task.prompt, re.MULTILINE))
    return {name: value_of(text) for name, text in given.items()}


@settings(max_examples=60)
@given(LEVELS, SEEDS)
def test_compositions_are_those_of_sympy(level, seed):
    task = FUNCTIONS.task(level, seed)
    functions, x = applied(task), sympy.Symbol("x")
    if match := re.search(r"(?:Find|formula for) ([fgh(]+)(-?[0-9]+|x)\)+\.", task.prompt):
        if not functions:
            return  # cases
        value = value_of(match[2])
        for name in reversed(match[1].rstrip("(").split("(")):
            value = functions[name].subs(x, value)
        assert sympy.cancel(value - value_of(task.answer)) == 0
    elif match := re.search(r"for which ([fgh(]+)x\)+ = (-?[0-9]+)\.", task.prompt):
        value = value_of(task.answer)
        for name in reversed(match[1].rstrip("(").split("(")):
            value = functions[name].subs(x, value)
        assert value == value_of(match[2])
    elif "formula for the inverse" in task.prompt:
        assert sympy.cancel(functions["f"].subs(x, value_of(task.answer))) == x
    else:
        assert "f(1) = " in task.prompt


@settings(max_examples=40)
@given(st.integers(2, 4), SEEDS)
def test_tables_and_cases_step_by_step(level, seed):
    task = FUNCTIONS.task(level, seed, params={"kinds": "table cases"})
    *lines, _ = task.trace.splitlines()
    for line in lines:
        name, at, value = re.fullmatch(r"([fg](?:\^\(-1\))?)\((-?[0-9]+)\) = (-?[0-9]+)", line).groups()
        if task.payload["problem"]["kind"] == "table":
            shown = f"{name[0]}({value}) = {at}" if "^" in name else f"{name}({at}) = {value}"
            assert re.search(re.escape(shown) + r"(?![0-9])", task.prompt)
        else:
            found = re.findall(r"f\(x\) = ([^;]*?) if (x is even|x is odd|x = [0-9])", task.prompt)
            x, body = int(at), {case: text for text, case in found}
            case = next(c for c in body if c in (f"x is {'odd' if x % 2 else 'even'}", f"x = {x % 3}"))
            assert value_of(body[case]).subs(sympy.Symbol("x"), x) == int(value)
    assert lines[-1].endswith(f"= {task.answer}")


@pytest.mark.parametrize(
    ("answer", "passed"),
    [("-3/4", True), ("-6/8", False), ("-0.75", False), ("3/-4", False), ("-3/4 + 0", False)],
)
def test_numbers_must_be_worked_out(answer, passed):
    facts = {"kind": "value", "functions": [[[-1, 1], [4]]], "order": [0], "start": -2, "variables": ["x"]}
    payload = {"problem": facts, "gold": {"text": "-3/4", "kind": "number"}}
    assert FUNCTIONS.verify_answer(payload, answer).passed == FUNCTIONS.confirms(payload, answer) == passed


@ALL
@settings(max_examples=60)
@given(LEVELS, SEEDS, st.text("0123456789xyi+-*/^()[]{}, Uosqrt", max_size=30))
def test_verifier_and_second_checker_agree_on_changed_answers(spec, level, seed, text):
    task = spec.task(level, seed)
    mutant = task.answer[: len(text)] + text[:2] + task.answer[len(text) :]
    for answer in (text, mutant) if spec is not INEQUALITIES else (mutant[: len(task.answer)],):
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
