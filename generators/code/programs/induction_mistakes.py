"""Mistakes near a program of the small language, and which of them an input tells.

A mistake is a number that is off by one, another letter, one step dropped or done twice, two neighbours exchanged, or
a condition that is a little off. Hidden inputs are chosen so that they tell these wherever some input does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from .induction_language import BY_PLACE, IDEMPOTENT, ITEM_BY_ITEM, Operation, compiled
from .induction_search import Chain, equal, run

Function = Callable[[Any], Any]

_NUMBER = re.compile(r"\d+")
_LETTER = re.compile(r"(?<=')[a-e]|[a-e](?=')")
_ORDER = re.compile(r" ([<>])(=?) ")
_ERRORS = (TypeError, ValueError, IndexError, ZeroDivisionError, AttributeError)


@dataclass(frozen=True, slots=True)
class Mistake:
    """One mistake.

    Attributes:
        side: on which of the two ways it is; None for one in the condition.
        start: how many steps are done before it.
        functions: what is done there; for the condition, the wrong one.
        resume: which step comes next.
    """

    side: bool | None
    start: int
    functions: tuple[Function, ...]
    resume: int

    @property
    def exchange(self) -> bool:
        """Whether two neighbours are in the other order."""
        return self.resume == self.start + 2


class Mistakes:
    """The mistakes near a program that no input has told yet."""

    def __init__(self, test: Operation | None, sides: Sequence[Chain]) -> None:
        self.test, self.sides = test, sides
        self.open: list[Mistake] = []
        for side, chain in zip((True, False), sides, strict=False):
            self.open += _in_chain(side, chain)
        if test is not None:
            self.open += [Mistake(None, 0, (function,), 0) for function in _edited(test.python, True)]

    def output(self, value: Any) -> Any:
        """What the program gives."""
        return run(self.sides[0 if self.test is None or self.test.apply(value) else -1], value)

    def tell(self, value: Any) -> list[Mistake]:
        """The mistakes that an input tells, among those that are open."""
        first = True if self.test is None else bool(self.test.apply(value))
        chain = self.sides[0 if first else -1]
        along = [value]
        for operation in chain:
            along.append(operation.apply(along[-1]))
        return [mistake for mistake in self.open if self._told(mistake, value, first, along)]

    def close(self, told: Sequence[Mistake]) -> None:
        """Take note that these are told."""
        if told:
            known = set(map(id, told))
            self.open = [mistake for mistake in self.open if id(mistake) not in known]

    def _told(self, mistake: Mistake, value: Any, first: bool, along: Sequence[Any]) -> bool:
        if mistake.side is None:
            try:
                same = bool(mistake.functions[0](value)) is first
            except _ERRORS:
                return True
            return not same and not equal(run(self.sides[1 if first else 0], value), along[-1])
        if mistake.side is not first:
            return False
        try:
            made = along[mistake.start]
            for function in mistake.functions:
                made = function(made)
            if equal(made, along[mistake.resume]):
                return False
            made = run(self.sides[0 if first else -1][mistake.resume :], made)
        except _ERRORS:
            return True
        return not equal(made, along[-1])


def _in_chain(side: bool, chain: Chain) -> list[Mistake]:
    found: list[Mistake] = []
    for at, operation in enumerate(chain):
        found += [Mistake(side, at, (function,), at + 1) for function in _edited(operation.python, False)]
        found.append(Mistake(side, at, (), at + 1))
        if not operation.last and operation.name not in IDEMPOTENT:
            found.append(Mistake(side, at, (operation.apply, operation.apply), at + 1))
        if at and not _exchangeable(chain[at - 1], operation):
            found.append(Mistake(side, at - 1, (operation.apply, chain[at - 1].apply), at + 1))
    return found


def _exchangeable(one: Operation, other: Operation) -> bool:
    """Whether it is known that two operations do the same in either order."""
    names = {one.name, other.name}
    return one == other or bool(names & ITEM_BY_ITEM and names & BY_PLACE)


@lru_cache(maxsize=1024)
def _edited(python: str, condition: bool) -> tuple[Function, ...]:
    """The expression with each number one less and one more, each letter another, a bound taken in or left out."""
    made: list[str] = []
    for number in _NUMBER.finditer(python):
        before, after = python[: number.start()], python[number.end() :]
        made += [f"{before}{int(number[0]) + by}{after}" for by in (-1, 1)]
    for letter in _LETTER.finditer(python):
        other = "abcde"["abcde".index(letter[0]) - 1]
        made.append(python[: letter.start()] + other + python[letter.end() :])
    if condition:
        made += [
            f"{python[: sign.start()]} {sign[1]}{'' if sign[2] else '='} {python[sign.end() :]}"
            for sign in _ORDER.finditer(python)
        ]
    return tuple(map(compiled, made))
