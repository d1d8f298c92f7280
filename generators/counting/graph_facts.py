"""Graphs as facts of a counting question: letters as vertices, edges as pairs of letters, one form of equal graphs."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from ..base import Json
from ..kernels.count import Facts
from ..refine import canonical_graph

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def ends(edges: Sequence[str]) -> list[tuple[str, str]]:
    """The two vertices of each edge."""
    return [(edge[0], edge[1]) for edge in edges]


def graph(rng: random.Random, n: int, m: int) -> Facts:
    """A connected graph: a random tree and random edges."""
    names = LETTERS[:n]
    order = rng.sample(names, n)
    edges = {"".join(sorted((order[i], order[rng.randrange(i)]))) for i in range(1, n)}
    pairs = ["".join(pair) for pair in combinations(names, 2)]
    while len(edges) < min(m, len(pairs)):
        edges.add(rng.choice(pairs))
    return {"vertices": names, "edges": sorted(edges)}


def links(edges: list[str], **_: object) -> dict[str, object]:
    """The edges as prompts list them."""
    return {"links": ", ".join(f"{a}-{b}" for a, b in ends(edges))}


def neighbours(vertices: str, edges: list[str]) -> dict[str, str]:
    """For each vertex, those that it is joined to."""
    return {v: "".join(e.replace(v, "") for e in edges if v in e) for v in vertices}


def form(
    vertices: str, edges: list[str], marks: Mapping[str, int] | None = None, labels: list[int] | None = None
) -> Json:
    """Equal for graphs, with marked vertices and labelled edges, that differ in the names of vertices alone."""
    at = {v: i for i, v in enumerate(vertices)}
    listed = [
        (at[a], at[b], label) for (a, b), label in zip(ends(edges), labels or [0] * len(edges), strict=True)
    ]
    return canonical_graph(len(vertices), listed, [(marks or {}).get(v, 0) for v in vertices])


def spanning(vertices: list[str], edges: list[tuple[str, str]]) -> int:
    """Kirchhoff's determinant, by elimination in fractions."""
    at = {v: i for i, v in enumerate(vertices)}
    n = len(vertices) - 1
    table = [[Fraction(0)] * (n + 1) for _ in range(n + 1)]
    for a, b in edges:
        i, j = at[a], at[b]
        table[i][i] += 1
        table[j][j] += 1
        table[i][j] -= 1
        table[j][i] -= 1
    value = Fraction(1)
    for i in range(n):
        if not table[i][i]:
            return 0  # not connected: the matrix is positive semidefinite, so that no other pivot helps
        value *= table[i][i]
        for r in range(i + 1, n):
            if share := table[r][i] / table[i][i]:
                for c in range(i, n):
                    table[r][c] -= share * table[i][c]
    return int(value)
