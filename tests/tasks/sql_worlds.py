"""Random schemas, databases and plans for the tests of plans: all kinds, missing values, ties, empty tables."""

from __future__ import annotations

import random

from rlvr.generators.sql.plan import (
    Agg,
    And,
    Arith,
    Between,
    Case,
    Cmp,
    Col,
    Const,
    Exists,
    Func,
    InList,
    InQuery,
    IsNull,
    Join,
    Like,
    Not,
    Or,
    Order,
    Scalar,
    Select,
    SetOp,
    Source,
    Window,
    With,
)
from rlvr.generators.sql.schema import Column, ForeignKey, Schema, Table
from rlvr.generators.sql.scope import walk

TEXTS = ("Ana", "ana", "Bo", "O'Neil", "Lima 2", "", "x_y", "Anatol")
DATES = ("2020-02-28", "2020-02-29", "2020-03-01", "2021-12-31", "2022-01-01")
TIMES = ("2020-02-29 00:00:00", "2020-02-29 23:59:59", "2021-06-15 12:30:00")


def draw_schema(rng):
    """Two or three tables with random columns of all kinds; the second one refers to the first."""

    def table(name, parents):
        kinds = ["integer", "money", "text", "date", "datetime", "boolean", "real", "text", "integer"]
        columns = [Column("id", "integer", "number", unique=True)]
        columns += [
            Column(f"{kind[0]}{place}", kind, f"{kind} {place}", nullable=rng.random() < 0.6)
            for place, kind in enumerate(rng.sample(kinds, rng.randint(3, 8)))
        ]
        links = []
        for parent in parents:
            columns.append(Column(f"{parent}_id", "integer", parent, nullable=rng.random() < 0.5))
            links.append(ForeignKey(f"{parent}_id", parent, parent, f"{name} of {{}}", enforced=False))
        return Table(name, name, name, "id", "id", tuple(columns), tuple(links))

    tables = [table("a", []), table("b", ["a"])]
    if rng.random() < 0.5:
        tables.append(table("orders", ["a", "b"]))
    return Schema("test", tuple(tables))


def draw_value(rng, kind):
    match kind:
        case "integer":
            return rng.choice((-1, 0, 1, 2, 2, 3, 5))
        case "money" | "real":
            return rng.choice((-0.25, 0.0, 0.5, 1.0, 1.0, 2.75, 100.0))
        case "text":
            return rng.choice(TEXTS)
        case "date":
            return rng.choice(DATES)
        case "datetime":
            return rng.choice(TIMES)
        case _:
            return rng.randint(0, 1)


def draw_database(rng, schema):
    database = {}
    for table in schema.tables:
        rows = []
        for number in range(rng.choice((0, 1, 3, 6, 9))):
            row = [number + 1]
            for column in table.columns[1:]:
                missing = column.nullable and rng.random() < 0.25
                value = rng.randint(1, 7) if column.name.endswith("_id") else draw_value(rng, column.kind)
                row.append(None if missing else value)
            rows.append(row)
        database[table.name] = rows
    return database


