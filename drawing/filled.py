"""What a player has filled in so far, over the picture of a puzzle on a square."""

from __future__ import annotations

import re

from .base import Drawable, Drawer, Json
from .figure import Figure

_NAME = re.compile(r"r([0-9]+)c([0-9]+)")


def over(drawer: Drawer, pitch: float = 32.0, cell: float = 32.0) -> Drawer:
    """A drawer that adds the cells of a state: cells are `pitch` apart and `cell` wide."""

    def draw(task: Drawable, state: Json) -> Figure:
        figure = drawer(task, state)
        filled = state.get("filled", {}) if isinstance(state, dict) else {}
        for name, value in filled.items():
            if place := _NAME.fullmatch(name):
                row, column = int(place[1]) - 1, int(place[2]) - 1
                x, y = column * pitch + cell / 2, row * pitch + cell * 0.68
                figure.text(x, y, value, cell / 2, "blue", bold=True)
        if filled:
            figure.says += f" {len(filled)} cells are filled in by the player."
        return figure

    return draw
