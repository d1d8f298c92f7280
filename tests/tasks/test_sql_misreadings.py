"""Misreadings of questions, written by hand: each is refused by the databases of its question, and right queries pass.

The questions are plans over a small shop; the slips are SQL as people write it, in the classes that were found to pass
once. What makes databases tell them apart is `rlvr.generators.sql.misreadings` and `misreading_databases`.
"""

from __future__ import annotations

import random
import sqlite3
from dataclasses import replace
from functools import cache

import pytest
from sql_engines import AMOUNT, CITY, CUSTOMERS, NAME, OF, ORDERS, SHOP, sqlite_of
from sql_worlds import draw

import rlvr
from rlvr.generators.sql import misreading_databases
from rlvr.generators.sql.analyse import bounded, columns_of, constants_of
from rlvr.generators.sql.choose_databases import LONG, choose_databases
from rlvr.generators.sql.codec import from_json, schema_from_json
from rlvr.generators.sql.misreadings import misreadings
from rlvr.generators.sql.plan import Agg, And, Cmp, Col, Const, Exists, Join, Or, Order, Query, Select
from rlvr.generators.sql.question import Question
from rlvr.generators.sql.reach import reach
from rlvr.generators.sql.repeated_databases import repeated_database
from rlvr.generators.sql.schema import Schema
from rlvr.generators.sql.tiny_databases import Focus, tiny_database
from rlvr.verifiers.sql.query import verify

SEEDS = range(3)
PLACED = Col("o", "placed")
JOINED = Join(ORDERS, OF)
OSLO = Cmp("=", CITY, Const("Oslo"))


def plan_of(columns, source=CUSTOMERS, **parts) -> Select:
    return Select(tuple((f"c{n}", value) for n, value in enumerate(columns)), source, **parts)


