"""From a user's question to the databases that judge its answers, or to the reason why there can be none.

Many tiny databases are drawn around the constants of the query (`rlvr.generators.sql.tiny_databases`), and those are
kept that tell the query from wrong ones one edit away. A database on which the query gives something else when the
rows lie in another order is not used: there the question has no one answer (LIMIT that cuts through a tie, say). What
ties in the order asked for is worked out by adding the keys to the query where that is simple; else only databases
without ties are used; else the order does not count, and the report says so.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from ..generators.sql.misreading_databases import misreading_database
from ..generators.sql.random_databases import STYLES, pools_of, random_database
from ..generators.sql.reach import reach
from ..generators.sql.repeated_databases import repeated_database
from ..generators.sql.schema import Database, Row
from ..generators.sql.tiny_databases import Focus, tiny_database
from ..verifiers.sql.compare import same_bag, same_result
from ..verifiers.sql.query import verify
from ..verifiers.sql.runner import Failed, NotARead, QueryError, check_read
from . import parsed_queries, query_text
from .facts import ImportedDatabase, schema_for
from .misreadings import misreadings
from .query_runs import LIMITS, Runs, as_stored
from .questions import ImportedQuestion

Json = Any
Groups = list[list[Row]]

COUNT = 10
CANDIDATES = 60
MOST_ROWS = 120
MADE = 40
"""Databases made against misreadings that are tried."""
LARGE = 7
"""Databases of many rows that judge it as well."""
MOST_CHARS = 54_000
"""Of all databases and results as JSON."""
MISTAKES = 40
"""Wrong queries that these are chosen by."""
MORE = 5
"""So many more than `COUNT` are kept where each tells a wrong query apart that the others do not."""
LONG = 31
"""Rows of the longest result, where it can have so many."""
FEWEST_FILLED = 3
"""On fewer databases with rows than this, a query is taken for one that is always empty."""
FILLED = 0.8
UNTOLD = 0.25
"""A greater share of wrong queries that pass makes a question weak."""
_ORDERS = {"sqlite": 8, "postgres": 3}
_SPARE_ROWS = 4
_ENOUGH = 20
"""Tiny databases after which those that are found will do."""
_PATIENCE = 10
_MOST_COUNT = 300
"""Groups of so many rows are made where a query asks for them."""
_LIMITED = "LIMIT"
"""Stands for a small LIMIT among what a database tells apart."""


class Unusable(Exception):
    """There can be no task of a question; the message says why."""


class _Cut(Exception):
    """On a database, a query's result is not determined."""


@dataclass(slots=True)
class Candidate:
    """A database and what the query gives on it."""

    database: Database
    rows: list[Row]
    shuffled: list[list[Row]]
    keyed: Groups | None
    own: bool = False
    told: set[str] = field(default_factory=set)

    @property
    def exact(self) -> bool:
        """Whether the rows came in the same order, however they lay."""
        return all(same_result([[row] for row in self.rows], rows, _width(self.rows)) for rows in self.shuffled)

    def grouped(self, how: str) -> Groups:
        """The result as groups of rows that tie."""
        if how == "keyed" and self.keyed is not None:
            return self.keyed
        if how == "exact":
            return [[row] for row in self.rows]
        return [self.rows] if self.rows else []


@dataclass(frozen=True, slots=True)
class ChosenDatabases:
    """A question with what judges its answers.

    Attributes:
        sql: ``payload["sql"]``.
        size: how much there is in the query.
        remarks: what the user should know; a question with remarks is weak.
        edits: how many wrong queries one edit away there are.
        untold: how many of them no database tells apart.
    """

    sql: dict[str, Json]
    size: int
    remarks: tuple[str, ...]
    edits: int
    untold: int


def choose_databases(
    database: ImportedDatabase, question: ImportedQuestion, rng: random.Random
) -> ChosenDatabases:
    """Choose the databases of a question, and store what its query gives on them.

    Raises:
        Unusable: there can be no task.
    """
    query = question.query
    try:
        check_read(query, LIMITS)
    except QueryError as error:
        raise Unusable(f"the query is not taken: {error}") from error
    reading = query_text.read(query, database)
    if reading.unsteady:
        raise Unusable(f"the query is not the same each time: {reading.unsteady}")
    ordered = reading.ordered if question.ordered is None else question.ordered
    search = _Search(database, query, reading, ordered, rng)
    search.look()
    how = search.how()
    return search.chosen(how)


