"""What needs a parser (sqlglot, of the extra ``sql``): a query's ties, and wrong queries one edit away from it.

Both are checked by running: ties against permuted rows, and an edit that gives the same everywhere counts as not told
apart, whether or not it means the same.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from importlib.util import find_spec
from typing import Any

INSTALL = 'sqlglot is not installed; install it: pip install "rlvr-gym[sql]"'
_COMPARISONS = ("EQ", "NEQ", "LT", "LTE", "GT", "GTE")
_AGGREGATES = ("Sum", "Avg", "Min", "Max")
_RANKS = ("RowNumber", "Rank", "DenseRank")
_DAY = re.compile(r"(?:19|20)[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])")
_DEEPEST = 40
_LONGEST = 4000


def available() -> bool:
    """Whether there is a parser."""
    return find_spec("sqlglot") is not None


@dataclass(frozen=True, slots=True)
class Keyed:
    """A query with the keys of its order among its columns, and without its LIMIT and OFFSET.

    Attributes:
        sql: its text.
        places: of the keys; those that were put behind the query's own columns are counted from the end.
        behind: how many those are.
        first: the place of the first row that LIMIT and OFFSET leave.
        limit: how many rows they leave at most, or None.
    """

    sql: str
    places: tuple[int, ...]
    behind: int
    first: int
    limit: int | None


def keyed(sql: str, dialect: str) -> Keyed | None:
    """The query with the keys of its order among its columns; None if that is not simple."""
    tree = parsed(sql, dialect)
    if tree is None:
        return None
    from sqlglot import exp

    order = tree.args.get("order")
    if not isinstance(tree, exp.Select) or order is None:
        return None
    outputs = [column.unalias() for column in tree.expressions]
    # With a star the number of columns is unknown here.
    starred = any(not isinstance(column, exp.Count) and column.find(exp.Star) for column in outputs)
    names = [column.alias_or_name.lower() for column in tree.expressions]
    places: list[int | None] = []
    extra: list[Any] = []
    for key in order.expressions:
        value = key.this
        place = None
        if isinstance(value, exp.Literal) and value.is_int:
            if starred or not 1 <= int(value.this) <= len(outputs):
                return None
            place = int(value.this) - 1
        elif not starred and isinstance(value, exp.Column) and not value.table and value.name.lower() in names:
            place = names.index(value.name.lower())
        elif not starred and value in outputs:
            place = outputs.index(value)
        else:
            extra.append(exp.alias_(value.copy(), f"order_key_{len(extra)}"))
        places.append(place)
    if extra and (tree.args.get("distinct") or _folds(tree)):
        return None  # further columns would change the rows
    bounds = [tree.args.get(part) for part in ("limit", "offset")]
    numbers = [bound.args.get("expression") if bound is not None else None for bound in bounds]
    if any(
        bound is not None and not (isinstance(number, exp.Literal) and number.is_int)
        for bound, number in zip(bounds, numbers, strict=True)
    ):
        return None
    limit, first = (None if number is None else int(number.this) for number in numbers)
    select = _with(tree.copy(), limit=None, offset=None)
    for column in extra:
        select.append("expressions", column)
    behind = iter(range(-len(extra), 0))
    return Keyed(
        select.sql(dialect=dialect),
        tuple(next(behind) if place is None else place for place in places),
        len(extra),
        first or 0,
        limit,
    )


def _folds(select: Any) -> bool:
    """Whether the query has aggregates and no groups, so that it gives one row."""
    from sqlglot import exp

    return select.args.get("group") is None and any(column.find(exp.AggFunc) for column in select.expressions)


def edits(sql: str, dialect: str, most: int = 60) -> list[str]:
    """Texts of queries that are one edit away; none is promised to mean something else."""
    tree = parsed(sql, dialect)
    if tree is None:
        return []
    own = tree.sql(dialect=dialect)
    made: dict[str, None] = {}
    for change in _edited(tree):
        text = change.sql(dialect=dialect)
        if text != own:
            made.setdefault(text)
    texts = list(made)
    return texts[:: max(len(texts) // most, 1)][:most]


def parsed(sql: str, dialect: str) -> Any:
    """The tree of a query; None where there is no parser or it does not read the text."""
    if not available() or len(sql) > _LONGEST or sql.count("(") > _DEEPEST * 4:
        return None
    import sqlglot

    try:
        trees = sqlglot.parse(sql, read=dialect)
    except (sqlglot.errors.SqlglotError, RecursionError):
        return None
    return trees[0] if len(trees) == 1 and trees[0] is not None else None


def _edited(tree: Any) -> Iterator[Any]:
    """Copies of a tree, each with one place changed."""
    for number in range(sum(1 for _ in tree.walk())):
        for change in range(8):
            copy = tree.copy()
            place = list(copy.walk())[number]
            if not _change(place, change):
                break
            yield copy


def _change(node: Any, number: int) -> bool:
    """Make the change of a number at a node; False if there is none."""
    from sqlglot import exp

    options = _changes(node)
    if number >= len(options):
        return False
    made = options[number]()
    if isinstance(made, exp.Expression) and made is not node:
        node.replace(made)
    return True


def _near(literal: Any) -> list[Any]:
    """Literals next to one: a number one off, a date a day off, a text in the other case."""
    from sqlglot import exp

    text = literal.this
    if literal.is_int:
        return [exp.Literal.number(int(text) + step) for step in (1, -1) if int(text) + step >= 0]
    if not literal.is_string:
        number = _number(text)
        if number is None:
            return []
        return [exp.Literal.number(repr(number + step)) for step in (1, -1) if number + step >= 0]
    if _DAY.fullmatch(text):
        day = date.fromisoformat(text)
        return [exp.Literal.string((day + timedelta(days=step)).isoformat()) for step in (1, -1)]
    return [exp.Literal.string(text.swapcase())] if len(text) > 1 and "%" not in text else []


def _number(text: str) -> float | None:
    """The value of a number of a query; None for what only sqlglot takes for one (``1e``), or has no near ones."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _with(node: Any, **parts: Any) -> Any:
    """A node with some of its parts changed, in place."""
    for name, part in parts.items():
        node.set(name, part)
    return node


