"""Hamiltonian paths: graphs are read from the prompt; networkx judges paths and proofs, and all orders are tried."""

from __future__ import annotations

import re
from itertools import combinations, pairwise, permutations

import networkx as nx
import pytest
from chosen import TIES

from rlvr.conformance.promises import Promises, read
from rlvr.verifiers.base import Reason

BOTH = ("path", "cycle", "knight")


def board(text):
    rows = re.findall(r"^(?: *(?:\d+|\.\.))+$", text, re.M)
    place = {int(n): (r, c) for r, line in enumerate(rows) for c, n in enumerate(line.split()) if n != ".."}
    jumps = [
        (u, v)
        for u, v in combinations(place, 2)
        if sorted(abs(a - b) for a, b in zip(place[u], place[v], strict=True)) == [1, 2]
    ]
    graph = nx.Graph(jumps)
    graph.add_nodes_from(place)
    return graph


GRAPH = "A graph … vertices 1 to {vertices}, and these edges:\n" r"{list:\d+-\d+(?:, \d+-\d+)*}"
WEIGHTS = (
    r"A graph … vertices 1 to {vertices}. These … edges, each with its cost behind … colon:"
    "\n"
    r"{list:\d+-\d+: \d+(?:, \d+-\d+: \d+)*}"
)
PATH = (
    "A path … along edges from vertex to vertex and … to every vertex of … graph exactly once; it may begin and end "
    "anywhere."
)
CYCLE = (
    "A cycle … along edges from vertex to vertex, … to every vertex of … graph exactly once, and then … along an edge "
    "from … last vertex back to … first one."
)
COMMAS = "Separate … numbers by commas."
IN_ORDER = "List … vertices in … order of … path, separated by commas."


def or_proof(path, vertices, more):
    return (
        f"Either give such a {path}: list all {vertices} in its order. Or, if there is none, prove it: list "
        f"{vertices}, at least one and not all of them, such that without these … rest falls into {more} than you list "
        f"{vertices} (a part: what is still linked, directly or through others that are left). One of … two is "
        "possible here, and only one."
    )


SENTENCES = {
    "path": [PATH, GRAPH, or_proof("path", "vertices", "at least 2 parts more"), COMMAS],
    "cycle": [CYCLE, GRAPH, or_proof("cycle", "vertices", "more parts"), COMMAS],
    "directed-path": [
        PATH,
        r"A directed graph … vertices 1 to {vertices}, and these edges, to … used in … direction of … arrow:"
        "\n"
        r"{list:\d+ -> \d+(?:, \d+ -> \d+)*}",
        "Give such a path; there is one.",
        IN_ORDER,
    ],
    "cheapest-path": [
        PATH,
        "It costs as much as its edges together.",
        WEIGHTS,
        "Give a path of … least cost; there is a path.",
        IN_ORDER,
    ],
    "cheapest-cycle": [
        CYCLE,
        "It costs as much as its edges together, … last one included.",
        WEIGHTS,
        "Give a cycle of … least cost; there is a cycle.",
        "List every vertex once, in … order of … cycle, separated by commas.",
    ],
    "cheapest-walk": [
        "A walk … along edges from vertex to vertex and … to every vertex of … graph at least once; it may begin and "
        "end anywhere, and … to vertices and use edges several times.",
        "It costs as much as its edges together, each as often as it is used.",
        r"A directed graph … vertices 1 to {vertices}. These … edges, to … used in … direction of … arrow, each with "
        r"its cost behind … colon:" + "\n"
        r"{list:\d+ -> \d+: \d+(?:, \d+ -> \d+: \d+)*}",
        "Give a walk of … least cost; there is a walk.",
        "List … vertices in … order in which … walk … to them, separated by commas.",
    ],
    "tournament": [
        "In a chain of players each one has beaten … next one, and nobody … twice.",
        r"Each of {players} players played once against each other one:"
        "\n"
        r"{list:(?:\d+ beat (?:nobody|\d+(?:, \d+)*)\n?)+}",
        "Give … longest chain that begins with player {start}.",
        "List … players in … order of … chain, separated by commas.",
    ],
    "knight": [
        "A chess knight moves two squares along a row or column and then one square to … side.",
        "It … to move from square to square so that it … to every numbered square exactly once, beginning and ending "
        "anywhere; it must not land on a hole, but may jump over it.",
        "Two squares … linked if one move leads from one to … other.",
        "A board with … squares 1 to {count}; dots are holes:\n" r"{list:(?: *(?:\d+|\.\.)\n?)+}",
        or_proof("tour", "squares", "at least 2 parts more"),
        COMMAS,
    ],
    "one-stroke": [
        "… drawing … to … made without lifting … pen: every line is drawn exactly once, from one of its points to … "
        "other, and … next line begins where … last one ended.",
        "Points may … passed several times.",
        "A drawing … points 1 to {points}, and these lines between them:\n" r"{list:\d+-\d+(?:, \d+-\d+)*}",
        "Either list … points in … order in which … pen … to them, … first and … last one included.",
        "Or, if … drawing cannot … made so, prove it: list exactly four different points in each of which an odd "
        "number of lines ends.",
        "One of … two is possible here, and only one.",
        COMMAS,
    ],
}


