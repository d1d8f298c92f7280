"""Intervals: facts are read from the prompt, and all choices of small tasks are tried out, point by point."""

from __future__ import annotations

import re
from itertools import chain, combinations, pairwise, product, repeat

from chosen import AIM, Chosen, numbers

from rlvr.verifiers.base import Reason

SPANS = "{n} intervals:\n" r"{list:(?:\d+: \[\d+, \d+\](?:, cost \d+)?\n?)+}"
HOLDS = "An interval [a, b] holds all points from a to b; both ends belong to it."
SET = "… separated by commas; … order … not matter."
PAIRS = "with … space between …, and put semicolons between …"
SENTENCES = {
    "common-part": [
        "… length … interval [a, b] … b - a.",
        "… common part of some intervals … what all of them hold; if it … empty, … length … 0.",
        "A choice … one interval alone or several different ones; … order … not matter.",
        SPANS,
        "How many choices … common part with a length … {least} or more?",
        "Answer with an integer.",
    ],
    "rays": [
        "Rays start … origin (0, 0) and go on without end.",
        "A ray hits every segment … it meets, also if it meets … end of … segment only; segments … not stop rays.",
        "No segment may … hit by more than one ray.",
        "{n} segments … plane:\n" r"{list:(?:\d+: from \(\d+, \d+\) to \(\d+, \d+\)\n?)+}",
        "Aim at most {count} rays so that {aim:as many segments as possible} … hit.",
        f"For each ray … one point … with positive whole coordinates of at most 1000, x and y {PAIRS} rays.",
    ],
    "prices": [
        "{shops} shops … row and … from 1; all sell … same thing.",
        "Each customer … prices … range … shops, both ends included, and buys one piece … lowest of … prices if it … "
        "not above what … customer … at most.",
        "Otherwise … nothing.",
        "{n} customers:\n" r"{list:(?:\d+: shops \d+ to \d+, at most \d+\n?)+}",
        f"Set … prices, positive whole numbers, so that all customers together pay {AIM}.",
        "Give … price of each shop, from shop 1 on, separated by commas.",
    ],
    "capacities": [
        HOLDS,
        "Some points limit how many … chosen intervals may hold them.",
        SPANS + "\nLimits:\n" r"{told:(?:point \d+: at most \d+\n?)+}",
        "Choose {aim:as many intervals as possible} such that every limit … kept.",
        "Give … numbers … chosen intervals" + SET,
    ],
    "matching": [
        HOLDS,
        "A point … paired with … interval … holds it.",
        "Each point and each interval … in one pair at most.",
        SPANS + "\nPoints, by … numbers: {told:(?:[0-9]+ at [0-9]+,? ?)+}",
        "Make {aim:as many pairs as possible}.",
        f"Give each pair … number … point and … number … interval {PAIRS} pairs.",
    ],
    "colours": [
        HOLDS,
        "Two intervals overlap if some point … in both, even if they … only … end in common.",
        "Overlapping intervals must … different colours.",
        SPANS,
        "Colour all intervals with {aim:as few different colours as possible}.",
        "Colours … positive whole numbers.",
        "Give … colour of each interval, from interval 1 on, separated by commas.",
    ],
    "cover": [
        "An interval [a, b] covers all whole numbers from a to b; both ends belong to it.",
        "It … any number … times, or not at all, and each time costs … price and covers … points once more.",
        "Each point from 1 to {last} … to … covered at least as often as … needs.",
        SPANS + "\nNeeds:\n" r"{told:(?:point \d+: \d+ or more\n?)+}",
        f"Buy intervals so that all needs … {AIM} total cost.",
        "Give how often each interval … bought, from interval 1 on, 0 included, separated by commas.",
    ],
    "points": [
        "An interval [a, b] holds all whole numbers from a to b; both ends belong to it.",
        "A choice of points costs … sum of … costs of all intervals … hold at least one of them; each … interval … "
        "paid once.",
        SPANS,
        "Choose exactly {count} different points out of … whole numbers from 1 to {last}, each … in at least one "
        f"interval, so that … choice costs {AIM}.",
        "Give … chosen points" + SET,
    ],
}


def lines(said, name="list"):
    """The numbers of each line, which are numbered from 1, as many as the prompt says."""
    found = [numbers(line) for line in said[name].strip().split("\n")]
    assert [line[0] for line in found] == list(range(1, said["n"] + 1))
    return [line[1:] for line in found]


def spans(said):
    return {"intervals": [line[:2] for line in lines(said)]}


def priced(said):
    return spans(said) | {"costs": [cost for _, _, cost in lines(said)]}


