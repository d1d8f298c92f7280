"""Bits and XOR, the kinds whose answer is a list: counts of ones, numbers and positions that are best, labels."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import accumulate, combinations, pairwise
from operator import xor

from ..family import digits_written
from ..kernels.count import Facts, row, total
from ..kernels.optimum import Best, Kind, Worth
from .bit_graphs import Edges, labels_from, random_edges, shown_edges

_TIES = "If several answers are equally good, any of them is right."


def _found(worth: Worth, found: list[int], lines: Sequence[str], guess: float = 0.001) -> Best:
    return Best(worth, found, lines, digits_written("\n".join(lines)), guess)


# ---- ones


def _ones(rng: random.Random, size: int) -> Facts:
    top = 1 << min(7 + 2 * size, 40)
    return {"numbers": [rng.randint(top // 4, top - 1) for _ in range(4 + size // 5)]}


def _ones_best(numbers: list[int]) -> Best:
    found = [number.bit_count() for number in numbers]
    lines = [f"{n} in binary: {n:b}, ones: {ones}" for n, ones in zip(numbers, found, strict=True)]
    return _found(found, found, lines)


def _steps(rng: random.Random, size: int) -> Facts:
    top = 1 << min(8 + size, 40)
    return {"steps": [f"{rng.randint(top // 4, top - 1):b}" for _ in range(4 + size // 8)]}


def _steps_shown(steps: list[str]) -> Mapping[str, object]:
    return {"shown": ", ".join(steps)}


def _steps_best(steps: list[str]) -> Best | None:
    """The fewest powers of two that are added or taken away to make d: where d and 3d differ (Reitwiesner)."""
    found, lines = (
        list[int](),
        ["digits + and - for 1 and -1, no two of them neighbours, are the fewest; each is a changed bit"],
    )
    for text in steps:
        d = int(text, 2)
        places, more = (3 * d ^ d) >> 1, 3 * d >> 1
        signs = "".join(
            ".-+"[(places >> bit & 1) + (places & more) // (1 << bit) % 2]
            for bit in range(places.bit_length() - 1, -1, -1)
        )
        found.append(places.bit_count())
        lines.append(f"{text}: {signs}, so {found[-1]}")
    return _found(found, found, lines) if len(set(found)) > 1 else None


# ---- numbers and positions


def _set(rng: random.Random, size: int) -> Facts:
    n = 6 + size // 2 + rng.randint(0, 1)
    return {"numbers": [rng.randint(1, (2 << n) - 2) for _ in range(n)]}


def _set_best(numbers: list[int]) -> Best | None:
    basis: list[tuple[int, int]] = []  # a number, and the positions that make it, as bits
    lines = []
    for at, number in enumerate(numbers):
        value, made = number, 1 << at
        for other, others in basis:
            if value ^ other < value:
                value, made = value ^ other, made ^ others
        if value:
            basis = sorted([*basis, (value, made)], reverse=True)
            lines.append(f"{number} leaves {value}, made of positions {_positions(made)}")
    best = chosen = 0
    for other, others in basis:
        if best ^ other > best:
            best, chosen = best ^ other, chosen ^ others
            lines.append(f"with {other}: {best}")
    easy = [a ^ b for a, b in combinations([0, *numbers], 2)] + [reduce(xor, numbers)]
    orders = (numbers, numbers[::-1], sorted(numbers), sorted(numbers, reverse=True))
    easy += [reduce(lambda have, number: max(have, have ^ number), order) for order in orders]
    found = _positions(chosen)
    return None if max(easy) >= best else _found(best, found, [*lines, f"the best: {best}"])


def _positions(mask: int) -> list[int]:
    return [at + 1 for at in range(mask.bit_length()) if mask >> at & 1]


def _pair(rng: random.Random, size: int) -> Facts:
    n = 8 + size
    numbers = rng.sample(range(1 << (6 + size // 2)), n)
    return {"numbers": numbers}


def _pair_best(numbers: list[int]) -> Best | None:
    """Of the least XORs one is between neighbours by size."""
    order = sorted(range(len(numbers)), key=numbers.__getitem__)
    values = {(i, j): numbers[i] ^ numbers[j] for i, j in pairwise(order)}
    best = min(values.values())
    pair = next(pair for pair, value in values.items() if value == best)
    gaps = {pair: abs(numbers[pair[0]] - numbers[pair[1]]) for pair in values}
    closest = min(gaps.values())
    every = [a ^ b for a, b in combinations(numbers, 2)]
    ends = [values[order[0], order[1]], values[order[-2], order[-1]]]
    near = [values[pair] for pair, gap in gaps.items() if gap == closest]
    if best in [*ends, *near] or every.count(best) > 2:
        return None
    lines = [row("in rising order", sorted(numbers)), row("XORs of neighbours", list(values.values()))]
    return _found(best, sorted(place + 1 for place in pair), lines, every.count(best) / len(every))


def _holes(rng: random.Random, size: int) -> Facts:
    n = 6 + size
    numbers = [rng.randint(1, 4 * n) for _ in range(n)]
    for at in rng.sample(range(n - 2), 2 + size // 5):
        numbers[at] = -1
    return {"numbers": numbers}


def _holes_shown(numbers: list[int]) -> Mapping[str, object]:
    return {"n": len(numbers), "shown": ", ".join("?" if x < 0 else str(x) for x in numbers)}


def _holes_best(numbers: list[int]) -> Best | None:
    """A hole chooses what stands at it, which is XORed into all up to the next hole: each bit by majority."""
    holes = [at for at, number in enumerate(numbers) if number < 0]
    filled, lines, at_hole = list(numbers), list[str](), list[int]()
    before = reduce(xor, numbers[: holes[0]], 0)
    for first, end in zip(holes, [*holes[1:], len(numbers)], strict=True):
        offsets = [0, *accumulate(numbers[first + 1 : end], xor)]
        bits = max(offsets).bit_length()
        value = sum(1 << bit for bit in range(bits) if 2 * sum(x >> bit & 1 for x in offsets) > len(offsets))
        filled[first] = before ^ value
        before = value ^ offsets[-1]
        at_hole.append(value)
        lines.append(f"from position {first + 1}: {' '.join(map(str, offsets))}, best XORed with {value}")
    best = _prefix_sum(filled)
    easy = [[0 if x < 0 else x for x in numbers], [1 if x < 0 else x for x in numbers], _emptied(numbers)]
    easy.append([max(numbers) if x < 0 else x for x in numbers])
    if min(map(_prefix_sum, easy)) <= best or sum(map(bool, at_hole)) < 2:
        return None
    return _found(best, filled, [*lines, row("filled", filled), total(list(accumulate(filled, xor)), "B")])


def _prefix_sum(numbers: Sequence[int]) -> int:
    return sum(accumulate(numbers, xor))


def _emptied(numbers: Iterable[int]) -> list[int]:
    """Each hole as what makes the register 0 there."""
    filled, register = list[int](), 0
    for number in numbers:
        filled.append(register if number < 0 else number)
        register ^= filled[-1]
    return filled


# ---- trees and graphs


def _ends(rng: random.Random, size: int) -> Facts:
    n = 8 + size
    return {"edges": random_edges(rng, n, n - 1, 1 << (6 + size // 2)), "n": n}


def _edges_shown(edges: Edges, **_: object) -> Mapping[str, object]:
    return {"shown": shown_edges(edges)}


def _ends_best(edges: Edges, n: int) -> Best | None:
    labels, tree = labels_from(edges, n)
    values = {(u, v): labels[u] ^ labels[v] for u, v in combinations(range(1, n + 1), 2)}
    best = max(values.values())
    pairs = [list(pair) for pair, value in values.items() if value == best]
    leaves = {v for v, count in Counter(end for edge in edges for end in edge[:2]).items() if count == 1}
    if any(tuple(pair) in tree or set(pair) <= leaves for pair in pairs) or len(pairs) > 2:
        return None
    lines = [
        row("XOR of the way from vertex 1 to vertex 1, 2, ...", [labels[v] for v in range(1, n + 1)]),
        *(
            f"vertex {u}: {best_of[0]} with vertex {best_of[1]}"
            for u in range(1, n)
            for best_of in [max((labels[u] ^ labels[v], v) for v in range(u + 1, n + 1))]
        ),
        f"largest: {best}",
    ]
    return _found(best, pairs[0], lines, len(pairs) / len(values))


_NAMED = 0.2
"""How often a cycle, named without a look at the weights, is right: it was measured."""
_STEPS = 4_000
"""Steps of the search for long cycles."""


def _cycles(rng: random.Random, size: int) -> Facts | None:
    """Weights that labels give; in half of the tasks one is changed, which lies on no longest cycle."""
    n, spoilt = 6 + size, rng.random() < 0.5
    for _ in range(60):
        edges = random_edges(rng, n, n + 3 + size // 2, 1 << (4 + size // 4))
        labels = [rng.randint(1, (1 << (4 + size // 4)) - 1) for _ in range(n)]
        for edge in edges:
            edge[2] = labels[edge[0] - 1] ^ labels[edge[1] - 1]
        if not spoilt:
            return {"edges": edges, "n": n}
        if long := _in_long_cycles(edges, n):
            around = {(min(a, b), max(a, b)) for way in _longest_cycles(edges, n) for a, b in _round(way)}
            if few := [edge for edge in long if (edge[0], edge[1]) not in around]:
                rng.choice(few)[2] ^= 1 << rng.randint(0, 3)
                return {"edges": edges, "n": n}
    return None


def _round(way: Sequence[int]) -> Iterator[tuple[int, int]]:
    return zip(way, [*way[1:], way[0]], strict=True)


def _longest_cycles(edges: Edges, n: int) -> list[list[int]]:
    """The cycles that no other is longer than, as far as the search comes."""
    near: list[list[int]] = [[] for _ in range(n + 1)]
    for u, v, _ in edges:
        near[u].append(v)
        near[v].append(u)
    found, stack = [list[int]()], [[v] for v in range(n, 0, -1)]
    for _ in range(_STEPS):
        if not stack:
            break
        way = stack.pop()
        for v in near[way[-1]]:
            if v == way[0] and len(way) > 2 and way[1] < way[-1] and len(way) >= len(found[0]):
                found = [way] if len(way) > len(found[0]) else [*found, way]
            elif v > way[0] and v not in way:
                stack.append([*way, v])
    return found if found[0] else []


def _in_long_cycles(edges: Edges, n: int) -> Edges:
    """The edges in cycles, but in no triangle: a changed bridge breaks no cycle, and triangles are named blindly."""
    beside = {v: {a + b - v for a, b, _ in edges if v in (a, b)} for v in range(1, n + 1)}
    long = [edge for edge in edges if not beside[edge[0]] & beside[edge[1]]]
    return [edge for edge in long if len(labels_from([e for e in edges if e is not edge], n)[0]) == n]


def _cycles_best(edges: Edges, n: int) -> Best | None:
    """Labels along a tree; an edge that they do not fit closes a cycle with the ways in the tree."""
    if not min(w for _, _, w in edges):
        return None
    labels, tree = labels_from(edges, n)
    lines = [row("XOR of the way from vertex 1 to vertex 1, 2, ...", [labels[v] for v in range(1, n + 1)])]
    before = {far: sum(edge) - far for edge, far in tree.items()}
    for u, v, w in edges:
        if (u, v) not in tree:
            lines.append(f"edge {u}-{v} of weight {w}: its ends differ by {labels[u] ^ labels[v]}")
            if labels[u] ^ labels[v] != w:
                ways = [_up(before, u), _up(before, v)]
                while len(ways[0]) > 1 < len(ways[1]) and ways[0][-2] == ways[1][-2]:
                    del ways[0][-1], ways[1][-1]
                cycle = ways[0] + ways[1][-2::-1]
                lines.append(row("a cycle whose XOR is not 0", cycle))
                return _found(1, cycle, lines, _NAMED)
    found = [labels[v] for v in range(1, n + 1)]
    return _found(1, found, [*lines, "all edges fit"], _NAMED)


def _up(before: Mapping[int, int], v: int) -> list[int]:
    way = [v]
    while way[-1] in before:
        way.append(before[way[-1]])
    return way


def _removals(rng: random.Random, size: int) -> Facts:
    n = 8 + size // 2
    order = list(range(1, n))
    rng.shuffle(order)
    edges = [[u, v, w - 1] for u, v, w in random_edges(rng, n, n - 1, 4)]
    return {"edges": edges, "order": order, "n": n}


def _removals_shown(edges: Edges, order: list[int], n: int) -> Mapping[str, object]:
    table = "\n".join(f"edge {at}: {u}-{v}, weight {w}" for at, (u, v, w) in enumerate(edges, 1))
    return {"table": table, "shown_order": ", ".join(map(str, order)), "last": n - 1}


def _removals_best(edges: Edges, order: list[int], n: int) -> Best | None:
    """Backwards, an edge joins two parts: vertices of one label on both sides are new pairs."""
    labels, _ = labels_from(edges, n)
    part = {v: {v} for v in labels}
    counts = [0]
    lines = [
        row("XOR of the way from vertex 1 to vertex 1, 2, ...", [labels[v] for v in range(1, n + 1)]),
        "edges come back in the reverse order",
    ]
    for at in reversed(order):
        u, v, _w = edges[at - 1]
        new = sum(labels[a] == labels[b] for a in part[u] for b in part[v])
        sides = " and ".join(" ".join(map(str, sorted(part[end]))) for end in (u, v))
        lines.append(f"edge {at} joins {sides}: {counts[-1]} + {new} = {counts[-1] + new}")
        counts.append(counts[-1] + new)
        for vertex in (joined := part[u] | part[v]):
            part[vertex] = joined
    counts.reverse()
    return _found(counts, counts, lines) if len(set(counts)) > 4 else None


KINDS = {
    "ones": Kind(
        (
            "How many digits 1 does each of these numbers have when it is written in binary? {numbers}\nGive the "
            "counts in the order of the numbers, separated by commas.",
            "Write {numbers} in base 2 and count the ones of each. Answer with the counts in the same order, with "
            "commas between them.",
            "For each of the integers {numbers}, find its population count (the number of bits that are 1). Give a "
            "list of the counts, in order and separated by commas.",
        ),
        _ones,
        _ones_best,
    ),
    "fewest-changes": Kind(
        (
            "For a number d, choose an integer n >= 0 so that n and n + d differ in as few binary digits as "
            "possible (the "
            "shorter one with zeros in front). How many digits differ then? Find this least number for each of "
            "these d, "
            "which are written in binary: {shown}\nGive the least numbers in base ten, in the same order, separated by "
            "commas.",
            "A counter with as many bits as it needs holds an integer that is not negative; then d is added to it. If "
            "the integer can be chosen for each d, what is the smallest possible number of bits of the counter that "
            "change? Answer this for every d of the list {shown} (binary numbers), one after the other: decimal "
            "numbers with commas between them.",
            "Let m(d) be the minimum of popcount(n XOR (n + d)) over all integers n >= 0, where popcount is the number "
            "of ones in binary and XOR the bitwise exclusive or. Here are some d in base 2: {shown}. Give m of each of "
            "them in base 10, in their order, separated by commas.",
        ),
        _steps,
        _steps_best,
        _steps_shown,
    ),
    "largest-xor": Kind(
        (
            "Choose some of these numbers so that the bitwise exclusive or (XOR) of all that you choose is as large as "
            "possible: {numbers}. Give the positions of the chosen numbers in rising order, separated by commas; the "
            "first number has position 1. " + _TIES,
            "{numbers}\n\nWhich numbers of this list have the largest XOR (bitwise, of all of them together)? Count "
            "positions from 1, and answer with the positions of the chosen numbers from left to right, with commas "
            "between them. " + _TIES,
            "A register holds 0. You may XOR any of the numbers {numbers} onto it, each at most once, and want it to "
            "end with the largest value. Write down which numbers you use by their positions (1 is the first), "
            "smallest "
            "position first, separated by commas. " + _TIES,
        ),
        _set,
        _set_best,
    ),
    "closest-pair": Kind(
        (
            "For two numbers a and b, let f(a, b) = (a AND b) XOR (a OR b), all bitwise. Find two numbers of this list "
            "for which f is least: {numbers}. Give their positions, the smaller one first, separated by a comma; the "
            "first number has position 1. " + _TIES,
            "{numbers}\n\nAt which two different positions of this list do numbers a and b stand for which "
            "(a & b) ^ (a | b), with bitwise AND, XOR and OR, is as small as possible? Positions are counted from 1. "
            "Give the smaller position first, then a comma and the other one. " + _TIES,
            "Take the bitwise AND and the bitwise OR of two numbers, and XOR both results. Which two of the numbers "
            "{numbers} give the least value? Answer with their positions, counted from 1, in rising order with a comma "
            "between them. " + _TIES,
        ),
        _pair,
        _pair_best,
    ),
    "holes": Kind(
        (
            "A list P has {n} entries: {shown}. Let B1 be its first entry, and each further Bi the bitwise XOR "
            "of the B "
            "before it and entry i. Replace every ? by an integer that is not negative so that the sum of all B is as "
            "small as possible. Give all {n} entries of the list, in order, separated by commas. " + _TIES,
            "{shown}\n\nIn this list of {n} integers, each ? is to be filled in with an integer of at least 0. "
            "Then take "
            "the XOR (bitwise) of the first number, of the first two, of the first three and so on up to all, and add "
            "these {n} values up. Make the total as small as possible, and answer with the whole list, filled in, with "
            "commas between the numbers. " + _TIES,
            "A register starts at 0. The numbers {shown} are XORed onto it (bitwise) from left to right, and "
            "after each "
            "of them you pay what the register holds. You choose the numbers that are shown as ?, as integers from 0 "
            "up. Pay as little as possible in all; give all {n} numbers in order, separated by commas. "
            + _TIES,
        ),
        _holes,
        _holes_best,
        _holes_shown,
    ),
    "ends": Kind(
        (
            "A tree has the vertices 1 to {n} and the edges {shown}. Find two different vertices for which the bitwise "
            "XOR of the weights on the path between them is as large as possible. Give the two, the smaller number "
            "first, separated by a comma. " + _TIES,
            "{shown}\n\nThese edges make a tree on the vertices 1 to {n}. The value of two vertices is the XOR "
            "(bitwise) "
            "of all weights on the only path from one to the other. Which two vertices have the largest value? Answer "
            "with both numbers in rising order, with a comma between them. " + _TIES,
            "Houses 1 to {n} are joined by wires, each with a code, so that there is exactly one way between any two "
            "houses: {shown}. XOR the codes along the way from one house to another (bitwise). For which two houses is "
            "the result largest? Give their numbers, the smaller one first, with a comma. " + _TIES,
        ),
        _ends,
        _ends_best,
        _edges_shown,
    ),
    "cycles": Kind(
        (
            "An undirected graph has the vertices 1 to {n} and the edges {shown}. If the weights of the edges of every "
            "cycle have the bitwise XOR 0, there are labels x1, ..., x{n} with x1 = 0 so that the weight of "
            "each edge is "
            "the XOR of the labels of its ends: give them in this order. If not, give a cycle whose XOR is not "
            "0, as its "
            "vertices in order, each once. Separate the numbers by commas.",
            "{shown}\n\nThese are the edges of an undirected graph on the vertices 1 to {n}. Is the XOR "
            "(bitwise) of the "
            "weights 0 around every cycle? If so, prove it by integers for the vertices 1 to {n}, in this "
            "order and with "
            "0 for vertex 1, whose XOR over the two ends of any edge is its weight. If it is not, name the "
            "vertices of a "
            "cycle with another XOR, one after the other and none twice. Put commas between the numbers.",
            "In a network of {n} stations, 1 to {n}, these lines have codes: {shown}. Either write a number for every "
            "station, for 1 to {n} in order and 0 for station 1, so that each code is the bitwise XOR of the "
            "numbers at "
            "both ends of its line; or, where this is impossible, give a round trip through different stations, in "
            "order, on which the XOR of all codes is not 0 (the last station is joined to the first one). Answer with "
            "the numbers separated by commas.",
        ),
        _cycles,
        _cycles_best,
        _edges_shown,
    ),
    "removals": Kind(
        (
            "A tree has the vertices 1 to {n} and these edges:\n{table}\nThey are removed one by one, in the order "
            "{shown_order}. Count the pairs of different vertices that are still joined and whose path has "
            "weights with "
            "the bitwise XOR 0: before the first removal, and after each one. Give the {n} counts in order, "
            "separated by "
            "commas.",
            "{table}\n\nThese are the edges of a tree on the vertices 1 to {n}. A path between two different "
            "vertices is "
            "even if the XOR (bitwise) of its weights is 0; the same path in the other direction is not counted again. "
            "How many even paths are there at first, and then after each removal of an edge, when the edges go in the "
            "order {shown_order}? Answer with {n} numbers with commas between them.",
            "Vertices 1 to {n} are joined by {last} edges:\n{table}\nNow edges are taken away in the order "
            "{shown_order}. State how many sets of two vertices have a path between them on which the weights XOR "
            "(bitwise) to 0: with all edges, then after each edge that is taken away, until none is left. That makes "
            "{n} numbers; separate them by commas.",
        ),
        _removals,
        _removals_best,
        _removals_shown,
    ),
}
