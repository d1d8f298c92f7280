"""The contract of reward functions: from a group of trajectories to a return for each.

A reward function sees a whole group, because some rewards compare its members (a majority vote, a length relative
to the shortest right one). It never changes a trajectory.
"""

from __future__ import annotations

from random import Random
from typing import Protocol

from ..trajectory import Group


class Reward(Protocol):
    """Scores the trajectories of a group."""

    def __call__(self, group: Group, rng: Random) -> list[float]:
        """One return for each trajectory of `group`, in order; those that are not `scored` may get anything.

        Args:
            group: all rollouts of one task.
            rng: randomness of this group alone; the same in every repetition of a run.
        """
