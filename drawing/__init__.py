"""Tasks, and the states of episodes, as pictures: one SVG that needs nothing else.

    from rlvr.drawing import draw

    Path("sudoku.svg").write_text(draw(rlvr.task("rlvr/sudoku-v0:3:1")))

A picture shows what the prompt tells, or a first look with the tools (names of files), never the answer. It is
480 × 320, has a text alternative, and all its colours are in attributes, so it looks the same in a page, a notebook,
a document or an image viewer. This package knows payloads only; it imports nothing of the others.
"""

from __future__ import annotations

from typing import Any

from .base import Drawable, Drawer, question
from .cards import plain
from .catalogue import BY_NAME, BY_SHAPE, drawer_of
from .figure import HEIGHT, MAX_PARTS, WIDTH, Figure
from .palette import DARK, LIGHT, Theme
from .raster import NoRasteriser, to_array, to_png

__all__ = [
    "BY_NAME",
    "BY_SHAPE",
    "DARK",
    "HEIGHT",
    "LIGHT",
    "WIDTH",
    "Drawable",
    "Drawer",
    "Figure",
    "NoRasteriser",
    "draw",
    "drawer_of",
    "to_array",
    "to_png",
]

_ODD_PAYLOAD = (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, StopIteration)


def draw(task: Drawable, state: Any = None, *, theme: Theme = "light", spots: bool = False) -> str:
    """A picture of a task, or of a state of its episode.

    A payload that its drawer cannot read (of somebody else's environment, say) gets the card that shows the
    beginning of the prompt; so does one whose picture would have too many parts.

    Args:
        task: the task.
        state: the state of an episode, where a drawer knows it (the room of Sokoban, the guesses of Mastermind).
        theme: ``light`` or ``dark``.
        spots: also write what can be clicked, as invisible rectangles with the attribute ``data-spot``.

    Returns:
        The text of an SVG document.
    """
    try:
        figure = drawer_of(task)(task, state)
    except _ODD_PAYLOAD:
        figure = plain(task, state)
    if len(figure.parts) > MAX_PARTS or not figure.parts:
        figure = plain(task, state)
    figure.says = figure.says or " ".join(question(task.prompt).split())[:250]
    name = task.env.rpartition("/")[2].rpartition("-v")[0].replace("-", " ") or task.env
    return figure.svg(f"{name}, level {task.level}", theme, spots=spots)
