"""Supervised training, expert iteration and preferences with a small real model, and their numbers by hand."""

from __future__ import annotations

import copy
import importlib
import math
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

import rlvr
from rlvr.agents.engine import Sampling
from rlvr.agents.models.decoder import Decoder
from rlvr.agents.models.decoder_config import DecoderConfig
from rlvr.agents.models.optimizer import OptimizerConfig
from rlvr.agents.models.sampler import SamplerEngine
from rlvr.agents.rollouts.config import RolloutConfig
from rlvr.agents.rollouts.export import pairs
from rlvr.agents.trajectory import Segment, Trajectory, Turn
from rlvr.agents.warm_up.examples import chat_segment
from rlvr.agents.warm_up.preferences import (
    PreferenceConfig,
    episode_log_probs,
    prefer,
    preference_losses,
)
from rlvr.agents.warm_up.rejection import RejectionConfig, expert_iteration, keep_right
from rlvr.agents.warm_up.supervised import SupervisedConfig, fine_tune, shuffled
from rlvr.generators.base import derive_seed
from rlvr.spec import mark
from rlvr.verifiers.base import Reason, Verdict

sys.path.insert(0, str(Path(__file__).parent))
scripted: Any = importlib.import_module("scripted")
CODEC = scripted.ByteCodec()


def model(seed: int = 0, width: int = 32) -> Decoder:
    config = DecoderConfig(
        vocabulary=260,
        width=width,
        layers=2,
        heads=2,
        key_heads=1,
        hidden=64,
        previous_embedding=True,
        tied=True,
    )
    return Decoder(config, seed)


def digits(count: int) -> list[rlvr.Task]:
    return [rlvr.get("digits").task(1, seed) for seed in range(count)]


def example(task: rlvr.Task, answer: str) -> Segment:
    chat = [{"role": "user", "content": task.prompt}, {"role": "assistant", "content": mark(answer, "tag")}]
    return chat_segment(CODEC, chat)


def small(steps: int, **more: Any) -> SupervisedConfig:
    return SupervisedConfig(steps=steps, optimizer=OptimizerConfig(rate=1e-2, warm_up=5), **more)


# ---- supervised ---------------------------------------------------------------------------------------------


def nats_by_hand(net: Decoder, segments: list[Segment]) -> float:
    """The mean over all policy tokens of -log softmax, one sequence at a time, from the logits of everything."""
    total, count = 0.0, 0
    for segment in segments:
        logits = net.logits(net(torch.tensor([segment.tokens])))[0]
        for place in range(1, len(segment)):
            if segment.policy[place]:
                total -= float(logits[place - 1].log_softmax(-1)[segment.tokens[place]])
                count += 1
    return total / count


def test_the_loss_is_the_mean_over_response_tokens() -> None:
    net, segments = model(), [example(task, "12345"[: i + 1]) for i, task in enumerate(digits(3))]
    want = nats_by_hand(net, segments)
    (step,) = fine_tune(net, segments, small(1, batch=3), seed=0)
    assert step.loss == pytest.approx(want, rel=1e-5)
    assert step.learnt == sum(len(mark("12345"[: i + 1], "tag")) + 1 for i in range(3))
    assert step.tokens == sum(map(len, segments))


@pytest.mark.parametrize("more", [{"part_tokens": 1}, {"part_tokens": 300}, {"packing": True}])
def test_the_cut_of_a_step_changes_nothing(more: dict[str, Any]) -> None:
    segments = [example(task, "1" * (i + 1)) for i, task in enumerate(digits(4))]

    def trained(**options: Any) -> tuple[list[float], torch.Tensor]:
        net = model()
        losses = [step.loss for step in fine_tune(net, segments, small(3, batch=4, **options), seed=0)]
        return losses, net.embedding.weight.detach()

    losses, weights = trained()
    again, other = trained(**more)
    assert again == pytest.approx(losses, rel=1e-4)
    torch.testing.assert_close(other, weights, atol=2e-3, rtol=0)
    same = trained()
    assert same[0] == losses  # bit for bit
    assert torch.equal(same[1], weights)


