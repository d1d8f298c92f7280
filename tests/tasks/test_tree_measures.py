"""Tree measures: trees are read from the prompt as networkx graphs, and all choices in small trees are tried out."""

from __future__ import annotations

import functools
import re
from itertools import combinations, combinations_with_replacement, pairwise, product
from types import SimpleNamespace

import networkx as nx
from chosen import Chosen, numbers
from scipy.optimize import linprog

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
    roots = {asked_for(v, edges, values) for v in set(vertices(edges)) - set(given)}
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


TREE = (
    "A tree has … vertices 1 to {n} and these edges: {told:[-0-9, ]+}.",
    "{told:[-0-9, ]+}\n\nThese … edges of … tree with {n} vertices … numbered from 1 to {n}.",
    "In … tree on … vertices 1, 2, ..., {n} … edge between … two vertices of each pair: {told:[-0-9, ]+}.",
)
LONG = (
    "A tree has … vertices 1 to {n} and these edges, each with … length: {told:[-0-9:, ]+}.",
    "{told:[-0-9:, ]+}\n\nThese … edges of … tree with {n} vertices … numbered from 1 to {n}, and behind "
    "each colon … length of … edge.",
    "In … tree on … vertices 1, 2, ..., {n} … these edges … vertex-vertex: length. They … {told:[-0-9:, ]+}.",
)
PAIR = " Give … two vertices, separated by … comma."
SET = " Give … numbers, separated by commas."
COMMAS = "{:with commas between …|separated by commas}."
ALL = "vertices {:1 to|1, 2, ...,} {n}"
GROUPS = "{:with|with … space|spaces} {:between … two|within|inside} … semicolon … between …"


def changed_edge(small, least):
    return [
        TREE,
        (
            "Remove one edge and add one edge (it may … same) so that there is … tree again, and … number "
            f"of edges on … longest path … as {small} as possible. Give four vertices separated by commas: "
            "… two of … removed edge, then … two of … added one.",
            "One edge … taken away and one … put … after which … graph has to … tree. Make … diameter "
            f"(edges on … longest path) … {small} as you can. Answer with four numbers, with commas "
            "between them: … ends of … edge taken away, and … ends of … edge put ….",
            "Replace one edge by another one (or by itself) … result … tree … diameter, counted … edges … "
            f"{least}. Write … ends of … old edge and then … ends of … new edge, four numbers separated by "
            "commas.",
        ),
    ]


