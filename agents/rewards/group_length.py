"""A length reward between the shortest and the longest response of a group (Kimi k1.5, 2025, arXiv:2501.12599).

    lambda = 1/2 - (length - shortest) / (longest - shortest)
    value  = weight lambda             if right
             weight min(0, lambda)     if wrong

and 0 where all are equally long. `ShortestRight` compares right answers alone and pays no bonus.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..trajectory import Group
from .checks import number
from .parts import Bounds


@dataclass(frozen=True)
class GroupLength:
    """A bonus for right answers in the shorter half of the group's range of lengths, a penalty for all in the longer.

    Attributes:
        weight: in [0, 1]; 1 in the paper, after a beginning without.
    """

    weight: float = 1.0

    def __post_init__(self) -> None:
        number("weight of the length reward", self.weight, 0.0, 1.0)

    def bounds(self, solved: bool) -> Bounds:
        """Half the weight either way; a failed trajectory gains nothing."""
        return -self.weight / 2, self.weight / 2 if solved else 0.0

    def __call__(self, group: Group) -> list[float]:
        """One value for each trajectory, in order."""
        lengths = [each.length for each in group.trajectories if each.scored]
        shortest, longest = min(lengths, default=0), max(lengths, default=0)
        if shortest == longest:
            return [0.0] * len(group.trajectories)
        values = []
        for each in group.trajectories:
            share = 0.5 - (each.length - shortest) / (longest - shortest) if each.scored else 0.0
            values.append(self.weight * (share if each.passed else min(0.0, share)))
        return values
