"""Tree measures: trees are read from the prompt as networkx graphs, and all choices in small trees are tried out."""

from __future__ import annotations

import functools
import re
from itertools import combinations, combinations_with_replacement, pairwise, product

import networkx as nx
from chosen import Chosen, numbers, slots
from scipy.optimize import linprog

from rlvr.verifiers.base import Reason

LIST = r"(\d+(?:, \d+)+)"


def edges(text):
    found = [[int(n) for n in e if n] for e in re.findall(r"(\d+)-(\d+)(?:: (\d+))?", text)]
    return {"edges": found}


def reader(**patterns):
    return lambda text: {**edges(text), **slots(**patterns)(text)}


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


def rules(text):
    found = {int(b): int(a) for a, b in re.findall(r"(\d+) before (\d+)", text)}
    weights = numbers(re.search(r"(?:weights are|1 to \d+ are|weigh) " + LIST, text)[1])
    return {"parents": [found.get(v, 0) for v in range(1, len(weights) + 1)], "weights": weights}


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


MARKS = {
    "weighted-median": "and the sum, sep|and this total|and its cost",
    "far-apart": "largest. Give the two|farthest from each other|longest path is wanted",
    "added-edge": "edge of length|more edge, of length",
    "changed-edge-short": "(?:Remove one|put in, after).*as small|is minimal. Write the ends",
    "changed-edge-long": "(?:Remove one|put in, after).*as large|is maximal. Write the ends",
    "centers": "centres|stations|R edges",
    "guards": "Choosing the vertices|guard|bought",
    "depots": "depot|mill|further vertices",
    "patrol": "closed walk|patrol|round trip",
    "two-paths": "no edge in common|use the same edge|edge-disjoint",
    "path-cover": r"Choose \d+ paths|you cover|is covered if",
    "walk": "steps|moves|walk of exactly",
    "hops": "two edges apart|frog|never more than 2",
    "directions": "direction|one-way|Orient",
    "even-parts": "groups of|sets of exactly|pieces of exactly",
    "precedence": "before",
    "balanced-values": "positive real",
    "equal-depths": "equally far|same time|same depth",
}
READERS = {
    "weighted-median": reader(weights_=r"(?:are|weigh) " + LIST),
    "far-apart": edges,
    "added-edge": reader(extra=r"of length (\d+)"),
    "changed-edge-short": edges,
    "changed-edge-long": edges,
    "centers": reader(
        keys_=r"(?:The vertices|at the vertices|one of the vertices) " + LIST,
        count=(r"(?:[Ee]xactly|Pick) (\d+)"),
    ),
    "guards": reader(
        costs_=(r"(?:costs|cost|to \d+ are) " + LIST),
        keys_=(r"(?:Cover the vertices|guard.*The vertices|each of) " + LIST),
        radius=(r"(\d+) edges? (?:away|from)", r"within (\d+)"),
    ),
    "depots": reader(
        weights_=(r"(?:are|\.\.\., \d+,|weights) " + LIST),
        root=(r"root is (\d+)", r"to vertex (\d+), where", r"Root it at (\d+)"),
        count=r"exactly (\d+)",
    ),
    "patrol": reader(count=(r"Add (\d+)", r"each of (\d+) new", r"Put in (\d+)")),
    "two-paths": edges,
    "path-cover": reader(count=(r"Choose (\d+)", r"With (\d+)", r"exactly (\d+) pairs")),
    "walk": reader(start=(r"vertex (\d+)(?: and|\ \()", r"begins at (\d+)"), steps=r"exactly (\d+)"),
    "hops": edges,
    "directions": edges,
    "even-parts": reader(part=(r"groups of (\d+)", r"exactly (\d+)")),
    "precedence": rules,
    "balanced-values": reader(values_=r"(?:values|are|carry) " + LIST),
    "equal-depths": edges,
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
    marks, readers, objects, worth = MARKS, READERS, OBJECTS, WORTH
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
        for kind in MARKS:
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
