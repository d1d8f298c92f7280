"""English for the facts of a story graph: each relation in a natural and in a formal sentence."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from ..english import listed
from .graph import PARTS, Fact
from .settings import Counting, Measuring

FORMAL = 0.25
"""How often a fact is told by its formal sentence where there is a natural one."""


def capital(sentence: str) -> str:
    """`sentence` with a capital first letter."""
    return sentence[0].upper() + sentence[1:]


def multiple(n: int) -> str:
    """``twice`` or ``3 times``."""
    return "twice" if n == 2 else f"{n} times"


@dataclass(frozen=True, slots=True)
class Counted:
    """Names of counted quantities: who (each quantity's holder) did it with what."""

    setting: Counting
    holders: Sequence[str]
    items: Sequence[str]

    def label(self, n: int) -> str:
        """The short name of a quantity in worked solutions."""
        return f"{self.holders[n]}, {self.items[n]}"

    def full(self, n: int) -> str:
        """The full name of a quantity."""
        return f"the number of {self.items[n]} {self.holders[n]} {self.setting.verb[1]}"

    def amount(self, n: int) -> str:
        """A number with its unit, in formal sentences."""
        return str(n)

    def told(self, fact: Fact) -> str | None:
        """A natural sentence for a fact, or None where there is only the formal one."""
        kind, x, *rest = fact
        did = self.setting.verb[1]
        if kind == "total":
            return self._total(x, rest[0])
        who, what = self.holders[x], self.items[x]
        start = f"{who} {did}"
        if kind == "is":
            return f"{start} {rest[0]} {what}."
        if kind == "rate":
            every, many = self.setting.every
            return f"{start} {rest[0]} {what} {every} for {rest[1]} {many}."
        if kind == "dozen":
            return f"{start} {rest[0]} dozen {what}."
        if kind == "sum":
            if any(self.items[n] != self.items[x] for n in rest[0]):
                return None
            return f"{start} as many {what} as {listed([self.holders[n] for n in rest[0]])} together."
        if kind == "minus":
            return None
        y, numbers = rest[0], rest[1:]
        than = self._than(x, y)
        if kind in ("more", "fewer"):
            return f"{start} {numbers[0]} {kind} {what} than {than}."
        if kind in ("percent more", "percent fewer"):
            return f"{start} {numbers[0]}% {kind[8:]} {what} than {than}."
        if kind == "linear":
            times = "twice" if numbers[0] == 2 else f"{numbers[0]} times"
            return f"{start} {numbers[1]} more {what} than {times} {self.full(y)}."
        factor = multiple(numbers[0]) if kind == "times" else PARTS[numbers[0], numbers[1]]
        return f"{start} {factor} as many {what} as {than}."

    def _than(self, x: int, y: int) -> str:
        if self.items[x] == self.items[y]:
            return self.holders[y]
        if self.holders[x] == self.holders[y]:
            return self.items[y]
        return f"{self.holders[y]} {self.setting.verb[1]} {self.items[y]}"

    def _total(self, members: Sequence[int], whole: int) -> str | None:
        who, what = [self.holders[n] for n in members], [self.items[n] for n in members]
        did = self.setting.verb[1]
        if len(set(what)) == 1:
            return f"{listed(who)} {did} {whole} {what[0]} in total."
        if len(set(who)) == 1:
            return f"{who[0]} {did} {whole} {listed(what)} in total."
        return None


@dataclass(frozen=True, slots=True)
class Measured:
    """Names of measured quantities: whose measure it is."""

    setting: Measuring
    holders: Sequence[str]

    def label(self, n: int) -> str:
        """The short name of a quantity in worked solutions."""
        return self.holders[n]

    def full(self, n: int) -> str:
        """The full name of a quantity."""
        return f"the {self.setting.measure[0]} of {self.holders[n]}"

    def amount(self, n: int) -> str:
        """A number with its unit."""
        return f"${n}" if self.setting.sign else f"{n} {self.setting.unit}"

    def told(self, fact: Fact) -> str | None:
        """A natural sentence for a fact, or None where there is only the formal one."""
        kind, x, *rest = fact
        form = self.setting
        if kind == "total":
            who = listed([self.holders[n] for n in x])
            return f"the {form.measure[1]} of {who} add up to {self.amount(rest[0])}."
        name = self.holders[x]
        if kind == "is":
            return form.state.format(A=name, n=self.amount(rest[0]))
        if kind == "sum":
            return form.alike.replace("{f} ", "").format(
                A=name, B=listed([self.holders[n] for n in rest[0]]) + " together"
            )
        if kind in ("minus", "linear"):
            return None
        other, numbers = self.holders[rest[0]], rest[1:]
        if kind in ("more", "fewer"):
            sentence = form.more if kind == "more" else form.fewer
            return sentence.format(A=name, n=self.amount(numbers[0]), B=other)
        if kind in ("percent more", "percent fewer"):
            sentence = form.more if kind == "percent more" else form.fewer
            return sentence.format(A=name, n=f"{numbers[0]}%", B=other)
        factor = multiple(numbers[0]) if kind == "times" else PARTS[numbers[0], numbers[1]]
        return form.alike.format(A=name, f=factor, B=other)


Names = Counted | Measured


def sentence(rng: random.Random, names: Names, fact: Fact) -> str:
    """One sentence for a fact."""
    natural = names.told(fact) if fact[0] in ("rate", "dozen") or rng.random() >= FORMAL else None
    return capital(natural or formal(names, fact))


def formal(names: Names, fact: Fact) -> str:
    """The formal sentence for a fact, about full names of quantities."""
    kind, x, *rest = fact
    if kind == "total":
        return f"{listed([names.full(n) for n in x])} add up to {names.amount(rest[0])}."
    start = f"{names.full(x)} is"
    if kind == "is":
        return f"{start} {names.amount(rest[0])}."
    if kind == "sum":
        return f"{start} the sum of {listed([names.full(n) for n in rest[0]])}."
    y, numbers = rest[0], rest[1:]
    other = names.full(y)
    if kind == "minus":
        return f"{start} {other} minus {names.full(numbers[0])}."
    if kind in ("more", "fewer"):
        return f"{start} {names.amount(numbers[0])} {'more' if kind == 'more' else 'less'} than {other}."
    if kind in ("percent more", "percent fewer"):
        return f"{start} {numbers[0]}% {'more' if kind == 'percent more' else 'less'} than {other}."
    if kind == "linear":
        return f"{start} {names.amount(numbers[1])} more than {multiple(numbers[0])} {other}."
    if kind == "times":
        return f"{start} {multiple(numbers[0])} {other}."
    return f"{start} {PARTS[numbers[0], numbers[1]]} of {other}."
