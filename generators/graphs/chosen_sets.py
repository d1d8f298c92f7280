"""Heaviest sets without conflicts and cheapest covers, exactly, over bit sets; and what quick strategies find.

An instance in which a quick strategy (in the order stated, heaviest or cheapest first, fewest conflicts first, the best
ratio first, also counted anew after each choice, what is spare taken out again) finds an optimum is no task:
`too_easy_set` and `too_easy_cover` say so.

Sources: R. E. Tarjan and A. E. Trojanowski 1977 (branching on a vertex and its neighbours); V. Chvatal 1979 (the greedy
cover by ratios, and how far off it is).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache


def bits(mask: int) -> Iterator[int]:
    """The numbers in a bit set, rising."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def heaviest(near: Sequence[int], weights: Sequence[int]) -> tuple[int, int]:
    """The greatest weight of a set in which no two are neighbours, and one such set.

    Args:
        near: the neighbours of each, as a bit set.
        weights: of each, from 1.
    """

    @cache
    def best(left: int) -> tuple[int, int]:
        most, branch = 0, -1
        for v in bits(left):
            around = near[v] & left
            if not around or weights[v] >= sum([weights[u] for u in bits(around)]):
                worth, chosen = best(left & ~around & ~(1 << v))  # nothing around it is worth more
                return worth + weights[v], chosen | 1 << v
            if (count := around.bit_count()) > most:
                most, branch = count, v
        if branch < 0:
            return 0, 0
        without = best(left & ~(1 << branch))
        worth, chosen = best(left & ~near[branch] & ~(1 << branch))
        return max(without, (worth + weights[branch], chosen | 1 << branch))

    return best((1 << len(near)) - 1)


def too_easy_set(
    near: Sequence[int], weights: Sequence[int], worth: int, more: Iterable[Sequence[int]] = ()
) -> bool:
    """Whether a quick strategy finds a set of this worth.

    Args:
        near: the neighbours of each, as a bit set.
        weights: of each.
        worth: of an optimum.
        more: further orders to go through.
    """
    n = len(near)
    count = [mask.bit_count() for mask in near]
    orders: list[Sequence[int]] = [
        range(n),
        sorted(range(n), key=lambda v: (-weights[v], count[v])),
        sorted(range(n), key=lambda v: (count[v], -weights[v])),
        sorted(range(n), key=lambda v: (count[v] + 1) / weights[v]),
        *more,
    ]
    for order in orders:
        taken = total = 0
        for v in order:
            if not near[v] & taken:
                taken |= 1 << v
                total += weights[v]
        if total == worth:
            return True
    counted: list[Callable[[int, int], float | tuple[int, int]]] = [
        lambda v, around: (around.bit_count() + 1) / weights[v],
        lambda v, around: (around.bit_count(), -weights[v]),
        lambda v, around: sum([weights[u] for u in bits(around)]) - weights[v],
        lambda v, around: sum([weights[u] for u in bits(around)]) / weights[v],
    ]
    for key in counted:
        left, total = (1 << n) - 1, 0
        while left:
            rank = [(key(v, near[v] & left), v) for v in bits(left)]
            v = min(rank)[1]
            total += weights[v]
            left &= ~near[v] & ~(1 << v)
        if total == worth:
            return True
    return False


def cheapest(sets: Sequence[int], costs: Sequence[int], full: int) -> tuple[int, int]:
    """The least cost of sets that together hold all of `full`, and the chosen ones as a bit set.

    Each step covers the element that the fewest sets hold. Elements of which no set holds two need a set each: a bound.
    """
    holders = {e: [s for s, mask in enumerate(sets) if mask >> e & 1] for e in bits(full)}
    for held in holders.values():
        held.sort(key=lambda s: costs[s])
    together = dict.fromkeys(holders, 0)
    for mask in sets:
        for e in bits(mask & full):
            together[e] |= mask
    rarest = sorted(holders, key=lambda e: len(holders[e]))
    best, found = sum(costs) + 1, 0

    def search(left: int, spent: int, chosen: int) -> None:
        nonlocal best, found
        if not left:
            best, found = spent, chosen
            return
        bound, blocked, first = spent, 0, -1
        for e in rarest:
            if left >> e & 1:
                first = e if first < 0 else first
                if not blocked >> e & 1:
                    bound += costs[holders[e][0]]
                    blocked |= together[e]
        if bound < best:
            for s in holders[first]:
                if spent + costs[s] < best:
                    search(left & ~sets[s], spent + costs[s], chosen | 1 << s)

    search(full, 0, 0)
    return best, found


def too_easy_cover(sets: Sequence[int], costs: Sequence[int], full: int, worth: int) -> bool:
    """Whether a quick strategy finds a cover of this cost.

    Sets that are spare are taken out, the last ones first; or of all sets, the dearest ones first.
    """
    n = len(sets)
    orders: list[Sequence[int]] = [
        range(n),
        sorted(range(n), key=lambda s: (costs[s], -sets[s].bit_count())),
        sorted(range(n), key=lambda s: (-sets[s].bit_count(), costs[s])),
        sorted(range(n), key=lambda s: costs[s] / max(1, sets[s].bit_count())),
    ]
    counted: list[Callable[[int, int], float | tuple[int, int]]] = [
        lambda s, new: costs[s] / new,
        lambda s, new: (-new, costs[s]),
    ]
    for key in counted:
        left, order = full, list[int]()
        while left:
            rank = [(key(s, new), s) for s in range(n) if (new := (sets[s] & left).bit_count())]
            order.append(min(rank)[1])
            left &= ~sets[order[-1]]
        orders.append(order)
    ways = list[list[int]]()
    for each in orders:
        left, taken = full, list[int]()
        for s in each:
            if sets[s] & left:
                left &= ~sets[s]
                taken.append(s)
        ways.append(taken)
    ways += [sorted(names, key=lambda s: costs[s]) for names in (range(n), range(n)[::-1])]
    for taken in ways:
        for s in taken[::-1]:
            rest = 0
            for other in taken:
                rest |= sets[other] if other != s else 0
            if not full & ~rest:
                taken.remove(s)
        if sum(costs[s] for s in taken) == worth:
            return True
    return False
