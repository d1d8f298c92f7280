"""Spanning trees a second time: Prim's tree, prices of sets, depths layer by layer, distances of all pairs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations

from ..kernels.optimum import Worth, confirming_optimum

Groups = list[list[int]]
FAR = 10**9


def _pairs(given: Groups) -> list[tuple[int, int]] | None:
    flat = [v for part in given for v in part]
    if any(len(part) % 2 for part in given):
        return None
    return list(zip(flat[::2], flat[1::2], strict=True))


def _joined(pairs: Iterable[tuple[int, int]], start: int) -> set[int]:
    """What is joined to a vertex, directly or through others."""
    found, size = {start}, 0
    pairs = list(pairs)
    while len(found) > size:
        size = len(found)
        found |= {v for pair in pairs if found & set(pair) for v in pair}
    return found


def _chosen(given: Groups, edges: Groups) -> list[list[int]] | None:
    """The chosen edges as the task has them; None if one is no edge or comes twice."""
    pairs = _pairs(given)
    if pairs is None or len({frozenset(pair) for pair in pairs}) < len(pairs):
        return None
    known = {frozenset(edge[:2]): edge for edge in edges}
    return [known[frozenset(p)] for p in pairs] if all(frozenset(p) in known for p in pairs) else None


def _tree(given: Groups, vertices: int, edges: Groups) -> list[list[int]] | None:
    chosen = _chosen(given, edges)
    if chosen is None or len(chosen) != vertices - 1:
        return None
    return chosen if len(_joined([(e[0], e[1]) for e in chosen], 1)) == vertices else None


def _weight(given: Groups, vertices: int, edges: Groups) -> int | None:
    chosen = _tree(given, vertices, edges)
    return None if chosen is None else sum(edge[2] for edge in chosen)


def _prim(vertices: int, edges: Groups) -> int:
    inside, total = {1}, 0
    while len(inside) < vertices:
        w, v = min((w, v if u in inside else u) for u, v, w in edges if (u in inside) != (v in inside))
        inside.add(v)
        total += w
    return total


def _directed(given: Groups, vertices: int, root: int, edges: Groups) -> int | None:
    weight = {(u, v): w for u, v, w in edges}
    pairs = _pairs(given)
    if pairs is None or any(pair not in weight for pair in pairs):
        return None
    heads = sorted(v for _, v in pairs)
    fits = heads == sorted({*range(1, vertices + 1)} - {root}) and len(_joined(pairs, root)) == vertices
    return sum(weight[pair] for pair in pairs) if fits else None


def _directed_best(vertices: int, root: int, edges: Groups) -> int:
    """What all sets without the root may be charged for being entered (D. R. Fulkerson 1974)."""
    left = {(u, v): w for u, v, w in edges}
    total = 0
    while True:
        tight = [arc for arc, w in left.items() if w == 0]
        before: dict[int, set[int]] = {}
        for v in range(1, vertices + 1):
            found = [v]
            for x in found:
                found += [a for a, b in tight if b == x and a not in found]
            before[v] = set(found)
        charged = min(
            (part for part in before.values() if root not in part),
            key=lambda p: (len(p), min(p)),
            default=set[int](),
        )
        if not charged:
            return total
        entering = [arc for arc in left if arc[1] in charged and arc[0] not in charged]
        price = min(left[arc] for arc in entering)
        total += price
        for arc in entering:
            left[arc] -= price


def _depths(given: Groups, vertices: int, edges: Groups) -> int | None:
    pairs = _pairs(given)
    if _tree(given, vertices, edges) is None or pairs is None:
        return None
    above = {v: u for u, v in pairs}
    weight = {frozenset(edge[:2]): edge[2] for edge in edges}
    if len(above) != vertices - 1:
        return None
    total = 0
    for v, u in above.items():
        depth, at = 1, u
        while at in above:
            depth, at = depth + 1, above[at]
        total += depth * weight[frozenset((u, v))]
    return total


def _depths_best(vertices: int, edges: Groups) -> int:
    """Layer by layer: each vertex of the next layer hangs on its cheapest edge to the last one."""
    near = {v: {b if a == v else a: w for a, b, w in edges if v in (a, b)} for v in range(1, vertices + 1)}
    full = frozenset(near)

    @cache
    def least(seen: frozenset[int], last: frozenset[int], depth: int) -> int:
        if seen == full:
            return 0
        price = {
            v: min(near[v][u] for u in last & near[v].keys()) for v in full - seen if last & near[v].keys()
        }
        return min(
            (
                depth * sum(price[v] for v in layer) + least(seen.union(layer), frozenset(layer), depth + 1)
                for k in range(1, len(price) + 1)
                for layer in combinations(sorted(price), k)
            ),
            default=FAR,
        )

    return min(least(frozenset({v}), frozenset({v}), 1) for v in near)


def _steiner(given: Groups, vertices: int, edges: Groups, keys: list[int]) -> int | None:
    chosen = _chosen(given, edges)
    if not chosen:
        return None
    piece = _joined([(e[0], e[1]) for e in chosen], chosen[0][0])
    whole = piece.issuperset(keys) and all(edge[0] in piece for edge in chosen)
    return sum(edge[2] for edge in chosen) if whole else None


def _steiner_best(vertices: int, edges: Groups, keys: list[int]) -> int:
    """For each set of keys, trees that hang on a vertex: two of them meet, and go on along a shortest way."""
    names = range(1, vertices + 1)
    far = {(u, v): FAR * (u != v) for u in names for v in names}
    for u, v, w in edges:
        far[u, v] = far[v, u] = w
    for k in names:
        for u in names:
            for v in names:
                far[u, v] = min(far[u, v], far[u, k] + far[k, v])

    @cache
    def hung(held: frozenset[int], at: int) -> int:
        if len(held) == 1:
            return far[min(held), at]
        return min(far[at, v] + meet(held, v) for v in names)

    @cache
    def meet(held: frozenset[int], at: int) -> int:
        first, *rest = sorted(held)
        parts = [frozenset({first, *c}) for k in range(len(rest)) for c in combinations(rest, k)]
        return min(hung(part, at) + hung(held - part, at) for part in parts)

    return hung(frozenset(keys[1:]), keys[0])


def _degrees(given: Groups, vertices: int, edges: Groups, degrees: list[int], made: Groups) -> int | None:
    chosen = _tree(given, vertices, edges)
    if chosen is None:
        return None
    ends = [v for edge in chosen for v in edge]
    return sum(abs(ends.count(v) - degrees[v - 1]) for v in range(1, vertices + 1))


def _marked(given: Groups, vertices: int, edges: Groups, count: int, made: Groups) -> int | None:
    marks = _weight(given, vertices, edges)
    return None if marks is None else abs(marks - count)


def _nothing(**_: object) -> int:
    return 0


_KINDS: dict[str, tuple[Callable[..., Worth | None], Callable[..., Worth]]] = {
    "minimum": (_weight, _prim),
    "directed": (_directed, _directed_best),
    "depth-weighted": (_depths, _depths_best),
    "steiner": (_steiner, _steiner_best),
    "degrees": (_degrees, _nothing),
    "marked": (_marked, _nothing),
}
confirms = confirming_optimum(_KINDS, frozenset(_KINDS))
