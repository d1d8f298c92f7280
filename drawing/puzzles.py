"""Mastermind, zebra puzzles, knights and knaves, countdown, ciphers, sorted words."""

from __future__ import annotations

import math
import re

from .base import Drawable, Json, problem, question
from .cards import chip, note
from .figure import Figure
from .measure import text_width, wrap
from .palette import NAMED, SERIES


def mastermind(task: Drawable, state: Json) -> Figure:
    """The guesses so far with their pegs, and what may be guessed."""
    payload = task.payload
    length, symbols, most = payload["length"], payload["symbols"], payload["guesses"]
    rows = state if isinstance(state, list) else []
    coloured = all(symbol in NAMED for symbol in symbols)
    figure = Figure(f"Mastermind: {len(rows)} of {most} guesses made; the code of {length} symbols is hidden.")
    peg, high = 30.0, 32.0
    wide = peg * length + 60
    figure.rect(0, 0, wide, high * (most + 1) + 14, "card", "line", 8)
    for place in range(length):
        figure.circle(20 + place * peg + 8, 20, 11, "faint", "line")
        figure.text(20 + place * peg + 8, 25, "?", 14, "soft", bold=True)
    figure.line(8, 38, wide - 8, 38, "line")
    for number in range(most):
        y = 56 + number * high
        guess = str(rows[number][0]).split() if number < len(rows) else []
        for place in range(length):
            x = 28 + place * peg
            if place < len(guess):
                _peg(figure, x, y, guess[place], symbols, coloured)
            else:
                figure.circle(x, y, 4, "faint", "line", 0.8)
        if number < len(rows):
            _, exact, misplaced = rows[number]
            for n in range(length):
                fill = "black" if n < exact else "white" if n < exact + misplaced else "faint"
                x, row = divmod(n, 2)
                figure.circle(wide - 36 + x * 11, y - 5.5 + row * 11, 4, fill, "soft", 0.8)
    columns = 1 if len(symbols) <= 8 else 2
    for n, symbol in enumerate(symbols):
        x, y = wide + 30 + n % columns * 96, 20 + n // columns * 28
        _peg(figure, x, y, symbol, symbols, coloured)
        figure.text(x + 18, y + 4.5, symbol, 13, "ink", "start", most=72)
    return figure


def _peg(figure: Figure, x: float, y: float, symbol: str, symbols: list[str], coloured: bool) -> None:
    if coloured:
        figure.circle(x, y, 11, NAMED.get(symbol, "faint"), "soft", 1)
        return
    place = symbols.index(symbol) if symbol in symbols else 0
    figure.circle(x, y, 11, f"{SERIES[place % len(SERIES)]}-tint", SERIES[place % len(SERIES)], 1.4)
    figure.text(x, y + 4.5, symbol[:2], 11, "ink", bold=True)


def zebra(task: Drawable, state: Json) -> Figure:
    """The houses in a row, over a table that is empty but for what a player has put into it."""
    houses, attributes = task.payload["houses"], task.payload["attributes"]
    clues = task.payload["clues"]
    figure = Figure(f"A zebra puzzle: {houses} houses, {len(attributes)} attributes, {len(clues)} clues.")
    wide, high, left = 78.0, 26.0, 92.0
    for n in range(houses):
        x, fill = left + n * wide, SERIES[n % len(SERIES)]
        figure.polygon([(x + 8, -22), (x + wide / 2, -52), (x + wide - 8, -22)], f"{fill}-tint", fill, 1.6)
        figure.rect(x + 14, -22, wide - 28, 26, f"{fill}-tint", fill, 0, 1.6)
        figure.text(x + wide / 2, -3, n + 1, 15, "ink", bold=True)
    filled = state.get("filled", {}) if isinstance(state, dict) else {}
    for r, (name, values) in enumerate(attributes):
        y = 14 + r * high
        figure.text(left - 8, y + 17, name, 13, "ink", "end", bold=True, most=96)
        for n in range(houses):
            figure.rect(left + n * wide, y, wide, high, "sheet", "line")
            value = filled.get(f"house {n + 1} {name}")
            shown, fill = ("?", "line") if value is None else (values[value], "blue")
            figure.text(left + (n + 0.5) * wide, y + 17.5, shown, 13, fill, bold=True, most=wide)
    top = 14 + len(attributes) * high + 24
    for r, (name, values) in enumerate(attributes):
        words = f"{name}: {', '.join(map(str, sorted(values)))}"
        figure.text(0, top + r * 19, words, 12.5, "soft", "start", most=left + houses * wide)
    return figure


def knights(task: Drawable, state: Json) -> Figure:
    """The people, each with a question mark for what they are, and what the first of them say."""
    people = task.payload["people"]
    figure = Figure(f"Knights and knaves: {len(people)} people and what each of them says.")
    columns = min(len(people), 5)
    said = _quotes(task.prompt, people)
    with_words = len(people) <= 6
    high = 84.0
    if with_words:
        for n, name in enumerate(people):
            y = n * 46.0
            _person(figure, 20, y + 18, SERIES[n % len(SERIES)])
            figure.text(46, y + 24, name, 14, "ink", "start", bold=True, most=84)
            lines = wrap(said.get(name, "…"), 320, 12.5, 2)
            figure.rect(134, y, 336, 38, "card", "faint", 8)
            figure.polygon([(134, y + 14), (124, y + 19), (134, y + 24)], "card")
            for m, line in enumerate(lines):
                figure.text(144, y + (16 if len(lines) > 1 else 23) + m * 15, line, 12.5, "ink", "start")
        return figure
    for n, name in enumerate(people):
        x, y = (n % columns) * 92.0, n // columns * high
        _person(figure, x, y, SERIES[n % len(SERIES)])
        figure.text(x, y + 40, name, 13, "ink", bold=True, most=88)
    figure.says += " Only the people are drawn."
    return figure


