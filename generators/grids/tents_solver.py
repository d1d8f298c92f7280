"""Tents a second time: trees and tents are paired by setting aside whoever has one partner left, then by trying.

Where each of the rest has at least two partners, one pairing is tried after the other.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..base import Json
from .square_answers import square

Partners = dict[int, set[int]]


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer is a grid of tents that keeps all rules."""
    n = payload["size"]
    cells = square(answer, n, one_digit=True)
    if cells is None or max(cells) > 1:
        return False
    tents, trees = {cell for cell, tent in enumerate(cells) if tent}, set(payload["trees"])
    if tents & trees or len(tents) != len(trees):
        return False
    for tent in tents:
        near = {
            tent + down * n + right for down in (-1, 0, 1) for right in (-1, 0, 1) if 0 <= tent % n + right < n
        }
        if len(near & tents) > 1:
            return False
    for line, wanted in enumerate(payload["rows"] + payload["columns"]):
        found = sum(tent // n == line if line < n else tent % n == line - n for tent in tents)
        if wanted not in (None, found):
            return False
    beside: Partners = {
        tree: {tree + step for step in (-n, n, -1, 1) if abs((tree + step) % n - tree % n) < 2} & tents
        for tree in trees
    }
    return _can_pair(beside)


def _can_pair(beside: Partners) -> bool:
    """Whether each tree can have a partner of its own."""
    while beside:
        tree = min(beside, key=lambda tree: len(beside[tree]))
        lonely = next(
            (t for t in set().union(*beside.values()) if sum(t in each for each in beside.values()) == 1), -1
        )
        if not beside[tree]:
            return False
        if len(beside[tree]) > 1 and lonely < 0:
            return any(_can_pair(_without(beside, tree, tent)) for tent in beside[tree])
        if len(beside[tree]) > 1:
            tree = next(each for each in beside if lonely in beside[each])
            beside = _without(beside, tree, lonely)
        else:
            beside = _without(beside, tree, next(iter(beside[tree])))
    return True


def _without(beside: Partners, tree: int, tent: int) -> Partners:
    return {other: tents - {tent} for other, tents in beside.items() if other != tree}
