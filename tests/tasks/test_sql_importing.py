"""Environments from databases of one's own: what is kept, left out and judged, with SQLite and PostgreSQL."""

from __future__ import annotations

import json
import random
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

import rlvr
from rlvr.generators.sql.imported import SHARED, unpacked
from rlvr.importing import Report, choose_databases, import_sql, questions, sqlite
from rlvr.importing.choose_databases import LARGE
from rlvr.verifiers.sql.engines import postgres
from rlvr.verifiers.sql.image import build
from rlvr.verifiers.sql.query import verify

Fill = Callable[..., Path]
# A question's query, and queries that are wrong or right for it.
GOOD: list[tuple[str, list[str], list[str]]] = [
    (
        "SELECT name FROM customers WHERE city = 'Oslo' AND joined >= '2019-01-01'",
        [
            "SELECT name FROM customers WHERE city = 'Oslo' AND joined > '2019-01-01'",
            "SELECT name FROM customers WHERE city = 'Oslo' OR joined >= '2019-01-01'",
            "SELECT DISTINCT name FROM customers WHERE city = 'Oslo' AND joined >= '2019-01-01'",
            "SELECT name, city FROM customers WHERE city = 'Oslo' AND joined >= '2019-01-01'",
            "SELECT name FROM customers WHERE city = 'Oslo'",
        ],
        ["SELECT name AS n FROM customers WHERE joined >= '2019-01-01' AND 'Oslo' = city ORDER BY 1 DESC"],
    ),
    (
        "SELECT c.name, COUNT(*) FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.id "
        "HAVING COUNT(*) > 2 ORDER BY COUNT(*) DESC",
        [
            "SELECT c.name, COUNT(*) FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.id "
            "HAVING COUNT(*) >= 2 ORDER BY COUNT(*) DESC",
            "SELECT c.name, COUNT(*) FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.id "
            "HAVING COUNT(*) > 2 ORDER BY COUNT(*)",
            "SELECT c.name, COUNT(*) FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.name "
            "HAVING COUNT(*) > 2 ORDER BY COUNT(*) DESC",
        ],
        [
            "SELECT c.name, COUNT(*) AS n FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.id "
            f"HAVING n > 2 ORDER BY n DESC, {tie}"
            for tie in ("c.id", "c.id DESC")
        ],
    ),
    (
        "SELECT name FROM customers ORDER BY joined",
        ["SELECT name FROM customers ORDER BY joined DESC", "SELECT name FROM customers"],
        [
            "SELECT name FROM customers ORDER BY joined, name",
            "SELECT name FROM customers ORDER BY joined, name DESC",
        ],
    ),
    (
        "SELECT title, price FROM products WHERE price BETWEEN 5 AND 20.4",
        [
            "SELECT title, price FROM products WHERE price > 5 AND price <= 20.4",
            "SELECT title, price FROM products",
        ],
        ["SELECT title, price FROM products WHERE price >= 5 AND price <= 20.4"],
    ),
    (
        "SELECT SUM(quantity) FROM \"Order Lines\" l JOIN products p ON p.code = l.product WHERE p.title LIKE '%ing%'",
        [
            "SELECT SUM(quantity) FROM \"Order Lines\" l JOIN products p ON p.code = l.product WHERE p.title = 'ing'",
            "SELECT SUM(quantity) FROM \"Order Lines\", products p WHERE p.code = product AND p.title LIKE 'ing%'",
            'SELECT SUM(quantity) FROM "Order Lines"',
        ],
        [],
    ),
    (
        "SELECT name FROM customers WHERE id NOT IN (SELECT customer_id FROM orders WHERE customer_id IS NOT NULL "
        "AND strftime('%Y', placed) = '2023')",
        [
            "SELECT name FROM customers WHERE id NOT IN (SELECT customer_id FROM orders "
            "WHERE strftime('%Y', placed) = '2023')",
            "SELECT name FROM customers WHERE id NOT IN (SELECT customer_id FROM orders WHERE customer_id IS NOT NULL)",
        ],
        [
            "SELECT name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id "
            "AND substr(placed, 1, 4) = '2023')"
        ],
    ),
    ('SELECT DISTINCT status FROM orders WHERE status <> "sent"', ["SELECT DISTINCT status FROM orders"], []),
    (
        "SELECT product, COUNT(*) FROM large GROUP BY product",
        ['SELECT product, COUNT(*) FROM "Order Lines" GROUP BY 1'],
        [],
    ),
]
BAD = {
    "SELECT id FROM orders WHERE random() > 3": "chance",
    "SELECT id FROM orders WHERE placed > date('now')": "clock",
    "SELECT CURRENT_DATE, id FROM orders": "clock",
    "DELETE FROM orders": "not taken",
    "SELEC 1": "not taken",
    "SELECT 1; SELECT 2": "fails",
    "SELECT nothing FROM orders": "fails",
    "SELECT * FROM pragma_table_info('orders')": "fails",
    "SELECT a FROM computed": "fails",
    "WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM t) SELECT COUNT(*) FROM t": "too much",
    "SELECT id FROM orders WHERE 1 = 0": "no rows",
    "SELECT 1, 'a'": "the same on all",
    "SELECT id FROM orders LIMIT 3": "another order",
    "SELECT name, COUNT(*) OVER (ROWS UNBOUNDED PRECEDING) FROM customers": "another order",
}


