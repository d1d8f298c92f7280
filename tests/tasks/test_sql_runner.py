"""The hardened runner of queries: what is refused, what is bounded, and that nothing lasts."""

from __future__ import annotations

import contextlib
import gc
import os
import resource
import sqlite3
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rlvr.verifiers.sql import image
from rlvr.verifiers.sql.expansion import MAX_COPIES, copies
from rlvr.verifiers.sql.runner import Failed, Limits, NotARead, QueryError, TooMuch, run

DDL = [
    "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, v REAL, k INTEGER)",
    "CREATE TABLE u (id INTEGER PRIMARY KEY, t_id INTEGER, d TEXT)",
]
TABLES = {"t": ["id", "name", "v", "k"], "u": ["id", "t_id", "d"]}
ROWS = {
    "t": [[i, f"n{i % 7}", i / 4, i % 3] for i in range(20)],
    "u": [[i, i % 9, "2024-01-01"] for i in range(20)],
}
(DATABASE,) = image.build(DDL, TABLES, [ROWS])
LONG = "WITH RECURSIVE s(x) AS (SELECT 'abcdefgh' UNION ALL SELECT x||x FROM s WHERE length(x) < 1500)"

NO_READS = {
    "delete": "DELETE FROM t",
    "delete behind WITH": "WITH x AS (SELECT 1) DELETE FROM t",
    "update": "UPDATE t SET v = 0",
    "insert": "INSERT INTO t (id) VALUES (99)",
    "insert that returns": "INSERT INTO t (id) VALUES (99) RETURNING id",
    "replace": "REPLACE INTO t (id) VALUES (1)",
    "drop": "DROP TABLE t",
    "table": "CREATE TABLE z AS SELECT 1",
    "temporary table": "CREATE TEMP TABLE z AS SELECT 1",
    "view": "CREATE VIEW z AS SELECT 1",
    "attach a new file": "ATTACH 'new.db' AS x",
    "vacuum into a file": "VACUUM INTO 'new.db'",
    "pragma": "PRAGMA writable_schema = 1",
    "pragma query_only": "PRAGMA query_only = 0",
    "pragma as a table": "SELECT * FROM pragma_table_info('t')",
    "begin": "BEGIN",
    "two statements": "SELECT 1; DELETE FROM t",
    "two selects": "SELECT 1; SELECT 2",
    "explain": "EXPLAIN SELECT 1",
    "only a comment": "-- SELECT 1",
    "nothing": " ; ",
    "extension": "SELECT load_extension('x')",
    "gigabyte of noise": "SELECT randomblob(1000000000)",
    "gigabyte of zeros": "SELECT zeroblob(1000000000)",
    "gigabyte by format": "SELECT printf('%.*c', 1000000000, 'x')",
    "luck": "SELECT random()",
}
TOO_MUCH = {
    "endless recursion": "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT count(*) FROM c",
    "endless rows": "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT x FROM c",
    "cross join": "SELECT count(*) FROM t a, t b, t c, t d, t e, t f",
    "sorted cross join": "SELECT a.name||b.name||c.name x FROM t a, t b, t c, t d, t e, t f ORDER BY 1 DESC",
    "sorted long texts": LONG
    + " SELECT (SELECT max(x) FROM s)||a.id||b.id||c.id FROM t a,t b,t c,t d ORDER BY 1",
    "long searches": LONG + " SELECT count(instr(x, x||'b')) FROM s, t a, t b, t c, t d, t e",
    "long trims": LONG + " SELECT count(trim(x, x)) FROM s, t a, t b, t c, t d, t e",
    "long patterns": LONG + " SELECT sum(x LIKE '%a_b%a%b%a%b%a%c%h%i') FROM s, t a, t b, t c, t d, t e",
    "joined text": "SELECT group_concat(a.name) FROM t a, t b, t c, t d, t e",
    "64 tables": "SELECT count(*) FROM " + ", ".join(f"t t{i}" for i in range(64)),
    "quadratic windows": "SELECT sum(a.v) OVER (ORDER BY a.v ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING "
    "EXCLUDE CURRENT ROW) FROM t a, t b, t c",
    "doubling expressions": "WITH a0 AS (SELECT 1 x), "
    + ", ".join(f"a{i} AS (SELECT 1 x FROM a{i - 1} p, a{i - 1} q)" for i in range(1, 25))
    + " SELECT * FROM a24",
    "doubling under names that are texts": "WITH 'a0' AS (SELECT 1 x), "
    + ", ".join(f"'a{i}'(x) AS (SELECT 1 FROM 'a{i - 1}' p, 'a{i - 1}' q)" for i in range(1, 25))
    + " SELECT * FROM 'a24'",
    "a megabyte": "SELECT '" + "a" * 1_000_000 + "'",
    "value too long": LONG + " SELECT x||x||x FROM s",
}
FAILED = {
    "brackets": "SELECT " + "(" * 5000 + "1" + ")" * 5000,
    "nested queries": "SELECT * FROM " + "(SELECT * FROM " * 200 + "t" + ")" * 200,
    "parts": " UNION ALL ".join(["SELECT 1"] * 1500),
    "conditions": "SELECT 1 WHERE " + " AND ".join(["1=1"] * 2000),
    "nested calls": "SELECT " + "replace(" * 60 + "'n'" + ",'n','nnnnnnnn')" * 60,
    "not UTF-8": "SELECT CAST(x'ff' AS TEXT)",
    "zero character": "SELECT '\0'",
    "half a character": "SELECT '\ud800'",
    "unknown column": "SELECT nothing FROM t",
    "syntax": "SELECT FROM WHERE",
    "table of numbers": "SELECT * FROM generate_series(1, 1000000000)",
    "pages of the file": "SELECT * FROM sqlite_dbpage",
}


