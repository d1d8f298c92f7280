"""Sokoban: push every box onto a goal, one step at a time.

The player walks up, down, left and right; walking into a box pushes it, if the square behind it has neither wall
nor box. Openings are made by playing backwards from a solved room, so all can be solved, and an exact search then
finds a solution with the fewest pushes (of all such solutions it gives one; the walks between its pushes are
shortest, but its number of steps need not be the least). Any solution is accepted.

Symmetries: turning and mirroring the room. Rooms are cropped to the floor that the player can reach and the walls
around it, so squares that do not matter cannot tell tasks apart. The canonical form is exact: the least of the
eight images.

Difficulty: `pushes` is the least number of pushes that a solution must need; `size` (the sides of the square that
the room is cut from) and `boxes` set how much there is to look at. Rooms for which the search would look at more
than 600 states are left out. ``max_turns`` is twice the steps of the reference and 10 more; it is also the most
moves of one answer.

`guess_rate` is the chance that as many random steps as the reference has are just the reference. Short solutions
are more alike than that: at levels 1 to 4 the answer to another room was right in 0.15, 0.09, 0.003 and 0.001% of
pairs, and the best constant answer in 2, 1.3, 0.7 and 0.7% of 300 rooms (from level 5 on in none but its own).

Source: the computer game by Hiroyuki Imabayashi (1981).
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from ..base import Draft, GenerationError
from ..limits import Whole, limited
from ..wording import phrase
from .sokoban_rooms import Room, farthest_total, make_room, pull_apart, squares
from .sokoban_search import Push, TooHard, fewest_pushes, shortest_walk

_Opening = tuple[Room, int, int, list[Push], list[list[int]]]
"""A room, its boxes, the player's square, a solution, and the steps of the walk before each of its pushes."""

WORDINGS = (
    "This is a Sokoban room:\n\n{board}\n\n# is a wall, - floor, @ you, $ a box, . a goal, * a box on a goal and + "
    "you on a goal. Push every box onto a goal. You step up, down, left or right. If there is a box where you "
    "step, you push it one square on; that square must have neither a wall nor another box. You cannot pull.\n\n"
    "A move is U, D, L or R. You may give several moves in one turn, separated by spaces: they are played in "
    "order, as far as they are possible. Then you see the room again. There are {turns} turns, and a turn may "
    "have up to {turns} moves. Give no moves beyond the one that solves the room.",
    "{board}\n\nThe map shows a warehouse with walls (#), floor (-), boxes ($), goals (.), boxes that are already "
    "on goals (*) and a worker (@, or + when the worker is on a goal). The worker walks one square up (U), down "
    "(D), left (L) or right (R). Walking into a box pushes it ahead, unless a wall or a second box is behind it; "
    "then the move is not possible, and neither is walking into a wall. Boxes cannot be pulled.\n\nBring all "
    "boxes ({boxes}) to goals. On your turn write one move, or a list of moves such as U L, with spaces between "
    "them; the list ends with the last push needed, at the latest. You have up to {turns} turns of up to {turns} "
    "moves, and see the new map after each turn.",
    "Solve this Sokoban level by putting a box on each goal.\n\n{board}\n\nLegend:\n@ player\n+ player on a goal\n"
    "$ box\n* box on a goal\n. goal\n# wall\n- empty floor\n\nRules: the player moves one square at a time: U (up), "
    "D (down), L (left) or R (right). Moving against a box pushes it by one square if the next square is free. "
    "Moving against a wall, or against a box that is blocked, is not allowed and ends the turn. There is no "
    "pulling.\n\nWrite the moves of your turn in order, separated by spaces: a single one, a few, or the whole "
    "solution, but none after the level is solved. The level must be solved in {turns} turns; one turn can hold "
    "{turns} moves.",
)
_TRIES = 5000
_OPENINGS = 3
_BUDGET = 600
_NAMES = ("U", "D", "L", "R")
_SYMBOLS = {"wall": "#", "floor": "-", "goal": ".", "box": "$", "player": "@", "player on goal": "+"}


