"""Divisors of an integer, and how many integers in a range have a property.

Kinds about one number n, from its prime factorisation: ``number`` and ``sum`` of its positive divisors, ``phi``
(Euler's function), ``squares`` (perfect squares that divide it), ``odd`` (odd divisors), ``multiples`` (divisors that
are themselves multiples of d), ``prime`` (the largest prime factor). Kinds about the integers from A to B:
``divisible`` (by one number), ``either``, ``exactly`` and ``neither`` (of two numbers), ``coprime`` (to one number),
``primes``. The answer is one integer.

Symmetries: the order of the two numbers in either, exactly and neither.

Difficulty: `kinds` drawn from; n up to `largest`, with no prime beyond `trial` to be tried in factoring it; ranges
up to `range_end`. Proxy: digit operations of trial division and of the formulas.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import partial
from itertools import combinations
from math import lcm, prod

from ..family import REDUCED_INTEGER, Family, Question
from ..limits import Whole
from .effort import digits
from .primes import PRIMES, factored, product_text
from .trial import divided

WORDINGS = {
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
_RICH_FROM = 100_000  # below, numbers with very many divisors are too few to be drawn more often than others


def _of_one(kind: str, rng: random.Random, *, largest: int, trial: int, **_unused: int) -> Question | None:
    """A question about the divisors of one number, answered from its factorisation."""
    rich = kind in {"squares", "multiples"} or (largest >= _RICH_FROM and rng.random() < 0.3)
    n = _rich(rng, largest) if rich else rng.randint(max(100, largest // 20), largest)
    if kind == "odd":
        n -= n % 2
    found = divided(n, trial)
    if found is None or found[0].total() < (2 if kind in {"prime", "phi"} else 3):
        return None
    powers, lines, work, _ = found
    lines.append(f"{n} = {product_text(powers)}")
    d = 1
    if kind == "multiples":
        d = prod(p ** rng.randint(0, k) for p, k in powers.items())
        if d in (1, n):
            return None
        share = {p: _power_in(d, p) for p in powers}
        lines.append(f"{d} = {product_text({p: k for p, k in share.items() if k})}")
        powers = powers - type(powers)(share)
        lines.append(f"{n} / {d} = {n // d} = {product_text(powers)}; its divisors, times {d}, are counted")
    value, line = _OF_ONE[kind](dict(sorted(powers.items())))
    if kind in {"squares", "odd"} and (value < 2 or (kind == "odd" and n % 2)):
        return None
    if line:
        lines.append(f"{line} = {value}")
    work += sum(map(digits, powers)) + digits(value)
    facts = {"n": n, "d": d}
    return Question(facts, facts, str(value), lines, REDUCED_INTEGER, [n, d], _GUESSES[kind], work)


def _rich(rng: random.Random, largest: int) -> int:
    """A number with many divisors: any number times small primes."""
    n = rng.randint(1, max(60, largest // 1000)) * rng.choice((2, 4, 6))
    for _ in range(40):
        p = rng.choice((2, 2, 2, 3, 3, 3, 5, 5, 7, 11, 13))
        if n * p <= largest:
            n *= p
    return n


def _power_in(number: int, p: int) -> int:
    power = 0
    while number % p == 0:
        number //= p
        power += 1
    return power


Powers = Mapping[int, int]


def _joined(parts: list[str]) -> str:
    return " * ".join(parts) or "1"


def _number(powers: Powers) -> tuple[int, str]:
    return prod(k + 1 for k in powers.values()), _joined([f"({k} + 1)" for k in powers.values()])


def _sum(powers: Powers) -> tuple[int, str]:
    sums = [sum(p**i for i in range(k + 1)) for p, k in powers.items()]
    terms = [" + ".join(str(p**i) for i in range(k + 1)) for p, k in powers.items()]
    return prod(sums), _joined([f"({term})" for term in terms]) + f" = {_joined([str(part) for part in sums])}"


def _phi(powers: Powers) -> tuple[int, str]:
    value = prod(p ** (k - 1) * (p - 1) for p, k in powers.items())
    return value, _joined([f"{p}^{k - 1} * ({p} - 1)" if k > 1 else f"({p} - 1)" for p, k in powers.items()])


def _squares(powers: Powers) -> tuple[int, str]:
    parts = [f"({k} // 2 + 1)" for k in powers.values()]
    return prod(k // 2 + 1 for k in powers.values()), _joined(parts)


def _odd(powers: Powers) -> tuple[int, str]:
    return _number({p: k for p, k in powers.items() if p > 2})


def _largest(powers: Powers) -> tuple[int, str]:
    return max(powers), ""


_OF_ONE: dict[str, Callable[[Powers], tuple[int, str]]] = {
    "number": _number,
    "sum": _sum,
    "phi": _phi,
    "squares": _squares,
    "odd": _odd,
    "multiples": _number,
    "prime": _largest,
}
_GUESSES = {
    "number": 0.2,
    "sum": 0.005,
    "phi": 0.01,
    "squares": 0.3,
    "odd": 0.35,
    "multiples": 0.3,
    "prime": 0.05,
}


def _bounds(rng: random.Random, range_end: int) -> tuple[int, int]:
    low = 1 if rng.random() < 0.25 else rng.randint(2, range_end // 2)
    return low, low + rng.randint(range_end // 5, range_end // 2)


def _multiples(low: int, high: int, d: int) -> tuple[int, str, int]:
    """How many multiples of d are in the range: it, the line that finds it, the digit operations."""
    count = high // d - (low - 1) // d
    text = f"multiples of {d}: {high} // {d}"
    text += f" - {low - 1} // {d} = {high // d} - {(low - 1) // d} = {count}" if low > 1 else f" = {count}"
    return count, text, 2 * digits(high) * digits(d)


def _in_range(kind: str, rng: random.Random, *, range_end: int, **_unused: int) -> Question | None:
    low, high = _bounds(rng, range_end)
    top = 20 if range_end <= 2000 else 99
    c, d = rng.randint(3, top), rng.randint(3, top)
    facts = {"low": low, "high": high, "d": d}
    canonical = [low, high, d]
    if kind == "divisible":
        value, line, work = _multiples(low, high, d)
        lines = [line]
    elif kind == "coprime":
        primes = sorted(factored(d))
        d = d if len(primes) > 1 else d * rng.choice([p for p in (2, 3, 5, 7) if p not in primes])
        facts["d"], canonical = d, [low, high, d]
        primes = sorted(factored(d))
        value = high - low + 1
        lines = [f"{d} = {product_text(factored(d))}", f"integers: {high} - {low} + 1 = {value}"]
        text, work = str(value), digits(value)
        for size in range(1, len(primes) + 1):
            for some in combinations(primes, size):
                count, line, spent = _multiples(low, high, prod(some))
                sign = -1 if size % 2 else 1
                value += sign * count
                text += f" {'-' if sign < 0 else '+'} {count}"
                lines.append(line)
                work += spent
        lines.append(f"{text} = {value}")
    else:
        if c == d or c % d == 0 or d % c == 0:
            return None
        facts["c"], canonical = c, [low, high, *sorted((c, d))]
        value, lines, work = _of_two(kind, low, high, c, d)
    guess = min(0.5, 4 / max(value, 8))
    return Question(facts, facts, str(value), lines, REDUCED_INTEGER, canonical, guess, work)


def _of_two(kind: str, low: int, high: int, c: int, d: int) -> tuple[int, list[str], int]:
    first, line_1, work_1 = _multiples(low, high, c)
    second, line_2, work_2 = _multiples(low, high, d)
    both, line_3, work_3 = _multiples(low, high, lcm(c, d))
    lines = [line_1, line_2, f"multiples of both are those of lcm({c}, {d}) = {lcm(c, d)}", line_3]
    if kind == "exactly":
        value = first + second - 2 * both
        lines.append(f"{first} + {second} - 2 * {both} = {value}")
    else:
        value = first + second - both
        lines.append(f"{first} + {second} - {both} = {value}")
        if kind == "neither":
            lines.append(f"({high} - {low} + 1) - {value} = {high - low + 1 - value}")
            value = high - low + 1 - value
    return value, lines, work_1 + work_2 + work_3 + 3 * digits(first)


def _primes(rng: random.Random, *, range_end: int, **_unused: int) -> Question | None:
    range_end = min(range_end, 10**7)
    low = rng.randint(range_end // 10, range_end)
    high = low + rng.randint(40, 100)
    lines, value, work = [], 0, 0
    for n in range(low | 1, high + 1, 2):
        if n % 3 == 0 or n % 5 == 0:
            continue
        least = next((p for p in PRIMES if n % p == 0 or p * p > n), n)
        value += (is_prime := n % least != 0 or n == least)
        lines.append(f"{n}: " + (f"prime, number {value}" if is_prime else f"{least} * {n // least}"))
        work += digits(n) * min(least, 40)
    if value < 2 or low < 6:
        return None
    lines = ["what 2, 3 and 5 do not divide:", *lines, f"{value} primes"]
    facts = {"low": low, "high": high}
    return Question(facts, facts, str(value), lines, REDUCED_INTEGER, [low, high], 0.25, work)


generate = Family(
    {kind: partial(_of_one, kind) for kind in _OF_ONE}
    | {kind: partial(_in_range, kind) for kind in ("divisible", "either", "exactly", "neither", "coprime")}
    | {"primes": _primes},
    WORDINGS,
    {
        "largest": Whole(500, 10**10, "the largest number whose divisors are asked about"),
        "trial": Whole(7, PRIMES[-1], "the greatest prime that may have to be tried"),
        "range_end": Whole(500, 10**9, "the largest end of a range; 10^7 at most for primes"),
    },
    units=True,
    advice="change 'largest' or 'trial'",
)