class _Search:
    def __init__(
        self,
        database: ImportedDatabase,
        query: str,
        reading: query_text.Reading,
        ordered: bool,
        rng: random.Random,
    ) -> None:
        self.database, self.query, self.reading, self.ordered, self.rng = database, query, reading, ordered, rng
        self.schema = schema_for(database, reading.constants, reading.joined, reading.compared)
        used = set(reading.tables) | {link.table for table in self.schema.tables for link in table.foreign_keys}
        self.bystanders = [table.name for table in database.tables if table.name not in used]
        self.keyed = parsed_queries.keyed(query, database.dialect) if ordered else None
        self.edits = parsed_queries.edits(query, database.dialect)
        never = {c.name.lower() for t in database.tables for c in t.columns if not c.nullable}
        never -= {c.name.lower() for t in database.tables for c in t.columns if c.nullable}
        found = misreadings(query, database.dialect, never)
        self.read = {text: way for way, text in found if text not in self.edits}
        # A star may stand for any column of a table that is read.
        places = reading.used or {
            (table.name, column.name)
            for table in self.schema.tables
            for column in table.columns
            if table.name in reading.tables
        }
        self.scope = reach(self.schema, places, reading.constants)
        self.found: list[Candidate] = []
        self.larger: list[Candidate] = []
        self.tried = self.cut = self.large = 0
        self.own_ties = False

    def look(self) -> None:
        """Draw databases until enough are found that tell the wrong queries apart."""
        if self.database.whole is not None:
            self._try(self.database.whole, as_it_is=True)
            self.own_ties = self.cut > 0
        living = set(self.edits) - {edit for one in self.found for edit in one.told}
        for number in range(CANDIDATES):
            filled = [one for one in self.found if one.rows]
            enough = len(self.found) >= COUNT + 4 and len(filled) > COUNT
            if enough and (not living or number >= _ENOUGH) and self._plain_enough():
                break
            # Some of the latest are smaller: where ties make everything ambiguous, few rows make fewer ties.
            small = number >= _ENOUGH and number % 2
            rows = self.rng.choice((3, 4, 5) if small else (6, 9, 12, 14))
            made = tiny_database(self.rng, self.schema, self.reading.constants, rows, most=_MOST_COUNT)
            for name in self.bystanders:
                del made[name][_SPARE_ROWS:]
            if self._try(made):
                living -= self.found[-1].told
            elif number == 7 and not self.found and self.cut == 0 and self.large == 0:
                break
        self._against({*self.edits, *self.read} - {edit for one in self.found for edit in one.told})
        self._long()
        self._many()

    def _against(self, living: set[str]) -> None:
        """Databases made against the misreadings that are left, from those on which the query gives rows."""
        bases = [one.database for one in self.found if one.rows and not one.own]
        idle = 0
        for turn in range(MADE):
            left = sorted({self.read[text] for text in self.read if text in living})
            if not bases or idle >= _PATIENCE or not left:
                return
            made = misreading_database(self.rng, self.scope, self.rng.choice(bases), left[turn % len(left)])
            idle += 1
            if self._try(made, among=living):
                told = self.found[-1].told & living
                if not told:
                    self.found.pop()
                    continue
                living -= told
                idle = 0
                if self.found[-1].rows:
                    bases.append(self.found[-1].database)

    def _long(self) -> None:
        """A database on which the query gives many rows, so that a small LIMIT shows."""
        if any(len(one.rows) >= LONG and not one.own for one in self.found):
            return
        bases = [one for one in self.found if one.rows and not one.own]
        bases.sort(
            key=lambda one: -len(one.rows) / (1 + sum(len(one.database[t.name]) for t in self.scope.tables))
        )
        for base in bases[:3]:
            for vary in (False, True):
                made = repeated_database(self.scope, base.database, len(base.rows), LONG, vary=vary)
                if self._try(made):
                    if len(self.found[-1].rows) > max(len(one.rows) for one in bases):
                        return
                    self.found.pop()

    def _many(self) -> None:
        """Databases of many rows, chosen so that each wrong query is told apart again and again."""
        known = [one.database for one in self.found if not one.own]
        pools = pools_of(self.schema, known)
        focus = Focus(self.scope.used, self.reading.tables)
        mistakes = sorted({*self.edits, *self.read})
        told = dict.fromkeys(self.rng.sample(mistakes, min(len(mistakes), MISTAKES)), 0)
        tried, cut, large = self.tried, self.cut, self.large
        for number in range(2 * LARGE if any(one.rows for one in self.found) else 0):
            made = random_database(self.rng, self.scope, pools, focus, STYLES[number % len(STYLES)], loose=True)
            for name in self.bystanders:
                del made[name][_SPARE_ROWS:]
            try:
                if self._try(made, among=told):
                    self.larger.append(self.found.pop())
            except Unusable:
                break
        # What is not determined on so many rows says nothing of the question.
        self.tried, self.cut, self.large = tried, cut, large
        self.larger = _again(self.larger, told)

    def _plain_enough(self) -> bool:
        """Whether an order can be demanded on enough databases."""
        return (
            not self.ordered
            or self.keyed is not None
            or sum(one.exact and not one.own for one in self.found) >= COUNT
        )

    def _try(self, rows: Database, *, as_it_is: bool = False, among: Collection[str] | None = None) -> bool:
        """Whether a database can judge; it is kept then, with the wrong queries, of `among`, that it tells apart."""
        self.tried += 1
        held = rows if as_it_is else as_stored(self.database, rows)
        names = self.database.names()
        # One that is made from a database whose rows have been moved about needs it less.
        orders = _ORDERS[self.database.dialect] if among is None else _ORDERS["postgres"]
        try:
            here = Runs(self.database.dialect, self.database.statements(), names, [held])
            moved = [held, *(_shuffled(self.rng, held) for _ in range(orders - 1))]
            moved[1] = {table: list(reversed(part)) for table, part in held.items()}
            plain = Runs(self.database.dialect, self.database.plain_statements(), names, moved)
            first = here.rows(0, self.query)
            shuffled = [plain.rows(number, self.query) for number in range(orders)]
        except (Failed, NotARead) as error:
            raise Unusable(f"the query fails: {str(error).splitlines()[0]}") from error
        except QueryError as error:
            self.large += 1
            if self.large > 3:
                raise Unusable(f"the query takes too much on tiny databases: {error}") from error
            return False
        except ValueError as error:
            raise Unusable(str(error)) from error
        if len(first) > MOST_ROWS:
            self.large += 1
            return False
        if not all(same_bag(first, rows) for rows in shuffled):
            self.cut += 1
            return False
        try:
            groups = self._tied(here, first, shuffled)
        except _Cut:
            self.cut += 1
            return False
        candidate = Candidate(held, first, shuffled, groups, as_it_is)
        due = candidate.keyed or ([[row] for row in first] if self.ordered else [first] if first else [])
        with here.opened(0) as rows_of:
            candidate.told = {
                edit for edit in (among or (*self.edits, *self.read)) if _differs(rows_of, edit, due, first)
            }
        if len(first) >= LONG:
            candidate.told.add(_LIMITED)
        self.found.append(candidate)
        return True

    def _tied(self, here: Runs, first: list[Row], shuffled: Sequence[list[Row]]) -> Groups | None:
        """The groups of rows that tie, by the keys; None if they cannot be had or do not fit what was seen.

        Raises:
            _Cut: LIMIT or OFFSET cut through rows that tie and differ.
        """
        if self.keyed is None:
            return None
        low, limit, places, behind = self.keyed.first, self.keyed.limit, self.keyed.places, self.keyed.behind
        high = None if limit is None else low + limit
        try:
            rows = here.rows(0, self.keyed.sql)
        except QueryError:
            return None
        groups: Groups = []
        place = 0
        for _, tied in groupby(rows, key=lambda row: [row[at] for at in places]):
            whole = [row[: len(row) - behind] for row in tied]
            kept = whole[max(low - place, 0) : None if high is None else max(high - place, 0)]
            place += len(whole)
            if kept:
                groups.append(kept)
            if 0 < len(kept) < len(whole) and not all(same_bag([row], whole[:1]) for row in whole):
                raise _Cut
        width = _width(first)
        fits = all(same_result(groups, given, width) for given in (first, *shuffled))
        return groups if fits else None

    def how(self) -> str:
        """How the order counts: ``keyed``, ``exact``, or ``free``."""
        if not self.ordered:
            return "free"
        if self.keyed is not None and self.found and all(one.keyed is not None for one in self.found):
            return "keyed"
        exact = [one for one in self.found if one.exact and not one.own]
        # Databases with one row say nothing of an order; where there are others, some of them must be without ties.
        telling = sum(len(one.rows) > 1 for one in exact) >= COUNT // 2
        trivial = all(len(one.rows) <= 1 for one in self.found)
        return "exact" if len(exact) >= COUNT and (telling or trivial) else "free"

    def chosen(self, how: str) -> ChosenDatabases:
        """The task's part, from the databases that tell most apart."""
        # With an order, only those that tie at LIMIT are in doubt, and databases without such ties are found.
        if self.cut and not self.reading.ordered and (self.reading.limited or 4 * self.cut > 3 * self.tried):
            raise Unusable(
                "it gives other rows when the stored rows lie in another order (LIMIT without a total order?)"
            )
        usable = [one for one in self.found if how != "exact" or one.exact]
        chosen = _chosen(usable)
        if sum(not one.own for one in chosen) < COUNT:
            raise Unusable(
                "the query gives too many rows on tiny databases" if self.large else "too few databases"
            )
        filled = sum(bool(one.rows) for one in chosen)
        golds = [one.grouped(how) for one in chosen]
        if filled < FEWEST_FILLED:
            counts = [value for value in self.reading.constants.get(("", "count"), ()) if value > _MOST_COUNT]
            note = f": it asks for {max(counts)} rows of a kind, more than {_MOST_COUNT}" if counts else ""
            raise Unusable(
                f"the query gives no rows on {len(chosen) - filled} of {len(chosen)} databases{note}"
            )
        if all(groups == golds[0] for groups in golds):
            raise Unusable("the query gives the same on all databases")
        larger = self._fitting(how, len(json.dumps([[one.database for one in chosen], golds])))
        chosen += larger
        golds += [one.grouped(how) for one in larger]
        told = {edit for one in chosen for edit in one.told}
        untold = len(set(self.edits) - told)
        remarks = self._remarks(how, filled, untold, len(chosen) - len(larger))
        width = next(len(one.rows[0]) for one in chosen if one.rows)
        sql = {
            "dialect": self.database.dialect,
            "schema": self.database.statements(),
            "tables": self.database.names(),
            "databases": [one.database for one in chosen],
            "gold": golds,
            "ordered": how != "free",
            "columns": width,
            "query": self.query,
        }
        verdict = verify({"sql": sql}, self.query)
        if not verdict.passed:
            raise Unusable(f"the query does not pass its own check: {verdict.message}")
        return ChosenDatabases(sql, self.reading.size, tuple(remarks), len(self.edits), untold)

    def _fitting(self, how: str, size: int) -> list[Candidate]:
        """The databases of many rows whose order can be judged as it is asked, as far as a task stays small."""
        found = []
        for one in self.larger:
            if how == "free" or (one.keyed is not None if how == "keyed" else one.exact):
                size += len(json.dumps([one.database, one.grouped(how)]))
                if size > MOST_CHARS:
                    break
                found.append(one)
        return found

    def _remarks(self, how: str, filled: int, untold: int, count: int) -> list[str]:
        remarks = []
        if self.ordered and how == "free":
            remarks.append("its order is not checked: what ties in it could not be worked out")
        if filled < FILLED * count:
            remarks.append(f"it gives rows on {filled} of {count} databases only")
        if untold > UNTOLD * max(len(self.edits), 4):
            remarks.append(
                f"{untold} of {len(self.edits)} queries one edit away give the same on all databases"
            )
        if self.own_ties:
            remarks.append(
                "on your own rows, its result depends on how they are stored (a tie that LIMIT cuts?)"
            )
        elif self.cut > self.tried // 4:
            remarks.append(
                "its result often depends on how rows are stored (a tie that LIMIT cuts?); it is judged elsewhere"
            )
        return remarks


