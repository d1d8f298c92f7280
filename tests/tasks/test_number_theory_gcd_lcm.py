"""GCD and LCM: answers against the standard library and sympy, true worked solutions, symmetries, refused answers."""

from __future__ import annotations

import json
import math
import random
import re
from fractions import Fraction
from itertools import permutations

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy.ntheory.continued_fraction import continued_fraction

import rlvr
from rlvr.generators.number_theory.forms import posed
from rlvr.generators.number_theory.gcd_lcm import QUESTIONS, accepts, generate

SPEC = rlvr.get("gcd-lcm")
SEEDS = st.integers(0, 10**9)
LEVELS = st.sampled_from(SPEC.levels)
EVERY = {"kinds": " ".join(QUESTIONS), "count": 4, "largest": 5000}


def value_of(text):
    """The exact value of sums, products, quotients and powers of integers."""
    assert re.fullmatch(r"[0-9 ()*/+^-]+", text)
    return eval(re.sub(r"([0-9]+)", r"Fraction(\1)", text.replace("^", "**")), {"Fraction": Fraction})


def oracle(problem):
    """The answer by the standard library and sympy."""
    kind, numbers = problem["kind"], problem.get("numbers")
    if kind == "gcd":
        return str(math.gcd(*numbers))
    if kind == "lcm":
        return str(math.lcm(*numbers))
    if kind == "common":
        return str(sympy.divisor_count(math.gcd(*numbers)))
    if kind == "other":
        fitting = [
            n for n in sympy.divisors(problem["l"])
            if math.gcd(n, problem["a"]) == problem["g"] and math.lcm(n, problem["a"]) == problem["l"]
        ]  # fmt: skip
        assert len(fitting) == 1
        return str(fitting[0])
    quotients = continued_fraction(sympy.Rational(problem["a"], problem["b"]))
    return ", ".join(map(str, quotients)) if kind == "quotients" else str(len(quotients))


@settings(max_examples=200)
@given(LEVELS, SEEDS)
def test_answers_are_those_of_the_libraries(level, seed):
    task = SPEC.task(level, seed)
    problem = task.payload["problem"]
    assert task.answer == oracle(problem)
    for number in problem.get("numbers", [value for value in problem.values() if isinstance(value, int)]):
        assert str(number) in task.prompt
        assert problem["kind"] not in ("gcd", "lcm") or str(number) != task.answer


@settings(max_examples=200)
@given(LEVELS, SEEDS)
def test_every_line_of_the_worked_solution_is_true(level, seed):
    task = SPEC.task(level, seed)
    *lines, _ = task.trace.splitlines()
    for line in lines:
        if found := re.fullmatch(r"gcd\((\d+), (\d+)\) = (\d+)", line):
            assert math.gcd(int(found[1]), int(found[2])) == int(found[3])
        elif found := re.fullmatch(r"lcm\((\d+), (\d+)\) = (.+)", line):
            assert {value_of(side) for side in found[3].split(" = ")} == {
                math.lcm(int(found[1]), int(found[2]))
            }
        elif "=" in line:
            sides = re.sub(r"^\d+\. |^divisors: ", "", line).split(" = ")
            assert len(set(map(value_of, sides))) == 1, line
        else:
            assert line.startswith("The product of two numbers")
    assert lines


@pytest.mark.parametrize("kind", QUESTIONS)
def test_every_kind_occurs_and_answers_vary(kind):
    answers = {SPEC.task(1, seed, params=EVERY | {"kinds": kind}).answer for seed in range(40)}
    assert len(answers) >= 5


def test_forms_of_a_right_answer():
    payload = {"problem": {}, "gold": posed({}, "2520")["gold"]}
    for form in ("2520", "2,520", "+2520", " 2520.\n", "$2520$", "02520"):
        assert SPEC.verify_answer(payload, form).passed, form
    for form in (
        "2520.5",
        "-2520",
        "252",
        "2 * 1260",
        "2^3 * 3^2 * 5 * 7",
        "lcm(8, 9, 35)",
        "2520 or 1",
        "25,20",
    ):
        assert not SPEC.verify_answer(payload, form).passed, form


def test_a_list_is_compared_in_order():
    payload = {"problem": {"kind": "quotients", "a": 30, "b": 13}, "gold": posed({}, "2, 3, 4", "list")["gold"]}
    for form in ("2, 3, 4", "2,3,4", "[2, 3, 4]", "(2, 3, 4)", "2, 3, 4."):
        assert SPEC.verify_answer(payload, form).passed, form
        assert accepts(payload, form)
    for form in ("2, 4, 3", "2, 3, 3, 1", "2, 3", "2, 3, 4, 4", "4/2, 3, 4", "234", "2", "{2, 3}"):
        assert not SPEC.verify_answer(payload, form).passed, form
        assert not accepts(payload, form)


@settings(max_examples=200)
@given(LEVELS, SEEDS, st.integers(-3, 3))
def test_neighbours_are_wrong(level, seed, shift):
    task = SPEC.task(level, seed)
    if task.answer.isdigit():
        text = str(int(task.answer) + shift)
        assert SPEC.verify_answer(task.payload, text).passed == accepts(task.payload, text) == (shift == 0)
    else:
        text = f"{task.answer}, {shift}"
        assert not SPEC.verify_answer(task.payload, text).passed
        assert not accepts(task.payload, text)


@settings(max_examples=200)
@given(LEVELS, SEEDS, st.text(max_size=30))
def test_no_text_raises(level, seed, text):
    payload = SPEC.task(level, seed).payload
    assert accepts(payload, text) <= SPEC.verify_answer(payload, text).passed


def test_the_order_of_the_numbers_matters_only_to_euclid():
    seen = {}
    for seed in range(1500):
        draft = generate(random.Random(seed), kinds="gcd lcm quotients", count=2, largest=100)
        problem = draft.payload["problem"]
        numbers = problem.get("numbers") or [problem["a"], problem["b"]]
        key = (problem["kind"], *(sorted(numbers) if "numbers" in problem else numbers))
        seen.setdefault(key, set()).add(json.dumps(draft.canonical))
    assert all(len(forms) == 1 for forms in seen.values())
    assert len(set.union(*seen.values())) == len(seen) > 300


def test_the_second_checker_asks_for_the_right_pick():
    for numbers in permutations((12, 18, 30)):
        for kind, right in (("gcd", 6), ("lcm", 180), ("common", 4)):
            payload = {"problem": {"kind": kind, "numbers": list(numbers)}}
            assert [n for n in range(200) if accepts(payload, str(n))] == [right]


@pytest.mark.parametrize(
    "change",
    [{"kinds": ""}, {"kinds": "hcf"}, {"count": 1}, {"count": 9}, {"largest": 99}, {"largest": 10**10}],
)
def test_bad_parameters_are_named(change):
    with pytest.raises(ValueError, match=r"kinds|count|largest"):
        SPEC.task(3, 0, params=change)
