"""Choosing databases of many rows (`random_databases`), in all styles.

A mistake that one database tells apart by luck is like mistakes that none tells apart. So beside the tiny databases,
each of which was taken because it tells something new, there are those of many rows, which differ in many ways: what
is told by several of them is told from its unknown kin as well.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from random import Random

from .execute import ExpectedResult, Groups
from .random_databases import STYLES, pools_of, random_database
from .reach import Reach
from .schema import Database
from .tiny_databases import Focus

COUNT = 9
"""Databases of many rows that judge an answer, at least."""
MOST = 14
_FURTHER = 4
"""Further ones that are drawn against mistakes that are told too seldom."""
_MISTAKES = 30
"""So many are looked at."""
_AGAIN = 2
"""A mistake that so many databases tell apart needs no more."""
MOST_ROWS = 60
"""Of a result."""
_MOST_CHARS = 36_000
"""Of all of them as Python or JSON writes them: a payload stays below 96 KiB."""
_EMPTY = 2
"""On at most so many of them the query gives no rows."""
_PATIENCE = 10
"""So many draws may come to nothing."""

Look = Callable[[Database, Collection[str]], "tuple[ExpectedResult, set[str]] | None"]
"""What a query gives on a database, and which mistakes are told apart there; None where that is too much."""


def choose_random_databases(
    rng: Random, look: Look, scope: Reach, focus: Focus, known: Sequence[Database], told: dict[str, int]
) -> list[tuple[Database, Groups]]:
    """Databases of many rows that judge a query, and what it gives on them.

    Args:
        rng: the source of randomness.
        look: runs the query and mistaken ones.
        scope: what the query reads.
        focus: the same, for filling.
        known: the tiny databases, whose values are used.
        told: mistaken queries, and how many databases tell each of them apart; these are added.
    """
    pools = pools_of(scope.schema, known)
    open_ = [one for one, times in told.items() if not times]
    others = [one for one, times in told.items() if 0 < times < _AGAIN]
    left = {*open_, *rng.sample(others, min(len(others), max(_MISTAKES - len(open_), 0)))}
    found: list[tuple[Database, Groups]] = []
    empty = idle = further = size = 0
    turn = rng.randrange(len(STYLES))
    while idle < _PATIENCE and len(found) < MOST:
        if len(found) >= COUNT:
            if further == _FURTHER or all(told[one] for one in left):
                break
            further += 1
        turn += 1
        database = random_database(rng, scope, pools, focus, STYLES[turn % len(STYLES)])
        seen = look(database, sorted(left))
        if seen is None or (not seen[0].size and empty >= _EMPTY):
            idle += 1
            continue
        due, apart = seen
        if len(found) >= COUNT and not apart:
            continue
        groups = due.groups
        size += len(repr((database, groups)))
        if size > _MOST_CHARS:
            break
        found.append((database, groups))
        empty += not groups
        for one in apart:
            told[one] += 1
            if told[one] >= _AGAIN:
                left.discard(one)
    return found
