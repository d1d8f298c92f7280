"""Level 2: computed columns, sorting, the first rows of an order, dates against each other."""

from __future__ import annotations

import random
from collections.abc import Collection
from datetime import date
from typing import Literal

from ...base import Json
from ..phrases import (
    agree,
    aliases,
    columns,
    comparison,
    dates,
    known,
    measures,
    named,
    outputs,
    plain,
    quantile,
    showable,
    value,
)
from ..plan import Arith, Between, Case, Cmp, Col, Const, Expr, Func, Pred, Select
from ..question import NoFit, Question, Shape, World
from ..schema import Column, Table
from .sentences import ask, filtered, pick_table

Op = Literal["<", "<=", ">", ">="]
_OPS: tuple[Op, ...] = ("<", "<=", ">", ">=")


def _with_value(
    rng: random.Random,
    world: World,
    table: Table,
    label: str,
    computed: Expr,
    words: str,
    shape: str,
    avoid: Collection[str] = (),
) -> Question:
    """A column that names the row, and a computed value."""
    (source,) = aliases(table)
    shown = [table.column(table.label)] if rng.random() < 0.7 else columns(rng, table, 1)
    where, rows = filtered(rng, world, table, source.name, 0.6, avoid)
    text = ask(rng, rows, f"{named(shown)} and {words}")
    if label in [column.name for column in shown]:
        label += "_found"
    plan = Select((*outputs(shown, source.name), (label, computed)), source, where=where)
    return Question(plan, text, shape)


def arithmetic(rng: random.Random, world: World) -> Question:
    """A product, sum or difference of two numbers of a row, or a number taken times a constant."""
    table = pick_table(rng, world, measures)
    pool = measures(table)
    one = rng.choice(pool)
    left = Col(table.name, one.name)
    others = [column for column in pool if column.name != one.name]
    products = [column for column in others if "integer" in (one.kind, column.kind)]
    alike = [column for column in others if column.kind == one.kind and column.note == one.note]
    op: Literal["+", "-", "*"]
    if products and (not alike or rng.random() < 0.6):
        two, op = rng.choice(products), "*"
    elif alike:
        two, op = rng.choice(alike), rng.choice(_SIGNS)
    else:
        times = rng.choice((2, 3, 4, 5, 10, 12, 0.5, 1.5, 0.25))
        words = rng.choice(("the {} multiplied by {}", "the {} times {}")).format(one.phrase, plain(times))
        found = Arith("*", left, Const(times))
        return _with_value(rng, world, table, "result", found, words, "arithmetic", (one.name,))
    words = rng.choice(
        {
            "*": ("the {} multiplied by the {}", "the {} times the {}"),
            "+": ("the {} plus the {}", "the {} and the {} added up"),
            "-": ("the {} minus the {}", "the {} less the {}"),
        }[op]
    ).format(one.phrase, two.phrase)
    right = Col(table.name, two.name)
    if one.nullable or two.nullable:
        words += " (missing if one of the two is)"
    return _with_value(rng, world, table, "result", Arith(op, left, right), words, "arithmetic", (one.name,))


_SIGNS: tuple[Literal["+", "-"], ...] = ("+", "-")


def days_since(rng: random.Random, world: World) -> Question:
    """The days between two dates of a row, or between one and a given day."""
    table = pick_table(rng, world, dates)
    one = rng.choice(dates(table))
    others = [column for column in dates(table) if column.name != one.name]
    if others:
        two = rng.choice(others)
        words = (
            f"the number of days from the {_day(one)} to the {_day(two)} (negative if the latter is earlier)"
        )
        found = Func("days", (_date(table, one), _date(table, two)))
    else:
        at = table.index(one.name)
        day = str(quantile([row[at] for row in world.database[table.name]], 0.99))[:10]
        words = f"the number of days from the {_day(one)} to {day} (negative if {day} is earlier)"
        found = Func("days", (_date(table, one), Const(day)))
    return _with_value(rng, world, table, "days", found, words, "days_since")


def _day(column: Column) -> str:
    """A date in words; of a time, its date."""
    return f"date of the {column.phrase}" if column.kind == "datetime" else column.phrase


def _date(table: Table, column: Column) -> Expr:
    found = Col(table.name, column.name)
    return Func("date_of", (found,)) if column.kind == "datetime" else found


