"""Checks cuts of a row: there are as many as asked for, pieces keep their limits, and nothing costs less.

A cut at p is behind the p-th item, counted from 1. Pieces that are stated themselves are intervals with both ends
included (``shuffled-pieces``) or sets of items (``parcels``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from math import prod
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

_CUTS = "Give the places of the cuts as whole numbers, separated by commas."
_GROUPS = "Give whole numbers with spaces between them, and semicolons between the groups."


def _pieces(row: Sequence[Any], given: list[int]) -> list[Any]:
    """The pieces of a row."""
    allowed(given, 1, len(row) - 1, "place of a cut")
    rising(given, "places of cuts")
    return [row[i:j] for i, j in pairwise([0, *given, len(row)])]


def _counted(payload: Payload, row: Sequence[Any], given: list[int]) -> list[Any]:
    """The pieces of a row, as many as the payload says."""
    pieces = _pieces(row, given)
    exactly(pieces, payload["pieces"], "pieces")
    return pieces


def _largest_sum(payload: Payload, given: list[int]) -> int:
    return max(map(sum, _counted(payload, payload["numbers"], given)))


def _balanced(payload: Payload, given: list[int]) -> list[int]:
    worst = max(abs(sum(piece)) for piece in _counted(payload, payload["signs"], given))
    return [worst, *(payload["labels"][cut - 1] for cut in given)]


def _digit_products(payload: Payload, given: list[int]) -> int:
    return prod(map(int, _counted(payload, payload["digits"], given)))


def _pair_products(payload: Payload, given: list[int]) -> int:
    exactly(given, payload["cuts"], "cuts")
    return sum(a * b for a, b in combinations(map(sum, _pieces(payload["numbers"], given)), 2))


def _distinct_squares(payload: Payload, given: list[int]) -> int:
    return sum(len(set(piece)) ** 2 for piece in _pieces(payload["numbers"], given))


def _or_of_sums(payload: Payload, given: list[int]) -> int:
    pieces = _pieces(payload["numbers"], given)
    if len(pieces) > payload["most"]:
        raise Broken(f"There may be at most {payload['most']} pieces, not {len(pieces)}.")
    value = 0
    for piece in pieces:
        value |= sum(piece)
    return value


def _quadratic(payload: Payload, given: list[int]) -> int:
    a, b, c = payload["a"], payload["b"], payload["c"]
    return sum(a * x * x + b * x + c for x in map(sum, _pieces(payload["numbers"], given)))


def _line_breaks(payload: Payload, given: list[int]) -> int:
    cost = 0
    for line in _pieces(payload["numbers"], given):
        rest = payload["width"] - sum(line) - (len(line) - 1)
        if rest < 0:
            raise Broken(f"A line is longer than {payload['width']}.")
        cost += rest * rest
    return cost


def _sum_of_maxima(payload: Payload, given: list[int]) -> int:
    pieces = _pieces(payload["numbers"], given)
    if any(sum(piece) > payload["limit"] for piece in pieces):
        raise Broken(f"The sum of a piece is above {payload['limit']}.")
    return sum(map(max, pieces))


def _palindromes(payload: Payload, given: list[int]) -> int:
    pieces = _pieces(payload["letters"], given)
    for piece in pieces:
        if piece != piece[::-1]:
            raise Broken(f"The piece {piece} is no palindrome.")
    return len(pieces)


def _batches(payload: Payload, given: list[int]) -> int:
    jobs = list(zip(payload["times"], payload["weights"], strict=True))
    now = cost = 0
    for batch in _pieces(jobs, given):
        now += payload["setup"] + sum(time for time, _ in batch)
        cost += now * sum(weight for _, weight in batch)
    return cost


def _shuffled(payload: Payload, given: list[list[int]]) -> int:
    """How many letters differ from the target."""
    letters, target = payload["letters"], payload["target"]
    exactly(given, payload["pieces"], "pieces")
    for span in given:
        exactly(span, 2, "positions for each piece, its first and its last,")
        allowed(span, 1, len(letters), "position")
        if span[0] > span[1]:
            raise Broken(f"The piece from {span[0]} to {span[1]} is empty.")
    places = [place for first, last in given for place in range(first, last + 1)]
    distinct(places, "position")
    exactly(places, len(letters), "letters")
    return sum(letters[place - 1] != sign for place, sign in zip(places, target, strict=True))


def _parcels(payload: Payload, given: list[list[int]]) -> int:
    parcels = payload["parcels"]
    every = [number for group in given for number in group]
    allowed(every, 1, len(parcels), "item")
    distinct(every, "item")
    exactly(every, len(parcels), "items")
    return sum(max(parcels[i - 1][0] for i in g) * max(parcels[i - 1][1] for i in g) for g in given)


OBJECTIVES = {
    "largest-sum": Objective(_CUTS, _largest_sum),
    "balanced-signs": Objective(_CUTS, _balanced),
    "digit-products": Objective(_CUTS, _digit_products, largest=True),
    "pair-products": Objective(_CUTS, _pair_products, largest=True),
    "distinct-squares": Objective(_CUTS, _distinct_squares),
    "or-of-sums": Objective(_CUTS, _or_of_sums),
    "quadratic": Objective(_CUTS, _quadratic, largest=True),
    "line-breaks": Objective(_CUTS, _line_breaks),
    "sum-of-maxima": Objective(_CUTS, _sum_of_maxima),
    "palindromes": Objective(_CUTS, _palindromes),
    "batches": Objective(_CUTS, _batches),
    "shuffled-pieces": Objective(_GROUPS, _shuffled, groups=True),
    "parcels": Objective(_GROUPS, _parcels, groups=True),
}


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, the cuts or pieces of a row."""
    return judge(OBJECTIVES, payload, answer, ("cuts", "places", "cut places", "pieces", "groups", "sets"))
