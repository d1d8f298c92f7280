"""Counting in graphs: edges are read from the prompt, and networkx or a search over all candidates counts."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise, permutations, product
from math import factorial, gcd, hypot, prod

import networkx as nx
import pytest
from exact_answers import whole
from recounted import REMAINDER, RUNNING, TOGETHER, TOTAL, Recounted
from sympy import Matrix

from rlvr.generators.counting.counting_graphs_solver import solve

NAMES = "[A-Z](?:, [A-Z])+"
LINKS = "{links:[A-Z]-[A-Z](?:, [A-Z]-[A-Z])*}"
WEIGHTED = "{links:[A-Z]-[A-Z]: [0-9]+(?:, [A-Z]-[A-Z]: [0-9]+)*}"
BOUNDS = "{bounds:1 <= [A-Z] <= [0-9]+(?:, 1 <= [A-Z] <= [0-9]+)*}"
TREE = "{tree:[a-z]-[a-z](?:, [a-z]-[a-z])*}"
SMALL = "{small:[a-z](?:, [a-z])+}"
RULES = "{rules:[A-Z] before [A-Z](?:, [A-Z] before [A-Z])*}"
TOWNS = "{names:" + NAMES + "}"
ENDS = "{start:[A-Z]} to {goal:[A-Z]}"
HEIGHTS = r"{heights:\d+(?:, \d+)+}"
SENTENCES = {
    "cycles": [
        f"How many simple cycles … undirected graph with these edges …?\n\n{LINKS}\n\nA simple cycle has at least 3 "
        "vertices and visits none of them twice. Cycles with … same set of edges … same.",
        f"{LINKS}\n\nThese … edges of an undirected graph. Count its simple cycles (closed walks through at least "
        "three different vertices that use no vertex twice), where … start and … direction do not matter.",
        f"Roads that … used both ways join … towns {TOWNS}: {LINKS}. A round trip leaves a town, passes at least two "
        "others, none of them twice, and comes back to … start. How many round trips …, if trips along exactly … same "
        "roads count as one?",
    ],
    "triangles": [
        f"How many triangles, sets of three vertices that … joined pairwise, … graph with these edges?\n\n{LINKS}",
        f"{LINKS}\n\n… list of pairs of people who know each other, count … groups of three people who all know one "
        "another. Whoever is not listed as a pair does not know each other.",
        f"Count … three-vertex cycles of this undirected graph; a cycle … told by its set of vertices.\n\nEdges: "
        f"{LINKS}",
    ],
    "colour-values": [
        f"… vertices of this graph get colours that are numbers: {BOUNDS}. Vertices joined by an edge must … "
        f"different colours. … edges are:\n\n{LINKS}\n\n… value of a colouring is … number of different colours that "
        "occur in it. What is … sum of … values of all possible colourings?",
        f"{LINKS}\n\n… graph with these edges, each vertex … coloured with a positive whole number, where {BOUNDS}, "
        "and no edge joins equal colours. For every such colouring, count how many different colours it uses. Add up "
        "these counts.",
        f"Edges of a graph: {LINKS}. Give every vertex a colour from 1 up to its limit ({BOUNDS}), neighbours "
        "different. Each colouring … one point for every colour that it uses at least once. How many points … all "
        "colourings … together?",
    ],
    "tree-copies": [
        f"A graph on {TOWNS} … edges {LINKS}. A tree on {SMALL} … edges {TREE}. In how many ways … tree's vertices … "
        "to … graph's, one to one, so that every edge of … tree falls on an edge of … graph?",
        f"Graph: {LINKS}\nTree: {TREE}\n\nCount … bijections from … tree's vertices {SMALL} to … graph's vertices "
        f"{TOWNS} that take each edge of … tree to an edge of … graph.",
        f"People {SMALL} … to live in … houses {TOWNS}, one in each. Houses … neighbours if they … listed: {LINKS}. "
        f"These people want to live in neighbouring houses: {TREE}. In how many ways … all of these wishes … met?",
    ],
    "minimum-trees": [
        f"How many minimum spanning trees … weighted graph have? Each edge … with its weight.\n\n{WEIGHTED}\n\nTrees "
        "… different if their sets of edges are.",
        f"{WEIGHTED}\n\n… roads that … built and their prices. All places … to be connected for … least total price. "
        "Count … cheapest choices of roads.",
        f"Of … edges with weights {WEIGHTED}, choose a set that joins all vertices without a cycle and … least "
        "possible total weight. In how many ways … set …?",
    ],
    "spanning-trees": [
        f"How many spanning trees … graph with these edges …?\n\n{LINKS}\n\nVertices … told apart by their letters.",
        f"{LINKS}\n\nIn how many ways … edges of this graph … kept so that all vertices stay connected and … no cycle "
        "left?",
        f"Count … sets of edges of … following graph that form a tree through all of its vertices.\n\nEdges: {LINKS}",
    ],
    "tree-orders": [
        f"In how many orders … {{n}} tasks {TOWNS} … done one after … other, if these rules hold: {RULES}?",
        f"{{n}} speakers, {TOWNS}, talk one after … other, where {RULES} (not necessarily right before). How many "
        "orders of … speakers … possible?",
        f"Count … permutations of … letters {TOWNS} that fulfil all of these, somewhere before … enough:\n\n{RULES}",
    ],
    "walks": [
        f"How many walks of exactly {{steps}} steps lead from {ENDS} in … graph below, if a step may never go back "
        "along … edge that was used by … step right before it? Vertices and edges may … used again "
        f"otherwise.\n\n{LINKS}",
        f"{LINKS}\n\nOn these two-way roads … walks from {ENDS}, along exactly {{steps}} roads in a row, and never "
        "turns round to take … same road straight back. Towns, {goal} among them, may … passed several times. Count … "
        "possible walks.",
        f"… moves on an undirected graph with … edges {LINKS}. It starts at {{start:[A-Z]}}, makes {{steps}} moves and "
        "is at {goal:[A-Z]} after … last one; no move undoes … move before it. How many sequences of moves …?",
    ],
    "equal-triples": [
        "… distance of two vertices of a tree … number of edges on … way between them. … tree with these edges, how "
        f"many sets of three vertices … all three distances equal?\n\n{LINKS}",
        f"{LINKS}\n\n… edges above … tree. Count … choices of three different vertices that … pairwise equally far "
        "from each other, measured in edges; … order of choosing does not matter.",
        f"Three friends live at different vertices of a tree with … edges {LINKS}. Any two of … three have equally "
        "many edges between them. How many sets of three vertices …?",
    ],
    "independent-sets": [
        "How many independent sets (sets of vertices no two of which … joined by an edge, … empty set included) … "
        f"graph have?\n\n{LINKS}",
        f"{LINKS}\n\nThese pairs of people do not get on with each other; … no other people. Count … groups, of any "
        "size from nobody on, in which all get on with each other.",
        f"Some of … vertices of … graph with … edges {LINKS} … marked, perhaps none, but never both ends of an edge. "
        "In how many ways …?",
    ],
    "gcd-trees": [
        "… value of a spanning tree … greatest common divisor of … weights of its edges. What is … sum of … values of "
        f"all spanning trees of … graph with these weighted edges?\n\n{WEIGHTED}",
        f"{WEIGHTED}\n\nAbove … edges of a graph, each with a whole number. For every set of edges that joins all "
        "vertices without a cycle, take … largest number that divides … numbers of all its edges. Add these divisors "
        "up for all such sets.",
        f"Pipes … between places, each pipe with a diameter: {WEIGHTED}. A network … pipes that connect all … places, "
        "with no pipe to spare. Its measure … gcd of its diameters. Sum … measures of all possible networks.",
    ],
    "nearly-complete": [
        f"… graph with … vertices {TOWNS}, any two vertices … joined by an edge, except for {LINKS}. How many simple "
        "cycles of three or more vertices …? Cycles … same if they … same edges.",
        f"… places {TOWNS} … joined by direct roads, one for each two of them, but … roads {LINKS} do not exist. A "
        "round trip visits at least three places, none of them twice, and ends where it began; start and direction do "
        "not matter. Count … round trips.",
        f"From … complete graph on {TOWNS} … edges {LINKS} … taken away. Count … cycles that are left. A cycle … "
        "through at least three vertices, through each at most once, and … told apart by its set of edges alone.",
    ],
    "right-angles": [
        f"Two of … numbers {HEIGHTS} … friends if they … no common divisor beyond 1 and … sum of their squares … "
        "square of a whole number. Numbers … told apart by their places, even if they … equal. How many non-empty sets "
        "of … numbers have no two friends?",
        f"A graph has a vertex for each place in … list {HEIGHTS}. Vertices with numbers a and b … joined if gcd(a, b) "
        "= 1 and a^2 + b^2 … perfect square. Count … independent sets of … graph, without … empty one.",
        f"Sticks of these lengths …: {HEIGHTS}. Choose one or more of them so that no two chosen sticks … legs of a "
        "right-angled triangle whose three sides … whole numbers without a common divisor beyond 1. In how many ways "
        "…, if sticks of equal length … different sticks?",
    ],
}


def graph(said):
    edges = re.findall("([A-Z])-([A-Z])", said["links"])
    names = sorted(set("".join(map("".join, edges))))
    assert said.get("names", ", ".join(names)) == ", ".join(names)
    return {"vertices": "".join(names), "edges": ["".join(e) for e in edges]}


def weighted(said):
    return graph(said) | {"weights": whole(said["links"].replace("-", ""))}


def capped(said):
    facts, caps = graph(said), dict(re.findall(r"1 <= ([A-Z]) <= (\d+)", said["bounds"]))
    assert sorted(caps) == sorted(facts["vertices"])
    return facts | {"caps": [int(caps[v]) for v in facts["vertices"]]}


def ordered(said):
    rules = [a + b for a, b in re.findall("([A-Z]) before ([A-Z])", said["rules"])]
    names = "".join(sorted(set("".join(rules))))
    assert (said["names"], said.get("n", len(names))) == (", ".join(names), len(names))
    return {"vertices": names, "rules": rules}


def planted(said):
    facts = graph(said)
    assert said["small"] == said["names"].lower()
    return facts | {"tree": ["".join(e) for e in re.findall("([a-z])-([a-z])", said["tree"])]}


def nearly(said):
    return {
        "vertices": said["names"].replace(", ", ""),
        "missing": [a + b for a, b in re.findall("([A-Z])-([A-Z])", said["links"])],
    }


READERS = dict.fromkeys(SENTENCES, graph) | {
    "colour-values": capped,
    "minimum-trees": weighted,
    "tree-orders": ordered,
    "walks": lambda said: graph(said) | {name: said[name] for name in ("start", "goal", "steps")},
    "gcd-trees": weighted,
    "nearly-complete": nearly,
    "right-angles": lambda said: {"heights": whole(said["heights"])},
    "tree-copies": planted,
}


def made(vertices, edges, **_):
    found = nx.Graph()
    found.add_nodes_from(vertices)
    found.add_edges_from(map(tuple, edges))
    return found


def trees(vertices, edges):
    return [part for part in combinations(edges, len(vertices) - 1) if nx.is_connected(made(vertices, part))]


def minimum_trees(vertices, edges, weights):
    weight = dict(zip(edges, weights, strict=True))
    sums = [sum(weight[e] for e in tree) for tree in trees(vertices, edges)]
    return sums.count(min(sums))


def walks(vertices, edges, start, goal, steps):
    near, paths = made(vertices, edges), [start]
    for _ in range(steps):
        paths = [p + v for p in paths for v in near[p[-1]] if len(p) < 2 or v != p[-2]]
    return sum(p[-1] == goal for p in paths)


def copies(vertices, edges, tree):
    joined = {*edges, *(e[::-1] for e in edges)}
    names = sorted(set("".join(tree)))
    return sum(
        all(at[a] + at[b] in joined for a, b in tree)
        for p in permutations(vertices)
        for at in [dict(zip(names, p, strict=True))]
    )


def equal_triples(vertices, edges):
    far = dict(nx.all_pairs_shortest_path_length(made(vertices, edges)))
    return sum(far[a][b] == far[b][c] == far[a][c] for a, b, c in combinations(vertices, 3))


def gcd_trees(vertices, edges, weights):
    weight = dict(zip(edges, weights, strict=True))
    return sum(gcd(*(weight[e] for e in tree)) for tree in trees(vertices, edges))


def nearly_cycles(vertices, missing):
    left = nx.complete_graph(list(vertices))
    left.remove_edges_from(map(tuple, missing))
    return sum(len(c) > 2 for c in nx.simple_cycles(left))


def friendless(heights):
    pairs = combinations(range(len(heights)), 2)
    friends = {
        (i, j)
        for i, j in pairs
        for a, b in [(heights[i], heights[j])]
        if gcd(a, b) == 1 and hypot(a, b) % 1 == 0
    }
    return sum(
        not friends & set(combinations(part, 2))
        for k in range(1, len(heights) + 1)
        for part in combinations(range(len(heights)), k)
    )


def some(vertices, edges, **_):
    return 2 ** len(vertices)


def choices(vertices, edges, **_):
    return 2 ** len(edges) // 4


BRUTE = {
    "cycles": (
        lambda vertices, edges: 10 * len(edges),
        lambda vertices, edges: sum(len(c) > 2 for c in nx.simple_cycles(made(vertices, edges))),
    ),
    "triangles": (some, lambda vertices, edges: sum(nx.triangles(made(vertices, edges)).values()) // 3),
    "colour-values": (
        lambda vertices, edges, caps: 3 ** len(vertices),
        lambda vertices, edges, caps: sum(
            len({*colours})
            for colours in product(*(range(1, cap + 1) for cap in caps))
            for at in [dict(zip(vertices, colours, strict=True))]
            if all(at[a] != at[b] for a, b in edges)
        ),
    ),
    "tree-copies": (lambda vertices, edges, tree: factorial(len(vertices)), copies),
    "minimum-trees": (choices, minimum_trees),
    "spanning-trees": (
        lambda vertices, edges: 0,
        lambda vertices, edges: round(nx.number_of_spanning_trees(made(vertices, edges))),
    ),
    "tree-orders": (
        lambda vertices, rules: factorial(len(vertices)),
        lambda vertices, rules: sum(
            all(p.index(a) < p.index(b) for a, b in rules) for p in permutations(vertices)
        ),
    ),
    "walks": (lambda steps, **_: 2**steps * 20, walks),
    "equal-triples": (lambda vertices, edges: len(vertices) ** 2, equal_triples),
    "independent-sets": (
        some,
        lambda vertices, edges: sum(
            not any(a in part and b in part for a, b in edges)
            for k in range(len(vertices) + 1)
            for part in combinations(vertices, k)
        ),
    ),
}


BRUTE |= {
    "gcd-trees": (choices, gcd_trees),
    "nearly-complete": (lambda vertices, missing: factorial(len(vertices)), nearly_cycles),
    "right-angles": (lambda heights: 2 ** len(heights), friendless),
}


ROW = "{row:[0-9 ]+}"


def cycles_from(x):
    found = Counter(
        len(c) for c in nx.simple_cycles(made(x.vertices, x.edges)) if len(c) > 2 and min(c) == x.first
    )
    return x.told == ", ".join(f"{n} of length {length}" for length, n in sorted(found.items()))


def third(x):
    near = made(x.vertices, x.edges)
    found = sorted(v for v in set(near[x.pair[0]]) & set(near[x.pair[1]]) if v > max(x.pair))
    return x.pair in x.edges and (x.third.split(), x.w) == (found, len(found))


def coloured(x, without=0):
    """How many colourings do without a colour."""
    ranges = [[c for c in range(1, cap + 1) if c != without] for cap in x.caps]
    at = [[x.vertices.index(v) for v in edge] for edge in x.edges]
    return sum(all(given[i] != given[j] for i, j in at) for given in product(*ranges))


def begun(x):
    """Ways to lay out the part of the tree that the lines so far name."""
    names = ["a"] + [line.split()[1] for line in x.before[1:]] + [x.new]
    joined = {*x.edges, *(e[::-1] for e in x.edges)}
    inner = [e for e in x.tree if set(e) <= set(names)]
    maps = [{}]
    for name in names:
        links = [e.replace(name, "") for e in inner if name in e]
        maps = [
            {**at, name: v}
            for at in maps
            for v in set(x.vertices) - set(at.values())
            if all(at[o] + v in joined for o in links if o in at)
        ]
    return x.w == len(maps) and "".join(sorted((x.new, x.old))) in {"".join(sorted(e)) for e in x.tree}


def grown(x):
    """Trees between the parts that lighter edges have joined."""
    lighter, equal = (
        [e for e, w in zip(x.edges, x.weights, strict=True) if keep(w, x.weight)]
        for keep in (int.__lt__, int.__eq__)
    )
    parts = {frozenset(part) for part in nx.connected_components(made(x.vertices, lighter))}
    named = {frozenset(name) for name in x.parts.split()}
    of = {v: part for part in parts for v in part}
    joins = nx.MultiGraph([(of[a], of[b]) for a, b in equal if of[a] != of[b] and of[a] in named])
    return named in map(set, nx.connected_components(joins)) and x.w == round(
        nx.number_of_spanning_trees(joins)
    )


def kirchhoff(x):
    near = made(x.vertices, x.edges)
    return whole(x.row) == [near.degree(x.v) if v == x.v else -near.has_edge(x.v, v) for v in x.vertices[:-1]]


def pivot(x):
    """The product of the pivots so far is a leading minor."""
    kept = x.vertices[: x.vertices.index(x.v) + 1]
    minors = [
        Matrix(nx.laplacian_matrix(made(x.vertices, x.edges), nodelist=x.vertices).todense()[:k, :k]).det()
        for k in (len(kept) - 1, len(kept))
    ]
    return (Fraction(x.pivot), Fraction(x.product)) == (
        Fraction(int(minors[1]), int(minors[0])),
        int(minors[1]),
    )


def hung(x):
    """Orders of what hangs below a vertex, seen from the first letter of all, by the place of the vertex."""
    tree = nx.Graph([tuple(e) for e in x.rules])
    below = nx.descendants(nx.bfs_tree(tree, x.vertices[0]), x.v) | {x.v}
    rules = [e for e in x.rules if set(e) <= below]
    if len(below) > 7:
        return True  # too many
    found = Counter(
        p.index(x.v) for p in permutations(sorted(below)) if all(p.index(a) < p.index(b) for a, b in rules)
    )
    return whole(x.row) == [found[i] for i in range(len(below))]


def walked(x):
    near, found = made(x.vertices, x.edges), Counter(("", x.start) for _ in "1")
    for _ in range(x.step):
        after = Counter()
        for (old, at), ways in found.items():
            for to in set(near[at]) - {old}:
                after[at, to] += ways
        found = after
    return x.told == " ".join(f"{a}{b}:{ways}" for (a, b), ways in sorted(found.items()))


def branches(x):
    """Vertices at one distance from a middle, branch by branch."""
    near = made(x.vertices, x.edges)
    left = near.copy()
    left.remove_node(x.middle)
    far = nx.single_source_shortest_path_length(near, x.middle)
    sizes = [
        sum(far[v] == x.distance for v in nx.node_connected_component(left, first)) for first in near[x.middle]
    ]
    sizes = [size for size in sizes if size]
    triples = sum(a * b * c for a, b, c in combinations(sizes, 3))
    return (sorted(whole(x.row)), x.w) == (sorted(sizes), triples)


def divided(x):
    kept = [e for e, w in zip(x.edges, x.weights, strict=True) if w % x.d == 0]
    found = round(nx.number_of_spanning_trees(made(x.vertices, kept)))
    units = sum(gcd(i, x.d) == 1 for i in range(1, x.d + 1))
    return (x.many, x.trees, x.to, x.units, x.a, x.b) == (len(kept), found, x.d, units, units, found)


def through(x):
    """Cycles of the complete graph on which some edges lie."""
    chosen = nx.Graph([tuple(e) for e in x.links.split()])
    assert set(x.links.split()) <= set(x.missing)
    if len(x.vertices) > 7:
        return True  # too many
    cycles = (c for c in nx.simple_cycles(nx.complete_graph(list(x.vertices))) if len(c) > 2)
    rings = (nx.cycle_graph(c) for c in cycles)
    return x.w == sum(all(ring.has_edge(a, b) for a, b in chosen.edges) for ring in rings)


def alternating(x):
    """The sums are added and taken away by how many missing edges are on the cycles."""
    found = Counter()
    for line in x.before:
        many = len(re.search("through (.*):", line)[1].split()) if "through" in line else 0
        found[many] += int(line.split()[-1]) * (-1) ** many
    return x.w == x.exact and whole(re.sub("([-+]) ", r"\1", x.terms)) == [
        found[i] for i in range(len(x.missing) + 1)
    ]


def friends(a, b):
    return gcd(a, b) == 1 and hypot(a, b) % 1 == 0


def from_part(x):
    values = {int(v): int(n) for n, v in re.findall(r"(\d+) times (\d+)", x.told)}
    apart = not any(friends(a, b) for a in values for b in set(x.heights) - set(values))
    part = [v for v in x.heights if v in values]
    ways = 1 + friendless(part) if len(part) < 11 else 1 + solve({"kind": "right-angles", "heights": part})
    return apart and values == Counter(part) and x.w == ways


LINES = {
    "cycles": {"cycles whose first letter in the alphabet is {first:[A-Z]}: {told:[a-z0-9, ]+}": cycles_from},
    "triangles": {"{pair:[A-Z][A-Z]} with a later {third:[A-Z ]+}: {w}": third},
    "colour-values": {
        "allowed colourings in all: {w}": lambda x: x.w == coloured(x),
        "colour {c} is used by all but those that do without it: {a} - {b} = {w}": lambda x: (
            (x.a, x.b) == (coloured(x), coloured(x, x.c))
        ),
    },
    "tree-copies": {
        "places for a: {w}": lambda x: x.w == len(x.vertices),
        "with {new:[a-z]} beside {old:[a-z]}: {w}": begun,
    },
    "minimum-trees": {
        "edges of weight {weight} between the parts {parts:[A-Z ]+}, spanning trees of these: {w}": grown,
        **TOGETHER,
    },
    "spanning-trees": {
        "Kirchhoff's matrix without {last:[A-Z]}": lambda x: x.last == x.vertices[-1],
        "{v:[A-Z]}: {row:[-0-9 ]+}": kirchhoff,
        "the pivot of {v:[A-Z]} is {pivot:[0-9/]+}, and the product so far {product:[0-9/]+}": pivot,
    },
    "tree-orders": {"below {v:[A-Z]}, by its place: " + ROW: hung},
    "walks": {
        "after {step} step{:s?}: {told:[A-Z0-9: ]+}": walked,
        "ending in {at:[A-Z]}: {w}": lambda x: (x.at, x.w) == (x.goal, x.exact),
    },
    "equal-triples": {
        "{distance} from {middle:[A-Z]}, by branch {row:[0-9 ]+}, in three branches: {w}": branches
    },
    "independent-sets": {
        "among the vertices up to {v:[A-Z]}: {w}": lambda x: (
            x.w
            == BRUTE["independent-sets"][1](
                x.vertices[: x.vertices.index(x.v) + 1], [e for e in x.edges if max(e) <= x.v]
            )
        ),
        "with the empty set: {w}": lambda x: x.w == x.exact,
    },
    "gcd-trees": {
        "edges with a multiple of {d}: {many}, spanning trees of these {trees}, numbers up to {to} without a common "
        "divisor {units}: {a} * {b} = {w}": divided
    },
    "nearly-complete": {
        "complete, cycles of length {k}: C({a}, {b}) * {c}! / 2 = {w}": lambda x: (
            (x.a, x.b, x.c) == (len(x.vertices), x.k, x.k - 1)
        ),
        "cycles of the complete graph through {links:[A-Z ]+}: {w}": through,
        "{terms:[-+0-9 ]+} = {w}": alternating,
    },
    "right-angles": {
        "joined, {a} and {b}: {c}^2 + {d}^2 = {e}^2": lambda x: (
            (x.a, x.b) == (x.c, x.d) and {x.a, x.b} <= set(x.heights) and friends(x.a, x.b)
        ),
        "sets from {told:[0-9a-z, ]+}: {w}": from_part,
        "{product:[0-9 *]+} = {w}": lambda x: x.w == x.exact + 1 == prod(whole(x.product)),
        "without the empty set: {a} - 1 = {w}": lambda x: x.w == x.exact,
    },
}
LINES = {kind: {**lines, **TOTAL, **RUNNING, **REMAINDER} for kind, lines in LINES.items()}


class TestCountingGraphs(Recounted):
    id = "counting-graphs"
    sentences, readers, brute, recount, lines = SENTENCES, READERS, BRUTE, solve, LINES
    calculates = True

    @pytest.mark.parametrize("kind", ["cycles", "minimum-trees", "walks", "tree-orders"])
    def test_the_same_graph_under_other_names_has_one_fingerprint(self, kind):
        from rlvr.generators.counting.counting_graphs import KINDS

        task = self.spec.task(1, 4, params={"kinds": kind, "size": 5})
        facts = {k: v for k, v in task.payload["problem"].items() if k not in ("kind", "mod")}
        turned = str.maketrans(facts["vertices"], facts["vertices"][::-1])
        other = {
            k: [e.translate(turned) if isinstance(e, str) else e for e in v] if isinstance(v, list) else v
            for k, v in facts.items()
        }
        other |= {k: facts[k].translate(turned) for k in ("start", "goal") if k in facts}
        form = KINDS[kind].canonical
        assert form(**facts) == form(**other)
        changed = "rules" if kind == "tree-orders" else "edges"
        fewer = {**facts, changed: facts[changed][:-1]}
        if "weights" in facts:
            fewer["weights"] = facts["weights"][:-1]
        assert form(**facts) != form(**fewer)

    def test_known_numbers(self):
        """Cayley's trees, the cycles of the complete graph on five vertices, and a path's independent sets."""
        names = "ABCDE"
        complete = ["".join(e) for e in combinations(names, 2)]
        assert solve({"kind": "spanning-trees", "vertices": names, "edges": complete}) == 5**3
        assert solve({"kind": "cycles", "vertices": names, "edges": complete}) == 37
        path = ["".join(e) for e in pairwise(names)]
        assert solve({"kind": "independent-sets", "vertices": names, "edges": path}) == 13