class Plans:
    """Draws valid plans: kinds fit, a limit and numbered rows have an order without ties."""

    def __init__(self, rng, schema):
        self.rng, self.schema, self.names = rng, schema, 0
        self.ctes = {}  # name -> {column: kind}

    def chance(self, share):
        return self.rng.random() < share

    def name(self, stem="s"):
        self.names += 1
        return f"{stem}{self.names}"

    # -- values --

    def columns(self, scope, kind):
        wanted = {"number": ("integer", "money", "real", "boolean"), "integer": ("integer", "boolean")}
        fits = wanted.get(kind, (kind,))
        return [
            Col(source, name) for source, found in scope.items() for name, its in found.items() if its in fits
        ]

    def value(self, scope, kind, depth=2):
        """A value of a kind (integer, number, text, date, datetime) that reads at least one column if it can."""
        rng, columns = self.rng, self.columns(scope, kind)
        if depth == 0 or self.chance(0.5):
            return rng.choice(columns) if columns else self.const(kind)
        if kind in ("integer", "number"):
            return self.number(scope, kind, depth - 1)
        if kind == "text" and columns:
            column = rng.choice(columns)
            return rng.choice(
                (
                    Func("lower", (column,)),
                    Func("upper", (column,)),
                    Func("concat", (column, self.value(scope, "text", depth - 1))),
                    Func("coalesce", (column, self.const("text"))),
                    Case(((self.pred(scope, depth - 1), column),), self.const("text")),
                )
            )
        if kind == "date":
            times = self.columns(scope, "datetime")
            if times and self.chance(0.5):
                return Func("date_of", (rng.choice(times),))
            if columns and self.chance(0.5):
                return Func("plus_days", (rng.choice(columns), Const(rng.randint(-40, 400))))
        return rng.choice(columns) if columns else self.const(kind)

    def number(self, scope, kind, depth):
        rng = self.rng
        days, texts = self.columns(scope, "date"), self.columns(scope, "text")
        times = self.columns(scope, "datetime")
        ways = ["arith", "abs", "coalesce", "case"]
        ways += ["field", "days", "days"] * bool(days) + ["length"] * bool(texts) + ["time"] * bool(times)
        match rng.choice(ways):
            case "arith":
                op = rng.choice("+-*/" if kind == "number" and depth else "+-*")
                return Arith(op, self.value(scope, kind, depth), self.value(scope, kind, depth))
            case "abs":
                return Func("abs", (self.value(scope, kind, depth),))
            case "coalesce":
                return Func("coalesce", (self.value(scope, kind, depth), self.const(kind)))
            case "case":
                branches = tuple(
                    (self.pred(scope, depth), self.value(scope, kind, depth)) for _ in range(rng.randint(1, 2))
                )
                return Case(branches, self.const(kind) if self.chance(0.6) else None)
            case "field":
                return Func(rng.choice(("year", "month", "day")), (rng.choice(days),))
            case "time":
                return Func(rng.choice(("year", "month", "day")), (rng.choice(times),))
            case "days":
                return Func("days", (rng.choice(days), rng.choice([*days, Const(rng.choice(DATES))])))
            case _:
                return Func("length", (rng.choice(texts),))

    def const(self, kind):
        if kind == "number":
            kind = self.rng.choice(("integer", "money"))
        return Const(draw_value(self.rng, kind))

    # -- conditions --

    def pred(self, scope, depth=2):
        rng = self.rng
        kinds = [
            kind for kind in ("integer", "number", "text", "date", "datetime") if self.columns(scope, kind)
        ]
        if not kinds:
            return IsNull(self.any_column(scope), self.chance(0.5))
        kind = rng.choice(kinds)
        if depth and self.chance(0.4):
            match rng.randint(0, 3):
                case 0:
                    return And(tuple(self.pred(scope, depth - 1) for _ in range(rng.randint(2, 3))))
                case 1:
                    return Or(tuple(self.pred(scope, depth - 1) for _ in range(rng.randint(2, 3))))
                case 2:
                    return Not(self.pred(scope, depth - 1))
                case _:
                    return self.subquery_pred(scope)
        column = rng.choice(self.columns(scope, kind))
        match rng.randint(0, 5):
            case 0:
                return Between(self.value(scope, kind, 1), self.const(kind), self.const(kind))
            case 1:
                choices = tuple(self.const(kind).value for _ in range(rng.randint(1, 3)))
                return InList(column, choices, self.chance(0.4))
            case 2:
                return IsNull(self.value(scope, kind, 1), self.chance(0.5))
            case 3 if self.columns(scope, "text"):
                text = rng.choice(("a", "AN", "2", "x_", "o"))
                value = rng.choice(self.columns(scope, "text"))
                return Like(value, rng.choice(("starts", "ends", "contains")), text, self.chance(0.3))
            case _:
                left = self.value(scope, kind, 1)
                right = self.const(kind) if self.chance(0.6) else self.value(scope, kind, 1)
                ops = (
                    ("<", "<=", ">", ">=") if self.divides((left, right)) else ("=", "<>", "<", "<=", ">", ">=")
                )
                return Cmp(rng.choice(ops), left, right)

    def any_column(self, scope):
        return self.rng.choice([Col(source, name) for source, found in scope.items() for name in found])

    @staticmethod
    def divides(values):
        """Whether rounding may matter: then nothing is compared for equality or grouped by."""
        return any(
            (isinstance(node, Arith) and node.op == "/") or (isinstance(node, Agg) and node.name == "avg")
            for node in walk(values)
        )

    def subquery_pred(self, scope):
        rng = self.rng
        source, own = self.source(plain=True)
        inner = {source.name: own}
        outer = self.columns(scope, "integer")
        where = None
        if outer and self.chance(0.7):
            where = Cmp("=", rng.choice(self.columns(inner, "integer")), rng.choice(outer))
            if self.chance(0.5):
                where = And((where, self.pred({**scope, **inner}, 0)))
        if outer and self.chance(0.4):
            column = rng.choice(self.columns(inner, "integer"))
            query = Select((("x", column),), source, where=where)
            return InQuery(rng.choice(outer), query, self.chance(0.4))
        if self.chance(0.4) and self.columns(scope, "number"):
            agg = Agg(rng.choice(("min", "max", "sum", "count")), rng.choice(self.columns(inner, "integer")))
            query = Select((("x", agg),), source, where=where)
            return Cmp(rng.choice(("<", ">=", "=")), rng.choice(self.columns(scope, "number")), Scalar(query))
        return Exists(Select((("x", Const(1)),), source, where=where), self.chance(0.5))

    # -- queries --

    def source(self, *, plain=False, depth=0):
        rng = self.rng
        if not plain and depth and self.chance(0.25):
            query, kinds = self.query(depth - 1)
            return Source(self.name("q"), query=query), kinds
        if self.ctes and self.chance(0.6):
            name = rng.choice(sorted(self.ctes))
            if not plain or "integer" in self.ctes[name].values():
                return Source(self.name(), name), self.ctes[name]
        table = rng.choice(self.schema.tables)
        return Source(self.name(), table.name), {column.name: column.kind for column in table.columns}

    def query(self, depth=2):
        """A query and the kinds of its columns."""
        if depth and self.chance(0.15):
            before = dict(self.ctes)
            parts = []
            for _ in range(self.rng.randint(1, 2)):
                query, kinds = self.query(depth - 1)
                name = self.name("cte")
                parts.append((name, query))
                self.ctes[name] = kinds
            query, kinds = self.query(depth - 1)
            self.ctes = before
            return With(tuple(parts), query), kinds
        if depth and self.chance(0.15):
            return self.set_op(depth)
        return self.select(depth)

    def set_op(self, depth):
        kinds = self.rng.choices(("integer", "text", "date"), k=self.rng.randint(1, 2))

        def side():
            if self.chance(0.2):
                op = self.rng.choice(("union", "union_all", "intersect", "except"))
                return SetOp(op, leaf(), leaf())
            return leaf()

        def leaf():
            source, own = self.source()
            scope = {source.name: own}
            columns = tuple((f"c{place}", self.value(scope, kind, 1)) for place, kind in enumerate(kinds))
            where = self.pred(scope, 1) if self.chance(0.5) and own_has(own) else None
            return Select(columns, source, where=where, distinct=self.chance(0.2))

        def own_has(own):
            return any(
                kind in ("integer", "money", "real", "text", "date", "datetime") for kind in own.values()
            )

        op = self.rng.choice(("union", "union_all", "intersect", "except"))
        return SetOp(op, side(), side()), {f"c{place}": kind for place, kind in enumerate(kinds)}

    def select(self, depth):
        rng = self.rng
        source, own = self.source(depth=depth)
        scope, unique = (
            {source.name: own},
            [Col(source.name, "id")] if "id" in own and source.query is None else [],
        )
        if source.table in self.ctes:
            unique = []
        joins = []
        all_unique = bool(unique)
        for _ in range(rng.choice((0, 0, 1, 1, 2))):
            more, its = self.source(depth=0)
            right = self.columns({more.name: its}, "integer")
            left = self.columns(scope, "integer")
            if not right or not left:
                continue
            on = Cmp("=", rng.choice(right), rng.choice(left))
            scope[more.name] = its
            if self.chance(0.3):
                on = And((on, self.pred({more.name: its}, 0)))
            joins.append(Join(more, on, self.chance(0.5)))
            all_unique = all_unique and more.table not in self.ctes
            unique.append(Col(more.name, "id"))
        where = self.pred(scope) if self.chance(0.6) else None
        if self.chance(0.35):
            return self.grouped(scope, source, tuple(joins), where)
        return self.rows(scope, source, tuple(joins), where, unique if all_unique else [])

    def rows(self, scope, source, joins, where, unique):
        rng = self.rng
        columns, kinds = [], {}
        for place in range(rng.randint(1, 4)):
            kind = rng.choice(("integer", "number", "text", "date", "datetime"))
            if not self.columns(scope, kind):
                kind = next(
                    (kind for kind in ("integer", "number", "text", "date") if self.columns(scope, kind)), None
                )
            value = self.any_column(scope) if kind is None else self.value(scope, kind)
            if kind == "integer" and self.columns(scope, kind) and self.chance(0.25):
                value = self.window(scope, unique)
            label = value.name if isinstance(value, Col) and value.name not in kinds else f"c{place}"
            if label in kinds:
                label = f"again_{place}"
            columns.append((label, value))
            kind = kind or "other"
            kinds[label] = kind if kind != "number" or not self.divides(value) else "ratio"
        distinct = self.chance(0.2) and not self.divides(tuple(columns))
        order, limit, offset = (), None, 0
        if self.chance(0.4):
            if distinct:
                order = tuple(Order(value, self.chance(0.5)) for _, value in columns)
            else:
                keys = [rng.choice(columns)[1]] + [self.value(scope, "integer", 1)] * self.chance(0.4) + unique
                keys = [key for key in dict.fromkeys(keys) if not isinstance(key, Const)]
                order = tuple(Order(key, self.chance(0.5)) for key in keys)
            if (unique or distinct) and order and self.chance(0.5):
                limit, offset = rng.randint(1, 4), rng.choice((0, 0, 1, 2))
            elif len(order) > 1 and not distinct:
                order = order[:1]
        select = Select(
            tuple(columns), source, joins, where, distinct=distinct, order=order, limit=limit, offset=offset
        )
        return select, kinds

    def window(self, scope, unique):
        rng = self.rng
        partition = ()
        if self.chance(0.6):
            kind = rng.choice([kind for kind in ("integer", "text", "date") if self.columns(scope, kind)])
            partition = (rng.choice(self.columns(scope, kind)),)
        number = rng.choice(self.columns(scope, "integer"))
        total = tuple(Order(key, self.chance(0.5)) for key in [number, *unique])
        names = ["rank", "dense_rank", "sum_all", "count_all", "max_all"]
        names += ["row_number", "lag", "lead", "sum", "count"] if unique else []
        match rng.choice(names):
            case "rank" | "dense_rank" as name:
                return Window(name, None, partition, total[:1])
            case "sum_all" | "count_all" | "max_all" as name:
                return Window(name[: name.index("_")], number, partition)
            case "row_number":
                return Window("row_number", None, partition, total)
            case name:
                return Window(name, number, partition, total)

    def grouped(self, scope, source, joins, where):
        rng = self.rng
        kinds_here = [kind for kind in ("integer", "text", "date") if self.columns(scope, kind)]
        keys = []
        for _ in range(rng.choice((0, 1, 1, 2)) if kinds_here else 0):
            kind = rng.choice(kinds_here)
            column = rng.choice(self.columns(scope, kind))
            keys.append(Func("year", (column,)) if kind == "date" and self.chance(0.5) else column)
        keys = list(dict.fromkeys(keys))
        columns, kinds = [], {}
        for place, key in enumerate(keys):
            if self.chance(0.8):
                columns.append((f"k{place}", key))
                kinds[f"k{place}"] = "other"
        for place in range(rng.randint(1, 3)):
            agg = self.agg(scope)
            columns.append((f"m{place}", agg))
            kinds[f"m{place}"] = "integer" if agg.name == "count" else "other"
        if self.chance(0.2) and keys:
            columns.append(("r", Window("rank", None, (), (Order(self.agg(scope, exact=True), True),))))
        having = None
        if self.chance(0.4):
            having = Cmp(rng.choice((">", ">=", "<", "=")), Agg("count"), Const(rng.randint(1, 3)))
            if self.columns(scope, "number") and self.chance(0.5):
                number = rng.choice(self.columns(scope, "number"))
                having = Or((having, Cmp(">=", Agg(rng.choice(("sum", "avg", "max")), number), Const(1))))
        order, limit = (), None
        if keys and self.chance(0.5):
            order = (Order(self.agg(scope, exact=True), self.chance(0.5)),)
            order += tuple(Order(key, self.chance(0.3)) for key in keys)
            limit = rng.randint(1, 3) if self.chance(0.5) else None
            if limit is None and self.chance(0.6):
                order = order[:1]
        return Select(tuple(columns), source, joins, where, tuple(keys), having, False, order, limit), kinds

    def agg(self, scope, exact=False):
        rng = self.rng
        numbers = self.columns(scope, "number")
        if not any(self.columns(scope, kind) for kind in ("integer", "text", "date")):
            return Agg("count")
        match rng.randint(0, 3):
            case 0 if numbers and not exact:
                return Agg(rng.choice(("sum", "avg")), self.value(scope, "number", 1))
            case 1:
                kind = rng.choice([kind for kind in ("integer", "text", "date") if self.columns(scope, kind)])
                return Agg("count", rng.choice(self.columns(scope, kind)), self.chance(0.6))
            case 2:
                kind = rng.choice([kind for kind in ("integer", "text", "date") if self.columns(scope, kind)])
                return Agg(rng.choice(("min", "max")), rng.choice(self.columns(scope, kind)))
            case _:
                return Agg("count")


def draw(seed):
    """A schema, a plan over it and a database."""
    rng = random.Random(seed)
    schema = draw_schema(rng)
    return schema, Plans(rng, schema).query()[0], rng
