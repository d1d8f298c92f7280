"""Another way to coefficients and sums: differences of the function's values, or the series added up term by term."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb, factorial
from typing import Any

from ..formula_reader import answered
from ..real_values import close, context, value
from ..written_terms import collected_terms
from .values import OF_X, agrees, function

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
def _slope(text: str, n: int, a: int) -> Any:
    """The n-th derivative at a: a central difference quotient."""
    code = function(text)
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
    code = function(bare)
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
    code = function(bottom.replace("n", "x"))
    q, here = value(code, {"x": mp.zero}, 40), value(code, {"x": mp.one}, 40)
    p = here - 1 - q
    root = mp.sqrt(p * p - 4 * q)
    a, b = (p - root) / 2, (p + root) / 2
    return int(top) * (mp.psi(0, first + b) - mp.psi(0, first + a)) / (b - a)


def _is_polynomial(text: str, n: int, answer: str) -> bool:
    """Whether the answer is written out term by term, each power once, with the right coefficients."""
    found = collected_terms(answered(answer, OF_X), ("x",), fractions=True, simplest=False)
    if found is None or max(found) > (n,):
        return False
    mp = context()
    for k in range(n + 1):
        wanted = _slope(text, k, 0) / factorial(k)
        given = found.get((k,), Fraction(0))
        if not close(mp.mpf(given.numerator) / given.denominator, wanted, 20):
            return False
    return True
