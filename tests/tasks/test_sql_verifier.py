"""The verifier of queries on a task made by hand: right ways to write it, wrong ones, and partial credit."""

from __future__ import annotations

import copy
import json
import types
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rlvr.verifiers.base import Reason, Verdict
from rlvr.verifiers.sql import partial
from rlvr.verifiers.sql.published import REWARDS
from rlvr.verifiers.sql.query import verify

DDL = [
    "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT)",
    "CREATE TABLE sale (id INTEGER PRIMARY KEY, customer_id INTEGER, amount REAL NOT NULL)",
]
DATABASES: list[dict[str, list[list[Any]]]] = [
    {
        "customer": [[1, "Ann", "Lund"], [2, "Bo", None], [3, "Cy", "Lund"], [4, "Ann", "Oslo"]],
        "sale": [[1, 1, 2.5], [2, 1, 4.0], [3, 2, 1.0], [4, None, 9.0], [5, 4, 4.0]],
    },
    {"customer": [[9, "Ed", "Lund"], [2, "Di", "Lund"]], "sale": [[7, 2, 0.25], [8, 2, 0.25], [3, 9, 8.0]]},
    {
        "customer": [[5, "Flo", "Lund"], [3, "Gil", "Lund"], [1, "Hal", "Lund"]],
        "sale": [[2, 3, 1.0], [1, 1, 1.0]],
    },
]
TABLES = {"customer": ["id", "name", "city"], "sale": ["id", "customer_id", "amount"]}
# The name of each customer from Lund and the sum of the sales (0 if there is none), the largest sum first.
GOLD = (
    "SELECT name, COALESCE(SUM(amount), 0) FROM customer LEFT JOIN sale ON customer_id = customer.id "
    "WHERE city = 'Lund' GROUP BY customer.id ORDER BY 2 DESC"
)
RESULTS = [
    [[["Ann", 6.5]], [["Cy", 0.0]]],
    [[["Ed", 8.0]], [["Di", 0.5]]],
    [[["Gil", 1.0], ["Hal", 1.0]], [["Flo", 0.0]]],
]


def payload(**changes: Any) -> dict[str, Any]:
    sql = {
        "dialect": "sqlite", "schema": DDL, "tables": TABLES, "databases": DATABASES, "gold": RESULTS,
        "ordered": True, "columns": 2, "query": GOLD,
    }  # fmt: skip
    return {"sql": {**sql, **changes}}


RIGHT = [
    GOLD,
    GOLD + ";",
    "-- by customer\n" + GOLD,
    GOLD.replace("DESC", "DESC, name DESC"),
    GOLD.replace("DESC", "DESC, name"),
    GOLD.replace("COALESCE(SUM(amount), 0)", "TOTAL(amount) AS whatever"),
    "SELECT c.name, (SELECT COALESCE(SUM(s.amount), 0.0) FROM sale s WHERE s.customer_id = c.id) AS t FROM customer c "
    "WHERE c.city = 'Lund' ORDER BY t DESC",
    "WITH t AS (SELECT customer_id, SUM(amount) AS v FROM sale GROUP BY customer_id) SELECT name, IFNULL(v, 0) FROM "
    "customer LEFT JOIN t ON t.customer_id = customer.id WHERE city IN ('Lund') ORDER BY IFNULL(v, 0) DESC",
]
WRONG = {
    "inner join": GOLD.replace("LEFT JOIN", "JOIN"),
    "no filter": GOLD.replace("WHERE city = 'Lund'", ""),
    "by name": GOLD.replace("GROUP BY customer.id", "GROUP BY amount"),
    "no order": GOLD.replace(" ORDER BY 2 DESC", ""),
    "other direction": GOLD.replace("DESC", ""),
    "average": GOLD.replace("SUM", "AVG"),
    "missing not replaced": GOLD.replace("COALESCE(SUM(amount), 0)", "SUM(amount)"),
    "columns swapped": "SELECT t.b, t.a FROM ("
    + GOLD.replace("name,", "name AS a,").replace("0) FROM", "0) AS b FROM")
    + ") t",
    "one column": GOLD.replace("name, ", ""),
    "three columns": GOLD.replace("name, ", "name, name, "),
    "text for a number": GOLD.replace("COALESCE(SUM(amount), 0)", "CAST(COALESCE(SUM(amount), 0) AS TEXT)"),
    "first rows": GOLD + " LIMIT 2",
    "nothing": "SELECT 1, 2 WHERE 0",
    "the rows of one database": "VALUES ('Ann', 6.5), ('Cy', 0.0)",
    "syntax": "SELECT name FROM",
    "prose": "I think that the query should join both tables.",
    "empty": "",
}


