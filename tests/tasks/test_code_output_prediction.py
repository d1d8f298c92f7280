"""Output prediction: values against the prompt's own text, exact types, forms, hostile answers."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.generators.code.programs.output_prediction import generate
from rlvr.generators.code.programs.output_prediction_solver import confirms
from rlvr.verifiers.base import Reason
from rlvr.verifiers.code.output_prediction import accepted_forms, verify

SPEC = rlvr.get("output-prediction")
SEEDS = st.integers(0, 10**9)
LEVELS = st.sampled_from(SPEC.levels)


@settings(max_examples=40)
@given(LEVELS, SEEDS)
def test_the_answer_is_what_python_gives_for_the_prompt(level, seed):
    task = SPEC.task(level, seed)
    source = re.search(r"```python\n(.*?)```", task.prompt, re.DOTALL).group(1)
    call = re.search(r"`([a-z_]+\(.*?\))`", re.sub(r"```.*?```", "", task.prompt, flags=re.DOTALL)).group(1)
    space = {}
    exec(source, space)
    assert repr(eval(call, space)) == task.answer
    assert confirms(task.payload, task.answer)
    assert confirms(task.payload, task.answer)  # the check leaves the payload as it was
    for form in accepted_forms(task.answer):
        assert verify(task.payload, form).passed
        assert confirms(task.payload, form)


@settings(max_examples=60)
@given(LEVELS, st.integers(0, 5), st.text("[](){},: '\"abc0123456789-", max_size=12))
def test_verifier_and_solver_agree(level, seed, text):
    payload = SPEC.task(level, seed).payload
    assert verify(payload, text).passed == confirms(payload, text)


@pytest.mark.parametrize(
    ("out", "wrong"),
    [
        ("1", ["True", "1.0", "'1'", "[1]", "(1,)"]),
        ("[1, 2]", ["(1, 2)", "1, 2", "[2, 1]", "[1, 2, 2]", "[[1, 2]]", "[True, 2]", "{1: 2}", "[1, '2']"]),
        ("(1, 2)", ["[1, 2]", "1, 2", "(2, 1)"]),
        ("'ab'", ["ab", "'AB'", "'ab '", "'a' 'b'", "['a', 'b']", "'''ab'''"]),
        ("{1: 2}", ["{'1': 2}", "{1: 2, 3: 4}", "[[1, 2]]", "{1: True}", "{2: 1}"]),
    ],
)
def test_types_are_exact(out, wrong):
    payload = {"out": out}
    assert verify(payload, out).passed
    for answer in wrong:
        assert not verify(payload, answer).passed, answer


def test_the_order_of_a_dict_does_not_count():
    assert verify({"out": "{1: 'a', 2: 'b'}"}, '{2: "b", 1: "a"}').passed


def test_reasons():
    assert verify({"out": "3"}, "three").reason is Reason.UNPARSABLE
    assert verify({"out": "3"}, "4").reason is Reason.WRONG
    assert verify({"out": "3"}, "[3]").reason is Reason.WRONG


@settings(max_examples=25)
@given(LEVELS, SEEDS)
def test_the_parameters_are_kept(level, seed):
    params = SPEC.params(level)
    draft = generate(random.Random(seed), **params)
    assert params["least"] <= draft.difficulty <= params["most"]
    assert 0 < draft.guess_rate < 0.1
    assert all(
        len(arg) <= params["length"] + 2 for arg in draft.payload["problem"]["args"] if not isinstance(arg, int)
    )


def test_echoes_score_nothing():
    for level in SPEC.levels:
        for seed in range(20):
            task = SPEC.task(level, seed)
            for arg in task.payload["problem"]["args"]:
                assert not verify(task.payload, repr(arg)).passed


@pytest.mark.parametrize(
    "change", [{"stages": 0}, {"stages": 6}, {"hard": 4}, {"length": 3}, {"least": 50, "most": 50}]
)
def test_bad_parameters_are_named(change):
    with pytest.raises(ValueError, match="stages"):
        SPEC.task(3, 0, params=change)
