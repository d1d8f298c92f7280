"""Checks constructed objects: a list of numbers or of lists is read, and each rule of its kind looked at in turn.

What is told of the object (``known``) has to hold as well. Any object that keeps all rules is right; the message names
the first one that is broken.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate, combinations, pairwise
from typing import Any

from ..base import Verdict
from ..optimum import (
    Broken,
    Objective,
    Payload,
    accepted_forms,
    allowed,
    distinct,
    exactly,
    judge,
    rising,
)

__all__ = ["accepted_forms", "verify"]

_NUMBERS = "Give whole numbers separated by commas."
_LINES = "Give one line for each, with numbers separated by spaces."


def _order(given: Sequence[int], low: int, high: int) -> None:
    """Every number from `low` to `high` comes once."""
    allowed(given, low, high, "number of the row")
    distinct(given, "number")
    exactly(given, high - low + 1, "numbers")


def _keeps(given: Sequence[int], known: Sequence[Sequence[int]]) -> None:
    """At places counted from 1, what is told stands there."""
    for place, number in known:
        if given[place - 1] != number:
            raise Broken(f"At place {place} there has to be {number}, not {given[place - 1]}.")


def _different(values: Sequence[int], what: str) -> None:
    seen: set[int] = set()
    for value in values:
        if value in seen:
            raise Broken(f"The {what} {value} comes twice.")
        seen.add(value)


def _partial(step: Callable[[int, int], int]) -> Callable[[Payload, list[int]], int]:
    def check(payload: Payload, given: list[int]) -> int:
        n = payload["n"]
        _order(given, 1, n)
        _keeps(given, payload["known"])
        _different([result % n for result in accumulate(given, step)], "remainder")
        return 1

    return check


def _pair_sums(payload: Payload, given: list[int]) -> int:
    exactly(given, payload["n"], "numbers")
    distinct(given, "number")
    if min(given) < 1:
        raise Broken(f"{min(given)} is not positive.")
    if sorted(a + b for a, b in combinations(given, 2)) != payload["sums"]:
        raise Broken("Their sums in pairs are not the ones that are given.")
    return 1


def _tournament(payload: Payload, given: list[list[int]]) -> int:
    n = payload["n"]
    exactly(given, n, "lines")
    beats = set()
    for player, losers in enumerate(given, 1):
        allowed(losers, 1, n, "player")
        distinct(losers, "player")
        beats |= {(player, loser) for loser in losers}
    for a in range(1, n + 1):
        if (a, a) in beats:
            raise Broken(f"Player {a} cannot beat player {a}.")
        if len(given[a - 1]) != n // 2:
            raise Broken(f"Player {a} has {len(given[a - 1])} wins, not {n // 2}.")
        for b in range(a + 1, n + 1):
            if ((a, b) in beats) is ((b, a) in beats):
                raise Broken(f"Exactly one of players {a} and {b} beats the other.")
    for a, b in payload["known"]:
        if (a, b) not in beats:
            raise Broken(f"Player {a} beats player {b}.")
    return 1


def _path_counts(payload: Payload, given: list[list[int]]) -> int:
    most = payload["most"]
    if not given:
        raise Broken("There is no arrow.")
    for edge in given:
        exactly(edge, 2, "numbers for each arrow")
        allowed(edge, 1, most, "point")
        if edge[0] >= edge[1]:
            raise Broken(f"The arrow from {edge[0]} to {edge[1]} does not lead to a larger number.")
    if len({tuple(edge) for edge in given}) < len(given):
        raise Broken("An arrow is given twice.")
    ways = [0, 1] + [0] * (most - 1)
    for a, b in sorted(given, key=lambda edge: edge[1]):
        ways[b] += ways[a]
    if ways[most] != payload["paths"]:
        raise Broken(f"There are {ways[most]} paths.")
    return 1


def _dominoes(payload: Payload, given: list[int]) -> int:
    tiles = payload["tiles"]
    _order(given, 1, len(tiles))
    top, bottom = ("".join(tiles[place - 1][side] for place in given) for side in (0, 1))
    if top != bottom:
        raise Broken("The tops and the bottoms read differently.")
    return 1


def _bezout(payload: Payload, given: list[int]) -> int:
    exactly(given, len(payload["numbers"]), "numbers")
    allowed(given, -payload["most"], payload["most"], "number that is allowed")
    total = sum(a * x for a, x in zip(payload["numbers"], given, strict=True))
    if total != payload["divisor"]:
        raise Broken(f"This comes to {total}.")
    return 1


def _labels(payload: Payload, given: list[int]) -> int:
    edges = payload["edges"]
    exactly(given, len(edges) + 1, "numbers")
    _order(given, 0, len(edges))
    _keeps(given, payload["known"])
    _different([abs(given[a - 1] - given[b - 1]) for a, b in edges], "difference")
    return 1


def _ruler(payload: Payload, given: list[int]) -> int:
    exactly(given, payload["n"], "marks")
    rising(given, "marks")
    if [given[0], given[-1]] != [0, payload["length"]]:
        raise Broken(f"The ends 0 and {payload['length']} are marks.")
    for mark in payload["known"]:
        if mark not in given:
            raise Broken(f"There is a mark at {mark}.")
    _different([b - a for a, b in combinations(given, 2)], "distance")
    return 1


def _between(payload: Payload, given: list[int]) -> int:
    n = payload["n"]
    exactly(given, 2 * n, "numbers")
    _keeps(given, payload["known"])
    for k in range(1, n + 1):
        places = [place for place, number in enumerate(given) if number == k]
        if len(places) != 2 or places[1] - places[0] != k + 1:
            raise Broken(f"There have to be two {k} with {k} numbers between them.")
    return 1


def _prime_sums(payload: Payload, given: list[int]) -> int:
    _order(given, 1, payload["n"])
    _keeps(given, payload["known"])
    for a, b in pairwise(given):
        if any((a + b) % d == 0 for d in range(2, a + b)):
            raise Broken(f"{a} + {b} = {a + b} is no prime number.")
    return 1


def _all_words(payload: Payload, given: list[int]) -> int:
    width = payload["width"]
    exactly(given, 2**width, "bits")
    allowed(given, 0, 1, "bit")
    _keeps(given, payload["known"])
    ring = given + given[: width - 1]
    words = {tuple(ring[at : at + width]) for at in range(len(given))}
    if len(words) < len(given):
        raise Broken(f"Only {len(words)} different words stand in the ring.")
    return 1


OBJECTIVES = {
    "prefix-sums": Objective(_NUMBERS, _partial(int.__add__), exact=True),
    "prefix-products": Objective(_NUMBERS, _partial(int.__mul__), exact=True),
    "pair-sums": Objective(_NUMBERS, _pair_sums, exact=True),
    "tournament": Objective(_LINES, _tournament, exact=True, groups=True),
    "path-counts": Objective(_LINES, _path_counts, exact=True, groups=True, links=True),
    "dominoes": Objective(_NUMBERS, _dominoes, exact=True),
    "bezout": Objective(_NUMBERS, _bezout, exact=True),
    "labels": Objective(_NUMBERS, _labels, exact=True),
    "ruler": Objective(_NUMBERS, _ruler, exact=True),
    "between": Objective(_NUMBERS, _between, exact=True),
    "prime-sums": Objective(_NUMBERS, _prime_sums, exact=True),
    "all-words": Objective(_NUMBERS, _all_words, exact=True),
}


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, an object that should have the property of its kind."""
    nouns = (
        "order",
        "row",
        "numbers",
        "arrows",
        "edges",
        "streets",
        "integers",
        "labels",
        "marks",
        "bits",
        "outcome",
    )
    return judge(OBJECTIVES, payload, answer, nouns)
