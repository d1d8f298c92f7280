"""Names and constants as SQL."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from ..base import Json

Dialect = Literal["sqlite", "duckdb", "postgres"]

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}( [0-9]{2}:[0-9]{2}:[0-9]{2})?\Z")
_RESERVED = frozenset(
    """
    abort action add after all always alter analyse analyze and any array as asc asof asymmetric attach authorization
    autoincrement before begin between binary both by cascade case cast check collate collation column columns commit
    concurrently conflict constraint create cross current current_catalog current_date current_role current_schema
    current_time current_timestamp current_user database default deferrable deferred delete desc describe detach
    distinct do drop each else end escape except exclude exclusive exists explain fail fetch filter first following for
    foreign freeze from full generated glob grant group groups having if ignore ilike immediate in index indexed
    initially inner insert instead intersect into is isnull join key lambda last lateral leading left like limit
    localtime localtimestamp map match materialized natural no not nothing notnull null nulls of offset on only or
    order others outer over overlaps partition pivot pivot_longer pivot_wider placing plan positional pragma preceding
    primary qualify query raise range recursive references regexp reindex release rename replace restrict returning
    right rollback row rows savepoint select semi session_user set show similar some struct summarize symmetric table
    tablesample temp temporary then ties time to trailing transaction trigger true false unbounded union unique unpivot
    update user using vacuum values variadic verbose view virtual when where window with without
    """.split()
)


@lru_cache(maxsize=4096)
def identifier(name: str) -> str:
    """A name as SQL: in double quotes where it needs them."""
    if _PLAIN.match(name) and name.lower() not in _RESERVED:
        return name
    return '"' + name.replace('"', '""') + '"'


def literal(value: Json, dialect: Dialect | str = "sqlite") -> str:
    """A constant as SQL: NULL, a number, or text in single quotes; where dates have a type, dates with it."""
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, int | float):
        return repr(value)
    text = "'" + str(value).replace("'", "''") + "'"
    if dialect == "sqlite" or (moment := _MOMENT.match(str(value))) is None:
        return text
    return ("DATE " if moment[1] is None else "TIMESTAMP ") + text
