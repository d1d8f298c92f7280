"""The tasks of an evaluation: distinct problems of each environment and level, the same ones for every policy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ... import registry
from ...generators.base import GenerationError, Split, Task, derive_seed
from .wordings import wordings_of

REPEATS = 200
"""A level is taken to have no more problems after so many repeated ones in a row."""


@dataclass(frozen=True, slots=True)
class Question:
    """A task in one of its wordings.

    Attributes:
        task: with that prompt.
        wording: its number; 0 for the task's own where wordings are not varied.
    """

    task: Task
    wording: int


def draw_tasks(
    envs: Sequence[str],
    levels: tuple[int, int] | None,
    number: int,
    *,
    split: Split = "test",
    seed: int = 0,
    wordings: bool = False,
) -> tuple[list[Question], list[str]]:
    """The questions, level by level, and notes on what is not as asked for.

    Args:
        envs: ids or short names.
        levels: lowest and highest; None for all. An environment with fewer gives those that it has.
        number: distinct problems of each level.
        split: of which split.
        seed: another seed draws other problems.
        wordings: ask each problem in all its wordings.

    Raises:
        UnknownEnvironment: if there is no such environment.
        ValueError: if an environment comes twice or has none of the levels.
    """
    ids = [registry.get(name).id for name in envs]
    twice = sorted({id for id in ids if ids.count(id) > 1})
    if twice or not ids:
        raise ValueError(f"name each environment once, got {', '.join(twice) or 'none'}")
    questions: list[Question] = []
    notes: list[str] = []
    for id in ids:
        spec = registry.get(id)
        low, high = levels or (1, spec.levels[-1])
        chosen = [level for level in spec.levels if low <= level <= high]
        if not chosen:
            raise ValueError(f"{id} has levels 1 to {spec.levels[-1]}, none of {low} to {high}")
        for level in chosen:
            tasks = _distinct(id, level, number, split, seed)
            if len(tasks) < number:
                notes.append(
                    f"{id} level {level} has {len(tasks)} distinct {split} problems of the {number} asked for"
                )
            for task in tasks:
                questions.extend(_worded(task, notes) if wordings else [Question(task, 0)])
    if not questions:
        raise ValueError(f"there are no {split} problems: {'; '.join(notes)}")
    return questions, notes


def _distinct(id: str, level: int, number: int, split: Split, seed: int) -> list[Task]:
    spec = registry.get(id)
    found: dict[str, Task] = {}
    repeated = place = 0
    while len(found) < number and repeated < REPEATS:
        try:
            task = spec.task(level, derive_seed("evaluation", seed, id, level, place), split=split)
        except GenerationError:  # the walk found none of this split: there are few
            break
        repeated = repeated + 1 if task.fingerprint in found else 0
        found.setdefault(task.fingerprint, task)
        place += 1
    return list(found.values())


def _worded(task: Task, notes: list[str]) -> list[Question]:
    try:
        return [Question(other, number) for number, other in enumerate(wordings_of(task))]
    except ValueError:
        note = f"{task.env} has no other wordings; it is asked in its own"
        if note not in notes:
            notes.append(note)
        return [Question(task, 0)]
