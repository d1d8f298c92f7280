"""Graph colouring: proper and necessary colours by brute force, exact guess rates, fingerprints, strict reading."""

from __future__ import annotations

import random
import re
from itertools import permutations, product

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.generators.base import GenerationError
from rlvr.generators.graphs import graph_coloring
from rlvr.generators.graphs.graph_coloring import PALETTES, accepts, generate
from rlvr.generators.graphs.refine import canonical_graph
from rlvr.verifiers.base import Reason
from rlvr.verifiers.graphs.graph_coloring import accepted_forms, verify

SPEC = rlvr.get("graph-coloring")
SEEDS = st.integers(0, 10**9)
LEVELS = st.sampled_from(SPEC.levels)
PAYLOAD = {  # a triangle with a tail
    "nodes": ["a", "b", "c", "d"],
    "colours": ["1", "2", "3"],
    "edges": [["a", "b"], ["b", "c"], ["c", "a"], ["c", "d"]],
}
NUMBERED = {**PAYLOAD, "nodes": ["1", "2", "3", "4"], "edges": [["1", "2"], ["2", "3"], ["3", "1"], ["3", "4"]]}
NAMED = {**PAYLOAD, "colours": ["red", "green", "blue"]}


def read(answer):
    return dict(pair.lower().split(": ") for pair in answer.split(", "))


def proper(payload, colouring):
    return all(colouring[u] != colouring[v] for u, v in payload["edges"])


def can_be_coloured(payload, colours):
    """Plain backtracking along a breadth-first order, with no rule of thumb."""
    graph = nx.Graph(payload["edges"])
    order = [payload["nodes"][0], *(v for _, v in nx.bfs_edges(graph, payload["nodes"][0]))]
    assert len(order) == len(payload["nodes"])  # the graph is connected

    def extend(done):
        if len(done) == len(order):
            return True
        node = order[len(done)]
        taken = {done[other] for other in graph[node] if other in done}
        fresh = min(len(set(done.values())) + 1, colours)
        return any(extend({**done, node: c}) for c in range(fresh) if c not in taken)

    return extend({})


@given(LEVELS, SEEDS)
def test_the_reference_is_proper_and_the_prompt_tells_the_graph(level, seed):
    task = SPEC.task(level, seed)
    payload, params = task.payload, SPEC.params(level)
    colouring = read(task.answer)
    assert list(colouring) == payload["nodes"]
    assert set(colouring.values()) <= set(payload["colours"])
    assert proper(payload, colouring)
    assert len(payload["nodes"]) == params["nodes"]
    told = re.findall(r"\b(\w+)-(\w+)\b", task.prompt)
    assert [[u.lower(), v.lower()] for u, v in told] == payload["edges"]
    assert len({frozenset(edge) for edge in payload["edges"]}) == len(told) == params["edges"]
    assert ", ".join(payload["colours"]) in task.prompt
    assert ", ".join(payload["nodes"]) in task.prompt.lower()


@settings(max_examples=25)
@given(LEVELS, SEEDS)
def test_one_colour_fewer_is_not_enough(level, seed):
    payload = SPEC.task(level, seed).payload
    assert not can_be_coloured(payload, len(payload["colours"]) - 1)


@settings(max_examples=15)
@given(st.integers(1, 2), SEEDS)
def test_of_all_colourings_exactly_the_proper_ones_are_accepted_and_the_guess_rate_counts_them(level, seed):
    task = SPEC.task(level, seed)
    nodes, colours = task.payload["nodes"], task.payload["colours"]
    right = 0
    for values in product(colours, repeat=len(nodes)):
        colouring = dict(zip(nodes, values, strict=True))
        is_right = proper(task.payload, colouring)
        right += is_right
        if is_right or right % 7 == 0:
            text = " ".join(f"{node}:{colour}" for node, colour in colouring.items())
            assert verify(task.payload, text).passed == is_right
            assert accepts(task.payload, text) == is_right
    assert task.guess_rate == pytest.approx(right / len(colours) ** len(nodes))


