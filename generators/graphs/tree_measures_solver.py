"""Tree measures a second time: distances of all pairs, choices of subsets, and other recursions."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise

from ..kernels.optimum import confirming_optimum

Edges = list[list[int]]
Table = list[list[int]]
FAR = 10**9


def _all_pairs(edges: Iterable[list[int]], n: int) -> Table:
    """Floyd's distances; row and column 0 stand for nothing."""
    d = [[0 if a == b else FAR for b in range(n + 1)] for a in range(n + 1)]
    for a, b, *long in edges:
        d[a][b] = d[b][a] = min(d[a][b], long[0] if long else 1)
    for m in range(1, n + 1):
        through = d[m]
        for a in range(1, n + 1):
            if d[a][m] < FAR:
                d[a] = [
                    old if old <= d[a][m] + new else d[a][m] + new
                    for old, new in zip(d[a], through, strict=True)
                ]
    return d


def _size(edges: Edges) -> int:
    return len(edges) + 1


def _distances(edges: Edges) -> Table:
    return _all_pairs(edges, _size(edges))


def _fits(given: Iterable[int], n: int) -> bool:
    return all(0 < v <= n for v in given)


def _subset(given: list[int], n: int, count: int = -1) -> bool:
    return _fits(given, n) and len(set(given)) == len(given) and (count < 0 or len(given) == count)


def _two(given: list[list[int]], n: int, count: int) -> bool:
    return len(given) == count and all(len(p) == 2 and _fits(p, n) for p in given)


def _cost(v: int, edges: Edges, weights: list[int]) -> int:
    return sum(w * long for w, long in zip(weights, _distances(edges)[v][1:], strict=True))


def _median(given: list[int], edges: Edges, weights: list[int]) -> int | None:
    fits = len(given) == 2 and _fits(given[:1], _size(edges)) and _cost(given[0], edges, weights) == given[1]
    return given[1] if fits else None


def _median_best(edges: Edges, weights: list[int]) -> int:
    d = _distances(edges)
    return min(sum(w * long for w, long in zip(weights, row[1:], strict=True)) for row in d[1:])


def _apart(given: list[int], edges: Edges) -> int | None:
    fits = (
        len(given) == 3 and _fits(given[:2], _size(edges)) and _distances(edges)[given[0]][given[1]] == given[2]
    )
    return given[2] if fits else None


def _longest(d: Table, vertices: Iterable[int]) -> int:
    return max((d[a][b] for a, b in combinations(vertices, 2)), default=0)


def _added(given: list[int], edges: Edges, extra: int) -> int | None:
    n = _size(edges)
    if not _two([given], n, 1) or given[0] == given[1]:
        return None
    return _longest(_all_pairs([*edges, [*given, extra]], n), range(1, n + 1))


def _added_best(edges: Edges, extra: int) -> int:
    n, d = _size(edges), _distances(edges)
    best = FAR
    for u, v in combinations(range(1, n + 1), 2):
        worst = 0
        for a in range(1, n + 1):
            to_u, to_v = d[a][u] + extra, d[a][v] + extra
            worst = max(worst, *map(min, d[a][1:], [to_u + x for x in d[v][1:]], [to_v + x for x in d[u][1:]]))
            if worst >= best:
                break
        best = min(best, worst)
    return best


def _without(edges: Edges, a: int, b: int) -> Edges:
    return [edge for edge in edges if set(edge[:2]) != {a, b}]


def _changed(given: list[int], edges: Edges) -> int | None:
    n = _size(edges)
    if len(given) != 4 or not _fits(given, n):
        return None
    rest = _without(edges, *given[:2])
    d = _all_pairs([*rest, given[2:]], n)
    ok = len(rest) == n - 2 and given[2] != given[3] and max(map(max, (row[1:] for row in d[1:]))) < FAR
    return _longest(d, range(1, n + 1)) if ok else None


def _changes(edges: Edges) -> Iterable[int]:
    """The diameters of all trees that one change makes."""
    n = _size(edges)
    for a, b in edges:
        d = _all_pairs(_without(edges, a, b), n)
        left = [v for v in range(1, n + 1) if d[a][v] < FAR]
        right = [v for v in range(1, n + 1) if d[b][v] < FAR]
        inner = max(_longest(d, left), _longest(d, right))
        deep = [{max(d[v][w] for w in side) for v in side} for side in (left, right)]
        yield from (max(inner, x + 1 + y) for x in deep[0] for y in deep[1])


def _cheapest(masks: dict[int, tuple[int, int]], keys: int) -> int:
    """The least cost of covering bits: the last one uncovered is covered by each choice that no other beats."""
    order = sorted(masks.items())

    @cache
    def least(left: int) -> int:
        if not left:
            return 0
        bit = left.bit_length() - 1
        ways = {(mask & left, cost) for _, (mask, cost) in order if mask >> bit & 1}
        kept = [w for w in ways if not any(o != w and o[1] <= w[1] and not w[0] & ~o[0] for o in ways)]
        return min(cost + least(left & ~mask) for mask, cost in kept)

    return least(keys)


