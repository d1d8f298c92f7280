"""Factorization: what the prompt shows is multiplied out and given to sympy; forms accepted, near misses refused."""

from __future__ import annotations

import random
import re

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

import rlvr
from rlvr.conformance.promises import SEEDS, Promises, read
from rlvr.conformance.worked_lines import calculated
from rlvr.generators.base import GenerationError
from rlvr.verifiers.base import Reason
from rlvr.verifiers.number_theory.factorization import accepted_forms, is_prime

SPEC = rlvr.get("factorization")
FORM = "Give the whole factorization as a product in the form {example:2[0-9 ^*]+|3[0-9 ^*]+}."
SHOWN = "{shown:[0-9][0-9 ^*]*}"
ASKED = {
    "": (
        f"Factor {SHOWN} into primes. {FORM}",
        f"What is the prime factorization of {SHOWN}? {FORM}",
        f"Write {SHOWN} as a product of prime numbers. {FORM}",
        f"Find all primes that divide {SHOWN}, and how often each of them does. {FORM}",
    )
}


SHOWN = {
    kind: rf"(?:Factor|factorization of|Write|that divide) {number}(?: into|\?| as|,)"
    for kind, number in {
        "number": r"\d+",
        "product": r"\d+(?: \* \d+)+",
        "powers": r"\d+\^[2-4](?: \* \d+\^[2-4])+",
    }.items()
}


class TestFactorization(Promises):
    id = "factorization"
    shown = SHOWN
    alphabet = "0123456789*^ ."
    right = ("{}", " {}\n", "{}.", "**{}**", "${}$")
    says = (  # the pieces between commas and colons
        "none of {p} | {p} | {p} divides {n} | {p} does not divide {n} | no prime from {p} to {q} divides "
        "{n} | {p} is prime | no prime up to {q} divides it | power of {p}"
    ).split(" | ")

    def oracle(self, prompt):
        _, slots = read(prompt, ASKED)
        number = int(calculated(str(slots["shown"])))
        powers = sympy.factorint(number)
        assert sum(powers.values()) > 1
        assert calculated(slots["example"]) != number
        return " * ".join(f"{p}^{k}" if k > 1 else f"{p}" for p, k in sorted(powers.items()))

    @given(SEEDS)
    def test_what_worked_solutions_say_in_words_is_true(self, seed):
        for level in SPEC.levels:
            task = SPEC.task(level, seed)
            *lines, last, _ = task.trace.splitlines()
            bases = re.findall(r"(\d+)(?:\^\d+)?(?: \* |$)", task.payload["problem"]["shown"])
            joined = [
                len(re.findall(r"(?:= | \* )\d+", line)) for line in lines if re.match(r"\d+\^\d+ = ", line)
            ]
            joined += [line.count(" + ") for line in lines]
            assert task.difficulty == sum(trial_divisions(int(base)) for base in bases) + sum(joined)
            assert last == f"{task.payload['problem']['shown']} = {task.answer}"
            for line in lines:
                if found := re.fullmatch(r"(\d+) is prime: no prime up to (\d+) divides it", line):
                    prime, bound = map(int, found.groups())
                    assert sympy.isprime(prime)
                    assert bound**2 <= prime < sympy.nextprime(bound) ** 2
                elif found := re.fullmatch(r"(?:none of )?([\d, ]+?) (?:does not divide|divides) (\d+)", line):
                    tried = list(map(int, found[1].split(", ")))
                    assert tried == list(sympy.primerange(tried[0], tried[-1] + 1))
                    assert all(int(found[2]) % p for p in tried)
                elif found := re.fullmatch(r"no prime from (\d+) to (\d+) divides (\d+)", line):
                    low, high, rest = map(int, found.groups())
                    assert all(rest % p for p in sympy.primerange(low, high + 1))
                else:
                    assert re.fullmatch(r"power of \d+: \d+(?: \+ \d+)+ = \d+|[0-9 ^*]+ = [0-9 ^*]+", line), (
                        line
                    )

    @given(st.sampled_from(SPEC.levels), SEEDS)
    def test_forms_of_a_right_answer(self, level, seed):
        task = SPEC.task(level, seed)
        number, answer = task.payload["problem"]["number"], task.answer
        for form in (*accepted_forms(answer), f"{number} = {answer}", f"{number:,} = {answer}"):
            assert SPEC.verify_answer(task.payload, form).passed, form
        for form in (str(number), f"{number + 1} = {answer}", f"{number} = {number}", f"{answer} or 2", ""):
            assert not SPEC.verify_answer(task.payload, form).passed, form

    def test_the_order_of_the_factors_given_is_no_new_problem(self):
        params = {"kinds": "product powers", "base": 16, "count": 2}
        self.same_problems(lambda p: frozenset(p["shown"].split(" * ")), 3000, **params)

    def test_all_kinds_occur(self):
        shown = [SPEC.task(4, seed).payload["problem"]["shown"] for seed in range(60)]
        assert {("^" in text, text.isdigit()) for text in shown} == {(True, False), (False, True)}
        assert all("*" in SPEC.task(1, seed).payload["problem"]["shown"] for seed in range(60))


