"""What a question asks, as data: terms that describe sets of entities, and what is asked of them.

A plan names relations and anchors and nothing of the English; `evaluate` finds its answer, `search_qa_solver` finds it
in another way, `wording` says it, `proofs` shows that it is a good question. `to_json` and `from_json` are each
other's inverses.

A *hop* is one look-up of a relation: a step from an entity to another, a number or date that is read or compared, the
day of an event.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

from ..base import Json
from .world import Date


@dataclass(frozen=True, slots=True)
class Year:
    """At any time in a year."""

    year: int


@dataclass(frozen=True, slots=True)
class Moment:
    """The day that `relation` gives for the one entity of `term`."""

    term: Term
    relation: str


When = Date | Year | Moment | None
"""The time that a temporal relation is asked for; None is today, and stands also with relations without times."""


@dataclass(frozen=True, slots=True)
class Named:
    """One entity that the question names."""

    id: str


@dataclass(frozen=True, slots=True)
class Step:
    """The values of a relation for the entities of `term`, or with `inverse` its subjects."""

    term: Term
    relation: str
    inverse: bool = False
    when: When = None


@dataclass(frozen=True, slots=True)
class Both:
    """The entities that are in `a` and in `b`."""

    a: Term
    b: Term


@dataclass(frozen=True, slots=True)
class Except:
    """The entities of `a` that are not in `b`; defined only if `b`'s relation is known for all of `a`."""

    a: Term
    b: Step


@dataclass(frozen=True, slots=True)
class Where:
    """The entities of `term` whose number or date is less or more than a limit; it must be known for all of them."""

    term: Term
    relation: str
    more: bool
    limit: int | Date


@dataclass(frozen=True, slots=True)
class Extreme:
    """The entity of `term` with the greatest (latest) or least (earliest) value; it must be known for all of them."""

    term: Term
    relation: str
    largest: bool


Term = Named | Step | Both | Except | Where | Extreme


@dataclass(frozen=True, slots=True)
class Who:
    """The one entity of a term."""

    term: Term


@dataclass(frozen=True, slots=True)
class All:
    """All entities of a term."""

    term: Term


@dataclass(frozen=True, slots=True)
class Count:
    """How many entities a term has."""

    term: Term


@dataclass(frozen=True, slots=True)
class ValueOf:
    """The number or date of the one entity of a term."""

    term: Term
    relation: str


@dataclass(frozen=True, slots=True)
class Years:
    """The number of years between the years of two dates."""

    first: ValueOf
    second: ValueOf


@dataclass(frozen=True, slots=True)
class Larger:
    """Which of the entities of two terms has the greater (later), or the smaller (earlier), value."""

    a: Term
    b: Term
    relation: str
    largest: bool


@dataclass(frozen=True, slots=True)
class Exceeds:
    """Whether the first entity's value is the greater (later) one."""

    a: Term
    b: Term
    relation: str


@dataclass(frozen=True, slots=True)
class Total:
    """The sum of a number over a term's entities; it must be known for all of them."""

    term: Term
    relation: str


Ask = Who | All | Count | ValueOf | Years | Larger | Exceeds | Total
Node = Term | Ask | Year | Moment | Date

_CLASSES: dict[str, Any] = {
    kind.__name__.lower(): kind
    for kind in (
        Named, Step, Both, Except, Where, Extreme, Who, All, Count, ValueOf, Years, Larger, Exceeds, Total, Year,
        Moment, Date,
    )
}  # fmt: skip
_NAMES: dict[type, tuple[str, ...]] = {
    kind: tuple(field.name for field in fields(kind)) for kind in _CLASSES.values()
}
"""The names of the fields of each part of a plan."""
_HOLDING = frozenset(("term", "a", "b", "first", "second", "when", "limit"))
"""The fields that other parts of a plan may stand in."""
_INNER = {kind: tuple(name for name in names if name in _HOLDING) for kind, names in _NAMES.items()}
_BACKWARDS = {kind: names[::-1] for kind, names in _INNER.items()}
_LOOKUPS: dict[type, int] = {
    Step: 1,
    Where: 1,
    Extreme: 1,
    ValueOf: 1,
    Total: 1,
    Moment: 1,
    Larger: 2,
    Exceeds: 2,
}


def to_json(node: Any) -> Json:
    """A plan as JSON: ``["step", ["named", "p1"], "mentor", false, null]``."""
    if node is None or isinstance(node, (str, int, bool)):
        return node
    return [type(node).__name__.lower(), *[to_json(getattr(node, name)) for name in _NAMES[type(node)]]]


def from_json(value: Json) -> Any:
    """The plan of a JSON value.

    Raises:
        ValueError: if it is none.
    """
    if not isinstance(value, list):
        return value
    if not value or value[0] not in _CLASSES:
        raise ValueError(f"not a part of a plan: {value!r:.60}")
    found = _CLASSES[value[0]]
    if len(value) != 1 + len(fields(found)):
        raise ValueError(f"{value[0]} takes {len(fields(found))} values, not {len(value) - 1}")
    return found(*map(from_json, value[1:]))


def nodes(node: Any) -> list[Any]:
    """A part of a plan and all parts within it, from the outside in."""
    found: list[Any] = []
    left = [node]
    while left:
        part = left.pop()
        found.append(part)
        for name in _BACKWARDS[type(part)]:
            value = getattr(part, name)
            if type(value) in _NAMES:
                left.append(value)
    return found


_last: tuple[Any, list[Any]] = (None, [])
"""A plan and its parts: several proofs in a row ask for those of the same plan."""


def _nodes_again(ask: Ask) -> list[Any]:
    """What `nodes` gives, found once for the same plan; not to be changed."""
    global _last
    known, found = _last
    if known is not ask:
        found = nodes(ask)
        _last = ask, found
    return found


def hops_of(ask: Ask) -> int:
    """How many look-ups of relations a plan needs."""
    return sum([_LOOKUPS.get(type(node), 0) for node in _nodes_again(ask)])


def looked_up(ask: Ask) -> list[str]:
    """The relations of a plan, each as often as it is looked up."""
    return [node.relation for node in _nodes_again(ask) if type(node) in _LOOKUPS]


def parts_of(node: Any) -> list[Any]:
    """The parts of a part of a plan: terms and times that are terms or have one."""
    found = [getattr(node, name) for name in _INNER[type(node)]]
    return [part for part in found if type(part) in _NAMES]


def anchors(ask: Ask) -> tuple[str, ...]:
    """The ids of the entities that the question names, in order, each once."""
    return tuple(dict.fromkeys(node.id for node in _nodes_again(ask) if type(node) is Named))


def reductions(ask: Ask) -> Iterator[Ask]:
    """The plan with one of its conditions left out, in every way; if one has the same answer, that one is idle."""
    yield from _reduced(ask)


def _reduced(node: Any) -> Iterator[Any]:
    if isinstance(node, Both):
        yield node.a
        yield node.b
    elif isinstance(node, Except):
        yield node.a
    elif isinstance(node, (Where, Extreme)):
        yield node.term
    kind = type(node)
    for name in _INNER[kind]:
        value = getattr(node, name)
        if type(value) in _NAMES:
            for smaller in _reduced(value):
                others = {other: getattr(node, other) for other in _NAMES[kind]}
                yield kind(**{**others, name: smaller})
