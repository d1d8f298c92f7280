"""Checks where things are put: places that exist, as many as asked for; then all distances are worked out anew."""

from __future__ import annotations

import heapq

from ..base import Verdict
from ..optimum import Broken, Objective, Payload, accepted_forms, allowed, distinct, exactly, judge

__all__ = ["accepted_forms", "verify"]


def _far(payload: Payload, starts: list[int]) -> dict[int, int]:
    """How far each vertex is from the nearest one of some vertices."""
    near: dict[int, list[tuple[int, int]]] = {}
    for u, v, w in payload["edges"]:
        near.setdefault(u, []).append((v, w))
        near.setdefault(v, []).append((u, w))
    far: dict[int, int] = {}
    heap = [(0, v) for v in starts]
    while heap:
        spent, v = heapq.heappop(heap)
        if v not in far:
            far[v] = spent
            for u, w in near.get(v, ()):
                heapq.heappush(heap, (spent + w, u))
    return far


def _centers(payload: Payload, given: list[int]) -> int:
    exactly(given, payload["count"], "vertices")
    allowed(given, 1, payload["vertices"], "vertex")
    distinct(given, "vertex")
    return max(_far(payload, given).values())


def _line(payload: Payload, given: list[int]) -> int:
    points: list[int] = payload["points"]
    exactly(given, payload["count"], "points")
    distinct(given, "point")
    for place in given:
        if place not in points:
            raise Broken(f"There is no point at {place}.")
    return sum(min(abs(place - point) for place in given) for point in points)


def _bridges(payload: Payload, given: list[int]) -> int:
    exactly(given, payload["count"], "bridges")
    allowed(given, 1, payload["most"], "place")
    return sum(min(abs(a - p) + abs(p - b) for p in given) for a, b in payload["ways"])


def _plane(payload: Payload, given: list[int]) -> int:
    exactly(given, 2, "numbers")
    allowed(given, 1, payload["most"], "place")
    x, y = given
    return sum(w * max(abs(x - a), abs(y - b)) for a, b, w in payload["places"])


def _squares(payload: Payload, given: list[int]) -> int:
    """The sum of the costs, multiplied by the square of the number of groups, so that it is whole."""
    exactly(given, 1, "number")
    groups: list[list[int]] = payload["groups"]
    return sum(min((given[0] - len(groups) * point) ** 2 for point in group) for group in groups)


OBJECTIVES = {
    "vertex-centers": Objective("Give the chosen vertices, separated by commas.", _centers),
    "line-medians": Objective("Give the places of the chosen points, separated by commas.", _line),
    "bridges": Objective("Give the places of the bridges, separated by commas.", _bridges),
    "chebyshev": Objective("Give x and y, separated by a comma.", _plane),
    "squares": Objective("Give one whole number.", _squares),
}


def verify(payload: Payload, answer: str) -> Verdict:
    """Score a choice of vertices, points, bridges or of a place."""
    nouns = ("vertices", "points", "point", "places", "bridges", "place", "number", "centers", "centres")
    return judge(OBJECTIVES, payload, answer, nouns=nouns)