def test_the_guess_rate_of_larger_graphs_is_that_of_independent_edges():
    task = SPEC.task(4, 0)
    assert task.guess_rate == pytest.approx((2 / 3) ** len(task.payload["edges"]))


@given(st.sampled_from(SPEC.levels[2:]), SEEDS)
def test_the_greedy_method_fails_where_traps_are_set(level, seed):
    payload = SPEC.task(level, seed).payload
    graph = nx.Graph(payload["edges"])
    greedy = nx.greedy_color(graph, strategy=lambda _graph, _colors: payload["nodes"])
    assert max(greedy.values()) >= len(payload["colours"])


@given(LEVELS, SEEDS)
def test_the_worked_solution_obeys_its_own_rules(level, seed):
    task = SPEC.task(level, seed)
    graph = nx.Graph(task.payload["edges"])
    stack, looked_at, taken_back = {}, 0, False
    for line in task.trace.lower().split("\n")[:-1]:
        match = re.fullmatch(r"(back to )?(\w+)(?:, not ([\w ]+))?: (none left|\w+)", line)
        back, node, forbidden, colour = match.groups()
        looked_at += graph.degree(node)
        if back:
            taken_back = True
            tried = stack[node]
            names = list(stack)
            stack = {name: stack[name] for name in names[: names.index(node)]}
            assert colour != tried
        assert node not in stack
        around = {stack[other] for other in graph[node] if other in stack}
        assert around == set((forbidden or "").split())
        if colour == "none left":
            # every colour is taken, but for unused ones, which are all alike and were tried once
            assert around == set(task.payload["colours"])
        else:
            assert colour not in around
            stack[node] = colour
    assert stack == read(task.answer)
    assert task.difficulty == looked_at
    assert taken_back or SPEC.params(level)["traps"] < 2


# ---- the fingerprint -----------------------------------------------------------------------------------


@given(LEVELS, SEEDS)
def test_the_canonical_form_is_that_of_the_payload_renamed_and_reordered(level, seed):
    rng = random.Random(seed)
    draft = generate(random.Random(seed), **SPEC.params(level))
    nodes = rng.sample(draft.payload["nodes"], len(draft.payload["nodes"]))
    number = {node: i for i, node in enumerate(nodes)}
    edges = [(number[u], number[v], 0) for u, v in draft.payload["edges"]]
    rng.shuffle(edges)
    edges = [(v, u, label) if rng.random() < 0.5 else (u, v, label) for u, v, label in edges]
    colours = len(draft.payload["colours"])
    assert draft.canonical == [colours, *canonical_graph(len(nodes), edges, [0] * len(nodes))]


def test_equal_fingerprints_mean_isomorphic_graphs():
    found = {}
    for seed in range(400):
        draft = generate(random.Random(seed), **SPEC.params(1))
        graph = nx.Graph(draft.payload["edges"])
        first = found.setdefault(str(draft.canonical), graph)
        assert nx.is_isomorphic(first, graph)
    graphs = list(found.values())
    assert len(graphs) > 50
    assert not any(nx.is_isomorphic(graphs[i], graphs[j]) for i in range(len(graphs)) for j in range(i))


def test_different_tasks_have_different_fingerprints():
    for level in SPEC.levels[3:]:
        assert len({SPEC.task(level, seed).fingerprint for seed in range(60)}) == 60


# ---- reading and judging -------------------------------------------------------------------------------


@given(LEVELS, SEEDS)
def test_every_dress_and_every_change_of_palette_is_accepted(level, seed):
    task = SPEC.task(level, seed)
    for form in (task.answer, *accepted_forms(task.answer)):
        assert verify(task.payload, form).passed, form
    colours = task.payload["colours"]
    colouring = read(task.answer)
    for other in list(permutations(colours))[:6]:
        swap = dict(zip(colours, other, strict=True))
        text = ", ".join(f"{node}: {swap[colour]}" for node, colour in colouring.items())
        assert verify(task.payload, text).passed
        assert accepts(task.payload, text)


