"""Kinds of `array_operations` in which things change places: swaps, cycles, taking out and putting in.

Sources: A. Cayley 1849 (cycles and swaps); C. Schensted 1961 (what stays where the rest is moved);
Polish olympiads in informatics XV and XVII (weighted swaps, pairs that vanish).
"""

from __future__ import annotations

import random
from bisect import bisect_left
from itertools import pairwise

from ..kernels.asking import ONES, PAIRS, PLACES, SET, asking, numbers_in, row
from ..kernels.count import Facts
from ..kernels.optimum import Best, Kind


def _bits(rng: random.Random, size: int) -> Facts:
    n = 9 + 2 * size
    bits = [0, 1] * (n // 2) + ([rng.randint(0, 1)] if n % 2 else [])
    rng.shuffle(bits)
    return {"bits": bits}


def _alternate(bits: list[int]) -> Best | None:
    plans = []
    for first in (0, 1):
        wrong = [at for at, bit in enumerate(bits, 1) if bit != (first + at + 1) % 2]
        ones = [at for at in wrong if bits[at - 1]]
        zeros = [at for at in wrong if not bits[at - 1]]
        if len(ones) == len(zeros):
            plans.append(([sorted(pair) for pair in zip(zeros, ones, strict=True)], first, wrong))
    steps, first, wrong = min(plans, key=lambda plan: len(plan[0]))
    if len(steps) < 2:
        return None
    lines = [f"with {first} at place 1 these places are wrong: {row(wrong)}; each step sets two of them right"]
    state = list(bits)
    for i, j in steps:
        state[i - 1], state[j - 1] = state[j - 1], state[i - 1]
        lines.append(f"{i} {j}: {row(state)}")
    return Best(len(steps), steps, lines, numbers_in(bits, steps))


def _rows(rng: random.Random, size: int) -> Facts | None:
    n = 5 + (size + 1) // 2
    return {"first": rng.sample(range(1, 100), n), "second": rng.sample(range(1, 100), n)}


def _match(first: list[int], second: list[int]) -> Best | None:
    ranked = sorted((value, at) for at, value in enumerate(first))
    places = {value: at for value, (_, at) in zip(sorted(second), ranked, strict=True)}
    state = list(second)
    steps: list[int] = []
    wanted = sorted(second, key=places.__getitem__)
    lines = [f"wanted below: {row(wanted)}"]
    moved = True
    while moved:
        moved = False
        for at in range(len(state) - 1):
            if places[state[at]] > places[state[at + 1]]:
                state[at], state[at + 1] = state[at + 1], state[at]
                steps.append(at + 1)
                lines.append(f"{at + 1}: {row(state)}")
                moved = True
    if len(steps) < 3:
        return None
    return Best(len(steps), steps, lines, numbers_in(first, second, steps))


def _weighed(rng: random.Random, size: int) -> Facts | None:
    n = 5 + 2 * size // 3
    labels = list(range(1, n + 1))
    facts: Facts = {"weights": [rng.randint(1, 9 + 2 * size) for _ in labels]}
    facts["start"], facts["goal"] = rng.sample(labels, n), rng.sample(labels, n)
    return facts


def _swap_weights(weights: list[int], start: list[int], goal: list[int]) -> Best | None:
    """Each cycle by its lightest item, or by the lightest of all, which is then brought in and out again."""
    wanted = dict(zip(start, goal, strict=True))  # whose place an item stands in
    weight = dict(enumerate(weights, 1))
    lightest = min(weight, key=weight.__getitem__)
    steps: list[list[int]] = []
    lines: list[str] = []
    total, seen = 0, set[int]()
    for label in start:
        cycle = [label]
        while wanted[cycle[-1]] != label:
            cycle.append(wanted[cycle[-1]])
        if label in seen or len(cycle) == 1:
            continue
        seen |= set(cycle)
        least = min(cycle, key=weight.__getitem__)
        rest = sum(weight[x] for x in cycle)
        own = rest + (len(cycle) - 2) * weight[least]
        lent = rest + weight[least] + (len(cycle) + 1) * weight[lightest]
        lines.append(f"cycle {row(cycle)}: by {least} {own}, by {lightest} {lent}")
        at = cycle.index(least)
        order = cycle[at + 1 :] + cycle[:at]
        swaps = [[least, x] for x in order]
        if lent < own:
            swaps = [[lightest, least], *([lightest, x] for x in order), [lightest, least]]
        steps += swaps
        total += min(own, lent)
    if len(steps) < 2:
        return None
    state = list(start)
    for x, y in steps:
        i, j = state.index(x), state.index(y)
        state[i], state[j] = y, x
        lines.append(f"{x} {y}: {row(state)}")
    return Best(total, steps, [*lines, f"cost: {total}"], numbers_in(weights, start, goal, steps))


def _pairs(rng: random.Random, size: int) -> Facts | None:
    values = [n for n in range(1, 5 + 2 * size // 3) for _ in range(2)]
    rng.shuffle(values)
    return None if any(a == b for a, b in pairwise(values)) else {"values": values}


def _left(state: list[int]) -> list[int]:
    left: list[int] = []
    for value in state:
        if left and left[-1] == value:
            left.pop()
        else:
            left.append(value)
    return left


def _vanish(values: list[int]) -> Best | None:
    """The pair that closes first goes first: its left one walks to the right one, over numbers that it crosses."""
    state, steps, lines = list(values), [], []
    while state:
        seen: dict[int, int] = {}
        for end, value in enumerate(state):
            if value in seen:
                break
            seen[value] = end
        at = seen[state[end]]
        state[at], state[at + 1] = state[at + 1], state[at]
        state = _left(state)
        steps.append(at + 1)
        lines.append(f"{at + 1}: {row(state) or 'nothing is left'}")
    return Best(len(steps), steps, lines, numbers_in(values, steps)) if len(steps) > 2 else None


def _shuffled(rng: random.Random, size: int) -> Facts:
    return {"values": rng.sample(range(1, 8 + size), 7 + size)}


def _reinsert(values: list[int]) -> Best | None:
    """What stays is a longest increasing subsequence; every other number is moved once."""
    tails: list[int] = []
    where = []
    for value in values:
        where.append(bisect_left(tails, value))
        tails[where[-1] : where[-1] + 1] = [value]
    stay: list[int] = []
    for value, length in zip(reversed(values), reversed(where), strict=True):
        if length == len(tails) - len(stay) - 1 and (not stay or value < stay[-1]):
            stay.append(value)
    lines = [f"these can stay: {row(reversed(stay))}"]
    settled, state, steps = set(stay), list(values), []
    for value in sorted(set(values) - settled):
        at = state.index(value)
        del state[at]
        to = max((i for i, other in enumerate(state, 1) if other in settled and other < value), default=0)
        state.insert(to, value)
        settled.add(value)
        steps.append([at + 1, to + 1])
        lines.append(f"{at + 1} {to + 1}: {row(state)}")
    return Best(len(steps), steps, lines, numbers_in(values, steps)) if len(steps) > 1 else None


def _columns(rng: random.Random, size: int) -> Facts | None:
    n = 7 + size
    first, second = rng.sample(range(1, n + 2), n), rng.sample(range(1, n + 2), n)
    if any(a == b for a, b in zip(first, second, strict=True)):
        return None
    for at in range(n):
        if rng.random() < 0.5:
            first[at], second[at] = second[at], first[at]
    return {"first": first, "second": second}


def _untangle(first: list[int], second: list[int]) -> Best | None:
    """A number that stands twice ties two columns: alike if in both rows, and unlike if twice in one."""
    ties: dict[int, list[tuple[int, bool]]] = {at: [] for at in range(len(first))}
    seen: dict[int, tuple[int, int]] = {}
    for at, pair in enumerate(zip(first, second, strict=True)):
        for line, value in enumerate(pair):
            if value in seen:
                other, before = seen[value]
                ties[at].append((other, before == line))
                ties[other].append((at, before == line))
            seen[value] = at, line
    side: dict[int, bool] = {}
    chosen: list[int] = []
    lines = []
    for start in ties:
        if start in side:
            continue
        side[start], group = False, [start]
        for at in group:
            for other, differs in ties[at]:
                if other not in side:
                    side[other] = side[at] != differs
                    group.append(other)
        halves = [sorted(at + 1 for at in group if side[at] == turned) for turned in (True, False)]
        if len(group) > 1:
            lines.append(f"tied columns: {row(halves[0]) or 'none'} or {row(halves[1]) or 'none'}")
        chosen += halves[0] if len(halves[0]) < len(halves[1]) else halves[1]
    if len(chosen) < 2:
        return None
    return Best(len(chosen), sorted(chosen), lines, numbers_in(first, second, chosen), 2.0 ** -len(first))


def _circle(rng: random.Random, size: int) -> Facts | None:
    n = 6 + size
    ring = list(range(1, n + 1))
    for _ in range(2 + n // 2):
        i, j = rng.sample(range(n), 2)
        ring[i], ring[j] = ring[j], ring[i]
    beside = {x: sorted((ring[at - 1], ring[(at + 1) % n])) for at, x in enumerate(ring)}
    return {"friends": [beside[x] for x in range(1, n + 1)]}


def _seats(friends: list[list[int]]) -> Best | None:
    """The ring of friends can be laid round the table in 2n ways; who is not yet in place moves once."""
    n, ring = len(friends), [1, friends[0][0]]
    while len(ring) < n:
        ring.append(next(x for x in friends[ring[-1] - 1] if x != ring[-2]))
    ways = [way[turn:] + way[:turn] for way in (ring, ring[::-1]) for turn in range(n)]
    best = max(ways, key=lambda way: sum(x == seat for seat, x in enumerate(way, 1)))
    to = {x: seat for seat, x in enumerate(best, 1)}
    orders, seen = [], set[int]()
    for x in range(1, n + 1):
        cycle = [x]
        while to[cycle[-1]] != x:
            cycle.append(to[cycle[-1]])
        if x not in seen and len(cycle) > 1:
            orders.append(cycle)
        seen |= set(cycle)
    cost = sum(map(len, orders))
    if cost < 3:
        return None
    lines = [f"wanted on seats 1 to {n}: {row(best)}", f"{n - cost} of them are there, {cost} have to move"]
    return Best(cost, orders, lines, numbers_in(friends, orders))


def _wishes(friends: list[list[int]]) -> dict[str, object]:
    return {
        "n": len(friends),
        "wishes": "\n".join(f"student {x}: {a} and {b}" for x, (a, b) in enumerate(friends, 1)),
    }


def _labelled(weights: list[int], **_: object) -> dict[str, object]:
    return {"list": ", ".join(f"item {x}: {w}" for x, w in enumerate(weights, 1))}


MOVES = {
    "alternate": Kind(
        asking(
            f"{PLACES} In one step two digits, at any two places, change places.",
            "A row of digits: {bits}",
            "Make a row in which no two neighbours are equal, with as few steps as possible.",
            PAIRS.format(what="the two places", like="i j; i j; i j"),
        ),
        _bits,
        _alternate,
    ),
    "match-rows": Kind(
        asking(
            f"{PLACES} A step swaps two neighbours in the lower row, those at places i and i + 1; it is "
            f"written as i. "
            "For each place take the square of the difference between the two numbers that stand there one "
            "above the "
            "other, and add up all these squares.",
            "Upper row: {first}\nLower row: {second}",
            "Make this sum as small as any order of the lower row can make it, with as few steps as possible.",
            ONES.format(what="steps"),
        ),
        _rows,
        _match,
    ),
    "weighted-swaps": Kind(
        asking(
            "In one step two items, wherever they stand, change places; this costs the sum of the weights "
            "of the two.",
            "Weights: {list}\nOrder now: {start}\nOrder wanted: {goal}",
            "Reach the wanted order at the least total cost.",
            PAIRS.format(what="the numbers of the two items", like="x y; x y; x y"),
        ),
        _weighed,
        _swap_weights,
        _labelled,
    ),
    "vanishing-pairs": Kind(
        asking(
            f"{PLACES} A step swaps two neighbours, those at places i and i + 1 of the row as it is then; "
            f"it is written "
            "as i. Whenever two equal numbers stand side by side, both vanish and the row closes up, and so "
            "on until "
            "no equal numbers are neighbours; only then comes the next step.",
            "A row of numbers, each of which stands there twice: {values}",
            "Empty the row with as few steps as possible.",
            ONES.format(what="steps"),
        ),
        _pairs,
        _vanish,
    ),
    "reinsert": Kind(
        asking(
            f"{PLACES} One step takes out the number at place i, closes the gap, and puts the number back "
            f"in so that it "
            "then stands at place j; it is written as i j.",
            "A row of numbers: {values}",
            "Sort the row from the least number on the left to the greatest with as few steps as possible.",
            PAIRS.format(what="these two places", like="i j; i j; i j"),
        ),
        _shuffled,
        _reinsert,
    ),
    "swap-columns": Kind(
        asking(
            "Columns are numbered from 1, from left to right. To turn a column is to swap its upper and its "
            "lower number.",
            "Upper row: {first}\nLower row: {second}",
            "Turn as few columns as possible so that no number stands twice in the upper row, and none "
            "twice in the "
            "lower row.",
            SET.format(what="the numbers of the columns to turn"),
        ),
        _columns,
        _untangle,
    ),
    "round-table": Kind(
        asking(
            "Students 1 to {n} sit around a table in this order: student 1 on seat 1, student 2 on seat 2, "
            "and so on; "
            "seat {n} is beside seat 1. An order to move names two or more different students: the first "
            "one goes to the "
            "seat of the second, the second to that of the third, and so on, and the last one to the seat "
            "of the first, "
            "all at once. It costs as much as it names students. In the end every student must sit between the "
            "two whom the list names beside that student, whichever of them is on the left; on which seats "
            "does not matter.",
            "Who must sit beside whom:\n{wishes}",
            "Seat them at the least total cost, by one or several orders.",
            "Give the orders in the order in which they are carried out, each as its students with spaces "
            "between them, and "
            'put semicolons between the orders: "x y z; x y".',
        ),
        _circle,
        _seats,
        _wishes,
    ),
}  # fmt: skip