def told(said):
    """Pairs of numbers, such as a point and what is said of it."""
    flat = numbers(said["told"])
    return list(map(list, zip(flat[::2], flat[1::2], strict=True)))


def in_turn(said, last=None):
    """What is said of the points 1, 2 and so on."""
    places, found = zip(*told(said), strict=True)
    assert places == tuple(range(1, (last or len(places)) + 1))
    return list(found)


READERS = {
    "common-part": lambda said: spans(said) | {"least": said["least"]},
    "rays": lambda said: {"segments": lines(said), "count": said["count"]},
    "prices": lambda said: {"customers": lines(said), "shops": said["shops"]},
    "capacities": lambda said: spans(said) | {"most": told(said)},
    "matching": lambda said: spans(said) | {"places": in_turn(said)},
    "colours": spans,
    "cover": lambda said: priced(said) | {"needs": in_turn(said, said["last"])},
    "points": lambda said: priced(said) | {"count": said["count"], "last": said["last"]},
}


def begins_last(x):
    """Of those that begin earlier, how many still leave the common part long enough."""
    a, _ = x.intervals[x.j - 1]
    above = {int(line.split()[1]) for line in x.before}
    late = sum(x.intervals[i - 1][1] >= a + x.least for i in above)
    return x.k == late and x.ways == 2**x.k and all(x.intervals[i - 1][0] <= a for i in above)


def drop(x):
    """Those that end first stay, as many as the limit says."""
    gone = {j for line in x.before for j in numbers(line.partition("drop")[2])}
    held = [j for j, span in enumerate(x.intervals, 1) if inside(span, x.p) and j not in gone]
    held.sort(key=lambda j: (x.intervals[j - 1][1], j))
    return (numbers(x.held), numbers(x.off)) == (held, held[dict(x.most)[x.p] :])


LINES = {
    "common-part": {
        "interval {j} is too short": lambda x: x.intervals[x.j - 1][1] - x.intervals[x.j - 1][0] < x.least,
        "interval {j} begins last, with any of {k} others: {ways}": begins_last,
        "together: {total}": lambda x: (
            x.total == x.given[0] == sum(numbers(line)[-1] for line in x.before if "others" in line)
        ),
    },
    "rays": {
        "through ({a}, {b}): segments {hit:[0-9 ]+}": lambda x: (
            [x.a, x.b] in ([x.given] if isinstance(x.given[0], int) else x.given)
            and numbers(x.hit)
            == [
                j
                for j, s in enumerate(x.segments, 1)
                if (s[0] * x.b - s[1] * x.a) * (s[2] * x.b - s[3] * x.a) <= 0
            ]
        )
    },
    "prices": {
        "customers pay {terms:[0-9 +]+} = {total}": lambda x: (
            x.total == x.best
            and numbers(x.terms) == [pays for c in x.customers if (pays := paid(x.given, x.shops, [c]))]
        )
    },
    "capacities": {"point {p} is in {held:[0-9 ]+}: drop {off:[0-9 ]+}": drop},
    "matching": {
        "point {p} at {at} in [{a}, {b}]": lambda x: (
            x.at == x.places[x.p - 1] and [x.a, x.b] in [x.intervals[j - 1] for p, j in x.given if p == x.p]
        )
    },
    "colours": {
        "interval {j}, [{a}, {b}]: colour {c}": lambda x: (
            x.c == x.given[x.j - 1] and [x.a, x.b] == x.intervals[x.j - 1]
        )
    },
    "cover": {
        "{terms:[0-9 +*]+} = {total}": lambda x: (
            x.total == x.best
            and x.terms == " + ".join(f"{n} * {cost}" for n, cost in zip(x.given, x.costs, strict=True) if n)
        )
    },
    "points": {
        "intervals {used:[0-9 ]+}: {terms:[0-9 +]+} = {total}": lambda x: (
            x.total == x.best == sum(numbers(x.terms))
            and numbers(x.used)
            == [j for j, span in enumerate(x.intervals, 1) if any(inside(span, p) for p in x.given)]
            and numbers(x.terms) == [x.costs[j - 1] for j in numbers(x.used)]
        )
    },
}


def inside(span, point):
    return span[0] <= point <= span[1]


def choices(intervals, least):
    """So many numbers as there are choices with a long common part, which are all looked at."""
    if len(intervals) > 10:
        return repeat([1])  # too many
    count = 0
    for k in range(1, len(intervals) + 1):
        for chosen in combinations(intervals, k):
            count += min(b for _, b in chosen) - max(a for a, _ in chosen) >= least
    return ([n] for n in range(1, count + 1))


