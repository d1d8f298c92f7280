"""The solver of scripts: the changes are made again on plain rows, and the script is run by another driver.

Nothing is shared with the verifier but SQLite: what is due comes from the drawn facts instead of the stored state,
statements are run one by one, and types are told by what a cast makes of two texts.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from ...base import Json
from .catalogue import KINDS  # noqa: F401 - enters all kinds
from .chain import carry_out
from .rows import Grid, State

_FORBIDDEN = frozenset(
    {
        sqlite3.SQLITE_ATTACH,
        sqlite3.SQLITE_DETACH,
        sqlite3.SQLITE_PRAGMA,
        sqlite3.SQLITE_ANALYZE,
        sqlite3.SQLITE_CREATE_VIEW,
        sqlite3.SQLITE_CREATE_TRIGGER,
        sqlite3.SQLITE_CREATE_VTABLE,
        sqlite3.SQLITE_CREATE_TEMP_TABLE,
        sqlite3.SQLITE_CREATE_TEMP_INDEX,
        sqlite3.SQLITE_CREATE_TEMP_VIEW,
        sqlite3.SQLITE_CREATE_TEMP_TRIGGER,
    }
)
_UNKNOWN_FUNCTIONS = frozenset({"random", "randomblob", "zeroblob", "load_extension", "format"})
_MAX_LOOKS = 3_000


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a script leaves what the changes make of every database."""
    write = payload["write"]
    if (
        len(answer) > 8_000
        or "\x00" in answer
        or any(name in answer.lower() for name in ("printf", "quick_check"))
    ):
        return False
    plan = [(step["kind"], step["facts"]) for step in payload["problem"]["steps"]]
    for number, database in enumerate(write["databases"]):
        before = {
            name: Grid(list(columns), database.get(name, [])) for name, columns in write["tables"].items()
        }
        due = carry_out(plan, before)
        try:
            given, types = _run(write["schema"], before, answer, reverse=number % 2 == 1)
        except (sqlite3.Error, sqlite3.Warning, UnicodeError, OverflowError, ValueError):
            return False
        if _bags(due) != _bags(given) or not _typed(write["types"], types):
            return False
    return True


def _run(
    schema: list[str], before: State, script: str, *, reverse: bool
) -> tuple[State, dict[tuple[str, str], tuple[str, str]]]:
    """What is left, and for each column what its type makes of two texts."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        for statement in schema:
            connection.execute(statement)
        for name, grid in before.items():
            marks = ", ".join("?" * len(grid.columns))
            connection.executemany(f"INSERT INTO {name} VALUES ({marks})", grid.rows)
        connection.execute(f"PRAGMA reverse_unordered_selects = {int(reverse)}")
        looks = iter(range(_MAX_LOOKS))
        connection.set_progress_handler(lambda: next(looks, None) is None, 1_000)
        connection.set_authorizer(_authorize)
        for statement in _statements(script):
            connection.execute(statement).fetchall()
        connection.set_authorizer(None)
        if connection.in_transaction:
            connection.rollback()
        state: State = {}
        types = {}
        kinds = connection.execute("SELECT type, name, sql FROM sqlite_master").fetchall()
        for kind, name, _ in kinds:
            if kind in ("view", "trigger"):
                raise ValueError("only tables")
            if kind == "table" and not name.startswith("sqlite_"):
                for _, column, made, *_, hidden in connection.execute(
                    f'PRAGMA table_xinfo("{name}")'
                ).fetchall():
                    if hidden:
                        raise ValueError("a computed column")
                    types[name.lower(), column.lower()] = _kind_of(connection, made)
                cursor = connection.execute(f'SELECT * FROM "{name}"')
                columns = [part[0].lower() for part in cursor.description]
                state[name] = Grid(columns, [list(row) for row in cursor])
        return state, types
    finally:
        connection.close()


def _authorize(
    action: int, first: str | None, second: str | None, database: str | None, trigger: str | None
) -> int:
    if "quick_check" in str(first):  # a new column with a CHECK is checked by SQLite itself
        return sqlite3.SQLITE_OK
    if action in _FORBIDDEN or (action == sqlite3.SQLITE_CREATE_TABLE and database != "main"):
        return sqlite3.SQLITE_DENY
    if action == sqlite3.SQLITE_READ and str(first).lower().startswith(("pragma_", "dbstat")):
        return sqlite3.SQLITE_DENY
    if action == sqlite3.SQLITE_FUNCTION and str(second).lower() in _UNKNOWN_FUNCTIONS:
        return sqlite3.SQLITE_DENY
    return sqlite3.SQLITE_OK


def _statements(script: str) -> Iterator[str]:
    """The statements, told apart by SQLite's own rule of where one ends."""
    open_part = ""
    for piece in script.split(";"):
        open_part += piece + ";"
        if sqlite3.complete_statement(open_part):
            yield open_part
            open_part = ""
    if open_part.strip("; \t\r\n"):
        yield open_part[:-1]


def _bags(state: State) -> dict[str, tuple[list[str], Counter[tuple[Any, ...]]]]:
    return {
        name.lower(): (
            [column.lower() for column in grid.columns],
            Counter(tuple(round(v, 6) if isinstance(v, float) else v for v in row) for row in grid.rows),
        )
        for name, grid in state.items()
    }


def _kind_of(connection: sqlite3.Connection, declared: str) -> tuple[str, str]:
    if not declared:
        return ("", "")
    row = connection.execute(
        f"SELECT typeof(CAST('1.5x' AS {declared})), typeof(CAST('2' AS {declared}))"
    ).fetchone()
    return (str(row[0]), str(row[1]))


_DUE = {"INTEGER": ("integer", "integer"), "REAL": ("real", "real"), "TEXT": ("text", "text")}


def _typed(stated: Mapping[str, Mapping[str, str]], types: Mapping[tuple[str, str], tuple[str, str]]) -> bool:
    return all(
        types[table.lower(), column.lower()] == _DUE[made]
        for table, columns in stated.items()
        for column, made in columns.items()
    )
