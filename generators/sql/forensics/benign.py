"""The benign rows of logs: columns that are drawn when somebody looks at them.

Each column has a source of chance of its own, seeded by the world's key and the column's name, so it comes to the same
whatever else is looked at. What entities there are does not wait: they are minted when a table begins.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from itertools import accumulate

from ...base import Json
from ...quick_random import QuickRandom, chances, randints
from .catalogue import ENTITIES, HUBS
from .clock import written
from .entities import Organisation
from .lazy import (
    Cells,
    Coded,
    Drawn,
    Entities,
    Given,
    Later,
    Listed,
    Minted,
    Moments,
    Numbers,
    Once,
    Picked,
    Pool,
    Times,
)
from .table import Column, Log

OTHERS = ("target", "peer")
"""Roles of a second person in a row."""
Source = Callable[[], random.Random]
"""Gives a source of chance of its own."""
Leases = tuple[list[int], list[int], list[int], list[int]]
"""Of leases the beginnings, the ends, the addresses and who has them."""

_TEXTS: Mapping[str, Sequence[str]] = {
    "department": (
        "Sales",
        "Finance",
        "Engineering",
        "Legal",
        "Support",
        "Logistics",
        "Research",
        "Purchasing",
    ),
    "office": ("North", "South", "Harbour", "Station", "Old Mill", "Airport"),
    "model": ("A14", "A15", "T480", "T490", "Z2", "M75"),
    "agent": ("browser 118", "browser 121", "sync client 4.2", "mobile 9.1", "desktop 7.0"),
    "subject": (
        "Question",
        "Weekly figures",
        "Reminder",
        "Your order",
        "Meeting",
        "Please check",
        "Fwd: documents",
    ),
    "file_type": ("pdf", "docx", "xlsx", "zip", "png", "html"),
    "gateway": ("gw-1", "gw-2", "gw-3"),
    "title": ("Unusual sign-in", "Rare program", "Many requests", "New device", "Known pattern", "Odd hours"),
    "region": ("east-1", "west-2", "central-1"),
}


class Benign:
    """Draws the rows that logs begin with.

    Attributes:
        key: seeds the sources of chance.
    """

    def __init__(self, key: int, org: Organisation, everyone: Sequence[int], rows: int) -> None:
        """Rows of an organisation.

        Args:
            key: seeds the sources of chance.
            org: whose rows they are.
            everyone: all persons, those first that are in many rows.
            rows: of all tables, about.
        """
        self.key = key
        self._org = org
        self._total = rows
        often = max(8, org.size // 3)
        self._persons = Pool(range(org.size), partial(_filled, self._source("persons"), everyone, often))
        self._pools: dict[str, Pool] = {}
        self._rare: dict[str, range] = {}

    def _source(self, name: str) -> Source:
        """What gives the source of chance of one part."""
        key = self.key
        return lambda: QuickRandom(f"{key} {name}")

    def _bytes(self, name: str, size: int) -> Callable[[], bytes]:
        """What draws random bytes of one part."""
        key = self.key
        return lambda: QuickRandom(f"{key} {name}").randbytes(size)

    def pool(self, kind: str) -> Pool:
        """The 256 values, some of them repeated, from which the rows of all tables take theirs."""
        if kind not in self._pools:
            distinct = self._org.mint(kind, 40 if self._total < 1000 else 200)
            self._pools[kind] = Pool(distinct, partial(_filled, self._source(f"pool of {kind}"), distinct, 60))
        if kind not in self._rare:
            self._rare[kind] = self._org.mint(kind, 8 + min(self._total // 100, 120))
        return self._pools[kind]

    def begin(self, log: Log, size: int) -> None:
        """Let a table begin with so many rows."""
        kind, org = log.kind, self._org
        log.size = size
        if kind.timed:
            log.times = Drawn(org.start, org.days * 86_400, self._bytes(f"{kind.name} times", size))
        minted = range(0)
        if kind.owns:
            owned = next(field.type for field in kind.fields if field.role == kind.owns)
            minted = org.mint(owned, size)
            self._pools[owned] = Pool(minted, partial(_some_of, self._source(f"pool of {owned}"), minted))
        for column in log.columns:
            if column.type in ENTITIES and column.type not in (*HUBS, "time") and column.role != kind.owns:
                self.pool(column.type)
        log.fill = partial(self._columns, minted)

    def _columns(self, minted: range, log: Log) -> list[Cells]:
        """The columns of a table."""
        kind, size = log.kind, log.size
        first, second = (Once(self._bytes(f"{kind.name} {name}", size)) for name in ("persons", "others"))
        found: list[Cells] = []
        for column in log.columns:
            if column.role == kind.owns:
                found.append(self._entities(column, Minted(minted)))
            elif column.type == "time" and log.times is not None:
                found.append(self._moments(log, log.times))
            else:
                found.append(self._values(log, column, size, second if column.role in OTHERS else first))
        return found

    def _entities(self, column: Column, numbers: Numbers | Later) -> Cells:
        return Entities(self._org, column.type, column.spelling, numbers)

    def _moments(self, log: Log, times: Times) -> Cells:
        """Times as their table writes them."""
        return Moments(times, partial(written, log.clock, self._org.zone))

    def _values(self, log: Log, column: Column, size: int, persons: Callable[[], bytes]) -> Cells:
        name = f"{log.kind.name} {column.role}"
        source, codes = self._source(name), self._bytes(f"{name} codes", size)
        if column.type == "category":
            count = len(log.kind.category(column.role).said)
            return Picked(partial(_categories, source, log.said, count), codes)
        if column.type == "number":
            return Picked(partial(_numbers, source), codes)
        if column.type == "text":
            return Picked(partial(_texts, source, _TEXTS[column.role]), codes)
        if column.type in HUBS:
            if log.persons:
                return self._entities(column, Listed(log.persons))
            everyone = self._persons
            return self._entities(column, Later(lambda: Coded(persons(), everyone), [everyone.among]))
        pool, rare = self.pool(column.type), self._rare[column.type]
        drawn = Later(partial(_drawn, source, codes, size, pool, rare), [pool.among, rare])
        return self._entities(column, drawn)

    def lease(self, log: Log, size: int) -> None:
        """Let a table begin with leases that tile the period for each address; most have the computer usual for it."""
        count = max(1, min(size // self._org.size, 6))
        parts = Once(partial(_leases, self._source("leases"), self._org, count))
        log.size = self._org.size * (count + 1)
        log.times = Given(lambda: parts()[0])
        log.fill = partial(self._lease_columns, parts)

    def _lease_columns(self, parts: Callable[[], Leases], log: Log) -> list[Cells]:
        """The columns of leases."""
        assert log.times is not None
        found: list[Cells] = []
        for column in log.columns:
            if column.role == "time":
                found.append(self._moments(log, log.times))
            elif column.role == "until":
                found.append(self._moments(log, Given(lambda: parts()[1])))
            else:
                part = partial(_leased, parts, 2 if column.role == "ip" else 3)
                found.append(self._entities(column, Later(part, [range(self._org.size)])))
        return found


def _filled(source: Source, numbers: Sequence[int], first: int) -> list[int]:
    """Numbers and as many of the first ones as make 256."""
    first, draw = min(first, len(numbers)), source().random
    return [*numbers, *(numbers[int(draw() * first)] for _ in range(256 - len(numbers)))]


def _some_of(source: Source, minted: range) -> list[int]:
    """Some of many numbers, as often as makes 256."""
    return (source().sample(minted, min(len(minted), 200)) * 256)[:256]


def _numbers(source: Source) -> Callable[[int], Json]:
    """A number for each byte."""
    rng = source()
    top = 10 ** rng.randint(2, 6)
    return (randints(rng, 0, top - 1, 32) * 8).__getitem__


def _texts(source: Source, texts: Sequence[str]) -> Callable[[int], Json]:
    """A text for each byte."""
    return source().choices(texts, k=256).__getitem__


def _categories(source: Source, values: Sequence[str], count: int) -> Callable[[int], Json]:
    """A value of a category that has so many for each byte."""
    chance, shares = chances(source(), 256), list(accumulate((9, 4, 2, 2, 2)[:count]))

    @cache
    def cell(code: int) -> Json:
        return values[bisect_right(shares, chance(code) * shares[-1], 0, len(shares) - 1)]

    return cell


def _drawn(source: Source, codes: Callable[[], bytes], size: int, pool: Pool, rare: range) -> Numbers:
    """Entities of a pool, and in some rows rare ones."""
    rng = source()
    draw, count = rng.random, len(rare)
    others = {int(draw() * size): rare[int(draw() * count)] for _ in range(max(2, min(size // 10, 150)))}
    if size > 128:
        return Coded(codes(), pool, others)
    values = rng.sample(pool.numbers[:size], size)
    for row, number in others.items():
        values[row] = number
    return Listed(values)


def _leases(source: Source, org: Organisation, count: int) -> Leases:
    """Leases, of each address one more than a count, in the order of their beginnings."""
    rng = source()
    found: list[tuple[int, int, int, int]] = []
    hours, last = org.days * 24 - 1, org.start + org.days * 86_400
    draw, chance, bits, wide = rng.getrandbits, rng.random, hours.bit_length(), org.size.bit_length()
    for person in range(org.size):
        # What sample, randrange and choice do, in less time: there are a thousand leases.
        cuts: set[int] = set()
        while len(cuts) < count:
            if (cut := draw(bits)) < hours:
                cuts.add(cut)
        ends = []
        for cut in sorted(cuts):
            while (second := draw(12)) >= 3600:
                pass
            ends.append(org.start + (cut + 1) * 3600 + second)
        begin = org.start
        for end in (*ends, last):
            holder = person
            if chance() >= 0.7:
                while (holder := draw(wide)) >= org.size:
                    pass
            found.append((begin, end, person, holder))
            begin = end
    found.sort()
    begins, ends, addresses, hosts = (list(part) for part in zip(*found, strict=True))
    return begins, ends, addresses, hosts


def _leased(parts: Callable[[], Leases], place: int) -> Numbers:
    """The numbers in one part of leases."""
    return Listed(parts()[place])
