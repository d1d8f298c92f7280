"""The objective, one switch at a time, on tensors computed by hand; where gradients must and must not be."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
import torch
from torch import Tensor

from rlvr.agents.learning.aggregate import Total, token_weights
from rlvr.agents.learning.algorithm import SELECTIVE, Algorithm
from rlvr.agents.learning.batch import TokenBatch
from rlvr.agents.learning.correction import correction_weights
from rlvr.agents.learning.divergence import divergence, reward_penalties
from rlvr.agents.learning.entropy import covariances, select
from rlvr.agents.learning.objective import Losses, policy_loss
from rlvr.agents.learning.presets import preset


def logs(*probabilities: float) -> Tensor:
    return torch.tensor(probabilities, dtype=torch.float64).log()


def batch(
    ratios: list[float], advantages: list[float], sequences: list[int] | None = None, **more: Tensor
) -> TokenBatch:
    """Tokens with old probability 1/4 and the given ratios; each has weight 1."""
    old = logs(*[0.25] * len(ratios))
    return TokenBatch(
        log_probs=(old + logs(*ratios)).requires_grad_(),
        old_log_probs=old,
        sampled_log_probs=more.pop("sampled_log_probs", old),
        advantages=torch.tensor(advantages, dtype=torch.float64),
        sequences=torch.tensor(sequences or list(range(len(ratios)))),
        weights=torch.ones(len(ratios), dtype=torch.float64),
        **more,
    )


def run(tokens: TokenBatch, algorithm: Algorithm) -> tuple[Losses, list[float]]:
    """The losses, and the gradient of what is *maximised* for each log-probability."""
    if algorithm.entropy in SELECTIVE and tokens.selected is None:  # the batch is the whole step
        chosen = select(tokens.old_log_probs, tokens.advantages, tokens.entropies, algorithm)
        tokens = replace(tokens, selected=chosen)
    losses = policy_loss(tokens, algorithm)
    losses.loss.backward()
    assert tokens.log_probs.grad is not None
    return losses, (-tokens.log_probs.grad).tolist()


# A ratio of each kind against both signs of the advantage: below, inside, above.
RATIOS = [0.5, 1.0, 1.25, 1.5, 0.5, 0.9, 1.5, 5.0]
SIGNS = [1.0, 1.0, 1.0, 1.0, -1.0, -1.0, -1.0, -1.0]


@pytest.mark.parametrize(
    ("switches", "objective", "gradient"),
    [
        # A log p: the ratio plays no part.
        ({"clip": "none"}, [s * math.log(0.25 * r) for s, r in zip(SIGNS, RATIOS, strict=True)], SIGNS),
        # 0.8 to 1.2. A > 0: min(r, 1.2); A < 0: -max(r, 0.8). The gradient of r A is r A, or nothing where clipped.
        (
            {"clip": "symmetric", "clip_low": 0.2, "clip_high": 0.9},  # clip_high is not looked at
            [0.5, 1.0, 1.2, 1.2, -0.8, -0.9, -1.5, -5.0],
            [0.5, 1.0, 0.0, 0.0, 0.0, -0.9, -1.5, -5.0],
        ),
        # 0.8 to 1.28: 1.25 is inside now.
        (
            {"clip": "higher", "clip_low": 0.2, "clip_high": 0.28},
            [0.5, 1.0, 1.25, 1.28, -0.8, -0.9, -1.5, -5.0],
            [0.5, 1.0, 1.25, 0.0, 0.0, -0.9, -1.5, -5.0],
        ),
        # As before, and r is bounded by 3 where A < 0.
        (
            {"clip": "higher", "clip_dual": 3.0},
            [0.5, 1.0, 1.25, 1.28, -0.8, -0.9, -1.5, -3.0],
            [0.5, 1.0, 1.25, 0.0, 0.0, -0.9, -1.5, 0.0],
        ),
        # Only from above: a bad token that has become unlikely keeps its (small) gradient.
        (
            {"clip": "one_sided"},
            [0.5, 1.0, 1.25, 1.28, -0.5, -0.9, -1.5, -5.0],
            [0.5, 1.0, 1.25, 0.0, -0.5, -0.9, -1.5, -5.0],
        ),
        (
            {"clip": "one_sided", "clip_dual": 3.0},
            [0.5, 1.0, 1.25, 1.28, -0.5, -0.9, -1.5, -3.0],
            [0.5, 1.0, 1.25, 0.0, -0.5, -0.9, -1.5, 0.0],
        ),
        # Weight min(r, 1.28) on A log p: every token keeps a gradient.
        (
            {"clip": "detached"},
            [min(r, 1.28) * s * math.log(0.25 * r) for s, r in zip(SIGNS, RATIOS, strict=True)],
            [0.5, 1.0, 1.25, 1.28, -0.5, -0.9, -1.28, -1.28],
        ),
    ],
)
def test_clips_by_hand(switches: dict[str, object], objective: list[float], gradient: list[float]) -> None:
    losses, got = run(batch(RATIOS, SIGNS), Algorithm(**switches))  # type: ignore[arg-type]
    assert float(losses.loss) == pytest.approx(-sum(objective))
    assert got == pytest.approx(gradient, abs=1e-12)
    assert [g == 0.0 for g in got] == [g == 0.0 for g in gradient]  # exactly zero
    if switches["clip"] not in ("none", "detached"):
        assert float(losses.metrics.sums["policy/clipped"]) == gradient.count(0.0)
    assert float(losses.metrics.ratio_max) == pytest.approx(5.0)


def test_ratios_are_bounded_before_anything_else() -> None:
    """StableReinforce: log r within ln 1000 on both sides, here within ln 2; beyond it no gradient."""
    ratios, signs = [0.25, 1.5, 4.0, 4.0], [1.0, 1.0, 1.0, -1.0]
    losses, gradient = run(
        batch(ratios, signs), Algorithm(clip="one_sided", clip_high=9.0, log_ratio_limit=math.log(2))
    )
    assert float(losses.loss) == pytest.approx(-(0.5 + 1.5 + 2.0 - 2.0))
    assert gradient == pytest.approx([0.0, 1.5, 0.0, 0.0], abs=1e-6)
    assert float(losses.metrics.ratio_max) == pytest.approx(2.0)


def test_clip_of_sequences_by_hand() -> None:
    """Two sequences. Ratios 2 and 1/2: mean logarithm 0, s = 1, inside. Ratios 1.1 and 1.1: s = 1.1, above 1 + 4e-4."""
    tokens = batch([2.0, 0.5, 1.1, 1.1], [1.0, 1.0, 1.0, 1.0], [0, 0, 1, 1])
    losses, gradient = run(tokens, Algorithm(clip="sequence", clip_low=3e-4, clip_high=4e-4))
    assert float(losses.loss) == pytest.approx(-(1 + 1 + 1.0004 + 1.0004))
    assert gradient == pytest.approx([1.0, 1.0, 0.0, 0.0])
    assert float(losses.metrics.sums["policy/clipped"]) == 2
    # With a bad advantage nothing holds the second sequence back.
    tokens = batch([2.0, 0.5, 1.1, 1.1], [1.0, 1.0, -2.0, -2.0], [0, 0, 1, 1])
    _, gradient = run(tokens, Algorithm(clip="sequence", clip_low=3e-4, clip_high=4e-4))
    assert gradient == pytest.approx([1.0, 1.0, -2.2, -2.2])


def test_the_gradient_of_sequence_clipping_is_that_of_the_paper() -> None:
    """GSPO: mean over sequences of min(s A, clip(s) A) with s = (new / old) ** (1 / length), differentiated as is."""
    torch.manual_seed(0)
    lengths, advantage = [3, 5, 2], torch.tensor([0.7, -1.3, 2.0], dtype=torch.float64)
    sequences = torch.repeat_interleave(torch.arange(3), torch.tensor(lengths))
    old = torch.randn(10, dtype=torch.float64) - 2
    new = (old + 0.3 * torch.randn(10, dtype=torch.float64)).requires_grad_()
    algorithm = preset("gspo", clip_low=0.1, clip_high=0.1)
    weights = 1 / (3 * torch.tensor(lengths, dtype=torch.float64))[sequences]
    ours = policy_loss(TokenBatch(new, old, old, advantage[sequences], sequences, weights), algorithm).loss
    s = torch.stack([(new - old)[sequences == i].mean().exp() for i in range(3)])
    theirs = -torch.minimum(s * advantage, s.clamp(0.9, 1.1) * advantage).mean()
    assert float(ours) == pytest.approx(float(theirs))
    assert torch.allclose(*(torch.autograd.grad(each, new)[0] for each in (ours, theirs)))


def test_divergence_estimators_by_hand() -> None:
    """Policy 1/2, reference 1/4: d = -log 2. k1 = log 2, k2 = log(2)^2 / 2, k3 = 1/2 + log 2 - 1."""
    policy, reference = logs(0.5), logs(0.25)
    assert float(divergence(policy, reference, "k1")) == pytest.approx(math.log(2))
    assert float(divergence(policy, reference, "k2")) == pytest.approx(math.log(2) ** 2 / 2)
    assert float(divergence(policy, reference, "k3")) == pytest.approx(math.log(2) - 0.5)
    penalties = reward_penalties(policy, reference, Algorithm(kl="k1", kl_place="reward", kl_weight=0.1))
    assert float(penalties) == pytest.approx(0.1 * math.log(2))


def test_values_and_gradients_of_the_estimators_over_all_tokens() -> None:
    """In expectation over the policy's own tokens: k1 and k3 are KL(p, q); as losses, the gradient of k1 vanishes, that
    of k2 is the gradient of KL(p, q) and that of k3 is the gradient of KL(q, p)."""
    torch.manual_seed(1)
    logits = torch.randn(6, dtype=torch.float64, requires_grad=True)
    q = torch.randn(6, dtype=torch.float64).log_softmax(-1)
    p = logits.log_softmax(-1)
    forward, reverse = (p.exp() * (p - q)).sum(), (q.exp() * (q - p)).sum()
    kl = {name: (p.detach().exp() * divergence(p, q, name)).sum() for name in ("k1", "k2", "k3")}  # type: ignore[arg-type]
    assert float(kl["k1"]) == pytest.approx(float(forward))
    assert float(kl["k3"]) == pytest.approx(float(forward))

    def gradient(value: Tensor) -> Tensor:
        return torch.autograd.grad(value, logits, retain_graph=True)[0]

    assert torch.allclose(gradient(kl["k1"]), torch.zeros(6, dtype=torch.float64), atol=1e-12)
    assert torch.allclose(gradient(kl["k2"]), gradient(forward))
    assert torch.allclose(gradient(kl["k3"]), gradient(reverse))


@pytest.mark.parametrize("ratio", [0.5, 1.0, 1.5])
def test_the_divergence_is_not_multiplied_by_the_ratio_as_trl_does_on_demand(ratio: float) -> None:
    """TRL's ``use_bias_correction_kl``, off there, too: r k3 instead of k3. At r = 1 its gradient is that of k2."""
    reference = logs(0.5)
    ours = {}
    for estimator in ("k2", "k3"):
        tokens = batch([ratio], [0.0], reference_log_probs=reference)
        algorithm = Algorithm(kl=estimator, kl_weight=1.0, clip="none")  # type: ignore[arg-type]
        ours[estimator] = run(tokens, algorithm)
    log_probs = (logs(0.25) + math.log(ratio)).requires_grad_()
    plain = divergence(log_probs, reference, "k3")
    corrected = (log_probs - logs(0.25)).exp() * plain
    corrected.sum().backward()
    assert float(ours["k3"][0].loss) == pytest.approx(float(plain))
    assert log_probs.grad is not None
    if ratio == 1.0:
        assert (-log_probs.grad).tolist() == pytest.approx(ours["k2"][1])
        assert ours["k2"][1] != pytest.approx(ours["k3"][1])
    else:
        assert float(ours["k3"][0].loss) != pytest.approx(float(corrected))


