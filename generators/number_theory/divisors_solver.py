"""Divisors and counts in ranges a second time: by listing all divisors, or counting period by period."""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd, lcm

from ..base import Json
from ..solving import confirming
from .primes import factored  # pure trial division, compared with sympy in the tests


def solve(problem: Mapping[str, Json]) -> int:
    """The number asked for."""
    kind = problem["kind"]
    if "n" in problem:
        return _counted(kind, problem["n"], problem["d"])
    low, high = problem["low"], problem["high"]
    if kind == "primes":
        return sum(factored(n) == {n: 1} for n in range(low, high + 1))
    c, d = problem.get("c", 1), problem["d"]
    period = lcm(c, d)
    fits = bytes(_fits(kind, n, c, d) for n in range(period))
    whole, rest = divmod(high - low + 1, period)
    start = low % period
    return int(whole * sum(fits) + sum((fits + fits)[start : start + rest]))


def _fits(kind: str, n: int, c: int, d: int) -> bool:
    if kind == "coprime":
        return gcd(n, d) == 1
    if kind == "divisible":
        return n % d == 0
    return (n % c == 0) + (n % d == 0) in {"either": (1, 2), "exactly": (1,), "neither": (0,)}[kind]


def _counted(kind: str, n: int, d: int) -> int:
    """The value asked for, from the list of all divisors of n."""
    powers = factored(n)
    divisors = [1]
    for p, k in powers.items():
        divisors = [m * p**i for m in divisors for i in range(k + 1)]
    if kind == "sum":
        return sum(divisors)
    if kind == "prime":
        return max(m for m in divisors if m in powers)
    if kind == "phi":  # n is the sum of phi over its divisors: subtract from the smallest up
        phi: dict[int, int] = {}
        for m in sorted(divisors):
            phi[m] = m - sum(value for smaller, value in phi.items() if m % smaller == 0)
        return phi[n]
    if kind == "squares":
        return sum(n % (m * m) == 0 for m in divisors)
    if kind == "odd":
        return sum(m % 2 for m in divisors)
    return sum(m % d == 0 for m in divisors)


confirms = confirming(solve)
