"""English that the prompts of several families are put together from."""

from __future__ import annotations

from collections.abc import Iterable


def listed(items: Iterable[object], word: str = "and") -> str:
    """Items as an English list: ``4, 6 and 9``."""
    *most, last = map(str, items)
    return f"{', '.join(most)} {word} {last}" if most else last
