"""Shortest path: optimal answers by two other methods, honest guess rates, exact fingerprints, strict reading."""

from __future__ import annotations

import random
import re
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rlvr
from rlvr.generators.base import GenerationError
from rlvr.generators.graphs import shortest_path
from rlvr.generators.graphs.names import node_names
from rlvr.generators.graphs.refine import canonical_graph
from rlvr.generators.graphs.shortest_path import accepts, generate
from rlvr.verifiers.base import Reason
from rlvr.verifiers.graphs.shortest_path import accepted_forms, verify

SPEC = rlvr.get("shortest-path")
SEEDS = st.integers(0, 10**9)
LEVELS = st.sampled_from(SPEC.levels)
# A to D costs 3 by B and C; by B alone 4, directly 9. D to A would be cheap, but edges are one-way.
PAYLOAD = {
    "edges": {"a": {"b": 1, "d": 9}, "b": {"c": 1, "d": 3}, "c": {"d": 1}, "d": {"a": 1}},
    "start": "a",
    "goal": "d",
    "cost": 3,
}


def graph_of(payload):
    graph = nx.DiGraph()
    graph.add_nodes_from(payload["edges"])
    graph.add_weighted_edges_from((u, v, w) for u, near in payload["edges"].items() for v, w in near.items())
    return graph


def graph_in(prompt):
    """The graph as the prompt tells it: the lines of the list of edges, and whether they are one-way."""
    one_way = "undirected" not in prompt
    graph = nx.DiGraph()
    for u, arrow, v, weight in re.findall(r"^(\w+) (->?|-) (\w+): (\d+)$", prompt, re.MULTILINE):
        assert (arrow == "->") == one_way
        graph.add_edge(u.lower(), v.lower(), weight=int(weight))
        if not one_way:
            graph.add_edge(v.lower(), u.lower(), weight=int(weight))
    return graph


@given(LEVELS, SEEDS)
def test_the_reference_is_optimal_and_the_prompt_tells_the_graph(level, seed):
    task = SPEC.task(level, seed)
    graph = graph_of(task.payload)
    start, goal = task.payload["start"], task.payload["goal"]
    assert nx.dijkstra_path_length(graph, start, goal) == task.payload["cost"]
    path = task.answer.lower().split(" -> ")
    assert (path[0], path[-1]) == (start, goal)
    assert nx.path_weight(graph, path, "weight") == task.payload["cost"]
    assert set(graph_in(task.prompt).edges(data="weight")) == set(graph.edges(data="weight"))
    assert re.search(rf"from {start} .*to {goal}\b|begins at {start} and ends at {goal}\b", task.prompt, re.I)


@given(LEVELS, SEEDS)
def test_every_shortest_path_is_as_long_as_the_level_says(level, seed):
    task = SPEC.task(level, seed)
    params = SPEC.params(level)
    graph = graph_of(task.payload)
    ends = task.payload["start"], task.payload["goal"]
    edges = min(len(path) - 1 for path in nx.all_shortest_paths(graph, *ends, weight="weight"))
    assert edges >= params["hops"]
    assert edges - nx.shortest_path_length(graph, *ends) >= params["detour"]
    assert len(task.payload["edges"]) == params["nodes"]


@given(st.integers(1, 3), SEEDS)
def test_of_all_simple_paths_exactly_the_lightest_are_accepted(level, seed):
    task = SPEC.task(level, seed)
    graph = graph_of(task.payload)
    paths = list(nx.all_simple_paths(graph, task.payload["start"], task.payload["goal"]))
    weights = [nx.path_weight(graph, path, "weight") for path in paths]
    for path, weight in zip(paths, weights, strict=True):
        text = " ".join(path)
        right = weight == min(weights)
        assert verify(task.payload, text).passed == right
        assert accepts(task.payload, text) == right