def drawn(kind, said):
    """The graph that a prompt shows."""
    if kind == "knight":
        graph = board(said["list"])
        assert sorted(graph) == list(range(1, said["count"] + 1))
        return graph
    if kind == "tournament":
        lines = [[int(n) for n in re.findall(r"\d+", line)] for line in said["list"].strip().split("\n")]
        assert [line[0] for line in lines] == list(range(1, said["players"] + 1))
        return nx.DiGraph([(line[0], v) for line in lines for v in line[1:]])
    graph = nx.DiGraph() if "->" in said["list"] else nx.Graph()
    if kind != "one-stroke":
        graph.add_nodes_from(range(1, said["vertices"] + 1))
    for u, v, w in re.findall(r"(\d+) ?->? ?(\d+)(?:: (\d+))?", said["list"]):
        graph.add_edge(int(u), int(v), weight=int(w or 0))
    assert max(graph) == said.get("points", said.get("vertices"))
    return graph


def cost(graph, order):
    return sum(graph[u][v]["weight"] for u, v in pairwise(order))


def follows(graph, order):
    return all(graph.has_edge(u, v) for u, v in pairwise(order))


def exists(graph, closed):
    """Whether there is a path (or cycle), by going on in all ways."""

    def on(path, left):
        if not left:
            return not closed or graph.has_edge(path[-1], path[0])
        return any(on([*path, v], left - {v}) for v in graph[path[-1]] if v in left)

    return any(on([v], set(graph) - {v}) for v in (sorted(graph)[:1] if closed else graph))


def right(kind, graph, start, given):
    """Whether an answer is right, and for which of the two reasons."""
    closed = kind == "cycle"
    if kind == "one-stroke":
        if len(given) == 4 and len(set(given)) == 4 and all(graph.degree(v) % 2 for v in given):
            return True
        drawn = sorted(tuple(sorted(e)) for e in pairwise(given))
        return drawn == sorted(tuple(sorted(e)) for e in graph.edges)
    if sorted(given) == sorted(graph):
        return follows(graph, [*given, given[0]] if closed else given)
    rest = graph.subgraph(set(graph) - set(given))
    return nx.number_connected_components(rest) >= len(given) + (1 if closed else 2)


def numbers(text):
    return [int(n) for n in re.findall(r"\d+", str(text))]


def ways(x):
    """The edges of the answer one after the other, and the one that closes a cycle."""
    return list(pairwise([*x.given, *(x.given[:1] if x.kind.endswith("cycle") else [])]))


def split(x):
    rest = x.graph.subgraph(set(x.graph) - set(x.given))
    parts = sorted(map(sorted, nx.connected_components(rest)))
    return numbers(x.taken) == sorted(x.given) and sorted(map(numbers, x.parts.split(";"))) == parts