PLANS: dict[str, Query] = {
    "both": plan_of([NAME], joins=(JOINED,), where=And((OSLO, Cmp(">=", AMOUNT, Const(20))))),
    "either": plan_of([Col("o", "placed")], ORDERS,
                      where=Or((Cmp("<", AMOUNT, Const(5)), Cmp(">", PLACED, Const("2023-05-01"))))),
    "one that is both": plan_of(
        [NAME],
        where=Exists(
            Select(
                (("one", Const(1)),),
                ORDERS,
                where=And((OF, Cmp(">", AMOUNT, Const(10)), Cmp(">=", PLACED, Const("2023-03-01")))),
            )
        ),
    ),
    "nobody": plan_of([NAME], where=Exists(
        Select((("one", Const(1)),), ORDERS, where=And((OF, Cmp(">", AMOUNT, Const(10))))), negated=True)),
    "totals": plan_of([Agg("avg", AMOUNT), Agg("sum", AMOUNT), Agg("min", AMOUNT), Agg("count")], ORDERS,
                      where=Cmp(">=", PLACED, Const("2023-01-01"))),
    "per city": plan_of([CITY, Agg("avg", AMOUNT), Agg("count")], joins=(JOINED,), group=(CITY,)),
    "sorted": plan_of([NAME, AMOUNT], joins=(JOINED,), where=Cmp("<>", CITY, Const("Rome")),
                      order=(Order(AMOUNT, True),)),
    "below": plan_of([Col("o", "id")], ORDERS, where=Cmp("<", AMOUNT, Const(50))),
}  # fmt: skip
SLIPS: dict[str, list[tuple[str, str]]] = {
    "both": [
        ("two rows", "SELECT name FROM customers WHERE city = 'Oslo' AND id IN (SELECT customer_id FROM orders "
         "WHERE amount >= 20)"),
        ("intersect",
         "SELECT name FROM customers c JOIN orders o ON o.customer_id = c.id WHERE city = 'Oslo' INTERSECT "
         "SELECT name FROM customers c JOIN orders o ON o.customer_id = c.id WHERE amount >= 20"),
        ("capitals", "SELECT name FROM customers c JOIN orders o ON o.customer_id = c.id WHERE LOWER(city) = 'oslo' "
         "AND amount >= 20"),
        ("capitals", "SELECT name FROM customers c JOIN orders o ON o.customer_id = c.id WHERE city LIKE 'Oslo' "
         "AND amount >= 20"),
        ("capitals", "SELECT name FROM customers c JOIN orders o ON o.customer_id = c.id WHERE "
         "city = 'oslo' COLLATE NOCASE AND amount >= 20"),
        ("a part", "SELECT name FROM customers c JOIN orders o ON o.customer_id = c.id WHERE city LIKE '%Oslo%' "
         "AND amount >= 20"),
        ("distinct", "SELECT DISTINCT name FROM customers c JOIN orders o ON o.customer_id = c.id WHERE city = 'Oslo' "
         "AND amount >= 20"),
        *(("limit", "SELECT name FROM customers c JOIN orders o ON o.customer_id = c.id WHERE city = 'Oslo' "
           f"AND amount >= 20 LIMIT {n}") for n in (1, 5, 10, 20, 30)),
    ],
    "either": [
        ("union",
         "SELECT placed FROM orders WHERE amount < 5 UNION SELECT placed FROM orders WHERE placed > '2023-05-01'"),
        ("twice", "SELECT placed FROM orders WHERE amount < 5 UNION ALL SELECT placed FROM orders WHERE "
         "placed > '2023-05-01'"),
        ("zero", "SELECT placed FROM orders WHERE COALESCE(amount, 0) < 5 OR placed > '2023-05-01'"),
        ("limit", "SELECT placed FROM orders WHERE amount < 5 OR placed > '2023-05-01' LIMIT 25"),
    ],
    "one that is both": [
        ("two rows", "SELECT name FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id AND "
         "amount > 10) AND EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id AND placed >= '2023-03-01')"),
        ("two rows",
         "SELECT name FROM customers WHERE id IN (SELECT customer_id FROM orders WHERE amount > 10 INTERSECT "
         "SELECT customer_id FROM orders WHERE placed >= '2023-03-01')"),
        ("join", "SELECT name FROM customers c JOIN orders o ON o.customer_id = c.id WHERE amount > 10 AND "
         "placed >= '2023-03-01'"),
        ("by name", "SELECT DISTINCT name FROM customers c JOIN orders o ON o.customer_id = c.id WHERE amount > 10 AND "
         "placed >= '2023-03-01'"),
    ],
    "nobody": [
        ("except",
         "SELECT name FROM customers EXCEPT SELECT name FROM customers c JOIN orders o ON o.customer_id = c.id "
         "WHERE amount > 10"),
        ("not in", "SELECT name FROM customers WHERE id NOT IN (SELECT customer_id FROM orders WHERE NOT amount <= 10 "
         "OR amount IS NULL)"),
        ("null", "SELECT name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id AND "
         "NOT COALESCE(amount, 11) <= 10)"),
    ],
    "totals": [
        ("null is 0", "SELECT AVG(COALESCE(amount, 0)), SUM(amount), MIN(amount), COUNT(*) FROM orders "
         "WHERE placed >= '2023-01-01'"),
        ("null is 0", "SELECT AVG(amount), SUM(amount), MIN(COALESCE(amount, 0)), COUNT(*) FROM orders "
         "WHERE placed >= '2023-01-01'"),
        ("none is 0", "SELECT AVG(amount), COALESCE(SUM(amount), 0), MIN(amount), COUNT(*) FROM orders "
         "WHERE placed >= '2023-01-01'"),
        ("none is 0",
         "SELECT AVG(amount), TOTAL(amount), MIN(amount), COUNT(*) FROM orders WHERE placed >= '2023-01-01'"),
        ("count",
         "SELECT AVG(amount), SUM(amount), MIN(amount), COUNT(amount) FROM orders WHERE placed >= '2023-01-01'"),
        ("mean by hand", "SELECT SUM(amount) / COUNT(*), SUM(amount), MIN(amount), COUNT(*) FROM orders "
         "WHERE placed >= '2023-01-01'"),
        ("mean of means",
         "SELECT (SELECT AVG(m) FROM (SELECT AVG(amount) AS m FROM orders WHERE placed >= '2023-01-01' "
         "GROUP BY customer_id)), SUM(amount), MIN(amount), COUNT(*) FROM orders WHERE placed >= '2023-01-01'"),
        *(("rounded", f"SELECT ROUND(AVG(amount){digits}), SUM(amount), MIN(amount), COUNT(*) FROM orders "
           "WHERE placed >= '2023-01-01'") for digits in ("", ", 1", ", 2")),
        ("distinct", "SELECT AVG(amount), SUM(DISTINCT amount), MIN(amount), COUNT(*) FROM orders "
         "WHERE placed >= '2023-01-01'"),
        ("bound", "SELECT AVG(amount), SUM(amount), MIN(amount), COUNT(*) FROM orders WHERE placed > '2023-01-01'"),
    ],
    "per city": [
        ("outer join", "SELECT city, AVG(amount), COUNT(*) FROM customers c LEFT JOIN orders o ON o.customer_id = c.id "
         "GROUP BY city"),
        ("no missing group",
         "SELECT city, AVG(amount), COUNT(*) FROM customers c JOIN orders o ON o.customer_id = c.id "
         "WHERE city IS NOT NULL GROUP BY city"),
        ("customers", "SELECT city, AVG(amount), COUNT(DISTINCT c.id) FROM customers c JOIN orders o "
         "ON o.customer_id = c.id GROUP BY city"),
        ("mean of means",
         "SELECT city, AVG(m), SUM(n) FROM (SELECT city, AVG(amount) AS m, COUNT(*) AS n FROM customers c "
         "JOIN orders o ON o.customer_id = c.id GROUP BY city, c.id) GROUP BY city"),
        ("capitals", "SELECT city, AVG(amount), COUNT(*) FROM customers c JOIN orders o ON o.customer_id = c.id "
         "GROUP BY city COLLATE NOCASE"),
        ("limit",
         "SELECT city, AVG(amount), COUNT(*) FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY city "
         "LIMIT 10"),
    ],
    "sorted": [
        ("as text", "SELECT name, amount FROM customers c JOIN orders o ON o.customer_id = c.id WHERE city <> 'Rome' "
         "ORDER BY CAST(amount AS TEXT) DESC"),
        ("missing", "SELECT name, amount FROM customers c JOIN orders o ON o.customer_id = c.id WHERE city <> 'Rome' "
         "ORDER BY amount DESC NULLS FIRST"),
        ("null is unlike", "SELECT name, amount FROM customers c JOIN orders o ON o.customer_id = c.id "
         "WHERE city IS NOT 'Rome' ORDER BY amount DESC"),
        ("capitals", "SELECT name, amount FROM customers c JOIN orders o ON o.customer_id = c.id "
         "WHERE UPPER(city) <> 'ROME' ORDER BY amount DESC"),
        ("up", "SELECT name, amount FROM customers c JOIN orders o ON o.customer_id = c.id WHERE city <> 'Rome' "
         "ORDER BY amount"),
        ("limit", "SELECT name, amount FROM customers c JOIN orders o ON o.customer_id = c.id WHERE city <> 'Rome' "
         "ORDER BY amount DESC LIMIT 30"),
    ],
    "below": [
        ("null is 0", "SELECT id FROM orders WHERE IFNULL(amount, 0) < 50"),
        ("bound", "SELECT id FROM orders WHERE amount <= 50"),
        ("limit", "SELECT id FROM orders WHERE amount < 50 LIMIT 30"),
    ],
}  # fmt: skip
RIGHT = {
    "both": [
        "SELECT c.name FROM orders AS o, customers AS c WHERE c.id = o.customer_id AND 'Oslo' = c.city AND "
        "NOT o.amount < 20 ORDER BY o.placed",
        "SELECT name FROM (SELECT * FROM customers WHERE city IN ('Oslo')) c JOIN orders o ON c.id = o.customer_id AND "
        "o.amount >= 20.0",
    ],
    "one that is both": [
        "SELECT name FROM customers WHERE id IN (SELECT customer_id FROM orders WHERE amount > 10 AND "
        "placed >= '2023-03-01')",
        "SELECT MAX(c.name) FROM customers c JOIN orders o ON o.customer_id = c.id WHERE amount > 10 AND "
        "date(placed) >= '2023-03-01' GROUP BY c.id",
    ],
    "totals": [
        "SELECT SUM(amount) * 1.0 / COUNT(amount), SUM(amount), MIN(amount), COUNT(id) FROM orders WHERE "
        "date(placed) >= date('2023-01-01')",
    ],
    "per city": [
        "SELECT city, SUM(amount) * 1.0 / COUNT(amount), COUNT(o.id) FROM orders o JOIN customers c "
        "ON o.customer_id = c.id GROUP BY 1 ORDER BY 3",
    ],
    "sorted": [
        "SELECT name, amount FROM customers c JOIN orders o ON o.customer_id = c.id WHERE NOT city = 'Rome' "
        "ORDER BY amount DESC, name",
        "SELECT name, amount FROM customers c JOIN orders o ON o.customer_id = c.id WHERE city != 'Rome' "
        "ORDER BY amount IS NULL, amount DESC",
    ],
}


