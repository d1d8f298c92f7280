"""The gradient of the whole pipeline, from rewards to parameters, against exact gradients of small policies.

All samples of a small policy can be enumerated, so expectations are sums and every claim here is an identity.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

import pytest
import torch
from torch import Tensor

from rlvr.agents.learning.aggregate import Total, token_weights
from rlvr.agents.learning.algorithm import SELECTIVE, Algorithm
from rlvr.agents.learning.batch import Outcomes, TokenBatch
from rlvr.agents.learning.credit import assign
from rlvr.agents.learning.entropy import select
from rlvr.agents.learning.objective import policy_loss
from rlvr.agents.learning.presets import PRESETS, preset

# A policy that writes one token ("stop"), or two ("go", then one of two). Trajectories of unequal length are the
# point: an aggregation that divides by a length shows itself. Tokens are pairs (state, choice).
TRAJECTORIES = [[(0, 0)], [(0, 1), (1, 0)], [(0, 1), (1, 1)]]
REWARDS = [0.0, 1.0, 0.0]


def parameters() -> Tensor:
    return torch.tensor([[0.3, -0.2], [0.5, 0.1]], dtype=torch.float64, requires_grad=True)


def probability(theta: Tensor, trajectory: Sequence[tuple[int, int]]) -> Tensor:
    log_probs = theta.log_softmax(-1)
    return torch.stack([log_probs[state, choice] for state, choice in trajectory]).sum().exp()


def true_gradient(rewards: Sequence[float] = REWARDS) -> Tensor:
    """The gradient of the expected reward, by differentiating it."""
    theta = parameters()
    value = sum(probability(theta, t) * r for t, r in zip(TRAJECTORIES, rewards, strict=True))
    assert isinstance(value, Tensor)
    return torch.autograd.grad(value, theta)[0]


def step_gradient(algorithm: Algorithm, chosen: Sequence[int], rewards: Sequence[float]) -> Tensor:
    """What one step's loss would ascend, from one group of trajectories, on policy."""
    theta = parameters()
    tokens = [token for i in chosen for token in TRAJECTORIES[i]]
    owners = torch.tensor([n for n, i in enumerate(chosen) for _ in TRAJECTORIES[i]])
    lengths = torch.tensor([len(TRAJECTORIES[i]) for i in chosen])
    valid = torch.ones(len(chosen), dtype=torch.bool)
    outcomes = Outcomes(torch.tensor(rewards, dtype=torch.float64), torch.zeros_like(lengths), valid)
    credit = assign(outcomes, algorithm, owners)
    total = Total.of(lengths, valid, credit.magnitudes > 0, algorithm)
    states, choices = torch.tensor(tokens).T
    new = theta.log_softmax(-1)[states, choices]
    old = new.detach()
    weights = token_weights(owners, lengths, valid, algorithm, total).double()
    loss = policy_loss(TokenBatch(new, old, old, credit.tokens, owners, weights), algorithm).loss
    return -torch.autograd.grad(loss, theta)[0]


def expected_gradient(algorithm: Algorithm, size: int, rewards: Sequence[float] = REWARDS) -> Tensor:
    """The mean of `step_gradient` over every group of `size` that the policy can draw."""
    theta = parameters().detach()
    mean = torch.zeros_like(theta)
    for chosen in itertools.product(range(3), repeat=size):
        chance = torch.stack([probability(theta, TRAJECTORIES[i]) for i in chosen]).prod()
        mean += chance * step_gradient(algorithm, chosen, [rewards[i] for i in chosen])
    return mean


@pytest.mark.parametrize("size", [2, 3, 4])
def test_rloo_is_unbiased(size: int) -> None:
    got = expected_gradient(preset("rloo", fixed_length=1), size)
    torch.testing.assert_close(got, true_gradient(), atol=1e-7, rtol=1e-6)


@pytest.mark.parametrize("clip", ["none", "symmetric", "higher", "one_sided", "detached"])
def test_every_clip_of_tokens_is_the_policy_gradient_while_on_policy(clip: str) -> None:
    got = expected_gradient(preset("rloo", fixed_length=1, clip=clip), 2)
    torch.testing.assert_close(got, true_gradient(), atol=1e-7, rtol=1e-6)


@pytest.mark.parametrize("size", [2, 3])
def test_the_group_mean_shrinks_the_gradient_and_does_not_turn_it(size: int) -> None:
    """Its own reward is in the mean that is subtracted from it: a factor (G - 1) / G."""
    got = expected_gradient(preset("dr_grpo", fixed_length=1), size)
    torch.testing.assert_close(got, true_gradient() * (size - 1) / size, atol=1e-7, rtol=1e-6)


