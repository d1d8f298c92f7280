"""Checks one exact number that may carry its unit.

The number is an integer, a decimal number, or a fraction or mixed number in lowest terms. Behind it (or before
it, for ``$``) one of the units that the task names may stand; any other word is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..answers import read_number
from ..answers.numbers import FORMS, MAX_DIGITS
from ..base import Verdict, correct, unparsable, wrong


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer` against the number in ``payload["gold"]``."""
    if len(answer) > MAX_DIGITS:
        return unparsable("The answer is too long.")
    gold = payload["gold"]
    value = read_number(answer, units=gold["units"])
    if value is None:
        return unparsable(FORMS)
    return correct() if value == read_number(gold["text"]) else wrong()


def accepted_forms(answer: str) -> list[str]:
    """Other forms of a right answer."""
    forms = [f" {answer}\n", f"{answer}.", answer.replace("-", "\u2212")]
    if "/" in answer:
        top, bottom = answer.removeprefix("-").split("/")
        sign = "-" if answer.startswith("-") else ""
        forms += [f"{sign}{top} / {bottom}", f"{sign}\\frac{{{top}}}{{{bottom}}}"]
        whole, rest = divmod(int(top), int(bottom))
        if whole:
            forms.append(f"{sign}{whole} {rest}/{bottom}")
    else:
        forms.append(f"{answer}0" if "." in answer else f"{answer}.00")
    return forms
