"""Whether the result of a query is settled by the rows alone, as far as its plan tells that.

An engine is free where rows tie at a limit, or in a window function that goes by the order of rows, and where a
subquery that stands for one value has several rows. `evaluate` finds that out on a database; what is told here holds
on all databases, so that any engine's result will do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .plan import And, Cmp, Col, Expr, Pred, Query, Scalar, Select, Source, Window, With
from .schema import Schema
from .scope import is_grouped, walk, within

_ANY_ORDER = ("rank", "dense_rank")


def is_settled(query: Query, schema: Schema) -> bool:
    """Whether ties can change nothing in a query's result, nor in that with its order keys behind it.

    Args:
        query: the plan; one that is not settled may be found to be so by the rows alone.
        schema: its tables.
    """
    nodes = walk(query)
    names = _Names(schema, nodes)
    return all(
        names.is_settled(node)
        if isinstance(node, Select)
        else _is_one(node.query)
        if isinstance(node, Scalar)
        else True
        for node in nodes
    )


def _is_one(query: Query) -> bool:
    """Whether a query has one row at most."""
    return isinstance(query, Select) and (query.limit == 1 or (is_grouped(query) and not query.group))


class _Names:
    """What the sources of a query are known by."""

    def __init__(self, schema: Schema, nodes: Iterable[object]) -> None:
        self._keys = {table.name: table.key for table in schema.tables}
        self._expressions: dict[str, Query] = {}
        for node in nodes:
            if isinstance(node, With):
                self._expressions.update(node.parts)

    def is_settled(self, select: Select) -> bool:
        """Whether no tie matters in a SELECT, apart from its subqueries."""
        by = {key.value for key in select.order}
        if (select.limit is not None or select.offset) and not self._tells_apart(select, by):
            return False
        if select.distinct and not by <= {value for _, value in select.columns}:
            return False
        return all(
            self._tells_apart(select, {*node.partition, *(key.value for key in node.order)})
            for node in within((select.columns, select.order))
            if isinstance(node, Window) and _goes_by_rows(node)
        )

    def _tells_apart(self, select: Select, by: set[Expr]) -> bool:
        """Whether no two rows of a SELECT, before it leaves any out, have the same values."""
        if is_grouped(select):
            return by.issuperset(select.group)
        sources = {source.name: source for source in (select.source, *(join.source for join in select.joins))}
        known = {name for name, source in sources.items() if self._is_key(source, by)}
        equal = [
            (left, right, join)
            for join in select.joins
            for one, other in _equalities(join.on)
            for left, right in ((one, other), (other, one))
        ]
        while True:
            # A row of a known source has one partner at most in a source whose key is compared with its column. The
            # partner of a left join may be missing, so that nothing follows from it.
            more = {
                right.source
                for left, right, join in equal
                if left.source in known
                and right.source in sources
                and right.source not in known
                and (not join.left or right.source == join.source.name)
                and self._is_key(sources[right.source], {right})
            }
            if not more:
                return len(known) == len(sources)
            known |= more

    def _is_key(self, source: Source, by: set[Expr]) -> bool:
        """Whether the values tell the rows of a source apart."""
        below = source.query if source.query is not None else self._expressions.get(source.table)
        if below is None:
            return Col(source.name, self._keys[source.table]) in by
        if not isinstance(below, Select) or not below.group:
            return False
        labels: Mapping[Expr, str] = {value: label for label, value in below.columns}
        return all(key in labels and Col(source.name, labels[key]) in by for key in below.group)


def _goes_by_rows(window: Window) -> bool:
    """Whether a window function's value depends on the order of rows that tie."""
    return window.name in ("row_number", "lag", "lead") or (
        bool(window.order) and window.name not in _ANY_ORDER
    )


def _equalities(on: Pred) -> list[tuple[Col, Col]]:
    """The columns that a condition holds equal."""
    parts = on.parts if isinstance(on, And) else (on,)
    return [
        (part.left, part.right)
        for part in parts
        if isinstance(part, Cmp)
        and part.op == "="
        and isinstance(part.left, Col)
        and isinstance(part.right, Col)
    ]