def _person(figure: Figure, x: float, y: float, fill: str) -> None:
    figure.circle(x, y - 9, 8, f"{fill}-tint", fill, 1.6)
    figure.path(
        f"M{x - 15:.0f} {y + 19:.0f}a15 16 0 0 1 30 0z",
        (x - 15, y + 19),
        (x + 15, y),
        fill=f"{fill}-tint",
        stroke=fill,
        width=1.6,
    )
    figure.text(x, y + 15, "?", 13, "ink", bold=True)


def _quotes(prompt: str, people: list[str]) -> dict[str, str]:
    """What each person says, as the prompt quotes it."""
    said: dict[str, str] = {}
    for line in prompt.splitlines():
        quote = line[line.find('"') :].strip() if '"' in line else ""
        speakers = [(line.find(name), name) for name in people if 0 <= line.find(name) < line.find('"')]
        if quote and speakers:
            said.setdefault(min(speakers)[1], quote)
    return said


def countdown(task: Drawable, state: Json) -> Figure:
    """The numbers as tiles, the operators, and the target."""
    payload = task.payload
    figure = Figure(
        f"Countdown: numbers {', '.join(map(str, payload['numbers']))}, target {payload['target']}."
    )
    numbers = payload["numbers"]
    tile = 58.0
    width = len(numbers) * (tile + 8) - 8
    figure.rect(width / 2 - 74, 0, 148, 52, "panel", "line", 8)
    figure.text(width / 2, 36, payload["target"], 30, "gold", mono=True, bold=True)
    for n, entry in enumerate(numbers):
        x = n * (tile + 8)
        figure.rect(x, 84, tile, tile, "blue-tint", "blue", 8, 1.6)
        figure.text(x + tile / 2, 120, entry, 22 if len(str(entry)) < 4 else 17, "ink", bold=True)
    signs = [{"*": "×", "/": "÷", "-": "−"}.get(s, s) for s in payload["operators"]]
    for n, mark in enumerate(signs):
        x = width / 2 + (n - (len(signs) - 1) / 2) * 44
        figure.circle(x, 178, 16, "amber-tint", "amber", 1.4)
        figure.text(x, 184.5, mark, 19, "amber", bold=True)
    return figure


def word_tiles(task: Drawable, state: Json) -> Figure:
    """The words as tiles, and which way they go."""
    words = task.payload["words"]
    down = task.payload.get("descending", False)
    figure = Figure(f"{len(words)} words to sort from {'Z to A' if down else 'A to Z'}.")
    x = y = 0.0
    size, most = 14.0, 400.0
    for n, text in enumerate(words):
        width = text_width(text, size) + 22
        if x and x + width > most:
            x, y = 0.0, y + 38
        figure.rect(x, y, width, 30, f"{SERIES[n % 6]}-tint", SERIES[n % 6], 6, 1)
        figure.text(x + width / 2, y + 20, text, size)
        x += width + 8
    figure.arrow(0, y + 58, 90, y + 58, "soft", 2)
    first, last = ("Z", "A") if down else ("A", "Z")
    figure.text(-12, y + 63, first, 15, "soft", bold=True)
    figure.text(102, y + 63, last, 15, "soft", bold=True)
    return figure


def cipher(task: Drawable, state: Json) -> Figure:
    """The text in boxes of letters, between its steps and what is asked for."""
    payload = task.payload
    text, decrypt = payload["text"], payload["decrypt"]
    figure = Figure(f"A text of {len(text)} letters to {'decrypt' if decrypt else 'encrypt'}.")
    columns = min(len(text), 16)
    cell = 27.0
    shown = text[: columns * 6]
    for n, letter in enumerate(shown):
        r, c = divmod(n, columns)
        figure.rect(c * cell, r * cell, cell - 3, cell - 3, "violet-tint", "violet", 4, 1)
        figure.text(c * cell + (cell - 3) / 2, r * cell + 17, letter, 14, "ink", bold=True, mono=True)
    y = math.ceil(len(shown) / columns) * cell + 14
    figure.arrow(columns * cell / 2, y, columns * cell / 2, y + 26, "violet", 2)
    names = [str(step[0]) for step in payload["steps"]]
    label = ("decrypt" if decrypt else "encrypt") + (f", {len(names)} steps" if len(names) > 1 else "")
    figure.put(chip(label, "violet"), columns * cell / 2 + 14, y + 1)
    for n in range(min(columns, len(shown))):
        figure.rect(n * cell, y + 38, cell - 3, cell - 3, "sheet", "line", 4, 1)
        figure.text(n * cell + (cell - 3) / 2, y + 55, "?", 13, "line", bold=True)
    return figure


def judged(task: Drawable, state: Json) -> Figure:
    """A problem, a response to it, and the question whether it is right."""
    facts = problem(task)
    figure = Figure("A problem and a response; is the response right?")
    response = str(facts.get("response", ""))
    text = question(task.prompt)
    found = re.search(r"[Pp]roblem[:\]]\s*(.*?)\s*\n[^\n]*[Rr]esponse[:\]]", text, re.DOTALL)
    figure.put(note("problem", found[1] if found else text, "blue", 300, 6), 0, 0)
    y = figure.height + 12
    figure.put(note("response", response, "violet", 300, 4), 44, y)
    figure.circle(388, figure.height / 2, 32, "amber-tint", "amber", 2)
    figure.text(388, figure.height / 2 + 8, "✓ ✗", 22, "amber", bold=True)
    return figure
