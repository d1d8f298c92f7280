"""The soft penalty on responses that come near their budget (DAPO, Yu et al. 2025)."""

from __future__ import annotations

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
