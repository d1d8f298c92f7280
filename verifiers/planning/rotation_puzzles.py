"""Rotation puzzles: a state is the rows of the grid."""

from __future__ import annotations

import re
from typing import Any

from .rules import Impossible, Payload, Rules

Rows = list[list[int]]


class RotationPuzzles(Rules):
    """A move is ``row 2 left``, ``column 1 down`` or ``block 3 clockwise``."""

    form = "Write the moves in order with commas between them, such as row 2 left, column 1 up or block 1 clockwise."
    move = re.compile(
        r"(?:(?:shift|turn|rotate|move|twist) )?(?:the )?(?:(?P<line>row|column|col\.?|r|c) ?(?P<n>[1-9]):? ?(?:to "
        r"the )?(?P<way>left|right|up|down|[lrud])"
        r"|(?:block|b) ?(?P<block>[1-9][0-9]?):? ?(?P<turn>clockwise|cw|counter-?clockwise|anti-?clockwise|ccw))(?: "
        r"by (?:1|one)(?: square)?)?(?![a-z0-9])"
    )

    def start(self, payload: Payload) -> Any:
        """The grid of the task."""
        return payload["start"]

    def named(self, match: re.Match[str]) -> str:
        """The move in whole words."""
        if match["block"]:
            ahead = match["turn"] in ("cw", "clockwise")
            return f"block {match['block']} {'clockwise' if ahead else 'counterclockwise'}"
        way = next(way for way in ("left", "right", "up", "down") if way[0] == match["way"][0])
        return f"{'row' if match['line'][0] == 'r' else 'column'} {match['n']} {way}"

    def step(self, payload: Payload, state: Rows, move: str) -> Any:
        """The grid after a move."""
        what, number, way = move.split(" ")
        at, high, wide = int(number) - 1, len(state), len(state[0])
        rows = [list(row) for row in state]
        if payload["turns"] == ("shift" if what == "block" else "twist"):
            raise Impossible(f"this grid has no moves of a {what}")
        if what == "block":
            if at >= (high - 1) * (wide - 1):
                raise Impossible(f"there is no block {at + 1}")
            r, c = divmod(at, wide - 1)
            a, b, d, e = rows[r][c], rows[r][c + 1], rows[r + 1][c], rows[r + 1][c + 1]
            top, bottom = ((d, a), (e, b)) if way == "clockwise" else ((b, e), (a, d))
            rows[r][c : c + 2], rows[r + 1][c : c + 2] = top, bottom
            return rows
        if (what == "row") != (way in ("left", "right")):
            raise Impossible(f"a {what} does not go {way}")
        if at >= (high if what == "row" else wide):
            raise Impossible(f"there is no {what} {at + 1}")
        line = rows[at] if what == "row" else [row[at] for row in rows]
        line = line[1:] + line[:1] if way in ("left", "up") else line[-1:] + line[:-1]
        for n, value in enumerate(line):
            if what == "row":
                rows[at][n] = value
            else:
                rows[n][at] = value
        return rows

    def solved(self, payload: Payload, state: Rows) -> bool:
        """Whether the grid is as wanted."""
        return bool(state == payload["goal"])

    def near(self, payload: Payload, state: Rows) -> float:
        """The share of the numbers that are in their places."""
        pairs = [
            (a, b)
            for row, goal in zip(state, payload["goal"], strict=True)
            for a, b in zip(row, goal, strict=True)
        ]
        return float(sum(a == b for a, b in pairs) / len(pairs))

    def show(self, payload: Payload, state: Rows) -> str:
        """The rows."""
        wide = len(str(len(state) * len(state[0])))
        return "\n".join(" ".join(f"{n:>{wide}}" for n in row) for row in state)

    def moves(self, payload: Payload, state: Rows) -> list[str]:
        """All moves of the grid."""
        lines = [f"row {n} {way}" for n in range(1, len(state) + 1) for way in ("left", "right")]
        lines += [f"column {n} {way}" for n in range(1, len(state[0]) + 1) for way in ("up", "down")]
        count = (len(state) - 1) * (len(state[0]) - 1)
        blocks = [f"block {n} {way}" for n in range(1, count + 1) for way in ("clockwise", "counterclockwise")]
        return {"shift": lines, "twist": blocks}.get(payload["turns"], lines + blocks)


RULES = RotationPuzzles()
verify = RULES.verify
