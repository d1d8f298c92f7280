"""Divisors and counts in ranges: the prompt's numbers are given to sympy, and ranges are counted through by NumPy."""

from __future__ import annotations

import math
import re

import numpy as np
import sympy
from hypothesis import given

import rlvr
from rlvr.conformance.promises import SEEDS, Promises, read
from rlvr.conformance.worked_lines import calculated
from rlvr.generators.number_theory.primes import factored, is_prime, primes_between, product_text

SPEC = rlvr.get("divisors")
ASKED = {
    "number": (
        "How many positive divisors does {n} have? Answer with an integer.",
        "Count the positive integers that divide {n}, 1 and {n} included.",
        "In how many ways can {n} tiles be laid out as a full rectangle, if rows and columns may be as many as one "
        "likes, and exchanging their numbers counts as another way (unless they are equal)? Answer with an integer.",
    ),
    "sum": (
        "What is the sum of all positive divisors of {n}, 1 and {n} included? Answer with an integer.",
        "Add up all positive integers that divide {n} ({n} itself is one of them). Give the sum.",
        "Compute sigma({n}), the sum of the positive divisors of {n}.",
    ),
    "phi": (
        "How many of the integers from 1 to {n} have no common divisor with {n} other than 1?",
        "Compute Euler's totient phi({n}).",
        "Count the fractions a/{n} with 1 <= a <= {n} that are in lowest terms. Answer with an integer.",
    ),
    "squares": (
        "How many perfect squares divide {n}? (1 is a perfect square.) Answer with an integer.",
        "Count the positive integers k for which k^2 is a divisor of {n}.",
        "How many positive divisors of {n} are squares of integers? Answer with an integer.",
    ),
    "odd": (
        "How many odd positive divisors does {n} have? Answer with an integer.",
        "Count the positive divisors of {n} that are not divisible by 2.",
        "How many of the positive integers that divide {n} are odd? Give the number.",
    ),
    "multiples": (
        "How many positive divisors of {n} are multiples of {d}? Answer with an integer.",
        "Count the positive integers that divide {n} and are divisible by {d}.",
        "A number is divisible by {d} and divides {n}. How many such positive numbers are there?",
    ),
    "prime": (
        "What is the largest prime factor of {n}?",
        "Which is the largest prime number that divides {n}?",
        "Find the greatest prime p such that {n} is a multiple of p.",
    ),
    "divisible": (
        "How many integers from {low} to {high} (both included) are divisible by {d}?",
        "Count the multiples of {d} from {low} to {high}, these two included. Answer with an integer.",
        "How many integers n with {low} <= n <= {high} leave no remainder when divided by {d}?",
    ),
    "either": (
        "How many integers from {low} to {high} (both included) are divisible by {c} or by {d} (or by both)?",
        "Count the integers n with {low} <= n <= {high} that are a multiple of at least one of {c} and {d}.",
        "Of the numbers {low} to {high}, all those are marked that {c} or {d} or both divide. How many are marked?",
    ),
    "exactly": (
        "How many integers from {low} to {high} (both included) are divisible by exactly one of {c} and {d}?",
        "Count the integers n with {low} <= n <= {high} that are a multiple of {c} or of {d}, but not of both.",
        "Lamps numbered {low} to {high} are off. The switch of every multiple of {c} is pressed, then that of every "
        "multiple of {d}; each press turns a lamp on or off. How many lamps are on in the end?",
    ),
    "neither": (
        "How many integers from {low} to {high} (both included) are divisible neither by {c} nor by {d}?",
        "Count the integers n with {low} <= n <= {high} that are no multiple of {c} and no multiple of {d}.",
        "From the integers {low}, ..., {high}, all multiples of {c} and all multiples of {d} are struck out. How many "
        "numbers remain?",
    ),
    "coprime": (
        "How many integers from {low} to {high} (both included) are coprime to {d}?",
        "Count the integers n with {low} <= n <= {high} and gcd(n, {d}) = 1.",
        "How many of the integers {low}, ..., {high} share no prime factor with {d}? Answer with an integer.",
    ),
    "primes": (
        "How many prime numbers are there from {low} to {high} (both included)?",
        "Count the primes p with {low} <= p <= {high}.",
        "How many of the integers {low}, ..., {high} are prime? Answer with an integer.",
    ),
}
OF_ONE = {
    "number": lambda n, d: sympy.divisor_count(n),
    "sum": lambda n, d: sympy.divisor_sigma(n),
    "phi": lambda n, d: sympy.totient(n),
    "squares": lambda n, d: sum(math.isqrt(m) ** 2 == m for m in sympy.divisors(n)),
    "odd": lambda n, d: sum(m % 2 for m in sympy.divisors(n)),
    "multiples": lambda n, d: sum(m % d == 0 for m in sympy.divisors(n)),
    "prime": lambda n, d: max(sympy.primefactors(n)),
}
IN_RANGE = {
    "divisible": lambda n, c, d: n % d == 0,
    "either": lambda n, c, d: (n % c == 0) | (n % d == 0),
    "exactly": lambda n, c, d: (n % c == 0) ^ (n % d == 0),
    "neither": lambda n, c, d: (n % c != 0) & (n % d != 0),
    "coprime": lambda n, c, d: np.gcd(n, d) == 1,
    "primes": lambda n, c, d: np.array([sympy.isprime(int(m)) for m in n]),
}


