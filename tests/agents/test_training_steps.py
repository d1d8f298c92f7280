"""What a step of a training run learns from, and what it does not."""

from __future__ import annotations

import math
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor
from training_runs import QUIET, RANDOM, config, same, weights

from rlvr.agents.config import TaskConfig, TrainConfig
from rlvr.agents.experience import experience
from rlvr.agents.learning.presets import PRESETS
from rlvr.agents.rollouts.collector import Collector, RolloutError
from rlvr.agents.rollouts.rescore import rescore
from rlvr.agents.set_up import Run, set_up
from rlvr.agents.task_source import Prompt
from rlvr.agents.train import run as train
from rlvr.agents.trainer import REFILLS
from rlvr.agents.trajectory import Group

pytestmark = pytest.mark.usefixtures("without_plots")


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
    magnitudes = run.trainer.learner.constants_of(found).magnitudes
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
    fixed = run.trainer.learner.constants_of(found)

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
