"""Which values some numbers can make: an exact search, to prove that a countdown target needs many operations.

Values are exact rationals kept modulo a large prime and up to sign. Equal rationals have equal residues, so a
target that is reachable is always found: "not reachable" is a proof. (Two different rationals could share a
residue, with a chance of about 1 in 10^12 a search; a good target would then be turned down, which does no harm.)

Signs can be left out because an expression whose steps are negative can be rewritten with positive steps, if sums
and differences are both allowed; where only one of them is, this too can only turn targets down.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

PRIME = 2**61 - 1
_HALF = PRIME // 2
MAX_OPERATIONS = 4
"""Searches for solutions with more operations than this take too long for a generator."""


class Reach:
    """The values that a list of numbers can make, each number used at most once.

    Args:
        numbers: positive integers, of which four have a product far below the prime.
        operators: the operators allowed, of ``+ - * /``.
    """

    def __init__(self, numbers: Sequence[int], operators: str) -> None:
        self._sums = "+" in operators or "-" in operators
        self._products, self._quotients = "*" in operators, "/" in operators
        self._bits = [1 << i for i in range(len(numbers))]
        self._values: dict[int, list[int]] = {bit: [n] for bit, n in zip(self._bits, numbers, strict=True)}
        self._inverses: dict[int, list[int]] = {}

    def within(self, target: int, operations: int) -> bool:
        """Whether an expression with at most `operations` operations has the positive value `target`.

        Raises:
            ValueError: if there are more operations than `MAX_OPERATIONS`.
        """
        if operations > MAX_OPERATIONS:
            raise ValueError(f"the search goes up to {MAX_OPERATIONS} operations, not {operations}")
        for count in range(1, min(operations + 1, len(self._bits)) + 1):
            for chosen in combinations(self._bits, count):
                if self._makes(sum(chosen), target, listed=count <= operations):
                    return True
        return False

    def _makes(self, mask: int, target: int, listed: bool) -> bool:
        """Whether an expression that uses exactly the numbers of `mask` has the value `target`."""
        if listed or mask.bit_count() == 1:
            return target in self.values(mask)
        # The last operation joins a smaller and a larger part: the larger one must make what the target asks for.
        for small, large in _halves(mask):
            wanted: set[int] = set()
            for value, inverse in zip(self.values(small), self.inverses(small), strict=True):
                wanted.update(self._partners(value, inverse, target))
            if not wanted.isdisjoint(self.values(large)):
                return True
        return False

    def values(self, mask: int) -> list[int]:
        """The residues of all values, up to sign, that use exactly the numbers of `mask`."""
        known = self._values.get(mask)
        if known is None:
            found: set[int] = set()
            for small, large in _halves(mask):
                self._join(small, large, found)
            known = self._values[mask] = sorted(found)
        return known

    def inverses(self, mask: int) -> list[int]:
        """The inverse of each of the `values`; 0 for 0."""
        known = self._inverses.get(mask)
        if known is None:
            known = self._inverses[mask] = _inverted(self.values(mask))
        return known

    def _join(self, left: int, right: int, found: set[int]) -> None:
        """Add to `found` every result of one operation on a value of the left and one of the right part."""
        add, others = found.add, self.values(right)
        quotients = self._quotients
        other_inverses = self.inverses(right) if quotients else others
        for a, inverse in zip(self.values(left), self.inverses(left), strict=True):
            for b, other_inverse in zip(others, other_inverses, strict=True):
                if self._sums:
                    v = (a + b) % PRIME
                    add(v if v <= _HALF else PRIME - v)
                    add(a - b if a >= b else b - a)
                if self._products:
                    v = a * b % PRIME
                    add(v if v <= _HALF else PRIME - v)
                if quotients:
                    if b:
                        v = a * other_inverse % PRIME
                        add(v if v <= _HALF else PRIME - v)
                    if a:
                        v = b * inverse % PRIME
                        add(v if v <= _HALF else PRIME - v)

    def _partners(self, value: int, inverse: int, target: int) -> Iterator[int]:
        """Every w that makes the target, up to sign, in one operation with `value`."""
        if self._sums:
            yield _unsigned(target - value)
            yield _unsigned(target + value)
        if value:
            if self._products:
                yield _unsigned(target * inverse)
            if self._quotients:
                yield _unsigned(target * value)
                yield _unsigned(value * pow(target, -1, PRIME))


def _unsigned(value: int) -> int:
    value %= PRIME
    return value if value <= _HALF else PRIME - value


def _inverted(values: list[int]) -> list[int]:
    """Inverses of all values with one inversion: Montgomery's trick."""
    products, product = [], 1
    for value in values:
        products.append(product)
        if value:
            product = product * value % PRIME
    inverse = pow(product, -1, PRIME)
    inverses = [0] * len(values)
    for i in range(len(values) - 1, -1, -1):
        if values[i]:
            inverses[i] = inverse * products[i] % PRIME
            inverse = inverse * values[i] % PRIME
    return inverses


def _halves(mask: int) -> Iterator[tuple[int, int]]:
    """Every way to cut a set of bits in two, each once, the smaller part first."""
    lowest = mask & -mask
    part = (mask - 1) & mask
    while part:
        if part & lowest:
            other = mask ^ part
            yield (part, other) if part.bit_count() <= other.bit_count() else (other, part)
        part = (part - 1) & mask
