r"""Checks an expression that was to be simplified: its value, and that it has the simplest form.

The form depends on the problem: a sum of collected terms, one term without negative exponents, a sum of roots of
square-free numbers without roots below, or one fraction in lowest terms. Each form is unique up to the order of
its parts, so the problem itself, or anything half done, is never accepted.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from ..base import Verdict
from .by_form import accepted_forms, compare
from .expanded import read_expanded
from .forms import fraction_form, monomial_form, radical_form

__all__ = ["accepted_forms", "verify"]


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer` by the form that the payload names."""
    return compare(
        payload,
        answer,
        partial(_read, payload["gold"]["kind"]),
        "The answer is not right, or can be simplified further.",
    )


def _read(kind: str, text: str, variables: tuple[str, ...]) -> Any:
    if kind == "radical":
        return radical_form(text)
    if kind == "monomial":
        return monomial_form(text, variables)
    if kind == "fraction":
        return fraction_form(text, variables)
    return read_expanded(text, variables)
