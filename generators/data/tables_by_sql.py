"""Plans over tables a second time: as SQL, by SQLite."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from fractions import Fraction

from ..base import Json

_OF = {
    "sum": 'SUM("{0}"), 1',
    "mean": 'SUM("{0}"), COUNT(*)',
    "largest": 'MAX("{0}"), 1',
    "smallest": 'MIN("{0}"), 1',
    "range": 'MAX("{0}") - MIN("{0}"), 1',
    "different": 'COUNT(DISTINCT "{0}"), 1',
}


def filled(*tables: Mapping[str, Json]) -> sqlite3.Connection:
    """A database in memory with the tables ``t0``, ``t1`` and so on."""
    base = sqlite3.connect(":memory:")
    for number, table in enumerate(tables):
        columns = ", ".join(f'"{name}"' for name in table["columns"])
        base.execute(f"CREATE TABLE t{number} ({columns})")
        marks = ", ".join("?" * len(table["columns"]))
        base.executemany(f"INSERT INTO t{number} VALUES ({marks})", table["rows"])
    return base


def where(plan: Mapping[str, Json]) -> tuple[str, list[Json]]:
    """The condition of a plan, and its values."""
    tests = plan["tests"]
    text = f" {plan['joint'].upper()} ".join(f'"{name}" {sign} ?' for name, sign, _ in tests)
    return f"({text})" if tests else "1", [value for *_, value in tests]


def value_of(base: sqlite3.Connection, plan: Mapping[str, Json], table: str = "t0") -> Fraction:
    """The value of a plan."""
    condition, values = where(plan)
    sort, *of = plan["measure"]
    if sort == "count":
        return Fraction(base.execute(f"SELECT COUNT(*) FROM {table} WHERE {condition}", values).fetchone()[0])
    if sort == "median":
        number = base.execute(f"SELECT COUNT(*) FROM {table} WHERE {condition}", values).fetchone()[0]
        middle = f"LIMIT {2 - number % 2} OFFSET {(number - 1) // 2}"
        rows = base.execute(
            f'SELECT "{of[0]}" FROM {table} WHERE {condition} ORDER BY 1 {middle}', values
        ).fetchall()
        return Fraction(sum(row[0] for row in rows), len(rows))
    top, bottom = base.execute(
        f"SELECT {_OF[sort].format(of[0])} FROM {table} WHERE {condition}", values
    ).fetchone()
    return Fraction(top, bottom)


def value(table: Mapping[str, Json], plan: Mapping[str, Json]) -> Fraction:
    """The value of a plan over one table."""
    with closing(filled(table)) as base:
        return value_of(base, plan)
