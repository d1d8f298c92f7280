"""Reading a user's SQLite file: the statements as they are, the keys, and some rows of each table."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from ..generators.sql.schema import Database, Row
from ..verifiers.sql.image import quoted
from .facts import MAX_TEXT, ImportedColumn, ImportedDatabase, ImportedTable

Json = Any

SAMPLE = 1000
WHOLE_ROWS = 300
"""A database with no more rows than this is kept whole, as one of those that judge answers."""
WHOLE_CHARS = 20_000
_COLLATE = re.compile(r"\bCOLLATE\s+(\w+)", re.IGNORECASE)


def read(path: Path) -> ImportedDatabase:
    """The database of a file, which is not changed.

    Raises:
        ValueError: it is no SQLite database, or has no table that can be used.
    """
    if not path.is_file():
        raise ValueError(f"{path} is not a file")
    try:
        with _opened(path) as connection:
            return _read(path, connection)
    except sqlite3.Error as error:
        raise ValueError(f"{path}: cannot be read as an SQLite database: {error}") from error


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        # Files in the wild hold texts that are not UTF-8.
        connection.text_factory = lambda data: data.decode("utf-8", "replace")
        yield connection


def _read(path: Path, connection: sqlite3.Connection) -> ImportedDatabase:
    kinds = {row[1]: row[2] for row in connection.execute("PRAGMA table_list") if row[0] == "main"}
    tables, left_out = [], {}
    for name, statement in connection.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
    ).fetchall():
        if kinds.get(name) != "table" or not statement:
            left_out[name] = "it is no ordinary table"
            continue
        try:
            tables.append(_table(connection, name, statement))
        except ValueError as error:
            left_out[name] = str(error)
    if not tables:
        raise ValueError(f"{path}: there is no table that can be used")
    views = [
        statement
        for (statement,) in connection.execute(
            "SELECT sql FROM sqlite_master WHERE type = 'view' ORDER BY rowid"
        )
    ]
    database = ImportedDatabase(path.stem, "sqlite", tuple(tables), (), left_out, _whole(connection, tables))
    return ImportedDatabase(
        database.name, "sqlite", database.tables, tuple(_usable(database, views)), left_out, database.whole
    )


def _table(connection: sqlite3.Connection, name: str, statement: str) -> ImportedTable:
    # cid, name, type, notnull, default, pk, hidden
    info = connection.execute(f"PRAGMA table_xinfo({quoted(name)})").fetchall()
    if any(column[6] for column in info):
        raise ValueError("it has generated columns")
    primary = tuple(column[1] for column in sorted(info, key=lambda c: c[5]) if column[5])
    unique = [primary] if primary else []
    for index in connection.execute(f"PRAGMA index_list({quoted(name)})").fetchall():
        # number, name, unique, origin, partial
        parts = tuple(row[2] for row in connection.execute(f"PRAGMA index_info({quoted(index[1])})"))
        if index[2] and not index[4] and None not in parts and parts not in unique:
            unique.append(parts)
    columns = tuple(
        ImportedColumn(column[1], column[2], nullable=not column[3] and column[1] not in primary)
        for column in info
    )
    links: list[tuple[str, str, str]] = []
    for link in connection.execute(f"PRAGMA foreign_key_list({quoted(name)})").fetchall():
        # id, sequence, table, from, to; `to` is empty where the primary key is meant
        target = link[4] or _primary(connection, link[2])
        if target is not None:
            links.append((link[3], link[2], target))
    links = [(_own_case(columns, column), table, target) for column, table, target in links]
    return ImportedTable(
        name,
        _tidy(statement),
        _plain(name, info, statement),
        columns,
        tuple(unique),
        tuple(links),
        _count(connection, name),
        _sample(connection, name),
    )


def _own_case(columns: tuple[ImportedColumn, ...], name: str) -> str:
    return next((column.name for column in columns if column.name.lower() == name.lower()), name)


def _primary(connection: sqlite3.Connection, table: str) -> str | None:
    found = [row[1] for row in connection.execute(f"PRAGMA table_info({quoted(table)})") if row[5]]
    return found[0] if len(found) == 1 else None


def _tidy(statement: str) -> str:
    return "\n".join(line.rstrip() for line in statement.replace("\r\n", "\n").split("\n"))


def _plain(name: str, info: list[tuple[Any, ...]], statement: str) -> str:
    """The table with its types and collations only."""
    parts = []
    for column in info:
        # The declaration of a column goes from its name to the next comma; that is enough to find its collation.
        found = re.search(rf'["`\[]?\b{re.escape(column[1])}\b["`\]]?\s([^,]*)', statement, re.IGNORECASE)
        collate = _COLLATE.search(found[1]) if found else None
        parts.append(f"{quoted(column[1])} {column[2]}" + (f" COLLATE {collate[1]}" if collate else ""))
    return f"CREATE TABLE {quoted(name)} ({', '.join(parts)})"


def _count(connection: sqlite3.Connection, name: str) -> int:
    limit = 1_000_000  # so that it takes no time on a large file
    (rows,) = connection.execute(
        f"SELECT COUNT(*) FROM (SELECT 1 FROM {quoted(name)} LIMIT {limit})"
    ).fetchone()
    return int(rows)


def _sample(connection: sqlite3.Connection, name: str) -> list[Row]:
    """The first rows, as JSON values."""
    rows = connection.execute(f"SELECT * FROM {quoted(name)} LIMIT {SAMPLE}").fetchall()
    return [[_value(value) for value in row] for row in rows]


def _value(value: Any) -> Json:
    if isinstance(value, bytes):
        return None
    if isinstance(value, float) and (value != value or abs(value) == float("inf")):
        return None
    return value


def _whole(connection: sqlite3.Connection, tables: list[ImportedTable]) -> Database | None:
    """All rows, if they are few and small and JSON can hold them as they are."""
    if sum(table.rows for table in tables) > WHOLE_ROWS:
        return None
    whole: Database = {}
    for table in tables:
        whole[table.name] = [list(row) for row in connection.execute(f"SELECT * FROM {quoted(table.name)}")]
        for row in whole[table.name]:
            if any(
                _value(value) != value or (isinstance(value, str) and len(value) > MAX_TEXT) for value in row
            ):
                return None
    return whole if len(json.dumps(whole)) <= WHOLE_CHARS else None


def _usable(database: ImportedDatabase, views: list[str]) -> Iterator[str]:
    """The views that can be made from the tables that are kept."""
    with closing(sqlite3.connect(":memory:")) as scratch:
        for statement in database.statements():
            scratch.execute(statement)
        for number, statement in enumerate(views):
            try:
                scratch.execute(statement)
                (name,) = scratch.execute(
                    "SELECT name FROM sqlite_master WHERE type = 'view' ORDER BY rowid DESC LIMIT 1"
                ).fetchone()
                scratch.execute(f"SELECT * FROM {quoted(name)} LIMIT 0")
            except sqlite3.Error:
                continue
            else:
                yield views[number]
