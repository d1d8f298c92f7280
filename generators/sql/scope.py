"""What the names in a plan stand for: its nodes, where a column comes from, and of which kind a value is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .codec import FIELDS
from .plan import (
    Agg,
    Arith,
    Case,
    Col,
    Const,
    Expr,
    Func,
    Query,
    Scalar,
    Select,
    SetOp,
    Source,
    Window,
    With,
)
from .schema import Kind, Schema

_BACKWARD = {kind: names[::-1] for kind, names in FIELDS.items()}
_TEXTS = ("lower", "upper", "concat")
_DATES = ("date_of", "plus_days")


def walk(node: Any) -> list[Any]:
    """All nodes in a node (or in a tuple of them), each before those inside it."""
    found: list[Any] = []
    left = [node]
    while left:
        item = left.pop()
        if type(item) is tuple:
            left.extend(reversed(item))
        elif (names := _BACKWARD.get(type(item))) is not None:
            found.append(item)
            left += [getattr(item, name) for name in names]
    return found


def within(node: Any) -> Iterator[Any]:
    """All nodes in a node, without going into subqueries."""
    if type(node) is tuple:
        for item in node:
            yield from within(item)
    elif (names := FIELDS.get(type(node))) is not None:
        yield node
        for name in names:
            part = getattr(node, name)
            if not isinstance(part, Select | SetOp | With):
                yield from within(part)


def main_select(query: Query) -> Select:
    """The SELECT that names a query's output columns: the leftmost of a set operation."""
    while not isinstance(query, Select):
        query = query.left if isinstance(query, SetOp) else query.query
    return query


def labels(query: Query) -> tuple[str, ...]:
    """The names of a query's output columns."""
    return tuple(label for label, _ in main_select(query).columns)


def is_grouped(select: Select) -> bool:
    """Whether a SELECT gives one row for each group."""
    if select.group or select.having is not None:
        return True
    values = [value for _, value in select.columns] + [key.value for key in select.order]
    return any(isinstance(node, Agg) for value in values for node in within(value))


class Scope:
    """The names of one plan over a schema.

    Attributes:
        schema: the tables.
        expressions: the common table expressions by their name.
        sources: the sources of all SELECTs by their name.
    """

    def __init__(self, query: Query, schema: Schema) -> None:
        """Collects the names of a plan."""
        self.schema = schema
        self.expressions: dict[str, Query] = {}
        self.sources: dict[str, Source] = {}
        self._columns = {
            table.name: {column.name: column for column in table.columns} for table in schema.tables
        }
        for node in walk(query):
            if isinstance(node, Source):
                self.sources[node.name] = node
            elif isinstance(node, With):
                self.expressions.update(node.parts)

    def below(self, source: str) -> Query | str:
        """What a source stands for: a subquery, or the name of a table of the schema."""
        node = self.sources[source]
        if node.query is not None:
            return node.query
        return self.expressions.get(node.table, node.table)

    def columns(self, source: str) -> tuple[str, ...]:
        """The names of a source's columns."""
        below = self.below(source)
        return tuple(self._columns[below]) if isinstance(below, str) else labels(below)

    def origin(self, column: Col) -> Expr | tuple[str, str]:
        """Where a column comes from: a table of the schema and its column, or the value that a subquery computes."""
        value: Expr = column
        while isinstance(value, Col):
            below = self.below(value.source)
            if isinstance(below, str):
                if value.name not in self._columns[below]:
                    raise KeyError(f"{below} has no column {value.name}")
                return below, value.name
            found = dict(main_select(below).columns)
            if value.name not in found:
                raise KeyError(f"{value.source} has no column {value.name}")
            value = found[value.name]
        return value

    def kind(self, value: Expr) -> Kind | None:
        """Of which kind a value is; None for a constant that is missing. A text constant may stand for a date."""
        match value:
            case Col():
                origin = self.origin(value)
                if isinstance(origin, tuple):
                    return self._columns[origin[0]][origin[1]].kind
                return self.kind(origin)
            case Const(value=constant):
                if constant is None:
                    return None
                return (
                    "text"
                    if isinstance(constant, str)
                    else "real"
                    if isinstance(constant, float)
                    else "integer"
                )
            case Arith(op=op, left=left, right=right):
                kinds = {self.kind(left), self.kind(right)} - {None}
                return "real" if op == "/" else "integer" if kinds <= {"integer", "boolean"} else "real"
            case Func(name=name, args=args):
                if name in ("coalesce", "abs"):
                    return next((kind for arg in args if (kind := self.kind(arg))), None)
                return "text" if name in _TEXTS else "date" if name in _DATES else "integer"
            case Case(branches=branches, other=other):
                values = [branch for _, branch in branches] + ([] if other is None else [other])
                return next((kind for branch in values if (kind := self.kind(branch))), None)
            case Agg(name=name, arg=arg) | Window(name=name, arg=arg):
                if name == "avg":
                    return "real"
                if arg is None or name == "count":
                    return "integer"
                kind = self.kind(arg)
                return "integer" if kind == "boolean" and name == "sum" else kind
            case Scalar(query=query):
                return self.kind(main_select(query).columns[0][1])
