"""Columns of a table of logs, whose cells are worked out when somebody asks for them.

A hundred thousand rows are drawn as bytes; most of their cells nobody reads while a task is made. Entities stand in
columns as their numbers (see `Organisation`), so that the rows which hold one are found without writing any cell. Rows
have numbers for good: those that a table begins with from 0, and those that are put in later the next ones.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Any, Protocol

from ...base import Json
from .entities import Organisation, spell


class Cells(ABC):
    """A column.

    Attributes:
        put: what stands in the rows that were put in: a cell, an entity's number, or seconds since 1970.
    """

    def __init__(self) -> None:
        self.put: dict[int, Any] = {}

    @abstractmethod
    def at(self, row: int) -> Json:
        """The cell of a row."""

    @abstractmethod
    def beginning(self) -> list[Json]:
        """The cells of the rows that the table begins with, as a list of its own."""


class Picked(Cells):
    """Of up to 256 cells one for each byte; `cell` makes one of them."""

    def __init__(self, codes: bytes, cell: Callable[[int], Json]) -> None:
        super().__init__()
        self._codes, self._cell = codes, cell
        self._known: dict[int, Json] = {}

    def at(self, row: int) -> Json:
        """The cell of a row."""
        if row in self.put:
            return self.put[row]
        code = self._codes[row]
        if code not in self._known:
            self._known[code] = self._cell(code)
        return self._known[code]

    def beginning(self) -> list[Json]:
        """The cells of the rows that the table begins with."""
        return list(map([self._cell(code) for code in range(256)].__getitem__, self._codes))


# ---- times ------------------------------------------------------------------------------------------

_GAPS = [1 + i * i // 16 for i in range(256)]
"""Times between two rows of a table, in units that make the rows fill the period."""
_LOW = bytes(gap & 255 for gap in _GAPS)
_HIGH = bytes(gap >> 8 for gap in _GAPS)


class Times(Protocol):
    """Times that rise, in seconds since 1970."""

    def at(self, place: int) -> int:
        """One of them."""

    def all(self) -> list[int]:
        """All of them."""


class Drawn:
    """Times over a period, from a random byte for each."""

    def __init__(self, start: int, span: int, steps: bytes) -> None:
        self._start, self._span, self._steps = start, span, steps
        self._passed: list[int] | None = None

    def at(self, place: int) -> int:
        """One of them; the first and the last are known without the others."""
        steps = self._steps
        if self._passed is None and place in (0, len(steps) - 1):
            whole = _sum(steps.translate(_LOW)) + 256 * _sum(steps.translate(_HIGH))
            passed = whole if place else _GAPS[steps[0]]
            return self._start + passed * self._span // (whole + 500)
        every = self._every()
        return self._start + every[place] * self._span // (every[-1] + 500)

    def all(self) -> list[int]:
        """All of them."""
        every = self._every()
        start, span, whole = self._start, self._span, (every[-1] if every else 0) + 500
        return [start + passed * span // whole for passed in every]

    def _every(self) -> list[int]:
        if self._passed is None:
            self._passed = list(accumulate(map(_GAPS.__getitem__, self._steps)))
        return self._passed


def _sum(values: bytes) -> int:
    """The sum of bytes, of fewer than 2**24: as digits of one number, of which neighbours are added all at once."""
    number = int.from_bytes(values, "little")
    for bits, mask in zip((8, 16), _masks(len(values) // 256 + 1), strict=True):
        number = (number & mask) + (number >> bits & mask)
    # The digits to the base 2**32 have the sum that the number has modulo 2**32 - 1, unless that is as large.
    return number % 0xFFFFFFFF


@lru_cache(maxsize=64)
def _masks(pages: int) -> tuple[int, int]:
    """Every other digit of 8 and of 16 bits, of so many pages of 256 bytes."""
    return tuple(int.from_bytes((b"\xff" * n + bytes(n)) * (128 // n * pages), "little") for n in (1, 2))  # type: ignore[return-value]


class Given:
    """Times in a list."""

    def __init__(self, times: list[int]) -> None:
        self._times = times

    def at(self, place: int) -> int:
        """One of them."""
        return self._times[place]

    def all(self) -> list[int]:
        """All of them."""
        return self._times


class Moments(Cells):
    """A column of times; `write` writes them as the table does."""

    def __init__(self, times: Times, write: Callable[[Sequence[int]], list[Json]]) -> None:
        super().__init__()
        self._times, self._write = times, write

    def at(self, row: int) -> Json:
        """The cell of a row."""
        return self._write([self.put[row] if row in self.put else self._times.at(row)])[0]

    def beginning(self) -> list[Json]:
        """The cells of the rows that the table begins with."""
        return self._write(self._times.all())


# ---- entities ---------------------------------------------------------------------------------------


class Numbers(Protocol):
    """The numbers of the entities in the rows that a table begins with."""

    def at(self, row: int) -> int:
        """That of a row."""

    def all(self) -> list[int]:
        """Those of all rows."""

    def rows(self, wanted: Collection[int]) -> list[int]:
        """The rows that have one of some numbers, in any order."""

    def kept(self, gone: Collection[int]) -> set[int]:
        """The numbers of all rows but some."""


class Listed:
    """Numbers in a list."""

    def __init__(self, numbers: list[int]) -> None:
        self._numbers = numbers

    def at(self, row: int) -> int:
        """That of a row."""
        return self._numbers[row]

    def all(self) -> list[int]:
        """Those of all rows."""
        return self._numbers

    def rows(self, wanted: Collection[int]) -> list[int]:
        """The rows that have one of some numbers."""
        return [row for row, number in enumerate(self._numbers) if number in wanted]

    def kept(self, gone: Collection[int]) -> set[int]:
        """The numbers of all rows but some."""
        return {number for row, number in enumerate(self._numbers) if row not in gone}


class Minted:
    """New numbers, the next one in each row."""

    def __init__(self, numbers: range) -> None:
        self._numbers = numbers

    def at(self, row: int) -> int:
        """That of a row."""
        return self._numbers[row]

    def all(self) -> list[int]:
        """Those of all rows."""
        return list(self._numbers)

    def rows(self, wanted: Collection[int]) -> list[int]:
        """The rows that have one of some numbers."""
        return [number - self._numbers.start for number in wanted if number in self._numbers]

    def kept(self, gone: Collection[int]) -> set[int]:
        """The numbers of all rows but some."""
        return {number for row, number in enumerate(self._numbers) if row not in gone}


class Pool:
    """The 256 numbers, some of them repeated, from which the rows of columns take theirs."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self.numbers = numbers
        self._known = frozenset(numbers)

    def codes(self, wanted: Collection[int]) -> list[int]:
        """The places of some numbers."""
        if self._known.isdisjoint(wanted):
            return []
        return [code for code, number in enumerate(self.numbers) if number in wanted]


