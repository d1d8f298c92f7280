"""The solver of programs for classic algorithms: small calls against brute force.

The problem is made again from its template and seed. What small calls must give is worked out by the template's brute
force, another method than the reference; what ordinary and large calls must give is, for want of time, taken from the
reference, run here anew.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import Any

from ...payloads.recipes import kept
from ..base import Json
from .algorithms.table import TEMPLATES
from .execute import copied, equal
from .reference import expected
from .solver_runs import outputs


@lru_cache(maxsize=64)
def _wanted(text: str) -> str:
    """The results, as JSON; kept, because many programs are checked against one problem."""
    return json.dumps(wanted(json.loads(text)))


def wanted(payload: Mapping[str, Any]) -> list[Json]:
    """The results that the calls of a payload must give, worked out again."""
    facts, cases = payload["problem"], payload["code"]["cases"]
    problem = TEMPLATES[facts["template"]](Random(facts["seed"]), facts["level"])
    calls = [[kept(value) for value in case["args"]] for case in cases]
    small = facts["small"] if problem.brute is not None else 0
    found: list[Json] = []
    if problem.brute is not None:
        found = [problem.brute(*copied(args)) for args in calls[:small]]
    return found + [outcome.value for outcome in expected(problem, calls[small:])]


def confirms(payload: Mapping[str, Any], answer: str) -> bool:
    """Whether the program of `answer` gives what all calls must give, types included."""
    results = json.loads(_wanted(json.dumps(payload)))
    code = payload["code"]
    calls = [[kept(value) for value in case["args"]] for case in code["cases"]]
    found = outputs(answer, code["entry"], calls, cpu_s=code["cpu_s"])
    return found is not None and len(found) == len(results) and all(map(equal, found, results))
