"""Machine scheduling: jobs are read from the prompt, and all orders of a few jobs are tried out, by the clock."""

from __future__ import annotations

import re
from itertools import chain, combinations, islice, pairwise, permutations, product, repeat
from math import prod

from chosen import AIM, Chosen, listed, numbers, table

from rlvr.verifiers.base import Reason

ONE = "A machine … jobs one after … other, from time 0 on, without pauses."
ORDER = "List … numbers of all jobs … order … done, separated by commas."


SENTENCES = {
    "weighted-starts": [
        ONE,
        "A job costs … weight times … moment … starts.",
        listed("jobs", "takes", "weight"),
        f"Find … order … costs of all jobs together … {AIM}.",
        ORDER,
    ],
    "lateness": [
        ONE,
        "The lateness of … job … moment … ends minus … moment … due; it may … negative.",
        "Some jobs have to come before others, not necessarily directly.",
        listed("jobs", "takes", "due at") + "\nRules: {rules:[0-9a-z; ]+}",
        f"Find … order … keeps … rules and … greatest lateness of … job … {AIM}.",
        ORDER,
    ],
    "on-time": [
        ONE,
        "A job … on time if … ends at … moment … due, or earlier.",
        listed("jobs", "takes", "due at"),
        "Find … order … {aim:as many jobs as possible} … on time; the late ones … done … well.",
        ORDER,
    ],
    "tardiness": [
        ONE,
        "The tardiness of … job … time from … moment … due to … moment … ends, and 0 if … ends earlier or "
        "just then.",
        listed("jobs", "takes", "due at"),
        f"Find … order … sum of all tardiness … {AIM}.",
        ORDER,
    ],
    "flow-shop": [
        "Each job … first on machine A and then on machine B.",
        "Each machine … one job at … time and both do … jobs in … same order; … job can begin on B as "
        "soon as … ended on A and B … free.",
        "Work begins at time 0.",
        listed("jobs", "on A:", "on B:"),
        "Find … order … last job ends on B {aim:as early as possible}.",
        ORDER,
    ],
    "parallel": [
        "… {machines} equal machines.",
        "Each … jobs one after … other, from time 0 on, without pauses; each job … by one machine, and "
        "each machine … least one job.",
        listed("jobs", "takes"),
        "Distribute … jobs … machine … ends last ends {aim:as early as possible}.",
        "List … jobs of each machine with spaces between … and … semicolons between … machines.",
    ],
    "colours": [
        "Cars … row and … numbered from 1 in … order.",
        "They … put into … new order to … painted; … new place of … car may differ from … old place by "
        "{most} at most.",
        "A change of colour … needed wherever … car … another colour than … car directly before it.",
        "Colours of … cars, from car 1 on: {colours:[A-Z, ]+}",
        "Find … order with {aim:as few changes of colour as possible}.",
        "List … numbers of all cars in … new order, separated by commas.",
    ],
    "products": [
        "Ministers line up behind … king.",
        "The king and each minister … number … left hand, and each minister … one … right hand.",
        "A minister … paid … product of … left numbers of all who stand before him … king included, "
        "divided by … own right number and rounded down.",
        "The king's left number: {king}\n" + listed("ministers", "left", "right"),
        f"Find … order … highest pay of … minister … {AIM}.",
        "List … numbers of all ministers from … front to … back, separated by commas.",
    ],
    "warehouses": [
        "Factories stand along … slope and … numbered from 1 at … top.",
        "A warehouse can … built at any factory … price … there.",
        "The goods of … factory without … warehouse … carried down to … next factory below … has one … "
        "cost of 1 for each unit of goods and each metre.",
        listed("factories", "metres from the top", "goods", "price"),
        "Choose where warehouses … built … all goods come to one and … total cost of building and "
        f"carrying … {AIM}.",
        "Give … numbers of … factories, separated by commas; … order … not matter.",
    ],
    "medals": [
        "Generals sit around … table in … order of … numbers, and … last one … beside … first one.",
        "Each gets as many medals as … list says, all of different types, and no two neighbours … type … "
        "common.",
        "Types of medals … numbered 1, 2, 3, and so on.",
        "Numbers of medals, from general 1 on: {medals:[0-9, ]+}",
        "Give out … medals so that {aim:as few types as possible} … used … all.",
        "List … types of each general with spaces between … and … semicolons between … generals, from "
        "general 1 on.",
    ],
}


