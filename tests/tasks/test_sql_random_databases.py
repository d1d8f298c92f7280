"""Databases of many rows: what the schema declares holds, they are the same in every process, and they tell slips."""

from __future__ import annotations

import random
import sqlite3

import pytest

import rlvr
from rlvr.generators.base import rng_for
from rlvr.generators.sql.analyse import columns_of, constants_of, tables_of
from rlvr.generators.sql.blank_groups import blanked
from rlvr.generators.sql.choose_random_databases import COUNT
from rlvr.generators.sql.domains import draw_schema
from rlvr.generators.sql.fill import fill
from rlvr.generators.sql.plan import Cmp, Col, Const, Query, Select, Source
from rlvr.generators.sql.problems import draw, drawn_world, problem
from rlvr.generators.sql.random_databases import STYLES, pools_of, random_database
from rlvr.generators.sql.reach import Reach, reach
from rlvr.generators.sql.schema import Database, Schema
from rlvr.generators.sql.tiny_databases import Focus
from rlvr.verifiers.sql.query import verify


def _asked(seed: int) -> tuple[Schema, Database, Query, Reach, Focus]:
    rng = random.Random(seed)
    schema = draw_schema(rng, 4)
    rows = fill(rng, schema, 60)
    table = schema.tables[-1]
    column = next(one for one in table.columns if one.name != table.key)
    value = next(row[table.index(column.name)] for row in rows[table.name])
    source = Source("t", table.name)
    columns = tuple((one.name, Col("t", one.name)) for one in table.columns)
    plan = Select(
        columns, source, where=None if value is None else Cmp("=", Col("t", column.name), Const(value))
    )
    used = columns_of(plan, schema)
    return schema, rows, plan, reach(schema, used, constants_of(plan, schema)), Focus(used, tables_of(plan))


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("style", STYLES)
def test_what_the_schema_declares_holds(seed: int, style) -> None:
    schema, rows, _, scope, focus = _asked(seed)
    made = random_database(random.Random(seed), scope, pools_of(schema, [rows]), focus, style)
    connection = sqlite3.connect(":memory:")
    connection.execute("PRAGMA foreign_keys = ON")
    for statement in schema.ddl():
        connection.execute(statement)
    for table in schema.tables:
        marks = ", ".join("?" * len(table.columns))
        connection.executemany(f"INSERT INTO {table.name} VALUES ({marks})", made[table.name])
    connection.commit()
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    again = Focus(focus.used, focus.tables)  # it holds what has been drawn
    assert made == random_database(random.Random(seed), scope, pools_of(schema, [rows]), again, style)


@pytest.mark.parametrize("seed", range(12))
def test_rows_made_alike_stay_within_what_is_declared(seed: int) -> None:
    schema, rows, _, scope, _ = _asked(seed)
    made = {name: [list(row) for row in part] for name, part in rows.items()}
    for turn in range(20):
        blanked(random.Random(turn), scope, made)
    for table in schema.tables:
        for at, column in enumerate(table.columns):
            values = [row[at] for row in made[table.name]]
            assert column.nullable or None not in values
            if column.unique or column.name == table.key:
                assert values == [row[at] for row in rows[table.name]]
    assert {name: len(part) for name, part in made.items()} == {name: len(part) for name, part in rows.items()}


@pytest.mark.parametrize("level", range(1, 8))
def test_questions_have_databases_of_many_rows(level: int) -> None:
    counts = []
    for seed in range(4):
        sql = rlvr.task(f"rlvr/text2sql-v0:{level}:{seed}").payload["sql"]
        counts.append(len(sql["databases"]))
        assert len(sql["gold"]) == len(sql["databases"])
    assert max(counts) >= 10 + COUNT // 2


SLIPS = [
    ("rlvr/text2sql-v0:1:116", 2, 30, "SELECT name FROM drivers WHERE town < 'Y'"),
    (
        "rlvr/text2sql-v0:4:107",
        4,
        80,
        "SELECT s.name, COUNT(p.tax) FROM staff_members s LEFT JOIN payslips p ON p.employee_paid_id = s.id "
        "AND strftime('%Y', p.paid_on) = '2022' GROUP BY s.id, s.name",
    ),
    (
        "rlvr/text2sql-v0:5:300",
        5,
        120,
        "SELECT game_code, home_goals, home_goals - (SELECT MIN(g.home_goals) FROM tbl_games g WHERE "
        "g.guest_team_no = tbl_games.guest_team_no) FROM tbl_games WHERE away_score IN (5, 1, 2, 4)",
    ),
    (
        "rlvr/sql-repair-v0:2:302",
        3,
        36,
        "SELECT doctor_name, ABS(CAST(julianday('2008-04-26') - julianday(hire_date) AS INTEGER)) FROM tbl_physicians "
        "WHERE salary BETWEEN 3039 AND 3103",
    ),
]
"""Written by people, taken for right by the tiny databases alone."""


@pytest.mark.parametrize(("text", "tables", "rows", "query"), SLIPS)
def test_what_tiny_databases_let_pass_is_refused(text: str, tables: int, rows: int, query: str) -> None:
    rng = rng_for(text)
    shape = int(text.split(":")[1])
    made = draw(
        rng,
        shape,
        lambda: drawn_world(rng, tables, rows),
        lambda world, question: problem(rng, world, question),
    )
    verdict = verify(made.payload(), query)
    assert verdict.reason == "wrong"
    assert "does not give" in verdict.message
    assert verify(made.payload(), made.query).passed
