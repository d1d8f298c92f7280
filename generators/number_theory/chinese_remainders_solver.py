"""Systems of congruences a second time: stepping through the solutions of the congruences joined so far."""

from __future__ import annotations

from collections.abc import Mapping
from math import lcm

from ..base import Json
from ..solving import confirming


def solve(problem: Mapping[str, Json]) -> int:
    """The solution or the number of solutions asked for; -1 where the congruences contradict each other."""
    x, period = 0, 1
    for a, b, m in problem["system"]:
        fitting = [y for y in range(x, x + period * m, period) if (a * y - b) % m == 0]
        if not fitting:
            return -1
        x, period = fitting[0], lcm(period, m)
    bound = problem["bound"]
    if problem["kind"] == "count":
        return len(range(x or period, bound + 1, period))
    if problem["kind"] == "above":
        return int(bound + 1 + (x - bound - 1) % period)
    return x


confirms = confirming(solve)
