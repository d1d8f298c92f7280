"""Another way to coefficients and sums: differences of the function's values, or the series added up term by term."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb, factorial
from typing import Any

from .values import agrees, close, context, read, value

_STEP = 40
_DIGITS = 600


def confirms(payload: Mapping[str, Any], answer: str) -> bool:
    """Check a bare answer: differences of the function's values, or the series added up term by term."""
    problem = payload["problem"]
    if problem["asked"] == "sum":
        wanted = _added_up(problem["term"], problem["first"])
        return agrees(answer, wanted, 25, rational=payload["gold"]["kind"] == "rational")
    n, a = problem["power"], int(problem["at"])
    if problem["asked"] == "polynomial":
        return _is_polynomial(problem["function"], n, answer)
    wanted = _slope(problem["function"], n, a)
    if problem["asked"] == "coefficient":
        wanted /= factorial(n)
    return agrees(answer, wanted, 20, rational=True)


@lru_cache(maxsize=1024)
def _slope(function: str, n: int, a: int) -> Any:
    """The n-th derivative at a: a central difference quotient."""
    code = read(function)
    assert code is not None
    mp = context()
    mp.dps = _DIGITS
    h = mp.mpf(10) ** -_STEP
    total = mp.zero
    for k in range(n + 1):
        total += (-1) ** (n - k) * comb(n, k) * value(code, {"x": a + (2 * k - n) * h / 2}, _DIGITS)
    return total / h**n


@lru_cache(maxsize=1024)
def _added_up(term: str, first: int) -> Any:
    """The sum to thirty digits: by terms, or by the digamma function where they fall like 1/n^2."""
    mp = context()
    mp.dps = 40
    if "/n!" not in term and "^n" not in term:
        return _digamma(term, first)
    bare = term.replace("/n!", "").replace("^n", "^y").replace("n", "x").replace("^y", "^x")
    code = read(bare)
    assert code is not None
    factorials = "/n!" in term
    total, product = mp.zero, mp.mpf(factorial(first))
    for n in range(first, 900):
        if factorials and n > first:
            product *= n
        part = value(code, {"x": mp.mpf(n)}, 40)
        total += part / product if factorials else part
        if n > first + 20 and abs(part) < product * mp.mpf(10) ** -38:
            break
    return total


def _digamma(term: str, first: int) -> Any:
    """The sum of ``k/(n^2 + p n + q)`` with two roots, from the roots."""
    mp = context()
    top, _, bottom = term.partition("/")
    code = read(bottom.replace("n", "x"))
    assert code is not None
    q, here = value(code, {"x": mp.zero}, 40), value(code, {"x": mp.one}, 40)
    p = here - 1 - q
    root = mp.sqrt(p * p - 4 * q)
    a, b = (p - root) / 2, (p + root) / 2
    return int(top) * (mp.psi(0, first + b) - mp.psi(0, first + a)) / (b - a)


_TERM = re.compile(
    r"([+-]?)(?:([0-9]{1,30})\*?)?(x(?:\^([0-9]{1,2}))?)?(?:\*([0-9]{1,30}))?(?:/([0-9]{1,30}))?"
)


def _is_polynomial(function: str, n: int, answer: str) -> bool:
    """Whether the answer is written out term by term, each power once, with the right coefficients."""
    text = re.sub(r" ?([+-]) ?", r" \1", answer.strip().removesuffix(".")).strip()
    found: dict[int, Fraction] = {}
    for piece in text.split(" ") if len(text) < 1000 else ("",):
        match = _TERM.fullmatch(piece)
        if match is None or not (match[2] or match[3]) or (match[5] and (match[2] or not match[3])):
            return False
        if match[6] and not int(match[6]):
            return False
        power = int(match[4] or 1) if match[3] else 0
        if power in found:
            return False
        number = Fraction(int(match[2] or match[5] or 1), int(match[6] or 1))
        found[power] = -number if match[1] == "-" else number
    if max(found) > n:
        return False
    mp = context()
    for k in range(n + 1):
        wanted = _slope(function, k, 0) / factorial(k)
        given = found.get(k, Fraction(0))
        if not close(mp.mpf(given.numerator) / given.denominator, wanted, 20):
            return False
    return True
