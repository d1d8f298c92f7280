"""A text space that takes any Unicode, and works in every vector environment of Gymnasium.

`gymnasium.spaces.Text` needs its alphabet listed, and with `AsyncVectorEnv`'s default shared memory Gymnasium
1.4 returns a constant string of zeros for it. `UnicodeText` therefore is a space of its own. Gymnasium's
functions for shared memory dispatch on the space's type, so the right behaviour is registered here and
``gym.make_vec(..., vectorization_mode="async")`` needs no special arguments.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Sequence
from typing import Any, overload

import gymnasium
from gymnasium.vector.utils import shared_memory

_SAMPLE = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,;:!?()<>/+-*=éßλЖ中文🙂\n"
_LENGTH_BYTES = 8


class UnicodeText(gymnasium.Space[str]):
    """All strings of at most `max_length` characters."""

    def __init__(self, max_length: int, seed: int | None = None) -> None:
        if max_length < 0:
            raise ValueError(f"max_length must not be negative, got {max_length}")
        self.max_length = max_length
        super().__init__(shape=None, dtype=None, seed=seed)

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        """A random string of up to 32 characters; masks have no meaning here and are refused."""
        if mask is not None or probability is not None:
            raise ValueError("UnicodeText.sample takes no mask and no probability")
        length = int(self.np_random.integers(0, min(self.max_length, 32) + 1))
        return "".join(_SAMPLE[i] for i in self.np_random.integers(0, len(_SAMPLE), length))

    def contains(self, x: Any) -> bool:
        """Whether `x` is a string that is not too long."""
        return isinstance(x, str) and len(x) <= self.max_length

    @property
    def is_np_flattenable(self) -> bool:
        """False: a text has no fixed-size array."""
        return False

    def __repr__(self) -> str:
        return f"UnicodeText({self.max_length})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, UnicodeText) and other.max_length == self.max_length

    def __hash__(self) -> int:
        return hash((UnicodeText, self.max_length))


class SharedTexts(Sequence[str]):
    """One string for each environment, in memory shared with the worker processes.

    It is a live view: reading an item decodes what the worker wrote last. Copying it (which vector
    environments do before they return) gives a plain tuple.
    """

    def __init__(self, count: int, max_length: int, context: Any = multiprocessing) -> None:
        # Four bytes hold any character, in UTF-8 as in every other encoding.
        self._slots = [context.RawArray("b", _LENGTH_BYTES + 4 * max_length) for _ in range(count)]

    def write(self, index: int, text: str) -> None:
        """Store the string of one environment (lone surrogates survive)."""
        data = text.encode("utf-8", "surrogatepass")
        slot = memoryview(self._slots[index]).cast("B")
        slot[_LENGTH_BYTES : _LENGTH_BYTES + len(data)] = data
        slot[:_LENGTH_BYTES] = len(data).to_bytes(_LENGTH_BYTES, "little")

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        if isinstance(index, slice):
            return tuple(self[i] for i in range(*index.indices(len(self))))
        slot = memoryview(self._slots[index]).cast("B")
        length = int.from_bytes(slot[:_LENGTH_BYTES], "little")
        return bytes(slot[_LENGTH_BYTES : _LENGTH_BYTES + length]).decode("utf-8", "surrogatepass")

    def __len__(self) -> int:
        return len(self._slots)

    def __iter__(self) -> Iterator[str]:
        return (self[i] for i in range(len(self)))

    def __deepcopy__(self, memo: dict[int, Any]) -> tuple[str, ...]:
        return tuple(self)


def _create(space: UnicodeText, n: int = 1, ctx: Any = multiprocessing) -> Any:
    return SharedTexts(n, space.max_length, ctx)


def _read(space: UnicodeText, shared: Any, n: int = 1) -> Any:
    return shared


def _write(space: UnicodeText, index: int, value: str, shared: Any) -> None:
    shared.write(index, value)


shared_memory.create_shared_memory.register(UnicodeText, _create)
shared_memory.read_from_shared_memory.register(UnicodeText, _read)
shared_memory.write_to_shared_memory.register(UnicodeText, _write)
