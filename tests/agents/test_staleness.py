"""Rollouts of a step while the one before is learnt from: which weights draw what, and that such runs repeat."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from training_runs import QUIET, RANDOM, assert_the_same_run, config, records, same, weights

from rlvr.agents import checkpoints
from rlvr.agents.ahead import Ahead, Played, unpack
from rlvr.agents.config import TrainConfig
from rlvr.agents.distributed import World
from rlvr.agents.models.optimizer import Optimizer
from rlvr.agents.rollouts.collector import Collector, RolloutError, RolloutStopped
from rlvr.agents.rollouts.rows import to_row
from rlvr.agents.rollouts.storage import read_trajectories
from rlvr.agents.set_up import Run, set_up
from rlvr.agents.train import run as train
from rlvr.agents.trajectory import Trajectory
from rlvr.sandbox import SandboxUnavailable

pytestmark = pytest.mark.usefixtures("without_plots")

LATE = "sampling.staleness=1"
STILL = "optimizer={rate: 0.0, matrix_rate: 0.0}"


def kept(out: Path, step: int) -> list[Trajectory]:
    (file,) = (out / "trajectories").glob(f"step-{step:08d}-*.jsonl.gz")
    return list(read_trajectories(file))


def drawn(trajectories: list[Trajectory]) -> list[Any]:
    return [
        (t.task.id, t.sample, [(s.tokens, s.log_probs, s.policy) for s in t.segments]) for t in trajectories
    ]


def versions(trajectories: list[Trajectory]) -> set[int]:
    return {v for t in trajectories for s in t.segments for v in s.versions if v >= 0}


def test_each_step_is_drawn_with_the_weights_before_the_last_update(model: Path, tmp_path: Path) -> None:
    train(config(model, tmp_path / "late", RANDOM, LATE), console=QUIET)
    train(config(model, tmp_path / "sync", RANDOM), console=QUIET)
    late, sync = ([kept(tmp_path / name, step) for step in range(1, 5)] for name in ("late", "sync"))
    assert [versions(each) for each in late] == [{0}, {0}, {1}, {2}]
    assert [versions(each) for each in sync] == [{0}, {1}, {2}, {3}]
    assert [row["rollout/staleness"] for row in records(tmp_path / "late")] == [0.0, 1.0, 1.0, 1.0]
    assert "rollout/staleness" not in records(tmp_path / "sync")[0]
    assert drawn(late[0]) == drawn(sync[0])
    assert drawn(late[1]) != drawn(sync[1])  # the same seeds, other weights
    assert [(t.task.id, t.sample) for t in late[1]] == [(t.task.id, t.sample) for t in sync[1]]


def test_where_nothing_is_learnt_it_is_the_synchronous_run_bit_for_bit(model: Path, tmp_path: Path) -> None:
    curriculum = ["tasks.curriculum=frontier", "tasks.levels=[1,2]"]
    for name, settings in (("late", [LATE]), ("sync", [])):
        train(config(model, tmp_path / name, STILL, *curriculum, *settings), console=QUIET)
    for step in range(1, 5):
        assert drawn(kept(tmp_path / "late", step)) == drawn(kept(tmp_path / "sync", step))
    late, sync = (
        checkpoints.load(checkpoints.latest(tmp_path / n / "checkpoints") or tmp_path) for n in ("late", "sync")
    )
    assert late.facts["source"] == sync.facts["source"]


def test_staleness_0_is_the_run_without_it_bit_for_bit(model: Path, tmp_path: Path) -> None:
    """With an engine that has weights of its own, as the late run has."""
    plain = train(config(model, tmp_path / "plain", RANDOM, "sampling.staleness=0"), console=QUIET)
    first = set_up(config(model, tmp_path / "own", RANDOM, LATE), console=QUIET)
    first.trainer.config = replace(first.trainer.config, staleness=0)
    first.trainer.learner.algorithm = first.trainer.algorithm = plain.trainer.algorithm
    first.begin()
    for _ in range(4):
        first.trainer.step()
    assert first.trainer.ahead is None
    assert same(weights(plain), weights(first))


KINDS = {
    "plain": [],
    "refills": ["preset=dapo", "tasks.curriculum=dump"],
    "judge": ["tasks.judge_share=0.5", "samples=8", "tasks.levels=[1,1]"],
    "measured": ["evaluation={every: 1, tasks: 2, samples: 2}", "tasks.curriculum=progress"],
    "adapters": ["model.lora_rank=2", "preset=gigpo", "tasks.curriculum=replay"],
    "every step": ["checkpoint_every=1"],
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_killed_run_goes_on_bit_for_bit(
    kind: str, model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = [LATE, "steps=5", *([] if kind == "judge" else [RANDOM]), *KINDS[kind]]
    unbroken = train(config(model, tmp_path / "unbroken", *settings), console=QUIET)
    broken = config(model, tmp_path / "broken", *settings)
    step, passes = Optimizer.step, []

    def die(self: Optimizer) -> float:
        passes.append(None)
        if len(passes) == 4:
            raise KeyError("killed")
        return step(self)

    monkeypatch.setattr(Optimizer, "step", die)
    with pytest.raises(KeyError):
        train(broken, console=QUIET)
    monkeypatch.setattr(Optimizer, "step", step)
    resumed = train(broken, resume=True, console=QUIET)
    assert resumed.resumed
    assert same(weights(unbroken), weights(resumed))
    assert_the_same_run(tmp_path / "unbroken", tmp_path / "broken")
    for number in range(1, 6):
        assert drawn(kept(tmp_path / "unbroken", number)) == drawn(kept(tmp_path / "broken", number))


def test_rollouts_go_on_while_the_step_is_learnt_from(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Learning waits here until the next step has been played: that would never end if one waited for the other."""
    run = set_up(config(model, tmp_path, RANDOM, LATE, "steps=3"), console=QUIET)
    run.begin()
    played, collect, improve = threading.Semaphore(0), Collector.collect, run.trainer.learner.improve

    def tell(self: Collector, *arguments: Any, **options: Any) -> Any:
        found = collect(self, *arguments, **options)
        played.release()
        return found

    def wait(*arguments: Any) -> Any:
        assert played.acquire(timeout=600)
        return improve(*arguments)

    monkeypatch.setattr(Collector, "collect", tell)
    monkeypatch.setattr(run.trainer.learner, "improve", wait)
    run.trainer.step()
    assert played.acquire(
        timeout=600
    )  # the second of the two: of the next step, which nobody has asked for yet
    monkeypatch.undo()
    run.trainer.close()


