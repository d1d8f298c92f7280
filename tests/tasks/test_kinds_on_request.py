"""Kinds that no level draws and the option ``kinds`` asks for: right answers, found again from the prompt's text."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from itertools import product

import pytest

import rlvr
from rlvr.generators.wording import stated_in, wording

SEEDS = range(40)


def negative(prompt: str) -> str:
    """All numerals of so many digits are tried: their values are worked out from the places, from the right."""
    value = int(
        next(filter(None, re.search(r"number (-?\d+) \(base 10\)|Convert (-?\d+) from", prompt).groups()))
    )
    base = -int(re.search(r"in base -(\d+), digits only", prompt)[1])
    for length in range(1, 6):
        for digits in product(range(-base), repeat=length):
            if digits[0] and sum(d * base**i for i, d in enumerate(reversed(digits))) == value:
                return "".join("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[d] for d in digits)
    raise AssertionError(prompt)


def prime_pairs(prompt: str) -> str:
    (n,) = {int(next(filter(None, found))) for found in re.findall(r"from 1 to (\d+)|<= (\d+)", prompt)}
    primes = {p for p in range(2, n + 1) if all(p % d for d in range(2, p))}
    return str(sum(math.gcd(x, y) in primes for x in range(1, n + 1) for y in range(1, n + 1)))


def coins(prompt: str) -> str:
    chance = (
        Fraction(found[1])
        if (found := re.search(r"heads with probability ([\d/]+)", prompt))
        else Fraction(1, 2)
    )
    flips = int(re.search(r"(?:flipped |coin |probability [\d/]+ |In )(\d+) (?:times|independent)", prompt)[1])
    how, count = re.search(r"(exactly|at least|at most) (\d+) heads?", prompt).groups()
    fits = {"exactly": int.__eq__, "at least": int.__ge__, "at most": int.__le__}[how]
    ways = [Fraction(1)]  # the chance of so many heads, flip by flip
    for _ in range(flips):
        ways = [
            (ways[i - 1] * chance if i else 0) + (ways[i] * (1 - chance) if i < len(ways) else 0)
            for i in range(len(ways) + 1)
        ]
    return str(sum((way for heads, way in enumerate(ways) if fits(heads, int(count))), Fraction(0)))


def polygon(prompt: str) -> str:
    sides = int(re.search(r"has (\d+) sides", prompt)[1])
    known = [Fraction(text) for text in re.search(r"measure ([\d/, ]+) degrees", prompt)[1].split(", ")]
    assert len(known) == sides - 1
    last = Fraction((sides - 2) * 180) - sum(known)
    assert all(0 < angle < 180 for angle in (*known, last))
    return str(last)


ORACLES = {
    "number-bases": (negative, {"digits": 3, "low": 2, "high": 7}),
    "gcd-lcm": (prime_pairs, {"largest": 900}),
    "dice": (coins, {}),
    "triangles": (polygon, {}),
}


@pytest.mark.parametrize("env", ORACLES)
def test_the_oracle_finds_the_reference_in_every_wording(env: str) -> None:
    oracle, params = ORACLES[env]
    spec, kind = rlvr.get(env), oracle.__name__
    assert kind in spec.kinds
    for level in (1, spec.levels[-1]):
        number = most = 0
        while number <= most:
            with wording(number, stated_in(spec.generator_module)) as asked:
                for seed in SEEDS:
                    task = spec.task(level, seed, params={**params, "kinds": kind})
                    assert oracle(task.prompt) == task.answer, task.prompt
            number, most = number + 1, asked.most - 1


@pytest.mark.parametrize("env", ORACLES)
def test_verifier_and_solver_take_the_reference_and_nothing_near_it(env: str) -> None:
    spec, kind = rlvr.get(env), ORACLES[env][0].__name__
    for level in spec.levels:
        for task in rlvr.generate(env, 10, level=level, kinds=kind):
            near = [f"{task.answer}1", f"1{task.answer}", "0", "", f"{task.answer} or 2", f"-{task.answer}"]
            near = [text for text in near if text not in (task.answer, "-0")]
            for text in (task.answer, *near):
                right = text == task.answer
                assert spec.verify_answer(task.payload, text).passed == right, (task.prompt, text)
                assert spec.confirms is not None
                assert spec.confirms(task.payload, text) == right, (task.prompt, text)
