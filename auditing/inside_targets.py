"""The three kinds of targets: a function, a dataset of reasoning-gym, an endpoint. A part of `inside`."""

from __future__ import annotations

import http.client
import importlib
import importlib.util
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from .inside_signatures import SIGNATURES, Row, Score, Unusable, as_text, detect, sequence, turned
else:  # the child process is no part of the package
    from inside_signatures import SIGNATURES, Unusable, as_text, detect, sequence, turned

MAX_REPLY = 1_000_000


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
    score = SIGNATURES[signature](function, request["messages"])
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


TARGETS: dict[str, Callable[[Mapping[str, Any]], tuple[Score, str, list[Row]]]] = {
    "function": function_target,
    "reasoning_gym": reasoning_gym_target,
    "http": http_target,
}
