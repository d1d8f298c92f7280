"""Which one-edit neighbours of a question's query mean the same, whatever the rows are, as far as is known.

That a tie-breaker does not matter, or a join can lose nothing, depends on where it stands in the query, and queries of
one shape are alike. ``python -m benchmarks.sql_same_meaning`` draws questions of each shape, looks which edits any
database tells apart, and writes down those places where none ever did (``same_meaning.txt``). No search for databases
goes on for their sake alone; where one does tell such an edit apart, it counts like any other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from .codec import FIELDS
from .plan import Agg, Col, Query
from .schema import Schema
from .scope import Scope, walk

_ALIKE = (
    (
        re.compile(
            r"With\.parts\.\d\.1\.|Select\.source\.Source\.query\.|Select\.joins\.\d\.Join\.source\.Source\.query\."
        ),
        "@.",
    ),
    (re.compile(r"With\.query\."), ""),
)
"""A subquery may stand in FROM or before the query."""
_BY_SCHEMA = ("Exists>InQuery", ">Func", "Agg.arg")
"""Whether these differ depends on whether columns in them may be missing."""
_NAMES = frozenset({"name", "source", "value", "text", "choices", "limit", "offset"})
"""Fields whose contents differ from question to question."""


def signature(shape: str, plan: Query, edit: Query, schema: Schema) -> str:
    """Where and how an edit changes the plan of a question of a shape."""
    return signed(shape, difference(plan, edit), Scope(plan, schema))


def signed(shape: str, found: Difference, scope: Scope) -> str:
    """The signature of a difference that is known."""
    path = found.path
    for long, short in _ALIKE:
        path = long.sub(short, path)
    if any(part in path for part in _BY_SCHEMA):
        columns, _ = stored_columns(scope, found.nodes)
        nullable = any(scope.schema.table(table).column(name).nullable for table, name in columns)
        path += " nullable" if nullable else " not null"
    return f"{shape} {path}"


def stored_columns(scope: Scope, nodes: Sequence[Any]) -> tuple[set[tuple[str, str]], bool]:
    """The stored columns, by table, from which nodes are worked out, and whether rows are counted for them."""
    found: set[tuple[str, str]] = set()
    counted = False
    left, seen = list(nodes), set()
    while left:
        node = left.pop()
        for part in walk(node):
            if isinstance(part, Agg):
                counted = counted or part.name == "count"
            elif isinstance(part, Col) and part not in seen:
                seen.add(part)
                try:
                    origin = scope.origin(part)
                except KeyError:  # of a source that only the wrong query has
                    continue
                if isinstance(origin, tuple):
                    found.add(origin)
                else:
                    left.append(origin)
    return found, counted


@cache
def known() -> frozenset[str]:
    """The signatures of edits that no database tells apart."""
    text = (files(__package__ or __name__) / "same_meaning.txt").read_text(encoding="utf-8")
    return frozenset(text.splitlines())


@dataclass(frozen=True, slots=True)
class Difference:
    """The first place where two plans differ.

    Attributes:
        path: the way to it, and what stands there.
        nodes: what differs, of both plans.
        around: the nodes of the first plan on the way to it.
    """

    path: str
    nodes: tuple[Any, ...]
    around: tuple[Any, ...]


def difference(one: Any, other: Any) -> Difference:
    """The first place where two plans differ."""
    path: list[str] = []
    around: list[Any] = []

    def found(what: str, *nodes: Any) -> Difference:
        return Difference(f"{'.'.join(path)} {what}", nodes or (one, other), tuple(around))

    while True:
        if type(one) is not type(other):
            return found(f"{_short(one)}>{_short(other)}")
        if type(one) is tuple:
            if len(one) != len(other):
                at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), -1)
                apart = [part for part in one if part not in other] + [
                    part for part in other if part not in one
                ]
                return found(f"{len(one)}>{len(other)} at {at}", *apart)
            places: list[Any] = [at for at, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
            if len(places) != 1:
                apart = [part[at] for at in places for part in (one, other)]
                return found(" ".join(map(str, places)), *apart)
            path.append(str(places[0]))
            one, other = one[places[0]], other[places[0]]
            continue
        fields = FIELDS.get(type(one))
        if fields is None:
            return found(f"{_short(one)}>{_short(other)}")
        path.append(type(one).__name__)
        around.append(one)
        places = [name for name in fields if getattr(one, name) != getattr(other, name)]
        if len(places) != 1:
            apart = [getattr(part, name) for name in places for part in (one, other)]
            return found(" ".join(places), *apart)
        [name] = places
        path.append(name)
        both = one, other
        one, other = getattr(one, name), getattr(other, name)
        if name in _NAMES and path[-2] not in ("Agg", "Window", "Func") and FIELDS.get(type(one)) is None:
            return Difference(".".join(path), both, tuple(around))


def _short(node: Any) -> str:
    """A node as its kind; an operator or a flag as it is."""
    if node is None or isinstance(node, str | bool | int | float):
        return str(node)
    return type(node).__name__
