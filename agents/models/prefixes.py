"""Which slots of a cache hold the keys and values of which tokens, so that nothing is read twice."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import numpy as np

_ID = np.dtype(np.int64).itemsize


class Prefixes:
    """The tokens behind the keys and values of each slot.

    They are kept as bytes, since asking whether one is the beginning of another is then a single comparison of
    memory, even for contexts of thousands of tokens.

    Args:
        slots: number of slots.
    """

    def __init__(self, slots: int) -> None:
        self._held = [b""] * slots
        self._used = [0] * slots
        self._clock = 0

    def hold(self, slot: int, tokens: bytes) -> None:
        """A slot holds these tokens from now on."""
        self._clock += 1
        self._held[slot], self._used[slot] = tokens, self._clock

    def forget(self) -> None:
        """No slot holds anything of use."""
        self._held = [b""] * len(self._held)

    def length(self, slot: int) -> int:
        """Number of tokens that a slot holds."""
        return len(self._held[slot]) // _ID

    def longest(self, tokens: bytes) -> int | None:
        """The slot that holds the longest beginning of some tokens; None if there is none."""
        found, length = None, 0
        for slot, held in enumerate(self._held):
            if len(held) > length and tokens.startswith(held):
                found, length = slot, len(held)
        return found

    def free(self, taken: Collection[int]) -> Iterator[int]:
        """Slots that are not taken: those that hold nothing, then those whose tokens are the oldest."""
        slots = (slot for slot in range(len(self._held)) if slot not in taken)
        return iter(sorted(slots, key=lambda slot: (bool(self._held[slot]), self._used[slot], slot)))

    def swap(self, left: int, right: int) -> None:
        """Exchange two slots."""
        held, used = self._held, self._used
        held[left], held[right] = held[right], held[left]
        used[left], used[right] = used[right], used[left]


def as_bytes(tokens: Sequence[int]) -> bytes:
    """Ids as `Prefixes` holds them."""
    return np.asarray(tokens, dtype=np.int64).tobytes()


def all_but_last(tokens: bytes) -> bytes:
    """What stands before the last token."""
    return tokens[:-_ID]
