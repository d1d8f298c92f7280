"""A left join where only rows with partners are wanted is told apart, also where that takes a database without any."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import rlvr
from rlvr.generators.sql.choose_databases import choose_databases
from rlvr.generators.sql.perturb import without_partners
from rlvr.generators.sql.plan import Agg, Cmp, Col, Join, Order, Select, Source
from rlvr.generators.sql.question import Question
from rlvr.generators.sql.render import plainly
from rlvr.generators.sql.schema import Column, ForeignKey, Schema, Table

WORKERS = Schema(
    "work",
    (
        Table(
            "p",
            "worker",
            "workers",
            "id",
            "name",
            (
                Column("id", "integer", "id", unique=True),
                Column("name", "text", "name"),
                Column("boss_id", "integer", "boss", nullable=True),
                Column("load", "integer", "load", low=1, high=30),
            ),
            (ForeignKey("boss_id", "p", "boss", "workers of {}"),),
        ),
    ),
)
JOIN = Join(Source("c", "p"), Cmp("=", Col("c", "boss_id"), Col("p", "id")))
TOTAL = Agg("sum", Col("c", "load"))
BEST = Select(
    (("id", Col("p", "id")), ("total", TOTAL)),
    Source("p", "p"),
    (JOIN,),
    group=(Col("p", "id"),),
    order=(Order(TOTAL, True), Order(Col("p", "id"), True)),
    limit=1,
)


@pytest.mark.parametrize("seed", range(8))
def test_the_best_of_no_rows_is_none(seed: int) -> None:
    chosen = choose_databases(random.Random(seed), Question(BEST, "?", "children_top"), WORKERS)
    left = plainly(replace(BEST, joins=(replace(JOIN, left=True),)))
    assert left in chosen.edits
    payload = {"sql": chosen.sql}
    verify = rlvr.get("text2sql").verify_answer
    assert verify(payload, str(chosen.sql["query"])).passed
    assert not verify(payload, left).passed


def test_databases_without_partners_keep_what_the_schema_declares() -> None:
    database = {"p": [[1, "a", None, 3], [2, "b", 1, 4]]}
    used = {("p", "boss_id"), ("p", "id")}
    assert list(without_partners(WORKERS, database, used)) == [
        {"p": [[1, "a", None, 3], [2, "b", None, 4]]},
    ]
    assert database["p"][1][2] == 1
    assert not list(without_partners(WORKERS, database, {("p", "id")}))
    strict = replace(
        WORKERS.tables[0],
        columns=tuple(replace(column, nullable=False) for column in WORKERS.tables[0].columns),
    )
    assert not list(without_partners(Schema("work", (strict,)), database, used))