def test_no_baseline_is_unbiased_and_constants_do_not_matter() -> None:
    for baseline in (0.0, 0.5, 1.0):
        algorithm = preset("reinforce", centre="constant", baseline=baseline, fixed_length=1)
        torch.testing.assert_close(expected_gradient(algorithm, 2), true_gradient(), atol=1e-7, rtol=1e-6)


def test_means_over_lengths_are_another_gradient() -> None:
    """Dividing by the length of a trajectory, or by the tokens of the batch, turns the gradient."""
    truth = true_gradient()
    for aggregation in ("sequence", "token"):
        got = expected_gradient(preset("rloo", aggregation=aggregation), 2)
        cosine = torch.cosine_similarity(got.flatten(), truth.flatten(), dim=0)
        assert 0 < float(cosine) < 1 - 1e-4
    got = expected_gradient(preset("rloo", fixed_length=7), 2)
    torch.testing.assert_close(got, truth / 7, atol=1e-7, rtol=1e-6)


@pytest.mark.parametrize(("rho0", "rho1"), [(0.1, 0.2), (0.3, 0.0), (0.25, 0.75)])
def test_noise_of_constant_rates_only_scales_the_gradient(rho0: float, rho1: float) -> None:
    """A wrong answer passes with rate rho0 and a right one fails with rate rho1: the factor is 1 - rho0 - rho1."""
    algorithm = preset("rloo", fixed_length=1)
    theta = parameters().detach()
    mean = torch.zeros_like(theta)
    for chosen in itertools.product(range(3), repeat=2):
        chance = torch.stack([probability(theta, TRAJECTORIES[i]) for i in chosen]).prod()
        for seen in itertools.product((0.0, 1.0), repeat=2):
            for i, reward in zip(chosen, seen, strict=True):
                passes = 1 - rho1 if REWARDS[i] else rho0
                chance = chance * (passes if reward else 1 - passes)
            mean += chance * step_gradient(algorithm, chosen, seen)
            chance = torch.stack([probability(theta, TRAJECTORIES[i]) for i in chosen]).prod()
    torch.testing.assert_close(mean, (1 - rho0 - rho1) * true_gradient(), atol=1e-7, rtol=1e-6)


def test_rates_that_differ_turn_the_gradient_and_known_rates_turn_it_back() -> None:
    """One wrong answer fools the verifier, the other never: no scaling. (R - rho0) / (1 - rho0 - rho1) repairs it."""
    seen = [0.4, 1.0, 0.0]  # expected noisy rewards: the first trajectory passes wrongly with rate 0.4
    algorithm = preset("rloo", fixed_length=1)
    noisy = expected_gradient(algorithm, 2, seen)
    assert float(torch.cosine_similarity(noisy.flatten(), true_gradient().flatten(), dim=0)) < 0.99
    repaired = [(seen[0] - 0.4) / 0.6, seen[1], seen[2]]
    torch.testing.assert_close(expected_gradient(algorithm, 2, repaired), true_gradient(), atol=1e-7, rtol=1e-6)


def test_pass_at_k_ascends_pass_at_k() -> None:
    """Its expected gradient points where the chance that one of two is right grows."""
    theta = parameters()
    right = probability(theta, TRAJECTORIES[1])
    ascent = torch.autograd.grad(1 - (1 - right) ** 2, theta)[0]
    got = expected_gradient(Algorithm(pass_k=2, clip="none", aggregation="fixed", fixed_length=1), 4)
    assert float((got * ascent).sum()) > 0


def random_step(seed: int) -> tuple[Outcomes, dict[str, Tensor]]:
    generator = torch.Generator().manual_seed(seed)

    def normal(*shape: int) -> Tensor:
        return torch.randn(*shape, generator=generator, dtype=torch.float64)

    lengths = torch.randint(1, 6, (12,), generator=generator)
    owners = torch.repeat_interleave(torch.arange(12), lengths)
    count = len(owners)
    outcomes = Outcomes(
        rewards=torch.randint(0, 2, (12,), generator=generator).double(),
        groups=torch.arange(12) // 6,
        valid=torch.arange(12) != 5,
        # one turn for each token
        turn_rewards=normal(count),
        turn_trajectories=owners,
        turn_states=torch.randint(0, 6, (count,), generator=generator),
        kinds=torch.arange(12) % 2,
    )
    old = normal(count) - 2
    tensors = {
        "lengths": lengths,
        "owners": owners,
        "old": old,
        "sampled": old + 0.2 * normal(count),
        "new": old + 0.3 * normal(count),
        "entropies": normal(count).abs(),
        "reference": old + 0.5 * normal(count),
        "values": normal(count),
    }
    return outcomes, tensors


