"""The soft penalty on responses that come near their budget (DAPO, Yu et al. 2025)."""

from __future__ import annotations

import torch
from torch import Tensor

from .algorithm import Algorithm


def overlong_penalty(lengths: Tensor, budget: int, algorithm: Algorithm) -> Tensor:
    """What is added to each reward, in ``[-overlong, 0]``, ``[R]``.

    Zero up to ``budget - buffer`` tokens, then falling in a line to ``-overlong`` at the budget.

    Args:
        lengths: drawn tokens of each trajectory, ``[R]``.
        budget: most tokens that a trajectory may draw.
        algorithm: its `overlong` and `overlong_buffer`.

    Raises:
        ValueError: if the buffer is larger than the budget.
    """
    buffer = algorithm.overlong_buffer or max(budget // 5, 1)
    if buffer > budget:
        raise ValueError(
            f"overlong_buffer={buffer} is more than the budget of {budget} tokens; 0 takes a fifth of it"
        )
    over = (lengths.float() - (budget - buffer)) / buffer
    return -algorithm.overlong * over.clamp(0.0, 1.0)


def overlong_penalties(
    longest: Tensor, drawn: Tensor, budgets: tuple[int, int | None], algorithm: Algorithm
) -> Tensor:
    """The penalty of each trajectory, ``[R]``: that of its longest turn, or of all its tokens, whichever is worse.

    A game of many short turns is not overlong.

    Args:
        longest: drawn tokens of the longest turn of each, ``[R]``.
        drawn: all drawn tokens of each, ``[R]``.
        budgets: most tokens of a turn, and of an episode where there is such a budget.
        algorithm: see `overlong_penalty`.
    """
    turn, episode = budgets
    penalty = overlong_penalty(longest, turn, algorithm)
    return torch.minimum(penalty, overlong_penalty(drawn, episode, algorithm)) if episode else penalty
