"""Shortest path: the graph is read from the text and searched by networkx; guess rates by walking all paths."""

from __future__ import annotations

import random
import re
from itertools import pairwise, permutations
from math import inf

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rlvr.conformance.promises import SEEDS, Promises, read
from rlvr.generators.base import GenerationError
from rlvr.generators.graphs.names import node_names
from rlvr.verifiers.base import Reason

LEVELS = st.integers(1, 8)
TOLD = {
    "": (
        "Find a shortest path from {start:\\w+} to {goal:\\w+} in this {kind:directed|undirected} graph. Each line "
        "is an edge and its weight; {way:an edge [a-z ]+}.\n{edges:.+}\n\nA path is shortest if the sum of its "
        "weights is as small as possible; any shortest path will do. Write its nodes from {start} to {goal}, "
        "separated by ' -> '.",
        "A carrier wants to go from {start:\\w+} to {goal:\\w+} at the lowest total price. These are the links of "
        "the {kind:directed|undirected} network with their prices, and {way:an edge [a-z ]+}:\n{edges:.+}\n\nWhich "
        "stops does the cheapest route pass, in order? If several routes are equally cheap, give any one. Begin "
        "with {start}, end with {goal} and write ' -> ' between stops.",
        "{edges:.+}\n\nThe list above is {kind:a directed|an undirected} graph: two nodes, then the length of the "
        "edge between them. Here {way:an edge [a-z ]+}. List the nodes of a path of least total length that begins "
        "at {start:\\w+} and ends at {goal:\\w+} (one is enough if there are several), with ' -> ' between nodes.",
    )
}
WAYS = {"directed": "goes only in the direction of its arrow", "undirected": "can be used both ways"}
# A to D costs 3 by B and C; by B alone 4, directly 9. D to A would be cheap, but edges are one-way.
PAYLOAD = {
    "edges": {"a": {"b": 1, "d": 9}, "b": {"c": 1, "d": 3}, "c": {"d": 1}, "d": {"a": 1}},
    "start": "a",
    "goal": "d",
    "cost": 3,
}
SMALL = {"nodes": 8, "edges": 12, "max_weight": 9, "hops": 2, "detour": 0, "directed": 0.5, "names": "any"}


def problem(prompt):
    """The graph, its start and its goal, as the text tells them."""
    said = read(prompt, TOLD)[1]
    kind = said["kind"].split()[-1]
    assert said["way"] == f"an edge {WAYS[kind]}"
    graph = nx.DiGraph() if kind == "directed" else nx.Graph()
    for line in said["edges"].split("\n"):
        u, arrow, v, weight = re.fullmatch(r"(\w+) (->|-) (\w+): (\d+)", line).groups()
        assert (arrow == "->") == graph.is_directed()
        assert not graph.has_edge(u, v)
        graph.add_edge(u, v, weight=int(weight))
    return graph, str(said["start"]), str(said["goal"])


def up_to_names(payload):
    """The least of all images of a graph under renaming; start and goal may change places if edges go both ways."""
    arcs = {(u, v): weight for u, near in payload["edges"].items() for v, weight in near.items()}
    both_ways = all(arcs.get((v, u)) == weight for (u, v), weight in arcs.items())
    images = []
    for order in permutations(range(len(payload["edges"]))):
        name = dict(zip(payload["edges"], order, strict=True))
        ends = [name[payload["start"]], name[payload["goal"]]]
        edges = sorted((name[u], name[v], weight) for (u, v), weight in arcs.items())
        images.append((*(sorted(ends) if both_ways else ends), tuple(edges)))
    return both_ways, min(images)


