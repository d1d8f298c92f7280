"""The demo's trainer: its parts on hand-computed numbers, and the whole path for a moment."""

from __future__ import annotations

import json
import math
from pathlib import Path
from random import Random

import pytest
import torch

import rlvr
from rlvr.agents import demo
from rlvr.agents.intervals import pass_at_k, stratified_bootstrap, wilson
from rlvr.agents.ladder import Ladder
from rlvr.agents.tiny.advantages import group_relative
from rlvr.agents.tiny.likelihood import response_log_probs
from rlvr.agents.tiny.loss import likelihood_loss, policy_loss
from rlvr.agents.tiny.model import Decoder, ModelConfig
from rlvr.agents.tiny.optimizer import Optimizer, orthogonal
from rlvr.agents.tiny.rollout import roll_out
from rlvr.agents.tiny.sampler import sample
from rlvr.agents.tiny.styles import STYLES, written
from rlvr.agents.tiny.tokenizer import END, Tokenizer

# Tests run side by side: more threads than cores would wait for one another most of the time.
torch.set_num_threads(1)


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    tasks = [rlvr.get("cipher").task(1, seed) for seed in range(200)]
    return Tokenizer.from_texts(text for task in tasks for text in (task.prompt, task.trace or ""))


@pytest.fixture(scope="module")
def model(tokenizer: Tokenizer) -> Decoder:
    torch.manual_seed(0)
    return Decoder(ModelConfig(len(tokenizer), width=48, layers=2, heads=4, key_heads=2, hidden=64))


def test_advantages_by_hand() -> None:
    rewards = torch.tensor([1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.5])
    groups = torch.tensor([0, 0, 0, 0, 1, 1, 2])
    found = group_relative(rewards, groups, epsilon=0.0)
    deviation = math.sqrt(3) / 4
    assert found[:4].tolist() == pytest.approx([0.75 / deviation, *[-0.25 / deviation] * 3])
    assert found[4:].tolist() == [0.0, 0.0, 0.0]  # equal rewards say nothing, nor does a group of one


def test_the_policy_loss_by_hand() -> None:
    old = torch.zeros(2, 2)
    new = torch.tensor([[math.log(1.5), 0.0], [math.log(0.5), 9.0]], requires_grad=True)
    mask = torch.tensor([[True, True], [True, False]])
    result = policy_loss(new, old, torch.tensor([1.0, -1.0]), mask)
    # 1.5 is clipped to 1.28 for a gain, 0.5 is clipped to 0.8 for a loss; the masked token does not count.
    assert float(result.loss.detach()) == pytest.approx(-(1.28 + 1.0 - 0.8) / 3)
    assert result.clipped == pytest.approx(2 / 3)
    result.loss.backward()  # type: ignore[no-untyped-call]
    assert new.grad is not None
    assert new.grad.tolist() == [[0.0, pytest.approx(-1 / 3)], [0.0, 0.0]]


def test_the_likelihood_loss_is_a_mean_over_tokens() -> None:
    log_probs = torch.tensor([[-1.0, -2.0], [-3.0, -9.0]])
    assert float(likelihood_loss(log_probs, torch.tensor([[True, True], [True, False]]))) == 2.0


def test_the_sampler_and_the_trainer_agree(model: Decoder, tokenizer: Tokenizer) -> None:
    prompts = [tokenizer.encode_prompt(rlvr.get("cipher").task(1, seed).prompt) for seed in range(3)]
    generator = torch.Generator().manual_seed(1)
    drawn = sample(model, prompts, samples=3, max_tokens=25, temperature=1.0, generator=generator)
    rows = [drawn.tokens[i, : drawn.lengths[i]].tolist() for i in range(9)]
    log_probs, mask = response_log_probs(model, [p for p in prompts for _ in range(3)], rows)
    width = min(log_probs.shape[1], drawn.log_probs.shape[1])
    apart = ((log_probs - drawn.log_probs[:, :width]) * mask)[:, :width].abs().max()
    assert float(apart.detach()) < 1e-4
    greedy = sample(model, prompts, samples=1, max_tokens=25, temperature=0.0)
    again = sample(model, prompts[:1], samples=1, max_tokens=25, temperature=0.0)  # alone, without filler
    assert greedy.rows()[0] == again.rows()[0]


def test_text_survives_the_tokenizer(tokenizer: Tokenizer) -> None:
    for seed in range(50):
        task = rlvr.get("cipher").task(1 + seed % 3, 1000 + seed)
        for text in (task.prompt, task.trace or ""):
            assert tokenizer.decode(tokenizer.encode(text)) == text
    assert tokenizer.decode(tokenizer.encode("naïve")) == "na\ufffdve"
    assert tokenizer.encode_response("A")[-1] == END