def lines(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


def tasks_of(registry: Path) -> list[dict[str, Any]]:
    """All stored tasks, in the order of the rows of the file."""
    found = [
        unpacked(json.loads(line), file.parent)
        for file in sorted(registry.with_suffix("").glob("level-*.jsonl"))
        for line in file.read_text(encoding="utf-8").splitlines()
    ]
    return sorted(found, key=lambda one: one["payload"]["problem"]["row"])


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory, fill: Fill) -> tuple[Report, Path]:
    folder = tmp_path_factory.mktemp("own")
    rows: list[dict[str, Any]] = [
        {"question": f"Question {n}?", "query": good[0]} for n, good in enumerate(GOOD, 1)
    ]
    rows += [{"question": "Bad?", "query": query} for query in BAD]
    out = folder / "mine.yaml"
    report = import_sql(
        fill(folder / "shop.sqlite"), lines(folder / "questions.jsonl", rows), out, env_id="mine/own-shop-v0"
    )
    rlvr.register(out)
    return report, out


def test_good_questions_are_kept_and_bad_ones_told(shop: tuple[Report, Path]) -> None:
    report, _ = shop
    assert report.kept == len(GOOD) == sum(report.levels), report.text()
    assert len(report.levels) == 2
    told = {found.row - len(GOOD): found.text for found in report.dropped}
    for number, (query, word) in enumerate(BAD.items(), 1):
        assert word in told[number], (query, told[number])
    assert any("computed is left out" in note for note in report.notes)


def test_wrong_queries_are_refused_and_right_ones_accepted(shop: tuple[Report, Path]) -> None:
    spec = rlvr.get("mine/own-shop-v0")
    for task, (query, wrong, right) in zip(tasks_of(shop[1]), GOOD, strict=True):
        assert task["payload"]["sql"]["query"] == query
        for other in (query, *right):
            assert spec.verify_answer(task["payload"], other).passed, other
        for other in wrong:
            assert not spec.verify_answer(task["payload"], other).passed, other


def test_there_are_ten_databases_that_the_tables_take(shop: tuple[Report, Path]) -> None:
    for task in tasks_of(shop[1]):
        sql = task["payload"]["sql"]
        assert len(sql["databases"]) >= 10
        assert sum(bool(groups) for groups in sql["gold"]) >= 8
        assert len(json.dumps(task["payload"])) < 64 << 10
        for image in build(sql["schema"], sql["tables"], sql["databases"]):
            with closing(sqlite3.connect(":memory:")) as link:
                link.deserialize(image)
                assert not link.execute("PRAGMA foreign_key_check").fetchall()
                assert not link.execute('SELECT * FROM "Order Lines" WHERE quantity <= 0').fetchall()


def test_the_same_files_come_out_again(shop: tuple[Report, Path], tmp_path: Path) -> None:
    _, out = shop
    again = tmp_path / "mine.yaml"
    import_sql(out.with_name("shop.sqlite"), out.with_name("questions.jsonl"), again, env_id="mine/own-shop-v0")
    assert again.read_text() == out.read_text()
    assert tasks_of(again) == tasks_of(out)


def test_own_rows_are_there_if_they_are_few(tmp_path: Path, fill: Fill) -> None:
    rows = [{"question": "Names?", "query": "SELECT name FROM customers WHERE city = 'Oslo'"}]
    counts = []
    for size in (20, 200):
        database = fill(tmp_path / f"shop{size}.sqlite", size)
        import_sql(database, lines(tmp_path / "q.jsonl", rows), tmp_path / "mine.yaml")
        (task,) = tasks_of(tmp_path / "mine.yaml")
        counts.append(len(task["payload"]["sql"]["databases"]))
        assert (len(task["payload"]["sql"]["databases"][0]["customers"]) == 20) == (size == 20)
    assert counts == [11 + LARGE, 10 + LARGE]


