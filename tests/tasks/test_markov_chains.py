"""Markov chains: chain and question are read from the prompt, and NumPy finds the value from the transition matrix."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import ClassVar

import numpy as np
import pytest
from exact_answers import ExactAnswers, question

from rlvr.conformance.worked_lines import calculated, equations

GOAL, START, ENDS, N = (
    r"(?P<goal>[A-H])",
    r"(?P<start>[A-H])",
    r"(?P<ends>[A-H](?:, [A-H])*(?: and [A-H])?)",
    r"(?P<n>\d+)",
)
ASKED = {
    "steps": (
        rf"starts in state {START}\. .* in state {GOAL} after exactly {N} steps\?",
        rf"is in mode {START}\. .* in mode {GOAL} after {N} minutes, that is, after (?P=n) such moves\.",
        rf"begins on field {START}; the fields are .* on field {GOAL} after {N} moves\?",
    ),
    "first": (
        rf"starts in state {START}\. .* in state {GOAL} for the first time after exactly {N} steps\?",
        rf"in room {START}\. .* that move number {N} is the first one that ends in room {GOAL}\.",
        rf"begins on {START}\. .* that it reaches {GOAL} with its move number {N} and not before\?",
    ),
    "absorb": (
        rf"States {ENDS} are absorbing\. .* starts in state {START}\. .* ends up in state {GOAL}\?",
        rf"reaches one of the places {ENDS}\. .* starts at {START}\. .* probability that it stops at {GOAL}\.",
        rf"rooms {ENDS} are exits, .* Starting in room {START}, how likely is .* to leave by {GOAL}\?",
    ),
    "time": (
        rf"starts in state {START}\. .* expected number of steps until it first is in {ENDS}\?",
        rf"stops as soon as it reaches {ENDS}\. .* starts at {START}\. .* expected number of moves\.",
        rf"over in {ENDS}\. Starting in room {START}, how many moves does it take on average",
    ),
    "visits": (
        rf"starts in state {START} and runs until it is absorbed in {ENDS}\. What is the expected number of times at "
        rf"which it is in state {GOAL}, time 0 included\?",
        rf"starts at {START} and stops at {ENDS}\. .* spends at {GOAL}, .* one second at a place for every visit and "
        r"the start counts as a visit to (?P=start)\.",
        rf"begins in room {START} and is over in {ENDS}\. .* minutes 0, 1, 2, \.\.\. is the visitor in room {GOAL}\?",
    ),
    "stationary": (
        rf"probability of state {GOAL} in the stationary distribution\?",
        rf"In the long run, which share of the days has type {GOAL}\?",
        rf"no longer change\. Find the share of shop {GOAL}\.",
    ),
    "return": (
        rf"starts in state {GOAL}\. .* expected number of steps until it is in (?P=goal) again for the first time\?",
        rf"It is on {GOAL}\. After how many moves, .* is it on (?P=goal) next\? .* stays on (?P=goal) counts as 1\.",
        rf"mean recurrence time of room {GOAL}, .* expected time from one minute in (?P=goal) to the next\.",
    ),
}
AT, P, TIE = r"(?P<i>\d+)", r"(?P<p>[\d/]+)", r"with probability (?P<tie>[\d/]+), "
WALKS = (
    rf"has {AT} coins? and stops when there are {N} or none\. .* one coin is won with probability {P}, "
    rf"(?:nothing changes {TIE})?and otherwise one coin is lost\.",
    rf"on stone {AT} of the stones 0 to {N} in a row\. .* jumps to the next higher stone with probability {P}, "
    rf"(?:stays where it is {TIE})?and otherwise jumps to the next lower one\. It stops on stone 0 or stone (?P=n)\.",
    rf"at the integer {AT}\. .* goes up by 1 with probability {P}, (?:stays where it is {TIE})?and otherwise goes down "
    rf"by 1; it ends as soon as it is at 0 or at {N}\.",
)


def matrix(text):
    """The transition probabilities; states without a line of their own stay where they are."""
    rows = re.findall(r"^from ([A-H]): (.*)$", text, re.MULTILINE)
    moves = {name: dict(re.findall(r"to ([A-H]) with probability ([\d/]+)", row)) for name, row in rows}
    names = sorted(set(moves).union(*moves.values()))
    assert all(sum(map(Fraction, row.values())) == 1 for row in moves.values())
    return names, np.array(
        [[float(Fraction(moves.get(a, {a: "1"}).get(b, "0"))) for b in names] for a in names]
    )


def walk(found):
    """The chain of a walk from 0 to n, its start, and its upper end."""
    n, up, tie = int(found["n"]), float(Fraction(found["p"])), float(Fraction(found["tie"] or 0))
    chain = np.eye(n + 1)
    for i in range(1, n):
        chain[i, i - 1 : i + 2] = 1 - up - tie, tie, up
    return chain, int(found["i"]), n


def until_the_end(chain):
    """The expected visits to each state that is left for good, and the probability of each end, from each of them."""
    inner = np.diag(chain) < 1
    visits = np.zeros(chain.shape)
    visits[np.ix_(inner, inner)] = np.linalg.inv(np.eye(inner.sum()) - chain[np.ix_(inner, inner)])
    return visits, visits @ chain * ~inner


class TestMarkovChains(ExactAnswers):
    id = "markov-chains"
    probabilities = False
    conventions: ClassVar = {
        "steps": (
            "Its transition probabilities are:",
            "which depend only on the present mode:",
            "to this table:",
        ),
        "stationary": ("stationary distribution", "tomorrow's depends on today's only:", "very many customers"),
        "ruin": ("In each round, independently,", "Each second it", "Independently in each step"),
    }

    def agrees(self, found, task):
        return found == pytest.approx(float(Fraction(task.answer)), rel=1e-9)

    def oracle(self, prompt):
        text = question(prompt)
        for pattern in WALKS:
            if found := re.search(pattern, text):
                chain, start, goal = walk(found)
                visits, ends = until_the_end(chain)
                up = re.search(
                    rf"ending with {goal} coins\?|stop on stone {goal}\?|that it ends at {goal}\.", text
                )
                assert up or re.search(
                    r"rounds without a change included\?|seconds until it stops\?|of steps, each", text
                )
                return ends[start, goal] if up else visits[start].sum()
        names, chain = matrix(text)
        if listed := re.search(
            r"(?:states|modes|types|rooms|fields|shops|are) (A(?:, [B-H])* and [B-H])\b", text
        ):
            assert re.findall("[A-H]", listed[1]) == names
        asked = text.rsplit("\nfrom ", 1)[1].split("\n", 1)[1]
        kind, found = next(
            (k, m) for k, patterns in ASKED.items() for p in patterns if (m := re.search(p, asked))
        )
        start, goal = (
            names.index(part) if part else None for part in map(found.groupdict().get, ("start", "goal"))
        )
        if "ends" in found.groupdict():
            assert set(re.findall("[A-H]", found["ends"])) == {
                n for n, p in zip(names, np.diag(chain), strict=True) if p == 1
            }
            visits, ends = until_the_end(chain)
            return {"absorb": ends[start, goal], "time": visits[start].sum(), "visits": visits[start, goal]}[
                kind
            ]
        if "n" in found.groupdict():
            others = chain.copy()
            if kind == "first":
                others[:, goal] = 0
            return (np.linalg.matrix_power(others, int(found["n"]) - 1) @ chain)[start, goal]
        equations = np.vstack([chain.T - np.eye(len(chain)), np.ones(len(chain))])
        share = np.linalg.lstsq(equations, np.eye(len(chain) + 1)[-1], rcond=None)[0][goal]
        return share if kind == "stationary" else 1 / share

    def test_worked_solutions_calculate_rightly(self):
        """Lines of numbers, and the equations of states, which the solution of the first of them fulfils."""
        checked = 0
        for level in self.spec.levels:
            for seed in range(40):
                task = self.spec.task(level, seed)
                for equation in equations(task.trace):
                    assert len(set(map(calculated, equation))) == 1, (task.id, equation)
                checked += self.states_fulfil_their_equations(task)
        assert checked > 100

    def states_fulfil_their_equations(self, task):
        if self.kind(task) not in {"absorb", "time", "visits"}:
            return 0
        problem = task.payload["problem"]
        visits, ends = until_the_end(np.array([[float(Fraction(p)) for p in row] for row in problem["rows"]]))
        goal = problem["goal"]
        values = {"absorb": ends[:, goal], "time": visits.sum(axis=1), "visits": visits[:, goal]}[
            self.kind(task)
        ]
        names = {f"x{name}": value for name, value in zip("ABCDEFGH", values, strict=False)}
        lines = [line.rsplit(": ", 1)[-1].split(" = ") for line in task.trace.splitlines()[1:-1]]
        for left, right in lines:
            terms = [term.split("*") for term in right.split(" + ")]
            found = sum(float(Fraction(factor)) * (names[of[0]] if of else 1) for factor, *of in terms)
            assert found == pytest.approx(names[left], rel=1e-9, abs=1e-12), (task.id, left, right)
        return len(lines)
