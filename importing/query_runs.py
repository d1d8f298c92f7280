"""Where a user's queries are run while they are imported: through the same engines, fences and limits as any answer.

`as_stored` puts rows into tables that are made by the user's own statements, leaves out those that a constraint
refuses, and reads them back, so that a task's rows are what the tables can hold. `Runs` runs a query on many
databases.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import lru_cache
from typing import Any

from ..generators.sql.schema import Database, Row
from ..verifiers.sql import engines, image
from ..verifiers.sql.engines.ddl import insert, without_references
from ..verifiers.sql.engines.postgres import Server, server
from ..verifiers.sql.runner import Failed, Limits, Result, TooMuch, check_read, open_copy, run, translated
from .facts import ImportedDatabase

Json = Any

LIMITS = Limits(steps=1_000_000, rows=400, chars=40_000, seconds=2.0)
"""What a reference may take on one tiny database: less than an answer may."""


class Runs:
    """Databases of one schema to run queries on.

    Args:
        dialect: ``sqlite`` or ``postgres``.
        statements: what makes the tables.
        names: the columns of each table.
        databases: the rows.

    Raises:
        ValueError: the databases cannot be built.
    """

    def __init__(
        self,
        dialect: str,
        statements: Sequence[str],
        names: Mapping[str, Sequence[str]],
        databases: Sequence[Database],
    ) -> None:
        self._images: Sequence[bytes] | None = None
        if dialect == "sqlite":
            images = image.build(statements, names, databases)
            self._images = images

            def run_here(number: int, sql: str, limits: Limits) -> Result:
                return run(images[number], sql, limits)

            self._run: engines.Run = run_here
        else:
            parts = {"dialect": dialect, "schema": statements, "tables": names, "databases": databases}
            self._run = engines.runner(parts)

    def rows(self, number: int, sql: str) -> list[Row]:
        """What a query gives on the database of a number.

        Raises:
            QueryError: nothing.
        """
        result = self._run(number, sql, LIMITS)
        if any(isinstance(value, (bytes, bytearray)) for row in result.rows for value in row):
            raise TooMuch("The result holds binary values, which a task cannot hold.")
        return [[_rounded(value) for value in row] for row in result.rows]

    @contextmanager
    def opened(self, number: int) -> Iterator[Callable[[str, int], list[Row]]]:
        """A function that gives a query's first rows, at most so many and one more, on the database of a number.

        With SQLite, all queries share one copy, which none of them can change; each has the limits for itself. The
        function raises QueryError where there is nothing.
        """
        if self._images is None:
            yield lambda sql, most: self.rows(number, sql)
            return
        connection, budget = open_copy(self._images[number], LIMITS)

        def rows(sql: str, most: int) -> list[Row]:
            _check(sql)
            budget.left, budget.over = LIMITS.steps, False
            budget.until = time.thread_time() + LIMITS.seconds
            try:
                found = connection.execute(sql).fetchmany(most + 1)
            except (sqlite3.Error, sqlite3.Warning) as error:
                raise translated(error, budget) from None
            except (UnicodeDecodeError, OverflowError, MemoryError) as error:
                raise Failed(f"A value cannot be read: {error!s:.100}") from None
            return [[_rounded(value) for value in row] for row in found]

        with closing(connection):
            yield rows


@lru_cache(4096)
def _check(sql: str) -> None:
    check_read(sql, LIMITS)


def _rounded(value: Json) -> Json:
    """A value for a payload: floats to 12 significant digits; what JSON cannot hold as a text that equals nothing."""
    if isinstance(value, float):
        return float(f"{value:.12g}") if abs(value) < 1e300 else str(value)
    return value


def as_stored(database: ImportedDatabase, rows: Database) -> Database:
    """The rows that the user's own tables take, as they hold them.

    Raises:
        ValueError: the tables cannot be made from their statements.
    """
    if database.dialect == "sqlite":
        return _settled_in_sqlite(database, rows)
    return _settled_in_postgres(database, rows, server())


def _settled_in_sqlite(database: ImportedDatabase, rows: Database) -> Database:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as scratch:
        try:
            for statement in database.statements():
                scratch.execute(statement)
        except sqlite3.Error as error:
            raise ValueError(f"the tables cannot be made from their statements: {error}") from error
        as_stored: Database = {}
        for table in database.tables:
            text = f"INSERT OR IGNORE INTO {image.quoted(table.name)} VALUES ({', '.join('?' * len(table.columns))})"
            for row in rows.get(table.name, ()):
                try:
                    scratch.execute(text, row)
                except (sqlite3.Error, OverflowError):
                    continue  # CHECK, or a type of a strict table
            found = scratch.execute(f"SELECT * FROM {image.quoted(table.name)}")
            as_stored[table.name] = [list(row) for row in found]
        return as_stored


def _settled_in_postgres(database: ImportedDatabase, rows: Database, there: Server) -> Database:
    import psycopg

    admin = there.admin()
    as_stored: Database = {}
    try:
        with admin.transaction(force_rollback=True):
            admin.execute("CREATE SCHEMA scratch")
            admin.execute("SET LOCAL search_path = scratch")
            for statement in database.statements():
                admin.execute(without_references(statement))
            for table in database.tables:
                for row in rows.get(table.name, ()):
                    try:
                        with admin.transaction():
                            admin.execute(insert(image.quoted(table.name), [row]))
                    except (psycopg.DataError, psycopg.IntegrityError):
                        continue
                columns = ", ".join(f"{image.quoted(name)}::text" for name in table.names)
                found = admin.execute(f"SELECT {columns} FROM {image.quoted(table.name)}").fetchall()
                numbers = [_is_number(column.declared) for column in table.columns]
                as_stored[table.name] = [
                    [
                        _number(value) if is_number else value
                        for value, is_number in zip(row, numbers, strict=True)
                    ]
                    for row in found
                ]
    except psycopg.Error as error:
        raise ValueError(f"the tables cannot be made from their statements: {error}") from error
    return as_stored


def _is_number(declared: str) -> bool:
    return any(word in declared.lower() for word in ("int", "numeric", "real", "double", "decimal", "serial"))


def _number(text: str | None) -> Json:
    if text is None:
        return None
    try:
        return int(text)
    except ValueError:
        return float(text)
