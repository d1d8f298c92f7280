"""Databases on which a query gives many rows: copies of one side by side. A small LIMIT then shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta

from ..base import Json
from .candidates import day_of
from .reach import Reach
from .schema import Column, Database, Row, Table

_MOST_COPIES = 60
_MOST_LONG = 200
"""So many rows of one table are enough in a long database."""


def smaller(scope: Reach, base: Database, size: Callable[[Database], int]) -> Database:
    """A copy without rows that its query can do without, as far as a few tries show.

    Args:
        scope: what the query touches.
        base: the database.
        size: how many rows the query gives on a database.
    """
    due = size(base)
    for table in reversed(scope.tables):
        held = {row[place] for name, place in scope.links[table.name] for row in base[name]}
        at = table.index(table.key) if table.key else None
        loose = [row for row in base[table.name] if at is None or row[at] not in held]
        step = max(1, len(loose) // 4)
        for start in range(0, len(loose), step):
            part = loose[start : start + step]
            rows = [row for row in base[table.name] if not any(row is one for one in part)]
            fewer = {**base, table.name: rows}
            if rows and size(fewer) >= due:
                base = fewer
    return base


def repeated_database(scope: Reach, base: Database, rows: int, wanted: int, *, vary: bool) -> Database:
    """Copies of a database side by side, so that its query gives many rows.

    Args:
        scope: what the query touches.
        base: the database.
        rows: how many rows its query gives on it.
        wanted: how many there should be.
        vary: whether the copies differ in the columns that are not compared with a constant, so that grouped results
            grow as well.
    """
    needed = {table.name for table in scope.tables}
    largest = max((len(base[table.name]) for table in scope.tables), default=1) or 1
    each = max(rows - vary, 1)  # a group of what is missing stays one
    count = min(_MOST_COPIES, max(2, -(-wanted // each)), max(2, _MOST_LONG // largest))
    made: Database = {}
    keys: dict[str, dict[tuple[int, Json], Json]] = {}
    for table in scope.schema.tables:
        made[table.name] = _repeated(scope, table, base[table.name], count, keys, vary, table.name in needed)
    return made


def _repeated(
    scope: Reach,
    table: Table,
    rows: Sequence[Row],
    count: int,
    keys: dict[str, dict[tuple[int, Json], Json]],
    vary: bool,
    needed: bool,
) -> list[Row]:
    """The rows of a table, `count` times."""
    referred = needed or any(name in {one.name for one in scope.tables} for name, _ in scope.links[table.name])
    if not referred:
        own_keys = [row[table.index(table.key)] for row in rows] if table.key else []
        keys[table.name] = {(0, key): key for key in own_keys}
        return [list(row) for row in rows]
    links = {link.column: link for link in table.foreign_keys}
    key_at = table.index(table.key) if table.key else None
    numbers = [row[key_at] for row in rows if isinstance(row[key_at], int)] if key_at is not None else []
    span = (max(numbers, default=0) + 3) if numbers else 0
    own = keys.setdefault(table.name, {})
    order = [column.name for column in table.columns if column.name != table.key]
    if table.key:
        order.insert(0, table.key)  # references to rows of the same table need it
    made: list[Row] = []
    taken: dict[str, set[Json]] = {column.name: set() for column in table.columns if column.unique}
    steps = []
    for name in order:
        at = table.index(name)
        column, link = table.columns[at], links.get(name)
        varies = vary and (table.name, name) in scope.used and not scope.constants.get((table.name, name))
        if link is not None or name == table.key or column.unique or varies:  # others stay as they are
            steps.append((name, at, column, link, varies))
    for copy in range(count):
        for row in rows:
            again = list(row)
            fits = True
            for name, at, column, link, varies in steps:
                value = row[at]
                if link is not None and value is not None:
                    again[at] = keys.get(link.table, {}).get(
                        (copy, value), keys.get(link.table, {}).get((0, value))
                    )
                    if link.table == table.name and again[at] is None and name != table.key:
                        again[at] = value + copy * span if isinstance(value, int) and span else value
                    elif again[at] is None:  # an orphan stays one
                        again[at] = value + 100_000 if isinstance(value, int) else value
                elif name == table.key:
                    again[at] = (
                        value + copy * span if isinstance(value, int) else f"{value} {copy}" if copy else value
                    )
                elif column.unique:
                    again[at] = _moved(column, value, copy, 400)
                    if vary and copy and isinstance(value, str) and column.kind == "text":
                        again[at] = f"{copy + 1} {value}"  # one that is asked for by its end
                elif varies and copy:
                    again[at] = _moved(column, value, copy, 1)
                if column.unique and again[at] is not None:
                    fits = fits and again[at] not in taken[name]
            if fits:
                for name, values in taken.items():
                    values.add(again[table.index(name)])
                if key_at is not None:
                    own[copy, row[key_at]] = again[key_at]
                made.append(again)
    return made


def _moved(column: Column, value: Json, copy: int, step: int) -> Json:
    """A value for a copy of a row: another one for each copy."""
    if value is None or copy == 0 or column.kind == "boolean":
        return value
    if column.kind == "text":
        return f"{value} {copy + 1}"
    if column.kind in ("date", "datetime"):
        day = day_of(str(value))
        if day is None:
            return value
        if step > 1:
            return (day + timedelta(copy * step)).isoformat() + str(value)[10:]
        return _months(day, 25 * copy).isoformat() + str(value)[10:]
    if column.kind == "integer":
        return value + copy * step
    return value + copy * (0.25 if step == 1 else step)


def _months(day: date, months: int) -> date:
    place = day.year * 12 + day.month - 1 + months
    return date(place // 12, place % 12 + 1, min(day.day, 28))
