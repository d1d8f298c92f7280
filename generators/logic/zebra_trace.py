"""The worked solution of a zebra puzzle: elimination, one clue or one attribute at a time.

For each value the houses it can still be in are kept. A line names what is looked at and what is left of the
values that it cuts: ``clue 3: cat 1/2, Ann 2``. When nothing follows, a house is supposed for a value and refuted;
what the lines that begin with ``>`` cut in between is forgotten then, and those lines of it that the contradiction
does not rest on are left out. So the solution is proved, not guessed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from .zebra_clues import Clue, values_of
from .zebra_deduction import Compiled, Domains, Open, compiled, different, joined, narrow, propagate


class Step(NamedTuple):
    """One thing that is noticed.

    Attributes:
        name: the clue or the attribute that is looked at, or "" for the outcome of a supposition.
        reads: the values that it is about.
        cuts: the values that it cuts, with the houses left; empty for a contradiction.
        inner: the lines of a supposition and its refutation, which stand before this one.
        work: steps that the inner lines took.
    """

    name: str
    reads: Sequence[int]
    cuts: list[tuple[int, int]]
    inner: list[str]
    work: int = 0


class Elimination:
    """The elimination for one puzzle: `run` it, then read `lines` and `steps`.

    Args:
        houses: number of houses.
        clues: the clues, in the order in which the prompt numbers them.
        attributes: name of each attribute.
        values: name of each value.
    """

    def __init__(
        self, houses: int, clues: Sequence[Clue], attributes: Sequence[str], values: Sequence[str]
    ) -> None:
        self.lines: list[str] = []
        self.steps = 0
        self._houses = houses
        self._values = values
        self._spans = [(name, range(a * houses, (a + 1) * houses)) for a, name in enumerate(attributes)]
        self._reads = [values_of(clue) for clue in clues]
        self._single = [compiled(houses, clue) for clue in clues]
        self._all = Open.of(houses, len(values), joined(self._single))
        self._stood: list[Domains] = []  # what propagation left of suppositions that it did not refute
        self._about = [0] * len(values)  # for each value, the bits of the clues about it
        for number, reads in enumerate(self._reads):
            for x in reads:
                self._about[x] |= 1 << number

    def run(self) -> Domains | None:
        """The house of each value as a mask, or None if there is no solution."""
        steps: list[Step] = []
        domains = [(1 << self._houses) - 1] * len(self._values)
        solved = self._explore(domains, (1 << len(self._single)) - 1, steps)
        self.lines, self.steps = self._told(steps)
        return solved

    def _explore(self, domains: Domains, stale: int, steps: list[Step]) -> Domains | None:
        """Solve from `domains`, where the clues in the bit mask `stale` may have news; None if it cannot be."""
        while self._eliminate(domains, stale, steps):
            x, house = self._supposition(domains)
            if not house:
                return domains
            inner: list[Step] = []
            trial = list(domains)
            trial[x] = house
            solved = self._explore(trial, self._about[x], inner)
            if solved is not None:  # nothing refuted it, so it was a guess; it turned out right
                lines, work = self._told(inner)
                steps.append(Step("", (), [], [f"suppose {self._left(x, house)}", *lines], work + 1))
                return solved
            lines, work = self._told(self._relevant(inner))
            domains[x] ^= house
            lines = [f"suppose {self._left(x, house)}", *(f"> {line}" for line in lines)]
            lines.append(f"so {self._left(x, domains[x])}")
            reads = sorted({x}.union(*(step.reads for step in inner)))
            steps.append(Step("", reads, [(x, domains[x])], lines, work + 1))
            stale = self._about[x]
        return None

    def _eliminate(self, domains: Domains, stale: int, steps: list[Step]) -> bool:
        """Use clues and attributes until nothing more follows; False on a contradiction."""
        rows = (1 << len(self._spans)) - 1
        while stale or rows:
            ahead = stale  # the clues of this round that were not looked at yet
            while ahead:
                bit = ahead & -ahead
                number = bit.bit_length() - 1
                cuts = _cuts(domains, self._reads[number], self._single[number])
                if cuts is None:
                    steps.append(Step(f"clue {number + 1}", self._reads[number], [], []))
                    return False
                if cuts:
                    for x, _ in cuts:
                        stale |= self._about[x]
                        rows |= 1 << x // self._houses
                    steps.append(Step(f"clue {number + 1}", self._reads[number], cuts, []))
                stale &= ~bit
                ahead = stale & -2 * bit
            for a, (name, span) in enumerate(self._spans):
                if not rows >> a & 1:
                    continue
                before = tuple(domains[span.start : span.stop])
                after = different(before)
                if after is None:
                    steps.append(Step(name, span, [], []))
                    return False
                if after != before:
                    domains[span.start : span.stop] = after
                    cuts = [(x, domains[x]) for x, d in zip(span, before, strict=True) if domains[x] != d]
                    steps.append(Step(name, span, cuts, []))
                    for x, _ in cuts:
                        stale |= self._about[x]
            rows = 0
        return True

    def _supposition(self, domains: Domains) -> tuple[int, int]:
        """A value and a house that propagation refutes, else the first there is; house 0 if none is open."""
        open_values = sorted((d.bit_count(), x) for x, d in enumerate(domains) if d & (d - 1))
        if not open_values:
            return 0, 0
        # What stood once stands as long as all of it is left, and so do the single houses in it.
        self._stood = [stood for stood in self._stood if not any(map(_outside, stood, domains))]
        safe = [0] * len(domains)
        for stood in self._stood:
            _add_single(safe, stood)
        still = self._all.left(domains)
        for _, x in open_values:
            left = domains[x]
            while left:
                house = left & -left
                left ^= house
                if safe[x] & house:
                    continue
                trial = list(domains)
                trial[x] = house
                if not propagate(trial, still, 1 << x // self._houses):
                    return x, house
                self._stood.append(trial)
                _add_single(safe, trial)
        x = open_values[0][1]
        return x, domains[x] & -domains[x]

    @staticmethod
    def _relevant(steps: list[Step]) -> list[Step]:
        """The steps that the last one, a contradiction, rests on."""
        needed = set(steps[-1].reads)
        kept = [steps[-1]]
        for step in reversed(steps[:-1]):
            if any(x in needed for x, _ in step.cuts):
                needed.update(step.reads)
                kept.append(step)
        return kept[::-1]

    def _told(self, steps: list[Step]) -> tuple[list[str], int]:
        """The lines of some steps, and how much work they are."""
        lines: list[str] = []
        work = 0
        for name, _, cuts, inner, inner_work in steps:
            lines += inner
            work += inner_work + len(cuts) + (not cuts)
            if name:
                lines.append(f"{name}: {', '.join(self._left(x, d) for x, d in cuts) or 'contradiction'}")
        return lines, work

    def _left(self, x: int, mask: int) -> str:
        """A value and the houses left for it, numbered from 1: ``cat 1/3``."""
        return f"{self._values[x]} {_houses_of(mask)}"


def _cuts(domains: Domains, reads: Sequence[int], clue: Compiled) -> list[tuple[int, int]] | None:
    """Cut the domains in place as far as one clue leads: the values and what is left of them; None if nothing is."""
    if clue.pairs:  # there is one, which has said all it can when it has been looked at once
        ((x, y, forward, backward),) = clue.pairs
        dx, dy = domains[x], domains[y]
        nx = dx & backward[dy]
        ny = dy & forward[nx]
        if not ny:
            return None
        if nx == dx:
            if ny == dy:
                return []
            domains[y] = ny
            return [(y, ny)]
        domains[x] = nx
        if ny == dy:
            return [(x, nx)]
        domains[y] = ny
        return [(x, nx), (y, ny)]
    old = [domains[x] for x in reads]
    while changed := narrow(domains, clue):
        pass
    if changed is None:
        return None
    return [(x, domains[x]) for x, d in zip(reads, old, strict=True) if domains[x] != d]


@lru_cache(maxsize=256)
def _houses_of(mask: int) -> str:
    return "/".join(str(h + 1) for h in range(mask.bit_length()) if mask >> h & 1)


def _outside(mask: int, left: int) -> int:
    """The houses of one mask that are not in the other."""
    return mask & ~left


def _add_single(safe: list[int], domains: Domains) -> None:
    """Add to the safe houses of each value the only one that is left of it."""
    for x, d in enumerate(domains):
        if not d & (d - 1):
            safe[x] |= d
