"""Wrong queries whose results are not named after something else: such a name would tell what was there before.

That holds for the result of a query and for those of its common table expressions and subqueries.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from itertools import count
from typing import Any

from .codec import FIELDS
from .plan import Agg, Col, Expr, Func, Query, Select, SetOp, Source, Window, With
from .scope import labels

_Renamed = Mapping[str, Mapping[str, str]]
"""For sources or common table expressions: the new names of their columns, by the old ones."""

_OF = {
    "average": "avg",
    "total": "sum",
    "running": "sum",
    "number": "count",
    "first_count": "count",
    "second_count": "count",
    "children_count": "count",
    "part_count": "count",
    "the_year": "year",
    "year": "year",
    "the_month": "month",
    "month": "month",
}
"""Labels that say which function a value is of."""
_AGGREGATES = ("avg", "sum", "count", "max", "min")
_CALLED = {
    "avg": "average",
    "sum": "total",
    "count": "number",
    "max": "greatest",
    "min": "least",
    "year": "the_year",
    "month": "the_month",
    "day": "the_day",
}


def unlabelled(query: Query, columns: Collection[str]) -> Query:
    """A wrong query whose results are named after what they are.

    Args:
        query: the plan.
        columns: the names of all columns of the schema.
    """
    return _Unlabelling(frozenset(columns)).query(query, {}, {}, inner=False)


class _Unlabelling:
    def __init__(self, columns: frozenset[str]) -> None:
        self._columns = columns

    def query(self, query: Query, expressions: _Renamed, sources: _Renamed, *, inner: bool) -> Query:
        """A query with other labels.

        Args:
            query: the plan.
            expressions: what was renamed in the common table expressions that it may use.
            sources: what was renamed in the sources of the queries around it.
            inner: whether it is a part of another one. Its labels are often words for what the part is about, which
                stay.
        """
        if isinstance(query, With):
            known, parts = dict(expressions), []
            for name, part in query.parts:
                new = self.query(part, known, sources, inner=True)
                known[name] = _changes(part, new)
                parts.append((name, new))
            return With(tuple(parts), self.query(query.query, known, sources, inner=inner))
        if isinstance(query, SetOp):
            left = self.query(query.left, expressions, sources, inner=inner)
            return replace(query, left=left, right=self.query(query.right, expressions, sources, inner=inner))
        return self._select(query, expressions, dict(sources), inner=inner)

    def _select(
        self, select: Select, expressions: _Renamed, sources: dict[str, Mapping[str, str]], *, inner: bool
    ) -> Select:
        around = dict(sources)
        first = self._source(select.source, expressions, around, sources)
        others = [self._source(join.source, expressions, around, sources) for join in select.joins]

        def new(node: Any) -> Any:
            kind = type(node)
            if kind is tuple:
                return tuple([new(item) for item in node])
            if kind is Col:
                changed = sources.get(node.source)
                return node if not changed else Col(node.source, changed.get(node.name, node.name))
            if kind in (Select, SetOp, With):
                return self.query(node, expressions, sources, inner=True)
            fields = FIELDS.get(kind)
            return node if fields is None else kind(*[new(getattr(node, name)) for name in fields])

        made = replace(
            select,
            columns=tuple((label, new(value)) for label, value in select.columns),
            source=first,
            joins=tuple(
                replace(join, source=source, on=new(join.on))
                for join, source in zip(select.joins, others, strict=True)
            ),
            **{name: new(getattr(select, name)) for name in ("where", "group", "having", "order")},
        )
        return replace(made, columns=self._labelled(made.columns, inner=inner))

    def _source(
        self,
        source: Source,
        expressions: _Renamed,
        around: _Renamed,
        sources: dict[str, Mapping[str, str]],
    ) -> Source:
        """A source with other labels; what was renamed in it goes into `sources`."""
        if source.query is None:
            sources[source.name] = expressions.get(source.table, {})
            return source
        below = self.query(source.query, expressions, around, inner=True)
        sources[source.name] = _changes(source.query, below)
        return replace(source, query=below)

    def _labelled(self, columns: tuple[tuple[str, Expr], ...], *, inner: bool) -> tuple[tuple[str, Expr], ...]:
        wanted = [self._wanted(label, value, inner=inner) for label, value in columns]
        taken = {label for (label, _), name in zip(columns, wanted, strict=True) if name is None}
        found: list[tuple[str, Expr]] = []
        for (label, value), name in zip(columns, wanted, strict=True):
            if name is not None:
                # A word of ours is not to be a column's name as well: in ORDER BY it would be unclear.
                other = taken if isinstance(value, Col) else taken | self._columns
                label = next(one for one in _names(name) if one not in other)
                taken.add(label)
            found.append((label, value))
        return tuple(found)

    def _wanted(self, label: str, value: Expr, *, inner: bool) -> str | None:
        """Another name for a value; None if it keeps its label."""
        if isinstance(value, Col):
            return value.name if not inner or (label != value.name and label in self._columns) else None
        if isinstance(value, Agg | Window | Func):
            first, _, rest = label.partition("_")
            if isinstance(value, Agg) and first in _AGGREGATES and rest and label not in _OF:
                return self._of_column(label, first, rest, value)
            due = _OF.get(label.rstrip("0123456789"), value.name)
            return None if due == value.name else _CALLED.get(value.name, value.name)
        return None

    @staticmethod
    def _of_column(label: str, first: str, rest: str, value: Agg) -> str | None:
        """Another name like ``max_price``, of a function and a column; None where that is what the label says."""
        if isinstance(value.arg, Col) and _letters(value.arg.name) != _letters(rest.rstrip("0123456789")):
            rest = value.arg.name if _letters(value.arg.name) != _letters(rest) else rest
        made = f"{value.name}_{rest}"
        return None if made == label else made


def _letters(name: str) -> str:
    return name.replace("_", "").lower()


def _changes(old: Query, new: Query) -> dict[str, str]:
    return {before: after for before, after in zip(labels(old), labels(new), strict=True) if before != after}


def _names(name: str) -> Iterator[str]:
    yield name
    for number in count(2):
        yield f"{name}{number}"
