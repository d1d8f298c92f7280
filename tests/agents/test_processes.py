"""Environments in processes of their own: they say what they say here, and none holds the others up."""

from __future__ import annotations

import importlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import rlvr
from rlvr.agents.engine import Sampling
from rlvr.agents.policies import oracle, run_text_policy
from rlvr.agents.rollouts.child import restore
from rlvr.agents.rollouts.collector import Collector
from rlvr.agents.rollouts.config import RolloutConfig
from rlvr.agents.rollouts.environments import LocalEnvironments, begin, play
from rlvr.agents.rollouts.frames import Link
from rlvr.agents.rollouts.jobs import EpisodeJob
from rlvr.agents.rollouts.processes import ProcessEnvironments
from rlvr.agents.rollouts.steps import Steps
from rlvr.agents.trajectory import Trajectory
from rlvr.envs.make import make_env
from rlvr.generators.base import Task
from rlvr.sandbox import SandboxUnavailable

sys.path.insert(0, str(Path(__file__).parent))
scripted: Any = importlib.import_module("scripted")
FIXTURES = Path(__file__).parents[1] / "fixtures"
UNRELIABLE = "fixture/unreliable-v0"
FINE, SLOW, CRASH, HANG, CRASH_AT_START, NO_SANDBOX, HOLD, DIE = range(1, 9)


@pytest.fixture(scope="module", autouse=True)
def unreliable() -> Iterator[None]:
    sys.path.insert(0, str(FIXTURES))
    rlvr.register(FIXTURES / "unreliable.yaml")
    yield
    sys.path.remove(str(FIXTURES))


@pytest.fixture
def made() -> Iterator[list[Collector]]:
    collectors: list[Collector] = []
    yield collectors
    for each in collectors:
        each.close()


PLANS: dict[str, dict[str, list[str]]] = {}
"""What wins a task, by its id: the same tasks are played wherever environments are."""


def plans_of(played: Sequence[Task]) -> dict[str, list[str]]:
    plans: dict[str, list[str]] = {}
    for task in played:
        if task.env == UNRELIABLE:
            plans[task.prompt] = [f"<answer>{n}</answer>" for n in task.answer.split()]
        else:
            if task.id not in PLANS:
                PLANS[task.id] = scripted.oracle_plans([task])
            plans.update(PLANS[task.id])
    return plans


def collector(made: list[Collector], played: Sequence[Task], slips: float = 0.0, **options: Any) -> Collector:
    engine = scripted.ScriptedEngine(scripted.reciting(plans_of(played), slips), speed=1000)
    options = {"sampling": Sampling(100_000), "processes": 2, **options}
    made.append(Collector(engine, scripted.ByteCodec(), RolloutConfig(**options)))
    return made[-1]


def without_clock(trajectories: Sequence[Trajectory]) -> list[Trajectory]:
    return [replace(t, turns=[replace(turn, seconds=0.0) for turn in t.turns]) for t in trajectories]


@pytest.mark.parametrize("lockstep", [False, True])
def test_what_environments_say_is_the_same_wherever_they_are(made: list[Collector], lockstep: bool) -> None:
    kinds: list[tuple[str, int, dict[str, Any]]] = [
        ("cipher", 1, {}),
        ("countdown", 2, {"attempts": 2, "reward": "dense", "extraction": "lenient"}),
        ("sokoban", 1, {"reward": "dense"}),
        ("mastermind", 1, {"max_turns": 2}),
        ("sql-explore", 1, {}),
        ("search-qa", 1, {}),
        (UNRELIABLE, SLOW, {"reward": "dense"}),
        (UNRELIABLE, CRASH, {}),
        (UNRELIABLE, CRASH_AT_START, {}),
    ]
    jobs = [
        EpisodeJob(rlvr.get(name).task(level, seed), seed, options, hint=0.5 if name == "countdown" else 0.0)
        for name, level, options in kinds
        for seed in range(3)
    ]
    tasks = [job.task for job in jobs]
    found = [
        without_clock(
            collector(made, tasks, 0.4, lockstep=lockstep, processes=processes, concurrent=11).collect(
                jobs, seed=3
            )
        )
        for processes in (0, 1, 3)
    ]
    assert found[0] == found[1] == found[2]
    assert {t.ending for t in found[0]} >= {"terminated", "truncated", "infra"}
    assert any(t.opening for t in found[0])


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (HANG, "the environment took longer than 2.0 s"),
        (HOLD, "the environment took longer than 2.0 s"),
        (DIE, "the process of the environment died (3)"),
    ],
    ids=["hangs", "holds the interpreter", "dies"],
)
def test_whoever_hangs_or_dies_is_replaced_and_the_others_go_on(
    made: list[Collector], fault: int, error: str
) -> None:
    """Those that were in the same process are brought to another one, in the middle of their episodes."""
    levels = [FINE, fault, SLOW, FINE, FINE, SLOW, FINE]
    played = [rlvr.get(UNRELIABLE).task(level, seed) for seed, level in enumerate(levels)]
    played += [rlvr.get("sokoban").task(1, seed) for seed in range(4)]
    playing = collector(made, played, processes=1, step_seconds=2.0)
    found = playing.collect([EpisodeJob(task) for task in played], seed=0)
    broken = found.pop(1)
    assert (broken.scored, broken.ending, broken.extra["error"]) == (
        False,
        "infra" if fault == DIE else "watchdog",
        error,
    )
    assert all(trajectory.passed for trajectory in found), [t.extra for t in found]
    again = playing.collect([EpisodeJob(task) for task in played[2:]], seed=0)
    assert all(trajectory.passed for trajectory in again)


