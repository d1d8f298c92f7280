"""Minesweeper, played: a move opens cells, an open cell shows its number, and a mine ends the game.

The field, and what of it is open at the beginning, is that of the one-response form, so nothing has to be guessed. The
game is won when all safe cells are open: the cells that are still closed are then the mines, and the verifier of the
one-response form judges them. Whoever knows all mines before may answer with the whole grid.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random

from ...generators.base import Json, Task, derive_seed
from ...verifiers.answers import plain
from ...verifiers.answers.wrapping import without_text_commands
from ...verifiers.base import Verdict
from ...verifiers.grids.boards import NAME_FORM, name_of, square
from ...verifiers.grids.minesweeper import verify
from ..base import Feedback
from ..game import Game, Turn
from .fill_cells import BETWEEN, SPARE_TURNS, settled_by_line

HOW_TO = (
    "You play this in turns. A move opens one or several cells, for example r2c3 or r2c3 r3c1; r1c1 is at the top "
    "left. They are opened in order, and each shows its number. Whoever opens a mine has lost at once. You win when "
    "every cell without a mine is open; or you give the grid of all mines as described above, which ends the game, "
    "right or wrong. There are {turns} turns; a move that cannot be made costs one and changes nothing.",
    "There are {turns} turns for this field. In each, name the cells that you open, such as r2c3, or r2c3 r3c1 for "
    "two; rows are counted from the top and columns from the left, from 1. You then see the field with the new "
    "numbers; a move that is not possible uses up its turn. If there is a mine, the game is lost. It is won when "
    "only the mines are closed. The whole grid of mines as described above may be given as well; it is judged at "
    "once, and there is no second try.",
    "How to play: your move is a list of closed cells to open (for example r2c3 r3c1, where r2c3 is in the second "
    "row from the top and the third column from the left). Safe cells show their numbers and a mine ends the game. "
    "Open all safe cells within {turns} turns to win; turns with moves that are not possible count. A grid in the "
    "form described above is taken for your final word on where the mines are.",
)
_NAME = re.compile(rf"{NAME_FORM}(?![0-9])", re.IGNORECASE)
_VERB = re.compile(r"\b(?:open|reveal|and)\b", re.IGNORECASE)


class Minesweeper(Game):
    """The game. A state has the cells that the player opened, with their numbers; -1 is a mine."""

    def facts(self, task: Task) -> Mapping[str, Json]:
        """The payload with the mines, which it does not tell: the reference answer does."""
        return {**task.payload, "field": [int(digit) for digit in task.answer.split()]}

    def start(self, payload: Mapping[str, Json]) -> Json:
        """Nothing is opened by the player yet."""
        return {"opened": {}}

    def play(self, payload: Mapping[str, Json], state: Json, move: str) -> Turn:
        """Open the cells of one move up to the first mine, or take the whole grid."""
        n = payload["size"]
        said = _VERB.sub(" ", without_text_commands(plain(move)).translate(BETWEEN))
        names = ["".join(name.lower().split()) for name in _NAME.findall(said)]
        if not names or _NAME.sub(" ", said).strip(" \n\t.") or len(names) > n * n:
            verdict = verify(payload, move)
            if verdict.parts:  # it is a whole grid, of which the verifier judges the parts
                return Turn({**state, "answer": move}, f"The game is over. {verdict.message}", over=True)
            return self._refused(payload, state, "That cannot be read: a move opens cells, such as r2c3.")
        at = {name_of(cell, n): cell for cell in range(n * n)}
        open_ = self._open(payload, state)
        if wrong := [name for name in names if name not in at or at[name] in open_]:
            why = "is open already" if wrong[0] in at else "is not on the field"
            return self._refused(payload, state, f"That is not possible: {wrong[0]} {why}.")
        opened = dict(state["opened"])
        for name in names:
            opened[name] = _number(payload["field"], n, at[name])
            if opened[name] < 0:
                return Turn({"opened": opened}, f"There is a mine at {name}. The game is lost.", over=True)
        state = {"opened": opened}
        won = self.verdict(payload, state).passed
        ending = "\n\nAll safe cells are open: the game is won." if won else ""
        return Turn(state, self._shown(payload, state) + ending, over=won)

    def verdict(self, payload: Mapping[str, Json], state: Json) -> Verdict:
        """The verifier's judgement of the whole grid that was given, or else of all closed cells as mines."""
        if "answer" in state:
            return verify(payload, state["answer"])
        n, open_ = payload["size"], self._open(payload, state)
        rows = [" ".join("01"[r * n + c not in open_] for c in range(n)) for r in range(n)]
        return verify(payload, "\n".join(rows))

    def plan(self, payload: Mapping[str, Json], answer: str) -> list[str]:
        """The safe cells one after the other."""
        n, open_ = payload["size"], self._open(payload, self.start(payload))
        return [name_of(c, n) for c, digit in enumerate(answer.split()) if digit == "0" and c not in open_]

    def moves(self, task: Task) -> list[str]:
        """What each line of the worked solution finds to be safe, line after line."""
        n = task.payload["size"]
        names = set(self.plan(task.payload, task.answer))
        cells = {name: cell for cell in range(n * n) if (name := name_of(cell, n)) in names}
        return [" ".join(name_of(c, n) for c in found) for found in settled_by_line(task, cells)]

    def random_move(self, payload: Mapping[str, Json], state: Json, rng: Random) -> str:
        """Any closed cell."""
        n, open_ = payload["size"], self._open(payload, state)
        return name_of(rng.choice([cell for cell in range(n * n) if cell not in open_]), n)

    def turns(self, payload: Mapping[str, Json]) -> int:
        """A few more than there are cells to open."""
        n: int = payload["size"]
        return n * n - int(payload["mines"]) - len(self._open(payload, self.start(payload))) + SPARE_TURNS

    def how_to_play(self, task: Task, feedback: Feedback, turns: int) -> str:
        """The moves, and how the game ends."""
        return HOW_TO[derive_seed("how to play", task.level, task.seed) % len(HOW_TO)].format(turns=turns)

    def _open(self, payload: Mapping[str, Json], state: Json) -> dict[int, int]:
        """The open cells with their numbers."""
        n = payload["size"]
        given = [number for row in payload["numbers"] for number in row]
        open_ = {cell: number for cell, number in enumerate(given) if number is not None}
        return open_ | {
            cell: state["opened"][name]
            for cell in range(n * n)
            if (name := name_of(cell, n)) in state["opened"]
        }

    def _shown(self, payload: Mapping[str, Json], state: Json) -> str:
        n = payload["size"]
        open_ = self._open(payload, state)
        return square(n, 0, 8, {}, ()).shown([open_.get(cell) for cell in range(n * n)])

    def _refused(self, payload: Mapping[str, Json], state: Json, problem: str) -> Turn:
        return Turn(state, f"{problem} Nothing was opened.\n\n{self._shown(payload, state)}")


def _number(field: list[int], n: int, cell: int) -> int:
    """The mines around a cell; -1 for a mine."""
    row, column = divmod(cell, n)
    if field[cell]:
        return -1
    near = range(max(row - 1, 0), min(row + 2, n))
    return sum(field[r * n + c] for r in near for c in range(max(column - 1, 0), min(column + 2, n)))
