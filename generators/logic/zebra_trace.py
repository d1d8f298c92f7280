"""The worked solution of a zebra puzzle: elimination, one clue or one attribute at a time.

For each value the houses it can still be in are kept. A line names what is looked at and what is left of the
values that it cuts: ``clue 3: cat 1/2, Ann 2``. When nothing follows, a house is supposed for the value with the
fewest, and given up when a contradiction comes out. `steps` counts cuts, contradictions and suppositions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from .zebra_clues import Clue, values_of
from .zebra_solver import Compiled, compiled, different, narrow

Domains = list[int]


@dataclass
class Elimination:
    """One run of the elimination.

    Attributes:
        houses: number of houses.
        clues: the clues, in the order in which the prompt numbers them.
        attributes: name of each attribute.
        values: name of each value.
        lines: the worked solution.
        steps: how much work it was.
    """

    houses: int
    clues: Sequence[Clue]
    attributes: Sequence[str]
    values: Sequence[str]
    lines: list[str] = field(default_factory=list)
    steps: int = 0

    def run(self) -> Domains | None:
        """Fill in `lines` and `steps`; the house of each value as a mask, or None if there is no solution."""
        self._single = [compiled(self.houses, clue) for clue in self.clues]
        self._about: list[int] = [0] * len(self.values)
        for number, clue in enumerate(self.clues):
            for x in values_of(clue):
                self._about[x] |= 1 << number
        return self._explore([(1 << self.houses) - 1] * len(self.values), (1 << len(self.clues)) - 1)

    def _explore(self, domains: Domains, stale: int) -> Domains | None:
        """Solve from `domains`, where the clues in the bit mask `stale` may have news."""
        while True:
            if not self._eliminate(domains, stale):
                return None
            open_values = [x for x, d in enumerate(domains) if d & (d - 1)]
            if not open_values:
                return domains
            x = min(open_values, key=lambda x: (domains[x].bit_count(), -self._about[x].bit_count(), x))
            house = domains[x] & -domains[x]
            trial = list(domains)
            trial[x] = house
            self.steps += 1
            self.lines.append(f"suppose {self._left(x, house)}")
            solved = self._explore(trial, self._about[x])
            if solved is not None:
                return solved
            domains[x] ^= house
            state = ", ".join(
                self._left(y, d) for y, d in enumerate(domains) if d != (1 << self.houses) - 1 and y != x
            )
            self.lines.append(f"so {self._left(x, domains[x])}" + (f"; back to {state}" if state else ""))
            stale = self._about[x]

    def _eliminate(self, domains: Domains, stale: int) -> bool:
        """Use clues and attributes until nothing more follows; False on a contradiction."""
        rows = (1 << len(self.attributes)) - 1
        while stale or rows:
            for number, single in enumerate(self._single):
                if not stale >> number & 1:
                    continue
                stale &= ~(1 << number)
                cut = self._use(domains, single, f"clue {number + 1}")
                if cut is None:
                    return False
                for x in cut:
                    stale |= self._about[x] & ~(1 << number)
                    rows |= 1 << x // self.houses
            for a, name in enumerate(self.attributes):
                if not rows >> a & 1:
                    continue
                rows &= ~(1 << a)
                start = a * self.houses
                old = tuple(domains[start : start + self.houses])
                row = different(old)
                if row is None:
                    self._line(f"{name}: contradiction")
                    return False
                domains[start : start + self.houses] = row
                cut = [start + v for v in range(self.houses) if row[v] != old[v]]
                self._note(name, cut, domains)
                for x in cut:
                    stale |= self._about[x]
        return True

    def _use(self, domains: Domains, single: Compiled, name: str) -> list[int] | None:
        """Use one clue; the values that it cuts, or None on a contradiction."""
        old = list(domains)
        while changed := narrow(domains, single):
            pass
        if changed is None:
            self._line(f"{name}: contradiction")
            return None
        cut = [x for x, d in enumerate(domains) if d != old[x]]
        self._note(name, cut, domains)
        return cut

    def _note(self, name: str, cut: list[int], domains: Domains) -> None:
        if cut:
            self._line(f"{name}: {', '.join(self._left(x, domains[x]) for x in cut)}", len(cut))

    def _line(self, text: str, steps: int = 1) -> None:
        self.lines.append(text)
        self.steps += steps

    def _left(self, x: int, mask: int) -> str:
        """A value and the houses left for it, numbered from 1: ``cat 1/3``."""
        return f"{self.values[x]} {'/'.join(str(h + 1) for h in range(self.houses) if mask >> h & 1)}"