def test_an_order_that_cannot_be_cut_into_ties_is_told(tmp_path: Path, fill: Fill) -> None:
    rows: list[dict[str, Any]] = [
        # Other columns would change what DISTINCT leaves, so the keys cannot be added.
        {"question": "1", "query": "SELECT DISTINCT name FROM customers ORDER BY length('a')"},
        {"question": "2", "query": "SELECT name FROM customers UNION SELECT title FROM products ORDER BY 1"},
        {"question": "3", "query": "SELECT name FROM customers ORDER BY name", "ordered": False},
        {"question": "4", "query": "SELECT name FROM customers ORDER BY name"},
    ]
    report = import_sql(fill(tmp_path / "s.db"), lines(tmp_path / "q.jsonl", rows), tmp_path / "mine.yaml")
    ordered = {task["question"]: task["payload"]["sql"]["ordered"] for task in tasks_of(tmp_path / "mine.yaml")}
    assert ordered == {"1": False, "2": True, "3": False, "4": True}
    assert "its order is not checked" in {found.row: found.text for found in report.weak}[1]


def test_without_a_parser_questions_are_kept_and_the_user_is_told(tmp_path: Path, fill: Fill) -> None:
    queries = [query for query, _, _ in GOOD] + [
        "SELECT title FROM products WHERE price > 4 ORDER BY price DESC"
    ]
    rows = [{"question": "?", "query": query} for query in queries]
    code = (
        "import sys; sys.modules['sqlglot'] = None\n"  # as if it were not installed
        "from rlvr.importing import import_sql; print(import_sql(*sys.argv[1:]).text())"
    )
    files = (fill(tmp_path / "s.db"), lines(tmp_path / "q.jsonl", rows), tmp_path / "mine.yaml")
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, files)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert f"{len(rows)} kept, 0 left out" in done.stdout
    assert 'pip install "rlvr-gym[sql]"' in done.stdout
    assert "its order is not checked" in done.stdout


def test_a_tie_at_the_limit_is_never_held_against_an_answer(tmp_path: Path, fill: Fill) -> None:
    rows = [{"question": "Dearest?", "query": "SELECT title FROM products ORDER BY price DESC LIMIT 2"}]
    import_sql(fill(tmp_path / "s.db"), lines(tmp_path / "q.jsonl", rows), tmp_path / "mine.yaml")
    (spec,) = rlvr.register(tmp_path / "mine.yaml")
    (task,) = tasks_of(tmp_path / "mine.yaml")
    for tie in ("code", "code DESC", "title", "length(title)"):
        answer = f"SELECT title FROM products ORDER BY price DESC, {tie} LIMIT 2"
        assert spec.verify_answer(task["payload"], answer).passed
    assert not spec.verify_answer(task["payload"], rows[0]["query"].replace("2", "1")).passed


def test_splits_are_the_users_own_or_keep_equal_queries_together(tmp_path: Path, fill: Fill) -> None:
    database = fill(tmp_path / "s.db")
    rows = [
        {"question": f"{n} {m}?", "query": f"SELECT title FROM products WHERE price < {n + 2}"}
        for n in range(8)
        for m in range(2)
    ]
    import_sql(database, lines(tmp_path / "q.jsonl", rows), tmp_path / "mine.yaml", env_id="mine/splits-v0")
    (spec,) = rlvr.register(tmp_path / "mine.yaml")
    found = {
        (task.payload["problem"]["row"], task.answer, task.split)
        for level in spec.levels
        for task in (spec.task(level, seed) for seed in range(40))
    }
    assert len({row for row, _, _ in found}) == 16
    assert len({(answer, split) for _, answer, split in found}) == 8
    assert {split for _, _, split in found} == {"train", "test"}
    for number, row in enumerate(rows):
        row["split"] = "test" if number % 2 else "train"
    import_sql(database, lines(tmp_path / "q.jsonl", rows), tmp_path / "mine.yaml", env_id="mine/splits-v0")
    (spec,) = rlvr.register(tmp_path / "mine.yaml")
    for level in spec.levels:
        for task in (spec.task(level, seed) for seed in range(20)):
            assert task.split == ("train" if task.payload["problem"]["row"] % 2 else "test")


# ---- PostgreSQL --------------------------------------------------------------------------------------------


