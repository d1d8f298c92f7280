"""Graph colouring: the graph is read from the text; brute force proves the colours necessary and counts guess rates."""

from __future__ import annotations

import re
from itertools import permutations, product

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rlvr.conformance.promises import SEEDS, Promises, read
from rlvr.generators.base import GenerationError
from rlvr.generators.graphs import graph_coloring
from rlvr.verifiers.base import Reason

LEVELS = st.integers(1, 8)
TOLD = {
    "": (
        "Colour the nodes of a graph so that the two ends of every edge get different colours.\n"
        "Nodes: {nodes:.+}\nEdges: {edges:.+}\nColours: {colours:.+}\n\n"
        "Write every node once with its colour, like '{name:\\w+}: {colour:\\w+}', separated by commas.",
        "In each of these pairs the two must not be given the same label: {edges:.+}.\nGive one of the labels "
        "{colours:.+} to every one of {nodes:.+}. The answer has pieces such as '{name:\\w+}: {colour:\\w+}', one "
        "for each of them, separated by commas.",
        "There are {count} stations: {nodes:.+}. Some are neighbours: {edges:.+}. Neighbours disturb each other on "
        "the same channel, and the channels are {colours:.+}. Choose a channel for every station so that no two "
        "neighbours share one. Write every station and its channel, for example '{name:\\w+}: {colour:\\w+}', with "
        "commas between stations.",
    )
}
PAYLOAD = {  # a triangle with a tail
    "nodes": ["a", "b", "c", "d"],
    "colours": ["1", "2", "3"],
    "edges": [["a", "b"], ["b", "c"], ["c", "a"], ["c", "d"]],
}
NUMBERED = {**PAYLOAD, "nodes": ["1", "2", "3", "4"], "edges": [["1", "2"], ["2", "3"], ["3", "1"], ["3", "4"]]}
NAMED = {**PAYLOAD, "colours": ["red", "green", "blue"]}
KELVIN = {**NAMED, "nodes": ["k", "b", "c", "d"], "edges": [["k", "b"]]}
SMALL = {"nodes": 9, "edges": 14, "colours": 3, "traps": 0, "names": "any"}


def pairs(answer):
    return dict(pair.split(": ") for pair in answer.split(", "))


def written(colouring):
    return ", ".join(f"{node}: {colour}" for node, colour in colouring.items())


def can_be_coloured(graph, first, colours):
    """Plain backtracking along a breadth-first order, with no rule of thumb."""
    order = [first, *(v for _, v in nx.bfs_edges(graph, first))]
    assert len(order) == len(graph)  # the graph is connected

    def extend(done):
        if len(done) == len(order):
            return True
        node = order[len(done)]
        taken = {done[other] for other in graph[node] if other in done}
        fresh = min(len(set(done.values())) + 1, colours)
        return any(extend({**done, node: c}) for c in range(fresh) if c not in taken)

    return extend({})


