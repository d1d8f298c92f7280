"""The solver of predicted arguments: each is read by its type, and the program runs natively with counted steps."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ...base import Json
from ..execute import equal, run_calls

_GAP = r"[ \t\r\n]*"
_INTEGER = r"[+-]?(?:0|[1-9][0-9]*)"
_LIST = rf"\[{_GAP}(?:{_INTEGER}{_GAP}(?:,{_GAP}{_INTEGER}{_GAP})*(?:,{_GAP})?)?\]"


def confirms(payload: Mapping[str, Any], answer: str) -> bool:
    """Whether `answer` lists arguments within the bounds that give the value."""
    parameters = payload["parameters"]
    form = rf"{_GAP},{_GAP}".join(f"({_form(parameter)})" for parameter in parameters)
    found = re.fullmatch(_GAP + form + _GAP, answer) if len(answer) <= 4096 else None
    if found is None:
        return False
    args = [_value(parameter, text) for parameter, text in zip(parameters, found.groups(), strict=True)]
    if any(value is None for value in args):
        return False
    outcome = run_calls(payload["source"], payload["entry"], [args], fuel=100_000)[0]
    return outcome.ok and equal(outcome.value, payload["out"])


def _form(parameter: Mapping[str, Any]) -> str:
    if parameter["kind"] == "text":
        return "'[a-z]*'|\"[a-z]*\""
    return _INTEGER if parameter["kind"] == "int" else _LIST


def _value(parameter: Mapping[str, Any], text: str) -> Json:
    """The argument, or None if it is out of its bounds."""
    if parameter["kind"] == "text":
        inner = text[1:-1]
        good = all(char in parameter["letters"] for char in inner)
        return inner if good and parameter["shortest"] <= len(inner) <= parameter["longest"] else None
    numbers = [int(number) for number in re.findall("[+-]?[0-9]+", text)]
    if any(not parameter["low"] <= number <= parameter["high"] for number in numbers):
        return None
    if parameter["kind"] == "int":
        return numbers[0]
    return numbers if parameter["shortest"] <= len(numbers) <= parameter["longest"] else None
