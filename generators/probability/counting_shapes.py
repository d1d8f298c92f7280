"""Counting shapes: lattice paths, colourings, partitions, change, necklaces."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import comb, factorial, gcd, prod

from ..english import counted, listed
from ..family import Maker, Question, attempts
from .exact import integer_value, summed, times

WORDINGS = {
    "paths": (
        "A path on the integer grid goes from (0, 0) to ({a}, {b}) in steps of one unit to the right or one "
        "unit up. How many such paths {rules}? {form}",
        "Count the ways to walk from the point (0, 0) to the point ({a}, {b}) if every step adds 1 to exactly "
        "one of the two coordinates, and the walks counted are those that {rules}. {form}",
        "A robot starts at (0, 0) and makes {a} moves (x, y) -> (x + 1, y) and {b} moves (x, y) -> (x, y + 1) "
        "in some order. How many of these routes {rules}? {form}",
    ),
    "colour": (
        "The regions of a map are {vertices}. The pairs of neighbouring regions are {edges}. In how many ways "
        "can each region get one of {q} colours so that neighbouring regions get different colours? Not all "
        "colours have to be used, and the regions are distinguishable. {form}",
        "A graph has the vertices {vertices} and the edges {edges}. Count its proper colourings with {q} "
        "given colours: the two ends of every edge must have different colours, and colours may stay unused. "
        "{form}",
        "Each of the radio stations {vertices} gets one of {q} frequencies. Stations that disturb each other "
        "must not have the same frequency; these pairs are {edges}. How many assignments are possible? {form}",
    ),
    "parts": (
        "In how many ways can {n} be written as a sum of exactly {k} positive integers, none of them greater "
        "than {m}, if the order of the summands does not matter? {form}",
        "Count the partitions of {n} into exactly {k} positive parts, each at most {m}. Sums that differ only "
        "in the order of their parts are the same. {form}",
        "{n} identical balls are put into {k} identical boxes, at least 1 and at most {m} into each. How many "
        "different results are there? {form}",
    ),
    "change": (
        "In how many ways can an amount of {n} be paid with coins worth {coins}? There are enough coins of "
        "each value, the order of the coins does not matter, and not every value has to be used. {form}",
        "Count the collections of coins that are worth {n} in all, if coins of the values {coins} may be "
        "used, each as often as one likes or not at all. The order of coins does not matter. {form}",
        "Weights of {coins} grams are available, as many of each kind as one likes; weights of the same kind "
        "are identical. How many sets of weights have a total of exactly {n} grams? {form}",
    ),
    "necklace": (
        "A closed necklace is made of {beads}. Beads of the same colour are identical. How many different "
        "necklaces are there if necklaces that {same}? {form}",
        "{beads} are placed evenly on a circle; beads of one colour look the same. Count the arrangements, "
        "where arrangements that {same}. {form}",
        "In how many essentially different ways can {beads} be threaded on a closed ring, beads of the same "
        "colour being identical, if rings that {same}? {form}",
    ),
}


def paths(rng: random.Random, *, size: int) -> Question:
    """Lattice paths through a point, past forbidden points, or below a diagonal."""
    a, b = rng.randint(3 + size // 2, 4 + size), rng.randint(3 + size // 2, 4 + size)
    if rng.random() < 0.2 and a >= b:
        d = rng.randint(0, b - 1)
        return _ballot(a, b, d)
    for _ in attempts():
        inner = [(x, y) for x in range(a + 1) for y in range(b + 1) if (x, y) not in {(0, 0), (a, b)}]
        blocked = sorted(rng.sample(inner, rng.randint(1, 1 + size // 2)))
        via = rng.choice(inner) if rng.random() < 0.5 else None
        legs = [(0, 0), *([via] if via else []), (a, b)]
        if via in blocked or (via and size < 2 and len(blocked) > 1):
            continue
        lines: list[str] = []
        parts = [
            _leg(start, end, [p for p in blocked if _between(start, p, end)], lines)
            for start, end in pairwise(legs)
        ]
        if prod(parts) > 2 and any(_between(s, p, e) for s, e in pairwise(legs) for p in blocked):
            break
    value = prod(parts)
    if via:
        lines.append(f"together: {parts[0]} * {parts[1]} = {value}")
    avoid = "avoid the point " if len(blocked) == 1 else "avoid all of the points "
    rules = ([f"pass through the point {via}"] if via else []) + [avoid + listed(blocked)]
    return integer_value(
        {"a": a, "b": b, "rules": listed(rules)},
        {
            "a": a,
            "b": b,
            "blocked": [list(p) for p in blocked],
            "via": list(via) if via else None,
            "slack": None,
        },
        value,
        lines,
        min(_drawn(a, b, blocked, via), _drawn(b, a, [p[::-1] for p in blocked], via and via[::-1])),
    )


def _drawn(a: int, b: int, blocked: list[tuple[int, int]], via: tuple[int, int] | None) -> list[list[int]]:
    """The picture as lists; that of the mirror image has the coordinates exchanged."""
    return [[a, b], list(via or ()), *(list(point) for point in sorted(blocked))]


def _between(start: tuple[int, int], point: tuple[int, int], end: tuple[int, int]) -> bool:
    return start[0] <= point[0] <= end[0] and start[1] <= point[1] <= end[1]


def _leg(start: tuple[int, int], end: tuple[int, int], blocked: list[tuple[int, int]], lines: list[str]) -> int:
    """Paths from start to end past blocked points, by their first blocked point."""
    first: list[int] = []
    clean = 0
    for at, point in enumerate([*blocked, end]):
        x, y = point[0] - start[0], point[1] - start[1]
        clean = comb(x + y, x)
        text = f"C({x + y}, {x})"
        for p, ways in zip(blocked[:at], first, strict=True):
            if _between(p, point, point):
                u, v = point[0] - p[0], point[1] - p[1]
                clean -= ways * comb(u + v, u)
                text += f" - {ways}*C({u + v}, {u})"
        lines.append(f"from {start} to {point}, past the points before: {text} = {clean}")
        first.append(clean)
    return clean


def _ballot(a: int, b: int, d: int) -> Question:
    bad = comb(a + b, b - d - 1)
    every = comb(a + b, b)
    lines = [
        f"all: C({a + b}, {b}) = {every}",
        f"those that touch y = x + {d + 1}, by reflection: C({a + b}, {b - d - 1}) = {bad}",
        f"the others: {every} - {bad} = {every - bad}",
    ]
    line = f"x + {d}" if d else "x"
    return integer_value(
        {"a": a, "b": b, "rules": f"never go above the line y = {line} (touching it is allowed)"},
        {"a": a, "b": b, "blocked": [], "via": None, "slack": d},
        every - bad,
        lines,
    )


def colour(rng: random.Random, *, size: int) -> Question:
    """Colourings of a graph where each vertex meets a clique before it, or has one cycle with trees on it."""
    n = min(rng.randint(3 + (size + 1) // 2, 5 + size // 2), 8)
    q = rng.randint(3, 4 + size)
    names = list("ABCDEFGHIJ"[:n])
    edges: list[tuple[int, int]] = []
    if rng.random() < 0.5:
        round_ = rng.randint(4, n) if n > 4 else 4
        n, names = max(n, round_), list("ABCDEFGHIJ"[: max(n, round_)])
        edges = [(i, (i + 1) % round_) for i in range(round_)]
        ring = (q - 1) ** round_ + (q - 1) * (-1) ** round_
        sign = "-" if round_ % 2 else "+"
        lines = [f"the ring of {round_}: {q - 1}^{round_} {sign} {q - 1} = {ring}"]
        value, done = ring, round_
    else:
        value, done, lines = q, 1, [f"first vertex: {q}"]
    order = rng.sample(names, n)
    lines.append("order: " + ", ".join(order))
    factors = [value]
    for v in range(done, n):
        near = [rng.randrange(v)]
        if rng.random() < 0.6:
            common = [u for u in range(v) if (min(u, near[0]), max(u, near[0])) in _sorted(edges)]
            near += rng.sample(common, 1) if common else []
        if len(near) == 2 and rng.random() < 0.5:
            third = [u for u in range(v) if all((min(u, w), max(u, w)) in _sorted(edges) for w in near)]
            near += third[:1]
        if q <= len(near):
            near = near[:1]
        edges += [(u, v) for u in near]
        factors.append(q - len(near))
        lines.append(
            f"{order[v]} next to {listed(order[u] for u in near)}, all different: {q} - {len(near)} = {factors[-1]}"
        )
    value = prod(factors)
    lines.append(f"together: {times(factors)} = {value}")
    pairs = sorted("".join(sorted((order[u], order[v]))) for u, v in edges)
    return integer_value(
        {"vertices": listed(names), "edges": listed(pairs), "q": q},
        {"vertices": "".join(names), "edges": pairs, "q": q},
        value,
        lines,
    )


def _sorted(edges: list[tuple[int, int]]) -> set[tuple[int, int]]:
    return {(min(e), max(e)) for e in edges}


def parts(rng: random.Random, *, size: int) -> Question | None:
    """Partitions of n into exactly k parts of at most m: those of n - k into at most k parts of at most m - 1."""
    k = rng.randint(2 + size // 4, 3 + size // 2)
    n = rng.randint(k + 6, 12 + 5 * size)
    m = rng.randint(3, n - k)
    if k * m < n + 3:
        return None
    sums: list[int] = []
    lines = [f"by the largest part L: the rest is a sum of {k - 1} parts of at most L"]
    for largest in range(-(-n // k), min(m, n - k + 1) + 1):
        sums.append(_limited(n - largest - (k - 1), k - 1, largest - 1))
        lines.append(f"L = {largest}: {n - largest} in {counted(k - 1, 'part')}, {counted(sums[-1], 'way')}")
    value = sum(sums)
    lines.append(f"together: {summed(sums)} = {value}")
    return integer_value({"n": n, "k": k, "m": m}, {"n": n, "k": k, "m": m}, value, lines)


def _limited(total: int, count: int, largest: int) -> int:
    """Partitions of `total` into at most `count` parts of at most `largest`: a Gaussian binomial coefficient."""
    ways = [[1] + [0] * total] + [
        [0] * (total + 1) for _ in range(count)
    ]  # by the number of parts and their sum
    for part in range(1, min(largest, total) + 1):
        for j in range(1, count + 1):
            for s in range(part, total + 1):
                ways[j][s] += ways[j - 1][s - part]
    return sum(row[total] for row in ways)


def change(rng: random.Random, *, size: int) -> Question | None:
    """Ways to pay an amount with given coins: one coin after the other, along a table."""
    coins = sorted(rng.sample(range(1 if rng.random() < 0.5 else 2, 8 + 2 * size), 2 + (size > 2) + (size > 5)))
    n = rng.randint(10 + 3 * size, 20 + 6 * size)
    ways = [1] + [0] * n
    lines = [f"row of a coin: ways to pay 0, 1, ..., {n} with the coins up to it"]
    for coin in coins:
        for amount in range(coin, n + 1):
            ways[amount] += ways[amount - coin]
        lines.append(f"coin {coin}: {' '.join(map(str, ways))}")
    if ways[n] <= 1:
        return None
    return integer_value(
        {"n": n, "coins": listed(coins)}, {"n": n, "coins": coins}, ways[n], [*lines, f"amount {n}: {ways[n]}"]
    )


_COLOURS = ("red", "blue", "green", "white", "black")


def necklace(rng: random.Random, *, size: int) -> Question:
    """Necklaces with given numbers of beads, up to rotation or up to rotation and reflection, by Burnside."""
    colours = rng.sample(_COLOURS, 2 + (size > 2))
    counts = [rng.randint(1, 3 + min(size, 6) // 2) for _ in colours]
    counts[0] += rng.randint(1, 2)
    if rng.random() < 0.5:
        counts = [2 * count for count in counts]
    n = sum(counts)
    flips = rng.random() < 0.5
    common = gcd(*counts)
    terms, lines = [], []
    turns = Counter(n // gcd(n, r) for r in range(n))
    for d in sorted(turns):
        if common % d == 0:
            fixed = _multinomial([c // d for c in counts])
            lines.append(f"fixed by each of the {turns[d]} rotations of order {d}: {fixed}")
            terms.append((turns[d], fixed))
    if flips:
        for axis, on_axis in ((n // 2, 0), (n - n // 2, 2)) if n % 2 == 0 else ((n, 1),):
            fixed = _mirrored(counts, on_axis)
            lines.append(f"fixed by each of the {axis} reflections with {on_axis} beads on the axis: {fixed}")
            terms.append((axis, fixed))
    total = sum(a * b for a, b in terms)
    group = 2 * n if flips else n
    lines.append(f"sum: {summed([f'{a}*{b}' for a, b in terms])} = {total}")
    lines.append(f"by Burnside: {total} / {group} = {total // group}")
    same = (
        "can be turned or reflected into each other count as the same"
        if flips
        else "differ only by a rotation count as the same, while mirror images count as different unless a rotation "
        "takes one to the other"
    )
    beads = listed(
        f"{c} {colour} bead{'s' if c > 1 else ''}" for c, colour in zip(counts, colours, strict=True)
    )
    return integer_value(
        {"beads": beads, "same": same},
        {"counts": counts, "flips": flips},
        total // group,
        lines,
        [sorted(counts), flips],
    )


def _multinomial(counts: Sequence[int]) -> int:
    return factorial(sum(counts)) // prod(map(factorial, counts))


def _mirrored(counts: list[int], on_axis: int) -> int:
    """Arrangements that a reflection with so many beads on its axis leaves as they are."""
    odd = [i for i, c in enumerate(counts) if c % 2]
    if on_axis < len(odd) or (on_axis - len(odd)) % 2:
        return 0
    if on_axis == 2 and not odd:
        return sum(
            _multinomial([c // 2 - (i == j) for i, c in enumerate(counts)])
            for j in range(len(counts))
            if counts[j] > 1
        )
    return _multinomial([c // 2 for c in counts]) * (2 if on_axis == 2 else 1)


MAKERS: dict[str, Maker] = {
    "paths": paths,
    "colour": colour,
    "parts": parts,
    "change": change,
    "necklace": necklace,
}
