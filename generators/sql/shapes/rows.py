"""Level 1: columns of the rows of one table that meet conditions."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Literal

from ..phrases import (
    aliases,
    clause,
    columns,
    condition,
    conditions,
    groupers,
    key_column,
    known,
    listing,
    named,
    outputs,
    showable,
    whether,
)
from ..plan import And, Not, Pred, Select
from ..question import NoFit, Question, Shape, World
from ..schema import Column, Table
from .sentences import any_table, ask, pick_table

Words = tuple[Pred, str]


def _rows(
    rng: random.Random,
    table: Table,
    make: Callable[[str], Words],
    shape: str,
    *,
    last: bool = False,
) -> Question:
    """One to three columns of the rows that meet what `make` gives for the name of the source."""
    (source,) = aliases(table)
    where, words = make(source.name)
    shown = columns(rng, table, min(rng.randint(1, 3), len(table.columns) - 1))
    text = ask(rng, f"{table.plural} {words}", named(shown), last=last)
    return Question(Select(outputs(shown, source.name), source, where=where), text, shape)


def _one(shape: str, *kinds: str) -> Shape:
    """A shape with one condition of one of the kinds."""

    def draw(rng: random.Random, world: World) -> Question:
        def question(table: Table) -> Question:
            return _rows(
                rng, table, lambda name: condition(rng, world, table, name, kinds=kinds or None), shape
            )

        return any_table(rng, world, question)

    return draw


def two_filters(rng: random.Random, world: World) -> Question:
    """Two conditions, with "and" or with "or"."""
    table = pick_table(rng, world)
    return _rows(rng, table, lambda name: conditions(rng, world, table, name, 2), "two_filters")


def three_filters(rng: random.Random, world: World) -> Question:
    """Three conditions: all of them, any of them, or the first and one of the others."""
    table = pick_table(rng, world)
    words: tuple[Literal["and", "or", "mixed"], ...] = ("and", "or", "mixed")
    word = rng.choice(words)
    return _rows(
        rng,
        table,
        lambda name: conditions(rng, world, table, name, 3, word=word),
        "three_filters",
        last=word == "mixed",
    )


def all_but(rng: random.Random, world: World) -> Question:
    """All rows but those that meet two conditions; on columns that are never missing, so that "but" is plain."""
    table = pick_table(rng, world)
    (source,) = aliases(table)
    one = clause(rng, world, table, source.name, nullable=False)
    two = clause(rng, world, table, source.name, nullable=False, avoid=(one.column.name,))
    both = rng.choice(
        (
            "(only those that meet both conditions are left out)",
            "(those that meet just one of the two conditions stay)",
        )
    )
    rows = f"all {table.plural} except those {one.relative} and {two.relative} {both}"
    shown = columns(rng, table, rng.randint(1, 2))
    text = rng.choice(("List {what} of {rows}.", "Give {what} of {rows}.", "Return {what} of {rows}.")).format(
        what=named(shown),
        rows=rows,
    )
    plan = Select(outputs(shown, source.name), source, where=Not(And((one.pred, two.pred))))
    return Question(plan, text, "all_but")


def whole_rows(rng: random.Random, world: World) -> Question:
    """All columns, each of them named."""
    table = pick_table(rng, world)
    (source,) = aliases(table)
    where, words = condition(rng, world, table, source.name)
    what = listing([_told(table, column) for column in table.columns])
    text = rng.choice(
        (
            f"Show the complete rows of all {table.plural} {words}: {what}.",
            f"Find the {table.plural} {words}. For each of them, give all columns in this order: {what}.",
            f"For all {table.plural} {words}, return every column: {what}.",
        )
    )
    return Question(Select(outputs(table.columns, source.name), source, where=where), text, "whole_rows")


def _told(table: Table, column: Column) -> str:
    """Any column in words; a flag as the question that it answers."""
    if column.name == table.key:
        return f"the {key_column(table).phrase}"
    if column.kind != "boolean":
        return f"the {column.phrase}"
    if not whether(column):
        raise NoFit(f"no words for {column.name}")
    return f"{whether(column)} (1 or 0)"


def each_once(rng: random.Random, world: World) -> Question:
    """Different values of one or two columns that repeat."""
    table = pick_table(rng, world, groupers)
    (source,) = aliases(table)
    first = rng.choice(groupers(table))
    others = [column for column in groupers(table) if column is not first]
    shown = [first, rng.choice(others)] if others and rng.random() < 0.5 else [first]
    where: Pred | None = None
    rows = table.plural
    if rng.random() < 0.8:
        where, words = condition(rng, world, table, source.name, avoid=[column.name for column in shown])
        rows = f"{table.plural} {words}"
    also_missing = any(column.nullable for column in shown)
    if len(shown) == 1:
        text = rng.choice(
            (
                f"Which different values does the {first.phrase} of the {rows} take? Give each value once",
                f"List each {first.phrase} that occurs among the {rows}, once",
                f"Give the {first.phrase} of the {rows}, without repeating any value",
            )
        )
        text += " (a missing value is listed once too)." if also_missing else "."
    else:
        pair = f"the {first.phrase} and the {shown[1].phrase}"
        text = rng.choice(
            (
                f"Which different combinations of {pair} occur among the {rows}? Give each of them once",
                f"List {pair} of the {rows}, each combination once",
            )
        )
        text += " (a missing value counts as a value here)." if also_missing else "."
    return Question(Select(outputs(shown, source.name), source, where=where, distinct=True), text, "each_once")


def missing_pair(rng: random.Random, world: World) -> Question:
    """One value is missing while another one is known, or both are missing, or both known."""

    def question(table: Table) -> Question:
        (source,) = aliases(table)
        one = clause(rng, world, table, source.name, kinds=("missing", "known"))
        two = clause(rng, world, table, source.name, kinds=("missing", "known"), avoid=(one.column.name,))
        shown = columns(rng, table, rng.randint(1, 2), choose=known(showable(table)))
        text = ask(rng, f"{table.plural} {one.relative} and {two.relative}", named(shown))
        plan = Select(outputs(shown, source.name), source, where=And((one.pred, two.pred)))
        return Question(plan, text, "missing_pair")

    return any_table(rng, world, question)


SHAPES: dict[str, tuple[int, Shape]] = {
    "filter": (1, _one("filter")),
    "compare": (1, _one("compare", "compare")),
    "between": (1, _one("between", "between")),
    "in_list": (1, _one("in_list", "in", "not_in")),
    "text_part": (1, _one("text_part", "like", "not_like", "length")),
    "calendar": (1, _one("calendar", "year", "month", "day")),
    "missing": (1, _one("missing", "missing", "known")),
    "missing_or": (1, _one("missing_or", "missing_or")),
    "whole_rows": (1, whole_rows),
    "each_once": (1, each_once),
    "two_filters": (1, two_filters),
    "missing_pair": (2, missing_pair),
    "three_filters": (2, three_filters),
    "all_but": (2, all_but),
}
"""Name -> (level, draw)."""
