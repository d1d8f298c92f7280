"""Counting and choosing by kinds: the facts as rows of numbers, boxes, arrows up and down, or a small graph."""

from __future__ import annotations

from .base import Drawable, Json, problem
from .cards import chip
from .figure import Figure
from .networks import colour_map
from .palette import SERIES

_WIDE = 760
"""Where a row of boxes goes on below."""
_MOST = 24
_HIDDEN = ("best", "made")
"""What payloads hold for the verifier alone."""


def facts_of_a_count(task: Drawable, state: Json) -> Figure:
    """The name of the kind, its facts one below the other, and an empty box for the number."""
    return _facts(task, "A counting problem", "an empty box for the number")


def facts_of_a_choice(task: Drawable, state: Json) -> Figure:
    """The same of a best choice; neither the worth of an optimum nor a choice is shown."""
    return _facts(task, "A best choice", "an empty box for what is chosen")


def _facts(task: Drawable, title: str, box: str) -> Figure:
    facts = problem(task)
    name = str(facts["kind"])
    figure = Figure(f"{title}, {name.replace('-', ' ')}: what is given, and {box}.")
    colour = SERIES[len(name) % len(SERIES)]
    figure.put(chip(name.replace("-", " "), colour), 0, 0)
    y = 44.0
    for label, fact in facts.items():
        if label in ("kind", "edges", "vertices", *_HIDDEN):
            continue
        figure.text(0, y + 20, str(label), 13, "soft", "start")
        cells = list(fact) if isinstance(fact, (list, str)) else [fact]
        x = 96
        for value in cells[:_MOST]:
            text = " ".join(map(str, value)) if isinstance(value, list) else str(value)
            wide = 46 if len(text) < 5 else 12 + 9 * len(text)
            if x > 96 and x + wide > _WIDE:
                x, y = 96, y + 36
            figure.rect(x, y, wide, 30, f"{colour}-tint", colour, 5, 1.4)
            figure.text(x + wide / 2, y + 20, text, 14, "ink")
            x += wide + 6
        y += 42
    if "edges" in facts:
        edges = [[str(end) for end in edge[:2]] for edge in facts["edges"]]
        named = facts.get("vertices") or len(edges) + 1
        vertices = [str(n) for n in range(1, named + 1)] if isinstance(named, int) else named
        figure.put(colour_map(edges, vertices), 20, y + 10)
        y = figure.height + 10
    figure.rect(96, y + 4, 76, 40, "sheet", "line", 8)
    figure.text(134, y + 31, "?", 20, "soft", bold=True)
    return figure
