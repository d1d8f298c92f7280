"""Facility location: where to put a few things so that all others are near, on a graph, a line, a river or in a plane.

Kinds: ``vertex-centers`` (the farthest vertex is as near as possible), ``line-medians`` (some of the points of a line,
with the least sum of distances), ``bridges`` (over a river, for ways from bank to bank), ``chebyshev`` (a point in a
plane, where the larger difference is the distance) and ``squares`` (squared distances to the nearest point of each
group). Instances in which a quick strategy finds an optimum are not asked.

Difficulty: `kinds` drawn from; `size`, by which there is more to serve. Proxy: pairs of what is served.

Sources: T. F. Gonzalez 1985 (the farthest one first, and that it is off by a factor); R. Hassin and A. Tamir 1991 (on a
line); S. L. Hakimi 1964 (medians).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import accumulate, combinations, pairwise, product
from math import comb

from ..base import Json
from ..kernels.asking import SET, asking
from ..kernels.count import Facts
from ..kernels.optimum import Best, Kind, optimum_family, wordings
from ..limits import Whole
from ..refine import canonical_graph

Edges = list[list[int]]
Table = list[list[int]]
FAR = 10**9


def _size(rng: random.Random, size: int) -> int:
    return 8 + size + rng.randint(0, 1)


def _pairs(n: int) -> float:
    return n * (n - 1) / 2


def _guess(n: int, count: int) -> float:
    """About how many choices are as good as the best one, of all that there are."""
    return 1.5 / comb(n, count)


def _sum(values: Sequence[int]) -> str:
    return f"{' + '.join(map(str, values))} = {sum(values)}"


# ---- on a graph


def _graph(rng: random.Random, size: int) -> Facts:
    n = _size(rng, size)
    names = rng.sample(range(1, n + 1), n)
    pairs = {tuple(sorted((names[i], names[rng.randrange(i)]))) for i in range(1, n)}
    others = [pair for pair in combinations(range(1, n + 1), 2) if pair not in pairs]
    edges = [[*pair, rng.randint(1, 20)] for pair in sorted(pairs) + rng.sample(others, n // 3)]
    rng.shuffle(edges)
    return {"vertices": n, "edges": edges, "count": 2 + (n > 11) + (n > 16)}


def _distances(n: int, edges: Edges) -> Table:
    """Between all vertices; row and column 0 are not used."""
    far = [[0 if u == v else FAR for v in range(n + 1)] for u in range(n + 1)]
    for u, v, w in edges:
        far[u][v] = far[v][u] = w
    for k in range(1, n + 1):
        through = far[k]
        for u in range(1, n + 1):
            if (first := far[u][k]) < FAR:
                far[u] = [min(old, first + rest) for old, rest in zip(far[u], through, strict=True)]
    return far


def _within(far: Table, radius: int, count: int) -> list[int] | None:
    """So many vertices that all others are within a radius of; the first one that is not served needs one nearby."""
    n = len(far) - 1

    def serve(left: int, chosen: list[int]) -> list[int] | None:
        if not left:
            return chosen
        if len(chosen) == count:
            return None
        v = left.bit_length() - 1
        for u in range(1, n + 1):
            if far[u][v] <= radius and (found := serve(left & ~balls[u], [*chosen, u])):
                return found
        return None

    balls = [sum(1 << v for v in range(1, n + 1) if far[u][v] <= radius) for u in range(n + 1)]
    return serve((1 << n + 1) - 2, [])


def _farthest_first(far: Table, count: int) -> Iterator[int]:
    """What it comes to if one begins anywhere, and adds the vertex that is farthest away, or that helps most."""
    names = range(1, len(far))
    for start in names:
        chosen = [start]
        while len(chosen) < count:
            chosen.append(max(names, key=lambda v: min(far[c][v] for c in chosen)))
        yield _radius(far, chosen)
    chosen = []
    while len(chosen) < count:
        chosen.append(min(names, key=lambda v: _radius(far, [*chosen, v])))
    yield _radius(far, chosen)


def _radius(far: Table, chosen: Sequence[int]) -> int:
    return max(min(far[c][v] for c in chosen) for v in range(1, len(far)))


def _centers(vertices: int, edges: Edges, count: int) -> Best | None:
    far = _distances(vertices, edges)
    lengths = sorted({length for row in far[1:] for length in row[1:]})
    low, high, best = 0, len(lengths) - 1, list[int]()
    while low <= high:
        middle = (low + high) // 2
        if found := _within(far, lengths[middle], count):
            best, high = found, middle - 1
        else:
            low = middle + 1
    radius = lengths[low]
    if radius in _farthest_first(far, count):
        return None
    chosen = sorted(best + [v for v in range(1, vertices + 1) if v not in best][: count - len(best)])
    lines = [
        f"{v}: nearest is {min(chosen, key=lambda c: far[c][v])}, at {min(far[c][v] for c in chosen)}"
        for v in range(1, vertices + 1)
    ]
    return Best(radius, chosen, lines, _pairs(vertices), _guess(vertices, count))


# ---- on a line


def _split(costs: Sequence[Sequence[int]], count: int) -> tuple[int, list[int]]:
    """The best division of a row into runs: `costs[a][b]` is what the run from a up to b (without it) comes to.

    Returns:
        The least sum, and where runs begin and end.
    """
    n = len(costs) - 1
    layers: list[list[tuple[int, int]]] = [[(0, 0)] + [(FAR, 0)] * n]
    for _ in range(count):
        last = layers[-1]
        layers.append(
            [min(((last[a][0] + costs[a][b], a) for a in range(b)), default=(FAR, 0)) for b in range(n + 1)]
        )
    ends = [n]
    for layer in layers[:0:-1]:
        ends.append(layer[ends[-1]][1])
    return layers[-1][n][0], ends[::-1]


def _line(rng: random.Random, size: int) -> Facts:
    """Points in clusters of different sizes."""
    n, most = _size(rng, size), 30 + 5 * size
    middles = [rng.randint(1, most) for _ in range(3 + size // 4)]
    points = {min(most, max(1, rng.choice(middles) + rng.randint(-9, 9))) for _ in range(n)}
    while len(points) < n:
        points.add(rng.randint(1, most))
    return {"points": sorted(points), "count": 2 + (n > 10) + (n > 15)}


def _nearest(points: Sequence[int], chosen: Sequence[int]) -> int:
    return sum(min(abs(p - c) for c in chosen) for p in points)


def _line_medians(points: list[int], count: int) -> Best | None:
    n, sums = len(points), [0, *accumulate(points)]
    costs = [[0] * (n + 1) for _ in range(n + 1)]
    for a in range(n):
        for b in range(a + 1, n + 1):
            m = (a + b) // 2
            costs[a][b] = sums[b] - sums[m] - (b - m) * points[m] + (m - a) * points[m] - sums[m] + sums[a]
    total, ends = _split(costs, count)
    chosen = [points[(a + b) // 2] for a, b in pairwise(ends)]
    even = [i * n // count for i in range(count + 1)]
    gaps = sorted(range(1, n), key=lambda i: points[i] - points[i - 1])[n - count :]
    cuts = (even, [0, *sorted(gaps), n])
    quick = [[points[(a + b - less) // 2] for a, b in pairwise(cut)] for cut in cuts for less in (0, 1)]
    grown: list[int] = []
    while len(grown) < count:
        grown.append(min(points, key=lambda p: _nearest(points, [*grown, p])))
    if total in (_nearest(points, way) for way in [*quick, grown]):
        return None
    lines = [
        f"for {', '.join(map(str, points[a:b]))} the point {points[(a + b) // 2]}: {costs[a][b]}"
        for a, b in pairwise(ends)
    ]
    lines.append(_sum([costs[a][b] for a, b in pairwise(ends)]))
    return Best(total, chosen, lines, _pairs(n), _guess(n, count))


def _river(rng: random.Random, size: int) -> Facts:
    n, most = _size(rng, size), 20 + 3 * size
    ways = [[rng.randint(1, most), rng.randint(1, most)] for _ in range(n)]
    return {"ways": ways, "most": most, "count": 2 + (n > 13)}


def _walked(ways: Edges, bridges: Sequence[int]) -> int:
    return sum(min(abs(p - a) + abs(p - b) for p in bridges) for a, b in ways)


def _bridges(ways: list[list[int]], most: int, count: int) -> Best | None:
    """Who walks on which bridge is decided by the middles of the ways; a bridge stands at the median of their ends."""
    order = sorted(ways, key=sum)
    n = len(order)

    def median(a: int, b: int) -> int:
        return sorted(end for way in order[a:b] for end in way)[b - a - 1]

    costs = [[_walked(order[a:b], [median(a, b)]) if a < b else 0 for b in range(n + 1)] for a in range(n + 1)]
    total, ends = _split(costs, count)
    chosen = [median(a, b) for a, b in pairwise(ends)]
    all_ends = sorted(end for way in ways for end in way)
    even = [i * n // count for i in range(count + 1)]
    quick = [
        [median(a, b) for a, b in pairwise(even)],
        [sorted(end for way in order[a:b] for end in way)[b - a] for a, b in pairwise(even)],
        [all_ends[(2 * i + 1) * len(all_ends) // (2 * count)] for i in range(count)],
        [(2 * i + 1) * most // (2 * count) for i in range(count)],
    ]
    grown: list[int] = []
    while len(grown) < count:
        grown.append(min(range(1, most + 1), key=lambda p: _walked(ways, [*grown, p])))
    if total in (_walked(ways, way) for way in [*quick, grown]):
        return None
    parts = [costs[a][b] for a, b in pairwise(ends)]
    lines = [
        f"bridge at {p} for {b - a} ways: {part}"
        for p, (a, b), part in zip(chosen, pairwise(ends), parts, strict=True)
    ]
    return Best(total, sorted(chosen), [*lines, _sum(parts)], _pairs(n), 0.01)


def _groups(rng: random.Random, size: int) -> Facts:
    n, most = _size(rng, size), 30 + 5 * size
    return {"groups": [sorted(rng.sample(range(1, most + 1), rng.randint(2, 3))) for _ in range(n)]}


def _squared(groups: Sequence[Sequence[int]], times: int) -> int:
    """The sum for the place times / n, multiplied by n squared."""
    n = len(groups)
    return sum(min((times - n * x) ** 2 for x in group) for group in groups)


def _squares(groups: list[list[int]]) -> Best | None:
    """Between two middles of neighbours in a group, the nearest points stay, and their mean is the best place."""
    n = len(groups)
    middles = sorted({a + b for group in groups for a, b in pairwise(group)})
    tried = set[int]()
    for twice in [middles[0] - 1, *middles]:
        tried.add(sum(min(group, key=lambda x: (abs(2 * x - twice), -x)) for group in groups))
    found = min(tried, key=lambda times: _squared(groups, times))
    worth = _squared(groups, found)
    mean = n * sum(map(sum, groups)) // sum(map(len, groups))
    least, most = n * min(map(min, groups)), n * max(map(max, groups))
    for times in (mean, least, most, (least + most) // 2):  # the mean of what is nearest, again and again
        near = [times]
        for _ in range(5):
            near.append(sum(min(group, key=lambda x: abs(n * x - near[-1])) for group in groups))
        if worth in (_squared(groups, place) for place in near):
            return None
    points = [min(group, key=lambda x: abs(n * x - found)) for group in groups]
    return Best(
        worth, [found], [f"nearest points: {', '.join(map(str, points))}", _sum(points)], _pairs(n), 0.01
    )


# ---- in a plane


def _plane(rng: random.Random, size: int) -> Facts:
    n, most = _size(rng, size), 20 + 2 * size
    places = [[rng.randint(1, most), rng.randint(1, most), rng.randint(1, 6) ** 2] for _ in range(n)]
    return {"places": places, "most": most}


def _cost(places: Sequence[Sequence[int]], x: int, y: int) -> int:
    return sum(w * max(abs(x - a), abs(y - b)) for a, b, w in places)


def _median(weighted: Sequence[tuple[int, int]]) -> int:
    """The least value with at least half of the weight at or below it."""
    half, run = sum(w for _, w in weighted), 0
    for value, w in sorted(weighted):
        run += 2 * w
        if run >= half:
            return value
    raise AssertionError("weights are positive")


def _chebyshev(places: list[list[int]], most: int) -> Best | None:
    """Turned by 45 degrees: medians of x + y and of x - y or, if one of them is odd and the other even, beside them."""
    u = _median([(a + b, w) for a, b, w in places])
    v = _median([(a - b, w) for a, b, w in places])
    points = [
        ((p + q) // 2, (p - q) // 2)
        for p, q in product((u - 1, u, u + 1), (v - 1, v, v + 1))
        if (p + q) % 2 == 0
    ]
    x, y = min(points, key=lambda point: (_cost(places, *point), point))
    if not (1 <= x <= most and 1 <= y <= most):
        return None
    worth = _cost(places, x, y)
    weight = sum(w for _, _, w in places)
    quick: list[tuple[int, int]] = [
        (_median([(a, w) for a, _, w in places]), _median([(b, w) for _, b, w in places])),
        (round(sum(w * a for a, _, w in places) / weight), round(sum(w * b for _, b, w in places) / weight)),
        (sum(a for a, _, _ in places) // len(places), sum(b for _, b, _ in places) // len(places)),
        ((most + 1) // 2, (most + 1) // 2),
        *[(a, b) for a, b, _ in places],
    ]
    if worth in (_cost(places, a, b) for a, b in quick):
        return None
    parts = [w * max(abs(x - a), abs(y - b)) for a, b, w in places]
    lines = [f"median of x + y: {u}", f"median of x - y: {v}", _sum(parts)]
    return Best(worth, [x, y], lines, _pairs(len(places)), 0.01)


# ---- words

_GRAPH = (
    "A graph has the vertices 1 to {vertices}. Its edges, each with its length behind the colon, are:\n{list}"
)


def _edges(edges: Edges, **_: object) -> dict[str, object]:
    return {"list": ", ".join(f"{u}-{v}: {w}" for u, v, w in edges)}


def _form(vertices: int, edges: Edges, count: int) -> Json:
    return [count, canonical_graph(vertices, [(u - 1, v - 1, w) for u, v, w in edges], [0] * vertices)]


def _listed(
    ways: Edges | None = None, groups: Edges | None = None, places: Edges | None = None, **_: object
) -> dict[str, object]:
    told = [f"Way {n}: from {a} to {b}" for n, (a, b) in enumerate(ways or (), 1)]
    told += [f"Group {n}: {', '.join(map(str, group))}" for n, group in enumerate(groups or (), 1)]
    told += [f"({x}, {y}), weight {w}" for x, y, w in places or ()]
    return {"list": "\n".join(told), "many": len(told)}


KINDS = {
    "vertex-centers": Kind(
        asking(
            "Choose exactly {count} vertices. The distance of two vertices is the length of a shortest way between "
            "them along edges. Each vertex is served by the chosen vertex that is nearest to it.",
            _GRAPH,
            "The largest distance of a vertex from the chosen vertex that serves it has to be as small as possible.",
            SET.format(what="the chosen vertices"),
        ),
        _graph,
        _centers,
        _edges,
        _form,
    ),
    "line-medians": Kind(
        asking(
            "Choose exactly {count} of the points. Each point is served by the chosen point that is nearest to it.",
            "On a line there are points at these places:\n{points}",
            "The sum of the distances of all points from the chosen points that serve them has to be as small as "
            "possible.",
            SET.format(what="the places of the chosen points"),
        ),
        _line,
        _line_medians,
    ),
    "bridges": Kind(
        asking(
            "Exactly {count} bridges are built straight over a river, each at a whole number from 1 to {most}. People "
            "want to get from a place on one bank to a place on the other; places are numbers along the river, too. "
            "Over a bridge at p, the way from a to b has the length |a - p| + |p - b|, and everyone takes the bridge "
            "with which the own way is shortest.",
            "These ways are wanted:\n{list}",
            "The sum of the lengths of all ways has to be as small as possible.",
            SET.format(what="the places of the bridges"),
        ),
        _river,
        _bridges,
        _listed,
    ),
    "chebyshev": Kind(
        asking(
            "Choose one point (x, y); x and y are whole numbers from 1 to {most}. Its distance from a place (a, b) is "
            "the larger one of |x - a| and |y - b|, and the cost of the place is this distance times its weight.",
            "These are the places, each with its weight:\n{list}",
            "The sum of the costs of all places has to be as small as possible.",
            "Give x and y, separated by a comma.",
        ),
        _plane,
        _chebyshev,
        _listed,
    ),
    "squares": Kind(
        asking(
            "Choose a place X on the line; it need not be a whole number. Each group costs the square of the distance "
            "between X and the point of the group that is nearest to X.",
            "On a line there are {many} groups of points:\n{list}",
            "The sum of the costs has to be as small as possible. For the best X, {many} times X is a whole number.",
            "Give this number, {many} times X, and not X itself.",
        ),
        _groups,
        _squares,
        _listed,
    ),
}
WORDINGS = wordings(KINDS)
generate = optimum_family(KINDS, {"size": Whole(1, 24, "how much there is to serve")})
