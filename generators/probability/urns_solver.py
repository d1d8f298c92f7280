"""Urns a second time: all sequences of colours with their weights, and the sum of those that fit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from ..solving import confirming


def solve(problem: Mapping[str, Any]) -> Fraction:
    """The value."""
    if problem["kind"] == "transfer":  # by symmetry: the ball drawn is one of B's own, or a random one of A's
        (a, b), (c, d), moved = problem["first"], problem["second"], problem["moved"]
        own, all_ = Fraction(c, c + d), c + d + moved
        return own * Fraction(c + d, all_) + Fraction(a, a + b) * Fraction(moved, all_)
    happens = _event(problem["event"])
    known = _event(problem["known"]) if "known" in problem else None
    counts, back = problem["counts"], problem["back"]
    good = base = 0
    for colours in product(range(len(counts)), repeat=problem["n"]):
        if known is None or known(colours):
            left, weight = list(counts), 1
            for colour in colours:
                weight *= left[colour]
                left[colour] += back - 1
            base += weight
            good += weight if happens(colours) else 0
    return Fraction(good, base)


def _event(event: list[Any]) -> Callable[[tuple[int, ...]], bool]:
    name, *facts = event
    if name == "mix":
        return lambda colours: [colours.count(i) for i in range(len(facts[0]))] == facts[0]
    if name == "count":
        return lambda colours: colours.count(facts[0]) in facts[1]
    if name == "is":
        return lambda colours: list(colours) == facts[0]
    if name == "at":
        return lambda colours: all(colours[i] == colour for i, colour in facts[0])
    if name == "wait":
        return lambda colours: colours[-1] == 0 and colours.count(0) == facts[0]
    if name == "different":
        return lambda colours: len(set(colours)) == len(colours)
    return lambda colours: (len(set(colours)) == 1) == (name == "same")


confirms = confirming(solve)
