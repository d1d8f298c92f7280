r"""Checks a value of composed functions, or the formula of a composition or an inverse.

A number must be worked out (an integer or a fraction in lowest terms); a polynomial must be multiplied out with like
terms collected; another formula must be one fraction in lowest terms. Each form is unique.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..base import Verdict, correct, unparsable, wrong
from ..expressions import MAX_CHARS, Unreadable
from .expanded import read_expanded
from .forms import fraction_form


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, such as ``-3/4``, ``3*x^2 + 1`` or ``(x + 1)/(2*x - 3)``."""
    if len(answer) > MAX_CHARS:
        return unparsable("The answer is too long.")
    gold, variables = payload["gold"], tuple(payload["problem"]["variables"])
    try:
        given = _read(gold["kind"], answer, variables)
    except Unreadable as error:
        return unparsable(str(error))
    if given == _read(gold["kind"], gold["text"], variables):
        return correct()
    return wrong("The answer is not right, or not in lowest terms.")


def variants(answer: str) -> list[str]:
    """Other forms of a right answer."""
    return [
        answer.replace(" ", "") + ".",
        answer.replace("^", "**"),
        answer.replace("-", "\u2212").replace("*", "\u00b7"),
        f"({answer})",
    ]


def _read(kind: str, text: str, variables: tuple[str, ...]) -> Any:
    if kind == "number":
        return read_expanded(text, (), fractions=True)
    if kind == "polynomial":
        return read_expanded(text, variables)
    return fraction_form(text, variables)
