"""Environments from databases of one's own: what is read of files, questions and queries."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rlvr
from rlvr.generators.sql.imported import unpacked
from rlvr.importing import import_sql, parsed_queries, query_text, questions, sqlite
from rlvr.importing.facts import kind_of
from rlvr.importing.misreadings import misreadings

Fill = Callable[..., Path]


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


# ---- reading --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory, fill: Fill) -> sqlite.ImportedDatabase:
    return sqlite.read(fill(tmp_path_factory.mktemp("facts") / "shop.sqlite"))


def test_keys_references_and_collations_are_read(facts: sqlite.ImportedDatabase) -> None:
    tables = {table.name: table for table in facts.tables}
    assert tables["Order Lines"].unique == (("order_id", "product"),)
    assert set(tables["Order Lines"].links) == {("order_id", "orders", "id"), ("product", "products", "code")}
    assert tables["products"].unique == (("code",), ("title",))
    assert '"city" TEXT COLLATE NOCASE' in tables["customers"].plain
    assert "PRIMARY" not in tables["customers"].plain
    assert len(facts.views) == 1


@pytest.mark.parametrize(
    "query",
    [
        "SELECT 1e",  # numbers for sqlglot only
        "SELECT city FROM customers WHERE id > 1e ORDER BY 1e LIMIT 1e",
        "SELECT id FROM customers WHERE id > 1e999",
        "SELECT COUNT(DISTINCT ) FROM customers",
        "SELECT id FROM customers WHERE id > 3 AND city = 'Os''_'",
        "SELECT id FROM customers WHERE city = '\ud800'",
        "SELECT id FROM customers WHERE id IN () AND EXISTS (SELECT) OR LIMIT",
    ],
)
def test_queries_that_no_engine_takes_are_read_without_harm(facts: sqlite.ImportedDatabase, query: str) -> None:
    query_text.read(query, facts)
    for dialect in ("sqlite", "postgres"):
        parsed_queries.keyed(query, dialect)
        for text in (*parsed_queries.edits(query, dialect), *(text for _, text in misreadings(query, dialect))):
            assert text != query


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
            "SELECT 1 FROM products WHERE LENGTH(title) > 3 AND price < 5",
            {("products", "title"): ["Thi", "Thin", "Th"], ("products", "price"): [5]},
        ),
        (
            "SELECT 1 FROM orders o, customers c WHERE c.name > 'M' AND o.status IS NOT 'x'",
            {("customers", "name"): ["M"], ("orders", "status"): ["x"]},
        ),
    ],
)
def test_constants_are_read_off(facts: sqlite.ImportedDatabase, query: str, constants: dict[Any, Any]) -> None:
    assert query_text.read(query, facts).constants == constants


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
def test_the_order_that_counts_is_the_outermost(
    facts: sqlite.ImportedDatabase, query: str, ordered: bool
) -> None:
    assert query_text.read(query, facts).ordered is ordered


def test_joins_are_read_off(facts: sqlite.ImportedDatabase) -> None:
    query = (
        "SELECT 1 FROM orders AS a JOIN customers b ON a.customer_id = b.id WHERE b.name IN "
        "(SELECT title FROM products) AND b.city = a.status"
    )
    assert query_text.read(query, facts).joined == [
        (("orders", "customer_id"), ("customers", "id")),
        (("customers", "name"), ("products", "title")),
        (("customers", "city"), ("orders", "status")),
    ]


@given(st.text(max_size=200))
def test_any_text_is_read(facts: sqlite.ImportedDatabase, text: str) -> None:
    query_text.read(text, facts)
    query_text.read(f"SELECT name FROM customers WHERE {text}", facts)


@given(st.text(alphabet="selctfromwh*(),.'\"=<> 123ab", max_size=60))
def test_any_text_is_parsed_or_given_up(text: str) -> None:
    for sql in (text, f"SELECT a FROM b WHERE {text} ORDER BY c"):
        parsed_queries.keyed(sql, "sqlite")
        assert len(parsed_queries.edits(sql, "sqlite")) <= 60


def test_edits_are_other_queries() -> None:
    sql = (
        "SELECT DISTINCT a.x, COUNT(b.y) FROM a LEFT JOIN b ON a.id = b.a WHERE a.x > 5 AND NOT b.z IN ('p') "
        "GROUP BY a.x HAVING SUM(b.y) >= 2 ORDER BY a.x DESC LIMIT 3"
    )
    edits = parsed_queries.edits(sql, "sqlite")
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


# ---- layouts -----------------------------------------------------------------------------------


def test_spider_and_bird(tmp_path: Path, fill: Fill) -> None:
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
        '{"question": "c", "gold": "SELECT 1;", "ordered": "yes"}\n'
        '{"question": "d", "sql": "SELECT 1 ;", "split": "dev"}\n'
    )
    found = list(questions.read(path))
    assert isinstance(found[0], questions.ImportedQuestion)
    assert [one[0] for one in found[1:] if isinstance(one, tuple)] == [3, 4, 5, 6, 7, 8]
    path.write_text('[{"question": "a"')
    with pytest.raises(ValueError, match="not valid JSON"):
        list(questions.read(path))


def test_files_in_the_wild(tmp_path: Path) -> None:
    path = tmp_path / "wild.db"
    with closing(sqlite3.connect(path)) as made:
        made.executescript(
            'CREATE TABLE "a b" ("select" INTEGER, \'x y\' TEXT, [z] REAL, w);'
            "CREATE TABLE empty (id INTEGER PRIMARY KEY);"
            "CREATE TABLE loop1 (id INTEGER PRIMARY KEY, o INTEGER REFERENCES loop2 (id));"
            "CREATE TABLE loop2 (id INTEGER PRIMARY KEY, o INTEGER REFERENCES loop1 (id), p REFERENCES gone (x));"
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
