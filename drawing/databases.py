"""Databases: tables with their columns and references; a trail through logs."""

from __future__ import annotations

import re

from .base import Drawable, Json, question
from .cards import chip, code, note
from .figure import Figure
from .measure import wrap
from .palette import SERIES

_TABLE = re.compile(r"CREATE TABLE (\w+|\"[^\"]+\") \((.*?)\n\)", re.DOTALL)
_REFERENCE = re.compile(r"REFERENCES (\w+)")


def schema(task: Drawable, state: Json) -> Figure:
    """The tables as boxes with lines where one refers to another, over the question."""
    facts = task.payload["sql" if "sql" in task.payload else "write"]
    found = _TABLE.findall("\n".join(facts["schema"]))
    figure = Figure(f"A database of {len(found)} tables: {', '.join(name for name, _ in found)}.")
    wide, place = 148.0, {}
    columns_of = {
        name: [
            line.split()[0]
            for line in body.strip().splitlines()
            if not line.strip().startswith(("FOREIGN", "PRIMARY", "UNIQUE", "CHECK"))
        ]
        for name, body in found
    }
    across = 3 if len(found) < 9 else 5
    bottoms = [0.0] * across
    shown = 7 if len(found) <= 6 else 4
    for name, columns in columns_of.items():
        c = min(range(across), key=lambda n: bottoms[n])
        rows = min(len(columns), shown)
        place[name] = (c * (wide + 26), bottoms[c], 24 + rows * 15 + (12 if len(columns) > shown else 0))
        bottoms[c] += place[name][2] + 18
    for name, body in found:
        for other in _REFERENCE.findall(body):
            if other in place and other != name:
                (x1, y1, _), (x2, y2, _) = place[name], place[other]
                figure.line(x1 + wide / 2, y1 + 12, x2 + wide / 2, y2 + 12, "line", 2)
    for n, (name, columns) in enumerate(columns_of.items()):
        x, y, high = place[name]
        colour = SERIES[n % 6]
        figure.rect(x, y, wide, high, "sheet", colour, 6, 1.4)
        figure.rect(x, y, wide, 21, f"{colour}-tint", colour, 6, 1.4)
        figure.text(x + wide / 2, y + 15, name, 12, "ink", bold=True, most=wide - 12)
        for m, column in enumerate(columns[:shown]):
            figure.text(
                x + 9,
                y + 35 + m * 15,
                column,
                10.5,
                "ink" if m else "amber",
                "start",
                mono=True,
                most=wide - 16,
            )
        if len(columns) > shown:
            figure.text(
                x + 9, y + 33 + shown * 15, f"… {len(columns) - shown} more", 10, "soft", "start", italic=True
            )
    text = _asked(task.prompt)
    whole = Figure(figure.says)
    width = max(figure.width, 440.0)
    for n, line in enumerate(wrap(text, width, 14, 3)):
        whole.text(0, n * 20 + 12, line, 14, "ink", "start")
    whole.put(figure, 0, whole.height + 14)
    return whole


_LEADS = re.compile(
    r"^(?:Question:|Answer this:|The question:|What it should answer:|Your job:|A change is due\.|"
    r"Turn the following[^\n]*\n)\s*"
)


def _asked(prompt: str) -> str:
    """The question, without tables, rows of examples and rules."""
    parts = re.split(r"\n\s*\n", re.sub(r"/\*.*?\*/", "", question(prompt), flags=re.DOTALL))
    marked = [_LEADS.sub("", part) for part in parts if _LEADS.match(part)]
    others = [part for part in parts[1:] if "CREATE TABLE" not in part and "|" not in part]
    return " ".join((marked or others or parts)[0].split())


def explore(task: Drawable, state: Json) -> Figure:
    """A database that is yet unknown, and the question."""
    figure = Figure("A database to be explored with tools, and a question about it.")
    for n in range(3):
        y = 60.0 - n * 26
        figure.path(
            f"M0 {y:.0f}v22a46 13 0 0 0 92 0v-22",
            (0, y),
            (92, y + 35),
            fill="teal-tint",
            stroke="teal",
            width=2,
        )
        figure.ellipse(46, y, 46, 13, "teal-tint", "teal", 2)
    figure.text(46, 72, "?", 26, "teal", bold=True)
    for n, name in enumerate(("list tables", "look at one", "run a query")):
        pill = chip(name, "blue", 13)
        figure.put(pill, 150, n * 32.0)
        figure.arrow(146, n * 32.0 + 12, 104, n * 32.0 + 12, "soft")
    figure.put(note("question", _asked(task.prompt), "blue", 440, 7, 14), 0, figure.height + 18)
    return figure


def repair(task: Drawable, state: Json) -> Figure:
    """The query that is wrong, and the question that it should answer."""
    figure = Figure("An SQL query that does not answer its question.")
    figure.put(note("question", _asked(task.prompt), "blue", 430, 4), 0, 0)
    figure.put(code(task.payload["wrong"], "query with a mistake", 12), 0, figure.height + 12)
    pill = chip("repair", "red")
    figure.put(pill, 430 - pill.width, figure.height + 8)
    return figure


def trail(task: Drawable, state: Json) -> Figure:
    """A trail through logs: what is known, then a question mark for each step."""
    payload = task.payload
    hops = int(payload["world"]["hops"])
    figure = Figure(f"A trail of {hops} steps through the logs of an incident.")
    start = str(payload["start"][0])
    known = chip(start, "green", 14)
    figure.put(known, 0, 0)
    x, y = known.width, 0.0
    for n in range(hops):
        if x > 380:
            x, y = -26.0, y + 44
        figure.arrow(x + 4, y + 12, x + 30, y + 12, "soft", 2)
        colour = "amber" if n + 1 == hops else "blue"
        figure.circle(x + 46, y + 12, 15, f"{colour}-tint", colour, 1.8)
        figure.text(x + 46, y + 17.5, "?", 15, "ink", bold=True)
        x += 62
    figure.put(note("incident", question(task.prompt), "red", 440, 9), 0, y + 46)
    return figure