def aims(segments, count):
    """Rays through ends and between neighbours, and one that hits nothing."""
    ends = sorted({(y / x, x, y) for a, b, c, d in segments for x, y in ((a, b), (c, d))})
    points = [[x, y] for _, x, y in ends] + [[a + c, b + d] for (_, a, b), (_, c, d) in pairwise(ends)]
    return chain.from_iterable(map(list, combinations(points, k)) for k in range(1, count + 1))


def hits(given, segments, count):
    if len(given) > count:
        return None
    hit = []
    for a, b, c, d in segments:
        low, high = sorted((b / a, d / c))
        hit.append(sum(low - 1e-12 <= y / x <= high + 1e-12 for x, y in given))
    return sum(hit) if max(hit) < 2 else None


def paid(given, shops, customers):
    total = 0
    for a, b, most in customers:
        lowest = min(given[shop - 1] for shop in range(a, b + 1))
        total += lowest if lowest <= most else 0
    return total


def offered(shops, customers):
    return map(list, product(sorted({most for *_, most in customers}), repeat=shops))


def subsets(intervals, **_):
    n = len(intervals)
    return map(list, chain.from_iterable(combinations(range(1, n + 1), k) for k in range(1, n + 1)))


def within(given, intervals, most):
    crowded = any(sum(inside(intervals[j - 1], p) for j in given) > limit for p, limit in most)
    return None if crowded else len(given)


def pairs(intervals, places):
    """Every set of pairs, beginning with the first point."""

    def on(point, free):
        if point > len(places):
            yield []
            return
        for j in sorted(free):
            if inside(intervals[j - 1], places[point - 1]):
                yield from ([[point, j], *rest] for rest in on(point + 1, free - {j}))
        yield from on(point + 1, free)

    return filter(None, on(1, frozenset(range(1, len(intervals) + 1))))


def painted(intervals):
    """Colourings with new colours in their order, and few more than some point needs."""
    if len(intervals) > 10:
        return repeat([1])  # too many
    most = 1 + max(sum(inside(span, p) for span in intervals) for p, _ in intervals)

    def on(n):
        if n == 0:
            yield []
            return
        for rest in on(n - 1):
            for colour in range(1, min(most, max(rest, default=0) + 1) + 1):
                met = (i for i in range(n - 1) if rest[i] == colour)
                clash = any(
                    intervals[i][0] <= intervals[n - 1][1] and intervals[n - 1][0] <= intervals[i][1]
                    for i in met
                )
                if not clash:
                    yield [*rest, colour]

    return on(len(intervals))


def different(given, intervals):
    for (i, a), (j, b) in combinations(enumerate(intervals), 2):
        if given[i] == given[j] and set(range(a[0], a[1] + 1)) & set(range(b[0], b[1] + 1)):
            return None
    return len(set(given))


def bought(intervals, costs, needs):
    """Up to three of each interval, cheapest first, so that at most 4 are bought: the needs are small at first."""
    n = len(intervals)
    for total in range(1, 8):
        for places in combinations(range(total + n - 1), n - 1):
            edges = [-1, *places, total + n - 1]
            yield [b - a - 1 for a, b in pairwise(edges)]


def cost(given, intervals, costs, needs):
    for point, need in enumerate(needs, 1):
        if sum(count for count, span in zip(given, intervals, strict=True) if inside(span, point)) < need:
            return None
    return sum(count * price for count, price in zip(given, costs, strict=True))


def chosen_points(last, count, **_):
    return map(list, combinations(range(1, last + 1), count))


def charge(given, last, count, intervals, costs):
    if not all(any(inside(span, p) for span in intervals) for p in given):
        return None
    return sum(c for span, c in zip(intervals, costs, strict=True) if any(inside(span, p) for p in given))


