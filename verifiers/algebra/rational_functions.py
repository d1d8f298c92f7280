r"""Checks one fraction in lowest terms, or a partial fraction decomposition, as written.

Numerator and denominator may be multiplied out or factored. Both forms are unique, so an answer is right if and
only if it reads as the same value as the reference in that form.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..base import Verdict, correct, unparsable, wrong
from ..expressions import MAX_CHARS, Unreadable
from .forms import fraction_form, partial_fractions


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, such as ``(x + 1)/(x^2 - 4)`` or ``2/(x - 1) - 3/(x + 2)^2``."""
    if len(answer) > MAX_CHARS:
        return unparsable("The answer is too long.")
    variables = tuple(payload["problem"]["variables"])
    read = partial_fractions if payload["gold"]["kind"] == "partial fractions" else fraction_form
    try:
        given = read(answer, variables)
    except Unreadable as error:
        return unparsable(str(error))
    if given == read(payload["gold"]["text"], variables):
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