SENTENCES = {
    "weighted-median": [
        LONG,
        (
            "… weights of … vertices 1 to {n} … {weights:[0-9, ]+}. For … vertex r add up, over all "
            "vertices … weight times … distance to r (the sum of … lengths on … path). Find … vertex r … "
            "this sum … least. Give r and … sum, separated by … comma.",
            "… numbers of people at … vertices 1, 2, ..., {n} … {weights:[0-9, ]+}. Choose … vertex where "
            "all of … meet … total length of … ways … as small as possible. Answer with … vertex and … "
            "total length, with … comma between ….",
            "… vertices 1 to {n} weigh {weights:[0-9, ]+}. The cost of … vertex r … sum of weight(v) * "
            "distance(v, r) over all vertices v. Which vertex … least cost? Write … vertex and … cost, "
            "separated by … comma.",
        ),
    ],
    "far-apart": [
        LONG,
        (
            "Find two vertices … distance … sum of … lengths on … path between … largest. Give … two "
            "vertices and … distance, three numbers separated by commas.",
            "Which two vertices … farthest from each other? Distances … sums of lengths. Answer with both "
            "vertices and then … distance, with commas between … three numbers.",
            "A longest path … wanted, by … total length of … edges. Write … two ends and … length, "
            "separated by commas.",
        ),
    ],
    "added-edge": [
        LONG,
        (
            "Add one edge of length {extra} between two different vertices … largest distance between any "
            "two vertices becomes as small as possible. Distances … lengths of shortest paths.",
            "One more edge, of length {extra}, may … put between any two different vertices (also … one "
            "already). Afterwards … greatest of all shortest distances between vertices … to … minimal. "
            "Which two vertices … join?",
            "You join two different vertices by … new edge of length {extra}. Make … diameter … maximum "
            "over all pairs … of … shortest distance, as small as possible.",
        ),
        PAIR.strip(),
    ],
    "changed-edge-short": changed_edge("small", "minimal"),
    "changed-edge-long": changed_edge("large", "maximal"),
    "centers": [
        TREE,
        (
            "… vertices {keys:[0-9, ]+} … marked. Choose exactly {count} different vertices as centres, "
            "marked or not, so that … greatest distance (in edges) from … marked vertex to … nearest "
            "centre … as small as possible.",
            "Exactly {count} different vertices become stations. Customers … at … vertices {keys:[0-9, "
            "]+}. Make … longest way from … customer to … nearest station as short as possible … edges. "
            "Which vertices … stations?",
            "Pick {count} different vertices, no more and no fewer … every one of … vertices {keys:[0-9, "
            "]+} … picked vertex within R edges, with … smallest possible R.",
        ),
        SET.strip(),
    ],
    "guards": [
        TREE,
        (
            "Choosing … vertices 1 to {n} costs {costs:[0-9, ]+}, in this order. A chosen vertex covers "
            "all vertices … at most {radius} edge{:s?} away, and itself. Cover … vertices {keys:[0-9, ]+} "
            "at … least total cost.",
            "A guard at … vertex watches it and every vertex within {radius} edge{:s?}. Guards at … "
            "vertices 1, 2, ..., {n} cost {costs:[0-9, ]+}. … vertices {keys:[0-9, ]+} have to … watched "
            "… cheaply as possible. Where … guards?",
            "The prices of … vertices 1 to {n} … {costs:[0-9, ]+}. Buy vertices so that each of "
            "{keys:[0-9, ]+} … bought itself or … no farther than {radius} edge{:s?} from … bought vertex "
            "… least money.",
        ),
        SET.strip(),
    ],
    "depots": [
        LONG,
        (
            "… root … {root} … has … depot. The tons produced at … vertices 1 to {n} … {weights:[0-9, "
            "]+}. Each vertex sends all … produces towards … root, as far as … first vertex with … depot "
            "(possibly itself); a ton costs 1 … each unit of length. Open depots at exactly {count} more "
            "vertices … total cost … least.",
            "Water flows along … edges to vertex {root} … mill stands. Logs … cut at … vertices 1, 2, "
            "..., {n}, {weights:[0-9, ]+} of … and float to … first mill on … way, also to one at … own "
            "vertex. Build exactly {count} mills at other vertices than {root} … sum of … distances … all "
            "logs float … as small as possible.",
            "Root … at {root} … selected. … vertices 1 to {n} … weights {weights:[0-9, ]+}. Select "
            "exactly {count} further vertices. A vertex costs … weight times … distance to … nearest "
            "selected vertex on … path to … root, itself included. Minimise … sum of … costs.",
        ),
        SET.strip(),
    ],
    "patrol": [
        TREE,
        (
            "Add {count} new edges between different vertices (they may double edges … there, or each "
            "other). A closed walk then goes along every old edge … least once and along every new edge "
            "exactly once. Choose … walk … as short as possible, each edge counting 1 whenever … used. "
            "Write each new edge as two vertices with … space between … and … semicolon between ….",
            "A patrol starts and ends at … same vertex, uses each of these edges once or more, and each "
            "of {count} new edges … exactly once. New edges join two different vertices and may lie "
            "beside others. Make … number of edges … passes (repeated ones count again) minimal. Give … "
            "new edges as pairs of vertices, with spaces within … pair and … semicolon between pairs.",
            "Put … {count} extra edges, each between two different vertices, doubled edges allowed. Then "
            "… round trip … to take every original edge one or more times and every extra edge exactly "
            "one time. The fewer edges … all … better. List … extra edges, two vertices each with … "
            "space, separated by semicolons.",
        ),
    ],
    "two-paths": [
        TREE,
        (
            "Choose two paths … no edge … common; they may share vertices, and … path may … single "
            "vertex. All vertices of both paths … removed with … edges. As many connected parts as "
            "possible … to … left. Write each path as … two ends with … space between … (the same vertex "
            "twice … single vertex), and … semicolon between … paths.",
            "Remove all vertices of two paths … must not use … same edge but may meet in vertices. A path "
            "runs between any two vertices, or … one vertex alone. Maximise … number of components of "
            "what remains. Give … ends of each path, with … space between … and … semicolon between … "
            "paths; repeat … vertex if … alone.",
            "Two edge-disjoint paths … deleted … all vertices on … and every edge at such … vertex; one "
            "vertex counts as … path. The forest … left … most trees. State both paths by … two ends "
            "(equal ends … one vertex), with spaces, separated by … semicolon.",
        ),
    ],
    "path-cover": [
        TREE,
        (
            "Choose {count} paths, each between two different vertices … as many vertices as possible lie "
            "on … least one of …. Paths may overlap. Write each path as … two ends with … space between … "
            "and semicolons between ….",
            "With {count} paths … cover vertices; each path joins two different vertices, and both ends … "
            "covered …. Cover as many vertices as … can (each counts once). Give … ends of every path … "
            "space between … and … semicolon after each path but … last.",
            "Select exactly {count} pairs of different vertices. A vertex … covered if … on … path "
            "between … two of some pair, ends included. Maximise … number of covered vertices. List … "
            "pairs: spaces within, semicolons between.",
        ),
    ],
    "walk": [
        TREE,
        (
            "Start at vertex {start} and make exactly {steps} steps, each along … edge; edges and "
            "vertices may … again. Visit as many different vertices as possible. List all vertices … "
            "order … start included, separated by commas.",
            "A walk begins at {start} and … exactly {steps} moves from … vertex to … neighbour, also "
            "back. It … to see as many distinct vertices as possible … first one counting. Write down "
            "every vertex … order, from {start} on, with commas between ….",
            "Find … walk of exactly {steps} edges from vertex {start} (repeats count and … allowed) … "
            "contains … most different vertices. Give … vertices one after … other, beginning with "
            "{start}, separated by commas.",
        ),
    ],
    "hops": [
        TREE,
        (
            "Put all vertices into … order … every two … follow each other … most two edges apart. Give … "
            "order, separated by commas.",
            "A frog visits each vertex exactly once, and jumps from … vertex to one at distance 1 or 2. "
            "Write down … order … with commas between … vertices.",
            "List every vertex once … distance between neighbours … list … never more than 2. Separate … "
            "vertices by commas.",
        ),
    ],
    "directions": [
        TREE,
        (
            "Give every edge … direction … as many ordered pairs (x, y) of different vertices as possible "
            "… directed path from x to y. Write each edge as … vertex … it leaves and … vertex … it "
            "enters with … space between … and semicolons between … edges.",
            "All edges become one-way streets. The number of ordered pairs of different vertices of which "
            "… second … reached from … first … to … maximal. List all edges, each as from and to with … "
            "space, separated by semicolons.",
            "Orient each edge. Count … pairs x, y (x not y) … y … reachable from x, and make … count as "
            "large as possible. State every edge as tail, space, head, with … semicolon between ….",
        ),
    ],
    "even-parts": [
        TREE,
        (
            "Divide … vertices into groups of {part} vertices each … every group … connected by edges "
            "within …. Write each group as … vertices with spaces between … and semicolons between ….",
            "Split all vertices into sets of exactly {part}, each of which … connected part of … tree. "
            "List … sets, with spaces inside … set and semicolons between sets.",
            "Remove edges … only pieces of exactly {part} vertices … left. Give … vertices of every "
            "piece, separated by spaces, and separate … pieces by semicolons.",
        ),
    ],
    "precedence": [
        (
            "Of … numbers 1 to {n} some have to come before others: {told:[0-9a-z, ]+}.",
            "{told:[0-9a-z, ]+}\n\nThese … rules for … order of 1 to {n}.",
            "An order of 1, 2, ..., {n} … rules {told:[0-9a-z, ]+}.",
        ),
        (
            "Put … vertices 1 to {n} into … order … respects all of … rules. Their weights … "
            "{weights:[0-9, ]+}. The sum of place times weight (the first place … 1) … to … as large as "
            "possible. Give … order, separated by commas.",
            "The weights of 1 to {n} … {weights:[0-9, ]+}. Order … every rule holds and … total of weight "
            "* place … maximal, where places … counted from 1. Write … order with commas between ….",
            "Someone of weight w at place p adds w * p to … score; places begin with 1, and 1 to {n} "
            "weigh {weights:[0-9, ]+}. Find … order with … highest score … breaks no rule. List … "
            "separated by commas.",
        ),
    ],
    "balanced-values": [
        TREE,
        (
            "… root … 1, and … vertices 1 to {n} hold … values {values:[0-9, ]+}. Change as few values as "
            "possible, each to any positive real number … all children of one vertex … equal values, and "
            "each vertex with children … sum of … values. Which vertices … changed?",
            "Vertex 1 … root. Written at 1, 2, ..., {n} … {values:[0-9, ]+}. At every vertex … children, "
            "these must … equal to each other and add up to … vertex itself. Any positive real numbers "
            "may … written …. Keep as many numbers as possible, and state … vertices … numbers … replace.",
            "Rooted at 1 … vertices 1 to {n} carry {values:[0-9, ]+}. It … balanced if siblings … always "
            "equal and every parent equals … sum of … children; values … positive real numbers. Find … "
            "smallest set of vertices … given other values … becomes balanced.",
        ),
        SET.strip(),
    ],
    "equal-depths": [
        LONG,
        (
            "… root … 1. Change lengths of edges to whole numbers, 0 or more … all leaves (vertices "
            "without children) … equally far from … root. Each unit by which … length … changed, up or "
            "down, costs 1. Make … total cost least. Give … new lengths of all edges in … order … edges … "
            "stated, separated by commas.",
            "Fire burns from vertex 1 along … edges to all leaves … vertices other than 1 with one edge "
            "only, and has to reach all … at … same time. A fuse may … cut or extended to any whole "
            "length from 0 on … cost of 1 … each unit. Do … cheaply as possible. Answer with … new "
            "lengths, in … order of … edges above, with commas between ….",
            "Seen from … root 1, all leaves (vertices … no edge leads on from) … same depth … depth … sum "
            "of lengths. Lengths may … replaced by any whole numbers … not negative; the cost … sum of … "
            "absolute differences. Find … cheapest new lengths, and list … in … order of … edges, "
            "separated by commas.",
        ),
    ],
}


