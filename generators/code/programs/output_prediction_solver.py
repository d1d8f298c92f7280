"""The solver of predicted values: the program runs again as it is, and its value is matched to the answer's text.

The text is not read into a value: the value says what must stand at each place, and the match moves along.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..execute import copied, load

_GAP = re.compile(r"[ \t\r\n]*")
_NUMBER = re.compile(r"([+-]?)(0|[1-9][0-9]*)(?![\w.])", re.ASCII)
_ESCAPED = {"'": "'", '"': '"', "\\": "\\", "n": "\n", "t": "\t", "r": "\r"}


def confirms(payload: Mapping[str, Any], answer: str) -> bool:
    """Whether `answer` is the value that the program returns."""
    problem = payload["problem"]
    value = load(problem["source"])[problem["entry"]](*copied(problem["args"]))
    end = match(value, answer, _gap(answer, 0)) if len(answer) <= 8000 else None
    return end is not None and end == len(answer)


def match(value: Any, text: str, at: int) -> int | None:
    """Where `text` goes on behind a literal of `value` at `at` and the space behind it; None if there is none."""
    if isinstance(value, bool):
        found = next((word for word in (str(value), str(value).lower()) if text.startswith(word, at)), None)
        return None if found is None else _gap(text, at + len(found))
    if isinstance(value, int):
        number = _NUMBER.match(text, at)
        if number is None or len(number.group()) > 200:
            return None
        size = int(number.group(2))
        return _gap(text, number.end()) if (-size if number.group(1) == "-" else size) == value else None
    if isinstance(value, str):
        return _string(value, text, at)
    if isinstance(value, dict):
        return _dict(value, text, at)
    opened, closed = "()" if isinstance(value, tuple) else "[]"
    place = _sign(opened, text, at)
    for number_of, item in enumerate(value):
        if place is not None and number_of:
            place = _sign(",", text, place)
        if place is None:
            return None
        place = match(item, text, place)
    return _close(text, place, closed, needed=isinstance(value, tuple) and len(value) == 1, may=bool(value))


def _dict(value: Mapping[Any, Any], text: str, at: int) -> int | None:
    left = dict(value)
    place = _sign("{", text, at)
    for turn in range(len(value)):
        if turn and place is not None:
            place = _sign(",", text, place)
        if place is None:
            return None
        for key in left:
            behind = match(key, text, place)
            colon = None if behind is None else _sign(":", text, behind)
            if colon is not None:
                place = match(left.pop(key), text, colon)
                break
        else:
            return None
    return _close(text, place, "}", needed=False, may=bool(value))


def _close(text: str, at: int | None, sign: str, *, needed: bool, may: bool) -> int | None:
    if at is None:
        return None
    comma = _sign(",", text, at) if may else None
    if comma is None and needed:
        return None
    return _sign(sign, text, at if comma is None else comma)


def _string(value: str, text: str, at: int) -> int | None:
    quote = text[at : at + 1]
    if quote not in ("'", '"') or not quote:
        return None
    at += 1
    for char in value:
        here = text[at : at + 1]
        if here == "\\":
            code = text[at + 1 : at + 2]
            size = {"x": 2, "u": 4}.get(code, 0)
            digits = text[at + 2 : at + 2 + size]
            if size and (len(digits) < size or any(d not in "0123456789abcdefABCDEF" for d in digits)):
                return None
            if (chr(int(digits, 16)) if size else _ESCAPED.get(code)) != char:
                return None
            at += 2 + size
        elif here != char or here == quote:
            return None
        else:
            at += 1
    return _sign(quote, text, at)


def _sign(sign: str, text: str, at: int) -> int | None:
    return _gap(text, at + 1) if text.startswith(sign, at) else None


def _gap(text: str, at: int) -> int:
    found = _GAP.match(text, at)
    assert found is not None
    return found.end()
