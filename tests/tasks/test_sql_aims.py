"""Where a wrong query differs is where databases against it are changed: in one column, around one constant."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from sql_engines import AMOUNT, CITY, CUSTOMERS, NAME, OF, ORDERS, SHOP, sqlite_of

from rlvr.generators.sql.aims import Aim, aim, aim_of_text
from rlvr.generators.sql.analyse import columns_of, constants_of
from rlvr.generators.sql.misreading_databases import misreading_database
from rlvr.generators.sql.misreadings import Written, misreadings
from rlvr.generators.sql.plan import Agg, And, Between, Cmp, Const, Exists, InList, Join, Order, Select
from rlvr.generators.sql.reach import reach
from rlvr.generators.sql.render import to_sql
from rlvr.generators.sql.same_meaning import difference
from rlvr.generators.sql.scope import Scope
from rlvr.generators.sql.tiny_databases import Focus, tiny_database

OSLO, CHEAP = Cmp("=", CITY, Const("Oslo")), Between(AMOUNT, Const(20), Const(50))
ROWS = Select((("name", NAME),), CUSTOMERS, (Join(ORDERS, OF),), And((OSLO, CHEAP)))
GROUPS = Select((("city", CITY), ("n", Agg("count"))), CUSTOMERS, (Join(ORDERS, OF),), group=(CITY,),
                order=(Order(Agg("count"), True),))  # fmt: skip
REACH = reach(SHOP, columns_of(ROWS, SHOP), constants_of(ROWS, SHOP))


def aimed(plan: Select, other: Select, way: str) -> Aim:
    scope = reach(SHOP, columns_of(plan, SHOP), constants_of(plan, SHOP))
    return aim(Scope(plan, SHOP), scope, difference(plan, other), way)


def places(one: Aim) -> list[tuple[str, str]]:
    return [(table.name, column.name) for table, column in one.reach.free]


def test_a_condition_aims_at_its_column_and_its_constants() -> None:
    other = replace(ROWS, where=And((OSLO, Between(AMOUNT, Const(20), Const(51)))))
    found = aimed(ROWS, other, "edges")
    assert (found.way, places(found)) == ("edges", [("orders", "amount")])
    assert 50 in found.reach.constants["orders", "amount"]


def test_a_dropped_condition_aims_at_what_it_was() -> None:
    assert places(aimed(ROWS, replace(ROWS, where=CHEAP), "rows"))[0] in REACH.used


def test_counts_are_changed_by_rows_and_not_by_values() -> None:
    text = Written("CAST({} AS TEXT)", (Agg("count"),))
    found = aimed(GROUPS, replace(GROUPS, order=(Order(text, True),)), "digits")  # type: ignore[arg-type]
    assert found.way == "crowd"
    assert found.reach.free == reach(SHOP, columns_of(GROUPS, SHOP), constants_of(GROUPS, SHOP)).free


def test_a_text_aims_at_the_columns_that_are_compared_with_it() -> None:
    assert places(aim_of_text(REACH, "oslo", "capitals")) == [("customers", "city")]
    assert aim_of_text(REACH, "", "capitals").reach == REACH


ORDERED = Exists(Select((("one", Const(1)),), ORDERS, where=And((OF, CHEAP))))
BOTH = replace(ROWS, joins=(), where=And((InList(CITY, ("Oslo", "Rome")), ORDERED)))


@pytest.mark.parametrize("plan", [ROWS, BOTH], ids=["rows", "both"])
def test_a_few_databases_tell_letters_and_blanks(plan: Select) -> None:
    """Nearly every one of these mistakes shows on one of six aimed databases: few do on databases at random."""
    scope, names = reach(SHOP, columns_of(plan, SHOP), constants_of(plan, SHOP)), Scope(plan, SHOP)
    focus, rng = Focus(scope.used, {"customers", "orders"}), Random(5)

    def rows(sql: str, database) -> list:
        return sorted(map(repr, sqlite_of(SHOP, database).execute(sql).fetchall()))

    bases = []
    while len(bases) < 6:
        made = tiny_database(rng, SHOP, scope.constants, 10, focus)
        if rows(to_sql(plan), made):
            bases.append(made)
    wrong = [one for one in misreadings(plan, SHOP) if one.way == "capitals" and one.query is not None]
    assert len(wrong) >= 4
    told = 0
    for one in wrong:
        way = "blanks" if "TRIM(" in one.sql else "capitals"
        found = aim(names, scope, difference(plan, one.query), way)
        databases = [misreading_database(rng, found.reach, base, found.way or "", also=0.0) for base in bases]
        told += any(rows(one.sql, database) != rows(to_sql(plan), database) for database in databases)
    assert told >= 0.8 * len(wrong)
