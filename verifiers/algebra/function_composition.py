r"""Checks a value of composed functions, or the formula of a composition or an inverse.

A number must be worked out (an integer or a fraction in lowest terms); a polynomial must be multiplied out with like
terms collected; another formula must be one fraction in lowest terms. Each form is unique.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from ..answers.signs import ungrouped
from ..base import Verdict
from .by_form import accepted_forms, compare
from .expanded import read_expanded
from .forms import fraction_form

__all__ = ["accepted_forms", "verify"]


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, such as ``-3/4``, ``3*x^2 + 1`` or ``(x + 1)/(2*x - 3)``."""
    return compare(
        payload,
        answer,
        partial(_read, payload["gold"]["kind"]),
        "The answer is not right, or not in lowest terms.",
    )


def _read(kind: str, text: str, variables: tuple[str, ...]) -> Any:
    if kind == "number":
        return read_expanded(ungrouped(text), (), fractions=True)
    if kind == "polynomial":
        return read_expanded(text, variables)
    return fraction_form(text, variables)
