"""Levels 2 and 3: one row of counts and totals over the rows of a table."""

from __future__ import annotations

import random
from typing import Literal

from ..phrases import agree, aliases, clause, condition, dates, listing, measures, showable
from ..plan import Agg, Arith, Case, Col, Const, Expr, Pred, Select
from ..question import NoFit, Question, Shape, World
from ..schema import Column, Table
from .sentences import Aggregate, aggregate, any_table, filtered, pick_table


def count_rows(rng: random.Random, world: World) -> Question:
    """How many rows meet a condition."""
    table = pick_table(rng, world)
    (source,) = aliases(table)
    where, words = condition(rng, world, table, source.name)
    text = rng.choice(
        (
            f"Give the number of {table.plural} {words}.",
            f"Count the {table.plural} {words}.",
            f"Look at the {table.plural} {words}. How many are there?",
            f"We want to know the number of {table.plural} {words}.",
        )
    )
    return Question(Select((("count", Agg("count")),), source, where=where), text, "count_rows")


def count_known(rng: random.Random, world: World) -> Question:
    """How many rows there are, and how many of them have a value."""

    def question(table: Table) -> Question:
        (source,) = aliases(table)
        pool = [column for column in showable(table) if column.nullable and column.kind != "boolean"]
        if not pool:
            raise NoFit("nothing is missing")
        column = rng.choice(pool)
        where, rows = filtered(rng, world, table, source.name, 0.6, (column.name,))
        of_all = f"all {rows}" if where is None else f"the {rows}"
        has = Agg("count", Col(source.name, column.name))
        hidden = Arith("-", Agg("count"), has)
        be = agree(column.phrase, "is")
        counts: list[tuple[str, Expr]]
        if rng.random() < 0.6:
            counts = [("total", Agg("count")), ("known", has)]
            words = f"their number, and the number of those whose {column.phrase} {be} known"
        else:
            counts = [("known", has), ("missing", hidden)]
            words = (
                f"the number of those whose {column.phrase} {be} known, and the number of those whose "
                f"{column.phrase} {be} missing"
            )
        text = rng.choice(
            (
                f"Look at {of_all}. Tell in one row {words}.",
                f"For {of_all}, give in one row {words}.",
                f"Take {of_all}. We want, in one row, {words}.",
            )
        )
        return Question(Select(tuple(counts), source, where=where), text, "count_known")

    return any_table(rng, world, question)


def count_different(rng: random.Random, world: World) -> Question:
    """How many different values there are."""
    table = pick_table(rng, world, _repeating)
    (source,) = aliases(table)
    column = rng.choice(_repeating(table))
    where, rows = filtered(rng, world, table, source.name, 0.85, (column.name,))
    text = rng.choice(
        (
            f"How many different values does the {column.phrase} of the {rows} take? A missing value does not count.",
            f"Count the different values of the {column.phrase} among the {rows}, without missing ones.",
            f"Give the number of different values that the {column.phrase} has among the {rows} (missing is no value).",
        )
    )
    found = Agg("count", Col(source.name, column.name), distinct=True)
    return Question(Select((("count", found),), source, where=where), text, "count_different")


def _repeating(table: Table) -> list[Column]:
    return [
        column
        for column in showable(table)
        if not column.unique
        and (column.values or column.kind in ("text", "date", "integer"))
        and column.name != table.key
    ]


_NAMES: tuple[Aggregate, ...] = ("sum", "avg", "min", "max")


def drawn_aggregate(rng: random.Random, table: Table, source: str, owner: str = "") -> tuple[str, str, Expr]:
    """An aggregate of some column: label, words and value."""
    numbers, days = measures(table), dates(table)
    if not numbers and not days:
        raise NoFit(f"{table.name} has nothing to add up")
    if days and (not numbers or rng.random() < 0.25):
        column = rng.choice(days)
        name = rng.choice(_NAMES[2:])
    else:
        column = rng.choice(numbers)
        name = rng.choice(_NAMES)
    words, found = aggregate(rng, name, column, source, owner)
    return f"{name}_{column.name}", words, found


def totals(rng: random.Random, world: World) -> Question:
    """One to three aggregates over the rows that meet a condition."""
    table = pick_table(rng, world, lambda t: measures(t) or dates(t))
    (source,) = aliases(table)
    where, rows = filtered(rng, world, table, source.name, 0.9)
    found: dict[str, tuple[str, Expr]] = {}
    of_all = f"all {rows}" if where is None else f"the {rows}"
    for _ in range(rng.randint(1, 3)):
        label, words, value = drawn_aggregate(rng, table, source.name)
        found.setdefault(label, (words, value))
    if rng.random() < 0.3:
        found["total"] = (f"the number of these {table.plural}", Agg("count"))
    what = listing([words for words, _ in found.values()])
    in_one = "" if len(found) == 1 else ", in one row"
    text = rng.choice(
        (
            f"For {of_all}, give {what}{in_one}.",
            f"Consider all {rows}. Return {what}{in_one}.",
            f"Look at {of_all} together: we need {what}{in_one}.",
        )
    )
    values = tuple((label, value) for label, (_, value) in found.items())
    return Question(Select(values, source, where=where), text, "totals")


