"""Scoring responses; environments, and Gymnasium with them, are imported only for what needs one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from .generators.base import Task
from .registry import get
from .verifiers.base import RewardKind, Verdict
from .verifiers.extract import Mode

if TYPE_CHECKING:
    from .envs.chat import Response


def verify(
    task: Task,
    response: Response,
    *,
    mode: Mode | None = None,
    reward: RewardKind | None = None,
    **options: Any,
) -> Verdict:
    """Score a response, or re-score a stored episode.

    ``verdict.reward`` is what a trainer pays: what `TextEnv.step` pays under the same ``reward=``. ``verdict.score``
    also tells how near an answer was that is not right, where a task measures that.

    Args:
        task: the task it answers.
        response: the model's whole response, as a text or a chat message; or an episode, as the list of its actions
            or of its chat messages, which is replayed in a fresh environment and gets what that episode got.
        mode: ``strict`` takes the answer from the marker asked for, ``lenient`` from other common forms too; by
            default what the task's options say, else ``strict``.
        reward: ``binary`` pays 1.0 for a right answer and else 0.0, ``dense`` the score; by default what the task's
            options say, else ``binary``.
        options: the environment's options, for an episode, instead of those of the task.

    Raises:
        TypeError: if the task or the response is something else (bytes, None, a message of the user, ...), or there is
            no such option; the message says what to give instead.
        ValueError: if actions come after the end of the episode, or there is no such rule of reward.
    """
    if isinstance(response, str) and isinstance(task, Task) and not options:
        paid = task.options  # needs no environment, nor Gymnasium
        return get(task.env).verify_response(
            task, response, mode or paid.get("extraction", "strict"), reward or paid.get("reward", "binary")
        )
    from .envs.batch import verdict_of

    return verdict_of(task, response, mode, reward, options)


def verify_many(
    pairs: Iterable[tuple[Task, Response]],
    *,
    mode: Mode | None = None,
    reward: RewardKind | None = None,
    **options: Any,
) -> Sequence[Verdict]:
    """Score many responses; see `rlvr.envs.batch.verify_many`, which keeps all slots of the sandbox busy."""
    from .envs.batch import verify_many as many

    return many(pairs, mode=mode, reward=reward, **options)
