"""Initial value problems: sympy puts the answer into the equation as printed; forms, near-misses, uniqueness."""

from __future__ import annotations

import re

import mpmath
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.generators.calculus.differential_equations_check import accepts
from rlvr.verifiers.base import Reason

SPEC = rlvr.get("differential-equations")
X = sympy.Symbol("x", positive=True)
NAMES = {"x": X, "ln": sympy.log, **{name: sympy.Symbol(name) for name in ("y", "yp", "ypp")}}


def symbolic(text):
    """The expression as sympy reads it (text of the generator, never a model's)."""
    text = text.replace("y''", "ypp").replace("y'", "yp").replace("^", "**")
    return sympy.sympify(text, locals=NAMES)


def residual(equation, solution):
    """The difference of the two sides of the equation."""
    left, right = (symbolic(side) for side in equation.split(" = "))
    slopes = {"y": solution, "yp": sympy.diff(solution, X), "ypp": sympy.diff(solution, X, 2)}
    return (left - right).subs({NAMES[name]: value for name, value in slopes.items()})


@pytest.mark.parametrize("level", SPEC.levels)
def test_the_answer_solves_the_equation_and_has_the_initial_values(level):
    for seed in range(12):
        task = SPEC.task(level, seed)
        problem = task.payload["problem"]
        equation, start = problem["equation"], problem["start"]
        assert equation in task.prompt
        for mark, value in zip(("", "'"), problem["values"], strict=False):
            assert f"y{mark}({start}) = {value}" in task.prompt
        solution = symbolic(task.answer)
        for order, value in enumerate(problem["values"]):
            assert sympy.simplify(sympy.diff(solution, X, order).subs(X, start) - value) == 0, task.id
        rest = sympy.lambdify(X, residual(equation, solution), "mpmath")
        with mpmath.workdps(50):
            for n in (1, 2, 5):
                assert abs(rest(start + mpmath.mpf(n) / 50)) < mpmath.mpf(10) ** -20, task.id


@pytest.mark.parametrize("level", SPEC.levels)
def test_there_are_as_many_initial_values_as_the_order(level):
    for seed in range(40):
        problem = SPEC.task(level, seed).payload["problem"]
        assert len(problem["values"]) == (2 if "y''" in problem["equation"] else 1)


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(SPEC.levels), st.integers(0, 10**6))
def test_forms_of_a_right_answer(level, seed):
    task = SPEC.task(level, seed)
    answer = task.answer
    for form in (
        f"y = {answer}",
        f"y(x) = {answer}",
        answer.replace(" ", ""),
        f"{answer} + 0",
        re.sub(r"exp\(([^()]*)\)", r"e^(\1)", answer),
    ):
        assert SPEC.verify_answer(task.payload, form).passed, form
    for wrong in (f"{answer} + 1", f"2*({answer})", f"{answer} + C", f"({answer})*exp(x)"):
        assert not SPEC.verify_answer(task.payload, wrong).passed, wrong
        assert not accepts(task.payload, wrong), wrong


def test_solutions_of_the_equation_with_other_initial_values_are_wrong():
    payload = {
        "problem": {"equation": "y'' + y = 0", "start": 0, "values": [1, 2]},
        "gold": {"text": "cos(x) + 2*sin(x)", "kind": "expression"},
    }
    for answer in ("cos(x) + 2*sin(x)", "2*sin(x) + cos(x)", "\\cos x + 2 \\sin x"):
        assert SPEC.verify_answer(payload, answer).passed, answer
    for answer in (
        "cos(x) + sin(x)",
        "2*cos(x) + sin(x)",
        "A*cos(x) + B*sin(x)",
        "cos(x)",
        "exp(x)",
        "1 + 2*x",
        "y'' = -y",
        "",
    ):
        assert not SPEC.verify_answer(payload, answer).passed, answer
        assert not accepts(payload, answer), answer
    assert SPEC.verify_answer(payload, "cos(x) + 3*sin(x)").reason is Reason.WRONG
    assert accepts(payload, "cos(x) + 2*sin(x)")


def test_problems_with_other_initial_values_are_other_problems():
    assert len({SPEC.task(4, seed).fingerprint for seed in range(300)}) > 290


@pytest.mark.parametrize("change", [{"kinds": "growth magic"}, {"kinds": ""}, {"largest": 2}, {"largest": 21}])
def test_bad_parameters_are_named(change):
    with pytest.raises(ValueError, match=next(iter(change))):
        SPEC.task(2, 0, params=change)