def total_of_product(rng: random.Random, world: World) -> Question:
    """A product of two numbers of each row, added up, averaged or its greatest."""
    table = pick_table(rng, world, _products)
    (source,) = aliases(table)
    one, two = rng.choice(_products(table))
    product = Arith("*", Col(source.name, one.name), Col(source.name, two.name))
    where, rows = filtered(rng, world, table, source.name, 0.8, (one.name, two.name))
    name = rng.choice(_OF_PRODUCTS)
    words = {"sum": "the sum", "avg": "the average", "min": "the least", "max": "the greatest"}[name]
    first, second = rng.choice(((one, two), (two, one)))
    note = " A row in which one of the two is missing does not count." if one.nullable or two.nullable else ""
    text = rng.choice(
        (
            f"Multiply the {first.phrase} by the {second.phrase} for each of the {rows}. Give {words} of these "
            "products.",
            f"For each of the {rows}, take the {first.phrase} times the {second.phrase}. What is {words} of these "
            "products?",
        )
    )
    plan = Select((("result", Agg(name, product)),), source, where=where)
    return Question(plan, text + note, "total_of_product")


_OF_PRODUCTS: tuple[Aggregate, ...] = ("sum", "sum", "avg", "max")


def _products(table: Table) -> list[tuple[Column, Column]]:
    pool = measures(table)
    return [(one, two) for one in pool for two in pool if one.kind == "integer" and two.name != one.name]


def spread(rng: random.Random, world: World) -> Question:
    """The distance of the least and the greatest number."""
    table = pick_table(rng, world, measures)
    (source,) = aliases(table)
    column = rng.choice(measures(table))
    col = Col(source.name, column.name)
    where, rows = filtered(rng, world, table, source.name, 0.9, (column.name,))
    text = rng.choice(
        (
            f"By how much {agree(column.phrase, 'does')} the highest {column.phrase} of the {rows} exceed the "
            f"lowest {column.phrase} of the same {table.plural}?",
            f"Take the {rows} and give the difference between the highest and the lowest {column.phrase} among them.",
        )
    )
    plan = Select((("spread", Arith("-", Agg("max", col), Agg("min", col))),), source, where=where)
    return Question(plan, text, "spread")


def counted_if(pred: Pred) -> Expr:
    """The number of rows of a group that meet a condition."""
    return Agg("count", Case(((pred, Const(1)),), None))


def share(rng: random.Random, world: World) -> Question:
    """Which part of the rows meets a condition, as a fraction or in percent."""
    table = pick_table(rng, world)
    (source,) = aliases(table)
    found = clause(rng, world, table, source.name)
    where, rows = filtered(rng, world, table, source.name, 0.5, (found.column.name,))
    part: Expr = counted_if(found.pred)
    form: Literal["fraction", "percent"] = rng.choice(_FORMS)
    if form == "percent":
        part = Arith("*", part, Const(100))
    these = f"these {table.plural}"
    of_all = f"all {rows}" if where is None else f"the {rows}"
    scale = "as a percentage (0 to 100)" if form == "percent" else "as a fraction (0 to 1)"
    text = rng.choice(
        (
            f"Look at {of_all}. Which share of {these} are {table.plural} {found.relative}? Give it {scale}, not "
            "rounded.",
            f"Of {of_all}, which part are {table.plural} {found.relative}? Return it {scale} without rounding.",
        )
    )
    plan = Select((("share", Arith("/", part, Agg("count"))),), source, where=where)
    return Question(plan, text, "share")


_FORMS: tuple[Literal["fraction", "percent"], ...] = ("fraction", "percent")


def conditional_counts(rng: random.Random, world: World) -> Question:
    """Several counts side by side, each with its own condition."""
    table = pick_table(rng, world)
    (source,) = aliases(table)
    one = clause(rng, world, table, source.name)
    two = clause(rng, world, table, source.name, avoid=(one.column.name,))
    parts = [
        ("first_count", one.relative, counted_if(one.pred)),
        ("second_count", two.relative, counted_if(two.pred)),
    ]
    counts: list[tuple[str, Expr]] = [(label, value) for label, _, value in parts]
    words = [f"the number of {table.plural} {relative}" for _, relative, _ in parts]
    if rng.random() < 0.5:
        counts.insert(0, ("total", Agg("count")))
        words.insert(0, f"the number of all {table.plural}")
    numbered = "; ".join(f"({place}) {each}" for place, each in enumerate(words, start=1))
    text = rng.choice(
        (f"Give in one row: {numbered}.", f"We need these {len(words)} numbers in one row: {numbered}.")
    )
    return Question(Select(tuple(counts), source), text, "conditional_counts")


SHAPES: dict[str, tuple[int, Shape]] = {
    "count_rows": (1, count_rows),
    "count_known": (2, count_known),
    "count_different": (2, count_different),
    "totals": (2, totals),
    "spread": (2, spread),
    "total_of_product": (3, total_of_product),
    "share": (3, share),
    "conditional_counts": (3, conditional_counts),
}
"""Name -> (level, draw)."""