def _chosen(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The user's own rows, if they are few, and the databases that tell most wrong queries apart, few of them empty."""
    left = [one for one in candidates if not one.own]
    chosen = [one for one in candidates if one.own]
    told = _told_by(chosen)
    most = COUNT + len(chosen)
    spare = MORE
    empty = round((1 - FILLED) * COUNT)
    # What only an empty result tells apart may cost one or two more of these.
    needed = _told_by([one for one in left if not one.rows]) - _told_by([one for one in left if one.rows])
    while left and (len(chosen) < most or spare):
        barren = sum(not one.rows for one in chosen)
        fitting = [
            one
            for one in left
            if one.rows or barren < empty or (barren < empty + 2 and one.told & needed - told)
        ] or left
        best = max(fitting, key=lambda one: (len(one.told - told), bool(one.rows)))
        if len(chosen) >= most:
            spare -= 1
            if not best.told - told:
                break
        chosen.append(best)
        told |= best.told
        left.remove(best)
    return chosen


def _again(candidates: Sequence[Candidate], told: dict[str, int]) -> list[Candidate]:
    """Those that tell most apart, what has been told often counting less."""
    left = list(candidates)
    chosen: list[Candidate] = []
    while left and len(chosen) < LARGE:
        best = max(left, key=lambda one: sum(0.5 ** told[edit] for edit in one.told if edit in told))
        left.remove(best)
        chosen.append(best)
        for edit in best.told & told.keys():
            told[edit] += 1
    return chosen


def _told_by(candidates: Sequence[Candidate]) -> set[str]:
    """The wrong queries that some databases tell apart."""
    return {edit for one in candidates for edit in one.told}


def _differs(rows_of: Callable[[str, int], list[Row]], edit: str, due: Groups, first: list[Row]) -> bool:
    try:
        rows = rows_of(edit, len(first))
    except QueryError:
        return True
    if len(rows) != len(first) or not rows:
        return bool(rows) or bool(first)
    return not same_result(due, rows, len(first[0]))


def _shuffled(rng: random.Random, rows: Database) -> Database:
    return {table: rng.sample(part, len(part)) for table, part in rows.items()}


def _width(rows: Sequence[Row]) -> int:
    return len(rows[0]) if rows else 0
