"""Tiny databases on which wrong queries give themselves away.

A query with a small mistake gives the right result on most databases. `tiny_database` makes rows on which it does not:

- columns that the query compares with a constant hold that constant, the values next to it, and others;
- rows follow two to four *profiles*: each has, in every column, a home value at, above or below a constant, or none,
  and its rows have that in all but one or two columns. So where a profile meets all conditions of a query, there are
  rows that meet all but one, and there are ties, groups and equal rows;
- values are missing wherever they may be; labels that need not be unique come twice; references point to few
  parents, leave some without children and, where the schema does not forbid it, point to no row;
- numbers are small and dates near each other, so that sums, counts and dates coincide.

Values stay within what the schema says is plausible, so a query that is right for each plausible database is not
called wrong.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date, timedelta
from itertools import accumulate

from ..base import Json
from .candidates import Candidates, candidates, day_of, fresh
from .schema import Column, Database, ForeignKey, Row, Schema, Table
from .texts import maker

Constants = Mapping[tuple[str, str], Sequence[Json]]
"""The constants that a query compares each column with, by table and column; ``("", "count")`` for counts of rows."""

_PROFILES = (2, 3, 4)
"""A table's rows follow so many profiles, drawn for each table."""
_LARGE = 28
"""Counts beyond this are those of large groups, which a few missing values would take apart."""
_PLAIN = 6
"""So many different values are enough for a column that the query does not read."""
_LINES = 24
"""So many rows with such values are drawn; each database has a part of them."""
_GAPS = (1, 1, 2, 3)
"""Between keys."""
_VARIANTS = 8
"""What a column may hold is drawn so often for one query, dates aside; each database takes one of these draws for each
column, whatever it takes for the others."""


