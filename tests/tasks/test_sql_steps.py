"""How long a query takes on a large database, found out on smaller ones; the tools run every reference."""

from __future__ import annotations

import pytest

import rlvr
from rlvr.envs.tools import sql as tools
from rlvr.generators.sql import explore, steps
from rlvr.generators.sql.execute import indexes
from rlvr.generators.sql.plan import Agg, Cmp, Col, Query, Scalar, Select, Source
from rlvr.generators.sql.schema import Column, ForeignKey, Schema, Table

EXPLORE = rlvr.get("sql-explore")
SCHEMA = Schema(
    "",
    (
        Table(
            "t",
            "t",
            "ts",
            "id",
            "size",
            (
                Column("id", "integer", "id", unique=True),
                Column("size", "integer", "size", low=1, high=1000),
                Column("of_id", "integer", "owner", nullable=True),
            ),
            (ForeignKey("of_id", "t", "owner", "ts of {}"),),
        ),
    ),
)


def counted(column: str, op: str = "=") -> Query:
    """Each row with the number of the rows whose column is as its key is."""
    of = Cmp(op, Col("u", column), Col("t", "id"))  # type: ignore[arg-type]
    inner = Scalar(Select((("n", Agg("count")),), Source("u", "t"), where=of))
    return Select(
        (("id", Col("t", "id")), ("n", inner)), Source("t", "t"), where=Cmp(">", inner, Col("t", "id"))
    )


LINEAR = Select((("n", Agg("sum", Col("t", "size"))),), Source("t", "t"))


@pytest.mark.parametrize(
    ("query", "rows", "light"),
    [
        (LINEAR, 40_000, True),
        (counted("of_id"), 40_000, True),  # there is an index
        (counted("size", "<"), 40_000, False),
        (counted("size", "<"), 400, True),
    ],
)
def test_queries_that_grow_with_the_square_are_heavy_on_many_rows(query: Query, rows: int, light: bool) -> None:
    assert steps.is_light(SCHEMA, query, rows, 10_000_000) is light


def test_large_databases_are_made_only_where_smaller_ones_leave_it_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[int] = []
    count = steps._steps

    def noted(schema: Schema, query: Query, rows: int, most: int) -> int:
        made.append(rows)
        return count(schema, query, rows, most)

    monkeypatch.setattr(steps, "_steps", noted)
    assert steps.is_light(SCHEMA, LINEAR, 40_000, 10_000_000)
    assert made == [625, 2500]
    made.clear()
    taken = count(SCHEMA, LINEAR, 40_000, 10_000_000)
    assert not steps.is_light(SCHEMA, LINEAR, 40_000, taken - 1000)
    assert steps.is_light(SCHEMA, LINEAR, 40_000, taken)
    assert made[-1] == 40_000


@pytest.mark.parametrize("seed", [500, 679, 686, 853])
def test_the_tools_run_the_reference(seed: int) -> None:
    payload = EXPLORE.task(6, seed).payload
    shown = tools.SqlTools().query(payload, {}, payload["problem"]["query"])
    assert "row" in shown.rsplit("(", 1)[1]
    assert tools.LIMITS.steps == 3 * explore.MOST_STEPS


def test_each_reference_has_an_index_that_the_tools_do_not_list() -> None:
    box, payload = tools.SqlTools(), EXPLORE.task(3, 1).payload
    world = explore.remade(payload["world"])
    made = [text for table in world.schema.tables for text in indexes(table)]
    assert made
    count = box.query(
        payload, {}, "SELECT COUNT(*) AS n FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
    )
    assert count.split("\n")[1] == str(len(made))
    assert len(box.tables(payload, {}).split("\n")) == 1 + len(world.schema.tables)
