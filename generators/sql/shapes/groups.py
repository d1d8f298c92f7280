"""Levels 3 and 4: the rows of one table in groups."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ..phrases import (
    agree,
    aliases,
    clause,
    comparison,
    condition,
    dates,
    groupers,
    listing,
    measures,
    quantile,
    value,
)
from ..plan import Agg, And, Arith, Cmp, Col, Const, Expr, Func, IsNull, Order, Pred, Select, Source
from ..question import NoFit, Question, Shape, World
from ..schema import Column, Table
from .sentences import Aggregate, Key, aggregate, any_table, by_keys, pick_table, sorting
from .totals import counted_if, drawn_aggregate


@dataclass(frozen=True, slots=True)
class Groups:
    """Groups of the rows of one table.

    Attributes:
        table: whose rows.
        source: its source.
        keys: what groups share: label, noun, kind (for sorting) and value.
        where: the filter, or None.
        rows: the plural noun with the clause of the filter.
        note: a sentence about missing keys, or "".
    """

    table: Table
    source: Source
    keys: tuple[tuple[str, str, Literal["text", "integer"], Expr], ...]
    where: Pred | None
    rows: str
    note: str

    @property
    def named(self) -> list[str]:
        """The keys with articles."""
        return [f"the {noun}" for _, noun, _, _ in self.keys]

    def ask(self, rng: random.Random, what: Sequence[str], behind: str = "") -> str:
        """A sentence that asks for the keys and for values of each group; `behind` follows as further sentences."""
        given = listing([*self.named, *what])
        nouns = listing([noun for _, noun, _, _ in self.keys])
        each = f"each {nouns}" if len(self.keys) == 1 else f"each combination of {nouns}"
        text = rng.choice(
            (
                f"For {each} that occurs among the {self.rows}, give {given}.",
                f"Group the {self.rows} by {listing(self.named)}. For each group, return {given}.",
                f"Divide the {self.rows} into groups by {listing(self.named)}. Of each group, we need {given}.",
            )
        )
        return " ".join(part for part in (text, behind, self.note) if part)

    def select(
        self,
        values: Sequence[tuple[str, Expr]],
        having: Pred | None = None,
        order: tuple[Order, ...] = (),
        limit: int | None = None,
    ) -> Select:
        """The plan that gives the keys and the values of each group."""
        keys = tuple((label, found) for label, _, _, found in self.keys)
        labels = [label for label, _ in keys]
        return Select(
            (*keys, *((f"{label}_found" if label in labels else label, found) for label, found in values)),
            self.source,
            where=self.where,
            group=tuple(found for _, found in keys),
            having=having,
            order=order,
            limit=limit,
        )


def by_columns(
    rng: random.Random,
    world: World,
    table: Table,
    n: int = 1,
    share: float = 0.5,
    *,
    full: bool = False,
    avoid: Sequence[str] = (),
) -> Groups:
    """Groups by categories; with `full`, none of them has a missing key. The filter leaves `avoid` alone."""
    pool = groupers(table)
    if len(pool) < n:
        raise NoFit(f"{table.name} has too few categories")
    (source,) = aliases(table)
    chosen = rng.sample(pool, n)
    open_keys = [column for column in chosen if column.nullable]
    where: Pred | None = None
    rows, note = table.plural, ""
    if open_keys and (full or (n == 1 and rng.random() < 0.4)):
        where = IsNull(Col(source.name, open_keys[0].name), negated=True)
        if len(open_keys) > 1:
            where = And(tuple(IsNull(Col(source.name, column.name), negated=True) for column in open_keys))
        verbs = " and ".join(f"whose {column.phrase} is known" for column in open_keys)
        rows = f"{table.plural} {verbs}"
    elif open_keys:
        missing = listing([f"the {column.phrase}" for column in open_keys], "or")
        note = rng.choice(
            (
                f"A missing value of {missing} counts as a value of its own.",
                f"{table.plural[0].upper()}{table.plural[1:]} for which {missing} is missing are not left out: missing "
                "values are equal to each other here.",
            )
        )
    if where is None and rng.random() < share:
        where, words = condition(
            rng, world, table, source.name, avoid=[*avoid, *(column.name for column in chosen)]
        )
        rows = f"{table.plural} {words}"
    keys = tuple((column.name, column.phrase, _TEXT, Col(source.name, column.name)) for column in chosen)
    return Groups(table, source, keys, where, rows, note)


_TEXT: Literal["text"] = "text"


def by_calendar(rng: random.Random, world: World, table: Table, share: float = 0.4) -> Groups:
    """Groups by the year, the month of the year, or both, of a date that is not missing."""
    (source,) = aliases(table)
    pool = [column for column in dates(table) if not column.nullable] or dates(table)
    column = rng.choice(pool)
    col = Col(source.name, column.name)
    year: tuple[str, str, Literal["integer"], Expr] = (
        "year",
        f"year of the {column.phrase}",
        "integer",
        Func("year", (col,)),
    )
    month: tuple[str, str, Literal["integer"], Expr] = (
        "month",
        f"month of the {column.phrase}",
        "integer",
        Func("month", (col,)),
    )
    keys = rng.choice(((year,), (year,), (month,), (year, month)))
    where: Pred | None = None
    rows = table.plural
    if column.nullable:
        where, rows = IsNull(col, negated=True), f"{table.plural} whose {column.phrase} is known"
    elif rng.random() < share:
        where, words = condition(rng, world, table, source.name, avoid=(column.name,))
        rows = f"{table.plural} {words}"
    note = {
        (year,): "Give the year as an integer.",
        (month,): "The same month of different years is one group; give it as an integer from 1 to 12.",
        (year, month): "Give years and months as integers, months from 1 to 12.",
    }[keys]
    return Groups(table, source, keys, where, rows, note)


def _count(table: Table) -> tuple[str, str, Expr]:
    return "total", f"the number of {table.plural}", Agg("count")


def group_count(rng: random.Random, world: World) -> Question:
    """The number of rows of each group."""
    groups = by_columns(rng, world, pick_table(rng, world, groupers), share=0.7)
    label, words, found = _count(groups.table)
    return Question(groups.select([(label, found)]), groups.ask(rng, [words]), "group_count")


def group_totals(rng: random.Random, world: World) -> Question:
    """One to three aggregates of each group."""
    table = pick_table(rng, world, lambda t: groupers(t) and measures(t))
    groups = by_columns(rng, world, table)
    found: dict[str, tuple[str, Expr]] = {}
    for _ in range(rng.randint(1, 3)):
        label, words, value_ = drawn_aggregate(rng, table, groups.source.name)
        found.setdefault(label, (words, value_))
    if rng.random() < 0.4:
        found["total"] = (_count(table)[1], Agg("count"))
    text = groups.ask(rng, [words for words, _ in found.values()])
    return Question(groups.select([(label, each) for label, (_, each) in found.items()]), text, "group_totals")


def group_two_keys(rng: random.Random, world: World) -> Question:
    """Groups by two categories, or by a category and a year or month."""

    def fits(table: Table) -> bool:
        return len(groupers(table)) >= 2 or bool(groupers(table) and dates(table))

    table = pick_table(rng, world, fits)
    if len(groupers(table)) >= 2 and (not dates(table) or rng.random() < 0.6):
        groups = by_columns(rng, world, table, 2, 0.3)
    else:
        groups = by_columns(rng, world, table, 1, 0.3, full=True)
        time = by_calendar(rng, world, table, share=0.0)
        both = [part for part in (groups.where, time.where) if part is not None]
        rows = table.plural
        if both:
            rows += " " + " and ".join(
                each.rows.removeprefix(f"{table.plural} ") for each in (groups, time) if each.where
            )
        where = And(tuple(both)) if len(both) > 1 else both[0] if both else None
        groups = Groups(table, groups.source, (*groups.keys, *time.keys), where, rows, time.note)
    label, words, found = _count(table)
    if measures(table) and rng.random() < 0.5:
        label, words, found = drawn_aggregate(rng, table, groups.source.name)
    return Question(groups.select([(label, found)]), groups.ask(rng, [words]), "group_two_keys")


def group_calendar(rng: random.Random, world: World) -> Question:
    """A count or a total for each year, month of the year, or month of each year."""
    table = pick_table(rng, world, dates)
    groups = by_calendar(rng, world, table)
    label, words, found = _count(table)
    if measures(table) and rng.random() < 0.4:
        label, words, found = drawn_aggregate(rng, table, groups.source.name)
    return Question(groups.select([(label, found)]), groups.ask(rng, [words]), "group_calendar")


_AT: tuple[Literal[">=", ">", "<", "<=", "="], ...] = (">=", ">=", ">", "<", "<=", "=")


def count_bound(rng: random.Random) -> tuple[Literal[">=", ">", "<", "<=", "="], int, str]:
    """A bound for a small count: operator, number and words."""
    op = rng.choice(_AT)
    n = rng.randint(2, 3) if op in (">=", "<", "=") else rng.randint(1, 2)
    return (
        op,
        n,
        {">=": "at least", ">": "more than", "<": "fewer than", "<=": "at most", "=": "exactly"}[op] + f" {n}",
    )


def having_count(rng: random.Random, world: World) -> Question:
    """Only groups with a certain number of rows."""
    table = pick_table(rng, world, groupers)
    groups = by_columns(rng, world, table, share=0.4)
    op, n, bound = count_bound(rng)
    noun = table.noun if n == 1 else table.plural
    values: list[tuple[str, Expr]] = []
    words: list[str] = []
    if rng.random() < 0.7:
        values, words = [("total", Agg("count"))], [f"the number of {table.plural}"]
    elif measures(table):
        label, text, found = drawn_aggregate(rng, table, groups.source.name)
        values, words = [(label, found)], [text]
    only = rng.choice(
        (
            f"Keep only groups with {bound} {noun}.",
            f"Only groups that have {bound} {noun} belong to the result.",
        )
    )
    text = groups.ask(rng, words, only)
    return Question(groups.select(values, having=Cmp(op, Agg("count"), Const(n))), text, "having_count")


_BOUNDS: tuple[Literal["<", "<=", ">", ">="], ...] = (">", ">=", ">=", "<", "<=")
_AGGREGATES: tuple[Aggregate, ...] = ("sum", "avg", "min", "max")


def having_total(rng: random.Random, world: World) -> Question:
    """Only groups of which an aggregate is above or below a bound."""
    table = pick_table(rng, world, lambda t: groupers(t) and measures(t))
    column = rng.choice(measures(table))
    groups = by_columns(rng, world, table, share=0.3, avoid=(column.name,))
    name = rng.choice(_AGGREGATES)
    at = table.index(column.name)
    values = [row[at] for row in world.database[table.name]]
    bound = quantile(values, rng.uniform(0.3, 0.8))
    if name == "sum" and isinstance(bound, (int, float)):
        bound = bound * rng.choice((1, 2, 2, 3))
    op = rng.choice(_BOUNDS)
    words, found = aggregate(rng, name, column, groups.source.name)
    be = "is" if " of the " in words else agree(words, "is")
    only = rng.choice(
        (
            f"Keep only groups in which {words} {be} {comparison(rng, op)} {value(column, bound)}.",
            f"Only groups for which {words} {be} {comparison(rng, op)} {value(column, bound)} belong to the result.",
        )
    )
    shown: list[tuple[str, Expr]] = []
    texts: list[str] = []
    if rng.random() < 0.5:
        shown, texts = [(f"{name}_{column.name}", found)], [words]
    if rng.random() < 0.5:
        shown.append(("total", Agg("count")))
        texts.append(f"the number of {table.plural}")
    text = groups.ask(rng, texts, only)
    return Question(groups.select(shown, having=Cmp(op, found, Const(bound))), text, "having_total")


def group_sorted(rng: random.Random, world: World) -> Question:
    """Groups in the order of their number of rows or of a total, then of their key."""
    table = pick_table(rng, world, groupers)
    groups = by_columns(rng, world, table, share=0.5, full=True)
    label, words, found = _count(table)
    pool = [column for column in measures(table) if not column.nullable]
    if pool and rng.random() < 0.5:
        column = rng.choice(pool)
        name = rng.choice(_AGGREGATES)
        words, found = aggregate(rng, name, column, groups.source.name)
        label = f"{name}_{column.name}"
    falling = rng.random() < 0.7
    keys: list[Key] = [(words, "integer", Order(found, falling))]
    if rng.random() < 0.6:
        _, noun, kind, key = groups.keys[0]
        keys.append((f"the {noun}", kind, Order(key, not falling)))  # see `top_groups`
    text = groups.ask(rng, [words], sorting(rng, keys))
    plan = groups.select([(label, found)], order=tuple(key[2] for key in keys))
    return Question(plan, text, "group_sorted")


def top_groups(rng: random.Random, world: World) -> Question:
    """The groups with the most rows; those with equally many by their key."""
    table = pick_table(rng, world, groupers)
    groups = by_columns(rng, world, table, share=0.6, full=True)
    label, words, found = _count(table)
    falling = rng.random() < 0.75
    _, noun, kind, key = groups.keys[0]
    keys: list[Key] = [
        (words, "integer", Order(found, falling)),
        (
            f"the {noun}",
            kind,
            # The other way round: SQLite sorts groups in the direction of the first key, so that a query without
            # this one would be right by luck.
            Order(key, not falling),
        ),
    ]
    n = rng.choice((1, 1, 2, 3))
    behind = (
        f"Sort the groups by {by_keys(rng, keys)}, and return only the first {'one' if n == 1 else n} of them"
    )
    behind += "." if n == 1 else ", in this order."
    text = groups.ask(rng, [words], behind)
    plan = groups.select([(label, found)], order=tuple(key[2] for key in keys), limit=n)
    return Question(plan, text, "top_groups")


def group_parts(rng: random.Random, world: World) -> Question:
    """For each group, how many rows meet a condition, beside all of them or as a share."""
    table = pick_table(rng, world, groupers)
    groups = by_columns(rng, world, table, share=0.0)
    taken = [label for label, _, _, _ in groups.keys]
    found = clause(rng, world, table, groups.source.name, avoid=taken)
    part = counted_if(found.pred)
    number = f"the number of its {table.plural} {found.relative} (0 if there are none)"
    if rng.random() < 0.5:
        values: list[tuple[str, Expr]] = [("part", part), ("total", Agg("count"))]
        words = [number, f"the number of all its {table.plural}"]
        if rng.random() < 0.5:
            values.reverse()
            words.reverse()
    else:
        values = [("share", Arith("/", part, Agg("count")))]
        words = [f"the share of its {table.plural} {found.relative} (as a fraction from 0 to 1, not rounded)"]
    text = groups.ask(rng, words)
    return Question(groups.select(values), text, "group_parts")


def repeated_values(rng: random.Random, world: World) -> Question:
    """Values that several rows have in common."""

    def question(table: Table) -> Question:
        pool: list[Column] = [
            column
            for column in table.columns
            if column.kind in ("text", "date") and not column.unique and not column.values
        ]
        if not pool:
            raise NoFit("nothing repeats")
        column = rng.choice(pool)
        (source,) = aliases(table)
        col = Col(source.name, column.name)
        where = IsNull(col, negated=True) if column.nullable else None
        n = rng.choice((2, 2, 3))
        but = " Leave out the missing value." if column.nullable else ""
        counted = rng.random() < 0.7
        number = f", with the number of these {table.plural}" if counted else ""
        text = rng.choice(
            (
                f"Which values of the {column.phrase} do at least {n} {table.plural} share? Give each such value once"
                f"{number}.",
                f"List once each {column.phrase} that at least {n} {table.plural} have in common{number}.",
            )
        )
        total: tuple[tuple[str, Expr], ...] = (("total", Agg("count")),) if counted else ()
        plan = Select(
            ((column.name, col), *total),
            source,
            where=where,
            group=(col,),
            having=Cmp(">=", Agg("count"), Const(n)),
        )
        return Question(plan, text + but, "repeated_values")

    return any_table(rng, world, question)


SHAPES: dict[str, tuple[int, Shape]] = {
    "group_count": (3, group_count),
    "group_totals": (3, group_totals),
    "group_two_keys": (3, group_two_keys),
    "group_calendar": (3, group_calendar),
    "having_count": (3, having_count),
    "having_total": (3, having_total),
    "group_sorted": (3, group_sorted),
    "repeated_values": (3, repeated_values),
    "top_groups": (4, top_groups),
    "group_parts": (4, group_parts),
}
"""Name -> (level, draw)."""
