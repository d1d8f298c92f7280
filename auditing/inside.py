"""The child process in which a foreign reward is called. It is run by its path and needs nothing but Python itself.

So it works under any interpreter: the one that has the reward's libraries. Requests and replies are lines of JSON on
the standard input and output, which are moved aside before the reward is imported, so that what it prints harms
nothing. A request is answered in full or not at all; the other process kills this one if that takes too long.
"""

from __future__ import annotations

import asyncio
import http.client
import importlib
import importlib.util
import inspect
import json
import os
import sys
import threading
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any
from urllib.parse import urlsplit

Row = dict[str, Any]
Score = Callable[[Sequence[Row], Sequence[Any]], list[Any]]
"""From rows and completions, as many of each, to what the reward returned for each of them."""

SIGNATURES = ("trl", "verl", "openrlhf", "verifiers", "plain")
MAX_REPLY = 1_000_000
_GOLD_NAMES = {"reference", "gold", "ground_truth", "target", "expected", "solution", "label", "truth"}
_RUBRIC_NAMES = {"prompt", "completion", "answer", "state", "task", "info", "parser"}


class Unusable(Exception):
    """The target cannot be called as it is; the message says what to change."""


# --- signatures ---------------------------------------------------------------------------------------------------


def detect(function: Callable[..., Any]) -> str:
    """The signature of a reward function, told by the names of its parameters."""
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
        columns.setdefault("answer", [row["answer"] for row in rows])
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
    """Whether a function takes the reference first, told by the name of its first parameter."""
    return next(iter(inspect.signature(function).parameters), "") in _GOLD_NAMES


def plain(function: Callable[..., Any], _messages: bool) -> Score:
    """``f(answer, reference) -> number``; the other way round where the first parameter is named for the reference."""
    other_way = turned(function)

    def one(row: Row, text: Any) -> Any:
        return done(function(row["answer"], text) if other_way else function(text, row["answer"]))

    return lambda rows, texts: [one(row, text) for row, text in zip(rows, texts)]  # noqa: B905 - as many


# --- targets ------------------------------------------------------------------------------------------------------


def function_target(request: Mapping[str, Any]) -> tuple[Score, str, list[Row]]:
    """A Python function, ``module:name`` or ``file.py:name``."""
    where, name = request["where"], request["name"]
    if where.endswith(".py"):
        sys.path.insert(0, os.path.dirname(where))
        spec = importlib.util.spec_from_file_location(os.path.basename(where)[:-3], where)
        if spec is None or spec.loader is None or not os.path.exists(where):
            raise Unusable(f"{where}: no such file")
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
    else:
        module = importlib.import_module(where)
    function: Any = module
    for part in name.split("."):
        if not hasattr(function, part):
            raise Unusable(f"{where} has no {name!r}")
        function = getattr(function, part)
    signature = request["signature"] or detect(function)
    score = globals()[signature](function, request["messages"])
    return score, "plain-turned" if signature == "plain" and turned(function) else signature, request["rows"]


def reasoning_gym_target(request: Mapping[str, Any]) -> tuple[Score, str, list[Row]]:
    """A dataset of reasoning-gym, which has its own rows."""
    made = importlib.import_module("reasoning_gym").create_dataset(
        request["where"], size=request["size"], seed=request["seed"]
    )
    entries = [made[at] for at in range(request["size"])]
    rows: list[Row] = [
        {"prompt": as_text(e["question"]), "answer": e["answer"], "columns": {}, "at": at}
        for at, e in enumerate(entries)
    ]

    def score(asked: Sequence[Row], texts: Sequence[Any]) -> list[Any]:
        # A copy for each call, so that a scorer which changes its entry changes no other call.
        copies = [deepcopy(entries[row["at"]]) for row in asked]
        return [made.score_answer(text, entry=entry) for entry, text in zip(copies, texts)]  # noqa: B905

    return score, "reasoning-gym", rows


