"""Documents: a question over sheets of paper, passages to be ordered, a claim and what it rests on."""

from __future__ import annotations

import re

from .base import Drawable, Json, question
from .cards import chip, note, page
from .figure import Figure
from .measure import shorten
from .palette import SERIES

_PASSAGE = re.compile(r"^\[(\w+)\] (.*)$", re.MULTILINE)


def search(task: Drawable, state: Json) -> Figure:
    """Sheets of paper under a lens, and the question."""
    text = question(task.prompt)
    found = re.search(r"(\d+) documents", text)
    figure = Figure(f"A question over {found[0] if found else 'documents'}.")
    for n in range(6):
        figure.put(page(), n * 44.0, (n % 2) * 8.0)
    figure.circle(304, 26, 21, "blue-tint", "blue", 4)
    figure.line(319, 42, 336, 60, "blue", 6)
    if found:
        figure.put(chip(found[0], "teal", 14), 346, 30)
    asked = re.split(r"(?:What is asked|Answer this[^:]*|questions|Question): ?", text)
    shown = asked[-1] if len(asked) > 1 else text
    figure.put(note("question", shown, "blue", 460, 8, 14), 0, 98)
    return figure


def passages(task: Drawable, state: Json) -> Figure:
    """Passages as cards beside the question by which they are to be ordered."""
    found = _PASSAGE.findall(task.prompt)
    asked = re.search(r"Question: (.*)", task.prompt)
    figure = Figure(f"{len(found)} passages to be ordered by how well they serve a question.")
    figure.put(note("question", asked[1] if asked else question(task.prompt), "blue", 440, 3, 14), 0, 0)
    y = figure.height + 12
    for n, (label, text) in enumerate(found[:7]):
        colour = SERIES[n % 6]
        figure.rect(0, y, 440, 30, "sheet", "line", 6)
        figure.rect(0, y, 34, 30, f"{colour}-tint", colour, 6)
        figure.text(17, y + 20, label, 13, "ink", bold=True, most=30)
        figure.text(44, y + 20, shorten(text, 386, 12.5), 12.5, "ink", "start")
        y += 36
    if len(found) > 7:
        figure.text(0, y + 12, f"… {len(found) - 7} more", 12, "soft", "start", italic=True)
    return figure


def claim(task: Drawable, state: Json) -> Figure:
    """A claim over its documents, with the three labels that it may get."""
    found = _PASSAGE.findall(task.prompt)
    stated = re.search(r"[Cc]laims?: (.*)", task.prompt)
    text = (stated[1] if stated else question(task.prompt)).strip('" ')
    quoted = re.match(r'"?(.*?)"', text)
    figure = Figure(f"A claim to be judged by {len(found)} documents.")
    figure.put(note("claim", quoted[1] if quoted else text, "violet", 440, 3, 14), 0, 0)
    y = figure.height + 12
    for n, (name, _) in enumerate(found[:10]):
        figure.put(page(4, 40, 48), n % 10 * 45.0, y)
        figure.text(n % 10 * 45.0 + 20, y + 62, name, 10, "soft", mono=True)
    x, y = 0.0, y + 80
    for label, colour in (("supported", "green"), ("refuted", "red"), ("not enough information", "amber")):
        pill = chip(label + " ?", colour, 13)
        figure.put(pill, x, y)
        x += pill.width + 10
    return figure