def part_of_date(rng: random.Random, world: World) -> Question:
    """The year, the month or the day of a date as a number."""
    table = pick_table(rng, world, dates)
    column = rng.choice(dates(table))
    name = rng.choice(_PARTS)
    words = {
        "year": f"the year of the {column.phrase} (as a number)",
        "month": f"the month of the {column.phrase} as a number from 1 to 12",
        "day": f"the day of the month of the {column.phrase} as a number from 1 to 31",
    }[name]
    return _with_value(
        rng, world, table, name, Func(name, (Col(table.name, column.name),)), words, "part_of_date"
    )


_PARTS: tuple[Literal["year", "month", "day"], ...] = ("year", "year", "month", "day")
_LABELS = (
    ("low", "medium", "high"),
    ("small", "middle", "large"),
    ("C", "B", "A"),
    ("lower", "mid", "upper"),
    ("few", "some", "many"),
)


def label_by_size(rng: random.Random, world: World) -> Question:
    """A text for each row by where a number lies; a missing one has its own text."""
    table = pick_table(rng, world, measures)
    column = rng.choice(measures(table))
    at = table.index(column.name)
    values = [row[at] for row in world.database[table.name]]
    low, high = quantile(values, rng.uniform(0.2, 0.45)), quantile(values, rng.uniform(0.55, 0.85))
    if low == high:
        raise NoFit("too many equal values")
    col = Col(table.name, column.name)
    small, middle, large = rng.choice(_LABELS)
    branches: list[tuple[Pred, Expr]] = []
    texts: list[str] = []
    low_text, high_text = value(column, low), value(column, high)
    branches.append((Cmp("<", col, Const(low)), Const(small)))
    texts.append(f"'{small}' if it is below {low_text}")
    if rng.random() < 0.6:
        branches.append((Cmp("<", col, Const(high)), Const(middle)))
        texts.append(f"'{middle}' if it is at least {low_text} and below {high_text}")
        branches.append((Cmp(">=", col, Const(high)), Const(large)))
        texts.append(f"'{large}' if it is at least {high_text}")
    else:
        branches.append((Cmp(">=", col, Const(low)), Const(large)))
        texts.append(f"'{large}' if it is at least {low_text}")
    other: Expr
    if column.nullable:
        other = Const("unknown")
        texts.append("'unknown' if it is missing")
    else:
        other = branches.pop()[1]
    words = f"a text that depends on the {column.phrase}: {'; '.join(texts)}"
    (source,) = aliases(table)
    shown = [table.column(table.label)] if rng.random() < 0.7 else columns(rng, table, 1)
    where, rows = filtered(rng, world, table, source.name, 0.5, (column.name,))
    text = rng.choice(
        (
            f"For each of the {rows}, give {named(shown)} and {words}.",
            f"Find the {rows}. For each of them, return {named(shown)} and {words}.",
            f"Of each of the {rows}, show {named(shown)} and {words}.",
        )
    )
    plan = Select(
        (*outputs(shown, source.name), ("size_label", Case(tuple(branches), other))), source, where=where
    )
    return Question(plan, text, "label_by_size")


def replacing_missing(rng: random.Random, world: World) -> Question:
    """A value, or another one in its place if it is missing."""
    table = pick_table(rng, world, _replaceable)
    column = rng.choice(_replaceable(table))
    col = Col(table.name, column.name)
    same = [
        other
        for other in known(showable(table))
        if other.kind == column.kind and other.kind in ("money", "date", "real") and other.name != column.name
    ]
    instead: Expr
    if same and rng.random() < 0.5:
        other = rng.choice(same)
        instead, words = Col(table.name, other.name), f"the {other.phrase}"
    elif column.kind == "text":
        filler = rng.choice(("none", "unknown", "n/a", "not given", "-"))
        instead, words = Const(filler), f"'{filler}'"
    else:
        number: Json = rng.choice((0, 0, 1, -1))
        instead, words = Const(number), f"{number}"
    text = rng.choice(
        (
            f"the {column.phrase} (or {words} where it is missing)",
            f"the {column.phrase} (with {words} in place of a missing one)",
        )
    )
    return _with_value(
        rng, world, table, "value", Func("coalesce", (col, instead)), text, "replacing_missing", (column.name,)
    )