def test_postgres(postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(postgres.VARIABLE, postgres_url)
    with psycopg.connect(postgres_url, autocommit=True) as link:
        link.execute("CREATE DATABASE shop")
    url = postgres_url.rsplit("/", 1)[0] + "/shop"
    with psycopg.connect(url, autocommit=True) as link:
        link.execute("CREATE TYPE mood AS ENUM ('sad', 'ok')")
        link.execute(
            "CREATE TABLE customers (id serial PRIMARY KEY, name text NOT NULL, active boolean, mood mood, joined date)"
        )
        link.execute(
            "CREATE TABLE orders (id bigint PRIMARY KEY, customer int REFERENCES customers (id), total numeric(8, 2), "
            '"Placed At" timestamp)'
        )
        link.execute(
            "INSERT INTO customers SELECT g, 'N' || g % 9, g % 2 = 0, 'ok', date '2020-01-01' + g FROM "
            "generate_series(1, 200) AS g"
        )
        link.execute(
            "INSERT INTO orders SELECT g, g % 90 + 1, g / 4.0, timestamp '2023-01-01' + g * interval '1 hour' "
            "FROM generate_series(1, 400) AS g"
        )
    rows = [
        {"question": "1", "query": "SELECT name FROM customers WHERE active AND joined >= '2020-02-01'"},
        {
            "question": "2",
            "query": "SELECT c.name, SUM(o.total) FROM customers c JOIN orders o ON o.customer = c.id GROUP BY c.id "
            "ORDER BY 2 DESC",
        },
        {"question": "3", "query": "SELECT id FROM orders WHERE \"Placed At\"::date = '2023-01-05'"},
        {"question": "4", "query": "SELECT name FROM customers WHERE joined > now()"},
        {"question": "5", "query": "SELECT pg_sleep(1) FROM customers"},
        {"question": "6", "query": "DROP TABLE customers"},
    ]
    report = import_sql(url, lines(tmp_path / "q.jsonl", rows), tmp_path / "pg.yaml")
    try:
        assert report.env == "mine/shop-v0"
        assert [found.row for found in report.dropped] == [4, 5, 6], report.text()
        assert any("customers.mood" in note for note in report.notes)
        first, second, _ = tasks_of(tmp_path / "pg.yaml")
        (spec,) = rlvr.registry.read(tmp_path / "pg.yaml")
        assert spec.verify_answer(first["payload"], rows[0]["query"]).passed
        assert not spec.verify_answer(first["payload"], rows[0]["query"].replace(">=", ">")).passed
        assert not spec.verify_answer(first["payload"], rows[0]["query"].replace("active", "NOT active")).passed
        assert spec.verify_answer(second["payload"], rows[1]["query"] + ", c.id DESC").passed
        assert not spec.verify_answer(second["payload"], rows[1]["query"].replace(" DESC", "")).passed
        with psycopg.connect(url) as link:  # the source is as it was
            assert link.execute("SELECT COUNT(*) FROM orders").fetchone() == (400,)
    finally:
        postgres.close_all()
        with psycopg.connect(postgres_url, autocommit=True) as link:
            link.execute("DROP DATABASE shop WITH (FORCE)")


def test_no_database_of_a_task_is_ambiguous(fill: Fill, tmp_path: Path) -> None:
    """What is due does not depend on how rows are stored: here, they are stored in another order."""
    question = questions.ImportedQuestion(
        1, "?", "SELECT status, COUNT(*) FROM orders GROUP BY status ORDER BY 2 DESC LIMIT 1"
    )
    facts = sqlite.read(fill(tmp_path / "shop.sqlite"))
    sql = choose_databases.choose_databases(facts, question, random.Random(1)).sql
    plain = facts.plain_statements()
    for seed in range(3):
        rng = random.Random(seed)
        moved = [
            {table: rng.sample(rows, len(rows)) for table, rows in one.items()} for one in sql["databases"]
        ]
        for image, groups in zip(build(plain, sql["tables"], moved), sql["gold"], strict=True):
            with closing(sqlite3.connect(":memory:")) as link:
                link.deserialize(image)
                assert [list(row) for row in link.execute(question.query)] == [
                    row for group in groups for row in group
                ]


def test_a_folder_that_is_not_from_an_import_is_never_replaced(tmp_path: Path) -> None:
    database, rows = tmp_path / "shop.sqlite", tmp_path / "rows.jsonl"
    with closing(sqlite3.connect(database)) as made:
        made.execute("CREATE TABLE t (a INTEGER, b TEXT)")
        made.executemany("INSERT INTO t VALUES (?, ?)", [(1, "x"), (2, "y"), (3, "x")])
        made.commit()
    rows.write_text('{"question": "Which a have the b x?", "query": "SELECT a FROM t WHERE b = \'x\'"}\n')
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "mine.txt").write_text("precious")
    with pytest.raises(ValueError, match="not from an import"):
        import_sql(database, rows, tmp_path / "docs.yaml")
    assert (tmp_path / "docs" / "mine.txt").read_text() == "precious"
    for _ in range(2):  # its own folder is replaced
        assert import_sql(database, rows, tmp_path / "mine.yaml").kept == 1


