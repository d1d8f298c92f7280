"""The logs of an organisation: tables of benign rows, filled column by column, and rows put among them.

A world is made in columns because a hundred thousand rows are: a column of n values is one string of n random bytes
that picks from 256 values, which are written when they are read. Bytes that pick persons are shared between the columns
of a row, so that a person works with their own computer, address and mailbox; they are skewed, so that some persons are
in many rows.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate

from ...base import Json
from ...quick_random import chances, randints
from .catalogue import HUBS, Kind
from .clock import CLOCKS, offset, written
from .entities import SPELLINGS, Organisation
from .lazy import Cells, Coded, Drawn, Entities, Given, Listed, Minted, Moments, Numbers, Picked, Pool, Times
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


class World:
    """The logs of an organisation, before and after an incident is put in."""

    def __init__(
        self, rng: random.Random, org: Organisation, kinds: Sequence[Kind], rows: int, drift: float
    ) -> None:
        """Fill the tables of `kinds` with about `rows` benign rows; `drift` is the share of odd spellings."""
        self.rng = rng
        self.org = org
        everyone = list(range(org.size))
        rng.shuffle(everyone)
        self._persons = Pool(_filled(rng, everyone, max(8, org.size // 3)))
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
            log.times = Drawn(self.org.start, self.org.days * 86_400, rng.randbytes(size))
        minted = range(0)
        if kind.owns:
            owned = next(field.type for field in kind.fields if field.role == kind.owns)
            minted = self.org.mint(owned, size)
            self._pools[owned] = Pool((rng.sample(minted, min(size, 200)) * 256)[:256])
        first, second = rng.randbytes(size), rng.randbytes(size)
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

    def _values(self, log: Log, column: Column, size: int, persons: bytes) -> Cells:
        rng = self.rng
        if column.type == "category":
            return self._categories(log, column, size)
        if column.type == "number":
            top = 10 ** rng.randint(2, 6)
            numbers = randints(rng, 0, top - 1, 32) * 8
            return Picked(rng.randbytes(size), numbers.__getitem__)
        if column.type == "text":
            texts, chance = _TEXTS[column.role], chances(rng, 256)
            return Picked(rng.randbytes(size), lambda code: texts[int(chance(code) * len(texts))])
        if column.type in HUBS:
            return self._entities(column, Listed(log.persons) if log.persons else Coded(persons, self._persons))
        pool = self._pool(column.type)
        rare = self._rare[column.type]
        values = rng.sample(pool.numbers[:size], size) if size <= 128 else []
        codes = b"" if size <= 128 else rng.randbytes(size)
        odd = max(2, min(size // 10, 150))
        others = dict(zip(rng.sample(range(size), odd), range(odd), strict=True))
        chance = chances(rng, odd)
        if size > 128:
            return self._entities(column, Coded(codes, pool, others, rare, chance))
        for row, place in others.items():
            values[row] = rare[int(chance(place) * len(rare))]
        return self._entities(column, Listed(values))

    def _categories(self, log: Log, column: Column, size: int) -> Cells:
        said, values = log.kind.category(column.role).said, log.said
        shares = list(accumulate((9, 4, 2, 2, 2)[: len(said)]))
        chance = chances(self.rng, 256)

        def cell(code: int) -> Json:
            return values[bisect_right(shares, chance(code) * shares[-1], 0, len(shares) - 1)]

        return Picked(self.rng.randbytes(size), cell)

    def _pool(self, kind: str) -> Pool:
        """The 256 values, some of them repeated, from which the benign rows of all tables take theirs."""
        if kind not in self._pools:
            distinct = self.org.mint(kind, 40 if self._total < 1000 else 200)
            self._pools[kind] = Pool(_filled(self.rng, list(distinct), 60))
        if kind not in self._rare:
            self._rare[kind] = self.org.mint(kind, 8 + min(self._total // 100, 120))
        return self._pools[kind]

    def _fill_leases(self, log: Log, size: int) -> None:
        """Leases that tile the period for each address, most of them to the computer that usually has it."""
        org, rng = self.org, self.rng
        found: list[tuple[int, int, int, int]] = []
        hours, last = org.days * 24 - 1, org.start + org.days * 86_400
        count = max(1, min(size // org.size, 6))
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
        log.size = len(found)
        begins, ends, addresses, hosts = (list(part) for part in zip(*found, strict=True))
        log.times = Given(begins)
        given = {
            "time": self._moments(log, log.times),
            "until": self._moments(log, Given(ends)),
        }
        for column in log.columns:
            log.data.append(
                given[column.role]
                if column.role in given
                else self._entities(column, Listed(addresses if column.role == "ip" else hosts))
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
                value = cells.at(rng.choice(log.order))
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


def _filled(rng: random.Random, numbers: list[int], first: int) -> list[int]:
    """Numbers and as many of the first ones as make 256; 256 are drawn."""
    first = min(first, len(numbers))
    chance = chances(rng, 256)
    return numbers + [numbers[int(chance(place) * first)] for place in range(256 - len(numbers))]
