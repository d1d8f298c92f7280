"""Small helpers of English sentences for the generators: lists, numbers with their nouns, articles."""

from __future__ import annotations

from collections.abc import Iterable


def listed(items: Iterable[object], word: str = "and") -> str:
    """Items as an English list: ``4, 6 and 9``."""
    *most, last = map(str, items)
    return f"{', '.join(most)} {word} {last}" if most else last


def counted(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun: ``1 ball``, ``3 balls``."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"
