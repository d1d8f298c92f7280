"""Tree measures: the best vertices, edges, walks, orders and divisions of a tree.

Vertices are numbered from 1. Answers are what was chosen (vertices, edges as two vertices, lists of vertices), so that
a number alone earns nothing; where a number is asked for it stands beside the vertices that have it.

Difficulty: `kinds` drawn from; `size`, by which trees grow. Proxy: pairs of vertices.

Sources: C. Jordan 1869 (centroids); W. A. Horn 1972 (orders with rules); J. Edmonds and E. L. Johnson 1973 (tours).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, pairwise

from ..base import Json
from ..kernels.count import Facts
from ..kernels.optimum import Best, Kind, optimum_family, wordings
from ..limits import Whole
from ..refine import canonical_graph

Edges = list[list[int]]
"""Two vertices each, and a length where edges have one."""

_TREE = (
    "A tree has the vertices 1 to {n} and these edges: {links}. ",
    "{links}\n\nThese are the edges of a tree with {n} vertices, which are numbered from 1 to {n}. ",
    "In a tree on the vertices 1, 2, ..., {n} there is an edge between the two vertices of each pair: {links}. ",
)
_LONG = (
    "A tree has the vertices 1 to {n} and these edges, each with its length: {links}. ",
    "{links}\n\nThese are the edges of a tree with {n} vertices, numbered from 1 to {n}, and behind each colon the "
    "length of the edge. ",
    "In a tree on the vertices 1, 2, ..., {n} there are these edges, given as vertex-vertex: length. They are "
    "{links}. ",
)
TIES = " If several answers are equally good, any of them is right."


def _worded(*rules: str, intro: Sequence[str] = _TREE, ties: str = TIES) -> tuple[str, ...]:
    return tuple(before + rule + ties for before, rule in zip(intro, rules, strict=True))


def _count(rng: random.Random, size: int, most: int = 120) -> int:
    return min(6 + 2 * size + rng.randint(0, 2), most)


def _tree(rng: random.Random, n: int, longest: int = 0, reach: int = 5) -> Edges:
    """A tree, each vertex on one of the `reach` before it, with names and edges in random order."""
    names = rng.sample(range(1, n + 1), n)
    edges = []
    for i in range(1, n):
        ends = [names[i], names[rng.randrange(max(0, i - reach), i)]]
        rng.shuffle(ends)
        edges.append([*ends, rng.randint(1, longest)] if longest else ends)
    rng.shuffle(edges)
    return edges


def _links(edges: Edges, **_: object) -> dict[str, object]:
    told = [f"{e[0]}-{e[1]}" + (f": {e[2]}" if len(e) > 2 else "") for e in edges]
    return {"n": len(edges) + 1, "links": ", ".join(told)}


def _near(edges: Edges) -> dict[int, list[tuple[int, int]]]:
    near: dict[int, list[tuple[int, int]]] = {v: [] for v in range(1, len(edges) + 2)}
    for a, b, *long in edges:
        near[a].append((b, long[0] if long else 1))
        near[b].append((a, long[0] if long else 1))
    return near


def _rooted(edges: Edges, root: int) -> tuple[list[int], dict[int, int], dict[int, int]]:
    """The vertices from the root on, the parent of each (0 for the root), and how far each is from the root."""
    near, order, parent, far = _near(edges), [root], {root: 0}, {root: 0}
    for v in order:
        for w, long in near[v]:
            if w != parent[v]:
                parent[w], far[w] = v, far[v] + long
                order.append(w)
    return order, parent, far


def _distances(edges: Edges) -> dict[int, dict[int, int]]:
    return {v: _rooted(edges, v)[2] for v in range(1, len(edges) + 2)}


def _pairs(n: int) -> float:
    return n * (n - 1) / 2


def _form(edges: Edges, **marks: Json) -> Json:
    """Equal for trees that differ in the names of vertices only; facts that name none are kept."""
    n = len(edges) + 1
    listed = [(e[0] - 1, e[1] - 1, e[2] if len(e) > 2 else 0) for e in edges]
    by_vertex = [0] * n
    rest: list[Json] = []
    for name, fact in sorted(marks.items()):
        if isinstance(fact, list) and len(fact) == n:
            by_vertex = [mark * 1000 + value for mark, value in zip(by_vertex, fact, strict=True)]
        elif name == "start":
            by_vertex[fact - 1] += 1
        elif isinstance(fact, list):
            by_vertex = [mark * 2 + (v in fact) for v, mark in enumerate(by_vertex, 1)]
        else:
            rest.append(fact)
    return [rest, canonical_graph(n, listed, by_vertex)]


# ---- distances


def _median(rng: random.Random, size: int) -> Facts:
    n = _count(rng, size)
    return {"edges": _tree(rng, n, 9), "weights": [rng.randint(1, 20) for _ in range(n)]}


def _median_best(edges: Edges, weights: list[int]) -> Best:
    """The sum changes along an edge by its length times the difference of the weights on its two sides."""
    order, parent, far = _rooted(edges, 1)
    below = {v: weights[v - 1] for v in order}
    for v in order[:0:-1]:
        below[parent[v]] += below[v]
    sums = {1: sum(weights[v - 1] * far[v] for v in order)}
    for v in order[1:]:
        sums[v] = sums[parent[v]] + (far[v] - far[parent[v]]) * (sum(weights) - 2 * below[v])
    best = min(order, key=lambda v: sums[v])
    lines = [f"sum for {v}: {sums[v]}" for v in sorted(order)]
    return Best(sums[best], [best, sums[best]], lines, _pairs(len(order)))


def _weighted_tree(rng: random.Random, size: int) -> Facts:
    return {"edges": _tree(rng, _count(rng, size), 9)}


def _far_apart(edges: Edges) -> Best:
    found = _distances(edges)
    lines = [
        f"farthest from {v}: {max(far, key=lambda w: far[w])} at {max(far.values())}"
        for v, far in found.items()
    ]
    a, b = max(combinations(found, 2), key=lambda pair: found[pair[0]][pair[1]])
    return Best(found[a][b], [a, b, found[a][b]], lines, _pairs(len(found)))


def _added(rng: random.Random, size: int) -> Facts:
    return {"edges": _tree(rng, _count(rng, size, 24), 9, 3), "extra": rng.randint(1, 6)}


def _added_best(edges: Edges, extra: int) -> Best | None:
    d = _distances(edges)
    pairs = sorted(combinations(d, 2), key=lambda p: -d[p[0]][p[1]])  # far ones first: they decide soonest
    plain = d[pairs[0][0]][pairs[0][1]]
    best, ends = plain + 1, (0, 0)
    for u, v in combinations(d, 2):
        du, dv, worst = d[u], d[v], 0
        for a, b in pairs:
            if d[a][b] <= worst:
                break
            worst = max(worst, min(d[a][b], du[a] + extra + dv[b], dv[a] + extra + du[b]))
            if worst >= best:
                break
        if worst < best:
            best, ends = worst, (u, v)
    n = len(d)
    lines = [
        f"longest distance before: {plain}, between {pairs[0][0]} and {pairs[0][1]}",
        f"with the best edge: {best}",
    ]
    return Best(best, list(ends), lines, _pairs(n), min(0.1, 8 / _pairs(n))) if best < plain else None


def _plain_tree(rng: random.Random, size: int) -> Facts:
    return {"edges": _tree(rng, _count(rng, size), reach=4)}


def _sides(edges: Edges, cut: list[int]) -> tuple[list[int], list[int]]:
    """The vertices on either side of an edge."""
    _, parent, _ = _rooted(edges, cut[0])
    side: list[int] = []
    for v in parent:
        w = v
        while w not in (cut[1], cut[0]):
            w = parent[w]
        if w == cut[1]:
            side.append(v)
    return [v for v in parent if v not in side], side


def _changed_best(edges: Edges, longest: bool) -> Best:
    """Cut an edge; join the middles of both sides, or their far ends."""
    d = _distances(edges)
    best, found, lines = -1, list[int](), list[str]()
    for cut in edges:
        ends, across = list[int](), list[int]()
        for side in _sides(edges, cut):
            a, b = max(combinations_with_replacement(side, 2), key=lambda p: d[p[0]][p[1]])
            across.append(d[a][b])
            ends.append(a if longest else min(side, key=lambda v: max(d[v][w] for w in side)))
        total = sum(across) + 1 if longest else max(*across, 1 + sum((x + 1) // 2 for x in across))
        lines.append(f"without {cut[0]}-{cut[1]}: diameters {across[0]} and {across[1]}, at best {total}")
        if best < 0 or (total > best if longest else total < best):
            best, found = total, [cut[0], cut[1], *ends]
    return Best(best, found, lines, _pairs(len(d)))


def _centers(rng: random.Random, size: int) -> Facts:
    n = _count(rng, size)
    return {
        "edges": _tree(rng, n),
        "keys": sorted(rng.sample(range(1, n + 1), n * 2 // 3)),
        "count": rng.randint(2, 2 + n // 8),
    }


def _covered(edges: Edges, keys: list[int], radius: int) -> list[int]:
    """Fewest centres: the key that lies deepest and is not served gets a centre `radius` above it."""
    _, parent, far = _rooted(edges, 1)
    d = _distances(edges)
    centers: list[int] = []
    for key in sorted(keys, key=lambda v: -far[v]):
        if all(d[key][c] > radius for c in centers):
            v = key
            for _ in range(radius):
                v = parent[v] or v
            centers.append(v)
    return centers


def _centers_best(edges: Edges, keys: list[int], count: int) -> Best | None:
    lines, radius = list[str](), 0
    while len(centers := _covered(edges, keys, radius)) > count:
        lines.append(f"within {radius}: {len(centers)} centres are needed")
        radius += 1
    lines.append(f"within {radius}: {len(centers)} are enough")
    more = [v for v in range(1, len(edges) + 2) if v not in centers]
    centers = sorted([*centers, *more[: count - len(centers)]])
    return Best(radius, centers, lines, _pairs(len(edges) + 1), 0.05) if radius > 0 else None


# ---- paths and tours


Ends = tuple[int, int]


def _masks(edges: Edges) -> dict[tuple[int, int], tuple[int, int]]:
    """For every two vertices, also equal ones, the edges and the vertices of the path as bits."""
    found: dict[tuple[int, int], tuple[int, int]] = {}
    number = {frozenset(e[:2]): i for i, e in enumerate(edges)}
    for root in range(1, len(edges) + 2):
        order, parent, _ = _rooted(edges, root)
        along = {root: (0, 1 << root)}
        for v in order[1:]:
            used, seen = along[parent[v]]
            along[v] = used | 1 << number[frozenset((v, parent[v]))], seen | 1 << v
        found |= {(root, v): mask for v, mask in along.items() if root <= v}
    return found


def _small_tree(rng: random.Random, size: int) -> Facts:
    return {"edges": _tree(rng, _count(rng, size, 22))}


def _patrol(rng: random.Random, size: int) -> Facts:
    return {**_small_tree(rng, size), "count": 2}


def _patrol_best(edges: Edges, count: int) -> Best:
    """All edges twice, and the new ones; what lies on exactly one path between joined vertices is walked once."""
    n = len(edges) + 1
    paths = [(ends, used) for ends, (used, _) in _masks(edges).items() if used]
    (p, a), (q, b) = max(combinations(paths, 2), key=lambda two: (two[0][1] ^ two[1][1]).bit_count())
    saved = (a ^ b).bit_count()
    lines = [
        f"each edge twice, and the new edges: {2 * (n - 1)} + {count} = {2 * (n - 1) + count}",
        f"walked once only: {saved}",
    ]
    return Best(2 * (n - 1) + count - saved, [list(p), list(q)], lines, _pairs(n), 0.01)


def _two_paths_best(edges: Edges) -> Best | None:
    """What is left is a forest: its parts are its vertices less its edges."""
    n = len(edges) + 1
    touching = {v: sum(1 << i for i, e in enumerate(edges) if v in e) for v in range(1, n + 1)}
    paths = []
    for ends, (used, seen) in _masks(edges).items():
        touched = 0
        for v in range(1, n + 1):
            if seen >> v & 1:
                touched |= touching[v]
        paths.append((ends, used, seen, touched))

    def parts(one: tuple[Ends, int, int, int], two: tuple[Ends, int, int, int]) -> int:
        return 1 - (one[2] | two[2]).bit_count() + (one[3] | two[3]).bit_count() if not one[1] & two[1] else -1

    # One path after the other, the best or the longest one first, is what comes to mind.
    first = max(paths, key=lambda path: (path[3].bit_count() - path[2].bit_count(), path[1].bit_count()))
    longest = max(paths, key=lambda path: path[1].bit_count())
    guess = max(parts(path, other) for path in (first, longest) for other in paths)
    best, found = guess, list[list[int]]()
    for i, one in enumerate(paths):
        for two in paths[i:]:
            if (left := parts(one, two)) > best:
                best, found = left, [list(one[0]), list(two[0])]
    if not found:
        return None
    lines = [f"the best two paths leave {best} parts"]
    return Best(best, found, lines, _pairs(n), 0.02)


def _cover(rng: random.Random, size: int) -> Facts:
    n = _count(rng, size)
    return {"edges": _tree(rng, n), "count": rng.randint(2, 2 + n // 10)}


def _cover_best(edges: Edges, count: int) -> Best | None:
    """From an end of the longest path: always the leaf that adds most; then far leaves are joined."""
    near = _near(edges)
    d = _distances(edges)
    start = max(d, key=lambda v: max(d[v].values()))
    order, parent, _ = _rooted(edges, start)
    leaves = [v for v in order[1:] if len(near[v]) == 1]
    if len(leaves) + 1 < 2 * count + 1:
        return None  # everything can be covered
    seen, ends, lines = {start}, [start], list[str]()
    while len(ends) < 2 * count:
        ways = {}
        for leaf in leaves:
            v, new = leaf, list[int]()
            while v not in seen:
                new.append(v)
                v = parent[v]
            ways[leaf] = new
        leaf = max(ways, key=lambda v: len(ways[v]))
        lines.append(f"leaf {leaf} adds {len(ways[leaf])}")
        seen |= set(ways[leaf])
        ends.append(leaf)
    rank = {v: i for i, v in enumerate(_walked(near, start))}
    ends.sort(key=lambda v: rank[v])
    pairs = [[ends[i], ends[i + count]] for i in range(count)]
    return Best(len(seen), pairs, lines, _pairs(len(d)), 0.01)


def _walked(near: dict[int, list[tuple[int, int]]], root: int) -> list[int]:
    """Vertices in the order of a walk that goes as deep as it can."""
    order, stack = list[int](), [(root, 0)]
    while stack:
        v, before = stack.pop()
        order.append(v)
        stack += [(w, v) for w, _ in near[v] if w != before]
    return order


def _walk(rng: random.Random, size: int) -> Facts:
    n = _count(rng, size)
    return {
        "edges": _tree(rng, n, reach=4),
        "start": rng.randint(1, n),
        "steps": rng.randint(n // 2, n + n // 3),
    }


def _walk_best(edges: Edges, start: int, steps: int) -> Best | None:
    """Straight to the farthest vertex if possible; each vertex aside costs two steps more."""
    near = _near(edges)
    order, parent, far = _rooted(edges, start)
    end = max(order, key=lambda v: far[v])
    deep, n = far[end], len(order)
    if steps <= deep or deep + 2 * (n - 1 - deep) <= steps:
        return None
    spine = [end]
    while spine[-1] != start:
        spine.append(parent[spine[-1]])
    aside = (steps - deep) // 2
    walk: list[int] = []

    def visit(v: int, before: int) -> None:
        nonlocal aside
        walk.append(v)
        for w, _ in near[v]:
            if w not in (before, *spine) and aside:
                aside -= 1
                visit(w, v)
                walk.append(v)

    for before, v in pairwise([0, *spine[::-1]]):
        visit(v, before)
    if len(walk) <= steps:  # an odd step is left: back
        walk.append(walk[-2])
    lines = [
        f"farthest from {start}: {end}, {deep} steps away",
        f"steps left: {steps - deep}, two for each vertex more",
    ]
    best = deep + 1 + (steps - deep) // 2
    return Best(best, walk, lines, _pairs(n), 0.001) if len(walk) == steps + 1 else None


def _caterpillar(rng: random.Random, size: int) -> Facts:
    n = _count(rng, size) + 3
    spine = rng.randint(n // 3, n // 2)
    names = rng.sample(range(1, n + 1), n)
    edges = [[names[i], names[i + 1]] for i in range(spine - 1)]
    edges += [rng.sample([names[rng.randrange(spine)], leaf], 2) for leaf in names[spine:]]
    rng.shuffle(edges)
    return {"edges": edges}


def _hops_best(edges: Edges) -> Best:
    """Along the longest path: first what hangs on a vertex, then the vertex."""
    near, d = _near(edges), _distances(edges)
    a, b = max(combinations(d, 2), key=lambda pair: d[pair[0]][pair[1]])
    spine = [v for v in d if d[a][v] + d[v][b] == d[a][b]]
    spine.sort(key=lambda v: d[a][v])
    order = [w for v in spine for w in ([u for u, _ in near[v] if u not in spine] + [v])]
    return Best(0, order, [f"longest path: {' '.join(map(str, spine))}"], _pairs(len(d)))


# ---- orders and divisions


def _directions_best(edges: Edges) -> Best:
    """All edges lead towards or away from a centroid; its branches are divided as evenly as possible."""
    n = len(edges) + 1
    best, found, lines = -1, list[list[int]](), list[str]()
    for root in range(1, n + 1):
        order, parent, _ = _rooted(edges, root)
        size = dict.fromkeys(order, 1)
        for v in order[:0:-1]:
            size[parent[v]] += size[v]
        branches = [v for v in order if parent[v] == root]
        if max(size[v] for v in branches) > n // 2:
            continue
        sums: dict[int, list[int]] = {0: []}
        for v in branches:
            sums = {**{s + size[v]: [*chosen, v] for s, chosen in sums.items()}, **sums}
        inward = min(sums, key=lambda s: (abs(2 * s - (n - 1)), s))
        total = sum(size.values()) - n + inward * (n - 1 - inward)
        lines.append(f"centroid {root} with branches {' '.join(str(size[v]) for v in branches)}: {total}")
        if total > best:
            best = total
            top = {v: v if parent[v] == root else 0 for v in order}
            for v in order[1:]:
                top[v] = top[v] or top[parent[v]]
            found = [[v, parent[v]] if top[v] in sums[inward] else [parent[v], v] for v in order[1:]]
    return Best(best, found, lines, _pairs(n), 0.01)


def _even_parts(rng: random.Random, size: int) -> Facts:
    part = rng.randint(3, 5)
    count = max(4, (8 + 2 * size) // part)
    n, groups = part * count, list[list[int]]()
    names = rng.sample(range(1, n + 1), n)
    edges = []
    for i in range(count):
        group = names[i * part : (i + 1) * part]
        edges += [[group[j], group[rng.randrange(j)]] for j in range(1, part)]
        if i:
            edges.append([rng.choice(group), rng.choice(groups[rng.randrange(max(0, i - 3), i)])])
        groups.append(group)
    edges = [rng.sample(edge, 2) for edge in edges]
    rng.shuffle(edges)
    return {"edges": edges, "part": part}


def _even_parts_best(edges: Edges, part: int) -> Best:
    """Cut off from below whatever has the right size."""
    order, parent, _ = _rooted(edges, 1)
    hanging = {v: [v] for v in order}
    groups, lines = list[list[int]](), list[str]()
    for v in reversed(order):
        if len(hanging[v]) == part:
            groups.append(sorted(hanging[v]))
            lines.append(f"below {v}: {' '.join(map(str, groups[-1]))}")
        else:
            hanging[parent[v]] += hanging[v]
    return Best(0, groups, lines[:-1], _pairs(len(order)))


def _precedence(rng: random.Random, size: int) -> Facts:
    n = _count(rng, size)
    names = rng.sample(range(1, n + 1), n)
    parents = [0] * n
    for i in range(1, n):
        parents[names[i] - 1] = rng.choice([0, *names[max(0, i - 5) : i]])
    return {"parents": parents, "weights": [rng.randint(1, 30) for _ in range(n)]}


def _precedence_best(parents: list[int], weights: list[int]) -> Best | None:
    """Horn: the block of least mean weight comes right behind the block that its parent is in."""
    n = len(parents)
    blocks: dict[int, list[int]] = {v: [v] for v in range(n + 1)}
    home = list(range(n + 1))
    lines = []

    def mean(block: list[int]) -> Fraction:
        return Fraction(sum(weights[v - 1] for v in block), len(block))

    while len(blocks) > 1:
        first = min((b for b in blocks if b), key=lambda b: (mean(blocks[b]), b))
        before = home[parents[blocks[first][0] - 1]]
        behind = " ".join(map(str, blocks[before])) if before else "the start"
        lines.append(f"{' '.join(map(str, blocks[first]))} follow {behind}")
        for v in blocks[first]:
            home[v] = before
        blocks[before] += blocks.pop(first)
    order = blocks[0][1:]
    total = sum(place * weights[v - 1] for place, v in enumerate(order, 1))
    greedy = sorted(range(1, n + 1), key=lambda v: weights[v - 1])
    return None if greedy == order else Best(total, order, lines[:-1], _pairs(n))


def _precedence_shown(parents: list[int], weights: list[int]) -> dict[str, object]:
    rules = ", ".join(f"{before} before {v}" for v, before in enumerate(parents, 1) if before)
    return {"n": len(parents), "links": rules}


def _balance(rng: random.Random, size: int) -> Facts:
    n = _count(rng, size)
    names = [1, *rng.sample(range(2, n + 1), n - 1)]
    edges = [[names[rng.randrange(max(0, (i - 3) // 2), (i + 1) // 2)], names[i]] for i in range(1, n)]
    order, parent, _ = _rooted(edges, 1)
    children = {v: sum(p == v for p in parent.values()) for v in order}
    value = {1: 1}
    for v in order:
        if children[v]:
            value = {w: x * children[v] for w, x in value.items()}
            value |= {w: value[v] // children[v] for w in order if parent[w] == v}
    unit = rng.randint(1, 3)
    values = [value[v] * unit for v in range(1, n + 1)]
    for v in rng.sample(range(n), n // 3 + 1):
        values[v] = max(1, values[v] + rng.choice((-1, 1)) * rng.randint(1, max(1, values[v] // 2)))
    rng.shuffle(edges)
    return {"edges": edges, "values": values}


def _balance_best(edges: Edges, values: list[int]) -> Best | None:
    """Each value left as it is settles that of the root; the most common of these wins."""
    order, parent, _ = _rooted(edges, 1)
    times = {1: 1}
    for v in order[1:]:
        times[v] = times[parent[v]] * sum(p == parent[v] for p in parent.values())
    roots = {v: values[v - 1] * times[v] for v in order}
    if max(values) > 9999:
        return None
    common = max(sorted(set(roots.values())), key=lambda root: sum(r == root for r in roots.values()))
    changed = sorted(v for v in order if roots[v] != common)
    lines = [f"{v} asks for {roots[v]} at the root" for v in sorted(order)]
    return Best(len(changed), changed, lines, _pairs(len(order))) if 1 < len(changed) < len(order) - 1 else None


def _guards(rng: random.Random, size: int) -> Facts:
    n = _count(rng, size, 40)
    return {
        "edges": _tree(rng, n),
        "costs": [rng.randint(1, 20) for _ in range(n)],
        "keys": sorted(rng.sample(range(1, n + 1), n * 3 // 4)),
        "radius": rng.randint(1, 2),
    }


Way = tuple[int, list[int]]


def _guards_best(edges: Edges, costs: list[int], keys: list[int], radius: int) -> Best | None:
    """For each vertex the cheapest choices below it, by how far they reach and how deep a key still waits.

    A key that waits deeper than the choices reach is met by a vertex outside that reaches more than they do, so that
    one of the two numbers is enough; -1 stands for none.
    """
    order, parent, _ = _rooted(edges, 1)
    below: dict[int, dict[tuple[int, int], Way]] = {}
    for v in reversed(order):
        table: dict[tuple[int, int], Way] = {
            (radius, -1): (costs[v - 1], [v]),
            (-1, 0 if v in keys else -1): (0, []),
        }
        for w in [w for w in order if parent[w] == v]:
            joined: dict[tuple[int, int], Way] = {}
            for (reach, wait), (cost, chosen) in table.items():
                for (reach2, wait2), (cost2, chosen2) in below[w].items():
                    far, deep = max(reach, reach2 - 1), max(wait, wait2 + (wait2 >= 0))
                    if deep > radius:
                        continue
                    state = (far, -1) if far >= deep else (-1, deep)
                    if state not in joined or cost + cost2 < joined[state][0]:
                        joined[state] = cost + cost2, chosen + chosen2
            table = joined
        below[v] = table
    cost, chosen = min((way for (_, wait), way in below[1].items() if wait < 0), key=lambda way: way[0])
    lines = [
        f"least cost within the part below {v}, where vertices may be left to guards elsewhere: "
        f"{min(w[0] for w in below[v].values())}"
        for v in order[::-1]
    ]
    return Best(cost, sorted(chosen), lines, _pairs(len(order))) if len(chosen) > 2 else None


def _depots(rng: random.Random, size: int) -> Facts:
    n = _count(rng, size, 40)
    return {
        "edges": _tree(rng, n, 9),
        "weights": [rng.randint(1, 20) for _ in range(n)],
        "root": rng.randint(1, n),
        "count": rng.randint(2, 3),
    }


def _depots_best(edges: Edges, weights: list[int], root: int, count: int) -> Best:
    """For each vertex, the depot above it and the number of depots below: the least total."""
    order, parent, far = _rooted(edges, root)
    above = {v: [v] for v in order}
    for v in order[1:]:
        above[v] = [*above[parent[v]], v]
    below: dict[int, dict[int, dict[int, Way]]] = {}
    for v in reversed(order):
        below[v] = {}
        for depot in above[v]:
            table: dict[int, Way] = {
                int(depot == v != root): (weights[v - 1] * (far[v] - far[depot]), [v][: depot == v != root])
            }
            for w in [w for w in order if parent[w] == v]:
                joined: dict[int, Way] = {}
                for k, (cost, chosen) in table.items():
                    for up in (depot, w):
                        for k2, (cost2, chosen2) in below[w][up].items():
                            if k + k2 <= count and (k + k2 not in joined or cost + cost2 < joined[k + k2][0]):
                                joined[k + k2] = cost + cost2, chosen + chosen2
                table = joined
            below[v][depot] = table
    cost, chosen = below[root][root][count]
    lines = [f"with {k} depots: {way[0]}" for k, way in sorted(below[root][root].items())]
    return Best(cost, sorted(chosen), lines, _pairs(len(order)), 0.01)


def _depths(rng: random.Random, size: int) -> Facts | None:
    n = _count(rng, size, 30)
    edges = _tree(rng, n, 9, 4)
    order, parent, _ = _rooted(edges, 1)
    listed = [[parent[v], v, rng.randint(1, 9)] for v in sorted(order[1:])]
    return {"edges": listed}


def _depths_best(edges: Edges) -> Best | None:
    """For each vertex and each distance of the leaves below it the least change."""
    order, parent, _ = _rooted(edges, 1)
    long = {v: w for _, v, w in edges}
    most = sum(long.values())
    deepest = max(_rooted(edges, 1)[2].values()) + 1
    cost: dict[int, list[int]] = {}
    step: dict[int, list[int]] = {}
    for v in reversed(order):
        children = [w for w in order if parent[w] == v]
        inner = [sum(cost[w][d] for w in children) if children or not d else 99 * most for d in range(deepest)]
        if v == 1:
            break
        cost[v], step[v] = [], []
        for d in range(deepest):
            ways = [(abs(x - long[v]) + inner[d - x], abs(x - long[v]), x) for x in range(d + 1)]
            found = min(ways)
            cost[v].append(found[0])
            step[v].append(found[2])
    depth = min(range(deepest), key=lambda d: (inner[d], d))
    left, new = {1: depth}, dict[int, int]()
    for v in order[1:]:
        new[v] = step[v][left[parent[v]]]
        left[v] = left[parent[v]] - new[v]
    chosen = [new[v] for _, v, _ in edges]
    lines = [f"all leaves at {d}: {inner[d]}" for d in range(1, deepest)]
    return Best(inner[depth], chosen, lines, _pairs(len(order))) if inner[depth] > 3 else None


_PAIR = "Give the two vertices, separated by a comma."
_LIST = "Give their numbers, separated by commas."
KINDS = {
    "weighted-median": Kind(
        _worded(
            "The weights of the vertices 1 to {n} are {weights}. For a vertex r add up, over all vertices, the "
            "weight times the distance to r (the sum of the lengths on the path). Find a vertex r for which this "
            "sum is "
            "least. Give r and the sum, separated by a comma.",
            "The numbers of people at the vertices 1, 2, ..., {n} are {weights}. Choose a vertex where all of them "
            "meet, so that the total length of their ways is as small as possible. Answer with the vertex and this "
            "total length, with a comma between them.",
            "The vertices 1 to {n} weigh {weights}. The cost of a vertex r is the sum of weight(v) * distance(v, "
            "r) over all vertices v. Which vertex has the least cost? Write the vertex and its cost, separated "
            "by a comma.",
            intro=_LONG,
        ),
        _median,
        _median_best,
        _links,
        _form,
    ),
    "far-apart": Kind(
        _worded(
            "Find two vertices whose distance, the sum of the lengths on the path between them, is largest. Give "
            "the two vertices and their distance, three numbers separated by commas.",
            "Which two vertices are farthest from each other? Distances are sums of lengths. Answer with both "
            "vertices and then their distance, with commas between the three numbers.",
            "A longest path is wanted, by the total length of its edges. Write its two ends and its length, "
            "separated by commas.",
            intro=_LONG,
        ),
        _weighted_tree,
        _far_apart,
        _links,
        _form,
    ),
    "added-edge": Kind(
        _worded(
            "Add one edge of length {extra} between two different vertices such that the largest distance "
            "between any two "
            "vertices becomes as small as possible. Distances are lengths of shortest paths. " + _PAIR,
            "One more edge, of length {extra}, may be put between any two different vertices (also where there "
            "is one already). Afterwards the greatest of all shortest distances between vertices is to be minimal. "
            "Which two vertices do you join? " + _PAIR,
            "You join two different vertices by a new edge of length {extra}. Make the diameter of the graph that "
            "results, the maximum over all pairs of vertices of the shortest distance, as small as possible. "
            + _PAIR,
            intro=_LONG,
        ),
        _added,
        _added_best,
        _links,
        _form,
    ),
    **{
        f"changed-edge-{name}": Kind(
            _worded(
                f"Remove one edge and add one edge (it may be the same) so that there is a tree again, and the "
                f"number of edges on its longest path is as {small} as possible. Give four vertices separated by "
                f"commas: "
                f"the two of the removed edge, then the two of the added one.",
                f"One edge is taken away and one is put in, after which the graph has to be a tree. Make the "
                f"diameter (edges on a longest path) as {small} as you can. Answer with four numbers, with "
                f"commas between "
                f"them: the ends of the edge taken away, and the ends of the edge put in.",
                f"Replace one edge by another one (or by itself) such that the result is a tree whose diameter, "
                f"counted in edges, is {least}. Write the ends of the old edge and then the ends of the new "
                f"edge, four "
                f"numbers separated by commas.",
            ),
            _plain_tree,
            lambda edges, longest=longest: _changed_best(edges, longest),
            _links,
            _form,
        )
        for name, small, least, longest in (
            ("short", "small", "minimal", False),
            ("long", "large", "maximal", True),
        )
    },
    "centers": Kind(
        _worded(
            "The vertices {keys} are marked. Choose exactly {count} different vertices as centres, marked or "
            "not, so that the greatest distance (in edges) from a marked vertex to the nearest centre is as "
            "small as possible. " + _LIST,
            "Exactly {count} different vertices become stations. Customers live at the vertices {keys}. Make the "
            "longest way from a customer to the nearest station as short as possible, in edges. Which vertices "
            "become "
            "stations? " + _LIST,
            "Pick {count} different vertices, no more and no fewer, such that every one of the vertices {keys} has a "
            "picked vertex within R edges, with the smallest possible R. " + _LIST,
        ),
        _centers,
        _centers_best,
        _links,
        _form,
    ),
    "guards": Kind(
        _worded(
            "Choosing the vertices 1 to {n} costs {costs}, in this order. A chosen vertex covers all vertices "
            "that are at most {reach} away, and itself. Cover the vertices {keys} at the least total cost. "
            + _LIST,
            "A guard at a vertex watches it and every vertex within {reach}. Guards at the vertices 1, 2, ..., "
            "{n} cost {costs}. The vertices {keys} have to be watched, as cheaply as possible. Where are the guards? "
            + _LIST,
            "The prices of the vertices 1 to {n} are {costs}. Buy vertices so that each of {keys} is bought "
            "itself or is no farther than {reach} from a bought vertex, for the least money. " + _LIST,
        ),
        _guards,
        _guards_best,
        lambda edges, radius, **_: {**_links(edges), "reach": "1 edge" if radius == 1 else f"{radius} edges"},
        _form,
    ),
    "depots": Kind(
        _worded(
            "The root is {root}, which has a depot. The tons produced at the vertices 1 to {n} are {weights}. "
            "Each vertex "
            "sends all it produces towards the root, as far as the first vertex with a depot (possibly itself); "
            "a ton "
            "costs 1 for each unit of length. Open depots at exactly {count} more vertices such that the total "
            "cost is least. " + _LIST,
            "Water flows along the edges to vertex {root}, where a mill stands. Logs are cut at the vertices 1, "
            "2, ..., {n}, {weights} of them, and float to the first mill on their way, also to one at their own "
            "vertex. "
            "Build exactly {count} mills at other vertices than {root} so that the sum of the distances that all "
            "logs "
            "float is as small as possible. " + _LIST,
            "Root it at {root}, which is selected. The vertices 1 to {n} have the weights {weights}. Select exactly "
            "{count} further vertices. A vertex costs its weight times its distance to the nearest selected "
            "vertex on its path to the root, itself included. Minimise the sum of these costs. " + _LIST,
            intro=_LONG,
        ),
        _depots,
        _depots_best,
        _links,
        lambda edges, weights, root, count: _form(edges, weights=weights, start=root, count=count),
    ),
    "patrol": Kind(
        _worded(
            "Add {count} new edges between different vertices (they may double edges that are there, or each "
            "other). A closed walk then goes along every old edge at least once and along every new edge exactly "
            "once. "
            "Choose the new edges such that the walk can be as short as possible, each edge counting 1 whenever "
            "it is used. "
            "Write each new edge as two vertices with a space between them, and a semicolon between the edges.",
            "A patrol starts and ends at the same vertex, uses each of these edges once or more, and each of "
            "{count} new edges, which you choose, exactly once. New edges join two different vertices and may "
            "lie beside others. "
            "Make the number of edges that it passes (repeated ones count again) minimal. Give the new edges as "
            "pairs of vertices, with spaces within a pair and a semicolon between pairs.",
            "Put in {count} extra edges, each between two different vertices, doubled edges allowed. Then a "
            "round trip has to take every original edge one or more times and every extra edge exactly one time. "
            "The fewer "
            "edges it takes in all, the better. List the extra edges, two vertices each with a space, separated by "
            "semicolons.",
        ),
        _patrol,
        _patrol_best,
        _links,
        _form,
    ),
    "two-paths": Kind(
        _worded(
            "Choose two paths that have no edge in common; they may share vertices, and a path may be a single "
            "vertex. All vertices of both paths are removed with their edges. As many connected parts as "
            "possible are to be "
            "left. Write each path as its two ends with a space between them (the same vertex twice for a single "
            "vertex), and a semicolon between the paths.",
            "Remove all vertices of two paths, which must not use the same edge but may meet in vertices. A path "
            "runs between any two vertices, or is one vertex alone. Maximise the number of components of what "
            "remains. Give the ends of each path, with a space between them, and a semicolon between the paths; "
            "repeat the "
            "vertex if it is alone.",
            "Two edge-disjoint paths are deleted, that is, all vertices on them and every edge at such a vertex; one "
            "vertex counts as a path. The forest that is left should have the most trees. State both paths by "
            "their two ends (equal ends for one vertex), with spaces, separated by a semicolon.",
        ),
        lambda rng, size: {"edges": _tree(rng, _count(rng, size, 18), reach=4)},
        _two_paths_best,
        _links,
        _form,
    ),
    "path-cover": Kind(
        _worded(
            "Choose {count} paths, each between two different vertices, so that as many vertices as possible lie "
            "on at least one of them. Paths may overlap. Write each path as its two ends with a space between "
            "them, and "
            "semicolons between the paths.",
            "With {count} paths you cover vertices; each path joins two different vertices, and both ends are "
            "covered too. Cover as many vertices as you can (each counts once). Give the ends of every path, a "
            "space between "
            "them and a semicolon after each path but the last.",
            "Select exactly {count} pairs of different vertices. A vertex is covered if it is on the path "
            "between the two "
            "of some pair, ends included. Maximise the number of covered vertices. List the pairs: spaces within, "
            "semicolons between.",
        ),
        _cover,
        _cover_best,
        _links,
        _form,
    ),
    "walk": Kind(
        _worded(
            "Start at vertex {start} and make exactly {steps} steps, each along an edge; edges and vertices may "
            "be used again. Visit as many different vertices as possible. List all vertices of the walk in "
            "order, the start "
            "included, separated by commas.",
            "A walk begins at {start} and has exactly {steps} moves from a vertex to a neighbour, also back. It "
            "is to see as many distinct vertices as possible, the first one counting. Write down every vertex in "
            "order, from "
            "{start} on, with commas between them.",
            "Find a walk of exactly {steps} edges from vertex {start} (repeats count and are allowed) that "
            "contains the most different vertices. Give its vertices one after the other, beginning with "
            "{start}, separated "
            "by commas.",
        ),
        _walk,
        _walk_best,
        _links,
        lambda edges, start, steps: _form(edges, start=start, steps=steps),
    ),
    "hops": Kind(
        _worded(
            "Put all vertices into an order in which every two that follow each other are at most two edges "
            "apart. Give the order, separated by commas.",
            "A frog visits each vertex exactly once, and jumps from a vertex to one at distance 1 or 2. Write "
            "down in which order it can do so, with commas between the vertices.",
            "List every vertex once so that the distance between neighbours in your list is never more than 2. "
            "Separate the vertices by commas.",
        ),
        _caterpillar,
        _hops_best,
        _links,
        _form,
    ),
    "directions": Kind(
        _worded(
            "Give every edge a direction so that as many ordered pairs (x, y) of different vertices as possible "
            "have a directed path from x to y. Write each edge as the vertex that it leaves and the vertex that it "
            "enters with a space between them, and semicolons between the edges.",
            "All edges become one-way streets. The number of ordered pairs of different vertices of which the "
            "second can be reached from the first is to be maximal. List all edges, each as from and to with a "
            "space, "
            "separated by semicolons.",
            "Orient each edge. Count the pairs x, y (x not y) such that y is reachable from x, and make this "
            "count as large as possible. State every edge as tail, space, head, with a semicolon between edges.",
        ),
        _plain_tree,
        _directions_best,
        _links,
        _form,
    ),
    "even-parts": Kind(
        _worded(
            "Divide the vertices into groups of {part} vertices each, such that every group is connected by "
            "edges within it. Write each group as its vertices with spaces between them, and semicolons between "
            "the groups.",
            "Split all vertices into sets of exactly {part}, each of which is a connected part of the tree. List "
            "the sets, with spaces inside a set and semicolons between sets.",
            "Remove edges so that only pieces of exactly {part} vertices are left. Give the vertices of every piece, "
            "separated by spaces, and separate the pieces by semicolons.",
            ties="",
        ),
        _even_parts,
        _even_parts_best,
        _links,
        _form,
    ),
    "precedence": Kind(
        _worded(
            "Put the vertices 1 to {n} into an order that respects all of these rules. Their weights are "
            "{weights}. The sum of place times weight (the first place is 1) is to be as large as possible. Give "
            "the order, "
            "separated by commas.",
            "The weights of 1 to {n} are {weights}. Order them so that every rule holds and the total of weight "
            "* place is maximal, where places are counted from 1. Write the order with commas between the numbers.",
            "Someone of weight w at place p adds w * p to the score; places begin with 1, and 1 to {n} weigh "
            "{weights}. Find the order with the highest score that breaks no rule. List it, separated by commas.",
            intro=(
                "Of the numbers 1 to {n} some have to come before others: {links}. ",
                "{links}\n\nThese are rules for an order of 1 to {n}. ",
                "An order of 1, 2, ..., {n} has the rules {links}. ",
            ),
        ),
        _precedence,
        _precedence_best,
        _precedence_shown,
    ),
    "balanced-values": Kind(
        _worded(
            "The root is 1, and the vertices 1 to {n} hold the values {values}. Change as few values as "
            "possible, each to "
            "any positive real number, such that all children of one vertex have equal values, and each vertex with "
            "children has the sum of their values. Which vertices are changed? " + _LIST,
            "Vertex 1 is the root. Written at 1, 2, ..., {n} are {values}. At every vertex that has children, "
            "these must be equal to each other and add up to the vertex itself. Any positive real numbers may be "
            "written "
            "in. Keep as many numbers as possible, and state the vertices whose numbers you replace. " + _LIST,
            "Rooted at 1, its vertices 1 to {n} carry {values}. It is balanced if siblings are always equal and "
            "every parent equals the sum of its children; values are positive real numbers. Find a smallest set of "
            "vertices that can be given other values so that it becomes balanced. " + _LIST,
        ),
        _balance,
        _balance_best,
        _links,
    ),
    "equal-depths": Kind(
        _worded(
            "The root is 1. Change lengths of edges to whole numbers, 0 or more, such that all leaves (vertices "
            "without children) are equally far from the root. Each unit by which a length is changed, up or "
            "down, costs "
            "1. Make the total "
            "cost least. Give the new lengths of all edges in the order in which the edges are stated, separated by "
            "commas.",
            "Fire burns from vertex 1 along the edges to all leaves, the vertices other than 1 with one edge "
            "only, and has to reach all of them at the same time. A fuse may be cut or extended to any whole "
            "length from 0 on, "
            "at a cost of 1 for each unit. Do it as cheaply as possible. Answer with the new lengths, in the "
            "order of the "
            "edges above, with commas between them.",
            "Seen from the root 1, all leaves (vertices that no edge leads on from) shall have the same depth, "
            "where depth is the sum of lengths. Lengths may be replaced by any whole numbers that are not "
            "negative; the cost "
            "is the sum of the absolute differences. Find the cheapest new lengths, and list them in the order "
            "of the "
            "edges, separated by commas.",
            intro=_LONG,
        ),
        _depths,
        _depths_best,
        _links,
    ),
}
WORDINGS = wordings(KINDS)
generate = optimum_family(KINDS, {"size": Whole(1, 30, "how many vertices trees have")})
