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
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from ..answers.queries import query
from ..base import Reason, Verdict, correct, illegal, infra, unparsable, wrong
from .allowed import FUNCTIONS, is_plain_table
from .compare import same_bag
from .expansion import tokens_of
from .image import images_of, quoted
from .runner import Failed, Limits, NotARead, QueryError, TooMuch, check_text, open_copy, translated

Json = Any
State = dict[str, tuple[list[tuple[str, str]], list[tuple[Any, ...]]]]
"""For each table, by its name in lower case, the names and declared types of its columns, and its rows."""

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
    try:
        check_script(script)
        steps, until, known = LIMITS.steps, time.thread_time() + LIMITS.seconds, frozenset(write["schema"])
        for number, image in enumerate(images):
            final = write["final"][number]
            most = 1 + max((len(rows) for rows in _rows_due(write, number)), default=0)
            limits = replace(LIMITS, steps=steps, rows=most, until=until)
            state, taken = run_script(image, script, limits, known=known, reverse=number % 2 == 1)
            fault = _fault(write, number, final, state)
            if fault:
                return wrong(fault)
            steps -= taken
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


def run_script(
    image: bytes, script: str, limits: Limits, *, known: frozenset[str] = frozenset(), reverse: bool = False
) -> tuple[State, int]:
    """The state that a script, which `check_script` has let pass, leaves of a private copy, and the steps it took.

    Args:
        image: the database.
        script: the statements.
        limits: what it may take. Of each table, at most `limits.rows` rows are read.
        known: the statements that made the database, which are free of computed columns.
        reverse: give rows without an order in the opposite one.

    Raises:
        QueryError: a statement fails, is not allowed, or takes too much.
    """
    guard = _Guard()
    connection, budget = open_copy(image, limits, guard, reverse=reverse)
    try:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute(f"PRAGMA max_page_count = {MAX_PAGES}")
        guard.armed = True
        connection.executescript(script)
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        guard.armed = False
        return _state(connection, limits.rows, known), limits.steps - budget.left
    except (sqlite3.Error, sqlite3.Warning) as error:
        raise translated(error, budget) from None
    except (UnicodeDecodeError, OverflowError, MemoryError) as error:
        raise Failed(f"A value cannot be read: {error!s:.100}") from None
    finally:
        connection.close()


class _Guard:
    """The authorizer. Before it is armed and afterwards, our own statements pass."""

    def __init__(self) -> None:
        self.armed = False

    def __call__(
        self, action: int, first: str | None, second: str | None, database: str | None, trigger: str | None
    ) -> int:
        return (
            sqlite3.SQLITE_OK
            if not self.armed or _allowed(action, first, second, database)
            else sqlite3.SQLITE_DENY
        )


@lru_cache(maxsize=4096)  # one script asks the same again and again, on each database
def _allowed(action: int, first: str | None, second: str | None, database: str | None) -> bool:
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


def _state(connection: sqlite3.Connection, rows: int, known: frozenset[str]) -> State:
    """The tables at the end; the types of those whose statement is `known` are not looked up.

    Raises:
        Failed: there is something else than tables, or a computed column.
    """
    objects = connection.execute("SELECT type, name, sql FROM sqlite_master ORDER BY rowid").fetchall()
    if any(kind not in ("table", "index") for kind, *_ in objects):
        raise Failed("There is a view or a trigger at the end.")
    state: State = {}
    for kind, name, sql in objects:
        if kind == "table" and not name.lower().startswith("sqlite_"):
            cursor = connection.execute(f"SELECT * FROM {quoted(name)} LIMIT {rows}")
            found = cursor.fetchall()
            if sql in known:
                columns = [(column[0], "") for column in cursor.description]
            else:
                described = connection.execute(f"PRAGMA table_xinfo({quoted(name)})").fetchall()
                if any(hidden for *_, hidden in described):
                    raise Failed("There is a computed column at the end.")
                columns = [(column[1], column[2]) for column in described]
            state[_folded(name)] = (columns, found)
    return state


def _rows_due(write: Mapping[str, Json], number: int) -> list[Sequence[Json]]:
    """The rows of each table at the end, changed or not."""
    changed = write["final"][number]["changed"]
    return [table["rows"] for table in changed.values()] + list(write["databases"][number].values())


def _fault(write: Mapping[str, Json], number: int, final: Mapping[str, Json], state: State) -> str:
    """What is wrong with a state; "" if it is the one asked for."""
    if {_folded(name) for name in final["tables"]} != state.keys():
        return "At the end there are not exactly the tables that there should be."
    for name in final["tables"]:
        columns, rows = state[_folded(name)]
        due = final["changed"].get(name)
        names = due["columns"] if due else write["tables"][name]
        if [_folded(column) for column, _ in columns] != [_folded(column) for column in names]:
            return f"The columns of {name} are not those that it should have at the end, in their order."
        stated = write["types"].get(name, {})
        for column, declared in columns:
            wanted = next((made for other, made in stated.items() if _folded(other) == _folded(column)), None)
            if wanted is not None and affinity(declared) != affinity(wanted):
                return f"The column {column} of {name} does not have the type {wanted}."
        if not _same_rows(due["rows"] if due else write["databases"][number].get(name, ()), rows):
            return f"On a test database, the rows of {name} are not as they should be at the end."
    return ""


def _same_rows(due: Sequence[Sequence[Any]], rows: list[tuple[Any, ...]]) -> bool:
    """`same_bag`, which is slow, after what is true of most tables: nothing differs, not even the order."""
    plain = list(map(tuple, due))
    return plain == rows or (
        len(plain) == len(rows) and (Counter(plain) == Counter(rows) or same_bag(due, rows))
    )


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
