"""A part of the verdict, measured against the best of the group (E-GRPO, Zhao et al. 2025, arXiv:2510.24694).

    value = weight  m_i / max_j m_j

with m the part, such as the share of the entities (here: of the needed documents) that a search has met. The paper pays
it to wrong answers alone, with a weight of 0.3: a gate with ``below: 1`` around this does the same.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..trajectory import Group, Trajectory
from .checks import number
from .parts import Bounds, share


@dataclass(frozen=True)
class ShareOfBest:
    """The part as a share of the largest in the group, in [0, `weight`]; 0 for all where no one has any of it.

    Attributes:
        on: name of the part of the verdict, which is cut to [0, 1].
        weight: in [0, 1].
    """

    on: str
    weight: float = 0.3

    def __post_init__(self) -> None:
        if not isinstance(self.on, str) or not self.on:
            raise ValueError(f"on must be the name of a part of the verdict, not {self.on!r}")
        number("weight of the share", self.weight, 0.0, 1.0)

    def bounds(self, solved: bool) -> Bounds:
        """Solved or not."""
        return 0.0, self.weight

    def __call__(self, group: Group) -> list[float]:
        """One value for each trajectory, in order."""
        measured = [self._of(each) for each in group.trajectories]
        best = max(measured, default=0.0)
        return [self.weight * each / best if best else 0.0 for each in measured]

    def _of(self, trajectory: Trajectory) -> float:
        verdict = trajectory.verdict
        return share(verdict.parts.get(self.on, 0.0)) if trajectory.scored and verdict is not None else 0.0
