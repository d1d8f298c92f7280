"""SQL repair: what is printed is what both queries give, and nothing in the wrong query tells where it is wrong."""

from __future__ import annotations

import random
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing

import pytest

import rlvr
from rlvr.generators.sql import repair
from rlvr.generators.sql.evaluate import Ambiguous, EvaluationError, evaluate
from rlvr.generators.sql.execute import Groups, QueryTrials, rounded_rows, rows_of, tidy
from rlvr.generators.sql.fill import fill
from rlvr.generators.sql.plan import (
    Agg,
    And,
    Cmp,
    Col,
    Const,
    Func,
    Join,
    Order,
    Query,
    Scalar,
    Select,
    Source,
    Window,
    With,
)
from rlvr.generators.sql.pooled import Posed, posed
from rlvr.generators.sql.render import plainly, to_sql
from rlvr.generators.sql.schema import Column, Database, ForeignKey, Schema, Table
from rlvr.generators.sql.scope import walk
from rlvr.generators.sql.settled import is_settled
from rlvr.generators.sql.show import grid, part
from rlvr.generators.sql.unlabelled import unlabelled

REPAIR = rlvr.get("sql-repair")
SCHEMA = Schema(
    "",
    (
        Table("p", "p", "ps", "id", "name", (Column("id", "integer", "id"), Column("name", "text", "name"))),
        Table(
            "c",
            "c",
            "cs",
            "id",
            "code",
            (
                Column("id", "integer", "id"),
                Column("p_id", "integer", "p", nullable=True),
                Column("code", "text", "code"),
                Column("size", "integer", "size"),
            ),
            (ForeignKey("p_id", "p", "p", "cs of {}"),),
        ),
    ),
)
PARENT, CHILD = Source("p", "p"), Source("c", "c")
ON = Cmp("=", Col("c", "p_id"), Col("p", "id"))


def posed_ones(shape: int, count: int) -> Iterator[Posed]:
    for seed in range(count):
        yield posed(random.Random(seed), shape, 5, None, lambda one: one)


# ---- what is printed ---------------------------------------------------------------------------------


