"""Hamiltonian paths: through all vertices once, on a path or a cycle, cheapest, by a knight, or along all lines.

Where there is no such path, the answer proves it: vertices whose removal leaves more parts than a path (or a cycle) can
join, or four points with an odd number of lines. So there is no yes or no to guess. A path is planted, or a proof is;
the cheapest ones come from a table over sets of vertices.

Kinds: ``path``, ``cycle``, ``directed-path``, ``cheapest-path``, ``cheapest-cycle``, ``cheapest-walk`` (vertices may
come again), ``tournament`` (the longest path from one player), ``knight`` and ``one-stroke``.

Difficulty: `kinds` drawn from; `size`, by which graphs grow; `none`, about the share of tasks without a path, of the
kinds that have such. Proxy: the numbers that problem and answer hold.

Sources: M. Held and R. M. Karp 1962 (the table over sets); V. Chvatal 1973 (toughness, the proof by parts);
L. Redei 1934 (tournaments); L. Euler 1736 (one stroke); H. C. von Warnsdorff 1823 (knight's tours).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import combinations, pairwise

from ..kernels.asking import asking, numbers_in, row
from ..kernels.count import Facts
from ..kernels.optimum import Best, Kind, optimum_family, wordings
from ..limits import Real, Whole

Edges = list[list[int]]
_JUMPS = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]


def _near(n: int, edges: Iterable[Sequence[int]], *, directed: bool = False) -> dict[int, list[int]]:
    near: dict[int, list[int]] = {v: [] for v in range(1, n + 1)}
    for u, v, *_ in edges:
        near[u].append(v)
        if not directed:
            near[v].append(u)
    return near


def _parts(near: Mapping[int, Sequence[int]], without: Iterable[int]) -> list[list[int]]:
    """The connected parts that are left without some vertices."""
    gone, parts = set(without), []
    for start in near:
        if start in gone:
            continue
        part = [start]
        gone.add(start)
        for v in part:
            new = [u for u in near[v] if u not in gone]
            gone.update(new)
            part += new
        parts.append(sorted(part))
    return parts


# ---- a path, a cycle, or the proof that there is none


def _mixed(rng: random.Random, n: int, edges: set[tuple[int, int]], made: Sequence[int]) -> Facts:
    """Vertices under new names, edges in a new order; `made` is the planted path or proof, not shown in the prompt."""
    names = rng.sample(range(1, n + 1), n)
    listed = [sorted((names[u], names[v])) for u, v in edges]
    rng.shuffle(listed)
    return {"vertices": n, "edges": listed, "made": [names[v] for v in made]}


def _with_path(rng: random.Random, n: int, closed: bool, more: int) -> Facts:
    path = rng.sample(range(n), n)
    edges = {(min(p), max(p)) for p in pairwise([*path, path[0]] if closed else path)}
    others = [p for p in combinations(range(n), 2) if p not in edges]
    return _mixed(rng, n, edges | set(rng.sample(others, min(more, len(others)))), path)


def _without_path(rng: random.Random, n: int, closed: bool, more: int) -> Facts | None:
    """A few vertices hold more parts together than a path, which they cut into pieces, can reach."""
    lowest = 2 if closed else 1
    removed = rng.randint(lowest, max(lowest, (n - 2) // 2 - (not closed)))
    count = removed + (1 if closed else 2)
    if removed + count > n:
        return None
    parts = [[removed + at] for at in range(count)]
    for v in range(removed + count, n):
        rng.choice(parts).append(v)
    edges = {(part[rng.randrange(at)], part[at]) for part in parts for at in range(1, len(part))}
    for part in parts:
        for u in rng.sample(range(removed), min(removed, 2)):
            edges.add((u, rng.choice(part)))
    allowed = [(u, v) for u in range(removed) for v in range(u + 1, n)]
    allowed += [pair for part in parts for pair in combinations(sorted(part), 2)]
    others = [pair for pair in allowed if pair not in edges]
    edges |= set(rng.sample(others, min(len(others), max(0, n - 1 + more - len(edges)))))
    facts = _mixed(rng, n, edges, range(removed))
    return facts if len(_parts(_near(n, facts["edges"]), ())) == 1 else None


def _plain(closed: bool, rng: random.Random, size: int, none: float) -> Facts | None:
    n, more = 6 + size, rng.randint(2, 3) + size // 2
    if rng.random() < none:
        return next((facts for _ in range(100) if (facts := _without_path(rng, n, closed, more))), None)
    return next(
        (facts for _ in range(400) if not _by_degree(facts := _with_path(rng, n, closed, more), closed=closed)),
        None,
    )


def _proved(closed: bool, vertices: int, edges: Edges, made: list[int]) -> Best:
    near = _near(vertices, edges)
    if len(made) == vertices:
        links = pairwise([*made, made[0]] if closed else made)
        lines = ["linked one after the other: " + " ".join(f"{u}-{v}" for u, v in links)]
    else:
        parts = _parts(near, made)
        lines = [
            f"without {row(sorted(made))} the parts are: {'; '.join(map(row, parts))}",
            f"that is {len(parts)} parts, and a {'cycle' if closed else 'path'} without {len(made)} of its "
            f"vertices falls "
            f"into {len(made) + (not closed)} pieces at most",
        ]
        made = sorted(made)
    return Best(0, made, lines, numbers_in(edges) + vertices, 0.01)


def _by_degree(facts: Facts, *, closed: bool = False, directed: bool = False) -> bool:
    """Whether always taking the neighbour with the fewest ways on (or in) is right, from a vertex with the fewest."""
    n = facts["vertices"]
    near = _near(n, facts["edges"], directed=directed)
    into = {v: sum(v in found for found in near.values()) for v in near}
    fewest = [v for v in near if into[v] == min(into.values())]
    for start in fewest if n > 7 or directed else fewest[:1]:  # of the smallest graphs hardly one is left else
        for rank in (0, 1) if directed else (0,):
            path = [start]
            while ready := [v for v in near[path[-1]] if v not in path]:
                left = {v: into[v] if rank else sum(u not in path for u in near[v]) for v in ready}
                path.append(min(ready, key=left.__getitem__))
            if len(path) == n and (not closed or start in near[path[-1]]):
                return True
    return False


def _one_way(rng: random.Random, size: int, none: float) -> Facts | None:
    n = 6 + size
    path = rng.sample(range(1, n + 1), n)
    edges = {(u, v) for u, v in pairwise(path)}
    while len(edges) < n + 4 + size // 2:
        u, v = rng.sample(range(1, n + 1), 2)
        edges.add((u, v))
    listed = [list(pair) for pair in sorted(edges)]
    rng.shuffle(listed)
    facts: Facts = {"vertices": n, "edges": listed, "made": path}
    return None if _by_degree(facts, directed=True) else facts


# ---- cheapest ones


def _priced(rng: random.Random, size: int, none: float) -> Facts:
    n = min(13, 6 + 3 * size // 7)
    facts = _with_path(rng, n, True, n // 2 + 1 + size // 4)
    return {"vertices": n, "edges": [[u, v, rng.randint(1, 20)] for u, v in facts["edges"]]}


def _cheapest(closed: bool, vertices: int, edges: Edges) -> Best:
    """The least cost of a path over each set of vertices that ends at each of them."""
    cost = {(u, v): w for a, b, w in edges for u, v in ((a, b), (b, a))}
    near = _near(vertices, edges)
    starts = [1] if closed else range(1, vertices + 1)
    layer: dict[tuple[int, int], tuple[int, int]] = {(1 << v, v): (0, 0) for v in starts}
    tables = [layer]
    for _ in range(vertices - 1):
        after: dict[tuple[int, int], tuple[int, int]] = {}
        for (seen, v), (spent, _) in layer.items():
            for u in near[v]:
                if not seen >> u & 1:
                    key, new = (seen | 1 << u, u), spent + cost[v, u]
                    if key not in after or new < after[key][0]:
                        after[key] = new, v
        layer = after
        tables.append(layer)
    back = {key: spent + (cost.get((key[1], 1), 10**6) if closed else 0) for key, (spent, _) in layer.items()}
    key = min(back, key=lambda at: (back[at], at))
    total, path, seen = back[key], [key[1]], key[0]
    for table in tables[:0:-1]:
        before = table[seen, path[-1]][1]
        seen ^= 1 << path[-1]
        path.append(before)
    path.reverse()
    costs = [cost[pair] for pair in pairwise([*path, path[0]] if closed else path)]
    return Best(total, path, [_sum(costs)], numbers_in(edges, path))


def _sum(costs: Sequence[int]) -> str:
    return f"{' + '.join(map(str, costs))} = {sum(costs)}"


def _one_way_priced(rng: random.Random, size: int, none: float) -> Facts:
    n = min(10, 5 + 2 * size // 5)
    edges: set[tuple[int, int]] = set()
    while len(edges) < 2 * n + 1 + size // 3:
        u, v = rng.sample(range(1, n + 1), 2)
        edges.add((u, v))
    listed = [[u, v, rng.randint(1, 20)] for u, v in sorted(edges)]
    rng.shuffle(listed)
    return {"vertices": n, "edges": listed}


def _walk(vertices: int, edges: Edges) -> Best | None:
    """A table over sets, with shortest ways from each vertex to each other one as its edges."""
    names = range(1, vertices + 1)
    far = {(u, v): 10**6 for u in names for v in names} | {(u, v): w for u, v, w in edges}
    via: dict[tuple[int, int], int] = {}
    for k in names:
        for u in names:
            for v in names:
                if far[u, k] + far[k, v] < far[u, v] and u != v:
                    far[u, v], via[u, v] = far[u, k] + far[k, v], k
    tables: list[dict[tuple[int, int], tuple[int, int]]] = [{(1 << v, v): (0, 0) for v in names}]
    for _ in range(vertices - 1):
        after: dict[tuple[int, int], tuple[int, int]] = {}
        for (seen, u), (spent, _) in tables[-1].items():
            for v in names:
                if not seen >> v & 1 and far[u, v] < 10**6:
                    key, new = (seen | 1 << v, v), spent + far[u, v]
                    if key not in after or new < after[key][0]:
                        after[key] = new, u
        tables.append(after)
    if not tables[-1]:
        return None
    seen, last = min(tables[-1], key=lambda key: (tables[-1][key], key))
    total, stops = tables[-1][seen, last][0], [last]
    for table in tables[:0:-1]:
        before = table[seen, stops[-1]][1]
        seen ^= 1 << stops[-1]
        stops.append(before)

    def way(u: int, v: int) -> list[int]:
        return [*way(u, via[u, v]), *way(via[u, v], v)] if (u, v) in via else [v]

    stops.reverse()
    path = [stops[0]]
    for u, v in pairwise(stops):
        path += way(u, v)
    price = {(u, v): w for u, v, w in edges}
    return Best(total, path, [_sum([price[pair] for pair in pairwise(path)])], numbers_in(edges, path))


# ---- tournaments


def _league(rng: random.Random, size: int, none: float) -> Facts:
    n = 7 + 2 * size // 5
    order = rng.sample(range(1, n + 1), n)
    cut = rng.randint(
        0, n // 3
    )  # the players before the cut have beaten all others, so nobody comes back to them
    beats: Edges = [[] for _ in range(n)]
    for i, j in combinations(range(n), 2):
        u, v = (order[i], order[j]) if i < cut <= j or rng.random() < 0.6 else (order[j], order[i])
        beats[u - 1].append(v)
    return {"beats": [sorted(b) for b in beats], "start": order[rng.randint(cut, n - 1)]}


def _longest(beats: Edges, start: int) -> Best | None:
    """All players who can be reached are met: a part of a tournament in which all reach all has a cycle through all."""
    reached = [start]
    for v in reached:
        reached += [u for u in beats[v - 1] if u not in reached]
    reached = list(dict.fromkeys(reached))
    tries = 0

    def search(path: list[int]) -> list[int] | None:
        nonlocal tries
        tries += 1
        if len(path) == len(reached) or tries > 400:
            return path if len(path) == len(reached) else None
        ready = [v for v in beats[path[-1] - 1] if v not in path]
        for v in sorted(ready, key=lambda v: sum(u not in path for u in beats[v - 1]), reverse=True):
            if found := search([*path, v]):
                return found
        return None

    path = search([start])
    if path is None or len(path) < 4:
        return None
    lines = [f"players who can be reached from {start}: {row(sorted(reached))}; all of them are met"]
    return Best(len(path), path, lines, numbers_in(beats, path), 0.01)


# ---- boards and drawings


def _board(rng: random.Random, size: int, none: float) -> Facts | None:
    """Squares that a knight visits one after the other, or a patch with too many squares of one colour."""
    high, wide = 4 + size // 7, 5 + (size + 2) // 5
    most = min(high * wide - 1, 9 + 3 * size // 2)
    at = rng.randrange(high), rng.randrange(wide)
    squares = [at]
    hopeless = rng.random() < none

    def ready(square: tuple[int, int]) -> list[tuple[int, int]]:
        jumps = [(square[0] + a, square[1] + b) for a, b in _JUMPS]
        return [(r, c) for r, c in jumps if 0 <= r < high and 0 <= c < wide and (r, c) not in squares]

    while len(squares) < most:
        new = ready(rng.choice(squares) if hopeless else squares[-1])
        if new:
            squares.append(
                rng.choice(new) if hopeless else min(new, key=lambda s: len(ready(s)) + 2 * rng.random())
            )
        elif not hopeless:
            return None
    number = {square: n for n, square in enumerate(sorted(squares), 1)}
    made = [number[square] for square in squares]
    if hopeless:
        dark, light = ([number[r, c] for r, c in squares if (r + c) % 2 == colour] for colour in (0, 1))
        made = min(dark, light, key=len)
        if abs(len(dark) - len(light)) < 2:
            return None
    board = [[number.get((r, c), 0) for c in range(wide)] for r in range(high)]
    return {"board": board, "made": made}


def _jumping(board: list[list[int]]) -> tuple[int, Edges]:
    place = {n: (r, c) for r, line in enumerate(board) for c, n in enumerate(line) if n}
    edges = [
        [u, v]
        for u, v in combinations(sorted(place), 2)
        if (place[u][0] - place[v][0], place[u][1] - place[v][1]) in _JUMPS
    ]
    return len(place), edges


def _tour(board: list[list[int]], made: list[int]) -> Best:
    squares, edges = _jumping(board)
    best = _proved(False, squares, edges, made)
    return Best(0, best.found, best.lines, 3.0 * squares, 0.001)


def _shown(board: list[list[int]], **_: object) -> dict[str, object]:
    lines = [" ".join(f"{n or '..':>2}" for n in line) for line in board]
    return {"drawn": "\n".join(lines), "count": max(map(max, board))}


def _lines(rng: random.Random, size: int, none: float) -> Facts | None:
    n, m = 6 + size // 3, 9 + size
    edges: set[tuple[int, int]] = set()
    trail = [rng.randint(1, n)]
    hopeless = rng.random() < none
    while len(edges) < m:
        last = trail[-1]
        new = [v for v in range(1, n + 1) if v != last and (min(v, last), max(v, last)) not in edges]
        if not new:
            return None
        trail.append(rng.choice(new))
        edges.add((min(last, trail[-1]), max(last, trail[-1])))
        if hopeless and rng.random() < 0.4:
            trail.append(rng.choice(trail))  # the pen is lifted
    odd = [v for v in range(1, n + 1) if sum(v in pair for pair in edges) % 2]
    if hopeless != (len(odd) > 2) or len(set(trail)) < n or (hopeless and len(odd) < 4):
        return None
    listed = [list(pair) for pair in sorted(edges)]
    rng.shuffle(listed)
    return {"lines": listed, "made": odd[:4] if hopeless else trail}


def _stroke(lines: Edges, made: list[int]) -> Best:
    ends: dict[int, int] = {}
    for line in lines:
        for v in line:
            ends[v] = ends.get(v, 0) + 1
    odd = sorted(v for v in ends if ends[v] % 2)
    said = [f"points with an odd number of lines: {row(odd) or 'none'}"]
    return Best(0, made, said, 3.0 * len(lines) + 1, 0.01)


# ---- words

_GRAPH = "A graph has the vertices 1 to {vertices}, and these edges:\n{list}"
_ARROWS = (
    "A directed graph has the vertices 1 to {vertices}, and these edges, to be used in the direction of the "
    "arrow:\n{list}"
)
_WEIGHTS = "A graph has the vertices 1 to {vertices}. These are its edges, each with its cost behind the colon:\n{list}"
_PATH = (
    "A path goes along edges from vertex to vertex and comes to every vertex of the graph exactly once; it may begin "
    "and end anywhere."
)
_CYCLE = (
    "A cycle goes along edges from vertex to vertex, comes to every vertex of the graph exactly once, and "
    "then goes along an edge from the last vertex back to the first one."
)
_TWO = "at least 2 parts more"
_ANY = "List the vertices in the order of the path, separated by commas."
_RING = "List every vertex once, in the order of the cycle, separated by commas."


def _or_proof(path: str, vertices: str, more: str) -> str:
    return (
        f"Either give such a {path}: list all {vertices} in its order. Or, if there is none, prove it: list "
        f"{vertices}, at "
        f"least one and not all of them, such that without these the rest falls into {more} than you "
        f"list {vertices} (a part: what is still linked, directly or through others that are left). One of "
        f"the two is "
        f"possible here, and only one."
    )


def _edges(edges: Edges, **_: object) -> dict[str, object]:
    return {"list": ", ".join(f"{e[0]}-{e[1]}" + "".join(f": {w}" for w in e[2:]) for e in edges)}


def _arrows(edges: Edges, **_: object) -> dict[str, object]:
    return {"list": ", ".join(f"{e[0]} -> {e[1]}" + "".join(f": {w}" for w in e[2:]) for e in edges)}


def _results(beats: Edges, **_: object) -> dict[str, object]:
    told = [f"{n} beat {', '.join(map(str, b)) or 'nobody'}" for n, b in enumerate(beats, 1)]
    return {"list": "\n".join(told), "players": len(beats)}


def _drawing(lines: Edges, **_: object) -> dict[str, object]:
    return {"list": ", ".join(f"{u}-{v}" for u, v in lines), "points": max(map(max, lines))}


KINDS = {
    "path": Kind(
        asking(_PATH, _GRAPH, _or_proof("path", "vertices", _TWO), "Separate the numbers by commas."),
        partial(_plain, False),
        partial(_proved, False),
        _edges,
    ),
    "cycle": Kind(
        asking(_CYCLE, _GRAPH, _or_proof("cycle", "vertices", "more parts"), "Separate the numbers by commas."),
        partial(_plain, True),
        partial(_proved, True),
        _edges,
    ),
    "directed-path": Kind(
        asking(_PATH, _ARROWS, "Give such a path; there is one.", _ANY),
        _one_way,
        partial(_proved, False),
        _arrows,
    ),
    "cheapest-path": Kind(
        asking(
            f"{_PATH} It costs as much as its edges together.",
            _WEIGHTS,
            "Give a path of the least cost; there is a path.",
            _ANY,
        ),
        _priced,
        partial(_cheapest, False),
        _edges,
    ),
    "cheapest-cycle": Kind(
        asking(
            f"{_CYCLE} It costs as much as its edges together, the last one included.",
            _WEIGHTS,
            "Give a cycle of the least cost; there is a cycle.",
            _RING,
        ),
        _priced,
        partial(_cheapest, True),
        _edges,
    ),
    "cheapest-walk": Kind(
        asking(
            "A walk goes along edges from vertex to vertex and comes to every vertex of the graph at least "
            "once; it may "
            "begin and end anywhere, and come to vertices and use edges several times. It costs as much as "
            "its edges "
            "together, each as often as it is used.",
            "A directed graph has the vertices 1 to {vertices}. These are its edges, to be used in the "
            "direction of the "
            "arrow, each with its cost behind the colon:\n{list}",
            "Give a walk of the least cost; there is a walk.",
            "List the vertices in the order in which the walk comes to them, separated by commas.",
        ),
        _one_way_priced,
        _walk,
        _arrows,
    ),
    "tournament": Kind(
        asking(
            "In a chain of players each one has beaten the next one, and nobody comes twice.",
            "Each of {players} players played once against each other one:\n{list}",
            "Give the longest chain that begins with player {start}.",
            "List the players in the order of the chain, separated by commas.",
        ),
        _league,
        _longest,
        _results,
    ),
    "knight": Kind(
        asking(
            "A chess knight moves two squares along a row or column and then one square to the side. It has "
            "to move from "
            "square to square so that it comes to every numbered square exactly once, beginning and ending "
            "anywhere; it "
            "must not land on a hole, but may jump over it. Two squares are linked if one move leads from "
            "one to the other.",
            "A board with the squares 1 to {count}; dots are holes:\n{drawn}",
            _or_proof("tour", "squares", _TWO),
            "Separate the numbers by commas.",
        ),
        _board,
        _tour,
        _shown,
    ),
    "one-stroke": Kind(
        asking(
            "The drawing has to be made without lifting the pen: every line is drawn exactly once, from one "
            "of its points to "
            "the other, and the next line begins where the last one ended. Points may be passed several times.",
            "A drawing has the points 1 to {points}, and these lines between them:\n{list}",
            "Either list the points in the order in which the pen comes to them, the first and the last one "
            "included. Or, if "
            "the drawing cannot be made so, prove it: list exactly four different points in each of which "
            "an odd number of "
            "lines ends. One of the two is possible here, and only one.",
            "Separate the numbers by commas.",
        ),
        _lines,
        _stroke,
        _drawing,
    ),
}
WORDINGS = wordings(KINDS)
generate = optimum_family(
    KINDS,
    {
        "size": Whole(1, 24, "how many vertices there are"),
        "none": Real(
            0, 1, "the share of tasks of the kinds path, cycle, knight and one-stroke that have no such path"
        ),
    },
)
