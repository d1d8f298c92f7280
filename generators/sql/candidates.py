"""What a column of a tiny database may hold: values at the query's constants, next to them, and others.

All values are plausible for the column: within its bounds unless a constant lies outside, and within its pool if it is
a closed category. Numbers lie close together, dates in few months, so that sums, counts and parts of dates coincide.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from datetime import date, timedelta

from ..base import Json
from .schema import Column, Schema, Table
from .texts import maker

Candidates = tuple[list[Json], list[Json], list[Json]]
"""Values equal to a constant, values next to one, and others; none is missing, and the last list is never empty."""

_ONE = timedelta(days=1)


def candidates(
    rng: random.Random, schema: Schema, table: Table, column: Column, known: Sequence[Json], day: date
) -> Candidates:
    """What a column may hold, given the constants that the query compares it with.

    Args:
        rng: the source of randomness.
        schema: the schema of the column.
        table: its table.
        column: the column.
        known: the constants. An integer for a date is a year, a month or a number of days.
        day: the day that dates gather around.
    """
    if column.kind == "boolean":
        values: list[Json] = [0, 1]
        rng.shuffle(values)
        return [value for value in known if value in (0, 1)], values if known else [], values
    if column.kind in ("integer", "money", "real"):
        return _numbers(rng, column, known)
    if column.kind in ("date", "datetime"):
        sharp, near, other = _dates(rng, column, known, day)
        return sharp, near, rng.sample(list(column.values), len(column.values)) or other
    return _texts(rng, schema, table, column, known)


def fresh(rng: random.Random, schema: Schema, table: Table, column: Column) -> Callable[[int], Json]:
    """A function from a counter to further values of a column; for numbers and dates they are all different."""
    if column.kind == "text":
        make = maker(rng, schema, table, column)
        return lambda number: make() if number < 200 else f"{make()} {number}"
    if column.kind in ("integer", "boolean"):
        low = column.low if isinstance(column.low, int) else 0
        return lambda number: low + number
    if column.kind in ("money", "real"):
        base = column.low if isinstance(column.low, (int, float)) else 0.0
        return lambda number: base + number / 4
    start = day_of(str(column.low)) or date(2020, 1, 1)
    tail = " 09:00:00" if column.kind == "datetime" else ""
    return lambda number: (start + timedelta(days=number)).isoformat() + tail


# ---- numbers ----------------------------------------------------------------------------------------


def _numbers(rng: random.Random, column: Column, known: Sequence[Json]) -> Candidates:
    exact = [value for value in known if _is_number(value)]
    low = column.low if _is_number(column.low) else 0
    high = column.high if _is_number(column.high) else low + 20
    low, high = min([low, *exact]), max([high, *exact])
    whole = column.kind == "integer"
    sharp: list[Json] = []
    near: list[Json] = []
    for value in exact:
        down = int(value // 1)
        beside: list[Json]
        if not whole:
            step = 0.25 if value * 4 % 1 == 0 else 0.01
            sharp.append(float(value))
            beside = [round(value + far, 9) for far in (-1.0, 1.0, -step, step)] + [float(down // 2)]
        elif value == down:
            sharp.append(down)
            beside = [down - 1, down + 1, down // 2]  # two rows with the half of it have it as their sum
        else:
            beside = [down, down + 1]
        near += [spot for spot in beside if low <= spot <= high]
    if column.values:
        return sharp, near, rng.sample(list(column.values), len(column.values))
    unit = 1.0 if whole or rng.random() < 0.5 else 0.25
    width = min(high - low, rng.choice((3, 6, 12)) * unit)
    start = low + (high - low) * rng.choice((0.0, 0.0, 0.3))
    if exact and rng.random() < 0.5:
        start = max(low, exact[0] - width / 2)
    spots = [start + width * rng.random() for _ in range(4)] + [
        low + (high - low) * rng.random() for _ in range(2)
    ]
    rng.shuffle(spots)
    if whole:
        return sharp, near, [int(spot // 1) for spot in spots]
    return sharp, near, [max(float(low), int(spot / unit) * unit) for spot in spots]


def _is_number(value: Json) -> bool:
    """Whether it is a number that a database can hold, and one can still count on from."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 2**53


# ---- dates ------------------------------------------------------------------------------------------


def day_of(text: str) -> date | None:
    """The day that a text begins with, if it does; none so early or late that one cannot count on from it."""
    if len(text) < 10 or text[4] != "-":
        return None
    try:
        day = date.fromisoformat(text[:10])
    except ValueError:
        return None
    return day if 1000 <= day.year <= 9000 else None


