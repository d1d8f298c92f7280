"""Plans: their SQL run by SQLite and DuckDB against the evaluator, results known by hand, codec and rendering."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sql_engines import (
    AMOUNT,
    CITY,
    CUSTOMERS,
    DATA,
    NAME,
    OF,
    ORDERS,
    SHOP,
    agrees,
    same_bag,
    simple,
    sqlite_of,
    typed_tables,
)
from sql_worlds import draw, draw_database

from rlvr.generators.sql import analyse, codec, evaluate
from rlvr.generators.sql.plan import (
    Agg,
    And,
    Arith,
    Cmp,
    Col,
    Const,
    Exists,
    Func,
    InList,
    IsNull,
    Join,
    Like,
    Not,
    Order,
    Scalar,
    Select,
    SetOp,
    Source,
    Window,
)
from rlvr.generators.sql.render import Style, draw_style, to_sql
from rlvr.generators.sql.scope import labels


def check_seed(seed, duck=None):
    schema, plan, rng = draw(seed)
    style = draw_style(rng)
    for _ in range(3):
        database = draw_database(rng, schema)
        expected = evaluate.evaluate(plan, schema, database)
        sql = to_sql(plan, style=style)
        with sqlite_of(schema, database) as connection:
            rows = connection.execute(sql).fetchall()
        assert agrees(expected, rows), (seed, sql, expected, rows)
        if duck is not None:
            typed_tables(duck, schema, database)
            sql = to_sql(plan, "duckdb", style=style)
            rows = duck.execute(sql).fetchall()
            assert agrees(expected, rows), (seed, sql, expected, rows)


SEEDS = st.integers(0, 10**9)


@settings(max_examples=250)
@given(SEEDS)
def test_sqlite_gives_what_the_evaluator_gives(seed):
    check_seed(seed)


def test_duckdb_gives_what_the_evaluator_gives():
    duck = pytest.importorskip("duckdb").connect()
    duck.execute("SET threads = 1")
    for seed in range(40):
        check_seed(seed, duck)


def test_postgres_gives_what_the_evaluator_gives(postgres_url):
    psycopg = pytest.importorskip("psycopg")
    with psycopg.connect(postgres_url, autocommit=True, options="-c client_min_messages=error") as server:
        for seed in range(100, 160):
            schema, plan, rng = draw(seed)
            database = draw_database(rng, schema)
            typed_tables(server, schema, database)
            expected = evaluate.evaluate(plan, schema, database)
            rows = server.execute(to_sql(plan, "postgres", style=draw_style(rng))).fetchall()
            assert agrees(expected, rows), (seed, plan)


@settings(max_examples=100)
@given(SEEDS)
def test_codec_keeps_plans_and_evaluation_of_them(seed):
    schema, plan, rng = draw(seed)
    text = json.dumps(codec.to_json(plan))
    assert codec.from_json(json.loads(text)) == plan
    database = draw_database(rng, schema)
    again = evaluate.evaluate(codec.from_json(json.loads(text)), schema, database)
    assert again == evaluate.evaluate(plan, schema, database)


@pytest.mark.parametrize(
    "value",
    [
        None,
        3,
        [],
        {},
        {"Col": ["a", "b"]},
        {"Nothing": []},
        {"Select": []},
        {"Select": 3},
        {"Select": [[], {"Source": ["a"]}], "With": []},
        {"SetOp": ["union", 1, 2, 3]},
    ],
)
def test_codec_refuses_what_is_no_plan(value):
    with pytest.raises(ValueError, match=r"node|fields|query"):
        codec.from_json(value)


@settings(max_examples=150)
@given(SEEDS)
def test_keys_cut_the_result_into_the_groups_of_the_evaluator(seed):
    schema, plan, rng = draw(seed)
    longer = analyse.keyed(plan)
    database = draw_database(rng, schema)
    groups = evaluate.evaluate(plan, schema, database)
    assert analyse.is_ordered(plan) == (longer is not None)
    if longer is None:
        assert len(groups) <= 1
        return
    width = len(labels(plan))
    with sqlite_of(schema, database) as connection:
        rows = connection.execute(to_sql(longer)).fetchall()
    cut = []
    for row in rows:
        if not cut or cut[-1][0] != row[width:]:
            cut.append((row[width:], []))
        cut[-1][1].append(row[:width])
    assert len(cut) == len(groups)
    assert all(len(one[1]) == len(two) and same_bag(one[1], two) for one, two in zip(cut, groups, strict=True))


@pytest.mark.parametrize(
    ("plan", "groups"),
    [
        (simple(NAME, where=Cmp("<>", CITY, Const("Oslo"))), [[["Cy"]]]),
        (simple(NAME, where=Not(Cmp("=", CITY, Const("Oslo")))), [[["Cy"]]]),
        (
            simple(NAME, where=Not(And((Cmp("=", CITY, Const("Oslo")), Cmp("=", NAME, Const("x")))))),
            "Ana bo Cy",
        ),
        (simple(NAME, where=InList(CITY, ("Oslo", None), True)), []),
        (simple(CITY, order=(Order(CITY),)), [[[None]], [["Oslo"]], [["Rome"]]]),
        (simple(CITY, order=(Order(CITY, True),)), [[["Rome"]], [["Oslo"]], [[None]]]),
        (simple(NAME, where=Like(NAME, "starts", "B")), [[["bo"]]]),
        (simple(Func("days", (Col("o", "placed"), Col("o", "sent"))), ORDERS), [[[2], [None], [1], [30], [0]]]),
        (
            simple(
                Func("plus_days", (Col("o", "placed"), Const(1))),
                ORDERS,
                distinct=True,
                where=Cmp("<", Col("o", "id"), Const(3)),
            ),
            [[["2024-02-29"]]],
        ),
        (simple(Agg("sum", AMOUNT), ORDERS, where=Cmp(">", Col("o", "id"), Const(9))), [[[None]]]),
        (simple(Agg("count"), ORDERS, where=Cmp(">", Col("o", "id"), Const(9))), [[[0]]]),
        (simple(Agg("count"), ORDERS, where=Cmp(">", Col("o", "id"), Const(9)), group=(AMOUNT,)), []),
        (simple(Agg("count"), ORDERS, group=(AMOUNT,)), [[[2], [1], [2]]]),
        (simple(Agg("count", AMOUNT), ORDERS, group=(AMOUNT,)), [[[2], [0], [2]]]),
        (simple(Agg("avg", AMOUNT), ORDERS), [[[6.25]]]),
        (simple(Agg("avg", AMOUNT, True), ORDERS), [[[6.25]]]),
        (simple(Agg("sum", AMOUNT, True), ORDERS), [[[12.5]]]),
        (simple(Arith("/", Const(1), Const(2)), where=Cmp("=", NAME, Const("bo"))), [[[0.5]]]),
        (simple(Arith("/", Const(1), Const(0)), where=Cmp("=", NAME, Const("bo"))), [[[None]]]),
        (
            simple(
                Agg("count", Col("o", "id")),
                joins=(Join(ORDERS, OF, True),),
                group=(NAME,),
                order=(Order(NAME),),
            ),
            [[[2]], [[3]], [[0]]],
        ),
        (
            simple(Agg("count"), joins=(Join(ORDERS, OF, True),), group=(NAME,), order=(Order(NAME),)),
            [[[2]], [[3]], [[1]]],
        ),
        (simple(Window("rank", None, (), (Order(AMOUNT, True),)), ORDERS), [[[1], [5], [1], [3], [3]]]),
        (simple(Window("dense_rank", None, (), (Order(AMOUNT),)), ORDERS), [[[3], [1], [3], [2], [2]]]),
        (
            simple(Window("sum", AMOUNT, (), (Order(Col("o", "id")),)), ORDERS),
            [[[10.0], [10.0], [20.0], [22.5], [25.0]]],
        ),
        (
            simple(Window("lag", AMOUNT, (Col("o", "customer_id"),), (Order(Col("o", "id")),)), ORDERS),
            [[[None], [10.0], [None], [10.0], [2.5]]],
        ),
        (SetOp("except", simple(AMOUNT, ORDERS), simple(Const(10), ORDERS)), [[[None], [2.5]]]),
        (SetOp("intersect", simple(AMOUNT, ORDERS), simple(AMOUNT, ORDERS)), [[[10.0], [None], [2.5]]]),
        (simple(NAME, where=Exists(simple(Const(1), ORDERS, where=OF), True)), [[["bo"]]]),
        (
            simple(NAME, where=Cmp("=", Scalar(simple(Agg("max", AMOUNT), ORDERS, where=OF)), Const(10))),
            "Ana Cy",
        ),
        (simple(NAME, where=IsNull(Scalar(simple(Agg("max", AMOUNT), ORDERS, where=OF)))), "bo"),
    ],
)
def test_results_known_by_hand(plan, groups):
    if isinstance(groups, str):
        groups = [[[name] for name in groups.split()]]
    found = evaluate.evaluate(plan, SHOP, DATA)
    assert len(found) == len(groups)
    assert all(same_bag(one, two) for one, two in zip(found, groups, strict=True)), found
    with sqlite_of(SHOP, DATA) as connection:
        assert agrees(groups, connection.execute(to_sql(plan)).fetchall())


FIRST = (Order(AMOUNT),)


@pytest.mark.parametrize(
    ("plan", "error"),
    [
        (simple(Col("o", "id"), ORDERS, order=FIRST, limit=2), evaluate.Ambiguous),
        (simple(Col("o", "id"), ORDERS, order=FIRST, limit=3, offset=2), evaluate.Ambiguous),
        (simple(Window("row_number", None, (), FIRST), ORDERS), evaluate.Ambiguous),
        (simple(Window("sum", AMOUNT, (), FIRST), ORDERS), evaluate.Ambiguous),
        (simple(Scalar(simple(AMOUNT, ORDERS))), evaluate.Ambiguous),
        (simple(NAME, group=(CITY,)), evaluate.EvaluationError),
        (simple(Agg("max", NAME), order=(Order(NAME),)), evaluate.EvaluationError),
        (simple(Col("c", "age")), evaluate.EvaluationError),
        (simple(AMOUNT), evaluate.EvaluationError),
        (simple(NAME, Source("c", "clients")), evaluate.EvaluationError),
        (simple(NAME, where=Cmp("=", NAME, Const(1))), evaluate.EvaluationError),
        (simple(NAME, where=Cmp("<", NAME, Const(1))), evaluate.EvaluationError),
        (simple(Arith("+", NAME, Const(1))), evaluate.EvaluationError),
        (simple(NAME, joins=(Join(CUSTOMERS, OF),)), evaluate.EvaluationError),
        (simple(NAME, where=Cmp("=", Agg("count"), Const(1))), evaluate.EvaluationError),
        (SetOp("union", simple(NAME), Select((("a", NAME), ("b", CITY)), CUSTOMERS)), evaluate.EvaluationError),
    ],
)
def test_the_evaluator_refuses_what_is_not_determined_or_not_valid(plan, error):
    with pytest.raises(error):
        evaluate.evaluate(plan, SHOP, DATA)


def test_limits_that_cut_equal_rows_are_determined():
    plan = simple(AMOUNT, ORDERS, order=FIRST, limit=2)
    assert evaluate.evaluate(plan, SHOP, DATA) == [[[None]], [[2.5]]]


@pytest.mark.parametrize("dialect", ["sqlite", "duckdb", "postgres"])
def test_names_and_texts_are_quoted(dialect):
    source = Source("order", "Order Lines")
    plan = Select(
        (("select", Col("order", 'a"b')),), source, where=Cmp("=", Col("order", "x"), Const("O'Neil"))
    )
    text = to_sql(plan, dialect, style=Style(qualify=True))
    assert text == (
        'SELECT "order"."a""b" AS "select"\nFROM "Order Lines" AS "order"\nWHERE "order".x = \'O\'\'Neil\''
    )


def test_dialects_differ_where_they_must():
    plan = simple(
        Func("year", (Col("c", "born"),)),
        where=And((Like(NAME, "contains", "an"), Cmp("<", Col("c", "born"), Const("2000-01-01")))),
        order=(Order(NAME),),
    )
    lite, duck = to_sql(plan), to_sql(plan, "duckdb")
    assert "strftime('%Y', born)" in lite
    assert " LIKE " in lite
    assert "NULLS" not in lite
    assert "EXTRACT(YEAR FROM born)" in duck
    assert " ILIKE " in duck
    assert "ORDER BY name ASC NULLS FIRST" in duck
    assert "DATE '2000-01-01'" in duck
    assert "DATE" not in lite
    with pytest.raises(ValueError, match="no dialect"):
        to_sql(plan, "oracle")
