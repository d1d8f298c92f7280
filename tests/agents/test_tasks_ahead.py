"""Tasks of a step made before it by other processes: the same ones, whatever the curriculum learns meanwhile."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from training_runs import QUIET, RANDOM, config, records, same, weights

from rlvr.agents.curricula.base import Arm, Result
from rlvr.agents.curricula.catalogue import make_curriculum
from rlvr.agents.task_source import TaskSource
from rlvr.agents.tasks_ahead import TaskMaker
from rlvr.agents.train import run as train
from rlvr.generators.base import Task

ARMS = [*(Arm("word-sorting", level) for level in (1, 2, 3)), Arm("cipher", 1)]


@pytest.fixture
def maker() -> Iterator[TaskMaker]:
    made = TaskMaker(2)
    yield made
    made.close()


def steps(maker: TaskMaker | None, name: str = "frontier", kill: bool = False) -> list[list[Task]]:
    """The tasks of four steps, a refill among them, with results that move the curriculum."""
    source = TaskSource(make_curriculum(name, ARMS), samples=4, seed=5, maker=maker)
    found = []
    for step in range(4):
        for attempt in (0, 1) if step == 2 else (0,):
            prompts = source.prompts(step, attempt, 12)
            found.append([prompt.task for prompt in prompts])
            assert [prompt.task.level for prompt in prompts] == [p.draw.arm.level for p in prompts if p.draw]
            source.record(
                [
                    Result(prompt.draw, prompt.task.id, (1.0, float(prompt.task.level == 1)), 0.5)
                    for prompt in prompts
                    if prompt.draw is not None
                ]
            )
        if kill and maker is not None:
            end_one(maker.pids())
    return found


def end_one(pids: list[int]) -> None:
    """Kill the first that lives: one that was killed before may still be listed."""
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue
        return
    raise AssertionError(f"none of {pids} lives")


@pytest.mark.parametrize("name", ["uniform", "frontier", "replay"])
def test_the_tasks_of_every_step_are_those_without(maker: TaskMaker, name: str) -> None:
    assert steps(maker, name) == steps(None, name)


def test_a_process_that_is_killed_changes_nothing(maker: TaskMaker) -> None:
    assert steps(maker, kill=True) == steps(None)


def test_what_was_expected_is_not_made_again_and_the_rest_is_forgotten(maker: TaskMaker) -> None:
    items = [["word-sorting", 1, {}, seed, "train"] for seed in range(10)]
    maker.expect(items)
    before = dict(maker._expected)
    assert len(before) == 10
    assert [task.split for task in maker.make(items[2:4])] == ["train", "train"]
    assert maker._expected == before
    maker.expect(items[:1])
    assert len(maker._expected) == 1
    maker.close()
    assert maker.make(items[:1])[0].env == "rlvr/word-sorting-v0"


def test_closing_a_source_ends_its_processes(maker: TaskMaker) -> None:
    source = TaskSource(make_curriculum("uniform", ARMS[:1]), samples=4, seed=5, maker=maker)
    source.prompts(0, 0, 4)
    assert len(maker.pids()) == 2
    source.close()
    assert maker.pids() == []


@pytest.mark.usefixtures("without_plots")
def test_a_run_is_the_same_with_tasks_made_ahead(model: Path, tmp_path: Path) -> None:
    runs = [
        train(config(model, tmp_path / str(count), RANDOM, "steps=3", f"tasks.workers={count}"), console=QUIET)
        for count in (0, 2)
    ]
    assert same(weights(runs[0]), weights(runs[1]))
    assert records(tmp_path / "0") == records(tmp_path / "2")
