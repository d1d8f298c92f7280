"""Syllogisms: the prompt is read, and worlds of things are looked at that make a conclusion true or false."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations, product

import pytest

from rlvr.conformance.promises import Promises
from rlvr.generators.logic.syllogisms import SOME_OF_ALL, region
from rlvr.generators.logic.syllogisms_solver import solve

STATEMENT = r"(All|No|Some) (\w+) are (not )?(\w+)\."


def form_of(found):
    word, a, negated, b = found
    return ("other" if negated else word.lower()), a, b


def holds(form, a, b, world):
    """Whether a statement is true of a world: a set of things, each the set of what it is."""
    inside = [b in thing for thing in world if a in thing]
    return {"all": all(inside), "no": not any(inside), "some": any(inside), "other": not all(inside)}[form]


def worlds(premises, names, existence):
    """The smallest worlds: a thing for each demand; more things only make more particular statements true."""
    things = [
        frozenset(n for n, has in zip(names, row, strict=True) if has)
        for row in product((0, 1), repeat=len(names))
    ]
    things = [t for t in things if all(holds(*p, [t]) for p in premises if p[0] in ("all", "no"))]
    demands = [p for p in premises if p[0] in ("some", "other")] + [("some", n, n) for n in names if existence]
    fitting = [[t for t in things if holds(*demand, [t])] for demand in demands]
    return things, fitting


def verdict(conclusion, things, fitting):
    """T, F or U: whether one thing for each demand, and one thing more, can make the conclusion false, or true."""
    form = conclusion[0]
    opposite = {"all": "other", "no": "some", "some": "no", "other": "all"}[form]
    if form in ("all", "no"):
        turned = verdict((opposite, *conclusion[1:]), things, fitting)
        return {"T": "F", "F": "T", "U": "U"}[turned]
    if not any(holds(*conclusion, [thing]) for thing in things):
        return "F"
    # Choose for each demand a thing of which the conclusion is not true; if that can be done, it need not be true.
    return "U" if all(any(not holds(*conclusion, [t]) for t in each) for each in fitting) else "T"


class TestSyllogisms(Promises):
    id = "syllogisms"
    alphabet = "TFU, \n"
    right = ("{}", " {}\n", "{}.", "**{}**", "`{}`", "{}\n")
    wrong = ("{}T", "U{}", "{} or T", "about {}", "{0} {0}", "")
    calculates = False

    def oracle(self, prompt):
        premises = [form_of(found) for found in re.findall(rf"^- {STATEMENT}$", prompt, re.M)]
        names = sorted({name for _, *pair in premises for name in pair})
        conclusions = [form_of(found) for found in re.findall(rf"^\d+\. {STATEMENT}$", prompt, re.M)]
        assert (SOME_OF_ALL in prompt) != ("Do not assume that there is anything" in prompt)
        things, fitting = worlds(premises, names, SOME_OF_ALL in prompt)
        assert all(fitting)
        return "".join(verdict(each, things, fitting) for each in conclusions)

    def test_a_constant_answer_earns_nothing(self):
        """Elsewhere one answer, the same for all, was right in 70 % of the tasks."""
        for level in self.spec.levels:
            answers = [self.spec.task(level, seed).answer for seed in range(80)]
            assert Counter(answers).most_common(1)[0][1] <= 8
            signs = Counter("".join(answers))
            assert max(signs.values()) / sum(signs.values()) < 0.45
            for answer in answers:
                assert set(answer) == set("TFU")
                assert max(Counter(answer).values()) <= len(answer) // 3 + 1

    @pytest.mark.parametrize("existence", [False, True])
    def test_every_argument_of_three_terms_against_all_worlds(self, existence):
        """All pairs of premises on three terms, and all conclusions, by all 256 worlds."""
        statements = [
            (form, a, b)
            for form in ("all", "no", "some", "other")
            for a in range(3)
            for b in range(3)
            if a != b
        ]
        things = [frozenset(n for n in range(3) if row >> n & 1) for row in range(8)]
        every = [[things[n] for n in range(8) if world >> n & 1] for world in range(256)]
        if existence:
            every = [world for world in every if frozenset.union(frozenset(), *world) == {0, 1, 2}]
        true = {each: {n for n, world in enumerate(every) if holds(*each, world)} for each in statements}
        for premises in combinations(statements, 2):
            left = true[premises[0]] & true[premises[1]]
            if not left:
                continue
            facts = {"terms": 3, "existence": existence, "premises": [list(each) for each in premises]}
            found = solve({**facts, "conclusions": [list(each) for each in statements]})
            expected = ["T" if left <= true[s] else "F" if not left & true[s] else "U" for s in statements]
            assert found == expected, premises

    def test_regions_by_name(self):
        assert region(["all", 0, 1], 2) == 0b0010
        assert region(["no", 0, 1], 2) == region(["some", 1, 0], 2) == 0b1000
        assert region(["other", 1, 0], 2) == 0b0100