def lateness(said):
    needs = re.findall(r"job (\d+) before job (\d+)", said["rules"])
    return {**table("times", "due")(said), "needs": [[int(a), int(b)] for a, b in needs]}


READERS = {
    "weighted-starts": table("times", "weights"),
    "lateness": lateness,
    "on-time": table("times", "due"),
    "tardiness": table("times", "due"),
    "flow-shop": table("first", "second"),
    "parallel": table("times", also=["machines"]),
    "colours": lambda said: {"colours": said["colours"].split(", "), "most": said["most"]},
    "products": table("left", "right", also=["king"]),
    "warehouses": table("places", "goods", "costs"),
    "medals": lambda said: {"medals": numbers(said["medals"])},
}


def ends_last(x):
    """From the end on: of the jobs that no job left waits for, the one that is due last."""
    left = x.given[: len(x.given) - len(x.before)]
    free = sorted(j for j in left if not any(a == j and b in left for a, b in x.needs))
    latest = x.due[x.j - 1] == max(x.due[j - 1] for j in free)
    now = sum(x.times[j - 1] for j in left)
    return (x.j, x.now, x.late) == (left[-1], now, now - x.due[x.j - 1]) and latest and numbers(x.free) == free


def put_off(x):
    """Of the jobs up to one that would be late, the longest that is not put off yet."""
    off = {numbers(line)[1] for line in x.before}
    order = sorted(range(1, len(x.due) + 1), key=lambda j: x.due[j - 1])
    kept = [k for k in order[: order.index(x.j) + 1] if k not in off]
    late = sum(x.times[k - 1] for k in kept) > x.due[x.j - 1]
    return late and x.k in kept and x.t == x.times[x.k - 1] == max(x.times[k - 1] for k in kept)


