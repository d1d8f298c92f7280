"""What is learnt: environments of the registry, each cut into rungs from easy to hard."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ... import registry
from ...generators.base import Json, Split, Task, derive_seed


@dataclass(frozen=True)
class Rung:
    """One difficulty: a level of the registry, with parameters on top.

    Attributes:
        label: what a plot writes for it, such as ``4``.
        params: difficulty parameters that override those of the level.
        level: the level of the registry.
    """

    label: str
    params: Mapping[str, Json]
    level: int = 1


@dataclass(frozen=True)
class Lesson:
    """One environment and its ladder.

    Attributes:
        env: registry id or short name.
        unit: what the labels of the rungs count, such as ``words to sort``.
        rungs: from easy to hard.
        taught: number of rungs, from the first, that the warm-up shows solutions of.
    """

    env: str
    unit: str
    rungs: tuple[Rung, ...]
    taught: int

    def task(self, rung: int, *parts: object, split: Split) -> Task:
        """The task of a rung whose seed comes from `parts`, in one split."""
        chosen = self.rungs[rung]
        seed = derive_seed(self.env, rung, split, *parts)
        return registry.get(self.env).task(chosen.level, seed, params=chosen.params, split=split)