def _replaceable(table: Table) -> list[Column]:
    return [
        column
        for column in showable(table)
        if column.nullable and (column.kind == "text" or column in measures(table))
    ]


# ---- conditions on computed values ------------------------------------------------------------------


def days_apart(rng: random.Random, world: World) -> Question:
    """Rows of which one date is at least so many days after another."""
    pool = [
        (table, one, two)
        for table in world.schema.tables
        for one in dates(table)
        for two in dates(table)
        if one.name != two.name
    ]
    for table, one, two in rng.sample(pool, min(len(pool), 4)):
        start, end = table.index(one.name), table.index(two.name)
        gaps = sorted(
            _gap(str(row[start]), str(row[end]))
            for row in world.database[table.name][:150]
            if row[start] is not None and row[end] is not None
        )
        late = [gap for gap in gaps if 1 < gap <= 400]
        if len(late) >= 4:
            break
    else:
        raise NoFit("no date comes a while after another")
    (source,) = aliases(table)
    n = late[int(rng.uniform(0.2, 0.8) * len(late))]
    op = rng.choice(_OPS[2:])  # "at most 5 days after" would leave open what is before
    days = Func("days", (_date(table, one), _date(table, two)))
    amount = f"{'more than' if op == '>' else 'at least'} {n} days"
    words = f"whose {_day(two)} is {amount} after the {_day(one)}"
    shown = columns(rng, table, rng.randint(1, 2))
    text = ask(rng, f"{table.plural} {words}", named(shown))
    return Question(
        Select(outputs(shown, source.name), source, where=Cmp(op, days, Const(n))), text, "days_apart"
    )


def _gap(one: str, two: str) -> int:
    return (date.fromisoformat(two[:10]) - date.fromisoformat(one[:10])).days


def days_before(rng: random.Random, world: World) -> Question:
    """Rows with a date within so many days before a given day."""
    table = pick_table(rng, world, dates)
    (source,) = aliases(table)
    column = rng.choice(dates(table))
    at = table.index(column.name)
    values = [row[at] for row in world.database[table.name]]
    day = str(quantile(values, rng.uniform(0.4, 0.95)))[:10]
    n = rng.choice((7, 10, 14, 30, 45, 60, 90, 100, 180, 365))
    start = Func("plus_days", (Const(day), Const(-n)))
    found = _date(table, column)
    shown = columns(rng, table, rng.randint(1, 2))
    words = rng.choice(
        (
            f"whose {_day(column)} is no later than {day} and no earlier than {n} days before {day}",
            f"whose {_day(column)} is {day} or at most {n} days before it",
        )
    )
    text = ask(rng, f"{table.plural} {words}", named(shown))
    plan = Select(outputs(shown, source.name), source, where=Between(found, start, Const(day)))
    return Question(plan, text, "days_before")


def compare_columns(rng: random.Random, world: World) -> Question:
    """Rows of which one column is less or more than another one."""
    table = pick_table(rng, world, _pairs)
    (source,) = aliases(table)
    one, two = rng.choice(_pairs(table))
    if rng.random() < 0.5:
        one, two = two, one
    op = rng.choice(_OPS)
    words = f"whose {one.phrase} {agree(one.phrase, 'is')} {comparison(rng, op, one.kind)} the {two.phrase}"
    shown = columns(rng, table, rng.randint(1, 2))
    text = ask(rng, f"{table.plural} {words}", named(shown))
    where = Cmp(op, Col(source.name, one.name), Col(source.name, two.name))
    return Question(Select(outputs(shown, source.name), source, where=where), text, "compare_columns")


def _pairs(table: Table) -> list[tuple[Column, Column]]:
    pool = [*dates(table), *measures(table)]
    return [
        (one, two)
        for place, one in enumerate(pool)
        for two in pool[place + 1 :]
        if one.kind == two.kind and one.kind != "real" and (one.kind != "integer" or one.note == two.note)
    ]


SHAPES: dict[str, tuple[int, Shape]] = {
    "arithmetic": (2, arithmetic),
    "days_since": (2, days_since),
    "part_of_date": (2, part_of_date),
    "label_by_size": (2, label_by_size),
    "replacing_missing": (2, replacing_missing),
    "days_apart": (2, days_apart),
    "days_before": (2, days_before),
    "compare_columns": (2, compare_columns),
}
"""Name -> (level, draw)."""
