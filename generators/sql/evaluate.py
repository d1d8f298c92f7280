"""What a plan gives on a database, computed without any SQL engine: the second way to every gold result.

A plan is compiled to functions of an environment, which maps the name of each source in reach to its current row.
Conditions give True, False or None for unknown. The rules are those of `plan`: missing values are equal for grouping,
DISTINCT and set operations, are skipped by aggregates, and come first when rising and last when falling.

The evaluator is strict where engines are silent: it raises `Ambiguous` where a plan's result would depend on the
order of rows that tie (a LIMIT that cuts a tie, ROW_NUMBER over one) or a scalar subquery has two rows.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

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
from .schema import Database, Row, Schema
from .scope import is_grouped, labels, within

Env = dict[Any, Any]
Value = Callable[[Env], Json]
Test = Callable[[Env], bool | None]
Rows = list[tuple[Json, ...]]
Place = tuple[str, int]
"""A source of an outer query and the place of the column that is read from its row."""


class EvaluationError(ValueError):
    """A plan is not one that `plan` allows: an unknown name, kinds that do not fit."""


class Ambiguous(EvaluationError):
    """The result depends on the order of rows that tie, or a scalar subquery has more than one row."""


def evaluate(query: Query, schema: Schema, database: Database) -> list[list[Row]]:
    """The result of a plan as groups of rows that tie in its order.

    Args:
        query: the plan.
        schema: the tables that it names.
        database: their rows.

    Returns:
        The groups in order, each a non-empty list of rows; one group of all rows where the plan asks for no order;
        [] for an empty result.

    Raises:
        Ambiguous: if the result is not determined.
        EvaluationError: if the plan is not valid over the schema.
    """
    return compiled(query, schema)(database)


def compiled(query: Query, schema: Schema) -> Callable[[Database], list[list[Row]]]:
    """`evaluate` for one plan and many databases."""
    run = _Compiler(schema).query(query, {})

    def result(database: Database) -> list[list[Row]]:
        tables = {name: [tuple(row) for row in rows] for name, rows in database.items()}
        try:
            rows, keys = run.rows({_TABLES: tables, _MEMO: {}})
        except TypeError as error:
            raise EvaluationError(f"the kinds of two values do not fit: {error}") from error
        groups: list[list[Row]] = []
        last: object = groups
        for number, row in enumerate(rows):
            key = None if keys is None else keys[number]
            if not groups or key != last:
                groups.append([])
            groups[-1].append(list(row))
            last = key
        return groups

    return result


_TABLES = object()
_MEMO = object()


@dataclass(slots=True)
class _Run:
    """A compiled query.

    Attributes:
        rows: its rows and, if it is ordered, the key of each, in order.
        names: the names of its columns.
        outer: the columns of outer queries that it reads.
    """

    rows: Callable[[Env], tuple[Rows, list[Any] | None]]
    names: tuple[str, ...]
    outer: frozenset[Place]


@dataclass(slots=True)
class _Frame:
    """What is known while one SELECT is compiled.

    Attributes:
        places: the place of each column of its sources.
        above: the frame of the query around it.
        outer: the columns of frames above that it reads.
        group: the key under which the environment has the rows of the current group, if it is grouped.
        windows: the window functions found so far, with the key for their value.
    """

    places: dict[str, dict[str, int]] = field(default_factory=dict)
    above: _Frame | None = None
    outer: set[Place] = field(default_factory=set)
    group: object = None
    keys: dict[Expr, object] = field(default_factory=dict)
    windows: dict[Window, object] = field(default_factory=dict)


class _Compiler:
    """Compiles one plan."""

    def __init__(self, schema: Schema) -> None:
        self.tables = {
            table.name: {column.name: place for place, column in enumerate(table.columns)}
            for table in schema.tables
        }

    # ---- queries ----

    def query(self, query: Query, ctes: dict[str, _Run], above: _Frame | None = None) -> _Run:
        if isinstance(query, With):
            known = dict(ctes)
            for name, part in query.parts:
                known[name] = self.query(part, known, above)
            return self.query(query.query, known, above)
        if isinstance(query, SetOp):
            return self.set_op(query, ctes, above)
        return self.select(query, ctes, above)

    def set_op(self, query: SetOp, ctes: dict[str, _Run], above: _Frame | None) -> _Run:
        left, right = self.query(query.left, ctes, above), self.query(query.right, ctes, above)
        if len(left.names) != len(right.names):
            raise EvaluationError("a set operation of results with different numbers of columns")
        op = query.op

        def rows(env: Env) -> tuple[Rows, None]:
            first, second = left.rows(env)[0], right.rows(env)[0]
            if op == "union_all":
                return first + second, None
            if op == "union":
                return list(dict.fromkeys(first + second)), None
            others = set(second)
            return [row for row in dict.fromkeys(first) if (row in others) == (op == "intersect")], None

        return _Run(rows, left.names, left.outer | right.outer)

    def select(self, select: Select, ctes: dict[str, _Run], above: _Frame | None) -> _Run:
        frame = _Frame(above=above)
        joined = self.sources(select, ctes, frame)
        keep = None if select.where is None else self.test(select.where, ctes, frame)
        grouped = is_grouped(select)
        keys = tuple(self.value(key, ctes, frame) for key in select.group)
        if grouped:
            frame.group = object()
            frame.keys = {key: object() for key in select.group}
        having = None if select.having is None else self.test(select.having, ctes, frame)
        columns = [self.value(value, ctes, frame) for _, value in select.columns]
        sort_by = [self.value(key.value, ctes, frame) for key in select.order]
        falling = [key.falling for key in select.order]
        windows = [(slot, self.window(window, ctes, frame)) for window, slot in list(frame.windows.items())]
        labels_of = labels(select)
        if len(set(labels_of)) < len(labels_of):
            raise EvaluationError(f"two columns have one label: {labels_of}")
        key_slots, group_slot = list(frame.keys.values()), frame.group
        has_group, distinct, ordered = bool(select.group), select.distinct, bool(select.order)
        limit, offset = select.limit, select.offset

        def rows(env: Env) -> tuple[Rows, list[Any] | None]:
            found = joined(env)
            if keep is not None:
                found = [inner for inner in found if keep(inner)]
            if grouped:
                found = _grouped(env, found, keys, key_slots, group_slot, one=not has_group)
                if having is not None:
                    found = [inner for inner in found if having(inner)]
            for slot, fill in windows:
                fill(found, slot)
            out = [tuple([column(inner) for column in columns]) for inner in found]
            if not ordered and not distinct:
                if limit is None and not offset:
                    return out, None
                return _cut([(None, row) for row in out], limit, offset)[0], None
            pairs = [
                (_key([value(inner) for value in sort_by], falling), row)
                for inner, row in zip(found, out, strict=True)
            ]
            if distinct:
                pairs = list({row: (key, row) for key, row in reversed(pairs)}.values())[::-1]
            if ordered:
                pairs.sort(key=_first)
            kept, kept_keys = _cut(pairs, limit, offset)
            return kept, (kept_keys if ordered else None)

        return _Run(rows, labels_of, frozenset(frame.outer))

    def sources(self, select: Select, ctes: dict[str, _Run], frame: _Frame) -> Callable[[Env], list[Env]]:
        """The joined rows of FROM, each as an environment."""
        first = self.source(select.source, ctes, frame)
        name = select.source.name
        steps = []
        for join in select.joins:
            read = self.source(join.source, ctes, frame)
            own = join.source.name
            equal = _equality(join.on, own, frame)
            sides = None
            if equal is not None:
                sides = self.value(equal[0], ctes, frame), self.value(equal[1], ctes, frame)
            width = len(frame.places[own])
            steps.append((own, read, self.test(join.on, ctes, frame), sides, join.left, (None,) * width))

        def joined(env: Env) -> list[Env]:
            envs = [{**env, name: row} for row in first(env)]
            for own, read, on, sides, left, nothing in steps:
                partners = read(env)
                lookup: dict[Json, Rows] = {}
                if sides is not None:
                    inner_env = dict(env)
                    for row in partners:
                        inner_env[own] = row
                        lookup.setdefault(sides[1](inner_env), []).append(row)
                grown = []
                for outer_env in envs:
                    if sides is not None:
                        partners = lookup.get(sides[0](outer_env), [])
                    matched = False
                    for row in partners:
                        inner = {**outer_env, own: row}
                        if on(inner):
                            matched = True
                            grown.append(inner)
                    if left and not matched:
                        grown.append({**outer_env, own: nothing})
                envs = grown
            return envs

        return joined

    def source(self, source: Source, ctes: dict[str, _Run], frame: _Frame) -> Callable[[Env], Rows]:
        if source.name in frame.places:
            raise EvaluationError(f"two sources are named {source.name}")
        if source.query is not None or source.table in ctes:
            run = ctes[source.table] if source.query is None else self.query(source.query, ctes, frame.above)
            frame.places[source.name] = {name: place for place, name in enumerate(run.names)}
            self.read_outer(run.outer, frame)
            return _remembered(run, lambda rows: rows)
        if source.table not in self.tables:
            raise EvaluationError(f"no table {source.table!r}")
        frame.places[source.name] = self.tables[source.table]
        table = source.table
        return lambda env: env[_TABLES].get(table, [])  # type: ignore[no-any-return]

    def read_outer(self, places: Iterable[Place], frame: _Frame) -> None:
        """Notes the columns of outer queries that a part of a frame reads, as far as they are not its own."""
        frame.outer.update(place for place in places if place[0] not in frame.places)

    def subquery(self, query: Query, ctes: dict[str, _Run], frame: _Frame, use: Callable[[Rows], Any]) -> Value:
        """What `use` makes of the rows of a subquery in an expression, computed once for equal outer values."""
        run = self.query(query, ctes, frame)
        self.read_outer(run.outer, frame)
        return _remembered(run, use)

    # ---- conditions ----

    def test(self, pred: Pred, ctes: dict[str, _Run], frame: _Frame) -> Test:
        match pred:
            case Cmp(op=op, left=left, right=right):
                return _comparison(op, self.value(left, ctes, frame), self.value(right, ctes, frame))
            case Between(value=value, low=low, high=high):
                parts = (Cmp(">=", value, low), Cmp("<=", value, high))
                return _all([self.test(part, ctes, frame) for part in parts])
            case InList(value=value, choices=choices, negated=negated):
                return _member(self.value(value, ctes, frame), lambda env: choices, negated)
            case Like():
                return self.like(pred, ctes, frame)
            case IsNull(value=value, negated=negated):
                inner = self.value(value, ctes, frame)
                return lambda env: (inner(env) is None) != negated
            case And(parts=parts):
                return _all([self.test(part, ctes, frame) for part in parts])
            case Or(parts=parts):
                return _any([self.test(part, ctes, frame) for part in parts])
            case Not(part=part):
                test = self.test(part, ctes, frame)
                return lambda env: None if (known := test(env)) is None else not known
            case Exists(query=query, negated=negated):
                found = self.subquery(query, ctes, frame, bool)
                return lambda env: bool(found(env)) != negated
            case InQuery(value=value, query=query, negated=negated):
                rows = self.subquery(query, ctes, frame, lambda rows: dict.fromkeys(row[0] for row in rows))
                return _member(self.value(value, ctes, frame), rows, negated)

    def like(self, pred: Like, ctes: dict[str, _Run], frame: _Frame) -> Test:
        value, negated, text, how = (
            self.value(pred.value, ctes, frame),
            pred.negated,
            _lower(pred.text),
            pred.how,
        )

        def test(env: Env) -> bool | None:
            known = value(env)
            if known is None:
                return None
            low = _lower(known)
            if how == "contains":
                return (text in low) != negated
            return (low.startswith(text) if how == "starts" else low.endswith(text)) != negated

        return test

    # ---- values ----

    def value(self, value: Expr, ctes: dict[str, _Run], frame: _Frame) -> Value:
        if value in frame.keys:
            slot = frame.keys[value]
            return lambda env: env[slot]
        match value:
            case Const(value=constant):
                return lambda env: constant
            case Col(source=source, name=name):
                return self.column(source, name, frame)
            case Arith(op=op, left=left, right=right):
                return _arith(op, self.value(left, ctes, frame), self.value(right, ctes, frame))
            case Func(name=name, args=args):
                function = _FUNCTIONS[name]
                values = [self.value(arg, ctes, frame) for arg in args]
                return lambda env: function(*[inner(env) for inner in values])
            case Case(branches=branches, other=other):
                cases = [
                    (self.test(test, ctes, frame), self.value(then, ctes, frame)) for test, then in branches
                ]
                last: Value = (lambda env: None) if other is None else self.value(other, ctes, frame)
                return lambda env: (
                    next((then(env) for test, then in cases if test(env)), None)
                    if any(test(env) for test, _ in cases)
                    else last(env)
                )
            case Agg():
                return self.aggregate(value, ctes, frame)
            case Window():
                slot = frame.windows.setdefault(value, object())
                return lambda env: env[slot]
            case Scalar(query=query):
                return self.subquery(query, ctes, frame, _single)

    def column(self, source: str, name: str, frame: _Frame) -> Value:
        around: _Frame | None = frame
        passed = []
        while around is not None and source not in around.places:
            passed.append(around)
            around = around.above
        if around is None or name not in around.places[source]:
            raise EvaluationError(f"no column {source}.{name} in reach")
        if around.group is not None:
            key = around.keys.get(Col(source, name))
            if key is None:
                raise EvaluationError(f"{source}.{name} is neither grouped by nor inside an aggregate")
            if not passed:
                return lambda env: env[key]
        place = around.places[source][name]
        for inner in passed:
            inner.outer.add((source, place))
        return lambda env: env[source][place]

    def aggregate(self, agg: Agg, ctes: dict[str, _Run], frame: _Frame) -> Value:
        slot = frame.group
        if slot is None:
            raise EvaluationError("an aggregate where there are no groups")
        if agg.arg is None:
            return lambda env: len(env[slot])
        keys, frame.group, frame.keys = frame.keys, None, {}
        arg = self.value(agg.arg, ctes, frame)
        frame.group, frame.keys = slot, keys
        name, distinct = agg.name, agg.distinct

        def value(env: Env) -> Json:
            return _aggregated(name, (arg(inner) for inner in env[slot]), distinct)

        return value

    def window(
        self, window: Window, ctes: dict[str, _Run], frame: _Frame
    ) -> Callable[[list[Env], object], None]:
        """What writes the value of a window function into the environments of all rows."""
        arg = None if window.arg is None else self.value(window.arg, ctes, frame)
        partition = [self.value(key, ctes, frame) for key in window.partition]
        order = [self.value(key.value, ctes, frame) for key in window.order]
        falling = [key.falling for key in window.order]
        name = window.name

        def fill(envs: list[Env], slot: object) -> None:
            parts: dict[Hashable, list[Env]] = {}
            for env in envs:
                parts.setdefault(tuple([key(env) for key in partition]), []).append(env)
            for part in parts.values():
                keyed = [(_key([value(env) for value in order], falling), env) for env in part]
                if order:
                    keyed.sort(key=_first)
                _fill_window(name, keyed, arg, slot, ordered=bool(order))

        return fill


def _first(pair: tuple[Any, Any]) -> Any:
    return pair[0]


def _single(rows: Rows) -> Json:
    if len(rows) > 1:
        raise Ambiguous("a scalar subquery has more than one row")
    return rows[0][0] if rows else None


def _remembered(run: _Run, use: Callable[[Rows], Any]) -> Callable[[Env], Any]:
    """What `use` makes of a query's rows, computed once for each set of outer values that it reads."""
    places = sorted(run.outer)

    def result(env: Env) -> Any:
        key = (result, tuple([env[source][place] for source, place in places]))
        memo = env[_MEMO]
        if key not in memo:
            memo[key] = use(run.rows(env)[0])
        return memo[key]

    return result


