"""The classic misreadings of a question, made from the text of its query: see `rlvr.generators.sql.misreadings`.

A plan is not to be had of a user's query, so these are edits of its tree (sqlglot, of the extra ``sql``). Whether one
means something else is told by running it; one that no database tells apart makes the question weak.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import partial
from typing import Any

from . import parsed_queries

_MOST = 60
Put = Callable[[Any], Any]


def misreadings(sql: str, dialect: str, never: Collection[str] = ()) -> list[tuple[str, str]]:
    """Pairs of a way of `rlvr.generators.sql.misreading_databases.WAYS` and a text; [] where there is no parser.

    Args:
        sql: the query.
        dialect: ``sqlite`` or ``postgres``.
        never: names of columns, in small letters, whose values are never missing in any table.
    """
    tree = parsed_queries.parsed(sql, dialect)
    if tree is None:
        return []
    from sqlglot import exp

    if any(join.side for join in tree.find_all(exp.Join)):
        never = ()  # an outer join makes them missing
    own = tree.sql(dialect=dialect)
    found: dict[str, str] = {}
    for way, other in _all(tree, frozenset(never)):
        text = other if isinstance(other, str) else other.sql(dialect=dialect)
        if text != own:
            found.setdefault(text, way)
    pairs = [(way, text) for text, way in found.items()]
    return pairs[:: max(len(pairs) // _MOST, 1)][:_MOST]


def _all(tree: Any, never: frozenset[str]) -> Iterator[tuple[str, Any]]:
    from sqlglot import exp

    yield from _of_conditions(tree)
    yield from _of_results(tree, never)
    for number, node in enumerate(tree.walk()):
        for way, make in _at(node, never):
            copy = tree.copy()
            place = next(other for at, other in enumerate(copy.walk()) if at == number)
            made = make(place.copy())
            if place.parent is None or made is None:
                continue
            place.replace(made)
            yield way, copy
    for form in ("lower", "like", "part"):
        loose = tree.copy()
        count = 0
        for node in list(loose.find_all(exp.EQ)):
            other = _loose(node, form)
            if other is not None and node.parent is not None:
                node.replace(other)
                count += 1
        if count > 1:
            yield "capitals", loose


def _at(node: Any, never: frozenset[str]) -> Iterator[tuple[str, Callable[[Any], Any]]]:
    """What may stand in the place of a node."""
    from sqlglot import exp

    if isinstance(node, (exp.Sum, exp.Avg, exp.Min, exp.Max)):
        yield "nulls", lambda made: _coalesce(made)
        if isinstance(node.this, (exp.Column, exp.Binary)) and not _is_there(node.this, never):
            yield "nulls", _filled
        if isinstance(node, (exp.Sum, exp.Avg)) and not isinstance(node.this, exp.Distinct):
            yield "ties", _of_different
    elif isinstance(node, exp.Count) and isinstance(node.this, exp.Column) and not _is_there(node.this, never):
        yield "nulls", lambda made: exp.Count(this=_coalesce(made.this))
    elif isinstance(node, exp.EQ) and _loose(node, "lower") is not None:
        for form in ("lower", "like", "part", "begin"):
            yield "capitals", partial(_loose, form=form)
    elif isinstance(node, exp.Like) and isinstance(node.expression, exp.Literal):
        text = node.expression.this
        if text.strip("%") and not set("*?[_") & set(text):
            yield (
                "capitals",
                lambda made: exp.Glob(
                    this=made.this, expression=exp.Literal.string(made.expression.this.replace("%", "*"))
                ),
            )
    elif isinstance(node, exp.Between):
        for low, high in ((exp.GT, exp.LTE), (exp.GTE, exp.LT), (exp.GT, exp.LT)):
            yield "edges", partial(_ends, low, high)
    elif isinstance(node, (exp.LT, exp.LTE, exp.GT, exp.GTE)) and isinstance(node.expression, exp.Literal):
        if (
            isinstance(node.this, exp.Column)
            and not node.expression.is_string
            and not _is_there(node.this, never)
        ):
            yield "nulls", _filled_left
    elif (
        isinstance(node, (exp.Add, exp.Sub))
        and isinstance(node.this, exp.Column)
        and not _is_there(node, never)
    ):
        yield "nulls", _filled_left
    elif isinstance(node, exp.Is) and isinstance(node.this, exp.Column):
        yield "zeros", lambda made: exp.EQ(this=_coalesce(made.this), expression=exp.Literal.number(0))
    elif isinstance(node, (exp.Exists, exp.In)):
        yield from _two_rows(node)


def _is_there(value: Any, never: frozenset[str]) -> bool:
    """Whether all columns of a value are never missing."""
    from sqlglot import exp

    return all(column.name.lower() in never for column in value.find_all(exp.Column))


def _two_rows(node: Any) -> Iterator[tuple[str, Callable[[Any], Any]]]:
    """A row that is A and B taken for two rows, one that is A and one that is B."""
    from sqlglot import exp

    inner = node.this if isinstance(node, exp.Exists) else node.args.get("query")
    if isinstance(inner, exp.Subquery):
        inner = inner.this
    if not isinstance(inner, exp.Select) or inner.args.get("group") or inner.args.get("where") is None:
        return
    parts = list(inner.args["where"].this.flatten()) if isinstance(inner.args["where"].this, exp.And) else []
    for at, part in enumerate(parts):
        if not isinstance(part, (exp.EQ, exp.GT, exp.LT, exp.GTE, exp.LTE, exp.Like, exp.In, exp.Between)):
            continue
        if isinstance(part.args.get("expression"), exp.Column):
            continue  # what ties the two queries

        def split(made: Any, at: int = at, parts: list[Any] = parts) -> Any:
            ties = [one for one in parts if isinstance(one, exp.EQ) and isinstance(one.expression, exp.Column)]
            one, two = made.copy(), made.copy()
            for copy, kept in ((one, [*ties, parts[at]]), (two, [p for p in parts if p is not parts[at]])):
                query = copy.this if isinstance(copy, exp.Exists) else copy.args["query"]
                query = query.this if isinstance(query, exp.Subquery) else query
                query.set("where", exp.Where(this=exp.and_(*[p.copy() for p in dict.fromkeys(kept)])))
            return exp.paren(exp.And(this=one, expression=two))

        yield "split", split


def _ends(low: Any, high: Any, node: Any) -> Any:
    """A range of which an end does not count."""
    from sqlglot import exp

    first = low(this=node.this, expression=node.args["low"])
    return exp.paren(exp.And(this=first, expression=high(this=node.this.copy(), expression=node.args["high"])))


def _filled(node: Any) -> Any:
    return type(node)(this=_coalesce(node.this))


def _filled_left(node: Any) -> Any:
    return type(node)(this=_coalesce(node.this), expression=node.expression)


def _of_different(node: Any) -> Any:
    from sqlglot import exp

    return type(node)(this=exp.Distinct(expressions=[node.this]))


def _coalesce(value: Any) -> Any:
    from sqlglot import exp

    return exp.Coalesce(this=value, expressions=[exp.Literal.number(0)])


def _loose(node: Any, form: str) -> Any:
    """A comparison of a column with a text in which capital letters, or more, do not count; None for others."""
    from sqlglot import exp

    column, text = node.this, node.expression
    if not (isinstance(column, exp.Column) and isinstance(text, exp.Literal) and text.is_string):
        return None
    said = text.this
    if said.lower() == said.upper() or (form != "lower" and set("%_") & set(said)):
        return None
    if form == "lower":
        return exp.EQ(this=exp.Lower(this=column.copy()), expression=exp.Literal.string(said.lower()))
    pattern = {"like": said, "part": f"%{said}%", "begin": f"{said}%"}[form]
    return exp.Like(this=column.copy(), expression=exp.Literal.string(pattern))


def _of_conditions(tree: Any) -> Iterator[tuple[str, Any]]:
    """Conditions that two different rows may meet, and rows that meet one of two counted twice."""
    from sqlglot import exp

    if not isinstance(tree, exp.Select) or tree.args.get("where") is None:
        return
    if tree.args.get("group") or tree.args.get("limit") or any(e.find(exp.AggFunc) for e in tree.expressions):
        return
    where = tree.args["where"].this
    order = tree.args.get("order")

    def only(part: Any) -> Any:
        made = tree.copy()
        made.set("where", exp.Where(this=part.copy()))
        made.set("order", None)
        return made

    def whole(made: Any) -> Any:
        if order is not None:
            names = [column.alias_or_name for column in tree.expressions]
            keys = [key.this.name for key in order.expressions if isinstance(key.this, exp.Column)]
            if len(keys) == len(order.expressions) and all(key in names for key in keys):
                copy = order.copy()
                for key in copy.expressions:
                    key.this.set("table", None)
                made.set("order", copy)
        return made

    if isinstance(where, exp.And):
        parts = list(where.flatten())
        for at, part in enumerate(parts):
            rest = exp.and_(*[other.copy() for other in parts[:at] + parts[at + 1 :]])
            yield "split", whole(exp.Intersect(this=only(part), expression=only(rest), distinct=True))
    if isinstance(where, exp.Or):
        parts = list(where.flatten())
        for distinct in (True, False):
            made: Any = only(parts[0])
            for part in parts[1:]:
                made = exp.Union(this=made, expression=only(part), distinct=distinct)
            yield "split", whole(made)


def _of_results(tree: Any, never: frozenset[str]) -> Iterator[tuple[str, Any]]:
    """Values that are rounded, rows left out where a value is missing, and numbers sorted as texts."""
    from sqlglot import exp

    if not isinstance(tree, exp.Select):
        return
    for at, column in enumerate(tree.expressions):
        value = column.unalias()
        computed = value.find(exp.Avg, exp.Div, exp.Sum)
        if computed is not None:
            for digits in (0, 1, 2):
                if digits == 2 and not value.find(exp.Avg, exp.Div):
                    continue
                copy = tree.copy()
                copy.expressions[at].replace(
                    exp.alias_(
                        exp.Anonymous(this="ROUND", expressions=[value.copy(), exp.Literal.number(digits)]),
                        f"rounded_{at}",
                    )
                )
                yield "sizes", copy
        elif (
            isinstance(value, exp.Column)
            and not isinstance(value.this, exp.Star)
            and not _is_there(value, never)
        ):
            copy = tree.copy()
            there = exp.not_(exp.Is(this=value.copy(), expression=exp.null()))
            yield "nulls", copy.where(there, copy=False)
    order = tree.args.get("order")
    for at, key in enumerate(order.expressions if order is not None else ()):
        copy = tree.copy()
        place = copy.args["order"].expressions[at]
        if isinstance(key.this, (exp.Column, exp.AggFunc)):
            place.set("this", exp.Cast(this=key.this.copy(), to=exp.DataType.build("text")))
            yield "digits", copy
