"""What SQL questions say and what their databases tell apart, where readers once found that they did not.

Each test reads texts or runs queries in its own way: the English is evaluated in plain Python, wrong queries are
made from the reference's text.
"""

from __future__ import annotations

import random
import re
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from itertools import product

import pytest
from sql_engines import AMOUNT, ORDERS, SHOP

import rlvr
from rlvr.generators.sql import telltale
from rlvr.generators.sql.choose_databases import ChosenDatabases, choose_databases
from rlvr.generators.sql.domains import DOMAINS
from rlvr.generators.sql.domains.parts import draw as draw_domain
from rlvr.generators.sql.fill import fill
from rlvr.generators.sql.phrases import links
from rlvr.generators.sql.plan import Agg, Arith, Cmp, Col, Const, Scalar, Select, Source, Window
from rlvr.generators.sql.question import NoFit, Question, World
from rlvr.generators.sql.render import to_sql
from rlvr.generators.sql.schema import Database, Schema
from rlvr.generators.sql.shapes.sets import every_value
from rlvr.generators.sql.tiny_databases import tiny_database
from rlvr.generators.sql.unlabelled import unlabelled
from rlvr.verifiers.sql.query import verify

CODES = re.compile(r"by (their codes|the codes of the characters).*capital letters")


# ---- the order of texts -----------------------------------------------------------------------------


def test_where_capital_letters_decide_the_order_a_rule_says_so() -> None:
    refused = 0
    for seed in (64079, 64145, 64200, 64541, *range(64600, 64660)):
        task = rlvr.get("text2sql").task(2, seed)
        last = re.search(r"ORDER BY ([\w.]+)", task.answer)
        if last is None:
            continue
        loose = f"{task.answer[: last.end()]} COLLATE NOCASE{task.answer[last.end() :]}"
        if not verify(task.payload, loose).passed:
            refused += 1
            assert CODES.search(task.prompt), seed
    assert refused >= 1


def test_no_rule_about_the_order_of_texts_where_there_is_none() -> None:
    prompts = [rlvr.get("text2sql").task(1, seed).prompt for seed in range(40)]
    assert sum(CODES.search(prompt) is not None for prompt in prompts) < len(prompts) / 2


def test_the_least_of_texts_is_explained() -> None:
    seen = 0
    for level, seed in product((2, 3), range(60)):
        task = rlvr.get("sql-explore").task(level, seed)
        asked = "value" in task.payload and re.search(r"'s M(IN|AX)|does M(IN|AX)", task.prompt)
        if asked and task.payload["value"]["kind"] == "text":
            seen += 1
            assert CODES.search(task.prompt), (level, seed)
    assert seen >= 1


# ---- every value that occurs ------------------------------------------------------------------------


def every_one(count: int) -> Iterator[tuple[World, Question]]:
    found = 0
    for number in range(4000):
        rng = random.Random(f"every value {number}")
        schema = draw_domain(rng, list(DOMAINS.values())[number % len(DOMAINS)])
        world = World(schema, fill(rng, schema, 80))
        try:
            question = every_value(rng, world)
        except NoFit:
            continue
        if "If there are no such values" in question.text:
            yield world, question
            found += 1
            if found == count:
                return
    raise AssertionError("too few questions")