def reader(*lists, numbers_=()):
    """The edges, as many as a tree has, and the lists and numbers that a kind tells."""

    def reads(said):
        found = [[int(n) for n in e if n] for e in re.findall(r"(\d+)-(\d+)(?:: (\d+))?", said["told"])]
        assert said["n"] == len(found) + 1
        listed = {name: numbers(said[name]) for name in lists}
        assert all(len(listed[name]) == said["n"] for name in lists if name != "keys")
        return {"edges": found, **listed, **{name: said[name] for name in numbers_}}

    return reads


def rules(said):
    found = {b: a for a, b in (numbers(rule) for rule in re.findall(r"\d+ before \d+", said["told"]))}
    weights = numbers(said["weights"])
    assert len(weights) == said["n"]
    return {"parents": [found.get(v, 0) for v in range(1, len(weights) + 1)], "weights": weights}


READERS = dict.fromkeys(SENTENCES, reader()) | {
    "weighted-median": reader("weights"),
    "added-edge": reader(numbers_=["extra"]),
    "centers": reader("keys", numbers_=["count"]),
    "guards": reader("costs", "keys", numbers_=["radius"]),
    "depots": reader("weights", numbers_=["root", "count"]),
    "patrol": reader(numbers_=["count"]),
    "path-cover": reader(numbers_=["count"]),
    "walk": reader(numbers_=["start", "steps"]),
    "even-parts": reader(numbers_=["part"]),
    "precedence": rules,
    "balanced-values": reader("values"),
}


