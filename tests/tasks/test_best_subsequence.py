"""Best subsequences: the row and the rule are read from the prompt, and all choices from short rows are tried out."""

from __future__ import annotations

import re
from itertools import chain, combinations, pairwise, product

import networkx as nx
from chosen import Chosen, numbers, slots

from rlvr.verifiers.base import Reason

ROW = (
    r"Here is a row of \d+ \w+: (.*?)\. (?=[A-Z])",
    r"^(\S.*)\n\nThe row above has",
    r"Take the \d+ \w+ (.*?) in this order\.",
)
EXACTLY = (r"exactly (\d+)", r"Which (\d+) houses")


def chosen(n, count=None):
    """All choices of positions."""
    counts = range(1, n + 1) if count is None else [count]
    return chain.from_iterable(map(list, combinations(range(1, n + 1), k)) for k in counts)


def runs(n):
    return ([i, j] for i in range(1, n + 1) for j in range(i, n + 1))


def houses(text):
    row = [(int(a), int(b)) for a, b in re.findall(r"\((\d+), (\d+)\)", text)]
    return {"places": [a for a, _ in row], "efforts": [b for _, b in row], **slots(count=EXACTLY)(text)}


def appended(text):
    found = slots(
        numbers_=ROW,
        count=(r"Append (\d+)", r"longer by (\d+)", r"Which (\d+) numbers"),
        values=r"from 0 to (\d+)",
    )(text)
    return found | {"values": found["values"] + 1}


def picked(given, row):
    return [row[place - 1] for place in given]


def rises(row, strict=False):
    """The length of a longest rise that ends at each place."""
    found = []
    for j, b in enumerate(row):
        found.append(1 + max([found[i] for i in range(j) if row[i] < b or (row[i] == b and not strict)] or [0]))
    return found


def mountain(given, numbers):
    steps = "".join("+" if b > a else "-" if b < a else "0" for a, b in pairwise(picked(given, numbers)))
    return len(given) if re.fullmatch(r"\+*-*", steps) else None


def erased(given, numbers, costs):
    left = [number for place, number in enumerate(numbers, 1) if place not in given]
    return sum(picked(given, costs)) if max(rises(left), default=0) < max(rises(numbers)) else None


def turned(given, numbers):
    row = dict(enumerate(numbers, 1))
    row |= dict(zip(given, reversed(picked(given, numbers)), strict=True))
    return max(rises(list(row.values())))


def good(run):
    return all(part.count("a") >= part.count("b") for i in range(len(run)) for part in (run[i:], run[: i + 1]))


def spared(given, numbers, width, limit):
    row = [0 if given[2] <= place < given[2] + width else number for place, number in enumerate(numbers, 1)]
    return given[1] - given[0] + 1 if sum(row[given[0] - 1 : given[1]]) <= limit else None


def different(row):
    lists = {()}
    for number in row:
        lists |= {(*known, number) for known in lists}
    return lists - {()}


def distinct(row):
    """How many `different` has."""
    ending = {}
    for number in row:
        ending[number] = 1 + sum(ending.values())
    return sum(ending.values())


def orders(numbers):
    """All permutations whose rises have these lengths: one number after the other, by its rank among those so far."""

    def longer(ranks):
        if len(ranks) == len(numbers):
            yield [rank + 1 for rank in ranks]
            return
        for rank in range(len(ranks) + 1):
            new = [r + (r >= rank) for r in ranks]
            best = 1 + max((numbers[i] for i, r in enumerate(new) if r < rank), default=0)
            if best == numbers[len(ranks)]:
                yield from longer([*new, rank])

    return longer([])


