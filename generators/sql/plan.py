"""A query as one value: drawn once, then rendered to SQL, evaluated without SQL, and kept in payloads as JSON.

Only what the questions need is here, so that each node has one meaning in every dialect: no implicit conversion, no
integer division, no comparison of different kinds. Nodes are frozen; `to_json` and `from_json` keep them whole.

Missing values follow SQL: a comparison with one is unknown, a filter keeps only what is true, aggregates skip them,
grouping, DISTINCT and set operations take them for equal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..base import Json

# ---- values -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Col:
    """A column of a source of this query, or of an outer one (then the subquery is correlated)."""

    source: str
    name: str


@dataclass(frozen=True, slots=True)
class Const:
    """A constant: int, float (a multiple of 1/4) or text; dates are text."""

    value: Json


@dataclass(frozen=True, slots=True)
class Arith:
    """``left op right`` for two numbers; / is written so that it never divides integers, and is NULL for a zero."""

    op: Literal["+", "-", "*", "/"]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Func:
    """A function of one row.

    ``year``, ``month`` (1 to 12), ``day`` of a date or time: integers; ``date_of`` a time: its date; ``days`` from the
    first to the second date: an integer, negative if the second is earlier; ``plus_days`` (date, integer): a date;
    ``length`` of a text; ``lower``; ``upper``; ``concat`` of two texts; ``coalesce`` of two; ``abs``. Rounding is
    not here: what becomes of ties differs.
    """

    name: Literal[
        "year",
        "month",
        "day",
        "date_of",
        "days",
        "plus_days",
        "length",
        "lower",
        "upper",
        "concat",
        "coalesce",
        "abs",
    ]
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """``CASE WHEN … THEN … ELSE … END``."""

    branches: tuple[tuple[Pred, Expr], ...]
    other: Expr | None


@dataclass(frozen=True, slots=True)
class Agg:
    """An aggregate of a group; ``arg`` None is ``COUNT(*)``."""

    name: Literal["count", "sum", "avg", "min", "max"]
    arg: Expr | None = None
    distinct: bool = False


@dataclass(frozen=True, slots=True)
class Window:
    """A window function over the rows that WHERE (and, if there is one, grouping) leaves.

    ``row_number`` needs an order without ties. ``sum``, ``avg``, ``count``, ``min`` and ``max`` without an order take
    the whole partition; ``sum`` and ``count`` with an order run from the first row to this one (ROWS), which needs an
    order without ties as well. ``lag`` and ``lead`` give the value of the row before or behind.
    """

    name: Literal["row_number", "rank", "dense_rank", "lag", "lead", "sum", "avg", "count", "min", "max"]
    arg: Expr | None = None
    partition: tuple[Expr, ...] = ()
    order: tuple[Order, ...] = ()


@dataclass(frozen=True, slots=True)
class Scalar:
    """A subquery with one column and, on every database, at most one row (none is NULL)."""

    query: Query


Expr = Col | Const | Arith | Func | Case | Agg | Window | Scalar

# ---- conditions -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cmp:
    """A comparison."""

    op: Literal["=", "<>", "<", "<=", ">", ">="]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Between:
    """From `low` to `high`, both included."""

    value: Expr
    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class InList:
    """One of some constants."""

    value: Expr
    choices: tuple[Json, ...]
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Like:
    """A text that starts with, ends with or contains ASCII letters and digits; case does not matter."""

    value: Expr
    how: Literal["starts", "ends", "contains"]
    text: str
    negated: bool = False


@dataclass(frozen=True, slots=True)
class IsNull:
    """A value that is missing, or, negated, that is there."""

    value: Expr
    negated: bool = False


@dataclass(frozen=True, slots=True)
class And:
    """All of them."""

    parts: tuple[Pred, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """At least one of them."""

    parts: tuple[Pred, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """Not; unknown stays unknown."""

    part: Pred


@dataclass(frozen=True, slots=True)
class Exists:
    """A subquery has a row, or, negated, has none."""

    query: Query
    negated: bool = False


@dataclass(frozen=True, slots=True)
class InQuery:
    """A value is in the one column of a subquery. Negated only where neither side can be missing."""

    value: Expr
    query: Query
    negated: bool = False


Pred = Cmp | Between | InList | Like | IsNull | And | Or | Not | Exists | InQuery

# ---- queries ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Order:
    """A key to sort by; missing values come first when rising, last when falling."""

    value: Expr
    falling: bool = False


@dataclass(frozen=True, slots=True)
class Source:
    """A table, a common table expression or a subquery under a name.

    Attributes:
        name: by which `Col.source` refers to it; unique in the whole query.
        table: the table or the common table expression; "" for a subquery.
        query: the subquery, else None.
    """

    name: str
    table: str = ""
    query: Query | None = None


@dataclass(frozen=True, slots=True)
class Join:
    """A further source. A left join keeps rows without a partner, with missing values."""

    source: Source
    on: Pred
    left: bool = False


@dataclass(frozen=True, slots=True)
class Select:
    """One SELECT. Output columns have labels, which also name the columns of a subquery or common table expression.

    Attributes:
        columns: pairs of label and value; labels are different.
        source: what comes after FROM.
        joins: further sources, in order.
        where: the filter, or None.
        group: the keys; () with an aggregate in `columns` is one group of everything.
        having: the filter of groups, or None.
        distinct: whether equal rows are given once.
        order: the keys to sort by; the result's order means something only where this is not empty.
        limit: at most so many rows; then `order` has no ties on any database.
        offset: so many rows are left out first.
    """

    columns: tuple[tuple[str, Expr], ...]
    source: Source
    joins: tuple[Join, ...] = ()
    where: Pred | None = None
    group: tuple[Expr, ...] = ()
    having: Pred | None = None
    distinct: bool = False
    order: tuple[Order, ...] = ()
    limit: int | None = None
    offset: int = 0


@dataclass(frozen=True, slots=True)
class SetOp:
    """Two queries put together; ``union_all`` keeps duplicates, the others give each row once."""

    op: Literal["union", "union_all", "intersect", "except"]
    left: Query
    right: Query


@dataclass(frozen=True, slots=True)
class With:
    """Common table expressions, each of which may use those before it, and the query that uses them."""

    parts: tuple[tuple[str, Query], ...]
    query: Query


Query = Select | SetOp | With
