"""The canonical form of graphs: blind to names and order, and to nothing else."""

from __future__ import annotations

import random

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from rlvr.generators.refine import canonical_graph


def form_of(graph, rng=None):
    """The form of a plain graph with nodes 0, 1, 2, ..., renamed at random if there is an `rng`."""
    name = rng.sample(range(len(graph)), len(graph)) if rng else range(len(graph))
    return canonical_graph(len(graph), [(name[u], name[v], 0) for u, v in graph.edges], [0] * len(graph))


@given(st.integers(1, 12), st.booleans(), st.integers(1, 3), st.randoms(use_true_random=False))
def test_names_and_the_order_of_edges_are_not_seen(nodes, directed, labels, rng):
    pairs = [(u, v) for u in range(nodes) for v in range(nodes) if (u != v if directed else u < v)]
    edges = [(u, v, rng.randrange(labels)) for u, v in rng.sample(pairs, rng.randint(0, len(pairs)))]
    marks = [rng.choice((0, 0, 0, 1, 2)) for _ in range(nodes)]
    name = rng.sample(range(nodes), nodes)
    renamed = [(name[u], name[v], label) for u, v, label in rng.sample(edges, len(edges))]
    if not directed:
        renamed = [(v, u, label) if rng.random() < 0.5 else (u, v, label) for u, v, label in renamed]
    remarked = [marks[name.index(node)] for node in range(nodes)]
    form = canonical_graph(nodes, edges, marks, directed=directed)
    assert canonical_graph(nodes, renamed, remarked, directed=directed) == form


def test_all_graphs_of_up_to_seven_nodes_have_forms_of_their_own():
    atlas, rng = nx.graph_atlas_g()[1:], random.Random(0)  # one of each of 1252 classes
    assert all(form_of(graph) == form_of(graph, rng) for graph in atlas)
    assert len({tuple(form_of(graph)) for graph in atlas}) == len(atlas) == 1252


def test_graphs_that_colour_refinement_takes_for_one_are_told_apart():
    triangles = nx.disjoint_union(nx.cycle_graph(3), nx.cycle_graph(3))
    assert form_of(nx.cycle_graph(6)) != form_of(triangles)


def test_over_its_budget_the_form_still_does_not_see_names():
    form = form_of(nx.petersen_graph())
    assert form == form_of(nx.petersen_graph(), random.Random(1))
    assert -1 in form  # the sign of the weaker form: no other number is negative


@given(st.integers(0, 4), st.integers(1, 5))
def test_direction_weights_and_marks_are_part_of_the_form(i, more):
    edges = [(0, 1, 2), (1, 2, 3), (2, 3, 2), (0, 2, 9), (1, 3, 9)]
    marks = [1, 0, 0, 1]
    form = canonical_graph(4, edges, marks)
    u, v, weight = edges[i]
    heavier = [*edges[:i], (u, v, weight + more), *edges[i + 1 :]]
    turned = [*edges[:i], (v, u, weight), *edges[i + 1 :]]
    assert canonical_graph(4, heavier, marks) != form
    assert canonical_graph(4, edges, [1, 0, 1, 0]) != form
    assert canonical_graph(4, edges, marks, directed=True) != form
    assert canonical_graph(4, turned, marks) == form
    one_way = canonical_graph(4, edges, [1, 0, 0, 2], directed=True)
    assert canonical_graph(4, turned, [1, 0, 0, 2], directed=True) != one_way