@given(st.integers(1, 5), SEEDS)
def test_the_guess_rate_is_the_chance_of_a_walk_that_never_turns_back(level, seed):
    task = SPEC.task(level, seed)
    graph = graph_of(task.payload)
    undirected = "undirected" in task.prompt
    chance = 0.0
    for path in nx.all_shortest_paths(graph, task.payload["start"], task.payload["goal"], weight="weight"):
        share = 1.0
        for i, node in enumerate(path[:-1]):
            share /= graph.out_degree(node) - (1 if undirected and i else 0)
        chance += share
    assert task.guess_rate == pytest.approx(chance)


@given(LEVELS, SEEDS)
def test_the_worked_solution_is_a_run_of_dijkstra(level, seed):
    task = SPEC.task(level, seed)
    lines = task.trace.lower().split("\n")
    lengths = nx.single_source_dijkstra_path_length(graph_of(task.payload), task.payload["start"])
    settled = [re.match(r"(\w+) at (\d+)", line).groups() for line in lines[:-2]]
    assert all(lengths[node] == int(distance) for node, distance in settled)
    assert [int(distance) for _, distance in settled] == sorted(int(distance) for _, distance in settled)
    assert settled[-1][0] == task.payload["goal"]
    back = re.findall(r"(\w+) from (\w+)", lines[-2])
    assert [u for _, u in reversed(back)] + [back[0][0]] == task.answer.lower().split(" -> ")
    assert task.difficulty == sum(len(task.payload["edges"][node]) for node, _ in settled[:-1])


# ---- the fingerprint -----------------------------------------------------------------------------------


@given(st.integers(1, 12), st.booleans(), st.integers(1, 3), st.randoms(use_true_random=False))
def test_the_canonical_form_does_not_see_names_or_the_order_of_edges(nodes, directed, labels, rng):
    pairs = [(u, v) for u in range(nodes) for v in range(nodes) if (u != v if directed else u < v)]
    edges = [(u, v, rng.randrange(labels)) for u, v in rng.sample(pairs, rng.randint(0, len(pairs)))]
    marks = [rng.choice((0, 0, 0, 1, 2)) for _ in range(nodes)]
    name = rng.sample(range(nodes), nodes)
    renamed = [(name[u], name[v], label) for u, v, label in rng.sample(edges, len(edges))]
    if not directed:
        renamed = [(v, u, label) if rng.random() < 0.5 else (u, v, label) for u, v, label in renamed]
    remarked = [0] * nodes
    for node, mark in enumerate(marks):
        remarked[name[node]] = mark
    form = canonical_graph(nodes, edges, marks, directed=directed)
    assert canonical_graph(nodes, renamed, remarked, directed=directed) == form


def test_the_canonical_forms_of_all_graphs_up_to_seven_nodes_are_different_and_invariant():
    atlas = nx.graph_atlas_g()[1:]  # one of each of 1252 classes
    rng = random.Random(0)
    forms = set()
    for graph in atlas:
        nodes = len(graph)
        name = rng.sample(range(nodes), nodes)
        form = canonical_graph(nodes, [(u, v, 0) for u, v in graph.edges], [0] * nodes)
        assert form == canonical_graph(nodes, [(name[u], name[v], 0) for u, v in graph.edges], [0] * nodes)
        forms.add(tuple(form))
    assert len(forms) == len(atlas) == 1252


def test_the_canonical_form_tells_graphs_apart_that_colour_refinement_cannot():
    hexagon = [(i, (i + 1) % 6, 0) for i in range(6)]
    triangles = [(0, 1, 0), (1, 2, 0), (2, 0, 0), (3, 4, 0), (4, 5, 0), (5, 3, 0)]
    assert canonical_graph(6, hexagon, [0] * 6) != canonical_graph(6, triangles, [0] * 6)


def test_over_its_budget_the_canonical_form_is_still_invariant():
    petersen = nx.petersen_graph()
    name = random.Random(1).sample(range(10), 10)
    form = canonical_graph(10, [(u, v, 0) for u, v in petersen.edges], [0] * 10)
    assert form == canonical_graph(10, [(name[u], name[v], 0) for u, v in petersen.edges], [0] * 10)
    assert -1 in form  # the sign of the weaker form: no other number is negative


