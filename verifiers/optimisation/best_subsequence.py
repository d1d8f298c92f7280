"""Checks chosen positions, runs and numbers of a row: the order rule holds, and no choice is worth more.

Positions are counted from 1 and have to rise; the ends of a run both belong to it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from ..base import Verdict
from ..optimum import (
    Broken,
    Objective,
    Payload,
    accepted_forms,
    allowed,
    distinct,
    exactly,
    judge,
    rising,
)

__all__ = ["accepted_forms", "verify"]

_CHOSEN = "Give the chosen positions as whole numbers, separated by commas."
_RUN = "Give the first and the last position of the run, separated by a comma."
_NUMBERS = "Give whole numbers separated by commas."


def _chosen(row: Sequence[int], given: list[int]) -> list[int]:
    """The numbers at the chosen positions."""
    if not given:
        raise Broken("No position is chosen.")
    allowed(given, 1, len(row), "position")
    rising(given, "positions")
    return [row[place - 1] for place in given]


def _counted(payload: Payload, row: Sequence[int], given: list[int]) -> list[int]:
    numbers = _chosen(row, given)
    exactly(given, payload["count"], "positions")
    return numbers


def _weighted(payload: Payload, given: list[int]) -> int:
    if any(a > b for a, b in pairwise(_chosen(payload["numbers"], given))):
        raise Broken("A chosen number is smaller than the one before it.")
    return sum(payload["weights"][place - 1] for place in given)


def _mountain(payload: Payload, given: list[int]) -> int:
    steps = [b - a for a, b in pairwise(_chosen(payload["numbers"], given))]
    if 0 in steps:
        raise Broken("Two chosen numbers that follow each other are equal.")
    if any(a < 0 < b for a, b in pairwise(steps)):
        raise Broken("The chosen numbers rise again after a fall.")
    return len(given)


def _longest(numbers: Sequence[int]) -> int:
    """The length of a longest non-decreasing subsequence."""
    lengths: list[int] = []
    for j, number in enumerate(numbers):
        lengths.append(1 + max((lengths[i] for i in range(j) if numbers[i] <= number), default=0))
    return max(lengths, default=0)


def _broken(payload: Payload, given: list[int]) -> int:
    numbers = payload["numbers"]
    _chosen(numbers, given)
    erased = set(given)
    left = [number for place, number in enumerate(numbers, 1) if place not in erased]
    if _longest(left) >= _longest(numbers):
        raise Broken("The longest non-decreasing subsequence is still as long.")
    return sum(payload["costs"][place - 1] for place in given)


def _reversed(payload: Payload, given: list[int]) -> int:
    changed = list(payload["numbers"])
    for place, number in zip(given, reversed(_chosen(payload["numbers"], given)), strict=True):
        changed[place - 1] = number
    return _longest(changed)


def _own_places(payload: Payload, given: list[int]) -> int:
    return sum(number == place for place, number in enumerate(_chosen(payload["numbers"], given), 1))


def _largest(payload: Payload, given: list[int]) -> list[int]:
    return _counted(payload, payload["numbers"], given)


def _apart(payload: Payload, given: list[int]) -> int:
    numbers = _counted(payload, payload["numbers"], given)
    for a, b in pairwise(given):
        if b == a + 1:
            raise Broken(f"The positions {a} and {b} are next to each other.")
    return sum(numbers)


def _houses(payload: Payload, given: list[int]) -> int:
    places = _counted(payload, payload["places"], given)
    efforts: int = sum(payload["efforts"][i - 1] for i in given)
    return 2 * max(places) + efforts


def _run(row: Sequence[Any], given: list[int], numbers: int = 2) -> Any:
    """What stands in a run."""
    exactly(given, numbers, "positions")
    allowed(given, 1, len(row), "position")
    if given[0] > given[1]:
        raise Broken("The run ends before it begins.")
    return row[given[0] - 1 : given[1]]


def _even(payload: Payload, given: list[int]) -> int:
    run = _run(payload["numbers"], given)
    if max(run) - min(run) > payload["spread"]:
        raise Broken(f"Two numbers of the run differ by more than {payload['spread']}.")
    return len(run)


def _balanced(payload: Payload, given: list[int]) -> int:
    run = _run(payload["letters"], given)
    for side, name in ((run, "beginning"), (run[::-1], "ending")):
        more = 0
        for letter in side:
            more += 1 if letter == "a" else -1
            if more < 0:
                raise Broken(f"There is more b than a at the {name} of the run.")
    return len(run)


def _window(payload: Payload, given: list[int]) -> int:
    run = _run(payload["numbers"], given)
    if not payload["low"] <= len(run) <= payload["high"]:
        raise Broken(f"The run has {len(run)} numbers, not from {payload['low']} to {payload['high']}.")
    return sum(run)


def _zeroed(payload: Payload, given: list[int]) -> int:
    numbers, width = list(payload["numbers"]), payload["width"]
    _run(numbers, given, 3)
    allowed(given[2:], 1, len(numbers) - width + 1, "place for the first zero")
    numbers[given[2] - 1 : given[2] - 1 + width] = [0] * width
    run = _run(numbers, given[:2])
    if sum(run) > payload["limit"]:
        raise Broken(f"The sum of the run is {sum(run)}, above {payload['limit']}.")
    return len(run)


def _appended(payload: Payload, given: list[int]) -> int:
    exactly(given, payload["count"], "numbers")
    allowed(given, 0, payload["values"] - 1, "value")
    total, ending = 0, dict[int, int]()
    for number in [*payload["numbers"], *given]:
        fresh = total + 1
        total += fresh - ending.get(number, 0)
        ending[number] = fresh
    return total


def _permutation(payload: Payload, given: list[int]) -> int:
    numbers = payload["numbers"]
    exactly(given, len(numbers), "numbers")
    allowed(given, 1, len(numbers), "number of the permutation")
    distinct(given, "number")
    rises: list[int] = []
    for j, b in enumerate(given):
        rises.append(1 + max((rises[i] for i in range(j) if given[i] < b), default=0))
        if rises[j] != numbers[j]:
            raise Broken(
                f"The longest rise that ends at place {j + 1} has the length {rises[j]}, not {numbers[j]}."
            )
    falls: list[int] = []
    for j, b in enumerate(reversed(given)):
        falls.append(1 + max((falls[i] for i in range(j) if given[-1 - i] < b), default=0))
    return sum(falls)


def _one(payload: Payload, given: list[int]) -> int:
    exactly(given, 1, "number")
    return given[0]


def _ranked(payload: Payload, given: list[int]) -> list[int]:
    row = iter(payload["numbers"])
    if not given or not all(number in row for number in given):
        raise Broken("This list is no subsequence of the row.")
    return given


OBJECTIVES = {
    "weighted-rise": Objective(_CHOSEN, _weighted, largest=True),
    "mountain": Objective(_CHOSEN, _mountain, largest=True),
    "broken-rise": Objective(_CHOSEN, _broken),
    "reversed-choice": Objective(_CHOSEN, _reversed, largest=True),
    "own-places": Objective(_CHOSEN, _own_places, largest=True),
    "largest-in-order": Objective(_CHOSEN, _largest, largest=True),
    "non-adjacent": Objective(_CHOSEN, _apart, largest=True),
    "houses": Objective(_CHOSEN, _houses, largest=True),
    "even-run": Objective(_RUN, _even, largest=True),
    "balanced-run": Objective(_RUN, _balanced, largest=True),
    "window-sum": Objective(_RUN, _window, largest=True),
    "zeroed-run": Objective("Give three positions, separated by commas.", _zeroed, largest=True),
    "appended": Objective(_NUMBERS, _appended, largest=True),
    "permutation": Objective(_NUMBERS, _permutation, largest=True),
    "repeated-rise": Objective("Give one whole number.", _one, exact=True),
    "ranked": Objective(_NUMBERS, _ranked, exact=True),
}


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, the chosen positions or numbers."""
    return judge(
        OBJECTIVES, payload, answer, ("positions", "chosen positions", "run", "numbers", "permutation", "list")
    )