def asked_for(v, edges, values):
    """The value of the root that the value of a vertex leads to."""
    graph, value = tree(edges), values[v - 1]
    for above in nx.shortest_path(graph, v, 1)[1:]:
        value *= len(graph[above]) - (above != 1)
    return value


def split(x):
    """The diameters on both sides of an edge, and of the best tree that joins them again."""
    graph = tree(x.edges)
    graph.remove_edge(x.a, x.b)
    sides = [graph.subgraph(nx.node_connected_component(graph, v)) for v in (x.a, x.b)]
    p, q = map(nx.diameter, sides)
    return (x.p, x.q, x.d) == (p, q, x.joined(p, q))


def short(p, q):
    return max(p, q, (p + 1) // 2 + (q + 1) // 2 + 1)


def adds(x):
    """How far a leaf is from the paths between the leaves before it and an end that no line names."""
    known = [numbers(line)[0] for line in x.before]
    rows, graph = between(x.edges), tree(x.edges)
    for start in {v for pair in x.given for v in pair} - {*known, x.v}:
        seen = {start, *(w for v in known for w in nx.shortest_path(graph, start, v))}
        if x.k == min(rows[x.v][w] for w in seen) == max(min(row[w] for w in seen) for row in rows.values()):
            return True
    return False


def centroid(x):
    """Pairs above each other, and pairs with the centroid between them, for the best division of its branches."""
    graph, row = tree(x.edges), between(x.edges)[x.v]
    graph.remove_node(x.v)
    sizes, sums = sorted(map(len, nx.connected_components(graph))), {0}
    for size in sizes:
        sums |= {total + size for total in sums}
    best = sum(row.values()) + max(total * (len(graph) - total) for total in sums)
    return sorted(numbers(x.sizes)) == sizes and 2 * max(sizes) <= len(row) and x.total == best <= x.best


def follows(x):
    """Both blocks stand beside each other in the end, and the rule leads from one to the other."""
    block, behind = numbers(x.block), numbers(x.behind)
    starts = {numbers(line.partition("follow")[0])[0] for line in x.before if line.endswith("the start")}
    at, parent = x.given.index(block[0]), x.parents[block[0] - 1]
    if not behind and parent:
        assert starts
    return x.given[at - len(behind) : at + len(block)] == behind + block and (parent in behind or not behind)


def waits(x):
    """Nothing has to be bought below a vertex if no key is far below it."""
    below = [k for k in x.keys if between(x.edges)[1][k] == between(x.edges)[1][x.v] + between(x.edges)[x.v][k]]
    return (x.c == 0) is all(between(x.edges)[x.v][k] <= x.radius for k in below) and x.c <= x.best


def level(x):
    """No line is below the best, that of the answer's depth has it, and from line to line the steps only grow."""
    graph = tree([[*e[:2], new] for e, new in zip(x.edges, x.given, strict=True)])
    leaf = next(v for v in graph if v != 1 and graph.degree[v] == 1)
    depth = nx.shortest_path_length(graph, 1, leaf, weight="weight")
    costs = [numbers(line)[1] for line in x.before[-2:]] + [x.c]
    grows = len(costs) < 3 or costs[2] - costs[1] >= costs[1] - costs[0]
    return x.c >= x.best and (x.d != depth or x.c == x.best) and x.d == len(x.before) + 1 and grows


def least_with(x):
    """None or all of the depots; between these, each one more spares something."""
    ends = {0: depots([], x.edges, x.weights, x.root, 0), x.count: x.best}
    falls = not x.before or numbers(x.before[-1])[1] > x.c
    return x.k == len(x.before) and falls and ends.get(x.k, x.c) == x.c


CHANGED = "without {a}-{b}: diameters {p} and {q}, at best {d}"
LINES = {
    "weighted-median": {
        "sum for {v}: {total}": lambda x: median([x.v, x.total], x.edges, x.weights) == x.total >= x.best
    },
    "far-apart": {
        "farthest from {v}: {w} at {d}": lambda x: (
            between(x.edges)[x.v][x.w] == max(between(x.edges)[x.v].values()) == x.d
        )
    },
    "added-edge": {
        "longest distance before: {d}, between {a} and {b}": lambda x: (
            between(x.edges)[x.a][x.b] == diameter(tree(x.edges)) == x.d
        ),
        "with the best edge: {d}": lambda x: x.d == x.best,
    },
    "changed-edge-short": {
        CHANGED: lambda x: split(SimpleNamespace(**vars(x), joined=short)) and x.d >= x.best
    },
    "changed-edge-long": {
        CHANGED: lambda x: split(SimpleNamespace(**vars(x), joined=lambda p, q: p + q + 1)) and x.d <= x.best
    },
    "centers": {
        "within {r}: {k} centres are needed": lambda x: x.r == len(x.before) < x.best and x.k > x.count,
        "within {r}: {k} are enough": lambda x: x.r == len(x.before) == x.best and x.k <= x.count,
    },
    "guards": {
        "least cost within the part below {v}, where vertices may be left to guards elsewhere: {c}": waits
    },
    "depots": {"with {k} depots: {c}": least_with},
    "patrol": {
        "each edge twice, and the new edges: {a} + {b} = {c}": lambda x: (
            (x.a, x.b, x.c) == (2 * len(x.edges), x.count, x.a + x.b)
        ),
        "walked once only: {k}": lambda x: 2 * len(x.edges) + x.count - x.k == x.best,
    },
    "two-paths": {"the best two paths leave {k} parts": lambda x: x.k == x.best},
    "path-cover": {"leaf {v} adds {k}": adds},
    "walk": {
        "farthest from {s}: {e}, {d} steps away": lambda x: (
            x.s == x.start and between(x.edges)[x.s][x.e] == max(between(x.edges)[x.s].values()) == x.d
        ),
        "steps left: {k}, two for each vertex more": lambda x: (
            x.k == x.steps - max(between(x.edges)[x.start].values())
        ),
    },
    "hops": {
        "longest path: {path:[0-9 ]+}": lambda x: (
            nx.is_path(tree(x.edges), numbers(x.path))
            and len(set(numbers(x.path))) == len(numbers(x.path)) == diameter(tree(x.edges)) + 1
        )
    },
    "directions": {"centroid {v} with branches {sizes:[0-9 ]+}: {total}": centroid},
    "even-parts": {
        "below {v}: {group:[0-9 ]+}": lambda x: (
            numbers(x.group) in map(sorted, x.given)
            and x.v == min(numbers(x.group), key=between(x.edges)[1].get)
        )
    },
    "precedence": {"{block:[0-9 ]+} follow {behind:[0-9 ]+|the start}": follows},
    "balanced-values": {
        "{v} asks for {total} at the root": lambda x: x.total == asked_for(x.v, x.edges, x.values)
    },
    "equal-depths": {"all leaves at {d}: {c}": level},
}
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


class TestTreeMeasures(Chosen):
    id = "tree-measures"
    sentences, readers, lines, objects, worth = SENTENCES, READERS, LINES, OBJECTS, WORTH
    single = frozenset({"even-parts"})
    larger = frozenset(
        ("far-apart", "changed-edge-long", "two-paths", "path-cover", "walk", "directions", "precedence")
    )

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
