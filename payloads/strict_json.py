"""Reading JSON that a model wrote: one value, bounded in size and depth, with nothing left to interpretation.

What `json.loads` lets through and this refuses: the same key twice in one object, ``NaN`` and infinities (also as
``1e999``), numbers of thousands of digits, halves of surrogate pairs, and nesting without end. All of it is one
`ValueError` whose message says what is wrong. Time is linear in the length of the text.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable
from typing import Any, Never

Json = Any

MAX_CHARS = 1_000_000
MAX_DEPTH = 24
MAX_DIGITS = 300

# A string is taken whole, closed or not, so that a bracket in it counts for nothing; no part is tried twice.
_STRUCTURE = re.compile(r'"(?:[^"\\]++|\\.)*+\\?"?|[\[\]{}]', re.DOTALL)
_SURROGATE = re.compile("[\ud800-\udfff]")


def read_json(text: str, *, max_chars: int = MAX_CHARS, max_depth: int = MAX_DEPTH) -> Json:
    """The one JSON value that `text` is, with white space around it or not.

    Raises:
        ValueError: if it is none; the message says why, in words for whoever wrote it.
    """
    if len(text) > max_chars:
        raise ValueError(f"the JSON is longer than {max_chars} characters")
    depth = 0
    for token in _STRUCTURE.finditer(text):
        first = token.group()[0]
        depth += (first in "[{") - (first in "]}")
        if depth > max_depth:
            raise ValueError(f"the JSON is nested deeper than {max_depth} levels")
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_constant=_constant,
            parse_int=_whole_number,
            parse_float=_decimal_number,
        )
    except json.JSONDecodeError as error:
        raise ValueError(f"not valid JSON: {error.msg} at line {error.lineno}, column {error.colno}") from None
    if _has_surrogate(text, value):
        raise ValueError("the JSON holds half of a surrogate pair, which is no character")
    return value


def end_of_object(text: str, start: int) -> int | None:
    """The position behind the JSON object that begins at `start`, by its braces alone; None if it never ends."""
    depth = 0
    for token in _STRUCTURE.finditer(text, start):
        first = token.group()[0]
        if first == "{" or first == "[":
            depth += 1
        elif first != '"':
            depth -= 1
            if depth <= 0:
                return token.end()
    return None


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in made if names.count(name) > 1)
        raise ValueError(f"the key {twice!r:.60} stands twice in one object")
    return made


def _constant(name: str) -> Never:
    raise ValueError(f"{name} is no JSON value")


def _whole_number(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise ValueError(f"a number has more than {MAX_DIGITS} digits")
    return int(text)


def _decimal_number(text: str) -> float:
    value = float(text) if len(text) <= MAX_DIGITS else math.inf
    if not math.isfinite(value):
        raise ValueError(f"the number {text:.20} is too long or too large")
    return value


def _has_surrogate(text: str, value: Json) -> bool:
    if _SURROGATE.search(text):
        return True
    # Pairs written as two escapes are one character by now, so the value is asked, not the text.
    return "\\u" in text and any(_SURROGATE.search(part) for part in _texts(value))


def _texts(value: Json) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, part in value.items():
            yield name
            yield from _texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)
