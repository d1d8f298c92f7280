"""Parts that count only where something higher is reached.

    value = 1[least <= v < below] x (sum of the parts)

with v the verdict's score, or one of its measured parts. Without bounds the gate opens for solved trajectories only
(v = 1), so that a failed one earns nothing by pleasing the parts:

- G-RA (Sun et al. 2025, arXiv:2508.10548) adds immediate rewards only where the long-term reward reaches a threshold:
  a gate beside the outcome, and a gate within a gate for a chain of priorities.
- P-GRPO (Fan et al. 2025, arXiv:2508.05170) pays for the reasoning only where the code is right: R_o + R_o R_t, which
  is an outcome and a gate without bounds, R_o being 0 or 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..trajectory import Group, Trajectory
from .checks import number
from .parts import Bounds, Outcome, Part, leaves, share

SCORE = "score"
"""What a gate looks at by default: the verdict's score, which is 1 exactly for solved trajectories."""


@dataclass(frozen=True)
class Gate:
    """Parts that are worth nothing where the gate is closed.

    Attributes:
        parts: what counts where it is open; no outcome among them.
        on: what decides: ``score``, or the name of a part of the verdict (cut to [0, 1]; 0 where there is none).
        least: it is closed below this, in [0, 1]. None for no bound; for 1 if there is no `below` either.
        below: it is closed from this on, in [0, 1]. None for no bound.
    """

    parts: Sequence[Part]
    on: str = SCORE
    least: float | None = None
    below: float | None = None

    def __post_init__(self) -> None:
        if not self.parts:
            raise ValueError("a gate without parts changes nothing: name the parts that count where it is open")
        if any(isinstance(part, Outcome) for part in leaves(self.parts)):
            raise ValueError("the outcome is no part of a gate: put it beside the gate")
        if not isinstance(self.on, str) or not self.on:
            raise ValueError(f"on must be 'score' or the name of a part of the verdict, not {self.on!r}")
        low, high = self._window
        number("least of the gate", low, 0.0, 1.0)
        if self.below is not None:
            number("below of the gate", self.below, 0.0, 1.0)
        if low >= high:
            raise ValueError(f"a gate from least={low:g} to below={high:g} never opens")

    @property
    def _window(self) -> Bounds:
        """From where on it is open, and from where on it is closed again."""
        if self.least is None and self.below is None:
            return 1.0, float("inf")
        return (
            0.0 if self.least is None else self.least,
            float("inf") if self.below is None else self.below,
        )

    def bounds(self, solved: bool) -> Bounds:
        """Those of the parts where it is always open, 0 where it never is, and both where that depends."""
        low, high = self._window
        if self.on != SCORE:
            opens, closes = True, low > 0.0 or high <= 1.0
        elif solved:
            opens = low <= 1.0 < high
            closes = not opens
        else:  # scores from 0 to less than 1
            opens, closes = low < 1.0, low > 0.0 or high < 1.0
        if not opens:
            return 0.0, 0.0
        each = [part.bounds(solved) for part in self.parts]
        least, most = sum(one for one, _ in each), sum(one for _, one in each)
        return (min(least, 0.0), max(most, 0.0)) if closes else (least, most)

    def __call__(self, group: Group) -> list[float]:
        """One value for each trajectory, in order."""
        rows = zip(*(part(group) for part in self.parts), strict=True)
        return [
            float(sum(row)) if self._open(each) else 0.0
            for each, row in zip(group.trajectories, rows, strict=True)
        ]

    def _open(self, trajectory: Trajectory) -> bool:
        low, high = self._window
        verdict = trajectory.verdict
        if verdict is None or verdict.score is None:
            return False
        value = verdict.score if self.on == SCORE else share(verdict.parts.get(self.on, 0.0))
        return low <= value < high
