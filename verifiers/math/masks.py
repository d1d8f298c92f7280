r"""Formulas and bold spans of a sentence put behind masks (``\x01n\x02``), so that patterns see its words alone."""

from __future__ import annotations

import re
from collections.abc import Callable

SPAN = re.compile(
    r"\$\$[^$]{1,600}\$\$|(?<!\\)\$(?:\\\$|[^$\n]){1,300}?(?<!\\)\$|\\\([^\n]{1,300}?\\\)|\*\*[^*\n]{1,120}\*\*"
)
MASK = re.compile("\x01(\\d+)\x02")


def masked(text: str) -> tuple[str, list[str]]:
    """The text with its spans masked, and the spans; a title in bold ("**Total:**") stays, without its stars."""
    spans: list[str] = []

    def hidden(match: re.Match[str]) -> str:
        said = match.group()
        if said.startswith("**") and said.rstrip("*").endswith((":", ".")):
            return said.strip("*")
        spans.append(said)
        return f"\x01{len(spans) - 1}\x02"

    return SPAN.sub(hidden, text.replace("\x01", " ")), spans


def unmasked(text: str, spans: list[str]) -> str:
    """The text with its spans put back."""
    return MASK.sub(lambda mask: spans[int(mask.group(1))], text)


def on_words(text: str, change: Callable[[str], str]) -> str:
    """The text, changed by a function that sees its words and masks alone."""
    words, spans = masked(text)
    return unmasked(change(words), spans)
