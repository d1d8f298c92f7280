"""Control rewards: what a curve looks like if the reward does not know the answer (`random_reward` is one more).

"Spurious Rewards" (Shao et al. 2025, arXiv:2506.10947) found that some models improve under rewards that have nothing
to do with the truth. A claim that training on a verifier helped therefore needs these runs beside it: a control that
lifts the held-out score as much as the verifier does says that the verifier did not do it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random

from ..trajectory import Group
from .answers import last_answer, well_formed


@dataclass(frozen=True)
class FormatOnly:
    """1 for an answer in the form asked for, right or wrong."""

    def __call__(self, group: Group, rng: Random) -> list[float]:
        """See the class."""
        return [float(each.scored and well_formed(each)) for each in group.trajectories]


@dataclass(frozen=True)
class MajorityVote:
    """1 for the answer that most members of the group gave (self-consistency; TTRL, Zuo et al. 2025, arXiv:2504.16084).

    No reference is looked at. Answers are compared as text with even blanks. All of several equally frequent answers
    are paid: where every member says something else there is no majority and nothing to learn.
    """

    def __call__(self, group: Group, rng: Random) -> list[float]:
        """See the class."""
        answers = [last_answer(each) if each.scored else None for each in group.trajectories]
        counts = Counter(answer for answer in answers if answer is not None)
        most = max(counts.values(), default=0)
        return [float(answer is not None and counts[answer] == most) for answer in answers]


@dataclass(frozen=True)
class Incorrect:
    """1 for a wrong answer in the form asked for, 0 for a right one and for none."""

    def __call__(self, group: Group, rng: Random) -> list[float]:
        """See the class."""
        return [float(each.scored and well_formed(each) and not each.passed) for each in group.trajectories]
