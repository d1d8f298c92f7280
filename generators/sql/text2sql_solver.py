"""The solver of queries: what is due is worked out without a SQL engine.

The results come from `evaluate`, which walks the plan over the rows of each database in Python; the answer is run by a
plain connection with an authorizer of its own, and compared by counting rows. Only the databases are shared with the
verifier.
"""

from __future__ import annotations

import math
import sqlite3
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ..base import Json
from .codec import from_json, schema_from_json
from .evaluate import evaluate

_FORBIDDEN = ("load_extension", "randomblob", "zeroblob", "printf", "format", "random")
_MAX_LOOKS = 5_000
"""At the engine's steps, a thousand apart: more than the verifier allows for all databases together."""
_SECONDS = 60.0
"""A last fence, of processor time, for steps on long values."""


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a query gives what the plan gives, on all databases of a task."""
    sql, problem = payload["sql"], payload["problem"]
    plan, schema = from_json(problem["plan"]), schema_from_json(problem["schema"])
    if answer.strip().split("(")[0][:8].strip().upper().startswith(("EXPLAIN", "PRAGMA")):
        return False
    for database in sql["databases"]:
        groups = evaluate(plan, schema, database)
        try:
            rows = rows_of(sql, database, answer)
        except (sqlite3.Error, sqlite3.Warning, ValueError, OverflowError):
            return False
        if not agree(groups, rows, ordered=sql["ordered"]):
            return False
    return True


def rows_of(sql: Mapping[str, Json], database: Mapping[str, Json], answer: str) -> list[tuple[Any, ...]]:
    """What a query gives on one database, by a plain connection.

    Raises:
        sqlite3.Error, sqlite3.Warning, ValueError, OverflowError: nothing.
    """
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        connection.executescript(";\n".join(sql["schema"]))
        for table, rows in database.items():
            marks = ",".join("?" * len(sql["tables"][table]))
            connection.executemany(f'INSERT INTO "{table}" VALUES ({marks})', rows)
        allowed = (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_RECURSIVE)
        connection.set_authorizer(
            lambda action, first, second, *rest: (
                sqlite3.SQLITE_OK
                if action in allowed
                or (action == sqlite3.SQLITE_FUNCTION and (second or "").lower() not in _FORBIDDEN)
                else sqlite3.SQLITE_DENY
            )
        )
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 20_000)
        looks, until = iter(range(_MAX_LOOKS)), time.thread_time() + _SECONDS
        connection.set_progress_handler(lambda: next(looks, None) is None or time.thread_time() > until, 1000)
        cursor = connection.execute(answer)
        if cursor.description is None:
            raise ValueError("no result")
        return cursor.fetchmany(2000)
    finally:
        connection.close()


def agree(groups: Sequence[Sequence[Sequence[Json]]], rows: Sequence[Sequence[Any]], *, ordered: bool) -> bool:
    """Whether rows are the groups that are due, by counting."""
    flat = [list(row) for group in groups for row in group]
    if not ordered:
        groups = [flat] if flat else []
    if len(flat) != len(rows) or (flat and len(flat[0]) != len(rows[0])):
        return False
    start = 0
    for group in groups:
        part = rows[start : start + len(group)]
        start += len(group)
        if Counter(map(_key, group)) != Counter(map(_key, part)) and not _near(group, part):
            return False
    return True


def _key(row: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(
        ("t", v) if isinstance(v, (str, bytes)) else float(f"{v:.9g}") if v is not None else None for v in row
    )


def _near(due: Sequence[Sequence[Any]], given: Sequence[Sequence[Any]]) -> bool:
    """Whether each row has a partner of its own, floats within a billionth: for values that round apart."""
    left = list(given)
    for row in due:
        for other in left:
            if all(map(_same, row, other)):
                left.remove(other)
                break
        else:
            return False
    return not left


def _same(a: Any, b: Any) -> bool:
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-9)
    return type(a) is type(b) and bool(a == b)
