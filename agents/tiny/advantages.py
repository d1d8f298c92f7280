"""From the rewards of a batch to what each response is worth against its peers."""

from __future__ import annotations

import torch
from torch import Tensor


def group_relative(rewards: Tensor, groups: Tensor, epsilon: float = 1e-6) -> Tensor:
    """Rewards in standard deviations above the mean of their group (GRPO, Shao et al. 2024), ``[B]``.

    A group is the set of responses to one prompt. A group of one response, or one whose rewards are all equal,
    says nothing about which response is better: its advantages are exactly zero.

    Args:
        rewards: the reward of each response, ``[B]``.
        groups: the group number of each response, whole numbers from 0, ``[B]``.
        epsilon: added to the deviation (that of the group as a whole population).
    """
    count = int(groups.max()) + 1
    sizes = torch.zeros(count).index_add_(0, groups, torch.ones_like(rewards)).clamp(min=1)
    means = torch.zeros(count).index_add_(0, groups, rewards) / sizes
    centred = rewards - means[groups]
    deviations = (torch.zeros(count).index_add_(0, groups, centred**2) / sizes).sqrt()
    highest = torch.zeros(count).scatter_reduce(0, groups, rewards, "amax", include_self=False)
    lowest = torch.zeros(count).scatter_reduce(0, groups, rewards, "amin", include_self=False)
    # The mean of equal rewards can be off by a rounding, which the division would blow up: compare them exactly.
    return torch.where((highest > lowest)[groups], centred / (deviations[groups] + epsilon), 0.0)
