"""The demo: what it teaches, and the whole path for a moment."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
import torch

import rlvr
from rlvr.agents import demo
from rlvr.agents.demo_lessons import STYLES, careless_games, careless_player, lessons, written
from rlvr.agents.models.tokenizer import PhraseTokenizer
from rlvr.agents.policies import run_text_policy
from rlvr.agents.rollouts.jobs import EpisodeJob
from rlvr.agents.task_source import task_of

# Tests run side by side: more threads than cores would wait for one another most of the time.
torch.set_num_threads(1)


@pytest.mark.parametrize("style", STYLES)
def test_a_style_keeps_the_work_and_only_the_asked_one_is_paid(style: str) -> None:
    for seed in range(20):
        task = rlvr.get("derivative").task(1, seed)
        response = written(task, style)
        assert rlvr.verify(task, response).passed == (style == "asked")
        assert task.answer in response
        assert response.startswith((task.trace or "")[:20])


def test_who_heeds_every_answer_finds_the_code_and_who_heeds_none_often_does_not() -> None:
    arm = lessons()[2].arms[1]
    tasks = [task_of(arm, i, split="train") for i in range(150)]

    def rate(care: float) -> float:
        player = careless_player(Random(0), care)
        return sum(each.passed for each in run_text_policy(player, [EpisodeJob(task) for task in tasks])) / len(
            tasks
        )

    # Blind guesses find one of twelve codes in four tries with 1 - (11/12)^4 = 0.29.
    assert rate(1.0) > 0.95
    assert 0.15 < rate(0.0) < 0.45


def test_games_are_learnt_whether_won_or_lost() -> None:
    tasks = [task_of(lessons()[2].arms[0], i, split="train") for i in range(20)]
    segments = list(careless_games(PhraseTokenizer(), tasks, 0))
    assert len(segments) == len(tasks)
    assert all(any(segment.policy) and not segment.policy[0] for segment in segments)


def test_the_whole_demo_runs_for_a_moment(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = demo.main(["--quick", "--out", str(tmp_path), "--threads", "1"])
    assert json.loads((tmp_path / "demo.json").read_text()) == record
    assert (tmp_path / "demo-curve.png").read_bytes().startswith(b"\x89PNG")
    losses = record["warm_up_loss"]
    assert sum(losses[-5:]) < 0.8 * sum(losses[:5])
    assert len(record["training"]) == 3
    assert {lesson["env"] for lesson in record["lessons"]} == {"cipher", "derivative", "mastermind"}
    for lesson in record["lessons"]:
        for when in ("before", "after"):
            mean = lesson[when]["mean"]
            assert 0.0 <= mean["low"] <= mean["value"] <= mean["high"] <= 1.0
    shown = capsys.readouterr().out
    for text in ("correct", "no_answer", "unparsable", "Held-out pass rate"):
        assert text in shown


def test_training_and_held_out_tasks_are_of_different_splits() -> None:
    for lesson in lessons():
        for arm in lesson.arms[:3]:
            learnt = {task_of(arm, "learn", i, split="train").fingerprint for i in range(30)}
            held_out = {task_of(arm, "held out", i, split="test").fingerprint for i in range(30)}
            assert not learnt & held_out
