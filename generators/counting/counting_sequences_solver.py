"""Counting sequences a second time, each kind by another method: another formula, another order, or the search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from itertools import combinations
from math import comb, factorial, prod

from ..kernels.count import recounting


def _small_steps(n: int, k: int, first: int, last: int) -> int:
    """One by one, from the last to the first."""

    def visits(at: int, left: frozenset[int]) -> int:
        if not left:
            return int(abs(at - first) <= k)
        return sum(visits(x, left - {x}) for x in left if abs(x - at) <= k)

    return visits(last, frozenset(range(1, n + 1)) - {first, last})


def _inversions(n: int, last: int, k: int) -> int:
    """The coefficient of x^rest in (1 - x) ... (1 - x^(n-1)) / (1 - x)^(n-1)."""
    rest = k - n + last
    top = [1] + [0] * rest
    for i in range(1, n):
        top = [value - (top[t - i] if t >= i else 0) for t, value in enumerate(top)]
    return sum(value * comb(rest - t + n - 2, n - 2) for t, value in enumerate(top))


def _heaps(n: int, d: int, place: int) -> int:
    """The root takes the least number, and the others are shared out among its branches."""

    def grown(at: int) -> tuple[int, int]:
        size, ways = int(at != place), 1
        for child in range(d * (at - 1) + 2, min(d * at + 1, n) + 1):
            below, its = grown(child)
            size, ways = size + below, ways * its * comb(size - 1 + below, below)
        return size, ways

    return grown(1)[1]


def _earlier_orders(items: list[int]) -> int:
    """From the right, with the number of orders of what has been seen."""
    seen: Counter[int] = Counter()
    orders, value = 1, 0
    for length, item in enumerate(reversed(items), 1):
        seen[item] += 1
        orders = orders * length // seen[item]
        value += orders * sum(count for other, count in seen.items() if other < item) // length
    return value


def _no_three_down(given: list[int]) -> int:
    """All of them, one by one: no number may come that is less than one with a larger number before it."""

    def rows(taken: list[int], left: list[int], top: int, lower: int) -> int:
        if not left:
            return int(taken > given)
        if taken < given[: len(taken)]:
            return 0
        return sum(
            rows([*taken, x], [y for y in left if y != x], max(top, x), lower if x > top else x)
            for x in left
            if x > lower
        )

    return rows([], sorted(given), 0, 0)


def _ups_and_downs(signs: str) -> int:
    """Inclusion and exclusion over the sets of ``>`` that are made into ``<`` or forgotten."""
    falls = [i for i, sign in enumerate(signs, 1) if sign == ">"]
    n = len(signs) + 1

    @cache
    def signed(at: int, start: int) -> int:
        """Cuts at some of the falls from `at` on, with the sign; runs between cuts increase."""
        if at == len(falls):
            return 1
        kept = signed(at + 1, falls[at]) * comb(n - start, falls[at] - start)
        return kept - signed(at + 1, start)

    return signed(0, 0)


def _tableaux(rows: list[int]) -> int:
    """The greatest number stands in a corner."""

    @cache
    def fillings(shape: tuple[int, ...]) -> int:
        corners = [r for r, size in enumerate(shape) if size > (shape[r + 1] if r + 1 < len(shape) else 0)]
        return sum(fillings((*shape[:r], shape[r] - 1, *shape[r + 1 :])) for r in corners) or 1

    return fillings(tuple(rows))


def _apart(boys: int, girls: int) -> int:
    """Who comes next, by sort."""

    @cache
    def lines(boys: int, girls: int, teachers: int, last: str) -> int:
        if not boys + girls + teachers:
            return 1
        value = boys * lines(boys - 1, girls, teachers, "b") if boys else 0
        if girls and last != "g":
            value += girls * lines(boys, girls - 1, teachers, "g")
        if teachers and last != "t":
            value += teachers * lines(boys, girls, teachers - 1, "t")
        return value

    return lines(boys, girls, 2, "")


def _equal_neighbours(n: int, m: int, k: int, how: str) -> int:
    table = [m]
    for _ in range(n - 1):
        table = [
            (m - 1) * (table[j] if j < len(table) else 0) + (table[j - 1] if j else 0)
            for j in range(len(table) + 1)
        ]
    return sum({"exactly": table[k : k + 1], "at least": table[k:], "at most": table[: k + 1]}[how])


def _rising_or_zero(low: list[int], high: list[int]) -> int:
    @cache
    def chains(at: int, last: int) -> int:
        if at == len(low):
            return 1
        return chains(at + 1, last) + sum(
            chains(at + 1, x) for x in range(max(low[at], last + 1), high[at] + 1)
        )

    return chains(0, 0) - 1


def _bounded_sums(low: list[int], high: list[int], goal: int, how: str) -> int:
    """Stars and bars, with inclusion and exclusion over those that get too much."""
    rest, value = goal - sum(low), 0
    parts = len(low) + (how == "at most")
    sizes = [b - a + 1 for a, b in zip(low, high, strict=True)]
    for count in range(len(sizes) + 1):
        for over in combinations(sizes, count):
            if (left := rest - sum(over)) >= 0:
                value += (-1) ** count * comb(left + parts - 1, parts - 1)
    return value


def _xor_equations(low: list[int], high: list[int], goal: int) -> int:
    """By the Walsh transform."""
    width = 1 << max(max(high), goal).bit_length()
    value = 0
    for mask in range(width):
        signs = [-1 if (mask & x).bit_count() % 2 else 1 for x in range(width)]
        value += signs[goal] * prod(sum(signs[a : b + 1]) for a, b in zip(low, high, strict=True))
    return value // width


def _and_or(given: list[int], top: int) -> int:
    @cache
    def after(at: int, least: int, most: int) -> int:
        """Ways from place `at` on, where ANDs are at least `least` and ORs at most `most`."""
        if at == len(given):
            return 1
        pairs = ((given[at] & b, given[at] | b) for b in range(top + 1))
        return sum(after(at + 1, low, high) for low, high in pairs if low >= least and high <= most)

    return after(0, 0, top)


def _range_maxima(n: int, top: int, rules: list[list[int]]) -> int:
    """Place by place, with the set of conditions whose greatest number has been met."""
    states: Mapping[int, int] = {0: 1}
    for place in range(1, n + 1):
        over = [(1 << i, most) for i, (left, right, most) in enumerate(rules) if left <= place <= right]
        after: Counter[int] = Counter()
        for met, ways in states.items():
            for x in range(1, min([most for _, most in over], default=top) + 1):
                after[met | sum(bit for bit, most in over if x == most)] += ways
        states = after
    return int(states.get((1 << len(rules)) - 1, 0))


def _odd_binomials(given: list[int]) -> int:
    """By the last number, and by the binomial coefficients themselves."""
    ends: list[int] = []
    for at, y in enumerate(given):
        ends.append(sum(1 + ends[i] for i in range(at) if comb(given[i], y) % 2))
    return sum(ends)


def _palindromes_inside(low: int, high: int) -> int:
    @cache
    def good(left: int, one: int, two: int) -> int:
        """Ways to write so many more digits without a palindrome; -1 stands for no digit yet."""
        if not left:
            return int(one >= 0)
        value = good(left - 1, -1, -1) if one < 0 else 0
        return value + sum(good(left - 1, x, one) for x in range(one < 0, 10) if x not in (one, two))

    def below(limit: int) -> int:
        """Numbers from 1 to limit - 1 without a palindrome."""
        text, value, one, two = str(limit), 0, -1, -1
        for at, digit in enumerate(map(int, text)):
            left = len(text) - at - 1
            if one < 0:
                value += good(left, -1, -1)
            value += sum(good(left, x, one) for x in range(one < 0, digit) if x not in (one, two))
            if digit in (one, two):
                break
            one, two = digit, one
        return value

    return high - low + 1 - (below(high + 1) - below(low))


def _bracketings(numbers: list[int], signs: str) -> int:
    """Sequences of two neighbours that are joined first."""

    @cache
    def results(values: tuple[int, ...], signs: str) -> frozenset[int]:
        if not signs:
            return frozenset(values)
        found: set[int] = set()
        for i, sign in enumerate(signs):
            a, b = values[i : i + 2]
            joined = a + b if sign == "+" else a - b if sign == "-" else a * b
            found |= results((*values[:i], joined, *values[i + 2 :]), signs[:i] + signs[i + 1 :])
        return frozenset(found)

    return len(results(tuple(numbers), signs))


def _products(numbers: list[int], k: int) -> int:
    return factorial(k) * sum(map(prod, combinations(numbers, k)))


def _halving_chains(n: int, d: int) -> int:
    """By the length of the chain: how many end in each number."""
    ends, value = {n: 1}, 0
    while ends:
        value += sum(ends.values())
        after: Counter[int] = Counter()
        for last, ways in ends.items():
            for x in range(1, last // d + 1):
                after[x] += ways
        ends = after
    return value


def _multiples_free(n: int, a: int, b: int) -> int:
    """Each number is left out, or it is taken and its neighbours are not; parts of the graph by themselves."""
    near = {x: {y for y in (a * x, b * x) if y <= n} for x in range(1, n + 1)}
    for x in range(1, n + 1):
        for y in list(near[x]):
            near[y].add(x)

    @cache
    def ways(left: frozenset[int]) -> int:
        if not left:
            return 1
        part, queue = {min(left)}, [min(left)]
        for x in queue:
            queue += (near[x] & left) - part
            part |= near[x] & left
        if len(part) < len(left):
            return ways(frozenset(part)) * ways(left - part)
        x = max(left, key=lambda x: (len(near[x] & left), x))
        return ways(left - {x}) + ways(left - {x} - near[x])

    return ways(frozenset(near))


def _more_ones(n: int, m: int, k: int) -> int:
    return sum(comb(n, s) * comb(m, t) for s in range(n + 1) for t in range(m + 1) if s >= t + k)


def _sizes_modulo(n: int, k: int, r: int) -> int:
    return sum(comb(n, j) for j in range(r, n + 1, k))


def _towers(start: int, white: int, black: int) -> int:
    """From the top, until the next layer cannot be built by any choice."""
    states = Counter({(white, black): 1})
    for size in range(start, 99):
        after: Counter[tuple[int, int]] = Counter()
        for (w, b), ways in states.items():
            if w >= size:
                after[w - size, b] += ways
            if b >= size:
                after[w, b - size] += ways
        if not after:
            break
        states = after
    return states.total()


def _set_parities(n: int, m: int, odd: int) -> int:
    """By characters: m! / 2^n times the sum over all signs of elements of the x^m of the product of (1 +- x)."""
    half = 2 ** (n - 1)
    mixed = sum((-1) ** j * comb(half, j) * comb(half - 1, m - j) for j in range(m + 1))
    others = mixed * (half - 1 - half if odd else 2 * half - 1)
    return int(factorial(m) * (comb(2 * half - 1, m) + others) // (2 * half))


def _rising_digits(k: int, w: int, first: int) -> int:
    """Digits from the right: a number of several digits, and how many of them fit."""
    base = 2**k

    @cache
    def fronts(top: int, bits: int) -> int:
        """Ways to put digits, perhaps none, in front of the digit `top`, so many bits being free."""
        value = 0
        for digit in range(1, top):
            if digit.bit_length() <= bits:
                value += (digit >= first) + (fronts(digit, bits - k) if bits > k else 0)
        return value

    return sum(fronts(last, w - k) for last in range(1, base))


RECOUNTS: Mapping[str, Callable[..., int]] = {
    "small-steps": _small_steps,
    "inversions": _inversions,
    "heaps": _heaps,
    "earlier-orders": _earlier_orders,
    "no-three-down": _no_three_down,
    "ups-and-downs": _ups_and_downs,
    "tableaux": _tableaux,
    "apart": _apart,
    "equal-neighbours": _equal_neighbours,
    "rising-or-zero": _rising_or_zero,
    "bounded-sums": _bounded_sums,
    "xor-equations": _xor_equations,
    "and-or": _and_or,
    "range-maxima": _range_maxima,
    "odd-binomials": _odd_binomials,
    "palindromes-inside": _palindromes_inside,
    "bracketings": _bracketings,
    "products": _products,
    "halving-chains": _halving_chains,
    "multiples-free": _multiples_free,
    "more-ones": _more_ones,
    "sizes-modulo": _sizes_modulo,
    "towers": _towers,
    "set-parities": _set_parities,
    "rising-digits": _rising_digits,
}
solve, confirms = recounting(RECOUNTS)
