"""What tasks of counting by kinds promise together: facts are read from the prompt, and counted one by one if small."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import pytest
from exact_answers import SingleValues, question, whole

from rlvr.generators.solving import Solve

Reader = Callable[[str], Mapping[str, Any]]
MOST = 4_000
"""So many things are looked at one by one."""


def first(text, *patterns):
    """The number of the first of some patterns that a text holds."""
    return int(next(found for p in patterns if (found := re.search(p, text)))[1])


def slots(*named, **patterns):
    """A reader: numbers, each by its pattern; names with a pattern in `named` hold lists of numbers."""

    def reads(text):
        facts = {name: first(text, *([p] if isinstance(p, str) else p)) for name, p in patterns.items()}
        for name, pattern in named:
            facts[name] = whole(re.search(pattern, text)[1])
        return facts

    return reads


class Recounted(SingleValues):
    """The oracle reads the kind by its `marks` and the facts by its `readers`, and counts.

    Attributes:
        marks: for each kind, what its prompts hold and no others do.
        readers: for each kind, from the text to the facts.
        brute: for each kind, how many things there are to look at, and how many of them are right, both from the facts;
            where it is missing, or there are too many, the recount of the solver is asked.
        recount: the solver's.
    """

    marks: ClassVar[Mapping[str, str]]
    readers: ClassVar[Mapping[str, Reader]]
    brute: ClassVar[Mapping[str, tuple[Callable[..., int], Callable[..., int]]]]
    recount: ClassVar[Solve]

    def oracle(self, prompt):
        text = question(prompt)
        (kind,) = (kind for kind, mark in self.marks.items() if re.search(mark, text))
        facts = dict(self.readers[kind](text))
        space, count = self.brute[kind]
        small = space(**facts) <= MOST
        value = count(**facts) if small else type(self).recount({"kind": kind, **facts})
        mod = re.search(r"(?:divided by|division by|modulo) (\d+)(?:, as an integer from 0|\.$)", text)
        return value % int(mod[1]) if mod else value

    def test_small_tasks_of_every_kind_are_counted_one_by_one(self):
        assert set(self.marks) == set(self.readers) == set(self.brute) == set(self.spec.generate.makers)
        for kind in self.marks:
            space, _ = self.brute[kind]
            small = 0
            for seed in range(12):
                task = self.spec.task(1, seed, params={"kinds": kind, "size": 1})
                if space(**self.readers[kind](question(task.prompt))) <= 10 * MOST and small < 4:
                    small += 1
                    assert self.brute[kind][1](**self.readers[kind](question(task.prompt))) == int(task.answer)
            assert small, kind

    def test_remainders_are_those_of_the_exact_values(self):
        remainders = 0
        for kind in self.marks:
            task = self.spec.task(1, 3, params={"kinds": kind, "size": 6, "modulus": 50})
            exact = type(self).recount({**task.payload["problem"], "mod": 10**30})
            if mod := task.payload["problem"].get("mod"):
                assert int(task.answer) == exact % mod
                remainders += 1
                assert f"{exact} - " in task.trace
                assert not self.spec.verify_answer(task.payload, str(exact)).passed
            else:
                assert int(task.answer) == exact
        assert remainders > len(self.marks) / 2

    def test_no_answer_of_a_level_is_right_too_often(self):
        """Elsewhere small counts collide: 0, 1 and 2 were right in a good part of the tasks."""
        for level in self.spec.levels:
            answers = [self.spec.task(level, seed).answer for seed in range(100)]
            top = max(set(answers), key=answers.count)
            assert answers.count(top) <= 10, (level, top)

    @pytest.mark.parametrize("modulus", [0, 7, 100])
    def test_the_solver_takes_the_answer_and_no_neighbour(self, modulus):
        for kind in self.marks:
            task = self.spec.task(1, 1, params={"kinds": kind, "modulus": modulus})
            self.takes(task.payload, [task.answer], [str(int(task.answer) + 1), f"{task.answer}/2"])
