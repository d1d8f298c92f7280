"""Programs and where they run: windows of code, examples of calls, trees of files, chips with ports."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .base import Drawable, Json, question
from .cards import chip, code, note
from .chance import below
from .figure import Figure
from .measure import shorten


def _fences(prompt: str) -> list[str]:
    return [text.rstrip() for text in re.findall(r"```[a-z]*\n(.*?)```", prompt, re.DOTALL)]


def _called(text: str) -> str:
    found = re.search(r"def (\w+)|module (\w+)", text)
    return f"{found[1] or found[2]}" if found else "program"


def source(task: Drawable, state: Json) -> Figure:
    """The program of the prompt, and what is asked of it."""
    name = task.env.rpartition("/")[2].rpartition("-v")[0]
    fences = _fences(task.prompt) or [question(task.prompt)]
    asked = {
        "output-prediction": ("output = ?", "blue"),
        "input-prediction": ("input = ?", "violet"),
        "code-repair": ("find the mistake", "red"),
        "code-repair-turns": ("find the mistakes", "red"),
        "test-writing": ("which calls tell wrong programs apart?", "amber"),
    }
    label, colour = asked.get(name, ("program", "blue"))
    text = max(fences, key=len)
    figure = Figure(f"A program, {_called(text)}: {label}")
    figure.put(code(text, _called(text)), 0, 0)
    if text.count("\n") < 3:
        about = " ".join(part for part in re.split(r"\n\s*\n", question(task.prompt)) if "```" not in part)
        figure.put(note("task", about, "amber", max(420.0, figure.width), 7), 0, figure.height + 10)
    pill = chip(label, colour)
    bottom = figure.height
    figure.put(pill, figure.width - pill.width, bottom + 10)
    if name == "input-prediction" and "out" in task.payload:
        figure.text(
            6,
            bottom + 62,
            shorten(f"result: {task.payload['out']!r}", 270, 12.5, mono=True),
            12.5,
            "ink",
            "start",
            mono=True,
        )
    return figure


def signature(task: Drawable, state: Json) -> Figure:
    """What is to be written: the head of the function and the description."""
    heads = re.findall(r"(?:def \w+\([^`]*?\)[^`:\n]*:|module \w+)", task.prompt)
    text = question(task.prompt)
    body = [part for part in re.split(r"\n\s*\n", text) if not part.startswith(("```", "Write a Python"))]
    figure = Figure("A program to write: " + " ".join(body)[:250])
    head = heads[0] if heads else f"def {task.payload.get('code', {}).get('entry', 'solve')}(...):"
    figure.put(code(f"{head}\n    ...", _called(head), width=450), 0, 0)
    figure.put(note("task", " ".join(body), "blue", max(430.0, figure.width), 8), 0, figure.height + 12)
    return figure


def examples(task: Drawable, state: Json) -> Figure:
    """Calls with their results, from the prompt, and a box that holds the unknown program."""
    shown = re.findall(r"^(\w+\(.*\)) == (.*)$", task.prompt, re.MULTILINE)
    figure = Figure(f"{len(shown)} examples of a function that is to be found.")
    rows = shown[:8]
    for n, (call, result) in enumerate(rows):
        y = n * 34.0
        figure.rect(0, y, 190, 27, "blue-tint", "blue", 6)
        figure.text(95, y + 18, shorten(call, 180, 12, mono=True), 12, "ink", mono=True)
        figure.arrow(194, y + 13, 226, y + 13, "soft")
        figure.arrow(290, y + 13, 322, y + 13, "soft")
        figure.rect(326, y, 150, 27, "green-tint", "green", 6)
        figure.text(401, y + 18, shorten(result, 140, 12, mono=True), 12, "ink", mono=True)
    high = max(len(rows), 1) * 34.0 - 7
    figure.rect(230, 0, 56, high, "panel", "line", 8)
    figure.text(258, high / 2 + 9, "?", 26, "gold", bold=True)
    return figure


def tree(task: Drawable, state: Json) -> Figure:
    """The folder of files, and what is asked of it."""
    files = sorted(task.payload["files"])
    figure = Figure(f"A folder with {len(files)} files.")
    lines: list[tuple[int, str, bool]] = []
    seen: set[str] = set()
    for path in files:
        parts = path.split("/")
        for depth in range(len(parts) - 1):
            folder = "/".join(parts[: depth + 1])
            if folder not in seen:
                seen.add(folder)
                lines.append((depth, parts[depth] + "/", True))
        lines.append((len(parts) - 1, parts[-1], False))
    most = 15
    left_out = len(lines) - most
    for n, (depth, name, inner) in enumerate(lines[:most]):
        x, y = depth * 18.0, n * 19.0
        if inner:
            figure.rect(x, y + 2, 13, 10, "gold", r=2)
            figure.rect(x, y, 6, 4, "gold", r=1)
        else:
            figure.rect(x + 2, y, 9, 12, "sheet", "line", 1)
        figure.text(x + 19, y + 11, name, 12, "ink", "start", mono=True, most=200)
    if left_out > 0:
        figure.text(0, most * 19 + 10, f"… {left_out} more", 12, "soft", "start", italic=True)
    high = figure.height
    text = question(task.prompt)
    figure.put(note("request", text, "amber", 250, max(6, min(13, int(high / 19)))), 236, 0)
    return figure


def hardware(task: Drawable, state: Json) -> Figure:
    """The module as a chip with its ports."""
    facts = task.payload["hardware"]
    inputs, outputs = facts["inputs"], facts["outputs"]
    rows = max(len(inputs), len(outputs)) + (1 if facts.get("clock") else 0)
    high = max(100.0, rows * 30 + 24)
    figure = Figure(f"A hardware module with {len(inputs)} inputs and {len(outputs)} outputs.")
    figure.rect(0, 0, 170, high, "panel", "line", 8, 2)
    figure.text(85, high / 2 + 2, facts["module"], 16, "gold", bold=True, mono=True, most=160)
    ports: Sequence[tuple[str, int]] = [(name, width) for name, width in inputs]
    if facts.get("clock"):
        ports = [(str(facts["clock"][0]), 1), *ports]
    for n, (name, width) in enumerate(ports):
        _port(figure, 0, 26 + n * 30.0, name, width, -1)
    for n, (name, width) in enumerate(outputs):
        _port(figure, 170, 26 + n * 30.0, name, width, 1)
    figure.circle(85, 10, 5, "soft")
    return below(figure, question(task.prompt).partition("\n\n")[2] or task.prompt, 5)


def _port(figure: Figure, x: float, y: float, name: str, width: int, way: int) -> None:
    end = x + way * 40
    colour = "blue" if way < 0 else "green"
    if way < 0:
        figure.arrow(end, y, x, y, colour, 3 if width > 1 else 1.6)
    else:
        figure.arrow(x, y, end, y, colour, 3 if width > 1 else 1.6)
    label = f"{name} [{width}]" if width > 1 else name
    figure.text(end + way * 6, y + 4.5, label, 13, "ink", "end" if way < 0 else "start", mono=True)
