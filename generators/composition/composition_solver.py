"""The solver of compositions: each problem by its own task's solver, each link and the sum anew."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..readers import reduced
from .chains_solver import linked_values


def confirms(payload: Mapping[str, Any], answer: str) -> bool:
    """Whether `answer` is the sum of answers each of which its own solver confirms, linked as the text says."""
    given = reduced(answer)
    values = linked_values(payload["problem"]["steps"])
    return given is not None and values is not None and given == sum(values)
