"""Environments from databases of one's own: what is read, kept, left out and judged."""

from __future__ import annotations

import json
import random
import runpy
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import gymnasium
import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rlvr
from rlvr.agents.policies import oracle, play
from rlvr.conformance import check
from rlvr.own import Report, import_sql, judge, literals, questions, sqlite, trees
from rlvr.own.facts import kind_of
from rlvr.verifiers.sql.engines import postgres
from rlvr.verifiers.sql.image import build

SHOP = """
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT COLLATE NOCASE, joined DATE);
CREATE TABLE "Order Lines" (
  order_id INTEGER NOT NULL REFERENCES orders,
  product TEXT NOT NULL REFERENCES products (code),
  quantity INTEGER NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (order_id, product)
);
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers (id), placed TEXT, status TEXT);
CREATE TABLE products (code TEXT PRIMARY KEY, title TEXT UNIQUE, price REAL NOT NULL, photo BLOB);
CREATE TABLE computed (a INTEGER, b INTEGER GENERATED ALWAYS AS (a * 2));
CREATE VIEW large AS SELECT * FROM "Order Lines" WHERE quantity > 5;
"""
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
            "SELECT SUM(quantity) FROM \"Order Lines\" l JOIN products p ON p.code = l.product WHERE p.title LIKE 'ing%'",
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


def fill(path: Path, rows: int = 30) -> Path:
    rng = random.Random(3)
    with closing(sqlite3.connect(path)) as made:
        made.executescript(SHOP)
        for number in range(1, rows + 1):
            city = rng.choice(("Oslo", "oslo", "Bergen", None))
            joined = f"20{rng.randint(15, 22)}-0{rng.randint(1, 9)}-1{rng.randint(0, 9)}"
            made.execute(
                "INSERT INTO customers VALUES (?, ?, ?, ?)", (number, f"Name {number % 20}", city, joined)
            )
            made.execute(
                "INSERT INTO products VALUES (?, ?, ?, ?)", (f"P{number}", f"Thing {number}", number / 3, None)
            )
            placed = f"202{rng.randint(1, 4)}-0{rng.randint(1, 9)}-11"
            customer = rng.choice((None, *range(1, rows)))
            made.execute(
                "INSERT INTO orders VALUES (?, ?, ?, ?)", (number, customer, placed, rng.choice("xyz"))
            )
            made.execute(
                'INSERT INTO "Order Lines" VALUES (?, ?, ?)', (number, f"P{number}", rng.randint(1, 9))
            )
        made.commit()
    return path


