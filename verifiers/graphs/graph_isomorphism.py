"""Checks mappings between graphs and orders of rows and columns: how many pairs or entries are not as they have to be.

A list of images is a mapping of all vertices; three numbers, where the graphs may be different, are a length of cycles
and how many of them each graph has, which are counted anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import combinations
from typing import Any

from ..base import Verdict
from ..optimum import Broken, Objective, Payload, accepted_forms, allowed, distinct, exactly, judge

__all__ = ["accepted_forms", "verify"]

_IMAGES = "Give the images as whole numbers, separated by commas."
_MAPS = ("vertex", "vertex")
_ORDERS = "Give two lists of whole numbers with a semicolon between them: rows, then columns."


def _links(edges: Sequence[Sequence[int]]) -> set[tuple[int, int]]:
    return {pair for u, v in edges for pair in ((u, v), (v, u))}


def _mapping(payload: Payload, given: list[int], small: str = "vertices", names: str = "first second") -> int:
    """How many pairs of vertices are joined on one side only."""
    count, most = payload[small], payload["vertices"]
    exactly(given, count, "images")
    allowed(given, 1, most, "vertex")
    distinct(given, "image")
    one, two = (_links(payload[name]) for name in names.split())
    return sum(
        ((u, v) in one) != ((given[u - 1], given[v - 1]) in two)
        for u, v in combinations(range(1, count + 1), 2)
    )


def _symmetry(payload: Payload, given: list[int]) -> int:
    wrong = _mapping(payload, given, names="edges edges")
    if given == list(range(1, len(given) + 1)):
        raise Broken("Each vertex is its own image.")
    return wrong


def _cycles(edges: Sequence[Sequence[int]], length: int) -> int:
    """Cycles of a length from 3 to 6: ways through them that begin at the least vertex, half of them backwards."""
    near: dict[int, list[int]] = {}
    for u, v in _links(edges):
        near.setdefault(u, []).append(v)
    ways = [[v] for v in near]
    for _ in range(length - 1):
        ways = [[*way, v] for way in ways for v in near[way[-1]] if v > way[0] and v not in way]
    return sum(way[0] in near[way[-1]] for way in ways) // 2


def _either(payload: Payload, given: list[int]) -> int:
    if len(given) != 3:
        return _mapping(payload, given)
    length, *stated = given
    if not 3 <= length <= 6:
        raise Broken("The length is not from 3 to 6.")
    counts = [_cycles(payload[name], length) for name in ("first", "second")]
    for name, count, said in zip("AB", counts, stated, strict=True):
        if count != said:
            raise Broken(f"Graph {name} has another number of cycles of length {length}.")
    if counts[0] == counts[1]:
        raise Broken("The graphs have equally many cycles of this length.")
    return 0


def _matrices(payload: Payload, given: Sequence[Any]) -> int:
    """How many entries are wrong."""
    first, second = payload["first"], payload["second"]
    exactly(given, 2, "lists")
    for numbers, count, noun in zip(given, (len(first), len(first[0])), ("row", "column"), strict=True):
        exactly(numbers, count, f"{noun}s")
        allowed(numbers, 1, count, noun)
        distinct(numbers, noun)
    rows, columns = given
    return sum(first[a - 1][b - 1] != second[i][j] for i, a in enumerate(rows) for j, b in enumerate(columns))


OBJECTIVES = {
    "mapping": Objective(_IMAGES, _mapping, maps=_MAPS),
    "same-or-not": Objective(_IMAGES, _either, maps=_MAPS),
    "embedding": Objective(_IMAGES, partial(_mapping, small="small"), maps=_MAPS),
    "symmetry": Objective(_IMAGES, _symmetry, maps=_MAPS),
    "matrices": Objective(_ORDERS, _matrices, groups=True),
}


def verify(payload: Payload, answer: str) -> Verdict:
    """Score a mapping, a proof that there is none, or two orders."""
    return judge(
        OBJECTIVES, payload, answer, nouns=("images", "mapping", "proof", "symmetry", "orders", "lists")
    )
