"""Dice a second time: all equally likely outcomes are looked at, one by one; a face of weight w counts as w faces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from ..solving import confirming


def solve(problem: Mapping[str, Any]) -> Fraction:
    """The value."""
    if problem["kind"] == "turns":  # the players' chances fall by the same factor and add up to 1
        misses, side = problem["side"] - len(problem["faces"]), problem["side"]
        shares = [misses**i * side ** (problem["players"] - 1 - i) for i in range(problem["players"])]
        return Fraction(shares[problem["place"] - 1], sum(shares))
    dice = problem.get("dice") or [range(1, side + 1) for side in problem["sides"]]
    happens = _event(problem["event"])
    known = _event(problem["known"]) if "known" in problem else None
    good = total = 0
    for outcome in product(*dice):
        if known is None or known(outcome):
            total += 1
            good += happens(outcome)
    return Fraction(good, total)


def _event(event: list[Any]) -> Callable[[tuple[int, ...]], bool]:
    name = event[0]
    if name == "sum":
        totals = frozenset(event[1])
        return lambda outcome: sum(outcome) in totals
    if name == "count":
        faces, numbers = frozenset(event[1]), frozenset(event[2])
        return lambda outcome: len([x for x in outcome if x in faces]) in numbers
    if name in {"largest", "smallest"}:
        pick, values = (max if name == "largest" else min), frozenset(event[1])
        return lambda outcome: pick(outcome) in values
    if name == "differ":
        return lambda outcome: len(set(outcome)) == event[1] and (event[2] in outcome) == event[3]
    cut, sign = event[1], event[2]

    def compared(outcome: tuple[int, ...]) -> bool:
        a, b = sum(outcome[:cut]), sum(outcome[cut:])
        return a > b if sign == ">" else a < b if sign == "<" else a == b if sign == "=" else a >= b

    return compared


confirms = confirming(solve)