def test_divergence_in_the_loss() -> None:
    tokens = batch([1.0, 1.0], [0.0, 0.0], reference_log_probs=logs(0.5, 0.125))
    losses, gradient = run(tokens, Algorithm(kl="k3", kl_weight=0.1))
    # d = log 2 and -log 2: k3 = 1 - log 2 and log 2 - 1/2; its gradient is 1 - exp(d) = -1 and 1/2.
    assert float(losses.terms["kl"]) == pytest.approx(0.1 * 0.5)
    assert gradient == pytest.approx([0.1, -0.05])
    assert losses.metrics.means()["policy/reference_kl"] == pytest.approx(0.25)
    placed = policy_loss(tokens, Algorithm(kl="k3", kl_place="reward", kl_weight=0.1))
    assert "kl" not in placed.terms


def test_corrections_by_hand() -> None:
    """The trainer finds the tokens 4, 1 and 1/4 times as likely as the engine did."""
    sampled = logs(1 / 16, 1 / 4, 1)
    tokens = batch([1.0, 1.0, 1.0], [1.0, 1.0, 1.0], sampled_log_probs=sampled)
    for correction, want in {"none": [1, 1, 1], "truncated": [2, 1, 0.25], "masked": [0, 1, 0]}.items():
        algorithm = Algorithm(correction=correction, correction_cap=2.0)  # type: ignore[arg-type]
        _, gradient = run(replace(tokens, log_probs=tokens.log_probs.detach().requires_grad_()), algorithm)
        assert gradient == pytest.approx(want)


