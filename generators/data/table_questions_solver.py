"""Table questions a second time, by SQLite: edits are updates, joins are joins, and orders are made by the engine."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from fractions import Fraction

from ..base import Json
from ..in_order import read_items
from ..readers import decimal
from .tables_by_sql import filled, value_of, where


def solve(problem: Mapping[str, Json]) -> Fraction | list[str]:
    """A number, or words in small letters."""
    with closing(filled(*problem["tables"])) as base:
        for edit in problem.get("edits", ()):
            _edit(base, problem["tables"][0]["columns"], edit)
        if problem["kind"] == "difference":
            return [item.lower() for item in _difference(base, problem)]
        if "plans" in problem:
            values = [value_of(base, plan) for plan in problem["plans"]]
            return values[0] - values[1] if len(values) == 2 else values[0]
        condition, values_of = where(problem["plan"])
        key, of = problem["tables"][0]["columns"][0], problem["of"]
        if problem["kind"] == "join":
            # The names of the second table's columns may be those of the first, so that the rows are chosen before.
            return Fraction(
                base.execute(
                    f'SELECT SUM(a."{of}" * b.factor) FROM (SELECT * FROM t0 WHERE {condition}) AS a '
                    f'JOIN t1 AS b ON a."{problem["by"]}" = b."{problem["by"]}" WHERE b.zone = ?',
                    [*values_of, problem["zone"]],
                ).fetchone()[0]
            )
        if problem["kind"] == "groups":
            by = problem["by"]
            found = base.execute(
                f'SELECT "{by}" FROM t0 WHERE {condition} GROUP BY 1 ORDER BY SUM("{of}") DESC', values_of
            ).fetchall()
        elif "place" in problem:
            way = "DESC" if problem["side"] == "largest" else "ASC"
            found = base.execute(
                f'SELECT "{key}" FROM t0 WHERE {condition} ORDER BY "{of}" {way} LIMIT 1 OFFSET {problem["place"] - 1}',
                values_of,
            ).fetchall()
        else:
            found = base.execute(
                f'SELECT "{key}" FROM t0 WHERE {condition} ORDER BY "{of}"', values_of
            ).fetchall()
    return [row[0].lower() for row in found]


def _edit(base: sqlite3.Connection, columns: list[str], edit: list[Json]) -> None:
    key = columns[0]
    sort, *what = edit
    if sort == "remove":
        base.execute(f'DELETE FROM t0 WHERE "{key}" = ?', what)
    elif sort == "cut":
        base.execute(f'DELETE FROM t0 WHERE "{what[0]}" < ?', what[1:])
    elif sort == "add":
        base.execute(f"INSERT INTO t0 VALUES ({', '.join('?' * len(columns))})", what[0])
    elif sort == "change":
        base.execute(f'UPDATE t0 SET "{what[1]}" = ? WHERE "{key}" = ?', [what[2], what[0]])
    else:
        base.execute(f'UPDATE t0 SET "{what[2]}" = "{what[2]}" + ? WHERE "{what[0]}" = ?', [what[3], what[1]])


def _difference(base: sqlite3.Connection, problem: Mapping[str, Json]) -> tuple[str, str]:
    key, *others = problem["tables"][0]["columns"]
    found = [
        (row[0], name)
        for name in others
        for row in base.execute(f'SELECT "{key}", "{name}" FROM t0 EXCEPT SELECT "{key}", "{name}" FROM t1')
    ]
    return found[0] if len(found) == 1 else ("", "")


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer is the number or the words that were found."""
    value = solve(payload["problem"])
    given = decimal(answer) if isinstance(value, Fraction) else read_items(answer)
    return given is not None and bool(given == value)
