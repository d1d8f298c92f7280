"""Assignments a second time: they are valued by other code, and optima come from other methods.

These are: sets of columns (`cheapest`, and with all pairs of sums that no other beats: `quotient`, `product`), sets of
columns again for each limit (`kth-largest`), edges in or out with a bound (`heaviest`), and the densest set of players
(`games`). Where all allowed answers are right, one of them is its own proof.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import chain

from ..kernels.optimum import Worth, confirming_optimum

Lists = list[list[int]]
_PARTS = 10**9


def _values(given: list[int], table: Lists) -> list[int] | None:
    if (
        len(given) != len(table)
        or len(set(given)) < len(given)
        or not set(given) <= set(range(1, len(table[0]) + 1))
    ):
        return None
    return [line[column - 1] for line, column in zip(table, given, strict=True)]


def _cost(given: list[int], costs: Lists) -> int | None:
    values = _values(given, costs)
    return None if values is None else sum(values)


def _ratio(given: list[int], first: Lists, second: Lists) -> int | None:
    a, b = _cost(given, first), _cost(given, second)
    return None if a is None or b is None else a * _PARTS // b


def _times(given: list[int], first: Lists, second: Lists) -> int | None:
    a, b = _cost(given, first), _cost(given, second)
    return None if a is None or b is None else a * b


def _kth(given: list[int], grid: Lists, rank: int) -> int | None:
    values = _values(given, grid)
    return None if values is None else sorted(values, reverse=True)[rank - 1]


def _moved(given: Lists, bits: Lists) -> Lists | None:
    everything = list(range(1, len(bits) + 1))
    if len(given) != 2 or any(sorted(order) != everything for order in given):
        return None
    return [[bits[i - 1][j - 1] for j in given[1]] for i in given[0]]


def _one_diagonal(given: Lists, bits: Lists, made: Lists) -> int | None:
    table = _moved(given, bits)
    return 1 if table and all(line[i] for i, line in enumerate(table)) else None


def _two_diagonals(given: Lists, bits: Lists, made: Lists) -> int | None:
    table = _moved(given, bits)
    return 1 if table and all(line[i] and line[-1 - i] for i, line in enumerate(table)) else None


def _weight(given: Lists, vertices: int, edges: Lists) -> int | None:
    ends = [vertex for pair in given for vertex in pair]
    chosen = [edge[2] for edge in edges if edge[:2] in given or edge[1::-1] in given]
    right = len(set(ends)) == len(ends) == 2 * len(given) == 2 * len(chosen)
    return sum(chosen) if right and all(len(pair) == 2 for pair in given) else None


def _strung(given: Lists, counts: list[int]) -> int | None:
    if any(len(set(pair)) != 2 or len(pair) != 2 for pair in given):
        return None
    return 1 if Counter(chain.from_iterable(given)) == Counter(dict(enumerate(counts, 1))) else None


def _wins(given: list[int], players: int, games: Lists) -> int | None:
    if len(given) != len(games) or any(w not in game for w, game in zip(given, games, strict=True)):
        return None
    return max(Counter(given).values())


def _seated(given: Lists, sizes: list[int], rooms: list[int]) -> int | None:
    if [len(set(at)) for at in given] != sizes or [len(at) for at in given] != sizes:
        return None
    taken = Counter(chain.from_iterable(given))
    fits = all(
        table in range(1, len(rooms) + 1) and count <= rooms[table - 1] for table, count in taken.items()
    )
    return 1 if fits else None


def _stable(given: list[int], students: Lists, tutors: Lists) -> int | None:
    n = len(students)
    if sorted(given) != list(range(1, n + 1)):
        return None
    for s in range(n):
        for t in range(n):
            own, other = given[s], given.index(t + 1) + 1
            liked = students[s].index(t + 1) < students[s].index(own)
            if liked and tutors[t].index(s + 1) < tutors[t].index(other):
                return None
    return 1


def _least_cost(costs: Lists) -> int:
    best = {0: 0}
    for line in costs:
        after: dict[int, int] = {}
        for taken, so_far in best.items():
            for j, cost in enumerate(line):
                if not taken >> j & 1:
                    key = taken | 1 << j
                    after[key] = min(after.get(key, 10**9), so_far + cost)
        best = after
    return min(best.values())


def _front(sums: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """The pairs that no other one is below in both places."""
    kept: list[tuple[int, int]] = []
    for a, b in sorted(sums):
        if not kept or b < kept[-1][1]:
            kept.append((a, b))
    return kept


def _fronts(first: Lists, second: Lists) -> list[tuple[int, int]]:
    """All pairs of least sums of both tables."""
    best: dict[int, list[tuple[int, int]]] = {0: [(0, 0)]}
    for xs, ys in zip(first, second, strict=True):
        after: dict[int, set[tuple[int, int]]] = {}
        for taken, pairs in best.items():
            for j, (x, y) in enumerate(zip(xs, ys, strict=True)):
                if not taken >> j & 1:
                    after.setdefault(taken | 1 << j, set()).update((a + x, b + y) for a, b in pairs)
        best = {taken: _front(sums) for taken, sums in after.items()}
    return next(iter(best.values()))


def _best_ratio(first: Lists, second: Lists) -> int:
    return max(-a * _PARTS // b for a, b in _fronts([[-x for x in line] for line in first], second))


def _least_product(first: Lists, second: Lists) -> int:
    return min(a * b for a, b in _fronts(first, second))


def _least_kth(grid: Lists, rank: int) -> int:
    """For each limit the sets of columns that rows with numbers up to it can have."""
    for limit in sorted(set(chain.from_iterable(grid))):
        reached = {0}
        for line in grid:
            ways = [j for j, x in enumerate(line) if x <= limit]
            reached |= {taken | 1 << j for taken in reached for j in ways if not taken >> j & 1}
        if max(map(int.bit_count, reached)) > len(grid) - rank:
            return limit
    raise AssertionError("the largest number is enough")


def _most_weight(vertices: int, edges: Lists) -> int:
    ordered = sorted(edges, key=lambda edge: -edge[2])
    best = 0

    def on(at: int, used: int, total: int, free: int) -> None:
        nonlocal best
        best = max(best, total)
        left = [edge for edge in ordered[at:] if not used >> edge[0] & 1 and not used >> edge[1] & 1]
        if not left or total + sum(edge[2] for edge in left[: free // 2]) <= best:
            return
        a, b, weight = left[0]
        place = ordered.index(left[0]) + 1
        on(place, used | 1 << a | 1 << b, total + weight, free - 2)
        on(place, used, total, free)

    on(0, 0, 0, vertices)
    return best


def _least_wins(players: int, games: Lists) -> int:
    """Those who play many games among themselves share the wins of these games."""
    inside = [0] * (1 << players)
    for a, b in games:
        inside[1 << a - 1 | 1 << b - 1] += 1
    for p in range(players):
        for of in range(1 << players):
            if of >> p & 1:
                inside[of] += inside[of ^ 1 << p]
    return max(-(-count // of.bit_count()) for of, count in enumerate(inside) if of)


def _one(**_: object) -> int:
    return 1


_KINDS: dict[str, tuple[Callable[..., Worth | None], Callable[..., Worth]]] = {
    "cheapest": (_cost, _least_cost),
    "quotient": (_ratio, _best_ratio),
    "product": (_times, _least_product),
    "kth-largest": (_kth, _least_kth),
    "diagonal": (_one_diagonal, _one),
    "both-diagonals": (_two_diagonals, _one),
    "heaviest": (_weight, _most_weight),
    "colours": (_strung, _one),
    "games": (_wins, _least_wins),
    "tables": (_seated, _one),
    "stable": (_stable, _one),
}
confirms = confirming_optimum(
    _KINDS, frozenset({"diagonal", "both-diagonals", "heaviest", "colours", "tables"})
)
