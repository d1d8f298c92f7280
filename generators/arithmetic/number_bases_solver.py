"""Number bases a second time: Python's `int` reads all numbers, and they are compared as integers."""

from __future__ import annotations

import operator
import re
from collections.abc import Mapping

from ..base import Json
from ..readers import bare

_NUMERAL = re.compile(r"[0-9A-Za-z]+")
_OPERATIONS = {"add": operator.add, "subtract": operator.sub, "multiply": operator.mul}


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer, read in the base that is asked for, is the number."""
    text, problem = bare(answer), payload["problem"]
    if not _NUMERAL.fullmatch(text):
        return False
    if problem["kind"] == "negative":
        return _horner(text, problem["to"]) == int(problem["a"])
    try:
        value = int(text, problem["to"])
    except ValueError:
        return False
    right = int(problem["a"], problem["base"])
    if "b" in problem:
        right = _OPERATIONS[problem["kind"]](right, int(problem["b"], problem["base"]))
    return value == right


def _horner(text: str, base: int) -> int | None:
    """The value of a numeral in a negative base, digit by digit from the left; None if a digit is too large."""
    value = 0
    for char in text:
        digit = int(char, 36)
        if digit >= -base:
            return None
        value = value * base + digit
    return value
