"""Puzzles of moves: trays, pegs, lamps, grids and maps, as they stand; beside or below them what is wanted."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from .base import Drawable, Json
from .figure import Figure
from .palette import SERIES

_CELL = 34.0


def _now(task: Drawable, state: Json) -> Any:
    """The state of a game, or of the start where nothing is played."""
    return state["state"] if isinstance(state, dict) and "state" in state else None


def _numbers(rows: Sequence[Sequence[int]], wanted: Sequence[Sequence[int]]) -> Figure:
    """Numbers as tiles, with those in their places in green; 0 is a gap."""
    figure = Figure()
    for r, row in enumerate(rows):
        for c, n in enumerate(row):
            colour = "green" if n == wanted[r][c] else "blue"
            if n:
                figure.rect(
                    c * _CELL + 1, r * _CELL + 1, _CELL - 2, _CELL - 2, f"{colour}-tint", colour, 5, 1.2
                )
                figure.text((c + 0.5) * _CELL, (r + 0.66) * _CELL, n, 16, "ink", bold=True)
    figure.rect(-3, -3, len(rows[0]) * _CELL + 6, len(rows) * _CELL + 6, "none", "soft", 6, 1.6)
    return figure


def grids(task: Drawable, state: Json) -> Figure:
    """A tray or grid of numbers as it stands, and as it is wanted."""
    goal = task.payload["goal"]
    now = _now(task, state) or task.payload["start"]
    wide, high = len(goal[0]), len(goal)
    figure = Figure(f"A grid of {high} by {wide} numbers as it stands, and beside it the grid that is wanted.")
    figure.put(_numbers(now, goal), 0, 0)
    for r, row in enumerate(now):
        for c, n in enumerate(row):
            if n:
                figure.spot(c * _CELL + 4, r * _CELL + 4, _CELL - 2, _CELL - 2, n)
    figure.arrow(wide * _CELL + 18, high * _CELL / 2 + 3, wide * _CELL + 52, high * _CELL / 2 + 3, "soft", 2)
    figure.put(_numbers(goal, goal), wide * _CELL + 64, 0)
    return figure


def pegs(task: Drawable, state: Json) -> Figure:
    """Pegs with their discs as they stand, and below as they are wanted."""
    now = _now(task, state) or task.payload["start"]
    count = sum(map(len, now))
    figure = Figure(f"{count} discs on {len(now)} pegs as they stand, and below as they are wanted.")
    figure.put(_tower(now, count), 0, 0)
    figure.put(_tower(task.payload["goal"], count), 0, figure.height + 16)
    return figure


def _tower(stacks: Sequence[Sequence[int]], count: int) -> Figure:
    figure = Figure()
    pitch, thick, high = count * 13.0 + 26, 11.0, count * 11.0 + 10
    for n, discs in enumerate(stacks):
        middle = n * pitch + pitch / 2
        figure.rect(middle - 2.5, 0, 5, high, "wood", "none", 2)
        for place, disc in enumerate(discs):
            half, colour = 8 + disc * 6.0, SERIES[disc % len(SERIES)]
            figure.rect(
                middle - half, high - (place + 1) * thick, 2 * half, thick - 1, f"{colour}-tint", colour, 4
            )
            figure.text(middle, high - (place + 0.22) * thick, disc, 8, "ink", bold=True)
        figure.text(middle, high + 16, "ABCDE"[n], 12, "soft", bold=True)
    figure.rect(0, high, len(stacks) * pitch, 3, "wood")
    return figure


def lamps(task: Drawable, state: Json) -> Figure:
    """Lamps in a grid or in a row; bright ones are on."""
    payload = task.payload
    now = _now(task, state) or payload["start"]
    columns = payload["columns"] or 6
    figure = Figure(f"{len(now)} lamps, of which {sum(map(bool, now))} are not off.")
    for n, lamp in enumerate(now):
        r, c = divmod(n, columns)
        x, y = (c + 0.5) * _CELL, (r + 0.5) * _CELL
        fill = ("sheet", "amber-tint" if payload["steps"] == 3 else "gold", "gold")[lamp]
        figure.rect(x - 15, y - 15, 30, 30, "card", "faint", 6)
        figure.circle(x, y, 10, fill, "soft", 1.2)
        figure.spot(x - 15, y - 15, 30, 30, payload["names"][n])
        if not payload["columns"]:
            figure.text(x, y + 4, payload["names"][n], 10, "ink")
    for c in range(payload["columns"]):
        figure.text((c + 0.5) * _CELL, -6, "ABCDEFGH"[c], 12, "soft", bold=True)
    for r in range(len(now) // payload["columns"] if payload["columns"] else 0):
        figure.text(-10, (r + 0.62) * _CELL, r + 1, 12, "soft", bold=True)
    return figure


def maps(task: Drawable, state: Json) -> Figure:
    """The map, with where the walk stands."""
    rows, cell = task.payload["map"], 20.0
    at = (_now(task, state) or {}).get("at")
    figure = Figure(f"A map of {len(rows)} by {len(rows[0])} squares with walls, a start S and a goal G.")
    figure.rect(0, 0, len(rows[0]) * cell, len(rows) * cell, "sheet")
    for r, row in enumerate(rows):
        for wall in re.finditer("#+", row):  # a line of walls is one shape
            figure.rect(wall.start() * cell, r * cell, len(wall[0]) * cell, cell, "wall")
        for c, sign in enumerate(row):
            x, y = c * cell, r * cell
            if sign in "SG":
                figure.circle(
                    x + cell / 2, y + cell / 2, cell * 0.42, "blue-tint" if sign == "S" else "green-tint"
                )
            if sign not in "#.":
                figure.text(x + cell / 2, y + cell * 0.7, sign, 12, "ink", bold=True)
            if at == [r, c]:
                figure.circle(x + cell / 2, y + cell / 2, cell * 0.32, "none", "red", 2.4)
    return figure