def test_it_learns_what_it_is_shown() -> None:
    net, tasks = model(), digits(4)
    segments = [example(task, task.answer) for task in tasks]
    losses = [step.loss for step in fine_tune(net, segments, small(60, batch=4), seed=0)]
    assert losses[0] > 3.0
    assert losses[-1] < 0.1


def test_batches_give_every_item_once_an_epoch() -> None:
    batches = shuffled(range(10), 3, seed=1)
    epochs = [[next(batches) for _ in range(3)] for _ in range(20)]
    for epoch in epochs:
        items = [item for batch in epoch for item in batch]
        assert len(set(items)) == 9
    assert epochs[0] != epochs[1]
    assert {item for epoch in epochs for batch in epoch for item in batch} == set(range(10))
    assert sorted(next(shuffled([1, 2], 5, seed=0))) == [1, 2]


def test_what_cannot_be_learnt_is_refused() -> None:
    with pytest.raises(ValueError, match="no examples"):
        next(fine_tune(model(), [], small(1), seed=0))
    with pytest.raises(ValueError, match="batch must be at least 1"):
        SupervisedConfig(batch=0)


# ---- expert iteration ---------------------------------------------------------------------------------------


def trajectory(task: rlvr.Task, text: str, *, sample: int = 0, stop: Any = "end") -> Trajectory:
    verdict = rlvr.verify(task, text)
    segment = chat_segment(
        CODEC, [{"role": "user", "content": task.prompt}, {"role": "assistant", "content": text}]
    )
    start = len(segment) - sum(segment.policy)
    turn = Turn(0, start, len(segment), text, float(verdict.passed), "", stop)
    return Trajectory(task, sample, [segment], [turn], verdict)


def test_what_is_kept() -> None:
    first, second = digits(2)
    right = [f"{word} {mark(first.answer, 'tag')}" for word in "abcd"]
    found = [
        trajectory(first, right[0]),
        trajectory(first, right[0], sample=1),  # the same text again
        trajectory(first, "no"),
        trajectory(first, right[1], stop="length"),  # did not end by itself
        trajectory(first, right[2]),
        trajectory(first, right[3]),  # one too many
        trajectory(second, mark(second.answer, "tag")),
        replace(trajectory(second, "y " + mark(second.answer, "tag")), ending="watchdog"),
        replace(trajectory(second, "x " + mark(second.answer, "tag")), verdict=Verdict(None, Reason.INFRA, "")),
    ]
    assert [t.actions[0] for t in keep_right(found, 2)] == [right[0], right[2], mark(second.answer, "tag")]


@pytest.mark.parametrize("restart", [False, True])
def test_expert_iteration_learns_from_its_own_right_answers(restart: bool) -> None:
    """A model that guesses between right and wrong answers ends up with the right ones; nobody showed it which."""
    net, tasks = model(), digits(3)
    guesses = [example(task, answer) for task in tasks for answer in (task.answer, "77", "99")]
    for _ in fine_tune(net, guesses, small(70, batch=9), seed=0):
        pass
    first = copy.deepcopy(net)
    engine = SamplerEngine(net, end_ids=CODEC.end_ids, max_context=320, max_slots=48)
    config = RejectionConfig(
        rounds=2,
        samples=16,
        keep=2,
        restart=restart,
        rollout=RolloutConfig(sampling=Sampling(max_tokens=32), lockstep=True),
        supervised=small(20, batch=6),
    )
    rounds = list(expert_iteration(net, engine, CODEC, lambda number: tasks, config, seed=1))
    assert rounds[0].pass_rate < 0.6
    assert rounds[-1].pass_rate > 0.85
    assert rounds[-1].solved == 1.0
    assert all(round.kept <= 6 for round in rounds)
    assert engine.version == 3
    # There is one right answer a task, so what was learnt last is known: from the first weights, or from later ones.
    for _ in fine_tune(
        first, [example(task, task.answer) for task in tasks], config.supervised, derive_seed("learn", 1, 1)
    ):
        pass
    assert torch.equal(first.embedding.weight, net.embedding.weight) == restart


