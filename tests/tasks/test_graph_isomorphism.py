"""Graph isomorphism: graphs are read from the prompt; networkx says which mappings there are, and counts cycles."""

from __future__ import annotations

from itertools import combinations, islice, permutations, product

import networkx as nx
import numpy as np
from chosen import Chosen, numbers
from networkx.algorithms.isomorphism import GraphMatcher

from rlvr.verifiers.base import Reason

SAME = (
    "A mapping … each vertex of graph A … vertex of graph B, different vertices to different ones, so "
    "that two vertices of A … joined by … edge if and only if … images in B … joined by one."
)
GRAPHS = (
    "Graph A … vertices 1 to {vertices}, and these edges:\n{first:[-0-9, ]+}\n"
    "Graph B … vertices 1 to {vertices}, and these edges:\n{second:[-0-9, ]+}"
)
IMAGES = "Give … images of … vertices 1, 2, ..., {vertices}, in this order, separated by commas."
SENTENCES = {
    "mapping": [SAME, GRAPHS, "Find such … mapping; … one.", IMAGES],
    "same-or-not": [
        SAME,
        "A cycle of length k … made of k different vertices, each joined to … next one, and … last one to "
        "… first one; cycles with … same edges … one cycle.",
        GRAPHS,
        "Either find … mapping; or, if … none, prove … by … length from 3 to 6 of which graph A and graph "
        "B … different numbers of cycles.",
        "One of … two … possible … and only one.",
        IMAGES.replace("Give", "For … mapping, give"),
        "For … proof, give three numbers, separated by commas: the length, how many cycles of this length "
        "A has, and how many B has.",
    ],
    "embedding": [
        SAME,
        GRAPHS.replace("vertices}", "small}", 1),
        "Find such … mapping of … small graph A into graph B; … one.",
        IMAGES.replace("vertices}", "small}"),
    ],
    "symmetry": [
        "A symmetry of … graph … each vertex … vertex of … same graph as … image, different vertices to "
        "different ones, so that two vertices … joined by … edge if and only if … images ….",
        "That each vertex … own image … not enough: at least one … to … another image.",
        "A graph … vertices 1 to {vertices}, and these edges:\n{edges:[-0-9, ]+}",
        "Find … symmetry; … one.",
        IMAGES,
    ],
    "matrices": [
        "The rows and … columns of matrix A can … put into new orders … A becomes matrix B.",
        "Rows and columns … numbered from 1.",
        "Matrix A … {rows} rows and {columns} columns:\n{first:[01\n]+}\nMatrix B:\n{second:[01\n]+}",
        "Find such orders; … some.",
        "Give two lists of numbers with … semicolon between …: which rows of A become … rows 1, 2, ..., "
        "{rows} of B, and "
        'which columns of A become … columns 1, 2, ..., {columns} of B, such as "2 1 3; 1 3 2".',
    ],
}


def pairs(line):
    return [numbers(edge.replace("-", " ")) for edge in line.split(", ")]


def two(said):
    found = {"vertices": said["vertices"], "first": pairs(said["first"]), "second": pairs(said["second"])}
    return found | ({"small": said["small"]} if "small" in said else {})


def alone(said):
    return {"vertices": said["vertices"], "edges": pairs(said["edges"])}


def matrices(said):
    first, second = (said[name].split() for name in ("first", "second"))
    assert {len(first), len(second)} == {said["rows"]}
    assert {len(line) for line in first + second} == {said["columns"]}
    return {"first": first, "second": second}


def net(n, edges):
    made = nx.Graph(edges)
    made.add_nodes_from(range(1, n + 1))
    return made


def differ(given, one, two):
    """Pairs of vertices that are joined on one side only."""
    return sum(one.has_edge(u, v) != two.has_edge(given[u - 1], given[v - 1]) for u, v in combinations(one, 2))


def mapping(given, vertices, first, second, small=None):
    count = small or vertices
    fits = len(given) == len(set(given)) == count and set(given) <= set(range(1, vertices + 1))
    return differ(given, net(count, first), net(vertices, second)) if fits else None


