"""Plans and schemas as JSON and back.

A node is an object with one key, its class, over the list of its fields: ``{"Col": ["c", "city"]}``; fields at the
end that have their default are left out. A list inside is a tuple. Constants are scalars, so nothing is mixed up.
"""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any, cast

from ..base import Json
from . import plan
from .schema import Column, Kind, Schema, Table

CLASSES: dict[str, type[Any]] = {
    kind.__name__: kind
    for kind in (
        plan.Col,
        plan.Const,
        plan.Arith,
        plan.Func,
        plan.Case,
        plan.Agg,
        plan.Window,
        plan.Scalar,
        plan.Cmp,
        plan.Between,
        plan.InList,
        plan.Like,
        plan.IsNull,
        plan.And,
        plan.Or,
        plan.Not,
        plan.Exists,
        plan.InQuery,
        plan.Order,
        plan.Source,
        plan.Join,
        plan.Select,
        plan.SetOp,
        plan.With,
    )
}
"""The classes of nodes, by their names."""
FIELDS: dict[type[Any], tuple[str, ...]] = {
    kind: tuple(item.name for item in fields(kind)) for kind in CLASSES.values()
}
"""The names of the fields of each class of node, in order."""
_DEFAULTS = {kind: tuple(item.default for item in fields(kind)) for kind in CLASSES.values()}
_NEEDED = {kind: sum(default is MISSING for default in defaults) for kind, defaults in _DEFAULTS.items()}


NESTED = (list, dict)
"""What holds other values."""


def to_json(query: plan.Query) -> Json:
    """A plan as a JSON value."""
    return _pack(query)


def from_json(value: Json) -> plan.Query:
    """The plan of a JSON value that `to_json` made.

    Raises:
        ValueError: if the value is not such a plan.
    """
    query = _unpack(value)
    if not isinstance(query, plan.Select | plan.SetOp | plan.With):
        raise ValueError(f"not a query: {str(value)[:80]}")
    return query


def _pack(value: Any) -> Json:
    kind = type(value)
    if kind is tuple:
        return [_pack(item) for item in value]
    names = FIELDS.get(kind)
    if names is None:
        return value
    parts = [getattr(value, name) for name in names]
    for default in reversed(_DEFAULTS[kind]):
        if default is MISSING or parts[-1] != default or type(parts[-1]) is not type(default):
            break
        parts.pop()
    return {kind.__name__: [_pack(part) for part in parts]}


def _unpack(value: Json) -> Any:
    if type(value) is list:
        return tuple([_unpack(item) if type(item) in NESTED else item for item in value])
    if type(value) is not dict:
        return value
    if len(value) != 1:
        raise ValueError(f"a node has one key, this has {sorted(map(str, value))[:5]}")
    [(name, parts)] = value.items()
    kind = CLASSES.get(name)
    if kind is None:
        raise ValueError(f"no such node: {name!r}")
    if not isinstance(parts, list) or not _NEEDED[kind] <= len(parts) <= len(FIELDS[kind]):
        raise ValueError(f"the fields of {name} do not fit: {str(parts)[:80]}")
    return kind(*[_unpack(part) if type(part) in NESTED else part for part in parts])


def schema_to_json(schema: Schema) -> Json:
    """The tables and the names and kinds of their columns, for ``payload["problem"]``."""
    return [[t.name, t.key, [[c.name, c.kind] for c in t.columns]] for t in schema.tables]


def schema_from_json(value: Json) -> Schema:
    """What `schema_to_json` keeps of a schema; it has no words for questions."""
    return Schema(
        "",
        tuple(
            Table(name, "", "", key, key, tuple(Column(c, cast("Kind", kind), "") for c, kind in columns))
            for name, key, columns in value
        ),
    )
