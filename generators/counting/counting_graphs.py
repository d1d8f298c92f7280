"""Counting in graphs: cycles, triangles, colourings, spanning trees, orders of a tree, walks and independent sets.

Vertices are letters, edges are listed, and the text says when two of the counted things are the same. Problems that
differ only in the names of the vertices have one fingerprint (see `generators.refine`).

Difficulty: `kinds` drawn from; `size`, by which graphs grow; `modulus`, above which a remainder is asked for.
Proxy: vertices, edges and steps.

Sources: G. Kirchhoff 1847 (spanning trees); J. B. Kruskal 1956 (minimum spanning trees by weight).
"""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

from ..kernels.count import Facts, Kind, counting_family, row, running, total
from ..refine import canonical_graph
from . import edge_kinds
from .graph_facts import LETTERS, ends, form, graph, links, neighbours, spanning


def _cyclic(rng: random.Random, size: int) -> Facts:
    n = rng.randint(6 + size // 5, 6 + size // 3)
    return graph(rng, n, n + 3 + size // 3 + rng.randint(0, 2))


def _cycles(vertices: str, edges: list[str]) -> tuple[int, list[str]]:
    """From the first vertex of each cycle, in one of its two directions."""
    near, parts, lines = neighbours(vertices, edges), [], []
    for start in vertices:
        found: Counter[int] = Counter()
        paths = [start]
        while paths:
            path = paths.pop()
            for v in near[path[-1]]:
                if v == start and len(path) > 2 and path[1] < path[-1]:
                    found[len(path)] += 1
                if v > start and v not in path:
                    paths.append(path + v)
        if found:
            shown = ", ".join(f"{count} of length {length}" for length, count in sorted(found.items()))
            parts.append(found.total())
            lines.append(f"cycles whose first letter in the alphabet is {start}: {shown}")
    return sum(parts), [*lines, total(parts)]


def _dense(rng: random.Random, size: int) -> Facts:
    n = rng.randint(7 + size // 4, 8 + size // 4)
    return graph(rng, n, int(n * (n - 1) / 2 * rng.uniform(0.6, 0.85)))


def _triangles(vertices: str, edges: list[str]) -> tuple[int, list[str]]:
    near, parts, lines = neighbours(vertices, edges), [], []
    for a, b in ends(edges):
        third = [v for v in near[a] if v in near[b] and v > b]
        if third:
            parts.append(len(third))
            lines.append(f"{a}{b} with a later {' '.join(third)}: {len(third)}")
    return sum(parts), [*lines, total(parts)]


def _capped(rng: random.Random, size: int) -> Facts:
    n = rng.randint(5, 5 + size // 5)
    facts = graph(rng, n, n - 1 + rng.randint(1, 2 + size // 3))
    return facts | {"caps": [rng.randint(2, 4) for _ in range(n)]}


def _colourings(vertices: str, edges: list[str], caps: list[int], without: int) -> int:
    near = neighbours(vertices, edges)

    def ways(chosen: dict[str, int]) -> int:
        if len(chosen) == len(vertices):
            return 1
        v = vertices[len(chosen)]
        taken = {chosen[u] for u in near[v] if u in chosen} | {without}
        return sum(ways({**chosen, v: c}) for c in range(1, caps[len(chosen)] + 1) if c not in taken)

    return ways({})


def _colour_values(vertices: str, edges: list[str], caps: list[int]) -> tuple[int, list[str]]:
    every = _colourings(vertices, edges, caps, 0)
    parts, lines = [], [f"allowed colourings in all: {every}"]
    for colour in range(1, max(caps) + 1):
        less = _colourings(vertices, edges, caps, colour)
        parts.append(every - less)
        lines.append(
            f"colour {colour} is used by all but those that do without it: {every} - {less} = {every - less}"
        )
    return sum(parts), [*lines, total(parts)]


def _tree(rng: random.Random, n: int, reach: int = 99) -> list[str]:
    order = rng.sample(LETTERS[:n], n)
    parents = [rng.randrange(max(0, i - reach), i) for i in range(1, n)]
    return sorted("".join(sorted((order[i], order[p]))) for i, p in enumerate(parents, 1))


def _copies(rng: random.Random, size: int) -> Facts:
    n = rng.randint(6, 6 + size // 8)
    facts = graph(rng, n, n + 2 + size // 4 + rng.randint(0, 2))
    tree = _tree(rng, n)
    return facts | {"tree": [edge.lower() for edge in tree]}


def _copies_counted(vertices: str, edges: list[str], tree: list[str]) -> tuple[int, list[str]]:
    near, order = neighbours(vertices, edges), "a"
    hung = {}
    while len(order) < len(vertices):
        for x, y in ends(tree):
            if (x in order) != (y in order):
                new, old = (y, x) if x in order else (x, y)
                hung[new] = old
                order += new
    maps = [{"a": v} for v in vertices]
    lines = [f"places for a: {len(maps)}"]
    for x in order[1:]:
        maps = [{**m, x: v} for m in maps for v in near[m[hung[x]]] if v not in m.values()]
        lines.append(f"with {x} beside {hung[x]}: {len(maps)}")
    return len(maps), lines


def _weighted(rng: random.Random, size: int) -> Facts:
    n = rng.randint(6 + size // 6, 6 + size // 4)
    facts = graph(rng, n, n + 3 + size // 4 + rng.randint(0, 2))
    return facts | {"weights": [rng.randint(1, 2) for _ in facts["edges"]]}


def _weighted_links(edges: list[str], weights: list[int], **_: object) -> dict[str, object]:
    return {"links": ", ".join(f"{a}-{b}: {w}" for (a, b), w in zip(ends(edges), weights, strict=True))}


def _minimum_trees(vertices: str, edges: list[str], weights: list[int]) -> tuple[int, list[str]]:
    """Weight by weight: the parts that lighter edges join are vertices, and each new part has its own trees."""
    part = {v: v for v in vertices}
    factors, lines = [], []
    for weight in sorted(set(weights)):
        joins = [
            (part[a], part[b])
            for (a, b), w in zip(ends(edges), weights, strict=True)
            if w == weight and part[a] != part[b]
        ]
        left = {x for pair in joins for x in pair}
        while left:
            group = [min(left)]
            for x in group:
                group += sorted({y for pair in joins if x in pair for y in pair} - set(group))
            left -= set(group)
            ways = spanning(group, [pair for pair in joins if pair[0] in group])
            factors.append(ways)
            names = " ".join("".join(v for v in vertices if part[v] == x) for x in group)
            lines.append(f"edges of weight {weight} between the parts {names}, spanning trees of these: {ways}")
            part = {v: group[0] if x in group else x for v, x in part.items()}
    value = 1
    for factor in factors:
        value *= factor
    return value, [*lines, *running(factors), f"together: {' * '.join(map(str, factors))} = {value}"]


def _spanned(rng: random.Random, size: int) -> Facts:
    n = rng.randint(6 + size // 5, 6 + size // 3)
    return graph(rng, n, n + 2 + size // 3 + rng.randint(0, 1))


def _spanning_trees(vertices: str, edges: list[str]) -> tuple[int, list[str]]:
    """Kirchhoff's determinant without the last vertex, with its pivots."""
    near = neighbours(vertices, edges)
    kept = vertices[:-1]
    table = [[Fraction(len(near[a])) if a == b else Fraction(-(b in near[a])) for b in kept] for a in kept]
    lines = [f"Kirchhoff's matrix without {vertices[-1]}"]
    lines += [row(a, table_row) for a, table_row in zip(kept, table, strict=True)]
    value = Fraction(1)
    for i, a in enumerate(kept):
        pivot = table[i][i]
        value *= pivot
        lines.append(f"the pivot of {a} is {pivot}, and the product so far {value}")
        for r in range(i + 1, len(kept)):
            share = table[r][i] / pivot
            table[r] = [x - share * y for x, y in zip(table[r], table[i], strict=True)]
    return int(value), lines


def _order(rng: random.Random, size: int) -> Facts:
    n = rng.randint(5 + size // 3, 6 + size // 3)
    return {
        "vertices": LETTERS[:n],
        "rules": [edge if rng.random() < 0.6 else edge[::-1] for edge in _tree(rng, n)],
    }


def _rules(vertices: str, rules: list[str]) -> dict[str, object]:
    return {"rules": ", ".join(f"{a} before {b}" for a, b in ends(rules)), "n": len(vertices)}


def _tree_orders(vertices: str, rules: list[str]) -> tuple[int, list[str]]:
    """For each vertex, the orders of what hangs at it by the place of the vertex among them."""
    lines: list[str] = []

    def places(v: str, above: str) -> list[int]:
        own = [1]
        for x, y in ends(rules):
            if v in (x, y) and (u := y if v == x else x) != above:
                other = places(u, v)
                merged = [0] * (len(own) + len(other))
                for i, ways in enumerate(own):
                    for before in range(len(other) + 1):  # so many of the other branch come before v
                        sides = other[before:] if v == x else other[:before]
                        mixed = comb(i + before, i) * comb(
                            len(own) - 1 - i + len(other) - before, len(other) - before
                        )
                        merged[i + before] += ways * mixed * sum(sides)
                own = merged
        lines.append(row(f"below {v}, by its place", own))
        return own

    table = places(vertices[0], "")
    return sum(table), [*lines, total(table)]


def _walk(rng: random.Random, size: int) -> Facts:
    n = rng.randint(5 + size // 4, 6 + size // 4)
    facts = graph(rng, n, n + 2 + size // 4 + rng.randint(0, 2))
    start, goal = rng.sample(facts["vertices"], 2)
    return facts | {"start": start, "goal": goal, "steps": rng.randint(5 + size // 4, 6 + size // 3)}


def _walks(vertices: str, edges: list[str], start: str, goal: str, steps: int) -> tuple[int, list[str]]:
    """By the last vertex and the one before it."""
    near = neighbours(vertices, edges)
    table = Counter({(start, v): 1 for v in near[start]})
    lines = [f"after 1 step: {' '.join(f'{a}{b}:{ways}' for (a, b), ways in sorted(table.items()))}"]
    for step in range(2, steps + 1):
        after: Counter[tuple[str, str]] = Counter()
        for (a, b), ways in table.items():
            for c in near[b]:
                if c != a:
                    after[b, c] += ways
        table = after
        lines.append(
            f"after {step} steps: {' '.join(f'{a}{b}:{ways}' for (a, b), ways in sorted(table.items()))}"
        )
    return (value := sum(ways for (_, b), ways in table.items() if b == goal)), [
        *lines,
        f"ending in {goal}: {value}",
    ]


def _triple_tree(rng: random.Random, size: int) -> Facts:
    n = rng.randint(10 + size // 2, 11 + size)
    hub = rng.randint(3, 6)
    order = rng.sample(LETTERS[:n], n)
    parents = [0 if i <= hub else rng.randrange(i if rng.random() < 0.6 else hub) for i in range(1, n)]
    return {
        "vertices": LETTERS[:n],
        "edges": sorted("".join(sorted((order[i], order[p]))) for i, p in enumerate(parents, 1)),
    }


def _equal_triples(vertices: str, edges: list[str]) -> tuple[int, list[str]]:
    """The three meet in a middle vertex, equally far, in three different branches."""
    near, parts, lines = neighbours(vertices, edges), [], []
    for middle in vertices:
        rings = [[(v, middle)] for v in near[middle]]
        for distance in range(1, len(vertices)):
            sizes = [len(ring) for ring in rings if ring]
            if len(sizes) < 3:
                break
            parts.append(sum(a * b * c for a, b, c in combinations(sizes, 3)))
            lines.append(
                f"{distance} from {middle}, by branch {' '.join(map(str, sizes))}, in three branches: {parts[-1]}"
            )
            rings = [[(u, v) for v, old in ring for u in near[v] if u != old] for ring in rings]
    return sum(parts), [*lines, total(parts)]


def _sparse(rng: random.Random, size: int) -> Facts:
    n = rng.randint(6 + size // 2, 7 + size // 2)
    return graph(rng, n, n + rng.randint(0, 2 + size // 3))


def _independent(vertices: str, edges: list[str]) -> tuple[int, list[str]]:
    near, sets, lines = neighbours(vertices, edges), [""], []
    for v in vertices:
        sets += [chosen + v for chosen in sets if not set(chosen) & set(near[v])]
        lines.append(f"among the vertices up to {v}: {len(sets)}")
    return len(sets), [*lines, f"with the empty set: {len(sets)}"]


KINDS = {
    "cycles": Kind(
        (
            "How many simple cycles does the undirected graph with these edges have?\n\n{links}\n\nA simple cycle "
            "has at least 3 "
            "vertices and visits none of them twice. Cycles with the same set of edges are the same. {ask}",
            "{links}\n\nThese are the edges of an undirected graph. Count its simple cycles (closed walks through "
            "at least three "
            "different vertices that use no vertex twice), where the start and the direction do not matter. {ask}",
            "Roads that can be used both ways join the towns {towns}: {links}. A round trip leaves a town, passes "
            "at least two "
            "others, none of them twice, and comes back to the start. How many round trips are there, if trips "
            "along exactly the "
            "same roads count as one? {ask}",
        ),
        _cyclic,
        _cycles,
        lambda vertices, edges: links(edges) | {"towns": ", ".join(vertices)},
        form,
    ),
    "triangles": Kind(
        (
            "How many triangles, sets of three vertices that are joined pairwise, are in the graph with these "
            "edges?\n\n{links}\n\n"
            "{ask}",
            "{links}\n\nIn this list of pairs of people who know each other, count the groups of three people who "
            "all know one "
            "another. Whoever is not listed as a pair does not know each other. {ask}",
            "Count the three-vertex cycles of this undirected graph; a cycle is told by its set of "
            "vertices.\n\nEdges: {links}\n\n"
            "{ask}",
        ),
        _dense,
        _triangles,
        lambda vertices, edges: links(edges),
        form,
    ),
    "colour-values": Kind(
        (
            "The vertices of this graph get colours that are numbers: {bounds}. Vertices joined by an edge must "
            "get different "
            "colours. The edges are:\n\n{links}\n\nThe value of a colouring is the number of different colours "
            "that occur in "
            "it. What is the sum of the values of all possible colourings? {ask}",
            "{links}\n\nIn the graph with these edges, each vertex is coloured with a positive whole number, "
            "where {bounds}, and no "
            "edge joins equal colours. For every such colouring, count how many different colours it uses. Add up "
            "these "
            "counts. {ask}",
            "Edges of a graph: {links}. Give every vertex a colour from 1 up to its limit ({bounds}), neighbours "
            "different. "
            "Each colouring is worth one point for every colour that it uses at least once. How many points are "
            "all "
            "colourings worth together? {ask}",
        ),
        _capped,
        _colour_values,
        lambda vertices, edges, caps: (
            links(edges)
            | {"bounds": ", ".join(f"1 <= {v} <= {c}" for v, c in zip(vertices, caps, strict=True))}
        ),
        lambda vertices, edges, caps: form(vertices, edges, dict(zip(vertices, caps, strict=True))),
    ),
    "tree-copies": Kind(
        (
            "A graph on {towns} has the edges {links}. A tree on {small} has the edges {hung}. In how many ways "
            "can the tree's "
            "vertices be assigned to the graph's, one to one, so that every edge of the tree falls on an edge of "
            "the graph? {ask}",
            "Graph: {links}\nTree: {hung}\n\nCount the bijections from the tree's vertices {small} to the graph's "
            "vertices {towns} "
            "that take each edge of the tree to an edge of the graph. {ask}",
            "People {small} are to live in the houses {towns}, one in each. Houses are neighbours if they are "
            "listed: {links}. These "
            "people want to live in neighbouring houses: {hung}. In how many ways can all of these wishes be met? "
            "{ask}",
        ),
        _copies,
        _copies_counted,
        lambda vertices, edges, tree: (
            links(edges)
            | {
                "towns": ", ".join(vertices),
                "small": ", ".join(vertices.lower()),
                "hung": ", ".join(f"{a}-{b}" for a, b in ends(tree)),
            }
        ),
        lambda vertices, edges, tree: [form(vertices, edges), form(vertices.lower(), tree)],
    ),
    "minimum-trees": Kind(
        (
            "How many minimum spanning trees does this weighted graph have? Each edge is given with its "
            "weight.\n\n{links}\n\nTrees "
            "are different if their sets of edges are. {ask}",
            "{links}\n\nThe list gives roads that could be built and their prices. All places have to be "
            "connected for the least "
            "total price. Count the cheapest choices of roads. {ask}",
            "Of the edges with weights {links}, choose a set that joins all vertices without a cycle and has the "
            "least possible "
            "total weight. In how many ways can the set be chosen? {ask}",
        ),
        _weighted,
        _minimum_trees,
        lambda vertices, edges, weights: _weighted_links(edges, weights),
        lambda vertices, edges, weights: form(vertices, edges, None, weights),
    ),
    "spanning-trees": Kind(
        (
            "How many spanning trees does the graph with these edges have?\n\n{links}\n\nVertices are told apart "
            "by their letters. "
            "{ask}",
            "{links}\n\nIn how many ways can edges of this graph be kept so that all vertices stay connected and "
            "there is no cycle "
            "left? {ask}",
            "Count the sets of edges of the following graph that form a tree through all of its "
            "vertices.\n\nEdges: {links}\n\n{ask}",
        ),
        _spanned,
        _spanning_trees,
        lambda vertices, edges: links(edges),
        form,
    ),
    "tree-orders": Kind(
        (
            "In how many orders can the {n} tasks {towns} be done one after the other, if these rules hold: "
            "{rules}? {ask}",
            "{n} speakers, {towns}, talk one after the other, where {rules} (not necessarily right before). How "
            "many orders of "
            "the speakers are possible? {ask}",
            "Count the permutations of the letters {towns} that fulfil all of these, somewhere before being "
            "enough:\n\n{rules}\n\n"
            "{ask}",
        ),
        _order,
        _tree_orders,
        lambda vertices, rules: _rules(vertices, rules) | {"towns": ", ".join(vertices)},
        lambda vertices, rules: canonical_graph(
            len(vertices),
            [(vertices.index(a), vertices.index(b), 0) for a, b in ends(rules)],
            [0] * len(vertices),
            directed=True,
        ),
    ),
    "walks": Kind(
        (
            "How many walks of exactly {steps} steps lead from {start} to {goal} in the graph below, if a step "
            "may never go back "
            "along the edge that was used by the step right before it? Vertices and edges may be used again "
            "otherwise.\n\n"
            "{links}\n\n{ask}",
            "{links}\n\nOn these two-way roads someone walks from {start} to {goal}, along exactly {steps} roads "
            "in a row, and "
            "never turns round to take the same road straight back. Towns, {goal} among them, may be passed "
            "several times. Count "
            "the possible walks. {ask}",
            "A robot moves on an undirected graph with the edges {links}. It starts at {start}, makes {steps} "
            "moves and is at {goal} "
            "after the last one; no move undoes the move before it. How many sequences of moves are there? {ask}",
        ),
        _walk,
        _walks,
        lambda vertices, edges, start, goal, steps: links(edges),
        lambda vertices, edges, start, goal, steps: [steps, form(vertices, edges, {start: 1, goal: 1})],
    ),
    "equal-triples": Kind(
        (
            "The distance of two vertices of a tree is the number of edges on the way between them. In the tree "
            "with these "
            "edges, how many sets of three vertices have all three distances equal?\n\n{links}\n\n{ask}",
            "{links}\n\nThe edges above form a tree. Count the choices of three different vertices that are "
            "pairwise equally far "
            "from each other, measured in edges; the order of choosing does not matter. {ask}",
            "Three friends live at different vertices of a tree with the edges {links}. Any two of the three have "
            "equally many "
            "edges between them. How many sets of three vertices fit? {ask}",
        ),
        _triple_tree,
        _equal_triples,
        lambda vertices, edges: links(edges),
        form,
    ),
    "independent-sets": Kind(
        (
            "How many independent sets (sets of vertices no two of which are joined by an edge, the empty set "
            "included) does "
            "this graph have?\n\n{links}\n\n{ask}",
            "{links}\n\nThese pairs of people do not get on with each other; there are no other people. Count the "
            "groups, of any "
            "size from nobody on, in which all get on with each other. {ask}",
            "Some of the vertices of the graph with the edges {links} are marked, perhaps none, but never both "
            "ends of an edge. In "
            "how many ways can this be done? {ask}",
        ),
        _sparse,
        _independent,
        lambda vertices, edges: links(edges),
        form,
    ),
    **edge_kinds.KINDS,
}
WORDINGS = {name: kind.wordings for name, kind in KINDS.items()}


def _work(facts: Facts) -> float:
    """Vertices, edges and steps; a number that may be joined to others counts twice."""
    named = len(facts.get("vertices", ()))
    edges = len(facts.get("edges") or facts.get("rules", ()))
    if "missing" in facts:
        edges = comb(named, 2) - len(facts["missing"])
    return float(named + edges + 2 * int(facts.get("steps", 0)) + 2 * len(facts.get("heights", ())))


generate = counting_family(KINDS, least=16, work=_work)
