"""Relative positions a second time: sentences are used again and again until nothing changes, in other coordinates.

On grids a cell is a complex number (of hexagons one with whole multiples of a half and of the root of 3, kept apart);
at the table the chairs are tried; of directions each of the three that there are along an axis is tried, and what
contradicts the sentences falls away.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..base import Json
from ..in_order import confirming_any

_HEXAGONS = {
    "north": 2j, "north-east": 1 + 1j, "south-east": 1 - 1j,
    "south": -2j, "south-west": -1 - 1j, "north-west": -1 + 1j,
}  # fmt: skip


def _vector(way: str, shape: str) -> complex:
    """One step; in a grid of hexagons the real part counts by half the root of 3, the imaginary one by halves."""
    if shape == "hexagon":
        return _HEXAGONS[way]
    return complex(("east" in way) - ("west" in way), ("north" in way) - ("south" in way))


def _places(problem: Mapping[str, Json], start: str) -> dict[str, complex]:
    """Where everybody is who is joined to `start`."""
    found = {start: 0j}
    for _ in problem["told"]:
        for one, number, way, two in problem["told"]:
            step = number * _vector(way, problem["shape"])
            if two in found:
                found.setdefault(one, found[two] + step)
            if one in found:
                found.setdefault(two, found[one] - step)
    return found


def _on_a_grid(problem: Mapping[str, Json], path: list[Json]) -> str:
    start, *legs = path
    end = sum((number * _vector(way, problem["shape"]) for number, way in legs), 0j)
    return next((name for name, at in _places(problem, start).items() if at == end), "")


def _chairs(problem: Mapping[str, Json]) -> dict[str, int]:
    """Everybody's chair if the first one of the first sentence has chair 0."""
    names = problem["names"]
    found = {problem["told"][0][0]: 0}
    for _ in names:
        for one, number, way, two in problem["told"]:
            for chair in range(len(names)):
                turned = number if way != "anticlockwise" else -number
                if two in found and (found[two] + turned) % len(names) == chair:
                    found.setdefault(one, chair)
                if one in found and (chair + turned) % len(names) == found[one]:
                    found.setdefault(two, chair)
    left = set(range(len(names))) - set(found.values())
    return found | dict(zip((name for name in names if name not in found), left, strict=True))


def _at_the_table(problem: Mapping[str, Json], path: list[Json]) -> str:
    chairs = _chairs(problem)
    start, *legs = path
    end = chairs[start] + sum(number if way == "clockwise" else -number for number, way in legs)
    return next(name for name, chair in chairs.items() if chair == end % len(chairs))


def _in_a_tree(problem: Mapping[str, Json], path: list[Json]) -> str:
    above = {name: (side, other) for sort, name, side, other in problem["told"] if sort == "child"}
    for sort, name, side, other in problem["told"]:
        if sort == "sibling":
            above[name] = (side, above[other][1])
    at, *steps = path
    for step in steps:
        if step == "parent":
            at = above[at][1]
        elif step == "sibling":
            at = next(name for name, (_, other) in above.items() if other == above[at][1] and name != at)
        else:
            at = next(name for name, place in above.items() if place == (step.split()[0], at))
    return str(at)


def _possible(names: Iterable[str], less: list[tuple[str, str]], level: list[tuple[str, str]]) -> bool:
    """Whether places along an axis can be less, or level, as is said: no circle holds a "less"."""
    group = {name: name for name in names}
    for one, two in level:
        old, new = group[one], group[two]
        group = {name: new if other == old else other for name, other in group.items()}
    edges = {(group[one], group[two]) for one, two in less}
    left = set(group.values())
    while left:
        first = {name for name in left if not any(two == name and one in left for one, two in edges)}
        if not first:
            return False
        left -= first
    return True


def _sign(problem: Mapping[str, Json], words: tuple[str, str], one: str, two: str) -> str:
    """Which of two words says where `one` is from `two`, or none of them; ``?`` if that is left open."""
    low, high = words
    less, level, names = [], [], set()
    for a, way, b in problem["told"]:
        names |= {a, b}
        parts = way.split("-")
        if high in parts or low in parts:
            less.append((b, a) if high in parts else (a, b))
        else:
            level.append((a, b))
    tries = {low: [(one, two)], high: [(two, one)], "": []}
    fitting = [
        word
        for word, pairs in tries.items()
        if _possible(names, less + pairs, level + ([] if pairs else [(one, two)]))
    ]
    return fitting[0] if len(fitting) == 1 else "?"


def _by_compass(problem: Mapping[str, Json], pair: list[str]) -> str:
    one, two = pair
    signs = _sign(problem, ("south", "north"), one, two), _sign(problem, ("west", "east"), one, two)
    return "".join(sign[:1] for sign in signs)


def solve(problem: Mapping[str, Json]) -> list[str] | list[int]:
    """The names or directions in small letters, or the numbers of steps to the east and to the north."""
    if problem["kind"] == "offset":
        one, two = problem["asked"][0]
        way = _places(problem, one)[two]
        return [round(way.real), round(way.imag)]
    ways = {"ring": _at_the_table, "tree": _in_a_tree, "compass": _by_compass}
    way_of = ways.get(problem["kind"], _on_a_grid)
    return [way_of(problem, path).lower() for path in problem["asked"]]


confirms = confirming_any(solve)
