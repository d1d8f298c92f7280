"""Databases as images: rows in, the bytes of a serialised SQLite database out."""

from __future__ import annotations

import marshal
import sqlite3
import threading
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Any

Json = Any

_CACHED = 128
"""Payloads whose images are kept: about 50 KiB each where the databases are tiny."""
_IMAGES: dict[bytes, tuple[bytes, ...]] = {}
_LOCK = threading.Lock()


def build(
    schema: Sequence[str], tables: Mapping[str, Sequence[str]], databases: Iterable[Mapping[str, Json]]
) -> list[bytes]:
    """The images of some databases of one schema.

    Args:
        schema: the statements that make the tables.
        tables: the columns of each table, in the order of the rows' values.
        databases: for each table its rows; a table that is not named is empty.

    Raises:
        ValueError: a statement or a row does not go with the others.
    """
    try:
        with _Connection() as empty:
            for statement in schema:
                empty.execute(statement)
            bare = empty.serialize()
        inserts = {
            table: f"INSERT INTO {quoted(table)} VALUES ({', '.join('?' * len(columns))})"
            for table, columns in tables.items()
        }
        images = []
        for database in databases:
            with _Connection() as connection:
                connection.deserialize(bare)
                connection.execute("BEGIN")
                for table, rows in database.items():
                    connection.executemany(inserts[table], rows)
                connection.execute("COMMIT")
                images.append(connection.serialize())
    except (sqlite3.Error, KeyError, OverflowError) as error:
        raise ValueError(f"the databases of a task cannot be built: {error!s:.200}") from error
    return images


def images_of(sql: Mapping[str, Json]) -> tuple[bytes, ...]:
    """The images of all databases of ``payload["sql"]``, remembered by its content.

    Raises:
        ValueError: see `build`.
    """
    parts = (sql["schema"], sql["tables"], sql["databases"])
    try:
        key = blake2b(
            marshal.dumps(parts, 2), digest_size=16
        ).digest()  # only a key: nothing is read back from it
    except ValueError:  # a payload that is made of other sequences and mappings than lists and dictionaries
        return tuple(build(*parts))
    with _LOCK:
        known = _IMAGES.pop(key, None)
        if known is not None:
            _IMAGES[key] = known  # the latest is last
            return known
    made = tuple(build(*parts))
    with _LOCK:
        _IMAGES[key] = made
        while len(_IMAGES) > _CACHED:
            del _IMAGES[next(iter(_IMAGES))]
    return made


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
