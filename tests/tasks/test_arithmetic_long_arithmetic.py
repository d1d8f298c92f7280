"""Long arithmetic: values against Python's integers, worked solutions line by line, forms of a quotient."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.generators.arithmetic.long_arithmetic import accepts
from rlvr.verifiers.arithmetic.long_arithmetic import verify
from rlvr.verifiers.base import Reason

SPEC = rlvr.get("long-arithmetic")
SEEDS = st.integers(0, 10**9)
LEVELS = st.sampled_from(SPEC.levels)


def shown(prompt):
    """The calculation as it stands in the prompt."""
    a, sign, b = re.search(r"([0-9]+) ([-+*/]) ([0-9]+)", prompt).groups()
    return int(a), sign, int(b)


@settings(max_examples=150)
@given(LEVELS, SEEDS)
def test_answers_are_those_of_the_printed_calculation(level, seed):
    task = SPEC.task(level, seed)
    a, sign, b = shown(task.prompt)
    if sign == "/":
        quotient, rest = map(int, task.answer.split(" remainder "))
        assert quotient * b + rest == a
        assert 0 <= rest < b
    else:
        assert int(task.answer) == {"+": a + b, "-": a - b, "*": a * b}[sign] >= 0
    params = SPEC.params(level)
    assert sign in params["operations"]
    assert len(str(a)) == params["digits"] or (sign == "-" and len(str(a)) <= params["digits"])


@settings(max_examples=150)
@given(LEVELS, SEEDS)
def test_every_equation_of_the_worked_solution_is_true(level, seed):
    task = SPEC.task(level, seed)
    equations = [part for part in re.split(r"[\n;,]", task.trace) if "=" in part]
    assert equations
    for equation in equations:
        left, right = equation.split("=")
        assert re.fullmatch(r"[-0-9 +*]+", left + right)
        assert eval(left) == eval(right)


@given(SEEDS)
def test_columns_of_sums_and_differences_spell_the_answer(seed):
    task = SPEC.task(1, seed)
    _a, sign, _b = shown(task.prompt)
    digits = (
        re.findall(r"write ([0-9]+)", task.trace)
        if sign == "+"
        else re.findall(r"= ([0-9]+), borrow", task.trace)
    )
    assert int("".join(reversed(digits))) == int(task.answer)


@pytest.mark.parametrize(
    ("a", "sign", "b", "right", "refused", "wrong"),
    [
        ("999", "+", "1", ["1000", "1,000", "+1000", "01000", " 1000."], ["10 00", "1e3", "1000.0", "10,00", "999+1"],
         ["999", "-1000", "1001", "10000"]),
        ("17", "/", "5", ["3 remainder 2", "3 R 2", "3r2", "3, 2", "(3, 2)", "3; 2", "Quotient: 3, remainder: 2"],
         ["3", "3.4", "17/5", "3 2", "3 remainder", "remainder 2", "3 remainder 2 remainder 2", "3 2/5", "3 and 2",
          "not 3 remainder 2", "3,2", "3 remainder 2 or 1"],
         ["2 remainder 7", "4 remainder -3", "2 remainder 3", "3 remainder 3", "3, 1", "33 remainder 2"]),
        ("1000", "-", "1000", ["0", "-0"], ["", "0/1"], ["1", "10"]),
    ],
)  # fmt: skip
def test_named_forms(a, sign, b, right, refused, wrong):
    payload = {"operation": sign, "a": a, "b": b}
    for answer in right:
        assert verify(payload, answer).passed, answer
        assert accepts(payload, answer) or ":" in answer, answer
    for answer in refused:
        assert verify(payload, answer).reason is Reason.UNPARSABLE, answer
        assert not accepts(payload, answer), answer
    for answer in wrong:
        assert verify(payload, answer).reason is Reason.WRONG, answer
        assert not accepts(payload, answer), answer


@given(LEVELS, SEEDS, st.text("0123456789 ,;r()remaind+-", max_size=14))
def test_verifier_and_second_checker_agree(level, seed, text):
    task = SPEC.task(level, seed)
    for answer in (text, task.answer + text, task.answer.replace(" remainder ", text)):
        assert SPEC.verify_answer(task.payload, answer).passed == accepts(task.payload, answer), answer


@given(st.integers(0, 10**20), st.integers(0, 10**20), st.integers(0, 10**40))
def test_the_second_checker_counts_right(a, b, other):
    payload = {"operation": "*", "a": str(a), "b": str(b)}
    assert accepts(payload, str(a * b))
    assert accepts(payload, str(other)) == (other == a * b)


def test_factors_and_terms_may_change_places_and_nothing_else():
    by_fingerprint = {}
    for seed in range(3000):
        task = SPEC.task(2, seed)
        p = task.payload
        pair = [p["a"], p["b"]]
        key = (p["operation"], *(sorted(pair) if p["operation"] in "+*" else pair))
        assert by_fingerprint.setdefault(task.fingerprint, key) == key
    assert len(set(by_fingerprint.values())) == len(by_fingerprint)


@pytest.mark.parametrize(
    "change",
    [{"operations": "%"}, {"operations": ""}, {"digits": 1}, {"digits": 201}, {"second": 0}, {"second": 99}],
)
def test_bad_parameters_are_named(change):
    with pytest.raises(ValueError, match=next(iter(change))):
        SPEC.task(3, 0, params=change)
