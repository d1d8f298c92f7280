"""A column of a table of logs whose values are worked out when somebody asks for them.

A hundred thousand rows are drawn as bytes; most of their values nobody reads while a task is made. Rows that are put in
and taken out are noted, and single values are found through these notes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, MutableSequence
from typing import Any


class Lazy(MutableSequence[Any]):
    """A list that is made when it is gone through.

    Args:
        size: how many values there are.
        at: gives one of them.
        made: gives all of them, as a list of its own.
        among: all values that it may have, where that is known.
    """

    __slots__ = ("_among", "_at", "_changes", "_list", "_made", "_size")

    def __init__(
        self,
        size: int,
        at: Callable[[int], Any],
        made: Callable[[], list[Any]],
        among: Collection[Any] | None = None,
    ) -> None:
        self._size = size
        self._at = at
        self._made = made
        self._among = among
        self._changes: list[tuple[int, bool, Any]] = []
        """Of each change the place, whether a value was put in there, and which."""
        self._list: list[Any] | None = None

    def __len__(self) -> int:
        return self._size if self._list is None else len(self._list)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._all())

    def __getitem__(self, place: Any) -> Any:
        if self._list is not None:
            return self._list[place]
        if place < 0:
            place += self._size
        if not 0 <= place < self._size:
            raise IndexError(place)
        for changed, put_in, value in reversed(self._changes):
            if not put_in:
                place += place >= changed
            elif place == changed:
                return value
            else:
                place -= place > changed
        return self._at(place)

    def __setitem__(self, place: Any, value: Any) -> None:
        self._all()[place] = value

    def __delitem__(self, place: Any) -> None:
        if self._list is not None:
            del self._list[place]
        else:
            self._changes.append((place, False, None))
            self._size -= 1

    def insert(self, index: int, value: Any) -> None:
        """Put a value in before the one at a place."""
        if self._list is not None:
            self._list.insert(index, value)
        else:
            self._changes.append((index, True, value))
            self._size += 1

    def lacks(self, values: Collection[Any]) -> bool:
        """Whether it is clear, without making it, that it has none of some values."""
        if self._list is not None or self._among is None:
            return False
        wanted = set(values)
        return wanted.isdisjoint(self._among) and not any(value in wanted for _, _, value in self._changes)

    def _all(self) -> list[Any]:
        if self._list is None:
            made = self._made()
            for place, put_in, value in self._changes:
                if put_in:
                    made.insert(place, value)
                else:
                    del made[place]
            self._list = made
            self._changes = []
        return self._list


def picked(codes: bytes, values: list[Any], others: dict[int, Any] | None = None) -> Lazy:
    """For each byte the value at its place in a list, and other values at some places."""
    found = others or {}

    def made() -> list[Any]:
        every = list(map(values.__getitem__, codes))
        for place, value in found.items():
            every[place] = value
        return every

    return Lazy(
        len(codes),
        lambda place: found[place] if place in found else values[codes[place]],
        made,
        [*values, *found.values()],
    )
