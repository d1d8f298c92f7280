"""Credit for single turns by comparing the turns that were taken in the same state (GiGPO, Feng et al. 2025).

Trajectories on one task start in one state and often meet again later. All turns that were taken in the same state
form a group; each is worth its discounted return from there on, against the mean of its group. A state that only one
turn was taken in says nothing: exactly zero.
"""

from __future__ import annotations

import torch
from torch import Tensor

from .advantages import relative, trajectory_advantages
from .algorithm import Algorithm
from .batch import Outcomes


def turn_advantages(outcomes: Outcomes, algorithm: Algorithm) -> Tensor:
    """The advantage of each turn, ``[K]``: its trajectory's plus `step_weight` times its own among its state's.

    The means over trajectories are means over trajectories, not over their turns: a long one counts once.

    Raises:
        ValueError: if the outcomes say nothing of turns.
    """
    rewards, owners, states = outcomes.turn_rewards, outcomes.turn_trajectories, outcomes.turn_states
    if rewards is None or owners is None or states is None:
        raise ValueError("credit='step_groups' needs turn_rewards, turn_trajectories and turn_states")
    returns = returns_to_go(rewards, owners, algorithm.discount)
    steps = relative(returns, states, outcomes.valid[owners], algorithm)
    weights = torch.where(steps > 0, algorithm.positive_weight, algorithm.negative_weight)
    return trajectory_advantages(outcomes, algorithm)[owners] + algorithm.step_weight * weights * steps


def returns_to_go(rewards: Tensor, owners: Tensor, discount: float) -> Tensor:
    """``R_t = r_t + discount R_(t+1)`` within each trajectory, ``[K]``.

    Args:
        rewards: of each turn, those of a trajectory one after the other, ``[K]``.
        owners: trajectory of each turn, ``[K]``.
        discount: of later rewards, per turn.
    """
    returns: list[float] = []
    later, owner = 0.0, None
    for reward, this in zip(reversed(rewards.tolist()), reversed(owners.tolist()), strict=True):
        later = reward + (discount * later if this == owner else 0.0)
        owner = this
        returns.append(later)
    return rewards.new_tensor(returns[::-1])
