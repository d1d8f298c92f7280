"""Which clues of a zebra puzzle are needed: those whose opposite fits all the others, found by search; it is exact.

What propagation leaves open is searched. Most needed clues are found without search: two values of an attribute
change places, and that clue alone becomes false. Clues are tried from the last to the first, so that those before the
one that is tried are all still there, and a search begins with the houses that they left when clues were drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .zebra_clues import Clue, holds, values_of
from .zebra_deduction import Compiled, Domains, Open, compiled, joined, propagate


def solvable(domains: Domains, clues: Compiled, houses: int, likely: Sequence[int] = ()) -> bool:
    """Whether an assignment within the domains fits all clues; the domains are used up.

    The house `likely` of a value, if told, is tried first: that of the solution, near which is often what breaks one
    clue alone.
    """
    for x, mask in clues.masks:
        domains[x] &= mask
    every = (1 << len(domains) // houses) - 1
    still = Open.of(houses, len(domains), clues)
    return all(domains) and _search(domains, still, every, houses, _weights(len(domains), still), likely)


def _weights(values: int, still: Open) -> list[int]:
    """For each value, the square of one more than the pairs of clues that it is in."""
    about = [1] * values
    for x, y, *_ in still.pairs:
        about[x] += 1
        about[y] += 1
    return [count * count for count in about]


def _search(
    domains: Domains, still: Open, changed: int, houses: int, weights: Sequence[int], likely: Sequence[int]
) -> bool:
    """Whether an assignment fits; branches where few houses are left for a value with many clues (see `propagate`).

    Args:
        domains: the houses left for each value; they are used up.
        still: what can cut them.
        changed: bits of the attributes with a change that the clues in `still` did not make.
        houses: number of houses.
        weights: for each value, the higher the more clues are about it.
        likely: the house of each value that is tried first, or nothing.
    """
    if not propagate(domains, still, changed):
        return False
    still = still.left(domains)
    if not still.rows:
        return True
    branch, least = -1, houses + 1.0
    for _, _, values in still.rows:
        for x in values:
            share = domains[x].bit_count() / weights[x]
            if share < least:
                branch, least = x, share
    bit = 1 << branch // houses
    left = domains[branch]
    house = left & 1 << likely[branch] if likely else 0
    while left:
        house = house or left & -left
        left ^= house
        trial = list(domains)
        trial[branch] = house
        if _search(trial, still, bit, houses, weights, likely):
            return True
        house = 0
    return False


class Told(NamedTuple):
    """A clue, ready for deduction, and the houses that the clues before it leave for each value."""

    clue: Clue
    part: Compiled
    before: Domains


def minimal(houses: int, where: Sequence[int], told: Sequence[Told]) -> list[Clue]:
    """The clues without those that follow from the others, which are tried from the last to the first.

    `where` is the solution.
    """
    clues = [clue for clue, _, _ in told]
    broken = _broken_by_swaps(houses, list(where), clues)
    every = (1 << len(where) // houses) - 1
    first = Open.of(houses, len(where), joined(part for _, part, _ in told))  # clues that were not tried yet
    later = Open([], [], [])  # clues that are needed, and their masks
    masks: list[tuple[int, int]] = []
    weights = _weights(len(where), first)
    kept = (1 << len(told)) - 1
    for number in range(len(told) - 1, -1, -1):
        clue, part, before = told[number]
        del first.pairs[len(first.pairs) - len(part.pairs) :]
        del first.triples[len(first.triples) - len(part.triples) :]
        this = 1 << number
        if not any(swap & kept == this for swap in broken if swap & this):
            opposite = compiled(houses, clue, negated=True)
            domains = list(before)
            for x, mask in (*masks, *opposite.masks):
                domains[x] &= mask
            still = Open([*first.pairs, *later.pairs], [*first.triples, *later.triples], first.rows)
            still.add(houses, opposite)
            if not all(domains) or not _search(domains, still, every, houses, weights, where):
                kept ^= this
                continue
        later.add(houses, part)
        masks += part.masks
    return [clue for number, clue in enumerate(clues) if kept >> number & 1]


def _broken_by_swaps(houses: int, where: list[int], clues: Sequence[Clue]) -> list[int]:
    """For each swap of two values of an attribute that breaks a clue, the bits of the clues that it breaks."""
    broken: dict[tuple[int, int], int] = {}
    for number, clue in enumerate(clues):
        for x in values_of(clue):
            start = x - x % houses
            for y in range(start, start + houses):
                if y != x:
                    where[x], where[y] = where[y], where[x]
                    if not holds(clue, where):
                        swap = (x, y) if x < y else (y, x)
                        broken[swap] = broken.get(swap, 0) | 1 << number
                    where[x], where[y] = where[y], where[x]
    return list(broken.values())