MARKS = {
    "weighted-rise": "weights",
    "mountain": "rise strictly|strictly increases|up to a peak",
    "broken-rise": "costs|price of deleting|is charged",
    "reversed-choice": "reverse order|Reverse one",
    "own-places": "a hit|is good if it is equal|score a point",
    "largest-in-order": "is as large as possible: its first|lexicographically largest|first one that is kept",
    "non-adjacent": "next to each other|two neighbours|differ by 1",
    "houses": "houses",
    "even-run": "differ by at most|maximum minus|differ by more",
    "balanced-run": "letters",
    "window-sum": r"at least \d+ and at most|may have from|no fewer",
    "zeroed-run": "zero|to 0, once",
    "appended": "Append|is made longer|written behind",
    "permutation": "permutation",
    "repeated-rise": r"\d+ times|copies",
    "ranked": r"number (?:is )?\d+, (?:if|from)|numbered from 1",
}
READERS = {
    "weighted-rise": slots(
        numbers_=ROW,
        weights_=(r"same order: ([\d, ]+)\.", r"numbers are ([\d, ]+)\.", r"have the weights ([\d, ]+)\."),
    ),
    "mountain": slots(numbers_=ROW),
    "broken-rise": slots(
        numbers_=ROW, costs_=(r"same order: ([\d, ]+)\.", r"in order, ([\d, ]+)\.", r"charged with ([\d, ]+),")
    ),
    "reversed-choice": slots(numbers_=ROW),
    "own-places": slots(numbers_=ROW),
    "largest-in-order": slots(numbers_=ROW, count=EXACTLY),
    "non-adjacent": slots(numbers_=ROW, count=EXACTLY),
    "houses": houses,
    "even-run": slots(numbers_=ROW, spread=(r"at most (\d+)", r"above (\d+)", r"more than (\d+)")),
    "balanced-run": slots(letters=ROW),
    "window-sum": slots(
        numbers_=ROW,
        low=(r"at least (\d+)", r"have from (\d+)", r"no fewer than (\d+)"),
        high=(r"at most (\d+)", r"from \d+ to (\d+)", r"no more than (\d+)"),
    ),
    "zeroed-run": slots(
        numbers_=ROW,
        width=(r"set (\d+) neigh", r"Replace (\d+)", r"once (\d+)"),
        limit=(r"at most (\d+)", r"above (\d+)", r"exceed (\d+)"),
    ),
    "appended": appended,
    "permutation": slots(numbers_=ROW),
    "repeated-rise": slots(numbers_=ROW, times=(r"(\d+) times", r"(\d+) copies")),
    "ranked": slots(numbers_=ROW, rank=(r"number (\d+), if", r"the number (\d+)")),
}
OBJECTS = {
    "weighted-rise": lambda numbers, weights: chosen(len(numbers)),
    "mountain": lambda numbers: chosen(len(numbers)),
    "broken-rise": lambda numbers, costs: chosen(len(numbers)),
    "reversed-choice": lambda numbers: chosen(len(numbers)),
    "own-places": lambda numbers: chosen(len(numbers)),
    "largest-in-order": lambda numbers, count: chosen(len(numbers), count),
    "non-adjacent": lambda numbers, count: chosen(len(numbers), count),
    "houses": lambda places, efforts, count: chosen(len(places), count),
    "even-run": lambda numbers, spread: runs(len(numbers)),
    "balanced-run": lambda letters: runs(len(letters)),
    "window-sum": lambda numbers, low, high: runs(len(numbers)),
    "zeroed-run": lambda numbers, width, limit: (
        [*run, z] for run in runs(len(numbers)) for z in range(1, len(numbers) - width + 2)
    ),
    "appended": lambda numbers, count, values: map(list, product(range(values), repeat=count)),
    "permutation": orders,
    "repeated-rise": lambda numbers, times: ([k] for k in range(1, len(numbers) * times)),
    "ranked": lambda numbers, rank: map(list, different(numbers)) if len(numbers) < 12 else range(10**6),
}
WORTH = {
    "weighted-rise": lambda given, numbers, weights: (
        sum(picked(given, weights)) if sorted(picked(given, numbers)) == picked(given, numbers) else None
    ),
    "mountain": mountain,
    "broken-rise": erased,
    "reversed-choice": turned,
    "own-places": lambda given, numbers: sum(a == b for a, b in enumerate(picked(given, numbers), 1)),
    "largest-in-order": lambda given, numbers, count: picked(given, numbers),
    "non-adjacent": lambda given, numbers, count: (
        None if any(a + 1 in given for a in given) else sum(picked(given, numbers))
    ),
    "houses": lambda given, places, efforts, count: (
        2 * max(picked(given, places)) + sum(picked(given, efforts))
    ),
    "even-run": lambda given, numbers, spread: (
        given[1] - given[0] + 1
        if all(abs(a - b) <= spread for a, b in combinations(numbers[given[0] - 1 : given[1]], 2))
        else None
    ),
    "balanced-run": lambda given, letters: (
        given[1] - given[0] + 1 if good(letters[given[0] - 1 : given[1]]) else None
    ),
    "window-sum": lambda given, numbers, low, high: (
        sum(numbers[given[0] - 1 : given[1]]) if low <= given[1] - given[0] + 1 <= high else None
    ),
    "zeroed-run": spared,
    "appended": lambda given, numbers, count, values: distinct([*numbers, *given]),
    "permutation": lambda given, numbers: sum(rises(given[::-1], strict=True)),
    "repeated-rise": lambda given, numbers, times: given[0],
    "ranked": lambda given, numbers, rank: given,
}


