"""How others decide that two queries are the same, re-implemented from their public descriptions, as baselines.

Each rule sees the rows of both queries on one database and the two texts.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

Rows = Sequence[tuple[Any, ...]]
Rule = Callable[[Rows, Rows, str], bool]


def bird(given: Rows, due: Rows, gold: str) -> bool:
    """BIRD's execution accuracy (also SkyRL-SQL's): sets of rows."""
    return set(given) == set(due)


def spider_suite(given: Rows, due: Rows, gold: str) -> bool:
    """The Spider test suite: bags of rows, order where the gold text has ORDER BY, columns in any order.

    The caller removes DISTINCT from both texts beforehand, as the suite does unless it is told not to.
    """
    if not given and not due:
        return True
    if len(given) != len(due) or len(given[0]) != len(due[0]):
        return False
    ordered = "order by" in gold.lower()
    width = len(due[0])
    if width > 6:  # n! orders; the suite itself tries n^n
        return _equal(given, due, ordered)
    return any(
        _equal([tuple(row[at] for at in order) for row in given], due, ordered)
        for order in itertools.permutations(range(width))
    )


def without_distinct(sql: str) -> str:
    """The text of a query with every DISTINCT removed."""
    return re.sub(r"\bDISTINCT\b", "", sql, flags=re.IGNORECASE)


def bag(given: Rows, due: Rows, gold: str) -> bool:
    """Bags of rows, or lists where the gold text has ORDER BY; columns in their order."""
    return _equal(given, due, "order by" in gold.lower())


def _equal(given: Rows, due: Rows, ordered: bool) -> bool:
    return list(given) == list(due) if ordered else Counter(given) == Counter(due)
