r"""Answers in the dress of JSON: an object with one key whose value is the answer, and numbers written as strings.

``{"final_answer": [[1, 2], [2, 1]]}`` says what ``final answer: [[1, 2], [2, 1]]`` says, and is read as that: who
takes off lead-ins judges the key as well, so ``{"wrong_answer": 3}`` stays what it is. An object with a second key, or
with one key twice, is none of these. Nothing is evaluated.
"""

from __future__ import annotations

import json
import re

_KEY = re.compile(r"\{\s*([\"'])([A-Za-z][A-Za-z0-9 _-]{0,40})\1\s*:\s*(?=\S)")
_STRING = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'[^'\\]*'", re.DOTALL)
_WORD = re.compile(r"[^\s\"',:{}\[\]()]+")
_PAIRS = {"[": "]", "(": ")", "{": "}"}
_NUMBER = r"[+-]?[0-9]+"
_QUOTED = re.compile(
    rf"(?:(?<=[\s\[({{,;:|])|^)([\"'])[ \t]*({_NUMBER}(?:[ \t]*[,; \t][ \t]*{_NUMBER})*)[ \t]*\1(?=[\s\])}},;:|]|$)"
)


def opened(text: str) -> str:
    """``{"final_answer": X}`` as ``final answer: X`` if X is one value; any other text as it is."""
    if text[:1] != "{" or text[-1:] != "}":
        return text
    match = _KEY.match(text)
    value = _one(text[match.end() : -1].rstrip().removesuffix(",").rstrip()) if match else None
    if match is None or value is None:
        return text
    return f"{re.sub('[_ -]+', ' ', match[2]).strip().lower()}: {value}"


def _one(value: str) -> str | None:
    """The text of one value of JSON (a string without its quotes); None if it is more or less than one."""
    if _WORD.fullmatch(value):
        return value
    if _STRING.fullmatch(value):
        if value[0] == "'":
            return value[1:-1]
        try:
            return str(json.loads(value, strict=False))
        except ValueError:
            return None  # an escape that there is not
    return value if value[:1] in _PAIRS and _closes(value) else None


def _closes(value: str) -> bool:
    """Whether the first bracket of a text closes with its last sign; brackets in strings do not count."""
    open_: list[str] = []
    bare = _STRING.sub("", value)
    for at, sign in enumerate(bare):
        if sign in _PAIRS:
            open_.append(_PAIRS[sign])
        elif sign in ")]}":
            if not open_ or open_.pop() != sign:
                return False
            if not open_:
                return at == len(bare) - 1
    return False


def unquoted(text: str, row: str = r"(\2)") -> str:
    """The text with bare numbers where quotes stand around a number, or around a row of them.

    Args:
        text: such as ``["1", "2"]`` or ``["1 2", "2 1"]``.
        row: what stands for several numbers in one pair of quotes, as a template of `re.sub`.
    """
    if '"' not in text and "'" not in text:
        return text
    return _QUOTED.sub(lambda found: found[2] if found[2].lstrip("+-").isdigit() else found.expand(row), text)
