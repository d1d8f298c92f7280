"""Demonstrations are right, have as many mistakes as asked for, and become the tokens that a rollout would have."""

from __future__ import annotations

import importlib
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import rlvr
from rlvr.agents.config import WarmUpConfig
from rlvr.agents.curricula.base import Arm
from rlvr.agents.engine import Sampling
from rlvr.agents.rollouts.collector import Collector
from rlvr.agents.rollouts.config import RolloutConfig
from rlvr.agents.rollouts.jobs import EpisodeJob
from rlvr.agents.warm_up import begin
from rlvr.agents.warm_up.examples import chat_segment, oracle_segments, trace_segments
from rlvr.agents.warm_up.traces import CORRECTIONS, REJECTIONS, demonstrations
from rlvr.spec import mark

sys.path.insert(0, str(Path(__file__).parent))
scripted: Any = importlib.import_module("scripted")

ENVS = ["word-sorting", "sudoku", "countdown", "digits"]


def some(env: str, count: int = 6, level: int = 1) -> list[rlvr.Task]:
    return [rlvr.get(env).task(level, seed) for seed in range(count)]


@pytest.mark.parametrize("env", ENVS)
@pytest.mark.parametrize("mistakes", [0, 1, 5])
def test_demonstrations_are_right_and_have_exactly_so_many_mistakes(env: str, mistakes: int) -> None:
    tasks = some(env)
    shown = list(demonstrations(tasks, mistakes, seed=1))
    assert len(shown) >= 4
    for each in shown:
        assert rlvr.verify(each.task, each.text).passed
        corrected = sum(each.text.count(phrase) for phrase in (*CORRECTIONS, *REJECTIONS))
        assert corrected == mistakes == each.mistakes
        assert each.text.endswith(mark(each.task.answer, each.task.marker))
        assert each.text.count("<answer>") == 1  # no mistake is marked as an answer


@pytest.mark.parametrize("env", ENVS)
def test_all_of_the_solution_is_still_there_and_candidates_are_wrong(env: str) -> None:
    for each in demonstrations(some(env), 5, seed=3):
        assert each.task.trace is not None
        lines = iter(each.text.splitlines())
        assert all(line in lines for line in each.task.trace.splitlines())  # in order, with mistakes in between
        for part in each.text.split("Is it this?\n")[1:]:
            wrong = part[: min(part.find(phrase) for phrase in REJECTIONS if phrase in part)].removesuffix("\n")
            assert not rlvr.verify(each.task, mark(wrong, each.task.marker)).passed


def test_without_mistakes_the_trace_stays_as_it_is() -> None:
    for each in demonstrations(some("sudoku"), 0, seed=5):
        assert each.text == each.task.trace


def test_the_seed_decides_and_tasks_do_not_disturb_one_another() -> None:
    tasks = some("word-sorting")
    first = [each.text for each in demonstrations(tasks, 3, seed=1)]
    assert [each.text for each in demonstrations(tasks, 3, seed=1)] == first
    assert [each.text for each in demonstrations(tasks, 3, seed=2)] != first
    backwards = {each.task.id: each.text for each in demonstrations(tasks[::-1], 3, seed=1)}
    assert [backwards[task.id] for task in tasks] == first
    with pytest.raises(ValueError, match="below 0"):
        list(demonstrations(tasks, -1, seed=1))


def test_tasks_without_a_trace_are_answered() -> None:
    task = rlvr.Task.from_json({**some("digits", 1)[0].to_json(), "trace": None})
    (shown,) = demonstrations([task], 2, seed=0)
    assert rlvr.verify(task, shown.text).passed
    assert shown.text.count("Is it this?") == 2


def test_a_wrong_solution_is_not_shown() -> None:
    task = some("digits", 1)[0]
    wrong = rlvr.Task.from_json({**task.to_json(), "trace": mark("no", "tag"), "answer": "no"})
    assert list(demonstrations([wrong, task], 0, seed=0)) == list(demonstrations([task], 0, seed=0))


def written(segment: Any) -> bytes:
    return bytes(t for t, mine in zip(segment.tokens, segment.policy, strict=True) if mine and t < 256)


def test_only_the_response_is_learnt() -> None:
    codec = scripted.ByteCodec()
    shown = list(demonstrations(some("digits"), 1, seed=0))
    for each, segment in zip(shown, trace_segments(codec, shown), strict=True):
        assert segment.tokens == [
            *codec.begin([{"role": "user", "content": each.task.prompt}]),
            *codec.respond(each.text),
        ]
        assert written(segment).decode() == each.text
        assert segment.policy[-1]
        assert segment.tokens[-1] in codec.end_ids


@pytest.mark.parametrize("env", ["mastermind", "sokoban"])
def test_games_of_the_oracle_are_the_tokens_that_a_rollout_of_it_would_have(env: str) -> None:
    """The same actions drawn by an engine, through the collector, give the same segments to the last token."""
    tasks, codec = some(env, 3), scripted.ByteCodec()
    engine = scripted.ScriptedEngine(scripted.reciting(scripted.oracle_plans(tasks)))
    collector = Collector(engine, codec, RolloutConfig(sampling=Sampling(max_tokens=4096)))
    played = collector.collect([EpisodeJob(task) for task in tasks], seed=0)
    shown = list(oracle_segments(codec, tasks))
    assert len(shown) == 3
    assert all(trajectory.passed for trajectory in played)
    for trajectory, segment in zip(played, shown, strict=True):
        (own,) = trajectory.segments
        assert (segment.tokens, segment.policy) == (own.tokens, own.policy)
        assert sum(segment.policy) > len(codec.end_ids) * len(trajectory.turns)


def test_chats_that_are_none_are_refused() -> None:
    codec = scripted.ByteCodec()
    user, assistant = ({"role": role, "content": "x"} for role in ("user", "assistant"))
    assert len(chat_segment(codec, [user, assistant, user, assistant])) > 0
    for wrong in ([user], [user, assistant, user], [user, assistant, assistant], []):
        with pytest.raises(ValueError, match="take turns"):
            chat_segment(codec, wrong)


def test_a_task_without_an_answer_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    arm = Arm("rlvr/word-sorting-v0", 1)
    plain = begin.task_of

    def without(arm: Arm, *parts: Any, split: str) -> rlvr.Task:
        task = plain(arm, *parts, split=split)
        return replace(task, answer="") if parts[2] == 1 else task

    monkeypatch.setattr(begin, "task_of", without)
    tasks = begin.solved_tasks([arm], WarmUpConfig(tasks=3), 0)
    assert [task.answer != "" for task in tasks] == [True] * 3
    assert tasks[1] == plain(arm, "warm-up", 0, 4, split="train")
    with pytest.raises(ValueError, match="need a `solution`"):
        begin.warm_up(None, None, [], WarmUpConfig(steps=1), 0, print)  # type: ignore[arg-type]
