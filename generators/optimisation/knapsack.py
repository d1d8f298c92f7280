"""Knapsacks: choose items under limits so that their value is largest, or numbers whose sum is given.

Kinds: ``knapsack`` (each item once), ``copies`` (several of a sort), ``groups`` (one of a group), ``two-limits``,
``ratio`` (the best quotient of two sums), ``diminishing`` (each choice lowers the value of all later ones),
``subset-sum``, ``equal-groups`` (all numbers in groups of one sum).

Difficulty: `kinds` drawn from; `size`, by which the number of items grows. Proxy: pairs of items. What is easy is drawn
again: where items that are taken by ratio, value, weight or place (or the like, see each kind) are a best choice.

Sources: S. Martello and P. Toth, Knapsack Problems, 1990; W. Dinkelbach 1967 (ratios).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from math import comb

from ..kernels.asking import SET, asking, row, some, table
from ..kernels.count import Facts
from ..kernels.optimum import Best, Kind, optimum_family, wordings
from ..limits import Whole

PARTS = 10**9
"""Quotients are compared in these parts of 1, rounded down: far finer than two different ones can lie together."""
_ITEMS = SET.format(what="the numbers of the chosen items")


def _pairs(n: int) -> float:
    return float(n * n)


def _blind(n: int) -> float:
    """A guess at the chance that items that are chosen blindly are a best choice."""
    return 2.0 ** (2 - n)


def _sum_of(values: Sequence[int], chosen: Iterable[int]) -> int:
    """The sum of the values of chosen items, which are numbered from 1."""
    return sum(values[j - 1] for j in chosen)


def _orders(values: Sequence[int], *burdens: Sequence[int]) -> list[list[int]]:
    """Orders in which somebody might try items: by value for burden, value, burden, and number."""
    n = len(values)
    burden = [sum(of) for of in zip(*burdens, strict=True)]
    keys: list[Callable[[int], Fraction | int]] = [
        lambda j: -Fraction(values[j - 1], burden[j - 1]),
        lambda j: -values[j - 1],
        lambda j: burden[j - 1],
        lambda j: -burden[j - 1],
        lambda j: j,
    ]
    return [sorted(range(1, n + 1), key=key) for key in keys]


def _taken(order: Iterable[int], fits: Callable[[list[int]], bool]) -> list[int]:
    """What is chosen if each item of an order is taken where it still fits."""
    chosen: list[int] = []
    for j in order:
        if fits([*chosen, j]):
            chosen.append(j)
    return chosen


def _packed(rng: random.Random, size: int) -> Facts:
    n = 6 + size
    weights = some(rng, n, 4, 24)
    values = [max(1, round(w * rng.uniform(0.7, 1.6)) + rng.randint(-2, 2)) for w in weights]
    return {"weights": weights, "values": values, "limit": round(sum(weights) * rng.uniform(0.35, 0.6))}


def _knapsack(weights: list[int], values: list[int], limit: int) -> Best | None:
    """For each room the best value, item by item; then back from the last item."""
    tables = [[0] * (limit + 1)]
    for weight, value in zip(weights, values, strict=True):
        last = tables[-1]
        tables.append(
            [
                max(last[room], last[room - weight] + value) if room >= weight else last[room]
                for room in range(limit + 1)
            ]
        )
    room, chosen = limit, list[int]()
    for j in range(len(weights), 0, -1):
        if tables[j][room] != tables[j - 1][room]:
            chosen.insert(0, j)
            room -= weights[j - 1]
    best = tables[-1][limit]
    for order in _orders(values, weights):
        if _sum_of(values, _taken(order, lambda of: _sum_of(weights, of) <= limit)) == best:
            return None
    return Best(
        best,
        chosen,
        _shown_sums(chosen, weight=weights, value=values),
        _pairs(len(weights)),
        _blind(len(weights)),
    )


def _shown_sums(chosen: Iterable[int], **columns: Sequence[int]) -> list[str]:
    return [
        f"{name}: {' + '.join(str(column[j - 1]) for j in chosen)} = {_sum_of(column, chosen)}"
        for name, column in columns.items()
    ]


def _sorts(rng: random.Random, size: int) -> Facts:
    n = 4 + size // 2
    weights = rng.sample(range(3, 16 + size), n)
    values = [max(1, round(w * rng.uniform(0.8, 1.4)) + rng.randint(-1, 1)) for w in weights]
    copies = rng.sample([1 + sort % 3 for sort in range(n)], n)
    most = sum(w * c for w, c in zip(weights, copies, strict=True))
    return {
        "weights": weights,
        "values": values,
        "copies": copies,
        "limit": round(most * rng.uniform(0.35, 0.6)),
    }


def _copies(weights: list[int], values: list[int], copies: list[int], limit: int) -> Best | None:
    """The same with each copy as an item of its own; equal items stand together."""
    each = [j for j, count in enumerate(copies) for _ in range(count)]
    single = _knapsack([weights[j] for j in each], [values[j] for j in each], limit)
    if single is None:
        return None
    counts = [0] * len(weights)
    for place in single.found:
        assert isinstance(place, int)
        counts[each[place - 1]] += 1
    parts = [f"{count} * {value}" for count, value in zip(counts, values, strict=True) if count]
    return Best(
        single.worth,
        counts,
        [f"value: {' + '.join(parts)} = {single.worth}"],
        _pairs(len(each)),
        _blind(len(each)),
    )


def _grouped(rng: random.Random, size: int) -> Facts:
    facts = _packed(rng, size)
    n = len(facts["weights"])
    groups = [1 + j // 3 for j in range(n)]
    rng.shuffle(groups)
    lightest = sum(min(w for w, h in zip(facts["weights"], groups, strict=True) if h == g) for g in set(groups))
    return {**facts, "groups": groups, "limit": round(lightest * rng.uniform(1.1, 1.7))}


def _groups(weights: list[int], values: list[int], limit: int, groups: list[int]) -> Best | None:
    """For each weight the best value, group by group."""
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for group in sorted(set(groups)):
        members = [j for j, g in enumerate(groups, 1) if g == group]
        after = dict(best)
        for weight, (value, chosen) in best.items():
            for j in members:
                new = weight + weights[j - 1]
                if new <= limit and value + values[j - 1] > after.get(new, (-1, ()))[0]:
                    after[new] = value + values[j - 1], (*chosen, j)
        best = after
    worth, chosen = max(best.values(), key=lambda end: end[0])

    def fits(of: list[int]) -> bool:
        return len({groups[j - 1] for j in of}) == len(of) and _sum_of(weights, of) <= limit

    if any(_sum_of(values, _taken(order, fits)) == worth for order in _orders(values, weights)):
        return None
    found = sorted(chosen)
    lines = [
        *_shown_sums(found, weight=weights, value=values),
        f"groups: {row(groups[j - 1] for j in found)}",
    ]
    return Best(worth, found, lines, _pairs(len(weights)), _blind(len(weights)))


def _two(rng: random.Random, size: int) -> Facts:
    n = 6 + size
    weights, volumes = some(rng, n, 1, 9), some(rng, n, 1, 9)
    values = [max(1, w + v + rng.randint(-4, 5)) for w, v in zip(weights, volumes, strict=True)]
    shares = rng.uniform(0.3, 0.5), rng.uniform(0.3, 0.5)
    return {
        "weights": weights,
        "volumes": volumes,
        "values": values,
        "limit": round(sum(weights) * shares[0]),
        "space": round(sum(volumes) * shares[1]),
    }


def _two_limits(
    weights: list[int], volumes: list[int], values: list[int], limit: int, space: int
) -> Best | None:
    """For each weight and volume the best value, item by item."""
    best: dict[tuple[int, int], tuple[int, int]] = {(0, 0): (0, 0)}
    for j, (weight, volume, value) in enumerate(zip(weights, volumes, values, strict=True)):
        for (w, v), (worth, chosen) in list(best.items()):
            key = w + weight, v + volume
            if key[0] <= limit and key[1] <= space and worth + value > best.get(key, (-1, 0))[0]:
                best[key] = worth + value, chosen | 1 << j
    worth, mask = max(best.values())
    found = [j + 1 for j in range(len(weights)) if mask >> j & 1]

    def fits(of: list[int]) -> bool:
        return _sum_of(weights, of) <= limit and _sum_of(volumes, of) <= space

    orders = [
        order for burdens in ((weights, volumes), (weights,), (volumes,)) for order in _orders(values, *burdens)
    ]
    if any(_sum_of(values, _taken(order, fits)) == worth for order in orders):
        return None
    lines = _shown_sums(found, weight=weights, volume=volumes, value=values)
    return Best(worth, found, lines, _pairs(len(weights)), _blind(len(weights)))


def _yields(rng: random.Random, size: int) -> Facts:
    n = 6 + size
    return {
        "gains": some(rng, n, 5, 60),
        "costs": some(rng, n, 2, 20),
        "count": max(3, n // 3 + rng.randint(0, 1)),
    }


def _ratio(gains: list[int], costs: list[int], count: int) -> Best | None:
    """The quotient rises as long as the items that are best for it give a higher one."""
    everything = range(1, len(gains) + 1)

    def quotient(chosen: Iterable[int]) -> Fraction:
        return Fraction(_sum_of(gains, chosen), _sum_of(costs, chosen))

    chosen, lines = list(everything)[:count], list[str]()
    while True:
        now = quotient(chosen)
        lines.append(
            f"items {row(chosen)}: {_sum_of(gains, chosen)} / {_sum_of(costs, chosen)} = about {float(now):.3f}"
        )
        over = [now.denominator * g - now.numerator * c for g, c in zip(gains, costs, strict=True)]
        after = sorted(sorted(everything, key=lambda j: -over[j - 1])[:count])
        if quotient(after) == now:
            break
        chosen = after
    if any(quotient(order[:count]) == now for order in _orders(gains, costs)):
        return None
    return Best(
        now.numerator * PARTS // now.denominator, chosen, lines, _pairs(len(gains)), 1 / comb(len(gains), count)
    )


def _fading(rng: random.Random, size: int) -> Facts:
    n = 6 + size
    return {"values": some(rng, n, 10, 60), "losses": some(rng, n, 0, 24 if size < 6 else 16)}


def _gained(order: Sequence[int], values: Sequence[int], losses: Sequence[int]) -> int:
    lost = accumulate((losses[j - 1] for j in order), initial=0)
    return sum(values[j - 1] - loss for j, loss in zip(order, lost, strict=False))


def _diminishing(values: list[int], losses: list[int]) -> Best | None:
    """From the item with the greatest loss on, which comes last: how many come after it, and what they gain."""
    n = len(values)
    best: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    best += [(-(10**9), ())] * n
    for j in sorted(range(1, n + 1), key=lambda j: -losses[j - 1]):
        for behind in range(n - 1, -1, -1):
            gain, order = best[behind]
            new = gain + values[j - 1] - losses[j - 1] * behind
            if new > best[behind + 1][0]:
                best[behind + 1] = new, (j, *order)
    worth, order = max(best, key=lambda option: option[0])
    tried = [
        sorted(range(1, n + 1), key=lambda j: -values[j - 1]),
        sorted(range(1, n + 1), key=lambda j: losses[j - 1]),
        sorted(range(1, n + 1), key=lambda j: losses[j - 1] - values[j - 1]),
    ]
    for by in tried:
        firsts = [by[:k] for k in range(1, n + 1)]
        again = [sorted(first, key=lambda j: losses[j - 1]) for first in firsts]
        if max(_gained(given, values, losses) for given in firsts + again) == worth:
            return None
    lost = list(accumulate((losses[j - 1] for j in order), initial=0))
    parts = [f"({values[j - 1]} - {loss})" for j, loss in zip(order, lost, strict=False)]
    return Best(worth, list(order), [f"gain: {' + '.join(parts)} = {worth}"], _pairs(n))


def _with_sum(rng: random.Random, size: int) -> Facts:
    n = 6 + size
    numbers = rng.sample(range(11, 100 if size < 5 else 1000), n)
    return {"numbers": numbers, "target": sum(rng.sample(numbers, n // 2 + rng.randint(-1, 1)))}


def _subset_sum(numbers: list[int], target: int) -> Best | None:
    """All sums, number by number; not where numbers that are taken in some order while they fit give it."""
    count, found = _counted(numbers, target)
    for order in (numbers, sorted(numbers), sorted(numbers)[::-1]):
        left = target
        for number in order:
            left -= number if number <= left else 0
        if left == 0:
            return None
    guess = count / 2 ** len(numbers)
    return Best(1, found, [f"{' + '.join(map(str, found))} = {target}"], _pairs(len(numbers)), guess)


def _counted(numbers: Sequence[int], target: int) -> tuple[int, list[int]]:
    """In how many ways the target is a sum of some of the numbers, and one of them."""
    tables: list[dict[int, int]] = [{0: 1}]
    for number in numbers:
        after = dict(tables[-1])
        for total, count in tables[-1].items():
            if total + number <= target:
                after[total + number] = after.get(total + number, 0) + count
        tables.append(after)
    left, found = target, list[int]()
    for place in range(len(numbers), 0, -1):
        if left not in tables[place - 1]:
            found.insert(0, numbers[place - 1])
            left -= numbers[place - 1]
    return tables[-1][target], found


def _equal(rng: random.Random, size: int) -> Facts | None:
    count, total = 3 + size // 3, rng.randint(60, 100) + 10 * size
    groups: list[list[int]] = []
    used: set[int] = set()
    while len(groups) < count:
        a, b = rng.randint(3, total // 2), rng.randint(3, total // 2)
        group = [a, b, total - a - b]
        if group[2] > 2 and len({*group, *used}) == len(used) + 3:
            groups.append(group)
            used |= set(group)
    numbers = [number for group in groups for number in group]
    rng.shuffle(numbers)
    return {"numbers": numbers, "count": count, "made": groups}


def _equal_groups(numbers: list[int], count: int, made: list[list[int]]) -> Best | None:
    """The groups that were drawn; not where large ones with the next two that fit are such groups, too."""
    total = sum(numbers) // count
    chunks = [numbers[at : at + 3] for at in range(0, len(numbers), 3)]
    ordered = sorted(numbers)
    ends = [[ordered[at], ordered[-1 - at], ordered[count + at]] for at in range(count)]
    if all(sum(group) == total for group in chunks) or all(sum(group) == total for group in ends):
        return None
    for left in (ordered[::-1], ordered[:], numbers[:]):
        while left:
            first, *rest = left
            two = next(
                ((a, b) for at, a in enumerate(rest) for b in rest[at + 1 :] if first + a + b == total), None
            )
            if two is None:
                break
            left = [number for number in rest if number not in two]
        if not left:
            return None
    lines = [f"each sum: {sum(numbers)} / {count} = {total}"]
    lines += [f"{' + '.join(map(str, group))} = {total}" for group in made]
    return Best(1, made, lines, _pairs(len(numbers)), 0.004)


def _heads(**heads: str) -> Callable[..., Mapping[str, object]]:
    shown = table(**heads)
    return lambda **facts: shown(**{name: facts[name] for name in heads})


KINDS = {
    "knapsack": Kind(
        asking(
            "Each item can be taken once or not at all, and the chosen items may weigh {limit} in all at most.",
            "{n} items:\n{list}",
            "Choose items so that the sum of their values is as large as possible.",
            _ITEMS,
        ),
        _packed,
        _knapsack,
        _heads(weights="weight", values="value"),
    ),
    "copies": Kind(
        asking(
            "Of each sort you can take any number of pieces from 0 up to the number of copies that "
            "there are. Weight and "
            "value are those of one piece. All pieces that are taken may weigh {limit} in all at most.",
            "{n} sorts:\n{list}",
            "Choose pieces so that the sum of their values is as large as possible.",
            "Give the number of pieces of each sort, from sort 1 on, 0 included, separated by commas.",
        ),
        _sorts,
        _copies,
        _heads(weights="weight", values="value", copies="copies"),
    ),
    "groups": Kind(
        asking(
            "Each item belongs to a group. At most one item of each group can be taken, and the chosen items may weigh "
            "{limit} in all at most.",
            "{n} items:\n{list}",
            "Choose items so that the sum of their values is as large as possible.",
            _ITEMS,
        ),
        _grouped,
        _groups,
        _heads(groups="group", weights="weight", values="value"),
    ),
    "two-limits": Kind(
        asking(
            "Each item can be taken once or not at all. The chosen items may weigh {limit} in all at most, and their "
            "volumes may sum to {space} at most.",
            "{n} items:\n{list}",
            "Choose items so that the sum of their values is as large as possible.",
            _ITEMS,
        ),
        _two,
        _two_limits,
        _heads(weights="weight", volumes="volume", values="value"),
    ),
    "ratio": Kind(
        asking(
            "The yield of a choice is the sum of the gains of all chosen items divided by the sum of their costs.",
            "{n} items:\n{list}",
            "Choose exactly {count} different items so that the yield of the choice is as large as possible.",
            _ITEMS,
        ),
        _yields,
        _ratio,
        _heads(gains="gain", costs="cost"),
    ),
    "diminishing": Kind(
        asking(
            "You take some of the items, one after the other. Each item that is taken lowers the value of every item "
            "that is taken later by its loss; losses add up, and values can become negative. An item counts with the "
            "value that it has when it is taken.",
            "{n} items:\n{list}",
            "Choose items and the order in which they are taken so that the sum of what they count is as large as "
            "possible. Not all items have to be taken, and none twice.",
            "List the numbers of the chosen items in the order in which they are taken, separated by commas.",
        ),
        _fading,
        _diminishing,
        _heads(values="value", losses="loss"),
    ),
    "subset-sum": Kind(
        asking(
            "Each of the numbers can be used once or not at all.",
            "Numbers: {numbers}",
            "Choose some of them whose sum is exactly {target}.",
            SET.format(what="the chosen numbers themselves"),
        ),
        _with_sum,
        _subset_sum,
    ),
    "equal-groups": Kind(
        asking(
            "Each of the numbers belongs to exactly one group, and each group holds exactly three of them.",
            "Numbers: {numbers}",
            "Split the numbers into {count} groups so that all groups have the same sum.",
            "Give the numbers of each group with spaces between them, and put semicolons between the groups.",
        ),
        _equal,
        _equal_groups,
    ),
}
WORDINGS = wordings(KINDS)
generate = optimum_family(KINDS, {"size": Whole(1, 24, "how many items there are")})
