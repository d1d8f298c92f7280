"""What was learnt from each trajectory of a step, noted for whoever reads stored trajectories later."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from .experience import Experience
from .trajectory import Group


def note_learning(
    played: Sequence[Group],
    returns: Sequence[Sequence[float]],
    learnt: tuple[Sequence[Group], Experience] | None,
    advantages: Tensor,
) -> None:
    """Note in ``extra`` of the trajectories of a step what was learnt from them.

    ``return``: what it was worth, shaped and penalised; ``used``: whether it was in the loss; and if it was,
    ``advantages``: the mean advantage of the tokens of each turn.

    Args:
        played: all groups of the step.
        returns: the shaped return of each trajectory of each group.
        learnt: the groups that were learnt from, and their experience; None if there was no step yet.
        advantages: of the drawn tokens of that experience, ``[N]``.
    """
    for group, values in zip(played, returns, strict=True):
        for trajectory, value in zip(group.trajectories, values, strict=True):
            trajectory.extra |= {"return": value, "used": False}
    if learnt is None:
        return
    groups, found = learnt
    trajectories = [each for group in groups for each in group.trajectories]
    of_turns = iter(mean_by(found.turns, advantages, sum(len(each.turns) for each in trajectories)))
    for trajectory, value, valid in zip(
        trajectories, found.returns.tolist(), found.valid.tolist(), strict=True
    ):
        mine = [next(of_turns) for _ in trajectory.turns]
        trajectory.extra |= {"return": value, "used": valid}
        if valid:
            trajectory.extra["advantages"] = mine


def mean_by(places: Tensor, values: Tensor, count: int) -> list[float]:
    """The mean of the values of each of `count` places; 0 where a place has none."""
    sums = torch.zeros(count).index_add(0, places, values)
    found: list[float] = (sums / torch.bincount(places, minlength=count).clamp(min=1)).tolist()
    return found
