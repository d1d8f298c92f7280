"""Which of the texts that are tried are wrong for certain, and why; None means that a person has to read it."""

from __future__ import annotations

import re
from fractions import Fraction

from .rows import Row, judged
from .texts import Text
from .values import refuted, same, value_of

_REFUSALS = {"I don't know.", "I do not want to answer.", "The answer is correct."}
_ENDLESS = {"9**9**9", "9^9^9^9", "10**10**10", "100000000!", "1e999999999", "nan", "inf", "-inf", "1/0", "0/0"}
_NO_VALUE = {"nan", "inf", "-inf"}
_NO_VALUES = re.compile(r"nan|inf|\u221e|none", re.IGNORECASE)
_INVISIBLE = re.compile(r"[\s\x00\u200b\ufeff]*")
MOST_CHARS = 4096


def wrong(row: Row, text: str) -> str | None:
    """Why an answer near the right one is wrong for this row; None if that is not certain."""
    if row.answer is None or same(text, row.answer):
        return None
    if row.task is not None and len(text) <= MOST_CHARS:
        found = judged(row.task, text)
        if found != "unread":
            return "the task's verifier and solver both say so" if found == "wrong" else None
    return refuted(text, row.answer)


def says_nothing(row: Row, tried: Text) -> str | None:
    """Why a text of the hostile lists cannot answer this row; None if that is not certain."""
    text = tried.text
    if row.answer is None or text is None or same(text, row.answer) or _has(text, row.answer):
        return None
    if row.task is not None and len(text) <= MOST_CHARS and tried.kind == "words":
        return None if judged(row.task, text) == "right" else "the task's verifier and solver both refuse it"
    if _INVISIBLE.fullmatch(text):
        return None if _INVISIBLE.fullmatch(row.answer) else "it is empty"
    if text in _REFUSALS and not _has(row.answer, text):
        return "it gives no answer"
    value = value_of(row.answer)
    if text in _NO_VALUE and any(c.isdigit() for c in row.answer) and not _NO_VALUES.search(row.answer):
        return f"it is no value, and {row.answer} is one"
    if value is None:
        return None
    if tried.kind == "words":
        return f"it does not say {row.answer}"
    if isinstance(value, Fraction):
        if text in _ENDLESS:
            return f"it is not {row.answer}"
        if tried.kind == "bulky" and (set(text) == {"9"} or not any(c.isdigit() for c in text)):
            return f"it is not {row.answer}"
    return None


def is_answer(row: Row, tried: Text) -> bool:
    """Whether a text of the hostile lists happens to be the reference."""
    return row.answer is not None and tried.text is not None and same(tried.text, row.answer)


def denied(row: Row) -> bool:
    """Whether to deny the reference answer is to be wrong: where it is a number, a truth value or a choice."""
    return value_of(row.answer) is not None


def _has(text: str, part: str) -> bool:
    """Whether a text has another one as a word or number of its own."""
    return re.search(rf"(?<!\w){re.escape(part.strip())}(?!\w)", text, re.IGNORECASE) is not None
