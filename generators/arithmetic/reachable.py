"""Which values some numbers can make: an exact search, to prove that a countdown target needs many operations.

Values are exact rationals kept modulo a large prime and up to sign. Equal rationals have equal residues, so a
target that is reachable is always found: "not reachable" is a proof. (Two different rationals could share a
residue, with a chance of about 1 in 10^12 a search; a good target would then be turned down, which does no harm.)

Signs can be left out because an expression whose steps are negative can be rewritten with positive steps, if sums
and differences are both allowed; where only one of them is, this too can only turn targets down.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

PRIME = 2**61 - 1
_HALF = PRIME // 2
MAX_OPERATIONS = 4
"""Searches for solutions with more operations than this take too long for a generator."""
_LISTED = 3


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
        self._sets: dict[int, set[int]] = {}
        self._of_pairs: dict[int, set[int]] = {}
        self._wanted: dict[tuple[int, int], list[int]] = {}

    def within(self, target: int, operations: int) -> bool:
        """Whether an expression with at most `operations` operations has the positive value `target`.

        Raises:
            ValueError: if there are more operations than `MAX_OPERATIONS`.
        """
        if operations > MAX_OPERATIONS:
            raise ValueError(f"the search goes up to {MAX_OPERATIONS} operations, not {operations}")
        for count in range(1, min(operations + 1, len(self._bits)) + 1):
            for chosen in combinations(self._bits, count):
                if self._makes(sum(chosen), target):
                    return True
        return False

    def _makes(self, mask: int, target: int) -> bool:
        """Whether an expression that uses exactly the numbers of `mask` has the value `target`.

        The values of up to three numbers are listed, and of four those of two pairs. Else the last operation joins
        a smaller and a larger part: the larger one must make what the target asks for.
        """
        count = mask.bit_count()
        if count <= _LISTED or not target:
            return target in self._set(mask)
        for small, large in _halves(mask):
            if count == 4 and small.bit_count() == 2:
                continue
            listed = self._set(large) if large.bit_count() <= _LISTED else None
            for value, inverse in zip(self.values(small), self.inverses(small), strict=True):
                wanted = self._partners(value, inverse, target)
                if listed is None:
                    if any(self._makes(large, each) for each in wanted):
                        return True
                elif not listed.isdisjoint(wanted):
                    return True
        return count == 4 and target in self._pairs(mask)

    def _set(self, mask: int) -> set[int]:
        known = self._sets.get(mask)
        if known is None:
            known = self._sets[mask] = set(self.values(mask))
        return known

    def _pairs(self, mask: int) -> set[int]:
        """The residues of the values of four numbers whose last operation joins two and two."""
        known = self._of_pairs.get(mask)
        if known is None:
            known = self._of_pairs[mask] = set()
            for small, large in _halves(mask):
                if small.bit_count() == 2:
                    self._join(small, large, known)
        return known

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

    def _partners(self, value: int, inverse: int, target: int) -> list[int]:
        """Every w that makes a target other than 0, up to sign, in one operation with `value`."""
        known = self._wanted.get((value, target))
        if known is None:
            known = self._wanted[value, target] = []
            if self._sums:
                known += [_unsigned(target - value), _unsigned(target + value)]
            if value and self._products:
                known.append(_unsigned(target * inverse))
            if value and self._quotients:
                known += [_unsigned(target * value), _unsigned(value * _inverse(target))]
        return known


@lru_cache(maxsize=1024)
def _inverse(value: int) -> int:
    return pow(value, -1, PRIME)


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