def test_a_round_without_a_right_answer_learns_nothing() -> None:
    net, tasks = model(), digits(2)
    before = {name: value.clone() for name, value in net.state_dict().items()}
    engine = SamplerEngine(net, end_ids=CODEC.end_ids, max_context=320, max_slots=8)
    config = RejectionConfig(
        rounds=1, samples=2, rollout=RolloutConfig(sampling=Sampling(max_tokens=4), lockstep=True)
    )
    (round_,) = expert_iteration(net, engine, CODEC, lambda number: tasks, config, seed=1)
    assert (round_.pass_rate, round_.solved, round_.kept, round_.loss) == (0.0, 0.0, 0, None)
    assert all(torch.equal(before[name], value) for name, value in net.state_dict().items())


# ---- preferences --------------------------------------------------------------------------------------------


def test_preference_losses_by_hand() -> None:
    """Margins 0, 2 and -4 with beta 1/2: log 2, log(1 + exp(-1)), log(1 + exp(2))."""
    right, wrong = torch.tensor([1.0, 1.0, -3.0]), torch.tensor([1.0, -1.0, 1.0])
    want = [math.log(2), math.log1p(math.exp(-1)), math.log1p(math.exp(2))]
    assert preference_losses(right, wrong, 0.5).tolist() == pytest.approx(want, rel=1e-6)


def test_preference_gradient_by_hand() -> None:
    """-beta sigmoid(-beta margin) for the right one, the opposite for the wrong one."""
    right, wrong = torch.tensor([0.5], requires_grad=True), torch.tensor([-0.5], requires_grad=True)
    preference_losses(right, wrong, 2.0).sum().backward()
    slope = 2.0 / (1 + math.exp(2.0))
    assert right.grad is not None
    assert wrong.grad is not None
    assert (float(right.grad), float(wrong.grad)) == pytest.approx((-slope, slope))


def test_log_probabilities_of_episodes_are_sums_over_all_segments() -> None:
    net, task = model(), digits(1)[0]
    one, two = trajectory(task, "ab"), trajectory(task, "c")
    both = replace(one, segments=[*one.segments, *two.segments])
    found = episode_log_probs(net, [one, both, two])
    assert float(found[1]) == pytest.approx(float(found[0] + found[2]), rel=1e-5)
    assert float(found[0]) == pytest.approx(-3 * nats_by_hand(net, one.segments), rel=1e-5)  # a, b and the end
    with pytest.raises(ValueError, match="no tokens"):
        episode_log_probs(net, [replace(one, segments=[])])


def preferred() -> list[tuple[Trajectory, Trajectory]]:
    found = [trajectory(t, mark(answer, "tag")) for t in digits(4) for answer in (t.answer, "77")]
    return list(pairs(found))


def test_preferences_are_learnt_and_start_at_log_two() -> None:
    net, chosen = model(), preferred()
    assert len(chosen) == 4
    before = episode_log_probs(net, [right for right, _ in chosen]).detach()
    config = PreferenceConfig(beta=0.5, anchor=0.2, training=small(25, batch=4))
    steps = list(prefer(net, chosen, config, seed=0))
    anchor = -float((before / torch.tensor([right.length for right, _ in chosen])).mean())
    assert steps[0].loss == pytest.approx(math.log(2) + 0.2 * anchor, rel=1e-4)
    assert steps[0].margin == pytest.approx(0.0, abs=1e-4)
    assert steps[-1].accuracy == 1.0
    assert steps[-1].margin > 5.0
    after = episode_log_probs(net, [right for right, _ in chosen]).detach()
    assert (after > before).all()


def test_parts_and_a_reference_of_its_own() -> None:
    chosen = preferred()

    def losses(part_tokens: int, reference: Decoder | None) -> list[float]:
        config = PreferenceConfig(training=small(4, batch=4, part_tokens=part_tokens))
        return [step.loss for step in prefer(model(), chosen, config, seed=0, reference=reference)]

    whole = losses(10**6, None)
    assert losses(1, None) == pytest.approx(whole, rel=1e-4)
    assert losses(10**6, model()) == pytest.approx(whole, rel=1e-6)
    assert losses(10**6, model(seed=5))[0] != pytest.approx(math.log(2), rel=1e-4)


def test_nonsense_is_refused() -> None:
    with pytest.raises(ValueError, match="no pairs"):
        next(prefer(model(), [], PreferenceConfig(), seed=0))
    with pytest.raises(ValueError, match="beta"):
        PreferenceConfig(beta=0.0)
