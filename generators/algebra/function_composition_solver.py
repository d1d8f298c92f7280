"""Compositions of functions a second time: the functions are run, and formulas compared at points modulo a prime."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import gcd
from typing import Any

from ..base import Json
from ..formula_reader import Tree
from ..readers import integer
from ..written_terms import collected_terms
from .coefficients import whole_fraction
from .formulas import given
from .modular_values import PRIMES, modulo
from .polynomials import Poly, common_factor  # only arithmetic of polynomials


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer is the number, or a formula of the form that is asked for."""
    problem = payload["problem"]
    kind = problem["kind"]
    if kind in ("formula", "inverse"):
        tree = given(answer, ["x"])
        return tree is not None and _is_formula(tree, problem)
    if answer.lstrip("+- ")[:1] != "0":
        whole = integer(answer)
        answer = answer if whole is None else str(whole)  # "1 332" is 1332
    terms = collected_terms(given(answer, []), [], fractions=True)
    if terms is None:
        return False
    number = terms[()]
    if kind == "preimage":
        return bool(_run_exactly(problem["functions"], problem["order"], number) == problem["target"])
    if kind == "value":
        return _run_exactly(problem["functions"], problem["order"], Fraction(problem["start"])) == number
    return _walk(problem) == number


def _run_exactly(functions: list[list[Poly]], order: list[int], x: Fraction) -> Fraction:
    """The value, by sums of powers."""
    for index in order:
        top, bottom = (
            sum((c * x**power for power, c in enumerate(poly)), Fraction(0)) for poly in functions[index]
        )
        x = top / bottom
    return x


def _walk(problem: Mapping[str, Any]) -> int:
    x: int = problem["start"]
    if problem["kind"] == "cases":
        lines: list[list[int]] = problem["lines"]
        for _ in range(problem["count"]):
            number, slope = lines[x % len(lines)]
            x = x * slope + number if slope else (x - x % len(lines)) // len(lines) + number
        return x
    for index, back in zip(problem["order"], problem["inverse"], strict=True):
        pairs = dict(enumerate(problem["tables"][index], 1))
        x = {y: at_x for at_x, y in pairs.items()}[x] if back else pairs[x]
    return x


def _is_formula(tree: Tree, problem: Mapping[str, Any]) -> bool:
    functions = problem["functions"]
    inverse = problem["kind"] == "inverse"
    prime = PRIMES[0]
    for x in (10**9 + 7, 10**12 + 39, 123456789):
        value = modulo(tree, {"x": x}, prime)
        if value is None:
            return False
        start, wanted = (value, x) if inverse else (x, value)
        for index in problem["order"]:
            top, bottom = (
                sum(c * pow(start, power, prime) for power, c in enumerate(p)) for p in functions[index]
            )
            start = top * pow(bottom % prime, -1, prime) % prime if bottom % prime else 0
        if start != wanted % prime:
            return False
    if not inverse and all(len(bottom) == 1 and bottom[0] == 1 for _, bottom in functions):
        return collected_terms(tree, ["x"]) is not None
    sides = whole_fraction(tree, "x")
    return sides is not None and common_factor(*sides) == [1] and gcd(*sides[0], *sides[1]) == 1
