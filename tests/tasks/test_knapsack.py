"""Knapsacks: items are read from the prompt, and all choices of a few items are tried out."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import chain, combinations, permutations, product

from chosen import Chosen, numbers

from rlvr.verifiers.base import Reason

MARKS = {
    "knapsack": "once or not at all, and the chosen items",
    "copies": "number of copies that there are",
    "groups": "Each item belongs to a group",
    "two-limits": "volumes may sum",
    "ratio": "yield of a choice",
    "diminishing": "lowers the value",
    "subset-sum": "whose sum is exactly",
    "equal-groups": "into \\d+ groups",
}


def columns(text, *heads):
    lines = [numbers(line) for line in re.findall(r"^\d+: (.*)$", text, re.M)]
    assert lines
    return dict(zip(heads, map(list, zip(*lines, strict=True)), strict=True))


def items(*heads, **patterns):
    def reads(text):
        return columns(text, *heads) | {name: int(re.search(p, text)[1]) for name, p in patterns.items()}

    return reads


def row(name, pattern):
    def reads(text):
        found = numbers(re.search(r"Numbers: ([\d, ]+)$", text, re.M)[1])
        return {"numbers": found, name: int(re.search(pattern, text)[1])}

    return reads


WEIGHT = r"weigh (\d+) in all at most"
READERS = {
    "knapsack": items("weights", "values", limit=WEIGHT),
    "copies": items("weights", "values", "copies", limit=WEIGHT),
    "groups": items("groups", "weights", "values", limit=WEIGHT),
    "two-limits": items("weights", "volumes", "values", limit=WEIGHT, space=r"sum to (\d+) at most"),
    "ratio": items("gains", "costs", count=r"exactly (\d+) different"),
    "diminishing": items("values", "losses"),
    "subset-sum": row("target", r"exactly (\d+)\."),
    "equal-groups": row("count", r"into (\d+) groups"),
}


def subsets(*_, **facts):
    n = len(next(facts[name] for name in ("values", "gains") if name in facts))
    return map(list, chain.from_iterable(combinations(range(1, n + 1), k) for k in range(1, n + 1)))


def sequences(values, losses):
    """All orders of four items at most; of more, those by loss, from both ends."""
    for k in range(1, len(values) + 1):
        if k < 5:
            yield from map(list, permutations(range(1, len(values) + 1), k))
            continue
        for chosen in combinations(range(1, len(values) + 1), k):
            order = sorted(chosen, key=lambda j: losses[j - 1])
            yield from (order, order[::-1])


def of_numbers(numbers, target):
    return (list(c) for k in range(1, len(numbers) + 1) for c in combinations(numbers, k))


def split(numbers, count):
    if not numbers:
        yield []
        return
    for a, b in combinations(numbers[1:], 2):
        for rest in split([n for n in numbers[1:] if n not in (a, b)], count):
            yield [[numbers[0], a, b], *rest]


def within(given, facts):
    return sum(facts["weights"][j - 1] for j in given) <= facts["limit"]


def value(given, **facts):
    return sum(facts["values"][j - 1] for j in given) if within(given, facts) else None


def pieces(given, copies, **facts):
    return value([sort for sort, count in enumerate(given, 1) for _ in range(count)], **facts)


def grouped(given, groups, **facts):
    return value(given, **facts) if len({groups[j - 1] for j in given}) == len(given) else None


def bulky(given, volumes, space, **facts):
    return value(given, **facts) if sum(volumes[j - 1] for j in given) <= space else None


def quotient(given, gains, costs, count):
    if len(given) != count:
        return None
    exact = Fraction(sum(gains[j - 1] for j in given), sum(costs[j - 1] for j in given))
    return int(exact * 10**9)


def gain(given, values, losses):
    now, total = list(values), 0
    for j in given:
        total += now[j - 1]
        now = [v - losses[j - 1] for v in now]
    return total


class TestKnapsack(Chosen):
    id = "knapsack"
    larger = frozenset(MARKS)
    hidden = frozenset({"best", "made"})
    marks, readers = MARKS, READERS
    objects = {  # noqa: RUF012
        "knapsack": subsets,
        "copies": lambda copies, **_: map(list, product(*(range(most + 1) for most in copies))),
        "groups": subsets,
        "two-limits": subsets,
        "ratio": subsets,
        "diminishing": sequences,
        "subset-sum": of_numbers,
        "equal-groups": split,
    }
    worth = {  # noqa: RUF012
        "knapsack": value,
        "copies": pieces,
        "groups": grouped,
        "two-limits": bulky,
        "ratio": quotient,
        "diminishing": gain,
        "subset-sum": lambda given, numbers, target: 1 if sum(given) == target else None,
        "equal-groups": lambda given, numbers, count: 1 if len({sum(g) for g in given}) == 1 else None,
    }

    def test_less_than_the_best_is_worth_nothing(self):
        """Elsewhere a choice was paid by its share of the best one, so any choice was paid."""
        payload = {"kind": "knapsack", "weights": [5, 4, 3], "values": [5, 4, 3], "limit": 8, "best": 8}
        self.takes(payload, ["1, 3", "3, 1", "1 3"], ["1", "2, 3", "1, 2, 3", "1, 2", "1, 1", "0, 1", "8"])
        verdict = self.spec.verify_answer(payload, "2, 3")
        assert (verdict.score, verdict.reason, verdict.parts["valid"]) == (0.0, Reason.WRONG, 1.0)
        assert "9, more than 8" in self.spec.verify_answer(payload, "1, 2").message

    def test_a_limit_may_be_filled(self):
        payload = {"kind": "copies", "weights": [4], "values": [3], "copies": [3], "limit": 8, "best": 6}
        self.takes(payload, ["2"], ["1", "3", "4", "-1", "2, 0"])

    def test_two_of_a_group_are_named(self):
        payload = {"kind": "groups", "weights": [1, 1, 1], "values": [5, 4, 1], "groups": [2, 2, 1]}
        payload |= {"limit": 9, "best": 6}
        self.takes(payload, ["1, 3"], ["1, 2", "1", "1, 2, 3"])
        assert "1 and 2 are both of group 2" in self.spec.verify_answer(payload, "1, 2").message

    def test_equal_quotients_are_equally_good(self):
        payload = {"kind": "ratio", "gains": [3, 2, 6, 1], "costs": [1, 1, 2, 9], "count": 1, "best": 3 * 10**9}
        self.takes(payload, ["1", "3"], ["2", "4", "1, 3"])

    def test_the_last_loss_costs_nothing(self):
        payload = {"kind": "diminishing", "values": [5, 5], "losses": [9, 1], "best": 9}
        self.takes(payload, ["2, 1"], ["1, 2", "1", "2"])

    def test_sums_are_exact_and_numbers_are_used_once(self):
        payload = {"kind": "subset-sum", "numbers": [12, 24, 30], "target": 54, "best": 1}
        self.takes(payload, ["24, 30", "30 24"], ["12, 12, 30", "24", "12, 24", "54"])
        payload = {
            "kind": "equal-groups",
            "numbers": [1, 6, 8, 2, 4, 9],
            "count": 2,
            "made": [[1, 6, 8], [2, 4, 9]],
        }
        self.takes(
            payload | {"best": 1}, ["1 6 8; 2 4 9", "9 2 4; 8 6 1"], ["1 6 8", "1 6 9; 2 4 8", "1 6; 8 2 4 9"]
        )
