"""A table of logs: how it is laid out in one organisation, and its rows, column by column."""

from __future__ import annotations

import random
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field

from ...base import Json
from .catalogue import Kind
from .clock import CLOCKS
from .entities import SPELLINGS
from .lazy import Cells, Entities, Times

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
    """A table with its rows, column by column. Rows have numbers for good, see `lazy`.

    Attributes:
        kind: what it is.
        name: the table's name.
        columns: what it shows, in order.
        clock: the way it writes times, a place in `CLOCKS`.
        said: the spelling of its category's values.
        size: how many rows it begins with.
        fill: makes the columns; it is called when they are first asked for.
        times: the times of the rows that it begins with; None if rows have no time.
        marks: of rows, where they come from, if they are not benign.
        persons: for a lookup table, the number of the person in each row.
        gone: the rows that were taken out.
    """

    kind: Kind
    name: str
    columns: list[Column]
    clock: int
    said: tuple[str, ...]
    size: int = 0
    fill: Callable[[Log], list[Cells]] | None = None
    times: Times | None = None
    marks: dict[int, int] = field(default_factory=dict)
    persons: list[int] = field(default_factory=list)
    gone: set[int] = field(default_factory=set)
    _data: list[Cells] | None = None
    _order: list[int] | None = None
    _places: dict[int, int] = field(default_factory=dict)
    _seconds: dict[int, int] = field(default_factory=dict)

    def place(self, role: str) -> int:
        """Where the column of a role is."""
        return next(i for i, column in enumerate(self.columns) if column.role == role)

    @property
    def data(self) -> list[Cells]:
        """The cells of each column."""
        if self._data is None:
            assert self.fill is not None
            self._data = self.fill(self)
        return self._data

    @property
    def is_seen(self) -> bool:
        """Whether anybody has asked for its columns."""
        return self._data is not None

    @property
    def is_as_begun(self) -> bool:
        """Whether no row was put in."""
        return not self._places

    # ---- rows ----------------------------------------------------------------------------------------

    def __len__(self) -> int:
        return self.size if self._order is None else len(self._order)

    @property
    def order(self) -> list[int]:
        """The rows that it has, in order; not to be changed."""
        if self._order is None:
            if len(_NUMBERS) < self.size:
                _NUMBERS.extend(range(len(_NUMBERS), 2 * self.size))
            self._order = _NUMBERS[: self.size]
        return self._order

    @property
    def first(self) -> int:
        """The first row."""
        return 0 if self._order is None else self._order[0]

    @property
    def last(self) -> int:
        """The last row."""
        return self.size - 1 if self._order is None else self._order[-1]

    def insert(self, place: int, mark: int, second: int | None = None) -> int:
        """A new row, before the one at a place; its number. `Cells.put` of each column is still to be filled."""
        order = self.order
        row = self.size + len(self._places)
        before = self._where(order[place - 1]) if place else -_ROOM
        behind = self._where(order[place]) if place < len(order) else self.size * _ROOM
        self._places[row] = (before + behind) // 2
        if second is not None:
            self._seconds[row] = second
        self.marks[row] = mark
        order.insert(place, row)
        return row

    def remove(self, rows: Iterable[int]) -> None:
        """Take rows out."""
        order, where = self.order, self._where
        for row in set(rows):
            del order[bisect_left(order, where(row), key=where)]
            self.gone.add(row)

    def behind(self, second: int) -> int:
        """The place behind all rows up to a time."""
        assert self.times is not None
        order, begun = self.order, self.times.until(second)
        # Among the rows that it begins with; others stand between them, and some of them are gone.
        low, high = max(0, begun - len(self.gone)), min(len(order), begun + len(self._places))
        return bisect_right(order, second, low, high, key=self.second)

    def second(self, row: int) -> int:
        """The time of a row in seconds since 1970."""
        if row in self._seconds:
            return self._seconds[row]
        assert self.times is not None
        return self.times.at(row)

    def _where(self, row: int) -> int:
        """A number that is larger, the further behind a row is."""
        return self._places[row] if row in self._places else row * _ROOM

    def mark(self, row: int) -> int:
        """Where a row comes from."""
        return self.marks.get(row, BENIGN)

    # ---- cells ---------------------------------------------------------------------------------------

    def holding(self, place: int, wanted: Collection[int]) -> dict[int, int]:
        """The rows whose column at a place holds one of some entities, in order, with the entity's number."""
        column = self.data[place]
        if not isinstance(column, Entities):
            return {}
        found = column.holding(wanted)
        if not found:
            return found
        return {row: found[row] for row in sorted(found, key=self._where) if row not in self.gone}

    def naming(self, place: int, values: Collection[str]) -> list[int]:
        """The rows, in order, whose column at a place names one of some plain values, given in small letters."""
        column = self.data[place]
        return list(self.holding(place, column.numbers(values))) if isinstance(column, Entities) else []

    def reader(self, place: int) -> Callable[[int], Json]:
        """What gives the cell of a column in a row."""
        return self.data[place].at

    def choices(self, place: int) -> int:
        """How many different values a column has."""
        column = self.data[place]
        if isinstance(column, Entities):
            return len(column.kept(self.gone))
        return len(set(self.cells(place)))

    def cells(self, place: int) -> list[Json]:
        """All cells of a column, in order."""
        column = self.data[place]
        cells = column.beginning()
        if self._order is None:
            return cells
        return [cells[row] if row < self.size else column.at(row) for row in self._order]


_NUMBERS: list[int] = []
"""All from 0 on, for lists of rows, which then share them."""
_ROOM = 1 << 64
"""The distance between two rows that a table begins with; each row that is put in between halves it."""


def layout(rng: random.Random, kind: Kind, drift: float, taken: set[str]) -> Log:
    """A table without rows: its name, columns and spellings."""
    name = rng.choice([name for name in kind.names if name not in taken])
    taken.add(name)
    used: set[str] = set()
    columns: list[Column] = []

    def named(names: Sequence[str]) -> str:
        chosen = rng.choice(names if used.isdisjoint(names) else [name for name in names if name not in used])
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
