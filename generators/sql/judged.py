"""From a question to the databases that judge its answers.

Many tiny databases are drawn around the constants of the query (`neighbours`), and those are kept on which most of the
query's one-edit neighbours (`edits`: another operator, a dropped condition, a constant one off, ...) give something else
than the query itself: the filling matters, not the size. What the query gives on each is stored; an edit that no
database tells apart is most likely the same query in other words.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from sqlite3 import Connection, Error

from ..base import Json
from .analyse import constants_of, keyed, tables_of
from .edits import edits
from .execute import Empty, Groups, grouped, rows_of, same, tidy
from .neighbours import neighbour
from .plan import Query, Select, SetOp
from .question import NoFit, Question
from .render import to_sql
from .schema import Database, Schema

COUNT = 10
"""Databases that judge an answer; a few more where edits are left that only those tell apart."""
MORE = 4
CANDIDATES = 36
"""Databases that are drawn to choose from."""
FILLED = 0.8
"""The least share of the databases on which the query gives rows."""
MAX_UNTOLD = 0.25
"""The greatest share of edits that may stay equal to the query; more make a question whose conditions do nothing."""
_SPARE_ROWS = 4
_MAX_ROWS = 120


@dataclass(frozen=True, slots=True)
class Judged:
    """A question with what judges it.

    Attributes:
        sql: ``payload["sql"]``.
        edits: the texts of the edits that the databases tell apart; each is a wrong answer.
        untold: how many edits no drawn database told apart.
    """

    sql: dict[str, Json]
    edits: tuple[str, ...]
    untold: int


def judged(rng: Random, question: Question, schema: Schema, *, count: int = COUNT) -> Judged:
    """Choose `count` databases for a question and store what its query gives on them.

    Raises:
        NoFit: its result is empty on too many databases, the same on all, or too large; or too many of its edits
            cannot be told from it.
    """
    plan = question.plan
    text = to_sql(plan)
    width = width_of(plan)
    with_keys = keyed(plan)
    timed = to_sql(with_keys) if with_keys is not None else text
    constants = constants_of(plan, schema)
    lean = _bystanders(schema, set(tables_of(plan)))
    wrong = {to_sql(edit) for edit in edits(plan, schema, rng)} - {text}
    living = sorted(wrong)
    told: list[str] = []
    kept: list[tuple[Database, Groups]] = []
    spare: list[tuple[Database, Groups]] = []
    empty = Empty(schema)
    for number in range(CANDIDATES):
        if len(kept) == count + MORE or (len(kept) + len(spare) >= count and not living):
            break
        database = neighbour(rng, schema, constants, rows=rng.choice((6, 9, 12, 14)))
        for table in lean:
            del database[table][_SPARE_ROWS:]
        with empty.filled(database, reverse=len(kept) % 2 == 1) as connection:
            groups = _gold(connection, timed, width, ordered=with_keys is not None)
            if sum(map(len, groups)) > _MAX_ROWS:
                continue
            apart = [edit for edit in living if _differs(connection, edit, groups)]
        # An empty result tells little; a few are kept for what wrongly gives rows.
        if apart and (groups or len(kept) + 1 - sum(bool(g) for _, g in kept) <= (1 - FILLED) * count):
            kept.append((database, groups))
            gone = set(apart)
            told += apart
            living = [edit for edit in living if edit not in gone]
        elif groups:
            spare.append((database, groups))
        if number == CANDIDATES // 3 and not any(groups for _, groups in kept + spare):
            raise NoFit("the query gives no rows")
    chosen = kept + spare[: max(count - len(kept), 0)]
    if len(chosen) < count or sum(bool(groups) for _, groups in chosen) < FILLED * len(chosen):
        raise NoFit("too few databases on which the query gives rows")
    if all(groups == chosen[0][1] for _, groups in chosen):
        raise NoFit("the query gives the same on all databases")
    if len(living) > MAX_UNTOLD * max(len(wrong), 4):
        raise NoFit("too many wrong queries give the same as the right one")
    return Judged(
        {
            "dialect": "sqlite",
            "schema": schema.ddl(),
            "tables": {table.name: [column.name for column in table.columns] for table in schema.tables},
            "databases": [database for database, _ in chosen],
            "gold": [groups for _, groups in chosen],
            "ordered": with_keys is not None,
            "columns": width,
            "query": text,
        },
        tuple(sorted(told)),
        len(living),
    )


def width_of(plan: Query) -> int:
    """The number of columns of a query's result."""
    while not isinstance(plan, Select):
        plan = plan.left if isinstance(plan, SetOp) else plan.query
    return len(plan.columns)


def _gold(connection: Connection, sql: str, width: int, *, ordered: bool) -> Groups:
    rows = rows_of(connection, sql)
    if ordered:
        return grouped(rows, width)
    return [tidy(rows)] if rows else []


def _differs(connection: Connection, sql: str, groups: Groups) -> bool:
    try:
        return not same(groups, rows_of(connection, sql))
    except Error:
        return True  # an edit that does not run is told apart by that


def _bystanders(schema: Schema, used: set[str]) -> list[str]:
    """The tables that the query does not read and to which no other table refers: a few rows of them are enough."""
    needed = used | {link.table for table in schema.tables for link in table.foreign_keys}
    return [table.name for table in schema.tables if table.name not in needed]
