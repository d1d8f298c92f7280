"""From a question to the databases that judge its answers.

Many tiny databases are drawn around the constants of the query (`tiny_databases`), and small changes of them
(`perturb`). Those are kept on which most of the query's one-edit neighbours (`edits`: another operator, a dropped
condition, a constant one off, ...) give something else than the query itself: the filling matters, not the size. What
the query gives on each is stored; an edit that no database tells apart is most likely the same query in other words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from random import Random
from sqlite3 import Connection, Error

from ..base import Json
from ..quick_random import QuickRandom
from . import same_meaning
from .aims import Aim, aim, aim_of_text
from .analyse import bounded, columns_of, constants_of, keyed, tables_of
from .choose_random_databases import MOST_ROWS, choose_random_databases
from .edits import edits
from .execute import ExpectedResult, Groups, QueryTrials
from .misreading_databases import ANY, misreading_database, mixed
from .misreadings import Misreading, misreadings
from .other_tables import OtherTables
from .perturb import emptied, without_partners
from .plan import Query, Select, SetOp
from .question import NoFit, Question
from .reach import Reach, reach
from .render import plainly, to_sql
from .repeated_databases import repeated_database, smaller
from .schema import Database, Schema
from .scope import Scope
from .tiny_databases import Focus, tiny_database

COUNT = 9
"""Fresh databases that judge an answer."""
MOST_MADE = 12
"""At most so many databases made from these, against misreadings, judge it as well."""
CANDIDATES = 36
"""Fresh databases that are drawn to choose from."""
FILLED = 0.7
"""The least share of the databases on which the query gives rows."""
MAX_UNTOLD = 0.25
"""The greatest share of edits that may stay equal to the query; more make a question whose conditions do nothing."""
LONG = 31
"""Rows of the longest result, where it can have so many: a small LIMIT then shows."""
_PATIENCE = 2
"""After so many databases in a row that tell nothing new, no more fresh ones are drawn than are needed."""
_TRIED = 2
"""Databases of a kind that are looked at, at most, for one that tells something new."""
_TRIES, _TRIES_SURE, _TRIES_RARE = 4, 12, 40
"""Databases that are made against one mistake, at most; the second where it must be told, the third where a subquery
must find nothing or a total must be 0, for which much has to come together."""
_RARE = ("gone", "naught")
"""Ways to databases on which a query finds nothing to add up."""
_FIRST = 4
"""What so many databases do not tell apart is hard to tell apart."""
_WAYS = (
    ("Agg.arg", "nulls"),
    ("Agg.distinct", "repeats"),
    ("Window.name", "ties"),
    ("rder", "ties"),
    ("Const.value", "edges"),
    ("Between", "edges"),
    ("Cmp.op", "edges"),
    ("Join.left", "rows"),
    ("InQuery", "split"),
)
"""What in the place of an edit (`same_meaning`) -> the way of `misreading_databases` that most likely tells it."""
_JOIN = "Join.left False>True"
"""In the place of an edit: a left join for one that only keeps rows with partners."""
_EARLIER = 4
"""A mistake that must be told has so many tries before others have one."""
_MAX_ROWS = 120
_EMPTY = 3
"""On at most so many databases the query gives no rows."""


@dataclass(frozen=True, slots=True)
class ChosenDatabases:
    """A question with what judges it.

    Attributes:
        sql: ``payload["sql"]``.
        edits: the texts of the edits that the databases tell apart; each is a wrong answer.
        untold: the texts of the edits and misreadings that no tiny database told apart.
        tiny: how many databases, from the first on, are tiny.
        slips: the plans of those of `edits` that a plan can say, by their texts.
    """

    sql: dict[str, Json]
    edits: tuple[str, ...]
    untold: tuple[str, ...]
    tiny: int
    slips: Mapping[str, Query]


def choose_databases(rng: Random, question: Question, schema: Schema, *, count: int = COUNT) -> ChosenDatabases:
    """Choose databases for a question, `count` fresh ones and some made from them, and store what its query gives.

    Raises:
        NoFit: its result is empty on too many databases, the same on all, or too large; a misreading cannot be told
            from it, or too many of its edits cannot.
    """
    plan, whole = question.plan, schema
    text = to_sql(plan)
    schema = needed_by(whole, tables_of(plan))
    read = {one.sql: one for one in misreadings(plan, schema)}
    right = plainly(plan)
    edited = {plainly(edit): edit for edit in edits(plan, schema, rng)}
    careless = _careless(right)
    wrong = (edited.keys() | careless.keys()) - {right}
    used, constants = columns_of(plan, schema), constants_of(plan, schema)
    scope = reach(schema, used, constants)
    choice = _Choice(question, scope, sorted(wrong | read.keys()), read, edited, careless)
    focus = Focus(used, tables_of(plan))
    with closing(choice.bench):
        _choose_fresh(rng, choice, constants, count, focus)
        _choose_made(rng, choice, scope, focus)
        golds = [due.groups for _, due in choice.kept]
        untold = {*choice.living, *choice.same}
        if sum(map(bool, golds)) < FILLED * len(golds):
            raise NoFit("too few databases on which the query gives rows")
        if all(groups == golds[0] for groups in golds):
            raise NoFit("the query gives the same on all databases")
        if any(one.sure for one in read.values() if one.sql in untold):
            raise NoFit("a misreading gives the same as the right query")
        if len(untold & wrong) > MAX_UNTOLD * max(len(wrong), 4):
            raise NoFit("too many wrong queries give the same as the right one")
        large = _large(choice, scope, focus)
    others = OtherTables(rng, whole, schema, focus)
    return ChosenDatabases(
        {
            "dialect": "sqlite",
            "schema": whole.ddl(),
            "tables": {table.name: [column.name for column in table.columns] for table in whole.tables},
            "databases": [others.added(database) for database, _ in (*choice.kept, *large)],
            "gold": golds + [groups for _, groups in large],
            "ordered": choice.ordered,
            "columns": choice.width,
            "query": text,
        },
        tuple(sorted(wrong - untold)),
        (*choice.living, *choice.same),
        len(choice.kept),
        {text: edit for text, edit in edited.items() if text in wrong and text not in untold},
    )


def needed_by(schema: Schema, names: Collection[str]) -> Schema:
    """A schema without the tables that a query neither reads nor reaches from there by references."""
    needed = set(names)
    for table in reversed(schema.tables):  # each refers only to those before it
        if table.name in needed:
            needed |= {link.table for link in table.foreign_keys}
    return Schema(schema.domain, tuple(table for table in schema.tables if table.name in needed))


class _Choice:
    """The databases chosen so far, and the wrong queries that none of them tells from the right one."""

    def __init__(
        self,
        question: Question,
        scope: Reach,
        wrong: list[str],
        read: Mapping[str, Misreading],
        edited: Mapping[str, Query],
        careless: Mapping[str, str],
    ) -> None:
        plan = question.plan
        with_keys = keyed(plan)
        self.ordered = with_keys is not None
        self.width = width_of(plan)
        self.plan = plan
        self.schema = scope.schema
        self.kept: list[tuple[Database, ExpectedResult]] = []
        self.living = wrong
        self.read = read
        self.hard = wrong  # those that the first few databases do not tell apart
        self.same: list[str] = []  # those of them that most likely no database tells apart: they are not run
        self.aims: dict[str, Aim] = {}
        self.joins: set[str] = set()  # those of them that keep rows without a partner
        self._scope = scope
        self._careless = careless
        self._edited = edited
        self._shape = question.shape
        self.text = to_sql(plan)
        self._timed = plainly(with_keys if with_keys is not None else plan)
        self.bench = QueryTrials(scope.schema, [self._timed, *wrong])

    def look(self, database: Database) -> tuple[ExpectedResult, set[str]] | None:
        """What the query gives on a database, and the living ones that it tells apart; None if that is too much."""
        connection = self.bench.filled(database, reverse=len(self.kept) >= _FIRST and len(self.kept) % 3 == 1)
        rows = connection.execute(self._timed).fetchmany(_MAX_ROWS + 1)
        if len(rows) > _MAX_ROWS:
            return None
        due = ExpectedResult(rows, self.width, ordered=self.ordered)
        return due, {edit for edit in self.living if _differs(connection, edit, due)}

    def many(self, database: Database, mistakes: Collection[str]) -> tuple[ExpectedResult, set[str]] | None:
        """What the query gives on a database of many rows, and the mistakes that it tells apart.

        None if that takes too much; a mistake that does is told apart.
        """
        run = self.bench.bounded(database)
        try:
            rows = run(self._timed, MOST_ROWS)
        except Error:
            return None
        if len(rows) > MOST_ROWS:
            return None
        due, apart = ExpectedResult(rows, self.width, ordered=self.ordered), set()
        for one in mistakes:
            try:
                if not due.same(run(one, due.size)):
                    apart.add(one)
            except Error:
                apart.add(one)
        return due, apart

    def size(self, database: Database) -> int:
        """How many rows the query gives on a database."""
        return len(self.bench.filled(database).execute(self._timed).fetchall())

    def keep(self, database: Database, due: ExpectedResult, apart: Collection[str] = ()) -> None:
        """Choose a database."""
        self.kept.append((database, due))
        self.living = [edit for edit in self.living if edit not in apart]

    def sort_out(self) -> None:
        """Find out which of the living ones are likely the same, and what most likely tells the others apart."""
        known, names = same_meaning.known(), Scope(self.plan, self.schema)
        living = []
        for wrong in self.living:
            one = self.read.get(wrong)
            other = self._edited.get(wrong) or (None if one is None else one.query)
            way: str | None
            if other is None:
                way = "capitals" if one is None else one.way
                self.aims[wrong] = aim_of_text(self._scope, self._careless.get(wrong, ""), way)
            else:
                apart = same_meaning.difference(self.plan, other)
                place = same_meaning.signed(self._shape, apart, names)
                if place in known and not self.is_sure(wrong):
                    self.same.append(wrong)
                    continue
                if _JOIN in place:
                    self.joins.add(wrong)
                way = next((name for part, name in _WAYS if part in place), None) if one is None else _way(one)
                # What a subquery finds depends on all that it reads, and not on the part that differs alone.
                wide = one is not None and one.way in _RARE
                self.aims[wrong] = Aim(way, self._scope) if wide else aim(names, self._scope, apart, way)
            living.append(wrong)
        self.living = self.hard = living

    def is_sure(self, wrong: str) -> bool:
        """Whether a wrong query must be told apart, or the question will not do."""
        return wrong in self.read and self.read[wrong].sure

    def most_tries(self, wrong: str) -> int:
        """How many databases are made against one of them at most."""
        if self.is_rare(wrong):
            return _TRIES_RARE
        return _TRIES_SURE if self.is_sure(wrong) else _TRIES

    def is_rare(self, wrong: str) -> bool:
        """Whether a wrong query shows only where a subquery finds nothing, or a total is 0."""
        return wrong in self.read and self.read[wrong].way in _RARE


def _way(one: Misreading) -> str:
    """The way to databases that most likely tell a misreading apart."""
    if "TRIM(" in one.sql:
        return "blanks"
    return "repeats" if "(DISTINCT " in one.sql else one.way


def _choose_fresh(
    rng: Random,
    choice: _Choice,
    constants: Mapping[tuple[str, str], Sequence[Json]],
    count: int,
    focus: Focus,
) -> None:
    """Those that tell wrong queries apart, and others up to `count`.

    Raises:
        NoFit: there are too few on which the query gives rows.
    """
    spare: list[tuple[Database, ExpectedResult]] = []
    empty = idle = 0
    for number in range(CANDIDATES):
        if number == _FIRST:
            choice.sort_out()
        enough = len(choice.kept) + len(spare) >= count and (idle >= _PATIENCE or not choice.living)
        if len(choice.kept) == count or enough:
            break
        database = tiny_database(rng, choice.schema, constants, rng.choice((6, 9, 12, 14)), focus)
        found = choice.look(database)
        idle += 1
        if found is not None:
            due, apart = found
            # An empty result tells little; one is kept for what wrongly gives rows.
            if apart and (due.size or not empty):
                choice.keep(database, due, apart)
                empty += not due.size
                idle = 0
            elif due.size:
                spare.append((database, due))
        if number == CANDIDATES // 3 and len(choice.kept) == empty and not spare:
            raise NoFit("the query gives no rows")
    for database, due in spare[: count - len(choice.kept)]:
        choice.keep(database, due)
    if len(choice.kept) < count:
        raise NoFit("too few databases on which the query gives rows")


def _choose_made(rng: Random, choice: _Choice, scope: Reach, focus: Focus) -> None:
    """Databases made from the chosen ones: without rows, with all that misleads at once, and against what is left."""
    bases = [database for database, due in choice.kept if due.size]
    most = len(choice.kept) + MOST_MADE
    barren = [emptied(rng, choice.schema, rng.choice(bases), scope.used, table.name) for table in scope.tables]
    rng.shuffle(barren)
    few = any(choice.size(database) <= 1 for database in barren)
    for fits, drawn in (
        (_is_barren if few else _is_any, barren),
        (_is_filled, (mixed(rng, scope, rng.choice(bases)) for _ in range(_TRIED))),
        (_is_filled, (tiny_database(rng, choice.schema, scope.constants, 2, focus) for _ in range(_TRIED))),
    ):
        if (found := _first(choice, drawn, fits)) is not None:
            choice.keep(*found)
            if found[1].size:
                bases.append(found[0])
    empty = sum(not due.size for _, due in choice.kept)
    tries: dict[str, int] = {}
    while len(choice.kept) < most:
        # Each in turn, those that must be told first.
        open_to = [edit for edit in choice.living if tries.get(edit, 0) < choice.most_tries(edit)]
        if not open_to:
            break
        edit = min(open_to, key=lambda one: tries.get(one, 0) - _EARLIER * choice.is_sure(one))
        tries[edit] = turn = tries.get(edit, 0) + 1
        target = choice.aims[edit]
        if turn % 4 == 3 or target.way is None:  # now and then against anything
            database = misreading_database(rng, scope, rng.choice(bases), rng.choice(ANY))
        else:
            database = misreading_database(rng, target.reach, rng.choice(bases), target.way, also=0.1)
        looked = choice.look(database)
        if looked is None or not looked[1]:
            continue
        most_empty = _EMPTY + (
            edit in looked[1] and choice.is_rare(edit)
        )  # often the right query finds nothing then
        if empty >= most_empty and not looked[0].size:
            continue
        choice.keep(database, *looked)
        if looked[0].size:
            bases.append(database)
        else:
            empty += 1
    _choose_long(choice, scope)
    _choose_partnerless(rng, choice, scope, bases[:_TRIED], _EMPTY - empty)


def _choose_partnerless(
    rng: Random, choice: _Choice, scope: Reach, bases: Sequence[Database], most_empty: int
) -> None:
    """Databases that tell a left join too many apart, where one without any partner does.

    Few queries need it: of those that give the best of all rows, or one total, an additional row only shows where there
    is no other, and by chance there mostly is one.
    """
    for edit in [wrong for wrong in choice.living if wrong in choice.joins]:
        for database in (made for base in bases for made in _partnerless(rng, choice, scope, base)):
            if edit not in choice.living:
                break
            found = choice.look(database)
            if found is not None and edit in found[1] and (found[0].size or most_empty > 0):
                choice.keep(database, *found)
                most_empty -= not found[0].size


def _partnerless(rng: Random, choice: _Choice, scope: Reach, base: Database) -> Iterator[Database]:
    yield from without_partners(choice.schema, base, scope.used)
    for table in scope.tables:
        yield emptied(rng, choice.schema, base, scope.used, table.name)


def _large(choice: _Choice, scope: Reach, focus: Focus) -> list[tuple[Database, Groups]]:
    """Databases of many rows; what is asked does not depend on them, so they have a source of chance of their own."""
    own = QuickRandom(f"{choice.text} {[table.name for table in scope.schema.tables]}")
    aims = [choice.aims[wrong] for wrong in choice.hard]
    known = [database for database, _ in choice.kept]
    return choose_random_databases(own, choice.many, scope, focus, known, aims, choice.living)


Looked = tuple[Database, ExpectedResult, set[str]]


def _is_any(due: ExpectedResult) -> bool:
    return True


def _is_barren(due: ExpectedResult) -> bool:
    """Whether there is no row, or the one of a total."""
    return due.size <= 1


def _is_filled(due: ExpectedResult) -> bool:
    return due.size > 0


def _first(
    choice: _Choice, databases: Iterable[Database], fits: Callable[[ExpectedResult], bool]
) -> Looked | None:
    """The first database on which the result fits; while mistakes are left, the first of `_TRIED` that tells one."""
    first: Looked | None = None
    tried = 0
    for database in databases:
        found = choice.look(database)
        if found is None or not fits(found[0]):
            continue
        tried += 1
        if found[1] or first is None:
            first = (database, *found)
        if found[1] or not choice.living or tried >= _TRIED:
            break
    return first


def _choose_long(choice: _Choice, scope: Reach) -> None:
    """A database on which the query gives many rows, where it can.

    Raises:
        NoFit: it could, but none was found.
    """
    most = bounded(choice.plan, scope.schema)
    sizes = [due.size for _, due in choice.kept]
    if max(sizes) >= min(most, LONG):
        return
    # Those with many rows from few come first.
    worth = [
        size / (1 + sum(len(database[table.name]) for table in scope.tables))
        for (database, _), size in zip(choice.kept, sizes, strict=True)
    ]
    order = sorted(range(len(sizes)), key=lambda at: -worth[at])
    best: tuple[int, Looked] | None = None
    for at in order[:3]:
        base = smaller(scope, choice.kept[at][0], choice.size)
        for vary in (False, True):
            database = repeated_database(scope, base, sizes[at], LONG, vary=vary)
            found = choice.look(database)
            if found is None:
                continue
            size = found[0].size
            if best is None or size > best[0]:
                best = (size, (database, *found))
            if size >= min(most, LONG):
                choice.keep(database, *found)
                return
    if most < LONG and best is not None and best[0] > max(sizes):
        choice.keep(*best[1])
    elif most >= LONG:
        raise NoFit("no database was found on which the query gives many rows")


def width_of(plan: Query) -> int:
    """The number of columns of a query's result."""
    while not isinstance(plan, Select):
        plan = plan.left if isinstance(plan, SetOp) else plan.query
    return len(plan.columns)


def _differs(connection: Connection, sql: str, due: ExpectedResult) -> bool:
    try:
        return not due.same(connection.execute(sql).fetchmany(due.size + 1))
    except Error:
        return True  # an edit that does not run is told apart by that


_EQUAL_TEXT = re.compile(r"= ('[^'%_]*[A-Za-z][^'%_]*')")
_LIKE_TEXT = re.compile(r"LIKE '(%?)([^'%_]+)(%?)'")


def _careless(text: str) -> dict[str, str]:
    """Mistakes about capital letters and about where a part of a text stands, which no plan can say, with that text."""
    found = {}
    for match in _EQUAL_TEXT.finditer(text):
        found[f"{text[: match.start()]}LIKE {match[1]}{text[match.end() :]}"] = match[1][1:-1]
    for match in _LIKE_TEXT.finditer(text):
        star = "*" if match[1] else "", "*" if match[3] else ""
        for way in (f"GLOB '{star[0]}{match[2]}{star[1]}'", f"LIKE '%{match[2]}%'"):
            found[text[: match.start()] + way + text[match.end() :]] = match[2]
    return found
