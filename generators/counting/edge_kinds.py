"""Kinds of counting-graphs: trees by the divisor of their weights, nearly complete graphs, and graphs of numbers."""

from __future__ import annotations

import random
from itertools import combinations
from math import comb, factorial, gcd, isqrt, prod

from ..kernels.count import Facts, Kind, total
from .graph_facts import LETTERS, ends, form, graph, spanning


def _divided(rng: random.Random, size: int) -> Facts:
    n = rng.randint(5 + size // 6, 5 + size // 4)
    facts = graph(rng, n, n + 2 + 2 * size // 5)
    return facts | {"weights": [rng.choice((2, 3, 4, 6, 6, 8, 12)) for _ in facts["edges"]]}


def _gcd_trees(vertices: str, edges: list[str], weights: list[int]) -> tuple[int, list[str]]:
    """A number is the sum of the totients of its divisors: for each d, trees of the edges that d divides."""
    parts, lines = [], []
    for d in range(1, max(weights) + 1):
        kept = [e for e, w in zip(edges, weights, strict=True) if w % d == 0]
        trees = spanning(list(vertices), ends(kept)) if len(kept) >= len(vertices) - 1 else 0
        if trees:
            coprime = sum(gcd(i, d) == 1 for i in range(1, d + 1))
            parts.append(coprime * trees)
            lines.append(
                f"edges with a multiple of {d}: {len(kept)}, spanning trees of these {trees}, numbers up to {d} "
                f"without a common divisor {coprime}: {coprime} * {trees} = {parts[-1]}"
            )
    return sum(parts), [*lines, total(parts)]


def _weighted_list(vertices: str, edges: list[str], weights: list[int]) -> dict[str, object]:
    return {"listed": ", ".join(f"{a}-{b}: {w}" for (a, b), w in zip(ends(edges), weights, strict=True))}


def _nearly(rng: random.Random, size: int) -> Facts:
    n = rng.randint(5 + size // 6, 6 + size // 5)
    pairs = ["".join(pair) for pair in combinations(LETTERS[:n], 2)]
    return {"vertices": LETTERS[:n], "missing": sorted(rng.sample(pairs, rng.randint(1, 3 + size // 8)))}


def _through(n: int, chosen: tuple[str, ...]) -> int:
    """Cycles of the complete graph that hold some edges."""
    degrees = [sum(v in e for e in chosen) for v in {v for e in chosen for v in e}]
    if any(degree > 2 for degree in degrees):
        return 0
    parts = {v: v for e in chosen for v in e}
    rings = 0
    for a, b in ends(chosen):
        if parts[a] == parts[b]:
            rings += 1
        parts = {v: parts[a] if part == parts[b] else part for v, part in parts.items()}
    if rings:
        return int(len(set(parts.values())) == 1)
    paths, free = len(set(parts.values())), n - len(parts)
    found = 0
    for j in range(free + 1):
        if len(parts) + j >= 3:
            found += comb(free, j) * factorial(paths + j - 1) * 2**paths // 2
    return found


def _nearly_cycles(vertices: str, missing: list[str]) -> tuple[int, list[str]]:
    """All cycles of the complete graph, less those through a missing edge, and so on."""
    n = len(vertices)
    parts = []
    lines = [
        f"complete, cycles of length {k}: C({n}, {k}) * {k - 1}! / 2 = {comb(n, k) * factorial(k - 1) // 2}"
        for k in range(3, n + 1)
    ]
    for count in range(len(missing) + 1):
        ways = 0
        for chosen in combinations(missing, count):
            found = _through(n, chosen)
            ways += found
            if count and found:
                lines.append(f"cycles of the complete graph through {' '.join(chosen)}: {found}")
        parts.append((-1) ** count * ways)
    shown = " ".join(f"{'-' if part < 0 else '+'} {abs(part)}" for part in parts).removeprefix("+ ")
    return sum(parts), [*lines, f"{shown} = {sum(parts)}"]


_LEGS = (3, 4, 5, 12, 8, 15, 7, 24, 20, 21, 9, 40, 28, 45, 35, 11, 60, 16, 63, 33, 56, 48, 55, 36, 77, 39, 80)


def _legs(rng: random.Random, size: int) -> Facts:
    few = rng.sample(_LEGS, rng.randint(5, 6 + size // 2))
    near = [b for a in few for b in _LEGS if _joined(a, b)]
    return {"heights": [rng.choice(few + near) for _ in range(rng.randint(6 + size // 2, 7 + 2 * size // 3))]}


def _joined(a: int, b: int) -> bool:
    return gcd(a, b) == 1 and isqrt(a * a + b * b) ** 2 == a * a + b * b


def _right_angles(heights: list[int]) -> tuple[int, list[str]]:
    """By parts that are joined: sets with and without the first value of each."""
    pairs = sorted({(min(a, b), max(a, b)) for a, b in combinations(heights, 2) if _joined(a, b)})
    lines = [f"joined, {a} and {b}: {a}^2 + {b}^2 = {isqrt(a * a + b * b)}^2" for a, b in pairs]
    factors = []
    left = set(heights)
    while left:
        part = [min(left)]
        for x in part:
            part += sorted({b + a - x for a, b in pairs if x in (a, b)} - set(part))
        left -= set(part)

        def ways(values: list[int]) -> int:
            """Sets of numbers whose values are among these, all equal numbers being told apart."""
            if not values:
                return 1
            first, *rest = values
            apart = [y for y in rest if not _joined(first, y)]
            return ways(rest) + ((1 << heights.count(first)) - 1) * ways(apart)

        factors.append(ways(part))
        times = ", ".join(f"{heights.count(x)} times {x}" for x in sorted(part))
        lines.append(f"sets from {times}: {factors[-1]}")
    value = prod(factors)
    return value - 1, [
        *lines,
        f"{' * '.join(map(str, factors))} = {value}",
        f"without the empty set: {value} - 1 = {value - 1}",
    ]


KINDS = {
    "gcd-trees": Kind(
        (
            "The value of a spanning tree is the greatest common divisor of the weights of its edges. What is the sum "
            "of the values of all spanning trees of the graph with these weighted edges?\n\n{listed}\n\n{ask}",
            "{listed}\n\nAbove are the edges of a graph, each with a whole number. For every set of edges that joins "
            "all vertices without a cycle, take the largest number that divides the numbers of all its edges. Add "
            "these divisors up for all such sets. {ask}",
            "Pipes could be laid between places, each pipe with a diameter: {listed}. A network consists of pipes "
            "that connect all the places, with no pipe to spare. Its measure is the gcd of its diameters. Sum the "
            "measures of all possible networks. {ask}",
        ),
        _divided,
        _gcd_trees,
        _weighted_list,
        lambda vertices, edges, weights: form(vertices, edges, None, weights),
    ),
    "nearly-complete": Kind(
        (
            "In a graph with the vertices {named}, any two vertices are joined by an edge, except for {gaps}. How "
            "many simple cycles of three or more vertices does it have? Cycles are the same if they have the same "
            "edges. {ask}",
            "The places {named} are joined by direct roads, one for each two of them, but the roads {gaps} do not "
            "exist. A round trip visits at least three places, none of them twice, and ends where it began; start and "
            "direction do not matter. Count the round trips. {ask}",
            "From the complete graph on {named} the edges {gaps} are taken away. Count the cycles that are left. A "
            "cycle goes through at least three vertices, through each at most once, and is told apart by its set of "
            "edges alone. {ask}",
        ),
        _nearly,
        _nearly_cycles,
        lambda vertices, missing: {
            "named": ", ".join(vertices),
            "gaps": ", ".join(f"{a}-{b}" for a, b in ends(missing)),
        },
        lambda vertices, missing: form(vertices, missing),
    ),
    "right-angles": Kind(
        (
            "Two of the numbers {heights} are friends if they have no common divisor beyond 1 and the sum of their "
            "squares is the square of a whole number. Numbers are told apart by their places, even if they are equal. "
            "How many non-empty sets of the numbers have no two friends? {ask}",
            "A graph has a vertex for each place in the list {heights}. Vertices with numbers a and b are joined if "
            "gcd(a, b) = 1 and a^2 + b^2 is a perfect square. Count the independent sets of the graph, without the "
            "empty one. {ask}",
            "Sticks of these lengths lie on a table: {heights}. Choose one or more of them so that no two chosen "
            "sticks can be the legs of a right-angled triangle whose three sides are whole numbers without a common "
            "divisor beyond 1. In how many ways can this be done, if sticks of equal length are different sticks? "
            "{ask}",
        ),
        _legs,
        _right_angles,
        None,
        lambda heights: sorted(heights),
    ),
}
