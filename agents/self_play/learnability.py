"""What a proposer is paid: tasks that the solver solves sometimes.

- ``absolute_zero`` (Zhao et al. 2025, arXiv:2505.03335): ``1 - p`` for the plain solve rate p, but 0 where p is 0 or
  1. A task that is hardly ever solved earns most, so it is safe only where validity is proved, as it is here. (Search
  Self-play, Lu et al. 2025, arXiv:2510.18821, pays ``1 - p`` at 0 and 1 as well.)
- ``difficulty``: the same of the rate above chance.
- ``uncertainty``: ``4 p (1 - p)``, greatest at p = 1/2, where a group of solver rollouts has most to learn from. As
  learnability, ``p (1 - p)`` is from Rutherford et al. 2024, arXiv:2408.15099; R-Zero (Huang et al. 2025,
  arXiv:2508.05004) pays its proposer ``1 - 2 abs(p - 1/2)``, with the same top.

But for ``absolute_zero``, solve rates are first corrected for chance: a task with two possible answers is solved half
of the time by tossing a coin, and would otherwise be the best paid of all under ``uncertainty``. Invalid proposals
cost, and one that cannot even be read costs more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from ...verifiers.base import Reason
from ..rewards.checks import number, one_of
from ..trajectory import Group, Trajectory


def difficulty(rate: float) -> float:
    """``1 - rate``, but 0 for a task that is never solved."""
    return 1.0 - rate if rate > 0.0 else 0.0


def uncertainty(rate: float) -> float:
    """``4 rate (1 - rate)``."""
    return 4.0 * rate * (1.0 - rate)


FORMULAS: Mapping[str, Callable[[float], float]] = {
    "absolute_zero": difficulty,
    "difficulty": difficulty,
    "uncertainty": uncertainty,
}
"""The formulas by name; each is 0 for solve rates of 0 and 1 and at most 1."""


def above_chance(rate: float, guess_rate: float) -> float:
    """The part of a solve rate that guessing does not explain, in [0, 1]."""
    if guess_rate >= 1.0:
        return 0.0
    return min(max((rate - guess_rate) / (1.0 - guess_rate), 0.0), 1.0)


@dataclass(frozen=True)
class ProposerReward:
    """The reward of propose episodes, in [-1, 1].

    A valid proposal has the solve rate of its task in ``extra["solve_rate"]`` (`SelfPlay.settle` notes it; above chance
    where `corrected` says so). Without one nobody played it, and it earns 0; ``extra["refused"]`` says that it was
    valid but not taken (known from an earlier step).

    Attributes:
        formula: a key of `FORMULAS`.
        refused: of a proposal that was read and not admitted; in [-1, 0].
        malformed: of one that could not be read; in [-1, refused].
    """

    formula: str = "uncertainty"
    refused: float = -0.5
    malformed: float = -1.0

    def __post_init__(self) -> None:
        one_of("the formula of proposals", self.formula, tuple(FORMULAS))
        number("refused", self.refused, -1.0, 0.0)
        number("malformed", self.malformed, -1.0, self.refused)

    @property
    def corrected(self) -> bool:
        """Whether the formula is of solve rates above chance; else it is of the plain ones, as published."""
        return self.formula != "absolute_zero"

    def __call__(self, group: Group, rng: Random) -> list[float]:
        """One return for each trajectory; 0 for those that are masked."""
        return [self._value(each) if each.scored else 0.0 for each in group.trajectories]

    def _value(self, trajectory: Trajectory) -> float:
        verdict = trajectory.verdict
        if verdict is None or not verdict.passed:
            read = verdict is not None and verdict.reason in (Reason.ILLEGAL, Reason.WRONG)
            return self.refused if read else self.malformed
        if "refused" in trajectory.extra:
            return self.refused
        return FORMULAS[self.formula](trajectory.extra.get("solve_rate", 0.0))
