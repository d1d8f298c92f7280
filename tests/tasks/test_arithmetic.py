"""Arithmetic: values against Python's own, worked solutions line by line, forms of an answer, hostile answers."""

from __future__ import annotations

import random
import re
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.generators.arithmetic.arithmetic import accepts, generate
from rlvr.verifiers.arithmetic.arithmetic import accepted_forms, verify
from rlvr.verifiers.base import Reason

SPEC = rlvr.get("arithmetic")
SEEDS = st.integers(0, 10**9)
LEVELS = st.sampled_from(SPEC.levels)


def value_of(expression):
    """Python's own reading of an expression that the generator made, on exact fractions."""
    assert re.fullmatch(r"[-0-9 +*/()]+", expression)
    return eval(re.sub(r"([0-9]+)", r"Fraction(\1)", expression))


@settings(max_examples=150)
@given(LEVELS, SEEDS)
def test_answers_and_every_line_of_the_worked_solution_are_right(level, seed):
    task = SPEC.task(level, seed)
    expression = task.payload["expression"]
    value = value_of(expression)
    assert task.answer == str(value)
    assert expression in task.prompt
    *lines, marked = task.trace.splitlines()
    assert [value_of(line.removeprefix("= ")) for line in lines] == [value] * len(lines)
    assert len(lines) == SPEC.params(level)["operands"] - 1  # one operation each
    assert marked == f"<answer>{task.answer}</answer>"


@given(LEVELS, SEEDS)
def test_the_parameters_are_kept(level, seed):
    params = SPEC.params(level)
    expression = generate(random.Random(seed), **params).payload["expression"]
    numbers = list(map(int, re.findall("[0-9]+", expression)))
    depth = deepest = 0
    for sign in expression:
        depth += (sign == "(") - (sign == ")")
        deepest = max(deepest, depth)
    assert len(numbers) == params["operands"]
    assert max(numbers) <= params["largest"]
    assert min(numbers) >= 1
    assert set(re.findall("[-+*/]", expression)) <= set(params["operators"])
    assert deepest <= params["depth"]
    if not params["fractions"]:
        assert value_of(expression).denominator == 1


def test_division_comes_out_even_at_every_step_unless_fractions_are_asked_for():
    for seed in range(300):
        trace = SPEC.task(4, seed).trace.rsplit("\n", 1)[0]
        assert not re.search(r"[0-9]/[0-9]", trace)
    assert sum("/" in SPEC.task(5, seed).answer for seed in range(50)) > 25


def test_all_operators_depths_and_quotients_occur():
    expressions = [SPEC.task(4, seed).payload["expression"] for seed in range(100)]
    joined = " ".join(expressions)
    assert all(f" {sign} " in joined for sign in "+-*/")
    assert any("((" in expression for expression in expressions)


@given(LEVELS, SEEDS)
def test_forms_of_a_right_answer(level, seed):
    task = SPEC.task(level, seed)
    for form in accepted_forms(task.answer):
        assert verify(task.payload, form).passed
    if level >= 5 and "/" not in task.answer and abs(int(task.answer)) > 999:
        assert verify(task.payload, f"{int(task.answer):,}").passed


@pytest.mark.parametrize(
    ("expression", "right", "unparsable"),
    [
        ("6 / 2", ["3", "+3", " 3.", "03"], ["6/2", "3/1", "3.0", "3,0", "6 / 2", "3 3", "3 or 4", "٣", "３"]),
        ("3 / 4 - 6 / 4", ["-3/4", "\u22123/4", "-3 / 4", r"-\frac{3}{4}"], ["-6/8", "-0.75", "3/-4", "--3/4"]),
        ("1000 * 2", ["2000", "2,000"], ["20,00", "2 0 00", "2000.0", "2000 or 3"]),
        ("5 - 5", ["0", "-0", "+0"], ["0/1", "0/5", "0/0", "1/0"]),
    ],
)  # fmt: skip
def test_named_forms(expression, right, unparsable):
    payload = {"expression": expression}
    for answer in right:
        assert verify(payload, answer).passed, answer
        assert accepts(payload, answer) or "\\" in answer or "\u2212" in answer
    for answer in unparsable:
        assert verify(payload, answer).reason is Reason.UNPARSABLE, answer
        assert not accepts(payload, answer)


@pytest.mark.parametrize("answer", ["4", "-3", "2", "31", "13", "33", "1/3", "-1/3"])
def test_wrong_values(answer):
    assert verify({"expression": "6 / 2"}, answer).reason is Reason.WRONG


@given(LEVELS, SEEDS, st.text("0123456789-+/,. ", max_size=12))
def test_verifier_and_second_checker_agree(level, seed, text):
    payload = SPEC.task(level, seed).payload
    assert verify(payload, text).passed == accepts(payload, text)


@settings(max_examples=200)
@given(st.text(max_size=40))
def test_no_text_raises_or_passes_unread(text):
    verdict = verify({"expression": "123 * 457"}, text)
    assert verdict.passed == accepts({"expression": "123 * 457"}, text)


@given(SEEDS, SEEDS)
def test_fingerprints_are_those_of_the_expressions(a, b):
    first, second = SPEC.task(2, a), SPEC.task(2, b)
    same = first.payload["expression"] == second.payload["expression"]
    assert (first.fingerprint == second.fingerprint) == same


def test_the_first_level_has_room():
    assert len({SPEC.task(1, seed).fingerprint for seed in range(1000)}) > 990


@pytest.mark.parametrize(
    "change",
    [
        *({"operands": 1}, {"operands": 65}, {"largest": 1}, {"depth": -1}),
        *({"operators": "*/"}, {"operators": "+^"}, {"operators": ""}),
    ],
)
def test_bad_parameters_are_named(change):
    with pytest.raises(ValueError, match=r"operands|largest|depth|operators"):
        SPEC.task(3, 0, params=change)


@given(SEEDS)
def test_the_largest_tasks_can_be_made_and_answered(seed):
    params = {"operands": 64, "largest": 10**6, "operators": "*/+-", "depth": 8, "fractions": True}
    task = SPEC.task(7, seed, params=params)
    assert SPEC.verify_answer(task.payload, task.answer).passed
    assert Fraction(task.answer) == value_of(task.payload["expression"])
