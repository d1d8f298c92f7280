"""Rows of one kind that all lack a value, or all have the same: what a condition, or a group, leaves may be blank.

That chance makes a whole group of zeros, or leaves no value where a condition holds, is rare, and it is where totals,
means, ranks and quotients of a group are taken for something else.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from ..base import Json
from .reach import Reach
from .schema import Column, Database, Row, Table


def blanked(rng: Random, scope: Reach, database: Database) -> None:
    """Give all rows of one kind the same value, or none, in a column that the query reads. Changes the database."""
    choices = [(table, column) for table, column in scope.free if database[table.name]]
    if not choices:
        return
    # Of what is asked for, mostly: rows that meet a condition, and what is worked out of them.
    measured = [place for place in choices if not _asked(scope, *place)]
    table, column = rng.choice(measured if measured and rng.random() < 0.7 else choices)
    others = [
        other for other in table.columns if (table.name, other.name) in scope.used and other.name != column.name
    ]
    others += [other for other in others if _asked(scope, table, other)] * 2
    rows = database[table.name]
    chosen = _kind(rng, scope, table, rng.choice(others), rows) if others and rng.random() < 0.8 else rows
    value = _one(rng, column, [row[table.index(column.name)] for row in rows])
    if value is None and not column.nullable:
        return
    for row in chosen:
        row[table.index(column.name)] = value


def _asked(scope: Reach, table: Table, column: Column) -> bool:
    return bool(scope.constants.get((table.name, column.name)))


def _one(rng: Random, column: Column, values: list[Json]) -> Json:
    """Nothing, zero, or one of the values."""
    there = [value for value in values if value is not None]
    numeric = column.kind in ("integer", "money", "real") and not column.values
    ways = (
        ["missing"] * 2 * column.nullable + ["zero"] * (numeric and _from_zero(column)) + ["same"] * bool(there)
    )
    match rng.choice(ways) if ways else "missing":
        case "zero":
            return 0 if column.kind == "integer" else 0.0
        case "same":
            return rng.choice(there)
        case _:
            return None


def _from_zero(column: Column) -> bool:
    return isinstance(column.low, (int, float)) and column.low <= 1


def _kind(rng: Random, scope: Reach, table: Table, column: Column, rows: list[Row]) -> list[Row]:
    """Rows with one value in a column, or on one side of a constant, or between two."""
    at = table.index(column.name)
    there = [row[at] for row in rows if row[at] is not None]
    model = type(there[0]) if there else str
    known = [
        value
        for value in scope.constants.get((table.name, column.name), ())
        if isinstance(value, model) or (model in (int, float) and isinstance(value, (int, float)))
    ]
    ordered = column.kind not in ("text", "boolean")
    spot = rng.choice(known or there) if there else None
    tests: list[Callable[[Json], bool]] = [lambda value: value == spot]
    if ordered and known:
        low, high = min(known), max(known)
        tests += [
            lambda value: value >= spot,
            lambda value: value <= spot,
            *[lambda value: low <= value <= high] * 2,
        ]
    test = rng.choice(tests)
    return [
        row for row in rows if (row[at] is not None and test(row[at])) or (spot is None and row[at] is None)
    ]