def test_corrections_have_no_gradient() -> None:
    old = logs(0.5).requires_grad_()
    for correction in ("truncated", "masked"):
        algorithm = Algorithm(correction=correction)  # type: ignore[arg-type]
        assert not correction_weights(old, logs(0.4), algorithm).requires_grad


def test_correction_leaves_the_divergence_alone() -> None:
    tokens = batch([1.0], [0.0], sampled_log_probs=logs(1 / 400), reference_log_probs=logs(0.5))
    algorithm = Algorithm(kl="k3", kl_weight=1.0, correction="masked")
    assert float(policy_loss(tokens, algorithm).loss) == pytest.approx(1 - math.log(2))


def test_entropy_bonus() -> None:
    entropies = torch.tensor([0.5, 1.5], dtype=torch.float64, requires_grad=True)
    tokens = batch([1.0, 1.0], [0.0, 0.0], entropies=entropies)
    losses = policy_loss(
        replace(tokens, weights=tokens.weights / 2), Algorithm(entropy="bonus", entropy_weight=0.01)
    )
    assert float(losses.loss) == pytest.approx(-0.01 * 1.0)  # mean entropy 1
    losses.loss.backward()
    assert entropies.grad is not None
    assert entropies.grad.tolist() == pytest.approx([-0.005, -0.005])


