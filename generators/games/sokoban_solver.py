"""The solver of Sokoban: a list of moves is played on sets of (row, column) squares; the verifier changes a text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_STEPS = {"u": (-1, 0), "d": (1, 0), "l": (0, -1), "r": (0, 1)}


def confirms(payload: Mapping[str, Any], answer: str) -> bool:
    """Whether `answer` is a list of moves, all possible, of which the last puts the last box on a goal."""
    moves = _moves(answer)
    return 0 < len(moves) <= payload["max_turns"] and _solves(payload["board"], moves)


def _moves(answer: str) -> str:
    """The moves in letters of ``udlr``; empty if there is anything else in the text."""
    text = answer.replace("\u00a0", " ")
    label = re.match(r"\s*(?:(?:my|the) )?(?:moves?|answer|solution|plan)(?: is |: ?| ?= ?)", text.lower())
    text = re.sub(r"""[\s,;|()\[\]{}'"]+""", " ", text[label.end() if label else 0 :]).strip()
    words = text.removesuffix(".").lower().split(" ")
    if not text.isascii() or not all(re.fullmatch("up|down|left|right|[udlr]+", word) for word in words):
        return ""
    return "".join(word[0] if word in ("up", "down", "left", "right") else word for word in words)


def _solves(board: str, moves: str) -> bool:
    grid = {
        (row, column): cell for row, line in enumerate(board.split("\n")) for column, cell in enumerate(line)
    }
    floor = {at for at, cell in grid.items() if cell != "#"}
    goals = {at for at, cell in grid.items() if cell in ".*+"}
    boxes = {at for at, cell in grid.items() if cell in "$*"}
    y, x = next(at for at, cell in grid.items() if cell in "@+")
    for move in moves:
        if boxes == goals:
            return False  # the list goes on after the end
        dy, dx = _STEPS[move]
        y, x = y + dy, x + dx
        if (y, x) in boxes:
            boxes = boxes - {(y, x)} | {(y + dy, x + dx)}
            if len(boxes) < len(goals):
                return False  # two boxes on one square
        if not boxes | {(y, x)} <= floor:
            return False
    return boxes == goals
