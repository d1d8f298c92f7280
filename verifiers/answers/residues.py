r"""The modulus behind a remainder: ``17 (mod 98)`` is 17 where the question asks for a remainder on division by 98.

Any other modulus stays where it is, and no reader of numbers reads it. The number is not reduced: it has to be the
remainder that was asked for.
"""

from __future__ import annotations

import re

_MODULUS = re.compile(
    r"\s*(?:\\[pb]mod\s*\{?\s*([0-9]{1,12})\s*\}?|\\?\(\s*\\?(?:mod|modulo|bmod)\b\s*([0-9]{1,12})\s*\\?\)"
    r"|,?\s*\\?(?:mod|modulo)\b\s*([0-9]{1,12}))$",
    re.IGNORECASE,
)
_CONGRUENT = re.compile(r"(?:[A-Za-z]\s*)?(?:\u2261|\\equiv)\s*(?=-?[0-9])")


def without_modulus(text: str, modulus: int) -> str:
    """The text of a remainder without "(mod M)" behind it, and without a sign of congruence before it."""
    found = _MODULUS.search(text[-60:])
    if found is None or int(found[1] or found[2] or found[3]) != modulus:
        return text
    rest = text[: len(text) - len(text[-60:]) + found.start()].rstrip()
    if not rest[-1:].isdigit():
        return text
    return rest[sign.end() :] if (sign := _CONGRUENT.match(rest)) else rest
