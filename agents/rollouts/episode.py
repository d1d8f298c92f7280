"""One episode under way: its environment, what has been written so far, and how it ends."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...envs.base import HINT, TextEnv
from ...envs.replay import unfinished
from ...verifiers.base import RewardKind, Verdict, infra
from ..trajectory import Ending, Stop, Trajectory, Turn
from .environments import Said
from .jobs import EpisodeJob


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
        began: when it started, in seconds of the rollout's clock.
        handle: number of its environment in the pool that has it.
        env: the environment, if it is in this process.
        seed: what its actions are drawn with.
        begun: whether the environment has been reset.
        chat: what has been said so far.
        observation: what the environment said last.
        state_key: of the state that the next action is taken in.
        verdict: the judgement so far, if there is one.
        pay: how its verdicts are paid.
        drawn: tokens that the policy drew.
        action: what is being played.
        error: why it could not be scored.
    """

    number: int
    job: EpisodeJob
    trajectory: Trajectory
    began: float
    handle: int = -1
    env: TextEnv | None = None
    seed: int = 0
    begun: bool = False
    chat: list[dict[str, str]] = field(default_factory=list)
    observation: str = ""
    state_key: str = ""
    verdict: Verdict | None = None
    pay: RewardKind = "binary"
    drawn: int = 0
    action: Written | None = None
    error: str = ""

    @classmethod
    def of(
        cls, number: int, job: EpisodeJob, *, began: float = 0.0, seed: int = 0, handle: int = -1
    ) -> Episode:
        """The episode of a job, before its environment is reset."""
        trajectory = Trajectory(job.task, job.sample, env_options=dict(job.env_options))
        if job.hint:
            trajectory.extra["hint"] = job.hint
        if job.arm:
            trajectory.extra["arm"] = job.arm
        return cls(number, job, trajectory, began, handle, seed=seed)

    def start(self, said: Said) -> None:
        """Take what the environment said at its reset."""
        self._take(said)
        self.begun = True
        opening = self.messages()
        if opening != [{"role": "user", "content": self.job.task.prompt}]:
            self.trajectory.opening = opening

    def _take(self, said: Said) -> None:
        self.observation, self.state_key, self.pay = said.observation, said.state_key, said.pay
        self.chat.extend(said.messages)

    def messages(self, *, hint: bool = True) -> list[dict[str, str]]:
        """The chat so far as a model may read it: neighbours of one role (a prompt and its hint) are one message.

        Args:
            hint: whether a hint that was given before the first action is among them.
        """
        merged: list[dict[str, str]] = []
        for place, message in enumerate(self.chat):
            behind = place > 0 and self.chat[place - 1]["role"] == message["role"] == "user"
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
        place, state = (action.segment, action.start, action.end), self.state_key
        turn = Turn(*place, action.text, reward, state, action.stop, seconds, observation)
        self.trajectory.turns.append(turn)

    def stepped(self, said: Said, seconds: float) -> Ending | None:
        """Take what the environment said to the action; returns how the episode ended, if it did."""
        self.played(said.reward, seconds, said.observation)
        self._take(said)
        self.verdict = said.verdict
        if self.verdict is not None and not self.verdict.scored:
            self.error = self.verdict.message
            return "infra"
        return "terminated" if said.terminated else "truncated" if said.truncated else None

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
                trajectory.verdict = unfinished(self.verdict, self.pay)
            case _:
                trajectory.verdict = self.verdict
        return trajectory