def _equality(on: Pred, own: str, frame: _Frame) -> tuple[Col, Col] | None:
    """An equality in a join's condition between a column that is there before and one of the new source."""
    for part in on.parts if isinstance(on, And) else (on,):
        if (
            isinstance(part, Cmp)
            and part.op == "="
            and isinstance(part.left, Col)
            and isinstance(part.right, Col)
        ):
            for other, mine in ((part.left, part.right), (part.right, part.left)):
                if mine.source == own and other.source in frame.places and other.source != own:
                    return other, mine
    return None


def _grouped(
    env: Env,
    found: list[Env],
    keys: Sequence[Value],
    slots: Sequence[object],
    group: object,
    *,
    one: bool,
) -> list[Env]:
    """One environment for each group of rows."""
    groups: dict[tuple[Json, ...], list[Env]] = {}
    if one:
        groups[()] = found
    else:
        for inner in found:
            groups.setdefault(tuple([key(inner) for key in keys]), []).append(inner)
    # A correlated subquery reads the columns grouped by from a row of the group: they are the same in all of them.
    return [
        {**(rows[0] if rows else env), group: rows, **dict(zip(slots, key, strict=True))}
        for key, rows in groups.items()
    ]


def _cut(pairs: list[tuple[Any, tuple[Json, ...]]], limit: int | None, offset: int) -> tuple[Rows, list[Any]]:
    """The rows from `offset` on, at most `limit` of them; different rows that tie may not be on both sides."""
    end = len(pairs) if limit is None else offset + limit
    for border in (offset, end):
        if 0 < border < len(pairs) and pairs[border - 1][0] == pairs[border][0]:
            tied = {row for key, row in pairs if key == pairs[border][0]}
            if len(tied) > 1:
                raise Ambiguous("rows that tie are on both sides of a limit")
    kept = pairs[offset:end]
    return [row for _, row in kept], [key for key, _ in kept]


