"""Spanning trees: the cheapest one, with an arrow or a depth for each edge, with given degrees or marks, or for some.

Kinds: ``minimum`` (which Kruskal's method gives), ``directed`` (away from a root), ``depth-weighted`` (an edge costs
its weight times its depth), ``steiner`` (only some vertices have to be joined), ``degrees`` (each vertex has a given
number of edges) and ``marked`` (a given number of marked edges). Instances of all but the first in which a quick
strategy is right are not asked.

Difficulty: `kinds` drawn from; `size`, by which graphs grow. Proxy: edges to choose from; of ``depth-weighted``, where
each can lead either way, twice as many.

Sources: J. B. Kruskal 1956; Y. Chu and T. Liu 1965, J. Edmonds 1967 (away from a root); S. Dreyfus and R. Wagner 1971
(for some vertices).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from heapq import heapify, heappop, heappush
from itertools import combinations

from ..base import Json
from ..kernels.asking import asking, row
from ..kernels.count import Facts
from ..kernels.optimum import Best, Kind, optimum_family, wordings
from ..limits import Whole
from ..refine import canonical_graph
from .chosen_sets import bits

Edge = list[int]
"""Two vertices; then its weight or mark, if edges have one."""

FAR = 10**9


def _graph(rng: random.Random, n: int, more: int, most: int) -> list[Edge]:
    """A connected graph with weights up to `most`: a tree, edges more, and all in random order."""
    names = rng.sample(range(1, n + 1), n)
    pairs = {tuple(sorted((names[i], names[rng.randrange(i)]))) for i in range(1, n)}
    others = [pair for pair in combinations(range(1, n + 1), 2) if pair not in pairs]
    pairs.update(rng.sample(others, min(more, len(others))))
    edges = [[*pair, rng.randint(1, most)] for pair in sorted(pairs)]
    rng.shuffle(edges)
    return edges


def _fitting(n: int, edges: Iterable[Edge]) -> list[Edge]:
    """Edges in their order, without those that would close a cycle."""
    part = list(range(n + 1))
    taken = []
    for edge in edges:
        a, b = part[edge[0]], part[edge[1]]
        if a != b:
            taken.append(edge)
            if len(taken) == n - 1:
                break  # everything is joined
            part = [a if p == b else p for p in part]
    return taken


def _cost(edges: Iterable[Edge]) -> int:
    return sum(edge[2] for edge in edges)


def _sum(edges: Iterable[Edge]) -> str:
    weights = [edge[2] for edge in edges]
    return f"{' + '.join(map(str, weights))} = {sum(weights)}"


def _ends(edges: Iterable[Edge]) -> list[list[int]]:
    return [edge[:2] for edge in edges]


def _size(size: int) -> int:
    return 6 + size


def _weighted(rng: random.Random, size: int) -> Facts:
    n = _size(size)
    return {"vertices": n, "edges": _graph(rng, n, n // 2 + rng.randint(1, 2), 30)}


def _minimum(vertices: int, edges: list[Edge]) -> Best:
    chosen = _fitting(vertices, sorted(edges, key=lambda edge: edge[2]))
    lines = [f"{u}-{v}, weight {w}" for u, v, w in chosen]
    return Best(_cost(chosen), _ends(chosen), [*lines, _sum(chosen)], len(edges), 0.001)


# ---- away from a root


def _arrows(rng: random.Random, size: int) -> Facts:
    n = _size(size)
    root, *order = rng.sample(range(1, n + 1), n)
    arrows = {(rng.choice([root, *order[:i]]), v) for i, v in enumerate(order)}
    while len(arrows) < 2 * n - 1:
        u, v = rng.sample(range(1, n + 1), 2)
        if v != root:
            arrows.add((u, v))
    edges = [[u, v, rng.randint(1, 30)] for u, v in sorted(arrows)]
    rng.shuffle(edges)
    return {"vertices": n, "root": root, "edges": edges}


def _arborescence(arcs: list[tuple[int, int, int, int]], root: int, nodes: set[int]) -> list[int]:
    """The numbers of the chosen arcs (from, to, weight, number): circles of cheapest arcs are drawn together."""
    into: dict[int, tuple[int, int, int, int]] = {}
    for arc in arcs:
        if arc[1] != root and arc[0] != arc[1] and (arc[1] not in into or arc[2] < into[arc[1]][2]):
            into[arc[1]] = arc
    circle: list[int] = []
    for start in sorted(nodes):
        path, v = list[int](), start
        while v in into and v not in path:
            path.append(v)
            v = into[v][0]
        if v in path:
            circle = path[path.index(v) :]
            break
    if not circle:
        return [arc[3] for arc in into.values()]
    whole, inner = max(nodes) + 1, set(circle)
    drawn = [
        (whole if u in inner else u, whole if v in inner else v, w - into[v][2] if v in inner else w, number)
        for u, v, w, number in arcs
        if not (u in inner and v in inner)
    ]
    chosen = _arborescence(drawn, root, (nodes - inner) | {whole})
    entered = {v for _, v, _, number in arcs if number in chosen and v in inner}
    return chosen + [into[v][3] for v in circle if v not in entered]


def _directed(vertices: int, root: int, edges: list[Edge]) -> Best | None:
    arcs = [(u, v, w, number) for number, (u, v, w) in enumerate(edges)]
    chosen = [edges[number] for number in sorted(_arborescence(arcs, root, set(range(1, vertices + 1))))]
    reached, grown = [root], list[Edge]()  # the cheapest arrow out of what is reached, again and again
    while len(reached) < vertices:
        out = [edge for edge in edges if edge[0] in reached and edge[1] not in reached]
        grown.append(min(out, key=lambda edge: edge[2]))
        reached.append(grown[-1][1])
    least = sum(min(w for _, b, w in edges if b == v) for v in range(1, vertices + 1) if v != root)
    total = _cost(chosen)
    if total in (least, _cost(grown)):
        return None
    lines = [f"into {v} from {u}, weight {w}" for u, v, w in sorted(chosen, key=lambda edge: edge[1])]
    return Best(total, _ends(chosen), [*lines, _sum(sorted(chosen, key=lambda e: e[1]))], len(edges), 0.001)


def _near(n: int, edges: list[Edge]) -> list[dict[int, int]]:
    near: list[dict[int, int]] = [{} for _ in range(n + 1)]
    for u, v, w in edges:
        near[u][v] = near[v][u] = w
    return near


def _layered(rng: random.Random, size: int) -> Facts:
    n = min(10, 6 + size // 3)
    return {"vertices": n, "edges": _graph(rng, n, n // 2 - 1 + size // 3, 20)}


def _quick_trees(n: int, edges: list[Edge], near: list[dict[int, int]]) -> Iterable[int]:
    """From each root: a cheapest tree, and trees that grow by the next cheapest edge, cost or distance."""
    cheapest = _near(n, _fitting(n, sorted(edges, key=lambda edge: edge[2])))
    ways: list[tuple[list[dict[int, int]], Callable[[int, int, int], int]]] = [
        (cheapest, lambda far, depth, w: depth),
        (near, lambda far, depth, w: w),
        (near, lambda far, depth, w: w * depth),
        (near, lambda far, depth, w: far + w),
        (near, lambda far, depth, w: depth * FAR + w),
    ]
    for root in range(1, n + 1):
        for links, key in ways:
            total, reached = 0, {root}
            # What an edge is chosen by is settled once its upper end is in the tree.
            waiting = [(key(0, 1, w), root, v, 0, 1) for v, w in links[root].items()]
            heapify(waiting)
            while len(reached) < n:
                _, u, v, far, depth = heappop(waiting)
                if v in reached:
                    continue
                reached.add(v)
                w = links[u][v]
                total += depth * w
                far, depth = far + w, depth + 1
                for after, w in links[v].items():
                    if after not in reached:
                        heappush(waiting, (key(far, depth, w), v, after, far, depth))
            yield total


def _depth_weighted(vertices: int, edges: list[Edge]) -> Best | None:
    """Depth by depth: the least cost of each set of vertices, to which any of its neighbours may be added."""
    near, full = _near(vertices, edges), (1 << vertices) - 1
    around = [0] + [sum(1 << u - 1 for u in near[v]) for v in range(1, vertices + 1)]
    quick = min(_quick_trees(vertices, edges, near))
    light = [min(links.values(), default=0) for links in near[1:]]
    layers: list[dict[int, tuple[int, int]]] = [{1 << v: (0, 0) for v in range(vertices)}]
    best = (quick, 0, 0)
    for depth in range(1, vertices):
        after: dict[int, tuple[int, int]] = {}
        for mask, (spent, _) in layers[-1].items():
            beside = 0
            for v in bits(mask):
                beside |= around[v + 1]
            steps = [
                (1 << u, depth * min(w for v, w in near[u + 1].items() if mask >> v - 1 & 1))
                for u in bits(beside & ~mask)
            ]
            grown = [(mask, spent)]
            for bit, price in steps:
                grown += [(new | bit, cost + price) for new, cost in grown if cost + price < best[0]]
            for new, cost in grown[1:]:
                if new in after:
                    if cost < after[new][0]:
                        after[new] = cost, mask
                elif cost + (depth + 1) * sum([light[v] for v in bits(full & ~new)]) < best[0]:
                    after[new] = cost, mask
        layers.append(after)
        if full in after and after[full][0] < best[0]:
            best = after[full][0], depth, full
    if best[1] == 0:
        return None  # a quick strategy is as good
    total, at, mask = best
    told: list[Edge] = []
    parts = list[str]()
    while at:
        before = layers[at][mask][1]
        for v in bits(mask & ~before):
            w, u = min((w, u) for u, w in near[v + 1].items() if before >> u - 1 & 1)
            told.append([u, v + 1])
            parts.append(f"{at} * {w}")
        at, mask = at - 1, before
    told, parts = told[::-1], parts[::-1]
    lines = [f"root: {next(bits(mask)) + 1}", f"{' + '.join(parts)} = {total}"]
    return Best(total, told, lines, 2 * len(edges), 0.001)


# ---- for some vertices


def _some(rng: random.Random, size: int) -> Facts:
    """A hub joins most of the vertices, each for a little more than half of what edges between two of them cost."""
    n, many = _size(size) + 1, 4 + (size > 7)
    hub, *others = rng.sample(range(1, n + 1), n)
    keys = others[:many]
    edges = _graph(rng, n, n // 3, 30)
    weights = {(u, v): w for u, v, w in edges}
    for at, key in enumerate(keys):
        if at < many - 1:
            weights[min(hub, key), max(hub, key)] = rng.randint(10, 15)
        u = keys[at - 1]
        weights[min(u, key), max(u, key)] = rng.randint(15, 24)
    listed = [[u, v, w] for (u, v), w in sorted(weights.items())]
    rng.shuffle(listed)
    return {"vertices": n, "edges": listed, "keys": sorted(keys)}


def _pruned(edges: list[Edge], keys: list[int]) -> list[Edge]:
    """A tree without the branches that lead to none of some vertices."""
    while True:
        ends = [v for edge in edges for v in edge[:2]]
        spare = [e for e in edges if any(ends.count(v) == 1 and v not in keys for v in e[:2])]
        if not spare:
            return edges
        edges = [e for e in edges if e not in spare]


def _steiner(vertices: int, edges: list[Edge], keys: list[int]) -> Best | None:
    near = _near(vertices, edges)
    names = range(1, vertices + 1)
    last, *others = keys
    cost: dict[int, list[int]] = {}
    way: dict[
        tuple[int, int], tuple[int, int]
    ] = {}  # a set of keys and an end: a part of it, or the vertex before
    for mask in range(1, 1 << len(others)):
        found = [FAR] * (vertices + 1)
        if mask & (mask - 1) == 0:
            found[others[mask.bit_length() - 1]] = 0
        part = (mask - 1) & mask
        while part:
            for v in names:
                if cost[part][v] + cost[mask ^ part][v] < found[v]:
                    found[v] = cost[part][v] + cost[mask ^ part][v]
                    way[mask, v] = part, 0
            part = (part - 1) & mask
        left = set(names)
        while left:
            v = min(left, key=lambda v: found[v])
            left.remove(v)
            for u, w in near[v].items():
                if found[v] + w < found[u]:
                    found[u] = found[v] + w
                    way[mask, u] = 0, v
        cost[mask] = found
    full = (1 << len(others)) - 1
    chosen: list[Edge] = []
    open_ = [(full, last)]
    while open_:
        mask, v = open_.pop()
        part, before = way.get((mask, v), (0, 0))
        if part:
            open_ += [(part, v), (mask ^ part, v)]
        elif before:
            chosen.append([min(v, before), max(v, before), near[v][before]])
            open_.append((mask, before))
    total = cost[full][last]
    mst = _pruned(_fitting(vertices, sorted(edges, key=lambda edge: edge[2])), keys)
    if total == _cost(mst) or total in _joined(near, keys) or len(chosen) < len(keys):
        return None
    stars = (sum(near[v].get(key, 0 if key == v else FAR) for key in keys) for v in names)
    if total in stars:
        return None
    chosen.sort()
    lines = [f"{u}-{v}, weight {w}" for u, v, w in chosen]
    return Best(total, _ends(chosen), [*lines, _sum(chosen)], len(edges), 0.001)


def _joined(near: list[dict[int, int]], keys: list[int]) -> Iterable[int]:
    """What it costs to begin at one of the keys and to join the nearest one to the tree, again and again."""
    for start in keys:
        tree, total = {start}, 0
        while not tree.issuperset(keys):
            far, before, left = dict.fromkeys(tree, 0), dict[int, int](), set[int]()
            while True:
                v = min((v for v in far if v not in left), key=lambda v: (far[v], v))
                left.add(v)
                if v in keys and v not in tree:
                    break
                for u, w in near[v].items():
                    if far[v] + w < far.get(u, FAR):
                        far[u], before[u] = far[v] + w, v
            total += far[v]
            while v not in tree:
                tree.add(v)
                v = before[v]
        yield total


# ---- degrees and marks


def _bare(rng: random.Random, size: int, most: int) -> tuple[int, list[Edge], list[Edge]]:
    n = _size(size)
    edges = _graph(rng, n, n // 2 + 1 + rng.randint(0, size // 4), most)
    return n, edges, _fitting(n, rng.sample(edges, len(edges)))


def _with_degrees(rng: random.Random, size: int) -> Facts:
    n, edges, tree = _bare(rng, size, 1)
    ends = [v for edge in tree for v in edge[:2]]
    return {
        "vertices": n,
        "edges": _ends(edges),
        "degrees": [ends.count(v) for v in range(1, n + 1)],
        "made": _ends(tree),
    }


def _degrees(vertices: int, edges: list[Edge], degrees: list[int], made: list[Edge]) -> Best | None:
    """The tree that was drawn; edges that fit in some order lead to none."""
    at = [sum(v in edge for edge in edges) for v in range(vertices + 1)]
    tight = sorted(edges, key=lambda edge: min(at[v] - degrees[v - 1] for v in edge))
    for order in (edges, edges[::-1], sorted(edges), tight):
        left, taken = [0, *degrees], list[Edge]()
        for edge in order:
            if all(left[v] for v in edge) and len(_fitting(vertices, [*taken, edge])) > len(taken):
                taken.append(edge)
                for v in edge:
                    left[v] -= 1
        if len(taken) == vertices - 1:
            return None
    if _tightest_first(vertices, edges, degrees):
        return None
    lines = [f"{v}: {row(sorted(a + b - v for a, b in made if v in (a, b)))}" for v in range(1, vertices + 1)]
    return Best(0, sorted(made), lines, len(edges), 0.001)


def _tightest_first(n: int, edges: list[Edge], degrees: list[int]) -> bool:
    """Whether the edge at the vertex that can spare the fewest of those that still fit, again and again, is right."""
    left, part, taken = [0, *degrees], list(range(n + 1)), 0
    open_ = edges
    while open_ := [e for e in open_ if left[e[0]] and left[e[1]] and part[e[0]] != part[e[1]]]:
        spare = [-many for many in left]
        for u, v in open_:
            spare[u] += 1
            spare[v] += 1
        u, v = min(open_, key=lambda e: (min(spare[e[0]], spare[e[1]]), spare[e[0]] + spare[e[1]]))
        taken, left[u], left[v] = taken + 1, left[u] - 1, left[v] - 1
        part = [part[u] if p == part[v] else p for p in part]
    return taken == n - 1


_TRIED = 8


def _with_marks(rng: random.Random, size: int) -> Facts | None:
    """A tree with short cycles, so that many edges lie in none: whoever takes one sort first has no place for them."""
    n = _size(size) + 8
    before = [0, 0, *(rng.randint(max(1, v - 4), v - 1) for v in range(2, n + 1))]
    joined = {(before[v], v) for v in range(2, n + 1)}
    far = [(before[before[v]], v) for v in range(3, n + 1) if before[before[v]]]
    joined |= set(rng.sample(far, min(len(far), 6 + size // 3)))
    names = rng.sample(range(1, n + 1), n)
    edges = [[*sorted((names[u - 1], names[v - 1])), rng.randint(0, 1)] for u, v in sorted(joined)]
    rng.shuffle(edges)
    few = _cost(_fitting(n, sorted(edges, key=lambda edge: edge[2])))
    many = _cost(_fitting(n, sorted(edges, key=lambda edge: -edge[2])))
    count = (few + many + rng.randint(0, 1)) // 2
    quick = (_cost(_fitting(n, order)) for order in (edges, edges[::-1], sorted(edges)))
    if not few < count < many or count in quick:
        return None
    lucky = 0
    for order in (rng.sample(edges, len(edges)) for _ in range(_TRIED)):
        lucky += sum(_one_sort_first(n, order, count, mark) for mark in (0, 1))
        if lucky > _TRIED * 2 // 5:
            return None
    for order in (rng.sample(edges, len(edges)) for _ in range(20)):
        if _cost(tree := _fitting(n, order)) == count:
            return {"vertices": n, "edges": edges, "count": count, "made": _ends(tree)}
    return None


def _one_sort_first(n: int, order: Iterable[Edge], count: int, mark: int) -> bool:
    """Whether as many edges of one sort as are wanted, in an order, and then those of the other, are a right tree."""
    wanted = count if mark else n - 1 - count
    first = _fitting(n, (edge for edge in order if edge[2] == mark))[:wanted]
    return len(_fitting(n, [*first, *(edge for edge in order if edge[2] != mark)])) == n - 1


def _marked(vertices: int, edges: list[Edge], count: int, made: list[Edge]) -> Best:
    marks = {(u, v): mark for u, v, mark in edges}
    lines = [f"{u}-{v}{', marked' if marks[u, v] else ''}" for u, v in sorted(made)]
    # So often edges of one sort in some order, as many as are wanted, and then the others are a right tree: measured.
    guess = max(0.1, 0.34 - 0.018 * (vertices - 15))
    return Best(0, sorted(made), [*lines, f"marked: {count}"], len(edges), min(guess, 0.34))


# ---- words

_TREE = (
    "Choose edges that form a spanning tree: they join all vertices with each other, directly or through others, and "
    "there is no cycle among them."
)
_WEIGHTS = (
    "A graph has the vertices 1 to {vertices}. Its edges, each with its weight behind the colon, are:\n{list}"
)
_PLAIN = "A graph has the vertices 1 to {vertices}, and these edges:\n{list}"
_ARROWS = (
    "A directed graph has the vertices 1 to {vertices}. Its edges lead in the direction of the arrow, and the weight "
    "of each stands behind the colon:\n{list}"
)
_MARKS = "A graph has the vertices 1 to {vertices}, and these edges, some of which are marked (*):\n{list}"
_LEAST = "The sum of the weights of the chosen edges has to be as small as possible."
_FORM = 'Give each chosen edge as its two vertices{how}, with semicolons between the edges: "1 2; 2 4".'
_ANY = _FORM.format(how="") + " The order of edges and ends does not matter."


def _listed(edges: list[Edge], **_: object) -> dict[str, object]:
    return {"list": ", ".join(f"{e[0]}-{e[1]}" + "".join(f": {w}" for w in e[2:]) for e in edges)}


def _pointed(edges: list[Edge], **_: object) -> dict[str, object]:
    return {"list": ", ".join(f"{u} -> {v}: {w}" for u, v, w in edges)}


def _starred(edges: list[Edge], **_: object) -> dict[str, object]:
    return {"list": ", ".join(f"{u}-{v}{'*' * mark}" for u, v, mark in edges)}


def _form(
    vertices: int,
    edges: list[Edge],
    *,
    directed: bool = False,
    root: int = 0,
    degrees: Sequence[int] = (),
    keys: Sequence[int] = (),
    count: int = 0,
    made: Json = None,
) -> Json:
    """Equal for graphs that differ in the names of vertices only."""
    listed = [(e[0] - 1, e[1] - 1, e[2] if len(e) > 2 else 0) for e in edges]
    marks = list(degrees) or [int(v == root or v in keys) for v in range(1, vertices + 1)]
    return [count, canonical_graph(vertices, listed, marks, directed=directed)]


KINDS = {
    "minimum": Kind(asking(_TREE, _WEIGHTS, _LEAST, _ANY), _weighted, _minimum, _listed, _form),
    "directed": Kind(
        asking(
            "Choose edges so that exactly one chosen edge leads into each vertex other than {root}, none into {root}, "
            "and every vertex can be reached from {root} along chosen edges.",
            _ARROWS,
            _LEAST,
            _FORM.format(how=", first the one where it begins") + " The order of the edges does not matter.",
        ),
        _arrows,
        _directed,
        _pointed,
        partial(_form, directed=True),
    ),
    "depth-weighted": Kind(
        asking(
            f"{_TREE} Choose one vertex as the root, too. The depth of a chosen edge is 1 if one of its ends is the "
            "root; otherwise it is one more than the depth of the chosen edge before it on the way from the root. A "
            "chosen edge costs its weight times its depth.",
            _WEIGHTS,
            "The sum of the costs of the chosen edges has to be as small as possible.",
            _FORM.format(how=", first the one that is nearer to the root")
            + " The order of the edges does not matter; the root is the vertex that is nowhere the second one.",
        ),
        _layered,
        _depth_weighted,
        _listed,
        _form,
    ),
    "steiner": Kind(
        asking(
            "Choose edges that join the vertices {keys} with each other, directly or through other vertices. The "
            "chosen edges have to form one connected piece; other vertices may be left out.",
            _WEIGHTS,
            _LEAST,
            _ANY,
        ),
        _some,
        _steiner,
        _listed,
        _form,
    ),
    "degrees": Kind(
        asking(
            f"{_TREE} The vertices 1, 2, ..., {{vertices}} have to be ends of exactly so many chosen edges, in this "
            "order: {degrees}.",
            _PLAIN,
            "Find such edges; there are some.",
            _ANY,
        ),
        _with_degrees,
        _degrees,
        _listed,
        _form,
    ),
    "marked": Kind(
        asking(
            f"{_TREE} The number of marked edges among them has to be exactly {{count}}.",
            _MARKS,
            "Find such edges; there are some.",
            _ANY,
        ),
        _with_marks,
        _marked,
        _starred,
        _form,
    ),
}
WORDINGS = wordings(KINDS)
generate = optimum_family(KINDS, {"size": Whole(1, 24, "how large graphs are")})
