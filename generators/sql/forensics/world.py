"""The logs of an organisation: tables of benign rows, filled column by column, and rows put among them.

A world is made in columns because a hundred thousand rows are: a column of n values is one string of n random bytes
that picks from 256 values, which are written when they are read. Bytes that pick persons are shared between the columns
of a row, so that a person works with their own computer, address and mailbox; they are skewed, so that some persons are
in many rows.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import accumulate

from ...base import Json
from ...quick_random import QuickRandom, randints
from .catalogue import HUBS, Kind
from .clock import CLOCKS, offset, written
from .entities import SPELLINGS, Organisation
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
from .table import Column, Log, layout

_OTHERS = ("target", "peer")
"""Roles of a second person in a row."""

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

Source = Callable[[], random.Random]
"""Gives a source of chance of its own."""


class World:
    """The logs of an organisation, before and after an incident is put in.

    Attributes:
        rng: the source of chance of all that is not a column.
        org: whose logs they are.
        key: seeds the sources of columns.
        logs: the tables by the names of their kinds.
    """

    def __init__(
        self, rng: random.Random, org: Organisation, kinds: Sequence[Kind], rows: int, drift: float
    ) -> None:
        """Fill the tables of `kinds` with about `rows` benign rows; `drift` is the share of odd spellings."""
        self.rng = rng
        self.org = org
        everyone = list(range(org.size))
        rng.shuffle(everyone)
        self.key = rng.getrandbits(64)
        self._persons = Pool(
            range(org.size), partial(_filled, self._source("persons"), everyone, max(8, org.size // 3))
        )
        self._total = rows
        self._pools: dict[str, Pool] = {}
        self._rare: dict[str, range] = {}
        taken: set[str] = {"notes"}
        self.logs: dict[str, Log] = {}
        weights = sum(kind.weight for kind in kinds)
        for kind in kinds:
            self.logs[kind.name] = layout(rng, kind, drift, taken)
        # The tables that mint identifiers come first, so that others refer to rows that are there.
        for kind in sorted(kinds, key=lambda kind: not kind.owns):
            size = max(rows * kind.weight // max(weights, 1), min(28, rows // max(len(kinds), 1) + 2))
            self._fill(self.logs[kind.name], size)
        self.logs = {name: self.logs[name] for name in rng.sample(sorted(self.logs), len(self.logs))}

    # ---- benign rows ---------------------------------------------------------------------------------

    def _source(self, name: str) -> Source:
        """What gives the source of chance of one part of the world."""
        key = self.key
        return lambda: QuickRandom(f"{key} {name}")

    def _bytes(self, name: str, size: int) -> Callable[[], bytes]:
        """What draws random bytes of one part of the world."""
        key = self.key
        return lambda: QuickRandom(f"{key} {name}").randbytes(size)

    def _fill(self, log: Log, size: int) -> None:
        rng, kind = self.rng, log.kind
        if kind.name == "leases":
            self._fill_leases(log, size)
            return
        if kind.lookup:
            size = self.org.size
            log.persons = rng.sample(range(size), size)
        log.size = size
        if kind.timed:
            log.times = Drawn(self.org.start, self.org.days * 86_400, self._bytes(f"{kind.name} times", size))
        minted = range(0)
        if kind.owns:
            owned = next(field.type for field in kind.fields if field.role == kind.owns)
            minted = self.org.mint(owned, size)
            self._pools[owned] = Pool(minted, partial(_some_of, self._source(f"pool of {owned}"), minted))
        first, second = (Once(self._bytes(f"{kind.name} {name}", size)) for name in ("persons", "others"))
        for column in log.columns:
            if column.role == kind.owns:
                log.data.append(self._entities(column, Minted(minted)))
            elif column.type == "time" and log.times is not None:
                log.data.append(self._moments(log, log.times))
            else:
                log.data.append(self._values(log, column, size, second if column.role in _OTHERS else first))

    def _entities(self, column: Column, numbers: Numbers) -> Cells:
        return Entities(self.org, column.type, column.spelling, numbers)

    def _moments(self, log: Log, times: Times) -> Cells:
        """Times as their table writes them."""
        clock, zone = log.clock, self.org.zone
        return Moments(times, lambda seconds: written(clock, zone, seconds))

    def _values(self, log: Log, column: Column, size: int, persons: Callable[[], bytes]) -> Cells:
        name = f"{log.kind.name} {column.role}"
        codes = self._bytes(f"{name} codes", size)
        if column.type == "category":
            return Picked(partial(_categories, self._source(name), log, column), codes)
        if column.type == "number":
            return Picked(partial(_numbers, self._source(name)), codes)
        if column.type == "text":
            return Picked(partial(_texts, self._source(name), _TEXTS[column.role]), codes)
        if column.type in HUBS:
            everyone = self._persons
            numbers: Numbers = Listed(log.persons)
            if not log.persons:
                numbers = Later(lambda: Coded(persons(), everyone), [everyone.among])
            return self._entities(column, numbers)
        pool, rare = self._pool(column.type), self._rare[column.type]
        return self._entities(
            column, Later(partial(_drawn, self._source(name), codes, size, pool, rare), [pool.among, rare])
        )

    def _pool(self, kind: str) -> Pool:
        """The 256 values, some of them repeated, from which the benign rows of all tables take theirs."""
        if kind not in self._pools:
            distinct = self.org.mint(kind, 40 if self._total < 1000 else 200)
            self._pools[kind] = Pool(distinct, partial(_filled, self._source(f"pool of {kind}"), distinct, 60))
        if kind not in self._rare:
            self._rare[kind] = self.org.mint(kind, 8 + min(self._total // 100, 120))
        return self._pools[kind]

    def _fill_leases(self, log: Log, size: int) -> None:
        """Leases that tile the period for each address, most of them to the computer that usually has it."""
        org, count = self.org, max(1, min(size // self.org.size, 6))
        parts = Once(partial(_leases, self._source("leases"), org, count))
        log.size = org.size * (count + 1)
        log.times = Given(lambda: parts()[0])
        given = {
            "time": self._moments(log, log.times),
            "until": self._moments(log, Given(lambda: parts()[1])),
        }
        for column in log.columns:
            log.data.append(
                given[column.role]
                if column.role in given
                else self._entities(
                    column, Later(partial(_leased, parts, 2 if column.role == "ip" else 3), [range(org.size)])
                )
            )

    # ---- rows of incidents ---------------------------------------------------------------------------

    def add(
        self,
        log: Log,
        given: Mapping[str, int],
        mark: int,
        at: int,
        category: int = -1,
        *,
        without: Sequence[int] = (),
    ) -> int:
        """Put a row in, with some entities and times; what is not given is drawn, for a person that is not `without`.

        Returns its number.
        """
        rng, org = self.rng, self.org
        bystanders = [p for p in rng.sample(range(org.size), len(without) + 2) if p not in without]
        place = log.behind(at) if log.kind.timed else rng.randrange(len(log) + 1)
        drawn: list[Json] = []
        for column, cells in zip(log.columns, log.data, strict=True):
            value: Json
            if column.type == "time":
                value = at
            elif column.type == "until":
                value = given["until"]
            elif column.type == "category":
                value = log.said[category] if category >= 0 else rng.choice(log.said)
            elif column.type in ("number", "text"):
                assert isinstance(cells, Picked)
                value = cells.of(rng.getrandbits(8))
            elif column.role in given:
                value = given[column.role]
            elif column.type in HUBS:
                value = bystanders[column.role in _OTHERS]
            elif column.role == log.kind.owns:
                value = org.fresh(column.type)
            else:
                value = rng.choice(self._pool(column.type).numbers)
            drawn.append(value)
        row = log.insert(place, mark, at if log.kind.timed else None)
        for cells, value in zip(log.data, drawn, strict=True):
            cells.put[row] = value
        return row

    # ---- what the database shows ---------------------------------------------------------------------

    def notes(self) -> list[tuple[str, str, str]]:
        """Rows of the table of notes: table, column, how it is written, for all times and odd spellings."""
        found: list[tuple[str, str, str]] = []
        for log in self.logs.values():
            when = CLOCKS[log.clock].format(offset(self.org.zone))
            for column in log.columns:
                note = SPELLINGS[column.type][column.spelling].note if column.spelling else ""
                if column.type in ("time", "until") or note:
                    found.append((log.name, column.name, note.format(self.org.domain) or when))
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


def _categories(source: Source, log: Log, column: Column) -> Callable[[int], Json]:
    """A value of a category for each byte."""
    said, values, draw = log.kind.category(column.role).said, log.said, source().random
    shares = list(accumulate((9, 4, 2, 2, 2)[: len(said)]))
    last = len(shares) - 1
    return [values[bisect_right(shares, draw() * shares[-1], 0, last)] for _ in range(256)].__getitem__


def _drawn(source: Source, codes: Callable[[], bytes], size: int, pool: Pool, rare: range) -> Numbers:
    """Entities of a pool, and in some rows rare ones."""
    rng = source()
    odd = max(2, min(size // 10, 150))
    others = {row: rare[int(rng.random() * len(rare))] for row in rng.sample(range(size), odd)}
    if size > 128:
        return Coded(codes(), pool, others)
    values = rng.sample(pool.numbers[:size], size)
    for row, number in others.items():
        values[row] = number
    return Listed(values)


Leases = tuple[list[int], list[int], list[int], list[int]]
"""Of leases the beginnings, the ends, the addresses and who has them."""


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
