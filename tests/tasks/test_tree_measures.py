"""Tree measures: trees are read from the prompt as networkx graphs, and all choices in small trees are tried out."""

from __future__ import annotations

import functools
import re
from itertools import combinations, combinations_with_replacement, pairwise, product
from math import comb

import networkx as nx
from chosen import TIES, Chosen, numbers
from scipy.optimize import linprog

from rlvr.conformance.promises import read
from rlvr.verifiers.base import Reason


def tree(edges):
    graph = nx.Graph()
    graph.add_weighted_edges_from((a, b, long[0] if long else 1) for a, b, *long in edges)
    return graph


def far(graph):
    return dict(nx.all_pairs_dijkstra_path_length(graph))


@functools.lru_cache(maxsize=64)
def _distances(edges):
    return far(tree(edges))


def between(edges):
    """The distances of all pairs, found once for each tree."""
    return _distances(tuple(map(tuple, edges)))


def diameter(graph):
    return max(max(row.values()) for row in far(graph).values())


def median(given, edges, weights):
    sums = between(edges)[given[0]]
    return given[1] if given[1] == sum(weights[v - 1] * long for v, long in sums.items()) else None


def medians(edges, weights):
    for v, row in between(edges).items():
        total = sum(weights[w - 1] * long for w, long in row.items())
        yield from ([v, total], [v, total + 1])


def apart(given, edges):
    return given[2] if between(edges)[given[0]][given[1]] == given[2] else None


def added(given, edges, extra):
    graph = tree(edges)
    u, v = given
    graph.add_edge(u, v, weight=min(extra, graph.get_edge_data(u, v, {"weight": extra})["weight"]))
    return diameter(graph)


def changed(given, edges):
    graph = tree(edges)
    a, b, c, d = given
    graph.remove_edge(a, b)
    graph.add_edge(c, d, weight=1)
    return diameter(graph) if nx.is_tree(graph) else None


def centers(given, edges, keys, count):
    return max(min(row[c] for c in given) for v, row in between(edges).items() if v in keys)


def guards(given, edges, costs, keys, radius):
    rows = between(edges)
    return (
        sum(costs[v - 1] for v in given)
        if all(min(rows[k][c] for c in given) <= radius for k in keys)
        else None
    )


def depots(given, edges, weights, root, count):
    graph, total = tree(edges), 0
    for v in graph:
        for a, b in pairwise(nx.shortest_path(graph, v, root)):
            if a in given:
                break
            total += weights[v - 1] * graph[a][b]["weight"]
    return total


def patrol(given, edges, count):
    """By networkx: what has to be repeated joins the odd vertices, along paths of the tree."""
    graph = nx.MultiGraph([*edges, *given])
    odd = [v for v, degree in graph.degree if degree % 2]
    rows = between(edges)
    if not odd:
        return len(edges) + count
    best = nx.Graph()
    best.add_weighted_edges_from((a, b, rows[a][b]) for a, b in combinations(odd, 2))
    return len(edges) + count + sum(rows[a][b] for a, b in nx.min_weight_matching(best))


def paths(given, edges):
    graph = tree(edges)
    return [nx.shortest_path(graph, a, b) for a, b in given]


def two_paths(given, edges):
    p, q = paths(given, edges)
    if {frozenset(e) for e in pairwise(p)} & {frozenset(e) for e in pairwise(q)}:
        return None
    graph = tree(edges)
    graph.remove_nodes_from([*p, *q])
    return nx.number_connected_components(graph)


def walks(edges, start, steps):
    graph, found = tree(edges), [[start]]
    for _ in range(steps):
        found = [[*walk, w] for walk in found for w in graph[walk[-1]]]
        if len(found) > 5_000:
            return iter(range(10**6))
    return iter(found)


def directions(given, edges):
    graph = nx.DiGraph(given)
    return sum(len(nx.descendants(graph, v)) for v in graph)


def even(given, edges, part):
    graph = tree(edges)
    return 0 if all(len(g) == part and nx.is_connected(graph.subgraph(g)) for g in given) else None


