"""What other parts need to know of a plan: its constants, tables, order keys and size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta

from ..base import Json
from .plan import (
    Agg,
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
    Join,
    Like,
    Not,
    Or,
    Query,
    Scalar,
    Select,
    SetOp,
    Source,
    Window,
    With,
)
from .schema import Schema
from .scope import Scope, is_grouped, walk

COUNT = ("", "count")
"""The key of `constants_of` for numbers of rows: thresholds of COUNT, ranks."""

_MOST = 24
"""So many constants of one column are enough for any neighbour."""


def tables_of(query: Query) -> list[str]:
    """The tables of the schema that a plan reads, each once, in the order in which it names them."""
    expressions = {name for node in walk(query) if isinstance(node, With) for name, _ in node.parts}
    names = [node.table for node in walk(query) if isinstance(node, Source) and node.table]
    return [name for name in dict.fromkeys(names) if name not in expressions]


def columns_of(query: Query, schema: Schema) -> set[tuple[str, str]]:
    """The columns of the schema that a plan reads, by table."""
    scope = Scope(query, schema)
    origins = [scope.origin(node) for node in walk(query) if isinstance(node, Col)]
    return {(origin[0], origin[1]) for origin in origins if isinstance(origin, tuple)}


def is_ordered(query: Query) -> bool:
    """Whether the order of a plan's result means something."""
    while isinstance(query, With):
        query = query.query
    return isinstance(query, Select) and bool(query.order)


def keyed(query: Query) -> Query | None:
    """The plan with its order keys as further columns at the end, to cut its result into groups of rows that tie.

    Returns:
        The longer plan, whose result has the same rows in the same order; None where no order is asked.
    """
    if isinstance(query, With):
        inner = keyed(query.query)
        return None if inner is None else With(query.parts, inner)
    if isinstance(query, SetOp) or not query.order:
        return None
    taken = {label for label, _ in query.columns}
    extra: list[tuple[str, Expr]] = []
    for key in query.order:
        number = len(extra) + 1
        while f"key_{number}" in taken:
            number += 1
        taken.add(f"key_{number}")
        extra.append((f"key_{number}", key.value))
    return replace(query, columns=query.columns + tuple(extra))


def operator_counts(query: Query) -> dict[str, int]:
    """How often a plan uses each relational operator."""
    found: Counter[str] = Counter()
    for node in walk(query):
        match node:
            case Select():
                found["select"] += 1
                found["group"] += is_grouped(node)
                found["having"] += node.having is not None
                found["distinct"] += node.distinct
                found["order"] += bool(node.order)
                found["limit"] += node.limit is not None
            case Join(left=left):
                found["left join" if left else "join"] += 1
            case Cmp() | Between() | InList() | Like() | IsNull():
                found["condition"] += 1
            case Or() | Not():
                found["logic"] += 1
            case Exists() | InQuery() | Scalar():
                found["subquery"] += 1
            case SetOp():
                found["set"] += 1
            case With(parts=parts):
                found["with"] += len(parts)
            case Agg():
                found["aggregate"] += 1
            case Window():
                found["window"] += 1
            case Arith() | Func() | Case():
                found["computed"] += 1
    return {name: count for name, count in found.items() if count}


def operators(query: Query) -> int:
    """How many relational operators a plan has: the measure of difficulty."""
    return sum(operator_counts(query).values())


def constants_of(query: Query, schema: Schema) -> Mapping[tuple[str, str], Sequence[Json]]:
    """The values at which a plan decides, by the table and column that they are compared with.

    A constant that is compared with a function of a column is carried back to the column: a year to dates at both
    its ends, a number of days to two dates so far apart, a sum to the whole, its half and its quarter, a text of LIKE
    to texts that match and texts that nearly do. Numbers of rows and ranks stand under ``("", "count")``.
    """
    scope = Scope(query, schema)
    found: dict[tuple[str, str], dict[Json, None]] = {}

    def add(value: Expr, constant: Json) -> None:
        for place, item in _back(value, constant, scope):
            values = found.setdefault(place, {})
            if len(values) < _MOST:
                values.setdefault(item)

    for node in walk(query):
        match node:
            case Cmp(left=left, right=right) if (constant := _folded(right)) is not None:
                add(left, constant)
            case Cmp(left=left, right=right) if (constant := _folded(left)) is not None:
                add(right, constant)
            case Cmp(left=left, right=right) if (constant := _shared(left, right, scope)) is not None:
                add(left, constant)
                add(right, constant)
            case Cmp(left=Arith(op="+" | "-", left=left, right=Const(value=constant)), right=right):
                add(left, constant)
                add(right, constant)
            case Between(value=left, low=low, high=high):
                for bound in (low, high):
                    add(left, _folded(bound))
            case InList(value=left, choices=choices):
                for choice in choices:
                    add(left, choice)
            case Like(value=left, text=text, how=how):
                shown = text[:1].upper() + text[1:]
                texts = {
                    "starts": (shown, text + "a", text.upper() + " 1", "X" + text, "X " + text),
                    "ends": (shown, "a" + text, "A" + text.upper(), text + "x", text + " x"),
                    "contains": (shown, "a" + text + "b", "A" + text.upper(), text + " x", text[:-1] or "x"),
                }[how]
                for item in texts:
                    add(left, item)
            case Func(name="coalesce", args=(left, Const(value=constant))):
                add(left, constant)
    return {place: list(values) for place, values in found.items()}


