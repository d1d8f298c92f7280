"""Columns of a table of logs, whose cells are worked out when somebody asks for them.

A hundred thousand rows are drawn as bytes; most of their cells nobody reads while a task is made. Entities stand in
columns as their numbers (see `Organisation`), so that the rows which hold one are found without writing any cell. Rows
have numbers for good: those that a table begins with from 0, and those that are put in later the next ones.

Nor are most columns drawn: each has a source of chance of its own, so it comes to the same whenever it is asked for.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import accumulate
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeVar

from ...base import Json
from .entities import Organisation, spell

T = TypeVar("T")


class Once(Generic[T]):
    """What a function gives, which is called when it is first asked for."""

    __slots__ = ("_made", "_make")

    def __init__(self, make: Callable[[], T]) -> None:
        """Args: the function; it never gives None."""
        self._make: Callable[[], T] | None = make
        self._made: T | None = None

    def __call__(self) -> T:
        """What it gives."""
        if self._make is not None:
            self._made, self._make = self._make(), None
        return self._made  # type: ignore[return-value]

    @property
    def asked(self) -> bool:
        """Whether anybody has asked."""
        return self._make is None


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

    @property
    def drawn(self) -> bool:
        """Whether what it begins with has been looked at."""
        return True

    @abstractmethod
    def beginning(self) -> list[Json]:
        """The cells of the rows that the table begins with, as a list of its own."""


class Picked(Cells):
    """Of up to 256 cells one for each byte."""

    def __init__(self, cell: Callable[[], Callable[[int], Json]], codes: Callable[[], bytes]) -> None:
        """A column that is drawn when somebody asks.

        Args:
            cell: gives what makes the cell of a byte.
            codes: gives the bytes.
        """
        super().__init__()
        self._cell, self._codes = Once(cell), Once(codes)

    def at(self, row: int) -> Json:
        """The cell of a row."""
        return self.put[row] if row in self.put else self._cell()(self._codes()[row])

    def of(self, code: int) -> Json:
        """The cell of a byte."""
        return self._cell()(code)

    @property
    def drawn(self) -> bool:
        """Whether what it begins with has been looked at."""
        return self._codes.asked

    def beginning(self) -> list[Json]:
        """The cells of the rows that the table begins with."""
        return list(map(self._cell(), self._codes()))


# ---- times ------------------------------------------------------------------------------------------

_GAPS = bytes(1 + i * i // 257 for i in range(256))
"""Times between two rows of a table, in units that make the rows fill the period."""


class Times(Protocol):
    """Times that rise, in seconds since 1970."""

    @property
    def drawn(self) -> bool:
        """Whether anybody has asked for one."""

    def at(self, place: int) -> int:
        """One of them."""

    def until(self, second: int) -> int:
        """How many there are up to a time."""

    def all(self) -> list[int]:
        """All of them."""


_TAIL = 32
"""Such units are behind the last row."""
_BLOCK = 128
"""So many times are worked out together."""


class Drawn:
    """Times over a period, from a random byte for each."""

    def __init__(self, start: int, span: int, steps: Callable[[], bytes]) -> None:
        """Args: the first second and the length of the period, and what draws the bytes when they are asked for."""
        self._start, self._span, self._gaps = start, span, Once(lambda: steps().translate(_GAPS))
        self._ends: list[int] = []
        self._within: dict[int, list[int]] = {}

    @property
    def drawn(self) -> bool:
        """Whether anybody has asked for one."""
        return self._gaps.asked

    def at(self, place: int) -> int:
        """One of them."""
        block, rest = divmod(place, _BLOCK)
        return self._start + self._block(block)[rest] * self._span // (self._sums()[-1] + _TAIL)

    def until(self, second: int) -> int:
        """How many there are up to a time."""
        sums = self._sums()
        # A time is up to that one where what has passed is.
        passed = ((second - self._start + 1) * (sums[-1] + _TAIL) - 1) // self._span
        block = bisect_right(sums, passed) - 1
        if block < 0:
            return 0
        if block == len(sums) - 1:
            return len(self._gaps())
        return block * _BLOCK + bisect_right(self._block(block), passed)

    def _sums(self) -> list[int]:
        """How much has passed at the beginning of each block, and at the end of the last one."""
        if not self._ends:
            gaps = self._gaps()
            sums = (sum(gaps[i : i + _BLOCK]) for i in range(0, len(gaps), _BLOCK))
            self._ends = [0, *accumulate(sums)]
        return self._ends

    def _block(self, block: int) -> list[int]:
        """How much has passed at each time of a block."""
        found = self._within.get(block)
        if found is None:
            gaps = self._gaps()[block * _BLOCK : (block + 1) * _BLOCK]
            found = self._within[block] = list(accumulate(gaps, initial=self._sums()[block]))[1:]
        return found

    def all(self) -> list[int]:
        """All of them."""
        every = list(accumulate(self._gaps()))
        start, span, whole = self._start, self._span, (every[-1] if every else 0) + _TAIL
        return [start + passed * span // whole for passed in every]


class Given:
    """Times in a list."""

    def __init__(self, times: Callable[[], list[int]]) -> None:
        """Args: what gives the list when it is asked for."""
        self._times = Once(times)

    @property
    def drawn(self) -> bool:
        """Whether anybody has asked for one."""
        return self._times.asked

    def at(self, place: int) -> int:
        """One of them."""
        return self._times()[place]

    def until(self, second: int) -> int:
        """How many there are up to a time."""
        return bisect_right(self._times(), second)

    def all(self) -> list[int]:
        """All of them."""
        return self._times()


class Moments(Cells):
    """A column of times; `write` writes them as the table does."""

    def __init__(self, times: Times, write: Callable[[Sequence[int]], list[Json]]) -> None:
        super().__init__()
        self._times, self._write = times, write

    def at(self, row: int) -> Json:
        """The cell of a row."""
        return self._write([self.put[row] if row in self.put else self._times.at(row)])[0]

    @property
    def drawn(self) -> bool:
        """Whether what it begins with has been looked at."""
        return self._times.drawn

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

    def rows(self, wanted: Collection[int]) -> dict[int, int]:
        """The rows that have one of some numbers, in any order, with the number."""

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

    def rows(self, wanted: Collection[int]) -> dict[int, int]:
        """The rows that have one of some numbers, with the number."""
        return {row: number for row, number in enumerate(self._numbers) if number in wanted}

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

    def rows(self, wanted: Collection[int]) -> dict[int, int]:
        """The rows that have one of some numbers, with the number."""
        return {number - self._numbers.start: number for number in wanted if number in self._numbers}

    def kept(self, gone: Collection[int]) -> set[int]:
        """The numbers of all rows but some."""
        return set(self._numbers).difference(self._numbers[row] for row in gone)


class Later:
    """Numbers that are drawn when somebody asks for them."""

    def __init__(self, draw: Callable[[], Numbers], among: Sequence[range]) -> None:
        """Args: what draws them, and ranges out of which there are none."""
        self.draw = draw
        self._among = among

    def some(self, wanted: Collection[int]) -> list[int]:
        """Of some numbers those that may be here, as far as one can tell without drawing them."""
        return [number for number in wanted if any(number in part for part in self._among)]


class Pool:
    """The 256 numbers, some of them repeated, from which the rows of columns take theirs."""

    def __init__(self, among: range, numbers: Callable[[], Sequence[int]]) -> None:
        """Args: of what they are, and what draws them when they are asked for."""
        self.among = among
        self._numbers = drawn = Once(numbers)
        self._known = Once(lambda: frozenset(drawn()))

    @property
    def numbers(self) -> Sequence[int]:
        """All of them."""
        return self._numbers()

    def codes(self, wanted: Collection[int]) -> dict[int, int]:
        """The places of some numbers, with the number."""
        if self._known().isdisjoint(wanted):
            return {}
        return {code: number for code, number in enumerate(self.numbers) if number in wanted}


class Coded:
    """Numbers that bytes pick from a pool, and other ones in some rows.

    Args:
        codes: a byte for each row.
        pool: what they pick.
        others: what other rows have.
    """

    def __init__(self, codes: bytes, pool: Pool, others: Mapping[int, int] = MappingProxyType({})) -> None:
        self._codes, self._pool, self._others = codes, pool, others
        self._numbers = pool.numbers

    def at(self, row: int) -> int:
        """That of a row."""
        return self._others[row] if row in self._others else self._numbers[self._codes[row]]

    def all(self) -> list[int]:
        """Those of all rows."""
        every = list(map(self._pool.numbers.__getitem__, self._codes))
        for row, number in self._others.items():
            every[row] = number
        return every

    def rows(self, wanted: Collection[int]) -> dict[int, int]:
        """The rows that have one of some numbers, with the number."""
        found: dict[int, int] = {}
        find, others = self._codes.find, self._others
        for code, number in self._pool.codes(wanted).items():
            row = find(code)
            while row >= 0:
                if row not in others:
                    found[row] = number
                row = find(code, row + 1)
        found.update((row, number) for row, number in others.items() if number in wanted)
        return found

    def kept(self, gone: Collection[int]) -> set[int]:
        """The numbers of all rows but some."""
        left = bytearray(self._codes)
        for row in sorted({*gone, *self._others}, reverse=True):
            del left[row]
        found = {self._pool.numbers[code] for code in set(left)}
        found.update(number for row, number in self._others.items() if row not in gone)
        return found


class Entities(Cells):
    """A column of entities of one kind in one spelling."""

    def __init__(self, org: Organisation, kind: str, spelling: int, numbers: Numbers | Later) -> None:
        super().__init__()
        self._org, self._kind, self._spelling, self._given = org, kind, spelling, numbers
        self._known: dict[int, Json] = {}

    def at(self, row: int) -> Json:
        """The cell of a row."""
        return self._cell(self.put[row] if row in self.put else self._numbers().at(row))

    def _numbers(self) -> Numbers:
        """The numbers of the rows that the table begins with, drawn if they are not yet."""
        if isinstance(self._given, Later):
            self._given = self._given.draw()
        return self._given

    def beginning(self) -> list[Json]:
        """The cells of the rows that the table begins with."""
        numbers = self._numbers().all()
        cells = {number: self._cell(number) for number in set(numbers)}
        return list(map(cells.__getitem__, numbers))

    @property
    def drawn(self) -> bool:
        """Whether what it begins with has been looked at."""
        return not isinstance(self._given, Later)

    def holding(self, wanted: Collection[int]) -> dict[int, int]:
        """The rows that hold one of some entities, in any order, with its number; rows that are gone are among them."""
        some = self._given.some(wanted) if isinstance(self._given, Later) else wanted
        found = self._numbers().rows(some) if some else {}
        if self.put:
            found.update((row, number) for row, number in self.put.items() if number in wanted)
        return found

    def numbers(self, values: Collection[str]) -> set[int]:
        """The numbers of the entities that have some plain values, given in small letters."""
        found = (self._org.number(self._kind, value) for value in values)
        return {number for number in found if number is not None}

    def kept(self, gone: Collection[int]) -> set[int]:
        """The numbers of all entities in rows that are not gone."""
        return self._numbers().kept([row for row in gone if row not in self.put]) | {
            number for row, number in self.put.items() if row not in gone
        }

    def _cell(self, number: int) -> Json:
        if number not in self._known:
            plain = self._org.text(self._kind, number)
            self._known[number] = spell(self._kind, self._spelling, plain, self._org.domain)
        return self._known[number]
