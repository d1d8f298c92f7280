"""What of a task a client may see."""

from __future__ import annotations

from ..generators.base import Json, Task


def public(task: Task) -> dict[str, Json]:
    """A task without what gives its answer away."""
    return {
        "id": task.id,
        "env": task.env,
        "level": task.level,
        "seed": task.seed,
        "prompt": task.prompt,
        "marker": task.marker,
        "split": task.split,
        "params": dict(task.params),
        "options": dict(task.options),
        "guess_rate": task.guess_rate,
        "difficulty": task.difficulty,
        "fingerprint": task.fingerprint,
    }


def shown(row: dict[str, Json], *, answers: bool) -> dict[str, Json]:
    """The same of a whole row; all of it where answers may be given."""
    task = Task.from_json(row)
    return {**row, "split": task.split} if answers else public(task)
