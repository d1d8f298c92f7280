"""Scoring responses; environments, and Gymnasium with them, are imported only for what needs one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from .generators.base import Task
from .registry import get
from .verifiers.base import RewardKind, Verdict
from .verifiers.extract import Mode


def verify(
    task: Task,
    response: str | Sequence[str],
    *,
    mode: Mode = "strict",
    reward: RewardKind = "binary",
    **options: Any,
) -> Verdict:
    """Score a response, or re-score a stored episode.

    ``verdict.reward`` is what a trainer pays: what `TextEnv.step` pays under the same ``reward=``. ``verdict.score``
    also tells how near an answer was that is not right, where a task measures that.

    Args:
        task: the task it answers.
        response: the model's whole response; or the list of actions of an episode, which is replayed in a
            fresh environment and gets what that episode got.
        mode: ``strict`` takes the answer from the marker asked for, ``lenient`` from other common forms too.
        reward: ``binary`` pays 1.0 for a right answer and else 0.0, ``dense`` the score.
        options: the environment's options, for a list of actions.

    Raises:
        TypeError: if the task or the response is something else (chat messages, bytes, None, ...), or there is no
            such option; the message says what to give instead.
        ValueError: if actions come after the end of the episode, or there is no such rule of reward.
    """
    if isinstance(response, str) and isinstance(task, Task) and not options:
        return get(task.env).verify_response(
            task, response, mode, reward
        )  # needs no environment, nor Gymnasium
    from .envs.batch import verdict_of

    return verdict_of(task, response, mode, {"reward": reward, **options})


def verify_many(
    pairs: Iterable[tuple[Task, str | Sequence[str]]],
    *,
    mode: Mode = "strict",
    reward: RewardKind = "binary",
    **options: Any,
) -> Sequence[Verdict]:
    """Score many responses; see `rlvr.envs.batch.verify_many`, which keeps all slots of the sandbox busy."""
    from .envs.batch import verify_many as many

    return many(pairs, mode=mode, reward=reward, **options)
