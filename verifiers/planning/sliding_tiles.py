"""Sliding tiles: a tile beside the gap slides into it. A state is the rows of the tray, 0 for the gap."""

from __future__ import annotations

import re
from typing import Any

from .rules import Impossible, Payload, Rules

Tray = list[list[int]]


class SlidingTiles(Rules):
    """A move is the number of the tile that slides."""

    form = "Write the numbers of the tiles in the order in which they slide, with commas between them."
    move = re.compile(r"(?:slide |move )?(?:the )?(?:tile )?([1-9][0-9]?)(?![0-9])")

    def start(self, payload: Payload) -> Any:
        """The tray of the task."""
        return payload["start"]

    def named(self, match: re.Match[str]) -> str:
        """The number of the tile."""
        return match[1]

    def step(self, payload: Payload, state: Tray, move: str) -> Any:
        """The tray after a tile has slid into the gap."""
        places = {tile: (r, c) for r, row in enumerate(state) for c, tile in enumerate(row)}
        tile = int(move)
        if tile not in places:
            raise Impossible(f"there is no tile {tile}")
        (r, c), (y, x) = places[tile], places[0]
        if abs(r - y) + abs(c - x) != 1:
            raise Impossible(f"tile {tile} is not beside the gap")
        return [[{0: tile, tile: 0}.get(each, each) for each in row] for row in state]

    def solved(self, payload: Payload, state: Tray) -> bool:
        """Whether the tray is as wanted."""
        return bool(state == payload["goal"])

    def near(self, payload: Payload, state: Tray) -> float:
        """The share of the places that hold what they shall."""
        pairs = [
            (a, b)
            for row, goal in zip(state, payload["goal"], strict=True)
            for a, b in zip(row, goal, strict=True)
        ]
        return float(sum(a == b for a, b in pairs) / len(pairs))

    def show(self, payload: Payload, state: Tray) -> str:
        """The rows, with ``_`` for the gap."""
        return "\n".join(
            " ".join(
                f"{tile or '_':>2}" if len(state) * len(state[0]) > 10 else f"{tile or '_'}" for tile in row
            )
            for row in state
        )

    def moves(self, payload: Payload, state: Tray) -> list[str]:
        """The tiles beside the gap."""
        y, x = next((r, row.index(0)) for r, row in enumerate(state) if 0 in row)
        near = [(y - 1, x), (y, x - 1), (y, x + 1), (y + 1, x)]
        return [str(state[r][c]) for r, c in near if 0 <= r < len(state) and 0 <= c < len(state[0])]


RULES = SlidingTiles()
verify = RULES.verify
