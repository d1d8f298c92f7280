"""From a question to the databases that judge its answers.

Many tiny databases are drawn around the constants of the query (`neighbours`), and small changes of them (`perturb`).
Those are kept on which most of the query's one-edit neighbours (`edits`: another operator, a dropped condition, a
constant one off, ...) give something else than the query itself: the filling matters, not the size. What the query
gives on each is stored; an edit that no database tells apart is most likely the same query in other words.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from sqlite3 import Connection, Error

from ..base import Json
from .analyse import columns_of, constants_of, keyed, tables_of
from .edits import edits
from .execute import Empty, Groups, grouped, rows_of, same, tidy
from .neighbours import neighbour
from .perturb import emptied, perturbed
from .plan import Query, Select, SetOp
from .question import NoFit, Question
from .render import to_sql
from .schema import Database, Schema

COUNT = 10
"""Fresh databases that judge an answer."""
CHANGED = 4
"""Small changes of these that judge it as well."""
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
    """Choose databases for a question, `count` fresh ones and some changed ones, and store what its query gives.

    Raises:
        NoFit: its result is empty on too many databases, the same on all, or too large; or too many of its edits
            cannot be told from it.
    """
    plan = question.plan
    text = to_sql(plan)
    wrong = ({to_sql(edit) for edit in edits(plan, schema, rng)} | _careless(text)) - {text}
    choice = _Choice(plan, schema, sorted(wrong))
    _choose_fresh(rng, choice, constants_of(plan, schema), count)
    _choose_changed(rng, choice, columns_of(plan, schema))
    golds = [groups for _, groups in choice.kept]
    if sum(map(bool, golds)) < FILLED * len(golds):
        raise NoFit("too few databases on which the query gives rows")
    if all(groups == golds[0] for groups in golds):
        raise NoFit("the query gives the same on all databases")
    if len(choice.living) > MAX_UNTOLD * max(len(wrong), 4):
        raise NoFit("too many wrong queries give the same as the right one")
    return Judged(
        {
            "dialect": "sqlite",
            "schema": schema.ddl(),
            "tables": {table.name: [column.name for column in table.columns] for table in schema.tables},
            "databases": [database for database, _ in choice.kept],
            "gold": golds,
            "ordered": choice.ordered,
            "columns": choice.width,
            "query": text,
        },
        tuple(sorted(wrong - set(choice.living))),
        len(choice.living),
    )


class _Choice:
    """The databases chosen so far, and the edits that none of them tells from the query."""

    def __init__(self, plan: Query, schema: Schema, wrong: list[str]) -> None:
        with_keys = keyed(plan)
        self.ordered = with_keys is not None
        self.width = width_of(plan)
        self.schema = schema
        self.kept: list[tuple[Database, Groups]] = []
        self.living = wrong
        self._timed = to_sql(with_keys if with_keys is not None else plan)
        self._empty = Empty(schema)
        self._lean = _bystanders(schema, set(tables_of(plan)))

    def look(self, database: Database) -> tuple[Groups, set[str]] | None:
        """What the query gives on a database, and the living edits that it tells apart; None if that is too much."""
        for table in self._lean:
            del database[table][_SPARE_ROWS:]
        with self._empty.filled(database, reverse=len(self.kept) % 3 == 1) as connection:
            groups = _gold(connection, self._timed, self.width, ordered=self.ordered)
            if sum(map(len, groups)) > _MAX_ROWS:
                return None
            return groups, {edit for edit in self.living if _differs(connection, edit, groups)}

    def keep(self, database: Database, groups: Groups, apart: Collection[str] = ()) -> None:
        """Choose a database."""
        self.kept.append((database, groups))
        self.living = [edit for edit in self.living if edit not in apart]


def _choose_fresh(
    rng: Random, choice: _Choice, constants: Mapping[tuple[str, str], Sequence[Json]], count: int
) -> None:
    """Those that tell edits apart, and others up to `count`.

    Raises:
        NoFit: there are too few on which the query gives rows.
    """
    spare: list[tuple[Database, Groups]] = []
    empty = 0
    for number in range(CANDIDATES):
        if len(choice.kept) == count or (len(choice.kept) + len(spare) >= count and not choice.living):
            break
        database = neighbour(rng, choice.schema, constants, rows=rng.choice((6, 9, 12, 14)))
        found = choice.look(database)
        if found is not None:
            groups, apart = found
            # An empty result tells little; a few are kept for what wrongly gives rows.
            if apart and (groups or empty + 1 <= (1 - FILLED) * count):
                choice.keep(database, groups, apart)
                empty += not groups
            elif groups:
                spare.append((database, groups))
        if number == CANDIDATES // 3 and len(choice.kept) == empty and not spare:
            raise NoFit("the query gives no rows")
    for database, groups in spare[: count - len(choice.kept)]:
        choice.keep(database, groups)
    if len(choice.kept) < count:
        raise NoFit("too few databases on which the query gives rows")


def _choose_changed(rng: Random, choice: _Choice, used: set[tuple[str, str]]) -> None:
    """`CHANGED` small changes of the chosen ones, and first those that tell further edits apart."""
    bases = [database for database, groups in choice.kept if groups]
    goal = len(choice.kept) + CHANGED
    spare: list[tuple[Database, Groups]] = []
    for number in range(4 * CHANGED):
        if len(choice.kept) == goal or (len(choice.kept) + len(spare) >= goal and not choice.living):
            break
        base = rng.choice(bases)
        # The first has an empty table: a total of no rows is missing, and a count of none is zero.
        change = perturbed if number else emptied
        database = change(rng, choice.schema, base, used)
        found = choice.look(database)
        if found is None or not found[0]:
            continue
        if found[1]:
            choice.keep(database, *found)
        else:
            spare.append((database, found[0]))
    for database, groups in spare[: goal - len(choice.kept)]:
        choice.keep(database, groups)


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


_EQUAL_TEXT = re.compile(r"= ('[^'%_]*[A-Za-z][^'%_]*')")
_LIKE_TEXT = re.compile(r"LIKE '(%?)([^'%_]+)(%?)'")


def _careless(text: str) -> set[str]:
    """Slips about capital letters and about where a part of a text stands, which no plan can say."""
    found = set()
    for match in _EQUAL_TEXT.finditer(text):
        found.add(f"{text[: match.start()]}LIKE {match[1]}{text[match.end() :]}")
    for match in _LIKE_TEXT.finditer(text):
        star = "*" if match[1] else "", "*" if match[3] else ""
        for way in (f"GLOB '{star[0]}{match[2]}{star[1]}'", f"LIKE '%{match[2]}%'"):
            found.add(text[: match.start()] + way + text[match.end() :])
    return found


def _bystanders(schema: Schema, used: set[str]) -> list[str]:
    """The tables that the query does not read and to which no other table refers: a few rows of them are enough."""
    needed = used | {link.table for table in schema.tables for link in table.foreign_keys}
    return [table.name for table in schema.tables if table.name not in needed]
