"""What rollouts and processes of environments say to each other, as JSON.

To a process: ``["reset", handle, job]``, ``["step", handle, action]`` and ``["leave", handle]``; and ``["restore",
handle, job, actions, state_key, action]``, which makes the environment anew, plays what was played, then the action.

From it: ``["ready"]`` once, and for each call ``["said", handle, seconds, what]`` or ``["failed", handle, seconds,
why, text]``, where `why` is one of ``error`` (it raised), ``hung`` (it took too long), ``no sandbox`` (there is nothing
to run programs in) and ``refused`` (there is no such environment, or not with these options).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...generators.base import Task
from ...verifiers.base import Verdict
from .environments import Said
from .jobs import EpisodeJob


def job_row(job: EpisodeJob) -> dict[str, Any]:
    """What an environment has to know of a job."""
    return {"task": job.task.to_json(), "env_options": dict(job.env_options), "hint": job.hint}


def job_of(row: dict[str, Any]) -> EpisodeJob:
    """The job of `job_row`."""
    return EpisodeJob(Task.from_json(row["task"]), env_options=row["env_options"], hint=row["hint"])


def said_row(said: Said, action: str | None) -> list[Any]:
    """What an environment said; of its messages only what does not follow from the rest."""
    messages = None if list(said.messages) == usual(said.observation, action) else list(said.messages)
    verdict = None if said.verdict is None else said.verdict.to_json()
    ended = [said.reward, said.terminated, said.truncated, verdict, said.pay]
    return [said.observation, said.state_key, messages, *ended]


def said_of(row: Sequence[Any], action: str | None) -> Said:
    """What `said_row` gave."""
    observation, key, messages, reward, terminated, truncated, verdict, pay = row
    if messages is None:
        messages = usual(observation, action)
    judged = None if verdict is None else Verdict.from_json(verdict)
    return Said(observation, key, tuple(messages), reward, terminated, truncated, judged, pay)


def usual(observation: str, action: str | None) -> list[dict[str, str]]:
    """What a chat grows by, as a rule; without an action, at its beginning."""
    said = [{"role": "user", "content": observation}] if observation else []
    return said if action is None else [{"role": "assistant", "content": action}, *said]