def cycles(n, edges):
    """How many cycles of each length up to 6."""
    found = [len(cycle) for cycle in nx.simple_cycles(net(n, edges), length_bound=6)]
    return {length: found.count(length) for length in range(3, 7)}


def either(given, vertices, first, second):
    if len(given) != 3:
        return mapping(given, vertices, first, second)
    length, a, b = given
    one, other = cycles(vertices, first), cycles(vertices, second)
    return 0 if length in one and (one[length], other[length]) == (a, b) and a != b else None


def symmetry(given, vertices, edges):
    fits = sorted(given) == list(range(1, vertices + 1)) != list(given)
    return differ(given, net(vertices, edges), net(vertices, edges)) if fits else None


def reordered(given, first, second):
    a, b = (np.array([list(line) for line in lines]) for lines in (first, second))
    rows, columns = given
    return int((a[np.ix_([r - 1 for r in rows], [c - 1 for c in columns])] != b).sum())


def some(found):
    return (list(given) for given in islice(found, 0, None, 7))


def maps(vertices, first, second, small=None):
    one, other = net(small or vertices, first), net(vertices, second)
    for found in GraphMatcher(other, one).subgraph_isomorphisms_iter():
        back = {v: u for u, v in found.items()}
        yield [back[v] for v in range(1, len(one) + 1)]
    yield from some(permutations(range(1, vertices + 1), len(one)))


def proofs(vertices, first, second):
    one, other = cycles(vertices, first), cycles(vertices, second)
    yield from (
        [length, one[length] + a, other[length] + b] for length in one for a, b in product((0, 1), (0, 1))
    )
    yield from maps(vertices, first, second)


def turns(vertices, edges):
    yield from maps(vertices, edges, edges)


def orders(first, second):
    rows, columns = range(1, len(first) + 1), range(1, len(first[0]) + 1)
    return ([list(a), list(b)] for a, b in islice(product(permutations(rows), permutations(columns)), 4000))


def moved_edges(x):
    near = [sum(edge) - x.v for edge in x.first if x.v in edge]
    return numbers(x.ends) == sorted(x.given[u - 1] for u in near)


def counted(x):
    right = tuple(cycles(x.vertices, edges)[x.k] for edges in (x.first, x.second))
    return (x.a, x.b) == right and (x.k != x.given[0] or list(right) == x.given[1:])


EDGES = {"edges of {v} go to {ends:[0-9 ]+}": moved_edges}
LINES = {
    "mapping": EDGES,
    "embedding": EDGES,
    "same-or-not": {**EDGES, "cycles of length {k}: {a} and {b}": counted},
    "symmetry": {
        "{moved:[0-9a-z, ]+}": lambda x: (
            x.moved == ", ".join(f"{v} to {image}" for v, image in enumerate(x.given, 1) if v != image)
        )
    },
    "matrices": {
        "row {i} of B: row {a} of A": lambda x: x.given[0][x.i - 1] == x.a,
        "column {i} of B: column {a} of A": lambda x: x.given[1][x.i - 1] == x.a,
    },
}


