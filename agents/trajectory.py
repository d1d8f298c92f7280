"""What a policy wrote in an episode, as the tokens that it drew: what learning reads and what is kept on disk.

Token in, token out: the ids that were sampled are the ids that are trained on. Text is made from tokens for the
environment, and tokens from text only for what the environment says; nothing that the policy wrote is ever
tokenised again. An episode is one `Segment` as long as each turn only adds to what was there; a policy that
forgets (a context that ran full, a chat template that drops earlier thoughts) begins a new one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from ..generators.base import Task
from ..verifiers.base import Verdict

Stop = Literal["end", "length", "context", "aborted"]
"""Why a turn's tokens end: an end token was drawn; its token budget was used up; the context was full; or the
engine or the watchdog gave up on it."""

Ending = Literal["terminated", "truncated", "budget", "watchdog", "infra"]
"""Why an episode ended: by its rules; by a cap of the environment; by a budget of tokens or context of the rollout;
because it took too long or hung; or because machinery failed."""


@dataclass(slots=True)
class Segment:
    """One sequence as the model saw it: prompt, action, observation, action, ...; all lists have one length.

    Attributes:
        tokens: ids.
        policy: true for the tokens that the policy drew (end tokens included), false for what it was given.
        log_probs: log-probability of each drawn token under the distribution it was drawn from; 0.0 elsewhere.
        versions: the policy's version when the token was drawn (the count of weight updates); -1 elsewhere.
    """

    tokens: list[int] = field(default_factory=list)
    policy: list[bool] = field(default_factory=list)
    log_probs: list[float] = field(default_factory=list)
    versions: list[int] = field(default_factory=list)

    def read(self, tokens: Sequence[int]) -> None:
        """Append tokens that the policy was given."""
        self.tokens.extend(tokens)
        self.policy.extend([False] * len(tokens))
        self.log_probs.extend([0.0] * len(tokens))
        self.versions.extend([-1] * len(tokens))

    def write(self, tokens: Sequence[int], log_probs: Sequence[float], versions: Sequence[int]) -> None:
        """Append tokens that the policy drew.

        Raises:
            ValueError: if there is not one log-probability and one version for each token.
        """
        if not len(tokens) == len(log_probs) == len(versions):
            raise ValueError(
                f"{len(tokens)} tokens, {len(log_probs)} log-probabilities, {len(versions)} versions"
            )
        self.tokens.extend(tokens)
        self.policy.extend([True] * len(tokens))
        self.log_probs.extend(log_probs)
        self.versions.extend(versions)

    def __len__(self) -> int:
        return len(self.tokens)


@dataclass(slots=True)
class Turn:
    """One action and what came of it.

    Attributes:
        segment: which segment it was written in.
        start: place of its first drawn token there.
        end: place behind its last.
        text: the action as the environment got it.
        reward: what the step paid.
        state_key: `info["state_key"]` of the state that the action was taken in (before the step).
        stop: why its tokens end.
        seconds: wall-clock time of `env.step`.
        observation: what the environment said to it; "" where it did not answer.
    """

    segment: int
    start: int
    end: int
    text: str
    reward: float
    state_key: str
    stop: Stop
    seconds: float = 0.0
    observation: str = ""


@dataclass(slots=True)
class Trajectory:
    """One episode.

    Attributes:
        task: what was played.
        sample: its number in its group.
        segments: what the model read and wrote; see `Segment`.
        turns: the actions, in order.
        verdict: the judgement, if there is one. ``verdict.scored`` is false where machinery failed.
        ending: why it ended.
        env_options: options of the environment, with which the actions replay to the same verdict.
        extra: anything that one part notes for another; JSON.
        opening: the chat before the first action; empty where that is the task's prompt alone.
    """

    task: Task
    sample: int = 0
    segments: list[Segment] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    verdict: Verdict | None = None
    ending: Ending = "terminated"
    env_options: Mapping[str, Any] = field(default_factory=dict)
    extra: dict[str, Any] = field(default_factory=dict)
    opening: list[dict[str, str]] = field(default_factory=list)

    @property
    def reward(self) -> float:
        """The sum of what the steps paid."""
        return sum(turn.reward for turn in self.turns)

    @property
    def passed(self) -> bool:
        """Whether the task was solved."""
        return self.verdict is not None and self.verdict.passed

    @property
    def scored(self) -> bool:
        """False if machinery failed or the watchdog ended it: it says nothing about the policy and is masked."""
        if self.ending in ("infra", "watchdog"):
            return False
        return self.verdict is None or self.verdict.scored

    @property
    def cut(self) -> bool:
        """True if a budget of the rollout or a cap of the environment ended it, or tokens of a turn ran out."""
        return self.ending in ("budget", "truncated") or any(
            turn.stop in ("length", "context") for turn in self.turns
        )

    @property
    def actions(self) -> list[str]:
        """The policy's texts, one a turn: with the task and `env_options` they replay the episode."""
        return [turn.text for turn in self.turns]

    @property
    def length(self) -> int:
        """Number of tokens that the policy drew."""
        return sum(sum(segment.policy) for segment in self.segments)


@dataclass(slots=True)
class Group:
    """All trajectories on one task, compared with one another.

    Attributes:
        task: the task.
        trajectories: in the order of their sample numbers; groups may differ in size.
        arm: name of the curriculum's arm it was drawn from; "" for none.
    """

    task: Task
    trajectories: list[Trajectory]
    arm: str = ""
