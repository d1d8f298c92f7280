"""Repair with tools: what they tell is public, the final answer alone is judged, and budgets end an episode."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.agents.policies import oracle, play, random_policy
from rlvr.envs.make import make_env
from rlvr.envs.replay import replay
from rlvr.envs.tool_text import call_text
from rlvr.generators.code.execute import run_calls
from rlvr.verifiers.base import Reason
from rlvr.verifiers.code.program import verify

SPEC = rlvr.get("code-repair-turns")


def episode(level, seed, **options):
    env = make_env(SPEC.id, level=level, **options)
    env.reset(seed=seed)
    return env


def use(env, name, **arguments):
    observation, reward, terminated, truncated, info = env.step(call_text(name, arguments))
    assert (reward, terminated, truncated) == (0.0, False, False)
    (result,) = info["tool_results"]
    assert result["content"] in observation
    return result["content"]


def final(env, program):
    return env.step(f"<answer>\n{program}\n</answer>")


def answering(payload, known):
    """A program with a table of the results of some cases, which gives 0 for all other arguments."""
    table = {json.dumps(case["args"]): case["out"] for case in known}
    entry = payload["code"]["entry"]
    return f"import json\n\n\ndef {entry}(*args):\n    return {table!r}.get(json.dumps(list(args)), 0)"


@pytest.mark.parametrize("level", SPEC.levels)
def test_the_oracle_wins(level):
    won = play(make_env(SPEC.id, level=level), oracle, seed=level)
    assert won.verdict.passed
    assert won.terminated
    assert sum(won.rewards) == 1.0
    assert len(won.actions) == 3
    assert replay(won.task, won.actions) == won.verdict


@settings(max_examples=6)
@given(st.integers(0, 10**6))
def test_a_replay_gives_what_the_episode_gave(seed):
    record = play(make_env(SPEC.id, level=1 + seed % 4), random_policy(Random(seed)), seed=seed)
    assert replay(record.task, record.actions) == record.verdict
    assert not record.verdict.passed


@pytest.mark.parametrize("level", [1, 4])
def test_tools_tell_of_the_public_tests_only(level):
    env = episode(level, 5)
    payload = env.task.payload
    cases, public = payload["code"]["cases"], payload["code"]["public"]
    assert len(cases) > public
    tabled = answering(payload, cases[:public])
    assert use(env, "run_tests", program=tabled) == "All public tests pass."
    assert use(env, "run_tests", program=env.task.answer) == "All public tests pass."
    hidden_known = answering(payload, cases[public:])
    said = use(env, "run_tests", program=hidden_known)
    shown = ", ".join(map(json.dumps, cases[0]["args"]))
    assert said.startswith(f"{payload['code']['entry']}({shown}) gives 0; expected ") or cases[0]["out"] == 0
    _, reward, terminated, _, info = final(env, tabled)
    assert (reward, terminated) == (0.0, True)
    assert info["verdict"].message == "The program fails a hidden test."


def test_the_shown_program_fails_a_public_test_that_is_told():
    env = episode(1, 8)
    payload = env.task.payload
    outcomes = run_calls(
        payload["program"], payload["code"]["entry"], [c["args"] for c in payload["code"]["cases"][:3]]
    )
    failing = [
        case for case, got in zip(payload["code"]["cases"], outcomes, strict=False) if got.value != case["out"]
    ]
    said = use(env, "run_tests", program=payload["program"])
    assert said.endswith(f"expected {json.dumps(failing[0]['out'])}.") or " raises " in said


def test_calls_give_what_the_program_gives():
    env = episode(2, 1)
    payload = env.task.payload
    entry, case = payload["code"]["entry"], payload["code"]["cases"][-1]
    arguments = json.dumps(case["args"])
    assert (
        use(env, "call_function", program=env.task.answer, arguments=arguments) == f"It returns {case['out']!r}"
    )
    fails = f"def {entry}(*args):\n    raise ValueError('no \\ud800')"
    assert use(env, "call_function", program=fails, arguments=arguments) == "It raises ValueError: no \\ud800"
    leaves = f"import os\nos._exit(0)\ndef {entry}(*args): pass"
    assert use(env, "call_function", program=leaves, arguments=arguments).startswith("It does not return")
    assert use(env, "call_function", program="def g(): pass", arguments="[]").startswith("There is no function")
    env = episode(2, 1)
    for wrong in ("{}", "1", "[", "[NaN]", '["\\ud800"]'):
        assert use(env, "call_function", program=env.task.answer, arguments=wrong).startswith("error: ")


def test_what_tools_said_does_not_change_the_judgement():
    env = episode(1, 2)
    assert use(env, "run_tests", program=env.task.answer) == "All public tests pass."
    _, reward, terminated, truncated, info = final(env, env.task.payload["program"])
    assert (reward, terminated, truncated) == (0.0, True, False)
    assert info["verdict"].score == 0.0
    assert info["verdict"].reason in (Reason.WRONG, Reason.TIMEOUT)
    assert info["verdict"] == verify(env.task.payload, env.task.payload["program"])


def test_budgets():
    env = episode(1, 3, max_calls=2)
    call = call_text("call_function", {"program": env.task.answer, "arguments": "[]"})
    observation, *_ = env.step(call * 3)
    assert observation.count("It raises TypeError") == 2
    assert "no tool calls are left" in observation
    assert "Tool calls left: 0" in observation
    for _ in range(SPEC.max_turns - 1):
        _, reward, terminated, truncated, info = env.step("Let me think.")
    assert (reward, terminated, truncated) == (0.0, False, True)
    assert info["verdict"].reason is Reason.TRUNCATED


def test_a_last_answer_may_come_in_the_last_turn():
    env = episode(1, 4)
    for _ in range(SPEC.max_turns - 1):
        assert env.step("Let me think.")[1:4] == (0.0, False, False)
    assert final(env, env.task.answer)[1:4] == (1.0, True, False)


def test_an_answer_next_to_a_call_is_refused_and_costs_a_turn():
    env = episode(1, 6)
    call = call_text("run_tests", {"program": env.task.answer})
    observation, reward, terminated, truncated, info = env.step(f"{call}\n<answer>{env.task.answer}</answer>")
    assert (reward, terminated, truncated) == (0.0, False, False)
    assert info["tool_calls"] == 0
    assert "either tool calls or a final answer" in observation


def test_the_two_repair_environments_share_no_task():
    one = rlvr.get("code-repair")
    texts = {one.task(1, seed).prompt for seed in range(20)}
    assert not texts & {SPEC.task(1, seed).prompt for seed in range(20)}
