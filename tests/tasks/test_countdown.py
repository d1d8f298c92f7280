"""Countdown: brute force as oracle, the rules one by one, and the tricks that other collections fell for."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.generators.arithmetic.countdown import accepts, generate
from rlvr.generators.arithmetic.reachable import Reach
from rlvr.generators.base import GenerationError
from rlvr.verifiers.arithmetic.countdown import accepted_forms, verify
from rlvr.verifiers.base import Reason

SPEC = rlvr.get("countdown")
SEEDS = st.integers(0, 10**9)
LEVELS = st.sampled_from(SPEC.levels)


def all_values(numbers, operators):
    """Every value of every expression that uses all of these numbers, by plain enumeration."""
    if len(numbers) == 1:
        return {Fraction(numbers[0])}
    values = set()
    places = range(len(numbers))
    for size in range(1, len(numbers)):
        for left in combinations(places, size):
            others = [numbers[i] for i in places if i not in left]
            for a in all_values([numbers[i] for i in left], operators):
                for b in all_values(others, operators):
                    values |= {a + b} if "+" in operators else set()
                    values |= {a - b} if "-" in operators else set()
                    values |= {a * b} if "*" in operators else set()
                    values |= {a / b} if "/" in operators and b else set()
    return values


@settings(max_examples=60)
@given(
    st.lists(st.integers(1, 12), min_size=2, max_size=4),
    st.sampled_from(["+-", "+-*", "+-*/", "+*/", "-/"]),
    st.integers(1, 60),
)
def test_the_search_misses_no_value_that_brute_force_finds(numbers, operators, target):
    reach = Reach(numbers, operators)
    for operations in range(len(numbers)):
        found = any(
            target in all_values(list(chosen), operators)
            for size in range(1, operations + 2)
            for chosen in combinations(numbers, size)
        )
        within = reach.within(target, operations)
        assert within >= found
        if "+" in operators and "-" in operators:
            assert within == found


def test_the_search_is_exact_on_five_numbers():
    numbers = [2, 3, 7, 10, 25]
    reach = Reach(numbers, "+-*")
    values = all_values(numbers, "+-*")
    fewer = set().union(*(all_values(list(four), "+-*") for four in combinations(numbers, 4)))
    for target in range(1, 400, 7):
        assert (target in values) == reach._makes(31, target, listed=False)
        if target in fewer:
            assert reach.within(target, 3)


@settings(max_examples=40)
@given(st.sampled_from([1, 2, 4]), SEEDS)
def test_fewer_operations_than_stated_cannot_do(level, seed):
    payload = SPEC.task(level, seed).payload
    least = SPEC.params(level)["least"]
    for size in range(1, min(least, 3) + 1):
        for chosen in combinations(payload["numbers"], size):
            assert payload["target"] not in all_values(list(chosen), payload["operators"])


@settings(max_examples=60)
@given(LEVELS, SEEDS)
def test_the_reference_and_the_steps_are_right(level, seed):
    task, params = SPEC.task(level, seed), SPEC.params(level)
    numbers, target = task.payload["numbers"], task.payload["target"]
    assert re.fullmatch(r"[0-9+*/()-]+", task.answer)
    used = list(map(int, re.findall("[0-9]+", task.answer)))
    assert all(used.count(n) <= numbers.count(n) for n in used)
    assert len(used) == len(numbers) if params["use_all"] else len(used) > params["least"]
    assert eval(re.sub("([0-9]+)", r"Fraction(\1)", task.answer)) == target
    *steps, _ = task.trace.splitlines()
    assert len(steps) == len(used) - 1
    for step in steps:
        left, right = step.split(" = ")
        assert eval(re.sub("([0-9]+)", r"Fraction(\1)", left)) == int(right)
    assert steps[-1].endswith(f" = {target}")
    assert re.search(rf"\b{target}\b", task.prompt)
    assert ", ".join(map(str, numbers)) in task.prompt
    assert len(numbers) == params["count"]
    assert 1 <= target <= params["target"]


FOUR = {"numbers": [2, 3, 4, 7], "target": 10, "operators": "+-*/", "use_all": False}
EIGHTS = {"numbers": [3, 3, 8, 8], "target": 24, "operators": "+-*/", "use_all": True}


@pytest.mark.parametrize(
    ("payload", "answer"),
    [
        (EIGHTS, "8/(3-8/3)"),
        (EIGHTS, "8 ÷ (3 − 8 ÷ 3) = 24"),
        (FOUR, "7+3"),
        (FOUR, "3 + 7 = 10"),
        (FOUR, "10 = 3 + 7"),
        (FOUR, "[2*3]+4."),
        (FOUR, "((7)) + (3)"),
        (FOUR, r"7 \times 2 - 4"),
        (FOUR, "7-(3-4)+2"),
    ],
)
def test_right(payload, answer):
    assert verify(payload, answer).passed


NEGATIVE = {"numbers": [2, 3, 5, 9], "target": 6, "operators": "+-*/", "use_all": False}


def test_negative_and_fractional_steps_are_allowed():
    assert verify(NEGATIVE, "9+2-5").passed
    assert verify(NEGATIVE, "(3-9)/(2-3)").reason is Reason.ILLEGAL  # 3 is used twice
    assert verify({**NEGATIVE, "target": 2}, "(3-9)/(2-5)").passed
    assert verify({**NEGATIVE, "target": 15}, "9/(3/5)").passed


@pytest.mark.parametrize(
    ("payload", "answer", "reason"),
    [
        # A comment, an `or` or a string that names the unused numbers.
        (EIGHTS, "8*3 #3 8", Reason.UNPARSABLE),
        (EIGHTS, "8*3 or (3+8)", Reason.UNPARSABLE),
        (EIGHTS, "8*3 if 1 else 3+8", Reason.UNPARSABLE),
        (EIGHTS, "8*3 '3 8'", Reason.UNPARSABLE),
        (EIGHTS, "8*3, 3, 8", Reason.UNPARSABLE),
        (EIGHTS, "8*3; 3*8", Reason.UNPARSABLE),
        (EIGHTS, "8*3\n3*8", Reason.UNPARSABLE),
        # Numbers that were not given, given ones too often, digits joined.
        (EIGHTS, "6*4*1*1", Reason.ILLEGAL),
        (EIGHTS, "24", Reason.ILLEGAL),
        (EIGHTS, "24+3-3+8-8", Reason.ILLEGAL),
        (EIGHTS, "3*8*3/3", Reason.ILLEGAL),
        (EIGHTS, "3*8", Reason.ILLEGAL),
        (EIGHTS, "3_3-8-8", Reason.UNPARSABLE),
        (EIGHTS, "3 3-8-8+7", Reason.UNPARSABLE),
        (EIGHTS, "33-8-1", Reason.ILLEGAL),
        (FOUR, "7+3*1", Reason.ILLEGAL),
        (FOUR, "7+03", Reason.UNPARSABLE),
        (FOUR, "7+3.0", Reason.UNPARSABLE),
        (FOUR, "7+٣", Reason.UNPARSABLE),
        (FOUR, "7+３", Reason.UNPARSABLE),
        # Other operators and signs in front.
        (FOUR, "7+3**1", Reason.UNPARSABLE),
        (FOUR, "7+3^1", Reason.UNPARSABLE),
        (FOUR, "7--3", Reason.UNPARSABLE),
        (FOUR, "-(-7)+3", Reason.UNPARSABLE),
        (FOUR, "7//2+7", Reason.UNPARSABLE),
        (FOUR, "7%4+7", Reason.UNPARSABLE),
        (FOUR, "7+(3)!", Reason.UNPARSABLE),
        (FOUR, "(3+2)(2)", Reason.UNPARSABLE),
        (FOUR, "9**9**9", Reason.UNPARSABLE),
        ({**FOUR, "operators": "+-"}, "2*3+4", Reason.ILLEGAL),
        # Values and claims.
        (FOUR, "7+2", Reason.WRONG),
        (FOUR, "7+2=10", Reason.WRONG),
        (FOUR, "7+3=10=10", Reason.UNPARSABLE),
        (FOUR, "7+3=11", Reason.UNPARSABLE),
        (FOUR, "7+2=9", Reason.UNPARSABLE),
        (FOUR, "7+3=3+7", Reason.UNPARSABLE),
        (FOUR, "10=10", Reason.ILLEGAL),
        (FOUR, "=", Reason.UNPARSABLE),
        (FOUR, "7+3 or 2*3+4", Reason.UNPARSABLE),
        (FOUR, "7/(2-2)", Reason.ILLEGAL),
        (FOUR, "7/(4-4)", Reason.ILLEGAL),
        (EIGHTS, "8/(3-8/3)+0", Reason.ILLEGAL),
        # Nothing, code, floods.
        (FOUR, "", Reason.UNPARSABLE),
        (FOUR, ".", Reason.UNPARSABLE),
        (FOUR, "__import__('os').system('true')", Reason.UNPARSABLE),
        (FOUR, "1" * 5000, Reason.UNPARSABLE),
        (FOUR, "(" * 900, Reason.UNPARSABLE),
        (FOUR, "1/" * 400 + "1", Reason.UNPARSABLE),
    ],
)
def test_not_right(payload, answer, reason):
    assert verify(payload, answer).reason is reason
    assert not accepts(payload, answer)


def test_nearly_equal_is_not_equal():
    payload = {"numbers": [1000, 999, 998, 997], "target": 1, "operators": "+-*/", "use_all": False}
    assert verify(payload, "1000/999*998/997").reason is Reason.WRONG


@given(LEVELS, SEEDS)
def test_forms_of_a_right_answer(level, seed):
    task = SPEC.task(min(level, 5), seed % 50)
    target = task.payload["target"]
    for form in (*accepted_forms(task.answer), f"{task.answer} = {target}", f"{target} = {task.answer}"):
        assert verify(task.payload, form).passed, form
    assert not verify(task.payload, f"{task.answer} = {target + 1}").passed


TOKENS = st.lists(st.sampled_from(["2", "3", "4", "7", *"+-*/()", "= 10", " ", "22", "#"]), max_size=11)


@settings(max_examples=500)
@given(TOKENS, st.booleans())
def test_verifier_and_second_checker_agree(tokens, use_all):
    payload = {**FOUR, "use_all": use_all}
    assert verify(payload, "".join(tokens)).passed == accepts(payload, "".join(tokens))


def test_of_all_short_expressions_exactly_those_with_the_target_pass():
    numbers, passed = [1, 2, 5], set()
    payload = {"numbers": numbers, "target": 3, "operators": "+-*/", "use_all": False}
    for a in numbers:
        for b in numbers:
            for sign in "+-*/":
                text = f"{a}{sign}{b}"
                if verify(payload, text).passed:
                    passed.add(text)
    assert passed == {"1+2", "2+1", "5-2"}


@settings(max_examples=200)
@given(st.text(max_size=50))
def test_no_text_raises_or_passes_unread(text):
    assert verify(FOUR, text).passed == accepts(FOUR, text)


@given(SEEDS, SEEDS)
def test_fingerprints_do_not_see_the_order_of_numbers_and_nothing_else(seed, other):
    params = SPEC.params(3)
    draft, second = generate(random.Random(seed), **params), generate(random.Random(other), **params)
    numbers, target, *rest = draft.canonical
    assert numbers == sorted(draft.payload["numbers"])
    assert (target, *rest) == (draft.payload["target"], "*+-/", True)
    key = (sorted(draft.payload["numbers"]), draft.payload["target"])
    assert (draft.canonical == second.canonical) == (
        key == (sorted(second.payload["numbers"]), second.payload["target"])
    )


@pytest.mark.parametrize(
    "change",
    [
        *({"count": 1}, {"count": 9}, {"largest": 1}, {"target": 0}, {"least": 0}, {"least": 5}),
        *({"operators": "*/"}, {"operators": "+%"}, {"count": 8, "least": 6}),
    ],
)
def test_bad_parameters_are_named(change):
    with pytest.raises(ValueError, match=r"count|operators|least"):
        SPEC.task(4, 0, params=change)


def test_impossible_parameters_end_with_advice():
    with pytest.raises(GenerationError, match="lower 'least'"):
        SPEC.task(4, 0, params={"largest": 2, "target": 3})
