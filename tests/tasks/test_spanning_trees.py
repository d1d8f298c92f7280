"""Spanning trees: graphs are read from the prompt; networkx finds optima and tells trees from other sets of edges."""

from __future__ import annotations

from itertools import combinations

import networkx as nx
from chosen import AIM, Chosen, numbers

from rlvr.verifiers.base import Reason

GRAPH = "A graph … vertices 1 to {vertices}"
WEIGHTS = (
    GRAPH + ". Its edges, each with its weight behind … colon, are:\n" r"{list:\d+-\d+: \d+(?:, \d+-\d+: \d+)*}"
)
TREE = (
    "Choose edges that form a spanning tree: they join all vertices with each other, directly or through others, and … "
    "no cycle among them."
)
LEAST = f"… sum of … weights of … chosen edges … to … {AIM}."
FIND = "Find such edges; there are some."


def form(which=""):
    return f'Give each chosen edge as its two vertices{which}, with semicolons between … edges: "1 2; 2 4".'


FREE = [form(), "… order of edges and ends does not matter."]
SENTENCES = {
    "minimum": [TREE, WEIGHTS, LEAST, *FREE],
    "directed": [
        "Choose edges so that exactly one chosen edge leads into each vertex other than {root}, none into {root}, and "
        "every vertex … reached from {root} along chosen edges.",
        "A directed graph … vertices 1 to {vertices}. Its edges lead in … direction of … arrow, and … weight of each "
        "stands behind … colon:\n" + r"{list:\d+ -> \d+: \d+(?:, \d+ -> \d+: \d+)*}",
        LEAST,
        form(", first … one where it begins"),
        "… order of … edges does not matter.",
    ],
    "depth-weighted": [
        TREE,
        "Choose one vertex as … root, too.",
        "… depth of a chosen edge is 1 if one of its ends is … root; otherwise it is one more than … depth of … chosen "
        "edge before it on … way from … root.",
        "A chosen edge costs its weight times its depth.",
        WEIGHTS,
        f"… sum of … costs of … chosen edges … to … {AIM}.",
        form(", first … one that is nearer to … root"),
        "… order of … edges does not matter; … root … vertex that is nowhere … second one.",
    ],
    "steiner": [
        r"Choose edges that join … vertices {keys:\d+(?:, \d+)+} with each other, directly or through other vertices.",
        "… chosen edges … to form one connected piece; other vertices may … left out.",
        WEIGHTS,
        LEAST,
        *FREE,
    ],
    "degrees": [
        TREE,
        r"… vertices 1, 2, ..., {vertices} … to … ends of exactly so many chosen edges, in this order: "
        r"{degrees:\d+(?:, \d+)+}.",
        GRAPH + ", and these edges:\n" r"{list:\d+-\d+(?:, \d+-\d+)*}",
        FIND,
        *FREE,
    ],
    "marked": [
        TREE,
        "… number of marked edges among them … to … exactly {count}.",
        GRAPH + ", and these edges, some of which … marked (*):\n" r"{list:\d+-\d+\*?(?:, \d+-\d+\*?)*}",
        FIND,
        *FREE,
    ],
}
READERS = {
    kind: lambda said: {
        **{
            name: numbers(x) if name in ("keys", "degrees") else x
            for name, x in said.items()
            if name not in ("aim", "list")
        },
        "edges": [
            [*map(abs, numbers(edge)), *([int("*" in edge)] if "*" in said["list"] else [])]
            for edge in said["list"].split(", ")
        ],
    }
    for kind in SENTENCES
}


def net(vertices, edges, directed=False):
    made = nx.DiGraph() if directed else nx.Graph()
    made.add_nodes_from(range(1, vertices + 1))
    made.add_weighted_edges_from((e[0], e[1], e[2] if len(e) > 2 else 0) for e in edges)
    return made


def part(given, vertices, edges, directed=False):
    """The chosen edges as a graph; None if one does not exist or comes twice."""
    whole = net(vertices, edges, directed)
    if not all(whole.has_edge(*pair) for pair in given):
        return None
    made = nx.DiGraph() if directed else nx.Graph()
    made.add_nodes_from(whole)
    made.add_weighted_edges_from((u, v, whole[u][v]["weight"]) for u, v in given)
    return made if made.number_of_edges() == len(given) else None


def spanning(given, vertices, edges):
    made = part(given, vertices, edges)
    return made if made is not None and nx.is_tree(made) else None


def minimum(given, vertices, edges):
    made = spanning(given, vertices, edges)
    return None if made is None else made.size("weight")


