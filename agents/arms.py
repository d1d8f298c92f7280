"""Which kinds of tasks a run is about: the arms that its curriculum chooses from."""

from __future__ import annotations

from .. import registry
from ..dial import within
from .config import TaskConfig
from .curricula.base import Arm, arm_of_rung


def arms_of(tasks: TaskConfig) -> list[Arm]:
    """All kinds of tasks of a configuration: its arms, or every level of every environment, or those of a difficulty.

    Raises:
        ValueError: if an environment has no such level, or cannot reach the difficulty.
        UnknownEnvironment: if there is no such environment.
    """
    if tasks.arms:
        for arm in tasks.arms:
            registry.get(arm.env).params(arm.level, dict(arm.params) or None)
        return list(tasks.arms)
    arms: list[Arm] = []
    for name in tasks.envs:
        spec = registry.get(name)
        if tasks.difficulty is not None:
            arms.extend(arm_of_rung(name, rung) for rung, _ in within(spec, tasks.difficulty))
            continue
        low, high = tasks.levels or (spec.levels[0], spec.levels[-1])
        for level in (low, high):
            spec.params(level, None)
        arms.extend(Arm(name, level) for level in range(low, high + 1))
    return arms
