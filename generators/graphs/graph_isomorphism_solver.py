"""Mappings and orders a second time: renamed graphs and matrices are compared whole; cycles are counted by sets."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, pairwise, permutations

from ..kernels.optimum import Worth, confirming_optimum

Edges = list[list[int]]


def _renamed(given: list[int], small: int, vertices: int, first: Edges, second: Edges) -> int | None:
    """How many edges only one of the graphs has, once the first one has the names of its images."""
    if sorted({v for v in given if 0 < v <= vertices}) != sorted(given) or len(given) != small:
        return None
    one = {frozenset((given[u - 1], given[v - 1])) for u, v in first}
    two = {frozenset(edge) for edge in second if set(edge) <= set(given)}
    return len(one ^ two)


def _mapping(given: list[int], vertices: int, first: Edges, second: Edges, made: list[int]) -> int | None:
    return _renamed(given, vertices, vertices, first, second)


def _embedding(
    given: list[int], vertices: int, small: int, first: Edges, second: Edges, made: list[int]
) -> int | None:
    return _renamed(given, small, vertices, first, second)


def _symmetry(given: list[int], vertices: int, edges: Edges, made: list[int]) -> int | None:
    if all(v == at for at, v in enumerate(given, 1)):
        return None
    return _renamed(given, vertices, vertices, edges, edges)


def _cycles(edges: Edges, length: int) -> int:
    """For each set of vertices the orders in which it is a cycle."""
    links = {pair for u, v in edges for pair in ((u, v), (v, u))}
    total = 0
    for start, *others in combinations(sorted({v for pair in links for v in pair}), length):
        inner = {v: sum((v, u) in links for u in (start, *others)) for v in (start, *others)}
        if min(inner.values()) < 2:
            continue
        for order in permutations(others):
            if order[0] < order[-1]:
                path = (start, *order, start)
                total += all(pair in links for pair in pairwise(path))
    return total


def _either(given: list[int], vertices: int, first: Edges, second: Edges, made: list[int]) -> int | None:
    if len(given) != 3:
        return _mapping(given, vertices, first, second, made)
    length, one, two = given
    fits = 2 < length < 7 and one != two and (_cycles(first, length), _cycles(second, length)) == (one, two)
    return 0 if fits else None


def _matrices(given: Edges, first: list[str], second: list[str], made: Edges) -> int | None:
    sides = [len(first), len(first[0])]
    if [sorted(numbers) for numbers in given] != [list(range(1, side + 1)) for side in sides]:
        return None
    rows, columns = given
    made_of = ["".join(first[a - 1][b - 1] for b in columns) for a in rows]
    return sum(
        a != b for line, other in zip(made_of, second, strict=True) for a, b in zip(line, other, strict=True)
    )


def _nothing(**_: object) -> int:
    return 0


_KINDS: dict[str, tuple[Callable[..., Worth | None], Callable[..., Worth]]] = {
    "mapping": (_mapping, _nothing),
    "same-or-not": (_either, _nothing),
    "embedding": (_embedding, _nothing),
    "symmetry": (_symmetry, _nothing),
    "matrices": (_matrices, _nothing),
}
confirms = confirming_optimum(_KINDS, frozenset({"matrices"}))
