"""Edits that most likely mean the same: where they stand, and that no database tells those that are listed apart."""

from __future__ import annotations

import sqlite3
from random import Random

import pytest

import rlvr
from rlvr.generators.sql.analyse import columns_of, constants_of, tables_of
from rlvr.generators.sql.edits import edits
from rlvr.generators.sql.fill import fill
from rlvr.generators.sql.plan import Agg, Cmp, Col, Const, Select, Source
from rlvr.generators.sql.problems import drawn_world
from rlvr.generators.sql.question import NoFit
from rlvr.generators.sql.render import to_sql
from rlvr.generators.sql.same_meaning import known, signature
from rlvr.generators.sql.schema import Column, Schema, Table
from rlvr.generators.sql.shapes import SHAPES
from rlvr.generators.sql.tiny_databases import Focus, tiny_database
from rlvr.verifiers.sql.compare import same_bag

SPEC = rlvr.get("text2sql")
SCHEMA = Schema("shop", (Table("t", "t", "ts", "id", "id", (
    Column("id", "integer", "id"), Column("price", "integer", "price"), Column("tax", "integer", "tax"),
    Column("size", "integer", "size", nullable=True))),))  # fmt: skip
LISTED = sorted({line.split(" ", 1)[0] for line in known()})


def plan(**others) -> Select:
    filters = Cmp(">", Col("t", "price"), Const(others.pop("value", 3)))
    return Select((("n", Agg(others.pop("name", "sum"), Col("t", others.pop("column", "price")))),), Source("t", "t"),
                  where=filters, **others)  # fmt: skip


@pytest.mark.parametrize(
    ("other", "path"),
    [
        (plan(value=4), "Select.where.Cmp.right.Const.value"),
        (plan(value=9), "Select.where.Cmp.right.Const.value"),
        (plan(name="avg"), "Select.columns.0.1.Agg.name sum>avg"),
        (plan(column="size"), "Select.columns.0.1.Agg.arg.Col.name nullable"),
        (plan(column="tax"), "Select.columns.0.1.Agg.arg.Col.name not null"),
        (plan(distinct=True), "Select.distinct False>True"),
        (plan(group=(Col("t", "size"),)), "Select.group 0>1 at -1"),
        (Select((("n", Const(1)),), Source("t", "t")), "Select columns where"),
    ],
)
def test_a_signature_says_where_and_how(other: Select, path: str) -> None:
    assert signature("some_shape", plan(), other, SCHEMA) == f"some_shape {path}"


def test_what_is_listed_is_of_shapes_that_there_are() -> None:
    assert LISTED
    assert set(LISTED) <= set(SHAPES)


@pytest.mark.parametrize("shape", LISTED[:: max(1, len(LISTED) // 10)])
def test_no_database_tells_listed_edits_apart(shape: str) -> None:
    """On databases that nobody chose against them."""
    level, draw = SHAPES[shape]
    parameters, looked = SPEC.params(level), 0
    for seed in range(24):
        rng = Random(f"{shape} {seed}")
        try:
            world = drawn_world(rng, parameters["tables"], parameters["rows"])
            question = draw(rng, world)
        except NoFit:
            continue
        same = [
            e
            for e in edits(question.plan, world.schema, rng)
            if signature(shape, question.plan, e, world.schema) in known()
        ]
        focus = Focus(columns_of(question.plan, world.schema), tables_of(question.plan))
        databases = [fill(rng, world.schema, 90)] + [
            tiny_database(rng, world.schema, constants_of(question.plan, world.schema), 12, focus)
            for _ in range(5)
        ]
        for edit in same:
            looked += 1
            for database in databases:
                with sqlite3.connect(":memory:") as connection:
                    for statement in world.schema.ddl():
                        connection.execute(statement)
                    for name, rows in database.items():
                        if rows:
                            connection.executemany(
                                f"INSERT INTO {name} VALUES ({','.join('?' * len(rows[0]))})", rows
                            )
                    due, given = (connection.execute(to_sql(one)).fetchall() for one in (question.plan, edit))
                assert same_bag(due, given), to_sql(edit)
        if looked >= 4:
            return