def directed(given, vertices, root, edges):
    made = part(given, vertices, edges, directed=True)
    return (
        made.size("weight")
        if made is not None and nx.is_arborescence(made) and not made.in_degree(root)
        else None
    )


def layered(given, vertices, edges):
    made, arrows = spanning(given, vertices, edges), nx.DiGraph(given)
    if made is None or not nx.is_arborescence(arrows):
        return None
    depth = nx.single_source_shortest_path_length(arrows, next(v for v in arrows if not arrows.in_degree(v)))
    return sum(depth[v] * made[u][v]["weight"] for u, v in given)


def steiner(given, vertices, edges, keys):
    made = part(given, vertices, edges)
    if made is None:
        return None
    made.remove_nodes_from([v for v in made if not made.degree(v)])
    return made.size("weight") if made.nodes >= set(keys) and nx.is_connected(made) else None


def degrees(given, vertices, edges, degrees):
    made = spanning(given, vertices, edges)
    return None if made is None else sum(abs(made.degree(v) - d) for v, d in enumerate(degrees, 1))


def marked(given, vertices, edges, count):
    made = spanning(given, vertices, edges)
    return None if made is None else abs(made.size("weight") - count)


def subsets(vertices, edges, **_):
    return (([list(e[:2]) for e in chosen]) for chosen in combinations(edges, vertices - 1))


def trees(vertices, edges, **_):
    """All spanning trees: what lies in no cycle belongs to each."""
    if vertices > 15:  # too many to look at one by one
        yield from subsets(vertices, edges)
        return
    fixed = {tuple(sorted(e)) for e in nx.bridges(net(vertices, edges))}
    must, may = ([e for e in edges if (tuple(e[:2]) in fixed) is held] for held in (True, False))
    for chosen in combinations(may, vertices - 1 - len(must)):
        given = [list(e[:2]) for e in (*must, *chosen)]
        if nx.is_tree(nx.Graph(given)):
            yield given


def rooted(vertices, edges):
    for given in subsets(vertices, edges):
        made = nx.Graph(given)
        for root in range(1, vertices + 1, 2):
            yield [list(e) for e in nx.bfs_edges(made, root)] if root in made else given


def some(vertices, edges, keys):
    return (
        [list(e[:2]) for e in chosen] for k in (len(keys), len(keys) + 1) for chosen in combinations(edges, k)
    )


def weighed(x):
    """The weights of the lines above, which are all chosen edges."""
    shown = [line.split()[-1] for line in x.before]
    return x.total == x.best and x.terms == " + ".join(shown) and len(shown) == len(x.given)


def costs(x):
    """Depth times weight, for each chosen edge."""
    depth = nx.single_source_shortest_path_length(nx.DiGraph(x.given), numbers(x.before[0])[0])
    weight = {frozenset(e[:2]): e[2] for e in x.edges}
    shown = [f"{depth[v]} * {weight[frozenset((u, v))]}" for u, v in x.given]
    return x.total == x.best and sorted(x.terms.split(" + ")) == sorted(shown)


SUM = {"{terms:[0-9 +]+} = {total}": weighed}
EDGE = {"{u}-{v}, weight {w}": lambda x: [x.u, x.v] in x.given and [x.u, x.v, x.w] in x.edges}
LINES = {
    "minimum": {**EDGE, **SUM},
    "directed": {
        "into {v} from {u}, weight {w}": lambda x: [x.u, x.v] in x.given and [x.u, x.v, x.w] in x.edges,
        **SUM,
    },
    "depth-weighted": {
        "root: {v}": lambda x: x.v in {u for u, _ in x.given} - {v for _, v in x.given},
        "{terms:[0-9 +*]+} = {total}": costs,
    },
    "steiner": {**EDGE, **SUM},
    "degrees": {
        "{v}: {row:[0-9 ]+}": lambda x: numbers(x.row) == sorted(nx.Graph(x.given)[x.v]),
    },
    "marked": {
        "{u}-{v}{sign:, marked|}": lambda x: [x.u, x.v] in x.given and [x.u, x.v, int(x.sign != "")] in x.edges,
        "marked: {many}": lambda x: x.many == x.count == sum("marked" in line for line in x.before),
    },
}