@pytest.mark.parametrize("level", REPAIR.levels)
def test_the_printed_results_are_those_of_the_evaluator(level: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite gives what is printed; the evaluator, which is no engine, gives the same of the right query."""
    shown: list[repair._Shown] = []
    made = repair._broken

    def noted(rng: random.Random, there: repair._Shown, *others: object) -> object:
        shown.append(there)
        return made(rng, there, *others)  # type: ignore[arg-type]

    monkeypatch.setattr(repair, "_broken", noted)
    for seed in range(6):
        task = REPAIR.task(level, seed)
        there = shown[-1]
        world, sql = there.world, task.payload["sql"]
        groups = evaluate(there.problem.renamed.plan, world.schema, world.database)
        due = [row for group in groups for row in tidy(group)]
        count = REPAIR.params(level)["shown"]
        headers = [f"column {number + 1}" for number in range(sql["columns"])]
        by_luck = "happens to give" in task.prompt or "only by luck" in task.prompt
        assert by_luck or part(headers, due, count) in task.prompt
        with closing(sqlite3.connect(":memory:")) as connection:
            for statement in sql["schema"]:
                connection.execute(statement)
            for table, rows in world.database.items():
                connection.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)
            cursor = connection.execute(task.payload["wrong"])
            names = " | ".join(name for name, *_ in cursor.description)
            got = rounded_rows(cursor)
        printed = (
            task.prompt[task.prompt.rindex(task.payload["wrong"]) :].split(f"\n{names}\n")[1].split("\n(")[0]
        )
        lines = [] if not got else printed.split("\n")
        assert len(lines) == min(len(got), count)
        assert not Counter(lines) - Counter(grid(names, got).split("\n"))
        told = re.search(r"\((no rows|(\d+) rows?)", task.prompt[task.prompt.rindex(task.payload["wrong"]) :])
        assert told is not None
        assert int(told[2] or 0) == len(got)


def test_tables_that_the_query_does_not_need_have_few_rows_and_are_shown() -> None:
    few = 0
    for seed in range(6):
        found = posed(random.Random(seed), 5, 5, None, lambda one: one)
        whole, world = found.filled(random.Random(1), 200), found.filled(random.Random(1), 200, 8)
        needed = {found.names.tables[name] for name in found.question.plan and _tables(found.question.plan)}
        for table in world.schema.tables:
            few += len(world.database[table.name]) < len(whole.database[table.name])
            if table.name in needed:
                assert len(world.database[table.name]) == len(whole.database[table.name])
    assert few >= 6


def _tables(plan: Query) -> set[str]:
    inner = {name for node in walk(plan) if isinstance(node, With) for name, _ in node.parts}
    return {node.table for node in walk(plan) if isinstance(node, Source) and node.table} - inner


# ---- ties --------------------------------------------------------------------------------------------


def numbered(*order: str, joins: tuple[Join, ...] = (), source: Source = CHILD) -> Select:
    keys = tuple(Order(Col(*name.split("."))) for name in order)
    return Select((("n", Window("row_number", None, (Col("c", "p_id"),), keys)),), source, joins)


@pytest.mark.parametrize(
    ("query", "due"),
    [
        (numbered("c.size", "c.id"), True),
        (numbered("c.size"), False),
        (numbered("c.size", "c.id", joins=(Join(PARENT, ON),)), True),
        (numbered("c.size", "c.id", joins=(Join(PARENT, ON, left=True),)), True),
        (numbered("c.id", joins=(Join(CHILD, ON),), source=PARENT), True),
        # A parent without children comes once for each such parent: their numbers tie.
        (numbered("c.id", joins=(Join(CHILD, ON, left=True),), source=PARENT), False),
        (numbered("c.id", joins=(Join(PARENT, Cmp("<", Col("c", "size"), Col("p", "id"))),)), False),
        (numbered("c.id", joins=(Join(PARENT, And((ON, Cmp(">", Col("p", "id"), Const(3))))),)), True),
        (Select((("n", Window("rank", None, (), (Order(Col("c", "size")),))),), CHILD), True),
        (Select((("n", Window("sum", Col("c", "size"), (), (Order(Col("c", "size")),))),), CHILD), False),
        (Select((("n", Window("sum", Col("c", "size"))),), CHILD), True),
        (Select((("n", Col("c", "size")),), CHILD, order=(Order(Col("c", "size")),), limit=2), False),
        (Select((("n", Col("c", "size")),), CHILD, order=(Order(Col("c", "id")),), limit=2), True),
        (Select((("n", Col("c", "size")),), CHILD, limit=2), False),
        (Select((("n", Col("c", "size")),), CHILD, distinct=True, order=(Order(Col("c", "id")),)), False),
        (Select((("n", Col("c", "size")),), CHILD, distinct=True, order=(Order(Col("c", "size")),)), True),
        (Select((("n", Scalar(Select((("m", Agg("max", Col("c", "size"))),), CHILD))),), PARENT), True),
        (Select((("n", Scalar(Select((("m", Col("c", "size")),), CHILD))),), PARENT), False),
        (
            Select(
                (("n", Agg("count")),), CHILD, group=(Col("c", "code"),), order=(Order(Agg("count")),), limit=1
            ),
            False,
        ),
        (
            Select(
                (("n", Agg("count")),),
                CHILD,
                group=(Col("c", "code"),),
                order=(Order(Agg("count")), Order(Col("c", "code"))),
                limit=1,
            ),
            True,
        ),
    ],
)
def test_queries_are_settled_where_no_rows_can_tie(query: Query, due: bool) -> None:
    assert is_settled(query, SCHEMA) is due


@pytest.mark.parametrize("shape", range(3, 8))
def test_what_is_settled_is_never_ambiguous(shape: int) -> None:
    """The evaluator refuses ties; of a settled query it refuses none, and gives what SQLite gives."""
    settled = 0
    for found in posed_ones(shape, 4):
        schema = found.schema
        databases = [fill(random.Random(seed), schema, 60) for seed in range(2)] + found.databases[-2:]
        with closing(QueryTrials(schema)) as trials:
            for text in list(found.slips)[:12] + list(found.double_slips)[:12]:
                slips = found.slips if text in found.slips else found.double_slips
                plan = slips[text]
                if text in found.double_slips and slips is found.double_slips:
                    assert slips.is_settled(text) == is_settled(plan, schema)
                if not is_settled(plan, schema):
                    continue
                for database in databases:
                    groups = _evaluated(plan, schema, database)
                    if groups is None:  # one mistake may make a query that is not sound, two may not
                        assert slips is found.slips
                        break
                    rows = rows_of(trials.filled(database), text)
                    assert _bag(rows) == _bag([row for group in groups for row in group])
                    settled += 1
    assert settled >= 40


def _evaluated(plan: Query, schema: Schema, database: Database) -> Groups | None:
    try:
        return evaluate(plan, schema, database)
    except Ambiguous:
        raise
    except EvaluationError:
        return None


def _bag(rows: list[list[object]]) -> Counter[tuple[object, ...]]:
    return Counter(tuple(f"{v:.10g}" if isinstance(v, float | int) else v for v in row) for row in rows)


# ---- names -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", range(3, 8))
def test_nothing_in_a_wrong_query_is_named_after_something_else(shape: int) -> None:
    inside = 0
    for found in posed_ones(shape, 6):
        columns = {column.name for table in found.schema.tables for column in table.columns}
        database = found.databases[-1]
        slips = {**found.slips, **found.double_slips}
        with closing(QueryTrials(found.schema)) as trials:
            connection = trials.filled(database)
            for text, plan in list(slips.items())[::3]:
                told = unlabelled(plan, columns)
                for node in walk(told):
                    for label, value in node.columns if isinstance(node, Select) else ():
                        if isinstance(value, Col):
                            assert label not in columns or re.sub(r"\d+$", "", label).startswith(
                                re.sub(r"\d+$", "", value.name)
                            ), plainly(told)
                        if isinstance(value, Func) and re.fullmatch(r"the_(year|month)\d*", label):
                            assert value.name in label
                        if isinstance(value, Agg | Window) and re.fullmatch(r"average\d*", label):
                            assert value.name == "avg"
                due = _bag(rows_of(connection, text))
                for other in (plainly(told), to_sql(told)):
                    assert _bag(rows_of(connection, other)) == due
                inside += told != plan
    assert inside or shape < 4


def test_names_inside_are_changed_with_all_that_reads_them() -> None:
    inner = Select((("name", Col("c", "code")), ("owner", Col("c", "p_id"))), CHILD)
    year = Select((("the_year", Func("month", (Col("c", "code"),))), ("id", Col("c", "id"))), CHILD)
    query = With(
        (("part", inner), ("dated", year)),
        Select(
            (("name", Col("x", "name")), ("owner", Col("x", "owner")), ("the_year", Col("y", "the_year"))),
            Source("x", "part"),
            (Join(Source("y", "dated"), Cmp("=", Col("x", "name"), Col("y", "the_year"))),),
            order=(Order(Col("x", "name")),),
        ),
    )
    assert plainly(unlabelled(query, {"id", "name", "p_id", "code", "size"})) == (
        "WITH part AS (SELECT c.code, c.p_id AS owner FROM c), "
        "dated AS (SELECT CAST(strftime('%m', c.code) AS INTEGER) AS the_month, c.id FROM c) "
        "SELECT x.code, x.owner, y.the_month FROM part AS x JOIN dated AS y ON x.code = y.the_month ORDER BY x.code"
    )
    below = Select((("name", Col("s", "name")),), Source("s", "", inner))
    assert plainly(unlabelled(below, {"name", "code"})) == (
        "SELECT s.code FROM (SELECT c.code, c.p_id AS owner FROM c) AS s"
    )