def test_what_is_learnt_late_is_corrected_unless_something_else_is_said() -> None:
    def of(*settings: str) -> str:
        return TrainConfig.load(None, ["tasks.envs=[cipher]", *settings]).resolved_algorithm().correction

    assert of() == "none"
    assert of(LATE) == "truncated"
    assert of(LATE, "algorithm.correction=none") == "none"
    assert of(LATE, "algorithm.correction=masked") == "masked"
    assert of(LATE, "algorithm.hint_ratio=true") == "none"  # it has a ratio of its own
    with pytest.raises(ValueError, match=r"sampling\.staleness must be 0 or 1, not 2"):
        of("sampling.staleness=2")


def test_the_weight_of_a_late_token_is_cut_off(model: Path, tmp_path: Path) -> None:
    run = set_up(config(model, tmp_path, RANDOM, LATE, "optimizer={rate: 0.05}", "steps=3"), console=QUIET)
    run.begin()
    run.trainer.step()
    seen: list[Any] = []
    constants = run.trainer.learner.constants_of

    def note(*arguments: Any) -> Any:
        seen.append(constants(*arguments))
        return seen[-1]

    run.trainer.learner.constants_of = note  # type: ignore[method-assign]
    run.trainer.step()
    (found,) = seen
    old, sampled = found.tokens["old_log_probs"], found.tokens["sampled_log_probs"]
    assert not torch.allclose(old, sampled, atol=1e-3)  # the weights have changed since
    run.trainer.close()


def broken_later(monkeypatch: pytest.MonkeyPatch, error: Exception, times: int) -> list[int]:
    collect, calls = Collector.collect, []

    def fail(self: Collector, *arguments: Any, **options: Any) -> Any:
        calls.append(1)
        if 1 < len(calls) <= 1 + times:
            raise error
        return collect(self, *arguments, **options)

    monkeypatch.setattr(Collector, "collect", fail)
    return calls


def test_lost_rollouts_are_borne_and_a_broken_set_up_is_not(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        broken_later(patch, RolloutError("all lost"), 2)
        assert train(config(model, tmp_path / "borne", RANDOM, LATE), console=QUIET).trainer.step_count == 4
    for name, error in (("thrice", RolloutError("all lost")), ("sandbox", SandboxUnavailable("no sandbox"))):
        with monkeypatch.context() as patch:
            broken_later(patch, error, 3)
            with pytest.raises(type(error)):
                train(config(model, tmp_path / name, RANDOM, LATE), console=QUIET)


def test_a_run_that_ends_early_ends_what_is_played_ahead(model: Path, tmp_path: Path) -> None:
    run: Run = set_up(config(model, tmp_path, RANDOM, LATE), console=QUIET)
    run.begin()
    entered, poll = threading.Event(), run.engine.poll

    def endless() -> list[Any]:
        if threading.current_thread() is threading.main_thread():
            return poll()
        entered.set()
        return []

    run.engine.poll = endless  # type: ignore[method-assign]
    run.trainer.step()
    assert entered.wait(600)
    ahead = run.trainer.ahead
    assert ahead is not None
    run.trainer.close()
    with pytest.raises(RolloutStopped):
        ahead.wait()


def test_what_was_played_ahead_is_shared_out_anew_among_other_processes(model: Path, tmp_path: Path) -> None:
    run = set_up(config(model, tmp_path, RANDOM), console=QUIET)
    run.begin()
    prompts = run.trainer.source.prompts(0, 0, 4)
    played = run.trainer.play(prompts, 0, 0)
    rows = [[to_row(each) for each in group.trajectories] for group in played.groups]
    other = {"places": [1, 2], "groups": [rows[1], rows[2]], "error": None}

    class Two(World):
        """The first of two processes, of which the second has played the rest."""

        def gather(self, value: Any) -> list[Any]:
            return [value, other]

    mine = Played([0, 3], [played.groups[0], played.groups[3]])
    state = Ahead(prompts, {}, lambda: mine).pack(Two())

    def part(rank: int, size: int) -> Played:
        return unpack(state, prompts, World(rank, size))

    assert part(1, 2).groups == [played.groups[1], played.groups[2]]
    assert part(0, 1).groups == played.groups
    assert [part(rank, 3).places for rank in range(3)] == [[0, 3], [1], [2]]
