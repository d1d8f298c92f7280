"""Rows in the schemas of trainers, made of the rows of `rlvr.export.rows`.

Every row of every format carries its task as one JSON text, and `task_of` finds it again: what was exported can be
scored wherever it ends up. In formats whose trainers call tools natively, prompts leave the tools to the chat template.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from .. import registry
from ..answer_mutations import mutants
from ..generators.base import Json, Task
from ..spec import mark
from ..task_ids import task as task_of_id
from .errors import DatasetError
from .rows import environment_of, opening

Row = dict[str, Json]
Kinds = Mapping[str, Any]
"""For each column ``text``, ``int``, ``messages``, or the columns inside it."""

_MUTANTS = 12


def task_of(row: Mapping[str, Json]) -> Task:
    """The task of a row of any format: of its text, or else of its id.

    Raises:
        ValueError: if the row has neither.
    """
    for holder in (row, row.get("extra_info"), row.get("verifier_metadata")):
        if isinstance(holder, Mapping) and isinstance(holder.get("task"), str):
            return Task.from_json(_texts(holder) | {"task": holder["task"]})
    if isinstance(row.get("label"), str) and row["label"].startswith("{"):
        return Task.from_json({"task": row["label"]})
    if "payload" in row:
        return Task.from_json(row)
    if isinstance(row.get("id"), str):
        return task_of_id(row["id"])
    raise ValueError(f"a row needs a task or an id to be scored; it has {', '.join(map(str, row))}")


def _texts(row: Mapping[str, Json]) -> dict[str, Json]:
    """What the text of a task may leave to columns of its row; prompts of trainers are lists, and are not these."""
    return {name: row[name] for name in ("prompt", "trace") if isinstance(row.get(name), str)}


def convert(format: str, row: Mapping[str, Json], number: int, split: str) -> Row | None:
    """A row of `rlvr.export.rows` in a trainer's schema; None if nothing can be made of this one.

    Args:
        format: one of `FORMATS`.
        row: the row.
        number: its place in the file, from 0.
        split: ``train`` or ``test``, what the trainer is to call it.
    """
    task = Task.from_json(row)
    whole = {**json.loads(row["task"]), "prompt": task.prompt}  # a trainer's own prompt may be something else
    own: Row = {"id": task.id, "task": json.dumps(whole, ensure_ascii=False, separators=(",", ":"))}
    return _MAKERS[format](task, own, number, split)


def _messages(task: Task, *, native: bool = False) -> tuple[list[Json], list[dict[str, Json]]]:
    """The chat before the policy's first message, and the schemas of its tools."""
    if native and "tools" not in task.options and opening(task)[2]:
        task = replace(task, options={**task.options, "tools": "native"})
    prompt, _, tools = opening(task)
    system = task.options.get("system")
    begin = [] if system is None else [{"role": "system", "content": system}]
    return [*begin, {"role": "user", "content": prompt}], tools


def _trl(task: Task, own: Row, number: int, split: str) -> Row:
    return {"prompt": _messages(task, native=True)[0], "env": task.env, "level": task.level, **own}


def _verl(task: Task, own: Row, number: int, split: str) -> Row:
    return {
        "data_source": task.env,
        "prompt": _messages(task, native=True)[0],
        "ability": registry.get(task.env).family,
        "reward_model": {"style": "rule", "ground_truth": task.answer},
        "extra_info": {"index": number, "split": split, "level": task.level, **own},
        "agent_name": "rlvr" if opening(task)[1] else "single_turn_agent",
    }


def _openrlhf(task: Task, own: Row, number: int, split: str) -> Row:
    return {"prompt": _messages(task)[0], "label": own["task"], "datasource": task.env, "id": task.id}


def _skyrl(task: Task, own: Row, number: int, split: str) -> Row:
    return {
        "prompt": _messages(task)[0],
        "env_class": "rlvr",
        "data_source": task.env,
        "reward_spec": {"method": "rule", "ground_truth": task.answer},
        "extra_info": {"index": number, "split": split, "level": task.level, **own},
    }


def _nemo_gym(task: Task, own: Row, number: int, split: str) -> Row:
    messages, tools = _messages(task, native=True)
    asked: Row = {"input": messages}
    if tools:
        asked["tools"] = [{"type": "function", **tool["function"], "strict": False} for tool in tools]
        asked["parallel_tool_calls"] = True
    return {"responses_create_params": asked, "verifier_metadata": own}


def _sft(task: Task, own: Row, number: int, split: str) -> Row:
    """A worked solution; where episodes have several turns, the chat of a perfect player."""
    if registry.get(task.env).env == "single":
        solution = task.trace or mark(task.answer, task.marker)
        return {"messages": [*_messages(task)[0], {"role": "assistant", "content": solution}], **own}
    env = environment_of(task)
    env.reset(options={"task": task})
    over = False
    while not over:
        _, _, terminated, truncated, _ = env.step(env.oracle_action())
        over = terminated or truncated
    chat = env.messages
    while chat[-1]["role"] != "assistant":
        chat.pop()
    return {"messages": chat, **own}


def _preferences(task: Task, own: Row, number: int, split: str) -> Row | None:
    """The right answer, and one near it that the verifier says is wrong, in the same form and without more words."""
    spec = registry.get(task.env)
    if spec.env != "single":
        raise DatasetError(f"{task.env} has several turns; preferences are made of one response: leave it out")
    for wrong in mutants(task.answer, random.Random(task.id), _MUTANTS):
        verdict = spec.verify_answer(task.payload, wrong)
        if verdict.scored and not verdict.passed:
            chosen, rejected = (
                [{"role": "assistant", "content": mark(answer, task.marker)}] for answer in (task.answer, wrong)
            )
            return {"prompt": _messages(task)[0], "chosen": chosen, "rejected": rejected, **own}
    return None


_MAKERS: Mapping[str, Callable[[Task, Row, int, str], Row | None]] = {
    "trl": _trl,
    "verl": _verl,
    "openrlhf": _openrlhf,
    "skyrl": _skyrl,
    "nemo-gym": _nemo_gym,
    "sft": _sft,
    "preferences": _preferences,
}
_OWN: Kinds = {"id": "text", "task": "text"}
_EXTRA: Kinds = {"index": "int", "split": "text", "level": "int", **_OWN}

FORMATS: Mapping[str, Kinds | None] = {
    "trl": {"prompt": "messages", "env": "text", "level": "int", **_OWN},
    "verl": {
        "data_source": "text",
        "prompt": "messages",
        "ability": "text",
        "reward_model": {"style": "text", "ground_truth": "text"},
        "extra_info": _EXTRA,
        "agent_name": "text",
    },
    "openrlhf": {"prompt": "messages", "label": "text", "datasource": "text", "id": "text"},
    "skyrl": {
        "prompt": "messages",
        "env_class": "text",
        "data_source": "text",
        "reward_spec": {"method": "text", "ground_truth": "text"},
        "extra_info": _EXTRA,
    },
    "nemo-gym": None,
    "sft": {"messages": "messages", **_OWN},
    "preferences": {"prompt": "messages", "chosen": "messages", "rejected": "messages", **_OWN},
}
"""The columns of each format; None where schemas differ from row to row, which only JSON lines can hold."""
assert FORMATS.keys() == _MAKERS.keys()
