"""The search for a solution of a Sokoban room with the fewest pushes: A* over pushes, on bit boards; it is exact.

A state is the set of boxes and the set of squares that the player can walk to, so that only pushes count. The
estimate is the cheapest matching of boxes to goals by the pushes that lone boxes need; it never overestimates
and falls by at most one a push, so the first solution found has the fewest pushes. Boxes on lost squares, and
two-by-two blocks of boxes and walls that can never move again, are pruned.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .sokoban_rooms import FAR, Room, reachable

Push = tuple[int, int]
"""The square of a box before a push, and the step that the push moves it by."""


class TooHard(Exception):
    """The search used up its budget of states."""


class _Matching:
    """The least total of pushes from boxes to different goals, remembered for each set of boxes."""

    def __init__(self, room: Room) -> None:
        self._rows = room.pushes
        self._known: dict[tuple[int, tuple[int, ...]], int] = {}
        self._every = tuple(range(len(room.goals)))

    def of(self, boxes: int) -> int:
        """The least total for `boxes`, or at least `FAR` if they cannot all reach goals of their own."""
        return self._least(boxes, self._every)

    def _least(self, boxes: int, goals: tuple[int, ...]) -> int:
        low = boxes & -boxes
        row = self._rows[low.bit_length() - 1]
        rest = boxes ^ low
        if len(goals) < 3:
            if not rest:
                return row[goals[0]]
            other = self._rows[rest.bit_length() - 1]
            here, there = goals
            return min(row[here] + other[there], row[there] + other[here])
        key = (boxes, goals)
        least = self._known.get(key)
        if least is None:
            least = FAR
            for i, goal in enumerate(goals):
                cost = row[goal]
                if cost < least:
                    cost += self._least(rest, goals[:i] + goals[i + 1 :])
                    if cost < least:
                        least = cost
            self._known[key] = least
        return least


def fewest_pushes(room: Room, boxes: int, player: int, budget: int) -> list[Push] | None:
    """A solution with the fewest pushes, or None if there is no solution.

    Raises:
        TooHard: if more than `budget` states would have to be looked at.
    """
    width, floor, goals = room.width, room.floor, room.goal_set
    live = sum(1 << square for square in room.pushes)
    matching = _Matching(room)
    estimate = matching.of(boxes)
    if estimate >= FAR:
        return None
    walls = ~floor
    block = 3 | 3 << width
    estimates: dict[int, int] = {boxes: estimate}
    # A node is (boxes, player, pushes so far, node before, box pushed, step). Nodes wait in a stack for each
    # total of pushes and estimate; taking the newest goes deep first among equals.
    root: tuple[Any, ...] = (boxes, player, 0, None, 0, 0)
    waiting: dict[int, list[tuple[Any, ...]]] = {estimate: [root]}
    total = highest = estimate
    seen: set[tuple[int, int]] = set()
    while total <= highest:
        stack = waiting.get(total)
        if not stack:
            total += 1
            continue
        node = stack.pop()
        boxes, player, made = node[:3]
        free = floor & ~boxes
        reach = reachable(1 << player, free, width)
        if (boxes, reach) in seen:
            continue
        if boxes == goals:
            return _line(node)
        seen.add((boxes, reach))
        if len(seen) > budget:
            raise TooHard
        made += 1
        free &= live
        going = node[4] + node[5]  # where the box is that was pushed last
        kept: list[tuple[int, tuple[Any, ...]]] = []
        for step, movable in (
            (width, boxes & reach << width & free >> width),
            (-width, boxes & reach >> width & free << width),
            (1, boxes & reach << 1 & free >> 1),
            (-1, boxes & reach >> 1 & free << 1),
        ):
            while movable:
                low = movable & -movable
                movable ^= low
                box = low.bit_length() - 1
                target = box + step
                pushed = boxes ^ low ^ 1 << target
                known = estimates.get(pushed)
                if known is None:
                    known = FAR
                    full = pushed | walls
                    loose = pushed & ~goals
                    for corner in (target, target - 1, target - width, target - width - 1):
                        square = block << corner
                        if full & square == square and loose & square:
                            break
                    else:
                        known = matching.of(pushed)
                    estimates[pushed] = known
                if known < FAR:
                    sum_ = made + known
                    if sum_ not in waiting:
                        waiting[sum_] = []
                        highest = max(highest, sum_)
                    child = (pushed, box, made, node, box, step)
                    if box == going:
                        kept.append((sum_, child))
                    else:
                        waiting[sum_].append(child)
        for sum_, child in kept:  # on top of the stack: going on with one box makes plainer solutions
            waiting[sum_].append(child)
    return None


def _line(node: Sequence[Any]) -> list[Push]:
    """The pushes that led to a node, from the first."""
    pushes: list[Push] = []
    while node[3] is not None:
        pushes.append((node[4], node[5]))
        node = node[3]
    return pushes[::-1]


def shortest_walk(free: int, width: int, start: int, end: int) -> list[int]:
    """The steps of a shortest walk from `start` to `end` over the squares in `free`; `end` must be reachable."""
    layers = [1 << start]
    seen = layer = layers[0]
    while not layer >> end & 1:
        layer = (layer << 1 | layer >> 1 | layer << width | layer >> width) & free & ~seen
        seen |= layer
        layers.append(layer)
    steps = []
    for layer in reversed(layers[:-1]):
        step = next(step for step in (-width, width, -1, 1) if layer >> (end - step) & 1)
        steps.append(step)
        end -= step
    return steps[::-1]
