"""Inequalities a second time: both sides are compared at and between all ends of the answer and zeros."""

from __future__ import annotations

from collections.abc import Mapping

from ..base import Json
from .interval_checks import same_solutions


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer is a union of intervals with just the numbers for which the inequalities are true."""
    problem = payload["problem"]
    return same_solutions(problem["parts"], problem["join"], answer)
