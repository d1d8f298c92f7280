"""Compositions: chains read from their text, links that pass numbers on, sums that show every slip, families."""

from __future__ import annotations

import json
import random
import re
from fractions import Fraction
from typing import ClassVar

import pytest
from chains_reader import chain_values
from formulas import calculated_with
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.conformance.promises import Promises
from rlvr.generators.base import fingerprint_of, split_of
from rlvr.generators.composition.chains import _draw
from rlvr.generators.composition.composition_solver import confirms
from rlvr.generators.composition.links import free_letter, linear, replaceable, with_letter
from rlvr.generators.readers import reduced

SPEC = rlvr.get("composition")
SEEDS = st.integers(0, 10**9)
LEVELS = st.sampled_from(SPEC.levels)


class TestComposition(Promises):
    id = "composition"
    readable: ClassVar = {"families": ["arithmetic"]}
    alphabet = "0123456789+-,./ "
    calculates = False  # the problems' own worked solutions; the lines between them are read below

    def oracle(self, prompt):
        return sum(chain_values(prompt).values())

    @settings(max_examples=120)
    @given(st.integers(2, 6), st.integers(1, 5), SEEDS)
    def test_the_oracle_finds_the_reference_from_the_text(self, steps, level, seed):
        """Chains of arithmetic, which can be worked through by their text alone."""
        params = {"steps": steps, "level": level, "families": ["arithmetic"]}
        task = SPEC.task(3, seed, params=params)
        assert self.agrees(self.oracle(task.prompt), task)


@settings(max_examples=60)
@given(LEVELS, SEEDS)
def test_every_step_is_a_right_problem_of_its_task_and_every_link_holds(level, seed):
    task = SPEC.task(level, seed)
    steps = task.payload["problem"]["steps"]
    values = [Fraction(step["value"]) for step in steps]
    assert len(steps) == SPEC.params(level)["steps"]
    assert sum(values) == Fraction(task.answer)
    for before, step in zip([None, *values], steps, strict=False):
        spec = rlvr.get(step["task"])
        assert spec.verify_answer(step["payload"], step["answer"]).passed
        assert Fraction(step["answer"]) == Fraction(step["value"])
        if "hidden" in step:
            assert step["factor"] * before + step["constant"] == step["hidden"]
            assert re.search(rf"\b{step['hidden']}\b", task.trace)
        elif before is not None:
            assert step["others"][int(before * step["scale"]) % step["variants"]] == step["value"]
            assert len(set(step["others"])) == step["variants"]


@settings(max_examples=60)
@given(LEVELS, SEEDS)
def test_the_worked_solution_states_every_answer_and_their_sum(level, seed):
    task = SPEC.task(level, seed)
    *_, total, marked = task.trace.splitlines()
    stated = re.findall(r"^A([0-9]+) = (-?[0-9/]+)$", task.trace, re.MULTILINE)
    steps = task.payload["problem"]["steps"]
    assert stated == [(str(n), step["value"]) for n, step in enumerate(steps, 1)]
    left, middle, right = total.split(" = ")
    assert left == " + ".join(f"A{n}" for n, _ in stated)
    assert calculated_with(middle, {}) == Fraction(right) == Fraction(task.answer)
    assert marked == f"<answer>{task.answer}</answer>"
    for line in re.findall(r"^Problem [0-9]+\. [A-Z] = .*$", task.trace, re.MULTILINE):
        _, formula, numbers, value = line.split(" = ")
        names = {f"A{n}": Fraction(v) for n, v in stated}
        assert calculated_with(formula, names) == calculated_with(numbers, {}) == int(value)


@settings(max_examples=60)
@given(LEVELS, SEEDS, st.data())
def test_a_slip_in_any_one_step_is_not_right(level, seed, data):
    task = SPEC.task(level, seed)
    steps = task.payload["problem"]["steps"]
    at = data.draw(st.integers(0, len(steps) - 1))
    slip = data.draw(st.integers(-50, 50).filter(bool))
    wrong = str(Fraction(task.answer) + slip)
    assert not SPEC.verify_answer(task.payload, wrong).passed
    assert not confirms(task.payload, wrong)
    # A wrong answer gives another value of the letter in the next problem.
    if at + 1 < len(steps) and "hidden" in (after := steps[at + 1]):
        value = Fraction(steps[at]["value"]) + slip
        assert after["factor"] * value + after["constant"] != after["hidden"]
    # The sum without one of the answers is not right, unless that answer is 0.
    if Fraction(steps[at]["value"]):
        rest = Fraction(task.answer) - Fraction(steps[at]["value"])
        assert not SPEC.verify_answer(task.payload, str(rest)).passed


