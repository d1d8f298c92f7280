"""Modular arithmetic: the prompt's expression by Python's operators on a class of residues, sympy's inverses."""

from __future__ import annotations

import re
from math import gcd

import sympy

from rlvr.conformance.promises import Promises, found

POWER = r"( \(The sign \^ means: to the power of\.\))?"
QUESTION = (
    rf"Find the integer x with (?P<left>\d+) \* x = (?P<value>.*) \(mod (?P<m>\d+)\)\.{POWER}",
    rf"Which x solves the congruence (?P<left>\d+) \* x = (?P<value>.*) modulo (?P<m>\d+) \?{POWER}",
    rf"Compute (?P<value>.*) modulo (?P<m>\d+)\.{POWER}",
    rf"What is the remainder of (?P<value>.*) on division by (?P<m>\d+) \?{POWER}",
)
MOD_7 = {"problem": {"left": 1, "expression": "3 * 4", "modulus": 7}, "gold": {"text": "5", "kind": "integer"}}


class Residue:
    """A number modulo m with Python's operators, so that `eval` of the printed expression stays small."""

    def __init__(self, value, m):
        self.value, self.m = value % m, m

    def __add__(self, other):
        return Residue(self.value + other.value, self.m)

    def __sub__(self, other):
        return Residue(self.value - other.value, self.m)

    def __mul__(self, other):
        return Residue(self.value * other.value, self.m)

    def __pow__(self, exponent):
        return Residue(pow(self.value, exponent, self.m), self.m)


class TestModularArithmetic(Promises):
    id = "modular-arithmetic"
    alphabet = "0123456789ABZaz"
    wrong = ("{}0", "1{}", "{} or 2", "-1{}", "{0} {0}", "")

    steps = (
        "# * # = # = # * # + #", "# - # = # = # * # + #", "# + # = # = # * # + #", "# = # * # + #", "# * # = #",
        "# + # = #", "# - # = #", "#^#, exponent in binary #", "power #, time #:", "# = # * # + #; # - # * # = #",
        "inverse: # = # * # + #", "inverse: #", "x: # * # = # = # * # + #", "x: # * # = #",
    )  # fmt: skip

    def oracle(self, prompt):
        asked, rest = found(prompt, QUESTION)
        expression, m = asked["value"], int(asked["m"])
        assert bool(asked[asked.re.groups]) == ("^" in expression)
        form = f"Give the integer from 0 to {m - 1} in digits."
        assert rest.startswith(
            (f"... {form}", f"A problem in arithmetic modulo {m}.\n...\n{form}", f"{form}\n\n...")
        )
        assert re.fullmatch(r"[0-9 +*^()-]+", expression)
        code = re.sub(r"(?<![\^0-9(])(\d+)", r"Residue(\1, m)", expression).replace("^", "**")
        value = eval(code, {"Residue": Residue, "m": m}).value
        if "left" not in asked.groupdict():
            return value
        left = int(asked["left"])
        assert gcd(left, m) == 1
        return int(sympy.mod_inverse(left, m)) * value % m

    def test_exponents_are_written_in_binary(self):
        for seed in range(50):
            for exponent, digits in re.findall(
                r"\^(\d+), exponent in binary (\d+)", self.spec.task(5, seed).trace
            ):
                assert int(digits, 2) == int(exponent)

    def test_small_powers_by_whole_numbers(self):
        for seed in range(200):
            task = self.spec.task(3, seed)
            problem = task.payload["problem"]
            assert eval(problem["expression"].replace("^", "**")) % problem["modulus"] == int(task.answer)

    def test_named_forms(self):
        wrong = ["12 mod 7", "5 mod 8", "mod 7", "5 mod 7 mod 7"]
        self.takes(
            MOD_7, ["5", "+5", "05", " 5.", "5.0"], [*wrong, "12", "-2", "5 5", "5 or 12", "٥", "", "5/2"]
        )

        for answer in ("5 mod 7", "5 (mod 7)"):  # the modulus of the question, and a remainder of it
            assert self.spec.verify_answer(MOD_7, answer).passed, answer

    def test_what_is_said_is_the_problem(self):
        def key(p):
            return p["left"], p["expression"], p["modulus"]

        self.same_problems(key, kinds="inverse chain", largest=20, modulus=10)
