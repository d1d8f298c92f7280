"""Policies that need no model: the oracle, the random player and the person at the terminal.

A policy is a function of the environment and what it just said to the action. Policies read the environment
itself rather than the chat, because the oracle and the random player must know the task's form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from ..envs.base import TextEnv
from ..generators.base import Task
from ..verifiers.base import Verdict
from .rollouts.collector import Rollout
from .rollouts.config import RolloutConfig, RolloutStatistics
from .rollouts.environments import LocalEnvironments
from .rollouts.episode import Episode, Written
from .rollouts.jobs import EpisodeJob
from .rollouts.steps import Steps
from .rollouts.text_writer import valid
from .rollouts.writers import PendingAction, Writer
from .trajectory import Trajectory

Policy = Callable[[TextEnv, str], str]
"""From an environment in the middle of an episode, and its last observation, to the next action."""


def oracle(env: TextEnv, observation: str) -> str:
    """Play from the task's own solution; wins every episode."""
    return env.oracle_action()


def random_policy(rng: Random) -> Policy:
    """A player without skill that keeps to the form of the answer."""

    def act(env: TextEnv, observation: str) -> str:
        return env.random_action(rng)

    return act


@dataclass(frozen=True, slots=True)
class EpisodeRecord:
    """One finished episode: enough to replay it.

    Attributes:
        task: the task that was played.
        actions: what the policy wrote, one text a turn.
        rewards: what each turn paid.
        verdict: the judgement of the episode.
        terminated: it ended by its own rules.
        truncated: it was ended by a cap.
    """

    task: Task
    actions: list[str] = field(default_factory=list)
    rewards: list[float] = field(default_factory=list)
    verdict: Verdict | None = None
    terminated: bool = False
    truncated: bool = False


def play(env: TextEnv, policy: Policy, *, seed: int | None = None, **options: Any) -> EpisodeRecord:
    """Play one episode to its end with `policy`; `options` go to `reset`."""
    observation, info = env.reset(seed=seed, options=options or None)
    task: Task = info["task"]
    actions: list[str] = []
    rewards: list[float] = []
    terminated = truncated = False
    while not (terminated or truncated):
        action = policy(env, observation)
        observation, reward, terminated, truncated, info = env.step(action)
        actions.append(action)
        rewards.append(reward)
    return EpisodeRecord(task, actions, rewards, info.get("verdict"), terminated, truncated)


def run_text_policy(
    policy: Policy, jobs: Sequence[EpisodeJob], *, config: RolloutConfig | None = None
) -> list[Trajectory]:
    """Play jobs with a policy that needs no model, for whatever reads trajectories; they have no segments.

    Args:
        policy: who plays. It is asked in the order of the jobs, one round of turns at a time; someone who plays one
            episode after the other needs ``concurrent=1``.
        jobs: what to play.
        config: see `RolloutConfig`; by default in lockstep, so that a policy with a random source repeats itself.
            Environments are in this process, whatever its `processes` says.

    Returns:
        One trajectory for each job, in their order.
    """
    found = dict(played_here(PolicyWriter(policy), config or RolloutConfig(lockstep=True), jobs, 0))
    return [found[number] for number in range(len(jobs))]


def played_here(
    writer: Writer, config: RolloutConfig, jobs: Iterable[EpisodeJob], seed: int
) -> Iterator[tuple[int, Trajectory]]:
    """Play jobs with a writer that sees the environments, so they are in this process; see `Rollout.run`."""
    environments = LocalEnvironments(Steps(config.workers, config.step_seconds))
    try:
        yield from Rollout(writer, config, jobs, seed, RolloutStatistics(), environments).run()
    finally:
        environments.close()


class PolicyWriter:
    """Over a function of the environment, such as the oracle; it is asked in the order of the jobs."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._asked: list[PendingAction] = []

    def begin(self, episode: Episode) -> bool:
        """See `Writer.begin`."""
        return True

    def observe(self, episode: Episode) -> bool:
        """See `Writer.observe`."""
        return True

    def ask(self, asks: Sequence[PendingAction]) -> None:
        """See `Writer.ask`."""
        self._asked.extend(asks)

    def poll(self) -> list[Written]:
        """See `Writer.poll`."""
        asked, self._asked = self._asked, []
        return [Written(ask.key, valid(self._policy(env_of(ask), ask.episode.observation))) for ask in asked]

    def abort(self, keys: Sequence[int]) -> None:
        """See `Writer.abort`."""
        self._asked = [ask for ask in self._asked if ask.key not in keys]


def env_of(ask: PendingAction) -> TextEnv:
    """The environment that an action is asked for.

    Raises:
        ValueError: if it is in another process, where no policy of this one sees it.
    """
    if ask.episode.env is None:
        raise ValueError("a policy of environments needs them in its own process: play by run_text_policy")
    return ask.episode.env
