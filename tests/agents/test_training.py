"""Whole training runs of a tiny model: they resume bit for bit, learn from what they should and from nothing else.

Where learning is not the point, rewards are random: every group then has something to tell.
"""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from rich.console import Console
from torch import Tensor

from rlvr.agents import checkpoints
from rlvr.agents import set_up as set_up_module
from rlvr.agents.config import TaskConfig, TrainConfig
from rlvr.agents.experience import experience
from rlvr.agents.learning.presets import PRESETS
from rlvr.agents.models import scratch
from rlvr.agents.models.optimizer import Optimizer
from rlvr.agents.monitors.report import Report
from rlvr.agents.rollouts.collector import Collector, RolloutError
from rlvr.agents.rollouts.rescore import rescore
from rlvr.agents.set_up import Run, set_up
from rlvr.agents.task_source import Prompt
from rlvr.agents.train import run as train
from rlvr.agents.trainer import REFILLS, Trainer
from rlvr.agents.trajectory import Group
from rlvr.agents.warm_up.begin import solved_tasks, warm_up
from rlvr.agents.warm_up.examples import chat_segment
from rlvr.spec import mark

QUIET = Console(quiet=True)
RANDOM = "tasks.reward={name: random}"


@pytest.fixture(autouse=True)
def without_plots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plots are tested elsewhere, and drawing them takes longer than the runs here."""
    monkeypatch.setattr(Report, "end", lambda self: None)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model that knows what answers look like: some of its guesses are right."""
    folder = tmp_path_factory.mktemp("model")
    settings = [
        "tasks.envs=[linear-systems,mastermind]",
        "tasks.levels=[1,1]",
        "model={device: cpu, width: 32, layers: 1, heads: 2, key_heads: 1, hidden: 64, context: 640}",
        "warm_up={steps: 100, batch: 16, tasks: 200, rate: 0.01}",
        f"out={folder / 'run'}",
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scratch, "TEXTS", 200)
        run = set_up(TrainConfig.load(None, settings), console=QUIET)
    tasks = solved_tasks(run.arms[:1], run.config.warm_up, 0)
    shown = [
        chat_segment(
            run.codec,
            [
                {"role": "user", "content": task.prompt},
                {"role": "assistant", "content": mark(task.answer, task.marker)},
            ],
        )
        for task in tasks
    ]
    warm_up(run.model, run.codec, shown, run.config.warm_up, 0, lambda line: None)
    run.save_model(folder / "model")
    return folder / "model"


def config(model: Path, out: Path, *settings: str) -> TrainConfig:
    return TrainConfig.load(None, [*usual(model, out), *settings])


def usual(model: Path, out: Path) -> list[str]:
    return [
        f"model.name={model}",
        "model.device=cpu",
        "tasks.envs=[linear-systems]",
        "tasks.levels=[1,2]",
        "steps=4",
        "prompts=4",
        "samples=4",
        "checkpoint_every=2",
        "keep_trajectories=1",
        "sampling.max_tokens=20",
        "optimizer={rate: 1e-3, warm_up: 2}",
        "evaluation.every=-1",
        f"out={out}",
    ]


def weights(run: Run) -> dict[str, Tensor]:
    return {name: each.detach().clone() for name, each in run.model.named_parameters()}


def same(left: dict[str, Tensor], right: dict[str, Tensor]) -> bool:
    return left.keys() == right.keys() and all(torch.equal(left[name], right[name]) for name in left)


def records(out: Path) -> list[dict[str, float]]:
    rows = [json.loads(line) for line in (out / "records.jsonl").read_text(encoding="utf-8").splitlines()]
    steps = [row["record"] for row in rows if row["kind"] == "step"]
    return [{k: v for k, v in row.items() if k.split("/")[0] not in ("time", "speed")} for row in steps]


def notes(out: Path) -> list[str]:
    rows = [json.loads(line) for line in (out / "records.jsonl").read_text(encoding="utf-8").splitlines()]
    return [row["text"] for row in rows if row["kind"] == "note"]


def assert_the_same_run(one: Path, other: Path) -> None:
    assert records(one) == records(other)
    left, right = (checkpoints.load(checkpoints.latest(each / "checkpoints") or each) for each in (one, other))
    assert left.step == right.step
    assert left.facts["source"] == right.facts["source"]
    torch.testing.assert_close(left.tensors, right.tensors, rtol=0, atol=0)


