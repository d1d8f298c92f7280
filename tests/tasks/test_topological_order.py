"""Orders with prerequisites: courses and rules are read from the prompt, and networkx sorts or finds the circle."""

from __future__ import annotations

import re
from itertools import pairwise, permutations

import networkx as nx
import pytest

from rlvr.conformance.promises import Promises
from rlvr.verifiers.base import Reason


def read(prompt):
    rules = re.findall(r"^([A-Z]\w+) before ([A-Z]\w+)$", prompt, re.M)
    (listed,) = set(re.findall(r"[A-Z]\w+(?:, [A-Z]\w+){3,}", prompt))
    graph = nx.DiGraph(rules)
    graph.add_nodes_from(listed.split(", "))
    return graph


def holds(graph, order):
    return sorted(order) == sorted(graph) and all(order.index(a) < order.index(b) for a, b in graph.edges)


class TestTopologicalOrder(Promises):
    id = "topological-order"
    alphabet = ""
    right = ("{}", " {}\n", "{}.", "**{}**", "[{}]", "```\n{}\n```", "\\text{{{}}}")
    wrong = ("{0}, {0}", "{} or not", "about {}", "", "not {}", "{}, Surgery")
    calculates = False

    def kind(self, task):
        return task.payload["kind"]

    def oracle(self, prompt):
        graph = read(prompt)
        if not nx.is_directed_acyclic_graph(graph):
            return {tuple(circle) for circle in nx.simple_cycles(graph)}
        if re.search("comes? first alphabetically|alphabetically least|alphabetically first course", prompt):
            return list(nx.lexicographical_topological_sort(graph))
        if re.search("as early as|taken early|earliest possible", prompt):
            backwards = nx.lexicographical_topological_sort(graph.reverse(), key=lambda c: [-ord(x) for x in c])
            return list(backwards)[::-1]
        return graph

    def agrees(self, found, task):
        given = task.answer.split(", ")
        if isinstance(found, set):
            return any(tuple(given[i:] + given[:i]) in found for i in range(len(given)))
        return given == found if isinstance(found, list) else holds(found, given)

    @pytest.mark.parametrize("kind", ["least", "earliest"])
    def test_small_orders_are_the_best_of_all_permutations(self, kind):
        for seed in range(8):
            task = self.spec.task(1, seed, params={"kinds": kind, "courses": 6, "rules": 6})
            graph = read(task.prompt)
            orders = [order for order in permutations(sorted(graph)) if holds(graph, order)]
            rank = (
                (lambda order: order)
                if kind == "least"
                else lambda order: [order.index(c) for c in sorted(order)]
            )
            assert ", ".join(min(orders, key=rank)) == task.answer

    def test_yes_and_no_are_worth_nothing(self):
        """Elsewhere the question was whether an order exists, and each of two words was right half of the time."""
        circles = 0
        for seed in range(40):
            task = self.spec.task(2, seed, params={"kinds": "any"})
            circles += not nx.is_directed_acyclic_graph(read(task.prompt))
            for answer in ("yes", "no", "True", "impossible", "there is a circle", "none"):
                assert self.spec.verify_answer(task.payload, answer).reason is Reason.UNPARSABLE
        assert 8 < circles < 32

    def test_every_order_and_every_circle_is_right_and_nothing_else(self):
        for seed in range(12):
            task = self.spec.task(1, seed, params={"kinds": "any", "courses": 5, "rules": 5})
            graph = read(task.prompt)
            circles = [list(c) for c in nx.simple_cycles(graph)]
            turned = {tuple(c[i:] + c[:i]) for c in circles for i in range(len(c))}
            for size in (2, 3, 4, 5):
                for given in permutations(sorted(graph), size):
                    right = given in turned or holds(graph, given)
                    answer = ", ".join(given)
                    assert self.spec.verify_answer(task.payload, answer).passed is right, answer
                    assert self.confirms(task.payload, answer) is right, answer
            for circle in circles:
                closed = " -> ".join([*circle, circle[0]])
                assert self.spec.verify_answer(task.payload, closed).passed
                assert (
                    not self.spec.verify_answer(task.payload, ", ".join(circle[::-1])).passed
                    or len(circle) == 2
                )

    def test_the_share_of_rules_that_hold_is_told(self):
        task = self.spec.task(2, 1, params={"kinds": "least"})
        order = task.answer.split(", ")
        verdict = self.spec.verify_answer(task.payload, ", ".join(order[::-1]))
        assert (verdict.parts["rules"], verdict.score) == (0.0, 0.0)
        assert all(a != b for a, b in pairwise(order))
