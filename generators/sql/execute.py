"""Running our own queries on our own small databases, with SQLite. Nothing that a model wrote comes here."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import Any

from ..base import Json
from .schema import Row, Schema, Table, create_table

Groups = list[list[Row]]
"""A result: one list of rows for each set of rows that tie in the order asked for."""


MadeTable = tuple[str, str, int]
"""The name of a table, the statement that makes it, and the number of its columns."""

_LOOKS = 3


@contextmanager
def indexed(
    schema: Schema, database: Mapping[str, Sequence[Row]], names: Iterable[str]
) -> Iterator[sqlite3.Connection]:
    """A connection to some tables of a database of many rows, with an index for each reference, closed at the end.

    Without these a query that looks up the children of each parent goes through all children each time.
    """
    with _connection() as connection:
        connection.execute("PRAGMA journal_mode = OFF")  # nothing is ever taken back
        connection.execute("BEGIN")
        for name in names:
            table = schema.table(name)
            connection.execute(create_table(table, schema))
            marks = ", ".join("?" * len(table.columns))
            connection.executemany(f"INSERT INTO {name} VALUES ({marks})", database[name])
            for statement in indexes(table):
                connection.execute(statement)
        yield connection


def indexes(table: Table) -> list[str]:
    """The statements that make an index for each reference of a table."""
    columns = {link.column: None for link in table.foreign_keys if link.column != table.key}
    return [f"CREATE INDEX index_{table.name}_{column} ON {table.name}({column})" for column in columns]


class QueryTrials:
    """Connections to a schema, one for each order of rows, on which many databases are tried one after the other.

    Rows stay until those of the next database take their place, so a query that is run on many databases is prepared
    once for each order.
    """

    def __init__(self, schema: Schema | Sequence[MadeTable], queries: Iterable[str] | None = None) -> None:
        """Opens the connections when they are first asked for; `close` them.

        Args:
            schema: the tables, or what makes them.
            queries: if given, only tables that one of these names are there; others are not to be read.
        """
        texts = None if queries is None else " ".join(queries)
        there: Iterable[MadeTable]
        if isinstance(schema, Schema):
            there = (
                (table.name, create_table(table, schema), len(table.columns))
                for table in schema.tables
                if texts is None or table.name in texts
            )
        else:
            there = (table for table in schema if texts is None or table[0] in texts)
        self._made: list[str] = []
        self._fill: list[tuple[str, str, str, str]] = []
        for name, statement, columns in there:
            self._made.append(statement)
            one, some = _inserting(name, columns, 1), _inserting(name, columns, _TOGETHER)
            self._fill.append((name, f"DELETE FROM {name}", one, some))
        self._connections: dict[bool, sqlite3.Connection] = {}
        self._looks = 0
        self._most = _LOOKS
        self._limited = False

    def close(self) -> None:
        """Closes the connections."""
        for connection in self._connections.values():
            connection.close()

    def filled(self, database: Mapping[str, Sequence[Row]], *, reverse: bool = False) -> sqlite3.Connection:
        """The connection for an order, with the rows of a database until the next one is asked for."""
        connection = self._connections.get(reverse)
        fresh = connection is None
        if connection is None:
            connection = self._connections[reverse] = _opened(self._made, reverse)
        elif self._limited and not reverse:  # only that one ever is
            connection.set_progress_handler(None, 0)
            self._limited = False
        for table, clear, insert, insert_all in self._fill:
            if not fresh:
                connection.execute(clear)
            if rows := database.get(table):
                rest = len(rows) % _TOGETHER
                if rest:
                    connection.executemany(insert, rows[:rest])
                if len(rows) > rest:
                    together = [chain(*rows[at : at + _TOGETHER]) for at in range(rest, len(rows), _TOGETHER)]
                    connection.executemany(insert_all, map(tuple, together))
        return connection

    def bounded(
        self, database: Mapping[str, Sequence[Row]], looks: int = _LOOKS
    ) -> Callable[[str, int], list[Any]]:
        """A function that runs a query on a database, and gives at most so many rows and one more.

        It is to be used until the next database is asked for. A query that takes more than `looks` times 20,000 steps
        fails with `sqlite3.OperationalError`.
        """
        connection = self.filled(database)
        connection.set_progress_handler(self._over, 20_000)
        self._limited = True
        self._most = looks

        def rows(sql: str, most: int) -> list[Any]:
            self._looks = 0
            return connection.execute(sql).fetchmany(most + 1)

        return rows

    def _over(self) -> bool:
        self._looks += 1
        return self._looks > self._most


def _opened(tables: Iterable[str], reverse: bool) -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", isolation_level=None, cached_statements=_STATEMENTS)
    # For a dozen rows, an index that SQLite would make for one run takes longer than to look at all of them.
    connection.execute("PRAGMA automatic_index = 0")
    connection.execute("PRAGMA temp_store = 2")
    connection.execute("PRAGMA journal_mode = OFF")  # nothing is ever taken back
    if reverse:
        connection.execute("PRAGMA reverse_unordered_selects = 1")
    connection.execute("BEGIN")
    for statement in tables:
        connection.execute(statement)
    return connection


def _inserting(table: str, columns: int, rows: int) -> str:
    row = f"({', '.join('?' * columns)})"
    return f"INSERT INTO {table} VALUES {', '.join([row] * rows)}"


_TOGETHER = 4
"""So many rows are put into a table by one statement."""
_STATEMENTS = 400
"""So many queries stay prepared."""


@contextmanager
def _connection() -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        connection.execute("PRAGMA page_size = 1024")
        yield connection
    finally:
        connection.close()


def rows_of(connection: sqlite3.Connection, sql: str) -> list[Row]:
    """All rows of a query, floats rounded to 12 digits."""
    return rounded_rows(connection.execute(sql))


def rounded(value: Json) -> Json:
    """A value for a payload: floats to 12 significant digits, so that engines agree on them."""
    return float(f"{value:.12g}") if isinstance(value, float) else value


def rounded_rows(rows: Iterable[Sequence[Json]]) -> list[Row]:
    """Rows of `rounded` values, as SQLite gives them."""
    return [[float(f"{value:.12g}") if type(value) is float else value for value in row] for row in rows]


def counted(rows: Sequence[Row]) -> dict[tuple[Json, ...], int]:
    """How often each row comes: equal for equal bags of rows (1 and 1.0 are equal, and no text is a number)."""
    counts: dict[tuple[Json, ...], int] = {}
    for row in map(tuple, rows):
        counts[row] = counts.get(row, 0) + 1
    return counts


def bag(rows: Sequence[Row]) -> list[tuple[tuple[int, Json], ...]]:
    """Rows in an order of their own, as keys that can be compared; equal bags have equal keys."""
    return sorted(
        tuple((0, 0) if v is None else (2, v) if isinstance(v, str) else (1, v) for v in row) for row in rows
    )


def grouped(rows: Sequence[Row], width: int) -> Groups:
    """Cut sorted rows into ties; the values behind the first `width` of a row are the keys they are sorted by.

    Within a tie the rows are put in an order of their own, so that the result does not depend on the engine's.
    """
    groups: Groups = []
    before: Row | None = None
    for row in rows:
        if before is None or row[width:] != before:
            groups.append([])
            before = row[width:]
        groups[-1].append(row[:width])
    return [tidy(group) for group in groups]


def tidy(rows: Sequence[Row]) -> list[Row]:
    """Rows in the order of `bag`."""
    if len(rows) < 2:
        return list(rows)
    for kinds in map(_kinds, zip(*rows, strict=True)):
        if not (kinds <= _TEXTS or kinds <= _NUMBERS):
            return sorted(rows, key=lambda row: bag([row]))
    return sorted(rows)


_TEXTS, _NUMBERS = frozenset({str}), frozenset({int, float, bool})


def _kinds(values: Iterable[Json]) -> set[type]:
    return set(map(type, values))


class ExpectedResult:
    """What the right query gives, to compare others with, many times.

    Args:
        rows: with the values by which they are sorted behind the first `width`.
        width: the number of columns of the result.
        ordered: whether an order is asked for.
    """

    def __init__(self, rows: Sequence[Sequence[Json]], width: int, *, ordered: bool) -> None:
        self._rows = rows
        self._width = width
        self._ordered = ordered
        self.size = len(rows)
        self._plain: list[Any] = [row[:width] for row in rows] if rows and len(rows[0]) != width else list(rows)
        self._parts: list[tuple[int, dict[tuple[Json, ...], int]]] | None = None

    @property
    def groups(self) -> Groups:
        """The rows as a payload has them."""
        rows = rounded_rows(self._rows)
        if self._ordered:
            return grouped(rows, self._width)
        return [tidy(rows)] if rows else []

    def same(self, rows: Sequence[Sequence[Json]]) -> bool:
        """Whether rows, as SQLite gives them, are the same result; floats must agree to 12 digits."""
        if len(rows) != self.size:
            return False
        if rows == self._plain:  # as they mostly are; equal values are close as well
            return True
        if len(rows[0]) != self._width:
            return False
        if self._parts is None:
            groups = self.groups if self._ordered else [rounded_rows(self._rows)]
            self._parts = [(len(group), counted(group)) for group in groups]
        start, close = 0, rounded_rows(rows)
        for size, due in self._parts:
            if counted(close[start : start + size]) != due:
                return False
            start += size
        return True


def same(groups: Groups, rows: Sequence[Row]) -> bool:
    """Whether rows are a result's groups one after the other, each in any order. Floats must agree to 12 digits."""
    if len(rows) != sum(map(len, groups)) or (rows and groups and len(rows[0]) != len(groups[0][0])):
        return False
    start = 0
    for group in groups:
        if bag(rows[start : start + len(group)]) != bag(group):
            return False
        start += len(group)
    return True
