"""Checks cliques, sets without neighbours, and covers: first the rule, then what the choice is worth.

Vertices, items and sets are numbered from 1; a cell is its row and its column, counted from 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations

from ..base import Verdict
from ..optimum import Broken, Objective, Payload, accepted_forms, allowed, distinct, in_twos, judge

__all__ = ["accepted_forms", "verify"]

Cell = tuple[int, int]


def _vertices(payload: Payload, given: list[int]) -> set[int]:
    if not given:
        raise Broken("No vertex is chosen.")
    allowed(given, 1, payload["vertices"], "vertex")
    distinct(given, "vertex")
    return set(given)


def _weight(payload: Payload, chosen: Iterable[int]) -> int:
    return sum(payload["weights"][v - 1] for v in chosen)


def _clique(payload: Payload, given: list[int]) -> int:
    chosen = _vertices(payload, given)
    links = {frozenset(edge) for edge in payload["edges"]}
    for u, v in combinations(sorted(chosen), 2):
        if frozenset((u, v)) not in links:
            raise Broken(f"No edge joins the vertices {u} and {v}.")
    return len(chosen)


def _independent(payload: Payload, given: list[int]) -> int:
    chosen = _vertices(payload, given)
    for u, v in payload["edges"]:
        if u in chosen and v in chosen:
            raise Broken(f"An edge joins the chosen vertices {u} and {v}.")
    return _weight(payload, chosen)


def _vertex_cover(payload: Payload, given: list[int]) -> int:
    chosen = _vertices(payload, given)
    for u, v in payload["edges"]:
        if u not in chosen and v not in chosen:
            raise Broken(f"No end of the edge {u}-{v} is chosen.")
    return _weight(payload, chosen)


def _dominating(payload: Payload, given: list[int]) -> int:
    chosen = _vertices(payload, given)
    reached = chosen | {v for edge in payload["edges"] if chosen & set(edge) for v in edge}
    for v in range(1, payload["vertices"] + 1):
        if v not in reached:
            raise Broken(f"Vertex {v} is not chosen, and neither is a neighbour of it.")
    return _weight(payload, chosen)


def _cells(rows: list[list[int]] | list[str], given: list[list[int]]) -> list[Cell]:
    cells = in_twos(given, "cell")
    allowed([r for r, _ in cells], 1, len(rows), "row")
    allowed([c for _, c in cells], 1, len(rows[0]), "column")
    if len(set(cells)) < len(cells):
        raise Broken("A cell is given twice.")
    return cells


def _beside(cell: Cell) -> list[Cell]:
    r, c = cell
    return [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]


def _grid_independent(payload: Payload, given: list[list[int]]) -> int:
    grid = payload["grid"]
    chosen = set(_cells(grid, given))
    for r, c in sorted(chosen):
        if touched := chosen.intersection(_beside((r, c))):
            raise Broken(f"The cells {r} {c} and {' '.join(map(str, min(touched)))} have a side in common.")
    return sum(grid[r - 1][c - 1] for r, c in chosen)


def _grid_dominating(payload: Payload, given: list[list[int]]) -> int:
    grid = payload["grid"]
    chosen = set(_cells(grid, given))
    for r in range(1, len(grid) + 1):
        for c in range(1, len(grid[0]) + 1):
            if not chosen.intersection([(r, c), *_beside((r, c))]):
                raise Broken(f"Cell {r} {c} is not chosen, and neither is a cell beside it.")
    return sum(grid[r - 1][c - 1] for r, c in chosen)


def _bombs(payload: Payload, given: list[list[int]]) -> int:
    map_ = payload["map"]
    cells = _cells(map_, given)
    for r, c in cells:
        if map_[r - 1][c - 1] != "*":
            raise Broken(f"Cell {r} {c} is not free.")
    for r, c in cells:
        for down, right in ((1, 0), (0, 1)):
            a, b = r + down, c + right
            while a <= len(map_) and b <= len(map_[0]) and map_[a - 1][b - 1] != "#":
                if (a, b) in cells:
                    raise Broken(f"No wall is between the bombs at {r} {c} and {a} {b}.")
                a, b = a + down, b + right
    return len(cells)


def _sets(payload: Payload, given: list[int]) -> list[list[int]]:
    if not given:
        raise Broken("No set is chosen.")
    allowed(given, 1, len(payload["sets"]), "set")
    distinct(given, "set")
    return [payload["sets"][s - 1] for s in given]


def _set_cover(payload: Payload, given: list[int]) -> int:
    held = {e for one in _sets(payload, given) for e in one}
    for e in range(1, payload["items"] + 1):
        if e not in held:
            raise Broken(f"Item {e} is in none of the chosen sets.")
    return sum(payload["costs"][s - 1] for s in given)


def _exact_cover(payload: Payload, given: list[int]) -> int:
    """How many items are in no chosen set."""
    held = [e for one in _sets(payload, given) for e in one]
    for e in held:
        if held.count(e) > 1:
            raise Broken(f"Item {e} is in more than one of the chosen sets.")
    return int(payload["items"]) - len(held)


_VERTICES = "Give the chosen vertices as whole numbers, separated by commas."
_NUMBERS = "Give the numbers of the chosen sets, separated by commas."
_PLACES = 'Give each cell as its row and its column, with semicolons between the cells: "1 3; 2 4".'


def _places(worth: Callable[[Payload, list[list[int]]], int], largest: bool = False) -> Objective:
    return Objective(_PLACES, worth, largest, groups=True, links=True)


OBJECTIVES = {
    "clique": Objective(_VERTICES, _clique, largest=True),
    "independent-set": Objective(_VERTICES, _independent, largest=True),
    "tree-independent-set": Objective(_VERTICES, _independent, largest=True),
    "vertex-cover": Objective(_VERTICES, _vertex_cover),
    "dominating-set": Objective(_VERTICES, _dominating),
    "grid-independent-set": _places(_grid_independent, largest=True),
    "grid-dominating-set": _places(_grid_dominating),
    "bombs": _places(_bombs, largest=True),
    "set-cover": Objective(_NUMBERS, _set_cover),
    "exact-cover": Objective(_NUMBERS, _exact_cover),
}


def verify(payload: Payload, answer: str) -> Verdict:
    """Score a choice of vertices, cells or sets."""
    nouns = ("vertices", "clique", "cells", "sets", "cover", "bombs", "set", "choice")
    return judge(OBJECTIVES, payload, answer, nouns=nouns)