def http_target(request: Mapping[str, Any]) -> tuple[Score, str, list[Row]]:
    """An endpoint that takes a JSON object by POST; no proxy, no redirection, a bounded reply."""
    address = urlsplit(request["where"])
    kinds = {"http": http.client.HTTPConnection, "https": http.client.HTTPSConnection}
    path = (address.path or "/") + (f"?{address.query}" if address.query else "")
    batch = request["signature"] == "openrlhf"

    def ask(body: Any) -> Any:
        connection = kinds[address.scheme](address.hostname or "", address.port, timeout=request["seconds"])
        try:
            connection.request("POST", path, json.dumps(body).encode(), {"Content-Type": "application/json"})
            reply = connection.getresponse()
            text = reply.read(MAX_REPLY + 1)
            if reply.status != 200:
                raise RuntimeError(f"HTTP status {reply.status}: {text[:200]!r}")
            if len(text) > MAX_REPLY:
                raise RuntimeError("the reply is longer than 1 MB")
            return json.loads(text)
        finally:
            connection.close()

    def one(row: Row, text: Any) -> Any:
        columns = {k: v for k, v in row["columns"].items() if k not in ("prompt", "response", "answer")}
        found = ask({**columns, "prompt": row["prompt"], "response": text, "answer": row["answer"]})
        for name in ("score", "reward") if isinstance(found, Mapping) else ():
            if name in found:
                return found[name]
        return found

    def score(rows: Sequence[Row], texts: Sequence[Any]) -> list[Any]:
        if not batch:
            return [one(row, text) for row, text in zip(rows, texts)]  # noqa: B905 - as many
        prompts = [as_text(row["prompt"]) for row in rows]
        queries = [prompt + str(text) for prompt, text in zip(prompts, texts)]  # noqa: B905 - as many
        found = ask({"query": queries, "prompts": prompts, "labels": [row["answer"] for row in rows]})
        return sequence(found["rewards"] if isinstance(found, Mapping) else found, len(rows))

    return score, "http-openrlhf" if batch else "http", request["rows"]


# --- values -------------------------------------------------------------------------------------------------------


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


def as_json(value: Any) -> dict[str, Any]:
    """A pay as ``{"value": float}``, or as ``{"what": text}`` where it is no finite number."""
    if value is None or isinstance(value, str | bytes | Mapping):
        return {"what": f"{type(value).__name__} {value!r:.60}" if value is not None else "None"}
    try:
        number = float(value.item() if hasattr(value, "item") else value)
    except (TypeError, ValueError) as error:
        return {"what": f"{type(value).__name__} {value!r:.60} ({error})"}
    return {"value": number} if number - number == 0 else {"what": str(number)}


# --- the process --------------------------------------------------------------------------------------------------


def limit_memory(extra: int) -> None:
    """From now on the process may hold so many bytes more than it does (where the system can enforce it)."""
    try:
        import resource

        with open("/proc/self/statm") as file:
            held = int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
        resource.setrlimit(resource.RLIMIT_AS, (held + extra, held + extra))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (2**30, 2**30))
    except (ImportError, OSError, ValueError):
        return  # no Linux: time is bounded, memory is not


def die_with_parent() -> None:
    """Where the system can do it, this process ends when the one that started it does."""
    if sys.platform.startswith("linux"):
        import ctypes

        ctypes.CDLL(None).prctl(1, 9)


def failure(error: BaseException) -> dict[str, Any]:
    """An exception as JSON, with the last place in the reward's own code."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename != __file__]
    at = f"{os.path.basename(frames[-1].filename)}:{frames[-1].lineno}" if frames else ""
    try:
        said = str(error)[:300]
    except Exception:
        said = ""
    return {"error": type(error).__name__, "said": said, "at": at}


def answer(score: Score, rows: Sequence[Row], request: Mapping[str, Any]) -> dict[str, Any]:
    """Call the reward once; an exception is an answer too."""
    found: dict[str, Any] = {}

    def call() -> None:
        started = time.process_time()
        try:
            items = request["items"]
            values = score([rows[at] for at, _ in items], [text for _, text in items])
            found["pays"] = [as_json(value) for value in values]
        except BaseException as error:  # an exit, too, is told
            found.update(failure(error))
        found["cpu"] = time.process_time() - started

    if request.get("thread"):
        other = threading.Thread(target=call)
        other.start()
        other.join()
    else:
        call()
    return found


def main() -> None:
    """Answer requests until there are none: ``load`` first, then ``score`` and ``fence``."""
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1):
        os.dup2(nothing, standard)
    die_with_parent()
    sys.path[:] = [path for path in sys.path if path != os.path.dirname(os.path.abspath(__file__))]
    score: Score | None = None
    rows: list[Row] = []
    for line in requests:
        request = json.loads(line)
        try:
            if request["do"] == "load":
                sys.path[:0] = request["paths"]
                score, signature, rows = globals()[f"{request['kind']}_target"](request)
                reply: dict[str, Any] = {"signature": signature, "rows": rows if request["own_rows"] else []}
            elif request["do"] == "fence":
                limit_memory(request["memory"])
                reply = {}
            else:
                assert score is not None
                reply = answer(score, rows, request)
        except BaseException as error:
            reply = failure(error)
        replies.write(json.dumps(reply).encode() + b"\n")
        replies.flush()


if __name__ == "__main__":
    main()
