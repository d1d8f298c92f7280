"""The logs of an organisation: tables of benign rows, filled column by column, and rows put among them.

A world is made in columns because a hundred thousand rows are: a column of n values is one string of n random bytes
that picks from 256 spelled values. Bytes that pick persons are shared between the columns of a row, so that a person
works with their own computer, address and mailbox; they are skewed, so that some persons are in many rows.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Callable, Mapping, MutableSequence, Sequence
from itertools import accumulate

from ...base import Json
from .catalogue import HUBS, Kind
from .clock import CLOCKS, offset, written
from .entities import SPELLINGS, Organisation, spell, spelled
from .lazy import Lazy, picked
from .table import BENIGN, Column, Log, layout

_GAPS = [1 + i * i // 16 for i in range(256)]
"""Times between two rows of a table, in units that make the rows fill the period."""

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


class _Times:
    """Times that rise over a period, in seconds since 1970."""

    def __init__(self, start: int, span: int, steps: bytes) -> None:
        self._start, self._span, self._steps = start, span, steps
        self._every: list[int] | None = None

    def at(self, place: int) -> int:
        """One of them; the first and the last are known without the others."""
        if self._every is None and place in (0, len(self._steps) - 1):
            passed = sum(map(_GAPS.__getitem__, self._steps))
            first = _GAPS[self._steps[0]]
            return self._start + (passed if place else first) * self._span // (passed + 500)
        return self.all()[place]

    def all(self) -> list[int]:
        """All of them; not to be changed."""
        if self._every is None:
            passed = list(accumulate(map(_GAPS.__getitem__, self._steps)))
            whole = (passed[-1] if passed else 0) + 500
            start, span = self._start, self._span
            self._every = [start + each * span // whole for each in passed]
        return self._every


class World:
    """The logs of an organisation, before and after an incident is put in."""

    def __init__(
        self, rng: random.Random, org: Organisation, kinds: Sequence[Kind], rows: int, drift: float
    ) -> None:
        """Fill the tables of `kinds` with about `rows` benign rows; `drift` is the share of odd spellings."""
        self.rng = rng
        self.org = org
        count = len(org.people["account"])
        everyone = list(range(count))
        rng.shuffle(everyone)
        self._persons = (everyone + rng.choices(everyone[: max(8, count // 3)], k=256))[:256]
        self._total = rows
        self._pools: dict[str, list[str]] = {}
        self._rare: dict[str, list[str]] = {}
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
        if kind.lookup:
            log.persons = rng.sample(range(len(self.org.people["account"])), len(self.org.people["account"]))
            size = len(log.persons)
        if kind.name == "leases":
            self._fill_leases(log, size)
            return
        times = self._times(size) if kind.timed else None
        if times is not None:
            log.seconds = Lazy(size, times.at, lambda: list(times.all()))
        mint: Callable[[int], str] = str
        if kind.owns:
            owned = next(field.type for field in kind.fields if field.role == kind.owns)
            mint = self.org.minting(owned, size)
            self._pools[owned] = ([mint(i) for i in rng.sample(range(size), min(size, 200))] * 256)[:256]
        first, second = rng.randbytes(size), rng.randbytes(size)
        for column in log.columns:
            if column.role == kind.owns:
                log.data.append(self._minted(column, size, mint))
            elif column.type == "time" and times is not None:
                log.data.append(self._timed(log, size, times))
            else:
                log.data.append(self._values(log, column, size, second if column.role in _OTHERS else first))
        log.marks = [BENIGN] * size

    def _minted(self, column: Column, size: int, mint: Callable[[int], str]) -> Lazy:
        """New identifiers, one for each row."""
        org = self.org.domain
        return Lazy(
            size,
            lambda place: spell(column.type, column.spelling, mint(place), org),
            lambda: spelled(column.type, column.spelling, list(map(mint, range(size))), org),
        )

    def _timed(self, log: Log, size: int, times: _Times) -> Lazy:
        """The times of rows as their table writes them."""
        return Lazy(
            size,
            lambda place: self.written(log, [times.at(place)])[0],
            lambda: self.written(log, times.all()),
        )

    def _values(self, log: Log, column: Column, size: int, persons: bytes) -> MutableSequence[Json]:
        rng = self.rng
        if column.type == "category":
            category = log.kind.category(column.role)
            shares = [9, 4, 2, 2, 2][: len(category.said)]
            said = rng.choices(log.said, shares, k=256)
            return picked(rng.randbytes(size), said)
        if column.type == "number":
            top = 10 ** rng.randint(2, 6)
            numbers = [rng.randrange(top) for _ in range(32)] * 8
            return picked(rng.randbytes(size), numbers)
        if column.type == "text":
            texts = rng.choices(_TEXTS[column.role], k=256)
            return picked(rng.randbytes(size), texts)
        org = self.org.domain
        if column.type in HUBS:
            known = spelled(column.type, column.spelling, self.org.people[column.type], org)
            if log.persons:
                return [known[person] for person in log.persons]
            return picked(persons, [known[person] for person in self._persons])
        pool = spelled(column.type, column.spelling, self._pool(column.type), org)
        rare = spelled(column.type, column.spelling, self._rare[column.type], org)
        values = rng.sample(pool[:size], size) if size <= 128 else []
        codes = b"" if size <= 128 else rng.randbytes(size)
        odd = max(2, min(size // 10, 150))
        places = rng.sample(range(size), odd)
        others = dict(zip(places, rng.choices(rare, k=odd), strict=True))
        if size > 128:
            return picked(codes, pool, others)
        for row, value in others.items():
            values[row] = value
        return values

    def _pool(self, kind: str) -> list[str]:
        """The 256 values, some of them repeated, from which the benign rows of all tables take theirs."""
        if kind not in self._pools:
            distinct = self.org.many(kind, 40 if self._total < 1000 else 200)
            self._pools[kind] = (distinct + self.rng.choices(distinct[:60], k=256))[:256]
        if kind not in self._rare:
            self._rare[kind] = self.org.many(kind, 8 + min(self._total // 100, 120))
        return self._pools[kind]

    def _times(self, size: int) -> _Times:
        """Rising times over the whole period."""
        return _Times(self.org.start, self.org.days * 86_400, self.rng.randbytes(size))

    def _fill_leases(self, log: Log, size: int) -> None:
        """Leases that tile the period for each address, most of them to the computer that usually has it."""
        org, rng = self.org, self.rng
        count = len(org.people["ip"])
        found: list[tuple[int, int, int, int]] = []
        for person in range(count):
            cuts = sorted(rng.sample(range(1, org.days * 24), max(1, min(size // count, 6))))
            ends = [org.start + cut * 3600 + rng.randrange(3600) for cut in cuts] + [
                org.start + org.days * 86_400
            ]
            begin = org.start
            for end in ends:
                found.append((begin, end, person, person if rng.random() < 0.7 else rng.randrange(count)))
                begin = end
        found.sort()
        log.seconds = [begin for begin, *_ in found]
        people = org.people
        given = {
            "time": self.written(log, log.seconds),
            "until": self.written(log, [end for _, end, *_ in found]),
            "ip": [people["ip"][person] for *_, person, _ in found],
            "host": [people["host"][person] for *_, person in found],
        }
        for column in log.columns:
            values = given[column.role]
            if column.role in ("ip", "host"):
                values = spelled(column.type, column.spelling, values, org.domain)
            log.data.append(values)
        log.marks = [BENIGN] * len(found)

    # ---- rows of incidents ---------------------------------------------------------------------------

    def add(
        self,
        log: Log,
        given: Mapping[str, str],
        mark: int,
        at: int,
        category: int = -1,
        *,
        without: Sequence[int] = (),
    ) -> int:
        """Put a row in; what is not given is drawn, for a person that is not among `without`. Returns its place."""
        rng, people = self.rng, self.org.people
        bystanders = [
            p for p in rng.sample(range(len(people["account"])), len(without) + 2) if p not in without
        ]
        row = bisect_right(log.seconds, at) if log.kind.timed else rng.randrange(len(log.marks) + 1)
        for column, values in zip(log.columns, log.data, strict=True):
            value: Json
            if column.type == "time":
                value = self.written(log, [at])[0]
            elif column.type == "until":
                value = self.written(log, [int(given["until"])])[0]
            elif column.type == "category":
                value = log.said[category] if category >= 0 else rng.choice(log.said)
            elif column.type in ("number", "text"):
                value = rng.choice(values)
            else:
                plain = given.get(column.role)
                if plain is None and column.type in HUBS:
                    plain = people[column.type][bystanders[column.role in _OTHERS]]
                elif plain is None and column.role == log.kind.owns:
                    plain = self.org.fresh(column.type)
                elif plain is None:
                    plain = rng.choice(self._pool(column.type))
                value = spell(column.type, column.spelling, plain, self.org.domain)
            values.insert(row, value)
        log.marks.insert(row, mark)
        if log.kind.timed:
            log.seconds.insert(row, at)
        return row

    def written(self, log: Log, seconds: Sequence[int]) -> list[Json]:
        """Times as a table writes them."""
        return written(log.clock, self.org.zone, seconds)

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
