"""The two losses: likelihood of worked solutions, and the clipped policy gradient. Both are means over tokens."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor


@dataclass(frozen=True)
class PolicyLoss:
    """A policy-gradient loss and what to watch beside it.

    Attributes:
        loss: the scalar to minimise.
        clipped: share of the tokens whose gradient the clip removed.
        divergence: estimate of KL(sampler, policy) in nats a token (Schulman's k3); 0 when they agree.
    """

    loss: Tensor
    clipped: float
    divergence: float


def likelihood_loss(log_probs: Tensor, mask: Tensor) -> Tensor:
    """Mean negative log-likelihood in nats a token of ``log_probs [B, T]`` where ``mask [B, T]`` is true."""
    return -(log_probs * mask).sum() / mask.sum()


def policy_loss(
    log_probs: Tensor,
    sampled_log_probs: Tensor,
    advantages: Tensor,
    mask: Tensor,
    *,
    clip_low: float = 0.2,
    clip_high: float = 0.28,
) -> PolicyLoss:
    """PPO's clipped objective with the wider upper clip and the mean over all tokens of DAPO (Yu et al. 2025).

    Args:
        log_probs: of each token under the policy that is trained, ``[B, T]``.
        sampled_log_probs: of the same tokens when they were drawn, ``[B, T]``.
        advantages: one for each response, ``[B]``.
        mask: true for the tokens of the responses, ``[B, T]``; long responses weigh more than short ones.
        clip_low: how far below 1 the ratio still moves the policy.
        clip_high: how far above 1.
    """
    difference = torch.where(mask, log_probs - sampled_log_probs, 0.0)
    ratio = difference.exp()
    gain = advantages[:, None]
    plain, bounded = ratio * gain, ratio.clamp(1 - clip_low, 1 + clip_high) * gain
    tokens = mask.sum().clamp(min=1)
    loss = -(torch.minimum(plain, bounded) * mask).sum() / tokens
    with torch.no_grad():
        clipped = float(((bounded < plain) & mask).sum() / tokens)
        divergence = float((ratio - 1 - difference).sum() / tokens)
    return PolicyLoss(loss, clipped, divergence)
