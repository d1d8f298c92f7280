"""Boards that are filled cell by cell: their cells, and what of the rules can be seen while some are empty.

A board that is full is judged by its verifier alone. While some cells are empty, a `Look` tells whether a rule is
already broken: whether nothing that is put into the empty cells could mend it. It looks at the rules and what was
filled in, never at the solution, so it tells nothing that a player could not see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

Values = list[int | None]
"""What the cells hold; None for an empty one."""


class Look(NamedTuple):
    """One rule on a board that may have empty cells.

    Attributes:
        says: what is wrong where it does not hold, as a sentence.
        cells: the cells that it looks at.
        holds: whether it can still be kept, from the values of these cells.
    """

    says: str
    cells: tuple[int, ...]
    holds: Callable[[Values], bool]


@dataclass(frozen=True)
class Board:
    """The cells of one puzzle.

    Attributes:
        names: of the cells, in their order.
        name_form: a regular expression that each name has, whatever the case and the spaces in it.
        heads: what stands above the columns when the board is shown.
        sides: what stands beside its rows.
        words: for each cell the texts of what it may hold; the first one stands for the value `low`.
        low: see `words`.
        given: values that stand in cells from the beginning and stay.
        looks: the rules.
        text: the whole answer of a full board, as its verifier reads it.
        spare: the value of cells that are left empty when the player is done; None where all must be filled.
        signs: what is shown in given cells, where that is not their value.
        put: the values that may be put into cells, where that is not all that they may hold.
    """

    names: tuple[str, ...]
    name_form: str
    heads: tuple[str, ...]
    sides: tuple[str, ...]
    words: Sequence[Sequence[str]]
    low: int
    given: Mapping[int, int]
    looks: Sequence[Look]
    text: Callable[[Sequence[int]], str]
    spare: int | None = None
    signs: Mapping[int, str] | None = None
    put: frozenset[int] | None = None

    @cached_property
    def at(self) -> dict[str, int]:
        """The cells by their names, in small letters and without spaces."""
        return {"".join(name.lower().split()): cell for cell, name in enumerate(self.names)}

    def shown(self, values: Values) -> str:
        """The board as text, with the names of its lines; an empty cell is a dot."""
        signs, wide = self.signs or {}, len(self.heads)
        texts = [
            signs.get(cell) or ("." if value is None else self.word(cell, value))
            for cell, value in enumerate(values)
        ]
        table = [["", *self.heads]]
        table += [[side, *texts[row * wide :][:wide]] for row, side in enumerate(self.sides)]
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        return "\n".join(
            " ".join(text.rjust(width) for text, width in zip(row, widths, strict=True)) for row in table
        )

    def value(self, cell: int, word: str) -> int | None:
        """The value that a word stands for in a cell; None if it may not stand there."""
        known = [text.lower() for text in self.words[cell]]
        return known.index(word.lower()) + self.low if word.lower() in known else None

    def word(self, cell: int, value: int) -> str:
        """A value of a cell as a word."""
        return self.words[cell][value - self.low]

    def choices(self, cell: int) -> list[str]:
        """The words that may be put into a cell, in their order."""
        words = self.words[cell]
        return [word for value, word in enumerate(words, self.low) if self.put is None or value in self.put]

    def broken(self, values: Values) -> list[str]:
        """What is wrong with a board, a sentence for each rule that is broken."""
        return [look.says for look in self.looks if not look.holds([values[cell] for cell in look.cells])]


def different(says: str, cells: Iterable[int]) -> Look:
    """No value comes twice."""

    def holds(values: Values) -> bool:
        known = [value for value in values if value is not None]
        return len(set(known)) == len(known)

    return Look(says, tuple(cells), holds)


def when_full(says: str, cells: Iterable[int], test: Callable[[list[int]], bool]) -> Look:
    """Something is true of the values, which is looked at when all are there."""

    def holds(values: Values) -> bool:
        known = [value for value in values if value is not None]
        return len(known) < len(values) or test(known)

    return Look(says, tuple(cells), holds)


def total(says: str, cells: Iterable[int], target: int, weights: Sequence[int] | None = None) -> Look:
    """Cells that hold 0 or 1 and count as much as their weights, by default 1, add up to a target."""
    cells = tuple(cells)
    counts = [1] * len(cells) if weights is None else weights

    def holds(values: Values) -> bool:
        least = sum(count for value, count in zip(values, counts, strict=True) if value == 1)
        most = least + sum(count for value, count in zip(values, counts, strict=True) if value is None)
        return least <= target <= most

    return Look(says, cells, holds)