@pytest.mark.parametrize("query", RIGHT)
def test_right_queries_pass(query: str) -> None:
    assert verify(payload(), query) == Verdict(1.0, Reason.CORRECT, "Correct.")


@pytest.mark.parametrize("name", WRONG)
def test_wrong_queries_fail(name: str) -> None:
    verdict = verify(payload(), WRONG[name])
    assert verdict.score == 0.0
    assert verdict.parts == {}


def test_ties_are_the_only_freedom_of_an_order() -> None:
    swapped = GOLD.replace("ORDER BY 2 DESC", "ORDER BY 2 DESC, name = 'Gil'")
    assert verify(payload(), swapped).passed
    assert not verify(payload(), GOLD.replace("ORDER BY 2 DESC", "ORDER BY name")).passed
    free = [[[row for group in groups for row in group]] for groups in RESULTS]
    assert verify(payload(gold=free, ordered=False), GOLD.replace("ORDER BY 2 DESC", "ORDER BY name")).passed


@pytest.mark.parametrize(
    ("query", "reason"),
    [("DELETE FROM sale", Reason.ILLEGAL), ("SELECT 1; SELECT 2", Reason.ILLEGAL),
     ("PRAGMA schema_version", Reason.ILLEGAL),
     ("SELECT nothing FROM sale", Reason.WRONG), ("SELECT 1 FROM", Reason.WRONG),
     ("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x FROM c) SELECT count(*), 1 FROM c", Reason.TIMEOUT)],
)  # fmt: skip
def test_reasons(query: str, reason: Reason) -> None:
    assert verify(payload(), query).reason is reason


def test_messages_tell_nothing_of_what_is_due() -> None:
    for query in (*WRONG.values(), "SELECT a.name, b.name FROM customer a, customer b, sale"):
        message = verify(payload(), query).message
        assert not any(word in message for word in ("Ann", "Lund", "6.5", " 2 rows", " 3 rows"))


def test_an_answer_leaves_no_mark_on_the_next() -> None:
    made = payload()
    before = copy.deepcopy(made)
    for query in (
        "DELETE FROM sale",
        "CREATE TABLE x (y)",
        "UPDATE customer SET city = 'Lund'",
        *WRONG.values(),
    ):
        verify(made, query)
        assert verify(made, GOLD).passed
    assert made == before


def test_a_payload_may_be_read_only_or_fresh_from_json() -> None:
    frozen = types.MappingProxyType({"sql": types.MappingProxyType(payload()["sql"])})
    assert verify(frozen, GOLD).passed
    assert verify(json.loads(json.dumps(payload())), GOLD).passed


def test_changed_databases_are_not_taken_for_the_old_ones() -> None:
    made = payload()
    assert verify(made, GOLD).passed
    made["sql"]["databases"] = copy.deepcopy(DATABASES)
    made["sql"]["databases"][0]["sale"].append([6, 3, 100.0])
    assert not verify(made, GOLD).passed


def test_a_broken_task_is_our_failure_not_a_zero() -> None:
    for changes in (
        {"schema": ["CREATE TABLE"]},
        {"databases": [{"customer": [[1]]}] * 3},
        {"dialect": "nothing"},
    ):
        verdict = verify(payload(**changes), GOLD)
        assert verdict.reason is Reason.INFRA
        assert not verdict.scored


