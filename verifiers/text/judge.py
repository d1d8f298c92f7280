"""The verdict on a response to another problem: one of two words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..answers import plain
from ..base import Verdict, correct, unparsable, wrong

_SAID = re.compile(r"(?:the|this|its) (?:response|final answer|answer) is (?=\w+$)", re.IGNORECASE)
WORDS = ("right", "wrong")


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, "right" or "wrong" in any case, against ``payload["right"]``."""
    word = _SAID.sub("", plain(answer).strip("\"' ")).lower()
    if word not in WORDS:
        return unparsable("The answer must be one word, right or wrong.")
    return (
        correct() if (word == "right") == payload["right"] else wrong("The response was judged the other way.")
    )


def accepted_forms(answer: str) -> list[str]:
    """Other forms of a right answer."""
    return [f" {answer}\n", answer.upper(), answer.capitalize(), f"{answer}."]
