"""Cards of text: chips, notes, windows of code, documents; and the card of a task that nothing else draws."""

from __future__ import annotations

import re

from .base import Drawable, Json, question
from .figure import Figure
from .measure import text_width, wrap

_KEYWORDS = re.compile(
    r"\b(?:def|return|for|while|if|elif|else|in|not|and|or|import|from|class|lambda|module|input|output|logic|assign|"
    r"always|begin|end|select|SELECT|FROM|WHERE|GROUP|BY|ORDER|JOIN|ON|AS|WITH|HAVING|LIMIT|UPDATE|INSERT|INTO|SET)\b"
)


def chip(text: str, colour: str = "blue", size: float = 13) -> Figure:
    """A word in a coloured pill."""
    figure = Figure()
    width = text_width(text, size, bold=True) + 18
    figure.rect(0, 0, width, size + 11, f"{colour}-tint", colour, (size + 11) / 2)
    figure.text(width / 2, size + 2.5, text, size, "ink", bold=True)
    return figure


def note(
    title: str, text: str, colour: str = "blue", width: float = 380, most: int = 6, size: float = 13
) -> Figure:
    """A piece of text with a title on a card."""
    figure = Figure()
    lines = wrap(text, width - 30, size, most)
    height = 30 + len(lines) * (size + 5)
    figure.rect(0, 0, width, height, "card", "faint", 8)
    figure.rect(0, 0, 5, height, colour, r=2)
    figure.text(16, 19, title, 12, colour, "start", bold=True, most=width - 30)
    for n, line in enumerate(lines):
        figure.text(16, 38 + n * (size + 5), line, size, "ink", "start")
    return figure


def code(text: str, title: str = "", most: int = 16, width: float = 430, size: float = 11.5) -> Figure:
    """A window with code; keywords are in colour."""
    figure = Figure()
    lines = text.expandtabs(4).rstrip().splitlines() or [""]
    left_out = len(lines) - most
    lines = [*lines[: most - 1], f"… {left_out + 1} more lines"] if left_out > 0 else lines
    step = size + 4
    height = 32 + len(lines) * step
    wide = max(220.0, min(width, max(text_width(line, size, mono=True) for line in lines) + 24))
    figure.rect(0, 0, wide, height, "card", "line", 8)
    for n, colour in enumerate(("red", "gold", "green")):
        figure.circle(14 + n * 13, 12, 4, colour)
    figure.text(wide / 2 + 16, 16, title, 11.5, "soft", bold=True, most=wide - 110)
    figure.line(0, 23, wide, 23, "faint")
    room = int((wide - 22) / (0.602 * size))
    for n, line in enumerate(lines):
        shown = line if len(line) <= room else line[: room - 1] + "…"
        y = 38 + n * step
        _code_line(figure, 12, y, shown, size)
    return figure


def _code_line(figure: Figure, x: float, y: float, line: str, size: float) -> None:
    if line.startswith("…"):
        figure.text(x, y, line, size, "soft", "start", italic=True)
        return
    place = 0
    char = 0.602 * size

    def run(end: int, colour: str) -> None:
        piece = line[place:end]
        bare = piece.strip()
        if bare:
            lead = len(piece) - len(piece.lstrip())
            figure.text(
                x + (place + lead) * char, y, bare, size, colour, "start", mono=True, pinned=len(bare) * char
            )

    comment = re.search(r"#|//|--", line)
    stop = comment.start() if comment else len(line)
    for match in _KEYWORDS.finditer(line, 0, stop):
        run(match.start(), "ink")
        place = match.start()
        run(match.end(), "violet")
        place = match.end()
    run(stop, "ink")
    place = stop
    run(len(line), "soft")


def page(lines: int = 5, width: float = 54, height: float = 68, colour: str = "line") -> Figure:
    """A small sheet of paper with lines on it."""
    figure = Figure()
    fold = 12.0
    figure.polygon(
        [(0, 0), (width - fold, 0), (width, fold), (width, height), (0, height)], "sheet", colour, 1.4
    )
    figure.polygon([(width - fold, 0), (width - fold, fold), (width, fold)], "card", colour, 1)
    for n in range(lines):
        figure.line(9, 20 + n * 9, width - (9 if n % 3 else 18), 20 + n * 9, "line", 1.6)
    return figure


def plain(task: Drawable, state: Json) -> Figure:
    """The card of a task that nothing else draws: its first words, its numbers as chips."""
    text = question(task.prompt)
    first, _, rest = text.partition("\n\n")
    name = task.env.rpartition("/")[2].partition("-v")[0].replace("-", " ")
    figure = Figure(f"A card with the beginning of the problem: {name}.")
    figure.put(chip(name, "teal"), 0, 0)
    figure.put(chip(f"level {task.level}", "amber"), figure.width + 8, 0)
    figure.put(note("problem", first if len(first) > 40 else f"{first} {rest}", "teal", 430, 8, 14), 0, 38)
    numbers = list(dict.fromkeys(re.findall(r"(?<![\w.])-?[0-9]+(?:[./][0-9]+)?", text)))[:8]
    x, y = 0.0, figure.height + 10
    for entry in numbers:
        pill = chip(entry, "blue")
        if x + pill.width > 430:
            break
        figure.put(pill, x, y)
        x += pill.width + 8
    return figure
