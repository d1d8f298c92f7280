"""What each trajectory is worth against its peers: rewards, minus a centre, over a scale.

Rules. Masked trajectories enter no mean and no deviation, and have an advantage of exactly zero. Under a group's
centre, a group of one and a group of equal rewards have exactly zero: whether rewards are equal is decided by
comparing them, not by a deviation that rounding makes nearly zero. Deviations are those of the whole population, so
that rewards of 0 and 1 with a share p right have advantages of (1 - p) / s and -p / s with s^2 = p (1 - p).

Sources: GRPO (Shao et al. 2024), RLOO (Ahmadian et al. 2024), Dr. GRPO (Liu et al. 2025), REINFORCE++ (Hu et al.
2025), Lite PPO (Liu et al. 2025), quantile advantages (Wu et al. 2025), positive and negative sample reinforcement
(Zhu et al. 2025).
"""

from __future__ import annotations

import torch
from torch import Tensor

from .algorithm import GROUP_CENTRES, Algorithm
from .batch import Outcomes
from .guards import by_success, without_outliers
from .pass_at_k import pass_at_k_advantages

EPSILON = 1e-6
"""Added to every deviation, so that rewards that differ by a rounding only are not blown up."""


def trajectory_advantages(outcomes: Outcomes, algorithm: Algorithm) -> Tensor:
    """The advantage of each trajectory, ``[R]``.

    Raises:
        ValueError: if ``pass_k`` is on and a valid reward is neither 0 nor 1; or kinds are asked for and missing.
    """
    rewards, groups, valid = outcomes.rewards, outcomes.groups, outcomes.valid
    if algorithm.pass_k:
        advantages = pass_at_k_advantages(rewards, groups, valid, algorithm.pass_k)
    else:
        advantages = relative(rewards, groups, valid, algorithm, outcomes.kinds)
    if algorithm.outlier:
        advantages = without_outliers(advantages, algorithm.outlier)
    if (algorithm.negative_base, algorithm.negative_gain) != (1, 0):
        means = group_mean(rewards, groups, valid)
        advantages = by_success(advantages, means, algorithm.negative_base, algorithm.negative_gain)
    weights = torch.where(advantages > 0, algorithm.positive_weight, algorithm.negative_weight)
    return advantages * weights


def relative(
    values: Tensor, groups: Tensor, valid: Tensor, algorithm: Algorithm, kinds: Tensor | None = None
) -> Tensor:
    """``(values - centre) / scale``, ``[R]``; zero where not valid.

    Args:
        values: rewards of trajectories, or returns of turns, ``[R]``.
        groups: number of the group of each, ``[R]``.
        valid: false for rows to leave out, ``[R]``.
        algorithm: its `centre`, `baseline`, `quantile` and `scale`.
        kinds: number of the kind of each, ``[R]``; for ``centre="kind"``.

    Raises:
        ValueError: if kinds are asked for and missing.
    """
    batch = torch.zeros_like(groups)  # the batch is one big group
    if algorithm.centre == "kind":
        if kinds is None:
            raise ValueError("centre='kind' needs the kind of task of each row")
        batch = kinds  # or each kind is one
    match algorithm.centre:
        case "group":
            centred = values - group_mean(values, groups, valid)
        case "leave_one_out":
            sizes = group_sum(torch.ones_like(values), groups, valid)
            # R - mean of the others = (R - mean of all) n / (n - 1)
            centred = (values - group_mean(values, groups, valid)) * sizes / (sizes - 1).clamp(min=1)
        case "quantile":
            centred = values - group_quantile(values, groups, valid, algorithm.quantile)
        case "batch" | "kind":
            centred = values - group_mean(values, batch, valid)
        case "constant":
            centred = values - algorithm.baseline
        case "none":
            centred = values
    if algorithm.scale != "none":
        among = groups if algorithm.scale == "group" else batch
        centred = centred / (deviation(values, among, valid) + EPSILON)
    if algorithm.centre in GROUP_CENTRES:
        centred = torch.where(has_spread(values, groups, valid), centred, 0.0)
    elif algorithm.centre in ("batch", "kind"):
        centred = torch.where(has_spread(values, batch, valid), centred, 0.0)
    return torch.where(valid, centred, 0.0)


def has_spread(values: Tensor, groups: Tensor, valid: Tensor) -> Tensor:
    """Whether the group of each row has two valid values that differ, ``[R]``.

    Only then is there anything to learn from comparing them: dynamic sampling keeps the groups where this is true.
    """
    count = _count(groups)
    highest = values.new_full((count,), -torch.inf)
    lowest = values.new_full((count,), torch.inf)
    highest = highest.scatter_reduce(0, groups, values.masked_fill(~valid, -torch.inf), "amax")
    lowest = lowest.scatter_reduce(0, groups, values.masked_fill(~valid, torch.inf), "amin")
    return (highest > lowest)[groups]


def group_sum(values: Tensor, groups: Tensor, valid: Tensor) -> Tensor:
    """The sum of the valid values of the group of each row, ``[R]``."""
    return values.new_zeros(_count(groups)).index_add_(0, groups, torch.where(valid, values, 0.0))[groups]


def group_mean(values: Tensor, groups: Tensor, valid: Tensor) -> Tensor:
    """The mean of the valid values of the group of each row, ``[R]``; 0 where there are none."""
    sizes = group_sum(torch.ones_like(values), groups, valid)
    return group_sum(values, groups, valid) / sizes.clamp(min=1)


def deviation(values: Tensor, groups: Tensor, valid: Tensor) -> Tensor:
    """The deviation of the valid values of the group of each row, as a whole population, ``[R]``."""
    return group_mean((values - group_mean(values, groups, valid)) ** 2, groups, valid).sqrt()


def group_quantile(values: Tensor, groups: Tensor, valid: Tensor, quantile: float) -> Tensor:
    """The lower quantile of the valid values of the group of each row, ``[R]``.

    It is the smallest value that at least a share `quantile` of the group does not exceed, so always one of the
    values. Interpolation between two would give every member of a group of 0s and 1s an advantage near the switch.
    """
    sizes = group_sum(torch.ones_like(values), groups, valid)
    keys = torch.where(valid, groups, _count(groups))  # masked rows go behind all groups
    order = values.argsort(stable=True)
    order = order[keys[order].argsort(stable=True)]
    first = torch.searchsorted(keys[order].contiguous(), groups.contiguous())
    # 0.28 x 25 is a little more than 7 in floating point
    place = first + (quantile * sizes.double() - 1e-6).ceil().long().clamp(min=1) - 1
    return values[order][place.clamp(max=len(values) - 1)]


def _count(groups: Tensor) -> int:
    return int(groups.max()) + 1 if len(groups) else 0
