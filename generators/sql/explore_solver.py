"""The solver of SQL exploration: a query is checked as in text-to-SQL, a value by exact fractions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from ..base import Json
from . import text2sql_solver

_PLAIN = re.compile(r"([+-]?)([0-9,]+)(?:\.([0-9]+))?")


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a query, or a value, is right: queries by `text2sql_solver`, values by exact fractions."""
    if "value" not in payload:
        return text2sql_solver.confirms(payload, answer)
    kind, gold = payload["value"]["kind"], payload["value"]["gold"]
    text = answer.strip()
    for quote in ("'", '"', "`"):
        if len(text) >= 2 and text.startswith(quote) and text.endswith(quote):
            text = text[1:-1].strip()
            break
    shorter = text.removesuffix(".")  # a stop ends a sentence, and may end a text
    if kind not in ("integer", "number"):
        return gold in (text, shorter)
    text = shorter.strip()
    if len(text) < 60 and "," not in text:
        text = re.sub(r"(?<=[0-9]) (?=[0-9]{3}(?![0-9]))", ",", text)  # thousands set apart by a space
    match = _PLAIN.fullmatch(text) if len(text) < 60 else None
    if match is None or not _is_grouped(match[2]):
        return False
    given = Fraction(text.replace(",", ""))
    due = Fraction(repr(gold))
    if (due * 10_000).denominator == 1:
        return given == due
    return abs(given - due) * 200_000 <= abs(due)


def _is_grouped(digits: str) -> bool:
    """Whether the commas in a number, if there are any, stand before each three digits."""
    first, *rest = digits.split(",")
    return (
        first != "" and len(first) <= (3 if rest else 18) and len(rest) < 6 and all(len(p) == 3 for p in rest)
    )
