"""Calendars, tables, places and drawn shapes: answers that are times, numbers, names and lists of them."""

from __future__ import annotations

import re

from rlvr.generators.base import Task

from .book import right, wrong
from .numbers import near, typeset
from .packs import framed, reference

# ------------------------------------------------------------------------------------------------- meeting times

TIMES = "meeting-times"


def _number(task: Task) -> str | None:
    return task.answer if task.answer.isdigit() else None


def _later(task: Task) -> str:
    """The time five minutes later at its end, or a number that is one more."""
    if task.answer.isdigit():
        return str(int(task.answer) + 1)
    *_, hour, minute = re.findall(r"[0-9]+", task.answer)
    end = int(hour) * 60 + int(minute) - 5
    return f"{task.answer[:-5]}{end // 60:02d}:{end % 60:02d}"


def _time(task: Task) -> str | None:
    return None if task.answer.isdigit() else task.answer


def _as(pattern: str) -> object:
    def write(task: Task) -> str | None:
        found = re.fullmatch(r"(?:(\w+) )?([0-9:]+)-([0-9:]+)", task.answer)
        if found is None or (("{day}" in pattern) != bool(found[1])):
            return None
        return pattern.format(day=found[1], start=found[2], end=found[3])

    return write


framed(TIMES, reference, _later)
typeset(TIMES, _number)
near(TIMES, _number)
for name, pattern in (
    ("spaces at the dash", "{start} - {end}"),
    ("an en dash", "{start}–{end}"),
    ("to", "{start} to {end}"),
    ("from and to", "from {start} to {end}"),
    ("a day before", "{day} {start} to {end}"),
    ("a day with a comma", "{day}, {start}–{end}"),
    ("a day behind", "{start}-{end} on {day}"),
):
    right(TIMES, name)(_as(pattern))  # type: ignore[arg-type]
for name, pattern in (
    ("the beginning alone", "{start}"),
    ("turned round", "{end}-{start}"),
    ("another day", "Sunday {start}-{end}"),
    ("no day", "{start}-{end}" + "{day}"[:0]),
    ("two times", "{start}-{end}, {end}-23:00"),
):
    if name != "no day":
        wrong(TIMES, name)(_as(pattern))  # type: ignore[arg-type]
wrong(TIMES, "no day")(lambda task: task.answer.split()[-1] if "day " in task.answer else None)
