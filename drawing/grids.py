"""Boards of cells: sudoku, futoshiki, sokoban."""

from __future__ import annotations

from collections.abc import Sequence

from .base import Drawable, Json
from .figure import Figure

CELL = 32.0


def cells(
    values: Sequence[Sequence[object]],
    *,
    cell: float = CELL,
    boxes: tuple[int, int] = (0, 0),
    empty: object = 0,
) -> Figure:
    """A square grid with its values; `boxes` has rows and columns of the boxes with heavy borders."""
    figure = Figure()
    rows, columns = len(values), len(values[0])
    wide, high = columns * cell, rows * cell
    figure.rect(0, 0, wide, high, "sheet")
    for r, line in enumerate(values):
        for c, entry in enumerate(line):
            figure.spot(c * cell, r * cell, cell, cell, f"{r},{c}")
            if entry != empty:
                figure.rect(c * cell, r * cell, cell, cell, "blue-tint")
    thin = [n for n in range(1, rows) if not boxes[0] or n % boxes[0]]
    for n in thin:
        figure.line(0, n * cell, wide, n * cell, "line", 0.8)
    for n in [n for n in range(1, columns) if not boxes[1] or n % boxes[1]]:
        figure.line(n * cell, 0, n * cell, high, "line", 0.8)
    for n in range(boxes[0], rows, boxes[0]) if boxes[0] else ():
        figure.line(0, n * cell, wide, n * cell, "soft", 2)
    for n in range(boxes[1], columns, boxes[1]) if boxes[1] else ():
        figure.line(n * cell, 0, n * cell, high, "soft", 2)
    figure.rect(0, 0, wide, high, stroke="soft", width=2)
    for r, line in enumerate(values):
        for c, entry in enumerate(line):
            if entry != empty:
                figure.text((c + 0.5) * cell, (r + 0.68) * cell, entry, cell * 0.52, "ink", bold=True)
    return figure


def sudoku(task: Drawable, state: Json) -> Figure:
    """The grid with its clues."""
    payload = task.payload
    rows, columns, clues = payload["rows"], payload["cols"], payload["clues"]
    figure = cells(clues, boxes=(rows, columns))
    given = sum(bool(value) for line in clues for value in line)
    side = rows * columns
    figure.says = f"A {side} by {side} sudoku with {given} of {side * side} cells given."
    return figure


def futoshiki(task: Drawable, state: Json) -> Figure:
    """The cells apart from one another, with the inequalities between them."""
    size, givens, less = task.payload["size"], task.payload["givens"], task.payload["less"]
    cell, gap = 32.0, 16.0
    pitch = cell + gap
    figure = Figure(f"A {size} by {size} futoshiki with {len(less)} inequalities.")
    for r in range(size):
        for c in range(size):
            entry = givens[r][c]
            fill = "blue-tint" if entry else "sheet"
            figure.rect(c * pitch, r * pitch, cell, cell, fill, "soft", 4, 1.4)
            figure.spot(c * pitch, r * pitch, cell, cell, f"{r},{c}")
            if entry:
                figure.text(c * pitch + cell / 2, r * pitch + cell * 0.68, entry, 17, "ink", bold=True)
    for small, large in less:
        (r1, c1), (r2, c2) = divmod(small, size), divmod(large, size)
        x = (c1 + c2) / 2 * pitch + cell / 2
        y = (r1 + r2) / 2 * pitch + cell / 2
        dx, dy = (c2 - c1) * 4.0, (r2 - r1) * 4.0
        point, wide = (x - dx, y - dy), (x + dx, y + dy)
        side = (4.5 if dy else 0.0, 4.5 if dx else 0.0)
        figure.polygon(
            [(wide[0] + side[0], wide[1] + side[1]), point, (wide[0] - side[0], wide[1] - side[1])],
            stroke="red",
            width=1.8,
            closed=False,
        )
    return figure


def sokoban(task: Drawable, state: Json) -> Figure:
    """The room, as it stands."""
    board = state if isinstance(state, str) and state else task.payload["board"]
    rows = board.splitlines()
    cell = 24.0
    figure = Figure(
        f"A Sokoban room of {len(rows)} by {max(map(len, rows))} cells: "
        f"{board.count('$') + board.count('*')} boxes, {board.count('*')} of them on goals."
    )
    for r, line in enumerate(rows):
        for c, mark in enumerate(line):
            _tile(figure, c * cell, r * cell, cell, mark)
            figure.spot(c * cell, r * cell, cell, cell, f"{r},{c}")
    return figure


def _tile(figure: Figure, x: float, y: float, cell: float, mark: str) -> None:
    middle, half = x + cell / 2, y + cell / 2
    if mark == "#":
        figure.rect(x, y, cell, cell, "wall", "soft", 2, 0.6)
        return
    figure.rect(x, y, cell, cell, "card", "faint", 0, 0.6)
    if mark in ".+*":
        figure.circle(middle, half, cell * 0.3, "none", "red", 2)
        figure.circle(middle, half, cell * 0.1, "red")
    if mark in "$*":
        fill = "green" if mark == "*" else "wood"
        figure.rect(x + 3, y + 3, cell - 6, cell - 6, fill, "ink", 2, 1)
        figure.line(x + 5, y + 5, x + cell - 5, y + cell - 5, "white", 1.4)
        figure.line(x + cell - 5, y + 5, x + 5, y + cell - 5, "white", 1.4)
    if mark in "@+":
        figure.circle(middle, half - cell * 0.14, cell * 0.19, "blue")
        figure.path(
            f"M{middle - cell * 0.28:.1f} {half + cell * 0.36:.1f}a{cell * 0.28:.1f} {cell * 0.28:.1f} 0 0 1 "
            f"{cell * 0.56:.1f} 0z",
            (middle, half),
            fill="blue",
        )
