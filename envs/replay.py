"""Replaying an episode: its score is a pure function of the task and the list of actions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from .. import registry
from ..generators.base import Task
from ..spec import is_episode
from ..verifiers.base import Reason, RewardKind, Verdict
from .make import make_env


def replay(task: Task, actions: Sequence[str], **options: Any) -> Verdict:
    """The verdict of playing `actions` on `task` in a fresh environment made with the task's options and `options`.

    With the options of the original episode, ``verdict.reward`` is exactly what that episode paid: 1.0 if it
    passed under ``reward="binary"``, the score under ``reward="dense"``. Actions after the end are an error;
    an episode that has not ended is judged as it stands, with the reason `truncated`.

    Raises:
        TypeError: if the actions are not a list of texts, or there is no such option.
        ValueError: if there are actions left when the episode is over.
    """
    if not is_episode(actions):
        raise TypeError("an episode is the list of its actions, not one text")
    options = {**task.options, **options}
    if registry.get(task.env).env == "single":
        options.setdefault("attempts", max(len(actions), 1))
    env = make_env(task.env, **options)
    _, info = env.reset(options={"task": replace(task, options={})})
    for count, action in enumerate(actions, start=1):
        _, _, terminated, truncated, info = env.step(action)
        if terminated or truncated:
            if count < len(actions):
                raise ValueError(f"{len(actions) - count} of {len(actions)} actions come after the end")
            verdict: Verdict = info["verdict"]
            return verdict
    return unfinished(info.get("verdict"), env.reward_kind)


def unfinished(standing: Verdict | None, reward: RewardKind) -> Verdict:
    """The judgement of an episode that is given up where it stands, with the score that it has by then."""
    score = standing.score if standing is not None and not standing.passed else 0.0
    return Verdict(score, Reason.TRUNCATED, "The actions end before the episode does.").paid_as(reward)
