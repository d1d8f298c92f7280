"""The verifier of scripts that change a database: the state they leave must be the one asked for, on every database.

``payload["write"]`` holds ``schema``, ``tables`` and ``databases`` as ``payload["sql"]`` does (`image`), and

* ``final``: for each database the names of all ``tables`` at the end, and those ``changed``, with columns and rows; all
  others must be as they were. It was computed when the task was made, and is never recomputed beside an answer;
* ``types``: the types of columns where the task states them, by table and column.

A script runs on a private copy of each database, in memory, under the limits of `runner`, a cap on the pages of the
database, and an authorizer of its own: it may read, write rows, and make, change and drop tables and indexes; it may
open transactions. It may not reach other databases, settings or files, nor make views, triggers, virtual or temporary
tables.

* If a statement fails, the answer is wrong, whatever those before it did. What a transaction changed that is still open
  at the end is lost, as it would be when the connection is closed.
* Compared are the set of tables, the names of their columns in order, the affinity of columns whose type is stated, and
  the rows as bags: 1 equals 1.0 and not '1', a missing value only itself. Names count without regard to the case of
  letters, as in SQL.
* Indexes, constraints, defaults and SQLite's own tables do not count; columns that are computed from others are not
  what a table's rows are, so none may be left.
"""

from __future__ import annotations

import re
import sqlite3
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from ..answers.queries import query
from ..base import Reason, Verdict, correct, illegal, infra, unparsable, wrong
from .allowed import FUNCTIONS, is_plain_table
from .compare import same_bag
from .expansion import tokens_of
from .image import images_of, quoted
from .runner import (
    STEP,
    Budget,
    Failed,
    Limits,
    NotARead,
    QueryError,
    TooMuch,
    check_text,
    set_limits,
    translated,
)

Json = Any
State = dict[str, tuple[list[str], list[tuple[Any, ...]], dict[str, str]]]
"""For each table, by its name in lower case, its columns' names, its rows, and types of columns where they count."""

LIMITS = Limits(steps=3_000_000, sql=8_000)
"""What a script may take on all databases of a task together."""
MAX_STATEMENTS = 100
MAX_PAGES = 2_000
"""Of one database; a page has 1 KiB."""

_PIECE = re.compile(
    r"""--[^\n]*|/\*.*?(?:\*/|\Z)|'(?:[^']|'')*'?|"(?:[^"]|"")*"?|`(?:[^`]|``)*`?|\[[^\]]*\]?|(;)""", re.DOTALL
)
_NEVER = frozenset({"printf", "load_extension", "randomblob", "zeroblob", "quick_check", "pragma_quick_check"})
"""What no script may name. SQLite's own ALTER TABLE needs some of it, so the authorizer has to let that pass."""
_INTERNAL = ("sqlite_rename_", "sqlite_drop_", "sqlite_add_", "sqlite_find_", "sqlite_fail")
"""How functions begin that ALTER TABLE uses and that no script can call."""
_FREE = frozenset(
    {
        sqlite3.SQLITE_SELECT,
        sqlite3.SQLITE_RECURSIVE,
        sqlite3.SQLITE_TRANSACTION,
        sqlite3.SQLITE_SAVEPOINT,
        sqlite3.SQLITE_REINDEX,
    }
)
_ON_TABLES = frozenset(
    {
        sqlite3.SQLITE_READ,
        sqlite3.SQLITE_INSERT,
        sqlite3.SQLITE_UPDATE,
        sqlite3.SQLITE_DELETE,
        sqlite3.SQLITE_CREATE_TABLE,
        sqlite3.SQLITE_DROP_TABLE,
        sqlite3.SQLITE_CREATE_INDEX,
        sqlite3.SQLITE_DROP_INDEX,
    }
)
_MAKES = frozenset({sqlite3.SQLITE_CREATE_TABLE, sqlite3.SQLITE_CREATE_INDEX})
_OWN_TABLES = frozenset(
    {"sqlite_master", "sqlite_schema", "sqlite_temp_master", "sqlite_temp_schema", "sqlite_sequence"}
)
"""SQLite writes these itself while it makes and changes tables; it refuses scripts that try, but for the last."""


