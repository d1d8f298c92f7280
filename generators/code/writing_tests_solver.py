"""The solver of written tests: without the sandbox, with its own reading of what is allowed.

The right results come from the template's brute force. The hidden programs, which are ours, run natively within counted
fuel (`execute`); one that runs out of it does something else than the right program.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from typing import Any

from ..base import Json
from .execute import copied, equal, run_calls
from .repair_table import SMALL


def confirms(payload: Mapping[str, Any], answer: str) -> bool:
    """Whether the answer is a valid list of calls that tells all hidden programs apart."""
    try:
        calls = json.loads(answer) if len(answer) <= 8000 else None
    except (ValueError, RecursionError):
        return False
    if not isinstance(calls, list) or len(calls) not in range(1, payload["limit"] + 1):
        return False
    domains, facts = payload["domains"], payload["problem"]
    for args in calls:
        if type(args) is not list or len(args) != len(domains) or not all(map(_allowed, domains, args)):
            return False
    problem = SMALL[facts["template"]](Random(facts["seed"])).problem
    assert problem.brute is not None
    right = [problem.brute(*copied(args)) for args in calls]
    for source in payload["programs"][1:]:
        outcomes = run_calls(source, payload["entry"], calls, fuel=1_000_000)
        if all(outcome.ok and equal(outcome.value, due) for outcome, due in zip(outcomes, right, strict=True)):
            return False
    return True


def _allowed(domain: Mapping[str, Json], value: Json) -> bool:
    if domain["type"] == "int":
        return type(value) is int and value in range(domain["low"], domain["high"] + 1)
    if type(value) is not {"text": str, "list": list}[domain["type"]]:
        return False
    if len(value) not in range(domain["least"], domain["most"] + 1):
        return False
    if domain["type"] == "text":
        return all(char in domain["letters"] for char in value)
    if not all(_allowed(domain["of"], item) for item in value):
        return False
    return "order" not in domain or sorted(value) == value
