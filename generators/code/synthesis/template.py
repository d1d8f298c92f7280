"""The small templates in the tables: fields, and choices between words."""

from __future__ import annotations

import re
from collections.abc import Mapping

_FIELD = re.compile(r"\{\{|\}\}|\{(\w+)(?:[?!]([^{}]*))?\}")


def filled(template: str, fields: Mapping[str, str], places: Mapping[str, int]) -> str:
    """The template with its fields filled in.

    Args:
        template: text with ``{name}``, ``{0?this|that}`` or ``{0!this|that}`` and doubled braces for single ones.
        fields: the text of each field.
        places: for arguments that are a choice between words, which of them it is.
    """

    def text(found: re.Match[str]) -> str:
        name, choice = found.groups()
        if name is None:
            return found.group()[0]
        if choice is None:
            return fields[name]
        return choice.split("|")[places[name]]

    return _FIELD.sub(text, template)


def choices(spec: str) -> list[str]:
    """The words of an argument such as ``=largest|smallest`` or ``'a|b``."""
    return spec[1:].split("|")


def bounds(spec: str) -> tuple[int, int]:
    """The range of an argument such as ``#2..6``."""
    low, high = spec[1:].split("..")
    return int(low), int(high)
