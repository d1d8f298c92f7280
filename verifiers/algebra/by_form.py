"""Comparing an answer with the reference after both have been brought to the form that the task demands.

A reader of a form refuses what is not in it, so two answers are equal exactly if what it returns is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..answers.formulas import stated
from ..base import Verdict, correct, unparsable, wrong
from ..expressions import MAX_CHARS, Unreadable

Reader = Callable[[str, tuple[str, ...]], Any]


def compare(payload: Mapping[str, Any], answer: str, read: Reader, message: str) -> Verdict:
    """Score `answer`; `message` says what a readable answer may be that is not equal to the reference."""
    if len(answer) > MAX_CHARS:
        return unparsable("The answer is too long.")
    variables = tuple(payload["problem"]["variables"])
    try:
        given = read(stated(answer), variables)
    except Unreadable as error:
        return unparsable(str(error))
    return correct() if given == read(payload["gold"]["text"], variables) else wrong(message)


def accepted_forms(answer: str) -> list[str]:
    """Other forms of a right answer."""
    return [
        answer.replace(" ", "") + ".",
        answer.replace("^", "**"),
        answer.replace("-", "\u2212").replace("*", "\u00b7"),
        f"({answer})",
    ]
