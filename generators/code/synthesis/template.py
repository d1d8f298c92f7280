"""The small templates in the tables: fields, and choices between words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

_FIELD = re.compile(r"\{\{|\}\}|\{(\w+)(?:[?!]([^{}]*))?\}")


def filled(template: str, fields: Mapping[str, str], places: Mapping[str, int]) -> str:
    """The template with its fields filled in.

    Args:
        template: text with ``{name}``, ``{0?this|that}`` or ``{0!this|that}`` and doubled braces for single ones.
        fields: the text of each field.
        places: for arguments that are a choice between words, which of them it is.
    """
    made: list[str] = []
    for plain, name, words in _parts(template):
        made.append(plain)
        if name:
            made.append(fields[name] if words is None else words[places[name]])
    return "".join(made)


@lru_cache(maxsize=2048)
def _parts(template: str) -> list[tuple[str, str, list[str] | None]]:
    """A template as plain texts, each with the name of the field behind it and the words to choose between, if any."""
    found: list[tuple[str, str, list[str] | None]] = []
    at, plain = 0, ""
    for field in _FIELD.finditer(template):
        name, choice = field.groups()
        plain += template[at : field.start()]
        at = field.end()
        if name is None:
            plain += field.group()[0]
        else:
            found.append((plain, name, None if choice is None else choice.split("|")))
            plain = ""
    return [*found, (plain + template[at:], "", None)]


def choices(spec: str) -> list[str]:
    """The words of an argument such as ``=largest|smallest`` or ``'a|b``."""
    return spec[1:].split("|")


def bounds(spec: str) -> tuple[int, int]:
    """The range of an argument such as ``#2..6``."""
    low, high = spec[1:].split("..")
    return int(low), int(high)
