"""Checks schedules: every job once, every rule kept, and what comes out of it compared with the best."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate, pairwise

from ..base import Verdict
from ..optimum import Broken, Objective, Payload, accepted_forms, allowed, distinct, exactly, judge

__all__ = ["accepted_forms", "verify"]

_ORDER = "Give the numbers of all jobs in their order, separated by commas."
_GROUPS = "Give the numbers of each group with spaces between them, and semicolons between the groups."


def _order(given: list[int], n: int, noun: str = "job") -> list[int]:
    """The order, from 0."""
    allowed(given, 1, n, noun)
    distinct(given, noun)
    exactly(given, n, f"{noun}s")
    return [j - 1 for j in given]


def _ends(payload: Payload, given: list[int]) -> list[tuple[int, int]]:
    """Each job with the moment at which it ends."""
    order = _order(given, len(payload["times"]))
    return list(zip(order, accumulate(payload["times"][j] for j in order), strict=True))


def _weighted_starts(payload: Payload, given: list[int]) -> int:
    return sum((end - payload["times"][j]) * payload["weights"][j] for j, end in _ends(payload, given))


def _lateness(payload: Payload, given: list[int]) -> int:
    ends = _ends(payload, given)
    for a, b in payload["needs"]:
        if given.index(a) > given.index(b):
            raise Broken(f"Job {a} has to come before job {b}.")
    return max(int(end - payload["due"][j]) for j, end in ends)


def _on_time(payload: Payload, given: list[int]) -> int:
    return sum(end <= payload["due"][j] for j, end in _ends(payload, given))


def _tardiness(payload: Payload, given: list[int]) -> int:
    return sum(max(0, end - payload["due"][j]) for j, end in _ends(payload, given))


def _flow_shop(payload: Payload, given: list[int]) -> int:
    first, second = 0, 0
    for j in _order(given, len(payload["first"])):
        first += payload["first"][j]
        second = max(first, second) + payload["second"][j]
    return int(second)


def _parallel(payload: Payload, groups: list[list[int]]) -> int:
    exactly(groups, payload["machines"], "machines")
    _order([j for group in groups for j in group], len(payload["times"]))
    return max(int(sum(payload["times"][j - 1] for j in group)) for group in groups)


def _colours(payload: Payload, given: list[int]) -> int:
    colours = payload["colours"]
    order = _order(given, len(colours), "car")
    for place, car in enumerate(order):
        if abs(place - car) > payload["most"]:
            raise Broken(f"Car {car + 1} stands more than {payload['most']} places from its old place.")
    return sum(colours[a] != colours[b] for a, b in pairwise(order))


def _products(payload: Payload, given: list[int]) -> int:
    before, worst = payload["king"], 0
    for j in _order(given, len(payload["left"]), "minister"):
        worst = max(worst, before // payload["right"][j])
        before *= payload["left"][j]
    return int(worst)


def _warehouses(payload: Payload, given: list[int]) -> int:
    places, goods, costs = payload["places"], payload["goods"], payload["costs"]
    allowed(given, 1, len(places), "factory")
    distinct(given, "factory")
    if len(places) not in given:
        raise Broken("The goods of the lowest factory come to no warehouse.")
    total = sum(costs[at - 1] for at in given)
    for at, (place, count) in enumerate(zip(places, goods, strict=True), 1):
        total += count * (places[min(b for b in given if b >= at) - 1] - place)
    return int(total)


def _medals(payload: Payload, groups: list[list[int]]) -> int:
    exactly(groups, len(payload["medals"]), "generals")
    for number, (group, count) in enumerate(zip(groups, payload["medals"], strict=True), 1):
        allowed(group, 1, 10**6, "type")
        distinct(group, "type")
        exactly(group, count, f"medals for general {number}")
        if set(group) & set(groups[number - 2]):
            raise Broken(f"General {number} and the one before have a type in common.")
    return len({medal for group in groups for medal in group})


def _listed(worth: Callable[[Payload, list[int]], int], largest: bool = False) -> Objective:
    return Objective(_ORDER, worth, largest=largest)


OBJECTIVES = {
    "weighted-starts": _listed(_weighted_starts),
    "lateness": _listed(_lateness),
    "on-time": _listed(_on_time, largest=True),
    "tardiness": _listed(_tardiness),
    "flow-shop": _listed(_flow_shop),
    "parallel": Objective(_GROUPS, _parallel, groups=True),
    "colours": _listed(_colours),
    "products": _listed(_products),
    "warehouses": _listed(_warehouses),
    "medals": Objective(_GROUPS, _medals, groups=True),
}


def verify(payload: Payload, answer: str) -> Verdict:
    """Score a schedule."""
    return judge(
        OBJECTIVES, payload, answer, nouns=("order", "jobs", "schedule", "cars", "ministers", "factories")
    )
