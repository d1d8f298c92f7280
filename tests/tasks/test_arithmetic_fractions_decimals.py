"""Fractions and decimals: values by Python's and sympy's own arithmetic, worked solutions, forms of an answer."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction

import pytest
import sympy
from hypothesis import example, given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.generators.arithmetic.schoolbook import decimal_text
from rlvr.generators.readers import number
from rlvr.verifiers.answers.numbers import read_number
from rlvr.verifiers.base import Reason

FRACTIONS = rlvr.get("fractions")
DECIMALS = rlvr.get("decimals")
SPECS = st.sampled_from([FRACTIONS, DECIMALS])
SEEDS = st.integers(0, 10**9)
LEVELS = st.integers(1, 7)


def value_of(expression):
    """Python's own reading of an expression on exact fractions; ``2 1/3`` is a mixed number."""
    assert re.fullmatch(r"[-0-9 ./+*()]+", expression), expression
    mixed = re.sub(r"(\d+) (\d+/\d+)", r"(\1 + \2)", expression)
    return eval(re.sub(r"(\d+(?:\.\d+)?)", r"Fraction('\1')", mixed))


@settings(max_examples=150)
@given(LEVELS, SEEDS)
def test_fractions_are_right_and_in_lowest_terms(level, seed):
    task = FRACTIONS.task(level, seed)
    expression = task.payload["problem"]["expression"]
    assert expression in task.prompt
    assert task.answer == str(value_of(expression)) != "0"
    mixed = re.sub(r"(\d+) (\d+/\d+)", r"(\1 + \2)", expression)
    assert sympy.Rational(task.answer) == sympy.sympify(mixed, rational=True)


@settings(max_examples=150)
@given(LEVELS, SEEDS)
def test_decimals_are_right(level, seed):
    task = DECIMALS.task(level, seed)
    expression, places = task.payload["problem"]["expression"], task.payload["problem"]["places"]
    assert expression in task.prompt
    with localcontext() as context:
        context.prec = 400
        value = eval(re.sub(r"(\d+\.?\d*)", r"Decimal('\1')", expression))
        if places is not None:
            assert f"{places} decimal place" in task.prompt
            assert (value.scaleb(places) % 1).copy_abs() != Decimal("0.5")
            value = value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_EVEN)
        assert value == Decimal(task.answer)
    assert "." in task.answer
    assert not task.answer.endswith("0")


@settings(max_examples=150)
@given(SPECS, LEVELS, SEEDS)
def test_every_equation_of_a_worked_solution_is_true(spec, level, seed):
    lines = re.sub(r" \(by \d+\)", "", trace_of(spec, level, seed)).splitlines()[:-1]
    checked = 0
    for part in (part for line in lines for part in re.split(r"; |: |, so ", line)):
        if " = " in part:
            assert len({value_of(side) for side in part.split(" = ")}) == 1, part
            checked += 1
    assert checked


def trace_of(spec, level, seed):
    return spec.task(level, seed).trace


@given(LEVELS, SEEDS)
def test_the_worked_solution_reaches_the_answer(level, seed):
    for spec in (FRACTIONS, DECIMALS):
        task = spec.task(level, seed)
        last = re.sub(r" \(by \d+\)", "", task.trace.splitlines()[-2])
        assert value_of(re.split(r" = |: ", last)[-1]) == Fraction(task.answer)


def test_mixed_numbers_are_explained_where_they_occur():
    for seed in range(200):
        task = FRACTIONS.task(3, seed)
        has_mixed = re.search(r"\(\d+ \d+/\d+\)", task.payload["problem"]["expression"]) is not None
        assert has_mixed == ("is a mixed number" in task.prompt)


def payload(spec, text, **problem):
    gold = {"text": text, "kind": "rational", "require": ["reduced"]}
    return {
        "problem": problem,
        "gold": gold if spec is FRACTIONS else {**gold, "kind": "decimal", "require": ["decimal"]},
    }


