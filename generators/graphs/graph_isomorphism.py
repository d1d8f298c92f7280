"""Graph isomorphism: two graphs or matrices that are the same under other names, one in another, or one onto itself.

Kinds: ``mapping``; ``same-or-not`` (a mapping, or cycles of some length whose numbers differ, so that there is no yes
or no to guess); ``embedding`` (an induced copy of a small graph in a larger one); ``matrices`` (rows and columns in new
orders); ``symmetry`` (a graph mapped to itself in another way than by the identity). Instances in which a mapping by
degrees, or the first vertex that fits each time, is right are not asked.

Difficulty: `kinds` drawn from; `size`, by which graphs grow; `different`, about the share of ``same-or-not`` whose
graphs are different. Proxy: pairs of vertices, or of rows and columns.

Sources: B. D. McKay 1981 (refinement); J. R. Ullmann 1976 (embeddings).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import combinations

from ..family import attempts
from ..kernels.asking import asking, row
from ..kernels.count import Facts
from ..kernels.optimum import Best, Kind, Worth, optimum_family, wordings
from ..limits import Real, Whole

Edges = list[list[int]]
Pair = tuple[int, int]


def _size(size: int) -> int:
    return 6 + size * 3 // 5


def _pairs(n: int) -> float:
    return n * (n - 1) / 2


def _switched(rng: random.Random, edges: set[Pair], times: int) -> set[Pair]:
    """Edges a-b and c-d become a-d and c-b, again and again; all degrees stay."""
    left = sorted(edges)
    for _ in range(times):
        i, j = rng.sample(range(len(left)), 2)
        (a, b), (c, d) = left[i], left[j][:: rng.choice((1, -1))]
        new = [(min(a, d), max(a, d)), (min(c, b), max(c, b))]
        if len({a, b, c, d}) == 4 and not set(new) & set(left):
            left[i], left[j] = new
    return set(left)


def _near(n: int, edges: Iterable[Sequence[int]]) -> list[set[int]]:
    near: list[set[int]] = [set() for _ in range(n + 1)]
    for u, v in edges:
        near[u].add(v)
        near[v].add(u)
    return near


def _connected(n: int, edges: Iterable[Sequence[int]]) -> bool:
    near, found = _near(n, edges), [1]
    for v in found:
        found += [u for u in near[v] if u not in found]
    return len(found) == n


def _even(rng: random.Random, n: int, more: int) -> set[Pair]:
    """A connected graph in which all vertices have three neighbours, or nearly so, and some edges more."""
    for _ in attempts():
        edges = {(v, v + 1) for v in range(1, n)} | {(1, n)}
        edges |= {(v, v + n // 2) for v in range(1, n - n // 2 + 1) if v + n // 2 <= n and v <= n // 2}
        edges = _switched(rng, edges, 4 * n)
        others = [pair for pair in combinations(range(1, n + 1), 2) if pair not in edges]
        edges |= set(rng.sample(others, more))
        if _connected(n, edges):
            break
    return edges


def _listed(rng: random.Random, edges: Iterable[Sequence[int]], names: Sequence[int]) -> Edges:
    """Edges under new names (`names[v]` for v), in random order."""
    renamed = [sorted((names[u], names[v])) for u, v in edges]
    rng.shuffle(renamed)
    return renamed


def _kept(first: Iterable[Sequence[int]], second: Edges, images: Sequence[int]) -> bool:
    """Whether images (of 1, 2, ...) take the first edges to the second ones, and no edge is left."""
    taken = {tuple(sorted((images[u - 1], images[v - 1]))) for u, v in first}
    return taken == {tuple(edge) for edge in second}


def _quick(n: int, first: Edges, second: Edges) -> bool:
    """Whether degrees, degrees around, or the first vertex that fits each time tell a mapping."""
    a, b = _near(n, first), _near(n, second)
    marks = [
        lambda near, v: v,
        lambda near, v: (len(near[v]), v),
        lambda near, v: (len(near[v]), sorted(len(near[u]) for u in near[v]), v),
    ]
    names = range(1, n + 1)
    for mark in marks:
        images = dict(
            zip(sorted(names, key=partial(mark, a)), sorted(names, key=partial(mark, b)), strict=True)
        )
        if _kept(first, second, [images[v] for v in names]):
            return True
    return _first_fit(a, b, n)


def _first_fit(
    a: list[set[int]], b: list[set[int]], n: int, induced_only: bool = False, begun: Sequence[int] = ()
) -> bool:
    images = list(begun)
    for v in range(len(begun) + 1, n + 1):
        fitting = (
            u
            for u in range(1, len(b))
            if u not in images
            and (induced_only or len(b[u]) == len(a[v]))
            and all((w in a[v]) == (images[w - 1] in b[u]) for w in range(1, v))
        )
        u = next(fitting, 0)
        if not u:
            return False
        images.append(u)
    return True


# ---- two graphs


def _two(rng: random.Random, size: int, different: float) -> Facts | None:
    n = _size(size)
    edges = _even(rng, n, rng.randint(0, 2))
    names = [0, *rng.sample(range(1, n + 1), n)]
    first = _listed(rng, edges, range(n + 1))
    second = _listed(rng, edges, names)
    if _quick(n, first, second):
        return None
    return {"vertices": n, "first": first, "second": second, "made": names[1:]}


def _mapped(vertices: int, first: Edges, second: Edges, made: list[int]) -> Best:
    lines = [f"edges of {v} go to {row(sorted(made[u - 1] for u in near))}" for v, near in _around(first)]
    return Best(0, made, lines, _pairs(vertices), 0.001)


def _around(edges: Edges) -> list[tuple[int, list[int]]]:
    n = max(map(max, edges))
    return [(v, sorted(near)) for v, near in enumerate(_near(n, edges)) if near]


def cycles(n: int, edges: Iterable[Sequence[int]], length: int) -> int:
    """How many cycles of a length a graph has: each is found from its least vertex, in both directions."""
    near = _near(n, edges)

    def paths(path: list[int]) -> int:
        if len(path) == length:
            return path[0] in near[path[-1]]
        return sum(paths([*path, v]) for v in near[path[-1]] if v > path[0] and v not in path)

    return sum(paths([v]) for v in range(1, n + 1)) // 2


LENGTHS = range(3, 7)


def _maybe(rng: random.Random, size: int, different: float) -> Facts | None:
    if rng.random() >= different:
        return _two(rng, size + 2, different)
    n = _size(size + 2)
    for _ in attempts():
        edges = _even(rng, n, rng.randint(0, 2))
        other = _switched(rng, edges, rng.randint(2, 6))
        counts = [(length, cycles(n, edges, length), cycles(n, other, length)) for length in LENGTHS]
        told = [count for count in counts if count[1] != count[2]]
        seen = size > 4 and counts[0] in told  # triangles are seen too soon
        if told and not seen and _connected(n, other):
            break
    names = [0, *rng.sample(range(1, n + 1), n)]
    return {
        "vertices": n,
        "first": _listed(rng, edges, range(n + 1)),
        "second": _listed(rng, other, names),
        "made": list(told[0]),
    }


def _told(vertices: int, first: Edges, second: Edges, made: list[int]) -> Best:
    if len(made) == vertices:
        return _mapped(vertices, first, second, made)
    lines = [f"cycles of length {length}: {_both(vertices, first, second, length)}" for length in LENGTHS]
    return Best(0, made, lines, _pairs(vertices), 0.02)


def _both(n: int, first: Edges, second: Edges, length: int) -> str:
    return f"{cycles(n, first, length)} and {cycles(n, second, length)}"


def _inside(rng: random.Random, size: int, different: float) -> Facts | None:
    n = _size(size) + 1
    k = n // 2 + 1
    edges = _even(rng, n, rng.randint(0, n // 2))
    names = [0, *rng.sample(range(1, n + 1), n)]
    chosen = set(rng.sample(range(1, n + 1), k))
    order = rng.sample(sorted(chosen), k)
    number = {v: at for at, v in enumerate(order, 1)}
    part = [(number[u], number[v]) for u, v in edges if u in chosen and v in chosen]
    if not _connected(k, part) or len(part) < k:
        return None
    first = _listed(rng, part, range(k + 1))
    second = _listed(rng, edges, names)
    made = [names[v] for v in order]
    quick = _first_fit(_near(k, first), _near(n, second), k, induced_only=True)
    return None if quick else {"vertices": n, "small": k, "first": first, "second": second, "made": made}


def _embedded(vertices: int, small: int, first: Edges, second: Edges, made: list[int]) -> Best:
    return Best(0, made, _mapped(vertices, first, second, made).lines, _pairs(vertices), 0.001)


# ---- a graph and itself


def _symmetric(rng: random.Random, size: int, different: float) -> Facts | None:
    """Edges are drawn together with all that a permutation makes of them."""
    n = _size(size) + 1
    order = rng.sample(range(1, n + 1), n)
    images = list(range(n + 1))
    step = rng.choice((2, 2, 3))
    for at in range(0, n - rng.randint(0, 2) - step + 1, step):
        turn = order[at : at + step]
        for here, there in zip(turn, [*turn[1:], turn[0]], strict=True):
            images[here] = there
    edges = set[Pair]()
    for _ in attempts():
        if len(edges) >= n + n // 3:
            break
        u, v = rng.sample(range(1, n + 1), 2)
        for _ in range(step):
            edges.add((min(u, v), max(u, v)))
            u, v = images[u], images[v]
    listed = _listed(rng, edges, range(n + 1))
    swapped = (
        [b if v == a else a if v == b else v for v in range(1, n + 1)]
        for a, b in combinations(range(1, n + 1), 2)
    )
    if not _connected(n, edges) or any(_kept(listed, listed, swap) for swap in swapped):
        return None
    return {"vertices": n, "edges": listed, "made": images[1:]}


def _first_change(worth: Worth, vertices: int, edges: Edges, made: list[int]) -> bool:
    """Whether the first vertices stay, the next one is moved, and then the first vertex that fits is always right."""
    near = _near(vertices, edges)
    return any(
        len(near[v]) == len(near[image])
        and not (near[v] ^ near[image]) & set(range(1, v))
        and _first_fit(near, near, vertices, begun=[*range(1, v), image])
        for v, image in combinations(range(1, vertices + 1), 2)
    )


def _itself(vertices: int, edges: Edges, made: list[int]) -> Best:
    moved = [f"{v} to {image}" for v, image in enumerate(made, 1) if v != image]
    lines = [", ".join(moved)]
    return Best(0, made, lines, _pairs(vertices), 0.001)


# ---- matrices


def _matrices(rng: random.Random, size: int, different: float) -> Facts | None:
    n = _size(size) + 2
    rows = rng.randint(n // 2 - (n > 9), n // 2)
    columns = n - rows
    first = ["".join(rng.choices("01", k=columns)) for _ in range(rows)]
    a, b = rng.sample(range(rows), rows), rng.sample(range(columns), columns)
    second = ["".join(first[i][j] for j in b) for i in a]

    def sorted_by(lines: list[str], around: bool) -> list[str]:
        sums = [line.count("1") for line in lines]
        tall = ["".join(column) for column in zip(*lines, strict=True)]
        heights = [line.count("1") for line in tall]
        of_row = [sorted(h for h, sign in zip(heights, line, strict=True) if sign == "1") for line in lines]
        of_column = [sorted(s for s, sign in zip(sums, line, strict=True) if sign == "1") for line in tall]
        down = sorted(range(rows), key=lambda i: (sums[i], of_row[i] if around else [], i))
        across = sorted(range(columns), key=lambda j: (heights[j], of_column[j] if around else [], j))
        return ["".join(lines[i][j] for j in across) for i in down]

    if first == second or any(sorted_by(first, way) == sorted_by(second, way) for way in (False, True)):
        return None
    return {"first": first, "second": second, "made": [[i + 1 for i in a], [j + 1 for j in b]]}


def _reordered(first: list[str], second: list[str], made: Edges) -> Best:
    lines = [f"row {i} of B: row {a} of A" for i, a in enumerate(made[0], 1)]
    lines += [f"column {j} of B: column {b} of A" for j, b in enumerate(made[1], 1)]
    return Best(0, made, lines, _pairs(len(first) + len(first[0])), 0.001)


# ---- words

_GRAPHS = (
    "Graph A has the vertices 1 to {vertices}, and these edges:\n{one}\n"
    "Graph B has the vertices 1 to {vertices}, and these edges:\n{two}"
)
_SMALL = _GRAPHS.replace("{vertices}", "{small}", 1)
_MATRICES = "Matrix A has {rows} rows and {columns} columns:\n{one}\nMatrix B:\n{two}"
_SAME = (
    "A mapping gives each vertex of graph A a vertex of graph B, different vertices to different ones, so that two "
    "vertices of A are joined by an edge if and only if their images in B are joined by one."
)
_IMAGES = "Give the images of the vertices 1, 2, ..., {vertices}, in this order, separated by commas."


def _shown(first: Edges, second: Edges, **_: object) -> dict[str, object]:
    return {name: _told_edges(edges) for name, edges in (("one", first), ("two", second))}


def _told_edges(edges: Edges) -> str:
    return ", ".join(f"{u}-{v}" for u, v in edges)


def _alone(edges: Edges, **_: object) -> dict[str, object]:
    return {"list": _told_edges(edges)}


def _rows(first: list[str], second: list[str], **_: object) -> dict[str, object]:
    shown = {"one": "\n".join(first), "two": "\n".join(second)}
    return {**shown, "rows": len(first), "columns": len(first[0])}


KINDS = {
    "mapping": Kind(
        asking(_SAME, _GRAPHS, "Find such a mapping; there is one.", _IMAGES), _two, _mapped, _shown
    ),
    "same-or-not": Kind(
        asking(
            f"{_SAME} A cycle of length k is made of k different vertices, each joined to the next one, and the "
            "last one to the first one; cycles with the same edges are one cycle.",
            _GRAPHS,
            "Either find a mapping; or, if there is none, prove it by a length from 3 to 6 of which graph A and graph "
            "B have different numbers of cycles. One of the two is possible here, and only one.",
            "For a mapping, give the images of the vertices 1, 2, ..., {vertices}, in this order, separated by commas. "
            "For a proof, give three numbers, separated by commas: the length, how many cycles of this length A has, "
            "and how many B has.",
        ),
        _maybe,
        _told,
        _shown,
    ),
    "embedding": Kind(
        asking(
            _SAME,
            _SMALL,
            "Find such a mapping of the small graph A into graph B; there is one.",
            _IMAGES.replace("{vertices}", "{small}"),
        ),
        _inside,
        _embedded,
        _shown,
    ),
    "symmetry": Kind(
        asking(
            "A symmetry of a graph gives each vertex a vertex of the same graph as its image, different vertices to "
            "different ones, so that two vertices are joined by an edge if and only if their images are. That each "
            "vertex is its own image is not enough: at least one has to have another image.",
            "A graph has the vertices 1 to {vertices}, and these edges:\n{list}",
            "Find a symmetry; there is one.",
            _IMAGES,
        ),
        _symmetric,
        _itself,
        _alone,
        tempting=_first_change,
    ),
    "matrices": Kind(
        asking(
            "The rows and the columns of matrix A can be put into new orders so that A becomes matrix B. Rows and "
            "columns are numbered from 1.",
            _MATRICES,
            "Find such orders; there are some.",
            "Give two lists of numbers with a semicolon between them: which rows of A become the rows 1, 2, ..., "
            '{rows} of B, and which columns of A become the columns 1, 2, ..., {columns} of B, such as "2 1 3; 1 3 2".',
        ),
        _matrices,
        _reordered,
        _rows,
    ),
}
WORDINGS = wordings(KINDS)
generate = optimum_family(
    KINDS,
    {
        "size": Whole(1, 24, "how large graphs and matrices are"),
        "different": Real(
            0.0, 1.0, "about the share of pairs of graphs that are different, where that is asked"
        ),
    },
)
