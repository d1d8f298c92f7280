"""Machine scheduling: jobs are read from the prompt, and all orders of a few jobs are tried out, by the clock."""

from __future__ import annotations

import re
from itertools import chain, combinations, islice, pairwise, permutations, product, repeat
from math import prod

from chosen import Chosen, numbers

from rlvr.verifiers.base import Reason

MARKS = {
    "weighted-starts": "its weight times the moment",
    "lateness": "lateness of a job",
    "on-time": "A job is on time",
    "tardiness": "tardiness of a job",
    "flow-shop": "machine A",
    "parallel": "equal machines",
    "colours": "change of colour",
    "products": "Ministers",
    "warehouses": "warehouse",
    "medals": "Generals",
}


def table(*heads):
    """Columns by name, from the lines of the jobs."""

    def reads(text):
        lines = re.findall(r"^\d+: (.*)$", text, re.M)
        rows = [numbers(re.sub(r"[a-z]+\d", "", line)) for line in lines]
        return dict(zip(heads, map(list, zip(*rows, strict=True)), strict=True))

    return reads


def also(reads, **patterns):
    return lambda text: reads(text) | {name: int(re.search(p, text)[1]) for name, p in patterns.items()}


def lateness(text):
    needs = [[int(a), int(b)] for a, b in re.findall(r"job (\d+) before job (\d+)", text)]
    return {**table("times", "due")(text), "needs": needs}


def cars(text):
    colours = re.search(r"Colours of the cars, from car 1 on: (.*)$", text, re.M)[1].split(", ")
    return {"colours": colours, "most": int(re.search(r"old place by (\d+) at most", text)[1])}


READERS = {
    "weighted-starts": table("times", "weights"),
    "lateness": lateness,
    "on-time": table("times", "due"),
    "tardiness": table("times", "due"),
    "flow-shop": table("first", "second"),
    "parallel": also(table("times"), machines=r"(\d+) equal"),
    "colours": cars,
    "products": also(table("left", "right"), king=r"king's left number: (\d+)"),
    "warehouses": table("places", "goods", "costs"),
    "medals": lambda text: {"medals": numbers(re.search(r"from general 1 on: ([\d, ]+)$", text, re.M)[1])},
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
    marks, readers = MARKS, READERS
    objects = dict.fromkeys(MARKS, orders) | {
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
        for kind in MARKS:
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
            columns = [c for c in READERS[kind](task.prompt).values() if isinstance(c, list)]
            for column, sign in product(columns, (1, -1)):
                order = sorted(range(1, len(column) + 1), key=lambda j: sign * column[j - 1])
                assert not self.spec.verify_answer(task.payload, ", ".join(map(str, order))).passed, task.prompt

    def test_the_lowest_free_types_are_no_answer(self):
        for seed in range(20):
            task = self.spec.task(1, seed, params={"kinds": "medals"})
            given = []
            for at, count in enumerate(counts := READERS["medals"](task.prompt)["medals"]):
                taken = {*chain(*given[-1:]), *(given[0] if at == len(counts) - 1 else ())}
                given.append(list(islice((t for t in range(1, 60) if t not in taken), count)))
            answer = "; ".join(" ".join(map(str, types)) for types in given)
            assert not self.spec.verify_answer(task.payload, answer).passed, task.prompt
