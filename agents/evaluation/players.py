"""Policies that need no model as players of an evaluation: the oracle, the random player, the person."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random

from ..policies import Policy, PolicyWriter, env_of, oracle, played_here, random_policy
from ..rollouts.config import RolloutConfig
from ..rollouts.episode import Written
from ..rollouts.jobs import EpisodeJob
from ..trajectory import Trajectory


class PolicyPlayer:
    """Plays with a function of the environment.

    Args:
        make: makes the policy for one action from its random source, which depends on the seed, the task, the sample
            and the turn alone: so an evaluation that was broken off goes on as if it had not been.
        concurrent: episodes at once; a person plays one.
    """

    def __init__(self, make: Callable[[Random], Policy], *, concurrent: int = 256) -> None:
        self._make = make
        self._config = RolloutConfig(concurrent=concurrent)

    def stream(self, jobs: Iterable[EpisodeJob], *, seed: int) -> Iterator[Trajectory]:
        """Trajectories of the jobs, as episodes end."""
        for _, trajectory in played_here(_SeededWriter(self._make), self._config, jobs, seed):
            yield trajectory


class _SeededWriter(PolicyWriter):
    """Asks a policy of each request's own."""

    def __init__(self, make: Callable[[Random], Policy]) -> None:
        super().__init__(make(Random(0)))
        self._make = make

    def poll(self) -> list[Written]:
        """See `Writer.poll`."""
        asked, self._asked = self._asked, []
        written = []
        for ask in asked:
            policy = self._make(Random(ask.seed))
            written.append(Written(ask.key, policy(env_of(ask), ask.episode.observation)))
        return written


def oracle_player() -> PolicyPlayer:
    """Plays from the tasks' own solutions; what is below 1 is a fault of ours."""
    return PolicyPlayer(lambda rng: oracle)


def random_player() -> PolicyPlayer:
    """Plays without skill, in the right form: what luck is worth."""
    return PolicyPlayer(random_policy)
