"""What the families of programs are written with: fresh names, conditions, values and updates.

`hard` from 0 to 3 says how involved a piece may be: 0 compares and adds, 1 has remainders and floor divisions, 2
joins conditions (short-circuit evaluation, chained comparisons), 3 nests them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random

_NAMES = {
    "number": "total score acc best amount balance weight result tally mark level gain depth charge",
    "item": "v x item num value elem entry",
    "index": "i j pos idx t step",
    "size": "n k limit width size rounds span",
    "list": "values nums data items xs row series readings stock",
    "made": "out res kept found picked buffer pile chain",
    "text": "text word line code tape phrase",
    "letter": "ch c letter sym sign",
    "string": "built joined tail echo trail",
    "dict": "groups counts table seen buckets shelf",
    "function": "process fold mix scan blend crunch digest settle sift weave grind merge shift carve measure turn",
    "helper": "go visit climb dive follow push_on descend",
}


@dataclass(frozen=True, slots=True)
class Stage:
    """One function of a program: what it takes, what it gives, and its text."""

    family: str
    name: str
    parameters: tuple[tuple[str, str], ...]  # names and kinds; the first is the main one
    result: str  # int, ints, text, or "data" for what nothing else takes
    lines: tuple[str, ...]


@dataclass(slots=True)
class CodeWriter:
    """A random source, the names that are taken, and how involved pieces may be."""

    rng: Random
    hard: int
    taken: set[str] = field(default_factory=set)

    def name(self, role: str) -> str:
        """A fresh name."""
        listed = [name for name in _NAMES[role].split() if name not in self.taken]
        if not listed:
            listed = [f"{name}{number}" for name in _NAMES[role].split() for number in (2, 3)]
            listed = [name for name in listed if name not in self.taken]
        name = self.rng.choice(listed)
        self.taken.add(name)
        return name

    def chance(self, share: float) -> bool:
        """True in this share of calls."""
        return self.rng.random() < share

    def pick(self, *options: str) -> str:
        """One of the options."""
        return self.rng.choice(options)

    def small(self, low: int = 2, high: int = 5) -> int:
        """A small constant."""
        return self.rng.randint(low, high)

    def value(self, names: Sequence[str]) -> str:
        """An integer expression over the variables; its size is linear in theirs."""
        a = self.rng.choice(names)
        b = self.rng.choice([name for name in names if name != a] or [a])
        k = self.small()
        forms = [f"{a} + {k}", f"{a} * {k}", f"{a} - {k}", f"{k + 5} - {a}"]
        if a != b:
            forms += [f"{a} + {b}", f"{a} - {b}"]
        if self.hard >= 1:
            forms += [f"{a} // {k}", f"{a} % {k + 2}", f"{a} % {k + 5}", f"-{a}", f"abs({a} - {k + 3})"]
            if a != b:
                forms += [f"max({a}, {b})", f"min({a}, {b})", f"{a} * {k} - {b}"]
        if self.hard >= 2:
            forms += [f"-{a} // {k}", f"-{a} % {k + 3}", f"({a} + {k}) // {self.small()}"]
            if a != b:
                forms += [f"abs({a} - {b}) % {k + 5}", f"({a} + {b}) % {k + 6}", f"({a} - {b}) // {k}"]
        if self.hard >= 3:
            forms += [f"{a} // {k} + {b} % {k + 1}", f"{a} if {self.test(names)} else {b} - {k}"]
            forms += [f"({a} * {k} - {b}) % {k + 8}", f"{a} ^ {k}", f"({a} & {k + 4}) - {b}"]
        return self.rng.choice(forms)

    def test(self, names: Sequence[str], least: int = 0, most: int = 9) -> str:
        """A condition over the variables, whose values are about `least` to `most`."""
        return (
            self._joined(names, least, most)
            if self.hard >= 2 and self.chance(0.35)
            else self._simple(names, least, most)
        )

    def _simple(self, names: Sequence[str], least: int, most: int) -> str:
        a = self.rng.choice(names)
        others = [name for name in names if name != a]
        k = self.rng.randint(least + (most - least) // 4, most - (most - least) // 4)
        m = self.small(2, 4)
        forms = [
            f"{a} % 2 == {self.small(0, 1)}",
            f"{a} > {k}",
            f"{a} < {k}",
            f"{a} % {m} == {self.small(0, m - 1)}",
        ]
        if others:
            b = self.rng.choice(others)
            forms += [f"{a} > {b}", f"{a} < {b}", f"({a} + {b}) % {m} == {self.small(0, m - 1)}"]
        if self.hard >= 1:
            forms += [f"{a} % {m} != {self.small(0, m - 1)}", f"{a} // {m} % 2 == {self.small(0, 1)}"]
        return self.rng.choice(forms)

    def _joined(self, names: Sequence[str], least: int, most: int) -> str:
        one, other = self._simple(names, least, most), self._simple(names, least, most)
        a = self.rng.choice(names)
        low = self.rng.randint(least, (least + most) // 2)
        forms = [f"{one} and {other}", f"{one} or {other}", f"{low} < {a} <= {low + (most - least) // 2}"]
        if self.hard >= 3:
            forms += [f"not ({one} or {other})", f"({one}) != ({other})"]
        return self.rng.choice(forms)

    def update(self, target: str, names: Sequence[str]) -> str:
        """A statement that changes an integer variable, in a loop of bounded turns."""
        a = self.rng.choice(names)
        k = self.small()
        forms = [f"{target} += {a}", f"{target} += {k}", f"{target} -= {a}", f"{target} += {a} * {k}"]
        if self.hard >= 1:
            forms += [
                f"{target} = {a} - {target}",
                f"{target} += {a} % {k + 1}",
                f"{target} = {target} * 2 + {a}",
            ]
            forms += [f"{target} //= 2", f"{target} = max({target} - {k}, {a})", f"{target} -= {a} // {k}"]
        if self.hard >= 2:
            forms += [
                f"{target} = abs({target} - {a} * {k})",
                f"{target} = ({target} * {k} + {a}) % {self.small(11, 41)}",
            ]
            forms += [f"{target} = -{target} // {k} + {a}", f"{target} += {self.value(names)}"]
        if self.hard >= 3:
            forms += [
                f"{target} = ({target} ^ {a}) + {k}",
                f"{target} = {target} * {k} % {self.small(53, 97)} - {a}",
            ]
        return self.rng.choice(forms)

    def branch(
        self, tests: Sequence[str], bodies: Sequence[Sequence[str]], last: Sequence[str] = ()
    ) -> list[str]:
        """An if, its elifs and perhaps an else; bodies are lines."""
        lines: list[str] = []
        for number, (test, body) in enumerate(zip(tests, bodies, strict=True)):
            lines += [f"{'elif' if number else 'if'} {test}:", *indented(body)]
        if last:
            lines += ["else:", *indented(last)]
        return lines


def indented(lines: Sequence[str], times: int = 1) -> list[str]:
    """The lines, further in."""
    return ["    " * times + line if line else "" for line in lines]


@lru_cache(maxsize=1)
def all_names() -> frozenset[str]:
    """Every name that a scribe may give."""
    plain = [name for listed in _NAMES.values() for name in listed.split()]
    return frozenset([*plain, *(f"{name}{number}" for name in plain for number in (2, 3))])
