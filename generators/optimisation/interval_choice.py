"""Intervals: choose, colour, match, cover or hit them so that the result is best.

Kinds: ``common-part`` (how many choices have a long common part), ``rays`` (hit as many segments as possible, none
twice), ``prices`` (of shops whose customers look at a range), ``capacities`` (as many as possible where points
limit them), ``matching`` (points with intervals), ``colours``, ``cover`` (points that need several),
``points`` (that few and cheap intervals hold). Ends always belong to an interval.

Difficulty: `kinds` drawn from; `size`, by which the number of intervals grows. Proxy: pairs of intervals. What is easy
is drawn again, as each kind says. Three kinds have a greedy method that is always right, which is an algorithm and no
guess: intervals by their ends (`capacities`, `matching`) and by their beginnings (`colours`).

Sources: F. Gavril 1972 (colouring intervals); F. Glover 1967 (matching in convex graphs); U. Faigle and W. M. Nawijn
1995 (which interval to drop).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from math import gcd

from ..kernels.asking import SET, asking, row
from ..kernels.count import Facts
from ..kernels.optimum import Best, Kind, optimum_family, wordings
from ..limits import Whole

Lists = list[list[int]]
_ENDS = "An interval [a, b] holds all points from a to b; both ends belong to it."


def _pairs(n: int) -> float:
    return float(n * n)


def _intervals(rng: random.Random, n: int, last: int, longest: int) -> Lists:
    """Different intervals with ends from 1 to `last`."""
    found: Lists = []
    while len(found) < n:
        left = rng.randint(1, last - 1)
        new = [left, min(last, left + rng.randint(1, longest))]
        if new not in found:
            found.append(new)
    return found


def _common(rng: random.Random, size: int) -> Facts:
    return {"intervals": _intervals(rng, 9 + size, 24 + size, 20), "least": rng.randint(2, 6)}


def _common_part(intervals: Lists, least: int) -> Best | None:
    """For each interval the choices in which it begins last: any of those that began and end late enough."""
    order = sorted(range(1, len(intervals) + 1), key=lambda j: intervals[j - 1])
    total, lines = 0, []
    for at, j in enumerate(order):
        left, right = intervals[j - 1]
        if right - left < least:
            lines.append(f"interval {j} is too short")
            continue
        others = [i for i in order[:at] if intervals[i - 1][1] >= left + least]
        total += 2 ** len(others)
        lines.append(f"interval {j} begins last, with any of {len(others)} others: {2 ** len(others)}")
    if total < 80 or total > 2 ** len(intervals) * 0.7:
        return None
    return Best(total, [total], [*lines, f"together: {total}"], _pairs(len(intervals) - 3), 0.01)


def _segments(rng: random.Random, size: int) -> Facts:
    n, last = 6 + size, 12 + size
    found: Lists = []
    while len(found) < n:
        a, b = rng.randint(1, last), rng.randint(1, last)
        c, d = a + rng.randint(-4, 4), b + rng.randint(-4, 4)
        if 1 <= c <= last and 1 <= d <= last and a * d != b * c and [a, b, c, d] not in found:
            found.append([a, b, c, d])
    return {"segments": found, "count": 2 + size // 5}


def _hit(segment: Sequence[int], x: int, y: int) -> bool:
    """Whether the ray through (x, y) meets a segment; all lie where both coordinates are positive."""
    a, b, c, d = segment
    return (a * y - b * x) * (c * y - d * x) <= 0


def _greedy_hits(hits: set[int], count: int) -> int:
    """The most segments that are hit if each ray hits as many new ones as it can, whichever of equal rays is taken."""
    reached = {0}
    for _ in range(count):
        after = set()
        for taken in reached:
            free = [hit for hit in hits if not hit & taken]
            most = max(map(int.bit_count, free), default=0)
            after |= {taken | hit for hit in free if hit.bit_count() == most} or {taken}
        reached = after
    return max(map(int.bit_count, reached))


def _rays(segments: Lists, count: int) -> Best | None:
    """Turning: all directions of ends and one between any two; for each number of rays the most hits."""
    ends = {(x // gcd(x, y), y // gcd(x, y)) for a, b, c, d in segments for x, y in ((a, b), (c, d))}
    turned = sorted(ends, key=lambda end: end[1] / end[0])
    between = [(a + c, b + d) for (a, b), (c, d) in pairwise(turned)]
    aims = sorted(turned + between, key=lambda end: end[1] / end[0])
    hits = [sum(1 << j for j, segment in enumerate(segments) if _hit(segment, *aim)) for aim in aims]
    first = [min(j for j, other in enumerate(hits) if hit & other or j == at) for at, hit in enumerate(hits)]
    best: tuple[int, tuple[int, ...]] = (0, ())
    before = [best] * (len(aims) + 1)  # the best up to each direction: a ray goes with those before its `first`
    for _ in range(count):
        after: list[tuple[int, tuple[int, ...]]] = [(0, ())]
        for at, hit in enumerate(hits):
            hit_before, chosen = before[first[at]]
            after.append(max(after[-1], (hit_before + hit.bit_count(), (*chosen, at)), key=lambda end: end[0]))
        before, best = after, after[-1]
    if _greedy_hits(set(hits), count) == best[0] or best[0] < 4 or len(best[1]) < 2:
        return None
    lines = [
        f"through ({aims[at][0]}, {aims[at][1]}): "
        f"segments {row(j + 1 for j in range(len(segments)) if hits[at] >> j & 1)}"
        for at in best[1]
    ]
    return Best(best[0], [list(aims[at]) for at in best[1]], lines, _pairs(len(segments)), 0.01)


def _customers(rng: random.Random, size: int) -> Facts:
    shops = 4 + size // 2
    ranges = []
    for _ in range(6 + size):
        a = rng.randint(1, shops)
        ranges.append([a, min(shops, a + rng.randint(0, shops // 2)), rng.randint(5, 30)])
    return {"shops": shops, "customers": ranges}


def _earned(prices: Sequence[int], customers: Lists) -> int:
    least = [(min(prices[a - 1 : b]), most) for a, b, most in customers]
    return sum(price for price, most in least if price <= most)


def _prices(shops: int, customers: Lists) -> Best | None:
    """For shops a to b and a least price: which of them is cheapest, and at which price."""
    levels = sorted({most for *_, most in customers})

    @cache
    def table(a: int, b: int) -> list[tuple[int, int, int]]:
        """For each lowest level: what customers within the range pay, the cheapest shop, its level."""
        best = (-1, a, len(levels) - 1)
        found = [best] * len(levels)
        ways: list[tuple[list[tuple[int, int, int]] | None, list[tuple[int, int, int]] | None, list[int]]] = []
        for cheapest in range(a, b + 1):
            budgets = [most for x, y, most in customers if a <= x <= cheapest <= y <= b]
            left = table(a, cheapest - 1) if cheapest > a else None
            right = table(cheapest + 1, b) if cheapest < b else None
            ways.append((left, right, budgets))
        for level in range(len(levels) - 1, -1, -1):
            price = levels[level]
            for cheapest, (left, right, budgets) in enumerate(ways, a):
                here = price * sum(budget >= price for budget in budgets)
                total = here + (left[level][0] if left else 0) + (right[level][0] if right else 0)
                if total > best[0]:
                    best = total, cheapest, level
            found[level] = best
        return found

    prices = [0] * shops

    def write(a: int, b: int, level: int) -> None:
        if a <= b:
            _, cheapest, at = table(a, b)[level]
            prices[cheapest - 1] = levels[at]
            write(a, cheapest - 1, at)
            write(cheapest + 1, b, at)

    write(1, shops, 0)
    total = _earned(prices, customers)
    own = []
    for shop in range(1, shops + 1):
        budgets = [most for a, b, most in customers if a <= shop <= b]
        own.append(max(levels, key=lambda price: price * sum(most >= price for most in budgets)))
    if total in (_earned(own, customers), *(_earned([price] * shops, customers) for price in levels)):
        return None
    even = max(([price] * shops for price in levels), key=lambda start: _earned(start, customers))
    if any(_climbed(start, levels, customers) == total for start in ([levels[-1]] * shops, own, even)):
        return None
    paid = [(min(prices[a - 1 : b]), most) for a, b, most in customers]
    parts = [str(price) for price, most in paid if price <= most]
    return Best(total, prices, [f"customers pay {' + '.join(parts)} = {total}"], _pairs(len(customers)), 0.01)


def _climbed(start: Sequence[int], levels: Sequence[int], customers: Lists) -> int:
    """What is earned after changing one price at a time as long as that pays."""
    prices, tried = list(start), 0
    while tried < len(prices):
        others = []  # who may buy here: the least price elsewhere, and the most that is paid
        for a, b, most in customers:
            if a - 1 <= tried < b:
                others.append((min([*prices[a - 1 : tried], *prices[tried + 1 : b]], default=levels[-1]), most))
        gains = [sum(p for other, most in others if (p := min(price, other)) <= most) for price in levels]
        best, now = max(gains), gains[levels.index(prices[tried])]
        if best > now:
            prices[tried], tried = levels[gains.index(best)], 0
        else:
            tried += 1
    return _earned(prices, customers)


def _limited(rng: random.Random, size: int) -> Facts:
    """Intervals side by side, some more across their ends, and some of any length; limits are near the ends."""
    n, ends = 8 + size, [1]
    while len(ends) < n // 2 + 2:
        ends.append(ends[-1] + rng.randint(3, 5))
    found = [[a + rng.randint(0, 1), b - rng.randint(0, 1)] for a, b in pairwise(ends)]
    found = rng.sample(found, n // 2)
    while len(found) < n:
        end = rng.choice(ends[1:-1])
        new = [end - rng.randint(1, 2), end + rng.randint(1, 2)]
        new = new if rng.random() < 0.4 else sorted(rng.sample(range(1, ends[-1] + 1), 2))
        if new not in found:
            found.append(new)
    near = sorted({place for end in ends for place in (end - 1, end + 1) if 1 <= place <= ends[-1]})
    places = sorted(rng.sample(near, min(len(near), 5 + size // 2)))
    return {
        "intervals": rng.sample(found, n),
        "most": [[place, rng.randint(1, 1 + (size > 3))] for place in places],
    }


def _fitting(order: Sequence[int], intervals: Lists, most: Lists) -> list[int]:
    """The intervals that are taken if each of an order is taken where no point is passed."""
    taken: list[int] = []
    room = {limit[0]: limit[1] for limit in most}
    for j in order:
        held = [place for place in room if intervals[j - 1][0] <= place <= intervals[j - 1][1]]
        if all(room[place] for place in held):
            taken.append(j)
            for place in held:
                room[place] -= 1
    return taken


def _capacities(intervals: Lists, most: Lists) -> Best | None:
    """From left to right: at a point that too many hold, those that end last are dropped."""
    kept, lines = set(range(1, len(intervals) + 1)), []
    for place, limit in sorted(most):
        held = sorted(
            (j for j in kept if intervals[j - 1][0] <= place <= intervals[j - 1][1]),
            key=lambda j: (intervals[j - 1][1], j),
        )
        if held[limit:]:
            lines.append(f"point {place} is in {row(held)}: drop {row(held[limit:])}")
            kept -= set(held[limit:])
    everything = list(range(1, len(intervals) + 1))
    short = sorted(everything, key=lambda j: intervals[j - 1][1] - intervals[j - 1][0])
    begins = sorted(everything, key=lambda j: intervals[j - 1])
    orders = (everything, everything[::-1], short, begins)
    if any(len(_fitting(order, intervals, most)) == len(kept) for order in orders):
        return None
    return Best(len(kept), sorted(kept), lines, _pairs(len(intervals) - 2), 0.02)


def _with_points(rng: random.Random, size: int) -> Facts:
    n, last = 6 + size, 10 + 2 * size
    return {"intervals": _intervals(rng, n, last, 4), "places": [rng.randint(1, last) for _ in range(n)]}


def _matching(intervals: Lists, places: list[int]) -> Best | None:
    """Pairs are added along paths that change between free and used ones."""
    n = len(intervals)
    holds = [[j for j in range(n) if intervals[j][0] <= place <= intervals[j][1]] for place in places]
    owner: dict[int, int] = {}

    def place_found(point: int, seen: set[int]) -> bool:
        for j in holds[point]:
            if j not in seen:
                seen.add(j)
                if j not in owner or place_found(owner[j], seen):
                    owner[j] = point
                    return True
        return False

    for point in range(len(places)):
        place_found(point, set())
    for points in (range(len(places)), sorted(range(len(places)), key=lambda p: len(holds[p]))):
        for options in (holds, [sorted(held, key=lambda j: intervals[j]) for held in holds]):
            used: set[int] = set()
            for point in points:
                used |= set([j for j in options[point] if j not in used][:1])
            if len(used) == len(owner):
                return None
    pairs = sorted([point + 1, j + 1] for j, point in owner.items())
    lines = [f"point {p} at {places[p - 1]} in {intervals[j - 1]}" for p, j in pairs]
    return Best(len(pairs), pairs, lines, _pairs(n), 0.01)


def _overlapping(rng: random.Random, size: int) -> Facts:
    return {"intervals": _intervals(rng, 9 + size, 18 + 2 * size, 6 + size // 2)}


def _coloured(order: Sequence[int], intervals: Lists) -> list[int]:
    """Each interval of an order gets the first colour that none of those has that it meets."""
    colours = [0] * len(intervals)
    for j in order:
        a, b = intervals[j - 1]
        met = {
            colour for colour, (c, d) in zip(colours, intervals, strict=True) if colour and a <= d and c <= b
        }
        colours[j - 1] = next(colour for colour in range(1, len(intervals) + 1) if colour not in met)
    return colours


def _colours(intervals: Lists) -> Best | None:
    """By beginnings, the first free colour."""
    everything = list(range(1, len(intervals) + 1))
    order = sorted(everything, key=lambda j: intervals[j - 1])
    colours = _coloured(order, intervals)
    count = max(colours)
    long = sorted(everything, key=lambda j: intervals[j - 1][0] - intervals[j - 1][1])
    if count < 3 or any(max(_coloured(o, intervals)) == count for o in (everything, everything[::-1], long)):
        return None
    lines = [f"interval {j}, {intervals[j - 1]}: colour {colours[j - 1]}" for j in order]
    return Best(count, colours, lines, _pairs(len(intervals) - 3), 0.01)


def _needy(rng: random.Random, size: int) -> Facts | None:
    last, n = 5 + size // 2, 6 + size
    if n > last * (last + 1) // 2:
        return None
    intervals = _intervals(rng, n, last, max(2, last // 2))
    needs = [rng.randint(0, 3) for _ in range(last)]
    costs = [max(1, 3 + 2 * (b - a) + rng.randint(-3, 4)) for a, b in intervals]
    return {"intervals": intervals, "costs": costs, "needs": needs}


def _covered(intervals: Lists, costs: list[int], needs: list[int], rule: Callable[..., object]) -> int:
    """The cost if intervals are added by a rule until all needs are met."""
    left, total = list(needs), 0
    while any(need > 0 for need in left):
        first = next(at for at, need in enumerate(left, 1) if need > 0)
        j = min(range(len(intervals)), key=lambda j: rule(j, first, left))  # type: ignore[arg-type,return-value]
        total += costs[j]
        for at in range(intervals[j][0], intervals[j][1] + 1):
            left[at - 1] -= 1
    return total


def _cover(intervals: Lists, costs: list[int], needs: list[int]) -> Best | None:
    """From point to point: the ends of the intervals that still hold it; what is missing is bought there."""
    top = max(needs)
    if not all(any(a <= at <= b for a, b in intervals) for at, need in enumerate(needs, 1) if need):
        return None
    tables: list[dict[tuple[int, ...], tuple[int, tuple[int, ...], tuple[int, ...]]]] = [{(): (0, (), ())}]
    for at, need in enumerate(needs, 1):
        offers: dict[int, int] = {}  # by their end, the cheapest interval that holds the point
        for j, (a, b) in enumerate(intervals):
            if a <= at <= b and (b not in offers or costs[j] < costs[offers[b]]):
                offers[b] = j
        after: dict[tuple[int, ...], tuple[int, tuple[int, ...], tuple[int, ...]]] = {}
        still: dict[tuple[int, ...], tuple[int, tuple[int, ...], tuple[int, ...]]] = {
            tuple(end for end in ends if end >= at): (cost, ends, ())
            for ends, (cost, *_) in sorted(tables[-1].items(), key=lambda item: -item[1][0])
        }
        queue = list(still.items())
        for ends, (cost, before, bought) in queue:
            if len(ends) >= need:
                if ends not in after or cost < after[ends][0]:
                    after[ends] = cost, before, bought
                continue
            for end, j in offers.items():
                if not bought or j >= bought[-1]:
                    grown = tuple(sorted((*ends, end))[-top:])
                    queue.append((grown, (cost + costs[j], before, (*bought, j))))
        tables.append(after)
    ends = min(tables[-1], key=lambda end: tables[-1][end][0])
    best, counts = tables[-1][ends][0], [0] * len(intervals)
    for place in range(len(needs), 0, -1):
        ends, bought = tables[place][ends][1:]
        for j in bought:
            counts[j] += 1

    def far(j: int, first: int, left: list[int]) -> object:
        a, b = intervals[j]
        return not a <= first <= b, -b, costs[j]

    def cheap(j: int, first: int, left: list[int]) -> object:
        a, b = intervals[j]
        return not a <= first <= b, costs[j], -b

    def useful(j: int, first: int, left: list[int]) -> object:
        a, b = intervals[j]
        met = sum(need > 0 for need in left[a - 1 : b])
        return (costs[j] / met if met else 10**6), j

    def useful_here(j: int, first: int, left: list[int]) -> object:
        return not intervals[j][0] <= first <= intervals[j][1], useful(j, first, left)

    if best in (_covered(intervals, costs, needs, rule) for rule in (far, cheap, useful, useful_here)):
        return None
    parts = [f"{count} * {cost}" for count, cost in zip(counts, costs, strict=True) if count]
    return Best(best, counts, [f"{' + '.join(parts)} = {best}"], _pairs(len(intervals)), 0.005)


def _priced(rng: random.Random, size: int) -> Facts:
    n, last = 6 + size, 12 + size
    intervals = _intervals(rng, n, last, 6)
    return {
        "last": last,
        "count": 4 + size // 5,
        "intervals": intervals,
        "costs": [rng.randint(1, 30) for _ in range(n)],
    }


def _points(last: int, count: int, intervals: Lists, costs: list[int]) -> Best | None:
    """From left to right: the point chosen last; a further one pays for the intervals that hold it and not that one."""
    held = [p for p in range(1, last + 1) if any(a <= p <= b for a, b in intervals)]
    if len(held) < count + 2:
        return None

    more = {p: [0] * (last + 1) for p in held}  # of a point, by the one before it
    for (a, b), cost in zip(intervals, costs, strict=True):
        for p in range(a, b + 1):
            for before in range(a):
                more[p][before] += cost
    table: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for _ in range(count):
        after: dict[int, tuple[int, tuple[int, ...]]] = {}
        for before, (cost, chosen) in table.items():
            for p in held:
                if p > before and (new := (cost + more[p][before], (*chosen, p))) < after.get(p, (10**9, ())):
                    after[p] = new
        table = after
    best, chosen = min(table.values())

    def paid(points: Sequence[int]) -> int:
        return sum(
            cost for (a, b), cost in zip(intervals, costs, strict=True) if any(a <= p <= b for p in points)
        )

    cheapest = sorted(held, key=lambda p: (paid([p]), p))[:count]
    added: list[int] = []
    for _ in range(count):
        added.append(min((p for p in held if p not in added), key=lambda p: (paid([*added, p]), p)))
    runs = [held[at : at + count] for at in range(len(held) - count + 1)]
    if best in (paid(cheapest), paid(added), *map(paid, runs)):
        return None
    used = [j + 1 for j, (a, b) in enumerate(intervals) if any(a <= p <= b for p in chosen)]
    lines = [f"intervals {row(used)}: {' + '.join(str(costs[j - 1]) for j in used)} = {best}"]
    return Best(best, list(chosen), lines, _pairs(len(intervals)), 0.01)


def _listed(intervals: Lists, costs: Sequence[int] = (), **_: object) -> Mapping[str, object]:
    ends = [f"[{a}, {b}]" for a, b in intervals]
    if costs:
        ends = [f"{end}, cost {cost}" for end, cost in zip(ends, costs, strict=True)]
    return {"list": "\n".join(f"{j}: {end}" for j, end in enumerate(ends, 1)), "n": len(intervals)}


def _with_needs(needs: list[int], intervals: Lists, costs: list[int]) -> Mapping[str, object]:
    told = "\n".join(f"point {at}: {need} or more" for at, need in enumerate(needs, 1))
    return {**_listed(intervals, costs), "told": told, "last": len(needs)}


def _with_limits(intervals: Lists, most: Lists) -> Mapping[str, object]:
    return {**_listed(intervals), "told": "\n".join(f"point {p}: at most {limit}" for p, limit in most)}


def _with_places(intervals: Lists, places: list[int]) -> Mapping[str, object]:
    told = ", ".join(f"{p} at {place}" for p, place in enumerate(places, 1))
    return {**_listed(intervals), "told": told}


def _drawn(segments: Lists, count: int) -> Mapping[str, object]:
    lines = [f"{j}: from ({a}, {b}) to ({c}, {d})" for j, (a, b, c, d) in enumerate(segments, 1)]
    return {"list": "\n".join(lines), "n": len(segments)}


def _ranges(shops: int, customers: Lists) -> Mapping[str, object]:
    lines = [f"{j}: shops {a} to {b}, at most {most}" for j, (a, b, most) in enumerate(customers, 1)]
    return {"list": "\n".join(lines), "n": len(customers)}


KINDS = {
    "common-part": Kind(
        asking(
            "The length of an interval [a, b] is b - a. The common part of some intervals is what all of them hold; if "
            "it is empty, its length is 0. A choice is one interval alone or several different ones; their order does "
            "not matter.",
            "{n} intervals:\n{list}",
            "How many choices have a common part with a length of {least} or more?",
            "Answer with an integer.",
            ties="",
        ),
        _common,
        _common_part,
        _listed,
    ),
    "rays": Kind(
        asking(
            "Rays start at the origin (0, 0) and go on without end. A ray hits every segment that it meets, also if it "
            "meets an end of the segment only; segments do not stop rays. No segment may be hit by more than one ray.",
            "{n} segments in the plane:\n{list}",
            "Aim at most {count} rays so that as many segments as possible are hit.",
            "For each ray give one point of it with positive whole coordinates of at most 1000, x and y with a space "
            "between them, and put semicolons between the rays.",
        ),
        _segments,
        _rays,
        _drawn,
    ),
    "prices": Kind(
        asking(
            "{shops} shops stand in a row and are numbered from 1; all sell the same thing. Each customer compares the "
            "prices of a range of shops, both ends included, and buys one piece at the lowest of these prices if it is "
            "not above what the customer pays at most. Otherwise the customer buys nothing.",
            "{n} customers:\n{list}",
            "Set the prices, positive whole numbers, so that all customers together pay as much as possible.",
            "Give the price of each shop, from shop 1 on, separated by commas.",
        ),
        _customers,
        _prices,
        _ranges,
    ),
    "capacities": Kind(
        asking(
            f"{_ENDS} Some points limit how many of the chosen intervals may hold them.",
            "{n} intervals:\n{list}\nLimits:\n{told}",
            "Choose as many intervals as possible such that every limit is kept.",
            SET.format(what="the numbers of the chosen intervals"),
        ),
        _limited,
        _capacities,
        _with_limits,
    ),
    "matching": Kind(
        asking(
            f"{_ENDS} A point can be paired with an interval that holds it. Each point and each "
            f"interval is in one pair "
            "at most.",
            "{n} intervals:\n{list}\nPoints, by their numbers: {told}",
            "Make as many pairs as possible.",
            "Give each pair as the number of the point and the number of the interval with a space between them, and "
            "put semicolons between the pairs.",
        ),
        _with_points,
        _matching,
        _with_places,
    ),
    "colours": Kind(
        asking(
            f"{_ENDS} Two intervals overlap if some point is in both, even if they have only an end in common. "
            "Overlapping intervals must have different colours.",
            "{n} intervals:\n{list}",
            "Colour all intervals with as few different colours as possible. Colours are positive whole numbers.",
            "Give the colour of each interval, from interval 1 on, separated by commas.",
        ),
        _overlapping,
        _colours,
        _listed,
    ),
    "cover": Kind(
        asking(
            "An interval [a, b] covers all whole numbers from a to b; both ends belong to it. It can be bought any "
            "number of times, or not at all, and each time costs its price and covers its points once more. Each point "
            "from 1 to {last} has to be covered at least as often as it needs.",
            "{n} intervals:\n{list}\nNeeds:\n{told}",
            "Buy intervals so that all needs are met at the least total cost.",
            "Give how often each interval is bought, from interval 1 on, 0 included, separated by commas.",
        ),
        _needy,
        _cover,
        _with_needs,
    ),
    "points": Kind(
        asking(
            "An interval [a, b] holds all whole numbers from a to b; both ends belong to it. A choice of points costs "
            "the sum of the costs of all intervals that hold at least one of them; each such interval is paid once.",
            "{n} intervals:\n{list}",
            "Choose exactly {count} different points out of the whole numbers from 1 to {last}, each of which is in at "
            "least one interval, so that the choice costs as little as possible.",
            SET.format(what="the chosen points"),
        ),
        _priced,
        _points,
        _listed,
    ),
}
WORDINGS = wordings(KINDS)
generate = optimum_family(KINDS, {"size": Whole(1, 24, "how many intervals there are")})
