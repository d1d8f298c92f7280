"""From the text of a task's id to the task."""

from __future__ import annotations

import json

from .generators.base import Marker, Task
from .registry import get


def task(task_id: str, *, marker: Marker | None = None) -> Task:
    """Rebuild the task of an id such as ``rlvr/sudoku-v0:3:1234``.

    Raises:
        ValueError: if the text is not a task id.
        UnknownEnvironment: if there is no such environment.
    """
    parts = task_id.split(":", 3)
    try:
        level, seed = int(parts[1]), int(parts[2])
        params = json.loads(parts[3]) if len(parts) > 3 else None
    except (IndexError, ValueError):
        raise ValueError(f"{task_id!r} is not a task id; one looks like 'rlvr/sudoku-v0:3:1234'") from None
    return get(parts[0]).task(level, seed, params=params, marker=marker)
