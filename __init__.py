"""rlvr: a gym for verifiable reasoning.

    import gymnasium as gym, rlvr

    env = gym.make("rlvr/sudoku-v0", level=3)
    prompt, info = env.reset(seed=0)
    observation, reward, terminated, truncated, info = env.step("... <answer>...</answer>")

Importing the package makes every environment known to Gymnasium and loads nothing heavy, not even Gymnasium:
generators, verifiers and environments are imported when they are first used.
"""

from __future__ import annotations

from . import starting

if starting.is_command():
    starting.quiet()

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .generators.base import Draft, GenerationError, Json, Marker, Split, Task
from .registry import RegistryError, UnknownEnvironment, get, load_all, register, specs
from .spec import TaskSpec
from .verifiers.base import Reason, RewardKind, Verdict
from .verifiers.extract import Mode

if TYPE_CHECKING:
    from .envs.base import TextEnv

__version__ = "0.1.0"
__all__ = [
    "Draft",
    "GenerationError",
    "Reason",
    "RegistryError",
    "Task",
    "TaskSpec",
    "UnknownEnvironment",
    "Verdict",
    "generate",
    "get",
    "list",
    "make",
    "register",
    "specs",
    "task",
    "verify",
    "verify_many",
]


def make(name: str, **options: Any) -> TextEnv:
    """The environment of an id or short name, as `gymnasium.make` gives it; see `rlvr.envs.base.TextEnv`."""
    from .envs.make import make_env

    return make_env(name, **options)


def list(family: str | None = None) -> Sequence[str]:
    """The ids of all environments, or of one family."""
    return [spec.id for spec in specs(family)]


def generate(
    name: str,
    count: int = 1,
    *,
    level: int | tuple[int, int] = 1,
    seed: int = 0,
    split: Split | None = None,
    params: Mapping[str, Json] | None = None,
    marker: Marker | None = None,
) -> Iterator[Task]:
    """Tasks of one environment, with the seeds ``seed, seed + 1, ...``; levels of a range take turns.

    For files of many distinct tasks use `rlvr.export.generate.generate_file`, which removes duplicates.
    """
    spec = get(name)
    low, high = (level, level) if isinstance(level, int) else level
    (
        spec.params(low, params),
        spec.params(high, params),
    )  # a bad level or parameter is told before the first task
    return (
        spec.task(low + i % (high - low + 1), seed + i, params=params, marker=marker, split=split)
        for i in range(count)
    )


def task(task_id: str, *, marker: Marker | None = None) -> Task:
    """Rebuild the task of an id such as ``rlvr/sudoku-v0:3:1234``.

    Raises:
        ValueError: if the text is not a task id.
        UnknownEnvironment: if there is no such environment.
    """
    parts = task_id.split(":", 3)
    try:
        level, seed = int(parts[1]), int(parts[2])
        params = json.loads(parts[3]) if len(parts) > 3 else None
    except (IndexError, ValueError):
        raise ValueError(f"{task_id!r} is not a task id; one looks like 'rlvr/sudoku-v0:3:1234'") from None
    return get(parts[0]).task(level, seed, params=params, marker=marker)


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


load_all()
