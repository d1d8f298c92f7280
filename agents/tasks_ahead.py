"""Tasks that other processes make before they are needed; they are those that would be made without.

A task is a pure function of its arm and seed, so it may be made for a step that is not decided yet: what was expected
and is not asked for is forgotten, what is asked for and was not expected is made then.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any

from .. import registry
from ..generators.base import Json, Task
from ..pools.pieces import Outcome, value_of
from ..pools.pool import Pool

_PIECE = 4
_WORK = ".agents.tasks_ahead:made"

Item = list[Json]
"""What makes a task: environment, level, parameters, seed, split."""


def made(common: None, item: Item) -> Json:
    """The task of an item, as JSON."""
    env, level, params, seed, split = item
    return registry.get(env).task(level, seed, params=params or None, split=split).to_json()


class TaskMaker:
    """Processes that make tasks; they are started with the first one that is expected or asked for.

    Args:
        workers: processes.
    """

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool: Pool | None = None
        self._expected: dict[str, tuple[Future[list[Outcome]], int]] = {}

    def expect(self, items: Sequence[Item]) -> None:
        """Have tasks made that may be asked for next, in place of those that were expected before."""
        self._expected = self._begin(items)

    def make(self, items: Sequence[Item]) -> list[Task]:
        """The tasks of items, in their order; waits for what is not made yet.

        Raises:
            GenerationError, ValueError: as `rlvr.spec.TaskSpec.task` does.
            LostItem: if a process hung or died, again and again, while it made one of them.
        """
        missing = [item for item in items if json.dumps(item) not in self._expected]
        known = {**self._expected, **self._begin(missing)}
        tasks = []
        for item in items:
            future, place = known[json.dumps(item)]
            tasks.append(Task.from_json(value_of(future.result()[place])))
        return tasks

    def pids(self) -> list[int]:
        """The processes that work now."""
        return [] if self._pool is None else self._pool.pids()

    def close(self) -> None:
        """End the processes; the next call, which may follow, starts new ones."""
        self._expected = {}
        if self._pool is not None:
            self._pool.close()
            self._pool = None

    def _begin(self, items: Sequence[Item]) -> dict[str, tuple[Future[list[Outcome]], int]]:
        begun: dict[str, Any] = {}
        for start in range(0, len(items), _PIECE):
            if self._pool is None:
                self._pool = Pool(self._workers)
            piece = items[start : start + _PIECE]
            future = self._pool.submit(_WORK, piece)
            begun.update((json.dumps(item), (future, place)) for place, item in enumerate(piece))
        return begun
