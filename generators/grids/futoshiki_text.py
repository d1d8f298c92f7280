"""Futoshiki in words: the drawing, the list of inequalities, and the worked solution."""

from __future__ import annotations

import random

from .candidates import Board, Narrow
from .steps import CELL, NOT, ROW, Step

_EMPTY = ("_", ".", "0")


def drawing(n: int, given: list[int], less: list[tuple[int, int]], rng: random.Random) -> str:
    """The grid with its signs drawn between the cells, and how to read it."""
    empty = rng.choice(_EMPTY)
    signs: dict[tuple[int, int], str] = {}
    for small, large in less:
        first, second = min(small, large), max(small, large)
        across = second - first == 1
        signs[first, second] = ("<" if across else "^") if small == first else (">" if across else "v")
    lines = []
    for top in range(0, n * n, n):
        row = [str(given[top] or empty)]
        for cell in range(top + 1, top + n):
            row += [signs.get((cell - 1, cell), " "), str(given[cell] or empty)]
        lines.append(" ".join(row))
        if top + n < n * n:
            between = [signs.get((cell, cell + n), " ") for cell in range(top, top + n)]
            lines.append("   ".join(between).rstrip())
    return (
        "\n".join(lines)
        + f"\n\n(Here {empty} is an empty cell. A sign < or > compares the cells on its left and "
        "right; between two rows, ^ says that the cell above it is less than the cell below it, and v that the "
        "cell above it is greater.)"
    )


def listing(n: int, given: list[int], less: list[tuple[int, int]], rng: random.Random) -> str:
    """The given numbers and the inequalities in a list, some of them turned round."""
    names = _names(n)
    numbers = ", ".join(f"{names[cell]} = {digit}" for cell, digit in enumerate(given) if digit) or "none"
    turned = [f"{names[a]} < {names[b]}" if rng.random() < 0.5 else f"{names[b]} > {names[a]}" for a, b in less]
    return (
        f"Given numbers: {numbers}\nInequalities: {', '.join(turned) or 'none'}\n\n"
        "(r2c3 is the cell in the second row from the top and the third column from the left.)"
    )


def worked(
    board: Board,
    given: list[int],
    less: list[tuple[int, int]],
    narrow: Narrow,
    rounds: list[tuple[int, list[Step]]],
) -> str:
    """The ranges that the signs leave, and one line a step.

    A step says what its cell sees and the range that is left for it, or which line needs a number.
    """
    n = board.n
    names = _names(n)
    under: list[list[int]] = [[] for _ in given]
    over: list[list[int]] = [[] for _ in given]
    for small, large in less:
        under[large].append(small)
        over[small].append(large)
    row_has: list[list[int]] = [given[i : i + n] for i in range(0, n * n, n)]
    col_has: list[list[int]] = [given[i::n] for i in range(n)]
    lines = [_ranges(board, narrow)]
    excluded: dict[int, str] = {}
    for open_, steps in rounds:
        for kind, cell, digit in steps:
            row, column = divmod(cell, n)
            name = names[cell]
            if kind == NOT:
                lines.append(f"{name}={digit} leads to a clash, so {name} is not {digit}")
                excluded[cell] = f"{excluded.get(cell, '')}, not {digit}"
                continue
            if kind == CELL:
                parts = [f"row {_listed(row_has[row])}", f"column {_listed(col_has[column])}"]
                if under[cell]:
                    least = max(_span(board, open_, other)[0] for other in under[cell]) + 1
                    parts.append(f"at least {least}")
                if over[cell]:
                    most = min(_span(board, open_, other)[1] for other in over[cell]) - 1
                    parts.append(f"at most {most}")
                lines.append(f"{name}: {', '.join(parts)}{excluded.get(cell, '')} -> {digit}")
            else:
                line = f"row {row + 1}" if kind == ROW else f"column {column + 1}"
                lines.append(f"{line} needs {digit}: only at {name}")
            row_has[row].append(digit)
            col_has[column].append(digit)
    return "\n".join(lines)


def _ranges(board: Board, narrow: Narrow) -> str:
    """The range of each cell that has signs, by the signs alone."""
    open_, before = narrow(board.full), board.full
    while open_ != before:
        open_, before = narrow(open_), open_
    spans = [_span(board, open_, cell) for cell in range(board.cells)]
    narrowed = [
        f"{name} {least}-{most}"
        for name, (least, most) in zip(_names(board.n), spans, strict=True)
        if (least, most) != (1, board.n)
    ]
    return f"ranges by the signs: {', '.join(narrowed) or 'none'}"


def _span(board: Board, open_: int, cell: int) -> tuple[int, int]:
    """The least and the greatest number that is open for a cell."""
    candidates = open_ & board.column_of(1 << cell)
    lowest = (candidates & -candidates).bit_length() - 1
    return lowest // board.cells + 1, (candidates.bit_length() - 1) // board.cells + 1


def _names(n: int) -> list[str]:
    return [f"r{i // n + 1}c{i % n + 1}" for i in range(n * n)]


def _listed(numbers: list[int]) -> str:
    return " ".join(str(number) for number in sorted(numbers) if number) or "-"
