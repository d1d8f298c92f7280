"""Best subsequences a second time: by other recursions, or by looking at every choice."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise, product
from typing import Any

from ..kernels.optimum import Worth, confirming_optimum


def _picked(given: list[int], row: Sequence[int], count: int = 0) -> list[int] | None:
    fits = given and given == sorted(set(given)) and given[0] > 0 and given[-1] <= len(row)
    return [row[i - 1] for i in given] if fits and len(given) == (count or len(given)) else None


def _weighted(numbers: list[int], weights: list[int]) -> int:
    @cache
    def best(i: int, least: int) -> int:
        if i == len(numbers):
            return 0
        without = best(i + 1, least)
        return max(without, weights[i] + best(i + 1, numbers[i])) if numbers[i] >= least else without

    return best(0, min(numbers))


def _weight(given: list[int], numbers: list[int], weights: list[int]) -> int | None:
    picked = _picked(given, numbers)
    return None if picked is None or picked != sorted(picked) else sum(weights[i - 1] for i in given)


def _rises(numbers: Sequence[int], find: Callable[[list[int], int], int]) -> list[int]:
    """For each place the length of a longest rise that ends there, by the least last numbers of each length."""
    last: list[int] = []
    lengths = []
    for number in numbers:
        at = find(last, number)
        last[at : at + 1] = [number]
        lengths.append(at + 1)
    return lengths


def _longest(numbers: Sequence[int]) -> int:
    return max(_rises(numbers, bisect_right), default=0)


def _mountain(numbers: list[int]) -> int:
    return max(
        a + b - 1
        for a, b in zip(_rises(numbers, bisect_left), _rises(numbers[::-1], bisect_left)[::-1], strict=True)
    )


def _peaked(given: list[int], numbers: list[int]) -> int | None:
    picked = _picked(given, numbers)
    if picked is None:
        return None
    top = picked.index(max(picked))
    rises = all(a < b for a, b in pairwise(picked[: top + 1]))
    return len(given) if rises and all(a > b for a, b in pairwise(picked[top:])) else None


def _broken(numbers: list[int], costs: list[int]) -> int:
    """The greatest flow through longest subsequences, pushed along one path after the other, depth first."""
    ends = _rises(numbers, bisect_right)
    most, room, sent = max(ends), list(costs), dict[tuple[int, int], int]()

    def push(i: int, amount: int, inside: bool, seen: set[tuple[int, bool]]) -> int:
        """From position i on, before (or, if `inside`, behind) its own toll; gives what came through."""
        if (i, inside) in seen:
            return 0
        seen.add((i, inside))
        if not inside:
            if room[i] and (got := push(i, min(amount, room[i]), True, seen)):
                room[i] -= got
                return got
            for h in range(i):  # back over what came in
                if sent.get((h, i), 0) and (got := push(h, min(amount, sent[h, i]), True, seen)):
                    sent[h, i] -= got
                    return got
            return 0
        if ends[i] == most:
            return amount
        for j in range(i + 1, len(numbers)):
            if ends[j] == ends[i] + 1 and numbers[j] >= numbers[i] and (got := push(j, amount, False, seen)):
                sent[i, j] = sent.get((i, j), 0) + got
                return got
        used = costs[i] - room[i]
        if used and (got := push(i, min(amount, used), False, seen)):  # take back what paid this toll
            room[i] += got
            return got
        return 0

    total = 0
    while got := next(
        filter(None, (push(i, sum(costs), False, set()) for i in range(len(numbers)) if ends[i] == 1)), 0
    ):
        total += got
    return total


def _erased(given: list[int], numbers: list[int], costs: list[int]) -> int | None:
    left = [number for place, number in enumerate(numbers, 1) if place not in given]
    shorter = _longest(left) < _longest(numbers)
    return sum(costs[i - 1] for i in given) if shorter and _picked(given, numbers) else None


def _reversed(numbers: list[int]) -> int:
    """From the outside in: the most numbers collected, for each rest of the row and of the values."""
    n = len(numbers)
    states = {(0, n - 1, min(numbers), max(numbers)): 0}
    best = 0
    for _ in range(2 * n):
        after: dict[tuple[int, int, int, int], int] = {}
        for (i, j, low, high), count in states.items():
            best = max(best, count)
            if i > j:
                continue
            a, b = numbers[i], numbers[j]
            ways = [(i + 1, j, low, high, 0), (i, j - 1, low, high, 0)]
            ways += [(i + 1, j, a, high, 1)] * (low <= a <= high) + [(i, j - 1, low, b, 1)] * (low <= b <= high)
            if i < j:
                ways += [(i + 1, j - 1, b, high, 1)] * (low <= b <= high) + [(i + 1, j - 1, low, a, 1)] * (
                    low <= a <= high
                )
                ways += [(i + 1, j - 1, b, a, 2)] * (low <= b <= a <= high)
            for *state, gain in ways:
                key = (state[0], state[1], state[2], state[3])
                after[key] = max(after.get(key, 0), count + gain)
        states = after
    return best


def _turned(given: list[int], numbers: list[int]) -> int | None:
    if _picked(given, numbers) is None:
        return None
    source = dict(zip(given, reversed(given), strict=True))
    return _longest([numbers[source.get(place, place) - 1] for place in range(1, len(numbers) + 1)])


def _own_places(numbers: list[int]) -> int:
    """The most hits with so many chosen of the first ones."""
    hits = [0] + [-1] * len(numbers)
    for number in numbers:
        for chosen in range(len(numbers), 0, -1):
            if hits[chosen - 1] >= 0:
                hits[chosen] = max(hits[chosen], hits[chosen - 1] + (number == chosen))
    return max(hits)


def _largest(numbers: list[int], count: int) -> list[int]:
    """What is smaller than a later number goes, as long as enough is left."""
    kept: list[int] = []
    spare = len(numbers) - count
    for number in numbers:
        while kept and spare and kept[-1] < number:
            kept.pop()
            spare -= 1
        kept.append(number)
    return kept[:count]


def _apart(numbers: list[int], count: int) -> int:
    @cache
    def best(i: int, left: int) -> int:
        if not left:
            return 0
        if i >= len(numbers):
            return -(10**9)
        return max(best(i + 1, left), numbers[i] + best(i + 2, left - 1))

    return best(0, count)


def _houses(places: list[int], efforts: list[int], count: int) -> int:
    """Either the greatest efforts, or the greatest but one and the house that is best as the farthest."""
    order = sorted(range(len(places)), key=lambda i: -efforts[i])
    top, most = order[: count - 1], sum(efforts[i] for i in order[:count])
    by_effort = most + 2 * max(places[i] for i in order[:count])
    others = [2 * places[i] + efforts[i] for i in order[count - 1 :]]
    return max(by_effort, sum(efforts[i] for i in top) + max(others))


def _run(given: list[int], row: Any, count: int = 2) -> Any:
    return (
        row[given[0] - 1 : given[1]] if len(given) == count and 0 < given[0] <= given[1] <= len(row) else None
    )


def _even(numbers: list[int], spread: int) -> int:
    best = first = 0
    for last in range(len(numbers)):
        while max(numbers[first : last + 1]) - min(numbers[first : last + 1]) > spread:
            first += 1
        best = max(best, last + 1 - first)
    return best


def _is_balanced(run: str) -> bool:
    return all(part.count("b") * 2 <= len(part) for i in range(len(run)) for part in (run[i:], run[: i + 1]))


def _valued(run: Any, fits: Callable[[Any], bool], value: Callable[[Any], int] = len) -> int | None:
    return value(run) if run and fits(run) else None


def _zeroed(numbers: list[int], width: int, limit: int) -> int:
    n = len(numbers)
    for size in range(n, 0, -1):
        for i in range(n - size + 1):
            run = numbers[i : i + size]
            spared = max((sum(run[z : z + width]) for z in range(max(1, size - width + 1))), default=0)
            if sum(run) - spared <= limit:
                return size
    return 0


def _spared(given: list[int], numbers: list[int], width: int, limit: int) -> int | None:
    if _run(given, numbers, 3) is None or not 0 < given[2] <= len(numbers) - width + 1:
        return None
    places = set(range(given[0], given[1] + 1)) - set(range(given[2], given[2] + width))
    return given[1] - given[0] + 1 if sum(numbers[i - 1] for i in places) <= limit else None


def _subsequences(numbers: Sequence[int]) -> int:
    """How many different lists the subsequences are, the empty one included, by the first number of each."""
    ways = [0] * len(numbers) + [1]
    ahead: dict[int, int] = {}
    for i in reversed(range(len(numbers))):
        ahead[numbers[i]] = i + 1
        ways[i] = 1 + sum(ways[place] for place in ahead.values())
    return ways[0]


def _appended(numbers: list[int], count: int, values: int) -> int:
    return max(_subsequences([*numbers, *more]) for more in product(range(values), repeat=count)) - 1


def _more(given: list[int], numbers: list[int], count: int, values: int) -> int | None:
    fits = len(given) == count and all(0 <= v < values for v in given)
    return _subsequences([*numbers, *given]) - 1 if fits else None


def _permutation(numbers: list[int]) -> int:
    """Pairs that need not rise can all fall at once; those that have to rise follow from the lengths.

    Among equal lengths numbers fall, and each is above the last one before it whose length is one less.
    """
    n = len(numbers)
    below = [{j for j in range(n) if numbers[j] == numbers[i] and j > i} for i in range(n)]
    for i, value in enumerate(numbers):
        below[i] |= set([j for j in range(i) if numbers[j] == value - 1][-1:])
    for middle in range(n):
        for i in range(n):
            if middle in below[i]:
                below[i] |= below[middle]
    falls = [0] * n
    for i in reversed(range(n)):
        falls[i] = 1 + max((falls[j] for j in range(i + 1, n) if i not in below[j]), default=0)
    return sum(falls)


def _fits(given: list[int], numbers: list[int]) -> int | None:
    if sorted(given) != list(range(1, len(numbers) + 1)) or _rises(given, bisect_left) != numbers:
        return None
    return sum(_rises(given[::-1], bisect_left))


def _repeated(numbers: list[int], times: int) -> int:
    last: list[int] = []  # the least last number of each length
    for number in numbers * times:
        at = bisect_right(last, number)
        last[at : at + 1] = [number]
    return len(last)


def _rank(given: list[int], numbers: list[int], rank: int) -> int | None:
    """The place of a list among all, 1 for the first."""
    before, at = 0, 0
    for number in given:
        if number not in numbers[at:]:
            return None
        for smaller in sorted({v for v in numbers[at:] if v < number}):
            before += _subsequences(numbers[numbers.index(smaller, at) + 1 :])
        before += 1
        at = numbers.index(number, at) + 1
    return before


def _total(given: list[int], numbers: list[int], count: int) -> int | None:
    apart = all(b - a > 1 for a, b in pairwise(given))
    return None if not apart or (picked := _picked(given, numbers, count)) is None else sum(picked)


def _hits(given: list[int], numbers: list[int]) -> int | None:
    picked = _picked(given, numbers)
    return None if picked is None else sum(number == n + 1 for n, number in enumerate(picked))


def _tired(given: list[int], places: list[int], efforts: list[int], count: int) -> int | None:
    picked = _picked(given, places, count)
    return None if picked is None else picked[-1] * 2 + sum(efforts[i - 1] for i in given)


def _first(given: list[int], **_: object) -> Worth | None:
    return given[0] if len(given) == 1 else None


confirms = confirming_optimum(
    {
        "weighted-rise": (_weight, _weighted),
        "mountain": (_peaked, _mountain),
        "broken-rise": (_erased, _broken),
        "reversed-choice": (_turned, _reversed),
        "own-places": (_hits, _own_places),
        "largest-in-order": (lambda given, numbers, count: _picked(given, numbers, count), _largest),
        "non-adjacent": (_total, _apart),
        "houses": (_tired, _houses),
        "even-run": (
            lambda given, numbers, spread: _valued(
                _run(given, numbers), lambda run: max(run) - min(run) <= spread
            ),
            _even,
        ),
        "balanced-run": (
            lambda given, letters: _valued(_run(given, letters), _is_balanced),
            lambda letters: max(
                j - i
                for i in range(len(letters))
                for j in range(i, len(letters) + 1)
                if _is_balanced(letters[i:j])
            ),
        ),
        "window-sum": (
            lambda given, numbers, low, high: _valued(
                _run(given, numbers), lambda run: low <= len(run) <= high, sum
            ),
            lambda numbers, low, high: max(
                sum(numbers[i : i + k]) for k in range(low, high + 1) for i in range(len(numbers) - k + 1)
            ),
        ),
        "zeroed-run": (_spared, _zeroed),
        "appended": (_more, _appended),
        "permutation": (_fits, _permutation),
        "repeated-rise": (_first, _repeated),
        "ranked": (_rank, lambda numbers, rank: rank),
    }
)