def trial_divisions(number):
    """The digits of each number that is divided by a prime, and of each quotient."""
    digits = 0
    for p in sympy.primerange(number):
        if p * p > number:
            break
        digits += len(str(number))
        while number % p == 0:
            number //= p
            digits += len(str(number))
    return digits


def passes(number, answer):
    """Whether an answer is right, to the verifier and to the solver, which agree."""
    payload = {"problem": {"number": number}}
    passed = SPEC.verify_answer(payload, answer).passed
    assert passed == SPEC.confirms(payload, answer), answer
    return passed


@pytest.mark.parametrize(
    "answers",
    [
        (
            "2^3 * 5 * 7",
            "2*2*2*5*7",
            "7*5*2^3",
            "2^3*5^1*7",
            "2**3 * 5 * 7",
            "2 ^ 3 * 5 * 7.",
            "2^2 * 2 * 7 * 5",
        ),
        (r"2^{3} \cdot 5 \cdot 7", r"$2^3\times 5\times7$", r"\(2^{3}\cdot5\cdot7\)", "2³·5·7", "2^3 × 5 × 7"),
        (
            "2^3 x 5 x 7",
            "(2^3) * (5) * 7",
            "280 = 2^3 * 5 * 7",
            "2^3 * 5 * 7 = 280",
            "02^3 * 5 * 007",
            "2^(3) * 5 * 7",
        ),
    ],
)
def test_accepted(answers):
    for answer in answers:
        assert SPEC.verify_answer({"problem": {"number": 280}}, answer).passed, answer


@pytest.mark.parametrize(
    ("reason", "answers"),
    [
        (Reason.UNPARSABLE, ("2, 2, 2, 5, 7", "2 2 2 5 7", "2^3 5 7", "2^3, 5, 7", "", "*", "2^3 * 5 * 7 *")),
        (Reason.UNPARSABLE, ("2^3 ** 5 * 7", "-2^3 * 5 * -7", "2^3^1 * 5 * 7", "560/2", "2^3 * 35/5 * 5")),
        (Reason.UNPARSABLE, ("281 = 2^3 * 5 * 7", "2^3 * 5 * 7 = 281", "((2^3)) * 35", "٢^3 * 5 * 7")),
        (Reason.UNPARSABLE, ("2^3 * 5 * 7 or 2", "x", "9**9**9", "2^-3*5*7", "{2, 5, 7}")),
        (Reason.WRONG, ("280", "8 * 5 * 7", "2^3 * 35", "1 * 2^3 * 5 * 7", "4 * 70", "2^2 * 5 * 7")),
        (Reason.WRONG, ("2^3 * 5 * 7^2", "2^9999 * 5", "2^3 * 5 * 7 * 11^0")),
    ],
)
def test_refused(reason, answers):
    payload = {"problem": {"number": 280}}
    for answer in answers:
        assert SPEC.verify_answer(payload, answer).reason is reason, answer
        assert not SPEC.confirms(payload, answer), answer


@given(st.integers(2, 200))
def test_every_product_of_primes_is_told_from_the_others(number):
    for text in [f"{a} * {number // a}" for a in range(1, number + 1) if number % a == 0] + [str(number)]:
        factors = [int(part) for part in text.split(" * ")]
        assert passes(number, text) == all(map(sympy.isprime, factors))


@given(st.text(max_size=40))
def test_no_text_raises_or_passes(text):
    assert not passes(123 * 457, text)


def test_primality_is_sympys():
    rng = random.Random(5)
    numbers = [*range(3000), 3215031751, 3825123056546413051, *(rng.randrange(10**12) | 1 for _ in range(300))]
    assert [is_prime(n) for n in numbers] == [sympy.isprime(n) for n in numbers]


def test_what_cannot_be_drawn_is_named():
    with pytest.raises(ValueError, match="least 98 must be at most trial 97"):
        SPEC.task(4, 0, params={"least": 98})
    with pytest.raises(GenerationError, match="raise 'largest' or 'trial', or lower 'least'"):
        SPEC.task(1, 0, params={"kinds": "number", "largest": 1000, "least": 97, "trial": 97})