LINKED = {
    "linked one after the other: {links:[0-9 -]+}": lambda x: (
        x.links == " ".join(f"{u}-{v}" for u, v in ways(x))
    )
}
PROOF = {
    **LINKED,
    "without {taken:[0-9 ]+} the parts are: {parts:[0-9; ]+}": split,
    "that is {many} parts, and a {what:cycle|path} without {taken} of its vertices falls into {most} pieces at most": (
        lambda x: (
            x.many == x.before[0].count(";") + 1 > x.most
            and (x.what, x.taken) == ("cycle" if x.kind == "cycle" else "path", len(x.given))
            and x.most == len(x.given) + (x.kind != "cycle")
        )
    ),
}
PRICE = {
    "{terms:[0-9 +]+} = {total}": lambda x: (
        x.total == x.best and numbers(x.terms) == [x.graph[u][v]["weight"] for u, v in ways(x)]
    )
}
LINES = {
    **dict.fromkeys(("path", "cycle", "knight"), PROOF),
    "directed-path": LINKED,
    **dict.fromkeys(("cheapest-path", "cheapest-cycle", "cheapest-walk"), PRICE),
    "tournament": {
        "players who can be reached from {at}: {row:[0-9 ]+}; all of them are met": lambda x: (
            x.at == x.start
            and numbers(x.row) == sorted({x.at, *nx.descendants(x.graph, x.at)}) == sorted(x.given)
        )
    },
    "one-stroke": {
        "points with an odd number of lines: {row:[0-9 ]+|none}": lambda x: (
            numbers(x.row) == sorted(v for v, degree in x.graph.degree if degree % 2)
        )
    },
}


