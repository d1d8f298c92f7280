"""Buggy tables: a table was damaged by stated rules; undo the damage and answer a question about the original.

Each kind is a damage: numbers written back to front (``reversed``), a column moved down (``moved``) or exchanged with
another in some rows (``exchanged``), running totals (``running``) or steps (``steps``) in place of values, the row's
number added (``added``), values changed by a formula (``scaled``), digits written behind (``junk``), rows written twice
(``doubled``), numbers moved along a row (``rotated``), names of columns moved (``headers``), words exchanged
(``swapped``), a number of each row lost but not the row's total (``lost``). One damage of a task is of its kind, the
others are of any but the last. Values are exact: nothing is rounded.

Difficulty: `rows`, `columns` beside the first, `damages`, `tests` of the question. Proxy: cells, once for each damage
and once more.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import partial

from ..base import Json
from ..family import Family, Question
from ..in_order import typed
from ..limits import Whole
from .tables import (
    FORMATS,
    Plan,
    Table,
    draw_plan,
    draw_table,
    measured,
    number_columns,
    number_text,
    said,
    show,
    word_columns,
    worked,
)  # fmt: skip

WORDINGS = (
    "This table was damaged:\n\n{shown}\n\nThis is what happened to the original table, in this order, each time to "
    "the table as it then was. Rows are counted from 1, below the names of the columns.\n{story}\n\nIn the original "
    "table: what is {said}? {form}",
    "A table was damaged step by step. Each step was done to the table as it then was, and rows are counted from 1 "
    "below the names of the columns:\n{story}\n\nThis came of it:\n\n{shown}\n\nUndo the damage. For the original "
    "table, what is {said}?\n{form}",
    "Find {said}. The question is about the original table, before these things were done to it, one after the "
    "other, each to the table as it then was (rows are counted from 1 below the names of the columns):\n{story}\n\nThe "
    "damaged table:\n\n{shown}\n\n{form}",
)
_FORM = "Give the exact value, as an integer or a decimal number."
_LARGEST = 10**7

Damage = list[Json]


def _copy(table: Table) -> Table:
    return {**table, "columns": list(table["columns"]), "rows": [list(row) for row in table["rows"]]}


def _draw(sort: str, rng: random.Random, table: Table) -> Damage | None:
    """A damage of this sort that the table can have."""
    numbers = number_columns(table)
    column = rng.choice(numbers)
    values = [row[table["columns"].index(column)] for row in table["rows"]]
    if sort == "reversed":
        return [sort, column] if all(value > 0 and value % 10 for value in values) else None
    if sort == "junk":
        return [sort, column] if min(values) > 0 else None
    if sort == "moved":
        return [sort, column, rng.randint(1, len(values) - 2)]
    if sort in ("running", "steps"):
        return [sort, column]
    if sort == "added":
        return [sort, column, rng.randint(1, 9)]
    if sort == "scaled":
        return [sort, column, rng.randint(2, 9), rng.randint(1, 50)]
    if sort == "doubled":
        return [sort, rng.randint(2, 4)]
    if sort == "swapped":
        word = rng.choice(word_columns(table))
        found = sorted({row[table["columns"].index(word)] for row in table["rows"]})
        return [sort, word, *rng.sample(found, 2)] if len(found) > 1 else None
    if len(numbers) < 2:
        return None
    if sort == "exchanged":
        return [sort, *rng.sample(numbers, 2), rng.randint(2, 3)]
    if sort == "lost":
        return [sort, [rng.randrange(len(numbers)) for _ in values]]
    return [sort] if sort == "headers" else [sort, rng.randint(2, 3)]


def damaged(table: Table, damage: Damage, rng: random.Random) -> Table:
    """The table after a damage."""
    new = _copy(table)
    rows, sort = new["rows"], damage[0]
    first = 1 + new["words"]
    at = {name: place for place, name in enumerate(new["columns"])}
    if sort == "headers":
        names = number_columns(new)
        new["columns"][first:] = [names[-1], *names[:-1]]
    elif sort == "doubled":
        new["rows"] = [list(row) for n, row in enumerate(rows, 1) for _ in range(1 + (n % damage[1] == 0))]
    elif sort == "rotated":
        for n, row in enumerate(rows, 1):
            if n % damage[1] == 0:
                row[first:] = [row[-1], *row[first:-1]]
    elif sort == "exchanged":
        one, two = at[damage[1]], at[damage[2]]
        for n, row in enumerate(rows, 1):
            if n % damage[3] == 0:
                row[one], row[two] = row[two], row[one]
    elif sort == "lost":
        new["columns"].append("check")
        for row, place in zip(rows, damage[1], strict=True):
            row.append(sum(row[first:]))
            row[first + place] = "?"
    elif sort == "swapped":
        column = at[damage[1]]
        other = {damage[2]: damage[3], damage[3]: damage[2]}
        for row in rows:
            row[column] = other.get(row[column], row[column])
    else:
        column = at[damage[1]]
        values = [row[column] for row in rows]
        for row, value in zip(rows, _changed(values, damage, rng), strict=True):
            row[column] = value
    return new


def _changed(values: list[int], damage: Damage, rng: random.Random) -> list[int]:
    """The numbers of a damaged column."""
    sort, _, *by = damage
    changes: Mapping[str, Callable[[], list[int]]] = {
        "reversed": lambda: [int(str(value)[::-1]) for value in values],
        "junk": lambda: [10 * value + rng.randrange(10) for value in values],
        "moved": lambda: values[-by[0] :] + values[: -by[0]],
        "running": lambda: [sum(values[: n + 1]) for n in range(len(values))],
        "steps": lambda: [value - (values[n - 1] if n else 0) for n, value in enumerate(values)],
        "added": lambda: [value + by[0] * n for n, value in enumerate(values, 1)],
        "scaled": lambda: [value * by[0] + by[1] for value in values],
    }
    return changes[sort]()


_SAID: Mapping[str, str] = {
    "reversed": "Each number of the column {0} was written back to front.",
    "junk": "Behind each number of the column {0} one more digit was written, any digit.",
    "moved": "The cells of the column {0} were moved down by {1}; those that fell out at the bottom came in again at "
    "the top, in the same order.",
    "running": "In the column {0}, each number was replaced by the sum of it and all numbers above it.",
    "steps": "In the column {0}, each number but that of row 1 was replaced by what it is more than the number above "
    "it (negative if it is less).",
    "added": "To each number of the column {0} was added {1} times the number of its row.",
    "scaled": "Each number of the column {0} was multiplied by {1}, and then {2} was added to it.",
    "doubled": "Each {nth} row was written twice, the copy just below it.",
    "rotated": "In each {nth} row, every number moved one column to the right, and the last one to the first column of "
    "numbers.",
    "headers": "The names of the columns of numbers moved one column to the right, and the last name to the first "
    "column of numbers; the cells stayed.",
    "exchanged": "In each {nth} row, the cells of the columns {0} and {1} were exchanged.",
    "swapped": "In the column {0}, each {1} became {2} and each {2} became {1}.",
    "lost": "A column check was put in at the end, with the sum of the numbers of each row; then one of these numbers "
    "was lost in each row, which is shown as ?.",
}  # fmt: skip


def _told(damage: Damage) -> str:
    sort, *rest = damage
    often = rest[-1] if sort in ("doubled", "rotated", "exchanged") else 2
    nth = {2: "second row (2, 4, ...)", 3: "third row (3, 6, ...)", 4: "fourth row (4, 8, ...)"}[often]
    return _SAID[sort].replace("{nth} row", nth).format(*rest)


def _made(
    kind: str, rng: random.Random, *, rows: int, columns: int, damages: int, tests: int
) -> Question | None:
    original = draw_table(rng, rows, columns)
    plan = draw_plan(rng, original, tests)
    if plan is None:
        return None
    sorts = [kind, *rng.choices([sort for sort in _SAID if sort != "lost"], k=damages - 1)]
    rng.shuffle(sorts)
    if "lost" in sorts:
        sorts = [sort for sort in sorts if sort != "lost"] + ["lost"]
    table = original
    done: list[Damage] = []
    for sort in sorts:
        damage = _draw(sort, rng, table)
        if damage is None or (done and damage[:2] == done[-1][:2]):
            return None
        table = damaged(table, damage, rng)
        done.append(damage)
    numbers = [cell for row in table["rows"] for cell in row if isinstance(cell, int)]
    if max(map(abs, numbers)) > _LARGEST or _same(table, plan, original):
        return None
    answer = number_text(measured(original, plan))
    told = [damage if damage[0] != "lost" else ["lost"] for damage in done]
    facts: dict[str, Json] = {"kind": kind, "table": table, "damages": told, "plan": plan}
    fields = {
        "shown": show(table, rng.choice(FORMATS)),
        "story": "\n".join(f"{n}. {_told(damage)}" for n, damage in enumerate(done, 1)),
        "said": said(plan),
        "form": _FORM,
    }
    lines = [
        f"the original: {', '.join(original['columns'])}: "
        + "; ".join(" ".join(map(str, row)) for row in original["rows"]),
        *worked(original, plan),
        answer,
    ]
    cells = rows * (columns + 1) * (1 + damages)
    return Question(
        fields,
        typed(facts, answer, "decimal"),
        answer,
        lines,
        gold=None,
        canonical=facts,
        difficulty=float(cells),
    )


def _same(table: Table, plan: Plan, original: Table) -> bool:
    """Whether the damaged table answers the question as the original does, so that nothing need be undone."""
    try:
        return measured(table, plan) == measured(original, plan)
    except (TypeError, ValueError, ArithmeticError, LookupError):
        return False  # a lost number, or no row that passes


generate = Family(
    {kind: partial(_made, kind) for kind in _SAID},
    WORDINGS,
    {
        "rows": Whole(5, 60, "rows of the original table"),
        "columns": Whole(3, 6, "columns beside the first, which names the row"),
        "damages": Whole(1, 8, "how many things were done to it"),
        "tests": Whole(0, 4, "how many tests say which rows the question is about"),
    },
    kind_in_facts=False,
    advice="raise 'columns' or lower 'damages'",
)