def test_only_the_most_undecided_tokens() -> None:
    entropies = torch.tensor([0.1, 2.0, 0.3, 1.0, 0.2], dtype=torch.float64)
    tokens = batch([1.0] * 5, [1.0] * 5, entropies=entropies, reference_log_probs=logs(*[0.5] * 5))
    algorithm = Algorithm(entropy="top", entropy_share=0.4, kl="k2", kl_weight=1.0)
    _, gradient = run(tokens, algorithm)
    # The divergence (k2: gradient d = log 2) stays on all of them.
    assert gradient == pytest.approx([a + math.log(2) for a in (0, 1, 0, 1, 0)])


def test_all_but_the_most_undecided_tokens() -> None:
    """The control of 80/20: what the top share does not have, and nothing of it."""
    entropies = torch.tensor([0.1, 2.0, 0.3, 1.0, 0.2], dtype=torch.float64)
    top, bottom = (
        run(batch([1.0] * 5, [1.0] * 5, entropies=entropies), Algorithm(entropy=which, entropy_share=0.4))[1]  # type: ignore[arg-type]
        for which in ("top", "bottom")
    )
    assert top == pytest.approx([0, 1, 0, 1, 0])
    assert bottom == pytest.approx([1, 0, 1, 0, 1])


def test_covariance_by_hand() -> None:
    """Log-probabilities -1, -3 (mean -2) and advantages 1, -1: both deviations agree, covariance 1 each."""
    got = covariances(torch.tensor([-1.0, -3.0, -2.0]), torch.tensor([1.0, -1.0, 0.0]))
    assert got.tolist() == pytest.approx([1.0, 1.0, 0.0])


