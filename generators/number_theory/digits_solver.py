"""Decimal digits a second time: by big numbers, digit sums in other bases, and tables digit by digit."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..base import Json
from ..solving import confirming
from .primes import factored  # pure trial division, compared with sympy in the tests


def _digit_sum(number: int, base: int = 10) -> int:
    total = 0
    while number:
        number, digit = divmod(number, base)
        total += digit
    return total


def _power_in_factorial(n: int, p: int) -> int:
    """Legendre's other formula: (n - digit sum of n in base p) / (p - 1)."""
    return (n - _digit_sum(n, p)) // (p - 1)


def _reversal(problem: Mapping[str, Json]) -> int:
    n, back = problem["n"], 0
    rest = n
    while rest:
        rest, digit = divmod(rest, 10)
        back = 10 * back + digit
    return int(n + back if problem["operation"] == "sum" else abs(n - back))


def _written(high: int) -> list[int]:
    """How often each digit is written from 1 to `high`: number by number of the leading digits."""
    counts = [0] * 10
    prefix, text = 0, str(high)
    for at, char in enumerate(text):
        free = len(text) - at - 1
        for digit in range(int(char)):  # the numbers that begin like `high` and then are smaller
            begin = prefix * 10 + digit
            if begin:
                for shown in str(begin):
                    counts[int(shown)] += 10**free
                for any_digit in range(10):
                    counts[any_digit] += free * 10 ** (free - 1) if free else 0
            else:  # shorter numbers
                for size in range(1, free + 1):
                    for first in range(1, 10):
                        counts[first] += 10 ** (size - 1)
                    for any_digit in range(10):
                        counts[any_digit] += 9 * (size - 1) * 10 ** (size - 2) if size > 1 else 0
        prefix = prefix * 10 + int(char)
    for shown in text if high else "":
        counts[int(shown)] += 1
    return counts


def _written_between(problem: Mapping[str, Json]) -> list[int]:
    upper, lower = _written(problem["high"]), _written(problem["low"] - 1)
    return [a - b for a, b in zip(upper, lower, strict=True)]


def _place(problem: Mapping[str, Json]) -> int:
    n, low, high = problem["n"], 1, problem["n"]
    while low < high:  # the first number with which n digits are written
        middle = (low + high) // 2
        if sum(_written(middle)) >= n:
            high = middle
        else:
            low = middle + 1
    return int(str(low)[n - 1 - sum(_written(low - 1))])


def _zeros(problem: Mapping[str, Json]) -> int:
    return min(_power_in_factorial(problem["n"], p) // k for p, k in factored(problem["base"]).items())


def _quotient(problem: Mapping[str, Json]) -> int:
    n, m = problem["n"], problem["m"]
    carries = []  # Kummer: the power of p is the number of carries on adding m and n - m in base p
    for p in (2, 5):
        a, b, carry, count = m, n - m, 0, 0
        while a or b or carry:
            carry = 1 if a % p + b % p + carry >= p else 0
            count += carry
            a, b = a // p, b // p
        carries.append(count)
    return min(carries)


_SOLVERS: dict[str, Callable[[Mapping[str, Json]], int]] = {
    "sum": lambda problem: _digit_sum(problem["n"]),
    "reversal": _reversal,
    "root": lambda problem: (pow(problem["a"], problem["b"], 9) - 1) % 9 + 1,
    "power": lambda problem: _digit_sum(problem["a"] ** problem["b"]),
    "last": lambda problem: pow(problem["a"], problem["b"], 10 ** problem["k"]),
    "zeros": _zeros,
    "quotient": _quotient,
    "length": lambda problem: sum(_written_between(problem)),
    "count": lambda problem: _written_between(problem)[problem["d"]],
    "total": lambda problem: sum(d * count for d, count in enumerate(_written_between(problem))),
    "place": _place,
}


def solve(problem: Mapping[str, Json]) -> int:
    """The number asked for."""
    return _SOLVERS[problem["kind"]](problem)


confirms = confirming(solve)
