"""Best subsequences: choose positions of a row so that an order rule holds and the total is best.

Kinds ask for chosen positions (rising, from 1), for a run as its first and last position (both included), for numbers
to append or to put down, or for one number or list that is exactly determined (``repeated-rise``, ``ranked``).

Difficulty: `kinds` drawn from; `size`, by which rows get longer. Proxy: pairs of positions.

Sources: M. L. Fredman 1975 (longest increasing subsequences); L. R. Ford and D. R. Fulkerson 1956 (least cuts).
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Sequence
from functools import cache
from itertools import accumulate, pairwise

from ..kernels.count import Facts
from ..kernels.optimum import Best, Kind, optimum_family, wordings
from ..limits import Whole
from .rows import TIES, length, pairs, shown_row, worded

_INTRO = (
    "Here is a row of {n} NOUNS: {row}. ",
    "{row}\n\nThe row above has {n} NOUNS. ",
    "Take the {n} NOUNS {row} in this order. ",
)
_CHOSEN = (
    "Give the positions of the chosen NOUNS in rising order, separated by commas; the first NOUN has position 1.",
    "Count positions from 1, and answer with the chosen positions from left to right, with commas between them.",
    "Write down which NOUNS you choose by their positions (1 is the first), smallest position first, separated by "
    "commas.",
)
_RUN = (
    "Give two positions, the first and the last one of the run, separated by a comma. Positions are counted from 1, "
    "and both belong to the run.",
    "Answer with the position where the run begins and the position where it ends (both inside the run, the first "
    "NOUN has position 1), separated by a comma.",
    "State the run by its first and its last position, both included and counted from 1, with a comma between them.",
)


def _choose(*rules: str, noun: str = "number") -> tuple[str, ...]:
    return worded(_INTRO, rules, _CHOSEN, noun)


def _run(*rules: str, noun: str = "number") -> tuple[str, ...]:
    return worded(_INTRO, rules, _RUN, noun)


def _free(*rules: str, ties: str = TIES) -> tuple[str, ...]:
    return worded(_INTRO, rules, ("", "", ""), "number", ties)


def _at(places: Sequence[int]) -> list[int]:
    """Positions as prompts count them, from places as Python does."""
    return [place + 1 for place in places]


def _chain(
    n: int, worth: Callable[[int], int], fits: Callable[[int, int], bool]
) -> tuple[list[int], list[int | None]]:
    """For each place the best total of a chain that ends there, and the place before it in this chain."""
    totals, before = list[int](), list[int | None]()
    for j in range(n):
        best, place = max(
            ((totals[i], i) for i in range(j) if fits(i, j)), default=(0, None), key=lambda way: way[0]
        )
        totals.append(worth(j) + max(best, 0))
        before.append(place if best > 0 else None)
    return totals, before


def _back(before: list[int | None], end: int | None) -> list[int]:
    chain: list[int] = []
    while end is not None:
        chain.append(end)
        end = before[end]
    return chain[::-1]


def _told(name: str, totals: Sequence[int]) -> str:
    return f"{name}: {' '.join(map(str, totals))}"


# ---- chosen positions


def _weighted(rng: random.Random, size: int) -> Facts:
    n = length(rng, size)
    return {
        "numbers": [rng.randint(1, 30) for _ in range(n)],
        "weights": [rng.randint(1, 20) for _ in range(n)],
    }


def _weighted_best(numbers: list[int], weights: list[int]) -> Best | None:
    n = len(numbers)
    totals, before = _chain(n, lambda i: weights[i], lambda i, j: numbers[i] <= numbers[j])
    end = max(range(n), key=lambda i: totals[i])
    chain = _back(before, end)
    lines = [_told("largest weight of a choice that ends at position 1, 2, ...", totals)]
    return Best(totals[end], _at(chain), lines, pairs(n)) if len(chain) > 2 else None


def _mountain_best(numbers: list[int]) -> Best | None:
    n = len(numbers)
    up, before = _chain(n, lambda _: 1, lambda i, j: numbers[i] < numbers[j])
    down, after = _chain(n, lambda _: 1, lambda i, j: numbers[n - 1 - i] < numbers[n - 1 - j])
    down, after = down[::-1], [None if i is None else n - 1 - i for i in after[::-1]]
    top = max(range(n), key=lambda i: up[i] + down[i])
    chain = _back(before, top) + _back(after, top)[-2::-1]
    lines = [
        _told("longest rise that ends at position 1, 2, ...", up),
        _told("longest fall from there on", down),
    ]
    return Best(len(chain), _at(chain), lines, pairs(n)) if min(up[top], down[top]) > 1 else None


def _numbers(rng: random.Random, size: int) -> Facts:
    n = length(rng, size)
    return {"numbers": [rng.randint(1, 3 * n) for _ in range(n)]}


def _broken(rng: random.Random, size: int) -> Facts:
    n = length(rng, size)
    return {"numbers": [rng.randint(1, 9) for _ in range(n)], "costs": [rng.randint(1, 20) for _ in range(n)]}


def _broken_best(numbers: list[int], costs: list[int]) -> Best | None:
    """A least cut of the positions that lie on longest subsequences."""
    n = len(numbers)
    ends, _ = _chain(n, lambda _: 1, lambda i, j: numbers[i] <= numbers[j])
    starts = _chain(n, lambda _: 1, lambda i, j: numbers[n - 1 - i] >= numbers[n - 1 - j])[0][::-1]
    most = max(ends)
    layers = [i for i in range(n) if ends[i] + starts[i] - 1 == most]
    room: dict[int, dict[int, int]] = {v: {} for v in range(2 * n + 2)}

    def link(a: int, b: int, capacity: int) -> None:
        room[a][b] = capacity
        room[b].setdefault(a, 0)

    for i in layers:
        link(2 * i, 2 * i + 1, costs[i])
        if ends[i] == 1:
            link(2 * n, 2 * i, sum(costs))
        if ends[i] == most:
            link(2 * i + 1, 2 * n + 1, sum(costs))
        for j in layers:
            if i < j and numbers[i] <= numbers[j] and ends[j] == ends[i] + 1:
                link(2 * i + 1, 2 * j, sum(costs))
    flow = 0
    while True:
        reached = {2 * n: -1}
        queue = deque(reached)
        while queue and 2 * n + 1 not in reached:
            a = queue.popleft()
            for b, capacity in room[a].items():
                if capacity and b not in reached:
                    reached[b] = a
                    queue.append(b)
        if 2 * n + 1 not in reached:
            break
        path = [2 * n + 1]
        while path[-1] != 2 * n:
            path.append(reached[path[-1]])
        pushed = min(room[a][b] for b, a in pairwise(path))
        for b, a in pairwise(path):
            room[a][b] -= pushed
            room[b][a] += pushed
        flow += pushed
    cut = [i for i in layers if 2 * i in reached and 2 * i + 1 not in reached]
    shown = [
        f"longest length: {most}",
        _told("positions on longest subsequences", _at(layers)),
        f"least cut: {flow}",
    ]
    return Best(flow, _at(cut), shown, pairs(n)) if len(cut) > 1 and most > 2 else None


def _reversed(rng: random.Random, size: int) -> Facts:
    n = length(rng, size, 26)
    return {"numbers": [rng.randint(1, 6) for _ in range(n)]}


Step = tuple[int, tuple[int, int] | None, tuple[int, int, int, int]]
"""A length, a pair that changes places, and what is looked at next."""


def _reversed_best(numbers: list[int]) -> Best | None:
    """What lies between two positions, with values from low to high: the outer two stay, or change places."""
    n = len(numbers)

    @cache
    def longest(left: int, right: int, low: int, high: int) -> Step:
        if left > right or low > high:
            return 0, None, (1, 0, 0, 0)
        a, b = numbers[left], numbers[right]
        ways: list[Step] = [(0, None, (left + 1, right, low, high)), (0, None, (left, right - 1, low, high))]
        if low <= a <= high:
            ways.append((1, None, (left + 1, right, a, high)))
        if low <= b <= high:
            ways.append((1, None, (left, right - 1, low, b)))
        swapped = (left, right) if left < right else None
        if swapped and low <= b <= high:
            ways.append((1, swapped, (left + 1, right - 1, b, high)))
        if swapped and low <= a <= high:
            ways.append((1, swapped, (left + 1, right - 1, low, a)))
        if swapped and low <= b <= a <= high:
            ways.append((2, swapped, (left + 1, right - 1, b, a)))
        return max(
            (
                (gain + (longest(*rest)[0] if rest[0] <= rest[1] else 0), pair, rest)
                for gain, pair, rest in ways
            ),
            key=lambda way: way[0],
        )

    state = (0, n - 1, min(numbers), max(numbers))
    most, turned = longest(*state)[0], list[int]()
    while state[0] <= state[1]:
        _, pair, state = longest(*state)
        turned += pair or ()
    plain = max(_chain(n, lambda _: 1, lambda i, j: numbers[i] <= numbers[j])[0])
    lines = [f"without a change: {plain}", f"at best: {most}"]
    return Best(most, _at(sorted(turned)), lines, pairs(n)) if most > plain + 1 else None


def _places(rng: random.Random, size: int) -> Facts:
    n = length(rng, size)
    return {"numbers": [max(1, (i + 1) * 2 // 3 + rng.randint(-3, 2)) for i in range(n)]}


def _places_best(numbers: list[int]) -> Best | None:
    """Matched positions i < j need numbers that rise, by no more than j - i."""
    n = len(numbers)
    totals, before = list[int](), list[int | None]()
    for j, b in enumerate(numbers):
        ways = [(totals[i], i) for i in range(j) if totals[i] and 0 < b - numbers[i] <= j - i]
        best, place = max(ways, default=(0, None), key=lambda way: way[0])
        totals.append(best + 1 if place is not None or b <= j + 1 else 0)
        before.append(place)
    end = max(range(n), key=lambda i: totals[i])
    matched = _back(before, end)
    chosen: list[int] = []
    for i in matched:  # fill up with the positions right before
        missing = numbers[i] - 1 - len(chosen)
        chosen += [*range(i - missing, i), i]
    lines = [_told("most matches up to position 1, 2, ..., that one matched", totals)]
    return Best(totals[end], _at(chosen), lines, pairs(n)) if 2 < totals[end] < n - 2 else None


def _largest(rng: random.Random, size: int) -> Facts:
    n = length(rng, size)
    return {"numbers": [rng.randint(1, 20) for _ in range(n)], "count": rng.randint(4, n // 2)}


def _largest_best(numbers: list[int], count: int) -> Best:
    """The largest number that leaves enough behind it, again and again."""
    chosen, lines, at = list[int](), list[str](), 0
    for left in range(count, 0, -1):
        last = len(numbers) - left
        at = max(range(at, last + 1), key=lambda i: (numbers[i], -i))
        lines.append(f"largest up to position {last + 1}: {numbers[at]} at {at + 1}")
        chosen.append(at)
        at += 1
    return Best([numbers[i] for i in chosen], _at(chosen), lines, pairs(len(numbers)))


def _apart(rng: random.Random, size: int) -> Facts:
    n = length(rng, size)
    return {"numbers": [rng.randint(1, 60) for _ in range(n)], "count": rng.randint(3, n // 2 - 1)}


def _apart_best(numbers: list[int], count: int) -> Best:
    n = len(numbers)
    table: list[list[tuple[int, list[int]] | None]] = [[(0, [])] * (n + 2)]
    lines = []
    for k in range(1, count + 1):
        row: list[tuple[int, list[int]] | None] = [None, None]  # two places before the first position
        for i in range(n):
            before = table[-1][i]
            ways = [row[-1]] if before is None else [row[-1], (before[0] + numbers[i], [*before[1], i])]
            row.append(max((way for way in ways if way is not None), default=None, key=lambda way: way[0]))
        table.append(row)
        lines.append(_told(f"{k} chosen up to position 1, 2, ...", [way[0] if way else 0 for way in row[2:]]))
    found = table[count][n + 1]
    assert found is not None
    return Best(found[0], _at(found[1]), lines, pairs(n))


def _houses(rng: random.Random, size: int) -> Facts:
    n = length(rng, size)
    places = sorted(rng.randint(1, 4 * n) for _ in range(n))
    return {
        "places": places,
        "efforts": [rng.randint(1, 40) for _ in range(n)],
        "count": rng.randint(3, n // 2),
    }


def _houses_best(places: list[int], efforts: list[int], count: int) -> Best | None:
    """For each farthest house, the greatest efforts of those before it."""
    best, chosen, lines = 0, list[int](), list[str]()
    for far in range(count - 1, len(places)):
        others = sorted(range(far), key=lambda i: (-efforts[i], i))[: count - 1]
        total = 2 * places[far] + efforts[far] + sum(efforts[i] for i in others)
        lines.append(f"farthest {far + 1}: {total}")
        if total > best:
            best, chosen = total, sorted([*others, far])
    greedy = sorted(range(len(places)), key=lambda i: (-efforts[i], i))[:count]
    return None if sorted(greedy) == chosen else Best(best, _at(chosen), lines, pairs(len(places)))


def _houses_shown(places: list[int], efforts: list[int], count: int) -> dict[str, object]:
    return {"n": len(places), "row": ", ".join(f"({s}, {a})" for s, a in zip(places, efforts, strict=True))}


# ---- runs


def _runs(n: int, worth: Callable[[int, int], int | None]) -> tuple[int, list[tuple[int, int]]]:
    """The best worth of a run of the places i to j - 1, and all runs that have it."""
    best, found = 0, list[tuple[int, int]]()
    for i in range(n):
        for j in range(i + 1, n + 1):
            value = worth(i, j)
            if value is not None and (not found or value > best):
                best, found = value, []
            if value is not None and value == best:
                found.append((i, j))
    return best, found


def _best_run(n: int, worth: Callable[[int, int], int | None], name: str) -> Best | None:
    best, found = _runs(n, worth)
    guess = 4 * len(found) / pairs(n)
    if not found or guess > 0.1 or found[0][1] - found[0][0] < 3 or found[0] == (0, n):
        return None
    first, last = found[0][0] + 1, found[0][1]
    lines = [
        f"{name} of a run that ends at position {j} or before: {_runs(j, worth)[0]}"
        for j in range(2, n + 1, max(1, n // 8))
    ]
    return Best(best, [first, last], lines, pairs(n), guess)


def _even(rng: random.Random, size: int) -> Facts:
    numbers = list(accumulate(rng.randint(-6, 6) for _ in range(length(rng, size))))
    return {
        "numbers": [number - min(numbers) + rng.randint(0, 3) for number in numbers],
        "spread": rng.randint(5, 14),
    }


def _even_best(numbers: list[int], spread: int) -> Best | None:
    return _best_run(
        len(numbers),
        lambda i, j: j - i if max(numbers[i:j]) - min(numbers[i:j]) <= spread else None,
        "most numbers",
    )


def _both_ends(rng: random.Random, size: int) -> Facts:
    return {
        "letters": "".join(rng.choice("aab" if rng.random() < 0.4 else "abb") for _ in range(length(rng, size)))
    }


def _both_ends_best(letters: str) -> Best | None:
    sums = [0, *accumulate(1 if letter == "a" else -1 for letter in letters)]
    return _best_run(
        len(letters),
        lambda i, j: j - i if min(sums[i : j + 1]) == sums[i] and max(sums[i : j + 1]) == sums[j] else None,
        "most letters",
    )


def _window(rng: random.Random, size: int) -> Facts:
    n, low = length(rng, size), rng.randint(2, 4)
    return {
        "numbers": [rng.choice((-1, 1)) * rng.randint(1, 20) for _ in range(n)],
        "low": low,
        "high": low + rng.randint(2, n // 3),
    }


def _window_best(numbers: list[int], low: int, high: int) -> Best | None:
    sums = [0, *accumulate(numbers)]
    return _best_run(
        len(numbers), lambda i, j: sums[j] - sums[i] if low <= j - i <= high else None, "largest sum"
    )


def _zeroed(rng: random.Random, size: int) -> Facts:
    n = length(rng, size)
    return {
        "numbers": [rng.randint(1, 20) for _ in range(n)],
        "width": rng.randint(2, 2 + n // 6),
        "limit": rng.randint(20, 20 + 5 * n),
    }


def _zeroed_best(numbers: list[int], width: int, limit: int) -> Best | None:
    """The run keeps all but its heaviest `width` neighbours; shorter runs than these are no best ones."""
    n, sums = len(numbers), [0, *accumulate(numbers)]

    def heaviest(i: int, j: int) -> int:
        return max(range(i, j - width + 1), key=lambda z: sums[z + width] - sums[z])

    def kept(i: int, j: int) -> int | None:
        if j - i < width:
            return None
        z = heaviest(i, j)
        return j - i if sums[j] - sums[i] - sums[z + width] + sums[z] <= limit else None

    found = _best_run(n, kept, "most numbers")
    if found is None or found.worth == width:
        return None
    first, last = (place for place in found.found if isinstance(place, int))
    zeros = heaviest(first - 1, last) + 1
    return Best(found.worth, [first, last, zeros], found.lines, found.work, found.guess / 2)


# ---- numbers to be found


def _appended(rng: random.Random, size: int) -> Facts:
    n, values = length(rng, size), rng.randint(3, 4)
    return {
        "numbers": [rng.randrange(values) for _ in range(n)],
        "count": rng.randint(4, 8 - values + 1),
        "values": values,
    }


def _appended_best(numbers: list[int], count: int, values: int) -> Best | None:
    """A value adds most if it was last seen longest ago: what ends with it is then the least."""
    if len(set(numbers)) < values:
        return None
    row, total, ending = list(numbers), 0, [0] * values
    lines = []
    for n in range(len(numbers) + count):
        if n == len(row):
            row.append(min(range(values), key=lambda v: ending[v]))
        total, ending[row[n]] = 2 * total + 1 - ending[row[n]], total + 1
        if n >= len(numbers) - 1:
            lines.append(
                f"with {n + 1} numbers: {total}, of which end with 0, 1, ...: {' '.join(map(str, ending))}"
            )
    return Best(total, row[len(numbers) :], lines, pairs(len(numbers)), 4 / values**count)


def _permutation(rng: random.Random, size: int) -> Facts:
    n = length(rng, size)
    order = rng.sample(range(n), n)
    return {"numbers": _chain(n, lambda _: 1, lambda i, j: order[i] < order[j])[0]}


def _permutation_best(numbers: list[int]) -> Best | None:
    """Each number hangs on the last one before it whose value is one less; what need not rise falls."""
    n = len(numbers)
    below: dict[int, list[int]] = {}
    for i, value in enumerate(numbers):
        parent = max((j for j in range(i) if numbers[j] == value - 1), default=-1)
        below.setdefault(parent, []).append(i)
    order: list[int] = []
    stack = list(below[-1])  # those further right come first
    while stack:
        at = stack.pop()
        order.append(at)
        stack += below.get(at, [])
    chosen = [order.index(i) + 1 for i in range(n)]
    falls = _chain(n, lambda _: 1, lambda i, j: chosen[n - 1 - i] < chosen[n - 1 - j])[0][::-1]
    lines = [f"behind {parent + 1}: {' '.join(map(str, _at(places)))}" for parent, places in below.items()]
    return Best(sum(falls), chosen, lines, pairs(n)) if 1 < max(numbers) < n - 2 else None


def _repeated(rng: random.Random, size: int) -> Facts:
    n = length(rng, size)
    return {"numbers": [rng.randint(1, n // 2 + 3) for _ in range(n)], "times": rng.randint(n, 4 * n)}


def _repeated_best(numbers: list[int], times: int) -> Best | None:
    """One value repeats for ever; before and after it all others come once round each."""
    values, n = sorted(set(numbers)), len(numbers)
    rounds = len(values)
    ends = dict.fromkeys(values, 0)
    lines = []
    for k in range(1, rounds + 1):
        for number in numbers:
            ends[number] = 1 + max(ends[value] for value in values if value <= number)
        lines.append(
            _told(f"after {k} rounds, longest up to {' '.join(map(str, values))}", list(ends.values()))
        )
    often = max(map(numbers.count, values))
    total = max(ends.values()) + (times - rounds) * often
    lines.append(f"the most frequent number comes {often} times a round, in {times - rounds} more rounds")
    return (
        Best(total, [total], lines, pairs(n), 0.02) if often > 1 and times > rounds and often < n // 2 else None
    )


def _ranked(rng: random.Random, size: int) -> Facts:
    numbers = [rng.randint(1, 4) for _ in range(length(rng, size))]
    count, ending = 0, dict[int, int]()
    for number in numbers:
        count, ending[number] = 2 * count + 1 - ending.get(number, 0), count + 1
    return {"numbers": numbers, "rank": rng.randint(count // 5, count)}


def _ranked_best(numbers: list[int], rank: int) -> Best | None:
    n = len(numbers)
    begins = [dict[int, int]() for _ in range(n + 1)]  # how many different lists begin with each value
    for i in reversed(range(n)):
        begins[i] = begins[i + 1] | {numbers[i]: 1 + sum(begins[i + 1].values())}
    left, at, found, lines = rank, 0, list[int](), list[str]()
    while left:
        for value, ways in sorted(begins[at].items()):
            if left <= ways:
                lines.append(f"then {value}: number {left} of {ways}")
                found.append(value)
                at = numbers.index(value, at) + 1
                left -= 1  # the list that ends here comes before those that go on
                break
            left -= ways
    return Best(found, found, lines, pairs(n)) if len(found) > 3 else None


KINDS = {
    "weighted-rise": Kind(
        _choose(
            "Their weights are, in the same order: {weights}. Choose numbers that never fall from left to right "
            "(equal ones may follow each other) such that the sum of their weights is as large as possible.",
            "The weights that belong to the numbers are {weights}. A choice is allowed if each chosen number is at "
            "least as large as the chosen one before it. Find the choice with the greatest total weight.",
            "They have the weights {weights}. Pick a non-decreasing subsequence whose total weight is maximal.",
        ),
        _weighted,
        _weighted_best,
        shown_row,
    ),
    "mountain": Kind(
        _choose(
            "Choose as many numbers as possible so that, read from left to right, they first rise strictly and then "
            "fall strictly. The rising or the falling part may be missing.",
            "Find a longest subsequence that strictly increases up to some number and strictly decreases from there "
            "on; one that only increases or only decreases counts as well.",
            "Pick as long a subsequence as you can in which every number is larger than the one before it up to a "
            "peak, and every later one is smaller than the one before it. The peak may be at either end.",
        ),
        _numbers,
        _mountain_best,
        shown_row,
    ),
    "broken-rise": Kind(
        _choose(
            "To erase them costs, in the same order: {costs}. Erase some of the numbers so that the longest "
            "non-decreasing subsequence of what is left is shorter than that of the whole row, at the least total "
            "cost. The numbers to be erased are the chosen ones.",
            "The price of deleting each number is, in order, {costs}. Let L be the length of a longest non-decreasing "
            "subsequence (not necessarily of neighbours). Choose numbers to delete such that what remains has no "
            "non-decreasing subsequence of length L, and pay as little as possible in total.",
            "Removing them is charged with {costs}, number by number. Choose which ones to remove so that the "
            "maximum length of a subsequence that never falls becomes smaller than it is now, and the total charge "
            "is minimal.",
        ),
        _broken,
        _broken_best,
        shown_row,
    ),
    "reversed-choice": Kind(
        _choose(
            "Choose some positions; the numbers at these positions are put into reverse order among themselves, "
            "while all others stay. Afterwards the longest non-decreasing subsequence of the row (not necessarily of "
            "neighbours) is to be as long as possible.",
            "You may take the numbers at any positions you choose and write them back into the same positions in "
            "reverse order. Do this once so that the new row has a non-decreasing subsequence as long as possible.",
            "Reverse one subsequence in place: what stood at its first position goes to its last one, and so on. "
            "Choose it such that the length of the longest subsequence of the result that never falls is maximal.",
        ),
        _reversed,
        _reversed_best,
        shown_row,
    ),
    "own-places": Kind(
        _choose(
            "Choose a subsequence B. B has a hit at j, counted from 1, if the j-th number of B is j. Reach as many "
            "hits as possible.",
            "Delete numbers, and close the gaps. In the list that is left, a number is good if it is equal to its "
            "place in that list (the first place is 1). Keep numbers, the chosen ones, so that as many as possible "
            "are good.",
            "Pick numbers and number them 1, 2, 3 and so on from left to right. You score a point for every picked "
            "number that is equal to the number given to it. Score as many points as you can.",
        ),
        _places,
        _places_best,
        shown_row,
    ),
    "largest-in-order": Kind(
        _choose(
            "Choose exactly {count} of them so that the list of the chosen numbers, from left to right, is as large "
            "as possible: its first number counts most, then its second one, and so on.",
            "Among all subsequences of exactly {count} numbers find one that is lexicographically largest, comparing "
            "numbers by their size.",
            "Keep exactly {count} numbers in their order. The first one that is kept is to be as large as possible, "
            "among such choices the second one, then the third one, and so forth.",
        ),
        _largest,
        _largest_best,
        shown_row,
    ),
    "non-adjacent": Kind(
        _choose(
            "Choose exactly {count} of them, no two of which stand next to each other, with the largest possible sum.",
            "You have to take exactly {count} numbers, and never two neighbours. Make the sum of the numbers that "
            "you take as large as you can.",
            "Pick exactly {count} numbers at positions of which no two differ by 1, such that their sum is maximal.",
        ),
        _apart,
        _apart_best,
        shown_row,
    ),
    "houses": Kind(
        worded(
            (
                "A street has {n} houses, given as (distance from the entrance, effort of selling there): {row}. ",
                "{row}\n\nThese are {n} houses of a dead-end street, each with its distance from the entrance and the "
                "effort of selling there. ",
                "Take the {n} houses {row}; the first value is how far a house is from the entrance of a street, the "
                "second one the effort of a sale. ",
            ),
            (
                "A seller walks from the entrance to the farthest house that is chosen and back, and sells at all "
                "chosen houses. The tiredness is the length of the walk both ways plus the efforts of the chosen "
                "houses. Choose exactly {count} houses for which it is as large as possible.",
                "If some houses are visited, the fatigue is twice the largest distance among them, plus the sum of "
                "their efforts. Which {count} houses, exactly, give the greatest fatigue?",
                "The score of a choice of houses is 2 * (largest distance) + (sum of efforts). Choose exactly {count} "
                "houses with the highest score.",
            ),
            _CHOSEN,
            "house",
        ),
        _houses,
        _houses_best,
        _houses_shown,
    ),
    "even-run": Kind(
        _run(
            "Find a longest run of neighbours in which the largest and the smallest number differ by at most "
            "{spread}.",
            "A run of consecutive numbers is even if its maximum minus its minimum is not above {spread}. Find an "
            "even run that is as long as possible.",
            "Look for consecutive numbers, as many as possible, no two of which differ by more than {spread}.",
        ),
        _even,
        _even_best,
        shown_row,
    ),
    "balanced-run": Kind(
        _run(
            "Find a longest run of neighbours such that every beginning of the run and every ending of the run has at "
            "least as many letters a as letters b.",
            "A run of consecutive letters is good if, read from its left end, the letters b are never more than the "
            "letters a so far, and the same holds when it is read from its right end. Find a longest good run.",
            "Look for a substring, as long as possible, all of whose non-empty prefixes and suffixes contain no more "
            "b than a.",
            noun="letter",
        ),
        _both_ends,
        _both_ends_best,
        lambda letters: {"n": len(letters), "row": letters},
    ),
    "window-sum": Kind(
        _run(
            "Among all runs of at least {low} and at most {high} neighbours find one with the largest sum.",
            "A run of consecutive numbers may have from {low} to {high} of them, both included. Which run has the "
            "greatest sum?",
            "Choose consecutive numbers, no fewer than {low} and no more than {high}, so that their sum is maximal.",
        ),
        _window,
        _window_best,
        shown_row,
    ),
    "zeroed-run": Kind(
        _free(
            "You may set {width} neighbouring numbers to 0, once. Then find as long a run of neighbours as possible "
            "whose sum is at most {limit}. Give three positions, counted from 1 and separated by commas: the first "
            "and the last one of the run (both belong to it), and the first one of the {width} zeros.",
            "Replace {width} consecutive numbers of your choice by zeros, and choose a run of consecutive numbers "
            "whose sum is then not above {limit}. The run is to be as long as possible. Answer with where the run "
            "begins, where it ends (that position is still inside) and where the zeros begin, as three positions "
            "with commas between them; the first number has position 1.",
            "Choose a run of neighbours, as long as possible, whose sum does not exceed {limit} once {width} numbers "
            "in a row have been set to zero. Write three positions, separated by commas, where 1 is the first "
            "position: first of the run, last of the run (included), first of the zeros.",
        ),
        _zeroed,
        _zeroed_best,
        shown_row,
    ),
    "appended": Kind(
        _free(
            "Append {count} further numbers to its end, each of them a whole number from 0 to {top}, so that the "
            "whole row has as many different non-empty subsequences as possible. Two subsequences are different if "
            "they are different as lists of numbers. Give the {count} numbers in order, separated by commas.",
            "It is made longer by {count} whole numbers from 0 to {top} at its right end. Count the lists of one or "
            "more numbers that the longer row contains as subsequences, each list once; this count is to be as large "
            "as possible. Answer with the {count} new numbers from left to right, with commas between them.",
            "Which {count} numbers, each from 0 to {top}, have to be written behind them so that the number of "
            "distinct non-empty subsequences (lists of values, wherever they stand) becomes maximal? List the new "
            "numbers in order, separated by commas.",
        ),
        _appended,
        _appended_best,
        lambda numbers, count, values: {**shown_row(numbers), "top": values - 1},
    ),
    "permutation": Kind(
        _free(
            "They were made from a permutation P of the numbers 1 to {n}: the i-th of them is the length of a longest "
            "strictly increasing subsequence of P that ends with the i-th number of P. Let B(i) be the length of a "
            "longest strictly decreasing subsequence of P that begins with the i-th number of P. Find a P that fits "
            "and for which B(1) + ... + B({n}) is as large as possible. Give P as numbers separated by commas.",
            "Find a permutation of 1, ..., {n} in which, for each place i, the longest strictly rising subsequence "
            "that ends at place i has as many members as the i-th number of this row says. Among all such "
            "permutations the following total is to be maximal: over all places i, the length of a longest strictly "
            "falling subsequence that starts at place i. Write the permutation with commas between its numbers.",
            "For a permutation P of 1 to {n} let A be the list of the lengths of longest strictly increasing "
            "subsequences that end at each place, and B the list of the lengths of longest strictly decreasing "
            "subsequences that start at each place. A has to be the list above. Maximise the sum of B, and state P, "
            "separated by commas.".replace("the list above", "this list"),
        ),
        _permutation,
        _permutation_best,
        shown_row,
    ),
    "repeated-rise": Kind(
        _free(
            "It is written down {times} times, one copy behind the other, which gives one long row. How many numbers "
            "has a longest non-decreasing subsequence (not necessarily of neighbours) of the long row? Give this "
            "number alone.",
            "Repeat it so that it stands there {times} times in all. What is the length of a longest subsequence of "
            "the result that never falls? Answer with one number.",
            "{times} copies of them follow each other in one row. Find the greatest number of terms that one can keep, "
            "in order, so that each kept term is at least as large as the kept one before it. Answer with that "
            "number.",
            ties="",
        ),
        _repeated,
        _repeated_best,
        shown_row,
    ),
    "ranked": Kind(
        _free(
            "Take all non-empty subsequences as lists of numbers, each different list once, and sort them as words "
            "are sorted in a dictionary: by the first number, then by the second, and so on, and a list stands before "
            "every longer list that begins with it. Which list is number {rank}, if the first one is number 1? Give "
            "its numbers in order, separated by commas.",
            "Its different non-empty subsequences (as lists of values) are put into lexicographic order, where a list "
            "comes before its extensions, and numbered from 1. Write down the list with the number {rank}, with "
            "commas between its numbers.",
            "List every non-empty list of numbers that can be got by deleting some of them, without repeating a list, "
            "in lexicographic order; a list that is the beginning of another one comes first. State the {rank}th "
            "entry, numbers separated by commas.".replace("{rank}th entry", "entry with the number {rank}, from 1 on"),
            ties="",
        ),
        _ranked,
        _ranked_best,
        shown_row,
    ),
}  # fmt: skip
WORDINGS = wordings(KINDS)
generate = optimum_family(KINDS, {"size": Whole(1, 30, "how long the rows are")})
