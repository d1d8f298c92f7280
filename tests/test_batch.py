"""Many at once gives what one after the other gives, in the same order."""

from __future__ import annotations

import asyncio

import pytest

import rlvr
from rlvr.envs.base import TextEnv
from rlvr.envs.batch import step_async, step_many, verify_async
from rlvr.envs.make import make_env
from rlvr.generators.base import Task
from rlvr.spec import mark


def some_pairs() -> list[tuple[Task, str | list[str]]]:
    pairs: list[tuple[Task, str | list[str]]] = []
    for name in ("function-synthesis", "countdown", "program-induction"):
        for task in rlvr.generate(name, 4, level=1, seed=5):
            pairs += [
                (task, mark(task.answer, task.marker)),
                (task, "<answer>def f(): pass</answer>"),
                (task, ""),
            ]
    game = rlvr.task("rlvr/mastermind-v0:1:3")
    return [*pairs, (game, ["<answer>1 2 3 4</answer>"]), (game, [])]


def test_verdicts_are_those_of_single_calls() -> None:
    pairs = some_pairs()
    alone = [rlvr.verify(task, response) for task, response in pairs]
    assert rlvr.verify_many(pairs) == alone
    assert [verdict.passed for verdict in alone[:36]] == [True, False, False] * 12

    async def together() -> list[rlvr.Verdict]:
        return await asyncio.gather(*(verify_async(task, response) for task, response in pairs))

    assert asyncio.run(together()) == alone
    assert rlvr.verify_many([]) == []


def test_steps_are_those_of_single_environments() -> None:
    names = ["function-synthesis", "countdown", "function-synthesis", "mastermind"]

    def started() -> list[TextEnv]:
        envs = [make_env(name) for name in names]
        for seed, env in enumerate(envs):
            env.reset(seed=seed)
        return envs

    actions = [env.oracle_action() for env in started()]
    alone = [env.step(action)[:4] for env, action in zip(started(), actions, strict=True)]
    assert [step[:4] for step in step_many(started(), actions)] == alone
    assert asyncio.run(step_async(started()[0], actions[0]))[:4] == alone[0]
    assert alone[0][1] == 1.0


def test_calls_that_make_no_sense_are_told() -> None:
    env = make_env("countdown")
    with pytest.raises(ValueError, match="1 environments, but 2 actions"):
        step_many([env], ["a", "b"])
    with pytest.raises(ValueError, match="comes twice"):
        step_many([env, env], ["a", "b"])
