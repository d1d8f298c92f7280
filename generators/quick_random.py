"""A `random.Random` whose methods take less time and give the very same numbers.

Python's own methods call each other and look at the types of what they are given, which takes longer than drawing the
bits. These do the same in one function each. The numbers are those of CPython's `random` module, on which all tasks
rest; `tests/test_generators.py` compares both. What is rarely asked for is left to it.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable
from functools import cache
from itertools import accumulate
from math import ceil, inf, log
from random import Random
from struct import unpack, unpack_from
from typing import Any


class QuickRandom(Random):
    """See the top of this module; the methods are `random.Random`'s."""

    def choice(self, seq: Any) -> Any:
        """One item of a sequence."""
        size = len(seq)
        if not size:
            raise IndexError("Cannot choose from an empty sequence")
        bits, draw = size.bit_length(), self.getrandbits
        place = draw(bits)
        while place >= size:
            place = draw(bits)
        return seq[place]

    def randint(self, a: int, b: int) -> int:
        """A whole number from `a` to `b`."""
        size = b - a + 1
        if type(size) is not int or size <= 0:
            return super().randint(a, b)
        bits, draw = size.bit_length(), self.getrandbits
        place = draw(bits)
        while place >= size:
            place = draw(bits)
        return a + place

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """A number of a range."""
        size = start if stop is None else stop - start
        if (
            type(size) is not int
            or type(step) is not int
            or size <= 0
            or step <= 0
            or (stop is None and step > 1)
        ):
            return super().randrange(start, stop, step)
        if step > 1:
            size = (size + step - 1) // step
        bits, draw = size.bit_length(), self.getrandbits
        place = draw(bits)
        while place >= size:
            place = draw(bits)
        return place if stop is None else start + step * place

    def shuffle(self, x: Any) -> None:
        """Put a list into another order."""
        draw = self.getrandbits
        for last in range(len(x) - 1, 0, -1):
            size = last + 1
            bits = size.bit_length()
            place = draw(bits)
            while place >= size:
                place = draw(bits)
            x[last], x[place] = x[place], x[last]

    def choices(
        self, population: Any, weights: Any = None, *, cum_weights: Any = None, k: int = 1
    ) -> list[Any]:
        """Some items of a sequence, each place any number of times."""
        if weights is not None or cum_weights is not None:
            if weights is not None and cum_weights is None and k == 1 and type(weights) in (list, tuple):
                cum_weights, weights = list(accumulate(weights)), None
            if k != 1 or weights is not None or type(cum_weights) not in (list, tuple):
                return super().choices(population, weights, cum_weights=cum_weights, k=k)
            most = len(population) - 1
            if most < 0 or len(cum_weights) != most + 1 or not 0.0 < (total := cum_weights[-1] + 0.0) < inf:
                return super().choices(population, cum_weights=cum_weights)
            return [population[bisect(cum_weights, self.random() * total, 0, most)]]
        size, draw = len(population) + 0.0, self.random
        return [population[int(draw() * size)] for _ in range(k)]

    def sample(self, population: Any, k: int, *, counts: Any = None) -> list[Any]:
        """Some items of a sequence, each place at most once."""
        if counts is not None or type(population) not in (list, tuple, range) or type(k) is not int:
            return super().sample(population, k, counts=counts)
        size = len(population)
        if not 0 <= k <= size:
            return super().sample(population, k)
        draw = self.getrandbits
        found: list[Any] = []
        bits = size.bit_length()
        if size <= 21 or (k > 5 and size <= _shrinking(k)):
            pool = list(population)
            least = 1 << (bits - 1) if size else 0
            left = size
            for _ in range(k):
                if left < least:
                    bits -= 1
                    least >>= 1
                place = draw(bits)
                while place >= left:
                    place = draw(bits)
                left -= 1
                found.append(pool[place])
                pool[place] = pool[left]
            return found
        if k >= 8 and bits <= 32:
            return list(map(population.__getitem__, self._places(size, k)))
        drawn: set[int] = set()
        for _ in range(k):
            place = draw(bits)
            while place >= size or place in drawn:
                place = draw(bits)
            drawn.add(place)
            found.append(population[place])
        return found

    def _places(self, size: int, count: int) -> dict[int, None]:
        """So many different places below a size, in the order in which they are drawn.

        What is missing needs one draw of 32 bits each at least, so that many are drawn at once; a draw of fewer bits
        gives the first ones of 32.
        """
        shift = 32 - size.bit_length()
        found: dict[int, None] = {}
        while missing := count - len(found):
            for word in unpack(f"<{missing}I", self.randbytes(4 * missing)):
                if (place := word >> shift) < size:
                    found[place] = None
        return found


@cache
def _shrinking(k: int) -> int:
    """Up to this size Python draws from a list that shrinks, and above it again what was drawn before."""
    return 21 + int(4 ** ceil(log(k * 3, 4)))


def randints(rng: Random, a: int, b: int, count: int) -> list[int]:
    """So many numbers from `a` to `b`: what as many calls of ``rng.randint`` give, in less time."""
    size, draw = b - a + 1, rng.getrandbits
    if size <= 0:
        raise ValueError(f"no number from {a} to {b}")
    bits, found = size.bit_length(), []
    for _ in range(count):
        place = draw(bits)
        while place >= size:
            place = draw(bits)
        found.append(a + place)
    return found


def chances(rng: Random, count: int) -> Callable[[int], float]:
    """Draws what so many calls of ``rng.random`` draw; gives the function that tells any one of their numbers.

    Most of the time of a draw goes into making a number of its bits, so few of many are had for little.
    """
    drawn = rng.randbytes(8 * count)

    def one(place: int) -> float:
        high, low = unpack_from("<II", drawn, 8 * place)
        return float(((high >> 5) * 67108864.0 + (low >> 6)) * (1.0 / 9007199254740992.0))

    return one
