"""How to see a finding again with nothing of this package: a few lines of Python, or curl for an endpoint."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

from .rows import Row
from .target import Target
from .texts import Text

_MOST_COLUMN_CHARS = 2000


def snippet(target: Target, signature: str, at: int, row: Row, text: Text, size: int, seed: int) -> str:
    """A program that makes the same call.

    Args:
        target: what is called.
        signature: how it is called; `Process.signature`.
        at: the number of the row.
        row: the row.
        text: the completion.
        size: how many rows a dataset of reasoning-gym was made with.
        seed: its seed.
    """
    if target.kind == "reasoning_gym":
        return (
            "import reasoning_gym  # with PYTHONHASHSEED=0: some datasets depend on it\n"
            f"data = reasoning_gym.create_dataset({target.where!r}, size={size}, seed={seed})\n"
            f"print(data.score_answer({text.literal}, entry=data[{at}]))"
        )
    if target.kind == "http":
        return _curl(target, signature, row, text)
    if target.where.endswith(".py"):
        path = Path(target.where)
        head = f"import sys; sys.path.insert(0, {str(path.parent)!r})\nfrom {path.stem} import "
    else:
        head = f"from {target.where} import "
    first, _, rest = target.name.partition(".")
    return (
        f"{head}{first}\n{_call(first + ('.' + rest if rest else ''), signature, target.messages, row, text)}"
    )


def _call(name: str, signature: str, messages: bool, row: Row, text: Text) -> str:
    answer, prompt, said = repr(row.given), repr(row.prompt), text.literal
    columns = {key: value for key, value in row.columns.items() if len(repr(value)) < _MOST_COLUMN_CHARS}
    if signature == "verl":
        source = repr(columns.get("data_source", "audit"))
        extra = repr(columns.get("extra_info", columns))
        return f"print({name}(data_source={source}, solution_str={said}, ground_truth={answer}, extra_info={extra}))"
    if signature == "openrlhf":
        return (
            f"prompt = {prompt}\nprint({name}(queries=[prompt + {said}], prompts=[prompt], labels=[{answer}]))"
        )
    if signature == "trl":
        if messages or not isinstance(row.prompt, str):
            said = f"[{{'role': 'assistant', 'content': {said}}}]"
            prompt = f"[{{'role': 'user', 'content': {prompt}}}]" if isinstance(row.prompt, str) else prompt
        more = "".join(f", {key}=[{value!r}]" for key, value in ({"answer": row.given} | columns).items())
        return f"print({name}(prompts=[{prompt}], completions=[{said}]{more}))"
    if signature == "verifiers":
        return (
            f"completion = [{{'role': 'assistant', 'content': {said}}}]\n"
            f"found = {name}(completion=completion, answer={answer})  # and prompt, state, info if it takes them\n"
            "import asyncio, inspect\n"
            "async def wait(): return await found\n"
            "print(asyncio.run(wait()) if inspect.isawaitable(found) else found)"
        )
    first, second = (answer, said) if signature == "plain-turned" else (said, answer)
    return f"print({name}({first}, {second}))"


def _curl(target: Target, signature: str, row: Row, text: Text) -> str:
    if len(text.text or "") > _MOST_COLUMN_CHARS:
        return f"# POST to {target.where} the response {text.literal}"
    if signature == "http-openrlhf":
        body: Any = {
            "query": [row.prompt_text + (text.text or "")],
            "prompts": [row.prompt_text],
            "labels": [row.given],
        }
    else:
        body = {**row.columns, "prompt": row.prompt, "response": text.text, "answer": row.given}
    return f"curl -s {shlex.quote(target.where)} -H 'Content-Type: application/json' -d {shlex.quote(json.dumps(body))}"