def test_an_environment_that_does_not_repeat_itself_is_not_brought_elsewhere() -> None:
    job = EpisodeJob(rlvr.get("sokoban").task(1, 0))
    env = make_env(job.task.env)
    begin(env, job)
    said = play(env, oracle(env, ""))
    first = list(env.messages)[1]["content"]
    wanted = play(env, oracle(env, ""))
    action = list(env.messages)[-1 if wanted.terminated else -2]["content"]
    here = LocalEnvironments(Steps(1, None))
    restore(here, 1, job, [first], said.state_key, action)
    restore(here, 2, job, [first], "another", action)
    answers: dict[int, Any] = {}
    while len(answers) < 2:
        answers |= {answer.handle: answer for answer in here.finished(0.05)}
    assert answers[1].said == wanted
    assert answers[2].said is None
    assert "does not repeat itself" in answers[2].error
    here.close()


def test_what_is_no_accident_of_one_episode_is_raised(made: list[Collector]) -> None:
    task, broken = rlvr.get("cipher").task(1, 0), rlvr.get(UNRELIABLE).task(NO_SANDBOX, 0)
    playing = collector(made, [task, broken])
    with pytest.raises(SandboxUnavailable, match="there is no sandbox here"):
        playing.collect([EpisodeJob(broken)], seed=0)
    with pytest.raises(TypeError, match="atempts"):
        playing.collect([EpisodeJob(task, 0, {"atempts": 2})], seed=0)
    with pytest.raises(ValueError, match="feedback must be one of"):
        playing.collect([EpisodeJob(task, 0, {"feedback": "loud"})], seed=0)
    assert playing.collect([EpisodeJob(task)], seed=0)[0].passed
    (played,) = run_text_policy(oracle, [EpisodeJob(task)], config=RolloutConfig(processes=1))
    assert played.passed  # a policy of environments has them here
    with pytest.raises(ValueError, match="processes must be"):
        RolloutConfig(processes=-1)


def test_a_process_that_cannot_start_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rlvr.registry.origins", lambda: {"no/such/file.yaml"})
    environments = ProcessEnvironments(1, 1, None)
    with pytest.raises(RuntimeError, match="before it could work"):
        environments.finished(600.0)
    environments.close()


def test_environments_that_use_the_sandbox_stay_here() -> None:
    environments = ProcessEnvironments(1, 2, None)
    assert environments.reset(1, EpisodeJob(rlvr.get("shell").task(1, 0))) is not None
    assert environments.reset(2, EpisodeJob(rlvr.get("cipher").task(1, 0))) is None
    said = set()
    while len(said) < 2:
        said |= {answer.handle for answer in environments.finished(0.05) if answer.said is not None}
    environments.leave(1)
    environments.leave(2)
    assert environments.finished(0.0) == []
    environments.close()


def test_a_process_of_environments_has_no_torch_and_ends_with_its_parent(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import torch, time, rlvr\n"
        "from rlvr.agents.rollouts.processes import ProcessEnvironments\n"
        "from rlvr.agents.rollouts.jobs import EpisodeJob\n"
        "environments = ProcessEnvironments(1, 1, None)\n"
        "environments.reset(1, EpisodeJob(rlvr.get('cipher').task(1, 0)))\n"
        "while not environments.finished(0.1): pass\n"
        "print(environments._processes[0]._child.pid, flush=True)\n"
        "time.sleep(600)\n"
    )
    parent = subprocess.Popen([sys.executable, "-P", program], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    maps = Path(f"/proc/{child}/maps")
    if maps.exists():
        assert "libtorch" in Path(f"/proc/{parent.pid}/maps").read_text()
        assert "libtorch" not in maps.read_text()
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    while running(child):
        time.sleep(0.02)


def running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")
    return not (state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z")


def test_what_is_no_frame_ends_a_link() -> None:
    import socket

    for sent in (b"\xff" * 16, b"\0" * 7 + b"\x03{x}", b"\0" * 7 + b"\x011"):
        ours, theirs = socket.socketpair()
        link = Link(ours)
        theirs.sendall(sent)
        assert link.take() == []
        assert not link.open
        link.close()
        theirs.close()
