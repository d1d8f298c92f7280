"""Wrong queries by one edit of the text of a right one, made by sqlglot.

They know nothing of the plans from which the questions are made: a second source of mistakes beside
`rlvr.generators.sql.edits`, by which the databases of a task are chosen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import sqlglot
from sqlglot import exp

_COMPARISONS = (exp.EQ, exp.NEQ, exp.LT, exp.LTE, exp.GT, exp.GTE)
_AGGREGATES = (exp.Sum, exp.Avg, exp.Min, exp.Max)
_SETS = (exp.Union, exp.Except, exp.Intersect)


def mutants(sql: str, tables: Mapping[str, Sequence[str]]) -> list[tuple[str, str]]:
    """The one-edit neighbours of a query that are written differently, as pairs of kind and text."""
    tree = sqlglot.parse_one(sql, dialect="sqlite")
    same = tree.sql(dialect="sqlite")
    found: dict[str, str] = {}
    for number in range(sum(1 for _ in tree.walk())):
        for kind, changed in _edited(tree, number, tables):
            text = changed.sql(dialect="sqlite")
            if text != same:
                found.setdefault(text, kind)
    return [(kind, text) for text, kind in sorted(found.items())]


def _edited(
    tree: exp.Expression, number: int, tables: Mapping[str, Sequence[str]]
) -> Iterator[tuple[str, exp.Expression]]:
    """All edits of the node of a number: each on a copy of its own."""

    def copy() -> tuple[exp.Expression, exp.Expression]:
        whole = tree.copy()
        for at, node in enumerate(whole.walk()):
            if at == number:
                return whole, node
        raise IndexError(number)

    _, here = copy()
    if isinstance(here, _COMPARISONS):
        for other in _COMPARISONS:
            if not isinstance(here, other):
                whole, node = copy()
                yield (
                    "operator",
                    _put(whole, node, other(this=node.this.copy(), expression=node.expression.copy())),
                )
    if isinstance(here, exp.Literal):
        yield from _constants(copy, here)
    if isinstance(here, (exp.And, exp.Or)):
        whole, node = copy()
        other = exp.Or if isinstance(node, exp.And) else exp.And
        yield "and/or", _put(whole, node, other(this=node.this.copy(), expression=node.expression.copy()))
        for side in ("this", "expression"):
            whole, node = copy()
            yield "dropped condition", _put(whole, node, node.args[side].copy())
    if isinstance(here, (exp.In, exp.Is, exp.Like, exp.Exists)):
        whole, node = copy()
        if isinstance(node.parent, exp.Not):
            yield "dropped not", _put(whole, node.parent, node.copy())
        else:
            yield "negated", _put(whole, node, exp.Not(this=node.copy()))
    if isinstance(here, exp.Between):
        for low, high in ((exp.GT, exp.LTE), (exp.GTE, exp.LT)):
            whole, node = copy()
            bounds = exp.And(
                this=low(this=node.this.copy(), expression=node.args["low"].copy()),
                expression=high(this=node.this.copy(), expression=node.args["high"].copy()),
            )
            yield "bound", _put(whole, node, exp.Paren(this=bounds))
    if isinstance(here, exp.Select):
        yield from _clauses(copy, here)
    if isinstance(here, exp.Ordered):
        whole, node = copy()
        node.set("desc", not node.args.get("desc"))
        yield "direction", whole
    if isinstance(here, _AGGREGATES):
        for aggregate in _AGGREGATES:
            if not isinstance(here, aggregate):
                whole, node = copy()
                yield "aggregate", _put(whole, node, aggregate(this=node.this.copy()))
    if isinstance(here, exp.Count):
        yield from _counts(copy, here)
    if isinstance(here, exp.Join) and (here.args.get("on") or here.args.get("side")):
        whole, node = copy()
        node.set("side", None if node.args.get("side") else "LEFT")
        node.set("kind", None)
        yield "join type", whole
    if isinstance(here, _SETS):
        for kind in _SETS:
            for distinct in (True, False) if kind is exp.Union else (True,):
                whole, node = copy()
                if not isinstance(node, kind) or bool(node.args.get("distinct")) != distinct:
                    other = kind(this=node.this.copy(), expression=node.expression.copy(), distinct=distinct)
                    yield "set operation", _put(whole, node, other)
        whole, node = copy()
        yield "half", _put(whole, node, node.this.copy())
    if isinstance(here, exp.Column):
        table = here.table
        for columns in tables.values():
            if here.name in columns:
                at = list(columns).index(here.name)
                whole, node = copy()
                sibling = columns[(at + 1) % len(columns)]
                yield "sibling column", _put(whole, node, exp.column(sibling, table=table or None))
                break
    if isinstance(here, (exp.RowNumber, exp.Rank, exp.DenseRank)):
        for function in (exp.RowNumber, exp.Rank, exp.DenseRank):
            if not isinstance(here, function):
                whole, node = copy()
                yield "rank", _put(whole, node, function())
    if isinstance(here, exp.Window) and here.args.get("partition_by"):
        whole, node = copy()
        node.set("partition_by", None)
        yield "partition", whole
    if isinstance(here, exp.Add | exp.Sub | exp.Mul | exp.Div):
        for operation in (exp.Add, exp.Sub, exp.Mul):
            if not isinstance(here, operation):
                whole, node = copy()
                yield (
                    "arithmetic",
                    _put(whole, node, operation(this=node.this.copy(), expression=node.expression.copy())),
                )


def _put(whole: exp.Expression, node: exp.Expression, other: exp.Expression) -> exp.Expression:
    """The tree with another node in the place of one."""
    if node is whole:
        return other
    node.replace(other)
    return whole


def _constants(copy, here: exp.Expression) -> Iterator[tuple[str, exp.Expression]]:  # type: ignore[no-untyped-def]
    if here.is_string:
        text = here.name
        if len(text) == 10 and text[4] == "-" and text[8:].isdigit():
            for day in (int(text[8:]) - 1, int(text[8:]) + 1):
                if 1 <= day <= 28:
                    whole, node = copy()
                    yield "constant", _put(whole, node, exp.Literal.string(f"{text[:8]}{day:02}"))
        elif text[:1].isalpha():
            whole, node = copy()
            yield "constant", _put(whole, node, exp.Literal.string(text.swapcase()))
        return
    for step in (-1, 1):
        whole, node = copy()
        value = float(here.name) + step
        yield "constant", _put(whole, node, exp.Literal.number(int(value) if value.is_integer() else value))


def _clauses(copy, here: exp.Expression) -> Iterator[tuple[str, exp.Expression]]:  # type: ignore[no-untyped-def]
    whole, node = copy()
    node.set("distinct", None if node.args.get("distinct") else exp.Distinct())
    yield "distinct", whole
    for clause in ("where", "having", "order", "limit", "offset"):
        if here.args.get(clause) is not None:
            whole, node = copy()
            node.set(clause, None)
            yield f"dropped {clause}", whole
    if len(here.expressions) > 1:
        whole, node = copy()
        first, second, *rest = node.expressions
        node.set("expressions", [second.copy(), first.copy(), *(part.copy() for part in rest)])
        yield "columns swapped", whole
    group = here.args.get("group")
    if group is not None and len(group.expressions) > 1:
        whole, node = copy()
        node.args["group"].set("expressions", [part.copy() for part in group.expressions[:-1]])
        yield "dropped key", whole


def _counts(copy, here: exp.Expression) -> Iterator[tuple[str, exp.Expression]]:  # type: ignore[no-untyped-def]
    inner = here.this
    if isinstance(inner, exp.Distinct):
        whole, node = copy()
        yield "count", _put(whole, node, exp.Count(this=inner.expressions[0].copy()))
    elif isinstance(inner, exp.Star):
        return
    else:
        whole, node = copy()
        yield "count", _put(whole, node, exp.Count(this=exp.Distinct(expressions=[inner.copy()])))
    whole, node = copy()
    yield "count", _put(whole, node, exp.Count(this=exp.Star()))
