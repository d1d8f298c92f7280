"""Clues of zebra puzzles: what they mean, their opposites, and how true ones are drawn.

The values of all attributes are numbered in one row: value v of attribute a is ``a * houses + v``; houses
are numbered from 0 at the left. A clue is a list, the form that the payload carries:

* ``["in", x, h, ...]``: x is in one of these houses; ``["out", x, h]``: x is not in house h;
* ``["same", x, y]``, ``["apart", x, y]``: in the same house, in different houses;
* ``["next", x, y]``: in neighbouring houses; ``["gap", x, y, k]``: exactly k houses stand between them;
* ``["before", x, y]``: x immediately to the left of y; ``["left", x, y]``: x anywhere to the left of y;
* ``["oneof", x, y, z]``: x is in the house of y or in that of z, two values of one attribute.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

Clue = list[Any]
Images = tuple[int, ...]
"""For each set of houses of x (a bit mask), the houses that y may then be in."""

KINDS = ("place", "out", "end", "either", "same", "apart", "next", "gap", "before", "left", "oneof")


@lru_cache(maxsize=512)
def images(houses: int, kind: str, k: int = 0, *, negated: bool = False) -> tuple[Images, Images]:
    """For a clue on x and y: where y may be given the houses of x, and where x may be given those of y."""
    offsets = {"same": (0,), "apart": (0,), "next": (-1, 1), "gap": (-k - 1, k + 1), "before": (1,)}
    allowed = offsets.get(kind) or range(1, houses)
    flip = negated ^ (kind == "apart")
    fits = [[(y - x in allowed) != flip for y in range(houses)] for x in range(houses)]
    forward = [sum(fits[x][y] << y for y in range(houses)) for x in range(houses)]
    backward = [sum(fits[x][y] << x for x in range(houses)) for y in range(houses)]
    return _union(forward), _union(backward)


def holds(clue: Clue, where: Sequence[int]) -> bool:
    """Whether a clue is true when value x is in house ``where[x]``."""
    kind: str = clue[0]
    x = where[clue[1]]
    if kind in ("in", "out"):
        return (x in clue[2:]) is (kind == "in")
    distance = where[clue[2]] - x
    if kind == "same":
        return distance == 0
    if kind == "apart":
        return distance != 0
    if kind == "next":
        return distance in (-1, 1)
    if kind == "before":
        return distance == 1
    if kind == "left":
        return distance > 0
    if kind == "gap":
        between: int = clue[3]
        return abs(distance) == between + 1
    return distance == 0 or x == where[clue[3]]


def values_of(clue: Clue) -> list[int]:
    """The values that a clue is about."""
    return clue[1 : {"in": 2, "out": 2, "oneof": 4}.get(clue[0], 3)]


def _union(single: list[int]) -> Images:
    whole = [0] * (1 << len(single))
    for mask in range(1, len(whole)):
        lowest = mask & -mask
        whole[mask] = whole[mask ^ lowest] | single[lowest.bit_length() - 1]
    return tuple(whole)


def draw(rng: random.Random, houses: int, where: Sequence[int], at: Sequence[int], kind: str) -> Clue | None:
    """A true clue of a kind, or None if the draw went wrong.

    Args:
        rng: the task's random source.
        houses: number of houses.
        where: the house of each value.
        at: the value of attribute a in house h, as ``at[a * houses + h]``.
        kind: one of `KINDS`; "place", "end" and "either" are kinds of "in".
    """
    random = rng.random
    x = int(random() * len(where))
    h = where[x]
    if kind == "place":
        return ["in", x, h]
    if kind == "end":
        return ["in", x, 0, houses - 1] if h in (0, houses - 1) and houses > 2 else None
    if kind in ("out", "either"):
        other = int(random() * (houses - 1))
        other += other >= h
        if kind == "out":
            return ["out", x, other]
        return ["in", x, *sorted((h, other))] if houses > 2 else None
    if kind in ("same", "apart", "oneof"):
        a = x // houses
        b = int(random() * (len(where) // houses - 1))
        b += b >= a
        mate = at[b * houses + h]
        if kind == "same":
            return ["same", x, mate]
        stranger = b * houses + int(random() * houses)
        if stranger == mate:
            return None
        return ["apart", x, stranger] if kind == "apart" else ["oneof", x, *sorted((mate, stranger))]
    k = int(random() * (houses - 2)) + 1 if kind == "gap" else 0
    step = int(random() * (houses - 1)) + 1 if kind == "left" else k + 1
    if kind in ("next", "gap") and random() < 0.5:
        step = -step
    if not 0 <= h + step < houses:
        return None
    y = at[int(random() * (len(at) // houses)) * houses + h + step]
    return [kind, x, y, k] if kind == "gap" else [kind, x, y]
