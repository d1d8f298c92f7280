"""Databases of some dozens of rows for changes; they show what the tiny ones do not (`random_databases`)."""

from __future__ import annotations

from collections.abc import Sequence

from ...quick_random import QuickRandom
from ..random_databases import FINE, HOLES, MIXED, SMALL, TIED, pools_of, random_database
from ..reach import reach
from ..schema import Schema
from .chain import Chain, carry_out, focus_of, plan_of, prepare
from .rows import State, same, state_of

COUNT = 4
_TRIES = 6
_STYLES = (MIXED, TIED, HOLES, FINE, SMALL)
_MOST_ROWS = 120
"""Of a table at the end."""


def large(schema: Schema, chain: Chain, befores: Sequence[State]) -> list[tuple[State, State]]:
    """States of many rows before and after changes that do something there.

    What is asked for does not depend on them, so they have a source of chance of their own.

    Args:
        schema: the tables at the beginning.
        chain: the changes.
        befores: tiny databases, whose values are used.
    """
    rng = QuickRandom(f"{[step.sql for step in chain.steps]} {[table.name for table in schema.tables]}")
    focus = focus_of(schema, chain)
    scope = reach(schema, focus.used, chain.constants)
    pools = pools_of(schema, [{name: grid.rows for name, grid in before.items()} for before in befores])
    plan = plan_of(chain)
    found: list[tuple[State, State]] = []
    for number in range(_TRIES):
        before = state_of(schema, random_database(rng, scope, pools, focus, _STYLES[number % len(_STYLES)]))
        if rng.random() < 0.5:
            prepare(chain, schema, before, rng)
        after = carry_out(plan, before)
        if max(len(grid.rows) for grid in after.values()) <= _MOST_ROWS and not same(before, after):
            found.append((before, after))
        if len(found) == COUNT:
            break
    return found
