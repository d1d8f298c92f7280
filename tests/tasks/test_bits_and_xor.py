"""Bits and XOR: facts are read from the prompt; values are worked out as the question says, small choices tried out."""

from __future__ import annotations

import re
from functools import cache, reduce
from itertools import accumulate, combinations, pairwise, product
from operator import xor

import networkx as nx
from chosen import Chosen, slots

from rlvr.verifiers.base import Reason

LIST = r"(\d+(?:, \d+){2,})"
SHOWN = r"((?:\d+|\?)(?:, (?:\d+|\?)){3,})"
MARKS = {
    "expression": "0x",
    "meter": r"max\(\(i|x is greater than|units of energy",
    "xor-of-sums": r"all these sums|Add up the numbers from position",
    "sum-of-xors": r"sum of all these values|all these values, equal|XOR the numbers from position",
    "and-or-ways": "choose AND or OR|operations AND and OR|register AND string",
    "walk": "A walk may|Tunnels may|largest number that the|with repetitions of vertices",
    "ones": "digits 1 does|count the ones|population count",
    "fewest-changes": r"n \+ d differ|bits of the counter|popcount\(n",
    "largest-xor": "Choose some of|have the largest XOR|You may XOR any",
    "closest-pair": r"a AND b\) XOR|\(a & b\)|AND and the bitwise OR of two",
    "holes": r"Replace every \?|each \? is to be|shown as \?",
    "ends": "Find two different vertices for|Which two vertices|For which two houses",
    "cycles": "cycle|round trip",
    "removals": "removed one by one|each removal of an edge|edges are taken away",
}


def graph(text):
    edges = [[int(x) for x in found] for found in re.findall(r"(\d+)-(\d+) \(weight (\d+)\)", text)]
    return {"edges": edges, "n": int(re.search(r"1 to (?:vertex )?(\d+)", text)[1])}


def removed(text):
    edges = [[int(x) for x in found] for found in re.findall(r"edge \d+: (\d+)-(\d+), weight (\d+)", text)]
    order = [int(x) for x in re.search(r"order ([\d, ]+\d)", text)[1].split(", ")]
    return {"edges": edges, "order": order, "n": int(re.search(r"1 to (\d+)", text)[1])}


def with_holes(text):
    return {"numbers": [-1 if x == "?" else int(x) for x in re.search(SHOWN, text)[1].split(", ")]}


def rows(text):
    return {
        "rows": re.findall(r"^[01]+$", text, re.M),
        "goal": re.search(r"(?:with|give|holds) ([01]+)[.?]", text)[1],
    }


NUMBERS = slots(numbers_=LIST)
READERS = {
    "expression": lambda text: {
        "expression": re.search(r"(\(*0x[0-9a-fx()+*<>&|^ -]+?)(?:,| \?|\n|$)", text)[1]
    },
    "meter": slots(
        n=(r"i < (\d+)", r"i from 0 to (\d+)", r"(\d+) rows"),
        m=(r"j < (\d+)", r"j from 0 to (\d+)", r"(\d+) columns"),
        k=(r"\^ j\) - (\d+)", r"greater than (\d+)", r"loses (\d+)"),
    ),
    "xor-of-sums": NUMBERS,
    "sum-of-xors": NUMBERS,
    "and-or-ways": rows,
    "walk": graph,
    "ones": NUMBERS,
    "fewest-changes": lambda text: {"steps": re.search(r"([01]{4,}(?:, [01]{4,})+)", text)[1].split(", ")},
    "largest-xor": NUMBERS,
    "closest-pair": NUMBERS,
    "holes": with_holes,
    "ends": graph,
    "cycles": graph,
    "removals": removed,
}


def runs(numbers):
    return [numbers[a : b + 1] for a in range(len(numbers)) for b in range(a, len(numbers))]


def evaluated(expression):
    assert re.fullmatch(r"[0-9a-fx()+*<>&|^ -]+", expression)
    return eval(expression)


def ways(rows, goal):
    @cache
    def to(at, held):
        if at == len(rows):
            return int(held == int(goal, 2))
        return to(at + 1, held & int(rows[at], 2)) + to(at + 1, held | int(rows[at], 2))

    return to(1, int(rows[0], 2))


def network(edges):
    made = nx.Graph()
    made.add_weighted_edges_from(edges)
    return made


def along(made, path):
    return reduce(xor, (made[a][b]["weight"] for a, b in pairwise(path)), 0)


