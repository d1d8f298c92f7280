"""Grids with clues around them, between their cells or in them: skyscrapers and its kin."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from .base import Drawable, Json
from .figure import Figure

CELL = 32.0
Line = Sequence[object]
Sides = tuple[Line, Line, Line, Line]
"""What stands above, below, left and right of the lines; an empty sequence for nothing."""


def clue_grid(
    cells: Sequence[Line], sides: Sides = ((), (), (), ()), regions: Sequence[Sequence[int]] = ()
) -> Figure:
    """A grid whose cells show their text, with clues around it and heavy lines between regions; "" is an empty cell."""
    figure = Figure()
    high, wide = len(cells) * CELL, len(cells[0]) * CELL
    figure.rect(0, 0, wide, high, "sheet")
    for r, line in enumerate(cells):
        for c, entry in enumerate(line):
            figure.spot(c * CELL, r * CELL, CELL, CELL, f"{r},{c}")
            if entry != "":
                figure.rect(c * CELL, r * CELL, CELL, CELL, "blue-tint")
    for n in range(1, len(cells)):
        figure.line(0, n * CELL, wide, n * CELL, "line", 0.8)
    for n in range(1, len(cells[0])):
        figure.line(n * CELL, 0, n * CELL, high, "line", 0.8)
    for r, row in enumerate(regions):
        for c, region in enumerate(row):
            x, y = c * CELL, r * CELL
            if r and regions[r - 1][c] != region:
                figure.line(x, y, x + CELL, y, "ink", 2)
            if c and row[c - 1] != region:
                figure.line(x, y, x, y + CELL, "ink", 2)
    figure.rect(0, 0, wide, high, stroke="soft", width=2)
    for r, line in enumerate(cells):
        for c, entry in enumerate(line):
            _text(figure, (c + 0.5) * CELL, (r + 0.68) * CELL, entry, "ink")
    above, below, left, right = sides
    for c, entry in enumerate(above):
        _text(figure, (c + 0.5) * CELL, -0.3 * CELL, entry, "violet")
    for c, entry in enumerate(below):
        _text(figure, (c + 0.5) * CELL, high + 0.66 * CELL, entry, "violet")
    for r, entry in enumerate(left):
        _text(figure, -0.5 * CELL, (r + 0.68) * CELL, entry, "violet")
    for r, entry in enumerate(right):
        _text(figure, wide + 0.5 * CELL, (r + 0.68) * CELL, entry, "violet")
    return figure


def _text(figure: Figure, x: float, y: float, entry: object, fill: str) -> None:
    if entry != "":
        text = str(entry)
        figure.text(x, y, text, 16 if len(text) < 3 else 11, fill, bold=True)


def _shown(values: Sequence[object], empty: object = 0) -> list[object]:
    return ["" if value == empty else value for value in values]


def skyscrapers(task: Drawable, state: Json) -> Figure:
    """The given heights, and what is seen from the edges."""
    payload = task.payload
    above, below, left, right = (_shown(payload[side]) for side in ("north", "south", "west", "east"))
    figure = clue_grid([_shown(row) for row in payload["givens"]], (above, below, left, right))
    clues = sum(entry != "" for side in (above, below, left, right) for entry in side)
    figure.says = (
        f"A {payload['size']} by {payload['size']} skyscrapers puzzle with {clues} clues at its edges."
    )
    return figure


def binario(task: Drawable, state: Json) -> Figure:
    """The given digits, and how many ones a line has where that is told."""
    payload = task.payload
    sides = ((), payload.get("columns", ()), (), payload.get("rows", ()))
    figure = clue_grid([_shown(row, None) for row in payload["givens"]], sides)
    figure.says = f"A {payload['size']} by {payload['size']} grid to fill with 0 and 1."
    return figure


def kakurasu(task: Drawable, state: Json) -> Figure:
    """The empty grid with the targets, and the weights where lines have their own."""
    payload, n = task.payload, task.payload["size"]
    places = range(1, n + 1)
    columns, rows = payload.get("column_weights", places), payload.get("row_weights", places)
    figure = clue_grid([[""] * n] * n, (columns, payload["columns"], rows, payload["rows"]))
    figure.says = f"A {n} by {n} kakurasu: weights above and on the left, targets below and on the right."
    return figure


def kenken(task: Drawable, state: Json) -> Figure:
    """The cages with heavy borders, and the result of each in its first cell."""
    n, cages = task.payload["size"], task.payload["cages"]
    regions = [[0] * n for _ in range(n)]
    for number, (cells, _, _) in enumerate(cages):
        for cell in cells:
            regions[cell // n][cell % n] = number
    figure = clue_grid([[""] * n] * n, regions=regions)
    signs = {"*": "×", "/": "÷", "-": "−", "=": ""}
    for cells, result, operation in cages:
        row, column = divmod(min(cells), n)
        text = f"{result}{signs.get(operation, operation)}"
        figure.text(column * CELL + 3, row * CELL + 11, text, 10, "violet", "start", bold=True)
    figure.says = f"A {n} by {n} kenken with {len(cages)} cages."
    return figure


def tents(task: Drawable, state: Json) -> Figure:
    """The trees, and the tents of lines where they are told."""
    payload, n = task.payload, task.payload["size"]
    sides = ((), _shown(payload["columns"], None), (), _shown(payload["rows"], None))
    figure = clue_grid([[""] * n] * n, sides)
    for tree in payload["trees"]:
        x, y = (tree % n + 0.5) * CELL, (tree // n + 0.5) * CELL
        figure.rect(x - 2, y + 4, 4, 8, "wood")
        figure.polygon([(x - 10, y + 5), (x, y - 13), (x + 10, y + 5)], "green", "ink", 1)
    figure.says = f"A {n} by {n} campsite with {len(payload['trees'])} trees."
    return figure


def nonogram(task: Drawable, state: Json) -> Figure:
    """The empty grid, with the runs above the columns and on the left of the rows."""
    n = task.payload["size"]
    figure = clue_grid([[""] * n] * n)
    for i, runs in enumerate(task.payload["columns"]):
        for place, run in enumerate(reversed(runs or [0])):
            figure.text((i + 0.5) * CELL, -8 - place * 15, run, 13, "violet", bold=True)
    for i, runs in enumerate(task.payload["rows"]):
        for place, run in enumerate(reversed(runs or [0])):
            figure.text(-12 - place * 18, (i + 0.64) * CELL, run, 13, "violet", bold=True)
    figure.says = f"A {n} by {n} nonogram with the lengths of the runs of its rows and columns."
    return figure


def star_battle(task: Drawable, state: Json) -> Figure:
    """The regions, with heavy borders."""
    n, stars = task.payload["size"], task.payload["stars"]
    figure = clue_grid([[""] * n] * n, regions=task.payload["regions"])
    figure.says = f"A {n} by {n} star battle with {stars} star{'s' * (stars > 1)} in each line and region."
    return figure


def cryptarithm(task: Drawable, state: Json) -> Figure:
    """The calculation in letters, one below the other, and a row of letters with what is known of them."""
    words, kind = task.payload["words"], task.payload["kind"]
    told = dict(task.payload["told"])
    wide = max(map(len, words)) + 1
    figure = Figure(f"A {kind} of numbers in letters: {', '.join(words)}.")
    for r, word in enumerate(words):
        y = r * CELL + (10 if r == len(words) - 1 else 0)
        for c, letter in enumerate(word, wide - len(word)):
            figure.rect(c * CELL + 2, y, CELL - 4, CELL - 4, "violet-tint", "violet", 4, 1)
            figure.text((c + 0.5) * CELL, y + 20, letter, 16, "ink", bold=True, mono=True)
        if 0 < r < len(words) - 1:
            sign = {"sum": "+", "difference": "−", "product": "×"}[kind]
            figure.text(0.5 * CELL, y + 20, sign, 18, "ink", bold=True)
    y = (len(words) - 1) * CELL + 3
    figure.line(0, y, wide * CELL, y, "ink", 1.6)
    for c, letter in enumerate(task.payload["letters"]):
        figure.text((c + 0.5) * CELL, y + 72, letter, 14, "soft", bold=True)
        figure.text(
            (c + 0.5) * CELL, y + 94, told.get(letter, "?"), 15, "ink" if letter in told else "line", bold=True
        )
    return figure


def minesweeper(task: Drawable, state: Json) -> Figure:
    """The open cells with their numbers, those that a player opened among them; closed ones are dark."""
    n, numbers = task.payload["size"], [list(row) for row in task.payload["numbers"]]
    opened = state.get("opened", {}) if isinstance(state, dict) else {}
    for r, c in product(range(n), repeat=2):
        number = opened.get(f"r{r + 1}c{c + 1}")
        numbers[r][c] = numbers[r][c] if number is None else "×" if number < 0 else number
    figure = clue_grid([_shown(row, None) for row in numbers])
    for r, row in enumerate(numbers):
        for c, number in enumerate(row):
            if number is None:
                figure.rect(c * CELL + 2, r * CELL + 2, CELL - 4, CELL - 4, "wall", "soft", 3, 0.6)
    figure.says = f"A {n} by {n} minesweeper field with {task.payload['mines']} mines."
    return figure


def hitori(task: Drawable, state: Json) -> Figure:
    """The numbers."""
    n = task.payload["size"]
    figure = clue_grid([[""] * n] * n)
    for r, row in enumerate(task.payload["numbers"]):
        for c, number in enumerate(row):
            _text(figure, (c + 0.5) * CELL, (r + 0.68) * CELL, number, "ink")
    figure.says = f"A {n} by {n} square of numbers, of which some are to be blacked out."
    return figure


def light_up(task: Drawable, state: Json) -> Figure:
    """The walls, with the numbers that they tell."""
    n = task.payload["size"]
    figure = clue_grid([[""] * n] * n)
    for r, row in enumerate(task.payload["rows"]):
        for c, sign in enumerate(row):
            if sign != ".":
                figure.rect(c * CELL, r * CELL, CELL, CELL, "ink")
                _text(figure, (c + 0.5) * CELL, (r + 0.68) * CELL, sign.replace("#", ""), "sheet")
    walls = sum(sign != "." for row in task.payload["rows"] for sign in row)
    figure.says = f"A {n} by {n} room with {walls} walls, some of which tell how many bulbs are beside them."
    return figure


def queens(task: Drawable, state: Json) -> Figure:
    """The board with the queens that are given, or a cross where none may stand."""
    n, told, given = task.payload["size"], set(task.payload["told"]), task.payload["kind"] == "given"
    sign = "Q" if given else "x"
    figure = clue_grid([[sign if r * n + c in told else "" for c in range(n)] for r in range(n)])
    what = "given queens" if given else "squares where no queen may stand"
    figure.says = f"A {n} by {n} board with {len(told)} {what}."
    return figure


def numbers(task: Drawable, state: Json) -> Figure:
    """A square with given numbers, and the sums of its lines where they are told."""
    payload = task.payload
    n = payload["size"]
    empty = 0 if task.env.startswith("rlvr/numbrix") else None
    sides = ((), payload.get("columns", ()), (), payload.get("rows", ()))
    figure = clue_grid([["" if value == empty else value for value in row] for row in payload["givens"]], sides)
    known = sum(value != empty for row in payload["givens"] for value in row)
    figure.says = f"A {n} by {n} square with {known} given numbers."
    return figure
