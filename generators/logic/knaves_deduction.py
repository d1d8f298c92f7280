"""Case analysis of knights and knaves, one statement at a time, as a person would do it.

What is known is a set of worlds (see `knaves_statements`), cut by facts "p is a knight" only. A statement is
looked at on its own: if all the worlds that it leaves agree on someone's kind, that kind is deduced; if it
leaves none, there is a contradiction. When nothing more follows, someone is supposed to be a knight or a knave,
and then the other.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .knaves_statements import Worlds

_KINDS = ("knave", "knight")


@dataclass
class CaseAnalysis:
    """The analysis of one puzzle.

    Attributes:
        worlds: the worlds of its people.
        fits: for each speaker, the worlds in which being a knight or knave goes with what is said.
        involved: for each speaker, the people that the statement and its speaker are about.
        names: what the people are called in `lines`.
        lines: the worked solution up to the first assignment that fits everything.
        steps: deductions, contradictions and suppositions of the whole analysis, until no case is left.
    """

    worlds: Worlds
    fits: list[int]
    involved: list[list[int]]
    names: list[str]
    lines: list[str] = field(default_factory=list)
    steps: int = 0
    solved: bool = False
    _about: list[int] = field(default_factory=list, init=False)

    def run(self) -> None:
        """Do the whole analysis, filling in `lines` and `steps`."""
        # For each person, the bits of the speakers whose statements must be looked at again when it is settled.
        self._about = [
            sum(1 << speaker for speaker, people in enumerate(self.involved) if person in people)
            for person in range(len(self.names))
        ]
        self._explore(self.worlds.full, {}, (1 << len(self.names)) - 1)

    def _explore(self, known: int, kinds: dict[int, int], stale: int) -> None:
        """Analyse the case in which `kinds` holds (the callee's own); statements in `stale` may tell more."""
        while True:
            reached = self._propagate(known, kinds, stale)
            if reached is None:
                return
            known = reached
            if len(kinds) == len(self.names):
                if not self.solved:
                    self.lines.append("everyone is placed and every statement fits")
                self.solved = True
                return
            person, first = self._supposition(known, kinds)
            halves = (self.worlds.knave[person], self.worlds.knight[person])
            stale = self._about[person]
            self._line(f"suppose {self.names[person]} {_KINDS[first]}")
            self._explore(known & halves[first], {**kinds, person: first}, stale)
            facts = ", ".join(f"{self.names[p]} {_KINDS[kind]}" for p, kind in kinds.items())
            self._line(f"so {self.names[person]} {_KINDS[1 - first]}" + (f"; known {facts}" if facts else ""))
            known &= halves[1 - first]
            kinds[person] = 1 - first

    def _propagate(self, known: int, kinds: dict[int, int], stale: int) -> int | None:
        """Follow single statements as far as they lead; None on a contradiction."""
        knights, knaves = self.worlds.knight, self.worlds.knave
        while stale:
            for speaker, fits in enumerate(self.fits):
                if not stale >> speaker & 1:
                    continue
                left = known & fits
                if not left:
                    self._line(f"by {self.names[speaker]}: contradiction")
                    return None
                found = []
                for p in self.involved[speaker]:
                    if p in kinds:
                        continue
                    if not left & knights[p]:
                        kinds[p] = 0
                        known &= knaves[p]
                    elif not left & knaves[p]:
                        kinds[p] = 1
                        known &= knights[p]
                    else:
                        continue
                    stale |= self._about[p]
                    found.append(f"{self.names[p]} {_KINDS[kinds[p]]}")
                stale &= ~(1 << speaker)  # it tells nothing more until another statement settles someone
                if found:
                    self._line(f"by {self.names[speaker]}: {', '.join(found)}", len(found))
        return known

    def _supposition(self, known: int, kinds: dict[int, int]) -> tuple[int, int]:
        """Whom to suppose what: about the statement with the fewest open people, the case with fewer worlds."""
        fewest, person, speaker = len(self.names) + 1, 0, 0
        for s, involved in enumerate(self.involved):
            open_people = [p for p in involved if p not in kinds]
            if 0 < len(open_people) < fewest:
                fewest, speaker = len(open_people), s
                person = s if s not in kinds else open_people[0]
        left = known & self.fits[speaker]
        knights = (left & self.worlds.knight[person]).bit_count()
        return person, int(2 * knights <= left.bit_count())

    def _line(self, text: str, steps: int = 1) -> None:
        self.steps += steps
        if not self.solved:
            self.lines.append(text)
