"""Systems of congruences: the prompt's congruences are solved by sympy."""

from __future__ import annotations

import math
import re

from hypothesis import given
from sympy.ntheory.modular import solve_congruence

import rlvr
from rlvr.conformance.promises import SEEDS, Promises, read
from rlvr.conformance.worked_lines import calculated, words

SPEC = rlvr.get("chinese-remainders")
ROWS = r"{system:(?:\n?(?:[0-9]+ )?x ≡ [0-9]+ \(mod [0-9]+\))+}"
LEAVE = "{system:(?:(?:, | and )?remainder [0-9]+ when divided by [0-9]+)+}"
BEADS = "{system:(?: ?Taken out [0-9]+ at a time, they leave (?:[0-9]+|none) over[.])+}"
NONE = "If there is no such integer, answer -1."
ASKED = {
    "least": (
        f"Find the least nonnegative integer x with\n{ROWS}",
        f"What is the smallest integer x >= 0 that leaves {LEAVE}?",
        f"A box holds fewer than {{period}} beads. {BEADS} How many beads are in the box? Give the number.",
        f"Solve this system of congruences and give the least nonnegative solution x:\n{ROWS}",
        f"{ROWS}\n\nWhat is the smallest integer x >= 0 for which all of these congruences hold?",
    ),
    "shared": (
        f"Find the least nonnegative integer x with\n{ROWS}\n{NONE}",
        f"What is the smallest integer x >= 0 that leaves {LEAVE}? {NONE}",
        f"Solve this system of congruences and give the least nonnegative solution x:\n{ROWS}\n{NONE}",
    ),
    "above": (
        f"Find the least integer x greater than {{bound}} with\n{ROWS}",
        f"Which is the smallest integer above {{bound}} that leaves {LEAVE}?",
        f"{ROWS}\n\nAmong the integers x that satisfy all of these congruences, give the smallest above {{bound}}.",
    ),
    "count": (
        f"How many positive integers x not greater than {{bound}} satisfy\n{ROWS} ?\nAnswer with an integer.",
        f"Count the integers from 1 to {{bound}} that leave {LEAVE}.",
        f"{ROWS}\n\nHow many integers x with 1 <= x <= {{bound}} satisfy all of these congruences? Give the number.",
    ),
}


class TestChineseRemainders(Promises):
    id = "chinese-remainders"
    calculates = False  # the lines hold modulo something; see below
    wrong = (*Promises.wrong, "{} + 0", "x = {} (mod 7)", "{} mod 7")
    says = (  # the pieces between commas and colons
        "{unknown:[kx] = |}{sides:[-0-9 *+]+ = [-0-9 *+=]+} (mod {m}) | {p} k = {sides:[-0-9 =]+} (mod {m}) "
        "| x = {x} + {p} k | divide by {d} | {sum:.+} = {x} is the first above {bound} | ({x} - {y}) / {p} "
        "| rounded down | is {n} | {n} solutions | {d} divides {p} and {m} | but not {n} | no solution"
    ).split(" | ")

    def oracle(self, prompt):
        kind, slots = read(prompt, ASKED)
        system = slots["system"].replace("none over", "0 over")
        if "beads" in prompt:
            rows = [(1, b, m) for m, b in re.findall("([0-9]+) at a time, they leave ([0-9]+)", system)]
        else:
            rows = re.findall("()remainder ([0-9]+) when divided by ([0-9]+)", system)
            rows += re.findall(r"(?:([0-9]+) )?x ≡ ([0-9]+) \(mod ([0-9]+)\)", system)
        rows = [(int(a or 1), int(b), int(m)) for a, b, m in rows]
        solution = solve_congruence(*((pow(a, -1, m) * b % m, m) for a, b, m in rows))
        assert (NONE in prompt) == (kind == "shared")
        if solution is None:
            return -1
        x, period = map(int, solution)
        assert slots.get("period", period) == period
        if "bound" not in slots:
            return x
        bound = slots["bound"]
        return (
            bound + 1 + (x - bound - 1) % period if kind == "above" else (bound - (x or period)) // period + 1
        )

    @given(SEEDS)
    def test_every_line_of_the_worked_solution_is_true(self, seed):
        for level in SPEC.levels:
            trace = SPEC.task(level, seed).trace
            for left, less, right, lower, m in re.findall(
                r"^(.+) = (.+), (.+) = (.+) \(mod (\d+)\)$", trace, re.M
            ):
                assert int(left) % int(m) == int(less)
                assert int(right) % int(m) == int(lower)
            for quotient, down, count in re.findall(
                r"^(.*), rounded down, is (\d+): (\d+) solutions", trace, re.M
            ):
                assert math.floor(calculated(quotient)) == int(down) == int(count) - 1
            for numbers in re.findall(r"(\d+) divides (\d+) and (\d+), but not (-?\d+): no solution", trace):
                d, first, second, other = map(int, numbers)
                assert first % d == second % d == 0 != other % d
            for piece in words(trace):
                if found := re.fullmatch(r"(.* \+ .*) = (\d+) is the first above (\d+)", piece):
                    assert calculated(found[1]) == int(found[2]) > int(found[3]), piece
                elif found := re.fullmatch(r"(?:[kx] = |\d+ k = )?([0-9 =*+-]+) \(mod (\d+)\)", piece):
                    assert len({calculated(side) % int(found[2]) for side in found[1].split(" = ")}) == 1, piece

    def test_some_of_the_shared_kind_contradict_themselves_and_no_other(self):
        tasks = [SPEC.task(level, seed) for level in SPEC.levels for seed in range(150)]
        shared = [task.answer for task in tasks if self.kind(task) == "shared"]
        assert shared.count("-1") == sum(task.answer == "-1" for task in tasks)
        assert 0.05 < shared.count("-1") / len(shared) < 0.3

    def test_the_order_of_the_congruences_does_not_matter(self):
        self.same_problems(
            lambda p: frozenset(map(tuple, p["system"])), 3000, kinds="least", count=2, modulus=20
        )