@limited(
    size=Whole(5, 14, "rows and columns of the room with its outer walls, before it is cropped"),
    boxes=Whole(1, 6, "how many boxes and goals there are"),
    pushes=Whole(1, 1000, "the fewest pushes that a solution must need"),
)
def generate(rng: random.Random, *, size: int, boxes: int, pushes: int) -> Draft:
    """Make one room that can be solved, and no faster than in `pushes` pushes.

    Raises:
        GenerationError: if no such room was found in a bounded number of tries.
    """
    room, start, player, solution, walks = _opening(rng, size, boxes, pushes)
    width = room.width
    names = dict(zip((-width, width, -1, 1), _NAMES, strict=True))
    steps = [names[step] for walk, (_, push) in zip(walks, solution, strict=True) for step in [*walk, push]]
    rows = _rows(room, start, player)
    turns = 2 * len(steps) + 10
    board = "\n".join(rows)
    return Draft(
        prompt=phrase(rng, WORDINGS, board=board, boxes=boxes, turns=turns),
        payload={"board": board, "max_turns": turns},
        answer=" ".join(steps),
        trace=_trace(room, walks, solution, names),
        canonical=min("\n".join(image) for image in images(rows)),
        guess_rate=0.25 ** len(steps),
        difficulty=float(len(solution)),
    )


def _opening(rng: random.Random, size: int, boxes: int, pushes: int) -> _Opening:
    """A room with an opening, and a solution with the fewest pushes."""
    for _ in range(_TRIES):
        room = make_room(rng, size, boxes)
        if room is None or farthest_total(room) < pushes:
            continue
        for _ in range(_OPENINGS):
            opening = pull_apart(rng, room, pushes, 8 + 2 * pushes)
            if opening is None:
                continue
            try:
                solution = fewest_pushes(room, *opening, _BUDGET)
            except TooHard:
                continue
            if not solution or len(solution) < pushes:
                continue
            walks = _walks(room, *opening, solution)
            if len({step for walk in walks for step in walk} | {step for _, step in solution}) > 1:
                return room, *opening, solution, walks  # a mere straight line would be guessed too often
    raise GenerationError(
        f"no room of size {size} with {boxes} boxes needs {pushes} pushes; lower pushes, or raise size or boxes"
    )


def _walks(room: Room, boxes: int, player: int, solution: Sequence[Push]) -> list[list[int]]:
    """The steps of the walk before each push."""
    walks = []
    for box, step in solution:
        walks.append(shortest_walk(room.floor & ~boxes, room.width, player, box - step))
        boxes ^= 1 << box | 1 << (box + step)
        player = box
    return walks


def _rows(room: Room, boxes: int, player: int) -> list[str]:
    """The room as text, cropped to its floor and the walls around it."""
    width = room.width
    cells = squares(room.floor)
    columns = [cell % width for cell in cells]
    text = [_SYMBOLS["wall"]] * (width * width)
    for cell in cells:
        text[cell] = _SYMBOLS["floor"]
    for goal in room.goals:
        text[goal] = _SYMBOLS["goal"]
    for box in squares(boxes):
        text[box] = _SYMBOLS["box"]
    text[player] = _SYMBOLS["player on goal" if player in room.goals else "player"]
    top, bottom = cells[0] // width - 1, cells[-1] // width + 1
    left, right = min(columns) - 1, max(columns) + 2
    return ["".join(text[row * width + left : row * width + right]) for row in range(top, bottom + 1)]


def images(rows: Sequence[str]) -> list[list[str]]:
    """The eight images of a room under turning and mirroring."""
    turned = ["".join(column) for column in zip(*rows, strict=True)]
    found = []
    for image in (list(rows), turned):
        mirrored = [row[::-1] for row in image]
        found += [image, image[::-1], mirrored, mirrored[::-1]]
    return found


def _trace(
    room: Room, walks: Sequence[Sequence[int]], solution: Sequence[Push], names: Mapping[int, str]
) -> str:
    """The solution, box by box: where to walk, how to push, and where the box then is."""
    columns = [cell % room.width for cell in squares(room.floor)]
    top, left = squares(room.floor)[0] // room.width - 2, min(columns) - 2

    def place(square: int) -> str:
        return f"row {square // room.width - top} column {square % room.width - left}"

    # A line holds pushes in one direction without a walk between them: those are pushes of one box.
    runs: list[tuple[Sequence[int], int, int, int]] = []
    for walk, (box, step) in zip(walks, solution, strict=True):
        if runs and not walk and runs[-1][2] == step:
            before, first, _, count = runs[-1]
            runs[-1] = (before, first, step, count + 1)
        else:
            runs.append((walk, box, step, 1))
    lines = ["Rows and columns are counted from 1."]
    for walk, box, step, count in runs:
        going = f"walk {' '.join(names[s] for s in walk)}, " if walk else ""
        pushing = f"push {' '.join([names[step]] * count)}"
        lines.append(f"{going}{pushing}: box from {place(box)} to {place(box + count * step)}")
    return "\n".join(lines)