def _flipped(key: Any) -> Any:
    """A key of an order in the other direction, with missing values on the other side, as engines have it."""
    return _with(key, desc=not key.args.get("desc"), nulls_first=not key.args.get("nulls_first"))


def _changes(node: Any) -> list[Any]:
    """The changes of a node: functions that change it in place or give what replaces it."""
    from sqlglot import exp

    name = type(node).__name__
    found: list[Any] = []
    if name in _COMPARISONS:
        near = {
            "EQ": ["NEQ"],
            "NEQ": ["EQ"],
            "LT": ["LTE", "GT"],
            "LTE": ["LT"],
            "GT": ["GTE", "LT"],
            "GTE": ["GT"],
        }
        found += [
            lambda other=other: getattr(exp, other)(this=node.this, expression=node.expression)
            for other in near[name]
        ]
    elif isinstance(node, (exp.And, exp.Or)):
        swapped = exp.Or if isinstance(node, exp.And) else exp.And
        found += [
            lambda: exp.paren(swapped(this=node.this, expression=node.expression)),
            lambda: node.this,
            lambda: node.expression,
        ]
    elif (
        isinstance(node, exp.Literal) and isinstance(node.parent, exp.Select) and node.parent.parent is not None
    ):
        return found  # SELECT 1 of a subquery, most likely of EXISTS
    elif isinstance(node, exp.Literal) and node.parent is not None:
        found += [lambda other=other: other for other in _near(node)]
    elif name in _RANKS:
        found += [lambda other=other: getattr(exp, other)() for other in _RANKS if other != name]
    elif isinstance(node, exp.Group) and len(node.expressions) > 1:
        keys = node.expressions
        found += [
            lambda at=at: _with(node, expressions=[key for place, key in enumerate(keys) if place != at])
            for at in range(len(keys))
        ]
    elif name in _AGGREGATES:
        other = _AGGREGATES[(_AGGREGATES.index(name) + 1) % len(_AGGREGATES)]
        found += [lambda: getattr(exp, other)(this=node.this)]
    elif isinstance(node, exp.Count):
        inner = node.this
        if isinstance(inner, exp.Distinct) and inner.expressions:
            found += [lambda: exp.Count(this=inner.expressions[0])]
        elif isinstance(inner, exp.Column):
            found += [
                lambda: exp.Count(this=exp.Star()),
                lambda: exp.Count(this=exp.Distinct(expressions=[inner.copy()])),
            ]
    elif isinstance(node, exp.Ordered):
        found += [lambda: _flipped(node)]
    elif isinstance(node, exp.Join) and not node.args.get("using"):
        side = "" if node.side == "LEFT" else "LEFT"
        found += [lambda: _with(node, side=side)]
    elif isinstance(node, exp.Select):
        if (
            node.parent is None and not node.args.get("group") and not _folds(node)
        ):  # elsewhere it changes little
            flipped = None if node.args.get("distinct") else exp.Distinct()
            found += [lambda: _with(node, distinct=flipped)]
        found += [
            lambda part=part: _with(node, **{part: None})
            for part in ("where", "having", "limit")
            if node.args.get(part)
        ]
    elif isinstance(node, exp.Between):
        found += [lambda: exp.GTE(this=node.this, expression=node.args["low"])]
        found += [lambda: exp.LTE(this=node.this, expression=node.args["high"])]
    elif isinstance(node, exp.Union):
        found += [lambda: _with(node, distinct=not node.args.get("distinct"))]
    elif isinstance(node, (exp.Like, exp.ILike)) and isinstance(node.expression, exp.Literal):
        pattern = node.expression.this
        others = [
            f"%{pattern.strip('%')}%",
            f"{pattern.strip('%')}%",
            f"%{pattern.strip('%')}",
            pattern[1:],
            pattern[:-1],
        ]
        found += [
            lambda other=other: _with(node, expression=exp.Literal.string(other))
            for other in dict.fromkeys(others)
            if other.strip("%") and other != pattern
        ]
    elif isinstance(node, (exp.In, exp.Like, exp.Exists)) and not isinstance(node.parent, exp.Not):
        found += [lambda: exp.not_(node.copy())]
    elif isinstance(node, exp.Not):
        found += [lambda: node.this]
    return found
