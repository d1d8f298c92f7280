"""Operations on a row a second time: objects are played by other code, and optima come from other rules.

What is here instead of the generator's construction: for `flip-blocks` a sweep from the right, for `raise-blocks` a
table of what a kept subsequence falls in all, for `level-ground` the marginal costs of a convex sum, for `serve-days` a
table of stocks, for `make-monotone` a heap of slopes, for `turn-stones` all frames that can come about, for `boost` and
`fixed-sums` all choices.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from heapq import heappush, heapreplace
from itertools import combinations, pairwise

from ..kernels.optimum import Worth, confirming_optimum

Steps = list[list[int]]


def _of(width: int, steps: Sequence[object]) -> bool:
    return all(isinstance(step, list) and len(step) == width for step in steps)


def _all_from(numbers: Sequence[int], low: int, high: int) -> bool:
    return all(low <= x <= high for x in numbers)


# ---- objects played


def _alternate(given: Steps, bits: list[int]) -> int | None:
    row = dict(enumerate(bits, 1))
    if not _of(2, given) or any(a == b or a not in row or b not in row for a, b in given):
        return None
    for a, b in given:
        row |= {a: row[b], b: row[a]}
    return len(given) if all(row[at] + row[at + 1] == 1 for at in range(1, len(bits))) else None


def _match_rows(given: list[int], first: list[int], second: list[int]) -> int | None:
    if not _all_from(given, 1, len(first) - 1):
        return None
    row = second[:]
    for i in given:
        row[i - 1 : i + 1] = row[i - 1 : i + 1][::-1]
    pairs = sorted(zip(first, row, strict=True))
    return len(given) if [b for _, b in pairs] == sorted(second) else None


def _weighted_swaps(given: Steps, weights: list[int], start: list[int], goal: list[int]) -> int | None:
    at = {x: place for place, x in enumerate(start)}
    if not _of(2, given) or any(x == y or x not in at or y not in at for x, y in given):
        return None
    for x, y in given:
        at |= {x: at[y], y: at[x]}
    return (
        sum(weights[x - 1] for pair in given for x in pair) if sorted(at, key=at.__getitem__) == goal else None
    )


def _vanishing_pairs(given: list[int], values: list[int]) -> int | None:
    row = values
    for i in given:
        if not 1 <= i < len(row):
            return None
        left: list[int] = []
        for value in [*row[: i - 1], row[i], row[i - 1], *row[i + 1 :]]:
            left = left[:-1] if left[-1:] == [value] else [*left, value]
        row = left
    return None if row else len(given)


def _reinsert(given: Steps, values: list[int]) -> int | None:
    row = values
    if not _of(2, given):
        return None
    for i, j in given:
        if not _all_from((i, j), 1, len(row)):
            return None
        rest = row[: i - 1] + row[i:]
        row = [*rest[: j - 1], row[i - 1], *rest[j - 1 :]]
    return len(given) if all(a < b for a, b in pairwise(row)) else None


def _swap_columns(given: list[int], first: list[int], second: list[int]) -> int | None:
    if len(set(given)) < len(given) or not _all_from(given, 1, len(first)):
        return None
    columns = [
        (b, a) if at in given else (a, b) for at, (a, b) in enumerate(zip(first, second, strict=True), 1)
    ]
    return len(given) if all(max(Counter(line).values()) == 1 for line in zip(*columns, strict=True)) else None


def _round_table(given: Steps | list[int], friends: list[list[int]]) -> int | None:
    orders: Steps = [g if isinstance(g, list) else [] for g in given]
    seat = {x: x for x in range(1, len(friends) + 1)}
    for order in orders:
        if len(order) < 2 or len(set(order)) < len(order) or not set(order) <= seat.keys():
            return None
        seat |= {x: seat[y] for x, y in zip(order, order[1:] + order[:1], strict=True)}
    n = len(friends)
    sits = all((seat[x] - seat[y]) % n in (1, n - 1) for x, pair in enumerate(friends, 1) for y in pair)
    return sum(map(len, orders)) if sits else None


def _added(given: Steps, n: int, width: int = 2) -> list[int] | None:
    """What the blocks add to each place, by differences; None if one is no block."""
    if not _of(width, given) or any(not 1 <= step[0] <= step[1] <= n for step in given):
        return None
    change = [0] * (n + 1)
    for first, last, *by in given:
        change[first - 1] += by[0] if by else 1
        change[last] -= by[0] if by else 1
    return [sum(change[: at + 1]) for at in range(n)]


def _flip_blocks(given: Steps, bits: list[int]) -> int | None:
    added = _added(given, len(bits))
    if added is None or len({b - a for a, b in given}) > 1:
        return None
    return len(given) if all((x + y) % 2 == 0 for x, y in zip(bits, added, strict=True)) else None


def _add_left(given: list[int], values: list[int]) -> int | None:
    row = dict(enumerate(values, 1))
    for i in given:
        if i < 2 or i not in row:
            return None
        row[i] = row[i - 1] + row[i]
    return len(given) if list(row.values()) == sorted(row.values()) else None


def _raise_blocks(given: Steps, values: list[int], most: int) -> int | None:
    added = _added(given, len(values))
    if added is None or len(given) > most:
        return None
    tails: list[int] = []
    for value in map(sum, zip(values, added, strict=True)):
        at = bisect_right(tails, value)
        tails[at : at + 1] = [value]
    return len(tails)


def _pour(given: Steps, values: list[int], level: int) -> int | None:
    row = dict(enumerate(values, 1))
    if not _of(2, given):
        return None
    for i, j in given:
        if i not in row or j not in row or j - i not in (1, -1) or row[i] < level + 1:
            return None
        row |= {i: row[i] - 1, j: row[j] + 1}
    return max(map(len, "".join("+" if x >= level else " " for x in row.values()).split(" ")))


def _level_ground(given: Steps, values: list[int], a: int, b: int) -> int | None:
    added = _added(given, len(values), 3)
    if added is None or not {by for _, _, by in given} <= {a, -a, b, -b}:
        return None
    return len(given) if all(x == -y for x, y in zip(values, added, strict=True)) else None


def _build_wall(given: Steps, values: list[int]) -> int | None:
    return len(given) if _added(given, len(values)) == values else None


def _dig(given: list[int], values: list[int], most: int) -> int | None:
    ok = (
        len(given) == len(values)
        and all(0 <= x <= y for x, y in zip(given, values, strict=True))
        and min(given) == 0
    )
    steep = [abs(given[at] - given[at - 1]) for at in range(1, len(given))]
    return max(steep) if ok and sum(values) <= sum(given) + most else None


def _make_monotone(given: list[int], values: list[int]) -> int | None:
    if len(given) != len(values):
        return None
    ups = {(b > a) - (b < a) for a, b in pairwise(given)}
    return None if {1, -1} <= ups else sum(max(a, b) - min(a, b) for a, b in zip(given, values, strict=True))


def _fixed_sums(given: list[int], values: list[int], sums: list[list[int]], goal: str) -> int | None:
    ok = len(given) == len(values) and all(0 <= x <= y for x, y in zip(given, values, strict=True))
    if not ok or any(given[x - 1] != total - given[y - 1] for x, y, total in sums):
        return None
    return sum(given) * (1 if goal == "greatest" else -1)


def _serve_days(given: list[int], comes: list[int], asked: list[int]) -> int | None:
    days = sorted(given)
    if len(set(days)) < len(days) or not _all_from(days, 1, len(comes)):
        return None
    paid = all(sum(comes[:day]) >= sum(asked[d - 1] for d in days if d <= day) for day in days)
    return len(days) if paid else None


def _boost(given: list[int], values: list[int], intervals: Steps, count: int, add: int) -> int | None:
    if len(given) != count or len(set(given)) < count or not _all_from(given, 1, len(intervals)):
        return None
    added = _added([[*intervals[c - 1], add] for c in given], len(values), 3)
    return None if added is None else min(x + y for x, y in zip(values, added, strict=True))


def _turn_stones(given: list[int], stones: Steps) -> list[int] | None:
    if len(set(given)) < len(given) or not _all_from(given, 1, len(stones)):
        return None
    xs = [stone[at in given] for at, stone in enumerate(stones, 1)]
    ys = [stone[at not in given] for at, stone in enumerate(stones, 1)]
    return [2 * (max(xs) - min(xs) + max(ys) - min(ys)), sum(stones[at - 1][2] for at in given)]


# ---- optima by other rules


def _least_alternate(bits: list[int]) -> int:
    wrong = sum(bit != at % 2 for at, bit in enumerate(bits))
    fair = [count for count in (wrong, len(bits) - wrong) if count % 2 == 0]
    ones = sum(bits)
    if len(bits) % 2:  # the more frequent digit stands at both ends
        return (wrong if ones < len(bits) - ones else len(bits) - wrong) // 2
    return min(fair) // 2


def _least_match(first: list[int], second: list[int]) -> int:
    """Pairs of ranks that stand the one way round above and the other way round below."""
    places = [sorted(range(len(line)), key=line.__getitem__) for line in (first, second)]
    return sum((a < c) != (b < d) for (a, b), (c, d) in combinations(zip(*places, strict=True), 2))


def _least_weighted(weights: list[int], start: list[int], goal: list[int]) -> int:
    to = {x: goal.index(x) for x in start}
    left, total = {x for x in start if start[to[x]] != x}, 0
    while left:
        cycle = [left.pop()]
        while (after := start[to[cycle[-1]]]) in left:
            left.discard(after)
            cycle.append(after)
        costs = sorted(weights[x - 1] for x in cycle)
        low, k = min(weights), len(cycle)
        total += min(sum(costs[1:]) + costs[0] * (k - 1), sum(costs) + costs[0] + low * (k + 1))
    return total


def _least_vanishing(values: list[int]) -> int:
    """Pairs of numbers that cross, as in 1 2 1 2."""
    ends = {v: [at for at, x in enumerate(values) if x == v] for v in values}
    return sum(a < c < b < d or c < a < d < b for (a, b), (c, d) in combinations(ends.values(), 2))


def _least_reinsert(values: list[int]) -> int:
    longest: list[int] = []
    for at, value in enumerate(values):
        longest.append(1 + max((longest[b] for b in range(at) if values[b] < value), default=0))
    return len(values) - max(longest)


def _least_columns(first: list[int], second: list[int]) -> int:
    """Groups of columns grow by the numbers that they share; each remembers how many of its columns turn."""
    groups: list[dict[int, bool]] = []
    for at, (a, b) in enumerate(zip(first, second, strict=True)):
        new = {at: False}
        for group in [g for g in groups if any({a, b} & {first[c], second[c]} for c in g)]:
            groups.remove(group)
            other = next(c for c in group if {a, b} & {first[c], second[c]})
            clash = (a == first[other]) or (b == second[other])
            flip = group[other] == (not clash)  # one of the two turns if and only if they clash
            new |= {c: turned != flip for c, turned in group.items()}
        groups.append(new)
    return sum(min(sum(g.values()), len(g) - sum(g.values())) for g in groups)


def _least_seats(friends: list[list[int]]) -> int:
    """How often each way to lay the ring round the table leaves a student where he is."""
    n, before, now = len(friends), 0, 1
    place = {1: 0}
    for at in range(1, n):
        before, now = now, next(x for x in friends[now - 1] if x != before)
        place[now] = at
    stays = Counter((way, (x - way * p) % n) for x, p in place.items() for way in (1, -1))
    return n - max(stays.values())


def _least_flips(bits: list[int]) -> int:
    counts = []
    for width in range(1, len(bits) + 1):
        left = sum(bit << at for at, bit in enumerate(bits))
        count = 0
        while left.bit_length() >= width and left:
            left ^= ((1 << width) - 1) << (left.bit_length() - width)
            count += 1
        if not left:
            counts.append(count)
    return min(counts)


def _least_add_left(values: list[int]) -> int:
    @cache
    def least(at: int, end: int) -> int:
        """The least steps from the left for which place `at` ends as `end`."""
        if at == 0:
            return 0 if values[0] == end else 10**6
        change = end - values[at]
        ways = [
            least(at - 1, left) + abs(change)
            for left in (-1, 0, 1)
            if left <= end and left * abs(change) == change
        ]
        return min(ways, default=10**6)

    return min(least(len(values) - 1, end) for end in (-1, 0, 1))


def _most_raised(values: list[int], most: int) -> int:
    """A subsequence can be kept if its falls together are no more than the steps."""
    tables: list[
        list[int]
    ] = []  # for each place: the least falls of a kept subsequence of each length ending there
    for at, value in enumerate(values):
        falls = [0] + [10**6] * at
        for before in range(at):
            for length, spent in enumerate(tables[before]):
                falls[length + 1] = min(falls[length + 1], spent + max(values[before] - value, 0))
        tables.append(falls)
    return max(length + 1 for falls in tables for length, spent in enumerate(falls) if spent <= most)


def _most_poured(values: list[int], level: int) -> int:
    n = len(values)
    return max(j - i for i in range(n) for j in range(i + 1, n + 1) if sum(values[i:j]) >= level * (j - i))


def _least_level(values: list[int], a: int, b: int) -> int:
    """Ways of one rise differ by b of the first kind against a of the second; the sum is convex in these exchanges."""
    start = [min((abs(x) + abs((r - x * a) // b), x) for x in range(-80, 81) if (r - x * a) % b == 0) for r in
             (after - before for before, after in zip([0, *values], [*values, 0], strict=True))]  # fmt: skip
    rises = [after - before for before, after in zip([0, *values], [*values, 0], strict=True)]
    xs = [x for _, x in start]

    def cost(at: int, x: int) -> int:
        return abs(x) + abs((rises[at] - x * a) // b)

    way = -b if sum(xs) > 0 else b
    heap: list[tuple[int, int]] = []
    for at, x in enumerate(xs):
        heappush(heap, (cost(at, x + way) - cost(at, x), at))
    while sum(xs):
        at = heap[0][1]
        xs[at] += way
        heapreplace(heap, (cost(at, xs[at] + way) - cost(at, xs[at]), at))
    return sum(cost(at, x) for at, x in enumerate(xs)) // 2


def _least_built(values: list[int]) -> int:
    if not any(values):
        return 0
    low = min(values)
    if low:
        return low + _least_built([x - low for x in values])
    at = values.index(0)
    return _least_built(values[:at]) + _least_built(values[at + 1 :])


def _least_slope(values: list[int], most: int) -> int:
    low, high = 0, max(values)
    while low < high:
        slope, costs = (low + high) // 2, []
        for zero in range(len(values)):
            end = [0 if at == zero else x for at, x in enumerate(values)]
            for at in range(1, len(end)):
                end[at] = min(end[at], end[at - 1] + slope)
            for at in range(len(end) - 2, -1, -1):
                end[at] = min(end[at], end[at + 1] + slope)
            costs.append(sum(values) - sum(end))
        low, high = (low, slope) if min(costs) <= most else (slope + 1, high)
    return low


def _least_monotone(values: list[int]) -> int:
    costs = []
    for sign in (1, -1):
        heap: list[int] = []
        cost = 0
        for value in values:
            heappush(heap, -sign * value)
            if (top := -heap[0]) > sign * value:
                cost += top - sign * value
                heapreplace(heap, -sign * value)
        costs.append(cost)
    return min(costs)


def _best_sums(values: list[int], sums: Steps, goal: str) -> int:
    """In each group every value of its first place is tried."""
    left, total = set(range(1, len(values) + 1)), 0
    while left:
        first = min(left)
        found: list[int] = []
        for value in range(values[first - 1] + 1):
            end = {first: value}
            for _ in values:
                for x, y, fixed in sums:
                    for u, v in ((x, y), (y, x)):
                        if u in end and v not in end:
                            end[v] = fixed - end[u]
            fits = all(end[x] + end[y] == fixed for x, y, fixed in sums if x in end)
            if fits and all(0 <= n <= values[x - 1] for x, n in end.items()):
                found.append(sum(end.values()))
        left -= end.keys()
        total += max(found) if goal == "greatest" else -min(found)
    return total


def _most_served(comes: list[int], asked: list[int]) -> int:
    most = {0: 0}  # for each number of customers, the most that can be left
    for more, order in zip(comes, asked, strict=True):
        after = {count: stock + more for count, stock in most.items()}
        for count, stock in list(after.items()):
            if stock >= order:
                served = most.get(count + 1)
                after[count + 1] = max(stock - order, -1 if served is None else served + more)
        most = after
    return max(most)


def _most_boosted(values: list[int], intervals: Steps, count: int, add: int) -> int:
    found = (
        _boost(list(chosen), values, intervals, count, add)
        for chosen in combinations(range(1, len(intervals) + 1), count)
    )
    return max(least for least in found if least is not None)


def _least_frame(stones: Steps) -> list[int]:
    x, y, cost = stones[0]
    frames = {(y, y, x, x): cost, (x, x, y, y): 0}
    for x, y, cost in stones[1:]:
        after: dict[tuple[int, int, int, int], int] = {}
        for (a, b, c, d), spent in frames.items():
            for u, v, more in ((x, y, 0), (y, x, cost)):
                frame = min(a, u), max(b, u), min(c, v), max(d, v)
                after[frame] = min(after.get(frame, 10**6), spent + more)
        frames = after
    return min([2 * (b - a + d - c), spent] for (a, b, c, d), spent in frames.items())


_KINDS: dict[str, tuple[Callable[..., Worth | None], Callable[..., Worth]]] = {
    "alternate": (_alternate, _least_alternate),
    "match-rows": (_match_rows, _least_match),
    "weighted-swaps": (_weighted_swaps, _least_weighted),
    "vanishing-pairs": (_vanishing_pairs, _least_vanishing),
    "reinsert": (_reinsert, _least_reinsert),
    "swap-columns": (_swap_columns, _least_columns),
    "round-table": (_round_table, _least_seats),
    "flip-blocks": (_flip_blocks, _least_flips),
    "add-left": (_add_left, _least_add_left),
    "raise-blocks": (_raise_blocks, _most_raised),
    "pour": (_pour, _most_poured),
    "level-ground": (_level_ground, _least_level),
    "build-wall": (_build_wall, _least_built),
    "dig": (_dig, _least_slope),
    "make-monotone": (_make_monotone, _least_monotone),
    "fixed-sums": (_fixed_sums, _best_sums),
    "serve-days": (_serve_days, _most_served),
    "boost": (_boost, _most_boosted),
    "turn-stones": (_turn_stones, _least_frame),
}
GROUPS = frozenset(
    "alternate weighted-swaps reinsert round-table flip-blocks raise-blocks pour level-ground build-wall".split()
)
confirms = confirming_optimum(_KINDS, GROUPS)