def verify(payload: Mapping[str, Json], answer: str) -> Verdict:
    """Judge a script; see the top of this module. Never raises because of an answer."""
    write = payload["write"]
    script = query(answer)
    if not script:
        return unparsable("Give SQL statements.")
    try:
        images = images_of(write)
    except ValueError as error:
        return infra(str(error))
    types = {
        table: {_folded(column): made for column, made in stated.items()}
        for table, stated in write["types"].items()
    }
    try:
        check_script(script)
        limits = replace(LIMITS, until=time.thread_time() + LIMITS.seconds)
        runs = _Runs(limits, frozenset(map(_folded, types)))
        for number, image in enumerate(images):
            before, final = write["databases"][number], write["final"][number]
            every = [*before.values(), *(table["rows"] for table in final["changed"].values())]
            most = 1 + max(map(len, every), default=0)
            state = runs.state(image, script, most, reverse=number % 2 == 1)
            fault = _fault(_due(write["tables"], before, final), types, state)
            if fault:
                return wrong(fault)
    except NotARead as error:
        return illegal(str(error))
    except TooMuch:
        return Verdict(
            0.0, Reason.TIMEOUT, "The script takes too many steps, or makes far too many or too long rows."
        )
    except QueryError as error:
        return wrong(str(error))
    return correct()


def check_script(script: str) -> None:
    """Refuse a script by its text alone.

    Raises:
        QueryError: it is too long, has too many statements, or names what no script may name.
    """
    check_text(script, LIMITS)
    if sum(match[1] is not None for match in _PIECE.finditer(script)) > MAX_STATEMENTS:
        raise TooMuch(f"There are more than {MAX_STATEMENTS} statements.")
    if not _NEVER.isdisjoint(tokens_of(script)):
        raise NotARead(f"These are not allowed: {', '.join(sorted(_NEVER))}.")


def run_script(image: bytes, script: str, limits: Limits, *, reverse: bool = False) -> State:
    """The state that a script, which `check_script` has let pass, leaves of a private copy of a database.

    Args:
        image: the database.
        script: the statements.
        limits: what it may take. Of each table, at most `limits.rows` rows are read.
        reverse: give rows without an order in the opposite one.

    Raises:
        QueryError: a statement fails, is not allowed, or takes too much.
    """
    return _Runs(limits, frozenset()).state(image, script, limits.rows, reverse=reverse)


class _Runs:
    """Runs the script of one answer on one database after the other, within the same limits together.

    Each has a connection of its own. On one that had held another database before, SQLite 3.40.1 crashed in a script.
    """

    def __init__(self, limits: Limits, typed: frozenset[str]) -> None:
        """`typed` are the tables, in small letters, for which the types of columns are looked up."""
        self._limits, self._typed, self._budget = limits, typed, Budget(limits)

    def state(self, image: bytes, script: str, rows: int, *, reverse: bool) -> State:
        """What is left of a database; see `run_script`."""
        connection = sqlite3.connect(
            ":memory:", isolation_level=None, cached_statements=0, check_same_thread=False
        )
        try:
            connection.deserialize(image)
            set_limits(connection, self._limits)
            connection.execute("PRAGMA foreign_keys = OFF")
            connection.execute(f"PRAGMA max_page_count = {MAX_PAGES}")
            if reverse:
                connection.execute("PRAGMA reverse_unordered_selects = 1")
            connection.set_progress_handler(self._budget, STEP)
            connection.set_authorizer(_allowed)
            connection.executescript(script)
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            connection.set_authorizer(None)  # our own statements pass
            return _state(connection, rows, self._typed)
        except (sqlite3.Error, sqlite3.Warning) as error:
            raise translated(error, self._budget) from None
        except (UnicodeDecodeError, OverflowError, MemoryError) as error:
            raise Failed(f"A value cannot be read: {error!s:.100}") from None
        finally:
            connection.close()


@lru_cache(maxsize=4096)  # one script asks the same again and again, on each database
def _allowed(
    action: int, first: str | None, second: str | None, database: str | None, trigger: str | None
) -> int:
    """The authorizer."""
    return sqlite3.SQLITE_OK if _may(action, first, second, database) else sqlite3.SQLITE_DENY


