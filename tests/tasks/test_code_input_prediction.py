"""Input prediction: any right input counts, bounds hold, lazy and blind answers earn nothing. Runs in the sandbox."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.generators.code.execute import run_calls
from rlvr.generators.code.programs.input_prediction import generate, lazy_answers
from rlvr.generators.code.programs.input_prediction_solver import confirms
from rlvr.generators.code.programs.program import Parameter, Program
from rlvr.payloads.literals import write
from rlvr.verifiers.base import Reason
from rlvr.verifiers.code.input_prediction import accepted_forms, verify

SPEC = rlvr.get("input-prediction")
SEEDS = st.integers(0, 10**9)
LEVELS = st.sampled_from(SPEC.levels)
SUM = {
    "source": "def f(xs, word):\n    xs.sort()\n    return [sum(xs), word * xs[0]]\n",
    "entry": "f",
    "parameters": [
        {"name": "xs", "kind": "ints", "low": 1, "high": 9, "shortest": 2, "longest": 3},
        {"name": "word", "kind": "text", "letters": "ab", "shortest": 1, "longest": 2},
    ],
    "out": [7, "aa"],
}


def program_of(payload):
    parameters = tuple(Parameter(**row) for row in payload["parameters"])
    return Program(payload["source"], payload["entry"], parameters)


@settings(max_examples=25)
@given(LEVELS, SEEDS)
def test_references_are_right_and_shown(level, seed):
    task = SPEC.task(level, seed)
    source = re.search(r"```python\n(.*?)```", task.prompt, re.DOTALL).group(1)
    assert source == task.payload["source"]
    space = {}
    exec(source, space)
    assert eval(f"{task.payload['entry']}({task.answer})", space) == task.payload["out"]
    assert f"`{write(task.payload['out'])}`" in task.prompt
    assert confirms(task.payload, task.answer)


@settings(max_examples=12)
@given(LEVELS, SEEDS)
def test_forms_of_a_right_answer(level, seed):
    task = SPEC.task(level, seed)
    for form in accepted_forms(task.answer):
        assert verify(task.payload, form).passed
        assert confirms(task.payload, form)


def test_another_right_input_is_right():
    found = 0
    for seed in range(30):
        task = SPEC.task(2, seed)
        program, rng = program_of(task.payload), random.Random(seed)
        calls = [program.sample(rng) for _ in range(2000)]
        outcomes = run_calls(program.source, program.entry, calls)
        for args, outcome in zip(calls, outcomes, strict=True):
            text = ", ".join(map(write, args))
            if outcome.value == task.payload["out"] and text != task.answer:
                assert verify(task.payload, text).passed
                found += 1
                break
    assert found > 10


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        *[("[2, 5], 'a'", True), ('[5,2],"a"', True), ("[2, 2, 3], 'a'", True), ("[1, 6], 'aa'", True)],
        *[("[6, 1], 'a'", False), ("[2, 5], 'b'", False), ("[3, 4], 'a'", False)],
    ],
)
def test_named_answers(answer, right):
    assert verify(SUM, answer).passed is right
    assert confirms(SUM, answer) is right


@pytest.mark.parametrize(
    "answer",
    [
        "f([2, 5], 'a')",
        "([2, 5], 'a')",
        "f([2, 5], 'a') == 5",
        "Arguments: [2, 5], 'a'",
        "```python\n[2, 5], 'a'\n```",
    ],
)
def test_arguments_may_stand_in_their_call(answer):
    assert verify(SUM, answer).reason is not Reason.UNPARSABLE


@pytest.mark.parametrize(
    "answer",
    [
        *(
            "[2, 5]",
            "'a', [2, 5]",
            "[2, 5], 'a', 1",
            "g([2, 5], 'a')",
            "f([2, 5], 'a') or f([5, 2], 'a')",
            "f([2, 5], 'a'",
            "(2, 5), 'a'",
            "xs, word",
        ),
        *(
            "[7], 'aa'",
            "[0, 7], 'aa'",
            "[2, 5, 0], 'a'",
            "[1, 1, 1, 4], 'aa'",
            "[2, True, 4], 'a'",
            "[2, 5], 'ac'",
        ),
        *(
            "[2, 5], ''",
            "[2, 5], 'aaa'",
            "[2.0, 5], 'a'",
            "[2, [5]], 'a'",
            "[2, 5], None",
            "",
            "exit()",
            "[2, 4 + 1], 'a'",
        ),
        *("[2, 5], ['a']", "[-2, 9], 'a'", "[2, 5] 'a'", "[2, 5], a"),
    ],
)
def test_answers_out_of_form_or_bounds_are_not_run(answer):
    verdict = verify(SUM, answer)
    assert verdict.reason in (Reason.UNPARSABLE, Reason.ILLEGAL)
    assert not confirms(SUM, answer)


def test_programs_that_fail_or_hang_give_verdicts():
    payload = {**SUM, "source": "def f(xs, word):\n    return xs[9]\n"}
    assert verify(payload, "[2, 5], 'a'").reason is Reason.WRONG
    payload = {**SUM, "source": "def f(xs, word):\n    while True:\n        pass\n"}
    assert verify(payload, "[2, 5], 'a'").reason is Reason.TIMEOUT


@pytest.mark.parametrize("level", SPEC.levels)
def test_lazy_answers_fail_and_blind_ones_are_as_rare_as_declared(level):
    hits = trials = 0
    declared = 0.0
    for seed in range(10):
        task = SPEC.task(level, seed)
        program, rng = program_of(task.payload), random.Random(seed)
        calls = [program.sample(rng) for _ in range(400)]
        lazy = list(lazy_answers(program, task.payload["out"]))
        outcomes = run_calls(program.source, program.entry, calls + lazy)
        right = [outcome.value == task.payload["out"] for outcome in outcomes]
        assert not any(right[400:])
        hits += sum(right[:400])
        trials += 400
        declared += 400 * task.guess_rate
    assert hits <= declared + 4 * declared**0.5
    assert declared / trials < 0.011


@settings(max_examples=40)
@given(LEVELS, st.integers(0, 5), st.text("[], 'abcd0123456789-", max_size=12))
def test_verifier_and_solver_agree(level, seed, text):
    payload = SPEC.task(level, seed).payload
    assert verify(payload, text).passed == confirms(payload, text)


@settings(max_examples=15)
@given(LEVELS, SEEDS)
def test_the_parameters_are_kept(level, seed):
    params = SPEC.params(level)
    draft = generate(random.Random(seed), **params)
    assert params["least"] <= draft.difficulty <= params["most"]


@pytest.mark.parametrize(
    "change", [{"stages": 0}, {"stages": 6}, {"hard": 4}, {"length": 3}, {"least": 50, "most": 50}]
)
def test_bad_parameters_are_named(change):
    with pytest.raises(ValueError, match="stages"):
        SPEC.task(3, 0, params=change)