class TestBestSubsequence(Chosen):
    id = "best-subsequence"
    marks, readers, objects, worth = MARKS, READERS, OBJECTS, WORTH
    larger = frozenset(MARKS) - {"broken-rise"}

    def best(self, kind, facts, objects):
        if kind == "repeated-rise":
            return max(rises(facts["numbers"] * min(facts["times"], 8))) + max(facts["times"] - 8, 0) * max(
                map(facts["numbers"].count, facts["numbers"])
            )
        if kind == "ranked":
            return sorted(objects)[facts["rank"] - 1]
        return super().best(kind, facts, objects)

    def test_costs_of_broken_rises_are_least_cuts(self):
        """By networkx, on rows too long to try out."""
        for seed in range(6):
            task = self.spec.task(4, seed, params={"kinds": "broken-rise"})
            _, facts = self.oracle(task.prompt)
            row, costs = facts["numbers"], facts["costs"]
            ends = rises(row)
            graph = nx.DiGraph()
            for i, cost in enumerate(costs):
                graph.add_edge((i, 0), (i, 1), capacity=cost)
                if ends[i] == 1:
                    graph.add_edge("from", (i, 0))
                if ends[i] == max(ends):
                    graph.add_edge((i, 1), "to")
                for j in range(i + 1, len(row)):
                    if row[i] <= row[j] and ends[j] == ends[i] + 1:
                        graph.add_edge((i, 1), (j, 0))
            assert nx.minimum_cut_value(graph, "from", "to") == task.payload["best"]

    def test_positions_are_counted_from_1(self):
        """Elsewhere positions began with 0 in some texts and with 1 in others."""
        payload = {"kind": "non-adjacent", "numbers": [9, 1, 8, 1], "count": 2, "best": 17}
        self.takes(payload, ["1, 3", "1 3"], ["0, 2", "2, 4", "3, 1", "1, 3, 3"])
        assert self.spec.verify_answer(payload, "0, 2").reason is Reason.ILLEGAL
        run = {"kind": "window-sum", "numbers": [-5, 4, 4, -5], "low": 2, "high": 3, "best": 8}
        self.takes(run, ["2, 3"], ["1, 2", "2, 4", "1, 3", "3, 2"])  # neither from 0 nor half-open

    def test_every_best_choice_is_right_whichever_the_reference_is(self):
        payload = {"kind": "largest-in-order", "numbers": [3, 3, 1, 3], "count": 2, "best": [3, 3]}
        self.takes(payload, ["1, 2", "1, 4", "2, 4"], ["1, 3", "2, 3"])

    def test_a_number_above_or_below_the_one_asked_for_is_wrong(self):
        payload = {"kind": "repeated-rise", "numbers": [2, 1, 2], "times": 3, "best": 6}
        self.takes(payload, ["6"], ["5", "7", "60", "6, 6"])
        assert self.spec.verify_answer(payload, "5").parts["quality"] > 0.8

    def test_ranks_count_each_list_once_and_beginnings_first(self):
        lists = sorted(different([2, 1, 2]))
        for rank, found in enumerate(lists, 1):
            payload = {"kind": "ranked", "numbers": [2, 1, 2], "rank": rank, "best": list(found)}
            right = ", ".join(map(str, found))
            self.takes(payload, [right], [", ".join(map(str, other)) for other in lists if other != found])

    def test_long_answers_of_numbers(self):
        assert distinct([2, 1, 2, 2, 3, 1]) == len(different([2, 1, 2, 2, 3, 1]))
        for seed in range(3):
            task = self.spec.task(6, seed, params={"kinds": "permutation"})
            assert sorted(numbers(task.answer)) == list(range(1, len(numbers(task.answer)) + 1))
