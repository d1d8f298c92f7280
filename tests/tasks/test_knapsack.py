"""Knapsacks: items are read from the prompt, and all choices of a few items are tried out."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate, chain, combinations, permutations, product

from chosen import AIM, Chosen, listed, numbers, table

from rlvr.verifiers.base import Reason

FORM = "Give … numbers of … chosen items, separated by commas; … order … not matter."
VALUES = f"Choose {{:items|pieces}} … sum of … values … {AIM}."
NUMBERS = "Numbers: {numbers:[0-9, ]+}"
SENTENCES = {
    "knapsack": [
        "Each item can … once or not at all, and … chosen items may weigh {limit} … all at most.",
        listed("items", "weight", "value"),
        VALUES,
        FORM,
    ],
    "copies": [
        "Of each sort … any number of pieces from 0 up to … number of copies … there ….",
        "Weight and value … those of one piece.",
        "All pieces … taken may weigh {limit} … all at most.",
        listed("sorts", "weight", "value", "copies"),
        VALUES,
        "Give … number of pieces of each sort, from sort 1 on, 0 included, separated by commas.",
    ],
    "groups": [
        "Each item belongs to … group.",
        "At most one item of each group can … and … chosen items may weigh {limit} … all at most.",
        listed("items", "group", "weight", "value"),
        VALUES,
        FORM,
    ],
    "two-limits": [
        "Each item can … once or not at all.",
        "The chosen items may weigh {limit} … all at most, and … volumes may sum to {space} at most.",
        listed("items", "weight", "volume", "value"),
        VALUES,
        FORM,
    ],
    "ratio": [
        "The yield of … choice … sum of … gains of all chosen items divided by … sum of … costs.",
        listed("items", "gain", "cost"),
        f"Choose exactly {{count}} different items … yield of … choice … {AIM}.",
        FORM,
    ],
    "diminishing": [
        "You take some of … items, one after … other.",
        "Each item … taken lowers … value of every item … taken later by … loss; losses add up, and "
        "values can … negative.",
        "An item counts with … value … it has when it … taken.",
        listed("items", "value", "loss"),
        f"Choose items and … order … taken … sum of what … count … {AIM}.",
        "Not all items have to … taken, and none twice.",
        "List … numbers of … chosen items in … order … taken, separated by commas.",
    ],
    "subset-sum": [
        "Each of … numbers can … used once or not at all.",
        NUMBERS,
        "Choose some of … sum … exactly {target}.",
        "Give … chosen numbers themselves, separated by commas; … order … not matter.",
    ],
    "equal-groups": [
        "Each of … numbers belongs to exactly one group, and each group holds exactly three of them.",
        NUMBERS,
        "Split … numbers into {count} groups … all groups … same sum.",
        "Give … numbers of each group with spaces between … and … semicolons between … groups.",
    ],
}
READERS = {
    "knapsack": table("weights", "values", also=["limit"]),
    "copies": table("weights", "values", "copies", also=["limit"]),
    "groups": table("groups", "weights", "values", also=["limit"]),
    "two-limits": table("weights", "volumes", "values", also=["limit", "space"]),
    "ratio": table("gains", "costs", also=["count"]),
    "diminishing": table("values", "losses"),
    "subset-sum": lambda said: {"numbers": numbers(said["numbers"]), "target": said["target"]},
    "equal-groups": lambda said: {"numbers": numbers(said["numbers"]), "count": said["count"]},
}


def sums(**limits):
    """Lines of a sum each: what the chosen items have of something, which comes to no more than a limit."""
    return {
        f"{name}: {{terms:[0-9 +]+}} = {{total}}": lambda x, name=name, limit=limit: (
            numbers(x.terms) == [vars(x)[f"{name}s"][j - 1] for j in x.given]
            and x.total == sum(numbers(x.terms)) <= vars(x)[limit]
        )
        for name, limit in limits.items()
    }


def lost(x):
    """What each item counts: its value less the losses of those before it."""
    losses = [0, *accumulate(x.losses[j - 1] for j in x.given)]
    return " + ".join(f"({x.values[j - 1]} - {loss})" for j, loss in zip(x.given, losses, strict=False))


VALUE = {
    "value: {terms:[0-9 +]+} = {total}": lambda x: (
        numbers(x.terms) == [x.values[j - 1] for j in x.given] and x.total == x.best
    )
}
LINES = {
    "knapsack": {**sums(weight="limit"), **VALUE},
    "copies": {
        "value: {terms:[0-9 +*]+} = {total}": lambda x: (
            x.terms == " + ".join(f"{n} * {v}" for n, v in zip(x.given, x.values, strict=True) if n)
            and x.total == x.best
        )
    },
    "groups": {
        **sums(weight="limit"),
        **VALUE,
        "groups: {of:[0-9 ]+}": lambda x: numbers(x.of) == [x.groups[j - 1] for j in x.given],
    },
    "two-limits": {**sums(weight="limit", volume="space"), **VALUE},
    "ratio": {
        "items {chosen:[0-9 ]+}: {gain} / {cost} = about {q:[0-9.]+}": lambda x: (
            (x.gain, x.cost) == tuple(sum(c[j - 1] for j in numbers(x.chosen)) for c in (x.gains, x.costs))
            and x.q == f"{x.gain / x.cost:.3f}"
            and quotient(numbers(x.chosen), x.gains, x.costs, x.count) <= x.best
        )
    },
    "diminishing": {"gain: {terms:[-0-9 +()]+} = {total}": lambda x: x.terms == lost(x) and x.total == x.best},
    "subset-sum": {
        "{terms:[0-9 +]+} = {total}": lambda x: (
            sorted(numbers(x.terms)) == sorted(x.given) and x.total == x.target
        )
    },
    "equal-groups": {
        "each sum: {all} / {n} = {total}": lambda x: (
            (x.all, x.n, x.total) == (sum(x.numbers), x.count, sum(x.given[0]))
        ),
        "{terms:[0-9 +]+} = {total}": lambda x: (
            numbers(x.terms) == x.given[len(x.before) - 1] and x.total == sum(x.numbers) // x.count
        ),
    },
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
    larger = frozenset(SENTENCES)
    hidden = frozenset({"best", "made"})
    sentences, readers, lines = SENTENCES, READERS, LINES
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
