"""Several attempts at one task: right early is worth more, and saying the same again is worth less.

"A Simple 'Try Again' Can Elicit Multi-Turn LLM Reasoning" (UFO, Liu et al. 2025, arXiv:2507.14295) trains on episodes
in which the only feedback to a wrong answer is that it is wrong (``attempts=n``, ``feedback="binary"``). Success at
attempt k pays ``discount^(k-1)``; repeated answers are penalised. Three things differ here, so that the laws of
`compose` hold:

- The penalty takes a share of a success instead of being subtracted from it. With the published values (5 attempts,
  1/2, 1/2) a late success after repetitions would otherwise earn less than a failure without any.
- Repetitions are counted against the attempts there are, not against those made, so that further attempts with new
  nonsense dilute nothing. An attempt without an answer is a repetition.
- Where a blind guess is right with chance g, a wrong attempt also eliminates an option, and with k - 1 of them gone a
  success is worth ``1 - (k - 1) / (1/g - 1)``: nothing for the last option, which was not found but left over.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from ..trajectory import Group, Trajectory
from .answers import answers_of
from .checks import number


@dataclass(frozen=True)
class Retry:
    """The reward of multi-attempt episodes, in [-repetition, 1].

    Attributes:
        discount: of success, for each earlier attempt; in [0, 1].
        repetition: the share of a success that is lost, or the penalty that a failure has, if every attempt after
            the first repeats an answer; in [0, 1].
    """

    discount: float = 0.5
    repetition: float = 0.5

    def __post_init__(self) -> None:
        number("discount", self.discount, 0.0, 1.0)
        number("repetition", self.repetition, 0.0, 1.0)

    def __call__(self, group: Group, rng: Random) -> list[float]:
        """One return for each trajectory; 0 for those that are masked.

        Raises:
            ValueError: if the episodes were not made with several attempts.
        """
        return [self._value(each) if each.scored else 0.0 for each in group.trajectories]

    def _value(self, trajectory: Trajectory) -> float:
        attempts = attempts_of(trajectory)
        tries = max(len(trajectory.turns), 1)
        lost = self.repetition * min(repetitions(answers_of(trajectory)) / (attempts - 1), 1.0)
        if not trajectory.passed:
            return -lost
        worth: float = self.discount ** (tries - 1)
        return worth * not_eliminated(trajectory.task.guess_rate, tries) * (1.0 - lost)


def attempts_of(trajectory: Trajectory) -> int:
    """How many attempts the episode had at most.

    Raises:
        ValueError: if it had one only.
    """
    attempts = int(trajectory.env_options.get("attempts", 1))
    if attempts < 2:
        raise ValueError(
            "rewards of retries need episodes with several attempts: make them with attempts=2 or more"
        )
    return attempts


def repetitions(answers: list[str | None]) -> int:
    """How many attempts after the first said nothing new: an earlier answer, or none."""
    given = {answer for answer in answers if answer is not None}
    return max(len(answers) - max(len(given), 1), 0)


def not_eliminated(guess_rate: float, tries: int) -> float:
    """The share of the wrong options that the attempts before the last have not ruled out, in [0, 1]."""
    if guess_rate <= 0.0 or tries <= 1:
        return 1.0
    if guess_rate >= 1.0:
        return 0.0
    return max(1.0 - (tries - 1) / (1.0 / guess_rate - 1.0), 0.0)