# ---- going on ----------------------------------------------------------------------------------------


class Killed(Exception):
    """What ends a run in the middle of a step."""


KINDS = {
    "plain": [],
    "minibatches": ["epochs=2", "minibatches=2", "optimizer.matrix_rate=0.01", "tasks.curriculum=irt"],
    "reference": [
        "algorithm={kl: k3, kl_weight: 0.1}",
        "warm_up={steps: 2, batch: 4, tasks: 8}",
        "tasks.curriculum=hints",
        "tasks.curriculum_options={inner: sec}",
    ],
    "values": ["preset=ppo", "minibatches=2", "tasks.curriculum=dars"],
    "judge": ["tasks.judge_share=0.5", "samples=8", "tasks.levels=[1,1]"],
    "adapters": ["model.lora_rank=2", "preset=gigpo", "tasks.curriculum=replay"],
    "refills": ["preset=dapo", "tasks.curriculum=dump"],
    "measured": ["evaluation={every: 1, tasks: 2, samples: 2}", "tasks.curriculum=progress"],
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_killed_run_goes_on_bit_for_bit(
    kind: str, model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = KINDS[kind] if kind == "judge" else [RANDOM, *KINDS[kind]]
    unbroken = config(model, tmp_path / "unbroken", *settings)
    run = train(unbroken, console=QUIET)
    if kind == "judge":
        assert any("pass_rate/judge" in row for row in records(tmp_path / "unbroken"))
    first = config(model, tmp_path / "broken", *settings)
    step, passes = Optimizer.step, []

    def die(self: Optimizer) -> float:
        passes.append(self.count)
        norm = step(self)
        if len(passes) == 3 * first.epochs * first.minibatches + 1 + 2 * (kind == "reference"):
            raise Killed  # in step 3, the weights have changed; what step 2 did is in no checkpoint either
        return norm

    monkeypatch.setattr(Optimizer, "step", die)
    with pytest.raises(Killed):
        train(first, console=QUIET)
    monkeypatch.setattr(Optimizer, "step", step)
    assert len(records(tmp_path / "broken")) == 3
    resumed = train(first, resume=True, console=QUIET)
    assert resumed.resumed
    assert same(weights(run), weights(resumed))
    assert_the_same_run(tmp_path / "unbroken", tmp_path / "broken")


def test_control_c_ends_a_run_after_its_step(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unbroken = train(config(model, tmp_path / "unbroken", RANDOM), console=QUIET)
    first = config(model, tmp_path / "broken", RANDOM)
    step = Trainer.step

    def pressed(self: Trainer) -> dict[str, float]:
        if self.step_count == 2:
            os.kill(os.getpid(), signal.SIGINT)
        return step(self)

    handler = signal.getsignal(signal.SIGINT)
    monkeypatch.setattr(Trainer, "step", pressed)
    assert train(first, console=QUIET).trainer.step_count == 3
    assert signal.getsignal(signal.SIGINT) is handler
    monkeypatch.setattr(Trainer, "step", step)
    assert not (tmp_path / "broken" / "model").exists()
    resumed = train(first, resume=True, console=QUIET)
    assert same(weights(unbroken), weights(resumed))
    assert_the_same_run(tmp_path / "unbroken", tmp_path / "broken")


def test_a_run_that_died_before_its_first_checkpoint_begins_again(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = [
        RANDOM,
        "steps=1",
        "algorithm={kl: k3, kl_weight: 0.1}",
        "warm_up={steps: 2, batch: 4, tasks: 8}",
    ]
    settings += ["evaluation={every: 0, tasks: 2, samples: 2}"]
    unbroken = train(config(model, tmp_path / "unbroken", *settings), console=QUIET)
    first = config(model, tmp_path / "broken", *settings)
    save, measure = Run.save, Run.measure

    def die(self: Run, *more: Any) -> None:
        raise Killed

    for name, whole in (
        ("save", save),
        ("measure", measure),
    ):  # the reference is kept; then all but the measurement
        monkeypatch.setattr(Run, name, die)
        with pytest.raises(Killed):
            train(first, resume=(tmp_path / "broken").exists(), console=QUIET)
        monkeypatch.setattr(Run, name, whole)
    resumed = train(first, resume=True, console=QUIET)
    assert resumed.resumed
    assert same(weights(unbroken), weights(resumed))
    assert_the_same_run(tmp_path / "unbroken", tmp_path / "broken")
    again = train(first, resume=True, console=QUIET)  # nothing is left to do
    assert same(weights(again), weights(resumed))


def test_only_a_checkpoint_that_was_measured_has_a_score(model: Path, tmp_path: Path) -> None:
    settings = ["steps=3", "checkpoint_every=1", "evaluation={every: 3, tasks: 2, samples: 2}", RANDOM]
    run = train(config(model, tmp_path / "run", *settings), console=QUIET)
    scores = [checkpoints.load(each).score for each in checkpoints.finished(tmp_path / "run" / "checkpoints")]
    assert scores == [None, pytest.approx(run.measure().mean.value)]


def test_the_folder_of_a_run_is_its_own(model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "run"
    with pytest.raises(ValueError, match="no run to resume"):
        set_up(config(model, out), resume=True, console=QUIET)
    with pytest.raises(ValueError, match="there is no curriculum"):
        set_up(config(model, out, "tasks.curriculum=lader"), console=QUIET)
    with monkeypatch.context() as patch:
        patch.setattr(set_up_module, "Report", None)
        with pytest.raises(TypeError):
            set_up(config(model, out), console=QUIET)
    assert not (out / "config.json").exists()  # so the folder is free
    train(config(model, out, RANDOM, "steps=1"), console=QUIET)
    with pytest.raises(ValueError, match="--resume"):
        set_up(config(model, out, RANDOM, "steps=1"), console=QUIET)
    with pytest.raises(ValueError, match=r"other settings: prompts, sampling\.temperature"):
        set_up(
            config(model, out, RANDOM, "steps=1", "prompts=3", "sampling.temperature=0.5"),
            resume=True,
            console=QUIET,
        )
    longer = train(config(model, out, RANDOM, "steps=2"), resume=True, console=QUIET)
    assert longer.trainer.step_count == 2


def test_without_tensorboard_a_run_says_so(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(*_: Any) -> None:
        raise ImportError("TensorBoard needs tensorboard")

    monkeypatch.setattr(set_up_module, "TensorBoard", missing)
    train(config(model, tmp_path / "run", RANDOM, "steps=1"), console=QUIET)
    assert any("TensorBoard needs tensorboard" in note for note in notes(tmp_path / "run"))


# ---- what a step learns from --------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_steps_and_agrees_with_its_sampler(preset: str, model: Path, tmp_path: Path) -> None:
    switches = ["algorithm.pass_k=2"] if preset == "passk" else []
    run = set_up(config(model, tmp_path, RANDOM, f"preset={preset}", *switches), console=QUIET)
    run.begin()
    before = weights(run)
    for _ in range(2):
        record = run.trainer.step()
        assert record["policy/kl"] < 1e-6
        assert record["policy/ratio_max"] == pytest.approx(1.0, abs=1e-4)
        assert record["policy/gradient_norm"] > 0
    after = weights(run)
    assert not same(before, after)
    assert all(bool(each.isfinite().all()) for each in after.values())


def played(run: Run) -> tuple[list[Group], list[list[float]]]:
    run.begin()
    return run.trainer.roll_out([])


def learnt(run: Run, groups: Sequence[Group], returns: Sequence[Sequence[float]]) -> dict[str, Tensor]:
    """The weights after one step on some groups; the run itself stays as it is."""
    before = weights(run)
    state = deepcopy(run.optimizer.state_dict())
    head = None if run.value_head is None else deepcopy(run.value_head.state_dict())
    found = experience(groups, returns, run.trainer.algorithm, run.config.sampling)
    run.trainer.learner.improve(found, 0)
    after = weights(run)
    with torch.no_grad():
        for name, each in run.model.named_parameters():
            each.copy_(before[name])
    run.optimizer.load_state_dict(state)
    if run.value_head is not None and head is not None:
        run.value_head.load_state_dict(head)
    return after


SMOOTH = (
    "optimizer={rate: 1.0, warm_up: 0, epsilon: 1.0, max_norm: 0, final: 1.0}"  # a step is nearly the gradient
)


@pytest.mark.parametrize(
    "settings",
    [
        ["preset=dr_grpo"],
        ["preset=ppo"],
        ["preset=gspo", "algorithm.kl=k3", "algorithm.kl_weight=0.1"],
        ["preset=lite_ppo", "algorithm={entropy: top, entropy_share: 0.2, correction: truncated}"],
        ["preset=reinforce++"],
    ],
)
def test_the_gradient_is_the_same_however_it_is_cut(settings: list[str], model: Path, tmp_path: Path) -> None:
    run = set_up(config(model, tmp_path, RANDOM, SMOOTH, *settings), console=QUIET)
    groups, returns = played(run)
    before, whole = weights(run), learnt(run, groups, returns)
    moved = max(float((whole[name] - before[name]).abs().max()) for name in whole)
    assert moved > 1e-4
    for cut in (
        {"chunk_tokens": 1},
        {"chunk_tokens": 200},
        {"packing": 300},
        {"packing": 90, "chunk_tokens": 250},
        {"packing": 0},
        {"packing": 0, "share_prompts": False, "chunk_tokens": 300},
        {"share_prompts": False},
    ):
        run.trainer.learner.config = replace(run.config, **cut)
        found = learnt(run, groups, returns)
        for name in whole:
            torch.testing.assert_close(found[name], whole[name], rtol=0, atol=1e-4 * moved)


@pytest.mark.parametrize("preset", ["grpo", "dr_grpo", "reinforce++", "ppo", "gigpo", "gpg", "rloo", "passk"])
def test_what_machinery_lost_changes_nothing(preset: str, model: Path, tmp_path: Path) -> None:
    switches = ["algorithm.pass_k=2"] if preset == "passk" else []
    run = set_up(config(model, tmp_path, RANDOM, f"preset={preset}", *switches), console=QUIET)
    groups, returns = played(run)
    without = learnt(run, groups, returns)
    lost = deepcopy(groups)
    paid = [list(values) for values in returns]
    for place, (number, worth) in enumerate(((1, 1e6), (0, -1e6), (3, 7.0))):
        broken = deepcopy(groups[number].trajectories[0])
        broken.ending = "infra"
        lost[number].trajectories.insert(place, broken)
        paid[number].insert(place, worth)
    only = deepcopy(lost[0].trajectories[1])
    lost.insert(1, Group(groups[0].task, [only]))
    paid.insert(1, [0.5])
    assert same(without, learnt(run, lost, paid))
    for group in lost:
        for each in group.trajectories:
            each.ending = "watchdog"
    assert same(weights(run), learnt(run, lost, paid))


def test_groups_without_spread_are_replaced_and_only_so_often(model: Path, tmp_path: Path) -> None:
    run = set_up(config(model, tmp_path, RANDOM, "preset=dapo", "optimizer.matrix_rate=0.01"), console=QUIET)
    trainer = run.trainer
    run.begin()
    trainer.step()  # so there is momentum, which is not followed alone
    before = weights(run)
    trainer.reward = lambda group, rng: [0.0] * len(group.trajectories)
    record = trainer.step()
    assert len(trainer.groups) == REFILLS * 4  # all that was played is shown, though nothing was learnt of it
    assert record["rollout/used"] == 0.0
    assert same(before, weights(run))

    asked: list[int] = []

    def every_third(group: Group, rng: Any) -> list[float]:
        asked.append(len(asked))
        mixed = len(asked) % 3 == 0
        return [float(mixed and i == 0) for i in range(len(group.trajectories))]

    trainer.reward = every_third
    kept, returns = trainer.roll_out([])
    assert len(kept) == 4
    assert all(values == [1.0, 0.0, 0.0, 0.0] for values in returns)
    assert len(trainer.groups) == len(asked) >= 12


def test_a_group_that_is_all_cut_says_nothing_where_those_are_masked(model: Path, tmp_path: Path) -> None:
    settings = ["preset=dapo", "algorithm.mask_cut=true", "sampling.max_tokens=1"]
    run = set_up(config(model, tmp_path, RANDOM, *settings), console=QUIET)
    kept, _ = played(run)
    for group in kept:
        assert len([each for each in group.trajectories if not each.cut]) > 1


def test_groups_may_differ_in_size_and_one_alone_says_nothing(model: Path, tmp_path: Path) -> None:
    run = set_up(config(model, tmp_path, RANDOM, "preset=grpo"), console=QUIET)
    run.begin()
    draw = run.trainer.source.prompts

    def uneven(step: int, attempt: int, count: int) -> list[Prompt]:
        sizes = (1, 5, 2, 1)
        return [replace(each, samples=n) for each, n in zip(draw(step, attempt, count), sizes, strict=True)]

    run.trainer.source.prompts = uneven  # type: ignore[method-assign]
    groups, returns = run.trainer.roll_out([])
    assert [len(group.trajectories) for group in groups] == [1, 5, 2, 1]
    returns[1:3] = [[1.0, 0.0, 0.0, 0.0, 0.0], [1.0, 0.0]]
    found = experience(groups, returns, run.trainer.algorithm, run.config.sampling)
    magnitudes = run.trainer.learner.fix(found).magnitudes
    assert magnitudes.tolist() == pytest.approx([0.0, 2.0, 0.5, 0.5, 0.5, 0.5, 1.0, 1.0, 0.0], rel=1e-4)


def test_lost_rollouts_are_borne_twice(model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = set_up(config(model, tmp_path, RANDOM), console=QUIET)
    run.begin()
    before = weights(run)

    def lost(*_: Any, **__: Any) -> None:
        raise RolloutError("none of 16 episodes could be scored")

    for good in (True, False):  # a good one in between, and the count begins anew
        with monkeypatch.context() as patch:
            patch.setattr(Collector, "collect", lost)
            for _ in range(2):
                record = run.trainer.step()
                assert "reward/mean" not in record
            assert same(before, weights(run))
            assert math.isnan(run.measure().mean.value)
            if not good:
                with pytest.raises(RolloutError):
                    run.trainer.step()
        if good:
            run.trainer.step()
            before = weights(run)


def test_turns_of_a_game_are_compared_with_those_in_the_same_state(model: Path, tmp_path: Path) -> None:
    settings = ["tasks.envs=[mastermind]", "tasks.levels=[1,1]", "preset=gigpo", "prompts=2"]
    run = set_up(config(model, tmp_path, RANDOM, *settings), console=QUIET)
    groups, _ = played(run)
    # Rewards by hand, for such a model wins no game.
    for group in groups:
        for number, trajectory in enumerate(group.trajectories):
            for place, turn in enumerate(trajectory.turns):
                turn.reward = float((3 * number + place) % 4)
    returns = [[each.reward for each in group.trajectories] for group in groups]
    found = experience(groups, returns, run.trainer.algorithm, run.config.sampling)
    fixed = run.trainer.learner.fix(found)

    def against(value: float, others: Sequence[float]) -> float:
        mean = sum(others) / len(others)
        deviation = math.sqrt(sum((other - mean) ** 2 for other in others) / len(others))
        return (value - mean) / (deviation + 1e-6) if len(set(others)) > 1 else 0.0

    expected: list[float] = []
    shared = 0
    for group, paid in zip(groups, returns, strict=True):
        to_go: list[list[float]] = []
        states: dict[str, list[float]] = {}
        for trajectory in group.trajectories:
            rewards = [turn.reward for turn in trajectory.turns]
            later = [sum(r * 0.95**i for i, r in enumerate(rewards[k:])) for k in range(len(rewards))]
            to_go.append(later)
            for turn, value in zip(trajectory.turns, later, strict=True):
                states.setdefault(turn.state_key, []).append(value)
        shared += sum(len(values) > 1 for values in states.values())
        for trajectory, whole, later in zip(group.trajectories, paid, to_go, strict=True):
            for turn, value in zip(trajectory.turns, later, strict=True):
                worth = against(whole, paid) + against(value, states[turn.state_key])
                expected += [worth] * (turn.end - turn.start)
    assert shared >= 2
    assert fixed.advantages.tolist() == pytest.approx(expected, abs=1e-3)
    assert len(set(expected)) > len(found.lengths)  # turns of one trajectory differ
    run.trainer.learner.improve(found, 0)
    assert all(bool(each.isfinite().all()) for each in weights(run).values())


def test_a_game_of_many_short_turns_is_not_overlong(model: Path, tmp_path: Path) -> None:
    settings = ["tasks.envs=[mastermind]", "tasks.levels=[1,1]", "preset=dapo", "prompts=1"]
    run = set_up(config(model, tmp_path, RANDOM, *settings), console=QUIET)
    (group,) = run.trainer.play(run.trainer.source.prompts(0, 0, 1), 0, [])
    longest = [max(turn.end - turn.start for turn in each.turns) for each in group.trajectories]
    drawn = [each.length for each in group.trajectories]
    assert max(drawn) > 24
    sampling = run.config.sampling

    def penalties(**budgets: Any) -> list[float]:
        zeros = [[0.0] * len(group.trajectories)]
        found = experience([group], zeros, run.trainer.algorithm, replace(sampling, **budgets))
        return found.returns.tolist()

    assert penalties(max_tokens=2 * max(longest)) == [0.0] * len(drawn)
    assert penalties(max_tokens=2 * max(longest), max_episode_tokens=2 * max(drawn)) == [0.0] * len(drawn)
    assert min(penalties(max_tokens=2 * max(longest), max_episode_tokens=max(drawn))) == -1.0
    assert min(penalties(max_tokens=max(longest))) == -1.0


def test_the_fixed_length_is_the_budget_unless_it_is_given(model: Path, tmp_path: Path) -> None:
    assert config(model, tmp_path).resolved_algorithm().fixed_length == 20
    longer = config(model, tmp_path, "sampling.max_episode_tokens=77")
    assert longer.resolved_algorithm().fixed_length == 77
    assert config(model, tmp_path, "algorithm.fixed_length=5").resolved_algorithm().fixed_length == 5


def test_settings_that_can_teach_nothing_are_refused(model: Path, tmp_path: Path) -> None:
    with pytest.raises(
        ValueError, match="pass_k=4 of samples=4"
    ):  # one set of four: nothing to compare it with
        config(model, tmp_path, "preset=passk")
    part = config(model, tmp_path, "optimizer={decay: 0.1}").optimizer
    assert (part.rate, part.final) == (TrainConfig(tasks=TaskConfig(envs=("cipher",))).optimizer.rate, 1.0)


def test_kept_trajectories_are_worth_what_they_were(model: Path, tmp_path: Path) -> None:
    settings = ["steps=2", "samples=8", "tasks.levels=[1,1]"]
    run = train(config(model, tmp_path / "run", *settings), console=QUIET)
    found = list(rescore(tmp_path / "run" / "trajectories"))
    assert len(found) == 2 * 4 * 8
    assert not any(each.differs for each in found)
    assert {each.trajectory.passed for each in found} == {True, False}
    last = {(each.task.id, each.sample): each for group in run.trainer.groups for each in group.trajectories}
    kept = [each.trajectory for each in found[-32:]]
    assert [last[each.task.id, each.sample].segments for each in kept] == [each.segments for each in kept]


# ---- several processes ---------------------------------------------------------------------------------


def two_processes(out: Path, *settings: str) -> list[dict[str, Tensor]]:
    """The weights that two processes of ``rlvr train`` end with."""
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2"]
    command += [str(Path(__file__).with_name("two_trainers.py")), "train"]
    command += [part for setting in settings for part in ("--set", setting)]
    command += ["--resume"] if (out / "config.json").exists() else []
    done = subprocess.run(
        command, env=os.environ | {"OMP_NUM_THREADS": "1"}, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return [torch.load(out / f"rank-{rank}.pt", weights_only=True) for rank in (0, 1)]


def test_two_processes_end_with_the_same_weights_shared_or_sharded(model: Path, tmp_path: Path) -> None:
    settings = [
        RANDOM,
        "preset=ppo",
        "algorithm={kl: k3, kl_weight: 0.1}",
        "steps=2",
        "prompts=3",
        "minibatches=2",
        "optimizer={rate: 1e-3, matrix_rate: 1e-3, warm_up: 2, epsilon: 1e-3}",
        "warm_up={steps: 2, batch: 3, tasks: 8, rate: 1e-3, matrix_rate: 1e-3}",
    ]
    ends: dict[str, dict[str, Tensor]] = {}
    for kind in ("ddp", "fsdp"):
        out = tmp_path / kind
        one, other = two_processes(out, *usual(model, out), *settings, f"parallel={kind}")
        assert same(one, other)
        ends[kind] = one
    assert ends["ddp"].keys() == ends["fsdp"].keys()
    for name, weight in ends["ddp"].items():
        torch.testing.assert_close(ends["fsdp"][name], weight, rtol=1e-4, atol=1e-5)
    # A sharded run goes on, with the momenta of Muon and Adam, the values and the reference.
    out = tmp_path / "fsdp"
    further = [*usual(model, out), *settings, "steps=3", "parallel=fsdp"]
    on, too = two_processes(out, *further)
    assert same(on, too)
    assert not same(on, ends["fsdp"])
    rows = records(out)
    assert len(rows) == 3
    assert all(math.isfinite(row["policy/kl"]) for row in rows)
