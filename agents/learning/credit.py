"""From what trajectories earned to the advantage of every token that they drew: one way in for the trainer."""

from __future__ import annotations

from dataclasses import dataclass, replace

import torch
from torch import Tensor

from .advantages import trajectory_advantages
from .algorithm import Algorithm
from .batch import Outcomes
from .gae import token_advantages
from .step_groups import turn_advantages


@dataclass(frozen=True)
class Credit:
    """A step's rewards as advantages.

    Attributes:
        tokens: advantage of each token, ``[N]``.
        magnitudes: mean absolute advantage of the tokens of each trajectory, ``[R]``. Where it is zero, nothing is
            learnt from the trajectory (but for a KL or entropy term).
        returns: what values are regressed on under ``gae``; else None, ``[N]``.
    """

    tokens: Tensor
    magnitudes: Tensor
    returns: Tensor | None = None


def assign(
    outcomes: Outcomes,
    algorithm: Algorithm,
    trajectories: Tensor,
    turns: Tensor | None = None,
    values: Tensor | None = None,
    penalties: Tensor | None = None,
) -> Credit:
    """Advantages of all drawn tokens of a step.

    Args:
        outcomes: of all trajectories of the step.
        algorithm: see `Algorithm.credit`.
        trajectories: the trajectory of each token; those of one stand together, in the order of drawing, ``[N]``.
        turns: the turn of each token, numbered as in `outcomes`, ``[N]``; for ``step_groups`` and ``gae``.
        values: of the state that each token was drawn in, ``[N]``; for ``gae``.
        penalties: what each token is charged, see `divergence.reward_penalties`, ``[N]``; or None.

    Raises:
        ValueError: if something is missing that the algorithm asks for.
    """
    if algorithm.credit == "gae":
        if values is None:
            raise ValueError("credit='gae' needs the value head's values of the tokens")
        tokens, returns = token_advantages(outcomes, algorithm, trajectories, turns, values, penalties)
        return Credit(tokens, _magnitudes(tokens, trajectories, outcomes), returns)
    if penalties is not None:
        outcomes = _charged(outcomes, trajectories, turns, penalties)
    if algorithm.credit == "step_groups":
        if turns is None:
            raise ValueError("credit='step_groups' needs the turn of each token")
        tokens = turn_advantages(outcomes, algorithm)[turns]
    else:
        tokens = trajectory_advantages(outcomes, algorithm)[trajectories]
    return Credit(tokens, _magnitudes(tokens, trajectories, outcomes))


def _charged(outcomes: Outcomes, trajectories: Tensor, turns: Tensor | None, penalties: Tensor) -> Outcomes:
    """The outcomes with the penalties of tokens taken from the rewards of their trajectories and turns."""
    rewards = outcomes.rewards.index_add(0, trajectories, -penalties.to(outcomes.rewards.dtype))
    turn_rewards = outcomes.turn_rewards
    if turn_rewards is not None and turns is not None:
        turn_rewards = turn_rewards.index_add(0, turns, -penalties.to(turn_rewards.dtype))
    return replace(outcomes, rewards=rewards, turn_rewards=turn_rewards)


def _magnitudes(tokens: Tensor, trajectories: Tensor, outcomes: Outcomes) -> Tensor:
    sums = torch.zeros_like(outcomes.rewards).index_add_(0, trajectories, tokens.abs())
    counts = torch.zeros_like(sums).index_add_(0, trajectories, torch.ones_like(tokens))
    return sums / counts.clamp(min=1)
