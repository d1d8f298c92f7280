r"""Values given to names: ``x = 3, y = -1/2``, on lines, with "and", in braces, or as a tuple in the names' order.

Values are rational numbers in any usual form. Each pair is named once; what stands between pairs only separates them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from .signs import normal_signs, ungrouped
from .wrapping import plain, without_text_commands

MAX_CHARS = 2000
MAX_DIGITS = 400

_NUMBER = (
    r"[+-]?\s?(?:\\[dtc]?frac\s?\{\s?[+-]?[0-9]+\s?\}\s?\{\s?[0-9]+\s?\}|\\[dtc]?frac\s?[0-9]\s?[0-9]"
    r"|\(\s?[+-]?[0-9]+\s?/\s?[0-9]+\s?\)|\(\s?[+-]?[0-9]+(?:\.[0-9]+)?\s?\)"
    r"|[0-9]+\s?/\s?[0-9]+|[0-9]+(?:\.[0-9]+)?|\.[0-9]+)"
)
_NAME = r"([A-Za-z])(?:_\{?([0-9]{1,2})\}?|([0-9]{1,2}))?"
_PAIR = re.compile(
    rf"\s*{_NAME}\s*(?:=|:|:=|->|is|equals)\s*({_NUMBER})(?![0-9A-Za-z/^*+(-]|\.\S)"
    r"(?:\.(?=\s)|\s*(?:[,;]|&))?\s*(?:and\b|\\\\|&)?\s*"
)
_UNFINISHED = re.compile(r"(?:\band|[,;.]\s*[,;.])\s*$")
"""At the end: another pair is announced, or a sign has nothing beside it. A single comma there separates nothing."""
_BULLET = re.compile(r"\s*[-*\u2022]\s+")
_BETWEEN = re.compile(r"\s*(?:[,;]\s*(?:and\s+)?|\band\b|\s)\s*")
_PARTS = re.compile(
    r"([+-]?)\s?\\[dtc]?frac\s?(?:\{\s?([+-]?)([0-9]+)\s?\}\s?\{\s?([0-9]+)\s?\}|([0-9])\s?([0-9]))"
)
_PLAIN = re.compile(r"([+-]?)\s?\(?\s?([+-]?)([0-9]*)(?:\s?/\s?([0-9]+)|\.([0-9]+))?\s?\)?")
_TUPLE = re.compile(r"\\?[(\[{](.*?)\\?[)\]}]", re.DOTALL)
_ENVIRONMENT = re.compile(r"\\(?:begin|end)\{(?:cases|aligned|align\*?|array|gathered)\}(?:\{[lcr]*\})?")


def rational(text: str) -> Fraction | None:
    """The rational number that is the whole of `text`; None for none and for a division by zero."""
    text = text.strip()
    if not text or len(text) > MAX_DIGITS:
        return None
    if parts := _PARTS.fullmatch(text):
        outer, inner, top, bottom = parts[1], parts[2] or "", parts[3] or parts[5], parts[4] or parts[6]
        sign = -1 if (outer == "-") != (inner == "-") else 1
        return Fraction(sign * int(top), int(bottom)) if int(bottom) else None
    match = _PLAIN.fullmatch(text)
    if match is None or not (match[3] or match[5]) or (match[4] and not match[3]):
        return None
    if match[1] and match[2] and "(" not in text:  # "--3"
        return None
    sign = -1 if (match[1] == "-") != (match[2] == "-") else 1
    if match[4]:
        return Fraction(sign * int(match[3]), int(match[4])) if int(match[4]) else None
    return sign * Fraction(f"{match[3] or '0'}.{match[5] or '0'}")


def read_assignments(
    answer: str, names: Sequence[str], *, tuples: bool = False
) -> list[tuple[str, Fraction]] | None:
    """Names with their values, as the answer gives them, possibly foreign or twice; None if it gives none.

    Args:
        answer: what stood in the marker.
        names: the unknowns; a single bare number is the value of a single one.
        tuples: whether values in a tuple may stand without names: they are those of the names in their order.
    """
    if len(answer) > MAX_CHARS or answer.lstrip()[:1] == "=":
        return None
    text = normal_signs(plain(answer))
    if "\\" in text:
        text = _ENVIRONMENT.sub(" ", without_text_commands(text)).replace("\\quad", " ").replace("\\,", " ")
    text = ungrouped(plain(text.replace("$", " ").replace("**", "").replace("&", " ")), spaces=False)
    if not text.isascii():
        return None
    headed = _headed(text, names)
    tuples = tuples or headed != text
    text = headed
    pairs = _pairs(text)
    if pairs is not None:
        return pairs
    inner = _TUPLE.fullmatch(text)
    if inner is not None:
        text = inner[1].strip()
        if (pairs := _pairs(text)) is not None:
            return pairs
    if len(names) > 1 and (not tuples or (inner is None and "," not in text and ";" not in text)):
        return None
    values = (
        [rational(piece) for piece in re.split(r"\s*[,;]\s*", text)] if len(names) > 1 else [rational(text)]
    )
    if len(values) != len(names) or any(value is None for value in values):
        return None
    return [(name, value) for name, value in zip(names, values, strict=True) if value is not None]


def _headed(text: str, names: Sequence[str]) -> str:
    """The text without ``(x, y) =`` in front, if these are the names in order."""
    together = r"\s*,\s*".join(map(re.escape, names))
    match = re.match(rf"\\?[(\[{{]?\s*{together}\s*\\?[)\]}}]?\s*=\s*(?=\\?[(\[{{])", text, re.IGNORECASE)
    return text[match.end() :] if match and len(names) > 1 else text


def _pairs(text: str) -> list[tuple[str, Fraction]] | None:
    pairs: list[tuple[str, Fraction]] = []
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 1 and all(_BULLET.match(line) for line in lines):
        text = "\n".join(_BULLET.sub("", line) for line in lines)  # elsewhere, a dash is a minus sign
    position = 0
    while position < len(text):
        match = _PAIR.match(text, position)
        if match is None:
            return None
        value = rational(match[4])
        if value is None:
            return None
        index = match[2] or match[3] or ""
        pairs.append((f"{match[1].lower()}{index}", value))
        position = match.end()
    return None if _UNFINISHED.search(text) else pairs or None