@pytest.mark.parametrize(
    "answer",
    [
        "A: 1, B: 2, C: 3, D: 1",
        "A: 1\nB: 2\nC: 3\nD: 1",
        "- A: 1\n- B: 2\n- C: 3\n- D: 1",
        "* a = 1\n* b = 2\n* c = 3\n* d = 1",
        "d:1 c:3 b:2 a:1",
        "A 1 B 2 C 3 D 1",
        "A -> 1; B -> 2; C -> 3; D -> 1",
        "A → 1, B → 2, C → 3, D → 1.",
        '{"A": 1, "B": 2, "C": 3, "D": 1}',
        "{'a': '1', 'b': '2', 'c': '3', 'd': '1'}",
        "| A | 1 |\n| B | 2 |\n| C | 3 |\n| D | 1 |",
        "(A: 2, B: 1, C: 3, D: 1)",
    ],
)
def test_accepted_forms(answer):
    assert verify(PAYLOAD, answer).passed


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("", Reason.UNPARSABLE),
        ("{}", Reason.UNPARSABLE),
        ("A: 1", Reason.UNPARSABLE),
        ("A: 1, B: 2, C: 3", Reason.UNPARSABLE),  # not all nodes
        ("A: 1, B: 2, C: 3, D:", Reason.UNPARSABLE),
        ("A: 1, B: 2, C: 3, D: None", Reason.ILLEGAL),
        ("None: 1, B: 2, C: 3, D: 1", Reason.ILLEGAL),
        ("A: 1, B: 2, C: 3, C: 3", Reason.ILLEGAL),
        ("A: 1, B: 2, C: 3, D: 1, A: 2", Reason.UNPARSABLE),  # two answers for one node
        ("A: 1, B: 2, C: 3, D: 1, E: 2", Reason.UNPARSABLE),
        ("A: 1, B: 2, C: 3, D: 1 or 2", Reason.UNPARSABLE),
        ("A: 1, B: 2, C: 3, D: 1/2", Reason.ILLEGAL),
        ("A: 1, B: 2, C: 3, D: 4", Reason.ILLEGAL),  # a fourth colour
        ("A: 1, B: 2, C: 3, D: 0", Reason.ILLEGAL),
        ("A: 1, B: 2, C: 3, D: -1", Reason.ILLEGAL),
        ("A: 1, B: 2, C: 3, D: 1.0", Reason.ILLEGAL),
        ("A: 1, B: 2, C: 3, D: ١", Reason.UNPARSABLE),  # an Arabic digit
        ("A: red, B: green, C: blue, D: red", Reason.ILLEGAL),
        ("1: A, 2: B, 3: C, 1: D", Reason.ILLEGAL),
        ("not A: 1, B: 2, C: 3, D: 1", Reason.UNPARSABLE),
        ("A: 1, B: 1, C: 3, D: 1", Reason.WRONG),
        ("A: 1, B: 1, C: 1, D: 1", Reason.WRONG),
        ("A: 1, B: 2, C: 3, D: 3", Reason.WRONG),
        ("A: 1, B: 2, C: 3, D: 1" * 2, Reason.UNPARSABLE),
    ],
)
def test_refused_answers(answer, reason):
    verdict = verify(PAYLOAD, answer)
    assert (verdict.score, verdict.reason) == (0.0, reason)
    assert not accepts(PAYLOAD, answer)


def test_numbers_as_names_are_not_mixed_up_with_numbers_as_colours():
    assert verify(NUMBERED, "1: 3, 2: 1, 3: 2, 4: 3").passed
    assert verify(NUMBERED, "4: 3, 3: 2, 2: 1, 1: 3").passed
    assert not verify(NUMBERED, "3: 1, 1: 2, 2: 3, 3: 4").passed


