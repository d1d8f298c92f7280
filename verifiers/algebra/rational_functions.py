r"""Checks one fraction in lowest terms, or a partial fraction decomposition, as written.

Numerator and denominator may be multiplied out or factored. Both forms are unique, so an answer is right if and
only if it reads as the same value as the reference in that form.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..base import Verdict
from .by_form import accepted_forms, compare
from .forms import fraction_form, partial_fractions

__all__ = ["accepted_forms", "verify"]


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, such as ``(x + 1)/(x^2 - 4)`` or ``2/(x - 1) - 3/(x + 2)^2``."""
    read = partial_fractions if payload["gold"]["kind"] == "partial fractions" else fraction_form
    return compare(payload, answer, read, "The answer is not right, or not in lowest terms.")