def test_hidden_numbers_are_needed():
    """For tasks whose checkers bear changed facts: another number makes the answer wrong, nearly always."""
    params = {"steps": 2, "level": 2, "families": ["arithmetic", "word-problems"]}
    hidden = needed = 0
    for seed in range(200):
        step = SPEC.task(2, seed, params=params).payload["problem"]["steps"][1]
        if "hidden" not in step:
            continue
        old = step["hidden"]
        key = "problem" if "problem" in step["payload"] else "expression"
        text = re.sub(
            rf"(?<![0-9q]){old}(?![0-9])",
            str(old + 1),
            json.dumps(step["payload"][key]),
        )
        changed = {**step["payload"], key: json.loads(text)}
        hidden += 1
        needed += not rlvr.get(step["task"]).confirms(changed, step["answer"])
    assert hidden > 80
    assert needed >= 0.97 * hidden


def test_both_links_occur_at_every_level():
    for level in SPEC.levels:
        steps = [s for seed in range(40) for s in SPEC.task(level, seed).payload["problem"]["steps"][1:]]
        assert sum("hidden" in step for step in steps) > len(steps) / 4
        assert sum("variants" in step for step in steps) > len(steps) / 8


@pytest.mark.parametrize("name", ["fractions", "decimals", "gcd-lcm", "percentages", "rlvr/determinant-v0"])
def test_other_families_can_be_chained(name):
    for seed in range(12):
        task = SPEC.task(3, seed, params={"families": [name], "steps": 3})
        assert {step["task"] for step in task.payload["problem"]["steps"]} == {rlvr.get(name).id}
        assert SPEC.verify_answer(task.payload, task.answer).passed
        assert confirms(task.payload, task.answer)
        assert not confirms(task.payload, str(Fraction(task.answer) + 1))


@pytest.mark.parametrize(
    "families",
    [
        ["countdown"],
        ["sokoban"],
        ["composition"],
        ["no-such-task"],
        ["arithmetic", "polynomial-expansion"],
        [],
        "arithmetic",
    ],
)
def test_families_that_have_no_number_are_named(families):
    params = {"families": families, "steps": 2}
    with pytest.raises(ValueError, match="families"):
        [SPEC.task(1, seed, params=params) for seed in range(10)]


def test_which_numbers_may_be_hidden():
    facts = {"problem": {"numbers": [12, 7, 5, 30], "text": "44 of 2024"}}
    prompt = "12 and 7 and 7, 3.5, 30, in 2024: 44. For $5 or 1/30."
    work = "12 7 5 30 44"
    assert [prompt[place:].split()[0] for place in replaceable(prompt, facts, work)] == ["12", "44."]
    assert replaceable(prompt, facts, "12") == [0]
    assert replaceable(prompt, facts, None) == []
    assert with_letter(prompt, 0, "K").startswith("K and 7")
    assert free_letter("Let k and M be") == "N"


def test_formulas_of_links():
    assert [linear("A1", *pair) for pair in ((1, 0), (-1, 5), (3, -2), (-2, 0), (1, 7), (-3, -4))] == [
        *("A1", "5 - A1", "3*A1 - 2", "-2*A1", "A1 + 7", "-4 - 3*A1"),
    ]  # fmt: skip


def test_numbers_in_lowest_terms():
    assert reduced("-3/4") == Fraction(-3, 4)
    assert reduced("1,234.") == 1234
    assert all(
        reduced(text) is None for text in ("6/8", "4/1", "3/0", "0.5", "x", "1/2/3", "", "٣", "9" * 2000)
    )


@pytest.mark.parametrize("name", ["arithmetic", "fractions", "gcd-lcm", "word-problems"])
def test_no_problem_of_a_chain_is_in_the_test_split_of_its_own_task(name):
    """Whoever trains on chains must not see what is kept for testing elsewhere."""
    spec, rng = rlvr.get(name), random.Random(0)
    for _ in range(60):
        draft = _draw(rng, spec, 1).draft
        canonical = draft.payload if draft.canonical is None else draft.canonical
        assert split_of(fingerprint_of(spec.fingerprint_space, canonical)) == "train"
