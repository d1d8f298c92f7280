"""Running one untrusted script that changes a database, on a private copy of each database of a task.

Each run is on a connection of its own, in memory, under the limits of `runner`, a cap on the pages of the database, and
an authorizer: a script may read, write rows, and make, change and drop tables and indexes; it may open transactions. It
may not reach other databases, settings or files, nor make views, triggers, virtual or temporary tables.

What a script does to the schema, and what it asks the authorizer for, depends on its text and on the tables that are
there, never on rows: SQL has no branches, and a statement that fails ends the script. So the first database tells for
the others what is allowed, which tables there are at the end, their types, and which of them no statement wrote to;
these are not read back. And a table whose name is nowhere in the text need not be there at all (`named_tables`).
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from . import clock
from .allowed import FUNCTIONS, is_plain_table
from .expansion import tokens_of
from .image import quoted
from .runner import STEP, Budget, Failed, Limits, NotARead, TooMuch, check_text, set_limits, translated

Row = tuple[Any, ...]
State = dict[str, tuple[list[str], list[Row], dict[str, str]]]
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
_WRITES = frozenset(
    {
        sqlite3.SQLITE_INSERT,
        sqlite3.SQLITE_UPDATE,
        sqlite3.SQLITE_DELETE,
        sqlite3.SQLITE_CREATE_TABLE,
        sqlite3.SQLITE_DROP_TABLE,
    }
)
_ON_TABLES = _WRITES | {sqlite3.SQLITE_READ, sqlite3.SQLITE_CREATE_INDEX, sqlite3.SQLITE_DROP_INDEX}
_MAKES = frozenset({sqlite3.SQLITE_CREATE_TABLE, sqlite3.SQLITE_CREATE_INDEX})
_TRANSACTIONS = frozenset({sqlite3.SQLITE_TRANSACTION, sqlite3.SQLITE_SAVEPOINT})
_OWN_TABLES = frozenset(
    {"sqlite_master", "sqlite_schema", "sqlite_temp_master", "sqlite_temp_schema", "sqlite_sequence"}
)
"""SQLite writes these itself while it makes and changes tables; it refuses scripts that try, but for the last."""
_SETTINGS = f"PRAGMA foreign_keys = OFF; PRAGMA max_page_count = {MAX_PAGES};"
_REVERSE = "PRAGMA reverse_unordered_selects = 1;"
_PLAIN_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_COMPUTES = re.compile(r"\bas\b", re.IGNORECASE)
"""No column is computed without this word in the statement that makes its table."""


def check_script(script: str) -> None:
    """Refuse a script by its text alone.

    Raises:
        QueryError: it is too long, has too many statements, or names what no script may name.
    """
    check_text(script, LIMITS)
    if script.count(";") > MAX_STATEMENTS and _statements(script) > MAX_STATEMENTS:
        raise TooMuch(f"There are more than {MAX_STATEMENTS} statements.")
    if not _NEVER.isdisjoint(_tokens(script)):
        raise NotARead(f"These are not allowed: {', '.join(sorted(_NEVER))}.")


def _statements(script: str) -> int:
    """How many semicolons end a statement: those in texts and comments do not."""
    return sum(match[1] is not None for match in _PIECE.finditer(script))


@lru_cache(maxsize=16)
def _tokens(script: str) -> frozenset[str]:
    """The names in a script, in small letters."""
    return frozenset(tokens_of(script))


def named_tables(script: str, tables: Sequence[str]) -> frozenset[str]:
    """The tables that a script can read or change; to it, it is the same whether others are there.

    These are the ones whose names are in its text, also in quotes: nothing else names a table, and what is changed
    beside the one that is named, as by triggers and references, is switched off here. All of them if there is a doubt.
    """
    if len(script) > LIMITS.sql:  # it is not run
        return frozenset(tables)
    tokens = _tokens(script)
    named = frozenset(name for name in tables if name.lower() in tokens)
    in_doubt = not all(map(_PLAIN_NAME.fullmatch, tables)) or any(
        token.startswith("sqlite_") for token in tokens
    )
    return frozenset(tables) if in_doubt or not named else named


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
    return ScriptRuns(script, limits, frozenset(), frozenset()).state(image, limits.rows, reverse=reverse)


class ScriptRuns:
    """Runs one script on one database of a task after the other, within the same limits together.

    Each has a connection of its own. On one that had held another database before, SQLite 3.40.1 crashed in a script.
    """

    def __init__(self, script: str, limits: Limits, tables: frozenset[str], typed: frozenset[str]) -> None:
        """Names are in small letters.

        Args:
            script: the statements; `check_script` has let them pass.
            limits: what all runs together may take.
            tables: those of the databases at the beginning.
            typed: the tables for which the types of columns are looked up.
        """
        self._script, self._limits, self._budget = script, limits, Budget(limits)
        self._before, self._typed = tables, typed
        self._may_differ: list[str] | None = None
        """The tables at the end that are new or that a statement may have written to; known from the first run on."""
        self._written: set[str] = set()
        self._clock = clock.might_read(script)
        self._in_one = True
        """Whether the script leaves transactions alone, so that all of it can be one."""

    @property
    def untouched(self) -> frozenset[str]:
        """The tables of the beginning, in small letters, that no statement wrote to; known from the first run on."""
        return self._before - self._written

    def state(self, image: bytes, rows: int, *, reverse: bool) -> State:
        """What is left of a database: all its tables for the first; for others those that may not be as before.

        Args:
            image: the database.
            rows: so many of each table are read at most.
            reverse: give rows without an order in the opposite one.

        Raises:
            QueryError: a statement fails, is not allowed, or takes too much.
        """
        connection = sqlite3.connect(
            ":memory:", isolation_level=None, cached_statements=0, check_same_thread=False
        )
        try:
            connection.deserialize(image)
            set_limits(connection, self._limits)
            connection.set_progress_handler(self._budget, STEP)
            if self._clock:
                clock.stop(connection)
            settings = _SETTINGS + _REVERSE * reverse
            if self._may_differ is None:
                connection.executescript(settings)
                connection.set_authorizer(self._authorize)
                connection.executescript(self._script)
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                connection.set_authorizer(None)  # our own statements pass
                tables, types = _tables(connection, self._typed)
                self._may_differ = [t for t in tables if folded(t) not in self.untouched]
                return _rows_of(connection, tables, rows, types)
            settings += (
                "BEGIN;" * self._in_one
            )  # which nothing has to end: what is left is read by the same connection
            connection.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, self._limits.sql + len(settings))
            connection.executescript(settings + self._script)
            if connection.in_transaction and not self._in_one:
                connection.execute("ROLLBACK")
            return _rows_of(connection, self._may_differ, rows, {})
        except (sqlite3.Error, sqlite3.Warning) as error:
            raise translated(error, self._budget) from None
        except (UnicodeDecodeError, OverflowError, MemoryError) as error:
            raise Failed(f"A value cannot be read: {error!s:.100}") from None
        finally:
            connection.close()

    def _authorize(
        self, action: int, first: str | None, second: str | None, database: str | None, trigger: str | None
    ) -> int:
        """The authorizer, which also notes what is written."""
        if action in _WRITES and first is not None:
            self._written.add(folded(first))
        elif action == sqlite3.SQLITE_ALTER_TABLE and second is not None:
            self._written.add(folded(second))
        elif action in _TRANSACTIONS:
            self._in_one = False
        return _allowed(action, first, second, database, trigger)


@lru_cache(maxsize=4096)  # scripts ask the same again and again
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


def _tables(
    connection: sqlite3.Connection, typed: frozenset[str]
) -> tuple[list[str], dict[str, dict[str, str]]]:
    """The tables at the end, and the types of columns of those that are `typed`.

    Raises:
        Failed: there is something else than tables, or a computed column.
    """
    objects = connection.execute("SELECT type, name, sql FROM sqlite_master ORDER BY rowid").fetchall()
    if any(kind not in ("table", "index") for kind, *_ in objects):
        raise Failed("There is a view or a trigger at the end.")
    tables: list[str] = []
    types: dict[str, dict[str, str]] = {}
    for kind, name, sql in objects:
        if kind != "table" or folded(name).startswith("sqlite_"):
            continue
        tables.append(name)
        if folded(name) in typed or _COMPUTES.search(sql):
            described = connection.execute(f"PRAGMA table_xinfo({quoted(name)})").fetchall()
            if any(hidden for *_, hidden in described):
                raise Failed("There is a computed column at the end.")
            types[name] = {column[1]: column[2] for column in described}
    return tables, types


def _rows_of(
    connection: sqlite3.Connection, tables: Sequence[str], rows: int, types: Mapping[str, dict[str, str]]
) -> State:
    """Columns and rows of some tables."""
    state: State = {}
    for name in tables:
        cursor = connection.execute(f"SELECT * FROM {quoted(name)} LIMIT {rows}")
        columns = [column[0] for column in cursor.description]
        state[folded(name)] = (columns, cursor.fetchall(), types.get(name, {}))
    return state


def folded(name: str) -> str:
    """A name without the case of its letters from A to Z: to SQLite, other letters are always different."""
    return name.lower() if name.isascii() else name
