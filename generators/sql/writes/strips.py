"""Tiny databases for changes, cut from strips of rows that are drawn once for a task.

What a strip has in the columns that the changes name follows profiles, as in `tiny_databases`. A database takes some
rows in a row from a strip of each table, and gets keys and references of its own.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from ...base import Json
from ..candidates import Candidates, candidates
from ..other_tables import OtherTables
from ..schema import Column, Database, ForeignKey, Row, Schema, Table
from ..tiny_databases import Constants, Filler, Focus

_ROWS = 9
"""About so many rows a table has at most."""
_STRIPS = 4
"""Of each table. One database takes all its rows from strips of the same number, which share their days."""
_VARIANTS = 2
"""What a column may hold, and the day that dates gather around, is drawn so often; strips in turn take one of these."""
_LENGTH = 20
"""Rows of a strip."""
_FEW = 4
"""Fewer rows give too few values."""
_SHORT = 3
"""So many different values of a column that no change names, the shortest, are enough for many rows."""
_PROFILES = (2, 3, 4)
_SHARES = (0.4, 0.6, 0.8)
"""Of the parents are referred to."""
_ORPHANS = 0.12
"""The share of references to no row, where the schema does not forbid it."""


@dataclass(frozen=True, slots=True)
class _Layout:
    """What is to be done for the columns of a table that the changes name.

    Attributes:
        table: the table.
        key: the place of its key, with the reference that it is, if it is one.
        links: places of references, without the key.
        unique: places of other columns whose values differ.
        named: places of all other columns that the changes name.
        plain: places of all columns that they do not name.
        tied: tables to which no more rows may refer than they have, and whether only each at most once.
    """

    table: Table
    key: tuple[int, Column, ForeignKey | None] | None
    links: tuple[tuple[int, Column, ForeignKey], ...]
    unique: tuple[tuple[int, Column], ...]
    named: tuple[tuple[int, Column], ...]
    plain: tuple[tuple[int, Column], ...]
    tied: tuple[tuple[str, bool], ...]


def _layout(table: Table, focus: Focus) -> _Layout:
    links = {link.column: link for link in table.foreign_keys}
    key = None
    refers, unique, named, plain, tied = [], [], [], [], []
    for at, column in enumerate(table.columns):
        link = links.get(column.name)
        if link is not None and link.enforced and link.table != table.name and not column.nullable:
            tied.append((link.table, column.unique or column.name == table.key))
        if column.name == table.key:
            key = at, column, link if link is not None and link.table != table.name else None
        elif link is not None:
            refers.append((at, column, link))
        elif (table.name, column.name) not in focus.used:
            plain.append((at, column))
        elif column.unique:
            unique.append((at, column))
        else:
            named.append((at, column))
    return _Layout(table, key, tuple(refers), tuple(unique), tuple(named), tuple(plain), tuple(tied))


class Strips:
    """Draws the databases of one task."""

    def __init__(
        self,
        rng: random.Random,
        schema: Schema,
        constants: Constants,
        focus: Focus,
        others: OtherTables,
        usual: Database,
    ) -> None:
        """Strips for some changes.

        Args:
            rng: the source of randomness.
            schema: the tables.
            constants: what their values are compared with.
            focus: what the changes name.
            others: makes the rows of tables that they do not name.
            usual: realistic rows, from which columns that they do not name have their values.
        """
        self._usual = usual
        self._rng, self._schema, self._constants, self._focus = rng, schema, constants, focus
        self._others = others
        self._layouts = [
            (table, _layout(table, focus) if table.name in focus.tables else None) for table in schema.tables
        ]
        self._parents = {link.table for table in schema.tables for link in table.foreign_keys}
        self._days: dict[int, date] = {}
        self._named: dict[tuple[int, str], tuple[list[int], list[list[Json]]]] = {}
        self._apart: set[str] = set()
        for table, layout in self._layouts:
            if layout is None and all(
                k.table in self._apart or k.table == table.name for k in table.foreign_keys
            ):
                self._apart.add(table.name)
        self._same: dict[tuple[int, str], tuple[list[Row], list[Json] | None]] = {}
        self._known: list[dict[tuple[str, str], Candidates]] = [{} for _ in range(_VARIANTS)]
        self._plain: dict[str, list[list[Json]]] = {}

    def database(self) -> Database:
        """The rows of each table. What the schema declares holds."""
        rng = self._rng
        number = int(rng.random() * _STRIPS)
        day = self._days.get(number % _VARIANTS)
        if day is None:
            day = self._days[number % _VARIANTS] = self._focus.day(rng, self._schema, self._constants)
        keys: dict[str, list[Json]] = {}
        database: Database = {}
        compact = rng.random() < 0.3
        for table, layout in self._layouts:
            if layout is None:
                database[table.name] = self._aside(table, keys, number)
                continue
            size, draw = rng.randint(_ROWS // 2, _ROWS), rng.random()
            if table.name not in self._parents and table.foreign_keys:
                if draw < 0.04:
                    size = rng.randint(0, 1)
            elif compact or draw < 0.1:
                size = rng.randint(2, 4)
            filler = _Filler(
                rng, self._schema, table, self._constants, keys, [], day, self._focus
            )  # of a day that all strips of the number share
            database[table.name] = self._rows(filler, layout, number, size)
        return database

    def keep_plain(self, kind: str, rng: random.Random, rows: int) -> None:
        """Give the focus short values of columns that no change names, for so many rows of a kind of filler."""
        for table, layout in self._layouts:
            plain = self._plain.get(table.name)
            if layout is None or plain is None or any(column.unique for _, column in layout.plain):
                continue
            nothing: list[Json] = [None] * rows
            columns: list[Sequence[Json]] = [nothing] * len(table.columns)
            for (at, column), values in zip(layout.plain, plain, strict=True):
                there = dict.fromkeys(value for value in values if value is not None)
                short = sorted(there, key=lambda value: len(str(value)))[:_SHORT]
                columns[at] = rng.choices([*short, None] if column.nullable else short, k=rows)
            self._focus.keep_lines(kind, table, columns)

    def _aside(self, table: Table, keys: dict[str, list[Json]], number: int) -> list[Row]:
        """Rows of a table that the changes do not name; the same for a number if they refer to none of those named."""
        if table.name not in self._apart:
            return self._others.rows(table, keys)
        place = number, table.name
        if place not in self._same:
            rows = self._others.rows(table, keys)
            self._same[place] = rows, keys.get(table.name)
        rows, known = self._same[place]
        if known is not None:
            keys[table.name] = known
        return rows

    def _rows(self, filler: _Filler, layout: _Layout, number: int, size: int) -> list[Row]:
        table, draw = layout.table, self._rng.random
        for parent, once in layout.tied:
            parents = len(filler.keys.get(parent, ()))
            if once or not parents:
                size = min(size, parents)
        made: list[Sequence[Json]] = [()] * len(table.columns)
        if layout.key is not None:
            at, column, link = layout.key
            made[at] = filler.keys[table.name] = filler.keys_of(column, link, size)
            size = len(made[at])
        if layout.named:
            strip = self._named.get((number, table.name))
            if strip is None:
                known = self._known[number % _VARIANTS]
                strip = self._named[number, table.name] = filler.strip(
                    [column for _, column in layout.named], known
                )
            start = int(draw() * (_LENGTH - size + 1))
            filler.profiles = strip[0][start : start + size]
            for (at, _), values in zip(layout.named, strip[1], strict=True):
                made[at] = values[start : start + size]
        else:
            filler.draw_profiles(size)
        if layout.plain:
            plain = self._plain.get(table.name)
            if plain is None:
                usual = self._usual[table.name]
                plain = self._plain[table.name] = [
                    filler.plain(column, _LENGTH)
                    if column.unique or len(usual) < _FEW
                    else self._rng.choices([*(row[at] for row in usual), *[None] * column.nullable], k=_LENGTH)
                    for at, column in layout.plain
                ]
            start = int(draw() * (_LENGTH - size + 1))
            for (at, _), values in zip(layout.plain, plain, strict=True):
                made[at] = values[start : start + size]
        for at, column, link in layout.links:
            made[at] = filler.references(column, link, size)
        for at, column in layout.unique:
            made[at] = filler.unique(column, size)
        return list(map(list, zip(*made, strict=True)))


class _Filler(Filler):
    """Makes the columns of one table."""

    _drawn: dict[tuple[str, str], Candidates] | None = None

    def _candidates(self, column: Column) -> Candidates:
        if self._drawn is None:
            return super()._candidates(column)
        place = self.table.name, column.name
        if place not in self._drawn:
            self._drawn[place] = candidates(
                self.rng, self.schema, self.table, column, self._known(column), self.day
            )
        return self._drawn[place]

    def draw_profiles(self, size: int) -> None:
        """The profiles of so many rows."""
        draw, count = self.rng.random, self.rng.choice(_PROFILES)
        self.profiles = [int(draw() * count) for _ in range(size)]

    def strip(
        self, columns: Sequence[Column], known: dict[tuple[str, str], Candidates]
    ) -> tuple[list[int], list[list[Json]]]:
        """The profiles of the rows of a strip, and what these have in some columns.

        Args:
            columns: which ones.
            known: what columns may hold, as far as it is drawn.
        """
        self._drawn = known
        self.draw_profiles(_LENGTH)
        return self.profiles, [self._values(column, _LENGTH) for column in columns]

    def keys_of(self, column: Column, link: ForeignKey | None, size: int) -> list[Json]:
        """Different keys, fewer if they are references to fewer rows."""
        return self._keys(column, size) if link is None else self._unique_references(column, link, size)

    def plain(self, column: Column, size: int) -> list[Json]:
        """Values of a column that the changes do not name."""
        assert self.focus is not None
        return self._plain(self.focus, column, size)

    def references(self, column: Column, link: ForeignKey, size: int) -> list[Json]:
        """See `Filler`; the parents that are referred to are some in a row."""
        parents = self.keys.get(link.table, [])
        if link.table == self.table.name or column.unique or not parents:
            return self._references(column, link, size)
        draw, count = self.rng.random, len(parents)
        known = [value for value in self._known(column) if value in parents]
        start, some = int(draw() * count), max(1, round(count * _SHARES[int(draw() * 3)]))
        pool = [*known * 2, *(parents + parents)[start : start + some]]
        size, stay = len(pool), (0.1, 0.3, 0.5)[int(draw() * 3)]
        homes = [pool[int(draw() * size)] for _ in range(max(_PROFILES))]
        values = [homes[n] if draw() < stay else pool[int(draw() * size)] for n in self.profiles]
        if not link.enforced:
            lost = self._orphans(column, parents, 2)
            values = [lost[int(draw() * 2)] if draw() < _ORPHANS else value for value in values]
        if column.nullable:
            share = (0.0, 0.15, 0.3)[int(draw() * 3)]
            values = [None if draw() < share else value for value in values]
        return values

    def unique(self, column: Column, size: int) -> list[Json]:
        """See `Filler`."""
        return self._unique(column, size)
