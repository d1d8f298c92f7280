"""One answer, one reward: what `rlvr.verify` says it pays is what the environment pays, under the same `reward=`."""

from __future__ import annotations

import asyncio
import json
import math
from random import Random
from typing import Any

import gymnasium
import pytest

import rlvr
from rlvr.agents.policies import EpisodeRecord, oracle, play, random_policy
from rlvr.envs.base import TextEnv
from rlvr.envs.batch import verify_async
from rlvr.envs.replay import replay
from rlvr.generators.base import Task
from rlvr.spec import mark
from rlvr.verifiers.base import Verdict, infra, wrong

PARTIAL: dict[str, dict[str, Any]] = {
    "mastermind": {},
    "sokoban": {},
    "repository": {},
    "sql-forensics": {},
    "text2sql": {"partial": "rows"},
    "rerank": {"dense": True},
    "claim-check": {"partial": True},
    "search-qa": {"signals": {"coverage": 1}},
    "deep-search": {"signals": {"coverage": 1}},
}
"""Ids whose wrong answers may have a score above 0, with the parameters that give it."""


LEVELS = {"repository": 6, "sql-forensics": 3, "rerank": 4, "sokoban": 5, "text2sql": 4, "claim-check": 3}


def half_way(env: TextEnv, seed: int) -> EpisodeRecord:
    """An episode that is played well but for its last turns."""
    plan = 1 if env.task_spec.name == "repository" else None

    def policy(env: TextEnv, observation: str) -> str:
        turns = sum(message["role"] == "assistant" for message in env.messages)
        following = env.oracle_action()
        goes_on = turns < (plan or length) - 1
        return following if goes_on else nearly(env.task)

    length = len(play(env, oracle, seed=seed).actions)
    return play(env, policy, seed=seed)


def nearly(task: Task) -> str:
    """An answer that has a share of what was asked for, where the task is one of those that can tell."""
    answer = "nothing of the kind"
    match task.env.removeprefix("rlvr/").removesuffix("-v0"):
        case "repository":
            path, text = next(iter(json.loads(task.answer).items()))
            answer = json.dumps({path: text})
        case "sql-forensics":
            answer = "zz-1\npath: " + " -> ".join(spellings[0] for spellings in task.payload["path"])
        case "rerank":
            first, second, *others = task.answer.split(" > ")
            answer = " > ".join([second, first, *others])
        case "text2sql":
            answer = f"{task.answer} LIMIT 5"
        case "claim-check":
            answer = task.answer.split(",")[0]
    return mark(answer, task.marker)


@pytest.mark.parametrize("reward", ["binary", "dense"])
@pytest.mark.parametrize("name", PARTIAL)
def test_verify_pays_what_the_environment_pays(name: str, reward: Any) -> None:
    spec = rlvr.get(name)
    partly = 0
    for seed in range(10):
        level = LEVELS.get(name, 2)
        env = rlvr.make(name, level=level, params=PARTIAL[name], reward=reward)
        for record in (half_way(env, seed), play(env, random_policy(Random(seed)), seed=seed)):
            verdict = rlvr.verify(record.task, record.actions, reward=reward)
            assert verdict == record.verdict
            assert math.isclose(math.fsum(record.rewards), verdict.reward or 0.0, abs_tol=1e-9)
            if spec.env == "single":
                assert verdict == rlvr.verify(record.task, record.actions[-1], reward=reward)
            assert verdict.reward == (verdict.score if reward == "dense" else float(verdict.passed))
            partly += verdict.score is not None and 0.0 < verdict.score < 1.0
    assert partly, "no answer here has a part of the score, so the test shows nothing"


def test_one_response_to_a_repository_pays_the_same_everywhere() -> None:
    """Whole answers to an environment with tools: one of several files mended has a score, and pays nothing."""
    found = []
    for seed in range(3):
        task = rlvr.get("repository").task(6, seed)
        response = nearly(task)
        env = rlvr.make("repository", level=6)
        env.reset(options={"task": task})
        paid, verdict = env.step(response)[1], rlvr.verify(task, response)
        assert verdict.reward == paid == float(verdict.passed)
        dense = rlvr.make("repository", level=6, reward="dense")
        dense.reset(options={"task": task})
        assert dense.step(response)[1] == rlvr.verify(task, response, reward="dense").reward == verdict.score
        found.append(verdict.score)
    assert any(score is not None and 0.0 < score < 1.0 for score in found)


@pytest.mark.parametrize("name", [spec.id for spec in rlvr.specs()])
def test_every_id_pays_the_same_by_default(name: str) -> None:
    env = rlvr.make(name)
    for policy in (oracle, random_policy(Random(5))):
        record = play(env, policy, seed=5)
        assert rlvr.verify(record.task, record.actions).reward == math.fsum(record.rewards)