@cache
def payload(name: str, seed: int):
    return {
        "sql": choose_databases(random.Random(f"{name} {seed}"), Question(PLANS[name], "?", "test"), SHOP).sql
    }


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", PLANS)
def test_slips_by_hand_are_refused(name: str, seed: int) -> None:
    made = payload(name, seed)
    passed = [(kind, slip) for kind, slip in SLIPS[name] if verify(made, slip).passed]
    assert not passed


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", RIGHT)
def test_right_queries_in_other_words_pass(name: str, seed: int) -> None:
    for query in RIGHT[name]:
        verdict = verify(payload(name, seed), query)
        assert verdict.passed, (query, verdict.message)


@pytest.mark.parametrize("level", rlvr.get("text2sql").levels)
def test_each_task_has_an_empty_a_long_and_a_mixed_database(level: int) -> None:
    for seed in range(6):
        task = rlvr.get("text2sql").task(level, seed)
        sql, plan = task.payload["sql"], task.payload["problem"]["plan"]
        sizes = [sum(map(len, groups)) for groups in sql["gold"]]
        query, schema = from_json(plan), schema_from_json(task.payload["problem"]["schema"])
        most = bounded(query, schema)
        assert max(sizes) >= LONG or most < LONG
        assert sum(size > 60 for size in sizes) <= 1
        assert min(sizes) <= 1


