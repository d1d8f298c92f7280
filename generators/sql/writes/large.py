"""Databases of some dozens of rows for changes; they show what the tiny ones do not (`random_databases`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...base import Json
from ...quick_random import QuickRandom
from ..random_databases import FINE, HOLES, MIXED, SMALL, TIED, pools_of, random_database
from ..reach import reach
from ..schema import Schema
from ..tiny_databases import Focus
from .chain import Chain, carry_out, plan_of, prepare
from .rows import State, same, state_of

COUNT = 5
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
    words = {word for step in chain.steps for word in _words(step.facts)}
    tables = [table for table in schema.tables if table.name in words]
    used = {(table.name, column.name) for table in tables for column in table.columns if column.name in words}
    scope = reach(schema, used, chain.constants)
    focus = Focus(used, [table.name for table in tables])
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


def _words(value: Json) -> Iterator[str]:
    """All texts of a value, keys of objects not included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _words(part)
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from _words(part)