class TestDivisors(Promises):
    id = "divisors"
    right = (*Promises.right, "+{}", "0{}")
    wrong = (*Promises.wrong, "{} + 0", "{}/1.5", "-{}")
    says = (  # the pieces between commas and colons
        "none of {p} | {p} | {p} divides {n} | {p} does not divide {n} | no prime from {p} to {q} divides "
        "{n} | {p} is prime | no prime up to {q} divides it | its divisors | times {d} | are counted | "
        "integers | multiples of {d} | multiples of both are those of lcm({c}, {d}) = {m} | what 2 | {p} * "
        "{q} | prime | 3 and 5 do not divide: | number {i} | {i} primes"
    ).split(" | ")

    def oracle(self, prompt):
        kind, slots = read(prompt, ASKED)
        if kind in OF_ONE:
            return int(OF_ONE[kind](slots["n"], slots.get("d")))
        numbers = np.arange(slots["low"], slots["high"] + 1)
        return int(IN_RANGE[kind](numbers, slots.get("c"), slots.get("d")).sum())

    @given(SEEDS)
    def test_what_worked_solutions_say_in_words_is_true(self, seed):
        for level in SPEC.levels:
            trace = SPEC.task(level, seed).trace
            for p, bound in re.findall(r"(\d+) is prime: no prime up to (\d+) divides it", trace):
                assert sympy.isprime(int(p))
                assert int(bound) ** 2 <= int(p) < sympy.nextprime(int(bound)) ** 2
            for n, product in re.findall(r"^(\d+): (\d+ \* \d+|prime)", trace, re.MULTILINE):
                assert sympy.isprime(int(n)) if product == "prime" else calculated(product) == int(n)
            for tried, n in re.findall(
                r"^(?:none of )?([\d, ]+?) (?:does not divide|divides) (\d+)", trace, re.MULTILINE
            ):
                primes = list(map(int, tried.split(", ")))
                assert primes == list(sympy.primerange(primes[0], primes[-1] + 1))
                assert all(int(n) % p for p in primes)
            for c, d, multiple in re.findall(r"lcm\((\d+), (\d+)\) = (\d+)", trace):
                assert math.lcm(int(c), int(d)) == int(multiple)

    def test_the_two_numbers_may_be_exchanged(self):
        def key(p):
            return p["kind"], p["low"], p["high"], *sorted((p["c"], p["d"]))

        self.same_problems(key, 6000, kinds="either exactly", largest=500, trial=7, range_end=500)


def test_primes_and_factors():
    assert primes_between(2, 9999) == list(sympy.primerange(2, 10_000))
    assert primes_between(24, 28) == []
    assert [n for n in range(-2, 2000) if is_prime(n)] == list(sympy.primerange(2, 2000))
    for number in (2**40, 9973**2, 10007**2, 99991 * 99989, 10**10 + 19, 720720, *range(1, 300)):
        assert factored(number) == sympy.factorint(number)
    assert (product_text({2: 3, 5: 1}), product_text({})) == ("2^3 * 5", "1")
