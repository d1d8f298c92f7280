"""The solver of compositions: each problem by its own task's solver, each link and the sum anew."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ..readers import reduced
from .composition import entry


def confirms(payload: Mapping[str, Any], answer: str) -> bool:
    """Whether `answer` is the sum of answers each of which its own solver confirms, linked as the text says."""
    given = reduced(answer)
    if given is None:
        return False
    before: Fraction | None = None
    for step in payload["problem"]["steps"]:
        part = entry(step["task"]).confirms
        if part is not None and not part(step["payload"], step["answer"]):
            return False
        if before is not None and not _linked(before, step):
            return False
        before = Fraction(step["answer"])
        given -= before
    return given == 0


def _linked(before: Fraction, step: Mapping[str, Any]) -> bool:
    """Whether the answer before a problem leads to this problem."""
    if "hidden" in step:
        return bool(before * step["factor"] == step["hidden"] - step["constant"])
    remainder, variants = step["remainder"], step["variants"]
    if not 0 <= remainder < variants or step["others"][remainder] != step["value"]:
        return False
    return bool((before * step["scale"] - remainder) / variants % 1 == 0)
