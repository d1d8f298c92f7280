"""Ordering puzzles a second time: places are filled one by one, and a clue is tried when its people are there."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from ..base import Json
from ..in_order import confirming_any


def solve(problem: Mapping[str, Json]) -> list[str] | None:
    """The names in their order; None if not exactly one order fits."""
    return _solved(json.dumps(problem))


@lru_cache(maxsize=64)
def _solved(text: str) -> list[str] | None:
    """The same, kept for a while: many answers to one puzzle are asked about in a row."""
    problem = json.loads(text)
    size, circle = problem["people"], problem["kind"] == "circle"
    found: list[dict[int, int]] = []
    for where in _filled({0: 0} if circle else {}, problem["clues"], size, circle):
        found.append(where)
        if len(found) > 1:
            return None
    if not found:
        return None
    order = sorted(found[0], key=found[0].__getitem__)
    return [problem["names"][person].lower() for person in order]


def _filled(where: dict[int, int], clues: Sequence[Json], size: int, circle: bool) -> Iterator[dict[int, int]]:
    """All ways to seat everybody, next the place behind those that are taken."""
    if len(where) == size:
        yield where
        return
    place = len(where)
    for person in range(size):
        if person not in where:
            tried = {**where, person: place}
            if all(_may_hold(clue, tried, size, circle) for clue in clues):
                yield from _filled(tried, clues, size, circle)


def _may_hold(clue: Json, where: Mapping[int, int], size: int, circle: bool) -> bool:
    """False if a clue is broken; people who have no place yet come later in the order."""
    sort, *rest = clue
    count = {"place": 1, "end": 1, "middle": 1, "between": 3, "before": 3}.get(sort, 2)
    if not all(person in where for person in rest[:count]):
        # Who stands to the left of somebody who has a place must have one.
        return not (sort == "left" and rest[1] in where)
    at = [where[person] for person in rest[:count]]
    if sort == "place":
        return bool(at[0] == rest[1])
    if sort == "end":
        return at[0] % (size - 1) == 0
    if sort == "middle":
        return at[0] % (size - 1) != 0
    if sort == "between":
        return sorted(at)[1] == at[0]
    if sort == "before":
        return (at[0] - at[1]) % size < (at[2] - at[1]) % size
    apart = at[0] - at[1]
    around = min(apart % size, -apart % size) if circle else abs(apart)
    return bool(
        {
            "left": apart < 0,
            "next": around == 1,
            "apart": around != 1,
            "opposite": around * 2 == size,
            "gap": sort == "gap" and around == rest[-1] + 1,
            "by": sort == "by" and (apart % size if circle else apart) == rest[-1],
        }[sort]
    )


confirms = confirming_any(solve)