@given(SEEDS)
def test_direction_weights_start_and_goal_are_part_of_the_form(seed):
    rng = random.Random(seed)
    edges = [(0, 1, 2), (1, 2, 3), (2, 3, 2), (0, 2, 9), (1, 3, 9)]
    marks = [1, 0, 0, 1]
    form = canonical_graph(4, edges, marks)
    i = rng.randrange(len(edges))
    u, v, weight = edges[i]
    heavier = [*edges[:i], (u, v, weight + rng.randint(1, 5)), *edges[i + 1 :]]
    assert canonical_graph(4, heavier, marks) != form
    assert canonical_graph(4, edges, [1, 0, 1, 0]) != form
    assert canonical_graph(4, edges, marks, directed=True) != form
    turned = [*edges[:i], (v, u, weight), *edges[i + 1 :]]
    assert canonical_graph(4, turned, marks) == form
    one_way = canonical_graph(4, edges, [1, 0, 0, 2], directed=True)
    assert canonical_graph(4, turned, [1, 0, 0, 2], directed=True) != one_way


@given(st.integers(1, 6), SEEDS)
def test_a_renamed_task_with_other_words_has_the_same_fingerprint(level, seed):
    params = SPEC.params(level)

    def drafts(names):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(shortest_path, "node_names", lambda _rng, count, _style: names(count))
            return generate(random.Random(seed), **params)

    one = drafts(lambda count: [f"p{i}" for i in range(count)])
    other = drafts(lambda count: [f"q{7 * i}" for i in range(count, 0, -1)])
    assert one.canonical == other.canonical
    assert one.payload != other.payload


def test_different_tasks_have_different_fingerprints():
    for level in SPEC.levels[1:]:
        assert len({SPEC.task(level, seed).fingerprint for seed in range(150)}) == 150


# ---- reading and judging -------------------------------------------------------------------------------


@given(LEVELS, SEEDS)
def test_every_dress_of_the_reference_is_accepted(level, seed):
    task = SPEC.task(level, seed)
    for form in (task.answer, *accepted_forms(task.answer)):
        assert verify(task.payload, form).passed, form


@pytest.mark.parametrize(
    "answer",
    [
        "A -> B -> C -> D",
        "a b c d",
        "A,B,C,D",
        "A, B, C, D.",
        "A→B→C→D",
        "A => B => C => D",
        "A --> B --> C --> D",
        "A > B > C > D",
        "A - B – C — D",
        "A|B|C|D",
        " A\n->B\n->C\n->D\n",
        '["A", "B", "C", "D"]',
        "(A, B, C, D)",
        "{a; b; c; d}",
    ],
)
def test_accepted_forms(answer):
    assert verify(PAYLOAD, answer).passed


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("", Reason.UNPARSABLE),
        ("3", Reason.UNPARSABLE),  # the length is not what is asked for
        ("A -> B -> C -> D (3)", Reason.UNPARSABLE),
        ("A -> B -> C -> D = 3", Reason.UNPARSABLE),
        ("not A -> B -> C -> D", Reason.UNPARSABLE),
        ("A -> B -> C -> D or A -> B -> D", Reason.UNPARSABLE),
        ("A -> B -> C -> D; A -> B -> D", Reason.ILLEGAL),
        ("ABCD", Reason.UNPARSABLE),
        ("A -> -> B -> C -> D", Reason.UNPARSABLE),
        ("A -> B -> C -> D ->", Reason.UNPARSABLE),
        ("A -> B -> C -> E", Reason.UNPARSABLE),
        ("A -> B -> С -> D", Reason.UNPARSABLE),  # a Cyrillic letter
        ("A", Reason.ILLEGAL),
        ("D -> C -> B -> A", Reason.ILLEGAL),
        ("B -> C -> D", Reason.ILLEGAL),
        ("A -> B -> C", Reason.ILLEGAL),
        ("A -> C -> D", Reason.ILLEGAL),
        ("A -> B -> B -> D", Reason.ILLEGAL),
        ("A -> D -> A -> D", Reason.WRONG),
        ("A -> B -> C -> D -> A", Reason.ILLEGAL),
        ("A -> D", Reason.WRONG),
        ("A -> B -> D", Reason.WRONG),
    ],
)
def test_refused_answers(answer, reason):
    verdict = verify(PAYLOAD, answer)
    assert (verdict.score, verdict.reason) == (0.0, reason)
    assert not accepts(PAYLOAD, answer)


