"""The losses once more from the formulas of public trainers, over padded tensors: an independent way to the numbers.

Public trainers keep ``[B, T]`` tensors and masks, and take their means at the end. Written out here for the losses
that they have in common with the presets; the values agree with TRL 1.16's ``GRPOTrainer._compute_loss`` as well.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch
from torch import Tensor

from rlvr.agents.learning.aggregate import Total, token_weights
from rlvr.agents.learning.algorithm import SELECTIVE, Algorithm
from rlvr.agents.learning.batch import TokenBatch
from rlvr.agents.learning.entropy import select
from rlvr.agents.learning.objective import policy_loss
from rlvr.agents.learning.presets import preset

B, T = 4, 6
LENGTHS = torch.tensor([6, 3, 5, 6])
MASK = torch.arange(T) < LENGTHS[:, None]
ADVANTAGES = torch.tensor([1.2, -0.7, -1.5, 0.4], dtype=torch.float64)


def tensors() -> dict[str, Tensor]:
    generator = torch.Generator().manual_seed(0)

    def normal() -> Tensor:
        return torch.randn(B, T, generator=generator, dtype=torch.float64)

    old = normal() - 2
    return {
        "old": old,
        "new": old + 0.3 * normal(),
        "reference": old + 0.5 * normal(),
        "sampled": old + 0.8 * normal(),
        "entropies": normal().abs(),
    }


def padded(
    *,
    mean: str,
    low: float = 0.2,
    high: float = 0.28,
    beta: float = 0.0,
    level: str = "token",
    cap: float | None = None,
    dual: float | None = None,
    top: float | None = None,
    detached: bool = False,
) -> tuple[float, Tensor]:
    """The loss and its gradient for the log-probabilities that are there."""
    x = tensors()
    new = x["new"].clone().requires_grad_()
    gain = ADVANTAGES[:, None]
    log_ratio = new - x["old"]
    if level == "sequence":
        log_ratio = ((log_ratio * MASK).sum(1) / LENGTHS)[:, None]
    ratio = log_ratio.exp()
    if detached:
        each = -ratio.detach().clamp(max=1 + high) * gain * new
    else:
        bounded = ratio if dual is None else ratio.clamp(max=dual)
        each = -torch.min(bounded * gain, ratio.clamp(1 - low, 1 + high) * gain)
    if top is not None:
        threshold = torch.quantile(x["entropies"][MASK], 1 - top)
        each = each * (x["entropies"] >= threshold)
    if cap is not None:
        each = each * (x["old"] - x["sampled"]).exp().clamp(max=cap)
    if beta:
        d = x["reference"] - new
        each = each + beta * (d.exp() - d - 1)
    each = each * MASK
    loss = {
        "sequence": (each.expand(B, T).mul(MASK).sum(1) / LENGTHS).mean(),
        "token": each.sum() / MASK.sum(),
        "fixed": each.sum() / (B * T),
    }[mean]
    (gradient,) = torch.autograd.grad(loss, new)
    return float(loss.detach()), gradient[MASK]


def flat(algorithm: Algorithm) -> tuple[float, Tensor]:
    x = {name: value[MASK] for name, value in tensors().items()}
    owners = torch.arange(B)[:, None].expand(B, T)[MASK]
    valid = torch.ones(B, dtype=torch.bool)
    total = Total.of(LENGTHS, valid, valid, algorithm)
    batch = TokenBatch(
        log_probs=x["new"].clone().requires_grad_(),
        old_log_probs=x["old"],
        sampled_log_probs=x["sampled"],
        advantages=ADVANTAGES[owners],
        sequences=owners,
        weights=token_weights(owners, LENGTHS, valid, algorithm, total),
        entropies=x["entropies"],
        reference_log_probs=x["reference"],
    )
    if algorithm.entropy in SELECTIVE:
        chosen = select(batch.old_log_probs, batch.advantages, batch.entropies, algorithm)
        batch = replace(batch, selected=chosen)
    loss = policy_loss(batch, algorithm).loss
    return float(loss.detach()), torch.autograd.grad(loss, batch.log_probs)[0]


@pytest.mark.parametrize(
    ("algorithm", "switches"),
    [
        (preset("grpo"), {"mean": "sequence", "high": 0.2, "beta": 0.04}),
        (preset("dr_grpo", fixed_length=T), {"mean": "fixed", "high": 0.2}),
        (preset("dapo"), {"mean": "token"}),
        (preset("dapo", clip_dual=1.5), {"mean": "token", "dual": 1.5}),
        (preset("dapo", correction="truncated"), {"mean": "token", "cap": 2.0}),
        (preset("dapo", entropy="top", entropy_share=0.2), {"mean": "token", "top": 0.2}),
        (preset("lite_ppo", kl="k3", kl_weight=0.1), {"mean": "token", "high": 0.2, "beta": 0.1}),
        (preset("gspo"), {"mean": "sequence", "low": 3e-4, "high": 4e-4, "level": "sequence"}),
        (
            preset("gspo", clip_low=0.1, clip_high=0.1),
            {"mean": "sequence", "low": 0.1, "high": 0.1, "level": "sequence"},
        ),
        (preset("cispo", clip_high=0.1), {"mean": "token", "high": 0.1, "detached": True}),
    ],
)
def test_flat_and_padded_losses_agree(algorithm: Algorithm, switches: dict[str, object]) -> None:
    loss, gradient = flat(algorithm)
    want, want_gradient = padded(**switches)  # type: ignore[arg-type]
    assert loss == pytest.approx(want, rel=1e-6, abs=1e-9)
    torch.testing.assert_close(gradient, want_gradient, atol=1e-7, rtol=1e-5)


def test_the_two_can_tell_algorithms_apart() -> None:
    """What the agreement is worth: another aggregation or clip gives other numbers."""
    grpo = flat(preset("grpo"))[0]
    for other in ({"aggregation": "token"}, {"kl_weight": 0.05}, {"clip_low": 0.1}):
        assert flat(replace(preset("grpo"), **other))[0] != pytest.approx(grpo, rel=1e-4)  # type: ignore[arg-type]