class TestSpanningTrees(Chosen):
    id = "spanning-trees"
    sentences, readers, lines = SENTENCES, READERS, LINES
    objects = {  # noqa: RUF012
        **dict.fromkeys(SENTENCES, subsets),
        "depth-weighted": rooted,
        "steiner": some,
        "marked": trees,
    }
    worth = {  # noqa: RUF012
        "minimum": minimum,
        "directed": directed,
        "depth-weighted": layered,
        "steiner": steiner,
        "degrees": degrees,
        "marked": marked,
    }

    def best(self, kind, facts, objects):
        if kind == "minimum":
            return nx.minimum_spanning_tree(net(**facts)).size("weight")
        if kind == "directed":
            whole = net(facts["vertices"], facts["edges"], directed=True)
            whole.remove_edges_from(list(whole.in_edges(facts["root"])))
            return nx.minimum_spanning_arborescence(whole).size("weight")
        if kind == "steiner":  # a tree of least weight over each set of vertices that holds the keys
            whole = net(facts["vertices"], facts["edges"])
            others = sorted(set(whole) - set(facts["keys"]))
            sets = (
                whole.subgraph([*facts["keys"], *c])
                for k in range(len(others) + 1)
                for c in combinations(others, k)
            )
            return min(
                nx.minimum_spanning_tree(piece).size("weight") for piece in sets if nx.is_connected(piece)
            )
        return super().best(kind, facts, objects)

    def test_edges_may_be_written_with_arrows(self):
        """The prompt writes them so where they have a direction."""
        payload = {
            "kind": "directed",
            "vertices": 3,
            "root": 1,
            "edges": [[1, 2, 3], [2, 3, 1], [3, 2, 1]],
            "best": 4,
        }
        arrows = ["1 -> 2; 2 -> 3", "1->2, 2->3", "1 \u2192 2\n2 \u2192 3", r"(1 \to 2), (2 \to 3)"]
        assert all(self.spec.verify_answer(payload, answer).passed for answer in arrows)
        wrong = ("2 -> 1; 3 -> 2", "1 \u2190 2; 2 \u2190 3", "1 -> 2 -> 3", "1 -> 3; 3 -> 2")
        assert not any(self.spec.verify_answer(payload, answer).passed for answer in wrong)

    def test_larger_tasks_agree_with_networkx(self):
        for kind in ("minimum", "directed"):
            for seed in range(5):
                task = self.spec.task(5, seed, params={"kinds": kind})
                assert self.best(kind, self.oracle(task.prompt)[1], ()) == task.payload["best"], task.id

    def test_every_optimum_is_right_and_sums_are_worked_out_anew(self):
        """Elsewhere the sum was taken from the edges as they were stated; here only the graph's own weights count."""
        payload = {"kind": "minimum", "vertices": 3, "edges": [[1, 2, 5], [2, 3, 5], [1, 3, 5]], "best": 10}
        self.takes(
            payload, ["1 2; 2 3", "3 1; 3 2", "1 3; 1 2"], ["1 2", "1 2; 2 1", "1 2; 2 3; 1 3", "1 2 0; 2 3 0"]
        )
        for answer in ("1-2, 2-3", "(1, 2), (2, 3)", "[[1, 2], [2, 3]]", "1 2 2 3", "1. 1 2\n2. 2 3"):
            assert self.spec.verify_answer(payload, answer).passed, answer
        assert "no edge between 1 and 4" in self.spec.verify_answer(payload, "1 2; 1 4").message
        assert "twice" in self.spec.verify_answer(payload, "1 2; 2 1").message

    def test_arrows_have_one_direction(self):
        payload = {
            "kind": "directed",
            "vertices": 3,
            "root": 1,
            "edges": [[1, 2, 1], [3, 2, 1], [2, 3, 4]],
            "best": 5,
        }
        self.takes(payload, ["1 2; 2 3", "2 3; 1 2"], ["2 1; 2 3", "1 2; 3 2", "2 3; 3 2", "1 2"])
        payload = {"kind": "depth-weighted", "vertices": 3, "edges": [[1, 2, 1], [2, 3, 2]], "best": 3}
        self.takes(payload, ["2 1; 2 3", "2 3; 2 1"], ["1 2; 2 3", "1 2; 3 2", "2 1; 3 2", "2 1"])
        assert self.spec.verify_answer(payload, "1 2; 2 3").reason is Reason.WRONG
        assert self.spec.verify_answer(payload, "1 2; 3 2").reason is Reason.ILLEGAL

    def test_a_tree_for_some_vertices_is_one_piece(self):
        edges = [[1, 2, 1], [2, 3, 1], [4, 5, 0], [1, 3, 2]]
        payload = {"kind": "steiner", "vertices": 5, "edges": edges, "keys": [1, 3], "best": 2}
        self.takes(payload, ["1 2; 2 3", "1 3"], ["1 2", "1 2; 2 3; 4 5", "1 2; 2 3; 1 3", "4 5"])
        assert "4-5" in self.spec.verify_answer(payload, "1 3; 4 5").message