def _as_number(value: Json) -> int:
    """A number that stands for dates, also if it is written as the text of a year; else 0."""
    if isinstance(value, str) and len(value) == 4 and value.isdecimal():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def _dates(rng: random.Random, column: Column, known: Sequence[Json], day: date) -> Candidates:
    timed = column.kind == "datetime"
    low = day_of(str(column.low)) or date(1900, 1, 1)
    high = day_of(str(column.high)) or date(2100, 12, 31)
    sharp: list[Json] = []
    near: list[Json] = []
    days: list[date] = []
    for value in known:
        exact = day_of(value) if isinstance(value, str) else None
        if exact is not None:
            clock = value[10:] or rng.choice(_CLOCKS)
            sharp.append(exact.isoformat() + (clock if timed else ""))
            if timed:
                near += [exact.isoformat() + time for time in (" 00:00:00", " 23:59:59")]
                near += [(exact + step).isoformat() + clock for step in (-_ONE, _ONE)]
            days += [exact - _ONE, exact + _ONE, *(shifted(exact, months) for months in (12, -12, 1))]
            low, high = min(low, exact - _ONE), max(high, exact + _ONE)
        elif (number := _as_number(value)) > 0:
            inside, outside = _meant(rng, number, day, low, high)
            sharp += [one.isoformat() + (rng.choice(_CLOCKS) if timed else "") for one in inside]
            days += outside
    if not low <= day <= high:
        day = in_year(day, rng.randint(low.year, high.year))
    others = [day + timedelta(days=rng.randint(-3, 3)), day, shifted(day, rng.choice((-1, 1)))]
    others += [day + timedelta(days=rng.randint(-40, 40)), shifted(day, rng.choice((-12, 12)))]
    rng.shuffle(others)
    others = [one for one in others if low <= one <= high] or [min(max(day, low), high)]
    near += [one.isoformat() + (rng.choice(_CLOCKS) if timed else "") for one in days if low <= one <= high]
    return sharp, near, [one.isoformat() + (rng.choice(_CLOCKS) if timed else "") for one in others]


_CLOCKS = (" 00:00:00", " 08:30:00", " 12:00:00", " 17:45:00", " 23:59:59")


def _meant(rng: random.Random, number: int, day: date, low: date, high: date) -> tuple[list[date], list[date]]:
    """Dates that a number stands for, as a year, a month or a distance, and dates next to those."""
    if 1900 <= number <= 2100:
        inside = [
            date(number, 1, 1),
            date(number, 12, 31),
            date(number, rng.randint(1, 12), rng.randint(1, 28)),
        ]
        return inside, [date(number - 1, 12, 31), date(number + 1, 1, 1), in_year(day, number)]
    inside, outside = [], []
    if number <= 12:
        first = date(min(max(day.year, low.year), high.year), number, 1)
        inside = [first, shifted(first, 1) - _ONE, shifted(first, 12)]
        outside = [first - _ONE, shifted(first, 1)]
    if number <= 4000:
        inside += [day, day + timedelta(days=number)]
        outside += [day + timedelta(days=number + step) for step in (-1, 1)]
    return inside, outside


def shifted(day: date, months: int) -> date:
    """The same day some months later; the 28th instead of a later one."""
    place = day.year * 12 + day.month - 1 + months
    return date(place // 12, place % 12 + 1, min(day.day, 28))


def in_year(day: date, year: int) -> date:
    """The same day of another year; the 28th instead of a later one."""
    return date(year, day.month, min(day.day, 28))


# ---- texts ------------------------------------------------------------------------------------------


def _texts(
    rng: random.Random, schema: Schema, table: Table, column: Column, known: Sequence[Json]
) -> Candidates:
    sharp: list[Json] = [value for value in known if isinstance(value, str)]
    near: list[Json] = []
    if column.values:
        pool = rng.sample(list(column.values), len(column.values))
        inside = [value for value in sharp if value in pool]
        parts = [str(value).lower() for value in sharp if value not in pool]
        inside += [value for value in pool if any(part in str(value).lower() for part in parts)]
        # The ones on both sides in order of text: a comparison with < or > for <> or = then shows.
        ordered = sorted(str(value) for value in pool)
        places = [ordered.index(value) for value in inside if value in ordered]
        near = [ordered[at + step] for at in places for step in (-1, 1) if 0 <= at + step < len(ordered)]
        return inside, near or (pool[:2] if sharp else []), pool
    make = maker(rng, schema, table, column)
    for value in sharp[:2]:
        word = make()
        near += [
            f"{value}{word.lower()}",
            f"{word} {value}",
            value.lower(),
            value.upper(),
            f"{word}{value.lower()}x",
        ]
        near += [value[:-1], value[:-1] + word.lower()] if len(value) > 1 else [value + value]
    if near:
        near = rng.sample(near, min(len(near), 5))
    return sharp, near, [make() for _ in range(4)]
