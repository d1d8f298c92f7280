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
from itertools import combinations
from math import lcm, prod
from typing import Any

from ..base import Draft, GenerationError
from .divisors_questions import QUESTIONS
from .forms import Made, all_wordings, digits, drafted, kinds_of
from .primes import PRIMES, factored, product_text
from .trial import divided

WORDINGS = all_wordings(QUESTIONS)
TRIES = 2000
RICH_FROM = 100_000  # below, numbers with very many divisors are too few to be drawn more often than others


def generate(rng: random.Random, *, kinds: str, largest: int, trial: int, range_end: int) -> Draft:
    """Make one question.

    Args:
        rng: the task's random source.
        kinds: the kinds to draw from, words out of ``number sum phi squares odd multiples prime divisible either
            exactly neither coprime primes``.
        largest: the largest number whose divisors are asked about, 500 to 10^10.
        trial: the greatest prime that may have to be tried, 7 to 9973.
        range_end: the largest end of a range, 500 to 10^9 (10^7 for primes).

    Raises:
        ValueError: if a parameter is out of its range.
        GenerationError: if no fitting number was found.
    """
    named = kinds_of(kinds, list(QUESTIONS))
    if not (500 <= largest <= 10**10 and 7 <= trial <= PRIMES[-1] and 500 <= range_end <= 10**9):
        raise ValueError(
            f"need 500 <= largest <= 10^10, 7 <= trial <= 9973 and 500 <= range_end <= 10^9; "
            f"got {largest}, {trial}, {range_end}"
        )
    kind = rng.choice(named)
    for _ in range(TRIES):
        if kind in _OF_ONE:
            made = _of_one(rng, kind, largest, trial)
        elif kind == "primes":
            made = _primes(rng, min(range_end, 10**7))
        else:
            made = _in_range(rng, kind, range_end)
        if made is not None:
            return drafted(rng, QUESTIONS, kind, made)
    raise GenerationError(
        f"no question of kind {kind!r} with largest={largest}, trial={trial} in {TRIES} tries"
    )


def _of_one(rng: random.Random, kind: str, largest: int, trial: int) -> Made | None:
    """A question about the divisors of one number, answered from its factorisation."""
    rich = kind in {"squares", "multiples"} or (largest >= RICH_FROM and rng.random() < 0.3)
    n = _rich(rng, largest) if rich else rng.randint(max(100, largest // 20), largest)
    if kind == "odd":
        n -= n % 2
    found = divided(n, trial)
    if found is None or found[0].total() < (2 if kind in {"prime", "phi"} else 3):
        return None
    powers, lines, work, _ = found
    lines.append(f"{n} = {product_text(powers)}")
    fields: dict[str, object] = {"n": n}
    d = 1
    if kind == "multiples":
        d = prod(p ** rng.randint(0, k) for p, k in powers.items())
        if d in (1, n):
            return None
        fields["d"] = d
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
    return Made(fields, {"n": n, "d": d}, str(value), lines, work, _GUESSES[kind], [n, d])


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


def _in_range(rng: random.Random, kind: str, range_end: int) -> Made | None:
    low, high = _bounds(rng, range_end)
    top = 20 if range_end <= 2000 else 99
    c, d = rng.randint(3, top), rng.randint(3, top)
    facts: dict[str, Any] = {"low": low, "high": high, "d": d}
    canonical: list[int] = [low, high, d]
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
    return Made(dict(facts), facts, str(value), lines, work, guess, canonical)


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


def _primes(rng: random.Random, range_end: int) -> Made | None:
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
    fields = {"low": low, "high": high}
    return Made(dict(fields), dict(fields), str(value), lines, work, 0.25, [low, high])
