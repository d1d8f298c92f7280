"""DuckDB and PostgreSQL: the same results as SQLite, and hostile statements do no harm. The engines are real."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rlvr.verifiers.base import Reason
from rlvr.verifiers.sql import engines
from rlvr.verifiers.sql import query as query_verifier
from rlvr.verifiers.sql.compare import same_bag
from rlvr.verifiers.sql.engines import child, ddl, postgres
from rlvr.verifiers.sql.image import build
from rlvr.verifiers.sql.runner import Failed, Limits, NotARead, QueryError, TooMuch, run

QUICK = Limits(seconds=0.2)
# Where something else than the clock ends a query, the clock is not to come first.
PATIENT = Limits(seconds=60.0)
SCHEMA = [
    "CREATE TABLE authors (\n  id INTEGER PRIMARY KEY,\n  name TEXT NOT NULL,\n  born TEXT\n)",
    "CREATE TABLE books (\n  id INTEGER PRIMARY KEY,\n  author INTEGER,  -- may be unknown\n  title TEXT,\n"
    "  price DOUBLE PRECISION,\n  FOREIGN KEY (author) REFERENCES authors(id)\n)",
]
TABLES = {"authors": ["id", "name", "born"], "books": ["id", "author", "title", "price"]}
DATABASES: list[dict[str, Any]] = [
    {
        "authors": [[1, "O'Hara", "1950-02-01"], [2, "Zoë", None], [3, "", "2001-12-31"]],
        # 9 is nobody: references are not enforced in tasks.
        "books": [
            [1, 1, "A", 2.25],
            [2, 1, "B", -3.5],
            [3, 9, "C", None],
            [4, None, "A", 0.0],
            [5, 2, "A", 2.25],
        ],
    },
    {"authors": [[1, "x", None]], "books": []},
]
QUERIES = [
    "SELECT name, born FROM authors",
    "SELECT a.name, COUNT(b.id), SUM(b.price) FROM authors a LEFT JOIN books b ON b.author = a.id GROUP BY a.name",
    "SELECT title FROM books WHERE price > 0 OR price IS NULL",
    "SELECT DISTINCT title, price FROM books",
    "SELECT AVG(price), MIN(title), MAX(id) FROM books",
    "WITH t AS (SELECT author, COUNT(*) AS n FROM books GROUP BY author) SELECT n FROM t WHERE author IS NOT NULL",
    "SELECT title FROM books UNION ALL SELECT name FROM authors",
    "SELECT id, ROW_NUMBER() OVER (ORDER BY id DESC) FROM books",
    "SELECT 1 WHERE 1 = 0",
    "SELECT b.id FROM books AS b WHERE NOT EXISTS (SELECT 1 FROM authors AS a WHERE a.id = b.author)",
]


def payload(dialect: str, query: str = QUERIES[0]) -> dict[str, Any]:
    images = build(SCHEMA, TABLES, DATABASES)
    golds = [[list(row) for row in run(image, query).rows] for image in images]
    return {
        "sql": {
            "dialect": dialect,
            "schema": SCHEMA,
            "tables": TABLES,
            "databases": DATABASES,
            "gold": [[rows] if rows else [] for rows in golds],
            "ordered": False,
            "columns": len(run(images[0], query).columns),
            "query": query,
        }
    }


@pytest.fixture(scope="module")
def server_here(postgres_url: str) -> Iterator[str]:
    before = os.environ.get(postgres.VARIABLE)
    os.environ[postgres.VARIABLE] = postgres_url
    yield postgres_url
    postgres.close_all()
    if before is None:
        del os.environ[postgres.VARIABLE]
    else:
        os.environ[postgres.VARIABLE] = before


@pytest.fixture(params=["duckdb", "postgres"])
def dialect(request: pytest.FixtureRequest) -> str:
    if request.param == "postgres":
        request.getfixturevalue("server_here")
    return str(request.param)


def refused(dialect: str, query: str, limits: Limits) -> QueryError:
    """The error of a query; afterwards the engine works and the rows are as they were."""
    ask = engines.runner(payload(dialect)["sql"])
    with pytest.raises(QueryError) as caught:
        ask(0, query, limits)
    count = ask(0, "SELECT (SELECT COUNT(*) FROM authors) + (SELECT COUNT(*) FROM books)", Limits())
    assert count.rows == [(8,)]
    return caught.value


@pytest.mark.parametrize("query", QUERIES)
def test_results_are_those_of_sqlite(dialect: str, query: str) -> None:
    ask = engines.runner(payload(dialect)["sql"])
    for number, image in enumerate(build(SCHEMA, TABLES, DATABASES)):
        due = run(image, query)
        given = ask(number, query, Limits())
        assert len(given.columns) == len(due.columns)
        assert same_bag(due.rows, given.rows), (due.rows, given.rows)


def test_values_are_numbers_texts_or_missing(dialect: str) -> None:
    ask = engines.runner(payload(dialect)["sql"])
    query = (
        "SELECT CAST(1.5 AS DECIMAL(6, 2)), CAST(3 AS DECIMAL(6, 2)), 1 = 1, CAST('2020-02-03' AS DATE), "
        "CAST('2020-02-03 10:11:12' AS TIMESTAMP), NULL, CAST(7 AS BIGINT)"
    )
    assert ask(0, query, Limits()).rows == [(1.5, 3, 1, "2020-02-03", "2020-02-03 10:11:12", None, 7)]
    assert json.dumps(ask(0, "SELECT CAST('NaN' AS DOUBLE PRECISION)", Limits()).rows) == '[["nan"]]'


def test_verdicts(dialect: str) -> None:
    task_payload = payload(dialect, QUERIES[1])
    assert query_verifier.verify(task_payload, QUERIES[1]).passed
    assert query_verifier.verify(task_payload, f"-- mine\n{QUERIES[1]} -- done").passed
    for query, reason in (
        (QUERIES[1].replace("LEFT JOIN", "JOIN"), Reason.WRONG),
        (QUERIES[1].replace("SUM", "MAX"), Reason.WRONG),
        ("SELECT nothing FROM authors", Reason.WRONG),
        ("SELEC 1", Reason.ILLEGAL if dialect == "postgres" else Reason.WRONG),
        ("DELETE FROM books", Reason.ILLEGAL),
        ("SELECT 1; DROP TABLE books", Reason.ILLEGAL),
        ("", Reason.ILLEGAL),
        ("\0", Reason.WRONG),
        ("\ud800", Reason.WRONG),
    ):
        verdict = query_verifier.verify(task_payload, query)
        assert (verdict.score, verdict.reason) == (0.0, reason), (query, verdict)


def test_a_result_that_is_too_long_is_refused(dialect: str) -> None:
    query = "SELECT a.id FROM books AS a, books AS b, books AS c"
    assert isinstance(refused(dialect, query, Limits(rows=100)), TooMuch)
    assert isinstance(refused(dialect, "SELECT title || 'abcdefgh' FROM books", Limits(chars=20)), TooMuch)


def test_databases_that_cannot_be_built_say_nothing_about_the_answer(dialect: str) -> None:
    broken = payload(dialect)
    broken["sql"]["schema"] = ["CREATE TABLE authors (id INTEGER)"]
    verdict = query_verifier.verify(broken, QUERIES[0])
    assert verdict.reason is Reason.INFRA
    assert verdict.score is None


def test_threads_do_not_mix_results(dialect: str) -> None:
    ask = engines.runner(payload(dialect)["sql"])
    wrong: list[Any] = []

    def work(number: int) -> None:
        for step in range(5):
            found = ask(0, f"SELECT {number}, {step}, COUNT(*) FROM books", Limits()).rows
            if found != [(number, step, 5)]:
                wrong.append(found)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_child_that_was_killed_while_it_waited_is_replaced(dialect: str) -> None:
    ask = engines.runner(payload(dialect)["sql"])
    ask(0, "SELECT 1", Limits())
    for waiting in child._idle[os.getpid(), dialect]:
        os.kill(waiting._process.pid, signal.SIGKILL)
    assert ask(0, "SELECT 2", Limits()).rows == [(2,)]


# ---- DuckDB ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "kind"),
    [
        ("SELECT * FROM read_csv('/etc/passwd', columns = {'a': 'VARCHAR'}, sep = '|')", NotARead),
        ("SELECT * FROM read_text('/etc/passwd')", NotARead),
        ("SELECT * FROM read_blob('/etc/passwd')", NotARead),
        ("SELECT * FROM '/etc/passwd'", Failed),
        ("SELECT * FROM glob('/etc/*')", NotARead),
        ("SELECT * FROM read_parquet('https://example.com/x.parquet')", NotARead),
        ("COPY (SELECT 1) TO 'OUT'", NotARead),
        ("EXPORT DATABASE 'OUT'", NotARead),
        ("ATTACH 'OUT' AS other", NotARead),
        ("INSTALL httpfs", NotARead),
        ("LOAD httpfs", NotARead),
        ("SET memory_limit = '100GB'", NotARead),
        ("PRAGMA enable_external_access", NotARead),
        ("CALL pragma_version()", NotARead),
        ("DELETE FROM books", NotARead),
        ("CREATE TEMP TABLE t AS SELECT 1", NotARead),
        ("SELECT * FROM query('DELETE FROM books')", Failed),
        ("SELECT 1; SELECT 2", NotARead),
        ("SELECT getenv('HOME')", Failed),
        ("SELECT * FROM os", Failed),
        ("SELECT id FROM books WHERE random() < 0.5", NotARead),
        ("SELECT list_transform([1], lambda x: random())", NotARead),
        ("SELECT system.main.uuid()", NotARead),
        ("SELECT id FROM books USING SAMPLE 50%", NotARead),
        ("SELECT id FROM books TABLESAMPLE 10%", NotARead),
        ('WITH t AS (SELECT "now"() AS n) SELECT n FROM t', NotARead),
        ("SELECT (SELECT Current_Date)", NotARead),
        ("SELECT age(TIMESTAMP '2001-01-01')", NotARead),
        ("SELECT length(repeat('a', 3000000000))", TooMuch),
        ("SELECT string_agg(repeat('x', 1000000), '') FROM range(100000)", TooMuch),
        ("SELECT list_sum(range(1000000000))", TooMuch),
        (
            "WITH RECURSIVE t(s) AS (SELECT 'aaaaaaaa' UNION ALL SELECT s || s FROM t) SELECT max(length(s)) FROM t",
            TooMuch,
        ),
        ("WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM t) SELECT count(*) FROM t", TooMuch),
        ("SELECT count(*) FROM range(1000000) a, range(1000000) b, range(1000000) c", TooMuch),
        ("SELECT * FROM range(100000000)", TooMuch),
    ],
)
def test_duckdb_is_contained(query: str, kind: type[QueryError], tmp_path: Path) -> None:
    limits = QUICK if kind is TooMuch else PATIENT
    error = refused("duckdb", query.replace("OUT", str(tmp_path / "out")), limits)
    assert isinstance(error, kind), error
    assert not list(tmp_path.iterdir())


def test_names_of_the_clock_may_be_columns_and_texts(dialect: str) -> None:
    schema = ['CREATE TABLE runs (id INTEGER PRIMARY KEY, "localtime" TEXT, random INTEGER)']
    facts = {"dialect": dialect, "schema": schema, "tables": {"runs": ["id", "localtime", "random"]}}
    ask = engines.runner(facts | {"databases": [{"runs": [[1, "now", 2]]}]})
    query = "SELECT \"localtime\", 'current_date', random FROM runs"
    assert ask(0, query, PATIENT).rows == [("now", "current_date", 2)]


# ---- PostgreSQL -----------------------------------------------------------------------------------------

DOUBLING = (
    "WITH RECURSIVE t(s) AS (SELECT 'aaaaaaaa'::text UNION ALL SELECT s || s FROM t) SELECT max(s) FROM t"
)


@pytest.mark.parametrize(
    ("query", "kind"),
    [
        ("SELECT set_config('statement_timeout', '0', false), pg_sleep(20)", NotARead),
        ("SELECT pg_sleep(20)", NotARead),
        ("SELECT repeat('a', 1000000000)", NotARead),
        ("SELECT pg_read_file('/etc/passwd')", NotARead),
        ("SELECT * FROM pg_ls_dir('.')", NotARead),
        ("SELECT lo_import('/etc/passwd')", NotARead),
        ("SELECT lo_from_bytea(0, 'x')", NotARead),
        ("SELECT query_to_xml('DELETE FROM books', true, true, '')", NotARead),
        ("SELECT pg_advisory_lock(1)", NotARead),
        ("SELECT pg_terminate_backend(1)", NotARead),
        ("SELECT random()", NotARead),
        ("SELECT now()", NotARead),
        ("SELECT transaction_timestamp()", NotARead),
        ("SELECT id FROM books WHERE CURRENT_DATE > '2020-01-01'", NotARead),
        ("SELECT 'it''s' || LocalTime", NotARead),
        ("SELECT * FROM pg_authid", NotARead),
        ("SELECT * FROM pg_shadow", NotARead),
        ("SELECT query FROM pg_stat_activity", NotARead),
        ("SELECT current_setting('data_directory')", NotARead),
        ("COPY (SELECT 1) TO 'OUT'", NotARead),
        ("COPY books FROM PROGRAM 'touch OUT'", NotARead),
        ("DO $$ BEGIN PERFORM 1; END $$", NotARead),
        ("DELETE FROM books", NotARead),
        ("WITH d AS (DELETE FROM books RETURNING *) SELECT * FROM d", NotARead),
        ("SELECT * INTO other FROM books", NotARead),
        ("SELECT * FROM books FOR UPDATE", NotARead),
        ("SELECT 1; DROP TABLE books", NotARead),
        ("SELECT 1; COMMIT", NotARead),
        ("SET ROLE postgres", NotARead),
        ("EXPLAIN ANALYZE SELECT 1", NotARead),
        ("SELECT 1) TO STDOUT --", Failed),
        ("SELECT * FROM public.secrets", NotARead),
        ("SELECT nextval('nothing')", Failed),
        ("SELECT count(*) FROM generate_series(1, 10000000000)", TooMuch),
        ("SELECT string_agg(g::text, '') FROM generate_series(1, 100000000) AS g", TooMuch),
        ("SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 100000) b", TooMuch),
        ("WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM t) SELECT count(*) FROM t", TooMuch),
        (DOUBLING, TooMuch),
    ],
)
def test_postgres_is_contained(server_here: str, query: str, kind: type[QueryError], tmp_path: Path) -> None:
    limits = QUICK if kind is TooMuch else PATIENT
    error = refused("postgres", query.replace("OUT", str(tmp_path / "out")), limits)
    assert isinstance(error, kind), error
    assert not list(tmp_path.iterdir())


def test_an_administrator_who_is_no_superuser_will_do(postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as link:
        link.execute("CREATE ROLE modest LOGIN CREATEDB CREATEROLE")
    there = postgres.Server(postgres_url.replace("postgres@", "modest@"))
    try:
        with there.schema(ddl.statements(SCHEMA, TABLES, DATABASES[0])) as name:
            pass
        assert there.run(name, "SELECT COUNT(*) FROM books", Limits()).rows == [(5,)]
        # The functions are there for it, and the limit of time holds all the same: it was set before the query began.
        with pytest.raises(TooMuch):
            there.run(name, "SELECT set_config('statement_timeout', '0', false), pg_sleep(60)", QUICK)
        with pytest.raises(NotARead):
            there.run(name, "SELECT pg_read_file('/etc/passwd')", PATIENT)
        with pytest.raises(TooMuch):
            there.run(name, "SELECT pg_sleep(60)", QUICK)
    finally:
        there.close()
        with psycopg.connect(postgres_url, autocommit=True) as link:
            link.execute("DROP ROLE modest")


def test_nothing_of_ours_stays_on_the_server(postgres_url: str) -> None:
    there = postgres.Server(postgres_url)
    with there.schema(ddl.statements(SCHEMA, TABLES, DATABASES[0])) as first:
        with there.schema(ddl.statements(SCHEMA, TABLES, DATABASES[0])) as again:
            assert first == again  # kept for the next answer
        with there.schema(ddl.statements(SCHEMA, TABLES, DATABASES[1])) as other_schema:
            assert first != other_schema
    assert there.name in ours(postgres_url)
    there._admin.close()  # as if the process had been killed: nothing is dropped, nobody is connected
    gone = time.monotonic() + 60
    while connections(postgres_url, there.name):  # the server's side ends a little later
        assert time.monotonic() < gone
        time.sleep(0.02)
    other = postgres.Server(postgres_url)
    assert there.name not in ours(postgres_url)
    other.close()
    assert other.name not in ours(postgres_url)


def test_schemas_are_dropped_when_there_are_many_but_not_while_they_are_used(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "_KEPT", 2)
    there = postgres.Server(postgres_url)
    try:
        with there.schema(["CREATE TABLE t AS SELECT 0 AS x"]) as first:
            for number in range(1, 6):
                with there.schema([f"CREATE TABLE t AS SELECT {number} AS x"]) as name:
                    assert there.run(name, "SELECT x FROM t", PATIENT).rows == [(number,)]
            assert there.run(first, "SELECT x FROM t", PATIENT).rows == [(0,)]
        (count,) = (
            there.admin()
            .execute("SELECT COUNT(*) FROM pg_namespace WHERE nspname ~ '^s[0-9a-f]{16}$'")
            .fetchone()
        )
        assert count == 2
    finally:
        there.close()


def test_a_server_that_came_back_is_used_again(server_here: str) -> None:
    sql = payload("postgres")
    assert query_verifier.verify(sql, QUERIES[0]).passed
    postgres.server().admin().close()
    assert query_verifier.verify(sql, QUERIES[0]).passed


def connections(url: str, name: str) -> int:
    with psycopg.connect(url) as link:
        (count,) = link.execute("SELECT COUNT(*) FROM pg_stat_activity WHERE datname = %s", (name,)).fetchone()
    return int(count)


def ours(url: str) -> set[str]:
    with psycopg.connect(url) as link:
        found = link.execute("SELECT datname FROM pg_database UNION SELECT rolname FROM pg_roles").fetchall()
    return {name for (name,) in found if name.startswith("rlvr_")}


def test_the_role_sees_nothing_else_on_the_server(postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as link:
        link.execute("CREATE TABLE secrets (x int)")
    there = postgres.Server(postgres_url)
    try:
        role = there._reader
        with psycopg.connect(role, autocommit=True) as link:
            with pytest.raises(psycopg.Error):
                link.execute("CREATE TABLE t (x int)")
            with pytest.raises(psycopg.Error):
                link.execute("SET default_transaction_read_only = off; CREATE SCHEMA mine")
            with pytest.raises(psycopg.Error):
                link.execute("SET default_transaction_read_only = off; CREATE TEMP TABLE t (x int)")
        with (
            psycopg.connect(psycopg.conninfo.make_conninfo(role, dbname="postgres")) as link,
            pytest.raises(psycopg.errors.InsufficientPrivilege),
        ):
            link.execute("SELECT * FROM secrets")
    finally:
        there.close()
        with psycopg.connect(postgres_url, autocommit=True) as link:
            link.execute("DROP TABLE secrets")


def test_without_a_server_there_is_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(postgres.VARIABLE, raising=False)
    verdict = query_verifier.verify(payload("postgres"), QUERIES[0])
    assert verdict.reason is Reason.INFRA
    assert postgres.VARIABLE in verdict.message
    monkeypatch.setenv(postgres.VARIABLE, "postgresql://nobody@127.0.0.1:1/none")
    assert query_verifier.verify(payload("postgres"), QUERIES[0]).reason is Reason.INFRA


# ---- statements -----------------------------------------------------------------------------------------


def test_references_are_left_out() -> None:
    assert "REFERENCES" not in ddl.without_references(SCHEMA[1])
    assert (
        ddl.without_references(
            'CREATE TABLE a (x int REFERENCES "b c" (y) ON DELETE SET NULL NOT NULL, y int, '
            "CONSTRAINT k FOREIGN KEY (y) REFERENCES s.b (z) ON UPDATE CASCADE DEFERRABLE INITIALLY DEFERRED)"
        )
        == "CREATE TABLE a (x int  NOT NULL, y int)"
    )


TEXT = st.characters(exclude_characters="\0", exclude_categories=["Cs"])


@settings(max_examples=20)
@given(st.lists(st.one_of(st.none(), st.text(TEXT, max_size=20)), min_size=5))
def test_texts_come_back_as_they_were(values: list[str | None]) -> None:
    rows = [[value] for value in values]
    sql = {"schema": ["CREATE TABLE t (x TEXT)"], "tables": {"t": ["x"]}, "databases": [{"t": rows}]}
    given = engines.runner(sql | {"dialect": "duckdb"})(0, "SELECT x FROM t", Limits())
    assert same_bag(rows, given.rows)


@pytest.mark.parametrize("text", ["\ud800", "a\udfffb"])
def test_a_lone_surrogate_is_no_failure_of_the_engine(text: str) -> None:
    """No engine holds it: the databases of such a task cannot be built, and a query that has one is refused."""
    sql = {
        **{"dialect": "duckdb", "schema": ["CREATE TABLE t (x TEXT)"], "tables": {"t": ["x"]}},
        **{"gold": [[[["a"]]]], "ordered": False, "columns": 1, "query": "SELECT x FROM t"},
    }
    with pytest.raises(ValueError, match="not text"):
        engines.runner(sql | {"databases": [{"t": [[text]]}]})
    verdict = query_verifier.verify({"sql": sql | {"databases": [{"t": [[text]]}]}}, "SELECT x FROM t")
    assert verdict.reason is Reason.INFRA
    given_text = query_verifier.verify({"sql": sql | {"databases": [{"t": [["a"]]}]}}, f"SELECT '{text}'")
    assert (given_text.score, given_text.reason) == (0.0, Reason.WRONG)


def test_duckdb_is_ended_by_the_processor_time_of_all_databases_together() -> None:
    """Half a minute of one verdict is two seconds of processor time; what came before does not count again."""
    made = payload("duckdb")
    # Each database takes a part of what all of them may take together.
    some = "SELECT COUNT(*) FROM range(30000) a, range(10000) b WHERE a.range + b.range = -1"
    heavy = "SELECT SUM(a.range * b.range) FROM range(1000000) a, range(1000000) b"
    used: list[float] = []
    ask = engines.runner(made["sql"])
    for text in (some, heavy):
        try:
            used.append(ask(0, text, Limits(seconds=30.0 if text == some else 0.5)).seconds)
        except TooMuch:
            used.append(-1.0)
    assert used[0] > 0
    assert used[1] == -1.0
    assert query_verifier.verify(made, heavy).reason is Reason.TIMEOUT
    assert query_verifier.ENGINE_S <= 2.0


def test_a_child_that_only_waits_is_ended_by_looks_not_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A jump of the clock, as after a pause of the machine, ends nothing."""
    ask = engines.runner(payload("duckdb")["sql"])
    assert ask(0, "SELECT 1", Limits()).rows == [(1,)]
    ahead = iter(range(0, 10**9, 1000))
    monkeypatch.setattr(time, "monotonic", lambda: float(next(ahead)))
    slow = "SELECT COUNT(*) FROM range(20000) a, range(3000) b WHERE a.range + b.range = -1"
    assert ask(0, slow, Limits()).rows == [(0,)]
