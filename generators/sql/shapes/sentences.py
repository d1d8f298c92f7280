"""Sentences that several shapes share: what to list of which rows, in which order, which aggregate."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Sequence
from typing import Literal

from ..phrases import Link, agree, condition, links
from ..plan import Agg, Col, Expr, Order, Pred
from ..question import NoFit, Question, World
from ..schema import Column, Kind, Table

_ASK_BEFORE = (
    "List {what} of all {rows}.",
    "Give {what} of all {rows}.",
    "What {be} {what} of each of the {rows}?",
    "Return {what} of all {rows}.",
    "We need {what} of all {rows}.",
)
_ASK_BEHIND = (
    "For each of the {rows}, give {what}.",
    "Find all {rows}; of each, return {what}.",
    "Look for {rows}. For each of them, show {what}.",
)


def ask(rng: random.Random, rows: str, what: str, *, last: bool = False) -> str:
    """A sentence that asks for columns of rows.

    Args:
        rng: chooses the wording.
        rows: the plural noun, with its clause if there is one.
        what: the columns.
        last: whether the rows must come last, because their clause ends in a list.
    """
    be = "are" if " and " in what else agree(what, "is")
    return rng.choice(_ASK_BEFORE if last else _ASK_BEFORE + _ASK_BEHIND).format(rows=rows, what=what, be=be)


def pick_table(rng: random.Random, world: World, fits: Callable[[Table], object] = bool) -> Table:
    """One of the tables that have rows and fit; `NoFit` if none does."""
    pool = [table for table in world.schema.tables if world.database[table.name] and fits(table)]
    if not pool:
        raise NoFit("no table fits")
    return rng.choice(pool)


def any_table(rng: random.Random, world: World, question: Callable[[Table], Question]) -> Question:
    """The question about the first table, in an order drawn, that offers it; `NoFit` if none does."""
    for table in rng.sample(world.schema.tables, len(world.schema.tables)):
        try:
            return question(table)
        except NoFit:
            continue
    raise NoFit("no table fits")


def pick_link(rng: random.Random, world: World, fits: Callable[[Link], object] = bool) -> Link:
    """One of the foreign keys that fit, between tables with rows; `NoFit` if none does."""
    pool = [
        link
        for link in links(world.schema)
        if world.database[link.child.name] and world.database[link.parent.name] and fits(link)
    ]
    if not pool:
        raise NoFit("no foreign key fits")
    return rng.choice(pool)


def two_tables(link: Link) -> bool:
    """Whether a foreign key leads to another table."""
    return link.child.name != link.parent.name


def filtered(
    rng: random.Random,
    world: World,
    table: Table,
    source: str,
    share: float = 0.7,
    avoid: Collection[str] = (),
) -> tuple[Pred | None, str]:
    """Often a condition; the plural noun, with its clause."""
    if rng.random() >= share:
        return None, table.plural
    where, words = condition(rng, world, table, source, avoid=avoid)
    return where, f"{table.plural} {words}"


# ---- order ------------------------------------------------------------------------------------------

Key = tuple[str, Kind, Order]
"""What a result is sorted by: in words, its kind, and in the plan."""


def sort_key(column: Column, source: str, falling: bool, phrase: str = "") -> Key:
    """A column as a sort key."""
    return phrase or f"the {column.phrase}", column.kind, Order(Col(source, column.name), falling)


def direction(rng: random.Random, kind: Kind, falling: bool) -> str:
    """The words for the direction of a key."""
    if kind == "text":
        return "in reverse alphabetical order" if falling else "in alphabetical order"
    if kind in ("date", "datetime"):
        return rng.choice(("latest first", "from latest to earliest") if falling else ("earliest first",))
    return rng.choice(
        ("highest first", "in descending order") if falling else ("lowest first", "in ascending order"),
    )


def by_keys(rng: random.Random, keys: Sequence[Key]) -> str:
    """``the price (highest first), then by the name (in alphabetical order)``, to follow "by"."""
    return ", then by ".join(f"{words} ({direction(rng, kind, order.falling)})" for words, kind, order in keys)


_SORT = (
    "Sort the result by {keys}.",
    "Order the rows by {keys}.",
    "The result is to be sorted by {keys}.",
)


def sorting(rng: random.Random, keys: Sequence[Key]) -> str:
    """A sentence that asks for an order."""
    return rng.choice(_SORT).format(keys=by_keys(rng, keys))


# ---- aggregates -------------------------------------------------------------------------------------

Aggregate = Literal["sum", "avg", "min", "max"]


def aggregate(
    rng: random.Random, name: Aggregate, column: Column, source: str, owner: str = ""
) -> tuple[str, Expr]:
    """An aggregate of a column in words and in the plan; `owner` as in "the average price of {owner}"."""
    dated = column.kind in ("date", "datetime")
    words = {
        "sum": ("the sum of the {}", "the total of the {}"),
        "avg": ("the average {}", "the mean of the {}"),
        "min": ("the earliest {}",) if dated else ("the lowest {}", "the smallest {}"),
        "max": ("the latest {}",) if dated else ("the highest {}", "the largest {}"),
    }[name]
    if name == "sum" and "total" in column.phrase:
        words = words[:1]
    text = rng.choice(words).format(column.phrase) + (f" of {owner}" if owner else "")
    return text, Agg(name, Col(source, column.name))
