"""Hamiltonian paths: graphs are read from the prompt; networkx judges paths and proofs, and all orders are tried."""

from __future__ import annotations

import re
from itertools import combinations, pairwise, permutations

import networkx as nx
import pytest

from rlvr.conformance.promises import Promises
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


def read(text):
    """The kind, the graph, and where it begins."""
    if "chess knight" in text:
        return "knight", board(text), None
    if "chain of players" in text:
        beaten = re.findall(r"^(\d+) beat ([\d, ]+)$", text, re.M)
        arrows = [(int(u), int(v)) for u, those in beaten for v in those.split(", ")]
        return "tournament", nx.DiGraph(arrows), int(re.search(r"player (\d+)", text)[1])
    if "lifting the pen" in text:
        graph = nx.Graph([(int(u), int(v)) for u, v in re.findall(r"(\d+)-(\d+)", text)])
        return "one-stroke", graph, None
    directed = "directed graph" in text
    graph = nx.DiGraph() if directed else nx.Graph()
    graph.add_nodes_from(range(1, int(re.search(r"vertices 1 to (\d+)", text)[1]) + 1))
    for u, v, w in re.findall(r"(\d+) ?->? ?(\d+)(?:: (\d+))?", text):
        graph.add_edge(int(u), int(v), weight=int(w or 0))
    what = "cycle" if "A cycle goes" in text else "walk" if "A walk goes" in text else "path"
    return ("cheapest-" if "least cost" in text else "directed-" if directed else "") + what, graph, None


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

    def oracle(self, prompt):
        return read(prompt.rpartition("\n\n")[0])

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