def rows_of(schema: Schema, database: Database, query: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(":memory:")
    for statement in schema.ddl():
        connection.execute(statement)
    for table, rows in database.items():
        if rows:
            connection.executemany(f'INSERT INTO "{table}" VALUES ({",".join("?" * len(rows[0]))})', rows)
    rows = sorted(connection.execute(query).fetchall(), key=repr)
    connection.close()
    return rows


def test_every_value_that_occurs_also_where_none_does() -> None:
    """By the text: a missing value is none, and without values everybody has them all."""
    edges = 0
    for world, question in every_one(12):
        plan = question.plan
        assert isinstance(plan, Select)
        query = to_sql(plan)
        reads = re.search(r"NOT EXISTS \(\s*SELECT 1[^\n]*\s*FROM (\w+) AS (\w+)", query)
        assert reads is not None, query
        child = world.schema.table(reads[1])
        parent = world.schema.table(plan.source.table)
        kind = re.search(rf"(\w+)\.(\w+) = {reads[2]}\.\2", query)
        assert kind is not None, query
        column = child.column(kind[2])
        [at] = {child.index(each.key.column) for each in links(world.schema)
                if each.child is child and each.parent is parent
                and re.search(rf"{kind[1]}\.{each.key.column} = ", query)}  # fmt: skip
        value = child.index(column.name)
        assert column.phrase in question.text
        shown = [parent.index(name) for name, _ in plan.columns]
        rng = random.Random(query)
        databases = [tiny_database(rng, world.schema, {}) for _ in range(25)]
        databases += [{**databases[0], child.name: []}]
        if column.nullable:
            gone = [[None if place == value else cell for place, cell in enumerate(row)]
                    for row in databases[1][child.name]]  # fmt: skip
            databases += [{**databases[1], child.name: gone}]
        for database in databases:
            there = {row[value] for row in database[child.name]} - {None}
            edges += not there
            key = parent.index(parent.key)
            due = [
                tuple(row[place] for place in shown)
                for row in database[parent.name]
                if there <= {one[value] for one in database[child.name] if one[at] == row[key]}
            ]
            assert rows_of(world.schema, database, query) == sorted(due, key=repr), question.text
    assert edges >= 12


def test_both_forms_of_every_value_pass_and_one_must_not_be_asked_for() -> None:
    judged = 0
    for world, question in every_one(6):
        try:
            made = {"sql": choose_databases(random.Random(5), question, world.schema).sql}
        except NoFit:
            continue
        query = to_sql(question.plan)
        inner = re.search(r"NOT EXISTS \(\s*SELECT 1[^\n]*\s*FROM (\w+) AS (\w+)", query)
        assert inner is not None
        tie = re.search(rf"(\w+)\.(\w+) = {inner[2]}\.\2", query)
        assert tie is not None
        own = re.search(rf"{tie[1]}\.(\w+) = (\w+\.\w+)", query)
        head = re.match(r"SELECT ([^\n]*(?:\n  [^\n]*)*)\nFROM (\w+) AS (\w+)", query)
        assert own is not None
        assert head is not None
        table, column = inner[1], tie[2]
        by_number = (
            f"SELECT {head[1]} FROM {head[2]} AS {head[3]} LEFT JOIN {table} AS mine ON mine.{own[1]} = {own[2]} "
            f"GROUP BY {own[2]} HAVING COUNT(DISTINCT mine.{column}) = (SELECT COUNT(DISTINCT {column}) FROM {table})"
        )
        assert verify(made, query).passed
        assert verify(made, by_number).passed, by_number
        assert not verify(made, by_number.replace("LEFT JOIN", "JOIN")).passed
        judged += 1
    assert judged >= 2


# ---- nothing is not zero ----------------------------------------------------------------------------


EARLY = Source("e", "orders")
LATER = Cmp("<", Col("e", "placed"), Const("2023-02-01"))
LATEST = (("best", Agg("max", Col("e", "amount"))),)
ABOVE = Select(
    (("id", Col("o", "id")),), ORDERS, where=Cmp(">", AMOUNT, Scalar(Select(LATEST, EARLY, where=LATER)))
)
SHARE = Select(
    (("placed", Col("o", "placed")),
     ("share", Arith("/", Agg("sum", AMOUNT), Window("sum", Agg("sum", AMOUNT))))),
    ORDERS, group=(Col("o", "placed"),),
)  # fmt: skip
NOTHING = {
    "compared": (ABOVE, "SELECT id FROM orders WHERE amount > (SELECT COALESCE(MAX(amount), 0) FROM orders "
                 "WHERE placed < '2023-02-01')"),
    "divided": (SHARE, "SELECT placed, COALESCE(1.0 * SUM(amount) / NULLIF(SUM(SUM(amount)) OVER (), 0), 0) "
                "FROM orders GROUP BY placed"),
    "left out": (SHARE, "SELECT * FROM (SELECT placed, 1.0 * SUM(amount) / NULLIF(SUM(SUM(amount)) OVER (), 0) AS s "
                 "FROM orders GROUP BY placed) WHERE s IS NOT NULL"),
}  # fmt: skip


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", NOTHING)
def test_nothing_taken_for_zero_is_refused(name: str, seed: int) -> None:
    plan, wrong = NOTHING[name]
    rng = random.Random(f"{name} {seed}")
    made = {"sql": chosen(rng, plan).sql}
    assert verify(made, to_sql(plan)).passed
    assert not verify(made, wrong).passed


def chosen(rng: random.Random, plan: Select) -> ChosenDatabases:
    """Databases for a plan; those of some draws give too few rows."""
    for _ in range(5):
        with suppress(NoFit):
            return choose_databases(rng, Question(plan, "?", "test"), SHOP)
    raise AssertionError("no databases")


@pytest.mark.parametrize("seed", [1712062, 1712066, 1712295])
def test_nothing_taken_for_zero_is_refused_in_tasks(seed: int) -> None:
    task = rlvr.get("text2sql").task(4, seed)
    wrong = re.sub(r"(MIN|MAX|AVG)\(([\w.]+)\)", r"COALESCE(\1(\2), 0)", task.answer)
    if wrong != task.answer:
        assert not verify(task.payload, wrong).passed


@pytest.mark.parametrize("seed", [256720, 257281])
def test_a_percentage_of_nothing_is_no_zero(seed: int) -> None:
    task = rlvr.get("text2sql").task(5, seed)
    quotient = re.search(r"(CAST\(.*NULLIF\(SUM\(SUM\(\w+\)\) OVER \(\), 0\))( AS (\w+))", task.answer)
    assert quotient is not None
    assert verify(task.payload, task.answer).passed
    filled = task.answer.replace(quotient[1], f"COALESCE({quotient[1]}, 0)")
    assert not verify(task.payload, filled).passed
    assert not verify(task.payload, f"SELECT * FROM ({task.answer}) WHERE {quotient[3]} IS NOT NULL").passed


# ---- wrong queries that tell their mistake ----------------------------------------------------------


@pytest.mark.parametrize(
    ("right", "wrong", "due"),
    [
        ("SELECT a.x FROM a JOIN b ON a.b_id = b.id", "SELECT a.x FROM a JOIN b ON a.id = b.id", True),
        ("SELECT a.x FROM a JOIN b ON a.b_id = b.id", "SELECT a.x FROM a JOIN b ON a.b_id = b.c", True),
        ("SELECT COUNT(*) FROM a", "SELECT COUNT(DISTINCT a.x) FROM a", True),
        ("SELECT COUNT(a.x) FROM a", "SELECT COUNT(DISTINCT a.x) FROM a", True),
        ("SELECT a.x FROM a WHERE a.y = 3", "SELECT a.x FROM a WHERE a.y <> 3", True),
        ("SELECT a.x FROM a WHERE a.y > 3", "SELECT a.x FROM a WHERE a.y < 3", True),
        ("SELECT a.x - a.y FROM a", "SELECT a.y - a.x FROM a", True),
        ("SELECT a.x FROM a", "SELECT a.y FROM a", True),
        ("SELECT a.x FROM a WHERE a.y <> 3", "SELECT a.x FROM a WHERE a.y = 3", False),
        ("SELECT a.x FROM a WHERE a.y > 3", "SELECT a.x FROM a WHERE a.y > 4", False),
        ("SELECT a.x FROM a WHERE a.y > 3", "SELECT a.x FROM a", False),
        ("SELECT DISTINCT a.x FROM a", "SELECT a.x FROM a", False),
    ],
)
def test_mistakes_that_are_suspected_at_once(right: str, wrong: str, due: bool) -> None:
    assert telltale.shows_itself(right, wrong) is due


def test_names_of_a_function_and_a_column_fit_both() -> None:
    def named(label: str, value: Agg) -> str:
        made = unlabelled(Select(((label, value),), ORDERS), ())
        assert isinstance(made, Select)
        return made.columns[0][0]

    assert named("max_amount", Agg("min", AMOUNT)) == "min_amount"
    assert named("sum_amount", Agg("sum", Col("o", "id"))) == "sum_id"
    assert named("avg_Amount", Agg("avg", AMOUNT)) == "avg_Amount"


def test_few_wrong_queries_are_repaired_by_a_join_along_a_reference_or_without_distinct() -> None:
    telling = tasks = 0
    for level, seed in product((3, 4), range(50)):
        task = rlvr.get("sql-repair").task(level, seed)
        tasks += 1
        telling += "COUNT(DISTINCT" in task.payload["wrong"] and "COUNT(DISTINCT" not in task.answer
        due, given = (
            re.findall(r"(\w+\.\w+) = (\w+\.\w+)", text) for text in (task.answer, task.payload["wrong"])
        )
        telling += (
            len(due) == len(given) and due != given and sorted(map(sorted, due)) != sorted(map(sorted, given))
        )
    assert telling <= tasks / 10
