"""Weighted graphs and trees of the questions about XOR along ways."""

from __future__ import annotations

import random
from collections.abc import Sequence

Edges = list[list[int]]
"""Two vertices, the smaller first, and a weight."""


def random_edges(rng: random.Random, n: int, count: int, top: int) -> Edges:
    """A connected graph on the vertices 1 to n, with so many edges (a tree if n - 1) and weights from 1 to top - 1."""
    order = list(range(1, n + 1))
    rng.shuffle(order)
    pairs = {(min(a, b), max(a, b)) for at, b in enumerate(order[1:], 1) for a in (rng.choice(order[:at]),)}
    spare = [(a, b) for a in range(1, n) for b in range(a + 1, n + 1) if (a, b) not in pairs]
    chosen = [*sorted(pairs), *rng.sample(spare, min(len(spare), count - len(pairs)))]
    rng.shuffle(chosen)
    return [[a, b, rng.randint(1, top - 1)] for a, b in chosen]


def shown_edges(edges: Sequence[Sequence[int]]) -> str:
    """Edges as prompts show them."""
    return ", ".join(f"{u}-{v} (weight {w})" for u, v, w in edges)


def labels_from(
    edges: Sequence[Sequence[int]], n: int, start: int = 1
) -> tuple[dict[int, int], dict[tuple[int, int], int]]:
    """The XOR of the way from `start` to each vertex in a tree, and the tree: edges, and which end is the farther."""
    labels, tree = {start: 0}, dict[tuple[int, int], int]()
    reached = [start]
    for a in reached:
        for u, v, w in edges:
            if a in (u, v) and (b := u + v - a) not in labels:
                labels[b] = labels[a] ^ w
                tree[u, v] = b
                reached.append(b)
    assert len(labels) <= n
    return labels, tree
