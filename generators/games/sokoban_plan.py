"""Sokoban in one response: the whole list of moves that solves a room.

The rooms, their order and their difficulty are those of `sokoban`, where the same room is played over several turns;
only the words differ. A list is played move by move: each must be possible, and the last one must solve the room.
"""

from __future__ import annotations

import random
from dataclasses import replace

from ..base import Draft
from ..limits import limited
from ..wording import phrase
from . import sokoban

WORDINGS = (
    "This is a Sokoban room:\n\n{board}\n\n# is a wall, - floor, @ you, $ a box, . a goal, * a box on a goal and + "
    "you on a goal. You step up, down, left or right. If there is a box where you step, you push it one square on; "
    "that square must have neither a wall nor another box. You cannot pull.\n\nGive all moves that bring every box "
    "onto a goal, as U, D, L and R with spaces between them: at most {most}, none of them impossible, and none after "
    "the one that solves the room.",
    "{board}\n\nThe map shows a warehouse with walls (#), floor (-), boxes ($), goals (.), boxes that are already "
    "on goals (*) and a worker (@, or + when the worker is on a goal). The worker walks one square up (U), down "
    "(D), left (L) or right (R). Walking into a box pushes it ahead; with a wall or a second box behind it that is not "
    "possible, and neither is walking into a wall. Boxes cannot be pulled.\n\nPlan the whole way until all boxes "
    "({boxes}) stand on goals. Write it as letters such as U L, with spaces between them. Every move must be possible, "
    "the last one is the last push that is needed, and there may be {most} moves at most.",
    "Solve this Sokoban level by putting a box on each goal.\n\n{board}\n\nLegend:\n@ player\n+ player on a goal\n"
    "$ box\n* box on a goal\n. goal\n# wall\n- empty floor\n\nRules: the player moves one square at a time: U (up), "
    "D (down), L (left) or R (right). Moving against a box pushes it by one square if the next square is free. "
    "Moving against a wall, or against a box that is blocked, is not allowed. There is no pulling.\n\nAnswer with the "
    "complete list of moves in order, separated by spaces. A list with a move that is not allowed is wrong, and so is "
    "one that goes on after the level is solved. The longest list that is read has {most} moves.",
)


@limited(**vars(sokoban.generate)["limits"])
def generate(rng: random.Random, *, size: int, boxes: int, pushes: int) -> Draft:
    """Make one room; see `sokoban.generate`."""
    draft = sokoban.generate(rng, size=size, boxes=boxes, pushes=pushes)
    board, most = draft.payload["board"], draft.payload["max_turns"]
    return replace(draft, prompt=phrase(rng, WORDINGS, board=board, boxes=boxes, most=most))
