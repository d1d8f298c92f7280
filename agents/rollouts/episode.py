"""One episode under way: its environment, what has been written so far, and how it ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ... import registry
from ...envs.base import HINT, TextEnv
from ...envs.make import make_env
from ...envs.replay import unfinished
from ...generators.base import Task
from ...verifiers.base import Verdict, infra
from ..trajectory import Ending, Stop, Trajectory, Turn
from .jobs import EpisodeJob

SLOW_FAMILIES = frozenset({"code", "sql", "search"})
"""Families whose steps run programs, query databases or search, outside of Python code for the most part."""


@dataclass(frozen=True, slots=True)
class Written:
    """An action, and where its tokens are.

    Attributes:
        key: of the request that it answers.
        text: the action as the environment gets it.
        stop: why its tokens end; ``aborted`` means that there is no action.
        tokens: how many tokens were drawn.
        segment: the segment that they are in; -1 if there are no tokens of our own.
        start: place of the first one there.
        end: place behind the last one.
        error: why there is no action.
    """

    key: int
    text: str
    stop: Stop = "end"
    tokens: int = 0
    segment: int = -1
    start: int = 0
    end: int = 0
    error: str = ""


@dataclass(slots=True, eq=False)
class Episode:
    """One episode under way.

    Attributes:
        number: place of its job; the order of requests in lockstep.
        job: what is played.
        trajectory: what is known of it so far.
        threaded: whether its environment is stepped in a thread.
        began: when it started, in seconds of the rollout's clock.
        env: its environment.
        seed: what its actions are drawn with.
        begun: whether the environment has been reset.
        observation: what the environment said last.
        state_key: of the state that the next action is taken in.
        verdict: the environment's judgement so far.
        drawn: tokens drawn so far.
        action: what the environment is playing at the moment.
        error: what went wrong.
    """

    number: int
    job: EpisodeJob
    trajectory: Trajectory
    threaded: bool
    began: float
    env: TextEnv
    seed: int = 0
    begun: bool = False
    observation: str = ""
    state_key: str = ""
    verdict: Verdict | None = None
    drawn: int = 0
    action: Written | None = None
    error: str = ""

    @classmethod
    def of(cls, number: int, job: EpisodeJob, *, began: float = 0.0, seed: int = 0) -> Episode:
        """The episode of a job, before its environment is reset.

        Raises:
            UnknownEnvironment, TypeError, ValueError: if there is no such environment, or not with these options: that
                is no accident of one episode.
        """
        trajectory = Trajectory(job.task, job.sample, env_options=dict(job.env_options))
        if job.hint:
            trajectory.extra["hint"] = job.hint
        if job.arm:
            trajectory.extra["arm"] = job.arm
        env = make_env(job.task.env, **job.env_options)
        return cls(number, job, trajectory, is_slow(job.task), began, env, seed)

    def reset(self) -> tuple[str, str]:
        """Reset the environment; changes nothing here, as a watchdog may have given it up by then.

        Returns:
            What the environment says, and its state's key.
        """
        observation, info = self.env.reset(options={"task": self.job.task})
        if self.job.hint:
            self.env.hint(self.job.hint)
        return observation, info["state_key"]

    def start(self, said: tuple[str, str]) -> None:
        """Take what `reset` gave."""
        self.observation, self.state_key = said
        self.begun = True
        opening = self.messages()
        if opening != [{"role": "user", "content": self.job.task.prompt}]:
            self.trajectory.opening = opening

    def messages(self, *, hint: bool = True) -> list[dict[str, str]]:
        """The chat so far as a model may read it: neighbours of one role (a prompt and its hint) are one message.

        Args:
            hint: whether a hint that was given before the first action is among them.
        """
        merged: list[dict[str, str]] = []
        for place, message in enumerate(self.env.messages):
            behind = place > 0 and self.env.messages[place - 1]["role"] == message["role"] == "user"
            if not hint and behind and message["content"].startswith(HINT):
                continue
            if merged and merged[-1]["role"] == message["role"] == "user":
                merged[-1]["content"] += f"\n\n{message['content']}"
            else:
                merged.append(dict(message))
        return merged

    def played(self, reward: float, seconds: float, observation: str = "") -> None:
        """Note the action that the environment has just played, and what it said to it."""
        action = self.action
        assert action is not None
        self.action = None
        self.trajectory.turns.append(
            Turn(
                action.segment,
                action.start,
                action.end,
                action.text,
                reward,
                self.state_key,
                action.stop,
                seconds,
                observation,
            )
        )

    def stepped(self, step: tuple[str, float, bool, bool, dict[str, Any]], seconds: float) -> Ending | None:
        """Take what `env.step` gave; returns how the episode ended, if it did."""
        self.observation, reward, terminated, truncated, info = step
        self.played(float(reward), seconds, self.observation)
        self.state_key = info["state_key"]
        self.verdict = info.get("verdict")
        if self.verdict is not None and not self.verdict.scored:
            self.error = self.verdict.message
            return "infra"
        return "terminated" if terminated else "truncated" if truncated else None

    def end(self, ending: Ending, error: str = "") -> Trajectory:
        """The trajectory, with its judgement."""
        trajectory, error = self.trajectory, error or self.error
        if error:
            trajectory.extra["error"] = error
        trajectory.ending = ending
        match ending:
            case "infra" | "watchdog":
                if self.action is not None:  # it was under way: part of the record, whatever came of it
                    self.played(0.0, 0.0)
                trajectory.verdict = infra(error)
            case "budget":
                trajectory.verdict = unfinished(self.verdict, self.env.reward_kind)
            case _:
                trajectory.verdict = self.verdict
        return trajectory


def is_slow(task: Task) -> bool:
    """Whether its environment is stepped in a thread: what is slow, and what is not ours and so not known."""
    spec = registry.get(task.env)
    ours = spec.id.startswith("rlvr/")
    return not ours or bool(spec.sandbox) or spec.family in SLOW_FAMILIES


def valid(text: str) -> str:
    """`text` with what is no Unicode character (half a surrogate pair) replaced, so that it can be stored."""
    return text.encode("utf-8", "replace").decode()