def pays(x):
    at = len(x.before) - 1
    before = x.king * prod(x.left[j - 1] for j in x.given[:at])
    return (x.j, x.p, x.r, x.q) == (x.given[at], before, x.right[x.j - 1], x.p // x.r) and x.q <= x.best


LINES = {
    "weighted-starts": {
        "by time per weight: {order:[0-9 ]+}": lambda x: (
            numbers(x.order) == x.given == sorted(x.given, key=lambda j: x.times[j - 1] / x.weights[j - 1])
        ),
        "{terms:[0-9 +*]+} = {total}": lambda x: (
            x.terms == " + ".join(f"{start} * {x.weights[j]}" for j, start, _ in clock(x.given, x.times))
            and x.total == x.best
        ),
    },
    "lateness": {
        "at {now} may end {free:[0-9 ]+}; {j} is due last, lateness {late}": ends_last,
        "greatest lateness: {late}": lambda x: x.late == x.best,
    },
    "on-time": {
        "job {j} would be late: put off job {k}, which takes {t}": put_off,
        "on time: {kept:[0-9 ]+}, {count} jobs": lambda x: (
            numbers(x.kept) == [j + 1 for j, _, end in clock(x.given, x.times) if end <= x.due[j]]
            and x.count == x.best
        ),
    },
    "tardiness": {
        "tardiness in this order: {terms:[0-9 +]+} = {total}": lambda x: (
            numbers(x.terms) == [max(end - x.due[j], 0) for j, _, end in clock(x.given, x.times)]
            and x.total == x.best
        )
    },
    "flow-shop": {
        "job {j}: leaves A at {a}, leaves B at {b}": lambda x: (
            x.j == x.given[len(x.before)]
            and x.a == sum(x.first[j - 1] for j in x.given[: len(x.before) + 1])
            and x.b == last_end(x.given[: len(x.before) + 1], x.first, x.second)
        )
    },
    "parallel": {
        "{terms:[0-9 +]+} = {total}": lambda x: (
            numbers(x.terms) == [x.times[j - 1] for j in x.given[len(x.before)]]
            and x.total == sum(numbers(x.terms)) <= x.best
        )
    },
    "colours": {
        "colours then: {shown:[A-Z ]+}; {count} changes": lambda x: (
            x.shown.split() == [x.colours[car - 1] for car in x.given] and x.count == x.best
        )
    },
    "products": {
        "by product of both numbers: {order:[0-9 ]+}": lambda x: (
            numbers(x.order) == x.given == sorted(x.given, key=lambda j: x.left[j - 1] * x.right[j - 1])
        ),
        "minister {j}: {p} / {r}, rounded down {q}": pays,
    },
    "warehouses": {
        "warehouses: {built:[0-9 ]+}, cost {c} in all, and {total} with the transport": lambda x: (
            numbers(x.built) == x.given and x.c == sum(x.costs[at - 1] for at in x.given) and x.total == x.best
        )
    },
    "medals": {
        "two neighbours need {two} types at most, and {enough} are enough": lambda x: (
            x.two == max(a + b for a, b in pairwise([*x.medals, x.medals[0]])) and x.enough == x.best
        )
    },
}


def orders(*_, **facts):
    count = len(next(facts[name] for name in ("times", "first", "colours", "left") if name in facts))
    return map(list, permutations(range(1, count + 1)))


def moved(colours, most):
    """Orders in which few cars are too far from their old places."""
    every = permutations(range(1, len(colours) + 1))
    return (list(o) for o in every if sum(abs(at - car) > most for at, car in enumerate(o, 1)) < 3)


def shares(times, machines):
    for chosen in product(range(machines), repeat=len(times)):
        groups = [[j for j, m in enumerate(chosen, 1) if m == machine] for machine in range(machines)]
        if all(groups):
            yield groups


def built(places, **_):
    n = len(places)
    return map(list, chain.from_iterable(combinations(range(1, n + 1), k) for k in range(1, n + 1)))


def given_out(medals):
    """The first ways with as few types as can be: with fewer, all were tried. The first general has the first types."""

    def on(way, types):
        if len(way) == len(medals):
            yield way
            return
        taken = {*way[-1], *(way[0] if len(way) == len(medals) - 1 else ())}
        for chosen in combinations([t for t in range(1, types + 1) if t not in taken], medals[len(way)]):
            yield from on([*way, list(chosen)], types)

    if len(medals) > 5:
        return repeat(None)  # too many
    for types in range(1, 30):
        if types >= medals[0] and (ways := list(islice(on([list(range(1, medals[0] + 1))], types), 20))):
            return ways
    return []


def clock(given, times):
    """Each job with its start and its end."""
    now, found = 0, []
    for j in given:
        found.append((j - 1, now, now + times[j - 1]))
        now += times[j - 1]
    return found


def late(given, times, due, needs):
    if any(given.index(a) > given.index(b) for a, b in needs):
        return None
    return max(end - due[j] for j, _, end in clock(given, times))


def last_end(given, first, second):
    free = [0, 0]
    for j in given:
        free[0] += first[j - 1]
        free[1] = max(free) + second[j - 1]
    return free[1]


def changes(given, colours, most):
    if any(abs(place - car) > most for place, car in enumerate(given, 1)):
        return None
    shown = [colours[car - 1] for car in given]
    return sum(a != b for a, b in pairwise(shown))


def highest_pay(given, king, left, right):
    return max(king * prod(left[i - 1] for i in given[:at]) // right[j - 1] for at, j in enumerate(given))


def price(given, places, goods, costs):
    total = sum(costs[at - 1] for at in given)
    for at in range(1, len(places) + 1):
        below = [b for b in given if b >= at]
        if not below:
            return None
        total += goods[at - 1] * (places[min(below) - 1] - places[at - 1])
    return total


def types(given, medals):
    fits = [len(set(g)) for g in given] == medals and all(
        not set(a) & set(b) for a, b in pairwise([*given, given[0]])
    )
    return len(set(chain.from_iterable(given))) if fits else None


class TestMachineScheduling(Chosen):
    id = "machine-scheduling"
    larger = frozenset({"on-time"})
    sentences, readers, lines = SENTENCES, READERS, LINES
    objects = dict.fromkeys(SENTENCES, orders) | {
        "parallel": shares,
        "colours": moved,
        "warehouses": built,
        "medals": given_out,
    }
    worth = {  # noqa: RUF012
        "weighted-starts": lambda given, times, weights: sum(
            start * weights[j] for j, start, _ in clock(given, times)
        ),
        "lateness": late,
        "on-time": lambda given, times, due: sum(end <= due[j] for j, _, end in clock(given, times)),
        "tardiness": lambda given, times, due: sum(max(end - due[j], 0) for j, _, end in clock(given, times)),
        "flow-shop": last_end,
        "parallel": lambda given, times, machines: max(sum(times[j - 1] for j in group) for group in given),
        "colours": changes,
        "products": highest_pay,
        "warehouses": price,
        "medals": types,
    }

    def test_a_number_alone_is_worth_nothing(self):
        """Elsewhere the least length of a schedule was the answer, which can be guessed."""
        for kind in SENTENCES:
            task = self.spec.task(2, 3, params={"kinds": kind})
            best = str(task.payload["best"])
            assert not self.spec.verify_answer(task.payload, best).passed
            assert not self.spec.verify_answer(task.payload, f"The least cost is {best}.").passed

    def test_every_best_order_is_right(self):
        payload = {"kind": "flow-shop", "first": [1, 1, 1], "second": [5, 5, 5], "best": 16}
        self.takes(payload, ["1, 2, 3", "3, 2, 1", "2, 3, 1"], ["1, 2", "1, 2, 2", "0, 1, 2"])
        payload = {"kind": "parallel", "times": [3, 2, 1], "machines": 2, "best": 3}
        self.takes(payload, ["1; 2 3", "2 3; 1"], ["1 2; 3", "1; 2; 3"])

    def test_rules_come_before_quality(self):
        payload = {"kind": "lateness", "times": [1, 1], "due": [2, 1], "needs": [[1, 2]], "best": 1}
        self.takes(payload, ["1, 2"], ["2, 1"])
        verdict = self.spec.verify_answer(payload, "2, 1")
        assert (verdict.reason, verdict.parts["valid"]) == (Reason.ILLEGAL, 0.0)
        payload = {"kind": "colours", "colours": ["R", "G", "G", "R"], "most": 1, "best": 2}
        self.takes(payload, ["1, 2, 3, 4", "1, 3, 2, 4", "2, 1, 4, 3"], ["1, 4, 2, 3", "2, 1, 3, 4"])

    def test_goods_go_down_the_slope_only(self):
        payload = {"kind": "warehouses", "places": [0, 5], "goods": [1, 9], "costs": [9, 20], "best": 25}
        self.takes(payload, ["2"], ["1", "1, 2"])

    def test_the_last_general_sits_beside_the_first(self):
        payload = {"kind": "medals", "medals": [1, 1, 1], "best": 3}
        self.takes(payload, ["1; 2; 3", "3; 1; 2"], ["1; 2; 1", "1; 2; 2", "1; 2"])

    def test_sorting_by_what_is_written_is_no_answer(self):
        """It was right in half of the tasks of small orders."""
        for kind, seed in product(("on-time", "tardiness", "flow-shop", "products"), range(8)):
            task = self.spec.task(1, seed, params={"kinds": kind})
            columns = [c for c in self.oracle(task.prompt)[1].values() if isinstance(c, list)]
            for column, sign in product(columns, (1, -1)):
                order = sorted(range(1, len(column) + 1), key=lambda j: sign * column[j - 1])
                assert not self.spec.verify_answer(task.payload, ", ".join(map(str, order))).passed, task.prompt

    def test_the_lowest_free_types_are_no_answer(self):
        for seed in range(20):
            task = self.spec.task(1, seed, params={"kinds": "medals"})
            given = []
            for at, count in enumerate(counts := self.oracle(task.prompt)[1]["medals"]):
                taken = {*chain(*given[-1:]), *(given[0] if at == len(counts) - 1 else ())}
                given.append(list(islice((t for t in range(1, 60) if t not in taken), count)))
            answer = "; ".join(" ".join(map(str, types)) for types in given)
            assert not self.spec.verify_answer(task.payload, answer).passed, task.prompt
