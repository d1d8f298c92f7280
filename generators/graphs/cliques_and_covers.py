"""Cliques and covers: the largest clique, the heaviest set without neighbours, the cheapest set that covers.

On graphs, trees, grids and lists of sets. All of these are one of two problems, a heaviest set without conflicts or a
cheapest cover, solved exactly over bit sets; instances in which a quick strategy finds an optimum are not asked.

Kinds: ``clique``, ``independent-set``, ``tree-independent-set``, ``grid-independent-set``, ``bombs`` (in a grid with
walls), ``vertex-cover``, ``dominating-set``, ``grid-dominating-set``, ``set-cover`` and ``exact-cover``.

Difficulty: `kinds` drawn from; `size`, by which graphs, grids and lists grow. Proxy: pairs of the vertices, cells or
sets that one chooses from.

Source: R. M. Karp 1972 (clique, set packing, node cover, set covering, exact cover).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise

from ..base import Json
from ..kernels.asking import SET, asking, row
from ..kernels.count import Facts
from ..kernels.optimum import Best, Found, Kind, optimum_family, wordings
from ..limits import Whole
from ..refine import canonical_graph
from .chosen_sets import bits, cheapest, heaviest, too_easy_cover, too_easy_set

Edges = list[list[int]]
Grid = list[list[int]]
Cell = tuple[int, int]


def _vertices(rng: random.Random, size: int) -> int:
    return 8 + size + rng.randint(0, 1)


def _graph(rng: random.Random, n: int, more: int) -> Edges:
    """A connected graph, its edges in random order: a tree and so many edges more."""
    names = rng.sample(range(1, n + 1), n)
    edges = {tuple(sorted((names[i], names[rng.randrange(i)]))) for i in range(1, n)}
    others = [pair for pair in combinations(range(1, n + 1), 2) if pair not in edges]
    listed = [list(pair) for pair in sorted(edges) + rng.sample(others, min(more, len(others)))]
    rng.shuffle(listed)
    return listed


def _near(n: int, edges: Edges) -> list[int]:
    near = [0] * n
    for u, v in edges:
        near[u - 1] |= 1 << v - 1
        near[v - 1] |= 1 << u - 1
    return near


def _pairs(count: int) -> float:
    return count * (count - 1) / 2


def _sum(values: Sequence[int]) -> str:
    return f"{' + '.join(map(str, values))} = {sum(values)}"


def _packed(
    near: Sequence[int],
    weights: Sequence[int],
    names: Sequence[Json],
    orders: Sequence[Sequence[int]] = (),
) -> Best | None:
    """The heaviest set without conflicts as an object that is made of `names`."""
    worth, mask = heaviest(near, weights)
    chosen = list(bits(mask))
    if len(chosen) < 3 or too_easy_set(near, weights, worth, orders):
        return None
    found: Found = [names[v] for v in chosen]
    return Best(worth, found, [_sum([weights[v] for v in chosen])], _pairs(len(near)), 0.01)


def _covered(
    sets: Sequence[int], costs: Sequence[int], full: int, names: Sequence[Json], what: str
) -> Best | None:
    """The cheapest cover as an object that is made of `names`."""
    worth, mask = cheapest(sets, costs, full)
    chosen = list(bits(mask))
    if len(chosen) < 2 or too_easy_cover(sets, costs, full, worth):
        return None
    found: Found = [names[s] for s in chosen]
    told = [f"{what} of {_name(names[s])}: {costs[s]}" for s in chosen]
    return Best(worth, found, [*told, _sum([costs[s] for s in chosen])], _pairs(len(sets)), 0.01)


def _name(name: Json) -> str:
    return row(name) if isinstance(name, list) else str(name)


# ---- graphs


def _clique(rng: random.Random, size: int) -> Facts:
    n = _vertices(rng, size)
    return {"vertices": n, "edges": _graph(rng, n, round(n * (n - 1) * rng.uniform(0.2, 0.27)) - n)}


def _clique_best(vertices: int, edges: Edges) -> Best | None:
    near = _near(vertices, edges)
    strangers = [(1 << vertices) - 1 & ~around & ~(1 << v) for v, around in enumerate(near)]
    best = _packed(strangers, [1] * vertices, range(1, vertices + 1))
    if best is None:
        return None
    chosen = [v for v in best.found if isinstance(v, int)]
    lines = [f"{u} is linked to {row(v for v in chosen if v != u)}" for u in chosen]
    return Best(len(chosen), best.found, lines, best.work, best.guess)


def _weighted(rng: random.Random, size: int) -> Facts:
    n = _vertices(rng, size)
    edges = _graph(rng, n, n // 3 + rng.randint(0, 3))
    return {"vertices": n, "edges": edges, "weights": [rng.randint(1, 20) for _ in range(n)]}


def _tree(rng: random.Random, size: int) -> Facts:
    n = _vertices(rng, size) + 1
    return {
        "vertices": n,
        "edges": _graph(rng, n, 0),
        "weights": [rng.randint(1, 20) for _ in range(n)],
    }


def _independent(vertices: int, edges: Edges, weights: list[int]) -> Best | None:
    near = _near(vertices, edges)
    level, depth = {0: 0}, [0]
    for v in depth:
        for u in bits(near[v]):
            if u not in level:
                level[u] = level[v] + 1
                depth.append(u)
    by_sides = [sorted(depth, key=lambda v: (level[v] + side) % 2) for side in (0, 1)]
    return _packed(near, weights, range(1, vertices + 1), by_sides)


def _vertex_cover(vertices: int, edges: Edges, weights: list[int]) -> Best | None:
    sets = [sum(1 << i for i, edge in enumerate(edges) if v in edge) for v in range(1, vertices + 1)]
    return _covered(sets, weights, (1 << len(edges)) - 1, range(1, vertices + 1), "cost")


def _dominating(vertices: int, edges: Edges, weights: list[int]) -> Best | None:
    sets = [around | 1 << v for v, around in enumerate(_near(vertices, edges))]
    return _covered(sets, weights, (1 << vertices) - 1, range(1, vertices + 1), "cost")


def _form(vertices: int, edges: Edges, weights: list[int] | None = None) -> Json:
    return canonical_graph(vertices, [(u - 1, v - 1, 0) for u, v in edges], weights or [0] * vertices)


# ---- grids


def _shape(rng: random.Random, size: int) -> Cell:
    high = rng.randint(4, 5)
    return high, -(-(18 + size * 2 // 3) // high)


_NUMBERS_IN_CELLS = (1, 1, 2, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 25, 32, 40, 50, 64)


def _grid(rng: random.Random, size: int) -> Facts:
    """Small numbers and large ones, so that many patterns can be the best."""
    high, wide = _shape(rng, size)
    return {"grid": [[rng.choice(_NUMBERS_IN_CELLS) for _ in range(wide)] for _ in range(high)]}


def _cells(grid: Sequence[Sequence[object]]) -> list[list[int]]:
    return [[r + 1, c + 1] for r in range(len(grid)) for c in range(len(grid[0]))]


def _touching(cells: list[list[int]]) -> list[int]:
    return [sum(1 << i for i, (a, b) in enumerate(cells) if abs(a - r) + abs(b - c) == 1) for r, c in cells]


def _grid_independent(grid: Grid) -> Best | None:
    cells = _cells(grid)
    sides = [sorted(range(len(cells)), key=lambda i: (sum(cells[i]) + side) % 2) for side in (0, 1)]
    return _packed(_touching(cells), [n for line in grid for n in line], cells, sides)


def _grid_dominating(grid: Grid) -> Best | None:
    cells = _cells(grid)
    sets = [around | 1 << i for i, around in enumerate(_touching(cells))]
    return _covered(sets, [n for line in grid for n in line], (1 << len(cells)) - 1, cells, "cost")


def _walls(rng: random.Random, size: int) -> Facts:
    free, high, wide = 12 + size // 2, 4 + (size > 6), 6 + (size > 10)
    walls = (high * wide - free) // 3
    signs = list("*" * free + "#" * walls + "." * (high * wide - free - walls))
    rng.shuffle(signs)
    return {"map": ["".join(signs[at : at + wide]) for at in range(0, high * wide, wide)]}


def _bombs(map: list[str]) -> Best | None:
    """A bomb matches a part of a row with a part of a column; parts have no wall inside (C. Berge 1957)."""
    high, wide, part = len(map), len(map[0]), 0
    parts: dict[Cell, list[int]] = {(r, c): [] for r in range(high) for c in range(wide)}
    for down in (False, True):
        for r, c in sorted(parts, key=lambda cell: cell[::-1]) if down else parts:
            part += map[r][c] == "#" or (r if down else c) == 0
            parts[r, c].append(part)
    free = [cell for cell in parts if map[cell[0]][cell[1]] == "*"]
    columns: dict[int, list[Cell]] = {}
    for cell in free:
        columns.setdefault(parts[cell][1], []).append(cell)
    taken: dict[int, Cell] = {}

    def place(column: int, seen: set[int]) -> bool:
        for cell in columns[column]:
            line = parts[cell][0]
            if line not in seen:
                seen.add(line)
                if line not in taken or place(parts[taken[line]][1], seen):
                    taken[line] = cell
                    return True
        return False

    most = sum(place(column, set()) for column in columns)
    size = {part: sum(part in parts[cell] for cell in free) for cell in free for part in parts[cell]}
    by_columns = sorted(free, key=lambda cell: cell[::-1])
    few = sorted(free, key=lambda cell: sum(size[part] for part in parts[cell]))
    for order in (free, free[::-1], by_columns, by_columns[::-1], few):
        used: set[int] = set()
        for cell in order:
            if used.isdisjoint(parts[cell]):
                used.update(parts[cell])
        if len(used) == 2 * most:
            return None
    found = sorted([r + 1, c + 1] for r, c in taken.values())
    lines = [f"bombs in row {r}: {row(c for a, c in found if a == r)}" for r in sorted({r for r, _ in found})]
    return Best(most, found, lines, _pairs(len(free)), 0.01)


# ---- lists of sets


def _sets(rng: random.Random, size: int) -> Facts | None:
    n = _vertices(rng, size)
    items = n - 1
    sets = [sorted(rng.sample(range(1, items + 1), rng.randint(2, 2 + items // 4))) for _ in range(n)]
    costs = [rng.randint(1, 4) + 2 * len(held) + rng.randint(0, 4) for held in sets]
    full = all(sum(e in held for held in sets) > 1 for e in range(1, items + 1))
    return {"items": items, "sets": sets, "costs": costs} if full else None


def _mask(held: Sequence[int]) -> int:
    return sum(1 << e - 1 for e in held)


def _set_cover(items: int, sets: list[list[int]], costs: list[int]) -> Best | None:
    masks = [_mask(held) for held in sets]
    return _covered(masks, costs, (1 << items) - 1, range(1, len(sets) + 1), "cost")


def _partition(rng: random.Random, size: int) -> Facts:
    """A division of the items, under sets that are like its own."""
    n = _vertices(rng, size)
    items = 8 + size
    parts = max(3, items // 3)
    ends = [0, *sorted(rng.sample(range(1, items), parts - 1)), items]
    order = rng.sample(range(1, items + 1), items)
    made = [sorted(order[a:b]) for a, b in pairwise(ends)]
    sets = list(made)
    while len(sets) < n:
        held = set(rng.choice(made)) | {rng.randint(1, items) for _ in range(rng.randint(1, 2))}
        if rng.random() < 0.5:
            held.discard(rng.choice(sorted(held)))
        if len(held) > 1 - (len(made) < 4) and sorted(held) not in sets:
            sets.append(sorted(held))
    rng.shuffle(sets)
    return {"items": items, "sets": sets, "made": sorted(sets.index(held) + 1 for held in made)}


def _exact_cover(items: int, sets: list[list[int]], made: list[int]) -> Best | None:
    """The division that was drawn; quick strategies take sets in some order where they fit."""
    masks, n = [_mask(held) for held in sets], len(sets)
    often = [sum(e in held for held in sets) for e in range(1, items + 1)]
    orders: list[Sequence[int]] = [
        range(n),
        range(n)[::-1],
        sorted(range(n), key=lambda s: -len(sets[s])),
        sorted(range(n), key=lambda s: len(sets[s])),
        sorted(range(n), key=lambda s: min(often[e - 1] for e in sets[s])),
    ]
    for order in orders:
        held = 0
        for s in order:
            held |= masks[s] if not held & masks[s] else 0
        if held == (1 << items) - 1:
            return None
    held, fits = 0, list(range(n))
    while fits:  # for the item that the fewest sets hold that still fit, the largest one
        left = [sum(masks[s] >> e & 1 for s in fits) for e in range(items)]
        rare = min((left[e], e) for e in range(items) if left[e])[1]
        s = max((s for s in fits if masks[s] >> rare & 1), key=lambda s: len(sets[s]))
        held |= masks[s]
        fits = [s for s in fits if not masks[s] & held]
    if held == (1 << items) - 1:
        return None
    lines = [f"{s}: {row(sets[s - 1])}" for s in made]
    found: Found = list(made)
    return Best(0, found, lines, _pairs(n), 0.01)


# ---- words

_GRAPH = "A graph has the vertices 1 to {vertices}, and these edges:\n{list}"
_WEIGHTS = f"{_GRAPH}\nThe WORDS of the vertices 1, 2, ..., {{vertices}} are, in this order: {{weights}}"
_GRID = "A grid has {high} rows and {wide} columns, and a number in each cell:\n{drawn}"
_MAP = "A grid has {high} rows and {wide} columns. Its cells are free (*), holes (.) or walls (#):\n{drawn}"
_ITEMS = "There are the items 1 to {items}, and {count} sets of them{priced}:\n{list}"
_PLACES = (
    "Give each chosen cell as its row and its column with one space between the two (both counted from 1, rows from "
    'the top and columns from the left), and put semicolons between the cells: "1 3; 2 4". Their order does not matter.'
)
_VERTICES = SET.format(what="the chosen vertices")
_NUMBERS = SET.format(what="the numbers of the chosen sets")


def _edges(edges: Edges, **_: object) -> dict[str, object]:
    return {"list": ", ".join(f"{u}-{v}" for u, v in edges)}


def _drawn(**facts: list[str] | Grid) -> dict[str, object]:
    lines = next(iter(facts.values()))
    rows = [line if isinstance(line, str) else " ".join(f"{n:>2}" for n in line) for line in lines]
    return {"drawn": "\n".join(rows), "high": len(lines), "wide": len(lines[0])}


def _listed(sets: list[list[int]], costs: list[int] | None = None, **_: object) -> dict[str, object]:
    told = [
        f"Set {n}{f' (cost {costs[n - 1]})' if costs else ''}: {', '.join(map(str, held))}"
        for n, held in enumerate(sets, 1)
    ]
    return {
        "list": "\n".join(told),
        "count": len(sets),
        "priced": ", each with its cost" if costs else "",
    }


def _on_graph(
    rule: str,
    goal: str,
    draw: Callable[..., Facts],
    best: Callable[..., Best | None],
    words: str = "",
    what: str = "graph",
) -> Kind:
    data = _WEIGHTS.replace("WORDS", words).replace("graph", what) if words else _GRAPH
    return Kind(asking(rule, data, goal, _VERTICES), draw, best, _edges, _form)


_APART = "Choose vertices so that no edge joins two chosen ones."
_HEAVY = "The sum of the weights of the chosen vertices has to be as large as possible."
_CHEAP = "The sum of the costs of the chosen vertices has to be as small as possible."
KINDS = {
    "clique": _on_graph(
        "Choose vertices so that every two chosen ones are joined by an edge.",
        "Choose as many vertices as possible.",
        _clique,
        _clique_best,
    ),
    "independent-set": _on_graph(_APART, _HEAVY, _weighted, _independent, "weights"),
    "tree-independent-set": _on_graph(_APART, _HEAVY, _tree, _independent, "weights", "tree"),
    "vertex-cover": _on_graph(
        "Choose vertices so that each edge has a chosen vertex at one of its ends or at both.",
        _CHEAP,
        _weighted,
        _vertex_cover,
        "costs",
    ),
    "dominating-set": _on_graph(
        "Choose vertices so that each vertex is chosen or joined by an edge to a chosen one.",
        _CHEAP,
        _weighted,
        _dominating,
        "costs",
    ),
    "grid-independent-set": Kind(
        asking(
            "Choose cells so that no two chosen ones have a side in common.",
            _GRID,
            "The sum of the numbers in the chosen cells has to be as large as possible.",
            _PLACES,
        ),
        _grid,
        _grid_independent,
        _drawn,
    ),
    "grid-dominating-set": Kind(
        asking(
            "The number in a cell is its cost. Choose cells so that each cell is chosen or has a side in common with a "
            "chosen one.",
            _GRID,
            "The sum of the costs of the chosen cells has to be as small as possible.",
            _PLACES,
        ),
        _grid,
        _grid_dominating,
        _drawn,
    ),
    "bombs": Kind(
        asking(
            "Put bombs into free cells, at most one into each. Two bombs in the same row or column must have "
            "at least one wall between them; a hole is no wall.",
            _MAP,
            "Place as many bombs as possible.",
            _PLACES.replace("chosen cell ", "cell with a bomb "),
        ),
        _walls,
        _bombs,
        _drawn,
    ),
    "set-cover": Kind(
        asking(
            "Choose sets so that each item is in at least one of them.",
            _ITEMS,
            "The sum of the costs of the chosen sets has to be as small as possible.",
            _NUMBERS,
        ),
        _sets,
        _set_cover,
        _listed,
    ),
    "exact-cover": Kind(
        asking(
            "Choose sets so that each item is in exactly one of them; there is such a choice.",
            _ITEMS,
            "Find such a choice.",
            _NUMBERS,
        ),
        _partition,
        _exact_cover,
        _listed,
    ),
}
WORDINGS = wordings(KINDS)
generate = optimum_family(KINDS, {"size": Whole(1, 24, "how large graphs, grids and lists are")})
