"""The meaning of SQL's operators on values, without any SQL: three-valued logic, aggregates, sort keys, windows.

Values and conditions are functions of an environment (see `evaluate`); a condition gives None for unknown.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from datetime import date, timedelta
from typing import Any

from ..base import Json

Env = dict[Any, Any]
Value = Callable[[Env], Json]
Test = Callable[[Env], bool | None]
Rows = list[tuple[Json, ...]]


class EvaluationError(ValueError):
    """A plan is not one that `plan` allows: an unknown name, kinds that do not fit."""


class Ambiguous(EvaluationError):
    """The result depends on the order of rows that tie, or a scalar subquery has more than one row."""


def first_of(pair: tuple[Any, Any]) -> Any:
    """The first of a pair: its sort key."""
    return pair[0]


def cut(pairs: list[tuple[Any, tuple[Json, ...]]], limit: int | None, offset: int) -> tuple[Rows, list[Any]]:
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


def sort_key(values: list[Json], falling: list[bool]) -> tuple[Any, ...]:
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


def comparison(op: str, left: Value, right: Value) -> Test:
    """A comparison; unknown where a side is missing."""
    compare = _COMPARE[op]

    def test(env: Env) -> bool | None:
        first, second = left(env), right(env)
        if first is None or second is None:
            return None
        _same_kind(first, second)
        return compare(first, second)

    return test


def all_of(tests: list[Test]) -> Test:
    """AND of conditions."""

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


def any_of(tests: list[Test]) -> Test:
    """OR of conditions."""

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


def member(value: Value, choices: Callable[[Env], Iterable[Json]], negated: bool) -> Test:
    """IN, or NOT IN; `choices` must be a tuple or a dictionary."""

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
        if known in among:
            return not negated
        return None if None in among else negated

    return test


# ---- functions ----


def lower(text: str) -> str:
    """ASCII letters in lower case; others as they are, as SQLite does."""
    return "".join(sign.lower() if sign.isascii() else sign for sign in text)


def _upper(text: str) -> str:
    return "".join(sign.upper() if sign.isascii() else sign for sign in text)


def _day(text: str) -> date:
    return date.fromisoformat(text[:10])


def _strict(function: Callable[..., Json]) -> Callable[..., Json]:
    """The function, missing where an argument is."""
    return lambda *args: None if None in args else function(*args)


FUNCTIONS: dict[str, Callable[..., Json]] = {
    "year": _strict(lambda value: _day(value).year),
    "month": _strict(lambda value: _day(value).month),
    "day": _strict(lambda value: _day(value).day),
    "date_of": _strict(lambda value: _day(value).isoformat()),
    "days": _strict(lambda first, second: (date.fromisoformat(second) - date.fromisoformat(first)).days),
    "plus_days": _strict(lambda value, days: (date.fromisoformat(value) + timedelta(days)).isoformat()),
    "length": _strict(len),
    "lower": _strict(lower),
    "upper": _strict(_upper),
    "concat": _strict(lambda first, second: first + second),
    "abs": _strict(abs),
    "coalesce": lambda first, second: second if first is None else first,
}


def arithmetic(op: str, left: Value, right: Value) -> Value:
    """A calculation; missing where a side is, and for a division by zero."""

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


def aggregated(name: str, values: Iterable[Json], distinct: bool) -> Json:
    """An aggregate of the values that are not missing."""
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


def fill_window(
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
        ties = any(keyed[number][0] == keyed[number + 1][0] for number in range(len(keyed) - 1))
        if ties:
            raise Ambiguous(f"{name} over rows that tie")
    values = [1 if arg is None else arg(env) for env in envs]
    for number, env in enumerate(envs):
        if name == "row_number":
            env[slot] = number + 1
        elif name in ("lag", "lead"):
            other = number + (1 if name == "lead" else -1)
            env[slot] = values[other] if 0 <= other < len(values) else None
        else:
            env[slot] = aggregated(name, values[: number + 1] if ordered else values, distinct=False)
