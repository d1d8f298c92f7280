"""The solver of repaired programs: what calls must give is worked out by another method than the reference.

The problem is made again from its template and seed. Small templates have a brute force for all of their inputs; for
classic algorithms it does for calls of few characters, and the reference, run anew, for the others.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ..base import Json
from .execute import copied, equal, run_calls
from .problem import Problem
from .repair_sources import problem_of
from .repair_table import SMALL
from .solver_runs import outputs

SHORT_CALL = 40


def confirms(payload: Mapping[str, Any], answer: str) -> bool:
    """Whether the program of `answer` gives what all calls must give, types included."""
    facts = payload["problem"]
    problem = problem_of(facts["template"], facts["seed"], facts["level"])
    calls = [case["args"] for case in payload["code"]["cases"]]
    found = outputs(answer, payload["code"]["entry"], calls, cpu_s=1.5)
    if found is None or len(found) != len(calls):
        return False
    whole = facts["template"] in SMALL
    return all(equal(got, wanted(problem, args, whole)) for got, args in zip(found, calls, strict=True))


def wanted(problem: Problem, args: list[Json], whole: bool) -> Json:
    """What a call must give; by brute force if the call is short or the brute force does for all inputs."""
    if problem.brute is not None and (whole or len(json.dumps(args)) <= SHORT_CALL):
        return problem.brute(*copied(args))
    return run_calls(problem.source, problem.entry, [args], fuel=50_000_000)[0].value
