"""Reasoning errors: the prompt's steps are done again, one by one, from what the one before states."""

from __future__ import annotations

import re
from collections import Counter

from rlvr.conformance.promises import Promises

CLOSED = {")": "(", "]": "[", "}": "{", ">": "<"}


def brackets(old, step):
    sign, stated = re.fullmatch(r"`(.)` is read, stack: (.+)", step).groups()
    due = old[:-1] if old and old[-1] == CLOSED.get(sign) else [*old, sign]
    new = [] if stated == "empty" else stated.strip("`").split()
    return due == new, new


def arithmetic(old, step):
    first, sign, by, result = re.fullmatch(r"(\d+) (\S+) (\d+) = (\d+)", step).groups()
    a, b = int(first), int(by)
    due = {"+": a + b, "-": a - b, "*": a * b, "mod": a - a // b * b}[sign]
    return (old, due) == (a, int(result)), int(result)


def exchange(old, step):
    a, b, stated = re.fullmatch(r"(\w+) and (\w+) exchange: (.+)", step).groups()
    due, new = dict(old), dict(pair.split() for pair in stated.split(", "))
    due[a], due[b] = old[b], old[a]
    return list(due.items()) == list(new.items()), new


def queue(old, step):
    what, stated = step.split(": ")
    due, new = list(old), stated.split(", ")
    if name := re.fullmatch(r"(\w+) goes to the front", what):
        due = sorted(due, key=lambda each: each != name[1])
    elif what == "the first one goes to the end":
        due = due[1:] + due[:1]
    elif what == "the last one goes to the front":
        due = due[-1:] + due[:-1]
    elif what == "the first two exchange places":
        due = [due[1], due[0], *due[2:]]
    elif what == "the last two exchange places":
        due = [*due[:-2], due[-1], due[-2]]
    elif what == "the first and the last one exchange places":
        due = [due[-1], *due[1:-1], due[0]]
    else:
        assert what == "all turn round, so that the last one is the first"
        due.reverse()
    return due == new, new


def bits(old, step):
    what, new = step.split(": ")
    due = list(old)
    if found := re.fullmatch(r"flip the bits at places (\d+) to (\d+)", what):
        for at in range(int(found[1]) - 1, int(found[2])):
            due[at] = "10"[int(due[at])]
    elif found := re.fullmatch(r"exchange the bits at places (\d+) and (\d+)", what):
        a, b = int(found[1]) - 1, int(found[2]) - 1
        due[a], due[b] = due[b], due[a]
    else:
        by = int(re.fullmatch(r"move all bits to the left by (\d), those that leave come in .+ right", what)[1])
        due = due[by:] + due[:by]
    return "".join(due) == new, new


def merge(old, step):
    a, b, taken = re.fullmatch(r"compare (\w+) and (\w+), take (\w+)", step).groups()
    one, two = old
    new = ([word for word in one if word != taken], [word for word in two if word != taken])
    return (a, b, taken) == (one[0], two[0], min(one[0], two[0])), new


class TestReasoningErrors(Promises):
    id = "reasoning-errors"
    alphabet = "0123456789 Step"
    right = ("{}", " {}\n", "{}.", "**{}**", "${}$", "Step {}")
    wrong = ("{}5", "1{}", "{} or 2", "about {}", "{0} {0}", "")
    calculates = False

    def oracle(self, prompt):
        start = re.search("^Start: (.+)$", prompt, re.M)[1]
        steps = re.findall(r"^Step \d+: (.+)$", prompt, re.M)
        if " is read, stack: " in steps[0]:
            check, state = brackets, []
        elif steps[0].startswith("compare"):
            check, state = merge, tuple(half.split(", ") for half in start.split("; "))
        elif " exchange: " in steps[0]:
            check, state = exchange, dict(pair.split() for pair in start.split(", "))
        elif start.isdigit() and "=" in steps[0]:
            check, state = arithmetic, int(start)
        elif start.isdigit():
            check, state = bits, start
        else:
            check, state = queue, start.split(", ")
        for n, step in enumerate(steps, 1):
            right, state = check(state, step)
            if not right:
                return n
        return 0

    def test_no_mistake_is_as_likely_as_any_step(self):
        """Elsewhere "no mistake" could be guessed."""
        for level in self.spec.levels:
            tasks = [self.spec.task(level, seed) for seed in range(150)]
            assert Counter(task.answer for task in tasks).most_common(1)[0][1] <= 24
            assert any(task.answer == "0" for task in tasks)
            assert all(
                task.guess_rate == 1 / (1 + len(re.findall("^Step", task.prompt, re.M))) for task in tasks
            )

    def test_what_follows_a_mistake_is_right_by_itself(self):
        """Only one step is wrong: all others follow from what the one before states."""
        for seed in range(30):
            task = self.spec.task(3, seed, params={"kinds": "exchange queue bits"})
            at, lines = int(task.answer), re.findall(r"^Step \d+: (.+)$", task.prompt, re.M)
            if 0 < at < len(lines):
                rest = "\n".join(f"Step {n}: {line}" for n, line in enumerate(lines[at:], 1))
                assert self.oracle(f"Start: {lines[at - 1].split(': ')[-1]}\n{rest}") == 0
