"""Databases of some dozens of rows, drawn at random: they tell apart what no one thought of.

Tiny databases (`tiny_databases`, `misreading_databases`) are made against known mistakes. A mistake that nobody
foresaw shows where many rows differ in many ways: each condition is met by about half of the rows, groups have uneven
sizes, values are missing, tie, come twice or belong to other columns. Values are those of the tiny databases, so they
lie at and next to the constants of the query, and are as plausible.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from types import MappingProxyType

from ..base import Json
from .blank_groups import blanked
from .candidates import day_of
from .misreading_databases import WAYS
from .reach import Reach
from .schema import Column, Database, ForeignKey, Row, Schema, Table
from .tiny_databases import Filler, Focus

Aside = Callable[[Table, dict[str, list[Json]]], list[Row]]
"""Makes some rows of a table that refer to keys of tables before it, and adds their own."""


class Pools(dict[tuple[str, str], Sequence[Json]]):
    """The values of each column, by table, that occur; none is missing."""

    def __init__(self, values: Mapping[tuple[str, str], Sequence[Json]] = MappingProxyType({})) -> None:
        super().__init__(values)
        self._short: dict[tuple[str, str], list[Json]] = {}

    def shortest(self, place: tuple[str, str], column: Column) -> list[Json]:
        """A few values of a column that the query does not read; the same every time."""
        if place not in self._short:
            self._short[place] = _shortest(_at_other_times(column, list(self[place])))
        return self._short[place]


KIND = "bulk"
"""Of the rows that `Focus.lines` gives here."""
_LEAVES = (8, 14, 22)
_NEAR = (4, 8)
"""Rows of a table that the query does not read, but refers to."""
_ASIDE = 3
"""Rows of any other table."""
_CLOCKS = (" 00:00:00", " 09:15:00", " 23:59:59")
_BEFORE = ("De", "Un", "Zo")
_UNREAD = 3
"""So many different values of a column that the query does not read, the shortest there are."""


@dataclass(frozen=True, slots=True)
class Style:
    """How alike the rows of a database are.

    Attributes:
        parents: rows of a table that others refer to.
        numbers: so many different numbers and dates of a column at most.
        texts: so many different texts of a column at most.
        even: how likely it is that all parents have equally many children.
        missing: shares of missing values.
        blank: how likely it is that rows of one kind are made alike in a column.
        ways: what of `misreading_databases` is done to it in the end.
    """

    parents: tuple[int, ...]
    numbers: tuple[int, ...]
    texts: tuple[int, ...]
    even: float
    missing: tuple[float, ...]
    blank: float
    ways: tuple[str, ...] = ()


FINE = Style((9, 16, 30), (99,), (9, 99), 0.0, (0.0, 0.1, 0.25), 0.0)
MIXED = Style((5, 9, 16), (3, 9, 99), (2, 4, 9, 99), 0.2, (0.1, 0.25, 0.4), 0.0, ("zeros", "capitals"))
TIED = Style((4, 9, 16), (1, 2, 3), (2, 4, 9), 0.5, (0.0, 0.0, 0.1, 0.25), 0.0, ("ties", "twins"))
SMALL = Style((2, 3, 4), (2, 4, 99), (2, 4), 0.3, (0.0, 0.1, 0.4), 0.6, ("nulls", "level"))
HOLES = Style((4, 9, 16), (2, 9, 99), (2, 9), 0.3, (0.4, 0.6, 0.8), 0.3, ("zeros",))
STYLES = (FINE, MIXED, TIED, SMALL, HOLES)


def pools_of(schema: Schema, databases: Sequence[Database]) -> Pools:
    """The values that occur in databases, in the order in which they come."""
    found: dict[tuple[str, str], Sequence[Json]] = {}
    for table in schema.tables:
        rows = [row for database in databases for row in database[table.name]]
        seen = [dict.fromkeys(values) for values in zip(*rows, strict=True)] or [{} for _ in table.columns]
        for column, values in zip(table.columns, seen, strict=True):
            values.pop(None, None)
            found[table.name, column.name] = list(values)
    return Pools(found)


def random_database(
    rng: Random,
    scope: Reach,
    pools: Pools,
    focus: Focus,
    style: Style,
    *,
    loose: bool = False,
    aside: Aside | None = None,
) -> Database:
    """A database of some dozens of rows in the tables that a query reads.

    Args:
        rng: the source of randomness.
        scope: the tables, and what the query reads of them.
        pools: the values that occur in other databases of the query.
        focus: what the query reads.
        style: how alike the rows are.
        loose: whether a column with a pool of values may have others: texts of other columns, and zero.
        aside: makes the rows of tables that `focus` does not read, given the keys of those before it.

    Returns:
        The rows of each table. What the schema declares holds.
    """
    schema, constants = scope.schema, scope.constants
    parents = {link.table for table in schema.tables for link in table.foreign_keys}
    near = {link.table for table in schema.tables if table.name in focus.tables for link in table.foreign_keys}
    day = focus.day(rng, schema, constants)
    keys: dict[str, list[Json]] = {}
    database: Database = {}
    for table in schema.tables:
        if aside is not None and table.name not in focus.tables:
            database[table.name] = aside(table, keys)
            continue
        size = rng.choice(style.parents if table.name in parents and len(focus.tables) > 1 else _LEAVES)
        if table.name not in focus.tables:
            size = rng.randint(*_NEAR) if table.name in near else _ASIDE
        filler = _Bulk(rng, schema, table, constants, keys, [], day, focus)
        filler.pools, filler.style, filler.used = pools, style, focus.used
        filler.loose = loose
        database[table.name] = filler.rows(size)
    for way in style.ways:
        if rng.random() < 0.5:
            WAYS[way](rng, scope, database)
    for _ in range(rng.randint(1, 2)):
        if rng.random() < style.blank:
            blanked(rng, scope, database)
    return database


_LEANING = tuple(tuple(accumulate((place + 1) ** -lean for place in range(2000))) for lean in (0.0, 0.5, 1.0))
"""Shares of children, summed up: all alike, or of some more than of others."""


class _Bulk(Filler):
    """Makes the rows of one table."""

    KIND = KIND
    pools: Pools
    style: Style
    used: Collection[tuple[str, str]]
    loose: bool

    def _references(self, column: Column, link: ForeignKey, size: int) -> list[Json]:
        """To parents of which few have many children, and some none."""
        rng = self.rng
        parents = self.keys.get(link.table, [])
        if link.table == self.table.name or column.unique or not parents:
            return super()._references(column, link, size)
        pool = rng.sample(parents, max(1, round(len(parents) * rng.choice((0.6, 0.8, 0.95)))))
        if rng.random() < self.style.even:
            start = rng.randrange(len(pool))
            values: list[Json] = [pool[(start + number) % len(pool)] for number in range(size)]
        else:
            values = rng.choices(pool, cum_weights=_LEANING[rng.randrange(3)][: len(pool)], k=size)
        if not link.enforced:
            lost = self._orphans(column, parents, 2)
            values = [rng.choice(lost) if rng.random() < 0.15 else value for value in values]
        return self._holed(column, values)

    def _plain(self, focus: Focus, column: Column, size: int) -> list[Json]:
        """Few and short values: the text of a database is not to be long."""
        place = (self.table.name, column.name)
        if column.unique or not self.pools.get(place):
            return super()._plain(focus, column, size)
        return self._holed(column, self.rng.choices(self.pools.shortest(place, column), k=size))

    def _values(self, column: Column, size: int) -> list[Json]:
        rng = self.rng
        known = self._known(column)
        place = (self.table.name, column.name)
        seen = self.pools.get(place, ())
        sharp: list[Json] = []
        near: list[Json] = []
        other: list[Json] = []
        if known or not seen:
            sharp, near, other = self._candidates(column)
        pool = list(dict.fromkeys([*near, *seen, *other])) + self._strange(column, known)
        pool = _at_other_times(column, pool)
        few = rng.choice(self.style.texts if column.kind == "text" else self.style.numbers)
        if few < len(pool):
            pool = rng.sample(pool, few)
        values = rng.choices(pool, k=size)
        if sharp:
            share = rng.choice((0.2, 0.4, 0.6))
            draw, count = rng.random, len(sharp)
            values = [sharp[int(draw() * count)] if draw() < share else value for value in values]
        return self._holed(column, values)

    def _strange(self, column: Column, known: Sequence[Json]) -> list[Json]:
        """Values that belong elsewhere: the texts of other columns, those asked for within a word, and zero."""
        rng = self.rng
        if column.kind in ("integer", "money", "real"):
            return [0 if column.kind == "integer" else 0.0] if self.loose and column.values else []
        if column.kind != "text":
            return []
        texts = [value for value in known if isinstance(value, str)]
        made: list[Json] = [f"{rng.choice(_BEFORE)}{text.lower()}" for text in texts[:2]]
        seen = [value for value in self.pools.get((self.table.name, column.name), ()) if isinstance(value, str)]
        if texts and seen:  # of which one sorts behind all that have a capital
            made.append(rng.choice(seen).lower())
        if (self.loose or not column.values) and rng.random() < 0.5:
            here = (self.table.name, column.name)
            others = [
                value
                for place in sorted(self.used)
                if place != here
                for value in (*self.constants.get(place, ()), *self.pools.get(place, ())[:9])
                if isinstance(value, str) and day_of(value) is None
            ]
            made += rng.sample(others, min(len(others), 2))
        return made

    def _holed(self, column: Column, values: list[Json]) -> list[Json]:
        return self._with_missing(values, self.style.missing) if column.nullable else values


def _at_other_times(column: Column, pool: list[Json]) -> list[Json]:
    """The values, and for times the same days at other times."""
    if column.kind != "datetime":
        return pool
    return pool + [f"{value[:10]}{clock}" for value in pool[:3] for clock in _CLOCKS if len(value) > 10]


def _shortest(pool: list[Json]) -> list[Json]:
    return sorted(pool, key=lambda value: len(str(value)))[:_UNREAD]