def test_clip_cov_and_kl_cov() -> None:
    old = torch.tensor([-0.1, -3.0, -2.0, -2.1], dtype=torch.float64)
    advantages = torch.tensor([2.0, 0.0, 0.0, -0.1], dtype=torch.float64)
    ratios = logs(1.1, 1.0, 1.0, 0.9)

    def tokens() -> TokenBatch:
        new = (old + ratios).requires_grad_()
        return TokenBatch(new, old, old, advantages, torch.arange(4), torch.ones(4, dtype=torch.float64))

    # Means -1.8 and 0.475: the first token's covariance is 1.7 x 1.525, by far the highest.
    plain_losses, plain = run(tokens(), Algorithm())
    clip_losses, clipped = run(tokens(), Algorithm(entropy="clip_cov", cov_share=0.25))
    assert plain[0] == pytest.approx(2.2)
    assert clipped[0] == 0.0
    assert clipped[1:] == plain[1:]
    assert float(clip_losses.loss) == pytest.approx(
        float(plain_losses.loss)
    )  # the value stays, the gradient goes
    kl_losses, held = run(tokens(), Algorithm(entropy="kl_cov", cov_share=0.25, entropy_weight=0.5))
    assert held[0] == pytest.approx(2.2 - 0.5)
    assert held[1:] == plain[1:]
    assert float(kl_losses.terms["entropy"]) == pytest.approx(0.5 * math.log(1.1))


def test_clip_cov_as_published_draws_from_a_band() -> None:
    """Log-probabilities 2, 1, 0, -1, -2 and advantages the same: covariances 4, 1, 0, 1, 4, the means being 0."""
    values = torch.tensor([2.0, 1.0, 0.0, -1.0, -2.0], dtype=torch.float64)
    assert covariances(values, values).tolist() == [4, 1, 0, 1, 4]

    def drawn(seed: int, **switches: float) -> list[int]:
        algorithm = Algorithm(entropy="clip_cov_band", **{"cov_share": 0.4, **switches})
        chosen = select(values, values, None, algorithm, seed)
        return chosen.nonzero()[:, 0].tolist()

    assert drawn(0, cov_low=0.5, cov_high=1.0) == [1, 3]  # both ends belong to the band; two of five tokens
    assert drawn(0, cov_low=2.0, cov_high=9.0) == [0, 4]  # the top is no better than the rest of the band
    assert drawn(0, cov_low=-1.0, cov_high=0.5) == [2]  # fewer than the share in the band: all of it
    assert drawn(0, cov_low=5.0, cov_high=9.0) == []
    assert {len(drawn(seed, cov_share=0.01)) for seed in range(9)} == {1}  # at least one
    assert len(drawn(0, cov_share=0.59)) == 2  # rounded down
    assert drawn(3) == drawn(3)
    counts = [0] * 5
    for seed in range(2000):
        for place in drawn(seed):  # 1 to 5 holds four tokens, of which two are drawn
            counts[place] += 1
    assert counts[2] == 0
    assert all(abs(count / 2000 - 0.5) < 0.06 for count in (*counts[:2], *counts[3:]))  # more than 5 deviations


