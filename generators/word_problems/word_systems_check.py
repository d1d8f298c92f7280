"""A second check of word systems: the equations solved over the rationals, row by row, all unknowns at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..readers import integer
from .elimination import solve


def accepts(payload: Mapping[str, Any], answer: str) -> bool:
    """Whether `answer` is the value of the asked unknown in the one solution of the equations."""
    given = integer(answer)
    if given is None:
        return False
    problem = payload["problem"]
    equations = [(dict(zip("xyzuv", row, strict=False)), right) for row, right in problem["equations"]]
    return solve(equations).get(problem["ask"]) == given
