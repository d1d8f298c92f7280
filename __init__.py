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

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .generators.base import Draft, GenerationError, Json, Marker, Split, Task
from .registry import RegistryError, UnknownEnvironment, get, load_all, register, specs
from .scoring import verify, verify_many
from .spec import TaskSpec
from .task_ids import task
from .verifiers.base import Reason, Verdict
from .version import __version__ as __version__

if TYPE_CHECKING:
    from .envs.base import TextEnv

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
    )  # a bad level or parameter is an error before the first task
    return (
        spec.task(low + i % (high - low + 1), seed + i, params=params, marker=marker, split=split)
        for i in range(count)
    )


load_all()
