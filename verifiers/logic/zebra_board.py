"""The table of a zebra puzzle as a board of cells, one for each house and kind of thing, such as ``house 2 pet``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..filling import Board, Look, Values, different
from .zebra import clue_holds


def zebra(payload: Mapping[str, Any]) -> Board:
    """A value stands for its place in its attribute; cells go house by house."""
    houses, attributes = payload["houses"], payload["attributes"]
    wide = len(attributes)
    looks = [
        different(f"A {name} stands in two houses.", range(a, houses * wide, wide))
        for a, (name, _) in enumerate(attributes)
    ]
    looks += [
        Look(f"Clue {number} does not hold.", tuple(range(houses * wide)), _clue(houses, wide, clue))
        for number, clue in enumerate(payload["clues"], 1)
    ]

    def text(values: Sequence[int]) -> str:
        return "\n".join(
            f"{house + 1}: "
            + ", ".join(attributes[a][1][value] for a, value in enumerate(values[house * wide :][:wide]))
            for house in range(houses)
        )

    return Board(
        names=tuple(f"house {house + 1} {name}" for house in range(houses) for name, _ in attributes),
        name_form=r"house\s*[0-9]{1,2}\s*[a-z]+",
        heads=tuple(name for name, _ in attributes),
        sides=tuple(f"house {house + 1}" for house in range(houses)),
        words=[values for _ in range(houses) for _, values in attributes],
        low=0,
        given={},
        looks=looks,
        text=text,
    )


def _clue(houses: int, wide: int, clue: Sequence[Any]) -> Callable[[Values], bool]:
    """Whether a clue holds, where all that it names have a house (one: else something else is broken)."""
    named = clue[1:2] if clue[0] in ("in", "out") else clue[1:4] if clue[0] == "oneof" else clue[1:3]

    def holds(values: Values) -> bool:
        where = [-1] * (houses * wide)
        for cell, value in enumerate(values):
            if value is not None:
                where[cell % wide * houses + value] = cell // wide
        return any(where[x] < 0 for x in named) or clue_holds(clue, where)

    return holds
