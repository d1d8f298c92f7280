"""A table of logs: how it is laid out in one organisation, and its rows, column by column."""

from __future__ import annotations

import random
from collections.abc import Iterable, MutableSequence, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...base import Json
from .catalogue import Kind
from .clock import CLOCKS
from .entities import SPELLINGS

BENIGN, DECOY = 0, -1
"""Marks of rows; a row of the incident has the number of its step, from 1."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column as it is shown: its role and type in the catalogue, its name, and the number of its spelling."""

    role: str
    type: str
    name: str
    spelling: int = 0


@dataclass
class Log:
    """A table with its rows, column by column.

    Attributes:
        kind: what it is.
        name: the table's name.
        columns: what it shows, in order.
        clock: the way it writes times, a place in `CLOCKS`.
        said: the spelling of its category's values.
        data: the values of each column.
        seconds: the time of each row in seconds since 1970, rising; empty if rows have no time.
        marks: of each row, where it comes from.
        persons: for a lookup table, the number of the person in each row.
    """

    kind: Kind
    name: str
    columns: list[Column]
    clock: int
    said: tuple[str, ...]
    data: list[MutableSequence[Json]] = field(default_factory=list)
    seconds: MutableSequence[int] = field(default_factory=list)
    marks: list[int] = field(default_factory=list)
    persons: list[int] = field(default_factory=list)

    def place(self, role: str) -> int:
        """Where the column of a role is."""
        return next(i for i, column in enumerate(self.columns) if column.role == role)

    def remove(self, rows: Iterable[int]) -> None:
        """Take rows out."""
        gone = sorted(set(rows), reverse=True)
        lists: list[MutableSequence[Any]] = [*self.data, self.marks, self.persons, self.seconds]
        for values in lists:
            if values:
                for row in gone:
                    del values[row]


def layout(rng: random.Random, kind: Kind, drift: float, taken: set[str]) -> Log:
    """A table without rows: its name, columns and spellings."""
    name = rng.choice([name for name in kind.names if name not in taken])
    taken.add(name)
    used: set[str] = set()
    columns: list[Column] = []

    def named(names: Sequence[str]) -> str:
        chosen = rng.choice([name for name in names if name not in used])
        used.add(chosen)
        return chosen

    for part in kind.fields:
        odd = part.type in SPELLINGS and rng.random() < drift
        spelling = rng.randrange(1, len(SPELLINGS[part.type])) if odd else 0
        columns.append(Column(part.role, part.type, named(part.names), spelling))
    columns += [Column(category.role, "category", named(category.names)) for category in kind.categories]
    for extra in kind.extras:
        role, what = extra.split(":")
        if rng.random() < 0.6 and role not in used:
            columns.append(Column(role, what, named((role,))))
    head = 1 if kind.timed else 0
    rest = columns[head:]
    rng.shuffle(rest)
    clock = rng.randrange(len(CLOCKS)) if rng.random() < drift else 0
    said = rng.choice(kind.categories[0].spelled) if kind.categories else ()
    return Log(kind, name, columns[:head] + rest, clock, said)
