"""Kinds of `array_operations` whose answer says what is chosen, or how the row stands in the end.

Sources: Polish olympiads in informatics (the well, minimalist security, rock garden, the warehouse store);
USACO 2008 "Making the Grade".
"""

from __future__ import annotations

import random
from heapq import heappop, heappush

from ..kernels.asking import PLACES, SET, asking, numbers_in, row
from ..kernels.count import Facts
from ..kernels.optimum import Best, Kind

_ROW = "Give all numbers of the row as it is in the end, from left to right, separated by commas."


def _dry(rng: random.Random, size: int) -> Facts:
    values = [rng.randint(4, 14 + size) for _ in range(6 + 3 * size // 2)]
    values[0], values[-1] = values[0] + 6, values[-1] + 6  # the 0 is seldom best at an end
    return {"values": values, "most": rng.randint(sum(values) // 3, sum(values) // 2)}


def _dig(values: list[int], most: int) -> Best | None:
    """For each slope the highest row that is nowhere steeper, with a 0; the least slope that can be paid for."""
    n = len(values)
    for slope in range(1, max(values) + 1):
        smooth = [min(values[j] + slope * abs(i - j) for j in range(n)) for i in range(n)]
        rows = [[min(smooth[i], slope * abs(i - zero)) for i in range(n)] for zero in range(n)]
        dug = max(rows, key=sum)
        if (spent := sum(values) - sum(dug)) <= most:
            break
    else:
        return None
    if any(sum(values) - sum(rows[end]) <= most for end in (0, -1)):
        return None  # an end is what everybody tries first
    lines = [f"with differences up to {slope}: {row(dug)}, {spent} taken away of {most}"]
    return Best(slope, dug, lines, numbers_in(values, dug, 1))


def _grades(rng: random.Random, size: int) -> Facts:
    return {"values": [rng.randint(1, 9 + size) for _ in range(6 + 3 * size // 2)]}


def _monotone(values: list[int]) -> Best | None:
    """Only heights that occur are needed; the least cost of a row that ends at or below each of them."""
    heights = sorted(set(values))
    found = []
    for turned in (values, values[::-1]):
        table: list[list[tuple[int, int]]] = []  # cost of ending at each height, and the height before
        for value in turned:
            now, low = [], (0, 0)
            for at, height in enumerate(heights):
                if table and (not at or table[-1][at][0] < low[0]):
                    low = table[-1][at][0], at
                now.append((low[0] + abs(value - height), low[1]))
            table.append(now)
        at = min(range(len(heights)), key=lambda i: table[-1][i])
        cost, end = table[-1][at][0], []
        for column in reversed(table):
            end.append(heights[at])
            at = column[at][1]
        found.append((cost, end if turned is not values else end[::-1]))
    cost, end = min(found)
    if cost < 3:
        return None
    lines = [f"never falling: {found[0][0]} in all, never rising: {found[1][0]} in all"]
    lines.append(
        "changes: " + " + ".join(str(abs(x - y)) for x, y in zip(values, end, strict=True)) + f" = {cost}"
    )
    return Best(cost, end, lines, numbers_in(values, end))


def _secured(rng: random.Random, size: int) -> Facts:
    n = 5 + size
    end = [rng.randint(0, 9) for _ in range(n)]
    order = rng.sample(range(n), n)
    split = rng.randint(2, n - 1)  # two groups of places
    pairs = {(order[i], order[rng.randrange(0 if i < split else split, i)]) for i in range(1, n) if i != split}
    if rng.random() < 0.5 and split > 2:
        x, y = rng.sample(order[:split], 2)
        pairs.add((x, y))
    told = sorted({(min(p), max(p)) for p in pairs})
    rng.shuffle(told)
    return {
        "values": [x + rng.randint(0, 9) for x in end],
        "sums": [[x + 1, y + 1, end[x] + end[y]] for x, y in told],
        "goal": rng.choice(("least", "greatest")),
    }


def _secure(values: list[int], sums: list[list[int]], goal: str) -> Best | None:
    """In a group each number is a number plus or minus that of its first place, which runs over an interval."""
    n = len(values)
    near: dict[int, list[tuple[int, int]]] = {x: [] for x in range(1, n + 1)}
    for x, y, total in sums:
        near[x].append((y, total))
        near[y].append((x, total))
    form: dict[int, tuple[int, int]] = {}
    end: dict[int, int] = {}
    lines, groups = [], 0
    for first in near:
        if first in form:
            continue
        form[first], group = (1, 0), [first]
        low, high, groups = 0, values[first - 1], groups + 1
        for x in group:
            sign, plus = form[x]
            for y, total in near[x]:
                if y not in form:
                    form[y] = -sign, total - plus
                    group.append(y)
                elif form[y] == (sign, form[y][1]):  # an odd circle: 2 * sign * t = total - plus - other
                    value = (total - plus - form[y][1]) // 2 * sign
                    low, high = max(low, value), min(high, value)
        for x in group:
            sign, plus = form[x]
            ends = (-plus, values[x - 1] - plus) if sign > 0 else (plus - values[x - 1], plus)
            low, high = max(low, ends[0]), min(high, ends[1])
        if low > high:
            return None
        slope = sum(form[x][0] for x in group)
        value = high if (slope > 0) == (goal == "greatest") else low
        lines.append(
            f"with place {first} the places {row(sorted(group))}: it may be from {low} to {high}; it is {value}"
        )
        end |= {x: form[x][0] * value + form[x][1] for x in group}
    found = [end[x] for x in range(1, n + 1)]
    lines.append(f"sum: {' + '.join(map(str, found))} = {sum(found)}")
    return Best(sum(found) if goal == "greatest" else -sum(found), found, lines,
                numbers_in(values, found, [0 for _ in sums]), 0.01)  # fmt: skip


def _sums(sums: list[list[int]], **_: object) -> dict[str, object]:
    return {"rules": "; ".join(f"places {x} and {y}: {total}" for x, y, total in sums)}


def _days(rng: random.Random, size: int) -> Facts:
    n = 6 + size
    return {"comes": [rng.randint(0, 9) for _ in range(n)], "asked": [rng.randint(2, 14) for _ in range(n)]}


def _serve(comes: list[int], asked: list[int]) -> Best | None:
    """Serve whoever can be served; else give up the largest order so far if this one is less."""
    stock, served, lines = 0, list[tuple[int, int]](), []
    for day, (more, order) in enumerate(zip(comes, asked, strict=True), 1):
        stock += more
        if order <= stock:
            heappush(served, (-order, day))
            stock -= order
        elif served and -served[0][0] > order:
            lines.append(f"day {day}: {order} instead of {-served[0][0]} on day {served[0][1]}")
            stock -= order + heappop(served)[0]
            heappush(served, (-order, day))
    days = sorted(day for _, day in served)
    if len(days) < 3 or not lines:
        return None
    lines.append(f"served on the days {row(days)}: {len(days)} customers")
    return Best(len(days), days, lines, numbers_in(comes, asked, days), 0.01)


def _helped(rng: random.Random, size: int) -> Facts | None:
    """All blocks that are chosen are needed, and the longest ones are not the best, or most choices would be right."""
    n, m = 7 + 3 * size // 2, 7 + size // 2
    intervals: list[list[int]] = []
    while len(intervals) < m:
        i, j = sorted(rng.sample(range(1, n + 1), 2))
        if [i, j] not in intervals:
            intervals.append([i, j])
    values, add = [rng.randint(1, 12) for _ in range(n)], rng.randint(2, 5)
    least, count = min(values), 0
    while (chosen := _choose(values, intervals, 2 + size // 4, least + 1, add)) is not None:
        least, count = least + 1, len(chosen)
    longest = sorted(range(m), key=lambda c: intervals[c][0] - intervals[c][1])[:count]
    if count < 2 or min(_raised(values, intervals, longest, add)) == least:
        return None
    return {"values": values, "intervals": intervals, "count": count, "add": add}


def _raised(values: list[int], intervals: list[list[int]], chosen: list[int], add: int) -> list[int]:
    return [
        v + add * sum(intervals[c][0] <= at <= intervals[c][1] for c in chosen)
        for at, v in enumerate(values, 1)
    ]


def _choose(
    values: list[int], intervals: list[list[int]], count: int, least: int, add: int
) -> list[int] | None:
    """Intervals that lift all to `least`: whoever is first too low takes the one that reaches furthest."""
    chosen: list[int] = []
    for at, value in enumerate(values, 1):
        while value + add * sum(intervals[c][0] <= at <= intervals[c][1] for c in chosen) < least:
            ready = [c for c, (i, j) in enumerate(intervals) if i <= at <= j and c not in chosen]
            if not ready or len(chosen) == count:
                return None
            chosen.append(max(ready, key=lambda c: intervals[c][1]))
    return chosen


def _boost(values: list[int], intervals: list[list[int]], count: int, add: int) -> Best | None:
    least = min(values)
    if _choose(values, intervals, count, least + 1, add) is None:
        return None
    while (more := _choose(values, intervals, count, least + 1, add)) is not None:
        least, chosen = least + 1, more
    chosen += [c for c in range(len(intervals)) if c not in chosen][: count - len(chosen)]
    end = _raised(values, intervals, chosen, add)
    return Best(
        least,
        sorted(c + 1 for c in chosen),
        [f"in the end: {row(end)}, the least of them is {least}"],
        numbers_in(values, chosen, [0 for _ in intervals]),
        0.1,
    )


def _listed(intervals: list[list[int]], **_: object) -> dict[str, object]:
    return {"list": "; ".join(f"{c}: {i} to {j}" for c, (i, j) in enumerate(intervals, 1))}


def _stones(rng: random.Random, size: int) -> Facts:
    return {
        "stones": [
            [rng.randint(0, 20 + size), rng.randint(0, 20 + size), rng.randint(1, 9)]
            for _ in range(5 + 2 * size // 3)
        ]
    }


def _turn(stones: list[list[int]]) -> Best | None:
    """Lying all with x <= y they need the least frame; the four ways to stand it tell which stones must turn."""
    small, large = [min(x, y) for x, y, _ in stones], [max(x, y) for x, y, _ in stones]
    plans = []
    for xs, ys in (
        ((min(small), max(small)), (min(large), max(large))),
        ((min(small), max(large)), (min(large), max(small))),
    ):
        for a, b in ((xs, ys), (ys, xs)):
            if a[0] > a[1] or b[0] > b[1]:
                continue
            turned = [not (a[0] <= x <= a[1] and b[0] <= y <= b[1]) for x, y, _ in stones]
            if all(
                not t or (a[0] <= y <= a[1] and b[0] <= x <= b[1])
                for t, (x, y, _) in zip(turned, stones, strict=True)
            ):
                plans.append((sum(t * c for t, (_, _, c) in zip(turned, stones, strict=True)), turned, a, b))
    cost, turned, a, b = min(plans)
    chosen = [at for at, t in enumerate(turned, 1) if t]
    if len(chosen) < 2:
        return None
    border = 2 * (a[1] - a[0] + b[1] - b[0])
    lines = [f"x from {a[0]} to {a[1]}, y from {b[0]} to {b[1]}: perimeter {border}, cost {cost}"]
    return Best([border, cost], chosen, lines, numbers_in(stones, chosen), 2.0 ** -len(stones))


def _places(stones: list[list[int]]) -> dict[str, object]:
    return {
        "list": "\n".join(f"stone {n}: x = {x}, y = {y}, cost {c}" for n, (x, y, c) in enumerate(stones, 1))
    }


TARGETS = {
    "dig": Kind(
        asking(
            f"{PLACES} A step lowers the number at one place by 1; at most {{most}} steps may be made, "
            f"several at one place "
            "if you like. No number may become negative, and in the end at least one number must be 0.",
            "A row of numbers: {values}",
            "Make the greatest difference between two neighbours in the end as small as possible.",
            _ROW,
        ),
        _dry,
        _dig,
    ),
    "make-monotone": Kind(
        asking(
            "A step raises or lowers one number of a row by 1. In the end the row must never fall from left "
            "to right, or "
            "never rise from left to right, as you choose (equal neighbours are allowed).",
            "A row of numbers: {values}",
            "Get there with as few steps as possible.",
            _ROW,
        ),
        _grades,
        _monotone,
    ),
    "fixed-sums": Kind(
        asking(
            f"{PLACES} Each number of the row may be lowered by any whole number or stay as it is, but none "
            f"may become "
            "negative. In the end some pairs of places must have the sums that are given; all other pairs "
            "are free.",
            "A row of numbers: {values}\nSums wanted: {rules}",
            "Make the sum of the whole row in the end the {goal} possible.",
            _ROW,
        ),
        _secured,
        _secure,
        _sums,
    ),
    "serve-days": Kind(
        asking(
            "A store is empty at first. Every morning goods come in, every evening one customer asks for "
            "goods: all that "
            "was asked for is handed over, if there is so much in stock and you want to, or else nothing. "
            "What is left "
            "stays for later days. Days are numbered from 1.",
            "Goods that come in, day by day: {comes}\nGoods asked for, day by day: {asked}",
            "Serve as many customers as possible.",
            SET.format(what="the days on which the customer is served"),
        ),
        _days,
        _serve,
    ),
    "boost": Kind(
        asking(
            f"{PLACES} Exactly {{count}} different blocks of the list are chosen. Each chosen block adds "
            f"{{add}} to every "
            "number from its first to its last place; what several blocks add to one place adds up.",
            "A row of numbers: {values}\nBlocks, by number: {list}",
            "Make the least number of the row in the end as great as possible.",
            SET.format(what="the numbers of the chosen blocks"),
        ),
        _helped,
        _boost,
        _listed,
    ),
    "turn-stones": Kind(
        asking(
            "Stones lie at points of a plane. To turn a stone is to swap its x and its y; this has a cost. "
            "In the end a "
            "frame is laid around all stones: the smallest rectangle with sides along the axes that holds "
            "all points, "
            "with those on its sides.",
            "{list}",
            "Turn stones so that the perimeter of the frame is as small as possible and, among all ways "
            "with that "
            "perimeter, the total cost of the turned stones is as small as possible.",
            SET.format(what="the numbers of the stones to turn"),
        ),
        _stones,
        _turn,
        _places,
    ),
}  # fmt: skip
