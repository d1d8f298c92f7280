"""How a reward function is called, by its signature. A part of `inside`, which runs in the child process.

Each signature makes of a function a `Score`, which takes rows and completions and gives back what the reward returned.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

Row = dict[str, Any]
Score = Callable[[Sequence[Row], Sequence[Any]], list[Any]]
"""From rows and completions, as many of each, to what the reward returned for each of them."""

_GOLD_NAMES = {"reference", "gold", "ground_truth", "target", "expected", "solution", "label", "truth"}
_RUBRIC_NAMES = {"prompt", "completion", "answer", "state", "task", "info", "parser"}


class Unusable(Exception):
    """The target cannot be called as it is; the message says what to change."""


def detect(function: Callable[..., Any]) -> str:
    """The signature of a reward function, recognised by the names of its parameters."""
    parameters = inspect.signature(function).parameters
    names = set(parameters)
    if "completions" in names:
        return "trl"
    if "solution_str" in names:
        return "verl"
    if "queries" in names:
        return "openrlhf"
    needed = [p.name for p in parameters.values() if p.default is p.empty and p.kind in (0, 1)]
    rubric = "completion" in names and names <= _RUBRIC_NAMES | {"kwargs"}
    if rubric and (
        inspect.iscoroutinefunction(function) or names - {"completion", "answer"} or needed == ["completion"]
    ):
        return "verifiers"
    if len(needed) == 2 and not rubric:
        return "plain"
    raise Unusable(
        f"the signature of {tuple(parameters)} is not clear: give --signature {'|'.join(SIGNATURES)}"
    )


def accepted(function: Callable[..., Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """Those of `values` that a function takes by name."""
    parameters = inspect.signature(function).parameters
    if any(p.kind is p.VAR_KEYWORD for p in parameters.values()):
        return dict(values)
    return {name: value for name, value in values.items() if name in parameters}


def done(value: Any) -> Any:
    """A value, awaited if it has to be."""

    async def wait() -> Any:
        return await value

    return asyncio.run(wait()) if inspect.isawaitable(value) else value


def chat(role: str, text: Any) -> Any:
    """A text as a list with one message; a list of messages stays as it is."""
    return [{"role": role, "content": text}] if isinstance(text, str) else text


def trl(function: Callable[..., Any], messages: bool) -> Score:
    """``f(prompts, completions, **columns) -> list[float]``; all rows in one call."""

    def score(rows: Sequence[Row], completions: Sequence[Any]) -> list[Any]:
        talk = messages or any(not isinstance(row["prompt"], str) for row in rows)
        columns = {name: [row["columns"].get(name) for row in rows] for name in rows[0]["columns"]}
        for name in {"answer", *_GOLD_NAMES.intersection(inspect.signature(function).parameters)}:
            columns.setdefault(name, [row["answer"] for row in rows])
        values = {
            **columns,
            "prompts": [chat("user", row["prompt"]) if talk else row["prompt"] for row in rows],
            "completions": [chat("assistant", text) if talk else text for text in completions],
            "completion_ids": [list(str(text).encode("utf-8", "replace")) for text in completions],
            "trainer_state": None,
            "log_extra": lambda *_: None,
            "log_metric": lambda *_: None,
        }
        return sequence(done(function(**accepted(function, values))), len(rows))

    return score


def verl(function: Callable[..., Any], _messages: bool) -> Score:
    """``compute_score(data_source, solution_str, ground_truth, extra_info) -> float | dict``."""

    def one(row: Row, text: Any) -> Any:
        columns = row["columns"]
        values = {
            "data_source": columns.get("data_source", "audit"),
            "solution_str": text,
            "ground_truth": row["answer"],
            "extra_info": columns.get("extra_info", columns),
        }
        found = done(function(**accepted(function, values)))
        return found["score"] if isinstance(found, Mapping) and "score" in found else found

    return lambda rows, texts: [one(row, text) for row, text in zip(rows, texts)]  # noqa: B905 - as many


def openrlhf(function: Callable[..., Any], _messages: bool) -> Score:
    """``reward_func(queries, prompts, labels) -> {"rewards": ...}``; all rows in one call."""

    def score(rows: Sequence[Row], texts: Sequence[Any]) -> list[Any]:
        prompts = [as_text(row["prompt"]) for row in rows]
        queries = [prompt + str(text) for prompt, text in zip(prompts, texts)]  # noqa: B905 - as many
        values = {"queries": queries, "prompts": prompts, "labels": [row["answer"] for row in rows]}
        found = done(function(**accepted(function, values)))
        return sequence(found["rewards"] if isinstance(found, Mapping) else found, len(rows))

    return score


def verifiers(function: Callable[..., Any], _messages: bool) -> Score:
    """A function of a Rubric: any of prompt, completion, answer, state, task, info by name; messages, often async."""

    def one(row: Row, text: Any) -> Any:
        prompt, completion, columns = chat("user", row["prompt"]), chat("assistant", text), row["columns"]
        info = columns.get("info", columns)
        state = {"prompt": prompt, "completion": completion, "answer": row["answer"], "info": info}
        values = {**state, "state": state, "task": columns.get("task", "default"), "parser": None}
        return done(function(**accepted(function, values)))

    return lambda rows, texts: [one(row, text) for row, text in zip(rows, texts)]  # noqa: B905 - as many


def turned(function: Callable[..., Any]) -> bool:
    """Whether a function takes the reference first, seen from the name of its first parameter."""
    return next(iter(inspect.signature(function).parameters), "") in _GOLD_NAMES


def plain(function: Callable[..., Any], _messages: bool) -> Score:
    """``f(answer, reference) -> number``; the other way round where the first parameter is named for the reference."""
    other_way = turned(function)

    def one(row: Row, text: Any) -> Any:
        return done(function(row["answer"], text) if other_way else function(text, row["answer"]))

    return lambda rows, texts: [one(row, text) for row, text in zip(rows, texts)]  # noqa: B905 - as many


def as_text(prompt: Any) -> str:
    """A prompt as text; of messages their contents, one after the other."""
    return (
        prompt if isinstance(prompt, str) else "\n".join(str(message.get("content", "")) for message in prompt)
    )


def sequence(found: Any, count: int) -> list[Any]:
    """What a batched reward returned, as a list of the right length."""
    values = found.tolist() if hasattr(found, "tolist") else found
    if not isinstance(values, list | tuple) or len(values) != count:
        shown = f"{len(values)} values" if isinstance(values, list | tuple) else type(values).__name__
        raise TypeError(f"the reward returned {shown} for {count} completions")
    return list(values)


SIGNATURES: dict[str, Callable[[Callable[..., Any], bool], Score]] = {
    "trl": trl,
    "verl": verl,
    "openrlhf": openrlhf,
    "verifiers": verifiers,
    "plain": plain,
}