def test_tokens_of_the_band_keep_their_value_and_lose_their_gradient() -> None:
    chosen = torch.tensor([False, True, False])
    plain, gradient = run(batch([1.0, 0.9, 1.1], [1.0, 2.0, -1.0]), Algorithm())
    algorithm = Algorithm(entropy="clip_cov_band", cov_share=0.3)
    losses, clipped = run(batch([1.0, 0.9, 1.1], [1.0, 2.0, -1.0], selected=chosen), algorithm)
    assert float(losses.loss) == pytest.approx(float(plain.loss))
    assert clipped == pytest.approx([gradient[0], 0.0, gradient[2]])


def test_luspo_is_the_length_times_gspo() -> None:
    """J = 1/G sum_i len_i min(s_i A_i, clip(s_i) A_i), s_i = (product of ratios)^(1/len_i).

    Two sequences: ratios 1.001, 0.999 and 1.002 with A = 1, and three of 1.01 with A = 2, whose s is clipped at 1.0025.
    The gradient of len s A for log p_t is s A, and 0 where clipped.
    """
    algorithm = preset("luspo", fixed_length=1)
    lengths, valid = torch.tensor([3, 3, 2]), torch.tensor([True, True, False])
    owners = [0, 0, 0, 1, 1, 1]
    weights = token_weights(torch.tensor(owners), lengths, valid, algorithm, Total(6, 2)).double()
    assert weights.tolist() == [0.5] * 6
    ratios, advantages = [1.001, 0.999, 1.002, 1.01, 1.01, 1.01], [1.0] * 3 + [2.0] * 3
    losses, gradient = run(replace(batch(ratios, advantages, owners), weights=weights), algorithm)
    s = (1.001 * 0.999 * 1.002) ** (1 / 3)
    assert float(losses.loss) == pytest.approx(-(3 * s * 1.0 + 3 * 1.0025 * 2.0) / 2)
    assert gradient == pytest.approx([s / 2] * 3 + [0.0] * 3)


def test_the_gradient_of_a_token_does_not_depend_on_its_length_under_luspo() -> None:
    """Under GSPO a token of a sequence of four weighs half as much as one of a sequence of two."""
    owners = [0, 0, 1, 1, 1, 1]
    lengths, valid = torch.tensor([2, 4]), torch.tensor([True, True])
    found = {}
    for name in ("gspo", "luspo"):
        algorithm = preset(name)
        weights = token_weights(torch.tensor(owners), lengths, valid, algorithm, Total(6, 2)).double()
        found[name] = run(replace(batch([1.0] * 6, [1.0] * 6, owners), weights=weights), algorithm)[1]
    assert found["gspo"] == pytest.approx([1 / 4] * 2 + [1 / 8] * 4)
    assert found["luspo"] == pytest.approx([1 / (1024 * 2)] * 6)


def test_shares_are_of_the_step_and_not_of_a_micro_batch() -> None:
    entropies = torch.tensor([5.0, 4.0, 0.2, 0.1])
    algorithm = Algorithm(entropy="top", entropy_share=0.5)
    chosen = select(torch.zeros(4), torch.ones(4), entropies, algorithm)
    assert chosen.tolist() == [True, True, False, False]
    half = batch([1.0, 1.0], [1.0, 1.0], entropies=entropies[2:], selected=chosen[2:])
    assert run(half, algorithm)[1] == [0.0, 0.0]


def test_a_share_and_rounding() -> None:
    """0.28 x 25 is a little more than 7 in floating point; of equals, the earlier ones are taken."""
    chosen = select(
        torch.zeros(25), torch.zeros(25), torch.ones(25), Algorithm(entropy="top", entropy_share=0.28)
    )
    assert chosen.tolist() == [True] * 7 + [False] * 18


def test_a_choice_by_entropy_needs_entropies() -> None:
    with pytest.raises(ValueError, match="entropy of each token"):
        select(torch.zeros(1), torch.zeros(1), None, Algorithm(entropy="top", entropy_share=0.2))


