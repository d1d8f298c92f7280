"""Primes and factors by trial division: all that generators of numbers below about 10^11 need."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from functools import lru_cache


def _sieve(limit: int) -> list[int]:
    """All primes up to `limit`."""
    prime = bytearray([1]) * (limit + 1)
    prime[:2] = b"\0\0"
    for p in range(2, int(limit**0.5) + 1):
        if prime[p]:
            prime[p * p :: p] = bytes(len(range(p * p, limit + 1, p)))
    return [n for n in range(limit + 1) if prime[n]]


PRIMES = _sieve(10_000)
"""The 1229 primes below ten thousand; their squares reach 10^8."""


@lru_cache(maxsize=4096)
def _factored(number: int) -> tuple[tuple[int, int], ...]:
    found = []
    rest = number
    for p in PRIMES:
        if p * p > rest:
            break
        if rest % p == 0:
            power = 0
            while rest % p == 0:
                rest //= p
                power += 1
            found.append((p, power))
    else:
        p = PRIMES[-1] + 2
        while p * p <= rest:
            while rest % p == 0:
                rest //= p
                found.append((p, 1))
            p += 2
    if rest > 1:
        found.append((rest, 1))
    return tuple(found)


def factored(number: int) -> dict[int, int]:
    """The primes of a positive integer, rising, and their powers; numbers beyond 10^12 take long."""
    powers: dict[int, int] = {}
    for p, power in _factored(number):
        powers[p] = powers.get(p, 0) + power
    return powers


def is_prime(number: int) -> bool:
    """Whether `number` is prime; meant for numbers below 10^11."""
    return number > 1 and factored(number) == {number: 1}


def primes_between(low: int, high: int) -> list[int]:
    """The primes p with low <= p <= high, for high below ten thousand."""
    return PRIMES[bisect_right(PRIMES, low - 1) : bisect_right(PRIMES, high)]


def product_text(powers: Mapping[int, int]) -> str:
    """Primes and powers as text: ``2^3 * 5 * 7``; ``1`` for no primes."""
    return " * ".join(f"{p}^{k}" if k > 1 else str(p) for p, k in sorted(powers.items())) or "1"
