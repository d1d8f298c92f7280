"""A database as plain rows, on which changes are made without any SQL engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ...base import Json
from ..schema import Database, Row, Schema

_UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LOWER = _UPPER.lower()
_DOWN = str.maketrans(_UPPER, _LOWER)
_UP = str.maketrans(_LOWER, _UPPER)


@dataclass(slots=True)
class Grid:
    """A table: the names of its columns and its rows, which may be changed in place."""

    columns: list[str]
    rows: list[Row]

    def at(self, column: str) -> int:
        """The place of a column; ValueError if there is none."""
        return self.columns.index(column)

    def values(self, column: str) -> list[Json]:
        """The values of a column, row by row."""
        place = self.at(column)
        return [row[place] for row in self.rows]

    def record(self, row: Row) -> dict[str, Json]:
        """A row by the names of the columns."""
        return dict(zip(self.columns, row, strict=True))


State = dict[str, Grid]
"""All tables, by name."""


def state_of(schema: Schema, database: Database) -> State:
    """The rows of a database as a state of its own."""
    return {
        table.name: Grid([column.name for column in table.columns], [list(row) for row in database[table.name]])
        for table in schema.tables
    }


def copied(state: Mapping[str, Grid]) -> State:
    """A copy that shares nothing which may be changed."""
    return {name: Grid(list(grid.columns), [list(row) for row in grid.rows]) for name, grid in state.items()}


def same(left: Mapping[str, Grid], right: Mapping[str, Grid]) -> bool:
    """Whether two states have the same tables with the same columns and bags of rows."""
    return left.keys() == right.keys() and all(alike(left[name], right[name]) for name in left)


def alike(left: Grid, right: Grid) -> bool:
    """Whether two tables have the same columns and bags of rows. 1 and 1.0 are the same here."""
    if left is right:
        return True
    if left.columns != right.columns or len(left.rows) != len(right.rows):
        return False
    return left.rows == right.rows or Counter(map(tuple, left.rows)) == Counter(map(tuple, right.rows))


def order_key(value: Json) -> tuple[int, Json]:
    """A key that sorts as SQLite does: missing values, then numbers, then texts by their characters' codes."""
    if value is None:
        return (0, 0)
    return (2, value) if isinstance(value, str) else (1, value)


def lower(text: str) -> str:
    """A text with its ASCII letters in lower case, as SQLite does it."""
    return text.translate(_DOWN)


def upper(text: str) -> str:
    """A text with its ASCII letters in upper case, as SQLite does it."""
    return text.translate(_UP)


def greatest(values: Iterable[Json], empty: Json = None) -> Json:
    """The greatest value that is not missing; `empty` if there is none."""
    there = [value for value in values if value is not None]
    return max(there, key=order_key) if there else empty


def next_key(grid: Grid, key: str, empty: int = 0) -> int:
    """One more than the greatest key, which is `empty` in an empty table."""
    return int(greatest(grid.values(key), empty)) + 1
