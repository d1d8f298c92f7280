"""How many steps a query takes on a database of many rows; one is made only where smaller ones leave that open."""

from __future__ import annotations

from sqlite3 import OperationalError

from ..quick_random import QuickRandom
from .analyse import tables_of
from .execute import indexed
from .fill import fill
from .plan import Query
from .render import to_sql
from .schema import Schema

_PARTS = (64, 16, 4, 1)
"""The databases that are looked at, one after the other, have so many times fewer rows."""
_LOOK = 200
"""Steps between two counts."""
_ROWS = 1000
"""Of a result at most so many rows and one more are read."""


def is_light(schema: Schema, query: Query, rows: int, most: int) -> bool:
    """Whether a query most likely takes at most so many steps on a database of so many rows.

    The steps for some rows are taken for a sum of a part that grows with the rows and one that grows with their square.
    Larger databases are only made where smaller ones leave it open.

    Args:
        schema: the tables; each reference has an index.
        query: the plan.
        rows: of the database.
        most: steps.
    """
    before: tuple[int, int] | None = None
    for part in _PARTS:
        size = rows // part
        steps = _steps(schema, query, size, most)
        if steps > most:
            return False
        if before is not None:
            fewer, less = before
            square = max(0.0, (steps / size - less / fewer) / (size - fewer))
            if (steps / size + square * (rows - size)) * rows <= most:
                return True
        before = size, steps
    return True


def _steps(schema: Schema, query: Query, rows: int, most: int) -> int:
    """The steps on a database of so many rows; more than `most`, if there are more."""
    database = fill(QuickRandom(f"steps {rows}"), schema, rows)
    left = most

    def count() -> bool:
        nonlocal left
        left -= _LOOK
        return left < 0

    with indexed(schema, database, tables_of(query)) as connection:
        connection.set_progress_handler(count, _LOOK)
        try:
            connection.execute(to_sql(query)).fetchmany(_ROWS + 1)
        except OperationalError:
            return most + 1
    return most - left
