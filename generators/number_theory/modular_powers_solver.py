"""Powers modulo an integer a second time: walking through powers or multiples one after the other."""

from __future__ import annotations

from collections.abc import Mapping

from ..base import Json
from ..solving import confirming


def solve(problem: Mapping[str, Json]) -> int | None:
    """The least number that fits."""
    kind, m = problem["kind"], problem["m"]
    if kind == "sum":
        x, y = (_walked(a, e, m) for a, e in problem["terms"])
        return int({"+": x + y, "-": x - y, "*": x * y}[problem["sign"]] % m)
    a = problem["a"]
    if kind == "power":
        return _walked(a, problem["e"], m)
    if kind == "tower":
        return _walked(a, problem["b"] ** problem["c"], m)
    if kind == "root":
        return next((x for x in range(1, m) if x * x % m == a), None)
    target = problem.get("b", 1)
    if kind in {"inverse", "linear"}:
        return next((x for x in range(m) if a * x % m == target), None)
    power, exponent = a % m, 1
    while power != target:
        power, exponent = power * a % m, exponent + 1
    return exponent


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


confirms = confirming(solve)
