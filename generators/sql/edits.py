"""The one-edit neighbours of a plan: the queries that are nearly right.

Each edit changes one thing that people get wrong: an operator, a constant by one, AND and OR, a dropped condition,
DISTINCT, a direction, an aggregate, the form of COUNT, the type of a join, a sibling column, UNION ALL, IN and NOT IN,
a bound of BETWEEN, a limit, the partition or order of a window, a lost correlation, a filter in the wrong place. All
run; some may mean the same as the plan, which only databases can tell.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any, Literal, TypeVar

from ..base import Json
from .plan import (
    Agg,
    And,
    Arith,
    Between,
    Case,
    Cmp,
    Col,
    Const,
    Exists,
    Expr,
    Func,
    InList,
    InQuery,
    IsNull,
    Join,
    Like,
    Not,
    Or,
    Order,
    Pred,
    Query,
    Scalar,
    Select,
    SetOp,
    Source,
    Window,
    With,
)
from .schema import Schema
from .scope import Scope, is_grouped, walk, within

MOST = 100
"""A plan with more edits gives so many of them, drawn at random."""

Use = Literal["rows", "in", "exists", "scalar"]
"""What a query's result is for: whether duplicates and order matter."""

_OTHER_OPS: dict[str, tuple[Any, ...]] = {
    "=": ("<>", ">=", "<="),
    "<>": ("=",),
    "<": ("<=", ">"),
    "<=": ("<", ">="),
    ">": (">=", "<"),
    ">=": (">", "<="),
}
_OTHER_AGGREGATES: dict[str, tuple[Any, ...]] = {
    "sum": ("avg", "max"),
    "avg": ("sum", "max"),
    "min": ("max",),
    "max": ("min",),
    "count": (),
}
_OTHER_WINDOWS: dict[str, tuple[Any, ...]] = {
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
_OTHER_FIELDS: dict[str, Any] = {
    "year": "month",
    "month": "day",
    "day": "month",
    "lower": "upper",
    "upper": "lower",
}
_OTHER_SETS: dict[str, tuple[Any, ...]] = {
    "union": ("union_all", "intersect"),
    "union_all": ("union",),
    "intersect": ("except", "union"),
    "except": ("intersect", "union"),
}
_MEASURES = ("integer", "money", "real")

T = TypeVar("T")


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


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a value stands.

    Attributes:
        own: the sources of the SELECT around it.
        free: whether a column may be exchanged alone: not outside the aggregates of a grouped SELECT.
        lefts: those of them that a left join may leave without a row.
    """

    own: tuple[str, ...]
    free: bool
    lefts: tuple[str, ...] = ()


def _each(parts: tuple[T, ...], change: Callable[[T], Iterator[Any]]) -> Iterator[tuple[Any, ...]]:
    """The tuple with one of its parts changed."""
    for number, part in enumerate(parts):
        for other in change(part):
            yield (*parts[:number], other, *parts[number + 1 :])


def _without(parts: tuple[T, ...]) -> Iterator[tuple[T, ...]]:
    """The tuple without one of its parts."""
    for number in range(len(parts)):
        yield (*parts[:number], *parts[number + 1 :])


class _Editor:
    """Finds the edits of one plan."""

    def __init__(self, query: Query, schema: Schema, rng: random.Random) -> None:
        self.scope = Scope(query, schema)
        self.rng = rng
        self.links = {
            table.name: {table.key, *(link.column for link in table.foreign_keys)} for table in schema.tables
        }
        self.keys = {table.name: table.key for table in schema.tables}

    # ---- queries ----

    def query(self, query: Query, use: Use) -> Iterator[Query]:
        if isinstance(query, With):
            for number, (name, part) in enumerate(query.parts):
                for other in self.query(part, "rows"):
                    yield With((*query.parts[:number], (name, other), *query.parts[number + 1 :]), query.query)
            for other in self.query(query.query, use):
                yield With(query.parts, other)
        elif isinstance(query, SetOp):
            for op in _OTHER_SETS[query.op]:
                yield SetOp(op, query.left, query.right)
            yield query.left
            if query.op == "except":
                yield SetOp("except", query.right, query.left)
            elif query.op != "intersect":
                yield query.right
            for other in self.query(query.left, use):
                yield SetOp(query.op, other, query.right)
            for other in self.query(query.right, use):
                yield SetOp(query.op, query.left, other)
        else:
            yield from self.select(query, use)

    def select(self, select: Select, use: Use) -> Iterator[Select]:
        grouped = is_grouped(select)
        own = (select.source.name, *(join.source.name for join in select.joins))
        lefts = tuple(join.source.name for join in select.joins if join.left)
        rows, result = _Place(own, True, lefts), _Place(own, not grouped, lefts)
        if use != "exists":
            for columns in _each(select.columns, lambda pair: self._column(pair, result)):
                yield replace(select, columns=columns)
        if select.source.query is not None:
            for query in self.query(select.source.query, "rows"):
                yield replace(select, source=Source(select.source.name, query=query))
        yield from self._joins(select, rows)
        if select.where is not None:
            yield replace(select, where=None)
            for pred in self.pred(select.where, rows):
                yield replace(select, where=pred)
        if grouped:
            yield from self._groups(select, result)
        if use == "rows":
            yield from self._distinct(select, grouped)
        if use == "rows" or select.limit is not None:
            yield from self._order(select, result)

    def _column(self, pair: tuple[str, Expr], place: _Place) -> Iterator[tuple[str, Expr]]:
        label, value = pair
        if not isinstance(value, Const):
            for other in self.value(value, place):
                yield label, other

    def _joins(self, select: Select, place: _Place) -> Iterator[Select]:
        for number, join in enumerate(select.joins):
            before, behind = select.joins[:number], select.joins[number + 1 :]

            def with_join(other: Join, before: Any = before, behind: Any = behind) -> tuple[Join, ...]:
                return (*before, other, *behind)

            if join.left or not self._always_meets(join):
                yield replace(select, joins=with_join(Join(join.source, join.on, not join.left)))
            if not self._reads(replace(select, joins=(*before, *behind)), join.source.name):
                yield replace(select, joins=(*before, *behind))
            for pred in self.pred(join.on, place):
                yield replace(select, joins=with_join(Join(join.source, pred, join.left)))
            if join.source.query is not None:
                for query in self.query(join.source.query, "rows"):
                    source = Source(join.source.name, query=query)
                    yield replace(select, joins=with_join(Join(source, join.on, join.left)))
            if join.left:
                yield from self._moved(select, join, with_join)

    @staticmethod
    def _reads(node: Any, source: str) -> bool:
        return any(isinstance(part, Col) and part.source == source for part in walk(node))

    def _moved(
        self, select: Select, join: Join, with_join: Callable[[Join], tuple[Join, ...]]
    ) -> Iterator[Select]:
        """Filters of a left join in WHERE instead of ON, and the other way round."""
        if isinstance(join.on, And):
            first, *more = join.on.parts
            where = more if select.where is None else [*more, *_parts(select.where)]
            yield replace(select, joins=with_join(Join(join.source, first, True)), where=_all(where))
        if select.where is not None:
            parts = _parts(select.where)
            for number, part in enumerate(parts):
                if self._reads(part, join.source.name):
                    rest = parts[:number] + parts[number + 1 :]
                    on = And((*_parts(join.on), part))
                    yield replace(
                        select, joins=with_join(Join(join.source, on, True)), where=_all(rest) if rest else None
                    )

    def _groups(self, select: Select, place: _Place) -> Iterator[Select]:
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
                others: Sequence[Expr] = self._siblings(key, _Place(place.own, free=True))
            else:
                others = list(self.value(key, _Place(place.own, free=True)))
            for other in others:
                if other not in select.group and not isinstance(other, Const):
                    yield _regrouped(select, key, other)
        if select.group:
            for source in place.own:
                below = self.scope.below(source)
                if isinstance(below, str) and (key := Col(source, self.keys[below])) not in select.group:
                    yield replace(select, group=(*select.group, key))

    def _distinct(self, select: Select, grouped: bool) -> Iterator[Select]:
        if select.distinct:
            yield replace(select, distinct=False)
        elif not (grouped and all(any(value == key for _, value in select.columns) for key in select.group)):
            shown = {value for _, value in select.columns}
            if not select.joins and any(map(self._is_unique, shown)):
                return  # no two rows are equal
            if all(key.value in shown for key in select.order):
                yield replace(select, distinct=True)

    def _order(self, select: Select, place: _Place) -> Iterator[Select]:
        for number, key in enumerate(select.order):
            rest = select.order[:number] + select.order[number + 1 :]
            yield replace(select, order=_put(select.order, number, Order(key.value, not key.falling)))
            if rest or select.limit is None:
                yield replace(select, order=rest)
            if not select.distinct:
                for value in self.value(key.value, place):
                    if not isinstance(value, Const):
                        yield replace(select, order=_put(select.order, number, Order(value, key.falling)))
        if select.limit is not None:
            yield replace(select, limit=None, offset=0)
            yield replace(select, limit=select.limit + 1)
            if select.limit > 1:
                yield replace(select, limit=select.limit - 1)
            if select.offset:
                yield replace(select, offset=0)
            yield replace(select, offset=select.offset + 1)

    # ---- conditions ----

    def pred(self, pred: Pred, place: _Place) -> Iterator[Pred]:
        match pred:
            case Cmp():
                yield from self._cmp(pred, place)
            case Between(value=value, low=low, high=high):
                yield And((Cmp(">", value, low), Cmp("<=", value, high)))
                yield And((Cmp(">=", value, low), Cmp("<", value, high)))
                yield Cmp(">=", value, low)
                yield Cmp("<=", value, high)
                for other in self._bound(low, value):
                    yield Between(value, other, high)
                for other in self._bound(high, value):
                    yield Between(value, low, other)
                for other in self.value(value, place):
                    yield Between(other, low, high)
            case InList(value=value, choices=choices, negated=negated):
                yield InList(value, choices, not negated)
                if len(choices) > 1:
                    for rest in _without(choices):
                        yield InList(value, rest, negated)
                for other in self.value(value, place):
                    yield InList(other, choices, negated)
            case Like(value=value, how=how, text=text, negated=negated):
                yield Like(value, how, text, not negated)
                yield Like(value, "starts" if how == "contains" else "contains", text, negated)
                if len(text) > 1:
                    yield Like(value, how, text[:-1], negated)
                for other in self.value(value, place):
                    yield Like(other, how, text, negated)
            case IsNull(value=value, negated=negated):
                yield IsNull(value, not negated)
                for other in self.value(value, place):
                    yield IsNull(other, negated)
            case And(parts=parts) | Or(parts=parts):
                yield from self._logic(pred, parts, place)
            case Not(part=part):
                yield part
                for changed in self.pred(part, place):
                    yield Not(changed)
            case Exists(query=query, negated=negated):
                yield Exists(query, not negated)
                if negated:
                    yield from _as_not_in(query, place)
                for inner in self.query(query, "exists"):
                    yield Exists(inner, negated)
            case InQuery(value=value, query=query, negated=negated):
                yield InQuery(value, query, not negated)
                for inner in self.query(query, "in"):
                    yield InQuery(value, inner, negated)
                for other in self.value(value, place):
                    yield InQuery(other, query, negated)

    def _logic(self, pred: And | Or, parts: tuple[Pred, ...], place: _Place) -> Iterator[Pred]:
        make: type[And] | type[Or] = type(pred)
        if len(parts) > 1:
            yield Or(parts) if make is And else And(parts)
            for rest in _without(parts):
                yield rest[0] if len(rest) == 1 else make(rest)
        for changed in _each(parts, lambda part: self.pred(part, place)):
            yield make(changed)
        if make is And:
            for number, part in enumerate(parts):  # AND before OR, where parentheses are lost
                if isinstance(part, Or) and len(parts) > 1:
                    rest = (*parts[:number], *parts[number + 1 :])
                    yield Or((And((*rest, part.parts[0])), *part.parts[1:]))

    def _cmp(self, cmp: Cmp, place: _Place) -> Iterator[Pred]:
        left, right = cmp.left, cmp.right
        linked = cmp.op == "=" and isinstance(left, Col) and isinstance(right, Col)
        if not linked or not (self._is_link(left) and self._is_link(right)):
            ops = _OTHER_OPS[cmp.op]
            if cmp.op == "=" and self.scope.kind(left) in ("text", "boolean"):
                ops = ops[:1]
            for op in ops:
                yield Cmp(op, left, right)
        for other in self._bound(right, left):
            yield Cmp(cmp.op, left, other)
        for other in self.value(left, place):
            yield Cmp(cmp.op, other, right)
        for other in self.value(right, place):
            yield Cmp(cmp.op, left, other)

    def _is_link(self, value: Expr) -> bool:
        """Whether a value is a primary key or a reference."""
        if not isinstance(value, Col):
            return False
        origin = self.scope.origin(value)
        return isinstance(origin, tuple) and origin[1] in self.links[origin[0]]

    def _may_miss(self, value: Expr, place: _Place) -> bool:
        """Whether a value may be missing, as far as one can see."""
        if not isinstance(value, Col) or value.source in place.lefts:
            return True
        origin = self.scope.origin(value)
        return not isinstance(origin, tuple) or self.scope.schema.table(origin[0]).column(origin[1]).nullable

    def _is_unique(self, value: Expr) -> bool:
        """Whether a value is different in each row of its table."""
        if not isinstance(value, Col):
            return False
        below = self.scope.below(value.source)
        return isinstance(below, str) and (
            value.name == self.keys[below] or self.scope.schema.table(below).column(value.name).unique
        )

    def _always_meets(self, join: Join) -> bool:
        """Whether an inner join finds a row for each row before it, so that a left join is the same."""
        on, below = join.on, self.scope.below(join.source.name)
        if not (isinstance(on, Cmp) and on.op == "=" and isinstance(below, str)):
            return False
        for mine, other in ((on.left, on.right), (on.right, on.left)):
            if mine == Col(join.source.name, self.keys[below]) and isinstance(other, Col):
                table = self.scope.below(other.source)
                if isinstance(table, str):
                    links = self.scope.schema.table(table).foreign_keys
                    sure = any(
                        link.column == other.name and link.table == below and link.enforced for link in links
                    )
                    return sure and not self.scope.schema.table(table).column(other.name).nullable
        return False

    def _bound(self, bound: Expr, value: Expr) -> Iterator[Const]:
        """Constants next to one that `value` is compared with."""
        if not isinstance(bound, Const) or bound.value is None:
            return
        constant = bound.value
        if not isinstance(constant, str):
            if self.scope.kind(value) != "boolean":
                yield Const(constant + 1)
                yield Const(constant - 1)
            return
        if (day := _day(constant)) is not None:
            for step in (1, -1):
                yield Const((day + timedelta(step)).isoformat() + constant[10:])
        elif isinstance(value, Col) and isinstance(origin := self.scope.origin(value), tuple):
            pool = self.scope.schema.table(origin[0]).column(origin[1]).values
            others = [other for other in pool if isinstance(other, str) and other != constant]
            if others:
                yield Const(self.rng.choice(others))

    # ---- values ----

    def value(self, value: Expr, place: _Place) -> Iterator[Expr]:
        match value:
            case Col():
                if place.free:
                    yield from self._siblings(value, place)
            case Arith(op=op, left=left, right=right):
                if op in "+-":
                    yield Arith("-" if op == "+" else "+", left, right)
                elif op == "*":
                    yield Arith("+", left, right)
                    yield left
                if op in "-/":
                    yield Arith(op, right, left)
                for other in (*self._factor(left), *self.value(left, place)):
                    yield Arith(op, other, right)
                for other in (*self._factor(right), *self.value(right, place)):
                    yield Arith(op, left, other)
            case Func():
                yield from self._func(value, place)
            case Case(branches=branches, other=last):
                yield from self._case(branches, last, place)
            case Agg():
                yield from self._agg(value, place)
            case Window():
                yield from self._window(value, place)
            case Scalar(query=query):
                for inner in self.query(query, "scalar"):
                    yield Scalar(inner)
            case Const():
                return

    @staticmethod
    def _factor(value: Expr) -> Iterator[Expr]:
        if isinstance(value, Const) and isinstance(value.value, int | float):
            yield Const(value.value + 1)

    def _siblings(self, column: Col, place: _Place) -> list[Expr]:
        """Up to two columns of the same source and sort, and one of the same name in another source."""
        if column.source not in place.own:
            return []
        sort, own = self._sort(column), []
        for name in self.scope.columns(column.source):
            other = Col(column.source, name)
            if name != column.name and self._sort(other) == sort:
                own.append(other)
        found: list[Expr] = list(own if len(own) < 3 else self.rng.sample(own, 2))
        for source in place.own:
            if source != column.source and column.name in self.scope.columns(source):
                found.append(Col(source, column.name))
                break
        return found

    def _sort(self, column: Col) -> str | None:
        """What columns must share to be taken for each other."""
        if self._is_link(column):
            return "link"
        kind = self.scope.kind(column)
        return "measure" if kind in _MEASURES else kind

    def _func(self, func: Func, place: _Place) -> Iterator[Expr]:
        name, args = func.name, func.args
        if name in _OTHER_FIELDS:
            yield Func(_OTHER_FIELDS[name], args)
        if name == "days":
            yield Func("days", args[::-1])
        if name in ("coalesce", "abs", "lower", "upper", "concat"):
            yield args[0]
        if name == "concat":
            yield Func("concat", args[::-1])
        if name == "coalesce" and isinstance(args[1], Const) and not isinstance(args[1].value, str):
            yield Func("coalesce", (args[0], Const(args[1].value + 1)))
        if name == "plus_days" and isinstance(args[1], Const):
            for step in (1, -1):
                yield Func("plus_days", (args[0], Const(args[1].value + step)))
        for changed in _each(args, lambda arg: self.value(arg, place)):
            yield Func(name, changed)

    def _case(
        self, branches: tuple[tuple[Pred, Expr], ...], last: Expr | None, place: _Place
    ) -> Iterator[Expr]:
        if last is not None:
            yield Case(branches, None)
            test, then = branches[-1]
            if then != last:
                yield Case((*branches[:-1], (test, last)), then)
        if len(branches) > 1:
            yield Case(branches[::-1], last)
            for rest in _without(branches):
                yield Case(rest, last)
        for number, (test, then) in enumerate(branches):
            for pred in self.pred(test, place):
                yield Case(_put(branches, number, (pred, then)), last)
            for value in self.value(then, place):
                yield Case(_put(branches, number, (test, value)), last)
        if last is not None:
            for value in self.value(last, place):
                yield Case(branches, value)

    def _agg(self, agg: Agg, place: _Place) -> Iterator[Expr]:
        inside = _Place(place.own, True, place.lefts)
        name, arg = agg.name, agg.arg
        if arg is None:
            yield from self._counted(inside)
            return
        text = self.scope.kind(arg) not in (*_MEASURES, "boolean")
        for other in _OTHER_AGGREGATES[name]:
            yield Agg(other, arg, agg.distinct)
        if name == "count" and self._may_miss(arg, place):
            yield Agg("count")
        repeats = len(place.own) > 1 or not self._is_unique(arg)
        if repeats and name not in ("min", "max") and not (text and name != "count"):
            yield Agg(name, arg, not agg.distinct)
        if name == "avg" and not agg.distinct:
            yield Arith("/", Agg("sum", arg), Agg("count"))
        for value in self.value(arg, inside):
            if not isinstance(value, Const):
                yield Agg(name, value, agg.distinct)

    def _counted(self, place: _Place) -> Iterator[Expr]:
        """COUNT of something where COUNT(*) is right: of keys of joined sources, of references and missing values."""
        for source in place.own:
            below = self.scope.below(source)
            if not isinstance(below, str):
                continue
            table = self.scope.schema.table(below)
            if source in place.lefts:
                yield Agg("count", Col(source, table.key))
            if len(place.own) > 1:
                yield Agg("count", Col(source, table.key), True)
            links = [link.column for link in table.foreign_keys]
            holes = [column.name for column in table.columns if column.nullable and column.name not in links]
            for name in (*links[:1], *(self.rng.sample(holes, 1) if holes else ())):
                yield Agg("count", Col(source, name), name in links)

    def _window(self, window: Window, place: _Place) -> Iterator[Expr]:
        for name in _OTHER_WINDOWS[window.name]:
            arg = window.arg if name not in ("row_number", "rank", "dense_rank") else None
            yield replace(window, name=name, arg=arg)
        if window.name == "row_number" and len(window.order) > 1:
            yield replace(window, name="rank", order=window.order[:-1])
        for rest in _without(window.partition):
            yield replace(window, partition=rest)
        for changed in _each(window.partition, lambda key: self.value(key, place)):
            yield replace(window, partition=changed)
        for number, key in enumerate(window.order):
            yield replace(window, order=_put(window.order, number, Order(key.value, not key.falling)))
            rest = window.order[:number] + window.order[number + 1 :]
            if rest or window.name in ("sum", "avg", "count", "min", "max"):
                yield replace(window, order=rest)
            for value in self.value(key.value, place):
                if not isinstance(value, Const):
                    yield replace(window, order=_put(window.order, number, Order(value, key.falling)))
        if window.arg is not None:
            for value in self.value(window.arg, place):
                yield replace(window, arg=value)


# ---- helpers ----


def _put(parts: tuple[T, ...], number: int, part: T) -> tuple[T, ...]:
    return (*parts[:number], part, *parts[number + 1 :])


def _parts(pred: Pred) -> list[Pred]:
    return list(pred.parts) if isinstance(pred, And) else [pred]


def _all(parts: Sequence[Pred]) -> Pred:
    return parts[0] if len(parts) == 1 else And(tuple(parts))


def _day(text: Json) -> date | None:
    """The day of a text that is a date or time."""
    try:
        return date.fromisoformat(text[:10]) if len(text) in (10, 19) else None
    except ValueError:
        return None


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


def _as_not_in(query: Query, place: _Place) -> Iterator[Pred]:
    """NOT EXISTS written as NOT IN, which goes wrong where values are missing."""
    if not isinstance(query, Select) or query.where is None or query.group or query.limit is not None:
        return
    parts = _parts(query.where)
    for number, part in enumerate(parts):
        if (
            isinstance(part, Cmp)
            and part.op == "="
            and isinstance(part.left, Col)
            and isinstance(part.right, Col)
        ):
            for inner, outer in ((part.left, part.right), (part.right, part.left)):
                if outer.source in place.own and inner.source not in place.own:
                    rest = parts[:number] + parts[number + 1 :]
                    found = Select(
                        ((inner.name, inner),), query.source, query.joins, _all(rest) if rest else None
                    )
                    yield InQuery(outer, found, True)
                    return
