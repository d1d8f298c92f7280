"""Cliques and covers a second time: all maximal sets without conflicts, and covers by a table of what is covered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ..kernels.optimum import Worth, confirming_optimum

Edges = list[list[int]]
Given = list[int]
Cells = list[list[int]]


def _maximal(fits: Sequence[set[int]]) -> Iterator[set[int]]:
    """All sets of numbers that fit each other and that no number more fits (C. Bron and J. Kerbosch 1973)."""

    def grow(chosen: set[int], open_: set[int], done: set[int]) -> Iterator[set[int]]:
        if not open_ and not done:
            yield chosen
            return
        pivot = max(open_ | done, key=lambda v: len(fits[v] & open_))
        for v in sorted(open_ - fits[pivot]):
            yield from grow(chosen | {v}, open_ & fits[v], done & fits[v])
            open_ = open_ - {v}
            done = done | {v}

    return grow(set(), set(range(len(fits))), set())


def _most(weights: Sequence[int], clash: Callable[[int, int], bool]) -> int:
    n = len(weights)
    fits = [{j for j in range(n) if j != i and not clash(i, j)} for i in range(n)]
    return max(sum(weights[v] for v in chosen) for chosen in _maximal(fits))


def _least(sets: Sequence[frozenset[int]], costs: Sequence[int]) -> int:
    """The sets in turn: for each state of what is covered the least cost; what no later set holds must be covered."""
    full = frozenset().union(*sets)
    order = sorted(range(len(sets)), key=lambda s: min(sets[s], default=0))
    table: dict[frozenset[int], int] = {frozenset(): 0}
    for at, s in enumerate(order):
        later = frozenset().union(*(sets[t] for t in order[at + 1 :]))
        after: dict[frozenset[int], int] = {}
        for covered, spent in table.items():
            for new, cost in ((covered, spent), (covered | sets[s], spent + costs[s])):
                if full - later <= new and cost < after.get(new, cost + 1):
                    after[new] = cost
        table = after
    return table[full]


def _subset(given: Given, n: int) -> bool:
    return bool(given) and len(set(given)) == len(given) and all(0 < v <= n for v in given)


def _links(edges: Edges) -> set[tuple[int, int]]:
    return {(u, v) for u, v in edges} | {(v, u) for u, v in edges}


def _worth(given: Given, weights: Sequence[int]) -> int:
    return sum(weights[v - 1] for v in given)


def _clique(given: Given, vertices: int, edges: Edges) -> int | None:
    links = _links(edges)
    fits = _subset(given, vertices) and all((u, v) in links for u in given for v in given if u != v)
    return len(given) if fits else None


def _clique_best(vertices: int, edges: Edges) -> int:
    links = _links(edges)
    return _most([1] * vertices, lambda i, j: (i + 1, j + 1) not in links)


def _apart(given: Given, vertices: int, edges: Edges, weights: list[int]) -> int | None:
    fits = _subset(given, vertices) and not any(u in given and v in given for u, v in edges)
    return _worth(given, weights) if fits else None


def _apart_best(vertices: int, edges: Edges, weights: list[int]) -> int:
    links = _links(edges)
    return _most(weights, lambda i, j: (i + 1, j + 1) in links)


def _ends(given: Given, vertices: int, edges: Edges, weights: list[int]) -> int | None:
    fits = _subset(given, vertices) and all(u in given or v in given for u, v in edges)
    return _worth(given, weights) if fits else None


def _ends_best(vertices: int, edges: Edges, weights: list[int]) -> int:
    """What is no cover is a set without neighbours."""
    return sum(weights) - _apart_best(vertices, edges, weights)


def _reached(vertices: int, edges: Edges) -> list[frozenset[int]]:
    links = _links(edges)
    return [frozenset({v, *(u for u, w in links if w == v)}) for v in range(1, vertices + 1)]


def _dominates(given: Given, vertices: int, edges: Edges, weights: list[int]) -> int | None:
    if not _subset(given, vertices):
        return None
    reached = _reached(vertices, edges)
    covered = frozenset().union(*(reached[v - 1] for v in given))
    return _worth(given, weights) if len(covered) == vertices else None


def _dominates_best(vertices: int, edges: Edges, weights: list[int]) -> int:
    return _least(_reached(vertices, edges), weights)


# ---- grids


def _inside(given: Cells, rows: Sequence[Sequence[object]]) -> list[tuple[int, int]] | None:
    """Cells from 0, None where one is given twice, lies outside or is no cell."""
    flat = [n for part in given for n in part]
    if len(flat) % 2 or any(len(part) % 2 for part in given):
        return None
    cells = [(r - 1, c - 1) for r, c in zip(flat[::2], flat[1::2], strict=True)]
    fits = len(set(cells)) == len(cells) and all(0 <= r < len(rows) and 0 <= c < len(rows[0]) for r, c in cells)
    return cells if fits and cells else None


def _touch(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def _all(rows: Sequence[Sequence[object]]) -> list[tuple[int, int]]:
    return [(r, c) for r in range(len(rows)) for c in range(len(rows[0]))]


def _grid_apart(given: Cells, grid: Edges) -> int | None:
    cells = _inside(given, grid)
    if cells is None or any(_touch(a, b) for a in cells for b in cells):
        return None
    return sum(grid[r][c] for r, c in cells)


def _grid_apart_best(grid: Edges) -> int:
    """Row by row: for each choice in the last row the most that is had so far."""
    wide = len(grid[0])
    choices = [m for m in range(1 << wide) if not m & m << 1]
    table = {0: 0}
    for line in grid:
        worth = {m: sum(n for c, n in enumerate(line) if m >> c & 1) for m in choices}
        table = {m: worth[m] + max(had for above, had in table.items() if not above & m) for m in choices}
    return max(table.values())


def _grid_dominates(given: Cells, grid: Edges) -> int | None:
    cells = _inside(given, grid)
    if cells is None or not all(any(a == b or _touch(a, b) for b in cells) for a in _all(grid)):
        return None
    return sum(grid[r][c] for r, c in cells)


def _grid_dominates_best(grid: Edges) -> int:
    cells = [(r, c) for c in range(len(grid[0])) for r in range(len(grid))]
    sets = [frozenset(i for i, b in enumerate(cells) if a == b or _touch(a, b)) for a in cells]
    return _least(sets, [grid[r][c] for r, c in cells])


def _see(rows: list[str], a: tuple[int, int], b: tuple[int, int]) -> bool:
    (r, c), (s, d) = sorted((a, b))
    between = rows[r][c + 1 : d] if r == s else "".join(line[c] for line in rows[r + 1 : s])
    return a != b and (r == s or c == d) and "#" not in between


def _bombs(given: Cells, map: list[str]) -> int | None:
    cells = _inside(given, map)
    if cells is None or any(map[r][c] != "*" or any(_see(map, (r, c), b) for b in cells) for r, c in cells):
        return None
    return len(cells)


def _bombs_best(map: list[str]) -> int:
    free = [cell for cell in _all(map) if map[cell[0]][cell[1]] == "*"]
    return _most([1] * len(free), lambda i, j: _see(map, free[i], free[j]))


# ---- lists of sets


def _set_cover(given: Given, items: int, sets: Edges, costs: list[int]) -> int | None:
    if not _subset(given, len(sets)):
        return None
    covered = {e for s in given for e in sets[s - 1]}
    return _worth(given, costs) if len(covered) == items else None


def _set_cover_best(items: int, sets: Edges, costs: list[int]) -> int:
    return _least([frozenset(held) for held in sets], costs)


def _exact_cover(given: Given, items: int, sets: Edges, **_: object) -> int | None:
    if not _subset(given, len(sets)):
        return None
    held = [e for s in given for e in sets[s - 1]]
    return items - len(held) if len(set(held)) == len(held) else None


def _nothing(**_: object) -> int:
    return 0


_KINDS: dict[str, tuple[Callable[..., Worth | None], Callable[..., Worth]]] = {
    "clique": (_clique, _clique_best),
    "independent-set": (_apart, _apart_best),
    "tree-independent-set": (_apart, _apart_best),
    "vertex-cover": (_ends, _ends_best),
    "dominating-set": (_dominates, _dominates_best),
    "grid-independent-set": (_grid_apart, _grid_apart_best),
    "grid-dominating-set": (_grid_dominates, _grid_dominates_best),
    "bombs": (_bombs, _bombs_best),
    "set-cover": (_set_cover, _set_cover_best),
    "exact-cover": (_exact_cover, _nothing),
}
confirms = confirming_optimum(_KINDS, frozenset({"grid-independent-set", "grid-dominating-set", "bombs"}))