def walk(edges, n):
    made = network(edges)
    cycles = [along(made, [*cycle, cycle[0]]) for cycle in nx.cycle_basis(made)]
    way = along(made, nx.shortest_path(made, 1, n))
    return max(reduce(xor, some, way) for r in range(len(cycles) + 1) for some in combinations(cycles, r))


def least(d):
    """By looking at all n below 4 d, if d is small; else by the smaller of both halves."""
    if d < 200:
        return min((n ^ n + d).bit_count() for n in range(4 * d))
    return least(d // 2) if d % 2 == 0 else 1 + min(least(d // 2), least(d // 2 + 1))


def counted(edges, order, n):
    made, found = network(edges), list[int]()
    for at in [None, *order]:
        if at is not None:
            made.remove_edge(*edges[at - 1][:2])
        paths = (p for a, b in combinations(range(1, n + 1), 2) for p in nx.all_simple_paths(made, a, b))
        found.append(sum(along(made, path) == 0 for path in paths))
    return found


def filled(numbers):
    """Everything that fits in as many bits as the given numbers have."""
    top = 1 << max(numbers).bit_length()
    yield from map(list, product(*([x] if x >= 0 else range(top) for x in numbers)))


def subsets(numbers):
    places = range(1, len(numbers) + 1)
    return (list(some) for r in places for some in combinations(places, r))


def proofs(edges, n):
    made = network(edges)
    yield [along(made, nx.shortest_path(made, 1, v)) for v in range(1, n + 1)]
    yield from nx.simple_cycles(made)


def proved(given, edges, n):
    made = network(edges)
    if all(len(given) == n and given[u - 1] ^ given[v - 1] == w for u, v, w in edges):
        return 1
    around = [*given, given[0]]
    return (
        int(along(made, around) > 0) if nx.is_path(made, around) and len({*given}) == len(given) > 2 else None
    )


def exact(work):
    """Of answers that are determined, the only one."""
    return lambda **facts: [work(**facts)]


def picked(given, numbers):
    return [numbers[i - 1] for i in given]


VALUES = {
    "expression": evaluated,
    "meter": lambda n, m, k: sum(max((i ^ j) - k, 0) for i in range(n) for j in range(m)),
    "xor-of-sums": lambda numbers: reduce(xor, map(sum, runs(numbers))),
    "sum-of-xors": lambda numbers: sum(reduce(xor, run) for run in runs(numbers)),
    "and-or-ways": ways,
    "walk": walk,
}
OBJECTS = {
    "ones": exact(lambda numbers: [bin(x).count("1") for x in numbers]),
    "fewest-changes": exact(lambda steps: [least(int(text, 2)) for text in steps]),
    "removals": exact(counted),
    "largest-xor": subsets,
    "closest-pair": lambda numbers: map(list, combinations(range(1, len(numbers) + 1), 2)),
    "holes": filled,
    "ends": lambda edges, n: map(list, combinations(range(1, n + 1), 2)),
    "cycles": proofs,
}
WORTH = {
    **dict.fromkeys(("ones", "fewest-changes", "removals"), lambda given, **_: given),
    "largest-xor": lambda given, numbers: reduce(xor, picked(given, numbers)),
    "closest-pair": lambda given, numbers: reduce(xor, picked(given, numbers)),
    "holes": lambda given, numbers: sum(accumulate(given, xor)),
    "ends": lambda given, edges, n: along(network(edges), nx.shortest_path(network(edges), *given)),
    "cycles": proved,
}


class TestBitsAndXor(Chosen):
    id = "bits-and-xor"
    marks, readers, values, objects, worth = MARKS, READERS, VALUES, OBJECTS, WORTH
    wrong = ("{0}, 999", "{} or 1", "not {}", "", "none", "0", "best: {}")
    larger = frozenset({"largest-xor", "ends", "cycles"})

    def value(self, answer):
        return int(answer, 16) if "0x" in answer else int(answer)

    def test_hexadecimal_results_are_read_in_base_16(self):
        """Elsewhere 10 was read as ten where 0x10 was asked for, and decimal results were paid."""
        facts = {"kind": "expression", "expression": "0x8 + 0x8"}
        gold = {"text": "10_16", "kind": "base", "base_named": True}
        self.takes(
            {"problem": facts, "gold": gold}, ["0x10", "10", "0X10"], ["16", "0b10000", "-0x10", "0x1", "0x16"]
        )
        gold = {"text": "-1F_16", "kind": "base", "base_named": True}
        facts = {"kind": "expression", "expression": "0x1 - 0x20"}
        self.takes({"problem": facts, "gold": gold}, ["-0x1f", "-1f", "-1F"], ["0x1f", "-31", "0xffe1", "0xe1"])

    def test_shifts_of_negative_numbers_round_down(self):
        negative = 0
        for seed in range(200):
            task = self.spec.task(4, seed, params={"kinds": "expression"})
            negative += task.answer.startswith("-")
            assert "rounded down" in task.prompt
        assert negative > 10

    def test_one_count_alone_is_never_asked_for(self):
        """Elsewhere one number of ones was asked for: half the bits was right in one task of seven."""
        for kind in ("ones", "fewest-changes"):
            for level in self.spec.levels:
                answers = [self.spec.task(level, seed, params={"kinds": kind}).answer for seed in range(60)]
                assert max(map(answers.count, answers)) <= 6
                assert all(answer.count(",") >= 3 for answer in answers)

    def test_whether_all_cycles_are_0_needs_a_proof(self):
        """Elsewhere yes or no was enough."""
        edges = [[1, 2, 5], [2, 3, 6], [1, 3, 3], [3, 4, 1]]
        payload = {"kind": "cycles", "edges": edges, "n": 4, "best": 1}
        self.takes(payload, ["0, 5, 3, 2"], ["1, 4, 2, 3", "1, 2, 3", "0, 5, 3", "yes"])
        payload = {"kind": "cycles", "edges": [*edges[:2], [1, 3, 2], edges[3]], "n": 4, "best": 1}
        self.takes(
            payload, ["1, 2, 3", "3, 2, 1", "2, 3, 1"], ["0, 5, 3, 2", "1, 2, 3, 1", "1, 2", "2, 3, 4", "no"]
        )

    def test_a_wrong_weight_is_in_a_cycle_but_in_no_triangle(self):
        """Any triangle was right in one task of seven, and a changed bridge left all cycles at 0."""
        right = fitting = 0
        for seed in range(200):
            task = self.spec.task(3, seed, params={"kinds": "cycles"})
            made = nx.Graph((u, v) for u, v, _ in task.payload["edges"])
            triangles = [cycle for cycle in nx.simple_cycles(made, 3) if len(cycle) == 3]
            right += bool(triangles) and bool(
                self.spec.verify_answer(task.payload, ", ".join(map(str, triangles[0]))).score
            )
            fitting += task.answer.startswith("0")
        assert right <= 3
        assert 80 <= fitting <= 125

    def test_prompts_leave_one_reading(self):
        """A rule without precedence was also read as a ban, and 0 at station 1 as a reset on every visit."""
        for kind, rule, other in (
            ("and-or-ways", "no precedence over OR", "AND not before"),
            ("walk", "never reset", "holds 0 at"),
            ("fewest-changes", "as many bits as it needs", "A counter holds"),
            ("removals", "after each edge that is taken away", "without the first"),
        ):
            prompts = [self.spec.task(2, seed, params={"kinds": kind}).prompt for seed in range(20)]
            assert any(rule in prompt for prompt in prompts)
            assert not any(other in prompt for prompt in prompts)

    def test_fillings_keep_what_is_given(self):
        payload = {"kind": "holes", "numbers": [6, -1, 3, 2], "best": 9}
        self.takes(payload, ["6, 7, 3, 2"], ["6, 6, 3, 2", "0, 7, 3, 2", "6, 7, 3", "6, -7, 3, 2"])
        assert self.spec.verify_answer(payload, "0, 7, 3, 2").reason is Reason.ILLEGAL

    def test_walks_may_repeat_edges_and_say_so(self):
        for seed in range(12):
            task = self.spec.task(3, seed, params={"kinds": "walk"})
            assert re.search("again|any number of times|repetitions", task.prompt)

    def test_trap_the_longest_cycle_is_not_the_proof(self):
        """It was in two of five tasks, as most edges lie on it."""
        spoilt = 0
        for seed in range(30):
            payload = self.spec.task(2, seed, params={"kinds": "cycles"}).payload
            weights = {frozenset(edge[:2]): edge[2] for edge in payload["edges"]}
            cycles = list(nx.simple_cycles(nx.Graph([edge[:2] for edge in payload["edges"]])))
            xors = [
                reduce(xor, (weights[frozenset(pair)] for pair in zip(way, [*way[1:], way[0]], strict=True)))
                for way in cycles
            ]
            longest = max(map(len, cycles))
            assert not any(value for way, value in zip(cycles, xors, strict=True) if len(way) == longest)
            spoilt += any(xors)
        assert 8 <= spoilt <= 22
