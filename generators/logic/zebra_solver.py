"""An exact solver for zebra puzzles: bit masks of houses, arc consistency, then search.

For each value there is a mask of the houses it can still be in. A clue on two values cuts both masks by a table
look-up; the values of one attribute are in different houses. What propagation leaves open is searched.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from .zebra_clues import Clue, Images, images

Domains = list[int]


class Compiled(NamedTuple):
    """Clues ready for the solver: masks of single values, tables for pairs, and triples for "oneof"."""

    masks: list[tuple[int, int]]
    pairs: list[tuple[int, int, Images, Images]]
    triples: list[tuple[int, int, int]]


def compiled(houses: int, clues: Sequence[Clue], *, but: int = -1) -> Compiled:
    """The clues, with the one numbered `but` turned into its opposite."""
    result = Compiled([], [], [])
    full = (1 << houses) - 1
    for number, (kind, *rest) in enumerate(clues):
        negated = number == but
        x, y = int(rest[0]), int(rest[1])
        if kind in ("in", "out"):
            mask = sum(1 << int(h) for h in rest[1:])
            result.masks.append((x, mask if (kind == "in") != negated else full ^ mask))
        elif kind == "oneof" and not negated:
            result.triples.append((x, y, int(rest[2])))
        elif kind == "oneof":
            apart = images(houses, "apart")
            result.pairs.extend([(x, y, *apart), (x, int(rest[2]), *apart)])
        else:
            k = int(rest[2]) if kind == "gap" else 0
            result.pairs.append((x, y, *images(houses, str(kind), k, negated=negated)))
    return result


def propagate(domains: Domains, clues: Compiled, houses: int) -> bool:
    """Cut the domains in place as far as single clues and attributes lead; False on a contradiction."""
    for x, mask in clues.masks:
        domains[x] &= mask
    changed = True
    while changed:
        changed = False
        for x, y, forward, backward in clues.pairs:
            dx, dy = domains[x], domains[y]
            nx = dx & backward[dy]
            ny = dy & forward[nx]
            if nx != dx or ny != dy:
                if not ny:
                    return False
                domains[x], domains[y] = nx, ny
                changed = True
        for x, y, z in clues.triples:
            dx, dy, dz = domains[x], domains[y], domains[z]
            nx = dx & (dy | dz)
            if not nx:
                return False
            if nx != dx:
                domains[x] = nx
                changed = True
            if not nx & dz or not nx & dy:  # then it is the other one
                mate = z if nx & dz else y
                if domains[mate] != nx & domains[mate]:
                    changed = True
                domains[x] = domains[mate] = nx & domains[mate]
        for start in range(0, len(domains), houses):
            row = tuple(domains[start : start + houses])
            cut = different(row)
            if cut is not row:
                if cut is None:
                    return False
                domains[start : start + houses] = cut
                changed = True
    return True


@lru_cache(maxsize=1 << 15)
def different(row: tuple[int, ...]) -> tuple[int, ...] | None:
    """The domains of one attribute's values, cut because the values are in different houses; None if they cannot."""
    domains = list(row)
    full = (1 << len(row)) - 1
    while True:
        once = twice = 0
        for d in domains:
            twice |= once & d
            once |= d
        if once != full:
            return None
        changed = False
        only = once & ~twice  # houses that one value alone can be in
        for i, d in enumerate(domains):
            if d & only and d & ~only:
                if (d & only) & ((d & only) - 1):
                    return None  # one value would be needed in two houses
                domains[i] = d = d & only
                changed = True
            if not d & (d - 1):
                for j, e in enumerate(domains):
                    if e & d and j != i:
                        domains[j] = e ^ d
                        changed = True
        if not changed:
            return row if tuple(domains) == row else tuple(domains)


def solvable(domains: Domains, clues: Compiled, houses: int) -> bool:
    """Whether an assignment within the domains fits all clues; the domains are used up."""
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
    while left:
        house = left & -left
        left ^= house
        trial = list(domains)
        trial[branch] = house
        if solvable(trial, clues, houses):
            return True
    return False


def minimal(houses: int, values: int, clues: list[Clue]) -> list[Clue]:
    """The clues without those that follow from the others, which are tried from the last to the first."""
    kept = list(clues)
    for number in range(len(clues) - 1, -1, -1):
        if not solvable([(1 << houses) - 1] * values, compiled(houses, kept, but=number), houses):
            del kept[number]
    return kept