@pytest.mark.parametrize(
    ("kind", "sql"),
    [
        (kind, sql)
        for kind, group in ((NotARead, NO_READS), (TooMuch, TOO_MUCH), (Failed, FAILED))
        for sql in group.values()
    ],
    ids=[*NO_READS, *TOO_MUCH, *FAILED],
)
def test_hostile_statements_end_in_the_error_that_they_are(
    kind: type[QueryError], sql: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    before = bytes(DATABASE)
    with pytest.raises(QueryError) as caught:
        run(DATABASE, sql)
    # Some of them are refused by this version of SQLite for another reason than by the next.
    assert type(caught.value) is kind or kind is Failed
    assert before == DATABASE
    assert not list(tmp_path.iterdir())
    assert run(DATABASE, "SELECT count(*), sum(v) FROM t").rows == [(20, 47.5)]


def test_memory_stays_small_beside_hostile_statements() -> None:
    for sql in (*TOO_MUCH.values(), *NO_READS.values()):
        with pytest.raises(QueryError):
            run(DATABASE, sql)
    gc.collect()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(3):
        for sql in (*TOO_MUCH.values(), *NO_READS.values()):
            with pytest.raises(QueryError):
                run(DATABASE, sql)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20 * 1024


@pytest.mark.parametrize(
    "sql",
    ["SELECT 1", "select 1;", "  -- why\nSELECT 1", "/* why */ SELECT 1 -- end", "WITH a AS (SELECT 1) SELECT * FROM a",
     "VALUES (1)", "SELECT 1;\n\n-- end", "SELECT count(*) - 19 FROM t", ";SELECT 1"],
)  # fmt: skip
def test_ordinary_ways_to_write_a_query_pass(sql: str) -> None:
    assert run(DATABASE, sql).rows == [(1,)]


def test_steps_are_the_same_on_every_run() -> None:
    sql = "SELECT a.name, count(*) FROM t a JOIN t b ON a.k = b.k GROUP BY a.name"
    steps = {run(DATABASE, sql).steps for _ in range(5)}
    assert len(steps) == 1
    needed = steps.pop()
    assert needed > 400
    with pytest.raises(TooMuch):
        run(DATABASE, sql, Limits(steps=needed - 400))


def test_the_clock_is_the_last_fence() -> None:
    plenty = 10**12
    for limits in (Limits(steps=plenty, seconds=0.05), Limits(steps=plenty, until=0.0)):
        with pytest.raises(TooMuch):
            run(DATABASE, TOO_MUCH["endless recursion"], limits)


def test_rows_are_capped_or_cut() -> None:
    with pytest.raises(TooMuch, match="rows"):
        run(DATABASE, "SELECT * FROM t", Limits(rows=19))
    cut = run(DATABASE, "SELECT id FROM t", Limits(rows=5), cut=True)
    assert cut.more
    assert cut.rows == [(0,), (1,), (2,), (3,), (4,)]
    assert not run(DATABASE, "SELECT id FROM t", Limits(rows=20), cut=True).more


def test_many_threads_at_once() -> None:
    found: list[object] = []

    def work() -> None:
        found.extend(run(DATABASE, "SELECT sum(v) FROM t").rows for _ in range(50))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [[(47.5,)]] * 400


def files_open() -> int:
    """How many files this process has open; not sockets, pipes and devices, which others of its threads may open."""
    found = []
    for number in os.listdir("/proc/self/fd") if os.path.isdir("/proc/self/fd") else ():
        with contextlib.suppress(OSError):  # closed meanwhile, as that of this very folder
            found.append(os.readlink(f"/proc/self/fd/{number}"))
    return sum(name.startswith("/") and not name.startswith(("/dev/", "/proc/")) for name in found)


def test_no_file_is_left_open() -> None:
    run(DATABASE, "SELECT 1")
    before = files_open()
    for sql in TOO_MUCH.values():
        with pytest.raises(QueryError):
            run(DATABASE, sql)
    gc.collect()
    assert files_open() <= before


WORDS = [
    "WITH",
    "AS",
    "(",
    ")",
    "a",
    "b",
    "SELECT",
    "1",
    ",",
    "FROM",
    "'a'",
    '"b"',
    "--",
    "/*",
    "*/",
    "RECURSIVE",
    "MATERIALIZED",
    "'",
    " ",
]


@given(st.lists(st.sampled_from(WORDS), max_size=60).map(" ".join))
def test_counting_copies_takes_any_text(text: str) -> None:
    assert 0 <= copies(text) <= MAX_COPIES + 1


@given(st.integers(1, 12), st.integers(1, 3))
def test_the_count_of_copies_is_no_less_than_what_there_are(depth: int, uses: int) -> None:
    parts = ["a0 AS (SELECT 1 x)"]
    for i in range(1, depth):
        sources = ", ".join(f"a{i - 1} p{j}" for j in range(uses))
        parts.append(f"a{i}(x) AS (SELECT 1 FROM {sources})")
    there = sum(uses**i for i in range(depth))
    assert copies(f"WITH {', '.join(parts)} SELECT * FROM a{depth - 1}") >= min(there, MAX_COPIES + 1)


@given(st.text(max_size=200))
def test_any_text_ends_in_a_result_or_a_query_error(text: str) -> None:
    for sql in (text, f"SELECT {text}", f"SELECT * FROM t WHERE name = '{text}'"):
        try:
            run(DATABASE, sql)
        except QueryError:
            continue


def test_images_are_sound_and_none_has_rows_of_another() -> None:
    databases = [{"t": ROWS["t"]}, {}, {"t": ROWS["t"][:3]}, {"t": ROWS["t"][:1]}, {"t": ROWS["t"]}]
    for varied in (False, True):
        for made, database in zip(image.build(DDL, TABLES, databases, varied=varied), databases, strict=True):
            connection = sqlite3.connect(":memory:")
            connection.deserialize(made)
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert connection.execute("PRAGMA page_size").fetchall() == [(1024,)]
            for table in TABLES:
                rows = connection.execute(f"SELECT * FROM {table}").fetchall()
                assert sorted(map(repr, rows)) == sorted(repr(tuple(r)) for r in database.get(table, []))
            connection.execute("DELETE FROM t")  # it can be written to
            connection.close()


def test_an_image_is_of_rows_that_fit() -> None:
    with pytest.raises(ValueError, match="cannot be built"):
        image.build(DDL, TABLES, [{"t": [[1, "a"]]}])
    with pytest.raises(ValueError, match="cannot be built"):
        image.build(["CREATE TABLE t (id"], TABLES, [])
    with pytest.raises(ValueError, match="cannot be built"):
        image.build(DDL, TABLES, [{"other": []}])
    (made,) = image.build(DDL, TABLES, [{"t": [[1, None, 0.5, 2]]}])
    connection = sqlite3.connect(":memory:")
    connection.deserialize(made)
    assert connection.execute("SELECT * FROM t").fetchall() == [(1, None, 0.5, 2)]
    connection.close()