class Coded:
    """Numbers that bytes pick from a pool, and other ones in some rows.

    Args:
        codes: a byte for each row.
        pool: what they pick.
        others: of the other rows the place of each among what they take.
        rare: what they may take, a number for each chance.
        chance: gives the chance of each place, from 0 to 1.
    """

    def __init__(
        self,
        codes: bytes,
        pool: Pool,
        others: Mapping[int, int] | None = None,
        rare: range = range(0),
        chance: Callable[[int], float] = float,
    ) -> None:
        self._codes, self._pool = codes, pool
        self._others = others or {}
        self._rare, self._chance = rare, chance
        self._found: dict[int, int] | None = None

    def at(self, row: int) -> int:
        """That of a row."""
        if row in self._others:
            return self._rare[int(self._chance(self._others[row]) * len(self._rare))]
        return self._pool.numbers[self._codes[row]]

    def all(self) -> list[int]:
        """Those of all rows."""
        every = list(map(self._pool.numbers.__getitem__, self._codes))
        for row, number in self._other().items():
            every[row] = number
        return every

    def rows(self, wanted: Collection[int]) -> list[int]:
        """The rows that have one of some numbers."""
        found = []
        for code in self._pool.codes(wanted):
            row = self._codes.find(code)
            while row >= 0:
                if row not in self._others:
                    found.append(row)
                row = self._codes.find(code, row + 1)
        if any(number in self._rare for number in wanted):
            found += [row for row, number in self._other().items() if number in wanted]
        return found

    def kept(self, gone: Collection[int]) -> set[int]:
        """The numbers of all rows but some."""
        left = bytearray(self._codes)
        for row in sorted({*gone, *self._others}, reverse=True):
            del left[row]
        found = {self._pool.numbers[code] for code in set(left)}
        found.update(number for row, number in self._other().items() if row not in gone)
        return found

    def _other(self) -> dict[int, int]:
        """What the other rows have."""
        if self._found is None:
            rare, chance, size = self._rare, self._chance, len(self._rare)
            self._found = {row: rare[int(chance(place) * size)] for row, place in self._others.items()}
        return self._found


class Entities(Cells):
    """A column of entities of one kind in one spelling."""

    def __init__(self, org: Organisation, kind: str, spelling: int, numbers: Numbers) -> None:
        super().__init__()
        self._org, self._kind, self._spelling, self._numbers = org, kind, spelling, numbers
        self._known: dict[int, Json] = {}

    def at(self, row: int) -> Json:
        """The cell of a row."""
        return self._cell(self.put[row] if row in self.put else self._numbers.at(row))

    def beginning(self) -> list[Json]:
        """The cells of the rows that the table begins with."""
        numbers = self._numbers.all()
        cells = {number: self._cell(number) for number in set(numbers)}
        return list(map(cells.__getitem__, numbers))

    def holding(self, wanted: Collection[int]) -> dict[int, int]:
        """The rows that hold one of some entities, in any order, with its number; rows that are gone are among them."""
        found = {row: self._numbers.at(row) for row in self._numbers.rows(wanted)}
        found.update((row, number) for row, number in self.put.items() if number in wanted)
        return found

    def numbers(self, values: Collection[str]) -> set[int]:
        """The numbers of the entities that have some plain values, given in small letters."""
        found = (self._org.number(self._kind, value) for value in values)
        return {number for number in found if number is not None}

    def kept(self, gone: Collection[int]) -> set[int]:
        """The numbers of all entities in rows that are not gone."""
        return self._numbers.kept([row for row in gone if row not in self.put]) | {
            number for row, number in self.put.items() if row not in gone
        }

    def _cell(self, number: int) -> Json:
        if number not in self._known:
            plain = self._org.text(self._kind, number)
            self._known[number] = spell(self._kind, self._spelling, plain, self._org.domain)
        return self._known[number]
