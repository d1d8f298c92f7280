"""The solver of judgements: the response is read and verified anew, and the stored label is not looked at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...registry import get


def confirms(payload: Mapping[str, Any], answer: str) -> bool:
    """Whether `answer` says of the response what the verifier of its own environment says."""
    problem = payload["problem"]
    spec = get(problem["task"])
    found = spec.extract(problem["response"], problem["marker"], "strict", problem["payload"]).text
    passed = found is not None and spec.verify_answer(problem["payload"], found).passed
    return answer.strip().rstrip(".").casefold() == ("right" if passed else "wrong")
