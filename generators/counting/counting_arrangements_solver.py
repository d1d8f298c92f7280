"""Counting arrangements a second time: by other states, by the rules as they are said, or by trying all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from itertools import accumulate, combinations, pairwise, product
from math import comb, perm, prod

from ..kernels.count import recounting


def _least_swaps(given: list[int]) -> int:
    """Number by number, greater than the given order or still equal to it, with the swaps that are left to spend."""
    n = len(given)

    @cache
    def ways(used: int, debt: int, equal: bool) -> int:
        at = used.bit_count()
        if at == n:
            return int(debt == 0 and not equal)
        found = 0
        for x in range(given[at] if equal else 1, n + 1):
            if not used >> x & 1:
                # twice the inversions that the number begins, less its distance: never below 0 in the end
                smaller = sum(not used >> y & 1 for y in range(1, x))
                found += ways(used | 1 << x, debt + 2 * smaller - abs(at + 1 - x), equal and x == given[at])
        return found

    return ways(0, 0, True)


def _fixed(n: int, place: int, number: int) -> int:
    """Number by number: none that is less than the greatest one with a greater one before it."""

    @cache
    def ways(used: int, second: int) -> int:
        at = used.bit_count() + 1
        if at > n:
            return 1
        top, found = used.bit_length() - 1, 0
        for x in range(second + 1, n + 1):
            if not used >> x & 1 and (at == place) == (x == number):
                found += ways(used | 1 << x, x if x < top else second)
        return found

    return ways(0, 0)


def _hills(heights: list[int], limits: list[int]) -> int:
    """From the left, by how many of each height stand: those of one height take their limits in order."""
    by = {h: sorted(c for g, c in zip(heights, limits, strict=True) if g == h) for h in sorted(set(heights))}
    order = list(by)

    @cache
    def ways(used: tuple[int, ...]) -> int:
        if sum(used) == len(heights):
            return 1
        found = 0
        for i, h in enumerate(order):
            if used[i] < len(by[h]) and sum(used[i + 1 :]) < by[h][used[i]]:
                found += ways((*used[:i], used[i] + 1, *used[i + 1 :]))
        return found

    return ways((0,) * len(order))


def _marks(n: int, tops: list[int], better: list[int], k: int) -> int:
    """Subject by subject, by how many have never been better so far."""
    states = Counter({n - 1: 1})
    for b in better:
        after: Counter[int] = Counter()
        for never, ways in states.items():
            for new in range(min(never, b) + 1):
                after[never - new] += ways * comb(never, new) * comb(n - 1 - never, b - new)
        states = after
    tables = 1
    for top, b in zip(tops, better, strict=True):
        tables *= sum(prod([x] * (n - 1 - b) + [top - x] * b) for x in range(1, top + 1))
    return states[k] * tables


def _staggered(rows: int, columns: int) -> int:
    """Row by row, by the whole row."""
    lines = list(combinations(range(columns + 1), columns))
    ways = dict.fromkeys(lines, 1)
    for _ in range(rows - 1):
        ways = {
            line: sum(
                count
                for above, count in ways.items()
                if all(x < y for x, y in zip(line, above[1:], strict=False))
            )
            for line in lines
        }
    return sum(ways.values())


def _shuffled(shuffles: list[list[int]], counts: list[int]) -> int:
    """The classes of all colourings, each found from its first member."""
    n, classes, seen = sum(counts), 0, set()
    for red in combinations(range(n), counts[0]):
        for green in combinations([i for i in range(n) if i not in red], counts[1]):
            first = tuple("r" if i in red else "g" if i in green else "b" for i in range(n))
            classes += first not in seen
            todo = [first]
            while todo:
                now = todo.pop()
                if now not in seen:
                    seen.add(now)
                    for shuffle in shuffles:
                        moved = [""] * n
                        for i, to in enumerate(shuffle):
                            moved[to - 1] = now[i]
                        todo.append(tuple(moved))
    return classes


def _rises(low: int, high: int, k: int) -> int:
    """Number by number: the longest rising subsequence that ends at each digit."""
    found = 0
    for x in range(low, high + 1):
        digits, longest = str(x), [0] * 10
        for digit in map(int, digits):
            longest[digit] = max(longest[digit], 1 + max(longest[:digit], default=0))
        found += max(longest) == k
    return found


def _twice(n: int, colours: int) -> int:
    """Patterns of equal places, each with its choices of colours."""

    def mirror(pattern: tuple[int, ...]) -> bool:
        return pattern == pattern[::-1]

    found = 0
    patterns: list[tuple[int, ...]] = [(0,)]
    for length in range(2, n + 1):
        patterns = [(*p, x) for p in patterns for x in range(max(p) + 2)]
        for p in patterns:
            if any(mirror(p[:i]) and mirror(p[i:]) for i in range(1, length)):
                found += perm(colours, max(p) + 1)
    return found


def _pieces(n: int, numbers: list[int]) -> int:
    """Number by number, by the length and the minimum of the unfinished piece."""
    states = Counter({(0, 99): 1})
    for _ in range(n):
        after: Counter[tuple[int, int]] = Counter()
        for (long, least), ways in states.items():
            for x in numbers:
                now = min(least, x)
                after[(0, 99) if now == long + 1 else (long + 1, now)] += ways
        states = after
    return states[0, 99]


def _shrinking(tops: list[int]) -> int:
    """By the set of all earlier numbers, as the rule says it."""

    @cache
    def ways(at: int, before: frozenset[int], last: int) -> int:
        if at == len(tops):
            return 1
        low = max((x for x in before if x <= last), default=1)
        high = min((x for x in before if x >= last), default=tops[at])
        return sum(ways(at + 1, before | {last}, x) for x in range(low, min(high, tops[at]) + 1))

    return sum(ways(1, frozenset(), x) for x in range(1, tops[0] + 1))


def _cut(digits: str, back: int, p: int) -> int:
    """Way by way; f by powers of the matrix of its rule."""
    step = [[1] * back, *([int(i == j) for j in range(back)] for i in range(back - 1))]

    def times(a: list[list[int]], b: list[list[int]]) -> list[list[int]]:
        return [
            [sum(x * y for x, y in zip(line, column, strict=True)) % p for column in zip(*b, strict=True)]
            for line in a
        ]

    @cache
    def f(n: int) -> int:
        power, square = [[int(i == j) for j in range(back)] for i in range(back)], step
        while n:
            if n & 1:
                power = times(power, square)
            square, n = times(square, square), n >> 1
        return power[0][0]

    found = 0
    for longs in product((1, 2), repeat=len(digits)):
        ends = [0, *accumulate(longs)]
        if len(digits) in ends:
            kept = ends[: ends.index(len(digits)) + 1]
            # each way comes up once for every choice of lengths beyond the end; the first of these stands for all
            if all(long == 1 for long in longs[len(kept) - 1 :]):
                found += f(sum(int(digits[i:j]) for i, j in pairwise(kept)))
    return found


RECOUNTS: Mapping[str, Callable[..., int]] = {
    "least-swaps": _least_swaps,
    "fixed-without-three-down": _fixed,
    "hills": _hills,
    "marks": _marks,
    "staggered-rows": _staggered,
    "shuffled-colours": _shuffled,
    "digit-rises": _rises,
    "two-palindromes": _twice,
    "lengths-as-minima": _pieces,
    "shrinking-ranges": _shrinking,
    "cut-sums": _cut,
}
solve, confirms = recounting(RECOUNTS)
