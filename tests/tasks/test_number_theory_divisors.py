"""Divisors and decimal digits: answers against sympy, strings and counting, true worked solutions, wrong answers."""

from __future__ import annotations

import json
import math
import random
import re
from fractions import Fraction

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.generators.number_theory import digits, digits_check, divisors
from rlvr.generators.number_theory.primes import factored, is_prime, primes_between, product_text

DIVISORS = rlvr.get("divisors")
DIGITS = rlvr.get("digits")
SEEDS = st.integers(0, 10**9)
LEVELS = st.sampled_from(DIVISORS.levels)
SMALL_DIVISORS = {"kinds": " ".join(divisors.QUESTIONS), "largest": 2000, "trial": 43, "range_end": 600}
SMALL_DIGITS = {"kinds": " ".join(digits.QUESTIONS), "size": 6, "largest": 1000}


def value_of(text):
    """The exact value of an arithmetic expression in the signs that worked solutions use."""
    assert re.fullmatch(r"[0-9 ()*/+^-]+", text)
    whole = re.sub(r"([0-9]+)", r"Fraction(\1)", text.replace("^", "**"))
    return eval(whole, {"Fraction": Fraction})


def of_one(problem):
    """Questions about one number, by sympy."""
    kind, n = problem["kind"], problem["n"]
    known = {
        "number": sympy.divisor_count, "sum": sympy.divisor_sigma, "phi": sympy.totient, "odd": odd_divisors,
        "squares": square_divisors, "prime": lambda n: max(sympy.primefactors(n)),
        "multiples": lambda n: sympy.divisor_count(n // problem["d"]),
    }  # fmt: skip
    return int(known[kind](n))


def odd_divisors(n):
    return sum(d % 2 for d in sympy.divisors(n))


def square_divisors(n):
    return sum(math.isqrt(d) ** 2 == d for d in sympy.divisors(n))


def in_range(problem):
    """Questions about a range, number by number."""
    c, d = problem.get("c", 1), problem.get("d", 1)
    fits = {
        "divisible": lambda n: n % d == 0,
        "either": lambda n: n % c == 0 or n % d == 0,
        "exactly": lambda n: (n % c == 0) != (n % d == 0),
        "neither": lambda n: n % c and n % d,
        "coprime": lambda n: math.gcd(n, d) == 1,
        "primes": sympy.isprime,
    }[problem["kind"]]
    return sum(1 for n in range(problem["low"], problem["high"] + 1) if fits(n))


def by_strings(problem):
    """Questions about digits, by writing everything out."""
    kind = problem["kind"]
    if kind == "sum":
        return sum(map(int, str(problem["n"])))
    if kind == "reversal":
        back = int(str(problem["n"])[::-1])
        return problem["n"] + back if problem["operation"] == "sum" else abs(problem["n"] - back)
    if kind in ("root", "power", "last"):
        text = str(problem["a"] ** problem["b"])
        if kind == "last":
            return int(text[-problem["k"] :])
        while kind == "root" and len(text) > 1:
            text = str(sum(map(int, text)))
        return sum(map(int, text))
    if kind in ("zeros", "quotient"):
        n, base = problem["n"], problem.get("base", 10)
        number = math.factorial(n) if kind == "zeros" else math.comb(n, problem["m"])
        count = 0
        while number % base == 0:
            number //= base
            count += 1
        return count
    if kind == "place":
        return int("".join(map(str, range(1, problem["n"] + 1)))[problem["n"] - 1])
    text = "".join(map(str, range(problem["low"], problem["high"] + 1)))
    return {"length": len(text), "count": text.count(str(problem.get("d"))), "total": sum(map(int, text))}[kind]


@settings(max_examples=150)
@given(LEVELS, SEEDS)
def test_divisors_are_those_of_sympy(level, seed):
    task = DIVISORS.task(level, seed)
    problem = task.payload["problem"]
    if "n" in problem:
        assert task.answer == str(of_one(problem))
        assert str(problem["n"]) in task.prompt
        assert sympy.factorint(problem["n"]) == factored(problem["n"])
    elif problem["high"] <= 20_000 or problem["kind"] == "primes":
        assert task.answer == str(in_range(problem))
        assert str(problem["low"]) in task.prompt
        assert str(problem["high"]) in task.prompt


@settings(max_examples=150)
@given(SEEDS)
def test_small_questions_of_every_kind(seed):
    task = DIVISORS.task(1, seed, params=SMALL_DIVISORS)
    problem = task.payload["problem"]
    assert task.answer == str(of_one(problem) if "n" in problem else in_range(problem))
    task = DIGITS.task(1, seed, params=SMALL_DIGITS)
    assert task.answer == str(by_strings(task.payload["problem"]))


@settings(max_examples=150)
@given(LEVELS, SEEDS)
def test_digits_are_those_of_the_numbers_written_out(level, seed):
    task = DIGITS.task(level, seed)
    problem = task.payload["problem"]
    for key, value in problem.items():
        assert not isinstance(value, int) or str(value) in task.prompt, key
    small = problem.get("b", 0) <= 1400 and max(problem.get("high", 0), problem.get("m", 0)) <= 5000
    if small and problem.get("n", 0) < 20_000:
        assert task.answer == str(by_strings(problem))
    assert digits_check.accepts(task.payload, task.answer)


@settings(max_examples=200)
@given(LEVELS, SEEDS)
def test_every_line_about_divisors_is_true(level, seed):
    *lines, _ = DIVISORS.task(level, seed).trace.splitlines()
    checked = 0
    for line in lines:
        if found := re.fullmatch(r"(\d+) is prime: no prime up to (\d+) divides it", line):
            assert sympy.isprime(int(found[1]))
            assert int(found[2]) ** 2 <= int(found[1]) < sympy.nextprime(int(found[2])) ** 2
        elif found := re.fullmatch(r"(\d+): prime, number \d+", line):
            assert sympy.isprime(int(found[1]))
        elif found := re.fullmatch(r"(\d+): (\d+) \* (\d+)", line):
            assert int(found[1]) == int(found[2]) * int(found[3])
        elif "=" in line:
            text = re.sub(r"^[a-z ]+ (\d+)?: |^multiples of both.* = |; its divisors.*$", "", line)
            sides = [side.removeprefix("integers: ") for side in text.split(" = ")]
            assert len(set(map(value_of, sides))) == 1, line
        else:
            continue
        checked += 1
    assert checked


@settings(max_examples=200)
@given(LEVELS, SEEDS)
def test_every_line_about_digits_is_true(level, seed):
    task = DIGITS.task(level, seed)
    modulus = 10 ** task.payload["problem"].get("k", 4000)
    *lines, _ = task.trace.splitlines()
    for line in lines:
        text = re.sub(r"^[^=]*: (?=.*=)", "", line)
        for chain in text.split(", "):
            chain = re.sub(r", digit .*|: place .*|: \d$", "", chain)
            sides = chain.split(" = ")
            if len(sides) > 1 and all(re.fullmatch(r"[0-9 ()*/+^-]+", side) for side in sides):
                values = set()
                for side in sides:
                    power = re.fullmatch(r"(\d+)\^(\d+)", side)
                    values.add(
                        pow(int(power[1]), int(power[2]), modulus) if power else value_of(side) % modulus
                    )
                assert len(values) == 1, line
    assert lines


@pytest.mark.parametrize("spec", [DIVISORS, DIGITS], ids=lambda spec: spec.id)
@settings(max_examples=150)
@given(level=LEVELS, seed=SEEDS, shift=st.integers(-2, 2))
def test_neighbours_are_wrong_and_forms_are_right(spec, level, seed, shift):
    task = spec.task(level, seed)
    text = str(int(task.answer) + shift)
    assert spec.verify_answer(task.payload, text).passed == spec.confirms(task.payload, text) == (shift == 0)
    for form in (f"{int(task.answer):,}", f"0{task.answer}", f"+{task.answer}", f" {task.answer}.\n"):
        assert spec.verify_answer(task.payload, form).passed, form
        assert spec.confirms(task.payload, form), form
    for form in (
        f"{task.answer} or {text}",
        f"{task.answer} + 0",
        f"-{task.answer}1",
        f"{task.answer}/1.5",
        "",
    ):
        assert not spec.verify_answer(task.payload, form).passed, form
        assert not spec.confirms(task.payload, form), form


@pytest.mark.parametrize("spec", [DIVISORS, DIGITS], ids=lambda spec: spec.id)
@settings(max_examples=100)
@given(level=LEVELS, seed=SEEDS, text=st.text(max_size=30))
def test_no_text_raises(spec, level, seed, text):
    payload = spec.task(level, seed).payload
    assert spec.confirms(payload, text) <= spec.verify_answer(payload, text).passed


@pytest.mark.parametrize(
    ("spec", "kind"),
    [*((DIVISORS, kind) for kind in divisors.QUESTIONS), *((DIGITS, kind) for kind in digits.QUESTIONS)],
)
def test_every_kind_has_many_answers(spec, kind):
    base = SMALL_DIVISORS if spec is DIVISORS else SMALL_DIGITS
    answers = {spec.task(1, seed, params=base | {"kinds": kind}).answer for seed in range(60)}
    assert len(answers) >= 4


@settings(max_examples=50)
@given(st.integers(1, 10**9), st.integers(0, 9))
def test_digits_written_are_counted_alike_in_both_ways(high, digit):
    payload = {"problem": {"kind": "count", "low": 1, "high": high, "d": digit}}
    assert digits_check.accepts(payload, str(digits._times(digit, high, [])))


def test_primes_and_factors():
    assert primes_between(2, 9999) == list(sympy.primerange(2, 10_000))
    assert primes_between(24, 28) == []
    assert [n for n in range(-2, 2000) if is_prime(n)] == list(sympy.primerange(2, 2000))
    for number in (2**40, 9973**2, 10007**2, 99991 * 99989, 10**10 + 19, 720720):
        assert factored(number) == sympy.factorint(number)
    assert (product_text({2: 3, 5: 1}), product_text({})) == ("2^3 * 5", "1")


def test_the_two_numbers_may_be_exchanged():
    forms = {}
    for seed in range(3000):
        draft = divisors.generate(
            random.Random(seed), **SMALL_DIVISORS | {"kinds": "either exactly", "range_end": 500}
        )
        problem = draft.payload["problem"]
        key = (problem["kind"], problem["low"], problem["high"], *sorted((problem["c"], problem["d"])))
        forms.setdefault(key, set()).add(json.dumps(draft.canonical))
    assert all(len(some) == 1 for some in forms.values())
    assert len(set.union(*forms.values())) == len(forms) > 2500


@pytest.mark.parametrize(
    ("spec", "change"),
    [
        *(
            (DIVISORS, change)
            for change in ({"kinds": "tau"}, {"largest": 499}, {"trial": 5}, {"range_end": 10**10})
        ),
        *((DIGITS, change) for change in ({"kinds": ""}, {"size": 2}, {"size": 61}, {"largest": 99})),
    ],
)
def test_bad_parameters_are_named(spec, change):
    with pytest.raises(ValueError, match=r"kinds|largest|trial|range_end|size"):
        spec.task(3, 0, params=change)