@functools.total_ordering
class _Falling:
    """A value that sorts the other way round."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Falling) and bool(self.value == other.value)

    def __lt__(self, other: _Falling) -> bool:
        return bool(other.value < self.value)

    def __hash__(self) -> int:
        return hash(self.value)


def _key(values: list[Json], falling: list[bool]) -> tuple[Any, ...]:
    """A sort key: missing values come first when rising and last when falling."""
    return tuple(
        [
            _Falling((value is not None, value if value is not None else 0))
            if down
            else (value is not None, value if value is not None else 0)
            for value, down in zip(values, falling, strict=True)
        ]
    )


# ---- three-valued logic ----


def _same_kind(left: Json, right: Json) -> None:
    if isinstance(left, str) != isinstance(right, str):
        raise EvaluationError(f"{left!r} and {right!r} are compared")


_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "=": lambda left, right: bool(left == right),
    "<>": lambda left, right: bool(left != right),
    "<": lambda left, right: bool(left < right),
    "<=": lambda left, right: bool(left <= right),
    ">": lambda left, right: bool(left > right),
    ">=": lambda left, right: bool(left >= right),
}


def _comparison(op: str, left: Value, right: Value) -> Test:
    compare = _COMPARE[op]

    def test(env: Env) -> bool | None:
        first, second = left(env), right(env)
        if first is None or second is None:
            return None
        _same_kind(first, second)
        return compare(first, second)

    return test


def _all(tests: list[Test]) -> Test:
    def test(env: Env) -> bool | None:
        known: bool | None = True
        for part in tests:
            result = part(env)
            if result is False:
                return False
            if result is None:
                known = None
        return known

    return test


def _any(tests: list[Test]) -> Test:
    def test(env: Env) -> bool | None:
        known: bool | None = False
        for part in tests:
            result = part(env)
            if result:
                return True
            if result is None:
                known = None
        return known

    return test


def _member(value: Value, choices: Callable[[Env], Iterable[Json]], negated: bool) -> Test:
    def test(env: Env) -> bool | None:
        known, among = value(env), choices(env)
        if not among:
            return negated
        if known is None:
            return None
        for choice in among:
            if choice is not None:
                _same_kind(known, choice)
                break
        if known in among:  # type: ignore[operator]
            return not negated
        return None if None in among else negated  # type: ignore[operator]

    return test


# ---- functions ----


def _lower(text: str) -> str:
    """ASCII letters in lower case; others as they are, as SQLite does."""
    return "".join(sign.lower() if sign.isascii() else sign for sign in text)


def _upper(text: str) -> str:
    return "".join(sign.upper() if sign.isascii() else sign for sign in text)


def _day(text: str) -> date:
    return date.fromisoformat(text[:10])


def _strict(function: Callable[..., Json]) -> Callable[..., Json]:
    """The function, missing where an argument is."""
    return lambda *args: None if None in args else function(*args)


_FUNCTIONS: dict[str, Callable[..., Json]] = {
    "year": _strict(lambda value: _day(value).year),
    "month": _strict(lambda value: _day(value).month),
    "day": _strict(lambda value: _day(value).day),
    "date_of": _strict(lambda value: _day(value).isoformat()),
    "days": _strict(lambda first, second: (date.fromisoformat(second) - date.fromisoformat(first)).days),
    "plus_days": _strict(lambda value, days: (date.fromisoformat(value) + timedelta(days)).isoformat()),
    "length": _strict(len),
    "lower": _strict(_lower),
    "upper": _strict(_upper),
    "concat": _strict(lambda first, second: first + second),
    "abs": _strict(abs),
    "coalesce": lambda first, second: second if first is None else first,
}


def _arith(op: str, left: Value, right: Value) -> Value:
    def value(env: Env) -> Json:
        first, second = left(env), right(env)
        if first is None or second is None:
            return None
        if isinstance(first, str) or isinstance(second, str):
            raise EvaluationError(f"arithmetic with text: {first!r} {op} {second!r}")
        match op:
            case "+":
                return first + second
            case "-":
                return first - second
            case "*":
                return first * second
            case _:
                return float(first) / second if second else None

    return value


def _aggregated(name: str, values: Iterable[Json], distinct: bool) -> Json:
    known = [value for value in values if value is not None]
    if distinct:
        known = list(dict.fromkeys(known))
    if name == "count":
        return len(known)
    if not known:
        return None
    if name in ("min", "max"):
        return min(known) if name == "min" else max(known)
    total = sum(known)
    return total if name == "sum" else total / len(known)


def _fill_window(
    name: str, keyed: list[tuple[Any, Env]], arg: Value | None, slot: object, *, ordered: bool
) -> None:
    """Writes the values of a window function over one partition, whose rows are in order."""
    envs = [env for _, env in keyed]
    if name in ("rank", "dense_rank"):
        rank = dense = 0
        for number, (key, env) in enumerate(keyed):
            if number == 0 or key != keyed[number - 1][0]:
                rank, dense = number + 1, dense + 1
            env[slot] = rank if name == "rank" else dense
        return
    if name in ("row_number", "lag", "lead") or ordered:
        if any(keyed[number][0] == keyed[number + 1][0] for number in range(len(keyed) - 1)):
            raise Ambiguous(f"{name} over rows that tie")
    values = [1 if arg is None else arg(env) for env in envs]
    for number, env in enumerate(envs):
        if name == "row_number":
            env[slot] = number + 1
        elif name in ("lag", "lead"):
            other = number + (1 if name == "lead" else -1)
            env[slot] = values[other] if 0 <= other < len(values) else None
        else:
            env[slot] = _aggregated(name, values[: number + 1] if ordered else values, distinct=False)
