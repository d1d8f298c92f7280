"""Bits and XOR: one number is compared with the reference; a list is read, checked and valued (`verifiers.optimum`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from itertools import accumulate
from operator import xor
from typing import Any

from ..base import Verdict
from ..math import typed_value
from ..optimum import Broken, Objective, Payload, allowed, distinct, exactly, judge, list_forms, rising


def _counts(payload: Payload, given: Sequence[int]) -> list[int]:
    exactly(given, len(payload["best"]), "numbers")
    return list(given)


def _chosen(payload: Payload, given: Sequence[int], count: int | None = None) -> list[int]:
    numbers = payload["numbers"]
    if count is not None:
        exactly(given, count, "positions")
    if not given:
        raise Broken("At least one position is needed.")
    allowed(given, 1, len(numbers), "position")
    rising(given, "positions")
    return [numbers[place - 1] for place in given]


def _closest(payload: Payload, given: Sequence[int]) -> int:
    a, b = _chosen(payload, given, 2)
    return (a & b) ^ (a | b)


def _filled(payload: Payload, given: Sequence[int]) -> int:
    numbers = payload["numbers"]
    exactly(given, len(numbers), "numbers")
    for at, (stated, number) in enumerate(zip(numbers, given, strict=True), 1):
        if number < 0:
            raise Broken(f"{number} is negative.")
        if stated not in (-1, number):
            raise Broken(f"The number at position {at} is {stated} and cannot be changed.")
    return sum(accumulate(given, xor))


def _ends(payload: Payload, given: Sequence[int]) -> int:
    exactly(given, 2, "vertices")
    allowed(given, 1, payload["n"], "vertex")
    rising(given, "vertices")
    reached = {given[0]: 0}
    for _ in range(payload["n"]):
        for u, v, weight in payload["edges"]:
            for a, b in ((u, v), (v, u)):
                if a in reached and b not in reached:
                    reached[b] = reached[a] ^ weight
    return reached[given[1]]


def _proof(payload: Payload, given: Sequence[int]) -> int:
    """1 for labels that fit all edges, and for a cycle whose XOR is not 0: one of the two exists, never both."""
    n, edges = payload["n"], payload["edges"]
    if len(given) == n and given[0] == 0 and all(given[u - 1] ^ given[v - 1] == w for u, v, w in edges):
        return 1
    allowed(given, 1, n, "vertex of a cycle, and no labels that fit all edges")
    distinct(given, "vertex")
    if len(given) < 3:
        raise Broken("A cycle has at least three vertices.")
    weights = {(u, v): w for u, v, w in edges}
    around = [(min(a, b), max(a, b)) for a, b in zip(given, [*given[1:], given[0]], strict=True)]
    for pair in around:
        if pair not in weights:
            raise Broken(f"There is no edge {pair[0]}-{pair[1]}.")
    return int(reduce(xor, (weights[pair] for pair in around)) != 0)


_POSITIONS = "Give positions as whole numbers with commas between them."
OBJECTIVES = {
    "ones": Objective("Give the counts as whole numbers with commas between them.", _counts, exact=True),
    "fewest-changes": Objective("Give the least numbers with commas between them.", _counts, exact=True),
    "largest-xor": Objective(
        _POSITIONS, lambda payload, given: reduce(xor, _chosen(payload, given)), largest=True
    ),
    "closest-pair": Objective(_POSITIONS, _closest),
    "holes": Objective("Give all numbers of the list, with commas between them.", _filled),
    "ends": Objective("Give two vertices with a comma between them.", _ends, largest=True),
    "cycles": Objective("Give labels or vertices with commas between them.", _proof, largest=True),
    "removals": Objective("Give the counts as whole numbers with commas between them.", _counts, exact=True),
}


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score an answer: a number by ``payload["gold"]``, a list by its kind and ``payload["best"]``."""
    if "gold" in payload:
        return typed_value.verify(payload, answer)
    return judge(OBJECTIVES, payload, answer, nouns=("positions", "vertices", "counts", "numbers", "list"))


def accepted_forms(answer: str) -> list[str]:
    """Other forms of a right answer that must be accepted."""
    return list_forms(answer) if "," in answer else typed_value.accepted_forms(answer)