class TestIntervalChoice(Chosen):
    id = "interval-choice"
    larger = frozenset({"common-part", "rays", "prices", "capacities", "matching"})
    sentences, readers, lines = SENTENCES, READERS, LINES
    single = frozenset({"common-part"})
    objects = {  # noqa: RUF012
        "common-part": choices,
        "rays": aims,
        "prices": offered,
        "capacities": subsets,
        "matching": pairs,
        "colours": painted,
        "cover": bought,
        "points": chosen_points,
    }
    worth = {  # noqa: RUF012
        "common-part": lambda given, **_: given[0],
        "rays": hits,
        "prices": paid,
        "capacities": within,
        "matching": lambda given, intervals, places: len(given),
        "colours": different,
        "cover": cost,
        "points": charge,
    }

    def read(self, answer):
        """Pairs are groups even if there is one only."""
        groups = [numbers(part) for part in answer.split(";")]
        return groups if len(groups) > 1 or ("," not in answer and " " in answer) else groups[0]

    def test_ends_belong_to_intervals(self):
        """Elsewhere it was not said whether ends count."""
        for kind in SENTENCES:
            text = self.spec.task(1, 0, params={"kinds": kind}).prompt
            assert re.search(
                r"both ends belong to it|both ends included|meets an end|length of an interval \[a, b\] is b - a",
                text,
            ), kind
        payload = {"kind": "colours", "intervals": [[1, 3], [3, 5], [6, 7]], "best": 2}
        self.takes(payload, ["1, 2, 1", "7, 4, 4"], ["1, 1, 2", "1, 2, 3", "1, 2", "0, 1, 0"])
        payload = {"kind": "capacities", "intervals": [[1, 3], [3, 5], [4, 5]], "most": [[3, 1]], "best": 2}
        self.takes(payload, ["1, 3", "3, 2"], ["1, 2", "1", "1, 2, 3"])
        assert "2 chosen intervals hold point 3" in self.spec.verify_answer(payload, "1, 2").message

    def test_a_ray_through_an_end_hits(self):
        payload = {
            "kind": "rays",
            "segments": [[2, 1, 3, 1], [1, 1, 3, 3], [1, 2, 1, 4]],
            "count": 2,
            "best": 3,
        }
        payload["segments"][1] = [2, 2, 1, 3]
        payload |= {"best": 3, "count": 3}
        self.takes(payload, ["2 1; 1 2", "4 2; 2 5"], ["2 1", "2 1; 1 1; 1 3", "1 2; 1 2", "1 0; 1 2", "1 2 3"])

    def test_the_ray_with_most_hits_first_is_not_enough(self):
        """Of rays with as many hits only one was followed, and another one led to a best choice."""
        for seed in range(12):
            payload = self.spec.task(1, seed, params={"kinds": "rays"}).payload
            segments, count = payload["segments"], payload["count"]
            rays = [ray for (ray,) in aims(segments, 1)]
            chosen: list[list[list[int]]] = [[]]
            for _ in range(count):
                after = []
                for before in chosen:
                    worths = [(hits([*before, ray], segments, count) or 0, ray) for ray in rays]
                    most = max(worths)[0]
                    after += [[*before, ray] for worth, ray in worths if worth == most]
                chosen = after
            assert max(hits(way, segments, count) or 0 for way in chosen) < payload["best"]

    def test_customers_buy_at_the_lowest_price_only(self):
        payload = {"kind": "prices", "shops": 2, "customers": [[1, 2, 5], [2, 2, 9]], "best": 14}
        self.takes(payload, ["5, 9"], ["9, 5", "9, 9", "5, 5", "5", "0, 9", "6, 9"])

    def test_an_interval_can_be_bought_twice(self):
        payload = {"kind": "cover", "intervals": [[1, 2], [1, 1]], "costs": [3, 2], "needs": [2, 1], "best": 5}
        self.takes(payload, ["1, 1"], ["2, 0", "1, 0", "0, 2", "-1, 3", "1"])

    def test_points_and_intervals_are_told_apart(self):
        payload = {"kind": "matching", "intervals": [[1, 2], [5, 6]], "places": [6, 1], "best": 2}
        self.takes(payload, ["1 2; 2 1", "2 1; 1 2"], ["1 1; 2 2", "1 2", "1 2; 1 2", "1 2; 2 2"])
        assert self.spec.verify_answer(payload, "1 1; 2 2").reason is Reason.ILLEGAL

    def test_points_in_no_interval_are_not_free(self):
        payload = {
            "kind": "points",
            "last": 5,
            "count": 2,
            "intervals": [[1, 2], [4, 4]],
            "costs": [7, 1],
            "best": 7,
        }
        self.takes(payload, ["1, 2"], ["1, 4", "3, 5", "1, 3", "1", "1, 1"])

    def test_trap_prices_are_not_found_by_climbing(self):
        """From the highest prices on, one after the other was changed as long as that pays: right in two of three."""
        for level in self.spec.levels[:3]:
            for seed in range(8):
                facts = self.spec.task(level, seed, params={"kinds": "prices"}).payload
                shops, customers = facts["shops"], facts["customers"]
                levels = sorted({most for *_, most in customers})
                prices, before = [levels[-1]] * shops, -1
                while before < (before := paid(prices, shops, customers)):
                    for shop in range(shops):
                        ways = [[*prices[:shop], price, *prices[shop + 1 :]] for price in levels]
                        prices = max([prices, *ways], key=lambda way: paid(way, shops, customers))
                assert paid(prices, shops, customers) < facts["best"], (level, seed)
