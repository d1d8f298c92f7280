r"""Checks an expression that was to be simplified: its value, and that it has the simplest form.

The form depends on the problem: a sum of collected terms, one term without negative exponents, a sum of roots of
square-free numbers without roots below, or one fraction in lowest terms. Each form is unique up to the order of
its parts, so the problem itself, or anything half done, is never accepted.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..base import Verdict, correct, unparsable, wrong
from ..expressions import MAX_CHARS, Unreadable
from .expanded import read_expanded
from .forms import fraction_form, monomial_form, radical_form


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer` by the form that the payload names."""
    if len(answer) > MAX_CHARS:
        return unparsable("The answer is too long.")
    gold, variables = payload["gold"], tuple(payload["problem"]["variables"])
    try:
        given = _read(gold["kind"], answer, variables)
    except Unreadable as error:
        return unparsable(str(error))
    if given == _read(gold["kind"], gold["text"], variables):
        return correct()
    return wrong("The answer is not right, or can be simplified further.")


def variants(answer: str) -> list[str]:
    """Other forms of a right answer."""
    return [
        answer.replace(" ", "") + ".",
        answer.replace("^", "**"),
        answer.replace("-", "\u2212").replace("*", "\u00b7"),
        f"({answer})",
    ]


def _read(kind: str, text: str, variables: tuple[str, ...]) -> Any:
    if kind == "radical":
        return radical_form(text)
    if kind == "monomial":
        return monomial_form(text, variables)
    if kind == "fraction":
        return fraction_form(text, variables)
    return read_expanded(text, variables)
