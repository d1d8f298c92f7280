"""Linear equations a second time: the rows are solved on fractions, and the values compared name by name.

The generator chooses the solution first and eliminates on whole numbers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from ..base import Json
from ..readers import MAX_CHARS, rational
from .rational_systems import solve


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer such as ``x = 3, y = -1/2`` gives each unknown its value."""
    names: list[str] = payload["unknowns"]
    text = answer.strip().removesuffix(".").lower() if len(answer) <= MAX_CHARS else ""
    if "=" in text:  # a comma behind the last pair separates nothing
        text = text.rstrip()[:-1] if text.rstrip().endswith((",", ";")) else text
    values = solve([row[:-1] for row in payload["rows"]], [row[-1] for row in payload["rows"]])
    return values is not None and _assignments(text, names) == dict(zip(names, values, strict=True))


def _assignments(text: str, names: list[str]) -> dict[str, Fraction]:
    """Values by name, read from the signs of equality outward; {} if the text has another form."""
    name, *pieces = text.split("=")
    if not pieces:
        name, pieces = (names[0], [text]) if len(names) == 1 else ("", [])
    found: dict[str, Fraction] = {}
    for i, piece in enumerate(pieces):
        number, following = piece.strip(), ""
        if i < len(pieces) - 1:
            if number[-2:-1].isdigit():
                return {}  # "3y = 2": nothing tells a value from the next name
            number, following = number[:-1].rstrip(), number[-1:]
            if number.endswith("and") and not re.search(r"[\s,;]and\s", piece):
                return {}
            stop = (".",) if re.search(r"[0-9]\.\s", piece) else ()
            for separator in (",", ";", "and", *stop):
                if number.endswith(separator):
                    number = number.removesuffix(separator).rstrip()
                    break
        value = rational(number)
        if name.strip() in found or value is None:
            return {}
        found[name.strip()] = value
        name = following
    return found