def _reaching(edges: Edges, keys: list[int], radius: int, costs: list[int]) -> int:
    """Keys are bits, deeper ones higher."""
    d = _distances(edges)
    bits = {key: i for i, key in enumerate(sorted(keys, key=lambda v: d[1][v]))}
    masks = {
        v: (sum(1 << i for key, i in bits.items() if d[v][key] <= radius), cost)
        for v, cost in enumerate(costs, 1)
    }
    return _cheapest(masks, (1 << len(keys)) - 1)


def _centers(given: list[int], edges: Edges, keys: list[int], count: int) -> int | None:
    d = _distances(edges)
    return max(min(d[c][key] for c in given) for key in keys) if _subset(given, _size(edges), count) else None


def _centers_best(edges: Edges, keys: list[int], count: int) -> int:
    n = _size(edges)
    return next(r for r in range(n) if _reaching(edges, keys, r, [1] * n) <= count)


def _guards(given: list[int], edges: Edges, costs: list[int], keys: list[int], radius: int) -> int | None:
    d = _distances(edges)
    fits = _subset(given, _size(edges)) and all(any(d[c][key] <= radius for c in given) for key in keys)
    return sum(costs[c - 1] for c in given) if fits else None


def _floated(d: Table, chosen: Iterable[int], weights: list[int], root: int) -> int:
    stops = [root, *chosen]
    return sum(
        w * min(d[v][s] for s in stops if d[root][s] + d[s][v] == d[root][v]) for v, w in enumerate(weights, 1)
    )


def _depots(given: list[int], edges: Edges, weights: list[int], root: int, count: int) -> int | None:
    fits = _subset(given, _size(edges), count) and root not in given
    return _floated(_distances(edges), given, weights, root) if fits else None


def _depots_best(edges: Edges, weights: list[int], root: int, count: int) -> int:
    """What each vertex saves by each depot, then all choices."""
    n, d = _size(edges), _distances(edges)
    on_way = {
        s: [d[root][s] if d[root][s] + d[s][v] == d[root][v] else 0 for v in range(1, n + 1)]
        for s in range(1, n + 1)
    }
    whole = sum(w * d[root][v] for v, w in enumerate(weights, 1))
    others = [v for v in range(1, n + 1) if v != root]
    saving: int = max(
        sum(
            w * max(saved)
            for w, saved in zip(weights, zip(*(on_way[s] for s in chosen), strict=True), strict=True)
        )
        for chosen in combinations(others, count)
    )
    return whole - saving


