"""Run a reference of this package as it is: for large calls, where counting its steps would take most of the time.

Only for texts that this package made and that are known to end; mutants are run by `rlvr.generators.code.execute`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from functools import lru_cache
from types import CodeType
from typing import Any

from ...payloads.recipes import many_objects
from ..base import Json

DEPTH = 1000
"""Calls inside each other: as many as in a process of its own, whatever is on the stack here."""


def results(source: str, entry: str, calls: Iterable[Sequence[Json]]) -> list[Json]:
    """What the function `entry` returns for each call, as JSON; it may change its arguments."""
    return as_json(returned(source, entry, calls))


def as_json(values: list[Any]) -> list[Json]:
    """Values as they come back as JSON: tuples as lists."""
    made: list[Json] = json.loads(json.dumps(values, allow_nan=False))
    return made


def returned(source: str, entry: str, calls: Iterable[Sequence[Json]]) -> list[Any]:
    """The very objects that the function `entry` returns for each call; it may change its arguments."""
    limit, depth, frame = sys.getrecursionlimit(), 0, sys._getframe()
    while frame.f_back is not None:
        depth, frame = depth + 1, frame.f_back
    sys.setrecursionlimit(max(limit, depth + DEPTH))
    try:
        namespace: dict[str, Any] = {"__name__": "reference"}
        exec(_compiled(source), namespace)  # a text of this package, see above
        with many_objects():
            return [namespace[entry](*args) for args in calls]
    finally:
        sys.setrecursionlimit(limit)


@lru_cache(maxsize=64)
def _compiled(source: str) -> CodeType:
    return compile(source, "<reference>", "exec", dont_inherit=True)
