"""Databases as images: rows in, the bytes of a serialised SQLite database out."""

from __future__ import annotations

import marshal
import re
import sqlite3
import threading
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from functools import lru_cache
from hashlib import sha256
from operator import itemgetter
from typing import Any

from .identity import ByIdentity

Json = Any

_CACHED = 128
"""Payloads whose images are kept: about 50 KiB each where the databases are tiny."""
_KEY = re.compile(r"\b(INTEGER\s+PRIMARY\s+KEY)\b(?!\s+(?:ASC|DESC|AUTOINCREMENT)\b)", re.IGNORECASE)
_MADE = re.compile(r"CREATE TABLE ([A-Za-z_]\w*) ?\(")
_DIGESTS = ByIdentity(32)
_IMAGES: dict[bytes, tuple[bytes, ...]] = {}
_LOCK = threading.Lock()


def build(
    schema: Sequence[str],
    tables: Mapping[str, Sequence[str]],
    databases: Iterable[Mapping[str, Json]],
    *,
    varied: bool = False,
) -> list[bytes]:
    """The images of some databases of one schema.

    Args:
        schema: the statements that make the tables.
        tables: the columns of each table, in the order of the rows' values.
        databases: for each table its rows; a table that is not named is empty.
        varied: store every third database (the third, the sixth, ...) with its rows in falling order and with keys that
            are not SQLite's row numbers. What can be read is the same, but rows that tie no longer come in the order of
            their keys by chance, so that a query without its tie-breaker shows.

    Raises:
        ValueError: a statement or a row does not go with the others.
    """
    images: list[bytes] = []
    try:
        inserts = inserts_of(tables)
        with ExitStack() as opened:
            places = {False: opened.enter_context(_Connection())}
            _make(places[False], schema, turned=False)
            for number, database in enumerate(databases):
                turned = varied and number % 3 == 2
                if turned not in places:
                    places[turned] = opened.enter_context(_Connection())
                    _make(places[turned], schema, turned=turned)
                images.append(_filled(places[turned], inserts, database, turned=turned))
    except (sqlite3.Error, KeyError, OverflowError) as error:
        raise ValueError(f"the databases of a task cannot be built: {error!s:.200}") from error
    return images


def images_of(
    sql: Mapping[str, Json], *, varied: bool = False, only: frozenset[str] | None = None
) -> tuple[bytes, ...]:
    """The images of all databases of ``payload["sql"]``, remembered by its content; see `build`.

    Args:
        sql: with ``schema``, ``tables`` and ``databases``.
        varied: see `build`.
        only: the tables that are needed. Others are left out if the statements tell which table they make.

    Raises:
        ValueError: see `build`.
    """
    parts = (sql["schema"], sql["tables"], sql["databases"])
    key = content_key(sql)
    if only is not None and len(only) < len(sql["tables"]):
        parts = _part(*parts, only)
        key = key and key + marshal.dumps(sorted(only), 2)
    if key is None:
        return tuple(build(*parts, varied=varied))
    with _LOCK:
        known = _IMAGES.pop(key, None)
        if known is not None:
            _IMAGES[key] = known  # the latest is last
            return known
    made = tuple(build(*parts, varied=varied))
    with _LOCK:
        _IMAGES[key] = made
        while len(_IMAGES) > _CACHED:
            del _IMAGES[next(iter(_IMAGES))]
    return made


def _part(
    schema: Sequence[str],
    tables: Mapping[str, Sequence[str]],
    databases: Sequence[Mapping[str, Json]],
    only: frozenset[str],
) -> tuple[Sequence[str], Mapping[str, Sequence[str]], Sequence[Mapping[str, Json]]]:
    """Schema, tables and databases with some of the tables; all, if a statement does not tell which one it makes."""
    some = schema_of(schema, only)
    if some is None:
        return schema, tables, databases
    return (
        some,
        {table: columns for table, columns in tables.items() if table in only},
        [{table: rows for table, rows in database.items() if table in only} for database in databases],
    )


def schema_of(schema: Sequence[str], only: frozenset[str]) -> list[str] | None:
    """The statements that make some of the tables; None if there is one that does not tell which table it makes."""
    made = [(_MADE.match(statement), statement) for statement in schema]
    if not all(match for match, _ in made):
        return None
    return [statement for match, statement in made if match is not None and match[1] in only]


def content_key(sql: Mapping[str, Json]) -> bytes | None:
    """A key of the databases of ``payload["sql"]`` by their contents, which are looked at once for the same object.

    None for a payload that is made of other sequences and mappings than lists and dictionaries.
    """
    try:
        databases = _DIGESTS.of(sql["databases"], _digest)
        return databases + marshal.dumps((sql["schema"], sql["tables"]), 2)
    except ValueError:
        return None


def _digest(value: Json) -> bytes:
    # Only a key: nothing is read back from it.
    return sha256(marshal.dumps(value, 2)).digest()


def packed(value: Json) -> bytes:
    """A value as bytes, quickly: only a key, nothing is read back from it."""
    try:
        return marshal.dumps(value, 2)
    except ValueError:  # other sequences and mappings than lists and dictionaries
        return repr(value).encode("utf-8", "surrogatepass")


def forget_keys() -> None:
    """Look at the contents of all databases anew."""
    _DIGESTS.clear()


@lru_cache(maxsize=256)
def bare(schema: tuple[str, ...], *, turned: bool = False) -> bytes:
    """The image of a database without rows; see `build` for those that are turned."""
    with _Connection() as connection:
        _make(connection, schema, turned=turned)
        return connection.serialize()


def _make(connection: sqlite3.Connection, schema: Sequence[str], *, turned: bool) -> None:
    """Make the tables."""
    for statement in schema:
        connection.execute(_KEY.sub(r"\1 DESC", statement) if turned else statement)


def _filled(
    connection: sqlite3.Connection, inserts: Mapping[str, str], database: Mapping[str, Json], *, turned: bool
) -> bytes:
    """The image of a database, put into empty tables, which are empty again behind it."""
    connection.execute("BEGIN")
    for table, rows in database.items():
        insert = inserts[table]
        if rows:
            connection.executemany(insert, in_falling_order(rows) if turned else rows)
    # What is not committed is in the image as well: it is copied from the pages that this connection sees.
    made = connection.serialize()
    connection.execute("ROLLBACK")
    return made


def inserts_of(tables: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """For each table the statement that puts a row into it."""
    return {
        table: f"INSERT INTO {quoted(table)} VALUES ({', '.join('?' * len(columns))})"
        for table, columns in tables.items()
    }


def in_falling_order(rows: Sequence[Any]) -> list[Any]:
    """Rows in falling order of their first values."""
    if all(type(row[0]) is int for row in rows):  # as they mostly are; rows with the same one stay in order
        return sorted(rows, key=itemgetter(0), reverse=True)
    return sorted(rows, key=_falling)


def _falling(row: Sequence[Json]) -> tuple[int, Json]:
    """A key that puts rows with the greatest first value first; for texts, whatever order is not the rising one."""
    first = row[0]
    if isinstance(first, (int, float)):
        return (0, -first)
    return (1, [-ord(sign) for sign in first]) if isinstance(first, str) else (2, 0)


def quoted(name: str) -> str:
    """A name as an identifier of SQL."""
    return '"' + name.replace('"', '""') + '"'


class _Connection:
    """A connection in memory with small pages, closed at the end."""

    def __enter__(self) -> sqlite3.Connection:
        self._made = sqlite3.connect(":memory:", isolation_level=None)
        self._made.execute("PRAGMA page_size = 1024")
        return self._made

    def __exit__(self, *details: object) -> None:
        self._made.close()
