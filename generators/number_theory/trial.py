"""Trial division as one does it by hand, with the lines of the work and what it cost."""

from __future__ import annotations

from collections import Counter

from .effort import digits
from .primes import PRIMES


def divided(number: int, trial: int = PRIMES[-1]) -> tuple[Counter[int], list[str], int, int] | None:
    """Factor a number from 2 on: its powers, lines of work, digit operations, and the last prime tried.

    None if a prime beyond `trial` would have to be tried.
    """
    powers: Counter[int] = Counter()
    lines, work, rest = [], 0, number
    missed: list[int] = []
    for p in PRIMES:
        if p * p > rest:
            break
        if p > trial:
            return None
        work += digits(rest)
        if rest % p:
            missed.append(p)
        elif missed:
            lines.append(_in_vain(rest, missed))
            missed = []
        while rest % p == 0:
            powers[p] += 1
            lines.append(f"{rest} = {p} * {rest // p}")
            rest //= p
            work += digits(rest)
    else:
        return None
    if rest > 1:
        powers[rest] += 1
        if rest > 3:
            lines.append(f"{rest} is prime: no prime up to {_root(rest)} divides it")
    return powers, lines, work, p


def _in_vain(rest: int, missed: list[int]) -> str:
    """The primes that were tried before one divides: a factor is found, not guessed."""
    if len(missed) == 1:
        return f"{missed[0]} does not divide {rest}"
    if len(missed) <= 8:
        return f"none of {', '.join(map(str, missed))} divides {rest}"
    return f"no prime from {missed[0]} to {missed[-1]} divides {rest}"


def _root(number: int) -> int:
    """The greatest prime whose square is at most `number`, which is at least 4."""
    return next(p for p, after in zip(PRIMES, [*PRIMES[1:], 10**9], strict=True) if after * after > number)
