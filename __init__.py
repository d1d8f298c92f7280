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
from .spec import TaskSpec, with_kinds
from .task_ids import task
from .verifiers.base import Reason, Verdict
from .version import __version__ as __version__

if TYPE_CHECKING:
    from .dial import Difficulty
    from .envs.base import TextEnv
    from .integrations.pettingzoo import DuelAEC
    from .pools.pool import Engine
    from .task_stream import Levels, TaskStream

__all__ = [
    "Draft",
    "GenerationError",
    "Reason",
    "RegistryError",
    "Task",
    "TaskSpec",
    "UnknownEnvironment",
    "Verdict",
    "aec",
    "generate",
    "get",
    "list",
    "make",
    "register",
    "specs",
    "stream",
    "task",
    "verify",
    "verify_many",
]


def make(name: str, **options: Any) -> TextEnv:
    """The environment of an id or short name, as `gymnasium.make` gives it; see `rlvr.envs.base.TextEnv`."""
    from .envs.make import make_env

    return make_env(name, **options)


def aec(name: str, level: int = 1, seed: int = 0, **options: Any) -> DuelAEC:
    """A game for two as a PettingZoo environment in which both players are yours; see `rlvr.integrations.pettingzoo`.

    Raises:
        UnknownEnvironment: if there is no such entry.
        ValueError: if it is no game for two.
        ImportError: if PettingZoo is not installed.
    """
    try:
        import pettingzoo as _  # noqa: F401
    except ImportError:
        raise ImportError('PettingZoo is not installed: pip install "rlvr-gym[pettingzoo]"') from None
    from .integrations.pettingzoo import aec as made

    return made(name, level, seed, **options)


def list(family: str | None = None) -> Sequence[str]:
    """The ids of all environments, or of one family."""
    return [spec.id for spec in specs(family)]


def generate(
    name: str,
    count: int = 1,
    *,
    level: int | tuple[int, int] | None = None,
    seed: int = 0,
    split: Split | None = None,
    params: Mapping[str, Json] | None = None,
    marker: Marker | None = None,
    kinds: str | Sequence[str] | None = None,
    difficulty: Difficulty | None = None,
) -> Iterator[Task]:
    """Tasks of one environment, with the seeds ``seed, seed + 1, ...``; levels of a range take turns.

    Instead of a level, 1 if nothing is said, a `difficulty` may be given: a point of the scale of docs/difficulty.md,
    or a range. For files of many distinct tasks use `rlvr.export.generate.generate_file`, which removes duplicates.
    """
    spec = get(name)
    if difficulty is not None:
        if level is not None or params is not None or kinds is not None:
            raise ValueError("give a difficulty, or a level with params and kinds, not both")
        from .dial import Dial

        dial = Dial(spec, difficulty)
        return (dial.task(seed + i, marker=marker, split=split) for i in range(count))
    params = with_kinds(spec, params, kinds)
    low, high = level if isinstance(level, tuple) else (level or 1, level or 1)
    (
        spec.params(low, params),
        spec.params(high, params),
    )  # a bad level or parameter is an error before the first task
    return (
        spec.task(low + i % (high - low + 1), seed + i, params=params or None, marker=marker, split=split)
        for i in range(count)
    )


def stream(
    ids: str | Sequence[str],
    levels: Levels | Mapping[str, Levels] | None = None,
    *,
    difficulty: Difficulty | Mapping[str, Difficulty] | None = None,
    workers: int = 2,
    weights: Mapping[str, float] | None = None,
    seed: int = 0,
    split: Split | None = None,
    marker: Marker | None = None,
    options: Mapping[str, Json] | None = None,
    ahead: int = 256,
    start: int = 0,
    engine: Engine = "local",
    seconds: float = 600.0,
) -> TaskStream:
    """Tasks without end, made ahead of use by other processes, so that a trainer need not wait for them.

        with rlvr.stream(["sudoku", "countdown"], (1, 3), workers=4) as tasks:
            for task in tasks:
                ...
                tasks.change(weights={"sudoku:2": 3, "countdown": 1})  # whenever you like

    Their order depends on the seed, the weights and `ahead`, never on the processes; one that dies is replaced. A
    change takes effect `ahead` tasks later, exactly. Nothing keeps a problem from coming twice; `rlvr generate` does.

    Args:
        ids: ids or short names.
        levels: a level, or a range with both ends; or one of these for each id; all levels if not given.
        difficulty: instead of levels, a point of the scale of docs/difficulty.md, or a range, of which every d comes
            alike; or one of these for each id.
        workers: processes; with 0, tasks are made when they are asked for, in the same order. They need no
            ``if __name__ == "__main__"``.
        weights: how often each comes, as any numbers: of an environment (``sudoku``), shared evenly by its levels, or
            of one level (``sudoku:3``), as a curriculum's ``weights()`` names them. What is not named does not come.
            Without, all environments come alike.
        seed: another seed gives other tasks.
        split: ``train`` or ``test``: by the problem's content.
        marker: the marker that prompts ask for, or None for each environment's own.
        options: options of the environments, which become part of each task.
        ahead: tasks that are planned and held at most, beside the one in use.
        start: number of the first task, to go on where another stream ended (its ``taken``) that was never changed.
        engine: ``local``, or ``ray`` for processes on the hosts of a Ray cluster.
        seconds: the longest time that one task may take to make; a process that takes longer is killed, and `next`
            raises `rlvr.pools.pieces.LostItem` in this task's turn.

    Raises:
        ValueError: if a level, a weight or an option is not valid.
        UnknownEnvironment: if there is no such environment.
        PoolError: if Ray is not installed or cannot be reached.
    """
    from .task_stream import TaskStream

    return TaskStream(
        ids,
        levels,
        difficulty=difficulty,
        workers=workers,
        weights=weights,
        seed=seed,
        split=split,
        marker=marker,
        options=options,
        ahead=ahead,
        start=start,
        engine=engine,
        seconds=seconds,
    )


load_all()