def test_value_loss() -> None:
    values = torch.tensor([0.5, 0.9], dtype=torch.float64, requires_grad=True)
    more = {
        "values": values,
        "old_values": torch.tensor([0.5, 0.5], dtype=torch.float64),
        "returns": torch.tensor([1.0, 1.0], dtype=torch.float64),
    }
    # Half squares: 0.125 and 0.005; clipped at 0.2 the second value counts as 0.7: 0.045 is worse.
    losses = policy_loss(batch([1.0, 1.0], [0.0, 0.0], **more), preset("ppo", value_clip=0.2, value_weight=2.0))
    assert float(losses.terms["value"]) == pytest.approx(2 * (0.125 + 0.045))
    losses.loss.backward()
    assert values.grad is not None
    assert values.grad.tolist() == pytest.approx([-1.0, 0.0])
    losses = policy_loss(batch([1.0, 1.0], [0.0, 0.0], **more), preset("ppo", value_clip=0.0, value_weight=2.0))
    assert float(losses.terms["value"]) == pytest.approx(2 * (0.125 + 0.005))


def test_metrics() -> None:
    tokens = batch([1.5, 1.0], [1.0, 1.0], entropies=torch.tensor([1.0, 2.0]))
    losses = policy_loss(tokens, Algorithm())
    # k3 of the ratio 1.5: 1.5 - 1 - log 1.5.
    want = {
        "policy/clipped": 0.5,
        "policy/kl": (0.5 - math.log(1.5)) / 2,
        "policy/ratio_max": 1.5,
        "policy/entropy": 1.5,
    }
    assert losses.metrics.means() == pytest.approx(want)
    twice = losses.metrics + losses.metrics
    assert twice.tokens == 4
    assert twice.means() == pytest.approx(want)


def test_terms_add_up_to_the_loss() -> None:
    tokens = batch(RATIOS, SIGNS, entropies=torch.ones(8), reference_log_probs=logs(*[0.3] * 8))
    losses = policy_loss(tokens, preset("grpo", entropy="bonus", entropy_weight=0.1))
    assert set(losses.terms) == {"policy", "kl", "entropy"}
    assert float(losses.loss) == pytest.approx(float(sum(losses.terms.values())))


def test_no_ratio_overflows() -> None:
    """A token whose probability changed by a factor of exp(800) must not turn the loss into infinity or NaN."""
    old = torch.tensor([-800.0, 0.0])
    new = torch.tensor([0.0, -800.0], requires_grad=True)
    for clip in ("none", "symmetric", "higher", "one_sided", "sequence", "detached"):
        for sign in (1.0, -1.0):
            tokens = TokenBatch(
                new,
                old,
                old,
                torch.full((2,), sign),
                torch.tensor([0, 1]),
                torch.ones(2),
                reference_log_probs=old,
            )
            loss = policy_loss(
                tokens, Algorithm(clip=clip, kl="k3", kl_weight=0.1, correction="truncated")
            ).loss  # type: ignore[arg-type]
            (gradient,) = torch.autograd.grad(loss, new)
            assert loss.isfinite()
            assert gradient.isfinite().all()


def test_an_empty_batch_is_no_error() -> None:
    nothing = torch.zeros(0, requires_grad=True)
    tokens = TokenBatch(nothing, nothing, nothing, nothing, torch.zeros(0, dtype=torch.long), nothing)
    for clip in ("symmetric", "sequence"):
        assert float(policy_loss(tokens, Algorithm(clip=clip)).loss) == 0.0  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("algorithm", "missing"),
    [
        (preset("grpo"), "reference_log_probs"),
        (Algorithm(entropy="bonus", entropy_weight=0.1), "entropies"),
        (Algorithm(entropy="top", entropy_share=0.2), "selected"),
        (preset("ppo"), "values"),
    ],
)
def test_what_is_missing_is_named(algorithm: Algorithm, missing: str) -> None:
    with pytest.raises(ValueError, match=missing):
        policy_loss(batch([1.0], [1.0]), algorithm)
