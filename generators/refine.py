"""A canonical form of small labelled graphs: equal for graphs that differ only in the names of their nodes.

Colour refinement (the 1-dimensional Weisfeiler-Leman method): nodes start with a colour made of their mark and
the labels of their edges, and are told apart by the colours around them until nothing changes. Colours are
ranks of signatures in sorted order, never hashes, so they are the same on every platform. Random graphs with
labels nearly always end with all colours different, and the graph written in terms of its colours is then an
exact canonical form. Where nodes still share a colour, each of them is singled out in turn and the least of
the resulting forms is taken, which is exact too; nodes with the same neighbours (twins) need only one try.

This search is bounded. A graph that needs more than `BUDGET` tries (a very regular one) gets the form of its
stable colouring, which is invariant under renaming but may be shared by graphs that are different. Whether the
budget is reached does not depend on names either, so invariance always holds.

Source: B. Weisfeiler and A. Leman, 1968; B. D. McKay, Practical graph isomorphism, 1981.
"""

from __future__ import annotations

from collections.abc import Sequence

BUDGET = 60
"""Tries (nodes singled out) after which the search for the least form gives up."""

Neighbours = list[list[tuple[int, int]]]
"""For each node, its edges: the label times the number of nodes (so that a colour can be added), and the end."""


class _OverBudget(Exception):
    pass


def canonical_graph(
    nodes: int, edges: Sequence[tuple[int, int, int]], marks: Sequence[int], *, directed: bool = False
) -> list[int]:
    """Integers that are equal for isomorphic graphs and, within the budget, for no others.

    Args:
        nodes: number of nodes; they are 0 to `nodes` - 1.
        edges: (from, to, label) with labels from 0; no pair occurs twice (in one direction).
        marks: a small non-negative number for each node that a renaming keeps, such as 1 for the start.
        directed: whether an edge from u to v is different from one from v to u.
    """
    around: Neighbours = [[] for _ in range(nodes)]
    for u, v, label in edges:
        if directed:
            around[u].append((2 * label * nodes, v))
            around[v].append(((2 * label + 1) * nodes, u))
        else:
            around[u].append((label * nodes, v))
            around[v].append((label * nodes, u))
    # The first signature looks one edge far at once: a number for each node that renaming keeps, and those around.
    top = max(marks, default=0) + 1
    own = [
        sum([label for label, _ in near], len(near)) * top + mark
        for mark, near in zip(marks, around, strict=True)
    ]
    unit = max(own, default=0) + 1
    first = [
        (mark, kept, *sorted([label * unit + own[v] for label, v in near]))
        for mark, kept, near in zip(marks, own, around, strict=True)
    ]
    colours = _refined(_ranks(first), around)

    def form(colouring: list[int]) -> list[int]:
        if directed:
            codes = [(label * nodes + colouring[u]) * nodes + colouring[v] for u, v, label in edges]
        else:
            codes = []
            for u, v, label in edges:
                a, b = colouring[u], colouring[v]
                codes.append((label * nodes + a) * nodes + b if a < b else (label * nodes + b) * nodes + a)
        codes.sort()
        return codes

    tries = 0

    def least(colouring: list[int]) -> list[int]:
        nonlocal tries
        cell = _shared(colouring)
        if cell is None:
            return form(colouring)
        best: list[int] | None = None
        for node in _without_twins(cell, around):
            tries += 1
            if tries > BUDGET:
                raise _OverBudget
            its = colouring[node]
            singled = [colour + (colour >= its) for colour in colouring]
            singled[node] = its
            found = least(_refined(singled, around))
            if best is None or found < best:
                best = found
        return best or []

    try:
        body = least(colours)
    except _OverBudget:
        body = [-1, *sorted(colours), *form(colours)]
    # Marks are constant on colours, so their sorted list says which colour has which mark.
    marked = [mark for _, mark in sorted(zip(colours, marks, strict=True))]
    return [nodes, int(directed), *marked, *body]


def _refined(colours: list[int], around: Neighbours) -> list[int]:
    """The coarsest stable colouring that tells apart what `colours` does; colours are 0, 1, 2, ..."""
    nodes = len(colours)
    count = max(colours, default=-1) + 1
    while count < nodes:
        signatures = [
            (colour, *sorted([label + colours[v] for label, v in near]))
            for colour, near in zip(colours, around, strict=True)
        ]
        colours = _ranks(signatures)
        if (refined := max(colours) + 1) == count:
            break
        count = refined
    return colours


def _ranks(signatures: list[tuple[int, ...]]) -> list[int]:
    rank = {signature: i for i, signature in enumerate(sorted(set(signatures)))}
    return [rank[signature] for signature in signatures]


def _shared(colours: list[int]) -> list[int] | None:
    """The nodes of the first colour that several nodes have, or None if all colours are different."""
    if len(set(colours)) == len(colours):
        return None
    cells: dict[int, list[int]] = {}
    for node, colour in enumerate(colours):
        cells.setdefault(colour, []).append(node)
    return cells[min([colour for colour, cell in cells.items() if len(cell) > 1])]


def _without_twins(cell: list[int], around: Neighbours) -> list[int]:
    """One node of each group in `cell` whose members have the same edges to the same nodes."""
    groups = {tuple(sorted(around[node])): node for node in cell}
    return list(groups.values())
