"""Checks a predicted value: the answer is read as plain data and compared with exact types. Nothing is run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...payloads.literals import read, same
from ..answers.literals import literal
from ..base import Verdict, correct, unparsable, wrong


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, a Python or JSON literal."""
    found = literal(answer, payload.get("problem", {}).get("entry", ""))
    if found is None:
        return unparsable("Give one Python literal, such as 12, 'abc', [1, 2], (1, 2) or {'a': 1}.")
    wanted = read(payload["out"])
    assert wanted is not None
    if type(found.value) is not type(wanted.value):
        return wrong("The value has another type.")
    return correct() if same(found.value, wanted.value) else wrong()


def accepted_forms(answer: str) -> list[str]:
    """Other forms of a right answer."""
    forms = [f" {answer}\n", answer.replace(", ", ","), answer.replace(", ", " ,\n ")]
    if '"' not in answer:
        forms.append(answer.replace("'", '"'))
    if answer[0] in "[{(" and len(answer) > 2:
        forms.append(f"{answer[:-1].removesuffix(',')},{answer[-1]}")
    return forms
