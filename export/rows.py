"""A task as one row of a dataset file: flat columns that every reader loads alike.

Readers guess types: pandas makes 27 of a column of texts like "27", `datasets` merges objects of different shapes into
one, and both make floats of integers. So a row has texts, numbers and truth values only, none of them missing, and the
column ``task`` holds everything that a verifier needs as one JSON text, which no reader touches. `Task.from_json` reads
that; the other columns are for people, filters and trainers.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from .. import registry
from ..generators.base import Json, Task, canonical_json

COLUMNS: Mapping[str, str] = {
    "id": "string",
    "env": "string",
    "level": "int32",
    "seed": "int64",
    "prompt": "string",
    "answer": "string",
    "trace": "string",
    "fingerprint": "string",
    "guess_rate": "float64",
    "difficulty": "float64",
    "marker": "string",
    "multi_turn": "bool_",
    "tools": "string",
    "task": "string",
}
"""The columns in their order, with their types in pyarrow."""


def row_of(task: Task) -> dict[str, Json]:
    """The row of a task.

    ``prompt`` is what the environment says first: with tools, their description and the budgets. ``trace`` is "" where
    there is no worked solution; ``multi_turn`` tells whether an episode can have several turns; ``tools`` is a JSON
    list of the names of its tools; ``task`` is the task without what other columns hold as it is.
    """
    prompt, multi_turn, tools = opening(task)
    exact = task.to_json()
    for name in ("id", "prompt", "trace"):
        del exact[name]
    if prompt != task.prompt:
        exact["prompt"] = task.prompt
    return {
        "id": task.id,
        "env": task.env,
        "level": task.level,
        "seed": task.seed,
        "prompt": prompt,
        "answer": task.answer,
        "trace": task.trace or "",
        "fingerprint": task.fingerprint,
        "guess_rate": float(task.guess_rate),
        "difficulty": float(task.difficulty),
        "marker": task.marker,
        "multi_turn": multi_turn,
        "tools": json.dumps([schema["function"]["name"] for schema in tools]),
        "task": json.dumps(exact, ensure_ascii=False, separators=(",", ":")),
    }


def opening(task: Task) -> tuple[str, bool, list[dict[str, Json]]]:
    """What the policy reads first, whether it may have several turns, and the schemas of its tools."""
    if registry.get(task.env).env == "single":  # needs no environment, nor Gymnasium
        return task.prompt, task.options.get("attempts", 1) > 1, []
    env = environment_of(task)
    prompt, _ = env.reset(options={"task": task})
    return prompt, True, list(getattr(env, "tool_schemas", list)())


def environment_of(task: Task) -> Any:
    """The environment that a task is played in; there is one for each id and options."""
    return _environment(task.env, canonical_json(dict(task.options)))


@cache
def _environment(env: str, options: str) -> Any:
    from ..envs.make import make_env

    return make_env(env, **json.loads(options))
