"""Checks tents by the rules alone: none on a tree, none touching, the numbers of lines, and a tent for each tree.

Which tent belongs to which tree is not asked for: it is enough that all can be paired, and that is found by augmenting
paths. The verifier does not know the right grid.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from ..answers.cells import accepted_forms
from ..base import Verdict
from .rules import judged, read_cells, share

__all__ = ["accepted_forms", "verify"]

_BROKEN = {
    "free": "A tent stands on a tree.",
    "apart": "Two tents touch each other.",
    "lines": "A row or a column does not have the number of tents that it needs.",
    "paired": "Trees and tents cannot be paired so that each tent stands beside its tree.",
}


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, rows of 1 (a tent) and 0 (see `rlvr.verifiers.answers.cells` for the forms).

    Parts: ``free``, the share of tents that stand on no tree; ``apart``, the share of tents that touch no other;
    ``lines``, the share of told numbers that are right; ``paired``, the share of trees and tents that can be paired.
    """
    n = payload["size"]
    grid = read_cells(answer, n, 0, 1)
    if isinstance(grid, Verdict):
        return grid
    tents = [(r, c) for r, row in enumerate(grid) for c, cell in enumerate(row) if cell]
    trees = [divmod(tree, n) for tree in payload["trees"]]
    touching = {
        tent
        for a, b in combinations(tents, 2)
        if max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1
        for tent in (a, b)
    }
    lines = [*grid, *zip(*grid, strict=True)]
    told = [*payload["rows"], *payload["columns"]]
    parts = {
        "free": share([tent not in trees for tent in tents]),
        "apart": share([tent not in touching for tent in tents]),
        "lines": share(
            [sum(line) == tents for line, tents in zip(lines, told, strict=True) if tents is not None]
        ),
        "paired": paired(trees, tents) / max(len(trees), len(tents), 1),
    }
    return judged(parts, _BROKEN)


def paired(trees: Sequence[tuple[int, int]], tents: Sequence[tuple[int, int]]) -> int:
    """How many trees can have a tent of their own beside them, at most."""
    tree_of: dict[tuple[int, int], tuple[int, int]] = {}
    standing = set(tents)

    def finds(tree: tuple[int, int], seen: set[tuple[int, int]]) -> bool:
        row, column = tree
        for tent in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if tent in standing and tent not in seen:
                seen.add(tent)
                if tent not in tree_of or finds(tree_of[tent], seen):
                    tree_of[tent] = tree
                    return True
        return False

    return sum(finds(tree, set()) for tree in trees)