def loss_of(
    outcomes: Outcomes,
    tensors: dict[str, Tensor],
    algorithm: Algorithm,
    parts: Sequence[Sequence[int]],
    backward: Callable[[Tensor], None] | None = None,
) -> tuple[float, Tensor]:
    """The loss and the gradient for each token's log-probability, differentiated in parts (lists of trajectories)."""
    owners, lengths = tensors["owners"], tensors["lengths"]
    credit = assign(outcomes, algorithm, owners, torch.arange(len(owners)), tensors["values"])
    total = Total.of(lengths, outcomes.valid, credit.magnitudes > 0, algorithm)
    weights = token_weights(owners, lengths, outcomes.valid, algorithm, total).double()
    chosen = None
    if algorithm.entropy in SELECTIVE:
        chosen = select(tensors["old"], credit.tokens, tensors["entropies"], algorithm)
    new = tensors["new"].clone().requires_grad_()
    loss = 0.0
    for part in parts:
        at = torch.cat([(owners == i).nonzero()[:, 0] for i in part])
        result = policy_loss(
            TokenBatch(
                new[at],
                tensors["old"][at],
                tensors["sampled"][at],
                credit.tokens[at],
                torch.unique(owners[at], return_inverse=True)[1],
                weights[at],
                tensors["entropies"][at],
                tensors["reference"][at],
                tensors["values"][at],
                tensors["values"][at] + 0.1,
                None if credit.returns is None else credit.returns[at],
                None if chosen is None else chosen[at],
            ),
            algorithm,
        )
        result.loss.backward()
        loss += float(result.loss.detach())
    assert new.grad is not None
    return loss, new.grad


MORE = {
    "top": Algorithm(entropy="top", entropy_share=0.3, correction="truncated"),
    "clip_cov": Algorithm(entropy="clip_cov", cov_share=0.1, correction="masked"),
    "clip_cov_band": Algorithm(entropy="clip_cov_band", cov_share=0.2, cov_low=-0.5, cov_high=1.0),
    "kl_cov": Algorithm(entropy="kl_cov", cov_share=0.2, entropy_weight=1.0, clip="one_sided", clip_dual=3.0),
    "bonus": Algorithm(entropy="bonus", entropy_weight=0.1, kl="k2", kl_weight=0.3),
}


@pytest.mark.parametrize("name", [*PRESETS, *MORE])
def test_a_step_may_be_cut_anyhow(name: str) -> None:
    """Micro-batches, in any order, give the loss and the gradient of the whole step."""
    algorithm = PRESETS.get(name) or MORE[name]
    outcomes, tensors = random_step(3)
    whole = loss_of(outcomes, tensors, algorithm, [range(12)])
    assert whole[1].abs().sum() > 0
    for parts in ([[i] for i in range(12)], [[11, 2, 0], [1, 3, 4, 5, 6], [7, 8, 9, 10]]):
        cut = loss_of(outcomes, tensors, algorithm, parts)
        assert cut[0] == pytest.approx(whole[0], abs=1e-9)
        torch.testing.assert_close(cut[1], whole[1], atol=1e-9, rtol=1e-9)


@pytest.mark.parametrize("name", [*PRESETS, *MORE])
def test_masked_trajectories_have_no_gradient_and_no_influence(name: str) -> None:
    algorithm = PRESETS.get(name) or MORE[name]
    outcomes, tensors = random_step(4)
    gradient = loss_of(outcomes, tensors, algorithm, [range(12)])[1]
    masked = tensors["owners"] == 5
    assert not gradient[masked].any()
    if algorithm.entropy in ("clip_cov", "clip_cov_band", "kl_cov", "top"):
        return  # the shares of tokens are of all that are handed in
    outcomes.rewards[5] = 1e6
    again = loss_of(outcomes, tensors, algorithm, [range(12)])[1]
    torch.testing.assert_close(again[~masked], gradient[~masked], atol=1e-9, rtol=1e-9)


def test_two_ranks_add_up() -> None:
    """Each process knows its own trajectories and the total of both."""
    outcomes, tensors = random_step(6)
    owners, lengths = tensors["owners"], tensors["lengths"]
    for algorithm in (Algorithm(scale="none"), preset("dr_grpo"), preset("grpo"), preset("gpg")):
        credit = assign(outcomes, algorithm, owners)
        used = credit.magnitudes > 0
        whole = Total.of(lengths, outcomes.valid, used, algorithm)
        halves = [slice(0, 8), slice(8, 12)]
        totals = [Total.of(lengths[h], outcomes.valid[h], used[h], algorithm) for h in halves]
        assert totals[0] + totals[1] == whole
        together = token_weights(owners, lengths, outcomes.valid, algorithm, whole)
        apart = [
            token_weights(
                owners[(owners >= h.start) & (owners < h.stop)] - h.start,
                lengths[h],
                outcomes.valid[h],
                algorithm,
                whole,
            )
            for h in halves
        ]
        assert torch.equal(torch.cat(apart), together)
