"""Edits of conditions and values: see `edits`."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

from .edit_facts import Facts, Place
from .edit_parts import (
    MEASURES,
    OTHER_AGGREGATES,
    OTHER_FIELDS,
    OTHER_OPS,
    OTHER_WINDOWS,
    Use,
    conjunction,
    conjuncts,
    day_of,
    each,
    put,
    without,
)
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
    Like,
    Not,
    Or,
    Order,
    Pred,
    Query,
    Scalar,
    Select,
    Window,
)
from .schema import Schema
from .scope import Scope


class ValueEditor(ABC):
    """Finds the edits of conditions and values; those of queries are up to the class that extends it."""

    def __init__(self, query: Query, schema: Schema, rng: random.Random) -> None:
        """Edits of the parts of `query`; `rng` chooses among siblings."""
        self.scope = Scope(query, schema)
        self.rng = rng
        self.links = {
            table.name: {table.key, *(link.column for link in table.foreign_keys)} for table in schema.tables
        }
        self.facts = Facts(self.scope)

    @abstractmethod
    def query(self, query: Query, use: Use) -> Iterator[Query]:
        """The edits of a query."""

    # ---- conditions ----

    def pred(self, pred: Pred, place: Place) -> Iterator[Pred]:
        """The edits of a condition."""
        if (isinstance(pred, InList | Like) and pred.negated) or (isinstance(pred, Cmp) and pred.op == "<>"):
            value = pred.left if isinstance(pred, Cmp) else pred.value
            if isinstance(value, Col) and self.facts.may_miss(value, place):
                yield Or((pred, IsNull(value)))
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
                for changed in self.value(value, place):
                    yield Between(changed, low, high)
            case InList(value=value, choices=choices, negated=negated):
                yield InList(value, choices, not negated)
                if len(choices) > 1:
                    for rest in without(choices):
                        yield InList(value, rest, negated)
                for changed in self.value(value, place):
                    yield InList(changed, choices, negated)
            case Like(value=value, how=how, text=text, negated=negated):
                yield Like(value, how, text, not negated)
                yield Like(value, "starts" if how == "contains" else "contains", text, negated)
                if len(text) > 1:
                    yield Like(value, how, text[:-1], negated)
                for changed in self.value(value, place):
                    yield Like(changed, how, text, negated)
            case IsNull(value=value, negated=negated):
                yield IsNull(value, not negated)
                for changed in self.value(value, place):
                    if not (self.facts.solid(value, place) and self.facts.solid(changed, place)):
                        yield IsNull(changed, negated)
            case And(parts=parts) | Or(parts=parts):
                yield from self._logic(pred, parts, place)
            case Not(part=part):
                yield part
                for inverse in self.pred(part, place):
                    yield Not(inverse)
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
                for changed in self.value(value, place):
                    yield InQuery(changed, query, negated)

    def _logic(self, pred: And | Or, parts: tuple[Pred, ...], place: Place) -> Iterator[Pred]:
        make: type[And] | type[Or] = type(pred)
        if len(parts) > 1:
            yield Or(parts) if make is And else And(parts)
            for rest in without(parts):
                yield rest[0] if len(rest) == 1 else make(rest)
        for changed in each(parts, lambda part: self.pred(part, place)):
            yield make(changed)
        if make is And:
            for number, part in enumerate(parts):  # AND before OR, where parentheses are lost
                if isinstance(part, Or) and len(parts) > 1:
                    rest = (*parts[:number], *parts[number + 1 :])
                    yield Or((And((*rest, part.parts[0])), *part.parts[1:]))

    def _cmp(self, cmp: Cmp, place: Place) -> Iterator[Pred]:
        left, right = cmp.left, cmp.right
        linked = cmp.op == "=" and isinstance(left, Col) and isinstance(right, Col)
        if not linked or not (self._is_link(left) and self._is_link(right)):
            ops = OTHER_OPS[cmp.op]
            if cmp.op == "=" and self.scope.kind(left) in ("text", "boolean"):
                ops = ops[:1]
            for op in ops:
                yield Cmp(op, left, right)
        for bound in self._bound(right, left):
            yield Cmp(cmp.op, left, bound)
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
        if (day := day_of(constant)) is not None:
            for step in (1, -1):
                yield Const((day + timedelta(step)).isoformat() + constant[10:])
        elif isinstance(value, Col) and isinstance(origin := self.scope.origin(value), tuple):
            pool = self.scope.schema.table(origin[0]).column(origin[1]).values
            others = [other for other in pool if isinstance(other, str) and other != constant]
            if others:
                yield Const(self.rng.choice(others))

    # ---- values ----

    def value(self, value: Expr, place: Place) -> Iterator[Expr]:
        """The edits of a value."""
        match value:
            case Col():
                if place.free:
                    yield from self.siblings(value, place)
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

    def siblings(self, column: Col, place: Place) -> list[Expr]:
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
        return [other for other in found if frozenset((column, other)) not in place.equal]

    def _sort(self, column: Col) -> str | None:
        """What columns must share to be taken for each other."""
        if self._is_link(column):
            return "link"
        kind = self.scope.kind(column)
        return "measure" if kind in MEASURES else kind

    def _func(self, func: Func, place: Place) -> Iterator[Expr]:
        name, args = func.name, func.args
        if name in OTHER_FIELDS:
            yield Func(OTHER_FIELDS[name], args)
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
        for changed in each(args, lambda arg: self.value(arg, place)):
            yield Func(name, changed)

    def _case(self, branches: tuple[tuple[Pred, Expr], ...], last: Expr | None, place: Place) -> Iterator[Expr]:
        if last is not None:
            yield Case(branches, None)
            test, then = branches[-1]
            if then != last:
                yield Case((*branches[:-1], (test, last)), then)
        if len(branches) > 1:
            yield Case(branches[::-1], last)
            for rest in without(branches):
                yield Case(rest, last)
        for number, (test, then) in enumerate(branches):
            for pred in self.pred(test, place):
                yield Case(put(branches, number, (pred, then)), last)
            for value in self.value(then, place):
                yield Case(put(branches, number, (test, value)), last)
        if last is not None:
            for value in self.value(last, place):
                yield Case(branches, value)

    def _agg(self, agg: Agg, place: Place) -> Iterator[Expr]:
        inside = replace(place, free=True)
        name, arg = agg.name, agg.arg
        if arg is None:
            yield from self._counted(inside)
            return
        text = self.scope.kind(arg) not in (*MEASURES, "boolean")
        for other in OTHER_AGGREGATES[name]:
            yield Agg(other, arg, agg.distinct)
        if name == "count" and self.facts.may_miss(arg, place):
            yield Agg("count")
        repeats = not self.facts.tells_apart(arg, place)
        if repeats and name not in ("min", "max") and not (text and name != "count"):
            yield Agg(name, arg, not agg.distinct)
        if name == "avg" and not agg.distinct:
            yield Arith("/", Agg("sum", arg), Agg("count"))
        for value in self.value(arg, inside):
            alike = name == "count" and not agg.distinct and not self.facts.changes_count(arg, value, place)
            if not isinstance(value, Const) and not alike:
                yield Agg(name, value, agg.distinct)

    def _counted(self, place: Place) -> Iterator[Expr]:
        """COUNT of something where COUNT(*) is right: of keys of joined sources, of references and missing values."""
        holes: list[Col] = []
        for source in place.own:
            below = self.scope.below(source)
            if not isinstance(below, str):
                continue
            table = self.scope.schema.table(below)
            key = Col(source, table.key)
            if source in place.lefts:
                yield Agg("count", key)
            if not self.facts.tells_apart(key, place):
                yield Agg("count", key, True)
            links = [link.column for link in table.foreign_keys]
            for name in links[:1]:
                yield Agg("count", Col(source, name), True)
            columns = [Col(source, column.name) for column in table.columns if column.name not in links]
            holes += [column for column in columns if self.facts.may_miss(column, place)]
        holes = [column for column in holes if column.source not in place.lefts] or holes
        if holes:
            yield Agg("count", self.rng.choice(holes))

    def _window(self, window: Window, place: Place) -> Iterator[Expr]:
        for name in OTHER_WINDOWS[window.name]:
            arg = window.arg if name not in ("row_number", "rank", "dense_rank") else None
            yield replace(window, name=name, arg=arg)
        if window.name == "row_number" and len(window.order) > 1:
            yield replace(window, name="rank", order=window.order[:-1])
        for rest in without(window.partition):
            yield replace(window, partition=rest)
        for changed in each(window.partition, lambda key: self.value(key, place)):
            yield replace(window, partition=changed)
        for number, key in enumerate(window.order):
            yield replace(window, order=put(window.order, number, Order(key.value, not key.falling)))
            less = window.order[:number] + window.order[number + 1 :]
            if less or window.name in ("sum", "avg", "count", "min", "max"):
                yield replace(window, order=less)
            for value in self.value(key.value, place):
                if not isinstance(value, Const):
                    yield replace(window, order=put(window.order, number, Order(value, key.falling)))
        if window.arg is not None:
            for value in self.value(window.arg, place):
                yield replace(window, arg=value)


def _as_not_in(query: Query, place: Place) -> Iterator[Pred]:
    """NOT EXISTS written as NOT IN, which goes wrong where values are missing."""
    if not isinstance(query, Select) or query.where is None or query.group or query.limit is not None:
        return
    parts = conjuncts(query.where)
    for number, part in enumerate(parts):
        if (
            isinstance(part, Cmp)
            and part.op == "="
            and isinstance(part.left, Col)
            and isinstance(part.right, Col)
        ):
            for inner, outer in ((part.left, part.right), (part.right, part.left)):
                if outer.source in place.own and inner.source not in place.own:
                    less = parts[:number] + parts[number + 1 :]
                    found = Select(
                        ((inner.name, inner),), query.source, query.joins, conjunction(less) if less else None
                    )
                    yield InQuery(outer, found, True)
                    return