def divisions(edges, part):
    graph = tree(edges)
    for cut in combinations(edges, len(graph) // part - 1):
        rest = graph.copy()
        rest.remove_edges_from(cut)
        yield [sorted(group) for group in nx.connected_components(rest)]


def ordered(parents, weights):
    """Orders in which at least half of the rules hold, so that some break one."""
    graph = nx.DiGraph([(p, v) for v, p in enumerate(parents, 1) if p])
    graph.add_nodes_from(range(1, len(parents) + 1))
    yield from map(list, nx.all_topological_sorts(graph))


def balanced(given, edges, values):
    """Kept values are spread over the tree, upwards and downwards, as exact fractions of the root's."""
    graph = tree(edges)
    roots = set()
    for v in set(graph) - set(given):
        value, path = values[v - 1], nx.shortest_path(graph, v, 1)
        for above in path[1:]:
            value *= len(graph[above]) - (above != 1)
        roots.add(value)
    return len(given) if len(roots) < 2 else None


def depths(given, edges):
    graph = tree([[a, b, new] for (a, b, _), new in zip(edges, given, strict=True)])
    ends = {
        nx.shortest_path_length(graph, 1, v, weight="weight") for v in graph if v != 1 and graph.degree[v] == 1
    }
    return sum(abs(e[2] - new) for e, new in zip(edges, given, strict=True)) if len(ends) == 1 else None


def by_level(edges):
    """Some new lengths that give all leaves one depth: edges to leaves follow from the others, which change little."""
    graph = tree(edges)
    leaves = {v for v in graph if v != 1 and graph.degree[v] == 1}
    inner = [e for e in edges if not leaves & set(e[:2])][:5]
    for choice in product(*(range(max(0, e[2] - 1), e[2] + 2) for e in inner)):
        new = {tuple(e[:2]): x for e, x in zip(inner, choice, strict=True)}
        kept = [[a, b, 0 if leaves & {a, b} else new.get((a, b), long)] for a, b, long in edges]
        start = nx.shortest_path_length(tree(kept), 1, weight="weight")
        for depth in range(max(start.values()), max(start.values()) + 9):
            yield [
                depth - max(start[a], start[b]) if leaves & {a, b} else new.get((a, b), x) for a, b, x in edges
            ]


def least_change(edges):
    """By scipy: new lengths, what they differ by, and one depth, as a linear programme."""
    graph, n = tree(edges), len(edges)
    at = {frozenset(e[:2]): i for i, e in enumerate(edges)}
    same = []
    for leaf in (v for v in graph if v != 1 and graph.degree[v] == 1):
        row = [0] * (2 * n) + [-1]
        for a, b in pairwise(nx.shortest_path(graph, 1, leaf)):
            row[at[frozenset((a, b))]] = 1
        same.append(row)
    differ, bounds = [], []
    for i, e in enumerate(edges):
        for sign in (1, -1):
            row = [0] * (2 * n + 1)
            row[i], row[n + i] = sign, -1
            differ.append(row)
            bounds.append(sign * e[2])
    found = linprog([0] * n + [1] * n + [0], A_ub=differ, b_ub=bounds, A_eq=same, b_eq=[0] * len(same))
    return round(found.fun)


def frog(edges):
    """Orders of short hops, each also with its first and fourth vertex exchanged."""
    if len(edges) > 12:  # too many ways end in nothing
        yield from range(10**6)
    graph = nx.power(tree(edges), 2)
    found, stack = 0, [[v] for v in graph]
    while stack and found < 90:
        order = stack.pop()
        stack += [[*order, w] for w in graph[order[-1]] if w not in order]
        if len(order) == len(graph):
            found += 1
            yield order
            yield [order[3], *order[1:3], order[0], *order[4:]]


def vertices(edges):
    return range(1, len(edges) + 2)


def chosen(edges, count=None):
    counts = range(1, len(edges) + 2) if count is None else [count]
    return (list(c) for k in counts for c in combinations(vertices(edges), k))


def two(edges):
    return map(list, combinations(vertices(edges), 2))


LINKS = r"{links:\d+-\d+(?:, \d+-\d+)*}"
LONG_LINKS = r"{links:\d+-\d+: \d+(?:, \d+-\d+: \d+)*}"
BEFORE = r"{links:\d+ before \d+(?:, \d+ before \d+)*}"
TREE = (
    f"A tree … vertices 1 to {{n}} and these edges: {LINKS}.",
    f"{LINKS}\n\nThese … edges of a tree with {{n}} vertices, which … numbered from 1 to {{n}}.",
    f"In a tree on … vertices 1, 2, ..., {{n}} … edge between … two vertices of each pair: {LINKS}.",
)
LONG = (
    f"A tree … vertices 1 to {{n}} and these edges, each with its length: {LONG_LINKS}.",
    f"{LONG_LINKS}\n\nThese … edges of a tree with {{n}} vertices, numbered from 1 to {{n}}, and behind each colon … "
    "length of … edge.",
    f"In a tree on … vertices 1, 2, ..., {{n}} … these edges, given as vertex-vertex: length. They are {LONG_LINKS}.",
)
RULES = (
    f"Of … numbers 1 to {{n}} some … to … before others: {BEFORE}.",
    f"{BEFORE}\n\nThese … rules for an order of 1 to {{n}}.",
    f"An order of 1, 2, ..., {{n}} … rules {BEFORE}.",
)
PAIR = "Give … two vertices, separated by a comma."
LIST = "Give their numbers, separated by commas."
DIAMETERS = {"changed-edge-short": ("small", "minimal"), "changed-edge-long": ("large", "maximal")}
TOLD = {
    "weighted-median": [
        "… weights of … vertices 1 to {n} … <weights>. For a vertex r add up, over all vertices, … weight times … "
        "distance to r (… sum of … lengths on … path). Find a vertex r for which this sum … least. Give r and … sum, "
        "separated by a comma.",
        "… numbers of people at … vertices 1, 2, ..., {n} … <weights>. Choose a vertex where all of them meet, so that "
        "… total length of their ways … as small as possible. Answer with … vertex and this total length, with a comma "
        "between them.",
        "… vertices 1 to {n} weigh <weights>. … cost of a vertex r … sum of weight(v) * distance(v, r) over all "
        "vertices v. Which vertex … least cost? Write … vertex and its cost, separated by a comma.",
    ],
    "far-apart": [
        "Find two vertices whose distance, … sum of … lengths on … path between them, … largest. Give … two vertices "
        "and their distance, three numbers separated by commas.",
        "Which two vertices … farthest from each other? Distances … sums of lengths. Answer with both vertices and "
        "then their distance, with commas between … three numbers.",
        "A longest path …, by … total length of its edges. Write its two ends and its length, separated by commas.",
    ],
    "added-edge": [
        "Add one edge of length {extra} between two different vertices such that … largest distance between any two "
        f"vertices … as small as possible. Distances … lengths of shortest paths. {PAIR}",
        "One more edge, of length {extra}, may … put between any two different vertices (also where there is one "
        "already). Afterwards … greatest of all shortest distances between vertices … to … minimal. Which two vertices "
        f"do you join? {PAIR}",
        "You join two different vertices by a new edge of length {extra}. Make … diameter of … graph that results, … "
        f"maximum over all pairs of vertices of … shortest distance, as small as possible. {PAIR}",
    ],
    **{
        kind: [
            "Remove one edge and add one edge (it may … same) so that there is a tree again, and … number of edges on "
            f"its longest path … as {small} as possible. Give four vertices separated by commas: … two of … removed "
            "edge, then … two of … added one.",
            "One edge … taken away and one … put in, after which … graph … to … tree. Make … diameter (edges on a "
            f"longest path) as {small} as you can. Answer with four numbers, with commas between them: … ends of … "
            "edge taken away, and … ends of … edge put in.",
            "Replace one edge by another one (or by itself) such that … result … tree whose diameter, counted in "
            f"edges, … {least}. Write … ends of … old edge and then … ends of … new edge, four numbers separated by "
            "commas.",
        ]
        for kind, (small, least) in DIAMETERS.items()
    },
    "centers": [
        "… vertices <keys> … marked. Choose exactly {count} different vertices as centres, marked or not, so that … "
        f"greatest distance (in edges) from a marked vertex to … nearest centre … as small as possible. {LIST}",
        "Exactly {count} different vertices … stations. Customers … at … vertices <keys>. Make … longest way from a "
        f"customer to … nearest station as short as possible, in edges. Which vertices … stations? {LIST}",
        "Pick {count} different vertices, no more and no fewer, such that every one of … vertices <keys> has a picked "
        f"vertex within R edges, with … smallest possible R. {LIST}",
    ],
    "guards": [
        "Choosing … vertices 1 to {n} costs <costs>, in this order. A chosen vertex covers all vertices that … at most "
        f"{{radius}} edge{{:s?}} away, and itself. Cover … vertices <keys> at … least total cost. {LIST}",
        "A guard at a vertex watches it and every vertex within {radius} edge{:s?}. Guards at … vertices 1, 2, ..., "
        f"{{n}} cost <costs>. … vertices <keys> … to … watched, as cheaply as possible. Where … guards? {LIST}",
        "… prices of … vertices 1 to {n} … <costs>. Buy vertices so that each of <keys> is bought itself or is no "
        f"farther than {{radius}} edge{{:s?}} from a bought vertex, for … least money. {LIST}",
    ],
    "depots": [
        "… root is {root}, which has a depot. … tons produced at … vertices 1 to {n} … <weights>. Each vertex sends "
        "all it produces towards … root, as far as … first vertex with a depot (possibly itself); a ton costs 1 for "
        f"each unit of length. Open depots at exactly {{count}} more vertices such that … total cost … least. {LIST}",
        "Water flows along … edges to vertex {root}, where a mill stands. Logs … cut at … vertices 1, 2, ..., {n}, "
        "<weights> of them, and float to … first mill on their way, also to one at their own vertex. Build exactly "
        "{count} mills at other vertices than {root} so that … sum of … distances that all logs float … as small as "
        f"possible. {LIST}",
        "Root it at {root}, which … selected. … vertices 1 to {n} … weights <weights>. Select exactly {count} further "
        "vertices. A vertex costs its weight times its distance to … nearest selected vertex on its path to … root, "
        f"itself included. Minimise … sum of these costs. {LIST}",
    ],
    "patrol": [
        "Add {count} new edges between different vertices (they may double edges that are there, or each other). A "
        "closed walk then … along every old edge at least once and along every new edge exactly once. Choose … new "
        "edges such that … walk … as short as possible, each edge counting 1 whenever it is used. Write each new edge "
        "as two vertices with a space between them, and a semicolon between … edges.",
        "A patrol starts and ends at … same vertex, uses each of these edges once or more, and each of {count} new "
        "edges, which you choose, exactly once. New edges join two different vertices and may … beside others. Make … "
        "number of edges that it passes (repeated ones count again) minimal. Give … new edges as pairs of vertices, "
        "with spaces within a pair and a semicolon between pairs.",
        "Put in {count} extra edges, each between two different vertices, doubled edges allowed. Then a round trip … "
        "to take every original edge one or more times and every extra edge exactly one time. … fewer edges it takes "
        "in all, … better. List … extra edges, two vertices each with a space, separated by semicolons.",
    ],
    "two-paths": [
        "Choose two paths that have no edge in common; they may share vertices, and a path may … single vertex. All "
        "vertices of both paths … removed with their edges. As many connected parts as possible … to … left. Write "
        "each path as its two ends with a space between them (… same vertex twice for a single vertex), and a "
        "semicolon between … paths.",
        "Remove all vertices of two paths, which must not use … same edge but may meet in vertices. A path … between "
        "any two vertices, or is one vertex alone. Maximise … number of components of what remains. Give … ends of "
        "each path, with a space between them, and a semicolon between … paths; repeat … vertex if it is alone.",
        "Two edge-disjoint paths … deleted, that is, all vertices on them and every edge at such a vertex; one vertex "
        "counts as a path. … forest that is left … most trees. State both paths by their two ends (equal ends for one "
        "vertex), with spaces, separated by a semicolon.",
    ],
    "path-cover": [
        "Choose {count} paths, each between two different vertices, so that as many vertices as possible lie on at "
        "least one of them. Paths may overlap. Write each path as its two ends with a space between them, and "
        "semicolons between … paths.",
        "With {count} paths you cover vertices; each path joins two different vertices, and both ends … covered too. "
        "Cover as many vertices as you can (each counts once). Give … ends of every path, a space between them and a "
        "semicolon after each path but … last.",
        "Select exactly {count} pairs of different vertices. A vertex … covered if it is on … path between … two of "
        "some pair, ends included. Maximise … number of covered vertices. List … pairs: spaces within, semicolons "
        "between.",
    ],
    "walk": [
        "Start at vertex {start} and make exactly {steps} steps, each along an edge; edges and vertices may … used "
        "again. Visit as many different vertices as possible. List all vertices of … walk in order, … start included, "
        "separated by commas.",
        "A walk begins at {start} and … exactly {steps} moves from a vertex to a neighbour, also back. … to see as "
        "many distinct vertices as possible, … first one counting. Write down every vertex in order, from {start} on, "
        "with commas between them.",
        "Find a walk of exactly {steps} edges from vertex {start} (repeats count and are allowed) that contains … most "
        "different vertices. Give its vertices one after … other, beginning with {start}, separated by commas.",
    ],
    "hops": [
        "Put all vertices into an order in which every two that follow each other are at most two edges apart. Give … "
        "order, separated by commas.",
        "A frog visits each vertex exactly once, and jumps from a vertex to one at distance 1 or 2. Write down in "
        "which order … so, with commas between … vertices.",
        "List every vertex once so that … distance between neighbours in … list … never more than 2. Separate … "
        "vertices by commas.",
    ],
    "directions": [
        "Give every edge a direction so that as many ordered pairs (x, y) of different vertices as possible … directed "
        "path from x to y. Write each edge as … vertex that it leaves and … vertex that it enters with a space between "
        "them, and semicolons between … edges.",
        "All edges … one-way streets. … number of ordered pairs of different vertices of which … second … reached from "
        "… first … to … maximal. List all edges, each as from and to with a space, separated by semicolons.",
        "Orient each edge. Count … pairs x, y (x not y) such that y … reachable from x, and make this count as large "
        "as possible. State every edge as tail, space, head, with a semicolon between edges.",
    ],
    "even-parts": [
        "Divide … vertices into groups of {part} vertices each, such that every group … connected by edges within it. "
        "Write each group as its vertices with spaces between them, and semicolons between … groups.",
        "Split all vertices into sets of exactly {part}, each of which … connected part of … tree. List … sets, with "
        "spaces inside a set and semicolons between sets.",
        "Remove edges so that only pieces of exactly {part} vertices … left. Give … vertices of every piece, separated "
        "by spaces, and separate … pieces by semicolons.",
    ],
    "precedence": [
        "Put … vertices 1 to {n} into an order that respects all of these rules. Their weights … <weights>. … sum of "
        "place times weight (… first place is 1) … to … as large as possible. Give … order, separated by commas.",
        "… weights of 1 to {n} … <weights>. Order them so that every rule holds and … total of weight * place … "
        "maximal, where places … counted from 1. Write … order with commas between … numbers.",
        "Someone of weight w at place p adds w * p to … score; places begin with 1, and 1 to {n} weigh <weights>. Find "
        "… order with … highest score that breaks no rule. List it, separated by commas.",
    ],
    "balanced-values": [
        "… root is 1, and … vertices 1 to {n} … values <values>. Change as few values as possible, each to any "
        "positive real number, such that all children of one vertex … equal values, and each vertex with children … "
        f"sum of their values. Which vertices … changed? {LIST}",
        "Vertex 1 is … root. Written at 1, 2, ..., {n} … <values>. At every vertex that has children, these must … "
        "equal to each other and add up to … vertex itself. Any positive real numbers may … written in. Keep as many "
        f"numbers as possible, and state … vertices whose numbers you replace. {LIST}",
        "Rooted at 1, its vertices 1 to {n} carry <values>. It … balanced if siblings … always equal and every parent "
        "equals … sum of its children; values … positive real numbers. Find a smallest set of vertices that … given "
        f"other values so that … balanced. {LIST}",
    ],
    "equal-depths": [
        "… root is 1. Change lengths of edges to whole numbers, 0 or more, such that all leaves (vertices without "
        "children) … equally far from … root. Each unit by which a length … changed, up or down, costs 1. Make … total "
        "cost least. Give … new lengths of all edges in … order in which … edges … stated, separated by commas.",
        "Fire burns from vertex 1 along … edges to all leaves, … vertices other than 1 with one edge only, and … to "
        "reach all of them at … same time. A fuse may … cut or extended to any whole length from 0 on, at a cost of 1 "
        "for each unit. Do it as cheaply as possible. Answer with … new lengths, in … order of … edges above, with "
        "commas between them.",
        "Seen from … root 1, all leaves (vertices that no edge leads on from) … same depth, where depth … sum of "
        "lengths. Lengths may … replaced by any whole numbers that are not negative; … cost … sum of … absolute "
        "differences. Find … cheapest new lengths, and list them in … order of … edges, separated by commas.",
    ],
}
WITH_LENGTHS = ("weighted-median", "far-apart", "added-edge", "depots", "equal-depths")
SENTENCES = {
    kind: [
        [begin, re.sub("<([a-z]+)>", r"{\1:\\d+(?:, \\d+)*}", told), *([] if kind == "even-parts" else [TIES])]
        for begin, told in zip(
            LONG if kind in WITH_LENGTHS else RULES if kind == "precedence" else TREE, each, strict=True
        )
    ]
    for kind, each in TOLD.items()
}


def facts(kind, said):
    """The edges, of which there is one less than vertices, and what else is said."""
    n, links = said.pop("n"), said.pop("links")
    more = {
        name: numbers(x) if name in ("weights", "keys", "costs", "values") else x for name, x in said.items()
    }
    assert all(len(more[name]) == n for name in ("weights", "costs", "values") if name in more)
    if kind == "precedence":
        before = dict(re.findall(r"(\d+) before (\d+)", links)[i][::-1] for i in range(links.count("before")))
        assert len(before) == links.count("before")
        return {"parents": [int(before.get(str(v), 0)) for v in range(1, n + 1)], **more}
    edges = [[*map(abs, numbers(edge))] for edge in links.split(", ")]
    assert {v for e in edges for v in e[:2]} == set(range(1, n + 1))
    assert len(edges) == n - 1
    return {"edges": edges, **more}


OBJECTS = {
    "weighted-median": medians,
    "far-apart": lambda edges: (
        [a, b, row[b] + more] for a, row in between(edges).items() for b in row for more in (0, 1) if a != b
    ),
    "added-edge": lambda edges, extra: two(edges),
    "changed-edge-short": lambda edges: ([*e, *pair] for e in edges for pair in two(edges)),
    "changed-edge-long": lambda edges: ([*e, *pair] for e in edges for pair in two(edges)),
    "centers": lambda edges, keys, count: chosen(edges, count),
    "guards": lambda edges, **_: chosen(edges),
    "depots": lambda edges, weights, root, count: (c for c in chosen(edges, count) if root not in c),
    "patrol": lambda edges, count: map(list, combinations(two(edges), 2)),
    "two-paths": lambda edges: map(
        list,
        combinations_with_replacement([list(p) for p in combinations_with_replacement(vertices(edges), 2)], 2),
    ),
    "path-cover": lambda edges, count: map(list, combinations(two(edges), count)),
    "walk": walks,
    "hops": frog,
    "directions": lambda edges: map(list, product(*([[a, b], [b, a]] for a, b in edges))),
    "even-parts": divisions,
    "precedence": ordered,
    "balanced-values": lambda edges, values: chosen(edges),
    "equal-depths": by_level,
}
WORTH = {
    "weighted-median": median,
    "far-apart": apart,
    "added-edge": added,
    "changed-edge-short": changed,
    "changed-edge-long": changed,
    "centers": centers,
    "guards": guards,
    "depots": depots,
    "patrol": patrol,
    "two-paths": two_paths,
    "path-cover": lambda given, edges, count: len({v for path in paths(given, edges) for v in path}),
    "walk": lambda given, edges, **_: len(set(given)),
    "hops": lambda given, edges: sum(between(edges)[a][b] > 2 for a, b in pairwise(given)),
    "directions": directions,
    "even-parts": even,
    "precedence": lambda given, parents, weights: sum(p * weights[v - 1] for p, v in enumerate(given, 1)),
    "balanced-values": balanced,
    "equal-depths": depths,
}


def sides(x):
    """The diameters of the two parts without an edge."""
    left = tree(x.edges)
    left.remove_edge(x.u, x.v)
    return sorted(diameter(left.subgraph(part)) for part in nx.connected_components(left))


def needed(x):
    """No centre serves two of the marked vertices that are far apart, and in a tree so many centres are enough."""
    distances = between(x.edges)
    apart = nx.Graph()
    apart.add_nodes_from(x.keys)
    apart.add_edges_from((a, b) for a, b in combinations(x.keys, 2) if distances[a][b] > 2 * x.r)
    return x.many == nx.max_weight_clique(apart, weight=None)[1]


def with_depots(x):
    """The least cost of so many depots, one choice after the other where there are few."""
    others = sorted(set(between(x.edges)) - {x.root})
    if x.k == x.count or comb(len(others), x.k) > 300:
        return x.w == x.best or (x.k < x.count and x.w > x.best)
    every = (depots(list(c), x.edges, x.weights, x.root, x.k) for c in combinations(others, x.k))
    return x.w == min(cost for cost in every if cost is not None)


def adds(x):
    """The leaf's way to what is covered already; all of them come to the best."""
    added = [int(line.split()[-1]) for line in x.before] + [x.w]
    return tree(x.edges).degree(x.v) == 1 and any(x.v in pair for pair in x.given) and sum(added) < x.best


def from_centroid(x):
    """Pairs within branches, and through the centroid, where the branches are parted as evenly as possible."""
    left = tree(x.edges)
    n = len(left)
    depths = sum(between(x.edges)[x.v].values())
    left.remove_node(x.v)
    sizes = [len(part) for part in nx.connected_components(left)]
    inward = {sum(some) for k in range(len(sizes) + 1) for some in combinations(sizes, k)}
    return sorted(numbers(x.row)) == sorted(sizes) and x.w == depths + max(i * (n - 1 - i) for i in inward)


def asked(x):
    """Each vertex has the number of its siblings times its value at its parent."""
    graph, path = tree(x.edges), nx.shortest_path(tree(x.edges), 1, x.v)
    times = 1
    for at in path[:-1]:
        times *= graph.degree(at) - (at != 1)
    return x.w == x.values[x.v - 1] * times


def levelled(x):
    graph = tree(x.edges)

    @functools.cache
    def cost(v, before, d):
        """Of making all leaves below a vertex equally far from it."""
        after = [w for w in graph[v] if w != before]
        if not after:
            return 0 if d == 0 else 10**6
        return sum(min(abs(i - graph[v][w]["weight"]) + cost(w, v, d - i) for i in range(d + 1)) for w in after)

    return x.w == cost(1, 0, x.d) >= x.best


def in_a_row(text, given):
    return f" {text} " in f" {' '.join(map(str, given))} "


LINES = {
    "weighted-median": {
        "sum for {v}: {w}": lambda x: (
            x.w == sum(x.weights[u - 1] * long for u, long in between(x.edges)[x.v].items())
        )
    },
    "far-apart": {
        "farthest from {v}: {end} at {w}": lambda x: (
            x.w == between(x.edges)[x.v][x.end] == max(between(x.edges)[x.v].values())
        )
    },
    "added-edge": {
        "longest distance before: {w}, between {a} and {b}": lambda x: (
            x.w == between(x.edges)[x.a][x.b] == diameter(tree(x.edges))
        ),
        "with the best edge: {w}": lambda x: x.w == x.best,
    },
    "changed-edge-short": {
        "without {u}-{v}: diameters {a} and {b}, at best {w}": lambda x: (
            sorted((x.a, x.b)) == sides(x)
            and x.w == max(x.a, x.b, 1 + (x.a + 1) // 2 + (x.b + 1) // 2) >= x.best
        )
    },
    "changed-edge-long": {
        "without {u}-{v}: diameters {a} and {b}, at best {w}": lambda x: (
            sorted((x.a, x.b)) == sides(x) and x.w == x.a + x.b + 1 <= x.best
        )
    },
    "centers": {
        "within {r}: {many} centres are needed": lambda x: needed(x) and x.many > x.count and x.r < x.best,
        "within {r}: {many} are enough": lambda x: needed(x) and x.many <= x.count and x.r == x.best,
    },
    "guards": {
        "least cost within the part below {v}: {w}": lambda x: x.v in between(x.edges) and x.w <= x.best
    },
    "depots": {"with {k} depots: {w}": with_depots},
    "patrol": {
        "each edge twice, and the new edges: {a} + {b} = {w}": lambda x: (
            (x.a, x.b, x.w) == (2 * len(x.edges), x.count, 2 * len(x.edges) + x.count)
        ),
        "walked once only: {w}": lambda x: x.best == 2 * len(x.edges) + x.count - x.w,
    },
    "two-paths": {"the best two paths leave {w} parts": lambda x: x.w == x.best},
    "path-cover": {"leaf {v} adds {w}": adds},
    "walk": {
        "farthest from {a}: {b}, {w} steps away": lambda x: (
            x.a == x.start and x.w == between(x.edges)[x.a][x.b] == max(between(x.edges)[x.a].values())
        ),
        "steps left: {w}, two for each vertex more": lambda x: (
            x.w == x.steps - max(between(x.edges)[x.start].values())
        ),
    },
    "hops": {
        "longest path: {row:[0-9 ]+}": lambda x: (
            all(between(x.edges)[a][b] == 1 for a, b in pairwise(numbers(x.row)))
            and len(set(numbers(x.row))) == len(numbers(x.row)) == diameter(tree(x.edges)) + 1
        )
    },
    "directions": {
        "centroid {v} with branches {row:[0-9 ]+}: {w}": lambda x: from_centroid(x) and x.w <= x.best
    },
    "even-parts": {
        "below {v}: {row:[0-9 ]+}": lambda x: (
            x.v in numbers(x.row) and sorted(numbers(x.row)) in map(sorted, x.given)
        )
    },
    "precedence": {
        "{row:[0-9 ]+} follow the start": lambda x: in_a_row(x.row, x.given),
        "{row:[0-9 ]+} follow {behind:[0-9 ]+}": lambda x: in_a_row(f"{x.behind} {x.row}", x.given),
    },
    "balanced-values": {"{v} asks for {w} at the root": asked},
    "equal-depths": {"all leaves at {d}: {w}": levelled},
}


class TestTreeMeasures(Chosen):
    id = "tree-measures"
    sentences, readers, objects, worth, lines = SENTENCES, SENTENCES, OBJECTS, WORTH, LINES
    larger = frozenset(
        ("far-apart", "changed-edge-long", "two-paths", "path-cover", "walk", "directions", "precedence")
    )

    def oracle(self, prompt):
        kind, said = read(prompt, SENTENCES)
        return kind, facts(kind, said)

    def best(self, kind, facts, objects):
        return least_change(**facts) if kind == "equal-depths" else super().best(kind, facts, objects)

    def test_larger_trees_agree_with_a_linear_programme(self):
        for seed in range(6):
            task = self.spec.task(4, seed, params={"kinds": "equal-depths"})
            assert least_change(**self.oracle(task.prompt)[1]) == task.payload["best"]

    def test_a_number_alone_is_no_answer(self):
        """Elsewhere one number was asked for, which can be guessed; here it is what was chosen."""
        for kind in SENTENCES:
            task = self.spec.task(1, 1, params={"kinds": kind})
            verdict = self.spec.verify_answer(task.payload, str(task.payload["best"]))
            assert not verdict.passed, kind

    def test_values_beside_vertices_have_to_be_theirs(self):
        payload = {"kind": "weighted-median", "edges": [[1, 2, 3], [2, 3, 1]], "weights": [1, 1, 5], "best": 5}
        self.takes(payload, ["3, 5"], ["3, 6", "2, 8", "3", "2, 5", "0, 5", "4, 5"])
        payload = {"kind": "far-apart", "edges": [[1, 2, 3], [2, 3, 1]], "best": 4}
        self.takes(payload, ["1, 3, 4", "3, 1, 4"], ["1, 3, 5", "1, 2, 4", "1, 3", "1, 1, 0"])

    def test_edges_may_be_stated_in_either_direction(self):
        payload = {"kind": "changed-edge-short", "edges": [[1, 2], [2, 3], [3, 4]], "best": 2}
        self.takes(
            payload, ["4, 3, 4, 2", "3, 4, 2, 4"], ["1, 3, 1, 2", "1, 2, 3, 4", "3, 4, 3, 4", "1, 2, 1, 1"]
        )
        assert self.spec.verify_answer(payload, "3-4, 4-2").passed
        assert self.spec.verify_answer(payload, "(4, 3), (2, 4)").passed
        paths = {"kind": "path-cover", "edges": [[1, 2], [2, 3], [2, 4], [2, 5]], "count": 1, "best": 3}
        self.takes(paths, ["1 3", "5 4"], ["1 2", "3 3", "1 3; 4 5"])
        assert self.spec.verify_answer(paths, "1-3").passed

    def test_one_way_streets_are_all_of_the_tree(self):
        payload = {"kind": "directions", "edges": [[1, 2], [2, 3]], "best": 3}
        self.takes(payload, ["1 2; 2 3", "3 2; 2 1"], ["1 2; 3 2", "1 2; 1 2", "1 2; 1 3"])
        assert self.spec.verify_answer(payload, "1 2; 2 1").reason is Reason.ILLEGAL
        assert self.spec.verify_answer(payload, "1 2").reason is Reason.ILLEGAL
