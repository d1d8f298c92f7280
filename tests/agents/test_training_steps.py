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

import rlvr
from rlvr.agents.config import TaskConfig, TrainConfig
from rlvr.agents.curricula.base import Arm, Draw
from rlvr.agents.experience import experience, left_out
from rlvr.agents.learning.divergence import divergence
from rlvr.agents.learning.presets import PRESETS
from rlvr.agents.learnt_notes import note_learning
from rlvr.agents.models import optimizer_state
from rlvr.agents.models.likelihood import token_statistics
from rlvr.agents.models.load import load_codec
from rlvr.agents.models.optimizer import Optimizer
from rlvr.agents.rollouts.collector import Collector, RolloutError
from rlvr.agents.rollouts.index import TrajectoryIndex
from rlvr.agents.rollouts.rescore import rescore
from rlvr.agents.rollouts.storage import read_trajectories
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


def kept(optimizer: Optimizer) -> tuple[int, dict[str, Tensor]]:
    """All that a run goes on with, as it is now."""
    return optimizer.count, {name: each.clone() for name, each in optimizer_state.tensors(optimizer).items()}


def put_back(optimizer: Optimizer, state: tuple[int, dict[str, Tensor]]) -> None:
    """Have a run go on with what was kept."""
    count, tensors = state
    optimizer_state.expect(optimizer, tensors.keys())
    for name, each in optimizer_state.tensors(optimizer).items():
        each.copy_(tensors[name])
    optimizer_state.took_over(optimizer, count)


def learnt(run: Run, groups: Sequence[Group], returns: Sequence[Sequence[float]]) -> dict[str, Tensor]:
    """The weights after one step on some groups; the run itself stays as it is."""
    state = kept(run.optimizer)
    found = experience(groups, returns, run.trainer.algorithm, run.collector.config)
    run.trainer.learner.improve(found, 0)
    after = weights(run)
    put_back(run.optimizer, state)
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
    whole_step = run.trainer.learner.config
    for cut in (
        {"chunk_tokens": 1},
        {"chunk_tokens": 200},
        {"packing": 300},
        {"packing": 90, "chunk_tokens": 250},
        {"packing": 0},
        {"packing": 0, "share_prompts": False, "chunk_tokens": 300},
        {"share_prompts": False},
    ):
        run.trainer.learner.config = replace(whole_step, **cut)
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


def by_hand(run: Run, groups: Sequence[Group]) -> dict[str, float]:
    """Mean entropy and divergence from the sampler over all that was drawn, a sequence at a time."""
    segments = [
        segment
        for group in groups
        for each in group.trajectories
        for segment in each.segments
        if any(segment.policy)
    ]
    entropies: list[Tensor] = []
    distances: list[Tensor] = []
    with torch.no_grad():
        for segment in segments:
            found = token_statistics(run.model, [segment.tokens], [segment.policy], entropy=True)
            assert found.entropies is not None
            sampled = torch.tensor(
                [p for p, mine in zip(segment.log_probs, segment.policy, strict=True) if mine]
            )
            entropies.append(found.entropies)
            distances.append(divergence(sampled, found.log_probs, "k3"))
    return {
        "policy/entropy_all": float(torch.cat(entropies).mean()),
        "policy/kl_all": float(torch.cat(distances).mean()),
    }


