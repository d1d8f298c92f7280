"""The tasks of an evaluation: distinct problems of each environment and level, the same ones for every policy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ... import registry
from ...dial import Difficulty, Rung, pair, within
from ...generators.base import GenerationError, Split, Task, derive_seed
from ...spec import TaskSpec
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
    difficulty: Difficulty | None = None,
) -> tuple[list[Question], list[str]]:
    """The questions, level by level, and notes on what is not as asked for.

    Args:
        envs: ids or short names.
        levels: lowest and highest; None for all. An environment with fewer gives those that it has.
        number: distinct problems of each level.
        split: of which split.
        seed: another seed draws other problems.
        wordings: ask each problem in all its wordings.
        difficulty: instead of levels; see `rlvr.dial.within`. Between two levels they have their shares of `number`.

    Raises:
        UnknownEnvironment: if there is no such environment.
        ValueError: if an environment comes twice, has none of the levels, or cannot reach the difficulty.
    """
    ids = [registry.get(name).id for name in envs]
    twice = sorted({id for id in ids if ids.count(id) > 1})
    if twice or not ids:
        raise ValueError(f"name each environment once, got {', '.join(twice) or 'none'}")
    questions: list[Question] = []
    notes: list[str] = []
    for id in ids:
        for rung, wanted in _rungs(registry.get(id), levels, difficulty, number):
            tasks = _distinct(id, rung, wanted, split, seed)
            if len(tasks) < wanted:
                notes.append(
                    f"{id} level {rung} has {len(tasks)} distinct {split} problems of the {wanted} asked for"
                )
            for task in tasks:
                questions.extend(_worded(task, notes) if wordings else [Question(task, 0)])
    if not questions:
        raise ValueError(f"there are no {split} problems: {'; '.join(notes)}")
    return questions, notes


def _rungs(
    spec: TaskSpec, levels: tuple[int, int] | None, difficulty: Difficulty | None, number: int
) -> list[tuple[Rung, int]]:
    """The levels of an environment, each with how many problems are drawn from it."""
    if difficulty is not None:
        if levels is not None:
            raise ValueError("give levels or a difficulty, not both")
        found = within(spec, difficulty)
        low, high = pair(difficulty)
        if any(low <= rung.d <= high for rung, _ in found):
            return [(rung, number) for rung, _ in found]
        (below, _), (above, share) = found  # the two on both sides of its middle
        upper = round(share * number)
        return [(rung, count) for rung, count in ((below, number - upper), (above, upper)) if count]
    low, high = levels or (1, spec.levels[-1])
    chosen = [level for level in spec.levels if low <= level <= high]
    if not chosen:
        raise ValueError(f"{spec.id} has levels 1 to {spec.levels[-1]}, none of {low} to {high}")
    return [(Rung(level, 0, {}, 0.0, 0.0, 0.0), number) for level in chosen]


def _distinct(id: str, rung: Rung, number: int, split: Split, seed: int) -> list[Task]:
    spec = registry.get(id)
    found: dict[str, Task] = {}
    repeated = place = 0
    while len(found) < number and repeated < REPEATS:
        try:
            drawn = derive_seed("evaluation", seed, id, str(rung) if rung.beyond else rung.level, place)
            task = spec.task(rung.level, drawn, params=rung.params or None, split=split)
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
