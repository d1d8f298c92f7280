"""The logs of an organisation: tables of benign rows, filled column by column, and rows put among them.

A world is made in columns because a hundred thousand rows are: a column of n values is one string of n random bytes
that picks from 256 values, which are written when they are read. Bytes that pick persons are shared between the columns
of a row, so that a person works with their own computer, address and mailbox; they are skewed, so that some persons are
in many rows.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from ...base import Json
from .benign import OTHERS, Benign
from .catalogue import HUBS, Kind
from .clock import CLOCKS, offset
from .entities import SPELLINGS, Organisation
from .lazy import (
    Picked,
)
from .table import Log, layout


class World:
    """The logs of an organisation, before and after an incident is put in.

    Attributes:
        rng: the source of chance of all that is not a column.
        org: whose logs they are.
        benign: draws the columns.
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
        self.benign = Benign(rng.getrandbits(64), org, everyone, rows)
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
        kind = log.kind
        if kind.name == "leases":
            self.benign.lease(log, size)
            return
        if kind.lookup:
            size = self.org.size
            log.persons = self.rng.sample(range(size), size)
        self.benign.begin(log, size)

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
        bystanders: list[int] = []
        while len(bystanders) < 2:
            if (person := rng.randrange(org.size)) not in without and person not in bystanders:
                bystanders.append(person)
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
                value = bystanders[column.role in OTHERS]
            elif column.role == log.kind.owns:
                value = org.fresh(column.type)
            else:
                value = rng.choice(self.benign.pool(column.type).numbers)
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
