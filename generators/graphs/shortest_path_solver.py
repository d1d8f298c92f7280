"""Shortest paths a second time: the walk is added up, and the least sum found by Bellman-Ford relaxation.

The least sum that stands in the payload is not read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise

from ..base import Json

_WALK = re.compile(r"[A-Za-z0-9]+(?:(?:\s*(?:-{0,2}>|=>|→|[-–—,;|])\s*|\s+)[A-Za-z0-9]+)*")


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer is a path from the start to the goal that no path undercuts."""
    if not _WALK.fullmatch(answer.strip()):
        return False
    walk = re.findall(r"[a-z0-9]+", answer.lower())
    arcs = {(u, v): weight for u, near in payload["edges"].items() for v, weight in near.items()}
    steps = list(pairwise(walk))
    if (walk[0], walk[-1]) != (payload["start"], payload["goal"]) or not arcs.keys() >= set(steps):
        return False
    return bool(sum(arcs[step] for step in steps) == _least(arcs, payload["start"])[payload["goal"]])


def _least(arcs: Mapping[tuple[str, str], int], start: str) -> dict[str, int]:
    """The least sum of weights from the start to each node that it reaches."""
    best, changed = {start: 0}, True
    while changed:
        changed = False
        for (u, v), weight in arcs.items():
            if u in best and best[u] + weight < best.get(v, best[u] + weight + 1):
                best[v], changed = best[u] + weight, True
    return best