def bounded(query: Query, schema: Schema) -> int:
    """The most rows that a plan's result can have, as far as its form says so; a large number if it does not."""
    if isinstance(query, With):
        return bounded(query.query, schema)
    if isinstance(query, SetOp):
        left, right = bounded(query.left, schema), bounded(query.right, schema)
        return left + right if query.op.startswith("union") else left
    most = UNBOUNDED if query.limit is None else query.limit
    if is_grouped(query):
        scope, groups = Scope(query, schema), 1
        for key in query.group:
            groups *= _values_of(key, scope)
        most = min(most, groups)
    return most


UNBOUNDED = 1_000_000


def _values_of(key: Expr, scope: Scope) -> int:
    """How many different values a key of groups can have."""
    if isinstance(key, Func) and key.name == "month":
        return 13
    if isinstance(key, Case):
        return len(key.branches) + 1
    try:
        return 3 if scope.kind(key) == "boolean" else UNBOUNDED
    except KeyError:
        return UNBOUNDED


def _shared(left: Expr, right: Expr, scope: Scope) -> Json:
    """A value that two columns can both have, in the middle of what is plausible for both; None for keys."""
    origins = [scope.origin(side) if isinstance(side, Col) else None for side in (left, right)]
    ranges = []
    for origin in origins:
        if not isinstance(origin, tuple):
            return None
        column = scope.schema.table(origin[0]).column(origin[1])
        if column.low is None or column.high is None:
            return None
        ranges.append((column.kind, column.low, column.high))
    kinds = {kind for kind, _, _ in ranges}
    low, high = max(low for _, low, _ in ranges), min(high for _, _, high in ranges)
    if low > high:
        return None
    if kinds <= {"integer", "money", "real"}:
        return int(low + (high - low) // 2)
    if len(kinds) > 1 or not isinstance(low, str):
        return None
    start, end = date.fromisoformat(low[:10]), date.fromisoformat(high[:10])
    day = (start + (end - start) // 2).isoformat()
    return day + " 12:00:00" if kinds == {"datetime"} else day


def _folded(value: Expr) -> Json:
    """The value of a constant, or of a date some days from a constant one; else None."""
    match value:
        case Const(value=constant):
            return constant
        case Func(name="plus_days", args=(Const(value=str(start)), Const(value=int(days)))):
            return (date.fromisoformat(start) + timedelta(days)).isoformat()
        case _:
            return None


def _back(value: Expr, constant: Json, scope: Scope) -> Iterator[tuple[tuple[str, str], Json]]:
    """The values of columns that make a value meet a constant."""
    if constant is None:
        return
    match value:
        case Col():
            origin = scope.origin(value)
            if isinstance(origin, tuple):
                yield origin, constant
            else:
                yield from _back(origin, constant, scope)
        case Agg(name="count") | Window(name="count" | "rank" | "dense_rank" | "row_number"):
            yield COUNT, constant
        case Agg(name="sum", arg=arg) | Window(name="sum", arg=arg) if arg is not None:
            for share in (1, 2, 4):
                part = constant / share
                if part * 4 == int(part * 4):
                    yield from _back(arg, _like(part, constant), scope)
        case Agg(arg=arg) | Window(arg=arg) if arg is not None:
            yield from _back(arg, constant, scope)
        case Scalar(query=query):
            from_query = query
            while not isinstance(from_query, Select):
                from_query = from_query.left if isinstance(from_query, SetOp) else from_query.query
            yield from _back(from_query.columns[0][1], constant, scope)
        case Arith(op=op, left=left, right=right):
            yield from _back_arith(op, left, right, constant, scope)
        case Case(branches=branches, other=other):
            for _, branch in branches:
                yield from _back(branch, constant, scope)
            if other is not None:
                yield from _back(other, constant, scope)
        case Func(name=name, args=args):
            yield from _back_func(name, args, constant, scope)
        case _:
            return


def _like(number: float, model: Json) -> Json:
    """The number as an int where the model is one and nothing is lost."""
    return int(number) if isinstance(model, int) and number == int(number) else number


def _back_arith(
    op: str, left: Expr, right: Expr, constant: Json, scope: Scope
) -> Iterator[tuple[tuple[str, str], Json]]:
    if isinstance(constant, str):
        return
    for side, other in ((left, right), (right, left)):
        if isinstance(other, Const) and isinstance(other.value, int | float) and other.value:
            fixed = other.value
            solved: float = constant
            if op == "+":
                solved = constant - fixed
            elif op == "-":
                solved = constant + fixed if side is left else fixed - constant
            elif op == "*":
                solved = constant / fixed
            elif side is left:
                solved = constant * fixed
            else:
                solved = fixed / constant if constant else 0
            if solved * 4 == int(solved * 4):
                yield from _back(side, _like(solved, 1), scope)
    if isinstance(left, Const) or isinstance(right, Const):
        return
    if op in "*/":
        for factor in (1, 2, 4):
            whole = constant * factor if op == "/" else constant / factor
            if whole * 4 == int(whole * 4):
                yield from _back(left, _like(whole, constant), scope)
                yield from _back(right, factor, scope)
    else:
        small = 1 if isinstance(constant, int) else 0.25
        yield from _back(left, constant + small if op == "-" else constant - small, scope)
        yield from _back(right, small, scope)


def _back_func(
    name: str, args: tuple[Expr, ...], constant: Json, scope: Scope
) -> Iterator[tuple[tuple[str, str], Json]]:
    value = args[0]
    if name in ("lower", "upper", "coalesce", "date_of", "abs", "concat"):
        for arg in args:
            yield from _back(arg, constant, scope)
        if name == "date_of":
            yield from _back(value, f"{constant} 00:00:00", scope)
            yield from _back(value, f"{constant} 23:59:59", scope)
    elif name == "length" and isinstance(constant, int) and 0 < constant < 60:
        for size in (constant - 1, constant, constant + 1):
            yield from _back(
                value, ("Ana Lima Stone Ferro Valdez Okafor Brandt Mirelli Sato Quin" * 2)[:size], scope
            )
    elif name in ("year", "month", "day") and isinstance(constant, int):
        for day in _days_of(name, constant, _middle(value, scope)):
            yield from _back(value, _dress(day, value, scope), scope)
    elif name == "days" and isinstance(constant, int):
        first, second = args
        fixed = next((arg.value for arg in args if isinstance(arg, Const)), None)
        if fixed is not None:
            step = timedelta(constant if first == Const(fixed) else -constant)
            start = date.fromisoformat(fixed[:10])
            yield from _back(second if first == Const(fixed) else first, (start + step).isoformat(), scope)
            return
        start = _middle(first, scope)
        for far in (0, constant):
            yield from _back(first, _dress(start, first, scope), scope)
            yield from _back(second, _dress(start + timedelta(far), second, scope), scope)
    elif name == "plus_days" and isinstance(args[1], Const) and isinstance(constant, str):
        moved = date.fromisoformat(constant[:10]) - timedelta(args[1].value)
        yield from _back(value, moved.isoformat(), scope)


def _middle(value: Expr, scope: Scope) -> date:
    """A date in the middle of what is plausible for a column."""
    if isinstance(value, Func) and value.name == "date_of":
        value = value.args[0]
    if isinstance(value, Col):
        origin = scope.origin(value)
        if isinstance(origin, tuple):
            column = scope.schema.table(origin[0]).column(origin[1])
            if isinstance(column.low, str) and isinstance(column.high, str):
                low, high = date.fromisoformat(column.low[:10]), date.fromisoformat(column.high[:10])
                return low + (high - low) // 2
    return date(2022, 6, 15)


def _days_of(name: str, number: int, middle: date) -> Iterator[date]:
    """Days in a year, a month or on a day of the month, with those next to its ends."""
    if name == "year" and 1 < number < 9998:
        yield from (date(number, 6, 15), date(number, 1, 1), date(number, 12, 31))
        yield from (date(number - 1, 12, 31), date(number + 1, 1, 1))
    elif name == "month" and 1 <= number <= 12:
        start = date(middle.year, number, 1)
        end = (start + timedelta(31)).replace(day=1)
        yield from (start, start + timedelta(14), end - timedelta(1), start - timedelta(1), end)
        yield date(middle.year - 1, number, 9)
    elif name == "day" and 1 <= number <= 28:
        for month in (1, 6, 12):
            yield date(middle.year, month, number)
        yield date(middle.year, 6, number) - timedelta(1)
        yield date(middle.year, 6, number) + timedelta(1)


def _dress(day: date, value: Expr, scope: Scope) -> str:
    """A day as the column has it: with a time if it is one."""
    return day.isoformat() + (" 12:00:00" if scope.kind(value) == "datetime" else "")
