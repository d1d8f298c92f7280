"""Random processes a second time: by all sets, by linear equations, by polynomials or by whole distributions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import isqrt, prod
from typing import Any

from ..base import Json
from ..solving import confirming

Facts = Mapping[str, Any]


def _cutting(f: Facts) -> Fraction:
    """Over all sets of vertices that may be left."""
    below = {v: {v} for v in range(1, f["n"] + 1)}
    neighbours: dict[int, set[int]] = {v: set() for v in below}
    for a, b in f["edges"]:
        neighbours[a].add(b)
        neighbours[b].add(a)

    def gather(vertex: int, above: int) -> set[int]:
        for child in neighbours[vertex] - {above}:
            below[vertex] |= gather(child, vertex)
        return below[vertex]

    gather(1, 0)

    @cache
    def rounds(left: frozenset[int]) -> Fraction:
        return (
            1 + sum((rounds(left - below[v]) for v in left), Fraction(0)) / len(left) if left else Fraction(0)
        )

    return rounds(frozenset(below))


def _walk(f: Facts) -> Fraction:
    """By the equations of all vertices: one more step than the mean of the neighbours."""
    n, end = f["n"], f["b"]
    rows = []
    for vertex in range(1, n + 1):
        near = [a + b - vertex for a, b in f["edges"] if vertex in (a, b)]
        row = [Fraction(0)] * (n + 1)
        row[vertex - 1] = Fraction(1)
        if vertex != end:
            for other in near:
                row[other - 1] -= Fraction(1, len(near))
            row[n] = Fraction(1)
        rows.append(row)
    for at in range(n):
        pivot = next(r for r in range(at, n) if rows[r][at])
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for r in range(n):
            if r != at and rows[r][at]:
                rows[r] = [value - rows[r][at] * top for value, top in zip(rows[r], rows[at], strict=True)]
    found: Fraction = rows[f["a"] - 1][n]
    return found


def _ranges(f: Facts) -> Fraction:
    """By the whole distribution, one number after the other."""
    pick, chances = (max if f["largest"] else min), dict[int, Fraction]()
    for low, high in f["ranges"]:
        share, grown = Fraction(1, high - low + 1), dict[int, Fraction]()
        for value in range(low, high + 1):
            for before, chance in (chances or {value: Fraction(1)}).items():
                best = pick(before, value)
                grown[best] = grown.get(best, Fraction(0)) + chance * share
        chances = grown
    return sum((value * chance for value, chance in chances.items()), Fraction(0))


def _order(f: Facts) -> Fraction:
    """Over all sets of cards that have been drawn."""
    weights, first = f["weights"], [set[int]() for _ in f["weights"]]
    for a, b in f["before"]:
        first[b - 1].add(a - 1)

    @cache
    def kept(left: frozenset[int]) -> Fraction:
        whole = sum(weights[v] for v in left)
        return sum(
            (Fraction(weights[v], whole) * kept(left - {v}) for v in left if not first[v] & left),
            Fraction(not left),
        )

    return kept(frozenset(range(len(weights))))


def _divisors(f: Facts) -> Fraction:
    """Over all divisors, without primes."""
    small = [d for d in range(1, isqrt(f["n"]) + 1) if f["n"] % d == 0]
    divisors = {*small, *(f["n"] // d for d in small)}

    @cache
    def after(number: int, steps: int) -> Fraction:
        if not steps:
            return Fraction(number)
        found = [d for d in divisors if number % d == 0]
        return sum((after(d, steps - 1) for d in found), Fraction(0)) / len(found)

    return after(f["n"], f["steps"])


def _seats(f: Facts) -> Fraction:
    """Over all sets of free seats, passenger by passenger."""

    @cache
    def right(passenger: int, free: frozenset[int]) -> Fraction:
        own = passenger > f["lost"] and passenger in free
        seats = [passenger] if own else sorted(free)
        if passenger == f["k"]:
            return Fraction(sum(seat == passenger for seat in seats), len(seats))
        return sum((right(passenger + 1, free - {seat}) for seat in seats), Fraction(0)) / len(seats)

    return right(1, frozenset(range(1, f["n"] + 1)))


def _cinema(f: Facts) -> Fraction:
    """Seat by seat, as if each were looked at once, at a random time t from 0 to 1.

    One side of a seat is not in its way until then with the chance 1 - t + t^2/2 - ..., with as many powers of t
    as there are seats on that side.
    """
    blocked = {seat + d for seat in f["taken"] for d in (-1, 0, 1)}
    total = Fraction(0)
    for seat in (s for s in range(1, f["n"] + 1) if s not in blocked):
        sides = []
        for step in (-1, 1):
            count, at = 0, seat + step
            while 1 <= at <= f["n"] and at not in blocked:
                count, at = count + 1, at + step
            terms = [Fraction(1)]
            for power in range(1, count + 1):
                terms.append(-terms[-1] / power)
            sides.append(terms)
        total += sum(
            (x * y / (i + j + 1) for i, x in enumerate(sides[0]) for j, y in enumerate(sides[1])), Fraction(0)
        )
    return total


def _chargers(f: Facts) -> Fraction:
    """Over all sets of wires that work."""
    own = [Fraction(text) for text in f["own"]]
    total = Fraction(0)
    for works in product((True, False), repeat=len(f["wires"])):
        part, chance = list(range(len(own))), Fraction(1)
        for on, (a, b, text) in zip(works, f["wires"], strict=True):
            chance *= Fraction(text) if on else 1 - Fraction(text)
            if on:
                one, other = part[a - 1], part[b - 1]
                part = [one if each == other else each for each in part]
        for name in set(part):
            lamps = [at for at, each in enumerate(part) if each == name]
            total += chance * len(lamps) * (1 - prod((1 - own[at] for at in lamps), start=Fraction(1)))
    return total


def _intervals(f: Facts) -> Fraction:
    """Over all sets of positions that hold small numbers."""
    n, top, total = f["n"], f["top"], Fraction(1)
    reached = [0] * (n + 1)  # sets by their size in which some stretch has no small number
    spans = [sum(1 << position for position in range(a - 1, b)) for a, b in f["stretches"]]
    for small in range(1 << n):
        if any(not small & span for span in spans):
            reached[small.bit_count()] += 1
    for k in range(2, top + 1):
        total += sum(
            count * Fraction(k - 1, top) ** s * Fraction(top - k + 1, top) ** (n - s)
            for s, count in enumerate(reached)
        )
    return total


_SOLVE: Mapping[str, Callable[[Facts], Fraction]] = {
    "cutting": _cutting,
    "walk": _walk,
    "ranges": _ranges,
    "order": _order,
    "divisors": _divisors,
    "seats": _seats,
    "cinema": _cinema,
    "chargers": _chargers,
    "intervals": _intervals,
}


def solve(problem: Mapping[str, Json]) -> Fraction:
    """The probability or the expected value."""
    return _SOLVE[problem["kind"]](problem)


confirms = confirming(solve)
