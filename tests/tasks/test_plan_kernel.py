"""The plan kernel: searches are held against networkx on random graphs, and stop when their expansions end."""

from __future__ import annotations

import random

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rlvr.generators.kernels.plan import TooHard, away, distances, downhill, layers, meeting, replay, shortest


def graph_of(seed, nodes=14, edges=26):
    """A random directed graph with prices from 0 to 4, its moves, and those that lead to a state."""
    rng = random.Random(seed)
    graph = networkx.DiGraph()
    graph.add_nodes_from(range(nodes))
    for _ in range(edges):
        a, b = rng.sample(range(nodes), 2)
        graph.add_edge(a, b, price=rng.randint(0, 4))
    ahead = lambda state: [(f"{state}-{b}", b) for b in sorted(graph.successors(state))]  # noqa: E731
    back = lambda state: [(f"{a}-{state}", a) for a in sorted(graph.predecessors(state))]  # noqa: E731
    return graph, ahead, back


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**6))
def test_plans_are_shortest_by_every_way(seed):
    graph, ahead, back = graph_of(seed)
    start, goal = 0, 13
    known = networkx.shortest_path_length(graph, start, goal) if networkx.has_path(graph, start, goal) else None
    found = [shortest(start, ahead, goal.__eq__, most=99), meeting(start, goal, ahead, back, most=99)]
    far = distances([goal], back, most=99)
    found.append(downhill(start, ahead, {n: far.get(n, 99) for n in graph}) if start in far else None)
    for plan in found:
        assert (plan is None) == (known is None)
        if plan is not None:
            assert plan.cost == len(plan.moves) == known
            assert replay(start, ahead, plan.moves) == list(plan.states)
            assert plan.states[-1] == goal


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**6), st.booleans())
def test_plans_are_cheapest_also_with_an_estimate(seed, guided):
    graph, ahead, _ = graph_of(seed)
    left = networkx.single_source_dijkstra_path_length(graph.reverse(), 13, weight="price")
    estimate = (lambda n: left.get(n, 50)) if guided else (lambda _: 0)
    plan = shortest(0, ahead, (13).__eq__, most=99, estimate=estimate, cost=lambda a, b: graph[a][b]["price"])
    assert (None if plan is None else plan.cost) == left.get(0)
    if plan is not None and guided:
        assert plan.expanded <= len(graph)


@pytest.mark.parametrize("most", [0, 1, 5])
def test_expansions_are_counted(most):
    line = lambda n: [("on", n + 1)]  # noqa: E731
    back = lambda n: [("on", n - 1)]  # noqa: E731
    for search in (
        lambda: shortest(0, line, (100).__eq__, most=most),
        lambda: meeting(0, 100, line, back, most=most),
        lambda: distances([0], line, most=most),
        lambda: list(layers(0, line, most=most)),
    ):
        with pytest.raises(TooHard):
            search()
    plan = shortest(0, line, (5).__eq__, most=5)
    assert plan is not None
    assert (plan.cost, plan.expanded) == (5, 5)


def test_layers_are_those_of_breadth_first_search():
    for seed in range(30):
        graph, ahead, _ = graph_of(seed)
        known = networkx.single_source_shortest_path_length(graph, 0)
        for distance, layer in enumerate(layers(0, ahead, most=99)):
            assert sorted(layer) == sorted(n for n, far in known.items() if far == distance)


def test_the_first_move_that_fails_is_named_by_the_length():
    line = lambda n: [("on", n + 1), ("back", n - 1)] if n < 3 else []  # noqa: E731
    assert replay(0, line, ["on", "back", "on"]) == [0, 1, 0, 1]
    assert replay(0, line, ["on", "jump", "on"]) == [0, 1]
    assert len(replay(0, line, ["on", "on", "on", "on"])) == 4


def test_a_walk_does_not_go_back_unless_it_must():
    ring = lambda n: [("on", (n + 1) % 9), ("back", (n - 1) % 9)]  # noqa: E731
    assert {away(random.Random(seed), 0, ring, 4) for seed in range(20)} == {4, 5}
    pair = lambda n: [("other", 1 - n)]  # noqa: E731
    assert away(random.Random(0), 0, pair, 3) == 1
    assert away(random.Random(0), 7, lambda _: [], 3) == 7
