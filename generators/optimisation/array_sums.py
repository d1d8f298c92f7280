"""Kinds of `array_operations` that flip, add, subtract or carry over, in one place or in a block.

Sources: USACO 2007 "Face the Right Way"; Polish olympiads in
informatics (adding the left neighbour; levelling ground; blocks); NOIP 2013 (building by blocks).
"""

from __future__ import annotations

import random
from itertools import accumulate
from math import gcd

from ..kernels.asking import ONES, PAIRS, PLACES, asking, numbers_in, row
from ..kernels.count import Facts
from ..kernels.optimum import Best, Kind

_ENDS = PAIRS.format(what="the first and the last place of its block", like="i j; i j; i j")


def _played(steps: list[list[int]], values: list[int], by: int = 1) -> list[str]:
    state, lines = list(values), []
    for first, last, *more in steps:
        for at in range(first - 1, last):
            state[at] += more[0] if more else by
        lines.append(f"{row([first, last, *more])}: {row(state)}")
    return lines


def _facing(rng: random.Random, size: int) -> Facts:
    n = 9 + 2 * size
    bits = [0] * n
    width = rng.randint(2, 3 + size // 3)
    for start in rng.sample(range(n - width + 1), min(3 + size // 2, n - width)):
        for at in range(start, start + width):
            bits[at] ^= 1
    return {"bits": bits}


def _flips(bits: list[int], width: int) -> list[list[int]] | None:
    """The first wrong digit from the left can only be set right by the block that begins there."""
    state, steps = list(bits), []
    for at in range(len(bits) - width + 1):
        if state[at]:
            steps.append([at + 1, at + width])
            for i in range(at, at + width):
                state[i] ^= 1
    return None if any(state) else steps


def _flip_blocks(bits: list[int]) -> Best | None:
    plans = [plan for width in range(1, len(bits) + 1) if (plan := _flips(bits, width)) is not None]
    steps = min(plans, key=len)
    if len(steps) < 2 or steps[0][0] == steps[0][1]:
        return None
    lines = ["; ".join(f"length {p[0][1] - p[0][0] + 1}: {len(p)} steps" for p in plans)]
    state = list(bits)
    for first, last in steps:
        for at in range(first - 1, last):
            state[at] ^= 1
        lines.append(f"{first} {last}: {row(state)}")
    return Best(len(steps), steps, lines, numbers_in(bits, steps))


def _signs(rng: random.Random, size: int) -> Facts:
    return {"values": [rng.choice((-1, -1, 0, 1, 1)) for _ in range(8 + 2 * size)]}


def _add_left(values: list[int]) -> Best | None:
    """From left to right, the least steps for which a place ends as -1, 0 or 1; other values help nobody."""
    tables: list[dict[int, tuple[int, int]]] = [
        {values[0]: (0, 0)}
    ]  # by end: the steps so far, and the left end
    for value in values[1:]:
        now: dict[int, tuple[int, int]] = {}
        for left, (spent, _) in tables[-1].items():
            for end in range(left, 2):
                more = abs(end - value)
                if value + more * left == end and spent + more < now.get(end, (10**9,))[0]:
                    now[end] = spent + more, left
        tables.append(now)
    if not tables[-1]:
        return None
    ends = [min(tables[-1], key=lambda end: (tables[-1][end], end))]
    for table in tables[:0:-1]:
        ends.insert(0, table[ends[0]][1])
    steps: list[int] = []
    state, lines = list(values), [f"wanted: {row(ends)}"]
    for at in range(1, len(values)):
        while state[at] != ends[at]:
            state[at] += state[at - 1]
            steps.append(at + 1)
            lines.append(f"{at + 1}: {row(state)}")
    return Best(len(steps), steps, lines, numbers_in(values, steps)) if len(steps) > 2 else None


def _corn(rng: random.Random, size: int) -> Facts:
    return {"values": [rng.randint(1, 5 + size // 2) for _ in range(9 + 2 * size)], "most": 2 + size // 4}


def _raise_blocks(values: list[int], most: int) -> Best | None:
    """A block may as well reach to the right end. So many blocks begin at or before each number that is kept."""
    best: dict[tuple[int, int], tuple[int, tuple[int, int] | None]] = {}
    for at, value in enumerate(values):
        for count in range(most + 1):
            longest: tuple[int, tuple[int, int] | None] = (1, None)
            for before in range(at):
                for less in range(count + 1):
                    if values[before] + less <= value + count and best[before, less][0] >= longest[0]:
                        longest = best[before, less][0] + 1, (before, less)
            best[at, count] = longest
    last = max(best, key=lambda key: (best[key][0], -key[1]))
    length, kept = best[last][0], list[int]()
    steps: list[list[int]] = []
    here: tuple[int, int] | None = last
    while here is not None:
        kept.append(here[0] + 1)
        link = best[here][1]
        steps += [[here[0] + 1, len(values)]] * (here[1] - (link[1] if link else 0))
        here = link
    if len(steps) < 2 or length == max(best[at, 0][0] for at in range(len(values))):
        return None
    steps.reverse()
    lines = [*_played(steps, values), f"these places never fall: {row(reversed(kept))}; {length} of them"]
    return Best(length, steps, lines, numbers_in(values, steps))


def _heaps(rng: random.Random, size: int) -> Facts:
    level = rng.randint(3, 6)
    return {
        "values": [max(0, level + rng.choice((-3, -2, -2, -1, -1, 0, 1, 2, 3))) for _ in range(7 + size)],
        "level": level,
    }


def _pour(values: list[int], level: int) -> Best | None:
    """A stretch can be brought to the level if and only if it holds enough, without help from outside."""
    sums = list(accumulate(values, initial=0))
    n = len(values)
    fits = [
        (j - i, i, j) for i in range(n) for j in range(i + 1, n + 1) if sums[j] - sums[i] >= level * (j - i)
    ]
    if not fits:
        return None
    length, start, end = min(fits, key=lambda fit: (-fit[0], fit[1]))
    state, steps = list(values), []
    lines = [
        f"places {start + 1} to {end} hold {sums[end] - sums[start]}, "
        f"at least {level} * {length} = {level * length}"
    ]
    while low := [at for at in range(start, end) if state[at] < level]:
        high = [at for at in range(start, end) if state[at] > level]
        source, sink = min(((a, b) for a in high for b in low), key=lambda pair: abs(pair[0] - pair[1]))
        way = 1 if sink > source else -1
        for at in range(source, sink, way):
            state[at] -= 1
            state[at + way] += 1
            steps.append([at + 1, at + 1 + way])
        lines.append(f"from {source + 1} to {sink + 1}: {row(state)}")
    if not 3 <= len(steps) <= n or length < 4 or length == n:
        return None
    return Best(length, steps, lines, numbers_in(values, steps))


def _ground(rng: random.Random, size: int) -> Facts | None:
    a, b = sorted(rng.sample(range(2, 8), 2))
    values = [0] * (6 + size)
    for _ in range(3 + size // 2):
        i, j = sorted(rng.choices(range(len(values)), k=2))
        step = rng.choice((a, b, -a, -b))
        for at in range(i, j + 1):
            values[at] += step
    return {"values": values, "a": a, "b": b} if gcd(a, b) == 1 and any(values) else None


def _level_ground(values: list[int], a: int, b: int) -> Best | None:
    """A block adds where it begins and takes away behind its end.

    So each difference between neighbours is made of a's and b's, and over all differences as many are added as are
    taken away. Of the ways to do so, the one with the fewest is looked for.
    """
    rises = [-(y - x) for x, y in zip([0, *values], [*values, 0], strict=True)]
    room = 4 * (a + b)
    sums: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for rise in rises:
        ways = [(x, (rise - x * a) // b) for x in range(-room, room + 1) if (rise - x * a) % b == 0]
        ways.sort(key=lambda way: abs(way[0]) + abs(way[1]))
        following: dict[int, tuple[int, tuple[int, ...]]] = {}
        for total, (cost, taken) in sums.items():
            for x, y in ways[:5]:
                new = cost + abs(x) + abs(y)
                if abs(total + x) <= room and new < following.get(total + x, (10**9,))[0]:
                    following[total + x] = new, (*taken, x)
        sums = following
    if 0 not in sums:
        return None
    cost, taken = sums[0]
    steps: list[list[int]] = []
    for unit, counts in ((a, list(taken)), (b, [(r - x * a) // b for r, x in zip(rises, taken, strict=True)])):
        more = [at for at, count in enumerate(counts) for _ in range(max(count, 0))]
        less = [at for at, count in enumerate(counts) for _ in range(max(-count, 0))]
        for up, down in zip(more, less, strict=True):
            steps.append([min(up, down) + 1, max(up, down), unit if up < down else -unit])
    if len(steps) < 2:
        return None
    return Best(
        cost // 2,
        steps,
        [f"differences to be made: {row(rises)}", *_played(steps, values)],
        numbers_in(values, steps),
    )


def _wall(rng: random.Random, size: int) -> Facts:
    return {"values": [rng.randint(0, 3) for _ in range(6 + size)]}


def _build(values: list[int]) -> Best | None:
    """A block has to begin wherever the wall rises, once for each unit."""
    steps: list[list[int]] = []
    open_: list[int] = []
    for at, (before, here) in enumerate(zip([0, *values], [*values, 0], strict=True)):
        steps += [[open_.pop() + 1, at] for _ in range(before - here)]
        open_ += [at] * max(here - before, 0)
    steps.sort()
    if len(steps) < 3:
        return None
    rises = [max(y - x, 0) for x, y in zip([0, *values], values, strict=False)]
    lines = [f"rises from the left: {' + '.join(map(str, rises))} = {len(steps)} steps"]
    return Best(len(steps), steps, [*lines, *_played(steps, [0] * len(values))], numbers_in(values, steps))


SUMS = {
    "flip-blocks": Kind(
        asking(
            f"{PLACES} First choose a length; it is the same for all steps. A step flips all digits of a "
            f"block of that "
            "many places side by side, within the row: 0 becomes 1, and 1 becomes 0.",
            "A row of digits: {bits}",
            "Make all digits 0 with as few steps as any choice of the length allows.",
            _ENDS,
        ),
        _facing,
        _flip_blocks,
    ),
    "add-left": Kind(
        asking(
            f"{PLACES} A step adds to the number at a place i the number that stands directly to the left "
            f"of it, at place "
            "i - 1, which stays as it is; i is at least 2. The step is written as i.",
            "A row of numbers: {values}",
            "With as few steps as possible, make a row that never falls from left to right (equal "
            "neighbours are "
            "allowed).",
            ONES.format(what="steps"),
        ),
        _signs,
        _add_left,
    ),
    "raise-blocks": Kind(
        asking(
            f"{PLACES} A step adds 1 to every number of a block of places side by side. At most {{most}} "
            f"steps may be made; "
            "the same block may be raised several times.",
            "A row of numbers: {values}",
            "Of the row in the end one may strike out numbers until the rest never falls from left to right "
            "(equal "
            "neighbours are allowed). Choose steps after which as many numbers as possible can stay.",
            _ENDS,
        ),
        _corn,
        _raise_blocks,
    ),
    "pour": Kind(
        asking(
            f"{PLACES} A step carries one unit from a heap at place i that holds more than {{level}} units "
            f"to a heap beside "
            "it, at place j = i - 1 or j = i + 1; it is written as i j. There may be any number of steps.",
            "Heaps from left to right: {values}",
            "In the end the longest stretch of neighbouring heaps that hold at least {level} units each is "
            "to be as long "
            "as possible.",
            PAIRS.format(what="these two places", like="i j; i j; i j"),
        ),
        _heaps,
        _pour,
    ),
    "level-ground": Kind(
        asking(
            f"{PLACES} A step adds one and the same number to every place of a block of places side by "
            f"side; that number "
            "is {a}, -{a}, {b} or -{b}, anew for each step.",
            "Heights from left to right: {values}",
            "Make all heights 0 with as few steps as possible.",
            "Give the steps in any order, each as the first place of its block, the last place and the "
            "number that is added, "
            'with spaces between the three, and put semicolons between the steps: "i j x; i j x; i j x".',
        ),
        _ground,
        _level_ground,
    ),
    "build-wall": Kind(
        asking(
            f"{PLACES} At first all heights are 0. A step adds 1 to every height of a block of places side "
            f"by side.",
            "Heights wanted from left to right: {values}",
            "Reach the wanted heights with as few steps as possible.",
            _ENDS,
        ),
        _wall,
        _build,
    ),
}  # fmt: skip
