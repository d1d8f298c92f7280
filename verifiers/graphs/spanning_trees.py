"""Checks trees in graphs: the edges exist and form what the task asks for; then their sum is worked out anew.

An edge is two vertices, in either order; where edges have a direction, the first vertex is where it begins, or the one
that is nearer to the root. For ``degrees`` and ``marked`` the worth is what is too much or too little.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from ..base import Verdict
from ..optimum import Broken, Objective, Payload, accepted_forms, exactly, in_twos, judge

__all__ = ["accepted_forms", "verify"]

Given = list[list[int]]
Pair = tuple[int, int]


def _edges(payload: Payload, given: Given) -> list[Pair]:
    """The edges as the answer writes them; each exists and is given once."""
    pairs = in_twos(given, "edge")
    known = {(min(e[:2]), max(e[:2])) for e in payload["edges"]}
    seen = set[Pair]()
    for u, v in pairs:
        edge = min(u, v), max(u, v)
        if edge not in known:
            raise Broken(f"There is no edge between {u} and {v}.")
        if edge in seen:
            raise Broken(f"The edge {u}-{v} is given twice.")
        seen.add(edge)
    return pairs


def _weights(payload: Payload) -> Mapping[Pair, int]:
    both = [(u, v, w) for u, v, w in payload["edges"]]
    return {(u, v): w for u, v, w in both} | {(v, u): w for u, v, w in both}


def _reached(pairs: Iterable[Pair], start: int, directed: bool = False) -> set[int]:
    near: dict[int, list[int]] = {}
    for u, v in pairs:
        near.setdefault(u, []).append(v)
        if not directed:
            near.setdefault(v, []).append(u)
    found = {start}
    todo = [start]
    for v in todo:
        new = [u for u in near.get(v, ()) if u not in found]
        found.update(new)
        todo += new
    return found


def _tree(payload: Payload, given: Given) -> list[Pair]:
    pairs = _edges(payload, given)
    n = payload["vertices"]
    exactly(pairs, n - 1, "edges")
    missing = set(range(1, n + 1)) - _reached(pairs, 1)
    if missing:
        raise Broken(f"The edges do not join the vertices 1 and {min(missing)}.")
    return pairs


def _minimum(payload: Payload, given: Given) -> int:
    weights = _weights(payload)
    return sum(weights[pair] for pair in _tree(payload, given))


def _directed(payload: Payload, given: Given) -> int:
    weights = {(u, v): w for u, v, w in payload["edges"]}
    pairs, root = in_twos(given, "edge"), payload["root"]
    into = set[int]()
    for u, v in pairs:
        if (u, v) not in weights:
            raise Broken(f"No edge leads from {u} to {v}.")
        if v == root or v in into:
            raise Broken(f"{'An edge leads' if v == root else 'Two edges lead'} into {v}.")
        into.add(v)
    missing = set(range(1, payload["vertices"] + 1)) - _reached(pairs, root, directed=True)
    if missing:
        raise Broken(f"Vertex {min(missing)} cannot be reached from {root}.")
    return sum(weights[pair] for pair in pairs)


def _depth_weighted(payload: Payload, given: Given) -> int:
    pairs, weights = _tree(payload, given), _weights(payload)
    above = {v: u for u, v in pairs}
    if len(above) < len(pairs):
        raise Broken("Two edges lead to the same vertex: not all of them lead away from one root.")
    depth = {v: 0 for v in range(1, payload["vertices"] + 1) if v not in above}
    left = dict(above)
    while left:  # a tree with one vertex that no edge leads to: each round finds some
        for v in [v for v in left if left[v] in depth]:
            depth[v] = depth[left.pop(v)] + 1
    return sum(weights[pair] * depth[pair[1]] for pair in pairs)


def _steiner(payload: Payload, given: Given) -> int:
    pairs, weights = _edges(payload, given), _weights(payload)
    keys = payload["keys"]
    reached = _reached(pairs, keys[0])
    for v in keys:
        if v not in reached:
            raise Broken(f"The vertices {keys[0]} and {v} are not joined.")
    for u, v in pairs:
        if u not in reached:
            raise Broken(f"The edge {u}-{v} is not connected to the others.")
    return sum(weights[pair] for pair in pairs)


def _degrees(payload: Payload, given: Given) -> int:
    ends = [v for pair in _tree(payload, given) for v in pair]
    return sum(abs(ends.count(v) - degree) for v, degree in enumerate(payload["degrees"], 1))


def _marked(payload: Payload, given: Given) -> int:
    return abs(_minimum(payload, given) - int(payload["count"]))


_FORM = 'Give each edge as its two vertices, with semicolons between the edges: "1 2; 2 4".'


def _listed(worth: Callable[[Payload, Given], int]) -> Objective:
    return Objective(_FORM, worth, groups=True, links=True)


OBJECTIVES = {
    "minimum": _listed(_minimum),
    "directed": _listed(_directed),
    "depth-weighted": _listed(_depth_weighted),
    "steiner": _listed(_steiner),
    "degrees": _listed(_degrees),
    "marked": _listed(_marked),
}


def verify(payload: Payload, answer: str) -> Verdict:
    """Score the edges of a tree."""
    return judge(OBJECTIVES, payload, answer, nouns=("edges", "tree", "spanning tree", "arborescence"))
