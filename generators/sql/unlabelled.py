"""Wrong queries whose results are not named after other columns: such a name would tell what was there before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count

from .plan import Col, Expr, Query, SetOp, With


def unlabelled(query: Query) -> Query:
    """A wrong query whose results are not named after other columns: such a name would tell what was there before."""
    if isinstance(query, With):
        return replace(query, query=unlabelled(query.query))
    if isinstance(query, SetOp):
        return replace(query, left=unlabelled(query.left), right=unlabelled(query.right))
    taken = {label for label, value in query.columns if not isinstance(value, Col)}
    columns: list[tuple[str, Expr]] = []
    for label, value in query.columns:
        if isinstance(value, Col):
            label = next(name for name in _names(value.name) if name not in taken)
            taken.add(label)
            columns.append((label, value))
        else:
            columns.append((label, value))
    return replace(query, columns=tuple(columns))


def _names(name: str) -> Iterator[str]:
    yield name
    for number in count(2):
        yield f"{name}{number}"
