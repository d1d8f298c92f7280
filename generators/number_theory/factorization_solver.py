"""Prime factorisation a second time: the number is divided by what is given, down to 1."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..base import Json
from ..readers import bare

_PLAIN = re.compile(r"\s*([0-9]{1,40})\s*(?:\^\s*([0-9]{1,4})\s*)?")


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer in plain notation is a product of primes that is the number."""
    text = bare(answer).replace("**", "^")
    rest: int = payload["problem"]["number"]
    for part in text.split("*"):
        match = _PLAIN.fullmatch(part)
        if match is None:
            return False
        base, power = int(match[1]), int(match[2] or 1)
        if base < 2 or power < 1 or power > 1000:
            return False
        for _ in range(power):
            rest, left_over = divmod(rest, base)
            if left_over or not rest:
                return False
        if _least_divisor(base) != base:
            return False
    return rest == 1


def _least_divisor(number: int) -> int:
    """The least divisor above 1 of a number below 10^12; 0 where it is beyond a million."""
    for d in (2, 3, 5):
        if number % d == 0:
            return d
    if number > 10**12:
        return 0
    d = 7
    while d * d <= number:
        for step in (0, 4, 6, 10, 12, 16, 22, 24):  # what is prime to 30
            if number % (d + step) == 0:
                return d + step
        d += 30
    return number
