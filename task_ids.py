"""From the text of a task's id to the task."""

from __future__ import annotations

from .generators.base import Marker, Task, parse_task_id
from .registry import get


def task(task_id: str, *, marker: Marker | None = None) -> Task:
    """Rebuild the task of an id such as ``rlvr/sudoku-v0:3:1234``, with the marker and the options that it names.

    Args:
        task_id: what `Task.id` gives.
        marker: another marker than the id's.

    Raises:
        ValueError: if the text is not a task id.
        UnknownEnvironment: if there is no such environment.
    """
    env, level, seed, params, options = parse_task_id(task_id)
    wanted = options.pop("marker", None)
    return get(env).task(level, seed, params=params, marker=marker or wanted, options=options)