def test_a_verdict_tells_both_and_keeps_them_in_json() -> None:
    binary, dense = wrong(score=0.4), wrong(score=0.4).paid_as("dense")
    assert (binary.score, binary.reward) == (0.4, 0.0)
    assert (dense.score, dense.reward) == (0.4, 0.4)
    for verdict in (binary, dense, infra("away")):
        assert Verdict.from_json(json.loads(json.dumps(verdict.to_json()))) == verdict
    assert infra("away").reward is None
    with pytest.raises(ValueError, match="binary"):
        wrong().paid_as("densely")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="binary"):
        rlvr.verify(rlvr.task("rlvr/dice-v0:1:1"), "x", reward="densely")  # type: ignore[arg-type]


def test_an_episode_that_goes_on_is_paid_by_the_same_rule() -> None:
    task = rlvr.get("sokoban").task(3, 1)
    env = rlvr.make("sokoban", level=3, reward="dense")
    env.reset(options={"task": task})
    action = env.oracle_action()
    paid = env.step(action)[1]
    assert replay(task, [action], reward="dense").reward == paid
    assert replay(task, [action]).reward == 0.0


NO_RESPONSES: list[Any] = [
    *(None, b"<answer>1</answer>", 1, 1.0, True, ["a", None], [1, 2], [["a"]], {"a"}, iter(["a"]), object()),
    *({"content": "x"}, {"role": "user", "content": "<answer>1</answer>"}, {"role": "assistant", "content": 3}),
    [{"role": "user", "content": "<answer>1</answer>"}],
    [{"role": "assistant", "content": "x"}, "<answer>1</answer>"],
    [{"role": "assistant", "content": [{"type": "image_url", "image_url": {"url": "x"}}]}],
]


@pytest.mark.parametrize("response", NO_RESPONSES, ids=lambda each: f"{each!r:.30}".split(" at ")[0])
def test_what_is_no_response_is_an_error_and_no_zero(response: Any) -> None:
    for name in ("dice", "sokoban", "shell"):
        task = rlvr.get(name).task(1, 0)
        for ask in (
            lambda task=task: rlvr.verify(task, response),
            lambda task=task: rlvr.verify_many([(task, "<answer>1</answer>"), (task, response)]),
            lambda task=task: asyncio.run(verify_async(task, response)),
            lambda task=task: replay(task, response),
            lambda task=task: rlvr.get(task.env).verify_response(task, response),
        ):
            with pytest.raises(TypeError, match=r"response|actions"):
                ask()


def test_the_error_says_what_to_give_instead() -> None:
    task = rlvr.get("dice").task(1, 0)
    with pytest.raises(TypeError, match="the policy's own message, of the role 'assistant'"):
        rlvr.verify(task, {"role": "user", "content": "<answer>1</answer>"})
    with pytest.raises(TypeError, match="no message of the role 'assistant'"):
        rlvr.verify(task, [{"role": "user", "content": "<answer>1</answer>"}])
    with pytest.raises(TypeError, match="all its messages"):
        rlvr.verify(rlvr.get("shell").task(1, 0), {"role": "assistant", "content": "", "tool_calls": [{}]})
    with pytest.raises(TypeError, match="decode"):
        rlvr.verify(task, b"x")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"rlvr\.task"):
        rlvr.verify(task.id, "x")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="pair"):
        rlvr.verify_many([task])  # type: ignore[list-item]


@pytest.mark.parametrize("name", ["dice", "sokoban", "shell", "search-qa", "judge"])
def test_an_unknown_option_is_told_with_the_nearest_and_all(name: str) -> None:
    for make in (lambda: rlvr.make(name, lvl=3), lambda: gymnasium.make(rlvr.get(name).id, lvl=3)):
        with pytest.raises(
            TypeError, match=rf"rlvr/{name}-v0 has no option 'lvl'; did you mean 'level'\? It has .*split"
        ):
            make()
    with pytest.raises(TypeError, match=r"'zzz'; It has .*reward"):
        rlvr.make(name, zzz=1)


def test_options_are_checked_for_one_response_too() -> None:
    task = rlvr.get("dice").task(1, 0)
    with pytest.raises(TypeError, match=r"'rewrad'.*'reward'"):
        rlvr.verify(task, "x", rewrad="dense")
    with pytest.raises(TypeError, match=r"'rewrad'.*'reward'"):
        rlvr.verify_many([(task, "x")], rewrad="dense")


def test_a_list_of_texts_stays_the_actions_of_an_episode() -> None:
    task = rlvr.get("dice").task(1, 0)
    right = mark(task.answer, task.marker)
    assert rlvr.verify(task, [right]).passed
    assert rlvr.verify(task, ("hm", right)).passed
    assert rlvr.verify(task, []).reason is rlvr.Reason.TRUNCATED
