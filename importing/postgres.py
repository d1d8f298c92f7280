"""Reading a user's PostgreSQL database: only catalogues and some rows are read, in a read-only transaction.

The tables of one schema are read: ``public``, or the first one in the URL's ``search_path``. Types that tasks cannot
hold as they are (enumerations, domains, arrays, JSON, ranges, ...) become ``text``; a table with generated columns is
left out.
"""

from __future__ import annotations

import datetime
import decimal
import json
import re
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

from ..generators.sql.schema import Database, Row
from ..verifiers.sql.image import quoted
from .facts import MAX_TEXT, ImportedColumn, ImportedDatabase, ImportedTable
from .sqlite import SAMPLE, WHOLE_CHARS, WHOLE_ROWS

Json = Any

_KEPT_TYPES = re.compile(
    r"smallint|integer|bigint|real|double precision|numeric(?:\(\d+(?:,\d+)?\))?|boolean|text|"
    r"character varying(?:\(\d+\))?|date|time(?:\(\d\))? without time zone|timestamp(?:\(\d\))? without time zone|uuid"
)
_COLUMNS = """
SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod), NOT a.attnotnull, a.attgenerated <> ''
FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  AND a.attnum > 0 AND NOT a.attisdropped
ORDER BY c.relname, a.attnum"""
_CONSTRAINTS = """
SELECT c.relname, k.contype, f.relname,
  ARRAY(SELECT a.attname::text FROM unnest(k.conkey) WITH ORDINALITY AS u(n, i)
        JOIN pg_attribute AS a ON a.attrelid = k.conrelid AND a.attnum = u.n ORDER BY u.i),
  ARRAY(SELECT a.attname::text FROM unnest(k.confkey) WITH ORDINALITY AS u(n, i)
        JOIN pg_attribute AS a ON a.attrelid = k.confrelid AND a.attnum = u.n ORDER BY u.i)
FROM pg_constraint AS k JOIN pg_class AS c ON c.oid = k.conrelid LEFT JOIN pg_class AS f ON f.oid = k.confrelid
WHERE c.relnamespace = current_schema()::regnamespace AND k.contype IN ('p', 'u', 'f')
ORDER BY c.relname, k.contype DESC, k.conname"""


def name_of(url: str) -> str:
    """The name of the database in a URL."""
    return re.sub(r"\?.*", "", url).rstrip("/").rsplit("/", 1)[-1] or "postgres"


def read(url: str) -> ImportedDatabase:
    """The database of a URL.

    Raises:
        ValueError: it cannot be read, or has no table that can be used.
    """
    if find_spec("psycopg") is None:
        raise ValueError('psycopg is not installed; install it: pip install "rlvr-gym[sql]"')
    import psycopg

    try:
        with psycopg.connect(url, connect_timeout=10) as link:
            link.read_only = True
            return _read(name_of(url), link)
    except psycopg.Error as error:
        raise ValueError(f"the PostgreSQL database cannot be read: {str(error).strip()[:200]}") from error


def _read(name: str, link: Any) -> ImportedDatabase:
    columns: dict[str, list[ImportedColumn]] = {}
    left_out: dict[str, str] = {}
    changed = []
    for table, column, declared, nullable, generated in link.execute(_COLUMNS).fetchall():
        kept = declared if _KEPT_TYPES.fullmatch(declared) else "text"
        if kept != declared:
            changed.append(f"{table}.{column} ({declared})")
        columns.setdefault(table, []).append(ImportedColumn(column, kept, nullable))
        if generated:
            left_out[table] = "it has generated columns"
    unique: dict[str, list[tuple[str, ...]]] = {}
    links: dict[str, list[tuple[str, str, str]]] = {}
    for table, kind, other, own, theirs in link.execute(_CONSTRAINTS).fetchall():
        if kind in ("p", "u"):
            at = 0 if kind == "p" else len(unique.get(table, ()))
            unique.setdefault(table, []).insert(at, tuple(own))
        elif len(own) == 1:
            links.setdefault(table, []).append((own[0], other, theirs[0]))
    tables = tuple(
        _table(link, table, parts, unique.get(table, []), links.get(table, []))
        for table, parts in columns.items()
        if table not in left_out
    )
    if not tables:
        raise ValueError("there is no table that can be used in the schema that the URL leads to")
    notes = (f"{name}: these columns become text: {', '.join(changed)}",) if changed else ()
    return ImportedDatabase(name, "postgres", tables, (), left_out, _whole(link, tables), notes)


def _table(
    link: Any,
    name: str,
    columns: Sequence[ImportedColumn],
    unique: Sequence[tuple[str, ...]],
    links: Sequence[tuple[str, str, str]],
) -> ImportedTable:
    parts = [f"{_shown(c.name)} {c.declared}{'' if c.nullable else ' NOT NULL'}" for c in columns]
    for number, names in enumerate(unique):
        parts.append(f"{'UNIQUE' if number else 'PRIMARY KEY'} ({', '.join(map(_shown, names))})")
    parts += [f"FOREIGN KEY ({_shown(a)}) REFERENCES {_shown(b)} ({_shown(c)})" for a, b, c in links]
    body = ",\n  ".join(parts)
    (rows,) = link.execute(f"SELECT count(*) FROM (SELECT 1 FROM {quoted(name)} LIMIT 1000000) AS q").fetchone()
    return ImportedTable(
        name,
        f"CREATE TABLE {_shown(name)} (\n  {body}\n)",
        f"CREATE TABLE {_shown(name)} (\n  {body}\n)",  # keys do not move rows here, and GROUP BY may need them
        tuple(columns),
        tuple(unique),
        tuple(links),
        rows,
        _rows(link, name, SAMPLE),
    )


def _shown(name: str) -> str:
    """A name, in quotes only where it needs them."""
    return name if re.fullmatch(r"[a-z_][a-z0-9_]*", name) and name not in _RESERVED else quoted(name)


_RESERVED = frozenset(
    "all analyse analyze and any array as asc both case cast check collate column constraint create default desc "
    "distinct do else end except false fetch for foreign from grant group having in initially intersect into lateral "
    "leading limit not null offset on only or order placing primary references returning select some symmetric table "
    "then to trailing true union unique user using variadic when where window with".split()
)


def _rows(link: Any, name: str, limit: int) -> list[Row]:
    found = link.execute(f"SELECT * FROM {quoted(name)} LIMIT {limit}").fetchall()
    return [[_value(value) for value in row] for row in found]


def _value(value: Any) -> Json:
    if value is None or isinstance(value, (str, int, float)):
        return int(value) if isinstance(value, bool) else value
    if isinstance(value, decimal.Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, datetime.datetime):
        return value.isoformat(sep=" ")
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    return json.dumps(value) if isinstance(value, (dict, list)) else str(value)


def _whole(link: Any, tables: Sequence[ImportedTable]) -> Database | None:
    if sum(table.rows for table in tables) > WHOLE_ROWS:
        return None
    whole = {table.name: _rows(link, table.name, WHOLE_ROWS) for table in tables}
    texts = (value for rows in whole.values() for row in rows for value in row if isinstance(value, str))
    if any(len(text) > MAX_TEXT for text in texts) or len(json.dumps(whole)) > WHOLE_CHARS:
        return None
    return whole
