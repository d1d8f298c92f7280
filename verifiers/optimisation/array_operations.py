"""Checks operations on a row: the steps are made, and what they cost or reach is compared with the best.

Places count from 1. An answer is a list of numbers (steps of one number, chosen things, or the row in the end) or a
list of lists (steps of two or three numbers, orders to move).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from ..base import Verdict
from ..optimum import Broken, Objective, Payload, accepted_forms, allowed, distinct, exactly, judge

__all__ = ["accepted_forms", "verify"]

Steps = list[list[int]]
_ONES = "Give whole numbers, separated by commas."
_GROUPS = "Give each step as whole numbers with spaces between them, and put semicolons between the steps."


def _width(steps: Steps, width: int) -> None:
    for step in steps:
        exactly(step, width, "numbers for each step")


def _blocks(steps: Steps, n: int, width: int = 2) -> None:
    _width(steps, width)
    for first, last, *_ in steps:
        allowed((first, last), 1, n, "place")
        if first > last:
            raise Broken(f"A block goes from left to right, and {first} is to the right of {last}.")


def _is(reached: bool, goal: str) -> None:
    if not reached:
        raise Broken(f"After these steps {goal}.")


def _swapped(state: list[int], i: int, j: int) -> None:
    state[i], state[j] = state[j], state[i]


def _alternate(payload: Payload, steps: Steps) -> int:
    state = list(payload["bits"])
    _width(steps, 2)
    for i, j in steps:
        allowed((i, j), 1, len(state), "place")
        distinct((i, j), "place")
        _swapped(state, i - 1, j - 1)
    _is(all(a != b for a, b in pairwise(state)), "two neighbours are still equal")
    return len(steps)


def _squares(upper: Sequence[int], lower: Sequence[int]) -> int:
    return sum((a - b) ** 2 for a, b in zip(upper, lower, strict=True))


def _match_rows(payload: Payload, steps: list[int]) -> int:
    upper, state = payload["first"], list(payload["second"])
    allowed(steps, 1, len(state) - 1, "step")
    for i in steps:
        _swapped(state, i - 1, i)
    _is(_squares(upper, state) == _squares(sorted(upper), sorted(state)), "the sum is not the smallest one")
    return len(steps)


def _weighted_swaps(payload: Payload, steps: Steps) -> int:
    state, weights = list(payload["start"]), payload["weights"]
    _width(steps, 2)
    for pair in steps:
        allowed(pair, 1, len(weights), "item")
        distinct(pair, "item")
        _swapped(state, *map(state.index, pair))
    _is(state == payload["goal"], "the items are not in the wanted order")
    return sum(weights[x - 1] + weights[y - 1] for x, y in steps)


def _vanishing_pairs(payload: Payload, steps: list[int]) -> int:
    state = list(payload["values"])
    for i in steps:
        allowed([i], 1, len(state) - 1, "step on the row as it is then")
        _swapped(state, i - 1, i)
        while (at := next((at for at, (a, b) in enumerate(pairwise(state)) if a == b), None)) is not None:
            del state[at : at + 2]
    _is(not state, "the row is not empty")
    return len(steps)


def _reinsert(payload: Payload, steps: Steps) -> int:
    state = list(payload["values"])
    _width(steps, 2)
    for i, j in steps:
        allowed((i, j), 1, len(state), "place")
        state.insert(j - 1, state.pop(i - 1))
    _is(state == sorted(state), "the row is not sorted")
    return len(steps)


def _swap_columns(payload: Payload, given: list[int]) -> int:
    upper, lower = list(payload["first"]), list(payload["second"])
    allowed(given, 1, len(upper), "column")
    distinct(given, "column")
    for at in given:
        upper[at - 1], lower[at - 1] = lower[at - 1], upper[at - 1]
    _is(all(len(set(line)) == len(line) for line in (upper, lower)), "a number stands twice in a row")
    return len(given)


def _round_table(payload: Payload, orders: Steps) -> int:
    friends = payload["friends"]
    seats = list(range(1, len(friends) + 1))
    for order in orders:
        allowed(order, 1, len(seats), "student")
        distinct(order, "student")
        if len(order) < 2:
            raise Broken("An order names two students or more.")
        places = [seats.index(x) for x in order]
        for x, place in zip(order, places[1:] + places[:1], strict=True):
            seats[place] = x
    n = len(seats)
    _is(
        all({seats[at - 1], seats[(at + 1) % n]} == set(friends[x - 1]) for at, x in enumerate(seats)),
        "somebody does not sit between the two students that were named",
    )
    return sum(map(len, orders))


def _flip_blocks(payload: Payload, steps: Steps) -> int:
    bits = list(payload["bits"])
    _blocks(steps, len(bits))
    if len({last - first for first, last in steps}) > 1:
        raise Broken("All blocks must have the same length.")
    for first, last in steps:
        bits[first - 1 : last] = [1 - bit for bit in bits[first - 1 : last]]
    _is(not any(bits), "some digits are 1")
    return len(steps)


def _add_left(payload: Payload, steps: list[int]) -> int:
    state = list(payload["values"])
    allowed(steps, 2, len(state), "place that has a left neighbour")
    for i in steps:
        state[i - 1] += state[i - 2]
        if abs(state[i - 1]) > 10**9:
            raise Broken("The numbers become far too large.")
    _is(all(a <= b for a, b in pairwise(state)), "the row falls somewhere")
    return len(steps)


def _longest(values: Sequence[int]) -> int:
    """The length of a longest subsequence that never falls."""
    found: list[int] = []
    for at, value in enumerate(values):
        found.append(1 + max((found[before] for before in range(at) if values[before] <= value), default=0))
    return max(found)


def _raised(values: Sequence[int], steps: Steps, width: int = 2) -> list[int]:
    state = list(values)
    _blocks(steps, len(state), width)
    for first, last, *by in steps:
        for at in range(first - 1, last):
            state[at] += by[0] if by else 1
    return state


def _raise_blocks(payload: Payload, steps: Steps) -> int:
    if len(steps) > payload["most"]:
        raise Broken(f"At most {payload['most']} steps may be made.")
    return _longest(_raised(payload["values"], steps))


def _pour(payload: Payload, steps: Steps) -> int:
    state, level = list(payload["values"]), payload["level"]
    _width(steps, 2)
    for number, (i, j) in enumerate(steps, 1):
        allowed((i, j), 1, len(state), "place")
        if abs(i - j) != 1:
            raise Broken(f"Step {number} does not go to a neighbour.")
        if state[i - 1] <= level:
            raise Broken(f"In step {number} heap {i} does not hold more than {level} units.")
        state[i - 1] -= 1
        state[j - 1] += 1
    longest = run = 0
    for units in state:
        run = run + 1 if units >= level else 0
        longest = max(longest, run)
    return longest


def _level_ground(payload: Payload, steps: Steps) -> int:
    _width(steps, 3)
    for _, _, by in steps:
        if abs(by) not in (payload["a"], payload["b"]):
            raise Broken(f"{by} must not be added.")
    _is(not any(_raised(payload["values"], steps, 3)), "some heights are not 0")
    return len(steps)


def _build_wall(payload: Payload, steps: Steps) -> int:
    _is(_raised([0] * len(payload["values"]), steps) == payload["values"], "the heights are not those wanted")
    return len(steps)


def _lowered(payload: Payload, end: list[int]) -> None:
    exactly(end, len(payload["values"]), "numbers")
    if any(x < 0 for x in end):
        raise Broken("No number may be negative.")
    if any(x > y for x, y in zip(end, payload["values"], strict=True)):
        raise Broken("No number may be raised.")


def _dig(payload: Payload, end: list[int]) -> int:
    _lowered(payload, end)
    if sum(payload["values"]) - sum(end) > payload["most"]:
        raise Broken(f"That takes more than {payload['most']} steps.")
    if 0 not in end:
        raise Broken("At least one number must be 0.")
    return max(abs(a - b) for a, b in pairwise(end))


def _make_monotone(payload: Payload, end: list[int]) -> int:
    exactly(end, len(payload["values"]), "numbers")
    if end not in (sorted(end), sorted(end, reverse=True)):
        raise Broken("The row rises somewhere and falls somewhere else.")
    return sum(abs(a - b) for a, b in zip(payload["values"], end, strict=True))


def _fixed_sums(payload: Payload, end: list[int]) -> int:
    _lowered(payload, end)
    for x, y, total in payload["sums"]:
        if end[x - 1] + end[y - 1] != total:
            raise Broken(f"Places {x} and {y} do not have the sum {total}.")
    return sum(end) if payload["goal"] == "greatest" else -sum(end)


def _serve_days(payload: Payload, days: list[int]) -> int:
    allowed(days, 1, len(payload["comes"]), "day")
    distinct(days, "day")
    stock = 0
    for day, (more, asked) in enumerate(zip(payload["comes"], payload["asked"], strict=True), 1):
        stock += more
        if day in days:
            stock -= asked
            if stock < 0:
                raise Broken(f"There is not enough in stock on day {day}.")
    return len(days)


def _boost(payload: Payload, chosen: list[int]) -> int:
    allowed(chosen, 1, len(payload["intervals"]), "block")
    distinct(chosen, "block")
    exactly(chosen, payload["count"], "blocks")
    return min(_raised(payload["values"], [[*payload["intervals"][c - 1], payload["add"]] for c in chosen], 3))


def _turn_stones(payload: Payload, chosen: list[int]) -> list[int]:
    stones = payload["stones"]
    allowed(chosen, 1, len(stones), "stone")
    distinct(chosen, "stone")
    points = [(y, x) if at in chosen else (x, y) for at, (x, y, _) in enumerate(stones, 1)]
    sides = [max(line) - min(line) for line in zip(*points, strict=True)]
    return [2 * sum(sides), sum(stones[at - 1][2] for at in chosen)]


def _steps(worth: Callable[[Payload, Steps], int], largest: bool = False) -> Objective:
    return Objective(_GROUPS, worth, largest=largest, groups=True)


OBJECTIVES = {
    "alternate": _steps(_alternate),
    "match-rows": Objective(_ONES, _match_rows),
    "weighted-swaps": _steps(_weighted_swaps),
    "vanishing-pairs": Objective(_ONES, _vanishing_pairs),
    "reinsert": _steps(_reinsert),
    "swap-columns": Objective(_ONES, _swap_columns),
    "round-table": _steps(_round_table),
    "flip-blocks": _steps(_flip_blocks),
    "add-left": Objective(_ONES, _add_left),
    "raise-blocks": _steps(_raise_blocks, largest=True),
    "pour": _steps(_pour, largest=True),
    "level-ground": _steps(_level_ground),
    "build-wall": _steps(_build_wall),
    "dig": Objective(_ONES, _dig),
    "make-monotone": Objective(_ONES, _make_monotone),
    "fixed-sums": Objective(_ONES, _fixed_sums, largest=True),
    "serve-days": Objective(_ONES, _serve_days, largest=True),
    "boost": Objective(_ONES, _boost, largest=True),
    "turn-stones": Objective(_ONES, _turn_stones),
}


def verify(payload: Payload, answer: str) -> Verdict:
    """Score the operations, or what they lead to."""
    return judge(OBJECTIVES, payload, answer, nouns=("steps", "operations", "row", "days", "columns", "orders"))
