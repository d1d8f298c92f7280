"""Queries that read the clock or the time zone: SQLite itself tells which calls do, in a computed column."""

import sqlite3

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rlvr.verifiers.sql import clock
from rlvr.verifiers.sql.image import build
from rlvr.verifiers.sql.runner import Limits, NotARead, QueryError, run
from rlvr.verifiers.sql.scripts import run_script

FUNCTIONS = ("date", "time", "datetime", "julianday", "unixepoch", "strftime")
IMAGE = build(
    ["CREATE TABLE t (id INTEGER PRIMARY KEY, day TEXT, word TEXT)"],
    {"t": ["id", "day", "word"]},
    [{"t": [[1, "2024-02-29", "NO"], [2, "2023-12-31 23:59:59", "W"], [3, None, None]]}],
)[0]
VALUES = st.sampled_from(
    ["'now'", "'NOW'", "x'6e6f77'", "'2024-02-29'", "2460000.5", "1", "NULL", "'12:30'", "''", "' now'"]
)
MODIFIERS = st.lists(
    st.sampled_from(["'localtime'", "'utc'", "'UTC'", "'+1 day'", "'start of month'", "'unixepoch'", "'auto'"]),
    max_size=3,
)
READS = [
    "SELECT date()",
    "SELECT strftime('%s')",
    "SELECT date('now')",
    "SELECT DATE ( 'Now', '+1 day')",
    "SELECT \"date\"('now')",
    "SELECT [julianday]('now')",
    "SELECT date/* */('now')",
    "SELECT date('no' || 'w')",
    "SELECT date(lower('NOW'))",
    "SELECT date(x'6e6f77')",
    "SELECT date(char(110, 111, 119))",
    "SELECT date(replace('nXw', 'X', 'o'))",
    "WITH a(b) AS (SELECT lower(group_concat(word, '')) FROM t) SELECT date(b) FROM a",
    "SELECT strftime('%Y', day, 'localtime') FROM t",
    "SELECT datetime(day, 'utc') FROM t",
    "SELECT id FROM t WHERE CAST(strftime('%s', 'now') AS INTEGER) % 2 = 0",
    "SELECT id FROM t WHERE unixepoch() > 5",
    "SELECT id FROM t WHERE datetime('subsec') > 5"
    if sqlite3.sqlite_version_info >= (3, 42)
    else "SELECT date()",
]
PLAIN = [
    "SELECT id FROM t WHERE day BETWEEN date('2024-03-01', '-365 days') AND '2024-03-01'",
    "SELECT CAST(julianday('2024-03-01 10:00') - julianday(day) AS INTEGER) FROM t",
    "SELECT strftime('%Y', day), date(day, '+1 month', 'start of month') FROM t",
    "SELECT CAST(julianday(t.day) - julianday(t.day) AS INTEGER) FROM t",
    "SELECT date(day, 'weekday 0') FROM t ORDER BY date(day)",
]
BY_US = [
    "SELECT date(substr(day, 1, 10) || '', '+1 day') FROM t",
    "SELECT strftime('%Y-%m', COALESCE(day, '2000-01-01')), date('2024-01-31', '+1 month') FROM t",
    "SELECT datetime(1700000000, 'unixepoch'), date(2460000.5), time('12:30'), date('no') FROM t",
    "SELECT day AS date, upper(word) AS time FROM t",
    "SELECT 'date', 'now' FROM t",
]


@pytest.mark.parametrize("sql", READS)
def test_what_reads_the_clock_is_refused(sql):
    with pytest.raises(NotARead, match="clock"):
        run(IMAGE, sql)


@pytest.mark.parametrize("sql", [*PLAIN, *BY_US])
def test_other_dates_are_what_sqlite_says(sql):
    plain = sqlite3.connect(":memory:")
    plain.deserialize(IMAGE)
    assert run(IMAGE, sql).rows == plain.execute(sql).fetchall()
    assert clock.might_read(sql) == (sql in BY_US), (
        "usual queries are not slowed down, and others are looked at"
    )


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(FUNCTIONS), VALUES, MODIFIERS)
def test_a_call_is_refused_exactly_where_sqlite_refuses_it_in_a_computed_column(name, value, modifiers):
    given_ = [*["'%Y-%m-%d %H'"] * (name == "strftime"), value, *modifiers]
    call = f"{name}({', '.join(given_)})"
    pure = sqlite3.connect(":memory:")
    pure.execute(f"CREATE TABLE c (id, v AS ({call}))")
    try:
        pure.execute("INSERT INTO c VALUES (1)")
        due = pure.execute("SELECT v FROM c").fetchall()
    except sqlite3.OperationalError:
        due = None  # "non-deterministic use of date() in a generated column"
    try:
        found = run(IMAGE, f"SELECT {call}").rows
    except QueryError:
        found = None
    if due is None:
        assert found is None, call
    elif found is None:
        # A modifier that comes after one that is wrong is not looked at by SQLite, nor one after a time that is none.
        assert any(word in call.lower() for word in ("utc", "localtime", "now"))
    else:
        assert found == due, call


def test_a_script_does_not_read_it_either():
    with pytest.raises(NotARead, match="clock"):
        run_script(IMAGE, "UPDATE t SET day = date('now')", Limits())
    left = run_script(IMAGE, "UPDATE t SET day = date(day || '', '+1 day')", Limits())
    assert "2024-03-01" in str(left)
