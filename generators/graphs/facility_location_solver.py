"""Facility location a second time: all choices, with the distances of each place worked out once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, combinations_with_replacement

from ..kernels.optimum import Worth, confirming_optimum

Given = list[int]
Edges = list[list[int]]
Rows = dict[int, list[int]]
"""For each place the distances of all that is served."""


def _served(rows: Rows, chosen: Iterable[int]) -> list[int]:
    return list(map(min, zip(*(rows[place] for place in chosen), strict=True)))


def _distances(vertices: int, edges: Edges) -> Rows:
    """From each vertex, by going over all edges until nothing changes."""
    rows: Rows = {}
    for start in range(1, vertices + 1):
        far = {start: 0}
        changed = True
        while changed:
            changed = False
            for a, b, w in edges:
                for u, v in ((a, b), (b, a)):
                    if u in far and far[u] + w < far.get(v, far[u] + w + 1):
                        far[v] = far[u] + w
                        changed = True
        rows[start] = [far[v] for v in range(1, vertices + 1)]
    return rows


def _subset(given: Given, rows: Rows, count: int) -> bool:
    return len(set(given)) == len(given) == count and set(given) <= rows.keys()


def _centers(given: Given, vertices: int, edges: Edges, count: int) -> int | None:
    rows = _distances(vertices, edges)
    return max(_served(rows, given)) if _subset(given, rows, count) else None


def _centers_best(vertices: int, edges: Edges, count: int) -> int:
    rows = _distances(vertices, edges)
    return min(max(_served(rows, chosen)) for chosen in combinations(rows, count))


def _points(points: Given) -> Rows:
    return {p: [abs(p - q) for q in points] for p in points}


def _line(given: Given, points: Given, count: int) -> int | None:
    rows = _points(points)
    return sum(_served(rows, given)) if _subset(given, rows, count) else None


def _line_best(points: Given, count: int) -> int:
    rows = _points(points)
    return min(sum(_served(rows, chosen)) for chosen in combinations(points, count))


def _bridges(given: Given, ways: Edges, most: int, count: int) -> int | None:
    if len(given) != count or not all(0 < p <= most for p in given):
        return None
    return sum(_served({p: [abs(a - p) + abs(b - p) for a, b in ways] for p in given}, given))


def _bridges_best(ways: Edges, most: int, count: int) -> int:
    """A bridge moves to some end of a way without making anything longer."""
    rows = {p: [abs(a - p) + abs(b - p) for a, b in ways] for p in sorted({end for way in ways for end in way})}
    return min(sum(_served(rows, chosen)) for chosen in combinations_with_replacement(rows, count))


def _plane(given: Given, places: Edges, most: int) -> int | None:
    if len(given) != 2 or not all(0 < n <= most for n in given):
        return None
    return sum(w * max(abs(given[0] - x), abs(given[1] - y)) for x, y, w in places)


def _plane_best(places: Edges, most: int) -> int:
    every = range(1, most + 1)
    return min(sum(w * max(abs(a - x), abs(b - y)) for x, y, w in places) for a in every for b in every)


def _squared(times: int, groups: Sequence[Given]) -> int:
    return sum(min(abs(times - len(groups) * x) for x in group) ** 2 for group in groups)


def _squares(given: Given, groups: list[Given]) -> int | None:
    return _squared(given[0], groups) if len(given) == 1 else None


def _squares_best(groups: list[Given]) -> int:
    ends = [len(groups) * x for group in groups for x in group]
    return min(_squared(times, groups) for times in range(min(ends), max(ends) + 1))


_KINDS: dict[str, tuple[Callable[..., Worth | None], Callable[..., Worth]]] = {
    "vertex-centers": (_centers, _centers_best),
    "line-medians": (_line, _line_best),
    "bridges": (_bridges, _bridges_best),
    "chebyshev": (_plane, _plane_best),
    "squares": (_squares, _squares_best),
}
confirms = confirming_optimum(_KINDS)
