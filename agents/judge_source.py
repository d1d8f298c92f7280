"""Solve and verify together: part of a step's prompts ask the policy to judge its own responses of the step before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from ..generators.base import Task, derive_seed
from .distributed import World
from .rewards.judging import judge_tasks
from .task_source import Prompt, TaskSource
from .trajectory import Group


class JudgeSource(TaskSource):
    """A source whose prompts are, for a share of them, made of what the policy just wrote.

    There are fewer than the share where too few groups held both right and wrong responses.

    Args:
        source: where all other prompts come from.
        share: of the prompts of a step that are tasks of ``rlvr/judge-v0``, in (0, 1).
        world: the processes; all of them ask about responses of all.
    """

    def __init__(self, source: TaskSource, *, share: float, world: World) -> None:
        super().__init__(
            source.curriculum,
            samples=source.samples,
            seed=source.seed,
            env_options=source.env_options,
            maker=source.maker,
        )
        self.share, self.world = share, world
        self.waiting: list[Task] = []

    def prompts(self, step: int, attempt: int, count: int) -> list[Prompt]:
        """See `TaskSource.prompts`; a refill within a step has nothing to judge."""
        judged: list[Prompt] = []
        if attempt == 0 and self.waiting:
            rng = Random(derive_seed("judge", self.seed, step))
            wanted = min(int(self.share * count), len(self.waiting))
            judged = [Prompt(task, self.samples, name="judge") for task in rng.sample(self.waiting, wanted)]
        return [*super().prompts(step, attempt, count - len(judged)), *judged]

    def played(self, groups: Sequence[Group]) -> None:
        """Make judge tasks of the groups, in place of those that waited."""
        mine = [
            task.to_json()
            for group in groups
            if group.arm != "judge"
            for task in judge_tasks(group, Random(derive_seed("judged", self.seed, group.task.id)))
        ]
        self.waiting = [Task.from_json(row) for part in self.world.gather(mine) for row in part]

    def state(self) -> dict[str, Any]:
        """See `TaskSource.state`."""
        return super().state() | {"waiting": [task.to_json() for task in self.waiting]}

    def load(self, state: Mapping[str, Any]) -> None:
        """See `TaskSource.load`."""
        super().load(state)
        self.waiting = [Task.from_json(row) for row in state["waiting"]]