@given(st.text(max_size=300))
def test_any_text_gets_a_verdict(text: str) -> None:
    verdict = verify(payload(), text)
    assert verdict.score == 0.0
    assert verify(payload(partial="think2sql"), text).score == 0.0


# ---- partial credit ---------------------------------------------------------------------------------


@pytest.mark.parametrize("form", [*partial.FORMS, {"schema": 2, "recall": 1}])
def test_partial_credit_is_bounded_and_never_for_nothing(form: Any) -> None:
    made = payload(partial=form)
    assert verify(made, GOLD).score == 1.0
    assert verify(made, GOLD).parts == {}
    for name, query in WRONG.items():
        verdict = verify(made, query)
        assert verdict.score is not None, name
        assert 0.0 <= verdict.score <= partial.MOST, name
    for query in ("SELECT 1", "SELECT 1, 2", "SELECT * FROM customer", "SELECT * FROM sale", "\n".join(DDL),
                  "SELECT name, city FROM customer", "SELECT name, NULL FROM customer",
                  "SELECT name, 0.0 FROM customer, sale", "SELECT * FROM customer, sale"):  # fmt: skip
        assert verify(made, query).score == 0.0, query


def test_a_query_that_is_nearly_right_earns_a_part() -> None:
    near = verify(payload(partial="think2sql"), WRONG["inner join"])
    assert near.score is not None
    assert 0.0 < near.score < partial.MOST
    assert near.reason is Reason.WRONG
    assert near.parts["runs"] == 1.0
    assert near.parts["schema"] == 1.0
    assert near.parts["precision"] == 1.0
    assert near.parts["recall"] == pytest.approx((1 / 2 + 1 + 2 / 3) / 3)
    assert near.parts["cardinality"] == pytest.approx((1 / 2 + 1 + 2 / 3) / 3)


def test_shuffled_values_share_no_rows() -> None:
    """QATCH's sets of cells give full marks for values that changed their rows; pairing rows does not."""
    made = payload(partial="parts", gold=[[[["a", 1], ["b", 2]]]] * 3, ordered=False)
    parts = verify(made, "VALUES ('a', 2), ('b', 1)").parts
    assert parts["cell_precision"] == parts["cell_recall"] == 1.0
    assert parts["precision"] == parts["recall"] == 0.5


def test_schema_is_what_the_engine_reads() -> None:
    parts = verify(
        payload(partial="parts"), "SELECT name, 'sale.amount' FROM customer -- sale, customer_id"
    ).parts
    # Of customer, customer.id, .name, .city, sale, sale.customer_id, .amount it reads the table and the name.
    assert parts["schema"] == pytest.approx(2 / 7)


def test_unknown_forms_are_refused() -> None:
    for form in ("nothing", {"speed": 1}, {"runs": -1}, {"runs": float("nan")}):
        with pytest.raises(ValueError, match="partial credit"):
            verify(payload(partial=form), "SELECT 1")


def test_published_rewards() -> None:
    right = verify(payload(partial="parts"), GOLD)
    near = verify(payload(partial="parts"), WRONG["inner join"])
    broken = verify(payload(partial="parts"), "SELECT")
    silent = Verdict(0.0, Reason.NO_ANSWER)
    table = {
        name: [round(reward(v), 3) for v in (right, near, broken, silent)] for name, reward in REWARDS.items()
    }
    recall = (1 / 2 + 1 + 2 / 3) / 3
    assert table["execution"] == [1, 0, 0, 0]
    assert table["skyrl-sql"] == [1, 0, 0, -1]
    assert table["arctic"] == [1, 0.1, 0, 0]
    assert table["sql-r1"] == [6, 0, -1, -1]
    assert table["think2sql"][0] == 1
    assert 0.1 < table["think2sql"][1] < recall
    assert table["think2sql"][2:] == [0, 0]
    assert table["reasoning-sql"][0] == 1
    assert table["reasoning-sql"][0] > table["reasoning-sql"][1] > table["reasoning-sql"][2] == 0
