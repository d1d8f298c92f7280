"""Processes that are followed step by step: what is told on a card, cogs that turn, and the state that is asked for."""

from __future__ import annotations

import math

from .base import Drawable, Json, question
from .cards import chip, note
from .figure import Figure
from .palette import SERIES


def process(task: Drawable, state: Json) -> Figure:
    """What is told at first, the cogs of the process, and an empty box for what comes of it."""
    text = question(task.prompt)
    name = task.env.rpartition("/")[2].partition("-v")[0].replace("-", " ")
    told, _, rest = text.partition("\n\n")
    steps = [line for line in text.splitlines() if line[:1].isdigit()]
    figure = Figure(f"A process of {name}: what is told, and an empty box for what comes of it.")
    colour = SERIES[len(name) % len(SERIES)]
    figure.put(chip(name, colour), 0, 0)
    if steps:
        figure.put(chip(f"{len(steps)} steps", "teal"), figure.width + 8, 0)
    figure.put(note("told", told if len(told) > 60 else f"{told} {rest}", colour, 430, 7, 13), 0, 36)
    y = figure.height + 34
    for n in range(3):
        _cog(figure, 120 + n * 42, y + (12 if n % 2 else 0), 22, SERIES[n % len(SERIES)])
    figure.arrow(240, y + 6, 300, y + 6, "soft", 2)
    figure.rect(312, y - 18, 76, 48, "sheet", "line", 8)
    figure.text(350, y + 14, "?", 22, "soft", bold=True)
    return figure


def _cog(figure: Figure, x: float, y: float, radius: float, colour: str) -> None:
    points = []
    for tooth in range(16):
        size = radius if tooth % 4 < 2 else radius * 0.78
        angle = tooth * math.pi / 8
        points.append((x + size * math.cos(angle), y + size * math.sin(angle)))
    figure.polygon(points, f"{colour}-tint", colour, 1.2)
    figure.circle(x, y, radius * 0.3, "sheet", colour)
