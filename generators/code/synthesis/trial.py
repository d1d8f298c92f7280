"""Tries steps out while a program is drawn, so that dull ones are replaced at once."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from ...base import Json
from .inputs import Inputs
from .semantics import expression, through

SIZES = (2, 3, 3, 4, 4, 5)
EXTRA = {"others": "list[int]", "known": "list[str]", "lookup": "dict[str, int]", "limit": "int"}
MOST = 700
EMPTY = frozenset(("[]", "{}", "''", "0", "-1"))
"""Results that hold next to nothing, as `repr` writes them."""


class Trial:
    """Values on their way through a program that is being drawn."""

    def __init__(self, rng: Random, name: str, kind: str) -> None:
        draw = Inputs([kind, *EXTRA.values()], [])
        self.names: list[dict[str, Json]] = []
        for size in SIZES:
            values = draw(rng, size)
            self.names.append(dict(zip((name, *EXTRA), values, strict=True)))
        self.values = [names[name] for names in self.names]

    def name(self, name: str, node: Json) -> None:
        """Give a name to the value of an expression."""
        value = expression(node)
        for names in self.names:
            names[name] = value(names)

    def goes(self, step: Json, simpler: Iterable[Json], *, same_type: bool) -> bool:
        """Whether a step leaves something that varies, is not empty and is new; if so, it is taken.

        Args:
            step: the step.
            simpler: lists of steps that it must differ from; they are made only if all else is well.
            same_type: whether what it makes is of the type that it is given.
        """
        after = self._after([step])
        if after is None:
            return False
        texts = list(map(repr, after))
        alone = step[0] in ("count", "largest", "first_where", "count_entries", "count_nodes", "count_kinds")
        empty = sum(text in EMPTY for text in texts)
        if len(set(texts)) < (3 if alone else 4) or empty > 1 or max(map(len, texts)) > MOST:
            return False
        if same_type and sum(a == b for a, b in zip(after, self.values, strict=True)) > 2:
            return False
        if any(self._equals(after, steps) for steps in simpler):
            return False
        self.values = after
        return True

    def _equals(self, after: list[Json], steps: Json) -> bool:
        """Whether other steps give nearly the same."""
        made, room = through(steps), len(after) - 5
        try:
            for wanted, value, names in zip(after, self.values, self.names, strict=True):
                if made(value, names) != wanted:
                    if not room:
                        return False
                    room -= 1
        except ValueError:
            return False
        return True

    def _after(self, steps: Json) -> list[Json] | None:
        """What steps make of the values; None if one of them is too large for it."""
        made = through(steps)
        try:
            return [made(value, names) for value, names in zip(self.values, self.names, strict=True)]
        except ValueError:
            return None
