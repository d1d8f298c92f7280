"""Checks vertices, edges, walks, orders and divisions of a tree, and values them.

Vertices are numbered from 1. An edge or a path is two vertices; an edge of the tree may be stated in either direction.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

from ..base import Verdict
from ..optimum import Broken, Objective, Payload, accepted_forms, allowed, distinct, exactly, judge

__all__ = ["accepted_forms", "verify"]

_LIST = "Give whole numbers separated by commas."
_GROUPS = "Give whole numbers with spaces between them, and semicolons between the groups."
_PAIR = "Give two vertices, separated by a comma."

Near = dict[int, dict[int, int]]
"""For each vertex its neighbours, and the lengths of the edges to them."""


def _near(payload: Payload) -> Near:
    near: Near = {v: {} for v in range(1, len(payload["edges"]) + 2)}
    for a, b, *long in payload["edges"]:
        near[a][b] = near[b][a] = long[0] if long else 1
    return near


def _from(near: Near, root: int) -> tuple[dict[int, int], dict[int, int]]:
    """How far each vertex is that can be reached, and the vertex before it."""
    far, before = {root: 0}, {root: 0}
    stack = [root]
    while stack:
        v = stack.pop()
        for w, long in near[v].items():
            if w not in far:
                far[w], before[w] = far[v] + long, v
                stack.append(w)
    return far, before


def _path(near: Near, a: int, b: int) -> list[int]:
    _, before = _from(near, b)
    path = [a]
    while path[-1] != b:
        path.append(before[path[-1]])
    return path


def _vertices(given: list[int], near: Near) -> None:
    allowed(given, 1, len(near), "vertex")


def _chosen(payload: Payload, given: list[int]) -> Near:
    near = _near(payload)
    _vertices(given, near)
    distinct(given, "vertex")
    return near


def _pairs(given: list[list[int]], near: Near, count: int, noun: str, *, alone: bool = False) -> None:
    exactly(given, count, noun)
    for pair in given:
        exactly(pair, 2, "vertices for each pair")
        _vertices(pair, near)
        if pair[0] == pair[1] and not alone:
            raise Broken(f"The two vertices of a pair have to be different, not {pair[0]} twice.")


def _median(payload: Payload, given: list[int]) -> int:
    near = _near(payload)
    exactly(given, 2, "numbers, a vertex and a sum,")
    _vertices(given[:1], near)
    far, _ = _from(near, given[0])
    total: int = sum(payload["weights"][v - 1] * long for v, long in far.items())
    if given[1] != total:
        raise Broken("The number beside the vertex is not its sum.")
    return total


def _far_apart(payload: Payload, given: list[int]) -> int:
    near = _near(payload)
    exactly(given, 3, "numbers, two vertices and a distance,")
    _vertices(given[:2], near)
    if _from(near, given[0])[0][given[1]] != given[2]:
        raise Broken("The number behind the two vertices is not their distance.")
    return given[2]


def _added(payload: Payload, given: list[int]) -> int:
    near = _near(payload)
    _pairs([given], near, 1, "edge")
    u, v = given
    far = {w: _from(near, w)[0] for w in near}
    extra: int = payload["extra"]
    return max(
        min(far[a][b], far[a][u] + extra + far[v][b], far[a][v] + extra + far[u][b]) for a in near for b in near
    )


def _changed(payload: Payload, given: list[int]) -> int:
    near = _near(payload)
    exactly(given, 4, "vertices")
    _vertices(given, near)
    a, b, c, d = given
    if b not in near[a]:
        raise Broken(f"There is no edge {a}-{b} to be removed.")
    del near[a][b], near[b][a]
    if c == d or d in near[c] or c in _from(near, d)[0]:
        raise Broken(f"With {c}-{d} there is no tree.")
    near[c][d] = near[d][c] = 1
    return max(max(_from(near, v)[0].values()) for v in near)


def _centers(payload: Payload, given: list[int]) -> int:
    near = _chosen(payload, given)
    exactly(given, payload["count"], "vertices")
    far = {c: _from(near, c)[0] for c in given}
    return max(min(far[c][key] for c in given) for key in payload["keys"])


def _guards(payload: Payload, given: list[int]) -> int:
    near = _chosen(payload, given)
    far = {c: _from(near, c)[0] for c in given}
    for key in payload["keys"]:
        if all(far[c][key] > payload["radius"] for c in given):
            raise Broken(f"The vertex {key} is not covered.")
    return sum(payload["costs"][v - 1] for v in given)


def _depots(payload: Payload, given: list[int]) -> int:
    near, root = _chosen(payload, given), payload["root"]
    exactly(given, payload["count"], "vertices")
    if root in given:
        raise Broken(f"The root {root} is none of the vertices to be chosen.")
    far, before = _from(near, root)
    total = 0
    for v in near:
        stop = v
        while stop != root and stop not in given:
            stop = before[stop]
        total += payload["weights"][v - 1] * (far[v] - far[stop])
    return total


def _patrol(payload: Payload, given: list[list[int]]) -> int:
    """The walk repeats those edges of the tree that have an odd number of odd vertices on either side."""
    near = _near(payload)
    _pairs(given, near, payload["count"], "edges")
    odd = {v: len(near[v]) % 2 for v in near}
    for pair in given:
        for v in pair:
            odd[v] ^= 1
    far, before = _from(near, 1)
    repeated = 0
    for v in sorted(near, key=lambda v: -far[v])[:-1]:
        repeated += odd[v]
        odd[before[v]] ^= odd[v]
    return len(payload["edges"]) + len(given) + repeated


def _two_paths(payload: Payload, given: list[list[int]]) -> int:
    near = _near(payload)
    _pairs(given, near, 2, "paths", alone=True)
    paths = [_path(near, a, b) for a, b in given]
    first, second = ({frozenset(edge) for edge in pairwise(path)} for path in paths)
    if first & second:
        raise Broken("The two paths have an edge in common.")
    left = set(near) - set(paths[0]) - set(paths[1])
    return len(left) - sum(a in left and b in left for a, b in payload["edges"])


def _cover(payload: Payload, given: list[list[int]]) -> int:
    near = _near(payload)
    _pairs(given, near, payload["count"], "paths")
    return len({v for a, b in given for v in _path(near, a, b)})


def _walk(payload: Payload, given: list[int]) -> int:
    near = _near(payload)
    exactly(given, payload["steps"] + 1, "vertices")
    _vertices(given, near)
    if given[0] != payload["start"]:
        raise Broken(f"The walk has to begin at {payload['start']}.")
    for a, b in pairwise(given):
        if b not in near[a]:
            raise Broken(f"There is no edge {a}-{b}.")
    return len(set(given))


def _hops(payload: Payload, given: list[int]) -> int:
    """How many steps are too long."""
    near = _chosen(payload, given)
    exactly(given, len(near), "vertices")
    return sum(b not in near[a] and not near[a].keys() & near[b].keys() for a, b in pairwise(given))


def _directions(payload: Payload, given: list[list[int]]) -> int:
    near = _near(payload)
    _pairs(given, near, len(near) - 1, "edges")
    ahead: Near = {v: {} for v in near}
    for a, b in given:
        if b not in near[a]:
            raise Broken(f"There is no edge {a}-{b}.")
        if b in ahead[a] or a in ahead[b]:
            raise Broken(f"The edge {a}-{b} is given twice.")
        ahead[a][b] = 1
    return sum(len(_from(ahead, v)[0]) - 1 for v in near)


def _even_parts(payload: Payload, given: list[list[int]]) -> int:
    near = _near(payload)
    every = [v for group in given for v in group]
    _vertices(every, near)
    distinct(every, "vertex")
    exactly(every, len(near), "vertices")
    for group in given:
        exactly(group, payload["part"], "vertices for each group")
        within = {v: {w: 1 for w in near[v] if w in group} for v in group}
        if len(_from(within, group[0])[0]) < len(group):
            raise Broken(f"The group {' '.join(map(str, group))} is not connected.")
    return 0


def _precedence(payload: Payload, given: list[int]) -> int:
    exactly(given, len(payload["parents"]), "numbers")
    allowed(given, 1, len(given), "vertex")
    distinct(given, "number")
    place = {v: at for at, v in enumerate(given, 1)}
    for v, before in enumerate(payload["parents"], 1):
        if before and place[before] > place[v]:
            raise Broken(f"{before} has to come before {v}.")
    return sum(at * payload["weights"][v - 1] for v, at in place.items())


def _balance(payload: Payload, given: list[int]) -> int:
    """Values that are kept have to agree about the root, where each vertex has its share of the whole."""
    near = _chosen(payload, given)
    far, before = _from(near, 1)
    share = {1: Fraction(1)}
    for v in sorted(near, key=lambda v: far[v])[1:]:
        parent = before[v]
        share[v] = share[parent] / (len(near[parent]) - (parent != 1))
    kept = {payload["values"][v - 1] / share[v] for v in near if v not in given}
    if len(kept) > 1:
        raise Broken("The values that are kept do not go together.")
    return len(given)


def _depths(payload: Payload, given: list[int]) -> int:
    edges = payload["edges"]
    exactly(given, len(edges), "lengths")
    if min(given) < 0:
        raise Broken("A length is negative.")
    near = _near({"edges": [[a, b, new] for (a, b, _), new in zip(edges, given, strict=True)]})
    far, _ = _from(near, 1)
    if len({far[v] for v in near if len(near[v]) == 1 and v != 1}) > 1:
        raise Broken("The leaves are not equally far from the root.")
    return sum(abs(new - old) for (_, _, old), new in zip(edges, given, strict=True))


OBJECTIVES = {
    "weighted-median": Objective("Give a vertex and its sum, separated by a comma.", _median),
    "far-apart": Objective(
        "Give two vertices and their distance, separated by commas.", _far_apart, largest=True
    ),
    "added-edge": Objective(_PAIR, _added, links=True),
    "changed-edge-short": Objective("Give four vertices, separated by commas.", _changed, links=True),
    "changed-edge-long": Objective(
        "Give four vertices, separated by commas.", _changed, largest=True, links=True
    ),
    "centers": Objective(_LIST, _centers),
    "guards": Objective(_LIST, _guards),
    "depots": Objective(_LIST, _depots),
    "patrol": Objective(_GROUPS, _patrol, groups=True, links=True),
    "two-paths": Objective(_GROUPS, _two_paths, largest=True, groups=True, links=True),
    "path-cover": Objective(_GROUPS, _cover, largest=True, groups=True, links=True),
    "walk": Objective(_LIST, _walk, largest=True),
    "hops": Objective(_LIST, _hops),
    "directions": Objective(_GROUPS, _directions, largest=True, groups=True),
    "even-parts": Objective(_GROUPS, _even_parts, groups=True),
    "precedence": Objective(_LIST, _precedence, largest=True),
    "balanced-values": Objective(_LIST, _balance),
    "equal-depths": Objective(_LIST, _depths),
}


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, what was chosen of a tree."""
    return judge(
        OBJECTIVES, payload, answer, ("vertices", "edges", "paths", "walk", "order", "groups", "lengths")
    )
