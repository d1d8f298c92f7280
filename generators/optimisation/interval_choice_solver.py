"""Intervals a second time: choices are valued by other code, and optima come from other methods.

These are: the positions at which a long part can begin (`common-part`), slopes as fractions from the last one on
(`rays`), the dearest shops first (`prices`), the earliest end first (`capacities`, `matching`), the deepest point
(`colours`), a flow of least cost (`cover`), and the point that is chosen next (`points`).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import pairwise

from ..kernels.optimum import Worth, confirming_optimum

Lists = list[list[int]]


def _numbered(given: list[int], n: int) -> bool:
    return len(set(given)) == len(given) and all(0 < j <= n for j in given)


def _common_part(given: list[int], **_: object) -> int | None:
    return given[0] if len(given) == 1 else None


def _slopes(segment: list[int]) -> tuple[Fraction, Fraction]:
    a, b, c, d = segment
    ends = sorted((Fraction(b, a), Fraction(d, c)))
    return ends[0], ends[1]


def _rays(given: Lists, segments: Lists, count: int) -> int | None:
    if len(given) > count or any(len(point) != 2 or min(point) < 1 or max(point) > 1000 for point in given):
        return None
    aims = [Fraction(y, x) for x, y in given]
    hits = [sum(low <= aim <= high for aim in aims) for low, high in map(_slopes, segments)]
    return sum(hits) if max(hits) < 2 else None


def _prices(given: list[int], shops: int, customers: Lists) -> int | None:
    if len(given) != shops or min(given) < 1 or max(given) > 10**6:
        return None
    total = 0
    for a, b, most in customers:
        price = sorted(given[a - 1 : b])[0]
        total += price * (price <= most)
    return total


def _capacities(given: list[int], intervals: Lists, most: Lists) -> int | None:
    if not _numbered(given, len(intervals)):
        return None
    held = [p for j in given for p in range(intervals[j - 1][0], intervals[j - 1][1] + 1)]
    return len(given) if all(held.count(p) <= limit for p, limit in most) else None


def _matching(given: Lists, intervals: Lists, places: list[int]) -> int | None:
    if any(len(pair) != 2 for pair in given):
        return None
    if not all(_numbered([p[end] for p in given], n) for end, n in ((0, len(places)), (1, len(intervals)))):
        return None
    inside = [places[p - 1] in range(intervals[j - 1][0], intervals[j - 1][1] + 1) for p, j in given]
    return len(given) if all(inside) else None


def _colours(given: list[int], intervals: Lists) -> int | None:
    if len(given) != len(intervals) or min(given) < 1 or max(given) > 10**6:
        return None
    held = [(p, colour) for (a, b), colour in zip(intervals, given, strict=True) for p in range(a, b + 1)]
    return len(set(given)) if len(set(held)) == len(held) else None


def _cover(given: list[int], intervals: Lists, costs: list[int], needs: list[int]) -> int | None:
    if len(given) != len(intervals) or min(given) < 0 or max(given) > 10**6:
        return None
    covered = [0] * len(needs)
    for count, (a, b) in zip(given, intervals, strict=True):
        for at in range(a - 1, b):
            covered[at] += count
    if any(have < need for have, need in zip(covered, needs, strict=True)):
        return None
    return sum(cost * count for cost, count in zip(costs, given, strict=True))


def _points(given: list[int], last: int, count: int, intervals: Lists, costs: list[int]) -> int | None:
    spans = [set(range(a, b + 1)) for a, b in intervals]
    if len(set(given)) != count or len(given) != count or not set(given) <= set[int]().union(*spans):
        return None
    if max(given) > last:
        return None
    return sum(cost for cost, span in zip(costs, spans, strict=True) if not span.isdisjoint(given))


def _choices(intervals: Lists, least: int) -> int:
    """A common part of length k has k - least + 1 places for a part of this length, and one fewer for a longer one."""
    last = max(b for _, b in intervals)

    def places(length: int) -> int:
        return sum(2 ** sum(a <= at and at + length <= b for a, b in intervals) - 1 for at in range(last + 1))

    return places(least) - places(least + 1)


def _most_hits(segments: Lists, count: int) -> int:
    spans = [_slopes(segment) for segment in segments]
    ends = sorted({end for span in spans for end in span})
    aims = sorted({*ends, *((a + b) / 2 for a, b in pairwise(ends))})

    @cache
    def most(rays: int, after: int) -> int:
        """With so many rays, all steeper than the aim before `after`, and no segment hit that it hits."""
        if rays == 0 or after == len(aims):
            return 0
        best = most(rays, after + 1)
        hit = [high for low, high in spans if low <= aims[after] <= high]
        if hit:
            free = next((at for at in range(after + 1, len(aims)) if aims[at] > max(hit)), len(aims))
            best = max(best, len(hit) + most(rays - 1, free))
        return best

    return most(count, 0)


def _most_paid(shops: int, customers: Lists) -> int:
    levels = sorted({most for *_, most in customers})

    @cache
    def most(a: int, b: int, level: int) -> int:
        """What customers within shops a to b pay if no price is below a level."""
        inside = [most for x, y, most in customers if a <= x and y <= b and most >= levels[level]]
        if not inside:
            return 0
        best = most(a, b, level + 1) if level + 1 < len(levels) else 0
        for shop in range(a, b + 1):
            buyers = [c for x, y, c in customers if a <= x <= shop <= y <= b and c >= levels[level]]
            sides = most(a, shop - 1, level) + most(shop + 1, b, level)
            best = max(best, len(buyers) * levels[level] + sides)
        return best

    return most(1, shops, 0)


def _most_held(intervals: Lists, most: Lists) -> int:
    taken: Lists = []
    for span in sorted(intervals, key=lambda span: span[::-1]):
        trial = [*taken, span]
        if all(sum(a <= p <= b for a, b in trial) <= limit for p, limit in most):
            taken = trial
    return len(taken)


def _most_pairs(intervals: Lists, places: list[int]) -> int:
    free, count = sorted(intervals, key=lambda span: span[1]), 0
    for place in sorted(places):
        first = next((span for span in free if span[0] <= place <= span[1]), None)
        if first is not None:
            free.remove(first)
            count += 1
    return count


def _deepest(intervals: Lists) -> int:
    return max(sum(a <= p <= b for a, b in intervals) for p, _ in intervals)


def _least_cover(intervals: Lists, costs: list[int], needs: list[int]) -> int:
    """Units flow from where the need rises to where it falls: forward by intervals, back for nothing."""
    edges = [[a - 1, b, cost, 10**9] for (a, b), cost in zip(intervals, costs, strict=True)]
    edges += [[at + 1, at, 0, 10**9] for at in range(len(needs))]
    edges = [part for a, b, cost, room in edges for part in ([a, b, cost, room], [b, a, -cost, 0])]
    excess = [now - before for before, now in zip([0, *needs], [*needs, 0], strict=True)]
    total = 0
    while any(units > 0 for units in excess):
        start = next(at for at, units in enumerate(excess) if units > 0)
        cost = {start: 0}
        came: dict[int, int] = {}
        changed = True
        while changed:
            changed = False
            for number, (a, b, price, room) in enumerate(edges):
                if room and a in cost and cost[a] + price < cost.get(b, 10**9):
                    cost[b], came[b], changed = cost[a] + price, number, True
        end = min((at for at, units in enumerate(excess) if units < 0 and at in cost), key=lambda at: cost[at])
        total += cost[end]
        excess[start] -= 1
        excess[end] += 1
        while end != start:
            number = came[end]
            edges[number][3] -= 1
            edges[number ^ 1][3] += 1
            end = edges[number][0]
    return total


def _least_points(last: int, count: int, intervals: Lists, costs: list[int]) -> int:
    held = sorted({p for a, b in intervals for p in range(a, b + 1)})
    assert held[-1] <= last

    @cache
    def least(left: int, after: int) -> int:
        """The least further cost of so many points behind one that is chosen."""
        if left == 0:
            return 0
        ways = []
        for p in held:
            if p > after:
                new = sum(
                    cost for (a, b), cost in zip(intervals, costs, strict=True) if a <= p <= b and a > after
                )
                ways.append(new + least(left - 1, p))
        return min(ways, default=10**9)

    return least(count, 0)


_KINDS: dict[str, tuple[Callable[..., Worth | None], Callable[..., Worth]]] = {
    "common-part": (_common_part, _choices),
    "rays": (_rays, _most_hits),
    "prices": (_prices, _most_paid),
    "capacities": (_capacities, _most_held),
    "matching": (_matching, _most_pairs),
    "colours": (_colours, _deepest),
    "cover": (_cover, _least_cover),
    "points": (_points, _least_points),
}
confirms = confirming_optimum(_KINDS, frozenset({"rays", "matching"}))
