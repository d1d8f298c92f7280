"""Running our own queries on our own small databases, with SQLite. Nothing that a model wrote comes here."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from ..base import Json
from .schema import Row, Schema

Groups = list[list[Row]]
"""A result: one list of rows for each set of rows that tie in the order asked for."""


class EmptyDatabase:
    """A database of a schema without rows, from which databases are copied."""

    def __init__(self, schema: Schema) -> None:
        self._insert = {
            table.name: f"INSERT INTO {table.name} VALUES ({', '.join('?' * len(table.columns))})"
            for table in schema.tables
        }
        with _connection() as connection:
            for statement in schema.ddl():
                connection.execute(statement)
            self._image = connection.serialize()

    @contextmanager
    def filled(
        self, database: Mapping[str, Sequence[Row]], *, reverse: bool = False
    ) -> Iterator[sqlite3.Connection]:
        """A connection to a database with rows, closed at the end.

        With `reverse`, rows for which no order is asked come in the opposite one, as they do on every third database
        when an answer is judged.
        """
        with _connection() as connection:
            connection.deserialize(self._image)
            if reverse:
                connection.execute("PRAGMA reverse_unordered_selects = 1")
            connection.execute("BEGIN")
            for table, rows in database.items():
                connection.executemany(self._insert[table], rows)
            connection.execute("COMMIT")
            yield connection


class QueryTrials:
    """Two connections to a schema, one for each order of rows, on which many databases are tried one after the other.

    Rows are put in within a transaction that is taken back afterwards, so a query that is run on many databases is
    prepared once.
    """

    def __init__(self, schema: Schema) -> None:
        """Opens the connections; `close` them."""
        self._insert = {
            table.name: f"INSERT INTO {table.name} VALUES ({', '.join('?' * len(table.columns))})"
            for table in schema.tables
        }
        self._connections = [_opened(schema, reverse) for reverse in (False, True)]

    def close(self) -> None:
        """Closes the connections."""
        for connection in self._connections:
            connection.close()

    @contextmanager
    def filled(
        self, database: Mapping[str, Sequence[Row]], *, reverse: bool = False
    ) -> Iterator[sqlite3.Connection]:
        """What `Empty.filled` gives; only one at a time."""
        connection = self._connections[reverse]
        connection.execute("BEGIN")
        try:
            for table, rows in database.items():
                connection.executemany(self._insert[table], rows)
            yield connection
        finally:
            connection.execute("ROLLBACK")

    @contextmanager
    def bounded(self, database: Mapping[str, Sequence[Row]]) -> Iterator[Callable[[str, int], list[Row]]]:
        """A function that runs a query on a filled database, and gives at most so many rows and one more.

        A query that takes more than `_LOOKS` thousand steps fails with `sqlite3.OperationalError`.
        """
        looks = 0

        def over() -> bool:
            nonlocal looks
            looks += 1
            return looks > _LOOKS

        with self.filled(database) as connection:

            def rows(sql: str, most: int) -> list[Row]:
                nonlocal looks
                looks = 0
                return connection.execute(sql).fetchmany(most + 1)

            connection.set_progress_handler(over, 1000)
            try:
                yield rows
            finally:
                connection.set_progress_handler(None, 0)


def _opened(schema: Schema, reverse: bool) -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", isolation_level=None, cached_statements=_STATEMENTS)
    connection.execute("PRAGMA page_size = 1024")
    for statement in schema.ddl():
        connection.execute(statement)
    if reverse:
        connection.execute("PRAGMA reverse_unordered_selects = 1")
    return connection


_LOOKS = 60
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
    return sorted(rows, key=lambda row: bag([row]))


class ExpectedResult:
    """A result that others are compared with, many times."""

    def __init__(self, groups: Groups) -> None:
        """Prepares the groups of a result."""
        self._counts = [counted(group) for group in groups]
        self._sizes = [len(group) for group in groups]
        self.size = sum(self._sizes)
        self._width = len(groups[0][0]) if groups else 0

    def same(self, rows: Sequence[Row]) -> bool:
        """What `same` says of the groups and rows."""
        if len(rows) != self.size or (rows and len(rows[0]) != self._width):
            return False
        start = 0
        for due, size in zip(self._counts, self._sizes, strict=True):
            if counted(rows[start : start + size]) != due:
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