def lines(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


MORE = [
    *(f"SELECT id FROM orders WHERE status = '{status}'" for status in "xyz"),
    *(f"SELECT title FROM products WHERE price > {price} ORDER BY title" for price in (2, 4, 6)),
    *(
        f"SELECT city, COUNT(*) FROM customers WHERE id <> {number} GROUP BY city HAVING COUNT(*) > 1"
        for number in (3, 5, 7)
    ),
    *(
        f"SELECT c.name, o.id FROM customers c JOIN orders o ON o.customer_id = c.id WHERE o.placed < '{year}-06-01' "
        "AND c.city IS NOT NULL"
        for year in (2022, 2023, 2024)
    ),
]
"""More queries, so that there are enough for all levels."""


def tasks_of(registry: Path) -> list[dict[str, Any]]:
    """All stored tasks, in the order of the rows of the file."""
    found = [
        json.loads(line)
        for file in sorted(registry.with_suffix("").glob("level-*.jsonl"))
        for line in file.read_text(encoding="utf-8").splitlines()
    ]
    return sorted(found, key=lambda one: one["payload"]["problem"]["row"])


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> tuple[Report, Path]:
    folder = tmp_path_factory.mktemp("own")
    rows: list[dict[str, Any]] = [
        {"question": f"Question {n}?", "query": good[0]} for n, good in enumerate(GOOD, 1)
    ]
    rows += [{"question": "Bad?", "query": query} for query in BAD]
    rows += [{"question": f"More {n}?", "query": query} for n, query in enumerate(MORE)]
    out = folder / "mine.yaml"
    report = import_sql(
        fill(folder / "shop.sqlite"), lines(folder / "questions.jsonl", rows), out, env_id="mine/own-shop-v0"
    )
    rlvr.register(out)
    return report, out


def test_good_questions_are_kept_and_bad_ones_told(shop: tuple[Report, Path]) -> None:
    report, _ = shop
    assert report.kept == len(GOOD) + len(MORE) == sum(report.levels), report.text()
    assert len(report.levels) == 5
    told = {found.row - len(GOOD): found.text for found in report.dropped}
    for number, (query, word) in enumerate(BAD.items(), 1):
        assert word in told[number], (query, told[number])
    assert any("computed is left out" in note for note in report.notes)


def test_wrong_queries_are_refused_and_right_ones_accepted(shop: tuple[Report, Path]) -> None:
    spec = rlvr.get("mine/own-shop-v0")
    for task, (query, wrong, right) in zip(tasks_of(shop[1]), GOOD, strict=False):
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


def test_it_is_played_like_any_other(shop: tuple[Report, Path]) -> None:
    report, _ = shop
    for level in range(1, len(report.levels) + 1):
        env = gymnasium.make("mine/own-shop-v0", level=level).unwrapped
        record = play(env, oracle, seed=level)  # type: ignore[arg-type]
        assert record.rewards == [1.0]
        assert "CREATE TABLE customers" in record.task.prompt
        assert any(word in record.task.prompt for word in ("Question ", "More "))


def test_the_conformance_suite_holds(shop: tuple[Report, Path]) -> None:
    report = check(rlvr.get("mine/own-shop-v0"), draws=20)
    assert report.passed, {name: found for name, found in report.findings.items() if found}


def test_the_same_files_come_out_again(shop: tuple[Report, Path], tmp_path: Path) -> None:
    _, out = shop
    again = tmp_path / "mine.yaml"
    import_sql(out.with_name("shop.sqlite"), out.with_name("questions.jsonl"), again, env_id="mine/own-shop-v0")
    assert again.read_text() == out.read_text()
    assert tasks_of(again) == tasks_of(out)


def test_own_rows_are_there_if_they_are_few(tmp_path: Path) -> None:
    rows = [{"question": "Names?", "query": "SELECT name FROM customers WHERE city = 'Oslo'"}]
    counts = []
    for size in (20, 200):
        database = fill(tmp_path / f"shop{size}.sqlite", size)
        import_sql(database, lines(tmp_path / "q.jsonl", rows), tmp_path / "mine.yaml")
        (task,) = tasks_of(tmp_path / "mine.yaml")
        counts.append(len(task["payload"]["sql"]["databases"]))
        assert (len(task["payload"]["sql"]["databases"][0]["customers"]) == 20) == (size == 20)
    assert counts == [11, 10]


def test_an_order_that_cannot_be_cut_into_ties_is_told(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [
        # Other columns would change what DISTINCT leaves, so the keys cannot be added.
        {"question": "1", "query": "SELECT DISTINCT status FROM orders ORDER BY length(status)"},
        {"question": "2", "query": "SELECT name FROM customers UNION SELECT title FROM products ORDER BY 1"},
        {"question": "3", "query": "SELECT name FROM customers ORDER BY name", "ordered": False},
        {"question": "4", "query": "SELECT name FROM customers ORDER BY name"},
    ]
    report = import_sql(fill(tmp_path / "s.db"), lines(tmp_path / "q.jsonl", rows), tmp_path / "mine.yaml")
    ordered = {task["question"]: task["payload"]["sql"]["ordered"] for task in tasks_of(tmp_path / "mine.yaml")}
    assert ordered == {"1": False, "2": True, "3": False, "4": True}
    assert "its order is not checked" in {found.row: found.text for found in report.weak}[1]


def test_a_tie_at_the_limit_is_never_held_against_an_answer(tmp_path: Path) -> None:
    rows = [{"question": "Dearest?", "query": "SELECT title FROM products ORDER BY price DESC LIMIT 2"}]
    import_sql(fill(tmp_path / "s.db"), lines(tmp_path / "q.jsonl", rows), tmp_path / "mine.yaml")
    (spec,) = rlvr.register(tmp_path / "mine.yaml")
    (task,) = tasks_of(tmp_path / "mine.yaml")
    for tie in ("code", "code DESC", "title", "length(title)"):
        answer = f"SELECT title FROM products ORDER BY price DESC, {tie} LIMIT 2"
        assert spec.verify_answer(task["payload"], answer).passed
    assert not spec.verify_answer(task["payload"], rows[0]["query"].replace("2", "1")).passed


# ---- layouts and splits ---------------------------------------------------------------------------------


def test_spider_and_bird(tmp_path: Path) -> None:
    for place in ("database", "dev_databases"):
        for name in ("one", "two"):
            (tmp_path / place / name).mkdir(parents=True)
            fill(tmp_path / place / name / f"{name}.sqlite", 20)
    query = "SELECT name FROM customers WHERE city = 'Oslo'"
    spider = tmp_path / "train_spider.json"
    spider.write_text(
        json.dumps(
            [
                {
                    "db_id": "one",
                    "question": "Who?",
                    "query": query,
                    "sql": {"from": {}},
                    "query_toks": ["SELECT"],
                },
                {"db_id": "two", "question": "What?", "query": "SELECT title FROM products WHERE price > 3;"},
                {"db_id": "three", "question": "Where?", "query": query},
                {"db_id": "../one", "question": "Where?", "query": query},
            ]
        )
    )
    report = import_sql(tmp_path, spider, tmp_path / "spider.yaml", env_id="mine/spider-v0")
    assert (report.kept, [found.row for found in report.dropped]) == (2, [3, 4])
    assert [task["payload"]["problem"]["database"] for task in tasks_of(tmp_path / "spider.yaml")] == [
        "one",
        "two",
    ]
    bird = tmp_path / "dev.json"
    bird.write_text(
        json.dumps(
            [
                {
                    "db_id": "one",
                    "question": "Who?",
                    "SQL": query,
                    "evidence": "Oslo is a city",
                    "difficulty": "simple",
                }
            ]
        )
    )
    report = import_sql(tmp_path / "dev_databases", bird, tmp_path / "bird.yaml", env_id="mine/bird-v0")
    assert report.kept == 1
    (spec,) = rlvr.register(tmp_path / "bird.yaml")
    assert "Oslo is a city" in spec.task(1, 0).prompt


def test_rows_that_are_no_questions_are_told(tmp_path: Path) -> None:
    path = tmp_path / "q.jsonl"
    path.write_text(
        '{"question": "a", "query": "SELECT 1"}\n\nnot json\n{"question": "b"}\n{"query": "SELECT 1"}\n[1]\n'
        '{"question": "c", "gold": "SELECT 1;", "ordered": "yes"}\n{"question": "d", "sql": "SELECT 1 ;", "split": "dev"}\n'
    )
    found = list(questions.read(path))
    assert isinstance(found[0], questions.OwnQuestion)
    assert [one[0] for one in found[1:] if isinstance(one, tuple)] == [3, 4, 5, 6, 7, 8]
    path.write_text('[{"question": "a"')
    with pytest.raises(ValueError, match="not valid JSON"):
        list(questions.read(path))


def test_splits_are_the_users_own_or_keep_equal_queries_together(tmp_path: Path) -> None:
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
        for task in (spec.task(level, seed) for seed in range(60))
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


# ---- reading --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> sqlite.OwnDatabase:
    return sqlite.read(fill(tmp_path_factory.mktemp("facts") / "shop.sqlite"))


def test_keys_references_and_collations_are_read(facts: sqlite.OwnDatabase) -> None:
    tables = {table.name: table for table in facts.tables}
    assert tables["Order Lines"].unique == (("order_id", "product"),)
    assert set(tables["Order Lines"].links) == {("order_id", "orders", "id"), ("product", "products", "code")}
    assert tables["products"].unique == (("code",), ("title",))
    assert '"city" TEXT COLLATE NOCASE' in tables["customers"].plain
    assert "PRIMARY" not in tables["customers"].plain
    assert len(facts.views) == 1


@pytest.mark.parametrize(
    ("query", "constants"),
    [
        ("SELECT 1 FROM customers WHERE city = 'It''s' -- city = 'no'", {("customers", "city"): ["It's"]}),
        ("SELECT 1 FROM products p WHERE 5 < p.price AND -2 <> price", {("products", "price"): [5, -2]}),
        ("SELECT 1 FROM orders WHERE id IN (1, 2) OR id BETWEEN 5 AND 7", {("orders", "id"): [1, 2, 5, 7]}),
        ("SELECT 1 FROM orders WHERE strftime('%Y', placed) = '2023'", {("orders", "placed"): [2023]}),
        ("SELECT 1 FROM orders GROUP BY status HAVING COUNT(DISTINCT id) >= 3", {("", "count"): [3]}),
        ('SELECT 1 FROM customers WHERE name LIKE "%an%"', {("customers", "name"): ["an"]}),
        ("SELECT 1 FROM orders WHERE id = '12' LIMIT 5", {("orders", "id"): [12]}),
        ("SELECT id * 2 FROM orders", {}),
        (
            "SELECT 1 FROM orders o, customers c WHERE c.name > 'M' AND o.status IS NOT 'x'",
            {("customers", "name"): ["M"], ("orders", "status"): ["x"]},
        ),
    ],
)
def test_constants_are_read_off(facts: sqlite.OwnDatabase, query: str, constants: dict[Any, Any]) -> None:
    assert literals.read(query, facts).constants == constants


@pytest.mark.parametrize(
    ("query", "ordered"),
    [
        ("SELECT 1 ORDER BY 1", True),
        ("SELECT * FROM (SELECT 1 ORDER BY 1)", False),
        ("SELECT 'x ORDER BY y'", False),
        ("SELECT 1 -- ORDER BY 1", False),
        ("SELECT rank() OVER (ORDER BY id) FROM orders", False),
        ("WITH t AS (SELECT 1 ORDER BY 1) SELECT * FROM t order\n by 1", True),
        ('SELECT "order" FROM orders', False),
    ],
)
def test_the_order_that_counts_is_the_outermost(facts: sqlite.OwnDatabase, query: str, ordered: bool) -> None:
    assert literals.read(query, facts).ordered is ordered


def test_joins_are_read_off(facts: sqlite.OwnDatabase) -> None:
    query = (
        "SELECT 1 FROM orders AS a JOIN customers b ON a.customer_id = b.id WHERE b.name IN "
        "(SELECT title FROM products) AND b.city = a.status"
    )
    assert literals.read(query, facts).joined == [
        (("orders", "customer_id"), ("customers", "id")),
        (("customers", "name"), ("products", "title")),
        (("customers", "city"), ("orders", "status")),
    ]


@given(st.text(max_size=200))
def test_any_text_is_read(facts: sqlite.OwnDatabase, text: str) -> None:
    literals.read(text, facts)
    literals.read(f"SELECT name FROM customers WHERE {text}", facts)


@given(st.text(alphabet="selctfromwh*(),.'\"=<> 123ab", max_size=60))
def test_any_text_is_parsed_or_given_up(text: str) -> None:
    for sql in (text, f"SELECT a FROM b WHERE {text} ORDER BY c"):
        trees.keyed(sql, "sqlite")
        assert len(trees.edits(sql, "sqlite")) <= 60


def test_edits_are_other_queries() -> None:
    sql = (
        "SELECT DISTINCT a.x, COUNT(b.y) FROM a LEFT JOIN b ON a.id = b.a WHERE a.x > 5 AND NOT b.z IN ('p') "
        "GROUP BY a.x HAVING SUM(b.y) >= 2 ORDER BY a.x DESC LIMIT 3"
    )
    edits = trees.edits(sql, "sqlite")
    assert len(edits) == len(set(edits)) >= 15
    for part in ("a.x >= 5", "a.x > 6", " OR ", "HAVING AVG(", "LIMIT 4", "COUNT(*)", "COUNT(DISTINCT b.y)"):
        assert any(part in edit for edit in edits), part


@pytest.mark.parametrize(
    ("declared", "values", "kind"),
    [
        ("INT", [1, 2], "integer"),
        ("", [1, 2.5], "real"),
        ("TEXT", ["2020-01-31", "1999-12-01"], "date"),
        ("TEXT", ["2020-01-31", "2020-13-01"], "text"),
        ("TEXT", ["2020-01-31 10:11:12"], "datetime"),
        ("BOOLEAN", [0, 1, 1], "boolean"),
        ("BOOLEAN", [0, 2], "integer"),
        ("VARCHAR(5)", [], "text"),
        ("DECIMAL(4, 2)", [], "real"),
        ("BIGINT", [], "integer"),
        ("DATE", [], "date"),
    ],
)
def test_kinds(declared: str, values: list[Any], kind: str) -> None:
    assert kind_of(declared, values) == kind


def test_files_in_the_wild(tmp_path: Path) -> None:
    path = tmp_path / "wild.db"
    with closing(sqlite3.connect(path)) as made:
        made.executescript(
            'CREATE TABLE "a b" ("select" INTEGER, \'x y\' TEXT, [z] REAL, w); CREATE TABLE empty (id INTEGER PRIMARY KEY);'
            "CREATE TABLE loop1 (id INTEGER PRIMARY KEY, o INTEGER REFERENCES loop2 (id));"
            "CREATE TABLE loop2 (id INTEGER PRIMARY KEY, o INTEGER REFERENCES loop1 (id), p INTEGER REFERENCES gone (x));"
            "CREATE VIRTUAL TABLE words USING fts5 (text); CREATE VIEW broken AS SELECT * FROM words;"
        )
        made.execute("INSERT INTO \"a b\" VALUES (1, CAST(x'ff41' AS TEXT), 1e400, x'00ff')")
        made.execute("INSERT INTO \"a b\" VALUES ('text', 5, 'six', 7)")
        made.commit()
    rows = [
        {"question": "1", "query": 'SELECT "x y" FROM "a b" WHERE "select" > 3'},
        {"question": "2", "query": "SELECT l.id FROM loop1 l JOIN loop2 m ON l.o = m.id WHERE m.o > 2"},
        {"question": "3", "query": "SELECT text FROM words"},
    ]
    report = import_sql(path, lines(tmp_path / "q.jsonl", rows), tmp_path / "mine.yaml")
    assert [found.row for found in report.dropped] == [3], report.text()
    assert any("words is left out" in note for note in report.notes)


@pytest.mark.parametrize(
    ("source", "message"),
    [("nowhere.db", "neither a file nor a folder"), ("q.jsonl", "cannot be read as an SQLite database")],
)
def test_what_cannot_be_read_is_told(tmp_path: Path, source: str, message: str) -> None:
    rows = lines(tmp_path / "q.jsonl", [{"question": "1", "query": "SELECT 1"}])
    with pytest.raises(ValueError, match=message):
        import_sql(tmp_path / source, rows, tmp_path / "mine.yaml")
    assert not (tmp_path / "mine.yaml").exists()


# ---- the command, the example, PostgreSQL ---------------------------------------------------------------


def test_the_command(tmp_path: Path) -> None:
    database = fill(tmp_path / "My Shop.sqlite", 20)
    rows = lines(
        tmp_path / "q.jsonl",
        [
            {"question": "Names?", "query": "SELECT name FROM customers WHERE city = 'Oslo'"},
            {"question": "[b]?", "query": "SELECT [x"},
        ],
    )
    base = [sys.executable, "-m", "rlvr"]
    command = [*base, "sql", "import", str(database), str(rows), "--out", str(tmp_path / "mine.yaml")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "mine/my-shop-v0: 1 kept, 1 left out" in done.stdout
    shown = subprocess.run(
        [*base, "--registry", str(tmp_path / "mine.yaml"), "show", "mine/my-shop-v0"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert shown.returncode == 0, shown.stderr
    assert "CREATE TABLE" in shown.stdout
    lines(rows, [{"question": "x", "query": "DROP TABLE customers"}])
    assert subprocess.run(command, capture_output=True, check=False).returncode == 1
    (tmp_path / "My Shop.sqlite").unlink()
    gone = subprocess.run(command, capture_output=True, text=True, check=False)
    assert gone.returncode == 2
    assert "neither a file nor a folder" in gone.stderr


def test_the_example(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    example = Path(rlvr.__file__).parent / "examples" / "own_sqlite.py"
    runpy.run_path(str(example))["main"](tmp_path)
    table = capsys.readouterr().out.split("\n\n")[-1].splitlines()[1:]
    assert len(table) == 2
    for line in table:
        _, _, right, blind = line.split()
        assert float(right) == 1.0
        assert float(blind) < 0.5


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


def test_no_database_of_a_task_is_ambiguous(facts: sqlite.OwnDatabase) -> None:
    """What is due does not depend on how rows are stored: here, they are stored in another order."""
    question = questions.OwnQuestion(
        1, "?", "SELECT status, COUNT(*) FROM orders GROUP BY status ORDER BY 2 DESC LIMIT 1"
    )
    sql = judge.judge(facts, question, random.Random(1)).sql
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
