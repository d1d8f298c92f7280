"""Partial credit for queries that are not right, in the named forms of the literature; off unless asked for.

Each part is in [0, 1] and is measured on a task's own databases:

* ``runs``: the query runs on all of them.
* ``schema``: Jaccard index of the tables and columns that it reads and those that the reference reads, as the
  engine itself tells them (no parsing), so a name in a comment or a text is none. Needs ``runs``.
* ``precision`` and ``recall``: cells, row by row: rows are paired, and a cell counts only within its pair, so that
  values shuffled between rows earn nothing. The mean over the databases where the reference gives rows.
* ``cell_precision`` and ``cell_recall``: distinct cells shared, by the distinct cells of each, wherever they stand
  (QATCH's measure; values shuffled between rows score full marks).
* ``cardinality``: the smaller number of rows by the larger one.
* ``ngram``: Jaccard index of the token pairs of the two texts. Needs ``runs``.

A form is a set of weights. A weighted sum is scaled to at most `MOST`, far below a right answer, and is paid only
above what a query that knows nothing of the question would earn: whatever the parts, the credit is zero unless the
result shares at least `FLOOR` of its cells with the reference's (so ``SELECT 1`` and ``SELECT *`` earn nothing, and a
query that merely runs is not paid for it).

Sources: Reasoning-SQL (arXiv 2503.23157): execution, schema linking, n-gram and syntax; Think2SQL (arXiv 2504.15077):
cell precision, cell recall and cardinality, after QATCH; SQL-R1 (arXiv 2504.08600) and Arctic: tiers for running.
"""

from __future__ import annotations

import math
import re
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from ..base import Verdict
from . import image
from .allowed import reads_only
from .compare import same_bag
from .runner import Limits, QueryError, Result, check_read, open_copy

Json = Any
Run = Callable[[int, str, Limits], Result]

MOST = 0.3
"""The most that a query can earn without being right."""
FLOOR = 0.5
"""The least product of cell precision and recall for which anything is paid."""
MAX_ROWS = 200
"""Rows of a result that are paired with those of the reference; a longer result shares none."""

FORMS: dict[str, dict[str, float]] = {
    "reasoning-sql": {"schema": 1.0, "ngram": 1.0, "runs": 1.0},
    "parts": {},
    "think2sql": {"precision": 1.0, "recall": 1.0, "cardinality": 1.0},
    "tiers": {"runs": 1.0},
    "rows": {"precision": 1.0, "recall": 1.0},
}
"""Weights by name; execution itself, the heaviest part of each, is the right answer's 1.0. ``parts`` only measures."""

PARTS = ("runs", "schema", "precision", "recall", "cell_precision", "cell_recall", "cardinality", "ngram")

_WORD = re.compile(r"[A-Za-z_]\w*|\d+(?:\.\d+)?|'(?:[^']|'')*'|<>|<=|>=|!=|\S")


def weights_of(form: Json) -> dict[str, float]:
    """The weights of a form: its name in `FORMS`, or a mapping of parts to weights.

    Raises:
        ValueError: there is no such form or part, or a weight is negative.
    """
    if isinstance(form, str):
        if form not in FORMS:
            raise ValueError(f"there is no form of partial credit {form!r}; there are {', '.join(FORMS)}")
        return FORMS[form]
    weights = {str(part): float(weight) for part, weight in dict(form).items()}
    unknown = weights.keys() - set(PARTS)
    if (
        unknown
        or not weights
        or any(not (weight >= 0 and math.isfinite(weight)) for weight in weights.values())
    ):
        raise ValueError(f"partial credit has weights of at least 0 for known parts, not {form!r}")
    return weights


def credited(sql: Mapping[str, Json], text: str, verdict: Verdict, run: Run, limits: Limits) -> Verdict:
    """A verdict that is not right, with the parts, and with the credit as its score.

    Raises:
        ValueError: the form is unknown.
    """
    weights = weights_of(sql["partial"])
    parts = parts_of(sql, text, run, limits)
    return Verdict(credit(weights, parts), verdict.reason, verdict.message, parts)


