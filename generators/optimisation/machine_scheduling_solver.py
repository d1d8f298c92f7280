"""Machine scheduling a second time: schedules are valued by other code, and optima come from other rules.

These are: the cheaper order of each pair (`weighted-starts`), due times carried back through the rules (`lateness`), a
table of times by counts (`on-time`), sets of jobs from the other end (`tardiness`, `flow-shop`), packing into a limit
(`parallel`), the last minister first (`products`), colours from the back, and warehouses from the bottom.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from heapq import heappop, heappush
from itertools import combinations, pairwise
from math import prod

from ..kernels.optimum import Worth, confirming_optimum

Orders = list[list[int]]


def _full(given: Sequence[int], n: int) -> bool:
    return sorted(given) == list(range(1, n + 1))


def _start(given: list[int], at: int, times: list[int]) -> int:
    return sum(times[j - 1] for j in given[:at])


def _weighted_starts(given: list[int], times: list[int], weights: list[int]) -> int | None:
    if not _full(given, len(times)):
        return None
    return sum(times[a - 1] * weights[b - 1] for a, b in combinations(given, 2))


def _lateness(given: list[int], times: list[int], due: list[int], needs: Orders) -> int | None:
    if not _full(given, len(times)) or any([b, a] in needs for a, b in combinations(given, 2)):
        return None
    return max(_start(given, at + 1, times) - due[j - 1] for at, j in enumerate(given))


def _on_time(given: list[int], times: list[int], due: list[int]) -> int | None:
    if not _full(given, len(times)):
        return None
    return [_start(given, at + 1, times) <= due[j - 1] for at, j in enumerate(given)].count(True)


def _tardiness(given: list[int], times: list[int], due: list[int]) -> int | None:
    if not _full(given, len(times)):
        return None
    late = [_start(given, at + 1, times) - due[j - 1] for at, j in enumerate(given)]
    return sum(x for x in late if x > 0)


def _flow_shop(given: list[int], first: list[int], second: list[int]) -> int | None:
    """The longest chain: some jobs on A, one on both, the rest on B."""
    if not _full(given, len(first)):
        return None
    ways = [_start(given, at + 1, first) + sum(second[j - 1] for j in given[at:]) for at in range(len(given))]
    return max(ways)


def _parallel(given: Orders, times: list[int], machines: int) -> int | None:
    if len(given) != machines or not all(given) or not _full([j for group in given for j in group], len(times)):
        return None
    return max(_start(group, len(group), times) for group in given)


def _colours(given: list[int], colours: list[str], most: int) -> int | None:
    if not _full(given, len(colours)) or any(
        not at - most <= car <= at + most for at, car in enumerate(given, 1)
    ):
        return None
    return sum(a != b for a, b in pairwise(colours[car - 1] for car in given))


def _products(given: list[int], king: int, left: list[int], right: list[int]) -> int | None:
    if not _full(given, len(left)):
        return None
    return max(king * prod(left[i - 1] for i in given[:at]) // right[j - 1] for at, j in enumerate(given))


def _warehouses(given: list[int], places: list[int], goods: list[int], costs: list[int]) -> int | None:
    if not given or max(given) != len(places) or len(set(given)) < len(given) or min(given) < 1:
        return None
    total, below = 0, 0
    for at in range(len(places), 0, -1):
        if at in given:
            total, below = total + costs[at - 1], places[at - 1]
        total += goods[at - 1] * (below - places[at - 1])
    return total


def _medals(given: Orders, medals: list[int]) -> int | None:
    if [len(set(group)) for group in given] != medals or [len(group) for group in given] != medals:
        return None
    if any(not set(a).isdisjoint(b) for a, b in pairwise([*given, given[0]])) or min(map(min, given)) < 1:
        return None
    return len({medal for group in given for medal in group})


def _least_starts(times: list[int], weights: list[int]) -> int:
    jobs = zip(times, weights, strict=True)
    return sum(min(s * w, t * v) for (s, v), (t, w) in combinations(jobs, 2))


def _least_lateness(times: list[int], due: list[int], needs: Orders) -> int:
    early = dict(enumerate(due, 1))
    for _ in times:
        for a, b in needs:
            early[a] = min(early[a], early[b] - times[b - 1])
    order = sorted(early, key=lambda j: early[j])
    return max(_start(order, at + 1, times) - early[j] for at, j in enumerate(order))


def _most_on_time(times: list[int], due: list[int]) -> int:
    spent = [0]  # the least time for so many jobs on time
    for end, time in sorted(zip(due, times, strict=True)):
        longer = [*spent, 10**9]
        for count, so_far in enumerate(spent):
            if so_far + time <= end:
                longer[count + 1] = min(longer[count + 1], so_far + time)
        spent = [x for x in longer if x < 10**9]
    return len(spent) - 1


def _least_tardiness(times: list[int], due: list[int]) -> int:
    """From the back: which jobs are still to come, in the order of costs."""
    every = (1 << len(times)) - 1
    queue, done = [(0, every, sum(times))], set[int]()
    while queue:
        cost, left, now = heappop(queue)
        if not left:
            return cost
        if left not in done:
            done.add(left)
            for j, time in enumerate(times):
                if left >> j & 1:
                    heappush(queue, (cost + max(0, now - due[j]), left ^ 1 << j, now - time))
    raise AssertionError("the queue ends with no jobs left")


def _least_flow(first: list[int], second: list[int]) -> int:
    """For each set of jobs the earliest end on B; the end on A is the same in every order."""
    ends = {0: 0}
    for _ in first:
        after: dict[int, int] = {}
        for done, end in ends.items():
            one = sum(time for j, time in enumerate(first) if done >> j & 1)
            for j, time in enumerate(first):
                if not done >> j & 1:
                    new = max(one + time, end) + second[j]
                    after[done | 1 << j] = min(after.get(done | 1 << j, new), new)
        ends = after
    return next(iter(ends.values()))


def _least_load(times: list[int], machines: int) -> int:
    long = sorted(times, reverse=True)

    def fits(at: int, room: tuple[int, ...]) -> bool:
        return at == len(long) or any(
            fits(at + 1, tuple(sorted((*room[:m], room[m] - long[at], *room[m + 1 :]))))
            for m in range(machines)
            if room[m] >= long[at] and (m == 0 or room[m] != room[m - 1])
        )

    limit = max(long[0], -(-sum(long) // machines))
    while not fits(0, (limit,) * machines):
        limit += 1
    return limit


def _least_changes(colours: list[str], most: int) -> int:
    @cache
    def fewest(place: int, left: int, after: str) -> int:
        """The fewest changes up to a place, if these cars are left for it and the colour behind it is known."""
        if place < 0:
            return 0
        if left.bit_length() - 1 > place + most:
            return 10**6
        cars = [car for car in range(max(0, place - most), place + most + 1) if left >> car & 1]
        ways = [
            fewest(place - 1, left ^ 1 << car, colours[car]) + (after not in ("", colours[car])) for car in cars
        ]
        return min(ways, default=10**6)

    return fewest(len(colours) - 1, (1 << len(colours)) - 1, "")


def _least_pay(king: int, left: list[int], right: list[int]) -> int:
    """Whoever is paid least at the end goes there."""
    rest, worst = set(range(len(left))), 0
    while rest:
        pay = {j: king * prod(left[i] for i in rest if i != j) // right[j] for j in rest}
        last = min(rest, key=lambda j: (pay[j], -left[j] * right[j]))
        worst = max(worst, pay[last])
        rest.remove(last)
    return worst


def _least_built(places: list[int], goods: list[int], costs: list[int]) -> int:
    n = len(places)

    @cache
    def least(at: int, below: int) -> int:
        """The least cost of the factories from the top to `at`, with the next warehouse at `below`."""
        if at < 0:
            return 0
        carried = least(at - 1, below) + goods[at] * (places[below] - places[at])
        return min(carried, least(at - 1, at) + costs[at])

    return least(n - 2, n - 1) + costs[n - 1]


def _fewest_types(medals: list[int]) -> int:
    """So many types are enough if the last general can do without those of the first one; else one more is tried."""
    n, types = len(medals), max(a + b for a, b in pairwise([*medals, medals[0]]))
    if n % 2 == 0:
        return types
    while True:
        low = high = medals[0]  # how many of the first general's types a general has, at least and at most
        for before, now in pairwise(medals):
            low, high = max(0, now + before - high - (types - medals[0])), min(now, medals[0] - low)
        if low == 0:
            return types
        types += 1


_KINDS: dict[str, tuple[Callable[..., Worth | None], Callable[..., Worth]]] = {
    "weighted-starts": (_weighted_starts, _least_starts),
    "lateness": (_lateness, _least_lateness),
    "on-time": (_on_time, _most_on_time),
    "tardiness": (_tardiness, _least_tardiness),
    "flow-shop": (_flow_shop, _least_flow),
    "parallel": (_parallel, _least_load),
    "colours": (_colours, _least_changes),
    "products": (_products, _least_pay),
    "warehouses": (_warehouses, _least_built),
    "medals": (_medals, _fewest_types),
}
confirms = confirming_optimum(_KINDS, frozenset({"parallel", "medals"}))
