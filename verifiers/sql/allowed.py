"""What a query may do: an authorizer for SQLite that lets reading pass and nothing else.

Functions are allowed by name. Left out on purpose: ``load_extension``; ``randomblob``, ``zeroblob``, ``printf`` and
``format``, which make a gigabyte in one step that nothing can interrupt; ``random`` and the clock, because a query that
guesses is no answer (what functions of dates are given is looked at by `clock`).
"""

from __future__ import annotations

import sqlite3
from functools import lru_cache

FUNCTIONS = frozenset(
    # Of one row.
    "abs char coalesce concat concat_ws glob hex ifnull iif if instr length like likelihood likely lower ltrim max min "
    "nullif octet_length quote replace round rtrim sign soundex substr substring trim typeof unhex unicode unlikely "
    "upper "
    # Mathematics.
    "acos acosh asin asinh atan atan2 atanh ceil ceiling cos cosh degrees exp floor ln log log10 log2 mod pi pow power "
    "radians sin sinh sqrt tan tanh trunc "
    # Dates and times.
    "date time datetime julianday unixepoch strftime timediff "
    # Groups.
    "avg count group_concat string_agg sum total median percentile percentile_cont percentile_disc "
    # Windows.
    "row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value "
    # JSON.
    "json json_array json_array_length json_extract json_group_array json_group_object json_object json_type "
    "json_valid json_quote -> ->>".split()
)
_SCHEMA_TABLES = frozenset({"sqlite_master", "sqlite_schema"})
_FUNCTION_TABLES = frozenset({"dbstat", "bytecode", "tables_used", "fts3tokenize"})
"""Tables that SQLite may have built in. Only these very names: ``dbStation`` is somebody's table."""
_PLAIN = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_RECURSIVE})


@lru_cache(maxsize=4096)  # one query asks the same again and again, on each database
def reads_only(
    action: int, first: str | None, second: str | None, database: str | None, trigger: str | None
) -> int:
    """The authorizer: `SQLITE_OK` for what only reads the database's own tables, else `SQLITE_DENY`."""
    if action in _PLAIN:
        return sqlite3.SQLITE_OK
    if action == sqlite3.SQLITE_READ:
        return sqlite3.SQLITE_OK if first is not None and is_plain_table(first) else sqlite3.SQLITE_DENY
    if action == sqlite3.SQLITE_FUNCTION and second is not None and second.lower() in FUNCTIONS:
        return sqlite3.SQLITE_OK
    return sqlite3.SQLITE_DENY


def is_plain_table(name: str) -> bool:
    """Whether a table is the database's own or its catalogue, not a function in disguise such as ``pragma_…``."""
    low = name.lower()
    return low in _SCHEMA_TABLES or not (low.startswith(("pragma_", "sqlite_")) or low in _FUNCTION_TABLES)
