"""Queries with two mistakes, each of which matters: they are worked out once for a question, and kept with it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import closing
from itertools import combinations
from sqlite3 import Connection, Error

from ..base import Json
from ..quick_random import QuickRandom
from .edit_parts import merged
from .evaluate import EvaluationError, compiled
from .execute import Groups, QueryTrials, counted, rows_of, same
from .plan import Query
from .render import plainly
from .schema import Database, Schema
from .scope import labels

MOST = 40
"""So many are kept of a question."""
_TRIED = 64
_POOL = 12
"""Two mistakes are put together from so many that show easily, and from so many that do not."""
_EASY = 3
"""A mistake that shows on none of so many databases does not show easily."""


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
) -> dict[str, Query]:
    """Up to `MOST` queries with two mistakes, by their texts; half of them do not show easily.

    Args:
        schema: the tables.
        plan: the right query.
        slips: queries with one mistake, by their texts.
        edits: the texts of all wrong queries that are known; none of them is given.
        databases: those that judge an answer, with what is due; one of them tells each query that is given from the
            right one, and one from each query with one of its mistakes.
    """
    rng, right = QuickRandom(f"two slips {plainly(plan)}"), plainly(plan)
    told = list(slips)
    rng.shuffle(told)
    with closing(QueryTrials(schema, [right, *told])) as trials:
        quiet = set(told)
        for database, due in databases[:_EASY]:
            connection = trials.filled(database)
            quiet = {text for text in quiet if _rows_same(connection, text, due)}
        quiet_first = [text for text in told if text in quiet][:_POOL]
        loud = [text for text in told if text not in quiet][:_POOL]
        pairs = [list(combinations(quiet_first, 2)), list(combinations([*quiet_first[:4], *loud], 2))]
        for some in pairs:
            rng.shuffle(some)
        tried = [*pairs[0][: _TRIED // 2], *pairs[1][: _TRIED - min(len(pairs[0]), _TRIED // 2)]]
        waiting = list(_merged(schema, plan, slips, edits, tried, right))
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
    return {pair.text: pair.query for pair in found[:MOST]}


def _merged(
    schema: Schema,
    plan: Query,
    slips: Mapping[str, Query],
    edits: Collection[str],
    tried: Sequence[tuple[str, str]],
    right: str,
) -> Sequence[_Pair]:
    """Those pairs of mistakes that are in different places, as one query each, that means the same in all engines."""
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
        try:
            compiled(wrong, schema)
        except EvaluationError:  # such as a column that is not grouped by
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


def _rows_same(connection: Connection, text: str, due: Groups) -> bool:
    try:
        return same(due, rows_of(connection, text))
    except Error:
        return False
