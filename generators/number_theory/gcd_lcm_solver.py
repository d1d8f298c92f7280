"""GCD and LCM a second time: from the prime factors of the numbers, and by continued fractions."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

from ..base import Json
from ..solving import confirming
from .primes import factored  # pure trial division, compared with sympy in the tests


def solve(problem: Mapping[str, Json]) -> int | list[int] | None:
    """The number or the quotients asked for."""
    kind = problem["kind"]
    if kind == "other":
        other, rest = divmod(problem["l"] * problem["g"], problem["a"])
        return None if rest else int(other)
    if kind in ("quotients", "steps"):
        quotients = _continued(problem["a"], problem["b"])
        return quotients if kind == "quotients" else len(quotients)
    if kind == "prime_pairs":
        return _prime_pairs(problem["n"])
    tables = [factored(number) for number in problem["numbers"]]
    powers = {p: [table.get(p, 0) for table in tables] for table in tables for p in table}
    if kind == "common":
        return prod(min(shares) + 1 for shares in powers.values())
    pick = min if kind == "gcd" else max
    return prod(int(p ** pick(shares)) for p, shares in powers.items())


def _continued(a: int, b: int) -> list[int]:
    """The continued fraction of a/b: floor, subtract, invert."""
    quotients = []
    top, bottom = a, b
    while True:
        whole = 0
        step = bottom
        while step * 10 <= top:  # long division by repeated subtraction of decimal multiples
            step *= 10
        while step >= bottom:
            while top >= step:
                top -= step
                whole += step // bottom
            step //= 10
        quotients.append(whole)
        if top == 0:
            return quotients
        top, bottom = bottom, top


def _prime_pairs(n: int) -> int:
    """Pairs by their gcd, from the largest down: those that g divides, less those whose gcd is a multiple of it."""
    pairs = [0] * (n + 1)
    for g in range(n, 0, -1):
        pairs[g] = (n // g) ** 2 - sum(pairs[2 * g :: g])
    return sum(pairs[g] for g in range(2, n + 1) if sum(factored(g).values()) == 1)


confirms = confirming(solve)
