"""Choosing databases of many rows (`random_databases`), each of which is made against one known mistake as well.

A mistake that one database tells apart by luck is like mistakes that none tells apart. So beside the tiny databases,
each of which was taken because it tells something new, those of many rows are changed against the mistakes that were
hard to tell, one after the other: what is told by several of them is told from its unknown kin as well. While there
are mistakes that no tiny database told, two are drawn for each place, and the one that tells more is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from random import Random

from .aims import Aim
from .execute import ExpectedResult, Groups
from .misreading_databases import WAYS
from .random_databases import STYLES, pools_of, random_database
from .reach import Reach
from .schema import Database
from .tiny_databases import Focus

COUNT = 10
"""Databases of many rows that judge an answer."""
_AIMED = 0.6
"""The share of those that are changed against a known mistake."""
MOST_ROWS = 60
"""Of a result."""
_MOST_CHARS = 36_000
"""Of all of them, written out: a payload stays below 96 KiB."""
_EMPTY = 2
"""On at most so many of them the query gives no rows."""
_PATIENCE = 10
"""So many draws may come to nothing."""

_TRIED = 2
"""Drawn for each place at most, while there are mistakes that none told."""
_AGAIN = 2
"""A mistake that so many databases told needs no more."""

Look = Callable[[Database, Collection[str]], "tuple[ExpectedResult, set[str]] | None"]
"""What a query gives on a database, and which mistakes are told apart there; None where that is too much."""


def choose_random_databases(
    rng: Random,
    look: Look,
    scope: Reach,
    focus: Focus,
    known: Sequence[Database],
    aims: Sequence[Aim],
    mistakes: Collection[str] = (),
) -> list[tuple[Database, Groups]]:
    """Databases of many rows that judge a query, and what it gives on them.

    Args:
        rng: the source of randomness.
        look: runs the query and mistaken ones.
        scope: what the query reads.
        focus: the same, for filling.
        known: the tiny databases, whose values are used.
        aims: what most likely tells mistakes that were hard to tell.
        mistakes: those that no tiny database told.
    """
    pools = pools_of(scope.schema, known)
    found: list[tuple[Database, Groups]] = []
    empty = idle = size = 0
    turn = rng.randrange(len(STYLES))
    against = rng.randrange(len(aims)) if aims else 0
    left = dict.fromkeys(mistakes, 0)
    while len(found) < COUNT and idle < _PATIENCE:
        best: tuple[int, Database, ExpectedResult, set[str]] | None = None
        for _ in range(_TRIED if left else 1):
            turn += 1
            database = random_database(rng, scope, pools, focus, STYLES[turn % len(STYLES)])
            if aims and rng.random() < _AIMED:
                against += 1
                one = aims[against % len(aims)]
                WAYS[one.way or "ties"](rng, one.reach, database)
            seen = look(database, left)
            if seen is None or (not seen[0].size and empty >= _EMPTY):
                idle += 1
                continue
            due, apart = seen
            value = 2 * len(apart) + bool(due.size)
            if best is None or value > best[0]:
                best = (value, database, due, apart)
            if apart:
                break
        if best is None:
            continue
        _, database, due, apart = best
        groups = due.groups
        size += _length(database) + len(repr(groups))
        if size > _MOST_CHARS:
            break
        found.append((database, groups))
        empty += not groups
        for one_told in apart:
            left[one_told] += 1
            if left[one_told] >= _AGAIN:
                del left[one_told]
    return found


def _length(database: Database) -> int:
    """About how long a database is, written out: as if all rows of a table were as long as its first and its last."""
    return sum(len(rows) * len(repr((rows[0], rows[-1]))) // 2 for rows in database.values() if rows)