@pytest.mark.parametrize("seed", range(40))
def test_misreadings_run_and_are_other_queries(seed: int) -> None:
    schema, plan, rng = draw(seed)
    with sqlite_of(schema, tiny_database(rng, schema, {})) as connection:
        texts = [one.sql for one in misreadings(plan, schema)]
        assert len(set(texts)) == len(texts)
        for one in misreadings(plan, schema):
            assert one.way in misreading_databases.WAYS
            connection.execute(one.sql).fetchall()


@pytest.mark.parametrize("unique", [False, True])
def test_groups_that_show_something_unique_are_never_equal(unique: bool) -> None:
    customers, *others = SHOP.tables
    columns = tuple(replace(one, unique=one.unique or one.name == "name") for one in customers.columns)
    shop = Schema(SHOP.domain, (replace(customers, columns=columns), *others)) if unique else SHOP
    plan = plan_of([NAME, Agg("count")], joins=(JOINED,), group=(Col("c", "id"), NAME))
    assert any(one.sql.startswith("SELECT DISTINCT") for one in misreadings(plan, shop)) is not unique


@pytest.mark.parametrize("seed", range(60))
def test_hostile_databases_keep_what_the_schema_declares(seed: int) -> None:
    schema, plan, rng = draw(seed)
    used, constants = columns_of(plan, schema), constants_of(plan, schema)
    scope = reach(schema, used, constants)
    base = tiny_database(rng, schema, constants, 10, Focus(used, {table.name for table in scope.tables}))
    before = repr(base)
    made = [
        misreading_databases.misreading_database(rng, scope, base, way) for way in misreading_databases.WAYS
    ]
    made += [misreading_databases.mixed(rng, scope, base)]
    made += [repeated_database(scope, base, 2, LONG, vary=vary) for vary in (False, True)]
    assert repr(base) == before
    for database in made:
        connection = sqlite3.connect(":memory:")
        connection.execute("PRAGMA foreign_keys = ON")
        for statement in schema.ddl():
            connection.execute(statement)
        for table, rows in database.items():
            marks = ", ".join("?" * len(schema.table(table).columns))
            connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        connection.close()


@pytest.mark.parametrize(
    ("right", "wrong", "way"),
    [
        ("SELECT COUNT(*) FROM customers WHERE city = 'Oslo'",
         "SELECT COUNT(*) FROM customers WHERE TRIM(city) = 'Oslo'", "blanks"),
        ("SELECT AVG(amount) >= 20 FROM orders", "SELECT AVG(DISTINCT amount) >= 20 FROM orders", "repeats"),
    ],
)  # fmt: skip
def test_a_way_tells_its_slip_apart(right: str, wrong: str, way: str) -> None:
    plan, rng, told = PLANS["both"], random.Random(way), 0
    used, constants = columns_of(plan, SHOP), constants_of(plan, SHOP)
    scope = reach(SHOP, used, constants)
    for _ in range(40):
        base = tiny_database(rng, SHOP, constants, 10, Focus(used, {table.name for table in scope.tables}))
        with sqlite_of(SHOP, misreading_databases.misreading_database(rng, scope, base, way)) as connection:
            told += connection.execute(right).fetchall() != connection.execute(wrong).fetchall()
    assert told >= 4
