"""How the maker of zebra puzzles deduces: bit masks of houses, arc consistency, then search; it is exact.

For each value there is a mask of the houses it can still be in. A clue on two values cuts both masks by a
table look-up; the values of one attribute are in different houses. What propagation leaves open is searched.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from .zebra_clues import Clue, Images, holds, images, values_of

Domains = list[int]


class Compiled(NamedTuple):
    """Clues ready for deduction: masks of single values, tables for pairs, and triples for "oneof"."""

    masks: list[tuple[int, int]]
    pairs: list[tuple[int, int, Images, Images]]
    triples: list[tuple[int, int, int]]


def compiled(houses: int, clue: Clue, *, negated: bool = False) -> Compiled:
    """One clue, or its opposite."""
    kind, x, y = clue[:3]
    if kind in ("in", "out"):
        mask = 0
        for house in clue[2:]:
            mask |= 1 << house
        full = (1 << houses) - 1
        return Compiled([(x, mask if (kind == "in") != negated else full ^ mask)], [], [])
    if kind == "oneof":
        if not negated:
            return Compiled([], [], [(x, y, clue[3])])
        apart = images(houses, "apart")
        return Compiled([], [(x, y, *apart), (x, clue[3], *apart)], [])
    return Compiled([], [(x, y, *images(houses, kind, clue[3] if kind == "gap" else 0, negated=negated))], [])


def joined(parts: Iterable[Compiled]) -> Compiled:
    """Many clues as one."""
    parts = list(parts)
    return Compiled(
        [mask for part in parts for mask in part.masks],
        [pair for part in parts for pair in part.pairs],
        [triple for part in parts for triple in part.triples],
    )


def narrow(domains: Domains, clues: Compiled) -> bool | None:
    """Cut the domains in place, once by each clue; whether anything was cut, or None on a contradiction."""
    changed = False
    for x, y, forward, backward in clues.pairs:
        dx, dy = domains[x], domains[y]
        nx = dx & backward[dy]
        ny = dy & forward[nx]
        if nx != dx or ny != dy:
            if not ny:
                return None
            domains[x], domains[y] = nx, ny
            changed = True
    for x, mask in clues.masks:
        dx = domains[x]
        if dx & ~mask:
            domains[x] = dx = dx & mask
            if not dx:
                return None
            changed = True
    for x, y, z in clues.triples:
        dx, dy, dz = domains[x], domains[y], domains[z]
        nx = dx & (dy | dz)
        if not nx:
            return None
        if not nx & dz or not nx & dy:  # then it is the other one
            mate = z if nx & dz else y
            nx &= domains[mate]
            if nx != domains[mate]:
                domains[mate] = nx
                changed = True
        if nx != dx:
            domains[x] = nx
            changed = True
    return changed


def propagate(domains: Domains, clues: Compiled, houses: int) -> bool:
    """Cut the domains in place as far as single clues and attributes lead; False on a contradiction."""
    while True:
        changed = narrow(domains, clues)
        if changed is None:
            return False
        for start in range(0, len(domains), houses):
            row = tuple(domains[start : start + houses])
            cut = different(row)
            if cut != row:
                if cut is None:
                    return False
                domains[start : start + houses] = cut
                changed = True
        if not changed:
            return True


@lru_cache(maxsize=1 << 15)
def different(row: tuple[int, ...]) -> tuple[int, ...] | None:
    """The domains of one attribute's values, cut because the values are in different houses; None if they cannot."""
    full = (1 << len(row)) - 1
    while True:
        once = twice = placed = loose = 0
        for d in row:
            twice |= once & d
            once |= d
            if d & (d - 1):
                loose |= d
            elif placed & d:
                return None
            else:
                placed |= d
        if once != full:
            return None
        only = loose & ~twice  # houses that one value alone can be in, though that value has others
        if not only and not placed & loose:
            return row
        cut = []
        for d in row:
            if d & (d - 1):
                d = d & only or d & ~placed
                if not d or d & only & (d - 1):  # no house is left, or it would be needed in two
                    return None
            cut.append(d)
        row = tuple(cut)


def solvable(domains: Domains, clues: Compiled, houses: int, likely: Sequence[int] = ()) -> bool:
    """Whether an assignment within the domains fits all clues; the domains are used up.

    The house `likely` of a value, if told, is tried first: that of the solution, near which is often what breaks one
    clue alone.
    """
    if not propagate(domains, clues, houses):
        return False
    branch, fewest = -1, houses + 1
    for x, d in enumerate(domains):
        if d & (d - 1) and d.bit_count() < fewest:
            branch, fewest = x, d.bit_count()
            if fewest == 2:
                break
    if branch < 0:
        return True
    left = domains[branch]
    house = left & 1 << likely[branch] if likely else 0
    while left:
        house = house or left & -left
        left ^= house
        trial = list(domains)
        trial[branch] = house
        if solvable(trial, clues, houses, likely):
            return True
        house = 0
    return False


def minimal(houses: int, where: Sequence[int], clues: Sequence[Clue]) -> list[Clue]:
    """The clues without those that follow from the others, which are tried from the last to the first.

    `where` is the solution. A clue is needed if the other clues go with its opposite. Most needed clues are found
    without search: two values of an attribute change places, and that clue alone becomes false.
    """
    broken = _broken_by_swaps(houses, list(where), clues)
    parts = [compiled(houses, clue) for clue in clues]
    kept = (1 << len(clues)) - 1
    for number in range(len(clues) - 1, -1, -1):
        this = 1 << number
        if any(swap & kept == this for swap in broken if swap & this):
            continue
        others = [compiled(houses, clues[number], negated=True)]
        others += [part for i, part in enumerate(parts) if kept >> i & 1 and i != number]
        if not solvable([(1 << houses) - 1] * len(where), joined(others), houses, where):
            kept ^= this
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