@pytest.mark.parametrize(
    ("spec", "problem", "text", "right", "rejected"),
    [
        (FRACTIONS, {"expression": "1/4 - 3 / (1/2) + 21/4"}, "-1/2", ["-1/2", "- 1/2", "-1 / 2", "-01/2", "-1/2."],
         ["-2/4", "-0.5", "1/2", "1/-2", "-1/2/1", "-1 2", "2/-1", "-2/1", "-1/3", "", "-1/0", "1/4 - 3/4"]),
        (FRACTIONS, {"expression": "(1 1/2) * (2/3) + 1"}, "2", ["2", "+2", "02"],
         ["2/1", "4/2", "2.0", "-2", "1 1/1"]),
        (DECIMALS, {"expression": "1.5 * 2.25 - 4", "places": None}, "-0.625",
         ["-0.625", "-.625", "-0.6250", "-00.625"],
         ["-5/8", "0.625", "-0.62", "-0,625", "-625", "-6.25", "-6.25e-1", "1.5 * 2.25 - 4", "-0.625 or 0.625"]),
        (DECIMALS, {"expression": "2 / 3.0", "places": 2}, "0.67", ["0.67", ".67", "0.670"],
         ["0.66", "0.667", "2/3", "67"]),
    ],
)  # fmt: skip
def test_named_forms(spec, problem, text, right, rejected):
    for answer in right:
        assert spec.verify_answer(payload(spec, text, **problem), answer).passed, answer
        if not answer.startswith("- "):
            assert spec.confirms(payload(spec, text, **problem), answer), answer
    for answer in rejected:
        assert not spec.verify_answer(payload(spec, text, **problem), answer).passed, answer
        assert not spec.confirms(payload(spec, text, **problem), answer), answer


def test_an_unreduced_fraction_is_told_so():
    verdict = FRACTIONS.verify_answer(payload(FRACTIONS, "-1/2", expression="1/4 - 3/4"), "-2/4")
    assert verdict.reason is Reason.UNPARSABLE
    assert "lowest terms" in verdict.message


@settings(max_examples=150)
@given(SPECS, LEVELS, SEEDS, st.text("0123456789/.", max_size=5), st.data())
def test_verifier_and_second_checker_agree(spec, level, seed, text, data):
    task = spec.task(level, seed)
    place = data.draw(st.integers(0, len(task.answer)))
    for answer in (text, task.answer[:place] + text + task.answer[place + len(text) :]):
        if not answer.endswith(".."):  # full stops behind an answer are no part of it
            assert spec.verify_answer(task.payload, answer).passed == spec.confirms(task.payload, answer), (
                answer
            )


@given(SPECS, LEVELS, SEEDS, SEEDS)
def test_answers_of_other_tasks_are_wrong_unless_equal(spec, level, seed, other):
    task, answer = spec.task(level, seed), spec.task(level, other).answer
    assert spec.verify_answer(task.payload, answer).passed == (answer == task.answer)


@given(st.fractions(), st.integers(0, 6))
def test_both_readers_of_numbers_read_what_is_written(value, places):
    assert number(str(value)) == read_number(str(value)) == value
    rounded = Fraction(round(value * 10**places), 10**places)
    assert number(decimal_text(rounded)) == read_number(decimal_text(rounded)) == rounded
    whole, rest = divmod(abs(value), 1)
    if rest and whole:
        assert number(f"-{whole} {rest}") == read_number(f"-{whole} {rest}") == -abs(value)


@settings(max_examples=300)
@given(st.text("0123456789/.,- +", max_size=12))
@example("0 000")
@example("1 234.5")
@example("12 34")
@example("1/0,010")
@example("1,000/11")
@example("3-1/2")  # three and a half, or two and a half
def test_both_readers_of_numbers_agree(text):
    text = text.strip().rstrip(". ")  # a stop behind a number is the front end's
    ours, theirs = number(text), read_number(text)
    assert ours == theirs or "- " in text or "+ " in text


@pytest.mark.parametrize(
    ("spec", "change"),
    [
        *[
            (FRACTIONS, change)
            for change in ({"kinds": "half"}, {"kinds": ""}, {"terms": 1}, {"denominator": 3})
        ],
        *[(DECIMALS, change) for change in ({"kinds": "half"}, {"kinds": ""}, {"terms": 21}, {"digits": 1})],
    ],
)
def test_bad_parameters_are_named(spec, change):
    with pytest.raises(ValueError, match=next(iter(change))):
        spec.task(3, 0, params=change)


@given(SPECS, SEEDS)
def test_the_largest_tasks_can_be_made_and_answered(spec, seed):
    largest = {
        FRACTIONS.id: {"kinds": "chain continued", "terms": 12, "denominator": 200},
        DECIMALS.id: {"kinds": "chain", "terms": 12, "digits": 15},
    }[spec.id]
    task = spec.task(7, seed, params=largest)
    assert spec.verify_answer(task.payload, task.answer).passed
    assert spec.confirms(task.payload, task.answer)
