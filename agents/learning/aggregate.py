"""How tokens share a step: weights such that the step's loss is the sum of weight times objective.

They are computed once, from totals of the whole step over all processes. So the gradients of micro-batches and of
data-parallel ranks simply add up to that of the step, however it is cut. (Where frameworks take the mean of each
micro-batch and then the mean of those, a token's weight depends on which tokens it happened to be batched with.)
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from .algorithm import Algorithm


@dataclass(frozen=True)
class Total:
    """What a step's loss is a mean over. Those of several processes add up.

    Attributes:
        tokens: number of drawn tokens.
        trajectories: number of trajectories.
    """

    tokens: int
    trajectories: int

    @classmethod
    def of(cls, lengths: Tensor, valid: Tensor, used: Tensor, algorithm: Algorithm) -> Total:
        """The total of trajectories.

        Args:
            lengths: drawn tokens of each trajectory, ``[R]``.
            valid: false for those that are masked, ``[R]``.
            used: true for those with an advantage that is not zero, ``[R]``; only for ``counted="used"``.
            algorithm: its `counted`.
        """
        counted = valid & (lengths > 0)
        if algorithm.counted == "used":
            counted = counted & used
        return cls(int(lengths[counted].sum()), int(counted.sum()))

    def __add__(self, other: Total) -> Total:
        return Total(self.tokens + other.tokens, self.trajectories + other.trajectories)


def token_weights(
    trajectories: Tensor, lengths: Tensor, valid: Tensor, algorithm: Algorithm, total: Total
) -> Tensor:
    """The weight of each token, ``[N]``, float32; zero in masked trajectories.

    - ``token``: 1 / all tokens. Every token weighs the same.
    - ``sequence``: 1 / (tokens of its trajectory x trajectories). Every trajectory weighs the same.
    - ``fixed``: 1 / (`fixed_length` x trajectories). Every token weighs the same, in every step: the only one of the
      three whose expected gradient is that of the expected reward (up to a constant).

    Args:
        trajectories: the trajectory of each token, ``[N]``.
        lengths: all drawn tokens of each trajectory, wherever they are, ``[R]``.
        valid: false for trajectories that are masked, ``[R]``.
        algorithm: its `aggregation` and `fixed_length`.
        total: of the whole step, over all processes.
    """
    match algorithm.aggregation:
        case "token":
            weights = torch.full_like(lengths, 1 / max(total.tokens, 1), dtype=torch.float32)
        case "sequence":
            weights = 1 / (lengths.clamp(min=1).float() * max(total.trajectories, 1))
        case "fixed":
            share = 1 / (algorithm.fixed_length * max(total.trajectories, 1))
            weights = torch.full_like(lengths, share, dtype=torch.float32)
    return (weights * valid)[trajectories]
