"""The solver of repository tasks: expected results from each domain's own solver, runs by another driver."""

from __future__ import annotations

import json
from collections.abc import Mapping

from ....payloads.strict_json import read_json
from ...base import Json
from ..solver_runs import outputs
from .domains import BY_NAME
from .renaming import original

_PROGRAM = """\
import importlib, os, sys

for path, text in FILES.items():
    if "/" in path:
        os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(text)
sys.path.insert(0, os.getcwd())
importlib.invalidate_caches()


def public(function, arguments):
    return getattr(importlib.import_module(MODULE), function)(*arguments)
"""


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether the project with the answer's files in it does on all hidden calls what the model does."""
    try:
        edits = read_json(answer)
    except ValueError:
        return False
    if not isinstance(edits, dict) or not edits:
        return False
    files = dict(payload["files"])
    for path, text in edits.items():
        if (
            not isinstance(text, str)
            or not path.replace("/", "a").replace(".", "a").replace("_", "a").isalnum()
        ):
            return False
        if not path.startswith("tests/"):
            files[path] = text
    files = {path: text for path, text in files.items() if not path.startswith("tests/")}
    program = f"FILES = {files!r}\nMODULE = {payload['module']!r}\n{_PROGRAM}"
    calls = [[case["call"], case["args"]] for case in payload["cases"]]
    found = outputs(program, "public", calls, cpu_s=1.0)
    return found is not None and all(
        json.dumps(value, sort_keys=True) == json.dumps(expected(payload, *call), sort_keys=True)
        for value, call in zip(found, calls, strict=True)
    )


def expected(payload: Mapping[str, Json], function: str, args: list[Json]) -> Json:
    """What a public function of a task's project is to return."""
    problem = payload["problem"]
    domain = BY_NAME[problem["domain"]]
    names, known = problem["names"], frozenset(problem["features"])
    out = domain.solve(names, known, original(names, function), json.loads(json.dumps(args)))
    return json.loads(json.dumps(out))
