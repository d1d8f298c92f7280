"""A second check of powers modulo an integer: walking through powers or multiples one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..readers import integer


def accepts(payload: Mapping[str, Any], answer: str) -> bool:
    """A second check of a bare answer: by walking through the powers or multiples one after the other."""
    value = integer(answer)
    if value is None:
        return False
    problem = payload["problem"]
    kind, m = problem["kind"], problem["m"]
    if kind == "power":
        return value == _walked(problem["a"], problem["e"], m)
    if kind == "sum":
        x, y = (_walked(a, e, m) for a, e in problem["terms"])
        return bool(value == {"+": x + y, "-": x - y, "*": x * y}[problem["sign"]] % m)
    a = problem["a"]
    if kind == "tower":
        return value == _walked(a, problem["b"] ** problem["c"], m)
    if kind == "root":
        return value == next((x for x in range(1, m) if x * x % m == a), None)
    if kind in {"inverse", "linear"}:
        target = problem.get("b", 1)
        return value == next((x for x in range(m) if a * x % m == target), None)
    power, exponent = a % m, 1
    while power != problem.get("b", 1):
        power, exponent = power * a % m, exponent + 1
    return value == exponent


def _walked(a: int, exponent: int, m: int) -> int:
    """a^exponent mod m: the powers in turn until they repeat, and then the place in the cycle."""
    powers, first = [1 % m], {1 % m: 0}
    while len(powers) <= exponent:
        power = powers[-1] * a % m
        if power in first:
            start = first[power]
            return powers[start + (exponent - start) % (len(powers) - start)]
        first[power] = len(powers)
        powers.append(power)
    return powers[exponent]
