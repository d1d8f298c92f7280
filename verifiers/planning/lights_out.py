"""Lights out: a state is the list of the lamps, each a number of steps from off."""

from __future__ import annotations

import re
from typing import Any

from .rules import Impossible, Payload, Rules


class LightsOut(Rules):
    """A move is the name of a switch: a letter, or a letter and a number in a grid."""

    form = "Write the switches that are pressed, with commas between them."
    move = re.compile(r"(?:press )?(?:the )?(?:switch |button |square |lamp )?([a-z][1-9]?)(?![a-z0-9])")

    def start(self, payload: Payload) -> Any:
        """The lamps of the task."""
        return payload["start"]

    def named(self, match: re.Match[str]) -> str:
        """The name in capitals."""
        return match[1].upper()

    def step(self, payload: Payload, state: list[int], move: str) -> Any:
        """The lamps after a switch was pressed."""
        if move not in payload["names"]:
            raise Impossible(f"there is no switch {move}")
        stepped = payload["wiring"][payload["names"].index(move)]
        return [(lamp + (n in stepped)) % payload["steps"] for n, lamp in enumerate(state)]

    def solved(self, payload: Payload, state: list[int]) -> bool:
        """Whether all lamps are off."""
        return not any(state)

    def near(self, payload: Payload, state: list[int]) -> float:
        """The share of the lamps that are off."""
        return state.count(0) / len(state)

    def show(self, payload: Payload, state: list[int]) -> str:
        """The lamps: in their grid, or in a row."""
        columns = payload["columns"]
        if not columns:
            return ", ".join(f"lamp {n} is {lamp}" for n, lamp in enumerate(state, 1))
        rows = [state[at : at + columns] for at in range(0, len(state), columns)]
        head = "  " + " ".join("ABCDEFGH"[:columns])
        return "\n".join([head, *(f"{n} {' '.join(map(str, row))}" for n, row in enumerate(rows, 1))])

    def moves(self, payload: Payload, state: list[int]) -> list[str]:
        """All switches."""
        return list(payload["names"])


RULES = LightsOut()
verify = RULES.verify