def _may(action: int, first: str | None, second: str | None, database: str | None) -> bool:
    if action in _FREE:
        return True
    if action in _ON_TABLES:
        if first is None or (action in _MAKES and database != "main"):  # temporary by name: ``temp.t``
            return False
        if action == sqlite3.SQLITE_READ and first == "pragma_quick_check":
            return True  # a new column with a CHECK is checked by this
        # An index that a key or UNIQUE makes is named by SQLite.
        return is_plain_table(first) or first.lower() in _OWN_TABLES or first.startswith("sqlite_autoindex_")
    if action == sqlite3.SQLITE_PRAGMA:
        return first == "quick_check"
    if action == sqlite3.SQLITE_ALTER_TABLE:  # here the table comes behind its database
        return first == "main"
    if action == sqlite3.SQLITE_FUNCTION and second is not None:
        name = second.lower()
        return name in FUNCTIONS or name in ("printf", "raise") or name.startswith(_INTERNAL)
    return False


_COMPUTES = re.compile(r"\bas\b", re.IGNORECASE)
"""No column is computed without this word in the statement that makes its table."""


def _state(connection: sqlite3.Connection, rows: int, typed: frozenset[str]) -> State:
    """The tables at the end; the types of columns are looked up for those that are `typed` only.

    Raises:
        Failed: there is something else than tables, or a computed column.
    """
    objects = connection.execute("SELECT type, name, sql FROM sqlite_master ORDER BY rowid").fetchall()
    if any(kind not in ("table", "index") for kind, *_ in objects):
        raise Failed("There is a view or a trigger at the end.")
    state: State = {}
    for kind, name, sql in objects:
        folded = _folded(name)
        if kind == "table" and not folded.startswith("sqlite_"):
            cursor = connection.execute(f"SELECT * FROM {quoted(name)} LIMIT {rows}")
            columns = [column[0] for column in cursor.description]
            types = {}
            if folded in typed or _COMPUTES.search(sql):
                described = connection.execute(f"PRAGMA table_xinfo({quoted(name)})").fetchall()
                if any(hidden for *_, hidden in described):
                    raise Failed("There is a computed column at the end.")
                types = {column[1]: column[2] for column in described}
            state[folded] = (columns, cursor.fetchall(), types)
    return state


def _due(
    columns: Mapping[str, Json], before: Mapping[str, Json], final: Mapping[str, Json]
) -> dict[str, tuple[str, list[str], list[tuple[Any, ...]]]]:
    """What a database must be at the end: for each table, by its name in lower case, its name, columns and rows."""
    tables = {}
    for name in final["tables"]:
        changed = final["changed"].get(name)
        rows = changed["rows"] if changed else before.get(name, ())
        tables[_folded(name)] = (name, changed["columns"] if changed else columns[name], list(map(tuple, rows)))
    return tables


def _fault(
    due: Mapping[str, tuple[str, list[str], list[tuple[Any, ...]]]],
    types: Mapping[str, Mapping[str, str]],
    state: State,
) -> str:
    """What is wrong with a state; "" if it is the one asked for."""
    if due.keys() != state.keys():
        return "At the end there are not exactly the tables that there should be."
    for folded, (name, names, wanted) in due.items():
        columns, rows, declared = state[folded]
        if columns != names and list(map(_folded, columns)) != list(map(_folded, names)):
            return f"The columns of {name} are not those that it should have at the end, in their order."
        stated = types.get(name, {})
        for column, made in declared.items():
            if _folded(column) in stated and affinity(made) != affinity(stated[_folded(column)]):
                return f"The column {column} of {name} does not have the type {stated[_folded(column)]}."
        if not _same_rows(wanted, rows):
            return f"On a test database, the rows of {name} are not as they should be at the end."
    return ""


def _same_rows(due: list[tuple[Any, ...]], rows: list[tuple[Any, ...]]) -> bool:
    """`same_bag`, which is slow, after what is true of most tables: nothing differs, not even the order."""
    return due == rows or (len(due) == len(rows) and (Counter(due) == Counter(rows) or same_bag(due, rows)))


def _folded(name: str) -> str:
    """A name without the case of its letters from A to Z: to SQLite, other letters are always different."""
    return name.lower() if name.isascii() else name


def affinity(declared: str) -> str:
    """What SQLite makes of a declared type."""
    text = declared.upper()
    for made, parts in (("INTEGER", ("INT",)), ("TEXT", ("CHAR", "CLOB", "TEXT")), ("BLOB", ("BLOB",))):
        if any(part in text for part in parts):
            return made
    if not text:
        return "BLOB"
    return "REAL" if any(part in text for part in ("REAL", "FLOA", "DOUB")) else "NUMERIC"
