"""The classic misreadings of a question, as queries: what its databases must tell from the reference.

An edit (`edits`) is a mistake of the pen. A misreading is a whole query that answers another question than the one that
was asked, as people write it: conditions that two different rows may meet, a missing value taken for zero or left out,
capital letters that are not told apart, a mean of means, numbers sorted as texts, a result that is rounded or cut off.
Each is made from the plan wherever the plan offers the occasion. Those that cannot differ by what the schema declares
are left out; of the rest, one that no database tells apart makes the question unfit (`choose_databases`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from .codec import FIELDS
from .edit_facts import Facts, Place
from .edit_parts import MEASURES, conjunction, conjuncts, day_of, put
from .plan import (
    Agg,
    And,
    Arith,
    Between,
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
from .render import Renderer, Style, to_sql
from .schema import Schema
from .scope import Scope, is_grouped, labels, walk, within

_STRICTNESS: dict[str, Any] = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
_PATTERNS = {"like": "{}", "part": "%{}%", "begin": "{}%"}
LOOSE = ("lower", "trim", *_PATTERNS)
"""Ways to compare texts that say more than letter by letter."""


@dataclass(frozen=True, slots=True)
class Written:
    """A value or condition that plans do not have, as SQL; ``{}`` stands for each of the values in it."""

    form: str
    args: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Misreading:
    """A query that answers another question.

    Attributes:
        way: what is misread: a name of `hostile.WAYS`.
        sql: the query.
        sure: whether there is a plausible database on which it gives something else than the reference.
        query: the same as a plan with `Written` parts; None where there is only a text.
    """

    way: str
    sql: str
    sure: bool
    query: Any = field(default=None, compare=False, repr=False)


class _Renderer(Renderer):
    """Writes plans with `Written` parts."""

    def value(self, value: Any) -> str:
        if isinstance(value, Written):
            return value.form.format(*(self.value(arg) for arg in value.args))
        return super().value(value)

    def condition(self, pred: Any) -> str:
        return self.value(pred) if isinstance(pred, Written) else super().condition(pred)


_STYLE = Style(qualify=True)


def _text(query: Any) -> str:
    return " ".join(_Renderer("sqlite", _STYLE).lines(query, 0, flat=True))


@dataclass(frozen=True, slots=True)
class _Spot:
    """Where a node stands.

    Attributes:
        put: makes the whole plan with another node here.
        select: the SELECT around it.
        place: its place.
        part: the clause: a field of `Select`.
        inside: whether it is in an aggregate or a window function.
    """

    put: Callable[[Any], Any]
    select: Select | None = None
    place: Place | None = None
    part: str = ""
    inside: bool = False


def misreadings(plan: Query, schema: Schema) -> list[Misreading]:
    """The classic misreadings of a plan, each text once, without those that cannot differ."""
    finder = _Finder(plan, schema)
    right = {to_sql(plan), _text(plan)}
    found: dict[str, Misreading] = {}
    for way, other, sure in finder.all():
        sql = other if isinstance(other, str) else _text(other)
        if sql not in right:
            found.setdefault(sql, Misreading(way, sql, sure, None if isinstance(other, str) else other))
    return list(found.values())


Found = Iterator[tuple[str, Any, bool]]


class _Finder:
    """Finds the misreadings of one plan."""

    def __init__(self, plan: Query, schema: Schema) -> None:
        self.plan = plan
        self.scope = Scope(plan, schema)
        self.schema = schema
        self.facts = Facts(self.scope)
        self.main = _main(plan)[0]

    def _is_shown(self, spot: _Spot) -> bool:
        """Whether a value stands in a column of the result."""
        return spot.select is self.main and spot.part == "columns" and self.main is not None

    def all(self) -> Found:
        """Way, query or its text, and whether it must differ somewhere."""
        for node, spot in self._spots(self.plan, _Spot(lambda new: new)):
            match node:
                case Select():
                    yield from self._selects(node, spot)
                case Agg():
                    yield from self._aggregates(node, spot)
                case Window():
                    yield from self._windows(node, spot)
                case Arith():
                    yield from self._quotients(node, spot)
                case Func():
                    yield from self._functions(node, spot)
                case Cmp():
                    yield from self._comparisons(node, spot)
                case Between(value=value, low=low, high=high):
                    for first, second in ((">", "<="), (">=", "<"), (">", "<")):
                        ends = And((Cmp(first, value, low), Cmp(second, value, high)))  # type: ignore[arg-type]
                        yield "edges", spot.put(ends), self._direct(node, spot) and isinstance(value, Col)
                case InList():
                    yield from self._capitals(node, spot)
                case Like():
                    yield from self._patterns(node, spot)
                case IsNull():
                    yield from self._missing(node, spot)
                case Order():
                    yield from self._keys(node, spot)
                case Exists() | InQuery():
                    yield from self._two_rows(node, spot)
                    yield from self._of_all(node, spot)
        yield from self._shown()
        yield from self._everywhere()

    # ---- walking ----

    def _spots(self, node: Any, spot: _Spot) -> Iterator[tuple[Any, _Spot]]:
        if type(node) is tuple:
            for at, item in enumerate(node):
                if type(item) is tuple or type(item) in FIELDS:
                    put = _putter(spot.put, node, at)
                    yield from self._spots(item, _Spot(put, spot.select, spot.place, spot.part, spot.inside))
            return
        names = FIELDS.get(type(node))
        if names is None:
            return
        yield node, spot
        here = self.facts.place(node) if isinstance(node, Select) else None
        inside = spot.inside or isinstance(node, Agg | Window)
        for name in names:
            below = getattr(node, name)
            if type(below) is not tuple and type(below) not in FIELDS:
                continue
            put = _setter(spot.put, node, name)
            if isinstance(node, Select):
                yield from self._spots(below, _Spot(put, node, here, name))
            else:
                yield from self._spots(below, _Spot(put, spot.select, spot.place, spot.part, inside))

    def _kind(self, value: Any) -> str | None:
        try:
            return self.scope.kind(value)
        except KeyError:
            return None

    def _may_miss(self, value: Any, spot: _Spot) -> bool:
        """Whether a value of a SELECT may be missing."""
        return self._missing_in(value, spot.place, spot.select)

    def _missing_in(self, value: Any, place: Place | None, select: Select | None) -> bool:
        match value:
            case Col(source=source):
                if place is not None and value in place.sure:
                    return False
                if place is not None and source in place.lefts:
                    return True
                below = self.scope.below(source)
                if isinstance(below, str):
                    return self.schema.table(below).column(value.name).nullable
                if not isinstance(below, Select):
                    return True
                inner = dict(below.columns)[value.name]
                return self._missing_in(inner, self.facts.place(below), below)
            case Const(value=constant):
                return constant is None
            case Agg(name="count") | Window(name="count" | "rank" | "dense_rank" | "row_number"):
                return False
            case Agg(arg=arg):
                if select is None or not select.group or self._missing_in(arg, place, select):
                    return not (
                        select is not None and select.having is not None and _needs(select.having, value)
                    )
                return False
            case Window(name="lag" | "lead"):
                return True
            case Window(arg=arg):
                return self._missing_in(arg, place, select)
            case Arith(op=op, left=left, right=right):
                by_zero = op == "/" and not (isinstance(right, Const) and right.value)
                return by_zero or any(self._missing_in(side, place, select) for side in (left, right))
            case Func(name="coalesce", args=args):
                return all(self._missing_in(arg, place, select) for arg in args)
            case Func(args=args):
                return any(self._missing_in(arg, place, select) for arg in args)
            case Scalar(query=Select(columns=((_, Agg(name="count")),), group=())):
                return False
            case _:
                return True

    # ---- whole SELECTs ----

    def _selects(self, select: Select, spot: _Spot) -> Found:
        """Conditions met by two different rows, alternatives put together, and duplicates."""
        rows = spot.select is None or spot.part == "source"
        top = select is self.main
        plain = not is_grouped(select) and select.limit is None and not select.offset
        if top and select.order:
            first, *others = select.order
            if select.limit is None:
                yield "ties", spot.put(replace(select, order=())), True
            other = replace(first, falling=not first.falling)
            yield "ties", spot.put(replace(select, order=(other, *others))), True
        parts = [] if select.where is None else conjuncts(select.where)
        bare = replace(select, order=(), distinct=False)
        if rows and plain and select.where is not None and not self._told(select):
            sure = top and self._stored(select) and (not select.distinct or not self._decided(select, parts))
            for number, part in enumerate(parts):
                rest = parts[:number] + parts[number + 1 :]
                among = replace(bare, where=conjunction(rest) if rest else None)
                if rest:
                    both = SetOp("intersect", replace(bare, where=part), among)
                    yield "split", _sorted(spot.put(both), self.plan), sure
                if isinstance(part, Exists | InQuery) and part.negated:
                    met = replace(part, negated=False)
                    less = SetOp("except", among, replace(bare, where=met))
                    yield "twins", _sorted(spot.put(less), self.plan), sure
        if rows and plain and select.where is not None:
            for number, part in enumerate(parts):
                if isinstance(part, Or):
                    rest_of = parts[:number] + parts[number + 1 :]
                    sides = [replace(bare, where=conjunction([*rest_of, side])) for side in part.parts]
                    for op in ("union_all", "union"):
                        whole: Query = sides[0]
                        for side in sides[1:]:
                            whole = SetOp(op, whole, side)
                        apart = len({frozenset(_columns_of(side)) for side in part.parts}) > 1
                        apart = apart and all(isinstance(side, Cmp | InList | Like) for side in part.parts)
                        sure = apart if op == "union_all" else not self._told(select)
                        sure = sure and top and not select.distinct
                        yield "split", _sorted(spot.put(whole), self.plan), sure
        shown = {value for _, value in select.columns}
        once = rows and not select.distinct and all(key.value in shown for key in select.order)
        if once and plain and not self._told(select):
            yield "twins", spot.put(replace(select, distinct=True)), top and self._stored(select)
        merged = bool(select.group) and not shown >= set(select.group)
        if once and merged and select.limit is None and spot.select is None and not self._told_groups(select):
            yield "twins", spot.put(replace(select, distinct=True)), top
        if rows and plain and len(parts) > 1:
            yield from self._two_partners(select, parts, spot)
        if is_grouped(select):
            yield from self._filters(select, parts, spot)

    def _stored(self, select: Select) -> bool:
        """Whether all sources are tables that must have a row: others may be unique in ways that are not seen here."""
        if any(join.left for join in select.joins):
            return False
        return all(isinstance(self.scope.below(name), str) for name in self.facts.place(select).own)

    def _told(self, select: Select) -> bool:
        """Whether no two rows of a SELECT without groups are equal."""
        return self.facts.rows_differ(select, self.facts.place(select))

    def _told_groups(self, select: Select) -> bool:
        """Whether each group is of one row of a source, of which something unique is shown."""
        told = [value for _, value in select.columns if isinstance(value, Col) and self.facts.is_unique(value)]
        keys = {key.source if isinstance(key, Col) else "" for key in select.group}
        return keys <= {one.source for one in told} - {join.source.name for join in select.joins if join.left}

    @staticmethod
    def _decided(select: Select, parts: list[Pred]) -> bool:
        """Whether what is shown of a row decides all conditions but one."""
        shown = {value for _, value in select.columns}
        return sum(not _columns_of(part) <= shown for part in parts) < 2

    def _two_partners(self, select: Select, parts: list[Pred], spot: _Spot) -> Found:
        """Conditions on a joined row, one of which another partner of the same row may meet."""
        own = [select.source.name, *(join.source.name for join in select.joins)]
        shown = _sources_of((select.columns, select.order))
        for join in select.joins:
            name = join.source.name
            if join.left or name in shown or join.source.query is not None:
                continue
            mine = [part for part in parts if _sources_of(part) & set(own) == {name}]
            if len(mine) < 2:
                continue
            for part in mine:
                rest = [other for other in parts if other is not part]
                again = Select((("one", Const(1)),), join.source, (), conjunction([join.on, part]))
                yield (
                    "split",
                    spot.put(
                        replace(select, where=conjunction([*rest, Exists(_renamed(again, name, f"{name}_2"))]))
                    ),
                    True,
                )

    def _filters(self, select: Select, parts: list[Pred], spot: _Spot) -> Found:
        """A condition on groups taken for one on rows, and the other way round."""
        having = [] if select.having is None else conjuncts(select.having)
        for number, part in enumerate(having):
            if isinstance(part, Cmp) and isinstance(part.left, Agg) and isinstance(part.right, Const):
                if part.left.arg is None or part.left.name == "count":
                    continue
                rest = having[:number] + having[number + 1 :]
                row = Cmp(part.op, part.left.arg, part.right)
                where = conjunction([*parts, row])
                yield (
                    "rows",
                    spot.put(replace(select, where=where, having=conjunction(rest) if rest else None)),
                    False,
                )
        if not select.group or len(parts) == 0:
            return
        for number, part in enumerate(parts):
            if isinstance(part, Cmp) and isinstance(part.right, Const) and isinstance(part.left, Col):
                if part.left in select.group or part.op in ("=", "<>"):
                    continue
                rest = parts[:number] + parts[number + 1 :]
                best = Agg("max" if part.op in (">", ">=") else "min", part.left)
                group = conjunction([*having, Cmp(part.op, best, part.right)])
                yield (
                    "rows",
                    spot.put(replace(select, where=conjunction(rest) if rest else None, having=group)),
                    False,
                )

    def _two_rows(self, node: Exists | InQuery, spot: _Spot) -> Found:
        """A row that is A and B taken for two rows, one that is A and one that is B."""
        inner = node.query
        if not isinstance(inner, Select) or inner.where is None or inner.limit is not None:
            return
        if inner.group or inner.having is not None or is_grouped(inner):
            return
        parts = conjuncts(inner.where)
        own = {inner.source.name, *(join.source.name for join in inner.joins)}
        ties = [part for part in parts if not _sources_of(part) <= own]
        local = [part for part in parts if _sources_of(part) <= own]
        if len(local) < 2:
            return
        for part in local:
            rest = [other for other in local if other is not part]
            one = replace(node, query=replace(inner, where=conjunction([*ties, part])))
            two = replace(node, query=replace(inner, where=conjunction([*ties, *rest])))
            both: Pred = Or((one, two)) if node.negated else And((one, two))
            yield "split", spot.put(both), self._direct(node, spot)
            if node.negated:
                yield "split", spot.put(And((one, two))), False

    def _of_all(self, node: Exists | InQuery, spot: _Spot) -> Found:
        """Something for each of some rows, as if there had to be such a row."""
        inner = node.query
        if (
            not isinstance(node, Exists)
            or not node.negated
            or not isinstance(inner, Select)
            or inner.where is None
        ):
            return
        kept = [part for part in conjuncts(inner.where) if not (isinstance(part, Exists) and part.negated)]
        if len(kept) == len(conjuncts(inner.where)) or any(
            _sources_of(part) - {inner.source.name} for part in kept
        ):
            return
        there = Exists(replace(inner, where=conjunction(kept) if kept else None))
        both = And((node, _renamed(there, inner.source.name, f"{inner.source.name}_2")))
        yield "gone", spot.put(both), self._direct(node, spot)

    # ---- aggregates ----

    def _aggregates(self, agg: Agg, spot: _Spot) -> Found:
        select, place = spot.select, spot.place
        if select is None or place is None:
            return
        shown = self._is_shown(spot)
        name, arg = agg.name, agg.arg
        if arg is None:
            for column in self._plain_columns(select)[:2]:
                yield "crowd", spot.put(Agg("count", column, True)), shown
            return
        kind = self._kind(arg)
        number = kind in (*MEASURES, "boolean")
        missing = self._may_miss(arg, spot)
        if missing and number:
            filled = replace(agg, arg=Func("coalesce", (arg, Const(0))))
            alone = shown and any(value is agg for _, value in select.columns) and select.having is None
            yield "nulls", spot.put(filled), alone and name in ("avg", "count", "sum")
        if name != "count" and number and self._may_miss(agg, spot):
            alone = shown and any(value is agg for _, value in select.columns)
            yield "nulls", spot.put(Func("coalesce", (agg, Const(0)))), alone
        if name in ("sum", "avg", "count") and not agg.distinct and not self.facts.tells_apart(arg, place):
            yield "ties", spot.put(replace(agg, distinct=True)), shown and select.having is None
        if agg.distinct and name == "count" and kind == "text":
            yield "twins", spot.put(Agg("count", Written("LOWER({})", (arg,)), True)), shown  # type: ignore[arg-type]
        if name == "avg" and not agg.distinct:
            yield from self._means(agg, select, spot, shown)

    def _plain_columns(self, select: Select) -> list[Any]:
        """Columns of the last source by which nothing is grouped, and in which rows may agree."""
        joins = [join.source for join in select.joins if not join.left]
        source = joins[-1] if joins else select.source
        below = self.scope.below(source.name)
        if not isinstance(below, str):
            return []
        table = self.schema.table(below)
        links = {link.column for link in table.foreign_keys} | {table.key}
        columns = [Col(source.name, c.name) for c in table.columns if not c.unique and c.name not in links]
        return [column for column in columns if column not in select.group and not self._may_miss_col(column)]

    def _may_miss_col(self, column: Col) -> bool:
        origin = self.scope.origin(column)
        return not isinstance(origin, tuple) or self.schema.table(origin[0]).column(origin[1]).nullable

    def _means(self, agg: Agg, select: Select, spot: _Spot, shown: bool) -> Found:
        """A mean of the means of smaller groups."""
        keys = set(select.group)
        if any(value not in keys and value != agg for _, value in select.columns):
            return
        if select.having is not None or (select.order and any(o.value not in keys for o in select.order)):
            return
        for key in self._finer(select):
            columns = [*((f"k{at}", value) for at, value in enumerate(select.group)), ("m", agg)]
            inner = replace(
                select,
                columns=tuple(columns),
                group=(*select.group, key),
                order=(),
                limit=None,
                offset=0,
                distinct=False,
            )
            name = "means"
            again = {value: Col(name, f"k{at}") for at, value in enumerate(select.group)}
            outer = Select(
                tuple(
                    (label, Agg("avg", Col(name, "m")) if value == agg else again[value])
                    for label, value in select.columns
                ),
                Source(name, query=inner),
                group=tuple(again.values()),
                order=tuple(Order(again[key.value], key.falling) for key in select.order),
                limit=select.limit,
                offset=select.offset,
            )
            whole = self._replaced(spot, select, outer)
            if whole is not None:
                yield "sizes", whole, shown

    def _replaced(self, spot: _Spot, select: Select, other: Select) -> Any:
        """The whole plan with another SELECT in the place of one."""
        return _swap(self.plan, select, other)

    def _finer(self, select: Select) -> list[Expr]:
        """Keys by which groups could be cut once more."""
        found: list[Expr] = []
        fixed = self.facts.place(select).fixed
        for source in (select.source, *(join.source for join in select.joins)):
            below = self.scope.below(source.name)
            if not isinstance(below, str) or source.name in fixed:
                continue
            table = self.schema.table(below)
            links = [Col(source.name, link.column) for link in table.foreign_keys]
            closed = [Col(source.name, column.name) for column in table.columns if column.values]
            found += [column for column in [*links[:1], *closed[:1]] if column not in select.group]
        return found[:2]

    def _windows(self, window: Window, spot: _Spot) -> Found:
        shown = self._is_shown(spot)
        if window.name in ("lag", "lead") and self._kind(window) in MEASURES:
            yield "nulls", spot.put(Func("coalesce", (window, Const(0)))), shown
        if window.name in ("sum", "avg") and window.arg is not None and self._may_miss(window.arg, spot):
            yield "nulls", spot.put(Func("coalesce", (window, Const(0)))), False
            if window.name == "avg":
                filled = replace(window, arg=Func("coalesce", (window.arg, Const(0))))
                yield "nulls", spot.put(filled), False
        for number, key in enumerate(window.order):
            if self._kind(key.value) in MEASURES:
                text = Order(Written("CAST({} AS TEXT)", (key.value,)), key.falling)  # type: ignore[arg-type]
                yield "digits", spot.put(replace(window, order=put(window.order, number, text))), False

    # ---- values ----

    def _quotients(self, node: Arith, spot: _Spot) -> Found:
        sides = (node.left, node.right)
        if node.op == "/" and all(self._kind(side) in ("integer", "boolean", None) for side in sides):
            yield "sizes", spot.put(Written("({}) / NULLIF({}, 0)", sides)), False
        for at, side in enumerate(sides):
            if isinstance(side, Const | Agg) or not self._may_miss(side, spot):
                continue
            if isinstance(side, Col) and self._kind(side) in MEASURES and not (node.op == "/" and at == 1):
                full = Func("coalesce", (side, Const(0)))
                other = replace(node, left=full) if at == 0 else replace(node, right=full)
                yield "nulls", spot.put(other), self._is_shown(spot) and not spot.inside

    def _functions(self, node: Func, spot: _Spot) -> Found:
        name, args = node.name, node.args
        if name == "days":
            if any(self._kind(arg) == "datetime" for arg in args):
                days = ("julianday({1}) - julianday({0})",)
                yield "moments", spot.put(Written(days[0], args)), False
            bare = tuple(
                arg.args[0] if isinstance(arg, Func) and arg.name == "date_of" else arg for arg in args
            )
            if bare != args:
                yield "moments", spot.put(Func("days", bare)), spot.part in ("columns", "where")
            day = tuple(Func("date_of", (arg,)) if self._kind(arg) == "datetime" else arg for arg in args)
            if day != args:
                yield "moments", spot.put(Func("days", day)), False
            yield "edges", spot.put(Func("abs", (node,))), False
        if name == "date_of":
            yield "moments", spot.put(args[0]), False

    # ---- conditions ----

    def _comparisons(self, node: Cmp, spot: _Spot) -> Found:
        left, right = node.left, node.right
        yield from self._of_none(node, spot)
        if node.op in _STRICTNESS and self._direct(node, spot) and not isinstance(left, Const):
            plain = isinstance(left, Col) and isinstance(right, Scalar) and self._stored_only(right)
            sure = isinstance(right, Const) or plain
            way = "edges" if isinstance(right, Const) else "level"
            yield way, spot.put(Cmp(_STRICTNESS[node.op], left, right)), sure
        if not isinstance(right, Const) or right.value is None:
            return
        kind, constant = self._kind(left), right.value
        plain = isinstance(left, Col)
        if kind == "text" and isinstance(constant, str) and plain and node.op in ("=", "<>"):
            yield from self._capitals(node, spot)
        missing = plain and self._may_miss_before(left, node, spot)
        if missing and kind in (*MEASURES, "boolean") and _holds(node.op, 0, constant):
            zero = Cmp(node.op, Func("coalesce", (left, Const(0))), right)
            yield "nulls", spot.put(zero), self._direct(node, spot)
        early = isinstance(constant, str) and node.op in ("<", "<=", "<>")
        if missing and kind in ("date", "datetime", "text") and early:
            blank = Cmp(node.op, Func("coalesce", (left, Const(""))), right)
            yield "nulls", spot.put(blank), self._direct(node, spot)
        if isinstance(left, Func) and left.name == "year" and isinstance(constant, int):
            yield from self._years(node, left.args[0], constant, spot)

    def _of_none(self, node: Cmp, spot: _Spot) -> Found:
        """The mean or an extreme of no rows taken for zero, where a value is compared with it."""
        for scalar in [part for part in within((node.left, node.right)) if isinstance(part, Scalar)]:
            inner = scalar.query
            if (
                not isinstance(inner, Select)
                or inner.group
                or inner.having is not None
                or inner.limit is not None
            ):
                continue
            [(label, value)] = inner.columns
            if not isinstance(value, Agg) or value.name == "count" or self._kind(value) not in MEASURES:
                continue
            zero = Func("coalesce", (value, Const(0)))
            other = _swap(node, scalar, Scalar(replace(inner, columns=((label, zero),))))
            yield "gone", spot.put(other), self._may_be_none(node, inner, spot)

    def _may_be_none(self, node: Cmp, inner: Select, spot: _Spot) -> bool:
        """Whether a subquery of a condition can be without rows where a value is there that is beside zero."""
        if not self._direct(node, spot) or not isinstance(node.left, Col) or inner.where is None or inner.joins:
            return False
        origin = self.scope.origin(node.left)
        if not isinstance(origin, tuple) or not isinstance(self.scope.below(inner.source.name), str):
            return False
        column = self.schema.table(origin[0]).column(origin[1])
        low, high = column.low, column.high
        if not isinstance(low, int | float) or not isinstance(high, int | float):
            return False
        if not (isinstance(node.right, Scalar) or (isinstance(node.right, Arith) and node.right.op == "*")):
            return False
        at_hand = {">": high > 0, ">=": high >= 0, "<": low < 0, "<=": low <= 0, "=": low <= 0 <= high}
        if not at_hand.get(node.op, False):
            return False
        parts = conjuncts(inner.where)
        local = [part for part in parts if _sources_of(part) == {inner.source.name} and isinstance(part, Cmp)]
        around_it = self.main.where if self.main is not None else None
        others = [] if around_it is None else [part for part in conjuncts(around_it) if part is not node]
        around = {self.scope.origin(one) for part in (*others, node.left) for one in _columns_of(part)}
        return any(
            isinstance(part.right, Const) and not {self.scope.origin(one) for one in _columns_of(part)} & around
            for part in local
        )

    @staticmethod
    def _stored_only(scalar: Scalar) -> bool:
        """Whether a subquery gives the mean or an extreme of one column, without conditions."""
        inner = scalar.query
        if not isinstance(inner, Select) or inner.where is not None or inner.joins:
            return False
        value = inner.columns[0][1]
        return isinstance(value, Agg) and value.name == "avg" and isinstance(value.arg, Col)

    def _may_miss_before(self, value: Expr, node: Pred, spot: _Spot) -> bool:
        """Whether a value may be missing but for the condition itself."""
        place = None if spot.place is None else replace(spot.place, sure=frozenset())
        return self._missing_in(value, place, spot.select)

    def _direct(self, node: Pred, spot: _Spot) -> bool:
        """Whether a condition alone filters rows that the result shows."""
        select = spot.select
        if select is None or select is not self.main or spot.part != "where" or select.where is None:
            return False
        return any(part is node for part in conjuncts(select.where))

    def _capitals(self, node: Cmp | InList, spot: _Spot) -> Found:
        """Capital letters and spaces that do not count, and a part for the whole."""
        for form in LOOSE:
            other = self._loosely(node, form)
            if other is not None:
                yield "capitals", spot.put(other), form != "trim" and self._direct(node, spot)

    def _loosely(self, node: Any, form: str) -> Any:
        """A comparison with texts written so that capital letters or more do not count; None for other nodes."""
        if isinstance(node, Cmp) and node.op in ("=", "<>") and isinstance(node.right, Const):
            value, texts, negated = node.left, (node.right.value,), node.op == "<>"
        elif isinstance(node, InList):
            value, texts, negated = node.value, node.choices, node.negated
        else:
            return None
        letters = [text for text in texts if isinstance(text, str) and day_of(text) is None]
        if (
            not letters
            or len(letters) < len(texts)
            or not isinstance(value, Col)
            or self._kind(value) != "text"
        ):
            return None
        if form in ("lower", "like") and not any(text.lower() != text.upper() for text in letters):
            return None
        if form in _PATTERNS and any(set("%_") & set(text) for text in letters):
            return None
        quoted = [text.replace("'", "''").replace("{", "{{").replace("}", "}}") for text in letters]
        if form in _PATTERNS:
            word = "NOT LIKE" if negated else "LIKE"
            glue = " AND " if negated else " OR "
            texts_of = glue.join(f"{{0}} {word} '{_PATTERNS[form].format(text)}'" for text in quoted)
            return Written(f"({texts_of})", (value,))
        if form == "lower":
            quoted = [text.lower() for text in quoted]
        inside = ", ".join(f"'{text}'" for text in quoted)
        return Written(f"{form.upper()}({{}}) {'NOT IN' if negated else 'IN'} ({inside})", (value,))

    def _everywhere(self) -> Found:
        """The same carelessness about capital letters in all conditions at once."""
        nodes = walk(self.plan)
        for form in LOOSE:
            if sum(self._loosely(node, form) is not None for node in nodes) < 2:
                continue
            made, count = self._all_loose(self.plan, form)
            if count > 1:
                yield "capitals", made, form in ("lower", "like")

    def _all_loose(self, node: Any, form: str) -> tuple[Any, int]:
        other = self._loosely(node, form)
        if other is not None:
            return other, 1
        if type(node) is tuple:
            found = [self._all_loose(item, form) for item in node]
            return tuple(item for item, _ in found), sum(count for _, count in found)
        names = FIELDS.get(type(node))
        if names is None:
            return node, 0
        found = [self._all_loose(getattr(node, name), form) for name in names]
        return type(node)(*(item for item, _ in found)), sum(count for _, count in found)

    def _years(self, node: Cmp, value: Expr, year: int, spot: _Spot) -> Found:
        """Years by the text of dates."""
        if self._kind(value) == "datetime" and node.op == "=":
            ends = f"{{}} BETWEEN '{year}-01-01' AND '{year}-12-31'"
            yield "moments", spot.put(Written(ends, (value,))), False
        if node.op == ">":
            yield "moments", spot.put(Written(f"{{}} > '{year}-01-01'", (value,))), False
        if node.op == "<=":
            yield "moments", spot.put(Written(f"{{}} <= '{year}-01-01'", (value,))), False

    def _patterns(self, node: Like, spot: _Spot) -> Found:
        """A text that counts letter by letter where LIKE is wanted."""
        text = node.text.replace("'", "''").replace("{", "{{").replace("}", "}}")
        sign = "NOT " if node.negated else ""
        star = {"starts": f"{text}*", "ends": f"*{text}", "contains": f"*{text}*"}[node.how]
        letters = text.lower() != text.upper()
        yield (
            "capitals",
            spot.put(Written(f"{{}} {sign}GLOB '{star}'", (node.value,))),
            letters and self._direct(node, spot),
        )
        yield (
            "capitals",
            spot.put(Written(f"{{}} {sign}LIKE '{text}'", (node.value,))),
            self._direct(node, spot),
        )
        if node.how != "contains":
            yield "capitals", spot.put(replace(node, how="contains")), self._direct(node, spot)
        if node.how == "contains":
            yield "capitals", spot.put(replace(node, how="starts")), self._direct(node, spot)
            yield "capitals", spot.put(replace(node, how="ends")), self._direct(node, spot)
        if self._may_miss_before(node.value, node, spot) and node.negated:
            yield "nulls", spot.put(Written(f"COALESCE({{}}, '') NOT LIKE '%{text}%'", (node.value,))), False

    def _missing(self, node: IsNull, spot: _Spot) -> Found:
        kind = self._kind(node.value)
        if kind in (*MEASURES, "boolean"):
            filled = Func("coalesce", (node.value, Const(0)))
            yield "zeros", spot.put(Cmp("<>" if node.negated else "=", filled, Const(0))), False

    def _keys(self, node: Order, spot: _Spot) -> Found:
        """Numbers sorted as texts, names without regard to capital letters, missing values elsewhere."""
        if spot.part != "order":
            return
        kind = self._kind(node.value)
        top = spot.select is self.main and spot.select is not None
        if kind in MEASURES:
            text = Order(Written("CAST({} AS TEXT)", (node.value,)), node.falling)  # type: ignore[arg-type]
            below = self._below(node.value)
            counted = isinstance(below, Agg) and below.name == "count"
            first = spot.select is not None and spot.select.order[0] == node
            sure = top and first and (self._has_digits(below, spot) or (counted and not below.distinct))
            yield "crowd" if counted else "digits", spot.put(text), sure
            if self._may_miss(node.value, spot):
                zero = Order(Func("coalesce", (node.value, Const(0))), node.falling)
                yield "zeros", spot.put(zero), False
        if kind == "text":
            low = Order(Written("LOWER({})", (node.value,)), node.falling)  # type: ignore[arg-type]
            yield "twins", spot.put(low), False
        if self._may_miss(node.value, spot) and spot.select is not None:
            other = Order(Written("{} IS NULL", (node.value,)), node.falling)  # type: ignore[arg-type]
            order = spot.select.order
            at = next((number for number, key in enumerate(order) if key == node), 0)
            moved = replace(spot.select, order=(*order[:at], other, *order[at:]))
            if not isinstance(node.value, Agg) and not spot.select.distinct:
                yield "nulls", _swap(self.plan, spot.select, moved), top and isinstance(node.value, Col)

    def _has_digits(self, value: Any, spot: _Spot) -> bool:
        """Whether a column holds numbers of one digit and of more, whatever else is asked of it."""
        if not isinstance(value, Col) or spot.select is None or value in _columns_of(spot.select.where):
            return False
        origin = self.scope.origin(value)
        if not isinstance(origin, tuple):
            return False
        column = self.schema.table(origin[0]).column(origin[1])
        low, high = column.low, column.high
        ranged = isinstance(low, int | float) and isinstance(high, int | float) and low <= 9 and high >= 25
        return ranged and not column.values and column.name != self.schema.table(origin[0]).key

    # ---- what is shown ----

    def _shown(self) -> Found:
        """Values of the result that are rounded, filled in, or whose rows are left out where they are missing."""
        select, put_back = _main(self.plan)
        if select is None:
            return
        place = self.facts.place(select)
        for at, (label, value) in enumerate(select.columns):

            def with_value(other: Any, at: int = at, label: str = label) -> Any:
                return put_back(replace(select, columns=put(select.columns, at, (label, other))))

            kind = self._kind(value)
            computed = not isinstance(value, Col)
            if kind == "real" or (kind == "money" and computed):
                derived = isinstance(self._below(value), Agg | Arith | Window | Scalar)
                yield "sizes", with_value(Written("CAST({} AS INTEGER)", (value,))), derived
                yield "sizes", with_value(Written("ROUND({})", (value,))), derived
                yield "sizes", with_value(Written("ROUND({}, 1)", (value,))), False
                if self._long(value):
                    yield "sizes", with_value(Written("ROUND({}, 2)", (value,))), True
            if isinstance(value, Const):
                continue
            below = self._below(value)
            if isinstance(below, Arith) and below.op == "/" and not isinstance(below.right, Const):
                divisor = self._summand(below.right)
                counted = isinstance(divisor, Agg) and divisor.name == "count"
                if not counted or not select.group:  # a group has a row
                    zero = Func("coalesce", (value, Const(0)))
                    sure = not counted and self._may_be_zero(divisor)
                    yield "gone" if counted else "naught", with_value(zero), sure
            if self._missing_in(value, place, select) and not is_grouped(select):
                if isinstance(value, Col) and select.limit is None:
                    there = [*([] if select.where is None else conjuncts(select.where))]
                    kept = put_back(replace(select, where=conjunction([*there, IsNull(value, True)])))
                    free = value not in _columns_of((select.where, select.joins))
                    yield "nulls", kept, self._nullable(value) and free
                if kind in MEASURES:
                    sure = self._nullable(value)
                    yield "nulls", with_value(Func("coalesce", (value, Const(0)))), sure
            if is_grouped(select) and value in select.group and isinstance(value, Col):
                if kind == "text" and not self.facts.is_unique(value):
                    low = [Written("LOWER({})", (key,)) if key == value else key for key in select.group]
                    yield "twins", put_back(replace(select, group=tuple(low))), False  # type: ignore[arg-type]
                if self._missing_in(value, place, select):
                    there = [*([] if select.where is None else conjuncts(select.where))]
                    kept = put_back(replace(select, where=conjunction([*there, IsNull(value, True)])))
                    yield "nulls", kept, self._nullable(value)

    def _summand(self, value: Any) -> Any:
        """What is added up to a value; the value itself if that is no total."""
        value = self._below(value)
        while isinstance(value, Agg | Window) and value.name == "sum":
            value = self._below(value.arg)
        return value

    def _may_be_zero(self, value: Any) -> bool:
        """Whether a stored number can be 0 on all rows: no condition of the query is about it."""
        if not isinstance(value, Col):
            return False
        origin = self.scope.origin(value)
        chosen = [
            column
            for node in walk(self.plan)
            if isinstance(node, Cmp | Between | InList)
            for column in _columns_of(node)
            if self.scope.origin(column) == origin
        ]
        return isinstance(origin, tuple) and not chosen and self.scope.kind(value) in MEASURES

    def _nullable(self, value: Any) -> bool:
        """Whether a value of the result is missing on some database: a column that is declared so."""
        if not isinstance(value, Col):
            return False
        origin = self.scope.origin(value)
        return isinstance(origin, tuple) and self.schema.table(origin[0]).column(origin[1]).nullable

    def _below(self, value: Any) -> Any:
        """The value that a column of a subquery stands for."""
        while isinstance(value, Col):
            origin = self.scope.origin(value)
            if isinstance(origin, tuple):
                return value
            value = origin
        return value

    def _long(self, value: Any) -> bool:
        """Whether a value has more than two decimals on some database: a mean or a quotient."""
        value = self._below(value)
        if isinstance(value, Scalar):
            inner = value.query
            while not isinstance(inner, Select):
                inner = inner.left if isinstance(inner, SetOp) else inner.query
            return self._long(inner.columns[0][1])
        if isinstance(value, Agg | Window):
            return value.name == "avg"
        if isinstance(value, Arith) and value.op in "+-":
            return self._long(value.left) or self._long(value.right)
        return isinstance(value, Arith) and value.op == "/" and not isinstance(value.right, Const)


def _putter(put_back: Callable[[Any], Any], node: tuple[Any, ...], at: int) -> Callable[[Any], Any]:
    return lambda new: put_back((*node[:at], new, *node[at + 1 :]))


def _setter(put_back: Callable[[Any], Any], node: Any, name: str) -> Callable[[Any], Any]:
    return lambda new: put_back(replace(node, **{name: new}))


def _swap(node: Any, old: Any, new: Any) -> Any:
    """A plan with one node, told by identity or value, in the place of another."""
    if node is old or node == old:
        return new
    if type(node) is tuple:
        return tuple(_swap(item, old, new) for item in node)
    names = FIELDS.get(type(node))
    if names is None:
        return node
    parts = [_swap(getattr(node, name), old, new) for name in names]
    return type(node)(*parts)


def _main(plan: Query) -> tuple[Select | None, Callable[[Any], Any]]:
    """The SELECT that gives the result, and what puts another one in its place."""
    if isinstance(plan, Select):
        return plan, lambda new: new
    if isinstance(plan, With):
        select, inner = _main(plan.query)
        return select, lambda new: With(plan.parts, inner(new))
    return None, lambda new: new


def _sorted(plan: Any, original: Query) -> Any:
    """A plan whose result is sorted as the original's, where it shows what it is sorted by."""
    select, _ = _main(original)
    if select is None or not select.order:
        return plan
    shown = {value: label for label, value in select.columns}
    if any(key.value not in shown for key in select.order):
        return plan
    keys = ", ".join(
        f"{list(labels(original)).index(shown[key.value]) + 1}{' DESC' if key.falling else ''}"
        for key in select.order
    )
    return f"{_text(plan)}\nORDER BY {keys}"


