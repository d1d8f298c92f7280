"""Counting in graphs: edges are read from the prompt, and networkx or a search over all candidates counts."""

from __future__ import annotations

import re
from itertools import combinations, pairwise, permutations, product
from math import factorial, gcd, hypot

import networkx as nx
import pytest
from recounted import Recounted, first, slots

from rlvr.generators.counting.counting_graphs_solver import solve


def graph(text):
    edges = re.findall(r"\b([A-Z])-([A-Z])\b", text)
    return {
        "vertices": "".join(sorted(set("".join(map("".join, edges))))),
        "edges": ["".join(e) for e in edges],
    }


def weighted(text):
    return graph(text) | {"weights": [int(w) for w in re.findall(r"[A-Z]-[A-Z]: (\d+)", text)]}


def capped(text):
    facts = graph(text)
    caps = dict(re.findall(r"1 <= ([A-Z]) <= (\d+)", text))
    assert sorted(caps) == sorted(facts["vertices"])
    return facts | {"caps": [int(caps[v]) for v in facts["vertices"]]}


def ordered(text):
    rules = [a + b for a, b in re.findall(r"([A-Z]) before ([A-Z])", text)]
    names = "".join(sorted(set("".join(rules))))
    assert re.search(", ".join(names), text)
    assert not re.search(r"(\d+) (?:tasks|speakers)", text) or first(text, r"(\d+) (?:tasks|speakers)") == len(
        names
    )
    return {"vertices": names, "rules": rules}


def walking(text):
    ends = re.search(r"from ([A-Z]) to ([A-Z])", text) or re.search(r"at ([A-Z]), makes .* is at ([A-Z])", text)
    steps = first(text, r"exactly (\d+)", r"makes (\d+)")
    return graph(text) | {"start": ends[1], "goal": ends[2], "steps": steps}


def nearly(text):
    names = re.search(r"(?:vertices|places|graph on) ([A-Z](?:, [A-Z])+)", text)[1]
    return {"vertices": names.replace(", ", ""), "missing": graph(text)["edges"]}


MARKS = {
    "cycles": "How many simple cycles does|its simple cycles|used both ways",
    "triangles": "triangles|all know one|three-vertex cycles",
    "colour-values": "colour",
    "tree-copies": "[a-z]-[a-z], [a-z]-[a-z]",
    "minimum-trees": "weighted graph|could be built|Of the edges with weights",
    "spanning-trees": "spanning trees does the graph|kept so that|form a tree through",
    "tree-orders": "[A-Z] before [A-Z]",
    "walks": "steps lead|walks from|robot",
    "equal-triples": "three distances equal|equally far|Three friends",
    "independent-sets": "independent sets [(]|get on with|never both ends",
    "gcd-trees": "divisor of the weights|divides the numbers|Pipes",
    "nearly-complete": "any two vertices are joined|direct roads|complete graph",
    "right-angles": "sum of their squares|perfect square|Sticks",
}
READERS = dict.fromkeys(MARKS, graph) | {
    "colour-values": capped,
    "minimum-trees": weighted,
    "tree-orders": ordered,
    "walks": walking,
    "gcd-trees": weighted,
    "nearly-complete": nearly,
    "right-angles": slots(("heights", r"(\d+(?:, \d+)+)")),
    "tree-copies": lambda text: (
        graph(text) | {"tree": ["".join(e) for e in re.findall(r"\b([a-z])-([a-z])\b", text)]}
    ),
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


class TestCountingGraphs(Recounted):
    id = "counting-graphs"
    marks, readers, brute, recount = MARKS, READERS, BRUTE, solve
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
