"""Grid paths: a walk on a map; a state is the square, the keys in hand, and what was spent."""

from __future__ import annotations

import re
from typing import Any, Final

from .rules import Impossible, Payload, Rules

State = dict[str, Any]
STEPS: Final = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
ARROWS: Final = {"^": "U", "v": "D", "<": "L", ">": "R"}
_WHERE = {"U": "above", "D": "below", "L": "on the left", "R": "on the right"}
_NAMES = {"u": "up", "d": "down", "l": "left", "r": "right"}


class GridPaths(Rules):
    """A move is U, D, L or R, or the word; letters may stand together."""

    form = "Write the steps in order as U, D, L and R, with commas between them."
    cheaply = "cheaply"
    move = re.compile(r"(?:go |step |move )?(up|down|left|right|[udlr])(?![a-ce-kmo-qs-tv-z0-9])")
    between = re.compile(r"[\s>]*(?:then |and then |and )?")

    def start(self, payload: Payload) -> Any:
        """The square S, without keys."""
        at = next([r, row.index("S")] for r, row in enumerate(payload["map"]) if "S" in row)
        return {"at": at, "keys": "", "spent": 0}

    def named(self, match: re.Match[str]) -> str:
        """The letter in capitals."""
        return match[1][0].upper()

    def spent(self, state: State, count: int) -> int:
        """The sum of what the steps cost."""
        return int(state["spent"])

    def step(self, payload: Payload, state: State, move: str) -> Any:
        """The state after a step."""
        rows = payload["map"]
        r, c = state["at"]
        here = rows[r][c]
        if ARROWS.get(here, move) != move:
            raise Impossible(f"the square {here} can only be left in the direction of its arrow")
        r, c = r + STEPS[move][0], c + STEPS[move][1]
        sign = rows[r][c]
        if sign == "#":
            raise Impossible(f"there is a wall {_WHERE[move]}")
        keys = state["keys"]
        if sign in "AB" and sign.lower() not in keys:
            raise Impossible(f"the door {sign} is locked and you do not have the key {sign.lower()}")
        if sign in "ab" and sign not in keys:
            keys = "".join(sorted(keys + sign))
        if sign in "xyz":
            r, c = next(
                (y, x)
                for y, row in enumerate(rows)
                for x, other in enumerate(row)
                if other == sign and (y, x) != (r, c)
            )
        return {"at": [r, c], "keys": keys, "spent": state["spent"] + (int(sign) if sign.isdecimal() else 1)}

    def solved(self, payload: Payload, state: State) -> bool:
        """Whether the walk is at G."""
        r, c = state["at"]
        return bool(payload["map"][r][c] == "G")

    def near(self, payload: Payload, state: State) -> float:
        """How near the square is to G, by rows and columns."""
        rows = payload["map"]
        y, x = next((r, row.index("G")) for r, row in enumerate(rows) if "G" in row)
        return 1.0 - float(abs(state["at"][0] - y) + abs(state["at"][1] - x)) / (len(rows) + len(rows[0]))

    def show(self, payload: Payload, state: State) -> str:
        """The map, with @ where the walk stands."""
        r, c = state["at"]
        rows = list(payload["map"])
        rows[r] = rows[r][:c] + "@" + rows[r][c + 1 :]
        sign = payload["map"][r][c]
        on = "" if sign in "S." else f", on {sign}"
        keys = f" Keys: {', '.join(state['keys'])}." if state["keys"] else ""
        return "\n".join([*rows, "", f"You are at @{on}. Spent so far: {state['spent']}.{keys}"])

    def moves(self, payload: Payload, state: State) -> list[str]:
        """The steps that are possible."""
        return [move for move in STEPS if not self.play(payload, state, [move]).problem]

    def forms(self, answer: str) -> list[str]:
        """Also letters together, and words."""
        letters = answer.split(", ")
        words = [_NAMES[letter.lower()] for letter in letters]
        return [
            *super().forms(answer),
            "".join(letters),
            " ".join(letters),
            ", ".join(words),
            " ".join(words).title(),
        ]


RULES = GridPaths()
verify = RULES.verify
