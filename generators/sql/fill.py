"""Rows of a database that looks like one in use.

Values have skew: few parents have most of the children, small numbers are more frequent, some categories are rare.
There are missing values where they may be, ties, and orphans where a reference is not declared. Dates of the same range
in one row follow each other.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from functools import lru_cache
from itertools import accumulate

from ..base import Json
from .schema import Column, Database, ForeignKey, Row, Schema, Table
from .texts import maker

_TEXTS = 1500
"""At most so many different texts of an open column that need not be unique."""


def fill(
    rng: random.Random,
    schema: Schema,
    rows: int,
    *,
    skew: bool = True,
    most: Mapping[str, int] | None = None,
) -> Database:
    """A database of about so many rows in all.

    Args:
        rng: the source of randomness.
        schema: the tables.
        rows: the number of rows of all tables together, about.
        skew: whether values and numbers of children are spread unevenly.
        most: the greatest numbers of rows of some tables, if there are such, by their names.

    Returns:
        The rows of each table. They keep NOT NULL and UNIQUE, and declared references, also while rows are inserted
        in the order of the schema's tables and of the rows.
    """
    depth: dict[str, int] = {}
    for table in schema.tables:
        depth[table.name] = 1 + max((depth.get(link.table, 0) for link in table.foreign_keys), default=0)
    shares = {name: 3 ** min(level, 4) * rng.uniform(0.7, 1.3) for name, level in depth.items()}
    whole = sum(shares.values())
    database: Database = {}
    keys: dict[str, list[Json]] = {}
    for table in schema.tables:
        size = max(2, round(rows * shares[table.name] / whole))
        if most is not None and table.name in most:
            size = min(size, most[table.name])
        database[table.name] = _table(rng, schema, table, size, keys, skew)
    return database


def _table(
    rng: random.Random, schema: Schema, table: Table, size: int, keys: dict[str, list[Json]], skew: bool
) -> list[Row]:
    links = {link.column: link for link in table.foreign_keys}
    pool = next((column.values for column in table.columns if column.name == table.label), ())
    if pool and size > len(pool):  # rows are named by a closed list, so there are no more of them than names
        size = max(2, len(pool))
    for link in table.foreign_keys:
        column = table.column(link.column)
        if (column.unique or column.name == table.key) and link.table != table.name:
            size = min(size, len(keys[link.table]))
    columns: dict[str, list[Json]] = {}
    for column in table.columns:
        if column.name == table.key:
            own = _keys(rng, schema, table, column, size, keys, links.get(column.name))
            columns[column.name] = keys[table.name] = own
    for column in table.columns:
        if column.name in columns:
            continue
        if column.name in links:
            made = _references(rng, column, links[column.name], table, keys, size, skew)
        elif column.unique:
            made = _unique(rng, schema, table, column, size)
        elif column.name == table.label and column.values and size <= len(column.values):
            made = rng.sample(list(column.values), size)
        else:
            made = _values(rng, schema, table, column, size, skew, columns)
        if column.nullable and column.name not in links:
            made = with_missing(rng, made, rng.choice((0.03, 0.08, 0.15, 0.25)))
        columns[column.name] = made
    return [list(row) for row in zip(*(columns[column.name] for column in table.columns), strict=True)]


def with_missing(rng: random.Random, values: Sequence[Json], share: float) -> list[Json]:
    """The values, of which about a share is missing."""
    draw = rng.random
    return [None if draw() < share else value for value in values]


def _keys(
    rng: random.Random,
    schema: Schema,
    table: Table,
    column: Column,
    size: int,
    keys: dict[str, list[Json]],
    link: ForeignKey | None,
) -> list[Json]:
    if link is not None and link.table != table.name:
        return rng.sample(keys[link.table], size)
    if column.kind != "integer":
        return _unique(rng, schema, table, column, size)
    start = rng.choice((1, 1, 1, 101, 1001))
    gaps = rng.random() < 0.3
    if not gaps:
        return list(range(start, start + size))
    return [start + place for place in sorted(rng.sample(range(size + size // 8 + 1), size))]


def _references(
    rng: random.Random,
    column: Column,
    link: ForeignKey,
    table: Table,
    keys: dict[str, list[Json]],
    size: int,
    skew: bool,
) -> list[Json]:
    own = link.table == table.name
    parents = keys.get(link.table, [])
    values: list[Json]
    if column.unique and not own:
        values = rng.sample(parents, size)
    elif own:
        top = max(1, size // 6)
        values = [None if column.nullable else parents[0]]
        values += [parents[rng.randrange(min(place, top) if skew else place)] for place in range(1, size)]
    elif not parents:
        return [None] * size
    else:
        some = rng.sample(parents, max(1, len(parents) - len(parents) // 10))  # some have no children
        if skew:
            weights = list(accumulate(1 / (place + 3) for place in range(len(some))))
            values = rng.choices(some, cum_weights=weights, k=size)
        else:
            values = rng.choices(some, k=size)
    if not link.enforced and column.kind == "integer":
        top_key = max((key for key in parents if isinstance(key, int)), default=0)
        draw = rng.random
        values = [top_key + 1 + int(draw() * 9) if draw() < 0.03 else value for value in values]
    if column.nullable:
        share = rng.choice((0.05, 0.1, 0.3))
        values = with_missing(rng, values, share)
    return values


@lru_cache(maxsize=256)
def _weights(count: int) -> list[float]:
    """The sums of weights that fall, for the values of a category."""
    return list(accumulate(1 / (place + 2) for place in range(count)))


def _unique(rng: random.Random, schema: Schema, table: Table, column: Column, size: int) -> list[Json]:
    """Different values."""
    if column.kind == "text":
        make = maker(rng, schema, table, column)
        made: dict[Json, None] = {}
        for place in range(size):
            value = make()
            made.setdefault(value if value not in made else f"{value}-{place}")
        while len(made) < size:
            made.setdefault(f"{make()}-{len(made)}")
        return list(made)
    if column.kind in ("date", "datetime"):
        first = date.fromisoformat(str(column.low or "2020-01-01")[:10])
        tail = " 09:00:00" if column.kind == "datetime" else ""
        return [
            (first + timedelta(days=place)).isoformat() + tail for place in rng.sample(range(size * 2), size)
        ]
    low = column.low if isinstance(column.low, (int, float)) else 1
    places = rng.sample(range(size * 2), size)
    if column.kind in ("money", "real"):
        return [low + place / 4 for place in places]
    return [int(low) + place for place in places]


def _values(
    rng: random.Random,
    schema: Schema,
    table: Table,
    column: Column,
    size: int,
    skew: bool,
    columns: dict[str, list[Json]],
) -> list[Json]:
    draw = rng.random
    if column.values:
        pool = rng.sample(list(column.values), len(column.values))
        if not skew:
            return rng.choices(pool, k=size)
        return rng.choices(pool, cum_weights=_weights(len(pool)), k=size)
    if column.kind == "boolean":
        share = rng.choice((0.15, 0.3, 0.5, 0.7)) if skew else 0.5
        return [1 if draw() < share else 0 for _ in range(size)]
    if column.kind == "text":
        make = maker(rng, schema, table, column)
        label = column.name == table.label
        texts: list[Json] = [make() for _ in range(min(_TEXTS, size if label else max(3, size // 3)))]
        if label and size <= _TEXTS:
            for place in range(len(texts)):  # now and then two rows have the same name
                if draw() < 0.03:
                    texts[place] = texts[int(draw() * len(texts))]
            return texts
        return rng.choices(texts, k=size)
    if column.kind in ("date", "datetime"):
        before = next(
            (
                columns[other.name]
                for other in reversed(table.columns[: table.index(column.name)])
                if other.kind == column.kind and other.low == column.low and other.name in columns
            ),
            None,
        )
        return _dates(rng, column, size, before)
    low = column.low if isinstance(column.low, (int, float)) else 0
    high = column.high if isinstance(column.high, (int, float)) else low + 100
    uneven = skew and draw() < 0.5
    width = high - low
    if column.kind == "integer":
        step = 5 if width >= 400 and draw() < 0.5 else 1
        count = int(width) // step + 1
        if uneven:
            return [int(low) + step * int(draw() * draw() * count) for _ in range(size)]
        return [int(low) + step * int(draw() * count) for _ in range(size)]
    step4 = rng.choice((1, 1, 2, 4)) if width < 1000 else rng.choice((4, 20, 40))
    count = int(width * 4) // step4 + 1
    quarters = int(low * 4)
    if uneven:
        return [(quarters + step4 * int(draw() * draw() * count)) / 4 for _ in range(size)]
    return [(quarters + step4 * int(draw() * count)) / 4 for _ in range(size)]


_CLOCK = tuple(f" {minute // 60:02d}:{minute % 60:02d}:00" for minute in range(1440))
"""How each minute of a day is written behind the day."""


@lru_cache(maxsize=1 << 16)
def _day(ordinal: int) -> str:
    """A day of the calendar, by its number: most databases have the same days over and over."""
    return date.fromordinal(ordinal).isoformat()


@lru_cache(maxsize=1 << 16)
def _ordinal(day: str) -> int:
    return date.fromisoformat(day).toordinal()


def _dates(rng: random.Random, column: Column, size: int, before: Sequence[Json] | None) -> list[Json]:
    """Dates or times between the column's bounds, or a while after those of another column."""
    draw = rng.random
    first = _ordinal(str(column.low or "2020-01-01")[:10])
    span = max(_ordinal(str(column.high or "2022-12-31")[:10]) - first, 0) + 1
    timed = column.kind == "datetime"
    gap = rng.choice((3, 10, 30))
    if before is None:
        # Whether the hour is told or not, one is drawn.
        places = [(first + int(draw() * span), 420 + 5 * int(draw() * 168)) for _ in range(size)]
        return [_day(day) + _CLOCK[minute] if timed else _day(day) for day, minute in places]
    made: list[Json] = []
    for earlier in before:
        if earlier is None:
            place, minute = int(draw() * span), 420 + 5 * int(draw() * 168)
        else:
            start = str(earlier)
            place = _ordinal(start[:10]) - first
            place = place if 0 <= place < span else 0
            if timed:
                minute = int(start[11:13]) * 60 + int(start[14:16]) + 5 * int(draw() * draw() * 60)
                place += minute // 1440
                minute %= 1440
            else:
                minute = 0
                place += int(draw() * draw() * gap)
            place = min(place, span - 1)
        made.append(_day(first + place) + _CLOCK[minute] if timed else _day(first + place))
    return made
