"""Tiny databases on which wrong queries give themselves away.

A query with a small mistake gives the right result on most databases. `neighbour` makes rows on which it does not:

- columns that the query compares with a constant hold that constant, the values next to it, and others;
- most rows share *home* values, which satisfy what the query asks, in all but one or two columns. So for each
  condition there are rows that meet all others but not this one, and there are ties, groups and equal rows;
- values are missing wherever they may be; labels that need not be unique come twice; references point to few
  parents, leave some without children and, where the schema does not forbid it, point to no row;
- numbers are small and dates near each other, so that sums, counts and dates coincide.

Values stay within what the schema says is plausible, so a query that is right for each plausible database is not
called wrong.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta

from ..base import Json
from .schema import Column, Database, ForeignKey, Row, Schema, Table
from .texts import maker

Constants = Mapping[tuple[str, str], Sequence[Json]]
"""The constants that a query compares each column with, by table and column; ``("", "count")`` for counts of rows."""


def neighbour(rng: random.Random, schema: Schema, constants: Constants, rows: int = 12) -> Database:
    """A tiny database made for a query.

    Args:
        rng: the source of randomness.
        schema: the tables; any schema, also one with open texts, text keys or keys that are references.
        constants: the query's constants for each column. An integer for a date column is a year, a month or a
            number of days.
        rows: about the greatest number of rows of a table; most have half of it or more.

    Returns:
        The rows of each table. They keep NOT NULL and UNIQUE, and declared references, also while rows are inserted
        in the order of the schema's tables and of the rows.
    """
    counts = [int(value) for value in constants.get(("", "count"), ()) if isinstance(value, int) and value > 0]
    keys: dict[str, list[Json]] = {}
    database: Database = {}
    day = _base_day(rng, schema, constants)
    last = {table.name for table in schema.tables} - {
        link.table for table in schema.tables for link in table.foreign_keys
    }
    for table in schema.tables:
        size = rng.randint(max(2, rows // 2), rows)
        draw = rng.random()
        if draw < 0.04 and table.name in last:
            size = rng.randint(0, 1)
        elif draw < 0.1:
            size = rng.randint(2, 4)
        if counts and table.foreign_keys:
            size = max(size, min(2 * max(counts) + 2, 3 * rows))
        database[table.name] = _Filler(rng, schema, table, constants, keys, counts, day).rows(size)
    return database


def _base_day(rng: random.Random, schema: Schema, constants: Constants) -> date:
    """A day that the dates of one database gather around: of a constant, if there is one."""
    known = [
        value[:10]
        for values in constants.values()
        for value in values
        if isinstance(value, str) and _day_of(value) is not None
    ]
    if known:
        return date.fromisoformat(rng.choice(known))
    ranges = [
        (str(column.low)[:10], str(column.high)[:10])
        for table in schema.tables
        for column in table.columns
        if column.kind in ("date", "datetime") and column.low is not None and column.high is not None
    ]
    low, high = rng.choice(ranges) if ranges else ("2019-01-01", "2021-12-31")
    first, end = date.fromisoformat(low), date.fromisoformat(high)
    return first + timedelta(days=rng.randint(0, max((end - first).days, 0)))


def _day_of(text: str) -> date | None:
    if len(text) < 10 or text[4] != "-":
        return None
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        return None


class _Filler:
    """Makes the rows of one table."""

    def __init__(
        self,
        rng: random.Random,
        schema: Schema,
        table: Table,
        constants: Constants,
        keys: dict[str, list[Json]],
        counts: list[int],
        day: date,
    ) -> None:
        self.rng = rng
        self.schema = schema
        self.table = table
        self.constants = constants
        self.keys = keys
        self.counts = counts
        self.day = day

    def rows(self, size: int) -> list[Row]:
        """The rows, and their keys into `keys`."""
        links = {link.column: link for link in self.table.foreign_keys}
        for link in self.table.foreign_keys:
            column = self.table.column(link.column)
            if link.enforced and link.table != self.table.name:
                parents = self.keys.get(link.table, [])
                if not parents and not column.nullable:
                    size = 0
                if column.unique and not column.nullable:
                    size = min(size, len(parents))
        own = next((column for column in self.table.columns if column.name == self.table.key), None)
        keys: list[Json] = []
        if own is not None:
            link = links.get(own.name)
            keys = self._unique_references(own, link, size) if link else self._keys(own, size)
            size = len(keys)
        self.keys[self.table.name] = keys
        columns = []
        for column in self.table.columns:
            if own is not None and column.name == own.name:
                columns.append(keys)
            elif column.name in links:
                columns.append(self._references(column, links[column.name], size))
            elif column.unique:
                columns.append(self._unique(column, size))
            else:
                columns.append(self._values(column, size))
        return [list(row) for row in zip(*columns, strict=True)]

    def _keys(self, column: Column, size: int) -> list[Json]:
        known = list(self.constants.get((self.table.name, column.name), ()))
        if column.kind == "integer":
            numbers = [value for value in known if isinstance(value, int) and value > 0]
            near = {number + step for number in numbers for step in (-1, 0, 1) if number + step > 0}
            free = [value for value in range(1, size * 2 + 2) if value not in near]
            chosen: list[Json] = [*sorted(near)[:size]]
            chosen += sorted(self.rng.sample(free, size - len(chosen)))
            if self.rng.random() < 0.5:
                self.rng.shuffle(chosen)
            return chosen
        return self._unique(column, size)

    # ---- references ---------------------------------------------------------------------------------

    def _references(self, column: Column, link: ForeignKey, size: int) -> list[Json]:
        """Few parents with several children, some with none; missing ones and orphans where they may be."""
        rng = self.rng
        if column.unique:
            return self._unique_references(column, link, size)
        if link.table == self.table.name:
            return self._own_references(column, link, size)
        parents = self.keys.get(link.table, [])
        missing = rng.choice((0.0, 0.15, 0.3)) if column.nullable else 0.0
        if not parents and link.enforced:
            return [None] * size
        known = [value for value in self.constants.get((self.table.name, column.name), ()) if value in parents]
        some = rng.sample(parents, max(1, min(len(parents), round(len(parents) * rng.choice((0.4, 0.6, 0.8))))))
        if not some:
            return self._orphans(column, link, parents, size)
        pool = [*known * 2, *some]
        home = rng.choice(pool)
        if self.counts and rng.random() < 0.7:
            values = self._shares(pool, size)
        else:
            values = [home if rng.random() < 0.25 else rng.choice(pool) for _ in range(size)]
        if not link.enforced:
            lost = self._orphans(column, link, parents, 2)
            values = [rng.choice(lost) if rng.random() < 0.12 else value for value in values]
        if missing:
            values = [None if rng.random() < missing else value for value in values]
        return values

    def _shares(self, pool: Sequence[Json], size: int) -> list[Json]:
        """Values that come as often as a count that is asked for, or once more, or once less."""
        rng = self.rng
        values: list[Json] = []
        for value in rng.sample(list(dict.fromkeys(pool)), len(set(pool))):
            values += [value] * max(0, rng.choice(self.counts) + rng.choice((-1, 0, 0, 1)))
            if len(values) >= size:
                break
        values += [rng.choice(pool) for _ in range(size - len(values))]
        del values[size:]
        rng.shuffle(values)
        return values

    def _own_references(self, column: Column, link: ForeignKey, size: int) -> list[Json]:
        """To rows of the same table that come before."""
        rng = self.rng
        own = self.keys[self.table.name]
        few = rng.randint(1, 4)
        values: list[Json] = []
        for place in range(size):
            if column.nullable and (place == 0 or rng.random() < 0.2):
                values.append(None)
            elif not link.enforced and rng.random() < 0.1:
                values.append(self._orphans(column, link, own, 1)[0])
            elif place == 0:
                values.append(own[0])
            else:
                values.append(
                    own[rng.randrange(min(place, few))] if rng.random() < 0.7 else own[rng.randrange(place)]
                )
        return values

    def _orphans(self, column: Column, link: ForeignKey, parents: Sequence[Json], size: int) -> list[Json]:
        """Numbers or texts that no row has as its key."""
        if column.kind == "integer":
            top = max((value for value in parents if isinstance(value, int)), default=0)
            return [top + 1 + self.rng.randrange(3) for _ in range(size)]
        taken = set(parents)
        make = maker(self.rng, self.schema, self.table, column)
        return [value for value in (make() for _ in range(size * 4)) if value not in taken][:size]

    def _unique_references(self, column: Column, link: ForeignKey, size: int) -> list[Json]:
        """Different parents, each at most once."""
        parents = [value for value in self.keys.get(link.table, []) if value is not None]
        if column.name == self.table.key:
            return self.rng.sample(parents, min(size, len(parents)))
        if link.table == self.table.name:
            before = (
                [*parents[:1], *parents[: size - 1]] if not column.nullable else [None, *parents[: size - 1]]
            )
            return before if column.nullable else list(parents[:size])
        count = min(size, len(parents))
        if column.nullable:
            count = self.rng.randint(count // 2, count)
        values: list[Json] = [*self.rng.sample(parents, count), *[None] * (size - count)]
        self.rng.shuffle(values)
        return values

    # ---- values -------------------------------------------------------------------------------------

    def _values(self, column: Column, size: int) -> list[Json]:
        rng = self.rng
        known = list(self.constants.get((self.table.name, column.name), ()))
        sharp, near, other = candidates(rng, self.schema, self.table, column, known, self.day)
        homes = sharp or other
        home = rng.choice(homes)
        stay = rng.choice((0.45, 0.6, 0.7)) if known else rng.choice((0.1, 0.3, 0.5))
        if self.counts and not known and rng.random() < 0.5:
            values = self._shares(other[:4], size)
        else:
            pool = [*sharp * 2, *near, *other[: rng.randint(1, 4)]] if known else other[: rng.randint(2, 6)]
            values = [home if rng.random() < stay else rng.choice(pool) for _ in range(size)]
            for place, value in zip(rng.sample(range(size), min(len(sharp), size)), sharp, strict=False):
                values[place] = value
        if column.nullable:
            missing = rng.choice((0.1, 0.15, 0.3))
            values = [None if rng.random() < missing else value for value in values]
        return values

    def _unique(self, column: Column, size: int) -> list[Json]:
        known = list(self.constants.get((self.table.name, column.name), ()))
        sharp, near, other = candidates(self.rng, self.schema, self.table, column, known, self.day)
        fresh = _fresh(self.rng, self.schema, self.table, column)
        made: dict[Json, None] = dict.fromkeys(sharp)
        for value in self.rng.sample(near, len(near))[: size // 2]:
            made.setdefault(value)
        for value in other:
            made.setdefault(value)
        number = 0
        while len(made) < size:
            number += 1
            value = fresh(number)
            made.setdefault(f"{value} {number}" if number > 200 and isinstance(value, str) else value)
        values = list(made)[:size]
        if column.nullable:
            values = [None if self.rng.random() < 0.12 else value for value in values]
        self.rng.shuffle(values)
        return values


def _fresh(rng: random.Random, schema: Schema, table: Table, column: Column) -> Callable[[int], Json]:
    """A function from a counter to further values of a column."""
    if column.kind == "text":
        make = maker(rng, schema, table, column)
        return lambda number: make()
    if column.kind == "integer":
        low = column.low if isinstance(column.low, int) else 1
        return lambda number: low + number
    if column.kind in ("money", "real"):
        base = column.low if isinstance(column.low, (int, float)) else 0.0
        return lambda number: base + number / 4
    if column.kind == "boolean":
        return lambda number: number
    start = date.fromisoformat(str(column.low)[:10]) if column.low is not None else date(2020, 1, 1)
    tail = " 09:00:00" if column.kind == "datetime" else ""
    return lambda number: (start + timedelta(days=number)).isoformat() + tail


# ---- candidates -------------------------------------------------------------------------------------

Candidates = tuple[list[Json], list[Json], list[Json]]
"""Values equal to a constant, values next to one, and others."""


def candidates(
    rng: random.Random, schema: Schema, table: Table, column: Column, known: Sequence[Json], day: date
) -> Candidates:
    """What a column may hold, without missing values; the last list is never empty."""
    if column.kind == "boolean":
        values: list[Json] = [0, 1]
        rng.shuffle(values)
        return [value for value in known if value in (0, 1)], values if known else [], values
    if column.kind in ("integer", "money", "real"):
        return _numbers(rng, column, known)
    if column.kind in ("date", "datetime"):
        return _dates(rng, column, known, day)
    return _texts(rng, schema, table, column, known)


def _numbers(rng: random.Random, column: Column, known: Sequence[Json]) -> Candidates:
    whole = column.kind == "integer"
    low = column.low if isinstance(column.low, (int, float)) else 0
    high = column.high if isinstance(column.high, (int, float)) else low + 20
    exact = [value for value in known if isinstance(value, (int, float)) and not isinstance(value, bool)]
    low, high = min([low, *exact]), max([high, *exact])
    sharp: list[Json] = []
    near: list[Json] = []
    for value in exact:
        if whole:
            if value == int(value):
                sharp.append(int(value))
            steps: tuple[float, ...] = (-1, 1) if value == int(value) else (0, 1)
            near += [int(value + step // 1) for step in steps if low <= value + step <= high]
            if value >= 2 and low <= value // 2:
                near.append(int(value // 2))
        else:
            if value * 4 == int(value * 4):
                sharp.append(float(value))
            quarter = int(value * 4) / 4
            near += [quarter + step for step in (-0.25, 0.25, -1.0, 1.0) if low <= quarter + step <= high]
            if value >= 2 and low <= value / 2:
                near.append(int(value * 2) / 4)
    if column.values:
        return sharp, near, rng.sample(list(column.values), len(column.values))
    width = min(high - low, rng.choice((3, 6, 12, 40)))
    start = rng.choice((low, low, low + (high - low) // 3)) if not exact else low
    if exact and rng.random() < 0.5:
        start = max(low, exact[0] - width // 2)
    other: list[Json] = []
    for _ in range(6):
        value = start + width * rng.random()
        other.append(
            int(value) if whole else int(value * (4 if rng.random() < 0.4 else 1)) / (4 if value % 1 else 1)
        )
    if not whole:
        other = [max(float(low), int(float(value) * 4) / 4) for value in other]
    return sharp, near, other


def _dates(rng: random.Random, column: Column, known: Sequence[Json], day: date) -> Candidates:
    timed = column.kind == "datetime"
    low = _day_of(str(column.low)) or date(1900, 1, 1)
    high = _day_of(str(column.high)) or date(2100, 12, 31)
    sharp: list[Json] = []
    days: list[date] = []
    for value in known:
        if isinstance(value, str):
            exact = _day_of(value)
            if exact is None:
                continue
            sharp.append(
                value if timed == (len(value) > 10) else _with_time(rng, exact) if timed else value[:10]
            )
            if timed:
                sharp.append(f"{exact.isoformat()} 00:00:00")
            days += [exact - _ONE, exact + _ONE, _shifted(exact, 12), _shifted(exact, -12), _shifted(exact, 1)]
            low, high = min(low, exact - _ONE), max(high, exact + _ONE)
        elif isinstance(value, int) and not isinstance(value, bool) and value > 0:
            if 1900 <= value <= 2100:
                inside = [
                    date(value, 1, 1),
                    date(value, 12, 31),
                    date(value, rng.randint(1, 12), rng.randint(1, 28)),
                ]
                sharp += [_with_time(rng, one) if timed else one.isoformat() for one in inside]
                days += [date(value - 1, 12, 31), date(value + 1, 1, 1), _in_year(day, value)]
                continue
            if value <= 12:
                first = date(min(max(day.year, low.year), high.year), value, 1)
                inside = [first, _shifted(first, 1) - _ONE, _shifted(first, 12)]
                sharp += [_with_time(rng, one) if timed else one.isoformat() for one in inside]
                days += [first - _ONE, _shifted(first, 1)]
            if value <= 4000:
                days += [day + timedelta(days=value + step) for step in (-1, 0, 1)] + [day]
    if not low <= day <= high:
        day = _in_year(day, rng.randint(low.year, high.year))
    others = [day + timedelta(days=rng.randint(-3, 3)), day, _shifted(day, rng.choice((-1, 1)))]
    others += [day + timedelta(days=rng.randint(-40, 40)), _shifted(day, rng.choice((-12, 12)))]
    rng.shuffle(others)
    others = [one for one in others if low <= one <= high] or [day]
    days = [one for one in days if low <= one <= high]
    if timed:
        moments: list[Json] = [_with_time(rng, one) for one in others]
        return sharp, [_with_time(rng, one) for one in days], [*moments, _with_time(rng, others[0])]
    return sharp, [one.isoformat() for one in days], [one.isoformat() for one in others]


_ONE = timedelta(days=1)


def _with_time(rng: random.Random, day: date) -> str:
    return f"{day.isoformat()} {rng.choice(('00:00:00', '08:30:00', '12:00:00', '17:45:00', '23:59:59'))}"


def _shifted(day: date, months: int) -> date:
    """The same day some months later, or the last of the month."""
    place = day.year * 12 + day.month - 1 + months
    return date(place // 12, place % 12 + 1, min(day.day, 28))


def _in_year(day: date, year: int) -> date:
    return date(year, day.month, min(day.day, 28))


def _texts(
    rng: random.Random, schema: Schema, table: Table, column: Column, known: Sequence[Json]
) -> Candidates:
    sharp: list[Json] = [value for value in known if isinstance(value, str)]
    if column.values:
        pool = rng.sample(list(column.values), len(column.values))
        closed = set(column.values)
        parts = [value for value in sharp if value not in closed]
        near = [value for value in pool if any(str(part).lower() in str(value).lower() for part in parts)]
        return [value for value in sharp if value in closed] or near, pool[:2] if sharp else [], pool
    make = maker(rng, schema, table, column)
    other: list[Json] = [make() for _ in range(4)]
    near = []
    for value in sharp:
        word = make()
        near += [
            f"{value}{word.lower()}",
            f"{word} {value}",
            value.lower(),
            value.upper(),
            f"{word}{value.lower()}x",
        ]
        near.append(value[:-1] if len(value) > 1 else f"{value}{value}")
    if near:
        near = rng.sample(near, min(len(near), 5))
    return sharp, near, other
