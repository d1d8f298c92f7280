"""Object inventory a second time: every object by itself, a record of its properties; nothing is added up."""

from __future__ import annotations

from collections.abc import Mapping

from ..base import Json
from ..in_order import confirming_any

Thing = dict[str, str]


def solve(problem: Mapping[str, Json]) -> int | list[int]:
    """The number of objects that are asked for, or the numbers."""
    told = problem["told"]
    things = [dict(zip(told, each, strict=True)) for number, *each in problem["start"] for _ in range(number)]
    for update in problem["updates"]:
        things = _after(things, update, told)
    counts = [len(_among(things, wanted)) for wanted in problem["asked"]]
    return counts if problem["kind"] == "tally" else counts[0]


def _among(things: list[Thing], wanted: Thing) -> list[Thing]:
    return [thing for thing in things if wanted.items() <= thing.items()]


def _after(things: list[Thing], update: list[Json], told: list[str]) -> list[Thing]:
    match update:
        case ["add", number, each]:
            return things + [dict(zip(told, each, strict=True)) for _ in range(number)]
        case ["lose", number, each]:
            left = list(things)
            for _ in range(number):
                left.remove(dict(zip(told, each, strict=True)))
            return left
        case ["paint", wanted, colour]:
            return [
                {**thing, "colour": colour} if wanted.items() <= thing.items() else thing for thing in things
            ]
        case ["remove", wanted]:
            return [thing for thing in things if not wanted.items() <= thing.items()]
        case ["double", wanted]:
            return things + _among(things, wanted)
        case ["exchange", wanted, times, name, value]:
            kept = [thing for thing in things if not wanted.items() <= thing.items()]
            return kept + [{**thing, name: value} for thing in _among(things, wanted) for _ in range(times)]
        case ["compare", one, two, wanted, colour]:
            if len(_among(things, one)) > len(_among(things, two)):
                return _after(things, ["paint", wanted, colour], told)
            return _after(things, ["remove", wanted], told)
    raise ValueError(f"unknown update: {update!r}")


confirms = confirming_any(solve)