def test_the_kelvin_sign_is_no_k():
    payload = {"edges": {"k": {"b": 1}, "b": {}}, "start": "k", "goal": "b", "cost": 1}
    assert verify(payload, "K -> B").passed
    assert not verify(payload, "\u212a -> B").passed


def test_the_verifier_scores_any_string():
    for text in ("\x00", "\ud800 -> A", "->" * 500_000, "A " * 500_000, " " * 10**6, "-" * 10**6, "(" * 10**6):
        assert verify(PAYLOAD, text).score == 0.0


@given(LEVELS, SEEDS, st.text(max_size=60))
def test_verifier_and_checker_agree_on_changed_answers(level, seed, text):
    task = SPEC.task(level, seed)
    rng = random.Random(seed)
    nodes = task.answer.split(" -> ")
    known = list(task.payload["edges"])
    for _ in range(10):
        changed = list(nodes)
        i, j = rng.randrange(len(nodes)), rng.randrange(len(nodes))
        kind = rng.randrange(4)
        if kind == 0:
            changed[i], changed[j] = changed[j], changed[i]
        elif kind == 1:
            del changed[i]
        elif kind == 2:
            changed[i] = rng.choice(known)
        else:
            changed.insert(i, rng.choice(known))
        joined = " -> ".join(changed)
        assert verify(task.payload, joined).passed == accepts(task.payload, joined)
    assert verify(task.payload, text).passed <= accepts(task.payload, text)


# ---- parameters ----------------------------------------------------------------------------------------


GOOD = {
    "nodes": 8, "edges": 12, "max_weight": 9, "hops": 2, "detour": 0, "directed": 0.5, "names": "any",
}  # fmt: skip


@pytest.mark.parametrize(
    "bad",
    [
        {"nodes": 2},
        {"edges": 6},
        {"edges": 29},
        {"max_weight": 0},
        {"hops": 0},
        {"detour": -1},
        {"directed": 1.5},
        {"names": "greek"},
    ],
)
def test_parameters_out_of_range_are_named(bad):
    with pytest.raises(ValueError, match=next(iter(bad))):
        generate(random.Random(0), **{**GOOD, **bad})


def test_an_impossible_wish_ends_with_advice():
    with pytest.raises(GenerationError, match="smaller hops"):
        generate(random.Random(0), **{**GOOD, "edges": 28, "hops": 8})


@pytest.mark.parametrize("directed", [0.0, 1.0])
def test_complete_graphs_can_be_made(directed):
    draft = generate(random.Random(1), **{**GOOD, "edges": 28, "directed": directed})
    arcs = sum(len(near) for near in draft.payload["edges"].values())
    assert arcs == (28 if directed else 56)


@given(st.integers(0, 300), SEEDS)
def test_names_are_different_without_regard_to_case(count, seed):
    for style in ("letters", "any"):
        names = node_names(random.Random(seed), count, style)
        assert len({name.lower() for name in names}) == len(names) == count
        assert all(name.isascii() and name.isalnum() for name in names)


def test_consecutive_nodes_of_the_reference_are_joined_in_the_prompt():
    task = SPEC.task(4, 1)
    listed = graph_in(task.prompt)
    assert all(listed.has_edge(u, v) for u, v in pairwise(task.answer.lower().split(" -> ")))
