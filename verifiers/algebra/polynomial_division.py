"""Polynomials as lists: coefficients are compared one by one, the place of a minimum with the rounded reference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..base import Verdict
from ..math import typed_value
from ..optimum import Objective, Payload, exactly, judge, list_forms


def _coefficients(payload: Payload, given: Sequence[int]) -> list[int]:
    exactly(given, len(payload["best"]), "coefficients")
    return list(given)


_LISTED = Objective("Give the coefficients with commas between them.", _coefficients, exact=True)
OBJECTIVES = {"remainder": _LISTED, "interpolation": _LISTED}


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score an answer: a number by ``payload["gold"]``, a list by ``payload["best"]``."""
    if "gold" in payload:
        return typed_value.verify(payload, answer)
    return judge(OBJECTIVES, payload, answer, nouns=("coefficients", "list", "remainder"))


def accepted_forms(answer: str) -> list[str]:
    """Other forms of a right answer that must be accepted."""
    return list_forms(answer) if "," in answer else typed_value.accepted_forms(answer)
