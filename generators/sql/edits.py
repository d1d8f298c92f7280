"""The one-edit neighbours of a plan: the queries that are nearly right.

Each edit changes one thing that people get wrong: an operator, a constant by one, AND and OR, a dropped condition,
DISTINCT, a direction, an aggregate, the form of COUNT, the type of a join, a sibling column, UNION ALL, IN and NOT IN,
a bound of BETWEEN, a limit, the partition or order of a window, a lost correlation, a filter in the wrong place. All
run; some may mean the same as the plan, which only databases can tell.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from .edit_facts import Place
from .edit_parts import (
    OTHER_SETS,
    Use,
    conjunction,
    conjuncts,
    each,
    put,
)
from .edit_values import ValueEditor
from .plan import (
    Agg,
    And,
    Cmp,
    Col,
    Const,
    Exists,
    Expr,
    InQuery,
    Join,
    Order,
    Query,
    Scalar,
    Select,
    SetOp,
    Source,
    With,
)
from .schema import Schema
from .scope import is_grouped, walk, within

MOST = 100
"""A plan with more edits gives so many of them, drawn at random."""


def edits(query: Query, schema: Schema, rng: random.Random) -> list[Query]:
    """All plans that differ from a plan by one edit, at most `MOST`.

    Args:
        query: the plan.
        schema: the tables; sibling columns and other categories come from it.
        rng: chooses among siblings, and among the edits if there are too many.
    """
    found = [edit for edit in dict.fromkeys(_Editor(query, schema, rng).query(query, "rows")) if edit != query]
    if len(found) > MOST:
        found = [found[place] for place in sorted(rng.sample(range(len(found)), MOST))]
    return found


class _Editor(ValueEditor):
    """Finds the edits of one plan."""

    # ---- queries ----

    def query(self, query: Query, use: Use) -> Iterator[Query]:
        if isinstance(query, With):
            for number, (name, part) in enumerate(query.parts):
                for other in self.query(part, "rows"):
                    yield With((*query.parts[:number], (name, other), *query.parts[number + 1 :]), query.query)
            for other in self.query(query.query, use):
                yield With(query.parts, other)
        elif isinstance(query, SetOp):
            for op in OTHER_SETS[query.op]:
                yield SetOp(op, query.left, query.right)
            yield query.left
            if query.op == "except":
                yield SetOp("except", query.right, query.left)
            elif query.op != "intersect":
                yield query.right
            inner: Use = use if query.op == "union_all" else "in"
            for other in self.query(query.left, inner):
                yield SetOp(query.op, other, query.right)
            for other in self.query(query.right, inner):
                yield SetOp(query.op, query.left, other)
        else:
            yield from self.select(query, use)

    def select(self, select: Select, use: Use) -> Iterator[Select]:
        grouped = is_grouped(select)
        result = self.facts.place(select)
        rows = Place(result.own, True, result.lefts, matched=result.matched)
        if use != "exists":
            for columns in each(select.columns, lambda pair: self._column(pair, result)):
                yield replace(select, columns=columns)
        if select.source.query is not None:
            for query in self.query(select.source.query, "rows"):
                yield replace(select, source=Source(select.source.name, query=query))
        yield from self._joins(select, rows)
        if select.where is not None:
            yield replace(select, where=None)
            for pred in self.pred(select.where, rows):
                yield replace(select, where=pred)
            yield from self._rewritten(select, use, grouped)
        if grouped:
            yield from self._groups(select, result)
        if use == "rows":
            yield from self._distinct(select, grouped)
        if use == "rows" or select.limit is not None:
            yield from self._order(select, result)

    def _column(self, pair: tuple[str, Expr], place: Place) -> Iterator[tuple[str, Expr]]:
        label, value = pair
        if not isinstance(value, Const):
            for other in self.value(value, place):
                yield label, other

    def _joins(self, select: Select, place: Place) -> Iterator[Select]:
        for number, join in enumerate(select.joins):
            before, behind = select.joins[:number], select.joins[number + 1 :]

            def with_join(other: Join, before: Any = before, behind: Any = behind) -> tuple[Join, ...]:
                return (*before, other, *behind)

            if join.left or not self.facts.left_is_same(select, join):
                yield replace(select, joins=with_join(Join(join.source, join.on, not join.left)))
            if not self._reads(replace(select, joins=(*before, *behind)), join.source.name):
                yield replace(select, joins=(*before, *behind))
            reach = replace(place, own=place.own[: number + 2])
            for pred in self.pred(join.on, reach):
                yield replace(select, joins=with_join(Join(join.source, pred, join.left)))
            if join.source.query is not None:
                for query in self.query(join.source.query, "rows"):
                    source = Source(join.source.name, query=query)
                    yield replace(select, joins=with_join(Join(source, join.on, join.left)))
            if join.left:
                yield from self._moved(select, join, with_join, behind)

    @staticmethod
    def _reads(node: Any, source: str) -> bool:
        return any(isinstance(part, Col) and part.source == source for part in walk(node))

    def _moved(
        self,
        select: Select,
        join: Join,
        with_join: Callable[[Join], tuple[Join, ...]],
        behind: tuple[Join, ...],
    ) -> Iterator[Select]:
        """Filters of a left join in WHERE instead of ON, and the other way round."""
        if isinstance(join.on, And):
            first, *more = join.on.parts
            where = more if select.where is None else [*more, *conjuncts(select.where)]
            yield replace(select, joins=with_join(Join(join.source, first, True)), where=conjunction(where))
        if select.where is not None:
            parts = conjuncts(select.where)
            for number, part in enumerate(parts):
                late = any(self._reads(part, other.source.name) for other in behind)
                if not late and self._reads(part, join.source.name):
                    rest = parts[:number] + parts[number + 1 :]
                    on = And((*conjuncts(join.on), part))
                    yield replace(
                        select,
                        joins=with_join(Join(join.source, on, True)),
                        where=conjunction(rest) if rest else None,
                    )

    @staticmethod
    def _rewritten(select: Select, use: Use, grouped: bool) -> Iterator[Select]:
        """A join instead of EXISTS or IN, which repeats rows; the first row instead of all with the greatest value."""
        parts = conjuncts(select.where) if select.where is not None else []
        for number, part in enumerate(parts):
            rest = parts[:number] + parts[number + 1 :]
            where = conjunction(rest) if rest else None
            match part:
                case Exists(
                    query=Select(joins=(), group=(), limit=None, where=on, source=source), negated=False
                ) if on:
                    joined = Join(source, on)
                case InQuery(
                    value=value,
                    query=Select(columns=((_, column),), joins=(), group=(), limit=None, having=None) as inner,
                    negated=False,
                ) if isinstance(column, Col):
                    conditions = [Cmp("=", column, value)] + (
                        [] if inner.where is None else conjuncts(inner.where)
                    )
                    joined = Join(inner.source, conjunction(conditions))
                case Cmp(
                    op="=",
                    left=value,
                    right=Scalar(query=Select(columns=((_, Agg(name="min" | "max") as best),))),
                ):
                    if use == "rows" and not grouped and not select.order and select.limit is None:
                        order = (Order(value, best.name == "max"),)
                        yield replace(select, where=where, order=order, limit=1)
                    continue
                case _:
                    continue
            yield replace(select, joins=(*select.joins, joined), where=where)

    def _groups(self, select: Select, place: Place) -> Iterator[Select]:
        if select.having is not None:
            yield replace(select, having=None)
            for pred in self.pred(select.having, place):
                yield replace(select, having=pred)
        outside = [value for _, value in select.columns] + [key.value for key in select.order]
        for number, key in enumerate(select.group):
            rest = select.group[:number] + select.group[number + 1 :]
            if rest and not any(_holds(value, key) for value in (*outside, select.having)):
                yield replace(select, group=rest)
            if isinstance(key, Col):
                others: Sequence[Expr] = self.siblings(key, replace(place, free=True))
            else:
                others = list(self.value(key, replace(place, free=True)))
            for other in others:
                if other not in select.group and not isinstance(other, Const):
                    yield _regrouped(select, key, other)
        if select.group:
            for source in place.own:
                below = self.scope.below(source)
                if isinstance(below, str) and (key := Col(source, self.facts.keys[below])) not in select.group:
                    yield replace(select, group=(*select.group, key))

    def _distinct(self, select: Select, grouped: bool) -> Iterator[Select]:
        if select.distinct:
            yield replace(select, distinct=False)
        elif not (grouped and any(value not in select.group for _, value in select.columns)):
            shown = {value for _, value in select.columns}
            if (
                shown >= set(select.group)
                if grouped
                else self.facts.rows_differ(select, self.facts.place(select))
            ):
                return  # no two rows are equal
            if all(key.value in shown for key in select.order):
                yield replace(select, distinct=True)

    def _order(self, select: Select, place: Place) -> Iterator[Select]:
        for number, key in enumerate(select.order):
            rest = select.order[:number] + select.order[number + 1 :]
            yield replace(select, order=put(select.order, number, Order(key.value, not key.falling)))
            if rest or select.limit is None:
                yield replace(select, order=rest)
            if not select.distinct:
                for value in self.value(key.value, place):
                    if not isinstance(value, Const):
                        yield replace(select, order=put(select.order, number, Order(value, key.falling)))
        if select.limit is not None:
            yield replace(select, limit=None, offset=0)
            yield replace(select, limit=select.limit + 1)
            if select.limit > 1:
                yield replace(select, limit=select.limit - 1)
            if select.offset:
                yield replace(select, offset=0)
            yield replace(select, offset=select.offset + 1)


def _holds(node: Any, part: Expr) -> bool:
    """Whether a value outside the aggregates of a node is `part`."""
    if node == part:
        return True
    if node is None or isinstance(node, Agg):
        return False
    return any(inner == part for inner in within(node))


def _regrouped(select: Select, key: Expr, other: Expr) -> Select:
    """The SELECT grouped by another key, which also stands wherever the first one stood."""

    def swap(node: Any) -> Any:
        if node == key:
            return other
        if isinstance(node, tuple):
            return tuple(map(swap, node))
        if isinstance(node, Agg | Const | Col | Scalar | Exists | InQuery) or not hasattr(node, "__slots__"):
            return node
        return type(node)(*(swap(getattr(node, name)) for name in type(node).__slots__))

    return replace(
        select,
        columns=swap(select.columns),
        group=swap(select.group),
        having=swap(select.having),
        order=swap(select.order),
    )
