"""The published reward of several attempts, for comparison; `retry` keeps the laws of `compose`, and this does not.

UFO, "A Simple 'Try Again' Can Elicit Multi-Turn LLM Reasoning" (Liu et al. 2025, arXiv:2507.14295), for episodes in
which the only feedback to a wrong answer is that it is wrong (``attempts=n``, ``feedback="binary"``):

    return = discount^(k-1) 1[right at attempt k]  -  penalty (1 - E / T)

with E different ones among the T answers that were given. The paper's values are 5 attempts, discount 1/2, penalty
1/2. With them a success at the fifth attempt after the same answer four times earns 1/16 - 1/2 (1 - 2/5) < 0, less
than a failure with five different answers.

Answers are compared as everywhere here, as texts with even blanks; an attempt without an answer counts as an attempt,
and is no answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from ..trajectory import Group, Trajectory
from .answers import answers_of
from .checks import number
from .retry import attempts_of


@dataclass(frozen=True)
class UnaryFeedback:
    """The return of multi-attempt episodes as published, in [-penalty, 1].

    Attributes:
        discount: of success, for each earlier attempt; in [0, 1].
        penalty: lambda, of a trajectory in which all answers are one; in [0, 1].
    """

    discount: float = 0.5
    penalty: float = 0.5

    def __post_init__(self) -> None:
        number("discount", self.discount, 0.0, 1.0)
        number("penalty", self.penalty, 0.0, 1.0)

    def __call__(self, group: Group, rng: Random) -> list[float]:
        """One return for each trajectory; 0 for those that are masked.

        Raises:
            ValueError: if the episodes were not made with several attempts.
        """
        return [self._value(each) if each.scored else 0.0 for each in group.trajectories]

    def _value(self, trajectory: Trajectory) -> float:
        attempts_of(trajectory)  # refuses episodes of one
        given = [answer for answer in answers_of(trajectory) if answer is not None]
        worth = self.discount ** max(len(trajectory.turns) - 1, 0) if trajectory.passed else 0.0
        return worth - self.penalty * (1.0 - len(set(given)) / len(given) if given else 0.0)
