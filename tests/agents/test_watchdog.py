"""The watchdog of environments: whoever hangs, quick or slow, is given up, and the others go on."""

from __future__ import annotations

import importlib
import sys
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import rlvr
from rlvr.agents.engine import Sampling
from rlvr.agents.rollouts.collector import Collector
from rlvr.agents.rollouts.config import RolloutConfig
from rlvr.agents.rollouts.jobs import EpisodeJob
from rlvr.agents.rollouts.pace import PROVEN, Pace
from rlvr.agents.rollouts.steps import Hung, Steps
from rlvr.agents.trajectory import Trajectory
from rlvr.envs.base import Episode, Outcome
from rlvr.envs.single_turn import SingleTurnEnv
from rlvr.generators.base import Task

sys.path.insert(0, str(Path(__file__).parent))
scripted: Any = importlib.import_module("scripted")

HANGS = 2
"""The seed of the task whose environment never comes back."""


class Fault:
    """How a step hangs, and whether the thread of it has ended."""

    def __init__(self, kind: str) -> None:
        self.kind, self.release, self.ended = kind, threading.Event(), threading.Event()

    def __call__(self) -> None:
        try:
            if self.kind == "waits":
                self.release.wait()
            while self.kind == "spins":
                pass
        finally:
            self.ended.set()


@pytest.fixture(params=["waits", "spins"])
def fault(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Fault]:
    found = Fault(request.param)
    act = SingleTurnEnv._act

    def hang(self: SingleTurnEnv, episode: Episode, action: str) -> Outcome:
        if episode.task.seed == HANGS:
            found()
        return act(self, episode, action)

    monkeypatch.setattr(SingleTurnEnv, "_act", hang)
    yield found
    found.release.set()


def played(tasks: list[Task], **options: Any) -> list[Trajectory]:
    engine = scripted.ScriptedEngine(scripted.reciting({task.prompt: [marked(task)] for task in tasks}))
    made = Collector(engine, scripted.ByteCodec(), RolloutConfig(Sampling(4096), step_seconds=2.0, **options))
    return made.collect([EpisodeJob(task, sample) for task in tasks for sample in range(2)], seed=0)


def marked(task: Task) -> str:
    return f"<answer>{task.answer}</answer>"


@pytest.mark.parametrize("lockstep", [False, True])
def test_a_quick_environment_that_hangs_for_good_is_masked_and_the_run_goes_on(
    fault: Fault, lockstep: bool
) -> None:
    tasks = [rlvr.get("cipher").task(1, seed) for seed in range(5)]
    found = played(tasks, lockstep=lockstep)
    for trajectory in found:
        if trajectory.task.seed == HANGS:
            assert (trajectory.ending, trajectory.scored) == ("watchdog", False)
            assert trajectory.extra["error"] == "the environment took longer than 2.0 s"
        else:
            assert trajectory.passed
    if fault.kind == "spins":  # it would take half of the interpreter's time for ever
        assert fault.ended.wait(60)


def test_a_quick_call_that_is_slow_holds_neither_the_caller_nor_those_behind_it_up() -> None:
    gate = threading.Event()
    steps = Steps(2, None)
    steps.submit(0, partial(gate.wait, 600))
    for key in range(1, 4):
        steps.submit(key, partial(int, key))
    found: dict[int, Any] = {}
    while len(found) < 3:
        found |= {done.key: done.result for done in steps.finished(0.05)}
    assert found == {1: 1, 2: 2, 3: 3}
    steps.submit(4, partial(int, 4))
    while 4 not in found:
        found |= {done.key: done.result for done in steps.finished(0.05)}
    gate.set()
    while 0 not in found:
        found |= {done.key: done.result for done in steps.finished(0.05)}
    steps.close()


def test_a_quick_call_can_be_given_up_before_and_while_it_is_made() -> None:
    gate, made = threading.Event(), []
    steps = Steps(2, None)
    steps.submit(0, partial(made.append, 0))
    steps.abandon(0)
    steps.submit(1, partial(gate.wait, 600))
    steps.submit(2, partial(made.append, 2))
    keys: set[int] = set()
    while 2 not in keys:
        keys |= {done.key for done in steps.finished(0.05)}
    steps.abandon(1)
    gate.set()
    steps.submit(3, partial(made.append, 3))
    while 3 not in keys:
        keys |= {done.key for done in steps.finished(0.05)}
    assert keys == {2, 3}
    assert made == [2, 3]
    steps.close()


def test_a_kind_that_is_slow_again_and_again_is_waited_for_no_longer() -> None:
    pace, gate = Pace(), threading.Event()
    steps = Steps(64, None, pace=pace)
    for key in range(40):
        steps.submit(key, partial(gate.wait, 600), kind="slow")
    assert steps.finished(0.0) == []
    assert not pace.is_quick("slow")
    assert pace.is_quick("other")
    gate.set()
    found: set[int] = set()
    while len(found) < 40:
        found |= {done.key for done in steps.finished(0.05)}
    pace.late("slow")  # some of them were made after the gate was open, and were quick
    key = 40
    while not pace.is_quick("slow"):  # on a busy machine some of them take long
        steps.submit(key, partial(int, key), kind="slow")
        while key not in found:
            found |= {done.key for done in steps.finished(0.05)}
        key += 1
    assert key >= 40 + PROVEN
    steps.close()


def test_threads_are_as_many_as_are_needed_and_no_call_waits_for_one_that_is_there() -> None:
    steps, done = Steps(8, None), 0
    before = {thread for thread in threading.enumerate() if thread.name == "rlvr-step"}
    for key in range(50):
        steps.submit(key, partial(int, key), slow=True)
        while done <= key:
            done += len(steps.finished(0.05))
    assert len({thread for thread in threading.enumerate() if thread.name == "rlvr-step"} - before) <= 2
    meeting = threading.Barrier(8)
    for key in range(50, 58):
        steps.submit(key, partial(meeting.wait, 600), slow=True)
    while done < 58:
        done += len(steps.finished(0.05))
    steps.close()


def test_what_hangs_beside_a_hanging_lane_is_given_up_too() -> None:
    gate = threading.Event()
    steps = Steps(1, 1.0)
    steps.submit(0, gate.wait)
    steps.submit(1, gate.wait)
    steps.submit(2, partial(int, 2))
    found: dict[int, Any] = {}
    while len(found) < 3:
        found |= {done.key: done.error for done in steps.finished(0.05)}
    assert {key: type(error) for key, error in found.items()} == {0: Hung, 1: Hung, 2: type(None)}
    gate.set()
    steps.close()
