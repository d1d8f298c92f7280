"""Estimates of the Kullback-Leibler divergence KL(policy, reference) from drawn tokens (Schulman 2020).

With ``d = log reference - log policy`` at a token that the policy drew: ``k1 = -d`` (unbiased, noisy), ``k2 = d^2 / 2``
(biased, little noise), ``k3 = exp(d) - d - 1`` (unbiased, little noise, never negative).

As a *value*, to be taken from the reward, k1 and k3 are unbiased. As a *loss* that is differentiated, another rule
holds: the gradient of k1 has the mean zero and regularises nothing; that of k2 is an unbiased estimate of the
gradient of KL(policy, reference); that of k3 is one of KL(reference, policy), which is another divergence with the
same first-order behaviour near the reference (Tang and Munos 2025, arXiv:2506.09477). So k1 in the loss is refused.
"""

from __future__ import annotations

import torch
from torch import Tensor

from .algorithm import Algorithm, Kl
from .clip import LIMIT


def divergence(log_probs: Tensor, reference_log_probs: Tensor, estimator: Kl) -> Tensor:
    """The estimate at each token, ``[N]``."""
    difference = (reference_log_probs - log_probs).clamp(-LIMIT, LIMIT)
    match estimator:
        case "k1":
            return -difference
        case "k2":
            return difference**2 / 2
        case "k3":
            return difference.exp() - difference - 1
        case "none":
            return torch.zeros_like(difference)


def reward_penalties(old_log_probs: Tensor, reference_log_probs: Tensor, algorithm: Algorithm) -> Tensor:
    """What each token is charged for its distance from the reference, ``[N]``, at least for ``kl_place="reward"``.

    Subtract them from the rewards of tokens (``gae``), or their sums over trajectories from the returns.

    Args:
        old_log_probs: under the policy at the start of the step, ``[N]``.
        reference_log_probs: under the reference policy, ``[N]``.
        algorithm: its `kl` and `kl_weight`.
    """
    return algorithm.kl_weight * divergence(old_log_probs.detach(), reference_log_probs, algorithm.kl)
