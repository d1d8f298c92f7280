"""Rows of the tables that a query does not need, against wrong queries that join them.

They are drawn once for all databases of a query. Each database has a few of them, with references to its own rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from random import Random

from ..base import Json
from .schema import Database, ForeignKey, Row, Schema, Table
from .tiny_databases import Filler, Focus

_SIZES = (2, 3, 6)
_DRAWN = 12
"""Rows to choose from."""
_ORPHANS = 0.12
"""The share of references to no row, where the schema does not forbid it."""
_DAY = date(2021, 6, 15)


class OtherTables:
    """Makes the rows of a schema's tables that are not among those of `needed`.

    Args:
        rng: the source of randomness.
        schema: all tables.
        needed: those that have rows already, with all to which they refer.
        focus: what the query reads; the values of other columns are plain.
        usual: rows that are there to be used.
    """

    def __init__(
        self, rng: Random, schema: Schema, needed: Schema, focus: Focus, usual: Database | None = None
    ) -> None:
        known = {table.name for table in needed.tables}
        self._rng = rng
        self._schema = schema
        self._focus = focus
        self._needed = needed
        self._others = [table for table in schema.tables if table.name not in known]
        self._drawn: dict[str, list[Row]] = dict(usual or {})

    def drawing_from(self, rng: Random) -> OtherTables:
        """The same tables and drawn rows, of which others are chosen by another source of randomness."""
        other = OtherTables(rng, self._schema, self._needed, self._focus)
        other._drawn = self._drawn
        return other

    def added(self, database: Database) -> Database:
        """The database with rows in all tables, in the order of the schema."""
        full: Database = {table.name: database.get(table.name, []) for table in self._schema.tables}
        if self._others:
            keys = {
                table.name: [row[table.index(table.key)] for row in full[table.name]]
                for table in self._needed.tables
                if table.key
            }
            for table in self._others:
                full[table.name] = self.rows(table, keys)
        return full

    def rows(self, table: Table, keys: dict[str, list[Json]]) -> list[Row]:
        """Some rows of a table, with references to `keys` of those before it; their own keys go there as well."""
        rng, size = self._rng, self._rng.choice(_SIZES)
        if any(table.column(link.column).unique or link.column == table.key for link in table.foreign_keys):
            # Each parent at most once, so their number matters.
            return Filler(rng, self._schema, table, {}, keys, [], _DAY, self._focus).rows(size)
        if any(
            link.enforced and link.table != table.name and not keys.get(link.table)
            for link in table.foreign_keys
            if not table.column(link.column).nullable
        ):
            size = 0
        drawn = self._drawn.get(table.name)
        if drawn is None:
            parents: dict[str, list[Json]] = {
                link.table: keys.get(link.table) or [1, 2] for link in table.foreign_keys
            }
            filler = Filler(rng, self._schema, table, {}, parents, [], _DAY, self._focus)
            drawn = self._drawn[table.name] = filler.rows(_DRAWN)
        size = min(size, len(drawn))
        start = int(rng.random() * (len(drawn) - size + 1))
        rows = [row[:] for row in drawn[start : start + size]]
        own = [row[table.index(table.key)] for row in rows] if table.key else []
        for link in table.foreign_keys:
            self._refer(rows, table, link, own if link.table == table.name else keys.get(link.table, []))
        if table.key:
            keys[table.name] = own
        return rows

    def _refer(self, rows: Sequence[Row], table: Table, link: ForeignKey, parents: Sequence[Json]) -> None:
        """Let rows refer to parents; of the same table, to such as come before them or are themselves."""
        at = table.index(link.column)
        draw, numbers = self._rng.random, [key for key in parents if isinstance(key, int)]
        for number, row in enumerate(rows):
            count = number + 1 if link.table == table.name else len(parents)
            if row[at] is None:
                continue
            if not link.enforced and (draw() < _ORPHANS or not count):
                if isinstance(row[at], int):
                    row[at] = max(numbers, default=0) + 1 + int(draw() * 3)
            else:
                row[at] = parents[int(draw() * count)] if count else None