class TestHamiltonianPaths(Promises):
    id = "hamiltonian-paths"
    alphabet = ""
    calculates = False
    right = ("{}", " {}\n", "{}.", "**{}**", "[{}]", "```\n{}\n```", "The answer is {}.")
    wrong = (
        "{} or 2",
        "about {}",
        "not {}",
        "",
        "yes",
        "none",
        "impossible",
        "{}, 999",
        "there is no path: {}",
    )

    lines = LINES

    def oracle(self, prompt):
        """The kind, the graph, and where it begins."""
        said = {kind: [*sentences, TIES] for kind, sentences in SENTENCES.items()}
        kind, slots = read(prompt, {k: [s, ["Here is a problem.", *s]] for k, s in said.items()})
        return kind, drawn(kind, slots), slots.get("start")

    def known(self, found, task):
        kind, graph, start = found
        given = list(map(int, task.answer.split(", ")))
        return {"kind": kind, "graph": graph, "start": start, "given": given, "best": task.payload["best"]}

    def agrees(self, found, task):
        kind, graph, start = found
        assert kind == task.payload["kind"]
        given = list(map(int, task.answer.split(", ")))
        if kind == "tournament":
            best = 1 + len(nx.descendants(graph, start))
            return given[0] == start and len(set(given)) == len(given) == best and follows(graph, given)
        if not kind.startswith("cheapest"):
            if kind in BOTH and len(graph) < 10:
                assert exists(graph, kind == "cycle") is (len(given) == len(graph))
            if kind == "one-stroke":
                assert nx.has_eulerian_path(graph) is (len(given) > 4)
            return right(kind, graph, start, given)
        if kind == "cheapest-cycle":
            given.append(given[0])
        assert set(given) == set(graph)
        assert follows(graph, given)
        if len(graph) < 7:
            far = graph if kind != "cheapest-walk" else nx.DiGraph()
            for u, ways in nx.all_pairs_dijkstra_path_length(graph) if far is not graph else ():
                far.add_weighted_edges_from((u, v, w) for v, w in ways.items())
            ends = 1 if kind == "cheapest-cycle" else 0
            orders = ([*p, *p[:ends]] for p in permutations(graph))
            assert min(cost(far, order) for order in orders if follows(far, order)) == task.payload["best"]
        return cost(graph, given) == task.payload["best"] and self.confirms(task.payload, task.answer)

    def test_yes_and_no_are_worth_nothing(self):
        """Elsewhere the question was whether a path exists, and each of two words was right half of the time."""
        for kind in (*BOTH, "one-stroke"):
            without = 0
            for seed in range(30):
                task = self.spec.task(2, seed, params={"kinds": kind})
                _, graph, _ = self.oracle(task.prompt)
                given = task.answer.count(",") + 1
                without += given == 4 if kind == "one-stroke" else given < len(graph)
            assert 5 < without < 25, (kind, without)
        for answer in ("yes", "no", "True", "impossible", "there is none", "0"):
            assert not self.spec.verify_answer(task.payload, answer).score

    @pytest.mark.parametrize("kind", ["path", "cycle"])
    def test_every_path_and_every_proof_is_right_and_nothing_else(self, kind):
        for seed in range(4):
            task = self.spec.task(1, seed, params={"kinds": kind})
            _, graph, _ = self.oracle(task.prompt)
            answers = [*combinations(graph, 1), *combinations(graph, 2), *combinations(graph, 3)]
            answers += list(permutations(graph))[seed::61]
            for given in answers:
                answer = ", ".join(map(str, given))
                passes = right(kind, graph, None, list(given))
                assert self.spec.verify_answer(task.payload, answer).passed is passes, answer
                assert self.confirms(task.payload, answer) is passes, answer

    def test_a_cycle_may_end_where_it_begins(self):
        for kind in ("cycle", "cheapest-cycle"):
            task = self.spec.task(2, 1, params={"kinds": kind, "none": 0.0})
            first = task.answer.split(", ")[0]
            self.takes(task.payload, [f"{task.answer}, {first}"], [f"{first}, {task.answer}"])
            turned = task.answer.split(", ")
            self.takes(task.payload, [", ".join(turned[2:] + turned[:2]), ", ".join(turned[::-1])], [])

    def test_quality_is_told(self):
        payload = {"kind": "path", "vertices": 4, "edges": [[1, 2], [2, 3], [3, 4]], "best": 0}
        self.takes(payload, ["1, 2, 3, 4", "4 3 2 1"], ["1, 2, 4, 3", "2", "2, 3", "1, 2, 3, 3"])
        for answer in ("4-3-2-1", "4 → 3 → 2 → 1", "4 -> 3 -> 2 -> 1"):
            assert self.spec.verify_answer(payload, answer).passed, answer
        verdict = self.spec.verify_answer(payload, "1, 2, 4, 3")
        assert (verdict.reason, verdict.score, verdict.parts["quality"]) == (Reason.WRONG, 0.0, 0.5)
        star = {"kind": "path", "vertices": 4, "edges": [[1, 2], [1, 3], [1, 4]], "best": 0}
        self.takes(star, ["1"], ["2", "1, 2", "2, 1, 3, 4"])
        ring = {"kind": "cycle", "vertices": 3, "edges": [[1, 2], [2, 3], [1, 3]], "best": 0}
        for nothing in ("none", "[]", ""):  # the graph is one part, and that is no proof
            assert not self.spec.verify_answer(star, nothing).passed
            assert not self.spec.verify_answer(ring, nothing).passed

    def test_edges_have_a_direction_where_there_are_arrows(self):
        payload = {
            "kind": "directed-path",
            "vertices": 3,
            "edges": [[1, 2], [2, 3]],
            "made": [1, 2, 3],
            "best": 0,
        }
        self.takes(payload, ["1, 2, 3"], ["3, 2, 1", "2"])
        walk = {"kind": "cheapest-walk", "vertices": 3, "edges": [[1, 2, 1], [2, 1, 1], [1, 3, 5]], "best": 6}
        self.takes(walk, ["2, 1, 3"], ["1, 2, 1, 2, 1, 3", "3, 1, 2", "1, 3"])
