"""What a trainer is paid for a verdict, and what for one without a score: one policy for each, stated here.

A verdict without a score (``infra``: the machinery failed, or took longer than the budget) says nothing about what the
model wrote. It must not teach anything, so it is given in the form that the trainer leaves out:

============  =================================================================================================
TRL           ``None`` in the list of rewards: not a number, outside of the group's mean, with no advantage
verl          in the agent loop a response mask of zeros; ``compute_score`` has no such form, so it raises `Unscored`
verifiers     `TaskError`: the rollout has an error and no reward, and prime-rl leaves it out
============  =================================================================================================
"""

from __future__ import annotations

from collections.abc import Mapping

from ..generators.base import Json, Task
from ..task_ids import task as task_of_id
from ..verifiers.base import Verdict


class Unscored(RuntimeError):
    """The machinery failed, and the trainer has no way to leave a sample out."""


def reward_of(verdict: Verdict) -> float:
    """The reward of a verdict.

    Raises:
        Unscored: if it has no score.
    """
    if verdict.reward is None:
        raise Unscored(f"no score: {verdict.message}")
    return verdict.reward


def task_of(row: Mapping[str, Json]) -> Task:
    """The task of a row of any export: of its column ``task``, or else of its ``id``.

    Raises:
        ValueError: if the row has neither.
    """
    if isinstance(row.get("task"), str):
        texts = {name: row[name] if isinstance(row.get(name), str) else "" for name in ("prompt", "trace")}
        return Task.from_json({**texts, "task": row["task"]})
    if isinstance(row.get("id"), str):
        return task_of_id(row["id"])
    raise ValueError(f"a row needs the column 'task' or 'id' to be scored; it has {', '.join(map(str, row))}")
