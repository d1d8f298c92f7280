"""The engine that samples and the model that trains are two programs: their probabilities of a token differ.

Rounding, other kernels, and weights that were one update older make the gradient that of another policy than was
sampled from. The weight ``trainer / sampler`` at the start of the step corrects that exactly but can be large; cutting
it off (truncated importance sampling, Yao et al. 2025, https://fengyao.notion.site/off-policy-rl) or leaving such
tokens out (masked; IcePop, Ling Team 2025, arXiv:2510.18855) bounds it.
"""

from __future__ import annotations

import torch
from torch import Tensor

from .algorithm import Algorithm
from .clip import LIMIT


def correction_weights(old_log_probs: Tensor, sampled_log_probs: Tensor, algorithm: Algorithm) -> Tensor:
    """What the objective of each token is multiplied by, without gradient, ``[N]``.

    Args:
        old_log_probs: by the trainer's own model at the start of the step, ``[N]``. If these are the sampler's, the
            weights are all 1.
        sampled_log_probs: by the engine, ``[N]``.
        algorithm: its `correction` and `correction_cap`.
    """
    weights = (old_log_probs - sampled_log_probs).detach().clamp(-LIMIT, LIMIT).exp()
    cap = algorithm.correction_cap
    match algorithm.correction:
        case "truncated":
            return weights.clamp(max=cap)
        case _:  # masked
            return torch.where((weights >= 1 / cap) & (weights <= cap), weights, 0.0)