def test_named_colours_are_read_in_any_case_and_look_alikes_are_not():
    assert verify(NAMED, "A: Red, B: GREEN, C: blue, D: red").passed
    assert not verify(NAMED, "A: r, B: g, C: b, D: r").passed
    kelvin = {**NAMED, "nodes": ["k", "b", "c", "d"], "edges": [["k", "b"]]}
    assert verify(kelvin, "K: red, b: green, c: red, d: red").passed
    assert not verify(kelvin, "\u212a: red, b: green, c: red, d: red").passed


def test_a_complete_colouring_reports_the_share_of_proper_edges_without_credit():
    verdict = verify(PAYLOAD, "A: 1, B: 1, C: 3, D: 1")
    assert (verdict.score, verdict.parts) == (0.0, {"proper": 0.75})


def test_the_verifier_scores_any_string():
    for text in (
        "\x00",
        "\ud800: 1",
        "A: 1 " * 200_000,
        " " * 10**6,
        ":" * 10**6,
        "\n- " * 300_000,
        "[" * 10**6,
    ):
        assert verify(PAYLOAD, text).score == 0.0


@given(LEVELS, SEEDS, st.text(max_size=60))
def test_verifier_and_checker_agree_on_changed_answers(level, seed, text):
    task = SPEC.task(level, seed)
    rng = random.Random(seed)
    pairs = [pair.split(": ") for pair in task.answer.split(", ")]
    for _ in range(10):
        changed = [list(pair) for pair in pairs]
        i, j = rng.randrange(len(pairs)), rng.randrange(len(pairs))
        kind = rng.randrange(4)
        if kind == 0:
            changed[i][1] = rng.choice(task.payload["colours"])
        elif kind == 1:
            changed[i][0], changed[j][0] = changed[j][0], changed[i][0]
        elif kind == 2:
            del changed[i]
        else:
            changed.append(changed[i])
        joined = ", ".join(": ".join(pair) for pair in changed)
        assert verify(task.payload, joined).passed == accepts(task.payload, joined)
    assert not verify(task.payload, text).passed


# ---- parameters ----------------------------------------------------------------------------------------


GOOD = {"nodes": 9, "edges": 14, "colours": 3, "traps": 0, "names": "any"}


@pytest.mark.parametrize(
    "bad",
    [
        {"colours": 2},
        {"colours": 9},
        {"nodes": 3},
        {"nodes": 201},
        {"traps": 3},
        {"edges": 7},
        {"edges": 28},
        {"names": "greek"},
    ],
)
def test_parameters_out_of_range_are_named(bad):
    with pytest.raises(ValueError, match=next(iter(bad))):
        generate(random.Random(0), **{**GOOD, **bad})


def test_an_impossible_wish_ends_with_advice():
    with pytest.raises(GenerationError, match="more edges"):  # a tree needs two colours only
        generate(random.Random(0), **{**GOOD, "edges": 8})


def test_the_densest_graphs_can_be_made():
    draft = generate(random.Random(1), **{**GOOD, "edges": 27})
    assert nx.is_isomorphic(nx.Graph(draft.payload["edges"]), nx.complete_multipartite_graph(3, 3, 3))
    assert generate(random.Random(1), **{**GOOD, "nodes": 10, "edges": 43, "colours": 8}).answer


def test_palettes_are_used_in_all_wordings_and_read_back():
    seen = {(tuple(SPEC.task(3, seed).payload["colours"])) for seed in range(40)}
    assert seen == {palette[:3] for palette in PALETTES}


def test_the_exact_count_agrees_with_the_chromatic_polynomial():
    petersen = [(u, v) for u, v in nx.petersen_graph().edges]
    assert graph_coloring._guess_rate(petersen, 10, 3) == pytest.approx(120 / 3**10)
