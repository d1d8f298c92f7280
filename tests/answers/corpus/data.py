"""Calendars, tables, places and drawn shapes: answers that are times, numbers, names and lists of them."""

from __future__ import annotations

import re

from rlvr.generators.base import Task

from .book import Text, right, wrong
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


def _as(pattern: str) -> Text:
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
    right(TIMES, name)(_as(pattern))
for name, pattern in (
    ("the beginning alone", "{start}"),
    ("turned round", "{end}-{start}"),
    ("another day", "Sunday {start}-{end}"),
    ("two times", "{start}-{end}, {end}-23:00"),
):
    wrong(TIMES, name)(_as(pattern))
wrong(TIMES, "no day")(lambda task: task.answer.split()[-1] if "day " in task.answer else None)

# ------------------------------------------------------------------------------------------ names in their order

PLACES = "relative-positions"


def _items(task: Task) -> list[str]:
    return task.answer.strip("()").split(", ")


def _words_only(pattern: str, between: str) -> Text:
    """The items of an answer that is no pair of numbers, each in a pattern of `n` and `word`."""
    return lambda task: (
        None
        if task.answer.startswith("(")
        else between.join(pattern.format(n=n, word=word) for n, word in enumerate(_items(task), 1))
    )


def _one_off(task: Task) -> str:
    first, *rest = _items(task)
    if task.answer.startswith("("):
        return f"({', '.join([str(int(first) + 1), *rest])})"
    return ", ".join(["Zorro", *rest])


framed(PLACES, reference, _one_off)
right(PLACES, "no spaces")(lambda task: task.answer.replace(" ", ""))
right(PLACES, "lines")(_words_only("{word}", "\n"))
right(PLACES, "numbered lines")(_words_only("{n}. {word}", "\n"))
right(PLACES, "numbered on a line")(_words_only("{n}. {word}", ", "))
right(PLACES, "bullets")(_words_only("- {word}", "\n"))
right(PLACES, "each in bold")(_words_only("**{word}**", ", "))
right(PLACES, "text in TeX")(_words_only(r"\text{{{word}}}", ", "))
wrong(PLACES, "turned round")(
    lambda task: None if (items := _items(task)) == items[::-1] else ", ".join(items[::-1])
)
wrong(PLACES, "first lost")(lambda task: ", ".join(_items(task)[1:]))
wrong(PLACES, "one more")(_words_only("{word}, {word}", ", "))
wrong(PLACES, "a pair of names")(lambda task: "(Ann, Zorro)")
wrong(PLACES, "east and north exchanged")(
    lambda task: None if (items := _items(task)) == items[::-1] else f"north: {items[0]}, east: {items[1]}"
)

# ------------------------------------------------------------------------------------------------------- tables

TABLES = "table-questions buggy-tables"


def _is_number(task: Task) -> bool:
    return re.fullmatch(r"-?[0-9.]+", task.answer) is not None


def _value(task: Task) -> str | None:
    return task.answer if _is_number(task) else None


def _other(task: Task) -> str:
    if not _is_number(task):
        return ", ".join(["Zorro", *_items(task)[1:]])
    return f"{float(task.answer) + 1:g}"


def _listed(pattern: str, between: str) -> Text:
    """The words of an answer, each in a pattern of `n` and `word`."""
    return lambda task: (
        None
        if _is_number(task)
        else between.join(pattern.format(n=n, word=word) for n, word in enumerate(_items(task), 1))
    )


framed(TABLES, reference, _other)
typeset(TABLES, _value)
near(TABLES, _value)
right(TABLES, "an end zero")(
    lambda task: f"{task.answer}0" if "." in task.answer else f"{task.answer}.0" if _is_number(task) else None
)
right("table-questions", "lines")(_listed("{word}", "\n"))
right("table-questions", "numbered lines")(_listed("{n}. {word}", "\n"))
right("table-questions", "each in bold")(_listed("**{word}**", ", "))
right("table-questions", "small letters")(lambda task: task.answer.lower())
wrong("table-questions", "turned round")(
    lambda task: None if (items := _items(task)) == items[::-1] else ", ".join(items[::-1])
)
wrong("table-questions", "one more")(_listed("{word}, {word}", ", "))
wrong(TABLES, "a rounded value")(
    lambda task: f"{float(task.answer):.0f}" if _is_number(task) and "." in task.answer else None
)
wrong(TABLES, "a value and its negative")(lambda task: f"±{task.answer}" if _is_number(task) else None)

# --------------------------------------------------------------------------------------------------------- shapes

SHAPES = "shapes-from-paths"


def _one_number(task: Task) -> str | None:
    return task.answer if re.fullmatch(r"[0-9.]+", task.answer) else None


def _another(task: Task) -> str:
    if _one_number(task):
        return f"{float(task.answer) + 1:g}"
    first, *rest = _items(task)
    return ", ".join([str(int(first) + 1) if first.isdigit() else "star", *rest])


def _shape_words(pattern: str, between: str) -> Text:
    return lambda task: (
        between.join(pattern.format(n=n, word=word) for n, word in enumerate(_items(task), 1))
        if task.answer[0].isalpha()
        else None
    )


framed(SHAPES, reference, _another)
right(SHAPES, "no spaces")(lambda task: task.answer.replace(" ", ""))
right(SHAPES, "in dollars")(lambda task: f"${task.answer}$" if task.answer[0].isdigit() else None)
right(SHAPES, "capitals")(lambda task: task.answer.title())
right(SHAPES, "lines")(_shape_words("{word}", "\n"))
right(SHAPES, "numbered lines")(_shape_words("{n}. {word}", "\n"))
right(SHAPES, "each in bold")(_shape_words("**{word}**", ", "))
wrong(SHAPES, "turned round")(
    lambda task: None if (items := _items(task)) == items[::-1] else ", ".join(items[::-1])
)
wrong(SHAPES, "first lost")(lambda task: ", ".join(_items(task)[1:]) if "," in task.answer else "")
wrong(SHAPES, "one more")(lambda task: f"{task.answer}, 3" if "," in task.answer else None)
wrong(SHAPES, "letters of options")(lambda task: "A, B" if "," in task.answer else "(A)")
