"""Reading plain answers safely: small, strict readers that verifiers share.

Every reader is linear in its input, takes ASCII digits only (Unicode digits look alike but are not what was
asked for) and returns None instead of raising. None of them evaluates anything.
"""

from __future__ import annotations

import re

# 4,300 digits is where CPython refuses int(); answers are far shorter.
MAX_DIGITS = 1000

_INTEGER = re.compile(r"[+-]?[0-9]+")
_GROUPED = re.compile(r"[+-]?[0-9]{1,3}(?:,[0-9]{3})+")
_MINUS = str.maketrans({"\u2212": "-", "\u2013": "-", "\u00a0": " ", "\u202f": " ", "\u2009": " "})


def normal_signs(text: str) -> str:
    """Typographic minus signs and no-break spaces as their ASCII forms."""
    return text.translate(_MINUS)


def read_integer(text: str) -> int | None:
    """The integer that is the whole of `text` (sign, ASCII digits, thousands by commas), else None."""
    text = normal_signs(text).strip()
    if len(text) > MAX_DIGITS:
        return None
    if _INTEGER.fullmatch(text):
        return int(text)
    if _GROUPED.fullmatch(text):
        return int(text.replace(",", ""))
    return None


def tokens(text: str, separators: str = ",;|") -> list[str]:
    """The pieces of `text` between white space and the given separator characters."""
    for separator in separators:
        text = text.replace(separator, " ")
    return text.split()
