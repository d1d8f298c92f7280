"""Running one query that nobody trusts, on a private copy of a database, under counted limits.

A database is an *image*, the bytes of a serialised SQLite database (`rlvr.verifiers.sql.image`). Each query gets a
fresh connection to a copy of its own in memory, so that nothing it does could last, and:

* an authorizer that lets reading pass and nothing else (`allowed`), and functions of dates that do not read the clock
  (`clock`);
* limits on the lengths of statement, values and patterns, on depth, columns and compound parts, and no attached
  database. The length of a value decides how long one step can take, and a step cannot be interrupted;
* a count of the engine's steps. It is the same on every run, so that a verdict does not depend on the machine's load; a
  clock stands behind it as a last fence only;
* caps on the rows and characters that are read.

What is too large for memory goes to temporary files that SQLite removes as soon as it has opened them.
"""

from __future__ import annotations

import math
import re
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from . import clock
from .allowed import reads_only
from .expansion import MAX_COPIES, copies

Row = tuple[Any, ...]
Authorizer = Callable[[int, str | None, str | None, str | None, str | None], int]

_FIXED = (
    (sqlite3.SQLITE_LIMIT_COLUMN, 200),
    (sqlite3.SQLITE_LIMIT_EXPR_DEPTH, 100),
    (sqlite3.SQLITE_LIMIT_COMPOUND_SELECT, 50),
    (sqlite3.SQLITE_LIMIT_VDBE_OP, 25_000),
    (sqlite3.SQLITE_LIMIT_FUNCTION_ARG, 50),
    (sqlite3.SQLITE_LIMIT_ATTACHED, 0),
    (sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100),
    (sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, 0),
    (sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH, 5),
    (sqlite3.SQLITE_LIMIT_WORKER_THREADS, 0),
)
"""SQLite's own limits that are the same for all."""
STEP = 1_000
"""Steps between two looks at the budget, which take as long as dozens of steps."""
_FIRST_WORD = re.compile(r"(?:\s|;|--[^\n]*(?:\n|\Z)|/\*.*?\*/)*\(*\s*([A-Za-z]+)", re.DOTALL)
_READS = frozenset({"select", "with", "values"})


@dataclass(slots=True)
class Limits:
    """What one query may take. Whoever made it may change it; what is shared stays as it is.

    Attributes:
        steps: instructions of SQLite's engine; a million takes about 30 ms.
        rows: rows that are read.
        chars: characters of text that are read, in all.
        sql: characters of the statement.
        text: bytes of one value or row inside the engine.
        seconds: a last fence, of processor time of this thread: a step whose values are long takes far more than the
            usual one. It is far above what the steps take: a machine that pauses may charge the pause to the thread.
            Engines that do not count steps have nothing but this.
        until: the same as a time of `time.thread_time`, for several queries together.
    """

    steps: int = 2_000_000
    rows: int = 10_000
    chars: int = 1_000_000
    sql: int = 20_000
    text: int = 4_000
    seconds: float = 10.0
    until: float = math.inf


class QueryError(Exception):
    """A query gives no result; the message is one that its author may read."""


class NotARead(QueryError):
    """It is not one statement that only reads."""


class Failed(QueryError):
    """The engine refuses it: a syntax error, an unknown column, ..."""


class TooMuch(QueryError):
    """It needs more steps, rows, characters or time than it may take."""


@dataclass(slots=True)
class Result:
    """What a query gave.

    Attributes:
        columns: the labels of the columns.
        rows: the rows, in the engine's order.
        steps: about how many steps it took.
        more: whether there are more rows than the limit; only where `run` was told to cut.
        seconds: processor time that it took, where an engine in a process of its own tells it.
    """

    columns: tuple[str, ...]
    rows: list[Row]
    steps: int
    more: bool = False
    seconds: float = 0.0


class Budget:
    """Counts the steps of a connection, over all its statements, against a limit and a clock."""

    def __init__(self, limits: Limits) -> None:
        self.start(limits)

    def start(self, limits: Limits) -> None:
        """Count anew, against other limits."""
        self.left = limits.steps
        # Where `until` is all there is, as for the databases of one verdict, the clock needs no look.
        self.until = (
            limits.until
            if limits.seconds == math.inf
            else min(time.thread_time() + limits.seconds, limits.until)
        )
        self.over = False

    def __call__(self) -> bool:
        """One more portion of steps; True stops the statement."""
        self.left -= STEP
        self.over = self.left < 0 or time.thread_time() > self.until
        return self.over


def open_copy(
    image: bytes, limits: Limits, authorizer: Authorizer = reads_only, *, reverse: bool = False
) -> tuple[sqlite3.Connection, Budget]:
    """A connection to a private copy of a database, with all the limits set, and its budget. The caller closes it.

    With `reverse`, rows for which no order is asked come in the opposite one, as SQLite can do for tests: a query that
    forgot its ORDER BY then shows it, also where the order of the keys would have been right by chance.
    """
    connection = sqlite3.connect(":memory:", isolation_level=None, cached_statements=0, check_same_thread=False)
    try:
        connection.deserialize(image)
        if reverse:
            connection.execute("PRAGMA reverse_unordered_selects = 1")
        set_limits(connection, limits)
        budget = Budget(limits)
        connection.set_progress_handler(budget, STEP)
        connection.set_authorizer(authorizer)
    except BaseException:
        connection.close()
        raise
    return connection, budget


