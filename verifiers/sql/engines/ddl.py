"""Statements that make and fill tables in engines which, unlike SQLite, enforce references at once."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ..image import quoted
from ..runner import is_unicode

_NAME = r'(?:"(?:[^"]|"")+"|[\w$]+)'
_TARGET = (
    rf"REFERENCES\s+{_NAME}(?:\s*\.\s*{_NAME})?(?:\s*\([^)]*\))?"
    r"(?:\s+(?:ON\s+(?:DELETE|UPDATE)\s+(?:CASCADE|RESTRICT|NO\s+ACTION|SET\s+NULL|SET\s+DEFAULT)|MATCH\s+\w+"
    r"|(?:NOT\s+)?DEFERRABLE|INITIALLY\s+\w+))*"
)
_CLAUSE = re.compile(
    rf",\s*(?:--[^\n]*\n\s*)*(?:CONSTRAINT\s+{_NAME}\s+)?FOREIGN\s+KEY\s*\([^)]*\)\s*{_TARGET}", re.IGNORECASE
)
_TABLE = re.compile(rf"\s*CREATE\s+TABLE\s+({_NAME})", re.IGNORECASE)
_INLINE = re.compile(_TARGET, re.IGNORECASE)


def without_references(statement: str) -> str:
    """A ``CREATE TABLE`` without its foreign keys: what may be read is the same, and rows without partners fit."""
    return _INLINE.sub("", _CLAUSE.sub("", statement))


def insert(table: str, rows: Sequence[Sequence[Any]]) -> str:
    """One statement with all rows as literals, for a table whose name is given as SQL."""
    lines = ", ".join(f"({', '.join(map(literal, row))})" for row in rows)
    return f"INSERT INTO {table} VALUES {lines}"


def literal(value: Any) -> str:
    """A value as SQL: numbers as texts too, which become what the column holds, a boolean from 0 or 1 for example.

    Raises:
        ValueError: it is none that a database of a task holds.
    """
    if value is None:
        return "NULL"
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return f"'{value!r}'"
    if isinstance(value, str):
        if not is_unicode(value):
            raise ValueError(f"a row holds {value!a:.60}, which has a character that is not text")
        return "'" + value.replace("'", "''") + "'"
    raise ValueError(f"a row holds {value!r:.60}, which is neither a number nor a text nor missing")


def statements(
    schema: Sequence[str], tables: Mapping[str, Sequence[str]], rows: Mapping[str, Sequence[Sequence[Any]]]
) -> list[str]:
    """All that makes a database, one statement after the other."""
    made = [without_references(statement) for statement in schema]
    # A name in quotes is another one than the same without, so it is written as it was.
    written = {found[1].strip('"').replace('""', '"'): found[1] for found in map(_TABLE.match, made) if found}
    filled = [table for table in tables if rows.get(table)]
    return made + [insert(written.get(table, quoted(table)), rows[table]) for table in filled]
