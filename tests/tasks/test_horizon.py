"""Long chains: read from their text, answered one by one, with a verdict that tells each answer."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

import pytest
from chains_reader import chain_values
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.conformance.promises import SEEDS, Promises
from rlvr.generators.composition.digests import TEXTS, Digest
from rlvr.verifiers.base import Reason

SPEC = rlvr.get("horizon")


class TestHorizon(Promises):
    id = "horizon"
    readable: ClassVar = {"families": ["arithmetic", "word-sorting"]}
    alphabet = ""  # the verifier reads many more forms than the solver
    right = ("{}", " {}\n", "{}.", "**{}**", "${}$")
    wrong = ("{}1", "{} or A1 = 2", "about {}", "{0} {0}", "", "A1 = 1/0")
    calculates = False  # the problems' own worked solutions

    def oracle(self, prompt):
        return ", ".join(f"{name} = {value}" for name, value in chain_values(prompt).items())

    @settings(max_examples=60)
    @given(st.integers(1, 16), st.integers(1, 5), SEEDS)
    def test_the_oracle_finds_the_reference_from_the_text(self, steps, level, seed):
        task = SPEC.task(1, seed, params={"steps": steps, "level": level, **self.readable})
        assert self.agrees(self.oracle(task.prompt), task)

    def test_a_level_is_a_length(self):
        for level in SPEC.levels:
            task = SPEC.task(level, 0)
            assert len(task.payload["problem"]["steps"]) == SPEC.params(level)["steps"]
            assert task.prompt.count("Problem ") == SPEC.params(level)["steps"]

    @given(SEEDS, st.data())
    def test_parts_tell_which_answer_is_wrong(self, seed, data):
        task = SPEC.task(data.draw(st.sampled_from(SPEC.levels)), seed)
        values = [Fraction(step["value"]) for step in task.payload["problem"]["steps"]]
        at = data.draw(st.integers(0, len(values) - 1))
        slip = data.draw(st.integers(-9, 9).filter(bool))
        answer = ", ".join(f"A{n} = {v + slip * (n == at + 1)}" for n, v in enumerate(values, 1))
        verdict = SPEC.verify_answer(task.payload, answer)
        share = (len(values) - 1) / len(values)
        assert (verdict.reason, verdict.score) == (Reason.WRONG, 0.0)
        assert verdict.parts["right"] == share
        assert verdict.parts["prefix"] == at / len(values)
        assert verdict.parts["last"] == float(at != len(values) - 1)
        assert [verdict.parts[f"A{n}"] for n in range(1, len(values) + 1)] == [
            float(n != at) for n in range(len(values))
        ]
        assert not SPEC.confirms(task.payload, answer)


PAYLOAD = {"problem": {"steps": [{"value": "7"}, {"value": "-3/4"}]}}


@pytest.mark.parametrize(
    "answer",
    [
        "A1 = 7, A2 = -3/4",
        "7, -3/4",
        "(A1, A2) = (7, -3/4)",
        "A_1 = 7\nA_2 = -\\frac{3}{4}",
        "a1: 7; a2: -0.75",
        "A1 = 7 and A2 = -6/8",
    ],
)
def test_right(answer):
    assert SPEC.verify_answer(PAYLOAD, answer).passed


@pytest.mark.parametrize(
    "answer",
    ["7", "A2 = -3/4", "A2 = -3/4, A1 = 7", "A1 = 7, A2 = -3/4, A3 = 1", "A1 = 7, A1 = 7", "7 -3/4", "seven"],
)
def test_not_every_answer_once_and_in_order(answer):
    assert SPEC.verify_answer(PAYLOAD, answer).reason is Reason.UNPARSABLE


def test_sixteen_answers_without_names():
    values = [str(n) for n in range(10, 26)]
    payload = {"problem": {"steps": [{"value": value} for value in values]}}
    assert SPEC.verify_answer(payload, ", ".join(values)).passed
    assert SPEC.verify_answer(payload, ", ".join(f"A{n} = {v}" for n, v in enumerate(values, 1))).passed


@pytest.mark.parametrize("name", [name.removeprefix("rlvr/") for name in TEXTS])
def test_answers_that_are_texts(name):
    for seed in range(8):
        task = SPEC.task(2, seed, params={"families": [name], "steps": 3, "level": 1, "variants": 2})
        assert {step["task"] for step in task.payload["problem"]["steps"]} == {rlvr.get(name).id}
        assert SPEC.verify_answer(task.payload, task.answer).passed
        assert SPEC.confirms(task.payload, task.answer)
        for step in task.payload["problem"]["steps"]:
            assert rlvr.get(name).verify_answer(step["payload"], step["answer"]).passed


def test_numbers_of_texts():
    digest = Digest((1, 3, 6))
    assert digest.of("aB c, 9z1") == digest.of("AB\nC9 Z1.") == 10000 * 1 + 100 * 3 + 1
    assert digest.told(12).startswith("A12 is not this answer itself")
    assert "1st, 3rd and 6th" in digest.told(1)
    assert "2nd, 12th and 23rd" in Digest((2, 12, 23)).told(1)


def test_what_can_not_stand_in_a_chain_is_named():
    for families in (["sokoban"], ["composition"], ["horizon"], ["countdown"], ["no-such-task"]):
        with pytest.raises(ValueError, match="families"):
            [SPEC.task(1, seed, params={"families": families}) for seed in range(3)]
