"""Tic-tac-toe and its kin. A position is the rows of the board, with ``X``, ``O`` and dots."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from .rules import Payload, Rules

_COLUMNS = "ABCDEFG"
_LINE_LOSES = ("reverse", "notakto")


@lru_cache(maxsize=64)
def _runs(rows: int, columns: int, length: int) -> tuple[tuple[int, ...], ...]:
    """The squares of each line, numbered row by row."""
    found = []
    for start in range(rows * columns):
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            run = [(start // columns + down * n, start % columns + right * n) for n in range(length)]
            if all(r < rows and 0 <= c < columns for r, c in run):
                found.append(tuple(r * columns + c for r, c in run))
    return tuple(found)


class TicTacToeKin(Rules):
    """A move is a square such as ``B3``, in wild games with its sign (``XB3``), or a column where signs fall."""

    form = "A move is written like the example in the task."
    move = re.compile(r"[XO]?[A-G][1-7]|[A-G]")

    def start(self, payload: Payload) -> Any:
        """The board of the task."""
        return payload["board"]

    def moves(self, payload: Payload, position: list[str]) -> dict[str, Any]:
        """A sign on each square that may be taken."""
        kind = payload["kind"]
        signs = "".join(position)
        sign = "X" if kind == "notakto" or signs.count("X") == signs.count("O") else "O"
        found = {}
        for r, row in enumerate(position):
            for c, here in enumerate(row):
                falls = kind == "gravity" and r + 1 < len(position) and position[r + 1][c] == "."
                if here != "." or falls:
                    continue
                square = _COLUMNS[c] if kind == "gravity" else f"{_COLUMNS[c]}{r + 1}"
                for each in "XO" if kind == "wild" else sign:
                    name = each + square if kind == "wild" else square
                    found[name] = [*position[:r], row[:c] + each + row[c + 1 :], *position[r + 1 :]]
        return found

    def ended(self, payload: Payload, position: list[str]) -> int | None:
        """A line ends the game, and so does a full board."""
        signs = "".join(position)
        for run in _runs(len(position), len(position[0]), payload["length"]):
            first = signs[run[0]]
            if first != "." and all(signs[at] == first for at in run):
                return 1 if payload["kind"] in _LINE_LOSES else -1
        return None if "." in signs else 0

    def show(self, payload: Payload, position: list[str]) -> str:
        """The board with the names of its columns and rows."""
        head = "  " + " ".join(_COLUMNS[: len(position[0])])
        return "\n".join([head, *(f"{n} {' '.join(row)}" for n, row in enumerate(position, 1))])


RULES = TicTacToeKin()
verify = RULES.verify