def _sources_of(node: Any) -> set[str]:
    """The sources whose columns a node reads, subqueries included."""
    return {column.source for column in _columns_of(node)}


def _columns_of(node: Any) -> set[Any]:
    """The columns that a node reads, subqueries included."""
    return {part for part in walk(node) if isinstance(part, Col)}


def _renamed(node: Any, old: str, new: str) -> Any:
    """A node in which a source has another name."""
    if isinstance(node, Col):
        return Col(new, node.name) if node.source == old else node
    if isinstance(node, Source) and node.name == old:
        return Source(new, node.table, node.query)
    if type(node) is tuple:
        return tuple(_renamed(item, old, new) for item in node)
    names = FIELDS.get(type(node))
    if names is None:
        return node
    return type(node)(*(_renamed(getattr(node, name), old, new) for name in names))


def _needs(pred: Pred, value: Expr) -> bool:
    """Whether a condition is never met where a value is missing."""
    return any(
        isinstance(part, Cmp | Between) and value in (part.left if isinstance(part, Cmp) else part.value,)
        for part in conjuncts(pred)
    )


def _holds(op: str, left: Any, right: Any) -> bool:
    if isinstance(right, str):
        return False
    return bool(
        {
            "=": left == right,
            "<>": left != right,
            "<": left < right,
            "<=": left <= right,
            ">": left > right,
            ">=": left >= right,
        }[op]
    )
