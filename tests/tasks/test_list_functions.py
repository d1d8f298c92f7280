"""List functions: examples are read from the prompt, and other programs are tried on them."""

from __future__ import annotations

import json
import random
from itertools import pairwise

from rlvr.conformance.promises import Promises, read
from rlvr.generators.code.programs.induction_language import every_condition, every_operation
from rlvr.generators.induction.list_functions_solver import CONDITIONS, STEPS, solve

LIST = r"\[[-0-9, ]+\]"
EXAMPLES = f"\n\n{{examples:(?:{LIST} -> {LIST}\n?)+}}\n\n"
QUERY = f"{{query:{LIST}}}"
TOLD = {
    "": [
        f"A function turns lists of whole numbers into lists. Some examples:{EXAMPLES}What … it make … {QUERY} ?",
        f"Find … rule behind … lists:{EXAMPLES}… same rule … to {QUERY}. Which list … out?",
        f"Inputs and outputs … unknown function:{EXAMPLES}Give … output … input {QUERY}.",
    ]
}


def told(prompt):
    """The examples, as pairs of lists, and the list that is asked for."""
    said = read(prompt, TOLD)[1]
    shown = [list(map(json.loads, line.split(" -> "))) for line in said["examples"].strip().split("\n")]
    return shown, json.loads(said["query"])


def stages(rule, numbers):
    """A list after each step of a rule in words."""
    steps = {operation.english: step for operation, step in zip(every_operation("ints"), STEPS, strict=True)}
    found = [numbers]
    for words in rule.split(", then "):
        found.append(again(steps[words], tuple(found[-1])))
    return found


def side(x, condition, holds):
    """Whether the rule of a line gives the outputs of all lists for which the condition holds, or does not."""
    tests = {rule.english: test for rule, test in zip(every_condition("ints"), CONDITIONS, strict=True)}
    return all(
        stages(x.rule, numbers)[-1] == out
        for numbers, out in [*x.shown, (x.query, x.found)]
        if condition is None or tests[condition](tuple(numbers)) is holds
    )


def followed(x):
    """A step of the list that is asked for, by the rule of the side on which it is."""
    head = [line.rstrip(".").partition(": ") for line in x.before if "->" not in line]
    done = stages(head[0][2], x.query)
    if len(head) > 1 and (done[-1] != x.found or [x.now, x.after] not in map(list, pairwise(map(str, done)))):
        done = stages(head[1][2], x.query)
    at = len(x.before) - len(head)
    return done[-1] == x.found and [x.now, x.after] == list(map(str, done[at : at + 2]))


STEP = {f"{{now:{LIST}}} -> {{after:{LIST}}}": followed}
WORKED = {
    "chain": {"The rule: {rule:.+}.": lambda x: side(x, None, True)} | STEP,
    "choice": {
        "If {condition:[^:]+}: {rule:.+}.": lambda x: not x.before and side(x, x.condition, True),
        "Otherwise: {rule:.+}.": lambda x: side(x, x.before[0][3:].partition(":")[0], False),
    }
    | STEP,
}


def lists(count, seed):
    rng = random.Random(seed)
    return [[rng.randint(-60, 60) for _ in range(rng.randint(1, 9))] for _ in range(count)]


class TestListFunctions(Promises):
    id = "list-functions"
    calculates = False
    lines = WORKED

    def known(self, found, task):
        shown, query = told(task.prompt)
        return {"shown": shown, "query": query, "found": json.loads(task.answer)}

    right = ("{}", " {}\n", "{}.", "**{}**", "${}$", "```\n{}\n```")

    def oracle(self, prompt):
        shown, query = told(prompt)
        facts = {"examples": shown, "query": query}
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
