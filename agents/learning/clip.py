"""How far one batch may move the policy: the surrogate objectives around the ratio new / old probability.

With ``r`` the ratio of a token and ``A`` its advantage, what is maximised is

- ``none``: ``A log p`` (REINFORCE; the ratio plays no part);
- ``symmetric``, ``higher``: ``min(r A, clip(r, 1 - low, 1 + high) A)`` (PPO, Schulman et al. 2017; DAPO, Yu et al.
  2025): no gradient where the ratio has already left the band in the direction that A pushes it;
- ``one_sided``: ``min(r, 1 + high) A`` for A > 0 and ``r A`` for A < 0;
- ``sequence``: as ``higher`` with the geometric mean of a sequence's ratios in place of each (GSPO, Zheng et al.
  2025); its gradient goes to every token through its own log-probability, which for one advantage a sequence is
  GSPO's gradient and for several is GSPO-token's;
- ``detached``: ``stop(min(r, 1 + high)) A log p`` (CISPO, MiniMax 2025): no token loses its gradient.

`clip_dual` also bounds the ratio where A < 0 (Ye et al. 2020, arXiv:1912.09729): a token that became likely in spite
of a bad advantage would otherwise have a gradient without any bound. `log_ratio_limit` bounds the logarithm of every
ratio before that (StableReinforce, Zhang et al. 2025, arXiv:2505.02835: ratios within [1e-3, 1e3]); beyond it the ratio
has no gradient, whatever the clip.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from .algorithm import Algorithm

LIMIT = 20.0
"""Logarithms of ratios are kept within this, so that no exponential overflows; see also `log_ratio_limit`."""


@dataclass(frozen=True)
class Surrogate:
    """What is to be maximised.

    Attributes:
        objective: of each token, with gradient, ``[N]``.
        ratio: new over old probability, of the token or of its sequence, ``[N]``.
        clipped: tokens whose gradient was removed (``detached``: whose weight was bounded), ``[N]``.
    """

    objective: Tensor
    ratio: Tensor
    clipped: Tensor


def surrogate(
    log_probs: Tensor, old_log_probs: Tensor, advantages: Tensor, sequences: Tensor, algorithm: Algorithm
) -> Surrogate:
    """The objective of each token; see the top of the file. All arguments are ``[N]``; see `TokenBatch`."""
    limit = algorithm.log_ratio_limit
    log_ratio = (log_probs - old_log_probs).clamp(-limit, limit)
    if algorithm.clip == "sequence":
        log_ratio = _of_sequences(log_ratio, log_probs, sequences)
    ratio = log_ratio.exp()
    positive, negative = advantages > 0, advantages < 0
    low, high = bounds(algorithm)
    beyond = (positive & (ratio > high)) | (negative & (ratio < low))
    if algorithm.clip == "none":
        return Surrogate(advantages * log_probs, ratio.detach(), torch.zeros_like(positive))
    if algorithm.clip == "detached":
        weight = ratio.detach().clamp(max=high)
        return Surrogate(weight * advantages * log_probs, ratio.detach(), (ratio > high) & (advantages != 0))
    objective = torch.minimum(ratio * advantages, ratio.clamp(low, high) * advantages)
    if algorithm.clip_dual:
        objective = torch.where(negative, torch.maximum(objective, algorithm.clip_dual * advantages), objective)
        beyond = beyond | (negative & (ratio > algorithm.clip_dual))
    return Surrogate(objective, ratio.detach(), beyond)


def bounds(algorithm: Algorithm) -> tuple[float, float]:
    """The lowest and the highest ratio that still moves the policy."""
    match algorithm.clip:
        case "none":
            return 0.0, float("inf")
        case "symmetric":
            return 1 - algorithm.clip_low, 1 + algorithm.clip_low
        case "one_sided" | "detached":
            return 0.0, 1 + algorithm.clip_high
        case "higher" | "sequence":
            return 1 - algorithm.clip_low, 1 + algorithm.clip_high


def _of_sequences(log_ratio: Tensor, log_probs: Tensor, sequences: Tensor) -> Tensor:
    """The mean log-ratio of each token's sequence; its gradient is that of the token's own log-probability."""
    count = int(sequences.max()) + 1 if len(sequences) else 0
    sums = log_ratio.new_zeros(count).index_add_(0, sequences, log_ratio.detach())
    sizes = log_ratio.new_zeros(count).index_add_(0, sequences, torch.ones_like(log_ratio.detach()))
    return (sums / sizes.clamp(min=1))[sequences] + log_probs - log_probs.detach()
