"""GCD and LCM: the prompt's numbers are given to the standard library and to sympy."""

from __future__ import annotations

import math
import re

import pytest
import sympy
from hypothesis import given
from sympy.ntheory.continued_fraction import continued_fraction

import rlvr
from rlvr.conformance.promises import SEEDS, Promises, read
from rlvr.conformance.worked_lines import calculated

SPEC = rlvr.get("gcd-lcm")
ALL = "{numbers:[0-9]+(?:, [0-9]+)* and [0-9]+}"
ASKED = {
    "gcd": (
        f"Find the greatest common divisor of {ALL}. Give it as an integer.",
        f"What is the largest integer that divides each of {ALL}? Answer with that integer.",
        f"Ropes with lengths of {ALL} centimetres are cut up completely into parts of one and the same length, a whole "
        "number of centimetres. What is the greatest possible length of a part in centimetres? Give only the number.",
    ),
    "lcm": (
        f"Find the least common multiple of {ALL}. Give it as an integer.",
        f"What is the smallest positive integer that is divisible by each of {ALL}? Answer with that integer.",
        f"Lights flash at intervals of {ALL} seconds, one light for each interval, and have just flashed all at the "
        "same moment. After how many seconds do they next flash all together? Give only the number.",
    ),
    "other": (
        "Two positive integers have greatest common divisor {g} and least common multiple {l}. One of them is {a}. "
        "What is the other? Give it as an integer.",
        "Find the positive integer n with gcd({a}, n) = {g} and lcm({a}, n) = {l}.",
        "The least common multiple of {a} and an unknown positive integer is {l}, and their greatest common divisor "
        "is {g}. Determine the unknown integer.",
    ),
    "common": (
        f"How many positive integers divide each of {ALL}? Give the number as an integer.",
        f"Count the positive common divisors of {ALL}, 1 included. Answer with an integer.",
        f"For how many positive integers k can each of {ALL} be split into k equal whole parts? Answer with "
        "an integer.",
    ),
    "quotients": (
        "Run Euclid's algorithm on ({a}, {b}): divide the first number by the second with remainder, replace the pair "
        "by (divisor, remainder), and go on until the remainder is 0. List the quotients in order, separated by "
        "commas.",
        "Write {a}/{b} as a simple continued fraction [q0; q1, q2, ...] with whole quotients, the last of them at "
        "least 2. Give the quotients in order, separated by commas.",
        "Apply the Euclidean algorithm to {a} and {b}, beginning with {a} divided by {b}. Which quotients appear, "
        "up to and including the division that comes out even? Separate them by commas, in order.",
    ),
    "steps": (
        "Euclid's algorithm replaces a pair (m, n) by (n, m mod n) until the second number is 0. How many "
        "replacements does it make from ({a}, {b})? Give an integer.",
        "To find the greatest common divisor of {a} and {b}, divide {a} by {b}, then each divisor by the remainder "
        "just found, until a remainder is 0. How many divisions is that, counting the last one? Answer with an "
        "integer.",
        "Count the divisions with remainder that Euclid's algorithm does on {a} and {b}, the first being {a} divided "
        "by {b} and the last leaving remainder 0. Give the number as an integer.",
    ),
}


class TestGcdLcm(Promises):
    id = "gcd-lcm"
    right = ("{}", " {}\n", "{}.", "**{}**")
    wrong = (*Promises.wrong, "{} + 0", "-{}1", "{}, 0", "gcd({})")
    says = (  # the pieces between commas and colons
        "gcd({a}, {b}) = {g} | lcm({a}, {b}) = {product:[0-9]+ / [0-9]+ [*] [0-9]+} = {l} | divisors | "
        "The product of two numbers is that of their gcd and lcm."
    ).split(" | ")

    def oracle(self, prompt):
        kind, slots = read(prompt, ASKED)
        if kind == "other":
            a, g, multiple = slots["a"], slots["g"], slots["l"]
            (n,) = (n for n in sympy.divisors(multiple) if math.gcd(n, a) == g and math.lcm(n, a) == multiple)
            return n
        if kind in ("quotients", "steps"):
            quotients = continued_fraction(sympy.Rational(slots["a"], slots["b"]))
            return ", ".join(map(str, quotients)) if kind == "quotients" else len(quotients)
        numbers = list(map(int, re.findall("[0-9]+", slots["numbers"])))
        found = math.lcm(*numbers) if kind == "lcm" else math.gcd(*numbers)
        assert found not in numbers
        return int(sympy.divisor_count(found)) if kind == "common" else found

    @given(SEEDS)
    def test_lines_about_divisors_and_multiples_are_true(self, seed):
        for level in SPEC.levels:
            for name, a, b, sides in re.findall(
                r"(gcd|lcm)\((\d+), (\d+)\) = (.+)", SPEC.task(level, seed).trace
            ):
                found = getattr(math, name)(int(a), int(b))
                assert {calculated(side) for side in sides.split(" = ")} == {found}

    def test_the_order_of_the_numbers_matters_only_to_euclid(self):
        def key(p):
            return p["kind"], *(sorted(p["numbers"]) if "numbers" in p else (p["a"], p["b"]))

        self.same_problems(key, 1500, kinds="gcd lcm quotients", count=2, largest=100)


@pytest.mark.parametrize(
    ("right", "answers"),
    [
        (True, ("2, 3, 4", "2,3,4", "[2, 3, 4]", "(2, 3, 4)", "2, 3, 4.")),
        (False, ("2, 4, 3", "2, 3, 3, 1", "2, 3", "2, 3, 4, 4", "4/2, 3, 4", "234", "{2, 3, 4}")),
    ],
)
def test_lists_are_compared_in_order(right, answers):
    gold = {"text": "2, 3, 4", "kind": "list", "require": ["reduced"]}
    payload = {"problem": {"kind": "quotients", "a": 30, "b": 13}, "gold": gold}
    for answer in answers:
        assert SPEC.verify_answer(payload, answer).passed == SPEC.confirms(payload, answer) == right, answer
