"""List functions: examples are read from the prompt, and other programs are tried on them."""

from __future__ import annotations

import json
import random
import re

from rlvr.conformance.promises import Promises
from rlvr.generators.code.programs.induction_language import every_condition, every_operation
from rlvr.generators.induction.list_functions_solver import CONDITIONS, STEPS, solve

LIST = r"\[[-0-9, ]+\]"


def lists(count, seed):
    rng = random.Random(seed)
    return [[rng.randint(-60, 60) for _ in range(rng.randint(1, 9))] for _ in range(count)]


class TestListFunctions(Promises):
    id = "list-functions"
    calculates = False
    right = ("{}", " {}\n", "{}.", "**{}**", "${}$", "```\n{}\n```")

    def oracle(self, prompt):
        shown = [list(map(json.loads, pair)) for pair in re.findall(rf"^({LIST}) -> ({LIST})$", prompt, re.M)]
        (query,) = re.findall(rf"make of ({LIST}) \?|applied to ({LIST})\.|the input ({LIST})\.", prompt)
        facts = {"examples": shown, "query": json.loads("".join(query))}
        for kind, steps in (("chain", 2), ("choice", 1), ("choice", 2)):  # the simplest that fits
            try:
                return solve({"kind": kind, "steps": steps, **facts})
            except LookupError:
                continue
        raise AssertionError(prompt)

    def test_both_tables_of_operations_say_the_same(self):
        for theirs, ours in ((every_operation("ints"), STEPS), (every_condition("ints"), CONDITIONS)):
            for operation, step in zip(theirs, ours, strict=True):
                for numbers in lists(200, operation.english):
                    found, again = operation.apply(numbers), step(tuple(numbers))
                    assert found == (list(again) if isinstance(again, tuple) else again), operation.english

    def test_examples_settle_the_answer(self):
        """An example less, and for some problems the answer is open: the proof is not empty."""
        open_ones = 0
        for level in (1, 2, 4, 5):
            for seed in range(12):
                problem = self.spec.task(level, seed).payload["problem"]
                assert solve(problem)  # it finds one answer, or raises
                try:
                    solve({**problem, "examples": problem["examples"][:2]})
                except AssertionError:
                    open_ones += 1
        assert open_ones >= 5

    def test_trap_rules_are_not_a_few_templates(self):
        # reasoning-gym draws from 17 fixed ones.
        rules = {self.spec.task(4, seed).trace.splitlines()[0] for seed in range(150)}
        assert len(rules) > 100

    def test_a_condition_as_simple_that_is_not_drawn_gives_the_same(self):
        """Whether the last item is even, say: no rule of it and two steps fits the examples with another answer."""
        rivals = (
            lambda numbers: numbers[-1] % 2 == 0,
            lambda numbers: numbers[0] == min(numbers),
            lambda numbers: min(numbers) > 0,
        )
        for seed in range(60):
            task = self.spec.task(3, seed)
            problem = task.payload["problem"]
            query = tuple(problem["query"])
            for rival in rivals:
                fits = {True: set(), False: set()}
                for side, found in fits.items():
                    shown = [(tuple(one), out) for one, out in problem["examples"] if rival(one) is side]
                    for step in STEPS if shown else ():
                        if all(again(step, one) == out for one, out in shown):
                            found.add(str(again(step, query)))
                if all(fits.values()):
                    assert fits[rival(query)] == {task.answer}, (task.prompt, fits)


def again(step, numbers):
    """What a step makes of a list, as a list."""
    found = step(numbers)
    return list(found) if isinstance(found, tuple) else found
