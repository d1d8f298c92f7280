"""Sokoban rooms and their openings, on bit boards.

A set of squares is one whole number: bit ``row * width + column`` stands for a square, so shifting by `width`
or 1 moves the whole set at once. All squares at the edge are walls, so nothing can wrap around.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from ..base import GenerationError

FAR = 999
"""Pushes from a square to a goal that cannot be reached."""

# A room is kept if the piece of it that was looked at has this share of the inner squares.
_LEAST_FLOOR = 0.55
_TRIES_FOR_A_ROOM = 100
# How often a pull that leads away from the goals is preferred, and how often a box stops though it could go on.
_AWAY = 0.8
_STOP = 0.3


@dataclass(frozen=True, slots=True)
class Room:
    """Walls, goals and how far each square is from each goal.

    Attributes:
        width: squares in a row, with the walls at both ends.
        floor: the squares that are not walls; all of them are connected.
        goals: the goal squares.
        pushes: for each square from which a lone box can be pushed to some goal, the number of pushes to each
            goal (`FAR` if it cannot). A box on any other square is lost.
    """

    width: int
    floor: int
    goals: tuple[int, ...]
    pushes: dict[int, list[int]]

    @property
    def goal_set(self) -> int:
        """The goal squares as a set."""
        return sum(1 << goal for goal in self.goals)


def squares(board: int) -> list[int]:
    """The numbers of the squares in a set, from the lowest."""
    found = []
    while board:
        low = board & -board
        found.append(low.bit_length() - 1)
        board ^= low
    return found


def reachable(start: int, free: int, width: int) -> int:
    """The squares of `free` that can be walked to from the set `start`."""
    reach = start
    while True:
        wider = (reach | reach << 1 | reach >> 1 | reach << width | reach >> width) & free
        if wider == reach:
            return reach
        reach = wider


def make_room(rng: random.Random, size: int, boxes: int) -> Room | None:
    """A random room with a goal for each of `boxes`, or None if no good place for the goals was found."""
    floor = _random_floor(rng, size)
    shifts = (
        (floor & floor << size, floor & floor >> size),
        (floor & floor << 1, floor & floor >> 1),
    )
    cells = squares(floor)
    layers: list[int] = []
    for _ in range(4):  # a first goal that at least half of the floor leads to
        goals = [rng.choice(cells)]
        layers = _pull_layers(goals[0], size, shifts)
        if 2 * sum(layers).bit_count() >= len(cells):
            break
    else:
        return None
    # The other goals lie close by: boxes then get in each other's way, and have far to go.
    near = [square for layer in layers[1:] for square in squares(layer)]
    near = near[: rng.choice((2, 4)) * boxes]
    if len(near) < boxes - 1:
        return None
    goals += rng.sample(near, boxes - 1)
    pushes: dict[int, list[int]] = {}
    for which, goal in enumerate(goals):
        for distance, layer in enumerate(layers if which == 0 else _pull_layers(goal, size, shifts)):
            while layer:
                low = layer & -layer
                layer ^= low
                square = low.bit_length() - 1
                if square not in pushes:
                    pushes[square] = [FAR] * boxes
                pushes[square][which] = distance
    return Room(size, floor, tuple(goals), pushes)


def _random_floor(rng: random.Random, size: int) -> int:
    row = ((1 << (size - 2)) - 1) << 1
    inner = sum(row << (y * size) for y in range(1, size - 1))
    bits = size * size
    least = _LEAST_FLOOR * inner.bit_count()
    for _ in range(_TRIES_FOR_A_ROOM):
        # Three random sets meet in 3/16 of the squares: these are the inner walls.
        walls = rng.getrandbits(bits) & rng.getrandbits(bits) & (rng.getrandbits(bits) | rng.getrandbits(bits))
        open_squares = inner & ~walls
        after = rng.randrange(bits // 2)
        later = open_squares >> after << after
        if later:
            floor = reachable(later & -later, open_squares, size)
            if floor.bit_count() >= least:
                return floor
    raise GenerationError(f"no room found in {_TRIES_FOR_A_ROOM} tries; raise size, which is {size}")


def _pull_layers(goal: int, width: int, shifts: tuple[tuple[int, int], tuple[int, int]]) -> list[int]:
    """The squares from which a lone box needs 0, 1, 2, ... pushes to `goal`, as one set for each number.

    A box comes from a square beside its own if there is room for the player on the square behind that one;
    `shifts` are the squares with floor behind them, for the four directions.
    """
    (above, below), (left, right) = shifts
    layer = seen = 1 << goal
    layers = []
    while layer:
        layers.append(layer)
        layer = (
            layer >> width & above | layer << width & below | layer >> 1 & left | layer << 1 & right
        ) & ~seen
        seen |= layer
    return layers


def pull_apart(rng: random.Random, room: Room, pushes: int, pulls: int) -> tuple[int, int] | None:
    """An opening found by playing backwards from the solved room: the boxes, and a square for the player.

    The player pulls boxes, mostly away from the goals, until the pushes that lone boxes would need to their
    nearest goals add up to `pushes` and no box is on a goal. None if that does not happen in `pulls` pulls of a
    box in one direction. Whatever comes out can be solved: the pulls are a solution read backwards.
    """
    width, floor = room.width, room.floor
    nearest = {square: min(row) for square, row in room.pushes.items()}
    goals = boxes = room.goal_set
    start = squares(floor & ~boxes)
    if not start:
        return None
    player = rng.choice(start)
    last = (-1, 0)
    total = 0
    for _ in range(pulls):
        free = floor & ~boxes
        reach = reachable(1 << player, free, width)
        away: list[tuple[int, int]] = []
        other: list[tuple[int, int]] = []
        for step, movable in (
            (width, boxes & reach >> width & free >> 2 * width),
            (-width, boxes & reach << width & free << 2 * width),
            (1, boxes & reach >> 1 & free >> 2),
            (-1, boxes & reach << 1 & free << 2),
        ):
            while movable:
                low = movable & -movable
                movable ^= low
                box = low.bit_length() - 1
                if (box, -step) != last:  # do not undo the pull before
                    (away if nearest[box + step] > nearest[box] else other).append((box, step))
        if away and (not other or rng.random() < _AWAY):
            other = away
        if not other:
            return None
        box, step = other[int(rng.random() * len(other))]
        while True:
            boxes ^= 1 << box | 1 << (box + step)
            gain = nearest[box + step] - nearest[box]
            total += gain
            box += step
            player = box + step
            if total >= pushes and not boxes & goals:
                return boxes, rng.choice(squares(reachable(1 << player, floor & ~boxes, width)))
            if gain < 0 or not (floor & ~boxes) >> (player + step) & 1 or rng.random() < _STOP:
                break
        last = (box, step)
    return None


def farthest_total(room: Room) -> int:
    """The most that the nearest-goal distances of as many boxes as there are goals can add up to."""
    nearest: Sequence[int] = sorted(min(row) for row in room.pushes.values())
    return sum(nearest[-len(room.goals) :])
