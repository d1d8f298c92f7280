"""Dates without the clock: a query must give the same on every day and in every time zone.

SQLite's functions of dates read the clock where they are given ``'now'``, or no time at all, and the time zone of the
host by ``localtime`` and ``utc``. An authorizer sees the name of a function and not what it is given, which may be put
together while the query runs. So where a query might do that, these functions are replaced, on the connection that it
runs on, by ones that look at what they are given, and leave the rest to SQLite's own. Almost all queries that use dates
call them with a column or a date, and plain words; these are told by their text, and run as they are.
"""

from __future__ import annotations

import re
import sqlite3
import threading
from collections.abc import Callable
from functools import lru_cache

Value = str | bytes | int | float | None

_PLACES = dict.fromkeys(("date", "time", "datetime", "julianday", "unixepoch", "timediff"), 0) | {"strftime": 1}
"""The functions, and where the time stands among what they are given."""
_CLOCK = frozenset({"now", "subsec", "subsecond"})
"""As a time, these are the time of the clock."""
_ZONES = frozenset({"localtime", "utc"})
REFUSED = "user-defined function raised exception"
"""SQLite's message where one of ours refuses."""

_DATES = re.compile(rf"(?<![\w$])(?:{'|'.join(_PLACES)})(?![\w$])", re.IGNORECASE | re.ASCII)
_PLAIN = re.compile(
    r"""
    (?:(?:date|time|datetime|julianday|unixepoch)\s*\(\s* | strftime\s*\(\s*'[^']*'\s*,\s*)
    (?:[a-z_]\w*(?:\s*\.\s*[a-z_]\w*)?|'\d{4}-\d\d-\d\d[\d\ :.]*')      # a column or a date
    (?:\s*,\s*'(?:[-+]?[0-9.]+\ \w+ | start\ of\ \w+ | weekday\ [0-6])')*  # and plain words
    \s*\)
    """,
    re.IGNORECASE | re.ASCII | re.VERBOSE,
)
_BUILDS = re.compile(
    r"now|subsec|\|\||x'|(?<![\w$])(?:char|concat|concat_ws|replace|substr|substring|lower|upper|l?trim|rtrim|unhex"
    r"|group_concat|string_agg|printf|format|hex|quote|json\w*)(?![\w$])|->",
    re.IGNORECASE | re.ASCII,
)
"""What a query can put a word together with; also the word itself."""


@lru_cache(maxsize=4096)
def might_read(sql: str) -> bool:
    """Whether a query could read the clock or the time zone, as far as its text tells."""
    if _DATES.search(sql) is None:
        return False
    return _BUILDS.search(sql) is not None or _DATES.search(_PLAIN.sub(" ", sql)) is not None


def stop(connection: sqlite3.Connection) -> None:
    """Make all functions of dates on a connection refuse what reads the clock or the time zone.

    A call that is refused raises `sqlite3.OperationalError` with the message `REFUSED`.
    """
    for name in _known():
        connection.create_function(name, -1, _guarded(name), deterministic=True)


@lru_cache(maxsize=1)
def _known() -> tuple[str, ...]:
    """Those functions that this version of SQLite has."""
    rows = _own().execute("SELECT name FROM pragma_function_list").fetchall()
    return tuple(sorted({name for (name,) in rows} & set(_PLACES)))


@lru_cache(maxsize=16)
def _guarded(name: str) -> Callable[..., Value]:
    def call(*given: Value) -> Value:
        place = _PLACES[name]
        times = 2 if name == "timediff" else 1
        if len(given) <= place:
            raise ValueError("it reads the clock")
        if any(_word(value) in _CLOCK for value in given[place : place + times]):
            raise ValueError("it reads the clock")
        if any(_word(value) in _ZONES for value in given[place + times :]):
            raise ValueError("it reads the time zone")
        return _answered(name, *given)

    return call


def _word(value: Value) -> str:
    text = value.decode("utf-8", "replace") if isinstance(value, bytes) else value
    return text.strip().lower() if isinstance(text, str) else ""


@lru_cache(maxsize=4096, typed=True)  # the same dates again on each database
def _answered(name: str, *given: Value) -> Value:
    """What SQLite's own function gives."""
    asked = f"SELECT {name}({', '.join('?' * len(given))})"
    value: Value = _own().execute(asked, given).fetchone()[0]
    return value


_KEPT = threading.local()


def _own() -> sqlite3.Connection:
    """A connection of this thread, whose functions are SQLite's own."""
    connection: sqlite3.Connection | None = getattr(_KEPT, "connection", None)
    if connection is None:
        connection = _KEPT.connection = sqlite3.connect(":memory:", isolation_level=None)
    return connection
