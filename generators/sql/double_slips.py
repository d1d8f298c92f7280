"""Queries with two mistakes, each of which matters: they are worked out once for a question, and kept with it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import combinations
from sqlite3 import Connection, Error
from typing import Any

from ..base import Json
from ..quick_random import QuickRandom
from .edit_parts import merged
from .evaluate import EvaluationError, compiled
from .execute import Groups, QueryTrials, counted, rounded_rows, rows_of, same
from .plan import Query
from .render import plainly
from .schema import Database, Schema
from .scope import labels

MOST = 40
"""So many are looked at, of a question."""
_HARD = 30
"""So many of these have two mistakes that do not show easily, where there are such."""
_POOL = 12
"""Two mistakes are put together from so many that show easily, and from so many that do not."""
_ROWS = 1000
"""A result with more rows is not looked at whole."""
_LOOKS = 30
"""A query that takes more than so many times 20,000 steps on the usual database is left out."""


@dataclass(frozen=True, slots=True)
class DoubleSlips:
    """Queries with two mistakes.

    Attributes:
        queries: by their texts.
        quiet: the texts of those that do not show on a database as they are in use.
    """

    queries: Mapping[str, Query]
    quiet: Sequence[str]


class _Pair:
    """A query with two mistakes, and what it has not yet been told from.

    Attributes:
        query: with both mistakes.
        text: of it.
        left: the texts of the right query and of those with one mistake that gave the same on all databases so far.
    """

    def __init__(self, query: Query, text: str, left: Sequence[str]) -> None:
        self.query = query
        self.text = text
        self.left = list(left)


def double_slips(
    schema: Schema,
    plan: Query,
    slips: Mapping[str, Query],
    edits: Collection[str],
    databases: Sequence[tuple[Database, Groups]],
    usual: Database,
) -> DoubleSlips:
    """Some queries with two mistakes, `MOST` at most; most of them do not show easily.

    Args:
        schema: the tables.
        plan: the right query.
        slips: queries with one mistake, by their texts.
        edits: the texts of all wrong queries that are known; none of them is given.
        databases: those that judge an answer, with what is due; one of them tells each query that is given from the
            right one, and one from each query with one of its mistakes.
        usual: a database as they are in use; mistakes that do not show on it do not show easily.
    """
    rng, right = QuickRandom(f"two slips {plainly(plan)}"), plainly(plan)
    told = list(slips)
    rng.shuffle(told)
    with closing(QueryTrials(schema, [right, *told])) as trials:
        run = trials.bounded(usual, _LOOKS)
        quiet = set(_quiet(run, told, right))
        quiet_first = [text for text in told if text in quiet][:_POOL]
        loud = [text for text in told if text not in quiet][:_POOL]
        pairs = [list(combinations(quiet_first, 2)), list(combinations([*quiet_first[:4], *loud], 2))]
        for some in pairs:
            rng.shuffle(some)
        tried = [*pairs[0][:_HARD], *pairs[1][: MOST - min(len(pairs[0]), _HARD)]]
        waiting = list(_merged(plan, slips, edits, tried, right))
        silent = set(_quiet(run, [pair.text for pair in waiting], right))
        found: list[_Pair] = []
        for database, due in databases:
            connection = trials.filled(database)
            bags: dict[str, Json] = {}
            for pair in waiting:
                _tell(connection, pair, due, right, bags)
            found += [pair for pair in waiting if not pair.left]
            waiting = [pair for pair in waiting if pair.left]
            if not waiting:
                break
    rng.shuffle(found)
    queries = {pair.text: pair.query for pair in found if _is_sound(pair.query, schema)}
    return DoubleSlips(queries, [text for text in queries if text in silent])


def _is_sound(query: Query, schema: Schema) -> bool:
    """Whether a query means the same in all engines: one with a column that is not grouped by does not."""
    try:
        compiled(query, schema)
    except EvaluationError:
        return False
    return True


def _merged(
    plan: Query,
    slips: Mapping[str, Query],
    edits: Collection[str],
    tried: Sequence[tuple[str, str]],
    right: str,
) -> Sequence[_Pair]:
    """Those pairs of mistakes that are in different places, as one query each."""
    found: dict[str, _Pair] = {}
    width = len(labels(plan))
    for first, second in tried:
        one, two = slips[first], slips[second]
        wrong = merged(plan, one, two)
        if wrong is None or wrong in (plan, one, two) or len(labels(wrong)) != width:
            continue
        text = plainly(wrong)
        if text in edits or text in found:
            continue
        found[text] = _Pair(wrong, text, [right, first, second])
    return list(found.values())


def _tell(connection: Connection, pair: _Pair, due: Groups, right: str, bags: dict[str, Json]) -> None:
    """Strike out what one database tells a pair from."""
    try:
        rows = rows_of(connection, pair.text)
        bag = counted(rows)
        for one in pair.left:
            if one != right and one not in bags:
                bags[one] = counted(rows_of(connection, one))
    except Error:
        return
    pair.left = [one for one in pair.left if (same(due, rows) if one == right else bags[one] == bag)]


def _quiet(run: Callable[[str, int], list[Any]], told: Sequence[str], right: str) -> Iterator[str]:
    """Those queries that give what the right one gives."""
    try:
        rows = run(right, _ROWS)
        bag = counted(rounded_rows(rows))
    except Error:
        return
    for text in told:
        with suppress(Error):
            given = run(text, len(rows))
            if len(given) == len(rows) and counted(rounded_rows(given)) == bag:
                yield text
