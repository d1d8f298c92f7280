"""How the maker of zebra puzzles deduces: bit masks of houses and arc consistency.

For each value there is a mask of the houses it can still be in. A clue on two values cuts both masks by a
table look-up; the values of one attribute are in different houses. Clues may be taken in any order: none cuts less
of smaller domains, so that the outcome is the same. A clue on two values of which one has a single house left has said
all it can, and so has a value in a house that no other of its attribute can be in: they are left out of `Open`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from .zebra_clues import Clue, Images, images

Domains = list[int]


class Compiled(NamedTuple):
    """Clues ready for deduction: masks of single values, tables for pairs, and triples for "oneof"."""

    masks: list[tuple[int, int]]
    pairs: list[tuple[int, int, Images, Images]]
    triples: list[tuple[int, int, int]]


_NOTHING = Compiled([], [], [])


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


class Open(NamedTuple):
    """What can still cut some domains.

    Attributes:
        pairs: as in `Compiled`, each with the bits of the attributes that it is about.
        triples: likewise.
        rows: for each attribute its bit, the houses that are not taken, and the values without a single house.
    """

    pairs: list[tuple[int, int, Images, Images, int]]
    triples: list[tuple[int, int, int, int]]
    rows: list[tuple[int, int, Sequence[int]]]

    @classmethod
    def of(cls, houses: int, values: int, clues: Compiled = _NOTHING) -> Open:
        """All attributes of a puzzle with so many values, and clues, but for the masks, which cut but once."""
        full = (1 << houses) - 1
        still = cls([], [], [(1 << x // houses, full, range(x, x + houses)) for x in range(0, values, houses)])
        still.add(houses, clues)
        return still

    def add(self, houses: int, clues: Compiled) -> None:
        """Add clues in place."""
        self.pairs.extend([(x, y, f, b, 1 << x // houses | 1 << y // houses) for x, y, f, b in clues.pairs])
        self.triples.extend([(x, y, z, 1 << x // houses | 1 << y // houses) for x, y, z in clues.triples])

    def left(self, domains: Domains) -> Open:
        """What is left of it where the domains have been cut by all of it."""
        loose = [d & (d - 1) for d in domains]
        rows: list[tuple[int, int, Sequence[int]]] = []
        for row in self.rows:
            bit, free, values = row
            some = [x for x in values if loose[x]]
            if len(some) == len(values):
                rows.append(row)
            elif some:
                for x in values:
                    if not loose[x]:
                        free ^= domains[x]
                rows.append((bit, free, some))
        return Open(
            [pair for pair in self.pairs if loose[pair[0]] and loose[pair[1]]],
            [triple for triple in self.triples if loose[triple[0]] or loose[triple[1]] or loose[triple[2]]],
            rows,
        )


def propagate(domains: Domains, still: Open, changed: int) -> bool:
    """Cut the domains in place as far as single clues and attributes lead; False on a contradiction.

    Args:
        domains: the houses left for each value.
        still: what can cut them.
        changed: bits of the attributes in which there was a change that the clues in `still` did not make.
    """
    pairs, triples, rows = still
    while True:
        for x, y, forward, backward, both in pairs:
            dx = domains[x]
            dy = domains[y]
            nx = dx & backward[dy]
            ny = dy & forward[nx]
            if nx != dx or ny != dy:
                if not ny:
                    return False
                domains[x] = nx
                domains[y] = ny
                changed |= both
        for x, y, z, both in triples:
            dx, dy, dz = domains[x], domains[y], domains[z]
            nx = dx & (dy | dz)
            if not nx:
                return False
            if not nx & dz or not nx & dy:  # then it is the other one
                mate = z if nx & dz else y
                nx &= domains[mate]
                if nx != domains[mate]:
                    domains[mate] = nx
                    changed |= both
            if nx != dx:
                domains[x] = nx
                changed |= both
        if not changed:
            return True
        cut = 0
        for bit, free, values in rows:
            if not changed & bit:
                continue
            once = twice = single = 0
            for x in values:
                d = domains[x]
                twice |= once & d
                once |= d
                if not d & (d - 1):
                    if single & d:
                        return False
                    single |= d
            if once != free:
                return False
            only = once & ~(twice | single)  # of one value alone, though it has others
            if not only and not twice & single:
                continue
            cut |= bit
            for x in values:
                d = domains[x]
                if d & (d - 1):
                    d = d & only or d & ~single
                    if not d or d & only & (d - 1):  # no house is left, or it would be needed in two
                        return False
                    domains[x] = d
        changed = cut


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