class TestGraphColoring(Promises):
    id = "graph-coloring"
    alphabet = "abdkABCD123 :=,;"
    right = ("{}", " {}\n", "{}.", "**{}**", "({})")
    wrong = ("{}0", "1{}", "{} or 2", "about {}", "{0} {0}", "")
    calculates = False  # the search is replayed below

    def oracle(self, prompt):
        said = read(prompt, TOLD)[1]
        nodes, colours = said["nodes"].split(", "), said["colours"].split(", ")
        assert (str(said["name"]), said.get("count", len(nodes))) == (nodes[0], len(nodes))
        assert str(said["colour"]) in colours
        assert len(set(colours)) == len(colours)
        return nodes, [edge.split("-") for edge in said["edges"].split(", ")], colours

    def agrees(self, found, task):
        (nodes, edges, colours), params = found, self.spec.params(task.level)
        graph, answer = nx.Graph(edges), pairs(task.answer)
        assert (len(nodes), len(edges), len(colours)) == tuple(params[x] for x in ("nodes", "edges", "colours"))
        assert (set(graph), graph.size()) == (set(nodes), len(edges))
        assert not can_be_coloured(graph, nodes[0], len(colours) - 1)
        if params["traps"]:
            greedy = nx.greedy_color(graph, strategy=lambda _graph, _colors: nodes)
            assert max(greedy.values()) >= len(colours)
        assert task.payload == {
            "nodes": [node.lower() for node in nodes],
            "colours": colours,
            "edges": [[u.lower(), v.lower()] for u, v in edges],
        }
        assert set(answer.values()) <= set(colours)
        return list(answer) == nodes and all(answer[u] != answer[v] for u, v in edges)

    @settings(max_examples=15)
    @given(st.integers(1, 2), SEEDS)
    def test_of_all_colourings_exactly_the_proper_ones_are_right_and_the_guess_rate_counts_them(
        self, level, seed
    ):
        task = self.spec.task(level, seed)
        nodes, colours = task.payload["nodes"], task.payload["colours"]
        sorts = ([], [])
        for values in product(colours, repeat=len(nodes)):
            colouring = dict(zip(nodes, values, strict=True))
            proper = all(colouring[u] != colouring[v] for u, v in task.payload["edges"])
            sorts[proper].append(written(colouring))
        self.takes(task.payload, sorts[True], sorts[False][::50])
        assert task.guess_rate == pytest.approx(len(sorts[True]) / len(colours) ** len(nodes))

    def test_the_guess_rate_of_larger_graphs_is_that_of_independent_edges(self):
        task = self.spec.task(4, 0)
        assert task.guess_rate == pytest.approx((2 / 3) ** len(task.payload["edges"]))

    @given(LEVELS, SEEDS)
    def test_the_worked_solution_obeys_its_own_rules(self, level, seed):
        task = self.spec.task(level, seed)
        nodes, edges, colours = self.oracle(task.prompt)
        graph, stack, looked_at, taken_back = nx.Graph(edges), {}, 0, False
        for line in task.trace.split("\n")[:-1]:
            match = re.fullmatch(r"(back to )?(\w+)(?:, not ([\w ]+))?: (none left|\w+)", line)
            back, node, forbidden, colour = match.groups()
            looked_at += graph.degree(node)
            if back:
                taken_back = True
                assert colour != stack[node]
                stack = dict(list(stack.items())[: list(stack).index(node)])
            assert node not in stack
            around = {stack[other] for other in graph[node] if other in stack}
            assert around == set((forbidden or "").split())
            if colour == "none left":  # but for unused ones, which are all alike and were tried once
                assert around == set(colours)
            else:
                assert colour not in around
                stack[node] = colour
        assert stack == pairs(task.answer)
        assert set(stack) == set(nodes)
        assert task.difficulty == looked_at
        assert taken_back or self.spec.params(level)["traps"] < 2

    def test_names_of_nodes_and_colours_and_the_order_of_edges_do_not_count_and_nothing_else(self):
        seen = []

        def up_to_names(payload):
            graph = nx.Graph(payload["edges"])
            at = next((i for i, other in enumerate(seen) if nx.is_isomorphic(graph, other)), len(seen))
            seen[at:] = seen[at:] or [graph]
            return at, len(payload["colours"])

        self.same_problems(up_to_names, 400)
        assert len(seen) > 50

    @given(LEVELS, SEEDS)
    def test_the_colours_may_change_places(self, level, seed):
        task = self.spec.task(level, seed)
        colours = task.payload["colours"]
        for other in list(permutations(colours))[:6]:
            swap = dict(zip(colours, other, strict=True))
            changed = {node: swap[colour] for node, colour in pairs(task.answer).items()}
            self.takes(task.payload, [written(changed)], [])

    def test_forms(self):
        forms = (
            "A: 1, B: 2, C: 3, D: 1", "A: 1\nB: 2\nC: 3\nD: 1", "- A: 1\n- B: 2\n- C: 3\n- D: 1",
            "* a = 1\n* b = 2\n* c = 3\n* d = 1", "d:1 c:3 b:2 a:1", "A 1 B 2 C 3 D 1",
            "A -> 1; B -> 2; C -> 3; D -> 1", "A → 1, B → 2, C → 3, D → 1.", '{"A": 1, "B": 2, "C": 3, "D": 1}',
            "{'a': '1', 'b': '2', 'c': '3', 'd': '1'}", "| A | 1 |\n| B | 2 |\n| C | 3 |\n| D | 1 |",
            "(A: 2, B: 1, C: 3, D: 1)",
        )  # fmt: skip
        self.judges(PAYLOAD, forms, [], [])

    @pytest.mark.parametrize(
        ("answers", "reason"),
        [
            # Nothing; not all nodes; two answers for one node; more than nodes; other words; an Arabic digit.
            (["", "{}", "A: 1", "A: 1, B: 2, C: 3", "A: 1, B: 2, C: 3, D:", "A: 1, B: 2, C: 3, D: 1, A: 2",
              "A: 1, B: 2, C: 3, D: 1, E: 2", "A: 1, B: 2, C: 3, D: 1 or 2", "A: 1, B: 2, C: 3, D: ١",
              "not A: 1, B: 2, C: 3, D: 1", "A: 1, B: 2, C: 3, D: 1" * 2], Reason.UNPARSABLE),
            # No node, or no colour.
            (["None: 1, B: 2, C: 3, D: 1", "A: 1, B: 2, C: 3, C: 3", "1: A, 2: B, 3: C, 1: D",
              "A: red, B: green, C: blue, D: red",
              *(f"A: 1, B: 2, C: 3, D: {last}" for last in ("None", "1/2", "4", "0", "-1", "1.0"))], Reason.ILLEGAL),
            (["A: 1, B: 1, C: 3, D: 1", "A: 1, B: 1, C: 1, D: 1", "A: 1, B: 2, C: 3, D: 3"], Reason.WRONG),
        ],
    )  # fmt: skip
    def test_not_right(self, answers, reason):
        for answer in answers:
            assert self.spec.verify_answer(PAYLOAD, answer).reason is reason, answer
        self.takes(PAYLOAD, [], answers)

    def test_names_and_colours_are_not_mixed_up_and_look_alikes_are_no_letters(self):
        self.takes(NUMBERED, ["1: 3, 2: 1, 3: 2, 4: 3", "4: 3, 3: 2, 2: 1, 1: 3"], ["3: 1, 1: 2, 2: 3, 3: 4"])
        self.takes(NAMED, ["A: Red, B: GREEN, C: blue, D: red"], ["A: r, B: g, C: b, D: r"])
        rest = ": red, b: green, c: red, d: red"
        self.takes(KELVIN, [f"K{rest}"], [f"\u212a{rest}"])

    def test_a_complete_colouring_reports_the_share_of_proper_edges_without_credit(self):
        verdict = self.spec.verify_answer(PAYLOAD, "A: 1, B: 1, C: 3, D: 1")
        assert (verdict.score, verdict.parts) == (0.0, {"proper": 0.75})

    @pytest.mark.parametrize("text", ["\x00", "\ud800: 1", "A: 1 ", ":", "\n- "])
    def test_floods_score_nothing(self, text):
        for answer in (text, text * 300_000):
            assert not self.spec.verifier_function(PAYLOAD, answer).score

    @given(LEVELS, SEEDS, st.integers(0, 3), st.randoms(use_true_random=False))
    def test_solver_and_verifier_agree_on_changed_colourings(self, level, seed, change, rng):
        task = self.spec.task(level, seed)
        changed = [pair.split(": ") for pair in task.answer.split(", ")]
        i, j = rng.sample(range(len(changed)), 2)
        if change == 0:
            changed[i][1] = rng.choice(task.payload["colours"])
        elif change == 1:
            changed[i][0], changed[j][0] = changed[j][0], changed[i][0]
        else:  # a node is left out, or told twice
            changed[i : i + 1] = [changed[i]] * 2 * (change - 2)
        text = ", ".join(map(": ".join, changed))
        assert self.spec.verify_answer(task.payload, text).passed == self.confirms(task.payload, text)

    @pytest.mark.parametrize(
        ("change", "named"),
        [({"colours": 8, "nodes": 8}, "nodes"), ({"edges": 7}, "edges"), ({"edges": 28}, "edges")],
    )
    def test_parameters_that_do_not_go_together_are_named(self, change, named):
        with pytest.raises(ValueError, match=f"^{named} must be "):
            self.spec.task(1, 0, params={**SMALL, **change})

    def test_an_impossible_wish_ends_with_advice(self):
        with pytest.raises(GenerationError, match="more edges"):  # a tree needs two colours only
            self.spec.task(1, 0, params={**SMALL, "edges": 8})

    def test_the_densest_graphs_can_be_made(self):
        payload = self.spec.task(1, 1, params={**SMALL, "edges": 27}).payload
        assert nx.is_isomorphic(nx.Graph(payload["edges"]), nx.complete_multipartite_graph(3, 3, 3))
        assert self.spec.task(1, 1, params={**SMALL, "nodes": 10, "edges": 43, "colours": 8}).answer

    def test_both_palettes_are_used(self):
        seen = {tuple(self.spec.task(3, seed).payload["colours"]) for seed in range(40)}
        assert seen == {("1", "2", "3"), ("red", "green", "blue")}


def test_the_exact_count_agrees_with_the_chromatic_polynomial():
    assert graph_coloring._guess_rate(list(nx.petersen_graph().edges), 10, 3) == pytest.approx(120 / 3**10)
