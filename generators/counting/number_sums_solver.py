"""Number sums a second time: every number or pair is looked at, as the question says it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from itertools import product
from math import gcd

from ..kernels.count import recounting


@cache
def _divisors(n: int) -> int:
    return sum(2 if d * d < n else 1 for d in range(1, int(n**0.5) + 1) if n % d == 0) if n else 0


def _is_prime(n: int) -> bool:
    return _divisors(n) == 2


def _gcds(n: int, m: int) -> list[int]:
    return [gcd(i, j) for i in range(1, n + 1) for j in range(1, m + 1)]


def _digit_sums(below: int) -> int:
    """The digits of 0, ..., below - 1: whole tens, and the rest of the last ten."""
    if not below:
        return 0
    tens, rest = divmod(below, 10)
    return 10 * _digit_sums(tens) + 45 * tens + rest * sum(map(int, str(tens))) + rest * (rest - 1) // 2


@cache
def _digit_products(digits: int, product: int) -> int:
    """The last digit is any that divides the product."""
    if not digits:
        return int(product == 1)
    return sum(_digit_products(digits - 1, product // d) for d in range(1, 10) if product % d == 0)


def _fibonacci_pairs(k: int) -> int:
    found = 0
    for a in range(1, k):
        for b in range(1, k):
            x, y = b, a + b
            while y < k:
                x, y = y, x + y
            found += y == k
            if a + b >= k:
                break
    return found


def _pure_repeating(n: int, m: int, base: int) -> int:
    """Long division: the first remainder has to come again."""
    found = 0
    for x, y in product(range(1, n + 1), range(1, m + 1)):
        if gcd(x, y) == 1:
            first = rest = x % y
            for _ in range(y):
                rest = rest * base % y
                if rest == first:
                    break
            found += rest == first
    return found


def _coprime_sets(numbers: list[int]) -> int:
    def ways(at: int, red: tuple[int, ...], blue: tuple[int, ...]) -> int:
        if at == len(numbers):
            return 1
        x = numbers[at]
        value = ways(at + 1, red, blue)
        if all(gcd(x, y) == 1 for y in blue):
            value += ways(at + 1, (*red, x), blue)
        if all(gcd(x, y) == 1 for y in red):
            value += ways(at + 1, red, (*blue, x))
        return value

    return ways(0, (), ())


RECOUNTS: Mapping[str, Callable[..., int]] = {
    "divisor-counts": lambda low, high: sum(map(_divisors, range(low, high + 1))),
    "totients": lambda low, high: sum(gcd(a, k) == 1 for k in range(low, high + 1) for a in range(1, k + 1)),
    "gcd-powers": lambda n, m, k: sum(int(g**k) for g in _gcds(n, m)),
    "gcd-pairs": lambda n, m, g: _gcds(n, m).count(g),
    "prime-gcds": lambda n, m: sum(map(_is_prime, _gcds(n, m))),
    "lcm-sums": lambda low, high, m: sum(
        i * j // gcd(i, j) for i in range(low, high + 1) for j in range(1, m + 1)
    ),
    "gcd-with-number": lambda n: sum(gcd(i, n) for i in range(1, n + 1)),
    "remainder-products": lambda n, m: sum(
        (n % i) * (m % j) for i in range(1, n + 1) for j in range(1, m + 1) if i != j
    ),
    "sum-divides": lambda n, k: sum(k * a * b % (a + b) == 0 for b in range(2, n + 1) for a in range(1, b)),
    "digit-sums": lambda low, high: _digit_sums(high + 1) - _digit_sums(low),
    "digit-products": _digit_products,
    "fibonacci-pairs": _fibonacci_pairs,
    "pure-repeating": _pure_repeating,
    "coprime-sets": _coprime_sets,
    "divisor-products": lambda n, m: sum(_divisors(i * j) for i in range(1, n + 1) for j in range(1, m + 1)),
    "xor-divisors": lambda n, m, x: sum(_divisors(i ^ j ^ x) for i in range(n + 1) for j in range(m + 1)),
}
solve, confirms = recounting(RECOUNTS)
