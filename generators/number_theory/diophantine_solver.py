"""Linear equations in integers a second time: by trying values in turn, and by tables of payable amounts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import gcd

from ..base import Json
from ..readers import bare, integer
from .primes import factored  # pure trial division, compared with sympy in the tests


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer is a solution, or the number that is asked for."""
    problem = payload["problem"]
    kind, coefficients = problem["kind"], problem["coefficients"]
    text = bare(answer)
    if kind == "any":
        return _solves(coefficients, problem["total"], text)
    value = integer(re.sub(r"\Ax?\s*=", "", text))  # a name before the number says nothing about it
    if value is None:
        return False
    if kind == "frobenius":
        a, b = sorted(coefficients)
        return not _payable(a, b, value) and all(_payable(a, b, value + more) for more in range(1, a + 1))
    total = problem["total"]
    if kind == "least":
        a, b = coefficients
        return value > 0 and (total - a * value) % b == 0 and _first(a, b, total, 1) == value
    if len(coefficients) == 3:
        return value == _table(coefficients, total, problem["positive"])
    a, b = coefficients
    least = 1 if problem["positive"] else 0
    x = _first(a, b, total, least)
    number = 0
    while x is not None and a * x <= total - b * least:
        number += 1
        x += b // gcd(a, b)
    return value == number


def _payable(a: int, b: int, amount: int) -> bool:
    """Whether coins worth a and b make `amount`, by trying every number of the second."""
    return any(left % a == 0 for left in range(amount, max(-1, amount - a * b), -b))


def _first(a: int, b: int, total: int, least: int) -> int | None:
    """The least x from `least` on for which `total` - a x is divisible by b, by trying them in turn."""
    left = (total - a * least) % b
    for x in range(least, least + abs(b)):
        if left == 0:
            return x
        left = (left - a) % b
    return None


def _table(coins: list[int], total: int, positive: bool) -> int:
    total -= sum(coins) if positive else 0
    ways = [1] + [0] * max(total, 0)
    for coin in coins:
        for amount in range(coin, total + 1):
            ways[amount] += ways[amount - coin]
    return ways[total] if total >= 0 else 0


def _solves(coefficients: list[int], total: int, text: str) -> bool:
    """Whether `text` states a solution, or rightly that there is none."""
    if text.lower() in {"none", "no solution", "no solutions"}:
        shared = set(factored(abs(coefficients[0]))).intersection(*(factored(abs(a)) for a in coefficients))
        return any(total % p ** min(factored(abs(a))[p] for a in coefficients) != 0 for p in shared)
    values: dict[str, int] = {}
    pieces = re.split(r"[,;\s]+", re.sub(r"\s*=\s*", "=", text))
    for name, piece in zip("xyz", pieces, strict=False):
        match = re.fullmatch(r"([xyz]=)?([+-]?[0-9]{1,400})", piece)
        if match is None or bool(match[1]) != ("=" in text):
            return False
        values[match[1][0] if match[1] else name] = int(match[2])
    if len(pieces) != len(coefficients) or set(values) != set("xyz"[: len(pieces)]):
        return False
    return sum(a * values[name] for a, name in zip(coefficients, "xyz", strict=False)) == total
