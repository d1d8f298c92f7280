"""Ordering puzzles: clues are read from the prompt, and people are put in one by one where no clue is broken."""

from __future__ import annotations

import re
from itertools import permutations

import pytest

from rlvr.conformance.promises import Promises
from rlvr.generators.kernels.orders import all_orders, order_at, pairs, placed
from rlvr.generators.logic.ordering_puzzles import orders
from rlvr.generators.logic.ordering_puzzles_solver import solve

NAME = r"([A-Z]\w+)"
WORD = {word: number for number, word in enumerate("no one two three four five six seven eight".split())}


def read_clue(text, size):
    """The people of a clue, and whether it is true of their places (from 0)."""
    rules = {
        rf"{NAME} stands somewhere to the left of {NAME}": lambda a, b: a < b,
        rf"{NAME} and {NAME} stand next to each other": lambda a, b: abs(a - b) == 1,
        rf"{NAME} and {NAME} do not stand next to each other": lambda a, b: abs(a - b) > 1,
        rf"{NAME} stands at one of the two ends": lambda a: a in (0, size - 1),
        rf"{NAME} stands at neither end": lambda a: 0 < a < size - 1,
        rf"{NAME} stands somewhere between {NAME} and {NAME}": lambda a, b, c: b < a < c or c < a < b,
        rf"{NAME} and {NAME} sit next to each other": lambda a, b: (a - b) % size in (1, size - 1),
        rf"{NAME} and {NAME} do not sit next to each other": lambda a, b: (a - b) % size not in (1, size - 1),
        rf"{NAME} and {NAME} sit opposite each other": lambda a, b: (a - b) % size == size / 2,
        rf"Going clockwise from {NAME}, you come to {NAME} before {NAME}": lambda a, b, c: (
            (b - a) % size < (c - a) % size
        ),
    }
    for pattern, rule in rules.items():
        if found := re.fullmatch(pattern, text):
            return found.groups(), rule
    if found := re.fullmatch(rf"{NAME} stands at place (\d+) from the left", text):
        return (found[1],), lambda a: a == int(found[2]) - 1
    if found := re.fullmatch(rf"Exactly (\w+) (?:person stands|people stand) between {NAME} and {NAME}", text):
        return found.group(2, 3), lambda a, b: abs(a - b) == WORD[found[1]] + 1
    found = re.fullmatch(
        rf"{NAME} (?:stands|sits) (?:directly|(\w+) (?:places|seats)) (to the right of|clockwise from) {NAME}",
        text,
    )
    step = WORD[found[2] or "one"]
    if found[3] == "clockwise from":
        return found.group(1, 4), lambda a, b: (a - b) % size == step
    return found.group(1, 4), lambda a, b: a - b == step


def solutions(names, clues, first=None):
    """All orders without a broken clue, person by person."""
    rules = [read_clue(text, len(names)) for text in clues]
    found = []

    def put(where, left):
        for people, rule in rules:
            if all(person in where for person in people) and not rule(*(where[person] for person in people)):
                return
        if not left:
            found.append(sorted(where, key=where.get))
            return
        for place in range(len(names)):
            if place not in where.values():
                put({**where, left[0]: place}, left[1:])

    # Those of whom many clues speak come first.
    said = sorted(names, key=lambda name: -sum(name in people for people, _ in rules))
    put({first: 0} if first else {}, [name for name in said if name != first])
    return found


def parsed(prompt):
    body = prompt.rpartition("\n\n")[0]
    clues = re.findall(r"^- (.+)\.$", body, re.M)
    names = re.search(r"([A-Z]\w+(?:, [A-Z]\w+)+ and [A-Z]\w+)(?: stand in| sit around|\. These|, who)", body)[
        1
    ]
    first = re.search(rf"(?:starting with|Begin with|beginning with) {NAME}", body)
    return re.split(", | and ", names), clues, first and first[1]


class TestOrderingPuzzles(Promises):
    id = "ordering-puzzles"
    alphabet = "AnBobcde, \n"
    right = ("{}", " {}\n", "{}.", "**{}**", "[{}]", "{}\n")
    wrong = ("{}x", "x{}", "{} or so", "about {}", "{0} {0}", "")
    calculates = False

    def oracle(self, prompt):
        names, clues, first = parsed(prompt)
        if number := re.search(r"There are (\w+) people", prompt):
            assert number[1] == {**{n: w for w, n in WORD.items()}, 9: "9"}[len(names)]
        (only,) = solutions(names, clues, first)
        return ", ".join(only)

    test_the_oracle_finds_the_reference_from_the_text = None

    def test_the_oracle_finds_the_reference_of_many_tasks(self):
        for level in self.spec.levels:
            for seed in range(100, 160 if level < 4 else 108 if level < 6 else 103):
                task = self.spec.task(level, seed)
                assert self.oracle(task.prompt) == task.answer, task.id

    def test_every_clue_is_needed(self):
        for seed in range(12):
            names, clues, first = parsed(self.spec.task(3, seed).prompt)
            for clue in clues:
                assert len(solutions(names, [other for other in clues if other != clue], first)) > 1

    def test_the_whole_order_is_asked_for(self):
        """Elsewhere it was one of three to seven given statements, and a third of the guesses were right."""
        for level in self.spec.levels:
            people = self.spec.params(level)["people"]
            for seed in range(8):
                task = self.spec.task(level, seed)
                assert not re.search(r"^\(?[A-G][.)]|one of the following", task.prompt, re.M)
                assert len(task.answer.split(", ")) >= people
                assert task.guess_rate < 0.05

    @pytest.mark.parametrize("size", [3, 4, 5])
    def test_orders_are_those_of_itertools(self, size):
        every = list(permutations(range(size)))
        assert [tuple(order_at(number, size)) for number in range(len(every))] == every
        for thing in range(size):
            for place in range(size):
                members = {n for n, order in enumerate(every) if order[place] == thing}
                assert {n for n in range(len(every)) if placed(size)[thing][place] >> n & 1} == members
        left = pairs(size, 0, 1, int.__lt__)
        assert [left >> n & 1 for n in range(len(every))] == [int(o.index(0) < o.index(1)) for o in every]
        assert all_orders(size).bit_count() == len(every)
        with pytest.raises(ValueError, match="at most 9 things"):
            placed(10)

    @pytest.mark.parametrize(
        ("clue", "circle"),
        [
            *((clue, False) for clue in (["left", 0, 1], ["next", 0, 2], ["apart", 1, 2], ["gap", 0, 3, 2])),
            *(
                (clue, False)
                for clue in (["by", 0, 1, 2], ["end", 2], ["middle", 2], ["between", 0, 1, 2], ["place", 1, 3])
            ),
            *((clue, True) for clue in (["by", 1, 2, 2], ["next", 0, 2], ["apart", 1, 2], ["opposite", 1, 3])),
            (["before", 1, 2, 3], True),
        ],
    )
    def test_maker_and_solver_mean_the_same_by_each_clue(self, clue, circle):
        fitting = orders(clue, 4, circle)
        for number, order in enumerate(permutations(range(4))):
            if circle and order[0] != 0:
                continue
            exact = [["place", person, place] for place, person in enumerate(order)]
            facts = {
                "kind": "circle" if circle else "row",
                "people": 4,
                "names": list("abcd"),
                "clues": [clue, *exact],
            }
            assert (solve(facts) is not None) == bool(fitting >> number & 1), order
