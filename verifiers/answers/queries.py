"""SQL as an answer: without the name of the language before it, and without stray semicolons behind it."""

from __future__ import annotations

import re

_PREFIX = re.compile(
    r"(?:[\s*_`#])*(?:sqlite>|(?:(?:the|my)\s+)?(?:final\s+)?(?:sqlite|postgresql|postgres|duckdb|sql)"
    r"?[ \t]*(?:query|script|answer|statement)?"
    r"(?:\s+is)?[*_`]*[ \t]*:(?!:)[*_`]*|sql[ \t]*\n)\s*(?=[A-Za-z(\-/`])",
    re.IGNORECASE,
)
_ENDS = re.compile(r"[\s;]*;[\s;]*\Z")


def query(answer: str) -> str:
    """The text of a query or script, ending in at most one semicolon."""
    text = answer.strip()
    match = _PREFIX.match(text[:80])
    if match is not None and match.end() < len(text):
        text = text[match.end() :].strip()
    if len(text) > 2 and text[0] == text[-1] == "`" and "`" not in text[1:-1]:
        text = text[1:-1].strip()
    tail = text[-64:]
    if match := _ENDS.search(tail):
        text = text[: len(text) - len(tail) + match.start()] + ";"
    return text
