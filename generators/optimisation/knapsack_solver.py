"""Knapsacks a second time: choices are valued by other code, and optima come from other tables.

These are: the least weight for each value (`knapsack`), sorts and groups from the last on (`copies`, `groups`), from
the back with the room that is left (`two-limits`), the largest gain for each cost (`ratio`), and for each number of
items the best order by loss (`diminishing`). A choice of the given sum is its own proof.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain, combinations

from ..kernels.optimum import Worth, confirming_optimum

_PARTS = 10**9


def _allowed(given: Sequence[int], n: int) -> bool:
    return len(set(given)) == len(given) and all(0 < j <= n for j in given)


def _value(given: list[int], weights: list[int], values: list[int], limit: int) -> int | None:
    if not _allowed(given, len(values)):
        return None
    taken = [(weights[j - 1], values[j - 1]) for j in given]
    return sum(value for _, value in taken) if sum(weight for weight, _ in taken) <= limit else None


def _copied(
    given: list[int], weights: list[int], values: list[int], copies: list[int], limit: int
) -> int | None:
    if len(given) != len(copies) or any(
        not 0 <= count <= most for count, most in zip(given, copies, strict=True)
    ):
        return None
    weight = sum(count * w for count, w in zip(given, weights, strict=True))
    return sum(count * v for count, v in zip(given, values, strict=True)) if weight <= limit else None


def _grouped(given: list[int], groups: list[int], **facts: list[int]) -> int | None:
    if not _allowed(given, len(groups)) or any(
        groups[a - 1] == groups[b - 1] for a, b in combinations(given, 2)
    ):
        return None
    return _value(given, **facts)  # type: ignore[arg-type]


def _bulky(
    given: list[int], volumes: list[int], values: list[int], space: int, **facts: list[int]
) -> int | None:
    if _value(given, volumes, values, space) is None:
        return None
    return _value(given, values=values, **facts)  # type: ignore[arg-type]


def _yield(given: list[int], gains: list[int], costs: list[int], count: int) -> int | None:
    if not _allowed(given, len(gains)) or len(given) != count:
        return None
    return sum(gains[j - 1] for j in given) * _PARTS // sum(costs[j - 1] for j in given)


def _gain(given: list[int], values: list[int], losses: list[int]) -> int | None:
    if not _allowed(given, len(values)):
        return None
    return sum(values[j - 1] for j in given) - sum(losses[a - 1] for a, _ in combinations(given, 2))


def _sums_to(given: list[int], numbers: list[int], target: int) -> int | None:
    return 1 if set(given) <= set(numbers) and len(set(given)) == len(given) and sum(given) == target else None


def _equal(given: list[list[int]], numbers: list[int], count: int, made: list[list[int]]) -> int | None:
    if [len(group) for group in given] != [3] * count or sorted(chain.from_iterable(given)) != sorted(numbers):
        return None
    return 1 if {sum(group) for group in given} == {sum(map(sum, made)) // count} else None


def _most_value(weights: list[int], values: list[int], limit: int) -> int:
    lightest = [0] + [10**9] * sum(values)
    for weight, value in zip(weights, values, strict=True):
        for worth in range(len(lightest) - 1, value - 1, -1):
            lightest[worth] = min(lightest[worth], lightest[worth - value] + weight)
    return max(worth for worth, weight in enumerate(lightest) if weight <= limit)


def _most_copied(weights: list[int], values: list[int], copies: list[int], limit: int) -> int:
    @cache
    def most(sort: int, room: int) -> int:
        if sort < 0:
            return 0
        fitting = min(copies[sort], room // weights[sort])
        return max(k * values[sort] + most(sort - 1, room - k * weights[sort]) for k in range(fitting + 1))

    return most(len(weights) - 1, limit)


def _most_grouped(weights: list[int], values: list[int], limit: int, groups: list[int]) -> int:
    @cache
    def most(group: int, room: int) -> int:
        if group == 0:
            return 0
        ways = [most(group - 1, room)]
        for weight, value, of in zip(weights, values, groups, strict=True):
            if of == group and weight <= room:
                ways.append(value + most(group - 1, room - weight))
        return max(ways)

    return most(max(groups), limit)


def _most_bulky(weights: list[int], volumes: list[int], values: list[int], limit: int, space: int) -> int:
    @cache
    def most(j: int, room: int, left: int) -> int:
        if j < 0:
            return 0
        without = most(j - 1, room, left)
        if weights[j] > room or volumes[j] > left:
            return without
        return max(without, values[j] + most(j - 1, room - weights[j], left - volumes[j]))

    return most(len(values) - 1, limit, space)


def _best_yield(gains: list[int], costs: list[int], count: int) -> int:
    largest: list[dict[int, int]] = [{0: 0}] + [{} for _ in range(count)]
    for gain, cost in zip(gains, costs, strict=True):
        for k in range(count - 1, -1, -1):
            for total, so_far in largest[k].items():
                largest[k + 1][total + cost] = max(largest[k + 1].get(total + cost, 0), so_far + gain)
    return max(gain * _PARTS // cost for cost, gain in largest[count].items())


def _most_gain(values: list[int], losses: list[int]) -> int:
    items = sorted(zip(losses, values, strict=True))
    best = 0
    for count in range(1, len(items) + 1):
        table = [0] + [-(10**9)] * count
        for loss, value in items:
            for k in range(count, 0, -1):
                table[k] = max(table[k], table[k - 1] + value - loss * (count - k))
        best = max(best, table[count])
    return best


def _one(**_: object) -> int:
    return 1


_KINDS: dict[str, tuple[Callable[..., Worth | None], Callable[..., Worth]]] = {
    "knapsack": (_value, _most_value),
    "copies": (_copied, _most_copied),
    "groups": (_grouped, _most_grouped),
    "two-limits": (_bulky, _most_bulky),
    "ratio": (_yield, _best_yield),
    "diminishing": (_gain, _most_gain),
    "subset-sum": (_sums_to, _one),
    "equal-groups": (_equal, _one),
}
confirms = confirming_optimum(_KINDS, frozenset({"equal-groups"}))
