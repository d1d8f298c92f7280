"""A strict reader of bare answers for the second checkers of this family; it shares nothing with the verifiers."""

from __future__ import annotations

import re

MAX_CHARS = 1000

_INTEGER = re.compile(r"([+-]?)([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)")


def integer(text: str) -> int | None:
    """An integer in digits, with a sign, thousands by commas and one full stop behind it if one likes."""
    if len(text) > MAX_CHARS:
        return None
    match = _INTEGER.fullmatch(text.strip().removesuffix(".").rstrip())
    return None if match is None else int(match[1] + match[2].replace(",", ""))