class TestShortestPath(Promises):
    id = "shortest-path"
    alphabet = "ABCDEFabdk0123 ->,;"
    right = ("{}", " {}\n", "{}.", "**{}**", "${}$", "[{}]", "Path: {}")
    calculates = False  # Dijkstra's table is replayed below

    def oracle(self, prompt):
        return problem(prompt)

    def agrees(self, found, task):
        (graph, start, goal), params = found, self.spec.params(task.level)
        told = {
            u.lower(): {v.lower(): edge["weight"] for v, edge in near.items()} for u, near in graph.adjacency()
        }
        assert told == task.payload["edges"]
        assert (len(graph), graph.size()) == (params["nodes"], params["edges"])
        assert max(nx.get_edge_attributes(graph, "weight").values()) <= params["max_weight"]
        paths = list(nx.all_shortest_paths(graph, start, goal, weight="weight"))
        fewest = min(map(len, paths)) - 1
        assert fewest >= params["hops"]
        assert fewest - nx.shortest_path_length(graph, start, goal) >= params["detour"]
        assert nx.path_weight(graph, paths[0], "weight") == task.payload["cost"]
        return task.answer.split(" -> ") in paths

    @given(st.integers(1, 3), SEEDS)
    def test_of_all_simple_paths_exactly_the_lightest_are_accepted(self, level, seed):
        task = self.spec.task(level, seed)
        graph, start, goal = problem(task.prompt)
        paths = {" ".join(path): path for path in nx.all_simple_paths(graph, start, goal)}
        weights = {text: nx.path_weight(graph, path, "weight") for text, path in paths.items()}
        least = min(weights.values())
        right = [text for text, weight in weights.items() if weight == least]
        self.takes(task.payload, right, weights.keys() - set(right))

    @given(st.integers(1, 5), SEEDS)
    def test_the_guess_rate_is_the_chance_of_a_walk_that_never_turns_back(self, level, seed):
        task = self.spec.task(level, seed)
        graph, start, goal = problem(task.prompt)
        chance = 0.0
        for path in nx.all_shortest_paths(graph, start, goal, weight="weight"):
            share = 1.0
            for i, node in enumerate(path[:-1]):
                share /= len(graph[node]) - (not graph.is_directed() and i > 0)
            chance += share
        assert task.guess_rate == pytest.approx(chance)

    @given(LEVELS, SEEDS)
    def test_the_worked_solution_is_a_run_of_dijkstra(self, level, seed):
        task = self.spec.task(level, seed)
        graph, start, goal = problem(task.prompt)
        *lines, last, back, _ = task.trace.split("\n")
        near, looked_at, before = {start: 0}, 0, 0
        for line in lines:
            node, at, news = re.fullmatch(r"(\w+) at (\d+)(?:: (.+))?", line).groups()
            assert near[node] == int(at) >= before
            before = near[node]
            there = {v: before + edge["weight"] for v, edge in graph[node].items()}
            told = {v: int(at) for v, at in map(str.split, news.split(", "))} if news else {}
            assert told.items() <= there.items()
            assert {v for v, at in there.items() if at < near.get(v, inf)} <= told.keys()
            assert all(at <= near.get(v, inf) for v, at in told.items())  # one as light, with fewer edges
            near |= told
            looked_at += len(graph[node])
        assert last == f"{goal} at {task.payload['cost']}, the goal"
        assert near[goal] == task.payload["cost"] >= before
        steps = [piece.split(" from ") for piece in back.removeprefix("back: ").split(", ")]
        assert [start, *(v for v, _ in reversed(steps))] == task.answer.split(" -> ")
        assert all(v == u for (_, v), (u, _) in pairwise(steps))
        assert steps[-1][1] == start
        assert task.difficulty == looked_at

    def test_names_the_order_of_edges_and_the_way_back_do_not_count_and_nothing_else(self):
        small = {"nodes": 4, "edges": 4, "max_weight": 2, "hops": 1}
        self.same_problems(up_to_names, 600, **{**SMALL, **small})

    def test_forms(self):
        forms = (
            "a b c d", "A,B,C,D", "A→B→C→D", "A => B => C => D", "A --> B --> C --> D", "A > B > C > D",
            "A - B – C — D", "A|B|C|D", " A\n->B\n->C\n->D\n", '["A", "B", "C", "D"]', "(A, B, C, D)", "{a; b; c; d}",
        )  # fmt: skip
        self.judges(PAYLOAD, forms, [], [])

    @pytest.mark.parametrize(
        ("answers", "reason"),
        [
            # The length, which is not asked for; other words; two paths; names run together; signs too many;
            # a Cyrillic letter.
            (["", "3", "A -> B -> C -> D (3)", "A -> B -> C -> D = 3", "not A -> B -> C -> D",
              "A -> B -> C -> D or A -> B -> D", "ABCD", "A -> -> B -> C -> D", "A -> B -> C -> D ->",
              "A -> B -> C -> E", "A -> B -> С -> D"], Reason.UNPARSABLE),
            # No path from the start to the goal.
            (["A -> B -> C -> D; A -> B -> D", "A", "D -> C -> B -> A", "B -> C -> D", "A -> B -> C", "A -> C -> D",
              "A -> B -> B -> D", "A -> B -> C -> D -> A"], Reason.ILLEGAL),
            (["A -> D -> A -> D", "A -> D", "A -> B -> D"], Reason.WRONG),
        ],
    )  # fmt: skip
    def test_not_right(self, answers, reason):
        for answer in answers:
            assert self.spec.verify_answer(PAYLOAD, answer).reason is reason, answer
        self.takes(PAYLOAD, [], answers)

    def test_the_kelvin_sign_is_no_k(self):
        payload = {"edges": {"k": {"b": 1}, "b": {}}, "start": "k", "goal": "b", "cost": 1}
        self.takes(payload, ["K -> B"], ["\u212a -> B"])

    @pytest.mark.parametrize("text", ["\x00", "\ud800 -> A", "->", "A ", "-"])
    def test_floods_score_nothing(self, text):
        for answer in (text, text * 500_000):
            assert not self.spec.verifier_function(PAYLOAD, answer).score

    @given(LEVELS, SEEDS, st.integers(0, 3), st.randoms(use_true_random=False))
    def test_solver_and_verifier_agree_on_changed_walks(self, level, seed, change, rng):
        task = self.spec.task(level, seed)
        nodes, node = task.answer.lower().split(" -> "), rng.choice(list(task.payload["edges"]))
        i, j = rng.randrange(len(nodes)), rng.randrange(len(nodes))
        if change == 0:
            nodes[i], nodes[j] = nodes[j], nodes[i]
        else:  # a node is left out, or replaced, or one more comes in
            nodes[i : i + (change < 3)] = [node] * (change > 1)
        text = " -> ".join(nodes)
        assert self.spec.verify_answer(task.payload, text).passed == self.confirms(task.payload, text)

    @pytest.mark.parametrize("edges", [6, 29])
    def test_parameters_that_do_not_go_together_are_named(self, edges):
        with pytest.raises(ValueError, match=r"^edges must be 7 to 28 with 8 nodes"):
            self.spec.task(1, 0, params={**SMALL, "edges": edges})

    def test_an_impossible_wish_ends_with_advice(self):
        with pytest.raises(GenerationError, match="smaller hops"):
            self.spec.task(1, 0, params={**SMALL, "edges": 28, "hops": 8})

    @pytest.mark.parametrize("directed", [0.0, 1.0])
    def test_complete_graphs_can_be_made(self, directed):
        task = self.spec.task(1, 1, params={**SMALL, "edges": 28, "directed": directed})
        assert problem(task.prompt)[0].is_directed() == bool(directed)
        assert sum(map(len, task.payload["edges"].values())) == (28 if directed else 56)


@given(st.integers(0, 300), SEEDS)
def test_names_are_different_without_regard_to_case(count, seed):
    for style in ("letters", "any"):
        names = node_names(random.Random(seed), count, style)
        assert len({name.lower() for name in names}) == len(names) == count
        assert all(name.isascii() and name.isalnum() for name in names)
