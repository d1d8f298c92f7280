"""Which tasks a step is made of: the curriculum's draws as tasks of the train split, and the way back of results."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from .. import registry
from ..generators.base import Task, derive_seed
from ..task_ids import task as task_of_id
from .curricula.base import Arm, Curriculum, Draw, Result
from .curricula.stairs import Stairs
from .tasks_ahead import Item, TaskMaker
from .trajectory import Group


@dataclass(frozen=True)
class Prompt:
    """One task to be rolled out.

    Attributes:
        task: the task.
        samples: rollouts of it.
        draw: the curriculum's draw behind it; None for a task from elsewhere (one to judge, one proposed).
        env_options: options of its environment.
        name: what records call its kind, for a task from elsewhere.
        first: number of the first rollout; not 0 where rollouts of a task are added to others.
    """

    task: Task
    samples: int
    draw: Draw | None = None
    env_options: Mapping[str, Any] = field(default_factory=dict)
    name: str = ""
    first: int = 0

    @property
    def arm(self) -> str:
        """What records call its kind."""
        return self.draw.arm.name if self.draw else self.name

    @property
    def hint(self) -> float:
        """Fraction of the worked solution that is given away."""
        return self.draw.hint if self.draw else 0.0


def task_of(arm: Arm, *parts: object, split: str) -> Task:
    """A task of an arm; its seed is made from `parts`, so that it is the same in every repetition of a run."""
    return task_of_item(item_of(arm, *parts, split=split))


def task_of_item(item: Item) -> Task:
    """The task of an item."""
    env, level, params, seed, split = item
    return registry.get(env).task(level, seed, params=params or None, split=split)


def item_of(arm: Arm, *parts: object, split: str) -> Item:
    """What makes the task of `task_of`."""
    return [arm.env, arm.level, dict(arm.params), derive_seed(arm.name, split, *parts), split]


class TaskSource:
    """Prompts from a curriculum.

    Args:
        curriculum: chooses arms.
        samples: rollouts of each task, where a draw does not say.
        seed: of all draws; with the number of the step it decides everything.
        env_options: options of every environment.
        maker: processes that make tasks, those of a step while the one before is played and learnt from; None makes
            them when they are asked for. They are the same.
    """

    def __init__(
        self,
        curriculum: Curriculum,
        *,
        samples: int,
        seed: int,
        env_options: Mapping[str, Any] | None = None,
        maker: TaskMaker | None = None,
    ) -> None:
        self.maker = maker
        self.curriculum, self.samples, self.seed = curriculum, samples, seed
        self.env_options = dict(env_options or {})

    def prompts(self, step: int, attempt: int, count: int) -> list[Prompt]:
        """`count` prompts of a step; `attempt` counts the refills within it."""
        draws = self._draws(self.curriculum, step, attempt, count)
        items = self._items(draws, step, attempt)
        fresh = iter(map(task_of_item, items) if self.maker is None else self.maker.make(items))
        tasks = [next(fresh) if draw.task_id is None else task_of_id(draw.task_id) for draw in draws]
        if self.maker is not None and attempt == 0:
            # What comes next if nothing is learnt until then. Weights move slowly and the random numbers are the same,
            # so most of it does.
            likely = self._draws(copy.deepcopy(self.curriculum), step + 1, 0, count)
            self.maker.expect(self._items(likely, step + 1, 0))
        return [
            Prompt(task, draw.samples or self.samples, draw, self.env_options)
            for task, draw in zip(tasks, draws, strict=True)
        ]

    def follow_up(self, step: int, attempt: int, groups: Sequence[Group]) -> list[Prompt]:
        """Prompts that come of what this process has just played, for the same step: the same on every process."""
        return []

    def settle(self, groups: Sequence[Group]) -> None:
        """All that this process has just played, with what followed, before returns are asked for."""

    def returns(self, group: Group) -> list[float] | None:
        """The returns of a group that the source pays itself; None for one that the run's reward pays."""
        return None

    def record(self, results: Sequence[Result]) -> None:
        """What became of the draws, in their order."""
        self.curriculum.record(results)

    def played(self, groups: Sequence[Group]) -> None:
        """All that this process played in a step, for sources that make tasks of it."""

    def weights(self) -> dict[str, float]:
        """The share of draws that each arm gets, by the names of records."""
        found = {f"curriculum/{name}": share for name, share in self.curriculum.weights().items()}
        inner = getattr(self.curriculum, "inner", self.curriculum)
        if isinstance(inner, Stairs):
            found.update((f"difficulty/{name}", d) for name, d in inner.difficulties().items())
        return found

    def state(self) -> dict[str, Any]:
        """All that is needed to go on, as one JSON object."""
        return {"curriculum": self.curriculum.state()}

    def load(self, state: Mapping[str, Any]) -> None:
        """Go on from `state`."""
        self.curriculum.load(state["curriculum"])

    def close(self) -> None:
        """End the processes that make tasks, if there are any."""
        if self.maker is not None:
            self.maker.close()

    def _draws(self, curriculum: Curriculum, step: int, attempt: int, count: int) -> list[Draw]:
        return curriculum.draw(Random(derive_seed("draw", self.seed, step, attempt)), count)

    def _items(self, draws: Sequence[Draw], step: int, attempt: int) -> list[Item]:
        """What makes the tasks of draws that are fresh ones."""
        return [
            item_of(draw.arm, "learn", self.seed, step, attempt, i, split="train")
            for i, draw in enumerate(draws)
            if draw.task_id is None
        ]