def set_limits(connection: sqlite3.Connection, limits: Limits) -> None:
    """Set what SQLite itself limits."""
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, limits.text)
    connection.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, limits.sql)
    for category, value in _FIXED:
        connection.setlimit(category, value)


def check_text(sql: str, limits: Limits) -> None:
    """Refuse a statement by its text alone, before the engine sees it.

    Raises:
        TooMuch: it is too long, or grows too much when its common table expressions are put in place.
        Failed: it has a character that no statement has.
    """
    if len(sql) > limits.sql:
        raise TooMuch(f"The statement has more than {limits.sql} characters.")
    if "\x00" in sql or not is_unicode(sql):
        raise Failed("The statement has a character that is not text.")
    if copies(sql) > MAX_COPIES:
        raise TooMuch("The common table expressions use each other too often.")


def check_read(sql: str, limits: Limits) -> None:
    """Refuse a query by its text alone.

    Raises:
        QueryError: see `check_text`; `NotARead` if it does not begin like a query.
    """
    check_text(sql, limits)
    word = _FIRST_WORD.match(sql)
    if word is None or word[1].lower() not in _READS:
        raise NotARead("Only one statement that reads (SELECT, WITH, VALUES) is allowed.")


def run(image: bytes, sql: str, limits: Limits | None = None, *, cut: bool = False) -> Result:
    """The result of a query on a private copy of a database.

    Args:
        image: the database.
        sql: one statement that reads; comments and a semicolon at the end are allowed.
        limits: what it may take.
        cut: give the first `limits.rows` rows of a longer result, where otherwise it is an error.

    Raises:
        QueryError: it gives no result; the subclass says why.
    """
    limits = limits or Limits()
    check_read(sql, limits)
    return run_checked(image, sql, limits, cut=cut)


def run_checked(image: bytes, sql: str, limits: Limits, *, cut: bool = False, reverse: bool = False) -> Result:
    """As `run`, of a statement that `check_read` has let pass: the check is for all databases the same."""
    connection, budget = open_copy(image, limits, reverse=reverse)
    try:
        return fetched(connection, sql, limits, budget, cut=cut)
    finally:
        connection.close()


def fetched(connection: sqlite3.Connection, sql: str, limits: Limits, budget: Budget, *, cut: bool) -> Result:
    """The result of a query on a connection that is under limits; see `run`."""
    try:
        if clock.might_read(sql):
            clock.stop(connection)
        cursor = connection.execute(sql)
        try:
            described = cursor.description  # which is made anew each time
            if described is None:
                raise NotARead("Only one statement that reads (SELECT, WITH, VALUES) is allowed.")
            columns = tuple([part[0] for part in described])
            rows, more = _fetch(cursor, limits, len(columns), cut)
        finally:
            cursor.close()
        return Result(columns, rows, limits.steps - budget.left, more)
    except (sqlite3.Error, sqlite3.Warning) as error:
        raise translated(error, budget) from None
    except (UnicodeDecodeError, OverflowError, MemoryError) as error:
        raise Failed(f"A value cannot be read: {error!s:.100}") from None


def _fetch(cursor: sqlite3.Cursor, limits: Limits, width: int, cut: bool) -> tuple[list[Row], bool]:
    if cut and (limits.rows + 1) * width * limits.text <= limits.chars:
        # So few values of so few characters each are never too much, so there is nothing to count.
        some: list[Row] = cursor.fetchmany(limits.rows + 1)
        return (some[: limits.rows], True) if len(some) > limits.rows else (some, False)
    rows: list[Row] = []
    chars = 0
    for row in cursor:
        if len(rows) >= limits.rows:
            if cut:
                return rows, True
            raise TooMuch(f"The result has more than {limits.rows} rows.")
        for value in row:
            if isinstance(value, (str, bytes)):
                chars += len(value)
        if chars > limits.chars:
            if cut:
                return rows, True
            raise TooMuch(f"The result has more than {limits.chars} characters.")
        rows.append(row)
    return rows, False


def translated(error: sqlite3.Error | sqlite3.Warning, budget: Budget) -> QueryError:
    """What an error of SQLite means."""
    code = getattr(error, "sqlite_errorcode", None)
    primary = code & 0xFF if isinstance(code, int) else None
    if budget.over or primary == sqlite3.SQLITE_INTERRUPT:
        return TooMuch("The query takes too many steps.")
    if primary == sqlite3.SQLITE_AUTH or str(error).startswith("not authorized"):
        return NotARead(f"Not allowed: {error!s:.200}")
    if primary in (sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_FULL):
        return TooMuch(f"A value or the query is too large: {error!s:.200}")
    if str(error) == clock.REFUSED:
        return NotARead("Not allowed: a function of dates that reads the clock or the time zone.")
    if "one statement at a time" in str(error):
        return NotARead("Only one statement is allowed.")
    return Failed(f"SQLite: {error!s:.200}")


def is_unicode(text: str) -> bool:
    """Whether a text has no lone surrogates, which no engine takes."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
