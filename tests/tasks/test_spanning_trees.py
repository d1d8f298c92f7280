"""Spanning trees: graphs are read from the prompt; networkx finds optima and tells trees from other sets of edges."""

from __future__ import annotations

import re
from itertools import combinations

import networkx as nx
from chosen import AIM, Chosen, numbers

from rlvr.verifiers.base import Reason


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


TREE = (
    "Choose edges … form … spanning tree: they join all vertices with each other, directly or through "
    "others, and … no cycle among …."
)
WEIGHTS = (
    "A graph … vertices 1 to {vertices}.",
    "Its edges, each with … weight behind … colon …:\n{told:[-0-9:, ]+}",
)
EDGES = "A graph … vertices 1 to {vertices}, and these edges"
LEAST = f"The sum of … weights of … chosen edges … to … {AIM}."
FORM = 'Give each chosen edge as … two vertices, with semicolons between … edges: "1 2; 2 4".'
ANY = "The order of edges and ends … not matter."
SENTENCES = {
    "minimum": [TREE, *WEIGHTS, LEAST, FORM, ANY],
    "directed": [
        "Choose edges … exactly one chosen edge leads into each vertex other than {root}, none into "
        "{root}, and every vertex can … from {root} along chosen edges.",
        "A directed graph … vertices 1 to {vertices}.",
        "Its edges lead in … direction of … arrow, and … weight of each stands behind … "
        "colon:\n{told:[->0-9:, ]+}",
        LEAST,
        FORM.replace("vertices,", "vertices, first … one where it begins,"),
        "The order of … edges … not matter.",
    ],
    "depth-weighted": [
        TREE,
        "Choose one vertex as … root, too.",
        "The depth of … chosen edge … 1 if one of … ends … root; otherwise … one more than … depth of … "
        "chosen edge before it on … way from … root.",
        "A chosen edge costs … weight times … depth.",
        *WEIGHTS,
        LEAST.replace("weights", "costs"),
        FORM.replace("vertices,", "vertices, first … one … nearer to … root,"),
        "The order of … edges … not matter; the root … vertex … nowhere … second one.",
    ],
    "steiner": [
        "Choose edges … join … vertices {keys:[0-9, ]+} with each other, directly or through other vertices.",
        "The chosen edges … to form one connected piece; other vertices may … left out.",
        *WEIGHTS,
        LEAST,
        FORM,
        ANY,
    ],
    "degrees": [
        TREE,
        "The vertices 1, 2, ..., {vertices} … to … ends of exactly so many chosen edges, in this order: "
        "{degrees:[0-9, ]+}.",
        EDGES + ":\n{told:[-0-9, ]+}",
        "Find such edges; … some.",
        FORM,
        ANY,
    ],
    "marked": [
        TREE,
        "The number of marked edges among … to … exactly {count}.",
        EDGES + ", some of which … marked (*):\n{told:[-*0-9, ]+}",
        "Find such edges; … some.",
        FORM,
        ANY,
    ],
}


def reader(*lists, single=()):
    def reads(said):
        found = re.findall(r"(\d+) ?->? ?(\d+)(?:: (\d+)|(\*))?", said["told"])
        edges = [[int(u), int(v), *([int(w)] if w else [])] for u, v, w, _ in found]
        if any(mark for *_, mark in found):
            edges = [[int(u), int(v), int(bool(mark))] for u, v, _, mark in found]
        more = {name: numbers(said[name]) for name in lists} | {name: said[name] for name in single}
        return {"vertices": said["vertices"], "edges": edges, **more}

    return reads


def weights(x):
    """The weights of the chosen edges, in their order."""
    whole = net(x.vertices, x.edges)
    return [whole[u][v]["weight"] for u, v in x.given]


def chosen(x):
    """One of the chosen edges, with its weight."""
    at = x.given.index([x.u, x.v])
    return at == len(x.before) and x.w == weights(x)[at]


def arrow(x):
    """The edges by the vertex that they lead into."""
    u, v = sorted(x.given, key=lambda edge: edge[1])[len(x.before)]
    return (x.u, x.v) == (u, v) and [u, v, x.w] in x.edges


def by_depth(x):
    depth = nx.single_source_shortest_path_length(nx.DiGraph(x.given), numbers(x.before[0])[0])
    terms = [f"{depth[v]} * {w}" for (_, v), w in zip(x.given, weights(x), strict=True)]
    return x.terms == " + ".join(terms) and x.total == x.best


def total(x):
    shown = [numbers(line)[-1] for line in x.before]
    return numbers(x.terms) == shown and x.total == sum(shown) == x.best and len(shown) == len(x.given)


SUM = {"{terms:[0-9 +]+} = {total}": total}
CHOSEN = {"{u}-{v:[0-9]+}, weight {w}": chosen, **SUM}
LINES = {
    "minimum": CHOSEN,
    "steiner": CHOSEN,
    "directed": {"into {v} from {u}, weight {w}": arrow, **SUM},
    "depth-weighted": {
        "root: {r}": lambda x: x.r in {u for u, _ in x.given} - {v for _, v in x.given},
        "{terms:[0-9 +*]+} = {total}": by_depth,
    },
    "degrees": {
        "{v}: {near:[0-9 ]+}": lambda x: (
            numbers(x.near) == sorted(sum(edge) - x.v for edge in x.given if x.v in edge)
            and len(numbers(x.near)) == x.degrees[x.v - 1]
        )
    },
    "marked": {
        "{u}-{v:[0-9]+}{mark:|, marked}": lambda x: (
            [x.u, x.v] == x.given[len(x.before)] and [x.u, x.v, int(bool(x.mark))] in x.edges
        ),
        "marked: {k}": lambda x: x.k == x.count == sum("marked" in line for line in x.before),
    },
}


class TestSpanningTrees(Chosen):
    id = "spanning-trees"
    sentences, lines = SENTENCES, LINES
    readers = {  # noqa: RUF012
        "minimum": reader(),
        "directed": reader(single=["root"]),
        "depth-weighted": reader(),
        "steiner": reader("keys"),
        "degrees": reader("degrees"),
        "marked": reader(single=["count"]),
    }
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
