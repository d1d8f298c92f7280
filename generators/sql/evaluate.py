"""What a plan gives on a database, computed without any SQL engine: the second way to every gold result.

A plan is compiled to functions of an environment, which maps the name of each source in reach to its current row.
Conditions give True, False or None for unknown. The rules are those of `plan`: missing values are equal for grouping,
DISTINCT and set operations, are skipped by aggregates, and come first when rising and last when falling.

The evaluator is strict where engines are silent: it raises `Ambiguous` where a plan's result would depend on the
order of rows that tie (a LIMIT that cuts a tie, ROW_NUMBER over one) or a scalar subquery has two rows.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

from ..base import Json
from .frames import MEMO, TABLES, Frame, Place, Run, equality, first_case, grouped_rows, remembered, single
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
from .scope import is_grouped, labels
from .semantics import (
    FUNCTIONS,
    Ambiguous,
    Env,
    EvaluationError,
    Rows,
    Test,
    Value,
    aggregated,
    all_of,
    any_of,
    arithmetic,
    comparison,
    cut,
    fill_window,
    first_of,
    lower,
    member,
    sort_key,
)


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
            rows, keys = run.rows({TABLES: tables, MEMO: {}})
        except EvaluationError:
            raise
        except (TypeError, ValueError) as error:
            raise EvaluationError(f"a value is not of the kind that the plan needs: {error}") from error
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


class _Compiler:
    """Compiles one plan."""

    def __init__(self, schema: Schema) -> None:
        self.tables = {
            table.name: {column.name: place for place, column in enumerate(table.columns)}
            for table in schema.tables
        }

    # ---- queries ----

    def query(self, query: Query, ctes: dict[str, Run], above: Frame | None = None) -> Run:
        if isinstance(query, With):
            known = dict(ctes)
            for name, part in query.parts:
                known[name] = self.query(part, known, above)
            return self.query(query.query, known, above)
        if isinstance(query, SetOp):
            return self.set_op(query, ctes, above)
        return self.select(query, ctes, above)

    def set_op(self, query: SetOp, ctes: dict[str, Run], above: Frame | None) -> Run:
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

        return Run(rows, left.names, left.outer | right.outer)

    def select(self, select: Select, ctes: dict[str, Run], above: Frame | None) -> Run:
        frame = Frame(above=above)
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
                found = grouped_rows(env, found, keys, key_slots, group_slot, one=not has_group)
                if having is not None:
                    found = [inner for inner in found if having(inner)]
            for slot, fill in windows:
                fill(found, slot)
            out = [tuple([column(inner) for column in columns]) for inner in found]
            if not ordered and not distinct:
                if limit is None and not offset:
                    return out, None
                return cut([(None, row) for row in out], limit, offset)[0], None
            pairs = [
                (sort_key([value(inner) for value in sort_by], falling), row)
                for inner, row in zip(found, out, strict=True)
            ]
            if distinct:
                pairs = list({row: (key, row) for key, row in reversed(pairs)}.values())[::-1]
            if ordered:
                pairs.sort(key=first_of)
            kept, kept_keys = cut(pairs, limit, offset)
            return kept, (kept_keys if ordered else None)

        return Run(rows, labels_of, frozenset(frame.outer))

    def sources(self, select: Select, ctes: dict[str, Run], frame: Frame) -> Callable[[Env], list[Env]]:
        """The joined rows of FROM, each as an environment."""
        first = self.source(select.source, ctes, frame)
        name = select.source.name
        steps = []
        for join in select.joins:
            read = self.source(join.source, ctes, frame)
            own = join.source.name
            equal = equality(join.on, own, frame)
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

    def source(self, source: Source, ctes: dict[str, Run], frame: Frame) -> Callable[[Env], Rows]:
        if source.name in frame.places:
            raise EvaluationError(f"two sources are named {source.name}")
        if source.query is not None or source.table in ctes:
            run = ctes[source.table] if source.query is None else self.query(source.query, ctes, frame.above)
            frame.places[source.name] = {name: place for place, name in enumerate(run.names)}
            self.read_outer(run.outer, frame)
            return remembered(run, lambda rows: rows)
        if source.table not in self.tables:
            raise EvaluationError(f"no table {source.table!r}")
        frame.places[source.name] = self.tables[source.table]
        table = source.table
        return lambda env: env[TABLES].get(table, [])

    def read_outer(self, places: Iterable[Place], frame: Frame) -> None:
        """Notes the columns of outer queries that a part of a frame reads, as far as they are not its own."""
        frame.outer.update(place for place in places if place[0] not in frame.places)

    def subquery(self, query: Query, ctes: dict[str, Run], frame: Frame, use: Callable[[Rows], Any]) -> Value:
        """What `use` makes of the rows of a subquery in an expression, computed once for equal outer values."""
        run = self.query(query, ctes, frame)
        self.read_outer(run.outer, frame)
        return remembered(run, use)

    # ---- conditions ----

    def test(self, pred: Pred, ctes: dict[str, Run], frame: Frame) -> Test:
        match pred:
            case Cmp(op=op, left=left, right=right):
                return comparison(op, self.value(left, ctes, frame), self.value(right, ctes, frame))
            case Between(value=value, low=low, high=high):
                parts = (Cmp(">=", value, low), Cmp("<=", value, high))
                return all_of([self.test(part, ctes, frame) for part in parts])
            case InList(value=value, choices=choices, negated=negated):
                return member(self.value(value, ctes, frame), lambda env: choices, negated)
            case Like():
                return self.like(pred, ctes, frame)
            case IsNull(value=value, negated=negated):
                inner = self.value(value, ctes, frame)
                return lambda env: (inner(env) is None) != negated
            case And(parts=parts):
                return all_of([self.test(part, ctes, frame) for part in parts])
            case Or(parts=parts):
                return any_of([self.test(part, ctes, frame) for part in parts])
            case Not(part=part):
                test = self.test(part, ctes, frame)
                return lambda env: None if (known := test(env)) is None else not known
            case Exists(query=query, negated=negated):
                found = self.subquery(query, ctes, frame, bool)
                return lambda env: bool(found(env)) != negated
            case InQuery(value=value, query=query, negated=negated):
                rows = self.subquery(query, ctes, frame, lambda rows: dict.fromkeys(row[0] for row in rows))
                return member(self.value(value, ctes, frame), rows, negated)

    def like(self, pred: Like, ctes: dict[str, Run], frame: Frame) -> Test:
        value, negated, text, how = (
            self.value(pred.value, ctes, frame),
            pred.negated,
            lower(pred.text),
            pred.how,
        )

        def test(env: Env) -> bool | None:
            known = value(env)
            if known is None:
                return None
            low = lower(known)
            if how == "contains":
                return (text in low) != negated
            return (low.startswith(text) if how == "starts" else low.endswith(text)) != negated

        return test

    # ---- values ----

    def value(self, value: Expr, ctes: dict[str, Run], frame: Frame) -> Value:
        if value in frame.keys:
            slot = frame.keys[value]
            return lambda env: env[slot]
        match value:
            case Const(value=constant):
                return lambda env: constant
            case Col(source=source, name=name):
                return self.column(source, name, frame)
            case Arith(op=op, left=left, right=right):
                return arithmetic(op, self.value(left, ctes, frame), self.value(right, ctes, frame))
            case Func(name=name, args=args):
                function = FUNCTIONS[name]
                values = [self.value(arg, ctes, frame) for arg in args]
                return lambda env: function(*[inner(env) for inner in values])
            case Case(branches=branches, other=other):
                cases = [
                    (self.test(test, ctes, frame), self.value(then, ctes, frame)) for test, then in branches
                ]
                last = None if other is None else self.value(other, ctes, frame)
                return first_case(cases, last)
            case Agg():
                return self.aggregate(value, ctes, frame)
            case Window():
                slot = frame.windows.setdefault(value, object())
                return lambda env: env[slot]
            case Scalar(query=query):
                return self.subquery(query, ctes, frame, single)

    def column(self, source: str, name: str, frame: Frame) -> Value:
        around: Frame | None = frame
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

    def aggregate(self, agg: Agg, ctes: dict[str, Run], frame: Frame) -> Value:
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
            return aggregated(name, (arg(inner) for inner in env[slot]), distinct)

        return value

    def window(self, window: Window, ctes: dict[str, Run], frame: Frame) -> Callable[[list[Env], object], None]:
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
                keyed = [(sort_key([value(env) for value in order], falling), env) for env in part]
                if order:
                    keyed.sort(key=first_of)
                fill_window(name, keyed, arg, slot, ordered=bool(order))

        return fill


__all__ = ["Ambiguous", "EvaluationError", "compiled", "evaluate"]
