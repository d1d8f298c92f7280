"""Databases of some dozens of rows for changes; they show what the tiny ones do not (`random_databases`)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ...base import Json
from ...quick_random import QuickRandom
from ..random_databases import FINE, HOLES, KIND, MIXED, SMALL, TIED, Pools, random_database
from ..reach import reach
from ..schema import Schema
from .chain import Chain
from .databases import Guide, Trial
from .rows import Grid, State

COUNT = 4
_TRIES = 6
_STYLES = (MIXED, TIED, HOLES, FINE, SMALL)
_MOST_ROWS = 120
"""Of a table at the end."""
_LINES = 48
"""Rows of which each database takes some in a row, in columns that no change names."""


def large(schema: Schema, chain: Chain, guide: Guide, befores: Sequence[State]) -> list[Trial]:
    """Databases of many rows on which the changes do something.

    What is asked for does not depend on them, so they have a source of chance of their own.

    Args:
        schema: the tables at the beginning.
        chain: the changes.
        guide: has drawn the tiny databases.
        befores: tiny databases, whose values are used.
    """
    rng = QuickRandom(f"{[step.sql for step in chain.steps]} {[table.name for table in schema.tables]}")
    focus, others = guide.focus, guide.others.drawing_from(rng)
    scope = reach(schema, focus.used, chain.constants)
    guide.strips.keep_plain(KIND, rng, _LINES)
    pools = _pools(schema, focus.used, befores)
    found: list[Trial] = []
    for number in range(_TRIES):
        style = _STYLES[number % len(_STYLES)]
        made = random_database(rng, scope, pools, focus, style, aside=others.rows)
        before = {
            table.name: Grid([c.name for c in table.columns], made[table.name]) for table in schema.tables
        }
        if rng.random() < 0.5:
            guide.prepare(before, rng)
        trial = Trial(before, chain)
        if max(len(grid.rows) for grid in trial.after.values()) <= _MOST_ROWS and not trial.idle:
            found.append(trial)
        if len(found) == COUNT:
            break
    return found


def _pools(schema: Schema, used: Collection[tuple[str, str]], states: Sequence[State]) -> Pools:
    """The values that occur in some columns."""
    found: dict[tuple[str, str], Sequence[Json]] = {}
    for table, column in sorted(used):
        at = schema.table(table).index(column)
        values = dict.fromkeys(row[at] for state in states for row in state[table].rows)
        values.pop(None, None)
        found[table, column] = list(values)
    return Pools(found)
