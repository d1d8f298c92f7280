"""Choosing databases of many rows (`random_databases`) by how often they tell each known mistake.

A mistake that one database tells apart by luck is like mistakes that none tells apart. So beside the tiny databases,
each of which was taken because it tells something new, those of many rows are taken so that each mistake that was hard
to tell is told again and again, by four of them if it can be: what is told so often is told from its unknown kin as
well.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from random import Random

from .execute import ExpectedResult, Groups
from .random_databases import STYLES, pools_of, random_database
from .reach import Reach
from .schema import Database
from .tiny_databases import Focus

COUNT = 10
"""Databases of many rows that judge an answer."""
_TRIED = 2
"""Drawn for each place at most; the one that tells most is taken."""
_MISTAKES = 40
"""So many are looked at."""
_AGAIN = 4
"""A mistake that so many databases tell apart needs no more."""
MOST_ROWS = 60
"""Of a result."""
_MOST_CHARS = 36_000
"""Of all of them, written out: a payload stays below 96 KiB."""
_EMPTY = 2
"""On at most so many of them the query gives no rows."""
_PATIENCE = 10
"""So many draws may come to nothing."""

Look = Callable[[Database, Collection[str]], "tuple[ExpectedResult, set[str]] | None"]
"""What a query gives on a database, and which mistakes are told apart there; None where that is too much."""


def choose_random_databases(
    rng: Random,
    look: Look,
    scope: Reach,
    focus: Focus,
    known: Sequence[Database],
    mistakes: Sequence[str],
    hopeless: Collection[str] = (),
) -> list[tuple[Database, Groups]]:
    """Databases of many rows that judge a query, and what it gives on them.

    Args:
        rng: the source of randomness.
        look: runs the query and mistaken ones.
        scope: what the query reads.
        focus: the same, for filling.
        known: the tiny databases, whose values are used.
        mistakes: mistaken queries.
        hopeless: those of them that no database is likely to tell apart.
    """
    pools = pools_of(scope.schema, known)
    if len(mistakes) > _MISTAKES:
        mistakes = rng.sample(mistakes, _MISTAKES)
    told = dict.fromkeys(mistakes, 0)
    found: list[tuple[Database, Groups]] = []
    empty = idle = size = 0
    turn = rng.randrange(len(STYLES))
    while len(found) < COUNT and idle < _PATIENCE:
        best: tuple[float, Database, ExpectedResult, set[str]] | None = None
        for _ in range(_TRIED):
            turn += 1
            database = random_database(rng, scope, pools, focus, STYLES[turn % len(STYLES)])
            seen = look(database, told)
            if seen is None or (not seen[0].size and empty >= _EMPTY):
                idle += 1
                continue
            due, apart = seen
            value = sum(0.5 ** told[one] for one in apart) + bool(due.size)
            if best is None or value > best[0]:
                best = (value, database, due, apart)
            least = min((told[one] for one in told if one not in hopeless), default=_AGAIN)
            if due.size and (2 * least >= len(found) or any(told[one] <= least for one in apart)):
                break  # it tells one of those that are told least, or none is told seldom
        if best is None:
            continue
        _, database, due, apart = best
        groups = due.groups
        size += len(repr((database, groups)))
        if size > _MOST_CHARS:
            break
        found.append((database, groups))
        empty += not groups
        for one in apart:
            told[one] += 1
            if told[one] >= _AGAIN:
                del told[one]
    return found
