"""Checks choices about intervals, whose ends belong to them, and compares what they come to with the best."""

from __future__ import annotations

from ..answers import plain, without_unit
from ..base import Verdict
from ..optimum import Broken, Objective, Payload, accepted_forms, allowed, distinct, exactly, judge

__all__ = ["accepted_forms", "verify"]

_LARGEST = 10**6


def _holds(interval: list[int], point: int) -> bool:
    return interval[0] <= point <= interval[1]


def _common_part(payload: Payload, given: list[int]) -> int:
    exactly(given, 1, "number" if len(given) == 1 else "numbers")
    return given[0]


def _rays(payload: Payload, groups: list[list[int]]) -> int:
    if len(groups) > payload["count"]:
        raise Broken(f"There can be {payload['count']} rays at most, not {len(groups)}.")
    hit: dict[int, int] = {}
    for number, group in enumerate(groups, 1):
        exactly(group, 2, "coordinates of a point of each ray")
        if not all(0 < coordinate <= 1000 for coordinate in group):
            raise Broken("The coordinates of the points have to be from 1 to 1000.")
        x, y = group
        for j, (a, b, c, d) in enumerate(payload["segments"], 1):
            sides = a * y - b * x, c * y - d * x
            if min(sides) <= 0 <= max(sides):
                if j in hit:
                    raise Broken(f"The rays {hit[j]} and {number} both hit segment {j}.")
                hit[j] = number
    return len(hit)


def _prices(payload: Payload, given: list[int]) -> int:
    exactly(given, payload["shops"], "prices")
    if not all(0 < price <= _LARGEST for price in given):
        raise Broken("Prices have to be positive whole numbers, of a million at most.")
    lowest = [(min(given[a - 1 : b]), most) for a, b, most in payload["customers"]]
    return sum(price for price, most in lowest if price <= most)


def _capacities(payload: Payload, given: list[int]) -> int:
    intervals = payload["intervals"]
    allowed(given, 1, len(intervals), "interval")
    distinct(given, "interval")
    for point, limit in payload["most"]:
        holding = sum(_holds(intervals[j - 1], point) for j in given)
        if holding > limit:
            raise Broken(f"{holding} chosen intervals hold point {point}, more than {limit}.")
    return len(given)


def _matching(payload: Payload, pairs: list[list[int]]) -> int:
    intervals, places = payload["intervals"], payload["places"]
    for pair in pairs:
        exactly(pair, 2, "numbers for each pair")
    points, matched = [p for p, _ in pairs], [j for _, j in pairs]
    allowed(points, 1, len(places), "point")
    allowed(matched, 1, len(intervals), "interval")
    distinct(points, "point")
    distinct(matched, "interval")
    for p, j in pairs:
        if not _holds(intervals[j - 1], places[p - 1]):
            raise Broken(f"Point {p} is not in interval {j}.")
    return len(pairs)


def _colours(payload: Payload, given: list[int]) -> int:
    intervals = payload["intervals"]
    exactly(given, len(intervals), "colours")
    if not all(0 < colour <= _LARGEST for colour in given):
        raise Broken("Colours have to be positive whole numbers, of a million at most.")
    for j, (a, b) in enumerate(intervals):
        for i, (c, d) in enumerate(intervals[:j]):
            if a <= d and c <= b and given[i] == given[j]:
                raise Broken(f"The intervals {i + 1} and {j + 1} overlap and have the same colour.")
    return len(set(given))


def _cover(payload: Payload, given: list[int]) -> int:
    exactly(given, len(payload["intervals"]), "numbers of intervals")
    if not all(0 <= count <= _LARGEST for count in given):
        raise Broken("An interval can be bought no times or more often, up to a million times.")
    for point, need in enumerate(payload["needs"], 1):
        covered = sum(
            count
            for count, interval in zip(given, payload["intervals"], strict=True)
            if _holds(interval, point)
        )
        if covered < need:
            raise Broken(f"Point {point} is covered {covered} times and needs {need}.")
    return sum(count * cost for count, cost in zip(given, payload["costs"], strict=True))


def _points(payload: Payload, given: list[int]) -> int:
    allowed(given, 1, payload["last"], "point")
    distinct(given, "point")
    exactly(given, payload["count"], "points")
    for point in given:
        if not any(_holds(interval, point) for interval in payload["intervals"]):
            raise Broken(f"Point {point} is in no interval.")
    paid = zip(payload["intervals"], payload["costs"], strict=True)
    return sum(cost for interval, cost in paid if any(_holds(interval, point) for point in given))


OBJECTIVES = {
    "common-part": Objective("Give one integer.", _common_part, exact=True),
    "rays": Objective(
        "Give a point of each ray as x and y with a space between them, and semicolons between the rays.",
        _rays,
        largest=True,
        groups=True,
    ),
    "prices": Objective(
        "Give the price of each shop, separated by commas.", _prices, largest=True, maps=("shop", "price")
    ),
    "capacities": Objective(
        "Give the numbers of the chosen intervals, separated by commas.", _capacities, largest=True
    ),
    "matching": Objective(
        "Give each pair as point and interval with a space between them, and semicolons between the pairs.",
        _matching,
        largest=True,
        groups=True,
    ),
    "colours": Objective(
        "Give the colour of each interval, separated by commas.", _colours, maps=("interval", "colour")
    ),
    "cover": Objective(
        "Give how often each interval is bought, separated by commas.", _cover, maps=("interval", "")
    ),
    "points": Objective("Give the chosen points, separated by commas.", _points),
}


def verify(payload: Payload, answer: str) -> Verdict:
    """Score a choice."""
    if payload["kind"] == "common-part":
        answer = without_unit(plain(answer), ("choices", "ways"))
    return judge(
        OBJECTIVES, payload, answer, nouns=("intervals", "points", "pairs", "colours", "prices", "rays")
    )
