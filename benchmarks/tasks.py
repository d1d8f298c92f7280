"""How fast each registry entry makes tasks and scores responses, level by level."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from time import process_time

from rlvr import GenerationError, Task, TaskSpec
from rlvr.spec import mark

from .timing import Arguments, Effort, Timing, Work, cycled, measure, numbered

FIRST_SEED = 1_000_000
POOL_SEED = 1
_POOL_SECONDS = 3.0
_SMALLEST_POOL = 3


@dataclass(frozen=True, slots=True)
class Level:
    """The speed of one level: seconds for a task, for a right response, and for a wrong one."""

    generation: Timing
    right: Timing
    wrong: Timing


def measure_levels(spec: TaskSpec, effort: Effort) -> dict[int, Level]:
    """Every level of one registry entry. A response is the marked answer of the task, or of the next one."""
    works: dict[str, Work] = {}
    for level in spec.levels:
        works[f"generation {level}"] = Work(partial(spec.task, level), numbered(FIRST_SEED))
        right, wrong = responses(pool(spec, level, effort))
        works[f"right {level}"] = Work(spec.verify_response, cycled(right))
        works[f"wrong {level}"] = Work(spec.verify_response, cycled(wrong))
    found = measure(works, effort, (GenerationError,))
    return {
        level: Level(found[f"generation {level}"], found[f"right {level}"], found[f"wrong {level}"])
        for level in spec.levels
    }


def pool(spec: TaskSpec, level: int, effort: Effort, params: Mapping[str, object] | None = None) -> list[Task]:
    """Tasks to score: up to ``effort.pool``, fewer where they are slow to make."""
    tasks: list[Task] = []
    start = process_time()
    for seed in range(POOL_SEED, POOL_SEED + 2 * effort.pool):
        try:
            tasks.append(spec.task(level, seed, params=params))
        except GenerationError:
            continue
        late = process_time() - start > _POOL_SECONDS and len(tasks) >= _SMALLEST_POOL
        if late or len(tasks) == effort.pool:
            break
    return tasks


def responses(tasks: list[Task]) -> tuple[list[Arguments], list[Arguments]]:
    """The arguments of `TaskSpec.verify_response`: each task with its own answer, and with the next one's."""
    others = tasks[1:] + tasks[:1]
    right: list[Arguments] = [(task, mark(task.answer, task.marker)) for task in tasks]
    wrong: list[Arguments] = [
        (task, mark(other.answer, task.marker)) for task, other in zip(tasks, others, strict=True)
    ]
    return right, wrong
