"""What the evaluator keeps while it compiles a SELECT and while it runs one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..base import Json
from .plan import And, Cmp, Col, Expr, Pred, Window
from .semantics import Ambiguous, Env, Rows, Test, Value

Place = tuple[str, int]
"""A source of an outer query and the place of the column that is read from its row."""

TABLES = object()
MEMO = object()


@dataclass(slots=True)
class Run:
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
class Frame:
    """What is known while one SELECT is compiled.

    Attributes:
        places: the place of each column of its sources.
        above: the frame of the query around it.
        outer: the columns of frames above that it reads.
        group: the key under which the environment has the rows of the current group, if it is grouped.
        windows: the window functions found so far, with the key for their value.
    """

    places: dict[str, dict[str, int]] = field(default_factory=dict)
    above: Frame | None = None
    outer: set[Place] = field(default_factory=set)
    group: object = None
    keys: dict[Expr, object] = field(default_factory=dict)
    windows: dict[Window, object] = field(default_factory=dict)


def remembered(run: Run, use: Callable[[Rows], Any]) -> Callable[[Env], Any]:
    """What `use` makes of a query's rows, computed once for each set of outer values that it reads."""
    places = sorted(run.outer)

    def result(env: Env) -> Any:
        key = (result, tuple([env[source][place] for source, place in places]))
        memo = env[MEMO]
        if key not in memo:
            memo[key] = use(run.rows(env)[0])
        return memo[key]

    return result


def equality(on: Pred, own: str, frame: Frame) -> tuple[Col, Col] | None:
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


def grouped_rows(
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


def first_case(cases: list[tuple[Test, Value]], last: Value | None) -> Value:
    """CASE: the value of the first branch whose test is true."""

    def value(env: Env) -> Json:
        for test, then in cases:
            if test(env):
                return then(env)
        return None if last is None else last(env)

    return value


def single(rows: Rows) -> Json:
    """The one value of a scalar subquery, missing if it has no row."""
    if len(rows) > 1:
        raise Ambiguous("a scalar subquery has more than one row")
    return rows[0][0] if rows else None
