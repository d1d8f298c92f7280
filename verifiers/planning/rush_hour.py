"""Rush hour: a state is the rows of the yard, a letter for each square of a car and a dot for a free one."""

from __future__ import annotations

import re
from typing import Any, Final

from .rules import Impossible, Payload, Rules

Rows = list[str]
WAYS: Final = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}


class RushHour(Rules):
    """A move is a car, a direction and a number of squares: ``B left 2``. Without a number it is one square."""

    form = "Write the moves in order with commas between them: car, direction and squares, such as B left 2."
    move = re.compile(
        r"(?:(?:move|slide) )?(?:the )?(?:car |truck |vehicle )?([a-x])(?::? |:)?(?:to the )?(left|right|up|down|[lrud])"
        r"(?: by)? ?([1-9])?(?: ?(?:squares?|cells?|steps?|spaces?))?(?![a-z0-9])"
    )

    def start(self, payload: Payload) -> Any:
        """The yard of the task."""
        return payload["board"]

    def named(self, match: re.Match[str]) -> str:
        """``B left 2``."""
        way = next(way for way in WAYS if way[0] == match[2][0])
        return f"{match[1].upper()} {way} {match[3] or 1}"

    def step(self, payload: Payload, state: Rows, move: str) -> Any:
        """The yard after a slide, square by square."""
        car, way, count = move.split(" ")
        squares = [(r, c) for r, row in enumerate(state) for c, letter in enumerate(row) if letter == car]
        if not squares:
            raise Impossible(f"there is no car {car}")
        dy, dx = WAYS[way]
        if (squares[0][0] == squares[-1][0]) != (dy == 0):
            raise Impossible(f"the car {car} does not stand in that direction")
        for _ in range(int(count)):
            squares = [(r + dy, c + dx) for r, c in squares]
            for r, c in squares:
                if not (0 <= r < len(state) and 0 <= c < len(state)):
                    raise Impossible(f"the car {car} would leave the yard")
                if state[r][c] not in (".", car):
                    raise Impossible(f"the car {state[r][c]} is in the way of {car}")
        rows = [row.replace(car, ".") for row in state]
        for r, c in squares:
            rows[r] = rows[r][:c] + car + rows[r][c + 1 :]
        return rows

    def solved(self, payload: Payload, state: Rows) -> bool:
        """Whether X touches the right edge."""
        return any(row[-1] == "X" for row in state)

    def near(self, payload: Payload, state: Rows) -> float:
        """How far X has come along its row."""
        row = next(row for row in state if "X" in row)
        return row.index("X") / (len(row) - row.count("X"))

    def show(self, payload: Payload, state: Rows) -> str:
        """The rows of the yard."""
        return "\n".join(state)

    def moves(self, payload: Payload, state: Rows) -> list[str]:
        """All slides that are possible."""
        cars = sorted(set("".join(state)) - {"."})
        every = [f"{car} {way} {n}" for car in cars for way in WAYS for n in range(1, len(state) - 1)]
        return [move for move in every if not self.play({}, state, [move]).problem]


RULES = RushHour()
verify = RULES.verify
