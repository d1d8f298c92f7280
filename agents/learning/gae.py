"""Generalised advantage estimation over drawn tokens, and the loss of the value head (Schulman et al. 2016, 2017).

Every drawn token is one action. What the environment writes in between is part of the next state and no step of its
own, so the discount counts drawn tokens only. An episode's end has the value zero.

Sources: arXiv:1506.02438 (the estimate), arXiv:1707.06347 (PPO).
"""

from __future__ import annotations

import torch
from torch import Tensor

from .algorithm import Algorithm
from .batch import Outcomes


def token_advantages(
    outcomes: Outcomes,
    algorithm: Algorithm,
    trajectories: Tensor,
    turns: Tensor | None,
    values: Tensor,
    penalties: Tensor | None,
) -> tuple[Tensor, Tensor]:
    """Advantages and returns of all drawn tokens of a step, both ``[N]``; see `credit.assign`."""
    count = len(trajectories)
    rewards = outcomes.rewards.new_zeros(count)
    if turns is not None and outcomes.turn_rewards is not None:
        ends = _last_places(turns)
        rewards = token_rewards(ends, outcomes.turn_rewards[turns[ends]], count)
    # Whatever shaping added to the rewards of the turns is paid at the end.
    paid = torch.zeros_like(outcomes.rewards).index_add_(0, trajectories, rewards)
    ends = _last_places(trajectories)
    rewards = rewards + token_rewards(ends, (outcomes.rewards - paid)[trajectories[ends]], count)
    if penalties is not None:
        rewards = rewards - penalties
    advantages, returns = gae(rewards, values, trajectories, algorithm.discount, algorithm.trace)
    valid = outcomes.valid[trajectories]
    if algorithm.scale == "batch":
        advantages = advantages.masked_scatter(valid, standardise(advantages[valid]))
    weights = torch.where(advantages > 0, algorithm.positive_weight, algorithm.negative_weight)
    # What a masked trajectory was paid may be anything; its values are regressed on themselves, that is, not at all.
    return torch.where(valid, advantages * weights, 0.0), torch.where(
        valid, returns, values.detach().to(returns.dtype)
    )


def token_rewards(ends: Tensor, rewards: Tensor, count: int) -> Tensor:
    """The reward of each token, ``[N]``: that of a turn stands at its last token.

    Args:
        ends: place among the `count` tokens of the last token of each turn, ``[K]``.
        rewards: of each turn, ``[K]``.
        count: number of tokens.
    """
    return rewards.new_zeros(count).index_add_(0, ends, rewards)


def gae(
    rewards: Tensor, values: Tensor, trajectories: Tensor, discount: float = 1.0, trace: float = 1.0
) -> tuple[Tensor, Tensor]:
    """Advantages and returns of tokens, both ``[N]``.

    ``A_t = d_t + discount trace A_(t+1)`` with ``d_t = r_t + discount V_(t+1) - V_t`` within each trajectory; the
    returns, which the values are regressed on, are ``A_t + V_t``.

    Args:
        rewards: of each token, ``[N]``.
        values: of the state that each token was drawn in, without gradient, ``[N]``.
        trajectories: of each token; those of a trajectory stand together, in order, ``[N]``.
        discount: of later rewards, per token.
        trace: lambda; 1 is the return minus the value, 0 one step ahead.
    """
    advantages: list[float] = []
    later = next_value = 0.0
    owner = None
    columns = (rewards.tolist(), values.detach().tolist(), trajectories.tolist())
    for reward, value, this in zip(*map(reversed, columns), strict=True):
        if this != owner:
            later = next_value = 0.0
            owner = this
        later = reward + discount * next_value - value + discount * trace * later
        next_value = value
        advantages.append(later)
    result = rewards.new_tensor(advantages[::-1])
    return result, result + values.detach().to(result.dtype)


def standardise(advantages: Tensor) -> Tensor:
    """Zero mean and unit deviation over all tokens of a step, ``[N]``; zeros if they are all equal."""
    if len(advantages) == 0 or bool(advantages.max() == advantages.min()):
        return torch.zeros_like(advantages)
    return (advantages - advantages.mean()) / (advantages.std(correction=0) + 1e-6)


def value_losses(values: Tensor, old_values: Tensor | None, returns: Tensor, clip: float = 0.0) -> Tensor:
    """Half the squared error of each value, ``[N]``; with `clip`, the worse of it and that of the clipped value.

    Raises:
        ValueError: if `clip` is on and there are no old values.
    """
    losses = (values - returns) ** 2
    if clip:
        if old_values is None:
            raise ValueError("value_clip needs old_values, the values at the start of the step")
        near = old_values + (values - old_values).clamp(-clip, clip)
        losses = torch.maximum(losses, (near - returns) ** 2)
    return losses / 2


def _last_places(numbers: Tensor) -> Tensor:
    """The place of the last of each run of equal numbers."""
    if len(numbers) == 0:
        return torch.zeros_like(numbers)
    last = torch.ones_like(numbers, dtype=torch.bool)
    last[:-1] = numbers[:-1] != numbers[1:]
    return last.nonzero()[:, 0]
