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
    try:
        value = int(text, problem["to"])
    except ValueError:
        return False
    right = int(problem["a"], problem["base"])
    if "b" in problem:
        right = _OPERATIONS[problem["kind"]](right, int(problem["b"], problem["base"]))
    return value == right
