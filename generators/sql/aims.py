"""Where a wrong query differs from the right one, and so what a database must vary to tell them apart.

A way of `misreading_databases` changes what a query reads at random. A wrong query that is like the right one but for
one condition or one value is told by changes in the columns of that part alone: all else stays as it was on a database
on which the query gives rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..base import Json
from .plan import Const, InList, Select, SetOp, With
from .reach import Reach
from .same_meaning import Difference, stored_columns
from .scope import Scope, walk


@dataclass(frozen=True, slots=True)
class Aim:
    """What most likely tells a wrong query apart.

    Attributes:
        way: the name of a way of `misreading_databases`, or None if it is not known.
        reach: what it may change.
    """

    way: str | None
    reach: Reach


def aim(scope: Scope, reach: Reach, apart: Difference, way: str | None) -> Aim:
    """Where to change a database against a wrong query.

    Args:
        scope: the names of the plan.
        reach: what the plan touches.
        apart: where the wrong query differs from the plan.
        way: the way that tells such mistakes, if it is known.
    """
    columns, counted = stored_columns(scope, apart.nodes)
    known = _constants(apart.nodes)
    for node in reversed(apart.around):
        if columns or counted or isinstance(node, Select | SetOp | With):
            break
        columns, counted = stored_columns(scope, [node])
        known |= _constants([node])
    if counted and way in _OF_COUNTS:
        way, columns = _OF_COUNTS[way], set()
    return Aim(way, _within(reach, columns, known))


def aim_of_text(reach: Reach, text: str, way: str | None) -> Aim:
    """The aim against a mistake about one text of the query."""
    low = text.lower()
    known: set[Json] = {
        value
        for values in reach.constants.values()
        for value in values
        if low and isinstance(value, str) and low in value.lower()
    }
    columns = {place for place, values in reach.constants.items() if known & set(values)}
    return Aim(way, _within(reach, columns, known))


_OF_COUNTS = {"digits": "crowd", "repeats": "sizes", "edges": "sizes"}
"""Ways for numbers that are stored -> ways for numbers of rows."""


def _within(reach: Reach, columns: set[tuple[str, str]], known: set[Json]) -> Reach:
    """The reach of those of some columns that may be changed, and of the known ones of their constants."""
    free = tuple(
        (table, table.column(name))
        for table in reach.schema.tables
        for name in [column.name for column in table.columns if (table.name, column.name) in columns]
        if name != table.key
        and not table.column(name).unique
        and all(link.column != name for link in table.foreign_keys)
    )
    if not free:
        return reach
    constants = {}
    for table, column in free:
        values = reach.constants.get((table.name, column.name), ())
        asked = [value for value in values if value in known]
        constants[table.name, column.name] = asked or values or sorted(known, key=repr)
    return replace(reach, free=free, constants=constants)


def _constants(nodes: Sequence[Any]) -> set[Json]:
    """The constants in nodes, but for wrong ones."""
    found: set[Json] = set()
    for node in walk(tuple(nodes)):
        if isinstance(node, Const):
            found.add(node.value)
        elif isinstance(node, InList):
            found.update(node.choices)
    return found
