"""Factorization: answers against sympy, true worked solutions, forms accepted, near misses and lists refused."""

from __future__ import annotations

import json
import random
import re
from math import prod

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.generators.base import GenerationError
from rlvr.generators.number_theory.factorization import accepts, generate
from rlvr.verifiers.base import Reason
from rlvr.verifiers.number_theory.factorization import accepted_forms, is_prime, verify

SPEC = rlvr.get("factorization")
SEEDS = st.integers(0, 10**9)
LEVELS = st.sampled_from(SPEC.levels)


def value_of(text):
    """The value of a product of powers that this package printed."""
    assert re.fullmatch(r"[0-9 *^]+", text)
    return prod(int(b) ** int(k or 1) for b, _, k in (part.strip().partition("^") for part in text.split("*")))


@settings(max_examples=150)
@given(LEVELS, SEEDS)
def test_answers_are_sympys_and_the_worked_solution_is_true(level, seed):
    task = SPEC.task(level, seed)
    problem = task.payload["problem"]
    shown, number = problem["shown"], problem["number"]
    assert f" {shown}" in task.prompt
    assert value_of(shown) == number
    powers = {int(b): int(k or 1) for b, _, k in (part.partition("^") for part in task.answer.split(" * "))}
    assert powers == sympy.factorint(number)
    *lines, last, marked = task.trace.splitlines()
    assert last == f"{shown} = {task.answer}"
    assert marked == f"<answer>{task.answer}</answer>"
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
        elif found := re.fullmatch(r"power of (\d+): ([\d +]+) = (\d+)", line):
            assert sum(map(int, found[2].split("+"))) == int(found[3]) == powers[int(found[1])]
        else:
            left, right = line.split(" = ")
            assert value_of(left) == value_of(right)


@given(LEVELS, SEEDS)
def test_forms_of_a_right_answer(level, seed):
    task = SPEC.task(level, seed)
    for form in accepted_forms(task.answer):
        assert verify(task.payload, form).passed, form
    number = task.payload["problem"]["number"]
    assert verify(task.payload, f"{number} = {task.answer}").passed
    assert verify(task.payload, f"{number:,} = {task.answer}").passed
    assert not verify(task.payload, str(number)).passed
    assert not verify(task.payload, f"{number + 1} = {task.answer}").passed
    assert not verify(task.payload, f"{number} = {number}").passed


@pytest.mark.parametrize(
    "answer",
    [
        *(
            "2^3 * 5 * 7",
            "2*2*2*5*7",
            "7*5*2^3",
            "2^3*5^1*7",
            "2**3 * 5 * 7",
            "2 ^ 3 * 5 * 7.",
            "2^2 * 2 * 7 * 5",
        ),
        *(r"2^{3} \cdot 5 \cdot 7", r"$2^3\times 5\times7$", r"\(2^{3}\cdot5\cdot7\)", "2³·5·7", "2^3 × 5 × 7"),
        *(
            "2^3 x 5 x 7",
            "(2^3) * (5) * 7",
            "280 = 2^3 * 5 * 7",
            "2^3 * 5 * 7 = 280",
            "02^3 * 5 * 007",
            "2^(3) * 5 * 7",
        ),
    ],
)
def test_accepted(answer):
    assert verify({"problem": {"number": 280}}, answer).passed


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        *((text, Reason.UNPARSABLE) for text in ("2, 2, 2, 5, 7", "2 2 2 5 7", "2^3 5 7", "2^3, 5, 7")),
        *((text, Reason.UNPARSABLE) for text in ("", "*", "2^3 * 5 * 7 *", "2^3 ** 5 * 7", "-2^3 * 5 * -7")),
        *((text, Reason.UNPARSABLE) for text in ("2^3^1 * 5 * 7", "560/2", "2^3 * 35/5 * 5", "٢^3 * 5 * 7")),
        *((text, Reason.UNPARSABLE) for text in ("281 = 2^3 * 5 * 7", "2^3 * 5 * 7 = 281", "((2^3)) * 35")),
        *((text, Reason.UNPARSABLE) for text in ("2^3 * 5 * 7 or 2", "x", "9**9**9", "2^-3*5*7", "{2, 5, 7}")),
        *((text, Reason.WRONG) for text in ("280", "8 * 5 * 7", "2^3 * 35", "1 * 2^3 * 5 * 7", "4 * 70")),
        *((text, Reason.WRONG) for text in ("2^2 * 5 * 7", "2^3 * 5 * 7^2", "2^9999 * 5", "2^3 * 5 * 7 * 11^0")),
    ],
)  # fmt: skip
def test_refused(answer, reason):
    payload = {"problem": {"number": 280}}
    assert verify(payload, answer).reason is reason
    assert not accepts(payload, answer)


@settings(max_examples=200)
@given(LEVELS, SEEDS, st.text("0123456789*^ .", max_size=14))
def test_verifier_and_second_checker_agree(level, seed, text):
    payload = SPEC.task(level, seed).payload
    assert verify(payload, text).passed == accepts(payload, text)


@given(st.integers(2, 200))
def test_every_product_of_primes_is_told_from_the_others(number):
    payload = {"problem": {"number": number}}
    for text in [f"{a} * {number // a}" for a in range(1, number + 1) if number % a == 0] + [str(number)]:
        factors = [int(part) for part in text.split(" * ")]
        right = all(map(sympy.isprime, factors))
        assert verify(payload, text).passed == right == accepts(payload, text)


def test_primality_is_sympys():
    rng = random.Random(5)
    numbers = [*range(3000), 3215031751, 3825123056546413051, *(rng.randrange(10**12) | 1 for _ in range(300))]
    assert [is_prime(n) for n in numbers] == [sympy.isprime(n) for n in numbers]


@settings(max_examples=200)
@given(st.text(max_size=40))
def test_no_text_raises_or_passes(text):
    assert not verify({"problem": {"number": 123 * 457}}, text).passed
    assert not accepts({"problem": {"number": 123 * 457}}, text)


def test_the_order_of_the_factors_given_is_no_new_problem():
    orders = {}
    for seed in range(3000):
        draft = generate(
            random.Random(seed), kinds="product powers", largest=1000, least=1, trial=5, base=16, count=2
        )
        parts = frozenset(draft.payload["problem"]["shown"].split(" * "))
        orders.setdefault(parts, set()).add(json.dumps(draft.canonical))
    assert all(len(forms) == 1 for forms in orders.values())
    assert len({form for forms in orders.values() for form in forms}) == len(orders) > 100


def test_all_kinds_occur_and_the_number_is_composite():
    shown = [SPEC.task(4, seed).payload["problem"] for seed in range(60)]
    assert any("^" in problem["shown"] for problem in shown)
    assert any(problem["shown"].isdigit() for problem in shown)
    assert not any(sympy.isprime(problem["number"]) for problem in shown)


@pytest.mark.parametrize(
    "change",
    [
        *({"kinds": ""}, {"kinds": "numbers"}, {"largest": 999}, {"largest": 10**12}, {"trial": 3, "least": 1}),
        *({"least": 0}, {"least": 98}, {"trial": 10007}, {"base": 15}, {"count": 1}, {"count": 7}),
    ],
)
def test_bad_parameters_are_named(change):
    with pytest.raises(ValueError, match=r"kinds|largest|least|trial|base|count"):
        SPEC.task(4, 0, params=change)


def test_what_cannot_be_drawn_is_named():
    with pytest.raises(GenerationError, match="largest=1000 with least=97, trial=97"):
        SPEC.task(1, 0, params={"kinds": "number", "largest": 1000, "least": 97, "trial": 97})