class Focus:
    """The columns that a query reads, and what has been drawn for all databases of the query.

    Columns that it does not read get plain values. What the others may hold is drawn a few times, and a database takes
    one of these draws for each of them.

    Attributes:
        used: the columns, by table.
        tables: the tables that the query reads.
    """

    def __init__(self, used: Collection[tuple[str, str]], tables: Collection[str]) -> None:
        """Filling for a query that reads some columns of some tables."""
        self.used = set(used)
        self.tables = set(tables)
        self._lines: dict[tuple[str, str], list[Sequence[Json]]] = {}
        self._candidates: dict[tuple[str, str], list[Candidates]] = {}
        self._days: tuple[list[date], list[tuple[date | None, date | None]]] | None = None

    def day(self, rng: random.Random, schema: Schema, constants: Constants) -> date:
        """A day for one database; see `base_day`."""
        if self._days is None:
            self._days = _days(schema, constants)
        return _day(rng, *self._days)

    def candidates(
        self, rng: random.Random, schema: Schema, table: Table, column: Column, known: Sequence[Json], day: date
    ) -> Candidates:
        """What a column may hold; see `candidates`. The lists are not to be changed."""
        if column.kind in ("date", "datetime"):  # the dates of one database are near each other
            return candidates(rng, schema, table, column, known, day)
        drawn = self._candidates.setdefault((table.name, column.name), [])
        if len(drawn) < _VARIANTS:
            drawn.append(candidates(rng, schema, table, column, known, day))
            return drawn[-1]
        return drawn[int(rng.random() * _VARIANTS)]

    def plain(self, rng: random.Random, schema: Schema, table: Table, column: Column, size: int) -> list[Json]:
        """Values of a column that the query does not read, different ones where they must be."""
        if column.unique:
            further, number = fresh(rng, schema, table, column), 0
            made: dict[Json, None] = {}
            while len(made) < size:
                made.setdefault(further(number))
                number += 1
            values = list(made)
            rng.shuffle(values)
            return values
        _, _, other = candidates(rng, schema, table, column, (), _DAY)
        pool = [*other[:_PLAIN], *other[:_PLAIN], *[None] * column.nullable]
        return rng.choices(pool, k=size)

    def keep_lines(self, kind: str, table: Table, columns: list[Sequence[Json]]) -> None:
        """Let columns of rows be those that `lines` gives."""
        self._lines[kind, table.name] = columns

    def lines(
        self, kind: str, table: Table, size: int, draw: Callable[[int], list[Sequence[Json]]]
    ) -> list[Sequence[Json]]:
        """The columns that the query does not read of at least `size` rows of a table, drawn once.

        Args:
            kind: of rows.
            table: the table.
            size: how many rows there must be.
            draw: makes the columns of so many; one that the query reads may hold anything.
        """
        known = self._lines.get((kind, table.name))
        if known is None or len(known[0]) < size:
            known = self._lines[kind, table.name] = draw(max(_LINES, size + size // 2))
        return known


_DAY = date(2021, 6, 15)


def tiny_database(
    rng: random.Random,
    schema: Schema,
    constants: Constants,
    rows: int = 12,
    focus: Focus | None = None,
    *,
    most: int = 0,
) -> Database:
    """A tiny database made for a query.

    Args:
        rng: the source of randomness.
        schema: the tables; any schema, also one with open texts, text keys or keys that are references.
        constants: the query's constants for each column. An integer for a date column is a year, a month or a
            number of days.
        rows: about the greatest number of rows of a table; most have half of it or more.
        focus: what the query reads; tables that it does not read stay small, and their values plain. Without it, all
            columns are filled with the same care.
        most: counts of rows up to this are met, however small the tables are otherwise: one that is asked for and is
            more than three times `rows` has one table or more grow to little more than it.

    Returns:
        The rows of each table. They keep NOT NULL and UNIQUE, and declared references, also while rows are inserted
        in the order of the schema's tables and of the rows.
    """
    asked = [value for value in constants.get(("", "count"), ()) if isinstance(value, int) and value > 0]
    counts = [value for value in asked if value <= 3 * rows]
    large = max((value for value in asked if 3 * rows < value <= most), default=0)
    if large:
        counts = [large]
    parents = {link.table for table in schema.tables for link in table.foreign_keys}
    day = base_day(rng, schema, constants) if focus is None else focus.day(rng, schema, constants)
    compact = rng.random() < 0.3
    keys: dict[str, list[Json]] = {}
    database: Database = {}
    for table in schema.tables:
        size = rng.randint(max(2, rows // 2), max(2, rows))
        draw = rng.random()
        if table.name not in parents and table.foreign_keys:
            if draw < 0.04:
                size = rng.randint(0, 1)
        elif compact or draw < 0.1:
            size = rng.randint(2, 4)
        if large and (focus is None or table.name in focus.tables) and (table.foreign_keys or not parents):
            size = large + large // 20 + rng.randint(2, rows)
        elif counts and table.foreign_keys:
            size = max(size, min(2 * max(counts) + 2, 3 * rows))
        if focus is not None and table.name not in focus.tables:
            size = min(size, 4 if table.name in parents else 2)
        database[table.name] = Filler(rng, schema, table, constants, keys, counts, day, focus).rows(size)
    return database


def base_day(rng: random.Random, schema: Schema, constants: Constants) -> date:
    """A day that the dates of one database gather around: of a constant, if there is one."""
    return _day(rng, *_days(schema, constants))


def _days(schema: Schema, constants: Constants) -> tuple[list[date], list[tuple[date | None, date | None]]]:
    """The days of the constants; where there are none, the bounds of all columns of dates."""
    found = (day_of(value) for values in constants.values() for value in values if isinstance(value, str))
    known = [day for day in found if day is not None]
    ranges = [
        (day_of(str(column.low)), day_of(str(column.high)))
        for table in schema.tables
        for column in table.columns
        if not known and column.kind in ("date", "datetime")
    ]
    return known, ranges


def _day(rng: random.Random, known: list[date], ranges: list[tuple[date | None, date | None]]) -> date:
    if known:
        return rng.choice(known)
    first, last = rng.choice(ranges) if ranges else (None, None)
    first, last = first or date(2019, 1, 1), last or date(2021, 12, 31)
    return first + timedelta(days=rng.randint(0, max((last - first).days, 0)))


class Filler:
    """Makes the rows of one table."""

    KIND = "tiny"
    """Of the values of columns that no query reads."""

    def __init__(
        self,
        rng: random.Random,
        schema: Schema,
        table: Table,
        constants: Constants,
        keys: dict[str, list[Json]],
        counts: list[int],
        day: date,
        focus: Focus | None,
    ) -> None:
        self.rng = rng
        self.schema = schema
        self.table = table
        self.constants = constants
        self.keys = keys
        self.counts = counts
        self.day = day
        self.focus = focus
        self.profiles: list[int] = []

    def rows(self, size: int) -> list[Row]:
        """The rows; their keys go into `keys`."""
        links = {link.column: link for link in self.table.foreign_keys}
        for column in self.table.columns:
            link = links.get(column.name)
            if link is not None and link.enforced and link.table != self.table.name and not column.nullable:
                parents = len(self.keys.get(link.table, ()))
                if not parents or column.unique or column.name == self.table.key:
                    size = min(size, parents)
        for column in self.table.columns:
            if column.name == self.table.key:
                link = links.get(column.name)
                self.keys[self.table.name] = (
                    self._unique_references(column, link, size)
                    if link is not None and link.table != self.table.name
                    else self._keys(column, size)
                )
                size = len(self.keys[self.table.name])
        count, draw = self.rng.choice(_PROFILES), self.rng.random
        self.profiles = [int(draw() * count) for _ in range(size)]
        columns: list[tuple[int, list[Json]]] = []
        name, plain = self.table.name, []
        for at, column in enumerate(self.table.columns):
            if column.name == self.table.key:
                columns.append((at, self.keys[name]))
            elif column.name in links:
                columns.append((at, self._references(column, links[column.name], size)))
            elif self.focus is not None and (name, column.name) not in self.focus.used:
                plain.append(at)
            elif column.unique:
                columns.append((at, self._unique(column, size)))
            else:
                columns.append((at, self._values(column, size)))
        if self.focus is None or not plain:
            return [list(row) for row in zip(*(values for _, values in columns), strict=True)]
        lines = self.focus.lines(self.KIND, self.table, size, lambda count: self._lines(plain, count))
        start = int(draw() * (len(lines[0]) - size + 1))
        made = [values[start : start + size] for values in lines]
        for at, values in columns:
            made[at] = values
        return [list(row) for row in zip(*made, strict=True)]

    def _lines(self, plain: Sequence[int], count: int) -> list[Sequence[Json]]:
        """The columns at some places of so many rows; the others hold nothing."""
        assert self.focus is not None
        nothing: list[Json] = [None] * count
        return [
            self._plain(self.focus, column, count) if at in plain else nothing
            for at, column in enumerate(self.table.columns)
        ]

    def _known(self, column: Column) -> Sequence[Json]:
        return self.constants.get((self.table.name, column.name), ())

    def _candidates(self, column: Column) -> Candidates:
        rng, known = self.rng, self._known(column)
        if self.focus is None:
            return candidates(rng, self.schema, self.table, column, known, self.day)
        return self.focus.candidates(rng, self.schema, self.table, column, known, self.day)

    def _keys(self, column: Column, size: int) -> list[Json]:
        """Different keys with gaps, sometimes not in order; those that the query asks for are among them."""
        if column.kind != "integer":
            return self._unique(column, size)
        asked = [value for value in self._known(column) if isinstance(value, int) and value > 0]
        if not asked:
            keys: list[Json] = list(accumulate(self.rng.choices(_GAPS, k=size)))
            if self.rng.random() < 0.5:
                self.rng.shuffle(keys)
            return keys
        near = sorted({value + step for value in asked for step in (-1, 0, 1) if value + step > 0})[:size]
        free = [value for value in range(1, 2 * size + 2) if value not in near]
        keys = near + sorted(self.rng.sample(free, size - len(near)))
        if self.rng.random() < 0.5:
            self.rng.shuffle(keys)
        return keys

    # ---- references ---------------------------------------------------------------------------------

    def _references(self, column: Column, link: ForeignKey, size: int) -> list[Json]:
        """Few parents with several children, some with none; missing ones and orphans where they may be."""
        rng = self.rng
        if link.table == self.table.name:
            return self._own_references(column, link, size)
        if column.unique:
            return self._unique_references(column, link, size)
        parents = self.keys.get(link.table, [])
        if not parents:
            return [None] * size if column.nullable else self._orphans(column, parents, size)
        known = [value for value in self._known(column) if value in parents]
        some = rng.sample(parents, max(1, round(len(parents) * rng.choice((0.4, 0.6, 0.8)))))
        pool = [*known * 2, *some]
        if self.counts and rng.random() < 0.7:
            values = self._shares(pool, size)
        else:
            homes = rng.choices(pool, k=max(_PROFILES))
            values = self._near(homes, pool, rng.choice((0.1, 0.3, 0.5)))
        if not link.enforced:
            lost, draw = self._orphans(column, parents, 2), rng.random
            values = [rng.choice(lost) if draw() < 0.12 else value for value in values]
        return self._with_missing(values, self._few((0.0, 0.15, 0.3))) if column.nullable else values

    def _near(self, homes: Sequence[Json], pool: Sequence[Json], stay: float) -> list[Json]:
        """For each row the home of its profile, or, but for a share of `stay`, any of the pool."""
        draw, size = self.rng.random, len(pool)
        return [homes[number] if draw() < stay else pool[int(draw() * size)] for number in self.profiles]

    def _few(self, shares: Sequence[float]) -> Sequence[float]:
        """Shares of missing values: next to none where a large group is wanted."""
        return (0.0, 0.0, 0.02) if self.counts and max(self.counts) > _LARGE else shares

    def _shares(self, pool: Sequence[Json], size: int) -> list[Json]:
        """Values that come as often as a count that is asked for, or once more, or once less."""
        rng = self.rng
        different = list(dict.fromkeys(pool))
        values: list[Json] = []
        for value in rng.sample(different, len(different)):
            values += [value] * max(0, rng.choice(self.counts) + rng.choice((-1, 0, 0, 1)))
            if len(values) >= size:
                break
        values += [rng.choice(pool) for _ in range(size - len(values))]
        del values[size:]
        rng.shuffle(values)
        return values

    def _own_references(self, column: Column, link: ForeignKey, size: int) -> list[Json]:
        """To rows of the same table that come before; the first one to itself if it must."""
        rng = self.rng
        own = self.keys.get(self.table.name, [])
        if column.unique:
            return [None, *own[: size - 1]][:size] if column.nullable else list(own[:size])
        few = rng.randint(1, 4)
        values: list[Json] = []
        for place in range(size):
            if column.nullable and (place == 0 or rng.random() < 0.2):
                values.append(None)
            elif not link.enforced and rng.random() < 0.1:
                values += self._orphans(column, own, 1)
            elif place == 0:
                values.append(own[0])
            else:
                values.append(own[rng.randrange(min(place, few) if rng.random() < 0.7 else place)])
        return values

    def _orphans(self, column: Column, parents: Sequence[Json], size: int) -> list[Json]:
        """Numbers or texts that no row has as its key."""
        if column.kind == "integer":
            top = max((value for value in parents if isinstance(value, int)), default=0)
            return [top + 1 + self.rng.randrange(3) for _ in range(size)]
        make = maker(self.rng, self.schema, self.table, column)
        return [f"{make()} {len(parents) + number}" for number in range(size)]

    def _unique_references(self, column: Column, link: ForeignKey, size: int) -> list[Json]:
        """Different parents, each at most once."""
        parents = self.keys.get(link.table, [])
        count = min(size, len(parents))
        if column.name == self.table.key:
            return self.rng.sample(parents, count)
        if (
            not column.nullable and count < size
        ):  # a reference that is not declared, or there would be fewer rows
            top = max((value for value in parents if isinstance(value, int)), default=0)
            return self.rng.sample([*parents, *range(top + 1, top + 1 + size - count)], size)
        if column.nullable:
            count = self.rng.randint(count // 2, count)
        values: list[Json] = [*self.rng.sample(parents, count), *[None] * (size - count)]
        self.rng.shuffle(values)
        return values

    # ---- values -------------------------------------------------------------------------------------

    def _plain(self, focus: Focus, column: Column, size: int) -> list[Json]:
        """Values of a column that the query does not read."""
        return focus.plain(self.rng, self.schema, self.table, column, size)

    def _values(self, column: Column, size: int) -> list[Json]:
        rng = self.rng
        known = self._known(column)
        sharp, near, other = self._candidates(column)
        if self.counts and not known and rng.random() < (0.8 if max(self.counts) > _LARGE else 0.5):
            values = self._shares(other[:4], size)
        else:
            pool = [*sharp, *near, *other[:3]] if known else other[: rng.randint(2, 6)]
            homes = [self._home(column, sharp, near, other) for _ in range(max(_PROFILES))]
            values = self._near(homes, pool, rng.choice((0.6, 0.75, 0.85) if known else (0.1, 0.3, 0.5)))
            if sharp and size:
                values[rng.randrange(size)] = rng.choice(sharp)
        return self._with_missing(values, self._few((0.05, 0.15, 0.3))) if column.nullable else values

    def _home(self, column: Column, sharp: list[Json], near: list[Json], other: list[Json]) -> Json:
        """The value that most rows of a profile have."""
        draw = self.rng.random()
        if column.nullable and draw < (0.09 if sharp else 0.18):  # what a query tests may be that it is missing
            return None
        if sharp and draw < 0.6:
            return self.rng.choice(sharp)
        if near and draw < 0.85:
            return self.rng.choice(near)
        return self.rng.choice(other)

    def _with_missing(self, values: Sequence[Json], shares: Sequence[float]) -> list[Json]:
        """The values, of which about one of the shares is missing."""
        share, draw = self.rng.choice(shares), self.rng.random
        return [None if draw() < share else value for value in values]

    def _unique(self, column: Column, size: int) -> list[Json]:
        """Different values, those at and next to the constants among them."""
        rng = self.rng
        sharp, near, other = self._candidates(column)
        made = dict.fromkeys([*sharp, *rng.sample(near, len(near))[: size // 2], *other])
        further = fresh(rng, self.schema, self.table, column)
        number = 0
        while len(made) < size:
            made.setdefault(further(number))
            number += 1
        values = list(made)[:size]
        rng.shuffle(values)
        return self._with_missing(values, (0.12,)) if column.nullable else values
