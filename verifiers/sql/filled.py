"""Small databases, without opening and reading each one anew for every answer.

A query is judged on about twenty databases of one schema. To open a connection for each of them, and to let SQLite read
the schema and prepare the query twenty times, takes several times as long as to run it. So there are two ways:

* `FilledDatabases`, for the first answer to a task: three connections at most, for databases as they are, for those
  that are scanned in reverse, and for those that are stored in falling order (`image.build`). The rows of each database
  take the place of those of the one before. From the second database on, only tables whose names occur in the query
  are filled; it cannot see the rows of others. (What the authorizer is asked about is not enough: it hears nothing of
  a table of which only the columns of ``USING`` or of a natural join are read.) Nothing outlasts the verdict.
* `KeptDatabases`, for further answers to the same task: a connection for each database, which stays open.

The guards are those of `runner`. Behind each query it is looked at that nothing was written.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Self

from .allowed import reads_only
from .image import bare, content_key, forget_keys, in_falling_order, inserts_of, packed, quoted
from .runner import STEP, Budget, Limits, NotARead, Result, fetched, set_limits

Json = Any

MOST_ROWS = 400
"""Rows of a database, on average: of more, an image that is kept is opened faster than rows are put in."""
_MOST_KEPT = 32
"""Tasks whose databases stay open: about twenty connections of 55 KiB each."""
_MOST_SEEN = 2048
_SPOILT = (sqlite3.Error, AttributeError, KeyError, IndexError, TypeError, OverflowError)
_ROW_BYTES = 1_000_000_000
_VALUES = 32_766

_KEPT: dict[bytes, KeptDatabases] = {}
_SEEN: dict[bytes | None, bool] = {}
"""What tasks that had a verdict look like."""
_TAKEN: set[bytes] = set()
"""Tasks whose databases a verdict is using."""
_LOCK = threading.Lock()


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
            place.fill(self._sql["databases"][number], self._inserts, text, falling=way == 2, whole=number == 0)
        except _SPOILT as error:
            if (spoilt := self._places.pop(way, None)) is not None:
                spoilt.connection.close()
            raise _unusable(error) from error
        try:
            return place.run(text, limits)
        except BaseException:
            # Nothing is known of a statement that failed; the next one finds a new connection.
            place.connection.close()
            del self._places[way]
            raise


class KeptDatabases:
    """The databases of ``payload["sql"]``, each on a connection that stays open for the next answers to the task.

    No answer changes what the next one finds: the authorizer lets reading pass and nothing else, the engine refuses
    each change by itself (``query_only``), behind each query it is looked at that no row was changed, and a database
    that a query failed on is made anew. Not to be shared by threads at the same time.

    Args:
        sql: with ``schema``, ``tables`` and ``databases``.
    """

    def __init__(self, sql: Mapping[str, Json]) -> None:
        self._sql = sql
        self._inserts = inserts_of(sql["tables"])
        self._opened: dict[int, sqlite3.Connection] = {}
        self._budget = Budget(Limits())
        self._text = Limits().text
        self._allowed = ["", "", ""]
        """For each way the query that the authorizer let pass on a database of it. It asks nothing but the text and the
        tables, which are the same on all of them."""

    def close(self) -> None:
        """Close the connections."""
        for connection in self._opened.values():
            connection.close()
        self._opened.clear()

    def run(self, number: int, text: str, limits: Limits) -> Result:
        """See `FilledDatabases.run`."""
        connection = self._opened.get(number)
        if connection is None:
            try:
                connection = self._opened[number] = self._open(number)
            except _SPOILT as error:
                raise _unusable(error) from error
        budget, changes, way = self._budget, connection.total_changes, number % 3
        budget.start(limits)
        try:
            if limits.text != self._text:
                for each in self._opened.values():
                    each.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, limits.text)
                self._text = limits.text
            if number < 3 or self._allowed[way] == text:
                result = fetched(connection, text, limits, budget, cut=True)
                self._allowed[way] = text
            else:
                connection.set_authorizer(reads_only)
                result = fetched(connection, text, limits, budget, cut=True)
                connection.set_authorizer(None)
            if connection.total_changes != changes or connection.in_transaction:
                raise NotARead("Only one statement that reads (SELECT, WITH, VALUES) is allowed.")
        except BaseException:
            del self._opened[number]
            connection.close()
            raise
        return result

    def _open(self, number: int) -> sqlite3.Connection:
        """A connection to a filled database under all limits, on which nothing can be changed."""
        # A statement that stays prepared goes on with its count of steps, so a verdict would depend on those before it.
        connection = _connected(tuple(self._sql["schema"]), number % 3, statements=0)
        try:
            connection.execute("BEGIN")
            for table, rows in self._sql["databases"][number].items():
                connection.executemany(
                    self._inserts[table], in_falling_order(rows) if number % 3 == 2 else rows
                )
            connection.execute("COMMIT")
            connection.execute("PRAGMA query_only = 1")
            set_limits(connection, Limits(text=self._text))
            connection.set_progress_handler(self._budget, STEP)
            if number < 3:
                connection.set_authorizer(reads_only)
            return connection
        except BaseException:
            connection.close()
            raise


@contextmanager
def databases_of(sql: Mapping[str, Json]) -> Iterator[FilledDatabases | KeptDatabases]:
    """The databases of ``payload["sql"]`` for one verdict; from the second one on they are kept for the next.

    Raises:
        ValueError: they are no databases.
    """
    sight = _sight(sql)
    key = content_key(sql) if sight in _SEEN else None  # which takes longer
    kept: KeptDatabases | None = None
    with _LOCK:
        _SEEN.pop(sight, None)
        _SEEN[sight] = True  # the latest is last
        while len(_SEEN) > _MOST_SEEN:
            del _SEEN[next(iter(_SEEN))]
        if key is not None:
            kept = _KEPT.pop(key, None)
            if kept is None and key not in _TAKEN:  # else another thread has them
                kept = KeptDatabases(sql)
            if kept is not None:
                _TAKEN.add(key)
    if key is None or kept is None:
        with FilledDatabases(sql) as databases:
            yield databases
        return
    try:
        yield kept
    finally:
        old: list[KeptDatabases] = []
        with _LOCK:
            _TAKEN.discard(key)
            _KEPT[key] = kept  # the latest is last
            while len(_KEPT) > _MOST_KEPT:
                old.append(_KEPT.pop(next(iter(_KEPT))))
        for one in old:
            one.close()


def _sight(sql: Mapping[str, Json]) -> bytes:
    """A mark of a task's databases that is quickly made, and that others may have as well."""
    return packed((sql["schema"], sql["databases"][:1]))


