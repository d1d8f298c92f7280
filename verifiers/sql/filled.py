"""Small databases, filled one after the other on connections that one verdict has for itself.

A query is judged on about twenty databases of one schema. To open a connection for each of them, and to let SQLite read
the schema and prepare the query twenty times, takes several times as long as to run it. So a verdict opens three
connections at most: for databases as they are, for those that are scanned in reverse, and for those that are stored in
falling order (`image.build`). Each database is put in within a transaction that is taken back behind the query. So every
query finds its database as it was stored, whatever happened before, and nothing outlasts the verdict.

The guards are those of `runner`. Only the tables that SQLite says the query reads are filled, from the second time on;
the rows of others cannot be seen by it. Behind each query it is counted that nothing was written.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import Any, Self

from .allowed import reads_only
from .image import bare, in_falling_order, inserts_of
from .runner import STEP, Budget, Limits, NotARead, Result, fetched, set_limits

Json = Any

MOST_ROWS = 400
"""Rows of a database, on average: of more, an image that is kept is opened faster than rows are put in."""
_ROW_BYTES = 1_000_000_000
_VALUES = 32_766


class Unusable(Exception):
    """The databases of a task cannot be built, whatever the query is."""


def is_small(sql: Mapping[str, Json]) -> bool:
    """Whether the databases of ``payload["sql"]`` are small enough to be filled for each verdict.

    Raises:
        ValueError: they are no databases.
    """
    try:
        rows = sum(sum(map(len, database.values())) for database in sql["databases"])
        return rows <= MOST_ROWS * len(sql["databases"])
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"the databases of a task cannot be built: {error!s:.200}") from error


class FilledDatabases:
    """The databases of ``payload["sql"]``, to run one query after the other on. Not to be shared by threads.

    Args:
        sql: with ``schema``, ``tables`` and ``databases``.
    """

    def __init__(self, sql: Mapping[str, Json]) -> None:
        self._sql = sql
        self._inserts = inserts_of(sql["tables"])
        self._places: dict[int, _Place] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *details: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        for place in self._places.values():
            place.connection.close()
        self._places.clear()

    def run(self, number: int, text: str, limits: Limits) -> Result:
        """The result of a query that `runner.check_read` has let pass, cut at the limits of rows and characters.

        Args:
            number: of the database.
            text: the query.
            limits: what it may take.

        Raises:
            QueryError: it gives no result; the subclass says why.
            Unusable: the database cannot be built.
        """
        way = number % 3
        try:
            place = self._places.get(way)
            if place is None:
                place = self._places[way] = _Place(tuple(self._sql["schema"]), way)
            place.fill(self._sql["databases"][number], self._inserts, text, falling=way == 2)
        except (sqlite3.Error, AttributeError, KeyError, IndexError, TypeError, OverflowError) as error:
            raise Unusable(f"the databases of a task cannot be built: {error!s:.200}") from error
        try:
            return place.run(text, limits)
        except BaseException:
            # Nothing is known of a statement that failed; the next one finds a new connection.
            place.connection.close()
            del self._places[way]
            raise


class _Place:
    """A connection, with what the queries on it read."""

    def __init__(self, schema: tuple[str, ...], way: int) -> None:
        self.connection = sqlite3.connect(
            ":memory:", isolation_level=None, cached_statements=64, check_same_thread=False
        )
        try:
            self.connection.deserialize(bare(schema, turned=way == 2))
            if way == 1:
                self.connection.execute("PRAGMA reverse_unordered_selects = 1")
            set_limits(self.connection, Limits())
            self.connection.set_authorizer(self._authorize)
        except BaseException:
            self.connection.close()
            raise
        self._armed = False
        self._read: set[str] = set()
        self._known: dict[str, set[str]] = {}

    def _authorize(
        self, action: int, first: str | None, second: str | None, database: str | None, trigger: str | None
    ) -> int:
        """The authorizer. Our own statements pass; of queries, what they read is noted."""
        if not self._armed:
            return sqlite3.SQLITE_OK
        if action == sqlite3.SQLITE_READ and first is not None:
            self._read.add(first.lower())
        return reads_only(action, first, second, database, trigger)

    def fill(self, database: Mapping[str, Json], inserts: Mapping[str, str], text: str, *, falling: bool) -> None:
        """Put the rows in of tables that a query reads, as far as it is known which ones these are."""
        connection, known = self.connection, self._known.get(text)
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _ROW_BYTES)
        connection.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, _VALUES)
        connection.execute("BEGIN")
        try:
            for table, rows in database.items():
                if known is None or table.lower() in known:
                    connection.executemany(inserts[table], in_falling_order(rows) if falling else rows)
        except BaseException:
            connection.execute("ROLLBACK")
            raise

    def run(self, text: str, limits: Limits) -> Result:
        """Run a query on what was filled in, and take that back."""
        connection, budget = self.connection, Budget(limits)
        written = connection.total_changes
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, limits.text)
        connection.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, 0)
        connection.set_progress_handler(budget, STEP)
        self._armed, self._read = True, set()
        result = fetched(connection, text, limits, budget, cut=True)
        self._armed = False
        if connection.total_changes != written or not connection.in_transaction:
            raise NotARead("Only one statement that reads (SELECT, WITH, VALUES) is allowed.")
        connection.set_progress_handler(None, 0)
        connection.execute("ROLLBACK")
        # A statement that is prepared already asks the authorizer nothing.
        self._known.setdefault(text, self._read)
        return result