def test_schema_and_rows_are_stored_once(shop: tuple[Report, Path]) -> None:
    folder = shop[1].with_suffix("")
    shared = (folder / SHARED).read_text(encoding="utf-8").splitlines()
    assert len(set(shared)) == len(shared)
    assert sum("CREATE TABLE customers" in line for line in shared) <= 3  # statements, and as they are shown
    for file in folder.glob("level-*.jsonl"):
        assert "CREATE TABLE customers" not in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "query",
    [
        "SELECT status FROM orders GROUP BY status HAVING COUNT(*) >= 30",
        "SELECT c.name FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.id HAVING COUNT(*) > 40",
        "SELECT name FROM customers c WHERE (SELECT COUNT(*) FROM orders o WHERE o.customer_id = c.id) >= 35",
    ],
)
def test_large_groups_are_made_where_a_query_asks_for_them(tmp_path: Path, fill: Fill, query: str) -> None:
    rows = lines(tmp_path / "rows.jsonl", [{"question": "Which?", "query": query}])
    report = import_sql(fill(tmp_path / "shop.sqlite"), rows, tmp_path / "mine.yaml")
    assert report.kept == 1, report.text()
    [task] = tasks_of(tmp_path / "mine.yaml")
    sql = task["payload"]["sql"]
    assert sum(any(groups) for groups in sql["gold"]) >= 5
    more = query.replace(">=", ">") if ">=" in query else query.replace(">", ">=")
    assert not verify({"sql": sql}, more).passed


def test_a_group_that_is_too_large_is_told(tmp_path: Path, fill: Fill) -> None:
    query = "SELECT status FROM orders GROUP BY status HAVING COUNT(*) > 5000"
    rows = lines(tmp_path / "rows.jsonl", [{"question": "Which?", "query": query}])
    report = import_sql(fill(tmp_path / "shop.sqlite"), rows, tmp_path / "mine.yaml")
    assert "asks for 5000 rows" in report.dropped[0].text


SLIPS = {
    "SELECT AVG(price) FROM products WHERE title LIKE '%e%'": [
        "SELECT COALESCE(AVG(price), 0) FROM products WHERE title LIKE '%e%'",
        "SELECT ROUND(AVG(price), 2) FROM products WHERE title LIKE '%e%'",
    ],
    "SELECT COUNT(city) FROM customers WHERE joined >= '2019-01-01'": [
        "SELECT COUNT(*) FROM customers WHERE joined >= '2019-01-01'",
        "SELECT COUNT(COALESCE(city, '')) FROM customers WHERE joined >= '2019-01-01'",
        "SELECT COUNT(DISTINCT city) FROM customers WHERE joined >= '2019-01-01'",
    ],
    "SELECT name FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id AND "
    "o.status = 'sent' AND o.placed >= '2023-01-01')": [
        "SELECT name FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id AND "
        "o.status = 'sent') AND EXISTS (SELECT 1 FROM orders WHERE customer_id = c.id AND placed >= '2023-01-01')",
        "SELECT name FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id AND "
        "LOWER(o.status) = 'sent' AND o.placed >= '2023-01-01')",
    ],
    "SELECT id FROM orders WHERE status = 'sent'": [
        "SELECT id FROM orders WHERE status LIKE 'sent'",
        *(f"SELECT id FROM orders WHERE status = 'sent' LIMIT {n}" for n in (5, 10, 30)),
    ],
}


def test_slips_by_hand_are_refused(tmp_path: Path, fill: Fill) -> None:
    rows = lines(tmp_path / "rows.jsonl", [{"question": f"{n}?", "query": q} for n, q in enumerate(SLIPS)])
    import_sql(fill(tmp_path / "shop.sqlite"), rows, tmp_path / "mine.yaml")
    tasks = {task["payload"]["sql"]["query"]: task["payload"] for task in tasks_of(tmp_path / "mine.yaml")}
    assert tasks.keys() == SLIPS.keys()
    passed = [slip for query, slips in SLIPS.items() for slip in slips if verify(tasks[query], slip).passed]
    assert not passed