def forget() -> None:
    """Close all that is kept."""
    forget_keys()
    with _LOCK:
        old = list(_KEPT.values())
        _KEPT.clear()
        _SEEN.clear()
    for one in old:
        one.close()


def _unusable(error: Exception) -> Unusable:
    """Tells an error of a task's databases from those of a query."""
    return Unusable(f"the databases of a task cannot be built: {error!s:.200}")


def _connected(schema: tuple[str, ...], way: int, *, statements: int) -> sqlite3.Connection:
    """A connection to a database without rows; the way is the number of the database by three."""
    connection = sqlite3.connect(
        ":memory:", isolation_level=None, cached_statements=statements, check_same_thread=False
    )
    try:
        connection.deserialize(bare(schema, turned=way == 2))
        if way == 1:
            connection.execute("PRAGMA reverse_unordered_selects = 1")
    except BaseException:
        connection.close()
        raise
    return connection


class _Place:
    """A connection to one database after the other."""

    def __init__(self, schema: tuple[str, ...], way: int) -> None:
        self.connection = _connected(schema, way, statements=64)
        set_limits(self.connection, Limits())
        self.connection.execute("PRAGMA journal_mode = OFF")  # nothing is ever taken back
        self.connection.execute("BEGIN")
        self._budget = Budget(Limits())
        self._armed = False
        self._full: list[str] = []
        self.connection.set_authorizer(self._authorize)

    def _authorize(
        self, action: int, first: str | None, second: str | None, database: str | None, trigger: str | None
    ) -> int:
        """The authorizer. Our own statements pass."""
        if not self._armed:
            return sqlite3.SQLITE_OK
        return reads_only(action, first, second, database, trigger)

    def fill(
        self, database: Mapping[str, Json], inserts: Mapping[str, str], text: str, *, falling: bool, whole: bool
    ) -> None:
        """Put rows in the place of those before, in tables that a query may read, or in all."""
        connection, folded = self.connection, _folded(text)
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _ROW_BYTES)
        connection.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, _VALUES)
        for table in self._full:
            connection.execute(f"DELETE FROM {quoted(table)}")
        self._full = [table for table, rows in database.items() if rows and (whole or _occurs(table, folded))]
        for table in self._full:
            rows = database[table]
            connection.executemany(inserts[table], in_falling_order(rows) if falling else rows)

    def run(self, text: str, limits: Limits) -> Result:
        """Run a query on what was filled in."""
        connection, budget = self.connection, self._budget
        budget.start(limits)
        written = connection.total_changes
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, limits.text)
        connection.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, 0)
        connection.set_progress_handler(budget, STEP)
        self._armed = True
        result = fetched(connection, text, limits, budget, cut=True)
        self._armed = False
        if connection.total_changes != written or not connection.in_transaction:
            raise NotARead("Only one statement that reads (SELECT, WITH, VALUES) is allowed.")
        connection.set_progress_handler(None, 0)
        return result


def _folded(text: str) -> bytes:
    """A text in which names are alike that SQLite takes for one: it folds the letters of ASCII, and no others."""
    return text.encode("utf-8", "surrogatepass").lower()


def _occurs(table: str, folded: bytes) -> bool:
    """Whether a query names a table; a name with a quote in it may be written in several ways, and always does."""
    return any(quote in table for quote in "\"`]'") or _folded(table) in folded
