"""The records of a run from a byte on: what a page needs to draw curves that grow."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

Json = Any
PIECE = 4 << 20
"""Bytes that are read at once; a page asks again while there is more."""


def records_from(path: Path, begin: int) -> Json:
    """Whole lines of a file of records from a byte on.

    Returns:
        ``next`` is where the next call begins, ``more`` tells whether it has something to read already, ``reset`` is
        true if the file is shorter than `begin` (it was begun anew, and the page has to forget what it has).
        ``steps`` and ``columns`` are the records as columns, None where a record lacks a key; ``notes`` are pairs of
        step and text.
    """
    with open(path, "rb") as file:
        size = file.seek(0, 2)
        reset = begin > size or begin < 0
        begin = 0 if reset else begin
        file.seek(begin)
        data = file.read(PIECE)
    end = data.rfind(b"\n") + 1
    steps: list[int] = []
    notes: list[tuple[int, str]] = []
    columns: dict[str, list[float | None]] = {}
    config: Json = None
    for line in data[:end].split(b"\n"):
        try:
            row = json.loads(line) if line.strip() else {}
        except ValueError:
            continue
        if row.get("kind") == "step":
            steps.append(int(row["step"]))
            for key, value in row["record"].items():
                column = columns.setdefault(key, [])
                column += [None] * (len(steps) - 1 - len(column))
                column.append(_short(value))
        elif row.get("kind") == "note":
            notes.append((int(row.get("step", 0)), str(row.get("text", ""))[:2000]))
        elif row.get("kind") == "config":
            config = row.get("config")
    for column in columns.values():
        column += [None] * (len(steps) - len(column))
    stuck = not end and len(data) == PIECE  # a line longer than a piece is passed over
    return {
        "next": begin + (PIECE if stuck else end),
        "more": begin + len(data) < size,
        "reset": reset,
        "steps": steps,
        "columns": columns,
        "notes": notes,
        "config": config,
    }


def _short(value: Json) -> float | None:
    """A number with the digits that a curve shows."""
    return None if not isinstance(value, int | float) else float(f"{value:.5g}")
