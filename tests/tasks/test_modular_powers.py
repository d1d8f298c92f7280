"""Powers modulo an integer: the prompt's numbers are given to Python's pow and to sympy."""

from __future__ import annotations

import re

from hypothesis import given
from sympy import isprime, totient
from sympy.ntheory.residue_ntheory import discrete_log, n_order, sqrt_mod

import rlvr
from rlvr.conformance.promises import SEEDS, Promises, read
from rlvr.conformance.worked_lines import calculated

SPEC = rlvr.get("modular-powers")
POWERS = "{text:[0-9^()+* -]+}"
NOTE = "{note:(?: The exponent is .*[.]| A remainder is .*[.])?}"
ASKED = {
    "powers": (
        f"What is the remainder when {POWERS} is divided by {{m}}?{NOTE} Answer with an integer.",
        f"Compute ({POWERS}) mod {{m}}.{NOTE} Give an integer from 0 to {{last}}.",
        f"{POWERS} is divided by {{m}}.{NOTE} Which remainder, from 0 to {{last}}, is left?",
    ),
    "inverse": (
        "Find the multiplicative inverse of {a} modulo {m}, as an integer from 1 to {last}.",
        "Which integer x with 0 < x < {m} satisfies {a} * x ≡ 1 (mod {m})? Give x.",
        "{a} times which positive integer below {m} leaves remainder 1 on division by {m}? Answer with that integer.",
    ),
    "linear": (
        "Find the integer x with 0 <= x < {m} and {a} * x ≡ {b} (mod {m}). Give x.",
        "Solve {a} x ≡ {b} (mod {m}). Answer with the least nonnegative integer x.",
        "What is the least nonnegative integer whose product with {a} leaves remainder {b} on division by {m}?",
    ),
    "order": (
        "What is the multiplicative order of {a} modulo {m}? Answer with an integer.",
        "Find the smallest positive integer k such that {a}^k ≡ 1 (mod {m}).",
        "How large must a positive exponent k be at least for {a}^k to leave remainder 1 on division by {m}? Give the "
        "least k.",
    ),
    "log": (
        "Find the smallest positive integer x such that {a}^x ≡ {b} (mod {m}).",
        "What is the discrete logarithm of {b} to the base {a} modulo the prime {m}? Give the least positive exponent.",
        "The powers of {a} are divided by {m}. What is the smallest positive exponent for which the remainder is {b}? "
        "Answer with an integer.",
    ),
    "root": (
        "Find the smallest positive integer x such that x^2 ≡ {a} (mod {m}).",
        "The prime {m} divides x^2 - {a} for some integers x. What is the least positive x of this kind?",
        "Modulo the prime {m}, {a} is a square. Give the smaller of its two square roots between 1 and {last}.",
    ),
}
ONE = re.compile(r"([0-9]+)\^([0-9]+)")


def remainder(text, m):
    """The remainder of a sum, difference or product of numbers and powers."""
    return calculated(ONE.sub(lambda power: str(pow(int(power[1]), int(power[2]), m)), text)) % m


class TestModularPowers(Promises):
    id = "modular-powers"
    calculates = False  # the lines hold modulo something; see below
    right = (*Promises.right, "+{}", "0{}")
    wrong = (*Promises.wrong, "{} + 0", "3^{}", "{}/1.5", "x = {} (mod 7)")
    says = (  # the pieces between commas and colons
        "all modulo {m}: | the exponent {b}^{c} modulo {m}: | {a}^{b} modulo {m}: | the order divides that "
        "| phi({m}) = {phi} | phi({m}) = {product:[0-9^* ]+} = {phi} | so {a}^{e} = {a}^{r} | {m} is prime "
        "| {left} = {sides:[-0-9 *=]+} modulo {m} | x = {sides:[-0-9 *=]+} modulo {m} | so the order "
        "divides that | not 1 | order {n} | so multiply {b} by {c} until it is one of these: | x = {i} * "
        "{s} + {j} = {x} | so {a}^(({m} + 1)/4) = {a}^{e} is a root | the other root is {m} - {x} = {y} | "
        "the smaller {x}"
    ).split(" | ")

    def oracle(self, prompt):
        kind, slots = read(prompt, ASKED)
        m, text = slots["m"], slots.get("text", "")
        assert slots.get("last", m - 1) == m - 1
        if found := re.fullmatch(r"(\d+)\^\((\d+)\^(\d+)\)", text):
            a, b, c = map(int, found.groups())
            assert slots["note"] == f" The exponent is {b}^{c}, not ({a}^{b})^{c}."
            return pow(a, b**c, m)
        if text:
            assert slots["note"] == (
                f" A remainder is from 0 to {m - 1}, here as always." if "-" in text else ""
            )
            return remainder(text, m)
        a, b = slots["a"], slots.get("b", 1)
        if kind in ("inverse", "linear"):
            return pow(a, -1, m) * b % m
        if kind == "root":
            return min(sqrt_mod(a, m, all_roots=True))
        return n_order(a, m) if kind == "order" else int(discrete_log(m, b, a)) or n_order(a, m)

    @given(SEEDS)
    def test_every_line_of_the_worked_solution_is_true(self, seed):
        for level in SPEC.levels:
            task = SPEC.task(level, seed)
            m, checked = task.payload["problem"]["m"], 0
            for value, then in re.findall(r"= (\d+), (so the order divides that|not 1)", task.trace):
                assert (value == "1") == then.startswith("so")
            assert all(isprime(int(p)) for p in re.findall(r"(\d+) is prime", task.trace))
            for numbers in re.findall(r"^(\d+)\^(\d+) modulo (\d+):", task.trace, re.MULTILINE):
                assert pow(*map(int, numbers)) == int(task.answer)
            for one, other, smaller in re.findall(
                r"the other root is (.*) = (\d+), the smaller (\d+)", task.trace
            ):
                assert calculated(one) == int(other) >= int(smaller) == int(task.answer)
            for line in task.trace.splitlines()[:-1]:
                if found := re.fullmatch(r"(?:the exponent )?.*modulo (\d+):", line):
                    m = int(found[1])  # what the following lines are taken modulo
                elif found := re.search(r"phi\((\d+)\) = ([0-9^* ]+ = )?(\d+)$", line):
                    assert totient(int(found[1])) == int(found[3])
                elif found := re.fullmatch(r"(\d+) = (\d+) \* (\d+) \+ (\d+), so .*", line):
                    big, times, phi, rest = map(int, found.groups())
                    assert (big, phi) == (times * phi + rest, totient(m))
                else:
                    line = line.removesuffix(f" modulo {m}").removeprefix("x = ")
                    for chain in line.split(", "):
                        sides = chain.split(" = ")
                        if all(re.fullmatch(r"[0-9 ()*+^-]+", side) for side in sides) and not binary(sides):
                            assert len({remainder(side, m) for side in sides}) == 1, line
                            checked += len(sides) > 1
            assert checked or task.payload["problem"]["kind"] in ("inverse", "root"), task.trace

    def test_terms_may_change_places_in_sums_and_products_alone(self):
        def key(p):
            return str(p["terms"] if p["sign"] == "-" else sorted(p["terms"])), p["sign"], p["m"]

        self.same_problems(key, 4000, kinds="sum", modulus=40, exponent=10)


def binary(sides):
    """Whether an exponent is taken apart: 13 = 8 + 4 + 1, which holds, but not modulo anything."""
    taken_apart = len(sides) > 1 and re.fullmatch(r"[0-9]+( \+ [0-9]+)+", sides[-1])
    return bool(taken_apart) and calculated(sides[-1]) == calculated(sides[0])