@pytest.mark.parametrize(
    "settings",
    [
        ["preset=dr_grpo"],
        ["preset=dapo", "prompts=2"],
        ["preset=dr_grpo", "epochs=2", "minibatches=1", "chunk_tokens=150"],
        ["preset=grpo"],
    ],
)
def test_entropy_and_divergence_are_of_all_rollouts(settings: list[str], model: Path, tmp_path: Path) -> None:
    """Of a group with equal rewards, of one that was replaced and of one that could not be scored, too."""
    run = set_up(config(model, tmp_path, RANDOM, *settings), console=QUIET)
    trainer = run.trainer
    run.begin()
    count = 0

    def some(group: Group, rng: Any) -> list[float]:
        nonlocal count
        count += 1
        if count % 3 == 0:
            group.trajectories[0].ending = "infra"
        # What the sampler told is spoilt, each time otherwise, so that the divergences differ.
        for each in group.trajectories:
            for segment in each.segments:
                segment.log_probs = [p - 0.1 * (count % 5) if p else 0.0 for p in segment.log_probs]
        return [float(count % 2 and i == 1) for i in range(len(group.trajectories))]

    trainer.reward = some
    wanted: dict[str, float] = {}
    improve = trainer.learner.improve

    def before(*arguments: Any) -> Any:
        wanted.update(by_hand(run, trainer.groups))
        return improve(*arguments)

    trainer.learner.improve = before  # type: ignore[method-assign]
    record = trainer.step()
    assert record["rollout/used"] < 0.75
    assert {name: record[name] for name in wanted} == pytest.approx(wanted, rel=1e-4)
    if settings != ["preset=grpo"]:  # with a reference all that is valid has a gradient
        assert record["policy/entropy"] != pytest.approx(wanted["policy/entropy_all"], rel=1e-4)
    assert record["policy/kl"] != pytest.approx(wanted["policy/kl_all"], rel=1e-3)
    assert ("policy/reference_kl_all" in record) == ("policy/reference_kl" in record)


def test_what_is_watched_is_not_learnt_from(model: Path, tmp_path: Path) -> None:
    run = set_up(config(model, tmp_path, RANDOM), console=QUIET)
    groups, returns = played(run)
    found = experience(groups[:2], returns[:2], run.trainer.algorithm, run.collector.config)
    before, state = weights(run), kept(run.optimizer)
    ends = []
    for aside in ([], left_out(groups, groups[:2], run.trainer.algorithm)):
        with torch.no_grad():
            for name, each in run.model.named_parameters():
                each.copy_(before[name])
        put_back(run.optimizer, state)
        run.trainer.learner.improve(found, 0, aside)
        ends.append(weights(run))
    assert same(*ends)
    assert not same(before, ends[0])


def test_a_step_without_anything_to_learn_tells_its_entropy_all_the_same(model: Path, tmp_path: Path) -> None:
    run = set_up(config(model, tmp_path, RANDOM), console=QUIET)
    run.begin()
    run.trainer.reward = lambda group, rng: [0.0] * len(group.trajectories)
    record = run.trainer.step()
    assert "policy/entropy" not in record
    assert record["policy/entropy_all"] > 0


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
    found = experience(groups, returns, run.trainer.algorithm, run.collector.config)
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


def test_what_a_hint_helped_to_write_is_learnt_without_it(model: Path, tmp_path: Path) -> None:
    """Guide's ratio: the model's probability on the plain prompt, over the sampler's on the hinted one."""
    switches = ["preset=gspo", "algorithm={hint_ratio: true, clip: higher, clip_low: 0.2, clip_high: 0.3}"]
    run = set_up(config(model, tmp_path, RANDOM, *switches), console=QUIET)
    run.begin()
    arm = Arm("linear-systems", 1)
    tasks = [rlvr.get(arm.env).task(1, seed, split="train") for seed in (0, 1)]
    prompts = [Prompt(task, 3, Draw(arm, hint=hint)) for task, hint in zip(tasks, (0.5, 0.0), strict=True)]
    groups = run.trainer.noted(run.trainer.play(prompts, 0, 0), [])
    returns = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]
    found = experience(groups, returns, run.trainer.algorithm, run.collector.config)

    codec, rows, sampled = run.codec, [], []
    for group in groups:
        for each in group.trajectories:
            (segment,) = each.segments
            drawn = segment.tokens[segment.policy.index(True) :]  # one turn, so all that follows was drawn
            plain = codec.begin([{"role": "user", "content": each.task.prompt}])
            rows.append([*plain, *drawn])
            sampled += segment.log_probs[-len(drawn) :]
            assert (segment.tokens == rows[-1]) == ("hint" not in each.extra)
    assert [row.segment.tokens for row in found.rows] == rows
    assert found.sampled.tolist() == pytest.approx(sampled)

    learner = run.trainer.learner
    assert learner.constants_of(found).tokens["old_log_probs"].tolist() == pytest.approx(sampled)
    ours = learner.everywhere(run.model, found.rows)[0].detach()
    expected = []
    for row, place in zip(rows, found.rows, strict=True):
        with torch.no_grad():
            logits = run.model.logits(run.model.hidden(torch.tensor([row])))[0].log_softmax(-1)
        drawn = range(len(row) - (place.end - place.start), len(row))
        expected += [float(logits[i - 1, row[i]]) for i in drawn]
    assert ours.tolist() == pytest.approx(expected, abs=1e-4)
    ratios = (ours - found.sampled).exp()
    hinted = sum(row.end - row.start for row in found.rows[:3])
    assert float((ratios[:hinted] - 1).abs().max()) > 0.01
    assert ratios[hinted:].tolist() == pytest.approx([1.0] * (len(ratios) - hinted), abs=1e-4)
    metrics, _ = learner.improve(found, 0)
    assert metrics["policy/ratio_max"] == pytest.approx(float(ratios.max()), rel=1e-3)


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
    found = experience(groups, returns, run.trainer.algorithm, run.collector.config)
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
    assert fixed.tokens["advantages"].tolist() == pytest.approx(expected, abs=1e-3)
    assert len(set(expected)) > len(found.lengths)  # turns of one trajectory differ
    run.trainer.learner.improve(found, 0)
    assert all(bool(each.isfinite().all()) for each in weights(run).values())