class TestGraphIsomorphism(Chosen):
    id = "graph-isomorphism"
    sentences, lines = SENTENCES, LINES
    readers = {  # noqa: RUF012
        **dict.fromkeys(("mapping", "same-or-not", "embedding"), two),
        "symmetry": alone,
        "matrices": matrices,
    }
    objects = {  # noqa: RUF012
        "mapping": maps,
        "same-or-not": proofs,
        "embedding": maps,
        "symmetry": turns,
        "matrices": orders,
    }
    worth = {  # noqa: RUF012
        "mapping": mapping,
        "same-or-not": either,
        "embedding": mapping,
        "symmetry": symmetry,
        "matrices": reordered,
    }

    def best(self, kind, facts, objects):
        return 0  # nothing is wrong

    def test_yes_and_no_are_worth_nothing(self):
        """Elsewhere the question was whether two graphs are the same: each of two words was right half of the time."""
        without = 0
        for seed in range(40):
            task = self.spec.task(3, seed, params={"kinds": "same-or-not"})
            facts = self.oracle(task.prompt)[1]
            alike = nx.is_isomorphic(*(net(facts["vertices"], facts[name]) for name in ("first", "second")))
            assert alike is (task.answer.count(",") != 2)
            without += not alike
            for answer in ("yes", "no", "True", "not isomorphic", "none", "3, 1, 0", "0"):
                assert answer == task.answer or not self.spec.verify_answer(task.payload, answer).passed
        assert 8 < without < 25

    def test_proofs_are_counted_anew(self):
        ring = [[1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [1, 6]]
        pair = [[1, 2], [2, 3], [1, 3], [4, 5], [5, 6], [4, 6]]
        payload = {
            "kind": "same-or-not",
            "vertices": 6,
            "first": ring,
            "second": pair,
            "made": [3, 0, 2],
            "best": 0,
        }
        wrong = [
            "3, 2, 0",
            "3, 0, 1",
            "4, 0, 0",
            "2, 0, 0",
            "7, 0, 0",
            "6, 0, 1",
            "1, 2, 3, 4, 5, 6",
            "3",
            "3, 0",
        ]
        self.takes(payload, ["3, 0, 2", "6, 1, 0"], wrong)
        assert "length 3" in self.spec.verify_answer(payload, "3, 0, 1").message
        assert self.spec.verify_answer(payload, "5, 0, 0").reason is Reason.ILLEGAL

    def test_images_stand_in_the_order_of_the_vertices(self):
        payload = {
            "kind": "mapping",
            "vertices": 3,
            "first": [[1, 2]],
            "second": [[2, 3]],
            "made": [2, 3, 1],
            "best": 0,
        }
        self.takes(payload, ["2, 3, 1", "3 2 1"], ["1, 2, 3", "3, 1, 2", "2, 3", "2, 3, 3", "2, 3, 4"])
        payload = {"kind": "symmetry", "vertices": 3, "edges": [[1, 2], [2, 3]], "made": [3, 2, 1], "best": 0}
        self.takes(payload, ["3, 2, 1"], ["1, 2, 3", "2, 1, 3", "3, 2"])
        payload = {
            "kind": "embedding",
            "vertices": 3,
            "small": 2,
            "first": [[1, 2]],
            "second": [[2, 3]],
            "made": [2, 3],
        }
        self.takes({**payload, "best": 0}, ["2, 3", "3, 2"], ["1, 2", "2, 1", "1, 3", "2, 3, 1"])

    def test_rows_come_before_columns(self):
        payload = {
            "kind": "matrices",
            "first": ["100", "011"],
            "second": ["101", "010"],
            "made": [[2, 1], [2, 1, 3]],
        }
        self.takes(
            {**payload, "best": 0},
            ["2 1; 2 1 3", "2 1\n3 1 2"],
            ["1 2; 2 1 3", "2 1 3; 2 1", "2 1", "2 1; 2 1", "2 2; 2 1 3"],
        )
        assert self.spec.verify_answer({**payload, "best": 0}, "[[2, 1], [2, 1, 3]]").passed

    def test_trap_a_symmetry_is_not_found_by_the_first_vertex_that_fits(self):
        """Two in three of the small ones were: another image of vertex 1, and then the first that fits each time."""
        for level in self.spec.levels[:3]:
            for seed in range(12):
                payload = self.spec.task(level, seed, params={"kinds": "symmetry"}).payload
                graph, n = nx.Graph(payload["edges"]), payload["vertices"]
                for image in range(2, n + 1):
                    images = {1: image}
                    for v in range(2, n + 1):
                        fitting = (
                            u
                            for u in range(1, n + 1)
                            if u not in images.values()
                            and graph.degree(u) == graph.degree(v)
                            and all(graph.has_edge(v, w) == graph.has_edge(u, x) for w, x in images.items())
                        )
                        images[v] = next(fitting, 0)
                    if 0 not in images.values():
                        answer = ", ".join(str(images[v]) for v in range(1, n + 1))
                        assert not self.spec.verify_answer(payload, answer).passed
