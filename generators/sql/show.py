"""Rows as text, for prompts and for what tools say: one line a row, NULL for a missing value, long cells cut."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ..base import Json

MAX_CELL = 60
"""Characters that are shown of a cell."""


def cell(value: Json, width: int = MAX_CELL) -> str:
    """A value on one line. Numbers are shown as SQLite does, to 12 significant digits; text is not quoted."""
    if value is None:
        return "NULL"
    if type(value) is int:
        return str(value)
    if isinstance(value, float):
        text = format(value, ".12g")
        return text if any(mark in text for mark in ".en") else f"{text}.0"
    if isinstance(value, bytes):
        return f"(blob of {len(value)} bytes)"
    text = str(value)
    if len(text) > width:
        text = f"{text[: width - 1]}…"
    return " ".join(text.split("\n")) if "\n" in text else text


def grid(columns: Sequence[str], rows: Sequence[Sequence[Json]], width: int = MAX_CELL) -> str:
    """A header line and a line for each row, with bars between the cells."""
    lines = [" | ".join(cell(name, width) for name in columns)]
    lines += [" | ".join(cell(value, width) for value in row) for row in rows]
    return "\n".join(lines)


def part(columns: Sequence[str], rows: Sequence[Sequence[Json]], shown: int) -> str:
    """The first rows of a result and how many there are."""
    if not rows:
        return f"{grid(columns, [])}\n(no rows)"
    total = f"{len(rows)} row{'s' if len(rows) > 1 else ''}"
    note = f"({total})" if len(rows) <= shown else f"({total}; the first {shown} are shown)"
    return f"{grid(columns, rows[:shown])}\n{note}"


def sample(rng: random.Random, rows: Sequence[Sequence[Json]], count: int) -> list[Sequence[Json]]:
    """Some of a table's rows, in their order."""
    picked = sorted(rng.sample(range(len(rows)), min(count, len(rows))))
    return [rows[place] for place in picked]
