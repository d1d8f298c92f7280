"""Where the environments of episodes are: the contract of a pool of them, and the one that steps them here.

A rollout asks for calls (`Environments.reset`, `Environments.step`) and takes answers as they come. What an environment
says is a plain value (`Said`), so a pool may keep its environments in this process, in others
(`rlvr.agents.rollouts.processes`) or on other machines.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from ...envs.base import TextEnv
from ...envs.make import make_env
from ...sandbox import SandboxUnavailable
from ...verifiers.base import RewardKind, Verdict
from .jobs import EpisodeJob
from .steps import Done, Hung, Steps

SLOW_FAMILIES = frozenset({"code", "sql", "search"})
"""Families whose steps run programs, query databases or search, outside of Python code for the most part."""


@dataclass(frozen=True, slots=True)
class Said:
    """What an environment said to `reset` or `step`.

    Attributes:
        observation: what the policy reads next.
        state_key: of the state it is in now.
        messages: what the chat has grown by.
        reward: what the step paid.
        terminated: it ended by its rules.
        truncated: it was ended by a cap.
        verdict: the judgement so far, if there is one.
        pay: how its verdicts are paid.
    """

    observation: str
    state_key: str
    messages: tuple[dict[str, str], ...]
    reward: float = 0.0
    terminated: bool = False
    truncated: bool = False
    verdict: Verdict | None = None
    pay: RewardKind = "binary"


@dataclass(frozen=True, slots=True)
class Answer:
    """A call of an environment that is over.

    Attributes:
        handle: of the environment.
        said: what it said; None if it failed.
        error: why it failed.
        hung: it took too long and was given up.
        seconds: how long it took.
        raised: an error that is no accident of one episode, for the caller to raise.
    """

    handle: int
    said: Said | None
    error: str = ""
    hung: bool = False
    seconds: float = 0.0
    raised: Exception | None = None


class Environments(Protocol):
    """Environments of many episodes at once. Calls come from one thread; each environment has one call at a time."""

    def reset(self, handle: int, job: EpisodeJob) -> TextEnv | None:
        """Make the environment of a job and reset it.

        Args:
            handle: the caller's number for it, never used twice.
            job: what is played.

        Returns:
            The environment if it is in this process.

        Raises:
            UnknownEnvironment, TypeError, ValueError: if there is no such environment, or not with these options (or
                as `Answer.raised`, where that is seen elsewhere).
        """

    def step(self, handle: int, action: str) -> None:
        """Play an action."""

    def finished(self, wait: float) -> list[Answer]:
        """The calls that are over; if there is none yet, waits up to this many seconds for one."""

    def leave(self, handle: int) -> None:
        """Forget an environment; a call that is under way is given up."""

    def close(self) -> None:
        """Forget all; nothing is asked for afterwards."""


def begin(env: TextEnv, job: EpisodeJob) -> Said:
    """Reset an environment to the beginning of an episode, with its hint."""
    observation, info = env.reset(options={"task": job.task})
    if job.hint:
        env.hint(job.hint)
    return Said(observation, info["state_key"], tuple(env.messages), pay=env.reward_kind)


def play(env: TextEnv, action: str) -> Said:
    """Play an action."""
    before = len(env.messages)
    observation, reward, terminated, truncated, info = env.step(action)
    messages, ended = tuple(env.messages[before:]), (bool(terminated), bool(truncated))
    verdict = info.get("verdict")
    return Said(observation, info["state_key"], messages, float(reward), *ended, verdict, env.reward_kind)


@dataclass(slots=True)
class Here:
    """An environment in this process, and what is known of its calls."""

    env: TextEnv
    slow: bool
    sandboxed: bool


class LocalEnvironments:
    """Environments in this process: quick ones are stepped while the caller waits, slow ones in threads.

    Which are slow is known of the families whose steps run programs, queries or searches. Of other environments it is
    learnt: those of this package are taken to be quick and those of others to be slow until their calls show it.

    Args:
        steps: makes the calls.
    """

    def __init__(self, steps: Steps) -> None:
        self._steps = steps
        self._here: dict[int, Here] = {}

    def reset(self, handle: int, job: EpisodeJob) -> TextEnv | None:
        """See `Environments.reset`."""
        here = self.make(handle, job)
        self.submit(handle, here, "reset", partial(begin, here.env, job))
        return here.env

    def step(self, handle: int, action: str) -> None:
        """See `Environments.step`."""
        here = self._here[handle]
        self.submit(handle, here, "step", partial(play, here.env, action))

    def finished(self, wait: float) -> list[Answer]:
        """See `Environments.finished`."""
        return [answer(done) for done in self._steps.finished(wait)]

    def leave(self, handle: int) -> None:
        """See `Environments.leave`."""
        if self._here.pop(handle, None) is not None:
            self._steps.abandon(handle)

    def close(self) -> None:
        """See `Environments.close`."""
        self._steps.close()

    def make(self, handle: int, job: EpisodeJob) -> Here:
        """The environment of a job, not reset yet."""
        env = make_env(job.task.env, **job.env_options)
        spec = env.task_spec
        if not spec.id.startswith("rlvr/"):
            for call in ("reset", "step"):
                self._steps.pace.doubt(f"{call} {spec.id}")
        slow = bool(spec.sandbox) or spec.family in SLOW_FAMILIES
        here = self._here[handle] = Here(env, slow, bool(spec.sandbox))
        return here

    def submit(self, handle: int, here: Here, call: str, made: Callable[[], Said]) -> None:
        """Begin a call of an environment."""
        kind = f"{call} {here.env.task_spec.id}"
        self._steps.submit(handle, made, kind=kind, slow=here.slow, stoppable=not here.sandboxed)


def answer(done: Done) -> Answer:
    """What became of a call of `begin` or `play`."""
    error, hung = done.error, isinstance(done.error, Hung)
    text = "" if error is None else str(error) if hung else f"{type(error).__name__}: {error}"
    raised = error if isinstance(error, SandboxUnavailable) else None
    return Answer(done.key, done.result, text, hung, done.seconds, raised)
