"""Orders with prerequisites a second time: by all that comes before each course, directly or not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..base import Json
from ..in_order import read_items


def _before(courses: Sequence[str], rules: Sequence[Sequence[str]]) -> dict[str, set[str]]:
    """For each course those that have to come before it (Warshall's closure)."""
    found = {c: {a for a, b in rules if b == c} for c in courses}
    for middle in courses:
        for c in courses:
            if middle in found[c]:
                found[c] |= found[middle]
    return found


def solve(problem: Mapping[str, Json]) -> list[str]:
    """The one order of kind ``least`` or ``earliest``."""
    courses = sorted(problem["courses"])
    before = _before(courses, problem["rules"])
    order: list[str] = []
    if problem["kind"] == "least":
        while len(order) < len(courses):
            order.append(min(c for c in courses if c not in order and before[c] <= set(order)))
        return order

    def place(group: set[str]) -> None:
        for c in sorted(group):
            if c not in order:
                place(before[c] - set(order))
                order.append(c)

    place(set(courses))
    return order


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer, courses with commas between them, is right."""
    by_name = {c.lower(): c for c in payload["courses"]}
    items = read_items(answer)
    if items is None or not set(items) <= by_name.keys():
        return False
    given = [by_name[item] for item in items]
    if payload["kind"] != "any":
        return given == solve(payload)
    before = _before(payload["courses"], payload["rules"])
    if all(c not in before[c] for c in before):  # no circle: each course once, and nothing needed behind it
        return sorted(given) == sorted(by_name.values()) and all(
            not before[c] & set(given[at:]) for at, c in enumerate(given)
        )
    if len(given) > 1 and given[0] == given[-1]:
        given = given[:-1]
    rules = {(a, b) for a, b in payload["rules"]}
    return len(set(given)) == len(given) > 1 and all((given[i - 1], c) in rules for i, c in enumerate(given))