def test_a_game_of_many_short_turns_is_not_overlong(model: Path, tmp_path: Path) -> None:
    settings = ["tasks.envs=[mastermind]", "tasks.levels=[1,1]", "preset=dapo", "prompts=1"]
    run = set_up(config(model, tmp_path, RANDOM, *settings), console=QUIET)
    (group,) = run.trainer.noted(run.trainer.play(run.trainer.source.prompts(0, 0, 1), 0, 0), [])
    longest = [max(turn.end - turn.start for turn in each.turns) for each in group.trajectories]
    drawn = [each.length for each in group.trajectories]
    assert max(drawn) > 24
    rollouts = run.collector.config

    def penalties(max_tokens: int, **budgets: Any) -> list[float]:
        zeros = [[0.0] * len(group.trajectories)]
        budget = replace(rollouts, sampling=replace(rollouts.sampling, max_tokens=max_tokens), **budgets)
        found = experience([group], zeros, run.trainer.algorithm, budget)
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


def test_what_was_learnt_is_noted_in_the_trajectories_that_are_kept(model: Path, tmp_path: Path) -> None:
    run = train(config(model, tmp_path, RANDOM, "steps=2", "preset=dr_grpo"), console=QUIET)
    kept = list(read_trajectories(tmp_path / "trajectories"))
    assert len(kept) == 2 * 4 * 4
    for number, each in enumerate(kept):
        assert each.extra["step"] == 1 + number // 16
        assert each.extra["used"]
        assert each.extra["model"] == str(model)
        # Dr. GRPO: the return less the mean of the group
        group = kept[number // 4 * 4 : number // 4 * 4 + 4]
        mean = sum(other.extra["return"] for other in group) / 4
        assert each.extra["advantages"] == pytest.approx(
            [each.extra["return"] - mean] * len(each.turns), abs=1e-6
        )
    assert load_codec(tmp_path / "tokenizer").end_ids == run.codec.end_ids
    with TrajectoryIndex(tmp_path / "trajectories") as index:
        assert index.count(step=2) == 16
        assert [index.read(row.number) for row in index.page(limit=99)] == kept


def test_trajectories_that_are_left_out_are_noted_as_such(model: Path, tmp_path: Path) -> None:
    run = set_up(
        config(model, tmp_path, RANDOM, "algorithm.mask_cut=true", "sampling.max_tokens=2"), console=QUIET
    )
    run.begin()
    run.trainer.step()
    trainer = run.trainer
    note_learning(trainer.groups, trainer.shaped, trainer.learnt, trainer.learner.advantages)
    episodes = [each for group in run.trainer.groups for each in group.trajectories]
    assert [each.extra["used"] for each in episodes] == [not each.cut for each in episodes]
    assert any(each.cut for each in episodes)
    assert all(("advantages" in each.extra) == each.extra["used"] for each in episodes)
