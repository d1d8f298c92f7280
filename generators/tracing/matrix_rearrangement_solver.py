"""Matrix rearrangement a second time: where each number of the new matrix comes from, cell by cell.

The maker works on whole rows and turns. Here a step is a rule from a new place to an old one. What was before, and what
many rounds make, is found by following places, not numbers: a round is a permutation with what it adds, and its powers
are made by squaring.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import median_low

from ..base import Json
from ..in_order import confirming_any

Cells = dict[tuple[int, int], int]
Place = tuple[int, int]
Shape = tuple[int, int]


def _cells(rows: Sequence[Sequence[int]]) -> tuple[Shape, Cells]:
    return (len(rows), len(rows[0])), {(r, c): x for r, row in enumerate(rows) for c, x in enumerate(row)}


def _ring(shape: Shape) -> list[Place]:
    """The border, clockwise, by walking along it."""
    high, wide = shape
    at, way = (0, 0), (0, 1)
    found = []
    while at not in found:
        found.append(at)
        to = at[0] + way[0], at[1] + way[1]
        if not (0 <= to[0] < high and 0 <= to[1] < wide):
            way = way[1], -way[0]
            to = at[0] + way[0], at[1] + way[1]
        at = to
    return found


def _source(name: str, by: Sequence[Json], shape: Shape) -> tuple[Shape, Callable[[int, int], Place]] | None:
    """The new shape and the old place of each new one; None for steps that look at the numbers."""
    high, wide = shape
    a, b = (*by, 0, 0)[:2]
    if name == "turn":
        return {
            1: ((wide, high), lambda r, c: (high - 1 - c, r)),
            2: ((high, wide), lambda r, c: (high - 1 - r, wide - 1 - c)),
            3: ((wide, high), lambda r, c: (c, wide - 1 - r)),
        }[a]
    if name == "border":
        ring = _ring(shape)
        back = {ring[(n + a) % len(ring)]: place for n, place in enumerate(ring)}
        return shape, lambda r, c: back.get((r, c), (r, c))
    other = {a - 1: b - 1, b - 1: a - 1} if name.startswith("swap") else {}
    rules: Mapping[str, tuple[Shape, Callable[[int, int], Place]]] = {
        "transpose": ((wide, high), lambda r, c: (c, r)),
        "anti": ((wide, high), lambda r, c: (high - 1 - c, wide - 1 - r)),
        "flip": (shape, lambda r, c: (r, wide - 1 - c) if a == "left" else (high - 1 - r, c)),
        "down": (shape, lambda r, c: ((r - a) % high, c)),
        "right": (shape, lambda r, c: (r, (c - a) % wide)),
        "swap rows": (shape, lambda r, c: (other.get(r, r), c)),
        "swap columns": (shape, lambda r, c: (r, other.get(c, c))),
        "snake": (shape, lambda r, c: (r, wide - 1 - c if r % 2 else c)),
        "drop row": ((high - 1, wide), lambda r, c: (r + (r >= a - 1), c)),
        "drop column": ((high, wide - 1), lambda r, c: (r, c + (c >= a - 1))),
        "cut": ((high - 1, wide), lambda r, c: (r + a - 1, c)),
        "twice": ((high + 1, wide), lambda r, c: (r - (r >= a), c)),
    }
    return rules.get(name)


def _all(shape: Shape) -> list[Place]:
    return [(r, c) for r in range(shape[0]) for c in range(shape[1])]


def _step(shape: Shape, cells: Cells, step: Sequence[Json]) -> tuple[Shape, Cells]:
    name, *by = step
    if (rule := _source(name, by, shape)) is not None:
        return rule[0], {place: cells[rule[1](*place)] for place in _all(rule[0])}
    if name == "add":
        return shape, {place: (x + by[0]) % 10 for place, x in cells.items()}
    if name == "replace":
        return shape, {place: by[1] if x == by[0] else x for place, x in cells.items()}
    along = 0 if name == "sort rows" else 1
    new = {}
    for place, x in cells.items():
        line = [(other[1 - along], y) for other, y in cells.items() if other[along] == place[along]]
        # The rank of a number in its line; of equal ones the one that stands first comes first.
        before = sum((y > x) if by[0] else (y < x) for _, y in line)
        before += sum(y == x and at < place[1 - along] for at, y in line)
        new[(place[0], before) if along == 0 else (before, place[1])] = x
    return shape, new


def _round(shape: Shape, steps: Sequence[Sequence[Json]]) -> tuple[Shape, dict[Place, Place], int]:
    """Where each number comes from after all steps, and what was added to all of them."""
    known = {place: n for n, place in enumerate(_all(shape))}
    places, end, labels, added = _all(shape), shape, dict(known), 0
    for name, *by in steps:
        if name == "add":
            added += by[0]
            continue
        end, labels = _step(end, labels, [name, *by])
    return end, {place: places[label] for place, label in labels.items()}, added


def solve(problem: Mapping[str, Json]) -> list[str]:
    """The numbers that are asked for, row by row."""
    kind = problem["kind"]
    shape, cells = _cells(problem["matrix"])
    if kind == "listed":
        return [str(cells[place]) for place in _order(shape, *problem["order"])]
    if kind == "pool":
        high, wide = problem["high"], problem["wide"]
        kinds: Mapping[str, Callable[[list[int]], int]] = {
            "largest": max,
            "smallest": min,
            "median": median_low,
            "mean": lambda block: sum(block) // len(block),
        }
        worth = kinds[problem["what"].split()[0]]
        found = []
        for r, c in _all((shape[0] // high, shape[1] // wide)):
            block = [x for (i, j), x in cells.items() if i // high == r and j // wide == c]
            found.append(worth(block))
        return list(map(str, found))
    if kind == "chain":
        for step in problem["steps"]:
            shape, cells = _step(shape, cells, step)
        return [str(cells[place]) for place in _all(shape)]
    if kind == "before":
        lying = sum(
            name in ("transpose", "anti") or (name == "turn" and by != [2]) for name, *by in problem["steps"]
        )
        start = (shape[1], shape[0]) if lying % 2 else shape
        _, source, added = _round(start, problem["steps"])
        old = {source[place]: (cells[place] - added) % 10 for place in _all(shape)}
        return [str(old[place]) for place in _all(start)]
    _, once, added = _round(shape, problem["steps"])
    power, times = {place: place for place in once}, problem["times"]
    left = times
    while left:
        if left % 2:
            power = {place: once[power[place]] for place in power}
        once = {place: once[once[place]] for place in once}
        left //= 2
    return [str((cells[power[place]] + added * times) % 10) for place in _all(shape)]


def _order(shape: Shape, sort: str, corner: int, clockwise: bool) -> list[Place]:
    """The places in the order in which they are read."""
    high, wide = shape
    if sort == "snake":
        return sorted(_all(shape), key=lambda at: (at[1], -at[0] if at[1] % 2 else at[0]))
    if sort == "diagonals":
        return sorted(_all(shape), key=lambda at: (sum(at), at[0]))
    at = ((0, 0), (0, wide - 1), (high - 1, wide - 1), (high - 1, 0))[corner]
    ways = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    turn = 1 if clockwise else -1
    way = corner if clockwise else (corner + 1) % 4
    seen: list[Place] = []
    left = set(_all(shape))
    while left:
        seen.append(at)
        left.discard(at)
        to = at[0] + ways[way][0], at[1] + ways[way][1]
        if to not in left:
            way = (way + turn) % 4
            to = at[0] + ways[way][0], at[1] + ways[way][1]
        at = to
    return seen[::-1] if sort == "outwards" else seen


confirms = confirming_any(solve)