def _overlap(d: Table, p: tuple[int, int], q: tuple[int, int]) -> int:
    """The edges that two paths share, by the four points."""
    (a, b), (c, e) = p, q
    own, cross = d[a][b] + d[c][e], min(d[a][c] + d[b][e], d[a][e] + d[b][c])
    return max(0, (own - cross) // 2)


def _patrol(given: list[list[int]], edges: Edges, count: int) -> int | None:
    n, d = _size(edges), _distances(edges)
    if not _two(given, n, count) or any(a == b for a, b in given):
        return None
    (a, b), (c, e) = given
    once = d[a][b] + d[c][e] - 2 * _overlap(d, (a, b), (c, e))
    return 2 * (n - 1) + count - once


def _patrol_best(edges: Edges, count: int) -> int:
    n, d = _size(edges), _distances(edges)
    pairs = list(combinations(range(1, n + 1), 2))
    once = max(d[p[0]][p[1]] + d[q[0]][q[1]] - 2 * _overlap(d, p, q) for p, q in combinations(pairs, 2))
    return 2 * (n - 1) + count - once


def _on(d: Table, a: int, b: int) -> set[int]:
    return {v for v in range(1, len(d)) if d[a][v] + d[v][b] == d[a][b]}


def _parts(edges: Edges, removed: set[int]) -> int:
    """Vertices that are left, less the edges between them."""
    return _size(edges) - len(removed) - sum(removed.isdisjoint(edge) for edge in edges)


def _two_paths(given: list[list[int]], edges: Edges) -> int | None:
    d = _distances(edges)
    if not _two(given, _size(edges), 2):
        return None
    (a, b), (c, e) = given
    return None if _overlap(d, (a, b), (c, e)) else _parts(edges, _on(d, a, b) | _on(d, c, e))


def _two_paths_best(edges: Edges) -> int:
    d = _distances(edges)
    pairs = list(combinations_with_replacement(range(1, _size(edges) + 1), 2))
    on = {p: _on(d, *p) for p in pairs}
    return max(
        _parts(edges, on[p] | on[q])
        for p, q in combinations_with_replacement(pairs, 2)
        if not _overlap(d, p, q)
    )


def _cover(given: list[list[int]], edges: Edges, count: int) -> int | None:
    d = _distances(edges)
    fits = _two(given, _size(edges), count) and all(a != b for a, b in given)
    return len(set().union(*(_on(d, a, b) for a, b in given))) if fits else None


def _children(edges: Edges, root: int) -> dict[int, list[int]]:
    near: dict[int, list[int]] = {v: [] for v in range(1, _size(edges) + 1)}
    for a, b, *_ in edges:
        near[a].append(b)
        near[b].append(a)
    order = [root]
    for v in order:
        for w in near[v]:
            near[w].remove(v)
        order += near[v]
    return near


def _cover_best(edges: Edges, count: int) -> int:
    """The most vertices of a connected part with at most so many leaves, by its top vertex."""
    children, ends = _children(edges, 1), 2 * count
    best = 0

    def grown(v: int) -> list[int]:
        """For k, the most vertices of a part with the top v whose other leaves are k; v alone for 0."""
        nonlocal best
        one, two = [0] * (ends + 1), [0] * (ends + 1)  # with one branch below v, with several; 0 for none
        for w in children[v]:
            below = grown(w)
            hung = [0, max(below[:2]), *below[2:]]  # w itself is a leaf if nothing hangs on it
            for k in range(ends, 0, -1):
                joined = [
                    max(one[own], two[own]) + hung[k - own]
                    for own in range(1, k)
                    if max(one[own], two[own]) and hung[k - own]
                ]
                two[k] = max([two[k], *joined])
            one = [max(old, 1 + new if new else 0) for old, new in zip(one, hung, strict=True)]
        best = max(best, *two, *one[:ends])  # with one branch, v is a leaf as well
        return [1, *map(max, one[1:], two[1:])]

    grown(1)
    return best


def _walk(given: list[int], edges: Edges, start: int, steps: int) -> int | None:
    d = _distances(edges)
    fits = len(given) == steps + 1 and _fits(given, _size(edges)) and given[0] == start
    return len(set(given)) if fits and all(d[a][b] == 1 for a, b in pairwise(given)) else None


def _walk_best(edges: Edges, start: int, steps: int) -> int:
    """Steps that are needed to see k vertices below each vertex, without and with coming back."""
    children = _children(edges, start)

    def needed(v: int) -> tuple[list[int], list[int]]:
        stay, back = [FAR, 0], [FAR, 0]
        for w in children[v]:
            stay2, back2 = needed(w)
            size = len(stay) + len(stay2) - 1
            new_stay, new_back = stay + [FAR] * (size - len(stay)), back + [FAR] * (size - len(back))
            for a in range(1, len(stay)):
                for b in range(1, len(stay2)):
                    new_back[a + b] = min(new_back[a + b], back[a] + back2[b] + 2)
                    new_stay[a + b] = min(new_stay[a + b], back[a] + stay2[b] + 1, stay[a] + back2[b] + 2)
            stay, back = new_stay, new_back
        return stay, back

    return max(k for k, need in enumerate(needed(start)[0]) if need <= steps)


def _hops(given: list[int], edges: Edges) -> int | None:
    d, n = _distances(edges), _size(edges)
    return sum(d[a][b] > 2 for a, b in pairwise(given)) if _subset(given, n, n) else None


def _reached(given: list[list[int]], edges: Edges) -> int | None:
    n = _size(edges)
    if not _two(given, n, n - 1) or {frozenset(e) for e in given} != {frozenset(e) for e in edges}:
        return None
    masks = {v: 1 << v for v in range(1, n + 1)}
    for _ in range(n):
        for a, b in given:
            masks[a] |= masks[b]
    return sum(mask.bit_count() for mask in masks.values()) - n


def _directions_best(edges: Edges) -> int:
    """From every vertex as the one where all branches meet, with every division of the branches."""
    n, best = _size(edges), 0
    for root in range(1, n + 1):
        children = _children(edges, root)

        @cache
        def size(v: int) -> int:
            return 1 + sum(size(w) for w in children[v])  # noqa: B023

        within = sum(size(v) - 1 for v in children)  # each vertex with all on its way to the root
        sums = {0}
        for w in children[root]:
            sums |= {s + size(w) for s in sums}
        best = max(best, within + max(s * (n - 1 - s) for s in sums))
    return best


def _even(given: list[list[int]], edges: Edges, part: int) -> int | None:
    if sorted(v for group in given for v in group) != list(range(1, _size(edges) + 1)):
        return None
    inner = [sum(set(edge) <= set(group) for edge in edges) for group in given]
    return 0 if all(len(g) == part and e == part - 1 for g, e in zip(given, inner, strict=True)) else None


def _ordered(given: list[int], parents: list[int], weights: list[int]) -> int | None:
    if sorted(given) != list(range(1, len(parents) + 1)):
        return None
    if any(p and given.index(p) > given.index(v) for v, p in enumerate(parents, 1)):
        return None
    return sum(weights[v - 1] * place for place, v in enumerate(given, 1))


Block = tuple[Fraction, list[int]]


def _precedence_best(parents: list[int], weights: list[int]) -> int:
    """From below: each vertex takes in the blocks under it whose mean is less than that of what it has so far."""
    n = len(parents)
    children: list[list[int]] = [[] for _ in range(n + 1)]
    for v, p in enumerate(parents, 1):
        children[p].append(v)

    def blocks(v: int) -> list[Block]:
        below = [block for w in children[v] for block in blocks(w)]
        heap = [(mean, i) for i, (mean, _) in enumerate(below)]
        heapq.heapify(heap)
        own = [v] if v else []
        while heap and v and heap[0][0] < Fraction(sum(weights[w - 1] for w in own), len(own)):
            own += below[heapq.heappop(heap)[1]][1]
        rest = [below[i] for _, i in sorted(heap)]
        return [(Fraction(sum(weights[w - 1] for w in own), len(own)), own), *rest] if v else rest

    order = [v for _, block in blocks(0) for v in block]
    return sum(weights[v - 1] * place for place, v in enumerate(order, 1))


def _shares(edges: Edges) -> dict[int, int]:
    """Into how many equal parts the root is divided where each vertex is one of them."""
    children, parts = _children(edges, 1), {1: 1}
    for v in sorted(children, key=lambda v: _depth(edges, v)):
        parts |= {w: parts[v] * len(children[v]) for w in children[v]}
    return parts


def _depth(edges: Edges, v: int) -> int:
    return _distances(edges)[1][v]


def _balance(given: list[int], edges: Edges, values: list[int]) -> int | None:
    parts = _shares(edges)
    kept = {values[v - 1] * parts[v] for v in parts if v not in given}
    return len(given) if _subset(given, _size(edges)) and len(kept) < 2 else None


def _balance_best(edges: Edges, values: list[int]) -> int:
    roots = [values[v - 1] * part for v, part in _shares(edges).items()]
    return len(roots) - max(map(roots.count, roots))


def _depths(given: list[int], edges: Edges) -> int | None:
    if len(given) != len(edges) or min(given) < 0:
        return None
    d = _distances([[a, b, new] for (a, b, _), new in zip(edges, given, strict=True)])
    leaves = [v for v, below in _children(edges, 1).items() if not below]
    same = len({d[1][v] for v in leaves}) == 1
    return sum(abs(new - edge[2]) for new, edge in zip(given, edges, strict=True)) if same else None


def _depths_best(edges: Edges) -> int:
    """The least cost is a convex function of the depth; its corners are kept in a heap for each vertex."""
    children = _children(edges, 1)
    long = {frozenset(edge[:2]): edge[2] for edge in edges}

    def corners(v: int, above: int) -> list[int]:
        heap: list[int] = []
        for w in children[v]:
            heap += corners(w, v)
        heap.sort()
        if children[v]:
            del heap[len(heap) - len(children[v]) + 1 :]
        if not above:
            return heap[:-1]
        right, left = (heap.pop(), heap.pop()) if children[v] else (0, 0)
        length = long[frozenset((v, above))]
        return sorted([*heap, left + length, right + length])

    return sum(long.values()) - sum(corners(1, 0))


confirms = confirming_optimum(
    {
        "weighted-median": (_median, _median_best),
        "far-apart": (_apart, lambda edges: _longest(_distances(edges), range(1, _size(edges) + 1))),
        "added-edge": (_added, _added_best),
        "changed-edge-short": (_changed, lambda edges: min(_changes(edges))),
        "changed-edge-long": (_changed, lambda edges: max(_changes(edges))),
        "centers": (_centers, _centers_best),
        "guards": (_guards, lambda edges, costs, keys, radius: _reaching(edges, keys, radius, costs)),
        "depots": (_depots, _depots_best),
        "patrol": (_patrol, _patrol_best),
        "two-paths": (_two_paths, _two_paths_best),
        "path-cover": (_cover, _cover_best),
        "walk": (_walk, _walk_best),
        "hops": (_hops, lambda edges: 0),
        "directions": (_reached, _directions_best),
        "even-parts": (_even, lambda edges, part: 0),
        "precedence": (_ordered, _precedence_best),
        "balanced-values": (_balance, _balance_best),
        "equal-depths": (_depths, _depths_best),
    },
    groups=frozenset({"patrol", "two-paths", "path-cover", "directions", "even-parts"}),
)
