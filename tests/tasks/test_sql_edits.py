"""Edits and constants of plans: those that people make are there, all run, and what cannot matter is left out."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sql_engines import (
    AMOUNT,
    CITY,
    CUSTOMERS,
    NAME,
    OF,
    ORDERS,
    SHOP,
    simple,
    sqlite_of,
)
from sql_worlds import draw, draw_database

from rlvr.generators.sql import analyse, codec
from rlvr.generators.sql.edit_parts import merged
from rlvr.generators.sql.edits import MOST, edits
from rlvr.generators.sql.plan import (
    Agg,
    And,
    Between,
    Cmp,
    Col,
    Const,
    Exists,
    Func,
    InQuery,
    IsNull,
    Join,
    Like,
    Or,
    Order,
    Select,
    SetOp,
    Source,
    Window,
    With,
)
from rlvr.generators.sql.render import to_sql
from rlvr.generators.sql.scope import Scope

SEEDS = st.integers(0, 10**9)


@settings(max_examples=60)
@given(SEEDS)
def test_edits_are_other_plans_that_all_run(seed):
    schema, plan, rng = draw(seed)
    found = edits(plan, schema, random.Random(seed))
    assert found == edits(plan, schema, random.Random(seed))
    assert plan not in found
    assert len(set(found)) == len(found) <= MOST
    with sqlite_of(schema, draw_database(rng, schema)) as connection:
        for edit in found:
            connection.execute(to_sql(edit)).fetchall()
            assert codec.from_json(json.loads(json.dumps(codec.to_json(edit)))) == edit


def test_two_edits_of_different_places_are_both_made_and_of_one_place_neither():
    total, known = Col("o", "total"), Col("o", "city")
    plan = Select(
        (("city", known),),
        Source("o", "orders"),
        where=And((Cmp(">", total, Const(3)), Cmp("=", known, Const("Bonn")))),
    )

    def where(op: str, least: int, city: str) -> And:
        return And((Cmp(op, total, Const(least)), Cmp("=", known, Const(city))))

    one, two = replace(plan, where=where(">=", 3, "Bonn")), replace(plan, where=where(">", 4, "Bonn"))
    assert merged(plan, one, two) == replace(plan, where=where(">=", 4, "Bonn"))
    assert merged(plan, one, replace(plan, distinct=True)) == replace(one, distinct=True)
    assert merged(plan, one, replace(plan, where=where("<", 3, "Bonn"))) is None
    assert merged(plan, one, replace(plan, where=None)) is None


@settings(max_examples=20)
@given(SEEDS)
def test_merged_edits_hold_what_either_has_changed(seed):
    schema, plan, rng = draw(seed)
    found = edits(plan, schema, rng)
    for one, two in zip(found, found[len(found) // 2 :], strict=False):
        both = merged(plan, one, two)
        assert merged(plan, two, one) == both
        if both is not None and one != two:
            assert both not in (one, two, plan)
            # Taking the first edit away again leaves the second one.
            assert merged(one, plan, both) == two


def test_constants_reach_their_columns():
    where = And(
        (
            Cmp(">=", AMOUNT, Const(20)),
            Cmp("=", Func("year", (Col("o", "placed"),)), Const(2023)),
            Cmp("<", Func("days", (Col("o", "placed"), Col("o", "sent"))), Const(30)),
            Between(Col("o", "sent"), Func("plus_days", (Const("2024-03-01"), Const(-1))), Const("2024-05-01")),
        )
    )
    big = simple(
        Agg("sum", AMOUNT),
        ORDERS,
        where=where,
        group=(Col("o", "customer_id"),),
        having=Cmp(">", Agg("count"), Const(3)),
    )
    plan = With(
        (("big", big),), simple(Col("b", "x"), Source("b", "big"), where=Cmp("<", Col("b", "x"), Const(100)))
    )
    found = analyse.constants_of(plan, SHOP)
    assert {20, 100, 50, 25} <= set(found["orders", "amount"])
    assert {"2022-12-31", "2023-01-01", "2023-12-31", "2024-01-01"} <= set(found["orders", "placed"])
    assert {"2024-02-29", "2024-05-01"} <= set(found["orders", "sent"])
    placed, sent = ([date.fromisoformat(day) for day in found["orders", name]] for name in ("placed", "sent"))
    assert 30 in {(second - first).days for first in placed for second in sent}
    assert list(found["", "count"]) == [3]
    like = analyse.constants_of(simple(NAME, where=Like(NAME, "starts", "an")), SHOP)["customers", "name"]
    assert {text.lower().startswith("an") for text in like} == {True, False}


def test_tables_operators_and_names():
    plan = SetOp("union", simple(NAME), simple(Col("q", "x"), Source("q", query=simple(AMOUNT, ORDERS))))
    assert analyse.tables_of(plan) == ["customers", "orders"]
    wrapped = With((("part", plan),), simple(Col("p", "x"), Source("p", "part")))
    assert analyse.tables_of(wrapped) == ["customers", "orders"]
    assert analyse.operators(wrapped) > analyse.operators(plan) > analyse.operators(simple(NAME)) > 0
    scope = Scope(wrapped, SHOP)
    assert scope.origin(Col("p", "x")) == ("customers", "name")
    assert scope.kind(Col("q", "x")) == "money"
    with pytest.raises(KeyError):
        scope.origin(Col("p", "y"))


@pytest.mark.parametrize(
    ("plan", "wanted"),
    [
        (simple(NAME, where=Cmp("=", CITY, Const("Oslo"))), simple(NAME)),
        (simple(NAME, where=Cmp("=", CITY, Const("Oslo"))), simple(NAME, where=Cmp("<>", CITY, Const("Oslo")))),
        (
            simple(NAME, where=Cmp("<>", CITY, Const("Oslo"))),
            simple(NAME, where=Or((Cmp("<>", CITY, Const("Oslo")), IsNull(CITY)))),
        ),
        (
            simple(AMOUNT, ORDERS, where=Cmp(">", AMOUNT, Const(3))),
            simple(AMOUNT, ORDERS, where=Cmp(">=", AMOUNT, Const(3))),
        ),
        (
            simple(AMOUNT, ORDERS, where=Cmp(">", AMOUNT, Const(3))),
            simple(AMOUNT, ORDERS, where=Cmp(">", AMOUNT, Const(4))),
        ),
        (simple(AMOUNT, ORDERS), simple(AMOUNT, ORDERS, distinct=True)),
        (simple(Col("o", "placed"), ORDERS), simple(Col("o", "sent"), ORDERS)),
        (simple(NAME, joins=(Join(ORDERS, OF),)), simple(NAME, joins=(Join(ORDERS, OF, True),))),
        (simple(Agg("count", AMOUNT), ORDERS), simple(Agg("count"), ORDERS)),
        (simple(Agg("count", AMOUNT), ORDERS), simple(Agg("count", AMOUNT, True), ORDERS)),
        (simple(Agg("avg", AMOUNT), ORDERS), simple(Agg("sum", AMOUNT), ORDERS)),
        (simple(NAME, order=(Order(NAME),), limit=2), simple(NAME, order=(Order(NAME, True),), limit=2)),
        (simple(NAME, order=(Order(NAME),), limit=2), simple(NAME, order=(Order(NAME),), limit=3)),
        (SetOp("union", simple(NAME), simple(CITY)), SetOp("union_all", simple(NAME), simple(CITY))),
        (
            simple(NAME, where=Exists(simple(Const(1), ORDERS, where=OF))),
            simple(NAME, joins=(Join(ORDERS, OF),)),
        ),
        (
            simple(NAME, where=Exists(simple(Const(1), ORDERS, where=OF))),
            simple(NAME, where=Exists(simple(Const(1), ORDERS))),
        ),
        (
            simple(NAME, where=Exists(simple(Const(1), ORDERS, where=OF), True)),
            simple(
                NAME,
                where=InQuery(
                    Col("c", "id"), Select((("customer_id", Col("o", "customer_id")),), ORDERS), True
                ),
            ),
        ),
        (
            simple(NAME, where=And((IsNull(CITY), Cmp("=", NAME, Const("x"))))),
            simple(NAME, where=Or((IsNull(CITY), Cmp("=", NAME, Const("x"))))),
        ),
        (
            simple(Window("rank", None, (CITY,), (Order(NAME),))),
            simple(Window("rank", None, (), (Order(NAME),))),
        ),
        (
            simple(NAME, where=Between(Col("c", "born"), Const("2000-01-01"), Const("2001-12-31"))),
            simple(NAME, where=Between(Col("c", "born"), Const("2000-01-01"), Const("2002-01-01"))),
        ),
    ],
)
def test_the_edits_that_people_make_are_there(plan, wanted):
    assert wanted in edits(plan, SHOP, random.Random(0))


def test_edits_leave_out_what_cannot_matter():
    """No DISTINCT where a key is shown, no LEFT JOIN to a parent that must exist, no COUNT of a filtered column."""
    keyed_rows = Select((("id", Col("o", "id")), ("name", NAME)), ORDERS, (Join(CUSTOMERS, OF),))
    for edit in edits(keyed_rows, SHOP, random.Random(0)):
        assert not edit.distinct
        assert not any(join.left for join in edit.joins)
    counted = simple(Agg("count"), ORDERS, where=IsNull(AMOUNT, True))
    assert simple(Agg("count", AMOUNT), ORDERS, where=counted.where) not in edits(
        counted, SHOP, random.Random(0)
    )