@pytest.mark.parametrize("style", STYLES)
def test_a_style_keeps_the_work_and_only_the_asked_one_is_paid(style: str) -> None:
    for seed in range(20):
        task = rlvr.get("derivative").task(1, seed)
        response = written(task, style)
        assert rlvr.verify(task, response).passed == (style == "asked")
        assert task.answer in response
        assert response.startswith((task.trace or "")[:20])


def test_a_step_of_reward_makes_the_paid_response_more_likely(tokenizer: Tokenizer) -> None:
    torch.manual_seed(0)
    learner = Decoder(ModelConfig(len(tokenizer), width=48, layers=2, heads=4, key_heads=2, hidden=64))
    optimizer = Optimizer(learner, matrix_rate=None, other_rate=1e-3, steps=5, warmup=1)
    prompt = tokenizer.encode_prompt("Say yes.")
    responses = [tokenizer.encode_response("yes"), tokenizer.encode_response("no")]

    def likelihoods() -> torch.Tensor:
        log_probs, mask = response_log_probs(learner, [prompt, prompt], responses)
        return (log_probs * mask).sum(1)

    before = likelihoods().detach()
    for _ in range(5):
        log_probs, mask = response_log_probs(learner, [prompt, prompt], responses)
        result = policy_loss(log_probs, log_probs.detach(), torch.tensor([1.0, -1.0]), mask)
        result.loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
    after = likelihoods().detach()
    assert after[0] > before[0]
    assert after[1] < before[1]


def test_muon_steps_are_orthogonal() -> None:
    torch.manual_seed(0)
    singular = torch.linalg.svdvals(orthogonal(torch.randn(2, 24, 40)))
    assert float(singular.min()) > 0.5
    assert float(singular.max()) < 1.5


def test_rollouts_are_paid_by_the_environment(model: Decoder, tokenizer: Tokenizer) -> None:
    tasks = [rlvr.get("cipher").task(1, seed) for seed in range(2)]
    rollouts = roll_out(model, tokenizer, tasks, samples=2, max_tokens=8)
    assert rollouts.rewards.tolist() == [0.0] * 4  # an untrained model knows nothing
    assert rollouts.groups.tolist() == [0, 0, 1, 1]


def test_the_ladder_rises_when_the_frontier_is_passed() -> None:
    ladder = Ladder(3, memory=0.5)
    ladder.record([(0, True)])
    assert (ladder.frontier, ladder.rate) == (0, 0.5)
    ladder.record([(1, True), (0, True)])  # other rungs do not count
    assert (ladder.frontier, ladder.rate) == (1, 0.0)
    assert {ladder.draw(Random(i)) for i in range(40)} == {0, 1, 2}


def test_intervals_agree_with_known_values() -> None:
    known = wilson([1.0] * 8 + [0.0] * 2)  # 8 of 10: the textbook interval
    assert (known.value, round(known.low, 4), round(known.high, 4)) == (0.8, 0.4902, 0.9433)
    assert wilson([0.0] * 5).low == 0.0
    spread = stratified_bootstrap([[0.0, 1.0] * 20, [1.0] * 40])
    assert spread.low < spread.value == 0.75 < spread.high
    assert pass_at_k(4, 1, 4) == 1.0
    assert pass_at_k(4, 1, 1) == 0.25
    with pytest.raises(ValueError, match="need 1 <= k"):
        pass_at_k(2, 1, 3)


def test_the_whole_demo_runs_for_a_moment(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = demo.main(["--quick", "--out", str(tmp_path), "--threads", "1"])
    assert json.loads((tmp_path / "demo.json").read_text()) == json.loads(json.dumps(record))
    assert (tmp_path / "demo-curve.png").read_bytes().startswith(b"\x89PNG")
    losses = record["warm_up_loss"]
    assert sum(losses[-5:]) < 0.8 * sum(losses[:5])
    assert len(record["training"]) == 3
    assert {lesson["env"] for lesson in record["lessons"]} == {"cipher", "derivative"}
    for lesson in record["lessons"]:
        for when in ("before", "after"):
            mean = lesson[when]["mean"]
            assert 0.0 <= mean["low"] <= mean["value"] <= mean["high"] <= 1.0
    shown = capsys.readouterr().out
    for text in ("correct", "no_answer", "unparsable", "Held-out pass rate"):
        assert text in shown


def test_training_and_held_out_tasks_are_of_different_splits() -> None:
    for lesson in demo.lessons():
        learnt = {
            lesson.task(rung, "learn", 0, i, split="train").fingerprint for rung in range(3) for i in range(30)
        }
        held_out = {
            lesson.task(rung, "held out", i, split="test").fingerprint for rung in range(3) for i in range(30)
        }
        assert not learnt & held_out
