"""Representations of numbers a second time: other series, digit by digit the other way, or all that there is."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import count as numbers_from
from math import gcd
from typing import Any

from ..base import Json
from ..kernels.count import recounting
from ..kernels.optimum import Evaluate, Worth, confirming_optimum

# ---- rounded values


def _power(base: str, exponent: int, digits: int) -> Fraction:
    """In whole numbers: the quotient with a few digits too many, rounded at its first digits."""
    value = Fraction(base) ** exponent
    top, bottom = abs(value.numerator), value.denominator
    shift = 0
    while top >= bottom * 10**digits:
        bottom, shift = bottom * 10, shift + 1
    while top < bottom * 10 ** (digits - 1):
        top, shift = top * 10, shift - 1
    rounded = (2 * top + bottom) // (2 * bottom)
    return Fraction(rounded * (-1 if value < 0 else 1)) * Fraction(10) ** shift


def _root(n: int, k: int, places: int) -> Fraction:
    """Newton's iteration in whole numbers, at twice the scale."""
    goal = n * (2 * 10**places) ** k
    x = 1 << (goal.bit_length() // k + 1)
    while True:
        after = ((k - 1) * x + goal // x ** (k - 1)) // k
        if after >= x:
            return Fraction((x + 1) // 2, 10**places)
        x = after


# ---- counts and extremes


def _distinct_factors(n: int) -> int:
    """Take the divisors one by one: the ways to each product."""
    ways = {1: 1}
    small = [d for d in range(1, int(n**0.5) + 1) if n % d == 0]
    for d in sorted({*small, *(n // d for d in small)} - {1, n}):
        for product, count in sorted(ways.items(), reverse=True):
            if n % (product * d) == 0:
                ways[product * d] = ways.get(product * d, 0) + count
    return ways.get(n, 0)


def _largest_product(total: int, least: int) -> int:
    best = [1, *(0 for _ in range(total))]
    for length in range(1, total + 1):
        best[length] = max((best[length - part] * part for part in range(least, length + 1)), default=0)
    return best[total]


def _divisor_count(count: int, of: int) -> int:
    """Prime by prime, the least number for each count of divisors that is still to come."""
    primes = [p for p in range(2, max(of, 50) + 1) if all(p % q for q in range(2, int(p**0.5) + 1))]
    least: dict[int, int] = {1: 1}
    for p in primes:
        need, rest = 0, of
        while rest % p == 0:
            need, rest = need + 1, rest // p
        after: dict[int, int] = {}
        for have, number in least.items():
            for exponent in range(need, count):
                new = have * (exponent + 1)
                if new > count:
                    break
                if count % new == 0:
                    after[new] = min(after.get(new, number * p**exponent), number * p**exponent)
        least = after
    return least.get(count, 0)


def _two_digits(a: int, digit: int) -> int:
    """All numbers of the two digits, in rising order, as binary numbers name them."""
    for code in numbers_from(1):
        number = digit * int(f"{code:b}")
        if number % a == 0:
            return number // a
    raise AssertionError


def _power_sum(k: int, n: int) -> int:
    """Each new power doubles the list: itself, and itself with each sum before it."""

    @cache
    def term(n: int) -> int:
        place = n.bit_length() - 1
        power: int = k**place
        return power + (term(n - (1 << place)) if n > 1 << place else 0)

    return term(n)


def _pieces(numbers: list[int], count: int) -> int:
    return next(length for length in range(max(numbers), 0, -1) if sum(x // length for x in numbers) >= count)


RECOUNTS: Mapping[str, Callable[..., int]] = {
    "largest-product": _largest_product,
    "divisor-count": _divisor_count,
    "joined": lambda n, m: int("".join(map(str, range(1, n + 1)))) % m,
    "two-digits": _two_digits,
    "power-sums": _power_sum,
    "pieces": _pieces,
}
ROUNDED: Mapping[str, Callable[..., Fraction]] = {"power": _power, "root": _root}


# ---- what is written out


def _signed(given: list[int], n: int) -> Worth | None:
    def is_fibonacci(x: int) -> bool:
        """5 x^2 + 4 or 5 x^2 - 4 is a square."""
        return x > 0 and any(round(y**0.5) ** 2 == y for y in (5 * x * x + 4, 5 * x * x - 4))

    return len(given) if given and sum(given) == n and all(is_fibonacci(abs(x)) for x in given) else None


def _fewest(n: int) -> int:
    """From the largest Fibonacci number down: none of it, or one or two of it added or taken away."""
    row = [1, 2]
    while row[-1] < 2 * n:
        row.append(row[-2] + row[-1])

    @cache
    def fewest(left: int, at: int) -> int:
        if not left:
            return 0
        if at < 0 or abs(left) > 2 * sum(row[: at + 1]):
            return 10**6
        return min(abs(times) + fewest(left - times * row[at], at - 1) for times in (0, 1, -1, 2, -2))

    return fewest(n, len(row) - 1)


def _negative_base(n: int, base: int) -> list[int]:
    """From the highest place down: each digit leaves what the lower places can still make."""
    low, high, places = 0, 0, 0
    while not low <= n <= high:
        reach = (base - 1) * (-base) ** places
        low, high, places = min(low, low + reach), max(high, high + reach), places + 1
    digits = []
    for place in range(places - 1, -1, -1):
        lower = [(base - 1) * (-base) ** k for k in range(place)]
        least, most = sum(x for x in lower if x < 0), sum(x for x in lower if x > 0)
        digit = next(d for d in range(base) if least <= n - d * (-base) ** place <= most)
        digits.append(digit)
        n -= digit * (-base) ** place
    return digits


def _nearest(numbers: list[int]) -> list[int]:
    """The distance of two numbers is the count of prime factors of both after their gcd is taken out."""

    def factors(x: int) -> int:
        found, p = 0, 2
        while x > 1:
            while x % p == 0:
                x, found = x // p, found + 1
            p += 1
        return found

    def steps(i: int, j: int) -> tuple[int, int]:
        shared = gcd(numbers[i], numbers[j])
        return factors(numbers[i] // shared) + factors(numbers[j] // shared), j

    places = range(len(numbers))
    return [min(steps(i, j) for j in places if j != i)[1] + 1 for i in places]


OPTIMA: Mapping[str, tuple[Evaluate, Callable[..., Worth]]] = {
    "products": (lambda given, **_: given, lambda numbers: list(map(_distinct_factors, numbers))),
    "fibonacci": (_signed, _fewest),
    "negative-base": (lambda given, **_: given, _negative_base),
    "nearest": (lambda given, **_: given, _nearest),
}
_solve, _is_value = recounting(RECOUNTS)
_is_best = confirming_optimum(OPTIMA)


def _nested(answer: str) -> int | None:
    """The innermost parentheses are replaced by their values until none are left; None if a rule is broken."""
    text = re.sub(r"\s", "", answer).removesuffix(".").replace("2(0)", "a")
    for _ in range(2000):
        found = re.search(r"2\(([^()]*)\)", text)
        if found is None:
            return _plain_sum(text)
        exponent = _plain_sum(found[1])
        if exponent is None or not 1 < exponent < 5000:
            return None
        text = f"{text[: found.start()]}[{exponent}]{text[found.end() :]}"
    return None


def _plain_sum(text: str) -> int | None:
    terms = text.split("+")
    if not all(re.fullmatch(r"a|2|\[\d+\]", term) for term in terms) or len(set(terms)) < len(terms):
        return None
    return sum(1 if term == "a" else 2 if term == "2" else 1 << int(term[1:-1]) for term in terms)


def solve(problem: Mapping[str, Json]) -> Any:
    """The value of a question about one number, from its facts."""
    facts = {name: fact for name, fact in problem.items() if name != "kind"}
    kind = problem["kind"]
    return ROUNDED[kind](**facts) if kind in ROUNDED else _solve(problem)


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer is right, found a second time."""
    if "gold" in payload:
        if payload["problem"]["kind"] not in ROUNDED:
            return _is_value(payload, answer)
        text = answer.strip().removesuffix(".").lower()
        if not re.fullmatch(r"[+-]?\d{1,60}(?:\.\d{1,60})?(?:e[+-]?\d{1,3})?", text):
            return False
        return bool(Fraction(text) == solve(payload["problem"]))
    if payload["kind"] == "nested-powers":
        return bool(_nested(answer) == payload["n"])
    return _is_best(payload, answer)