def credit(weights: Mapping[str, float], parts: Mapping[str, float]) -> float:
    """What the parts earn: at most `MOST`, and nothing below `FLOOR`."""
    total = sum(weights.values())
    shared = parts["precision"] * parts["recall"]
    if total == 0 or shared < FLOOR:
        return 0.0
    mixed = sum(weight * parts[part] for part, weight in weights.items()) / total
    return min(MOST, MOST * mixed * (shared - FLOOR) / (1 - FLOOR))


def parts_of(sql: Mapping[str, Json], text: str, run: Run, limits: Limits) -> dict[str, float]:
    """The parts of a query; all 0 if it does not run."""
    parts = dict.fromkeys(PARTS, 0.0)
    limits = replace(limits, until=time.thread_time() + limits.seconds)
    measured: list[tuple[float, ...]] = []
    try:
        for number, groups in enumerate(sql["gold"]):
            due = [row for group in groups for row in group]
            result = run(number, text, replace(limits, rows=10_000))
            limits = replace(limits, steps=limits.steps - result.steps)
            if due:
                measured.append(_shared(due, result.rows))
    except QueryError:
        return parts
    parts["runs"] = 1.0
    if measured:
        for at, name in enumerate(("precision", "recall", "cell_precision", "cell_recall", "cardinality")):
            parts[name] = math.fsum(row[at] for row in measured) / len(measured)
    parts["ngram"] = jaccard(_pairs(text), _pairs(sql["query"]))
    if sql.get("dialect", "sqlite") == "sqlite":
        first = image.bare(tuple(sql["schema"]))
        parts["schema"] = jaccard(reads(first, text, limits), reads(first, sql["query"], limits))
    return parts


def reads(database: bytes, text: str, limits: Limits) -> frozenset[str]:
    """The tables and columns that a query reads, as SQLite itself tells them; none if it is refused."""
    found: set[str] = set()

    def note(action: int, first: str | None, second: str | None, *rest: str | None) -> int:
        if action == sqlite3.SQLITE_READ and first:
            found.add(first.lower())
            if second:
                found.add(f"{first}.{second}".lower())
        return reads_only(action, first, second, None, None)

    try:
        check_read(text, limits)
        connection, _ = open_copy(database, limits, note)
    except QueryError:
        return frozenset()
    try:
        connection.execute(f"EXPLAIN {text}")
    except (sqlite3.Error, sqlite3.Warning, UnicodeDecodeError):
        return frozenset()
    finally:
        connection.close()
    return frozenset(found)


def jaccard(left: frozenset[Any], right: frozenset[Any]) -> float:
    """Size of the intersection by size of the union; 0 for two empty sets."""
    return len(left & right) / len(left | right) if left or right else 0.0


def _pairs(text: str) -> frozenset[tuple[str, str]]:
    words = [word.lower() for word in _WORD.findall(text)]
    return frozenset(pairwise(words))


def _shared(due: Sequence[Sequence[Json]], given: Sequence[Sequence[Any]]) -> tuple[float, ...]:
    """Precision and recall row by row, those of distinct cells, and the cardinality of one result."""
    if not given or len(given) > MAX_ROWS or len(given[0]) == 0:
        return (0.0,) * 5
    # Rows are paired greedily, the best first; a cell counts where it stands in its own column.
    scores = sorted(
        (-sum(same_bag([[a]], [[b]]) for a, b in zip(left, right, strict=False)), i, j)
        for i, left in enumerate(due)
        for j, right in enumerate(given)
        if i < MAX_ROWS
    )
    cells, used_due, used_given = 0, set(), set()
    for score, i, j in scores:
        if score and i not in used_due and j not in used_given:
            used_due.add(i)
            used_given.add(j)
            cells -= score
    small, large = sorted((len(due), len(given)))
    distinct_due, distinct_given = ({_cell(v) for row in rows for v in row} for rows in (due, given))
    both = len(distinct_due & distinct_given)
    return (
        cells / (len(given) * len(given[0])),
        cells / (len(due) * len(due[0])),
        both / len(distinct_given),
        both / len(distinct_due),
        small / large,
    )


def _cell(value: Any) -> Any:
    return float(f"{value:.9g}") if isinstance(value, (int, float)) else value
