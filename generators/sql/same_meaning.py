"""Which one-edit neighbours of a question's query mean the same, whatever the rows are, as far as is known.

That a tie-breaker does not matter, or a join can lose nothing, depends on where it stands in the query, and queries of
one shape are alike. ``python -m benchmarks.sql_same_meaning`` draws questions of each shape, looks which edits any
database tells apart, and writes down those places where none ever did (``same_meaning.txt``). No search for databases
goes on for their sake alone; where one does tell such an edit apart, it counts like any other.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Any

from .codec import FIELDS
from .plan import Query

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
_NAMES = frozenset({"name", "source", "value", "text", "choices", "limit", "offset"})
"""Fields whose contents differ from question to question."""


def signature(shape: str, plan: Query, edit: Query) -> str:
    """Where and how an edit changes the plan of a question of a shape."""
    path = _difference(plan, edit)
    for long, short in _ALIKE:
        path = long.sub(short, path)
    return f"{shape} {path}"


@cache
def known() -> frozenset[str]:
    """The signatures of edits that no database tells apart."""
    text = (files(__package__ or __name__) / "same_meaning.txt").read_text(encoding="utf-8")
    return frozenset(text.splitlines())


def _difference(one: Any, other: Any) -> str:
    """The path to the first place where two nodes differ, and what stands there."""
    path: list[str] = []
    while True:
        if type(one) is not type(other):
            return f"{'.'.join(path)} {_short(one)}>{_short(other)}"
        if type(one) is tuple:
            if len(one) != len(other):
                at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), -1)
                return f"{'.'.join(path)} {len(one)}>{len(other)} at {at}"
            places: list[Any] = [at for at, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
            if len(places) != 1:
                return f"{'.'.join(path)} {' '.join(map(str, places))}"
            path.append(str(places[0]))
            one, other = one[places[0]], other[places[0]]
            continue
        fields = FIELDS.get(type(one))
        if fields is None:
            return f"{'.'.join(path)} {_short(one)}>{_short(other)}"
        path.append(type(one).__name__)
        places = [name for name in fields if getattr(one, name) != getattr(other, name)]
        if len(places) != 1:
            return f"{'.'.join(path)} {' '.join(places)}"
        [name] = places
        path.append(name)
        one, other = getattr(one, name), getattr(other, name)
        if name in _NAMES and path[-2] not in ("Agg", "Window", "Func") and FIELDS.get(type(one)) is None:
            return ".".join(path)


def _short(node: Any) -> str:
    """A node as its kind; an operator or a flag as it is."""
    if node is None or isinstance(node, str | bool | int | float):
        return str(node)
    return type(node).__name__
