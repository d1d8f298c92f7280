"""Which tokens decide whether a policy goes on exploring.

- ``top``: only tokens at which the policy was most undecided get a gradient (Wang et al. 2025, arXiv:2506.01939,
  "Beyond the 80/20 rule"). ``bottom`` is that paper's control: all tokens but these get one.
- ``clip_cov`` and ``kl_cov``: the entropy falls by the covariance of log-probability and advantage, and a few tokens
  make most of it (Cui et al. 2025, arXiv:2505.22617). Those get no gradient, or are held back by their distance from
  the old policy. Here the tokens are those of highest covariance for both. ``kl_cov`` can only act after the first
  update on a batch: until then the distance is zero.
- ``clip_cov_band``: Clip-Cov as published. Of the N tokens, floor(share N), at least one, get no gradient; they are
  drawn alike, without repetition, from ``{i: low <= Cov(i) <= high}``, and are all of these where there are fewer.

with ``Cov(i) = (log p_i - mean of log p) (A_i - mean of A)``.

The choice is made once for a step: shares are of all its tokens, not of a micro-batch or a process.
"""

from __future__ import annotations

from math import ceil, floor

import torch
from torch import Tensor

from .algorithm import Algorithm


def select(
    old_log_probs: Tensor, advantages: Tensor, entropies: Tensor | None, algorithm: Algorithm, seed: int = 0
) -> Tensor:
    """The tokens that `algorithm.entropy` chooses, ``[N]``; for settings of `SELECTIVE`.

    Args:
        old_log_probs: at the start of the step, of all its tokens, ``[N]``.
        advantages: ``[N]``.
        entropies: at the start of the step; only for ``top`` and ``bottom``, ``[N]``.
        algorithm: its `entropy`, the shares and the band.
        seed: of what is drawn at random; only for ``clip_cov_band``.

    Raises:
        ValueError: if entropies are needed and missing.
    """
    match algorithm.entropy:
        case "top" | "bottom":
            if entropies is None:
                raise ValueError(f"entropy={algorithm.entropy!r} needs the entropy of each token")
            undecided = _highest(entropies, algorithm.entropy_share)
            return undecided if algorithm.entropy == "top" else ~undecided
        case "clip_cov" | "kl_cov":
            return _highest(covariances(old_log_probs, advantages), algorithm.cov_share)
        case _:
            return _drawn(covariances(old_log_probs, advantages), algorithm, seed)


def covariances(log_probs: Tensor, advantages: Tensor) -> Tensor:
    """Each token's part of the covariance of log-probability and advantage, ``[N]``."""
    log_probs = log_probs.detach()
    return (log_probs - log_probs.mean()) * (advantages - advantages.mean())


def _highest(scores: Tensor, share: float) -> Tensor:
    """True for the given share of scores (at least one) that are highest; the earlier ones of equals."""
    chosen = torch.zeros_like(scores, dtype=torch.bool)
    count = min(max(1, ceil(share * len(scores) - 1e-6)), len(scores))
    chosen[scores.detach().argsort(descending=True, stable=True)[:count]] = True
    return chosen


def _drawn(scores: Tensor, algorithm: Algorithm, seed: int) -> Tensor:
    """True for the share of scores (at least one) that is drawn from the band, or for all of it if it holds fewer."""
    chosen = torch.zeros_like(scores, dtype=torch.bool)
    band = ((scores >= algorithm.cov_low) & (scores <= algorithm.cov_high)).nonzero()[:, 0]
    count = max(1, floor(algorithm.cov_share * len(scores) + 1e-6))
    # On the CPU, so that every process and every device draws the same.
    order = torch.randperm(len(band), generator=torch.Generator().manual_seed(seed))
    chosen[band[order[:count].to(band.device)]] = True
    return chosen
