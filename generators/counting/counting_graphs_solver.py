"""Counting in graphs a second time: by sets of vertices or edges, by recurrences, and by trying all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import combinations, product
from math import gcd

from ..kernels.count import recounting


def _ends(edges: Sequence[str]) -> list[tuple[str, str]]:
    return [(edge[0], edge[1]) for edge in edges]


def _masks(vertices: str, edges: list[str]) -> list[int]:
    at = {v: i for i, v in enumerate(vertices)}
    near = [0] * len(vertices)
    for a, b in _ends(edges):
        near[at[a]] |= 1 << at[b]
        near[at[b]] |= 1 << at[a]
    return near


def _cycles(vertices: str, edges: list[str]) -> int:
    """Paths from the least vertex of a set through all of it, closed by an edge; each cycle is met twice."""
    near, n = _masks(vertices, edges), len(vertices)
    paths = [[0] * n for _ in range(1 << n)]
    found = 0
    for v in range(n):
        paths[1 << v][v] = 1
    for used in range(1, 1 << n):
        least = (used & -used).bit_length() - 1
        for last in range(n):
            if ways := paths[used][last]:
                if used.bit_count() > 2 and near[last] >> least & 1:
                    found += ways
                for v in range(least + 1, n):
                    if near[last] >> v & 1 and not used >> v & 1:
                        paths[used | 1 << v][v] += ways
    return found // 2


def _triangles(vertices: str, edges: list[str]) -> int:
    """A sixth of the closed walks of three steps."""
    near = _masks(vertices, edges)
    n = range(len(vertices))
    return sum((near[a] & near[b]).bit_count() for a in n for b in n if near[a] >> b & 1) // 6


def _colour_values(vertices: str, edges: list[str], caps: list[int]) -> int:
    ends = [(vertices.index(a), vertices.index(b)) for a, b in _ends(edges)]
    colourings = product(*(range(1, cap + 1) for cap in caps))
    return sum(len(set(chosen)) for chosen in colourings if all(chosen[a] != chosen[b] for a, b in ends))


def _tree_copies(vertices: str, edges: list[str], tree: list[str]) -> int:
    """From the leaves up: for each branch, sets of the graph's vertices and where its root is."""
    near, n = _masks(vertices, edges), len(vertices)

    def branch(root: str, above: str) -> dict[tuple[int, int], int]:
        table = {(1 << v, v): 1 for v in range(n)}
        for x, y in _ends(tree):
            if root in (x, y) and (child := y if root == x else x) != above:
                below = branch(child, root)
                merged: dict[tuple[int, int], int] = {}
                for (used, v), ways in table.items():
                    for (other, u), more in below.items():
                        if near[v] >> u & 1 and not used & other:
                            key = (used | other, v)
                            merged[key] = merged.get(key, 0) + ways * more
                table = merged
        return table

    return sum(branch("a", "").values())


def _trees(vertices: str, edges: list[str]) -> list[tuple[int, ...]]:
    """All sets of edges, by their numbers, that are spanning trees."""
    found = []
    for chosen in combinations(range(len(edges)), len(vertices) - 1):
        root = {v: v for v in vertices}
        for e in chosen:
            a, b = root[edges[e][0]], root[edges[e][1]]
            if a == b:
                break
            root = {v: a if r == b else r for v, r in root.items()}
        else:
            found.append(chosen)
    return found


def _minimum_trees(vertices: str, edges: list[str], weights: list[int]) -> int:
    sums = [sum(weights[e] for e in tree) for tree in _trees(vertices, edges)]
    return sums.count(min(sums))


def _tree_orders(vertices: str, rules: list[str]) -> int:
    """By the set of those that have been done."""
    at = {v: i for i, v in enumerate(vertices)}
    needs = [0] * len(vertices)
    for a, b in _ends(rules):
        needs[at[b]] |= 1 << at[a]
    ways = [1] + [0] * ((1 << len(vertices)) - 1)
    for done in range(1, 1 << len(vertices)):
        ways[done] = sum(
            ways[done ^ 1 << v]
            for v in range(len(vertices))
            if done >> v & 1 and not needs[v] & ~(done ^ 1 << v)
        )
    return ways[-1]


def _walks(vertices: str, edges: list[str], start: str, goal: str, steps: int) -> int:
    """By vertices: those of k + 1 steps are all extensions, less those that turn round."""
    near = _masks(vertices, edges)
    n = range(len(vertices))
    first = [int(v == vertices.index(start)) for v in n]

    def extended(table: list[int]) -> list[int]:
        return [sum(table[u] for u in n if near[v] >> u & 1) for v in n]

    degree = [near[v].bit_count() for v in n]
    before, now = first, extended(first)
    for step in range(2, steps + 1):
        more = extended(now)
        less = [before[v] * (degree[v] - (step > 2)) for v in n]
        before, now = now, [a - b for a, b in zip(more, less, strict=True)]
    return now[vertices.index(goal)]


def _equal_triples(vertices: str, edges: list[str]) -> int:
    n = len(vertices)
    far = [[0 if a == b else 99 for b in range(n)] for a in range(n)]
    for a, b in _ends(edges):
        i, j = vertices.index(a), vertices.index(b)
        far[i][j] = far[j][i] = 1
    for k in range(n):
        for i in range(n):
            for j in range(n):
                far[i][j] = min(far[i][j], far[i][k] + far[k][j])
    return sum(far[a][b] == far[a][c] == far[b][c] for a, b, c in combinations(range(n), 3))


def _independent_sets(vertices: str, edges: list[str]) -> int:
    near = _masks(vertices, edges)

    @cache
    def ways(left: int) -> int:
        if not left:
            return 1
        v = left.bit_length() - 1
        rest = left ^ 1 << v
        return ways(rest) + ways(rest & ~near[v])

    return ways((1 << len(vertices)) - 1)


def _gcd_trees(vertices: str, edges: list[str], weights: list[int]) -> int:
    return sum(gcd(*(weights[e] for e in tree)) for tree in _trees(vertices, edges))


def _nearly(vertices: str, missing: list[str]) -> int:
    """The cycles of the edges that there are."""
    pairs = ["".join(pair) for pair in combinations(vertices, 2)]
    return _cycles(vertices, [pair for pair in pairs if pair not in missing])


def _right_angles(heights: list[int]) -> int:
    """Independent sets of places, by the longest sides of triangles up to the sum of two lengths."""
    squares = {c * c for c in range(2 * max(heights))}
    near = [
        sum(1 << j for j, b in enumerate(heights) if gcd(a, b) == 1 and a * a + b * b in squares)
        for a in heights
    ]

    @cache
    def ways(left: int) -> int:
        if not left:
            return 1
        v = left.bit_length() - 1
        return ways(left ^ 1 << v) + ways((left ^ 1 << v) & ~near[v])

    return ways((1 << len(heights)) - 1) - 1


RECOUNTS: Mapping[str, Callable[..., int]] = {
    "cycles": _cycles,
    "triangles": _triangles,
    "colour-values": _colour_values,
    "tree-copies": _tree_copies,
    "minimum-trees": _minimum_trees,
    "spanning-trees": lambda vertices, edges: len(_trees(vertices, edges)),
    "tree-orders": _tree_orders,
    "walks": _walks,
    "equal-triples": _equal_triples,
    "independent-sets": _independent_sets,
    "gcd-trees": _gcd_trees,
    "nearly-complete": _nearly,
    "right-angles": _right_angles,
}
solve, confirms = recounting(RECOUNTS)
