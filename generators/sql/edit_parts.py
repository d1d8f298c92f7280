"""What the edits of plans share: what is taken for what, and changes of one item of a tuple."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import Any, Literal, TypeVar

from ..base import Json
from .codec import FIELDS
from .plan import (
    And,
    Pred,
    Query,
)

Use = Literal["rows", "in", "exists", "scalar"]
"""What a query's result is for: whether duplicates and order matter."""

OTHER_OPS: dict[str, tuple[Any, ...]] = {
    "=": ("<>", ">=", "<="),
    "<>": ("=",),
    "<": ("<=", ">"),
    "<=": ("<", ">="),
    ">": (">=", "<"),
    ">=": (">", "<="),
}
OTHER_AGGREGATES: dict[str, tuple[Any, ...]] = {
    "sum": ("avg", "max"),
    "avg": ("sum", "max"),
    "min": ("max",),
    "max": ("min",),
    "count": (),
}
OTHER_WINDOWS: dict[str, tuple[Any, ...]] = {
    "row_number": (),
    "rank": ("dense_rank", "row_number"),
    "dense_rank": ("rank", "row_number"),
    "lag": ("lead",),
    "lead": ("lag",),
    "sum": ("avg",),
    "avg": ("sum",),
    "min": ("max",),
    "max": ("min",),
    "count": (),
}
OTHER_FIELDS: dict[str, Any] = {
    "year": "month",
    "month": "day",
    "day": "month",
}
OTHER_SETS: dict[str, tuple[Any, ...]] = {
    "union": ("union_all", "intersect"),
    "union_all": ("union",),
    "intersect": ("except", "union"),
    "except": ("intersect", "union"),
}
MEASURES = ("integer", "money", "real")

T = TypeVar("T")


def each(parts: tuple[T, ...], change: Callable[[T], Iterator[Any]]) -> Iterator[tuple[Any, ...]]:
    """The tuple with one of its parts changed."""
    for number, part in enumerate(parts):
        for other in change(part):
            yield (*parts[:number], other, *parts[number + 1 :])


def without(parts: tuple[T, ...]) -> Iterator[tuple[T, ...]]:
    """The tuple without one of its parts."""
    for number in range(len(parts)):
        yield (*parts[:number], *parts[number + 1 :])


def put(parts: tuple[T, ...], number: int, part: T) -> tuple[T, ...]:
    """The tuple with another part at a place."""
    return (*parts[:number], part, *parts[number + 1 :])


def conjuncts(pred: Pred) -> list[Pred]:
    """The conditions that must all be met."""
    return list(pred.parts) if isinstance(pred, And) else [pred]


def conjunction(parts: Sequence[Pred]) -> Pred:
    """One condition that asks for all of some."""
    return parts[0] if len(parts) == 1 else And(tuple(parts))


def day_of(text: Json) -> date | None:
    """The day of a text that is a date or time."""
    try:
        return date.fromisoformat(text[:10]) if len(text) in (10, 19) else None
    except ValueError:
        return None


def merged(plan: Query, one: Query, other: Query) -> Query | None:
    """What a plan becomes by both of two edits of it; None where they change the same place."""
    try:
        found: Query = _merged(plan, one, other)
    except _SamePlaceError:
        return None
    return found


class _SamePlaceError(Exception):
    """Two edits change one place."""


def _merged(node: Any, one: Any, other: Any) -> Any:
    if one is node or one == node:
        return other
    if other is node or other == node:
        return one
    if type(node) is type(one) is type(other):
        if isinstance(node, tuple):
            if len(node) == len(one) == len(other):
                return tuple(map(_merged, node, one, other))
        elif (fields := FIELDS.get(type(node))) is not None:
            return type(node)(
                *(_merged(getattr(node, name), getattr(one, name), getattr(other, name)) for name in fields)
            )
    raise _SamePlaceError
