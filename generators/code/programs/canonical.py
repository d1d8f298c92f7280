"""The form of a program that is the same however its variables and functions are called."""

from __future__ import annotations

import re

from .pieces import all_names

_WORD = re.compile(r"'[^']*'|[A-Za-z_][A-Za-z_0-9]*")


def renamed(source: str) -> str:
    """`source` with its own names numbered in the order in which they appear; text in quotes stays."""
    known = all_names()
    numbers: dict[str, str] = {}

    def name(match: re.Match[str]) -> str:
        word = match.group()
        return numbers.setdefault(word, f"v{len(numbers)}") if word in known else word

    return _WORD.sub(name, source)
